"""`minevis page`: a player on a board, as a page to step through."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from minevis.cli import options
from minevis.render.options import drop_none
from minevis.utils.files import output

ABOUT_ANSWERS = (
    "Keep the chance to win and the cost of guesses, which takes minutes on large boards "
    "(default: on boards of up to 5,000 cells)."
)


def main(
    file: Path,
    /,
    *,
    player: options.Player = "exact",
    effort: options.Effort = None,
    theme: options.PageTheme = "auto",
    detail: options.Detail = 2,
    answers: Annotated[options.Switch, Parameter(help=ABOUT_ANSWERS)] = None,
    quiet: bool = False,
    board: options.Board = options.RANDOM_BOARD,
) -> None:
    """Play a board and write the game as one HTML file that works offline: play it, step through
    it, click a cell to see why.

    Parameters
    ----------
    file
        The .html file to write.
    effort
        How hard the player best looks before a guess (default: normal).
    detail
        0 moves, 1 reasons, 2 searches.
    quiet
        No progress bar.
    """
    from minevis.api.playing import play
    from minevis.cli.plain_text import outcome  # not for the help
    from minevis.web.film import check_size
    from minevis.web.page import save

    options.check_page(file)
    (who,) = options.chosen_players([player], effort)
    truth, first = board.made()
    check_size(truth.shape)
    trace = play(truth, who, first=first, seed=board.seed, progress=not quiet)
    with output(file):
        look = drop_none(theme=theme, detail=detail, answers=answers)
        save(file, trace, progress=not quiet, **look)
    print(outcome(trace), f"The page is {file}.")
