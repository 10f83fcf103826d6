"""`minevis race`: several players on a board, as a page to step through or a film."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from minevis.cli import options
from minevis.errors import EncoderError
from minevis.render.options import drop_none
from minevis.render.tiles.theme import THEMES
from minevis.utils.files import check_output, output
from minevis.utils.names import IN_RACE

ABOUT_FILE = f"What to write: .html, a page to step through; or a film, {options.FILMS}."
ABOUT_THEME = f"{', '.join(THEMES)} (default: paper; for a page: that of its host)."


def main(
    file: Annotated[Path, Parameter(help=ABOUT_FILE)],
    /,
    *,
    player: options.Players = IN_RACE,
    effort: options.Effort = None,
    theme: Annotated[str | None, options.named(ABOUT_THEME)] = None,
    fps: options.Number | None = None,
    seconds: options.Number | None = None,
    quiet: bool = False,
    board: options.Board = options.RANDOM_BOARD,
) -> None:
    """Let several players play the same board, move by move, and write the race as one HTML file
    that works offline, or as a film.

    Parameters
    ----------
    effort
        How hard the player best looks before a guess (default: normal).
    fps
        Of a film: frames per second (default: 10).
    seconds
        Of a film: its length.
    quiet
        No bar, and only the last line.
    """
    from minevis.api.playing import race
    from minevis.cli.plain_text import outcome  # not for the help
    from minevis.web.film import check_size
    from minevis.web.page import ENDINGS
    from minevis.web.race import save_races

    is_page = file.suffix.lower() in ENDINGS
    look = drop_none(theme=theme, fps=fps, seconds=seconds)
    (_check_page if is_page else _check_race)(file, look)
    players = options.chosen_players(player, effort)
    truth, first = board.made()
    if is_page:
        check_size(truth.shape)
    runs = race(truth, players, first=first, seed=board.seed, progress=not quiet)
    with output(file):
        if is_page:
            save_races(file, runs, progress=not quiet, **look)
        else:
            runs.video(file, progress=not quiet, **look)
    if not quiet:
        for name, trace in zip(runs.names, runs.traces, strict=True):
            print(f"{name}: {outcome(trace)}")
    print(f"The {'page' if is_page else 'film'} is {file}.")


def _check_page(file: Path, look: dict[str, Any]) -> None:
    check_output(file)
    for name in ("fps", "seconds"):
        if name in look:
            raise ValueError(f"--{name} is for a film: {file} is a page")


def _check_race(file: Path, _: dict[str, Any]) -> None:
    try:
        options.check_film(file)
    except ValueError as error:
        if not isinstance(error.__cause__, EncoderError):  # it is not about the ending
            raise
        raise ValueError(f"{error}; or .html, for a page") from error
