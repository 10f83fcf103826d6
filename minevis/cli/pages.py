"""Commands that write a page: `page`, `app`, `practice` and `race`, which can also film."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from minevis.cli import options
from minevis.errors import EncoderError, SearchExhaustedError
from minevis.render.options import drop_none
from minevis.render.tiles.theme import THEMES
from minevis.utils.files import check_output, output_file
from minevis.utils.formatting import quantity
from minevis.utils.options import IN_RACE, PAGES

ABOUT_ANSWERS = (
    "Keep the chance to win and the cost of guesses, which takes minutes on large boards "
    "(default: on boards of up to 5,000 cells)."
)
ABOUT_KINDS = (
    "Kinds of puzzles: count, 1-1, 1-2, 1-2-1, 1-2-2-1, overlap, chain, region, mines left, "
    "anything, guess (default: all)."
)
Kinds = Annotated[
    tuple[str, ...],
    options.read_by(options.split, "A,B", help=ABOUT_KINDS, show_default=False),
]
ABOUT_FILE = f"What to write: .html, a page to step through; or a film, {options.FILMS}."
ABOUT_THEME = f"{', '.join(THEMES)} (default: paper; for a page: that of its host)."


def page(
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
    from minevis.web.page import save
    from minevis.web.trace_pack import check_size

    options.check_page_name(file)
    (who,) = options.chosen_players([player], effort)
    truth, first = board.made()
    check_size(truth.shape)
    trace = play(truth, who, first=first, seed=board.seed, progress=not quiet)
    with output_file(file):
        look = drop_none(theme=theme, detail=detail, answers=answers)
        save(file, trace, progress=not quiet, **look)
    print(outcome(trace), f"The page is {file}.")


def app(file: Path, /, *, theme: options.PageTheme = "auto", quiet: bool = False) -> None:
    """Write one HTML file that works offline and without Python. Paint or paste a position, see its
    odds and click a cell to see why. Play with odds and hints. Solve puzzles. Watch a game being
    solved.

    Parameters
    ----------
    file
        The .html file to write.
    quiet
        No progress bar.
    """
    from minevis.api.app import save_app  # not for the help

    options.check_page_name(file)
    with output_file(file):
        save_app(file, theme=theme, progress=not quiet)
    print(f"The page is {file}.")


def practice(
    file: Path,
    /,
    *,
    kinds: Kinds = (),
    count: options.Whole = 60,
    board: options.Level = options.EXPERT,
    seed: options.Whole = 0,
    theme: options.PageTheme = "auto",
    quiet: bool = False,
) -> None:
    """Cut puzzles from games on random boards and write them as one HTML file: click a cell that
    you can prove, and see the proof at once. Missed puzzles come again. It finds about three
    puzzles a second.

    Parameters
    ----------
    file
        The .html file to write.
    count
        Number of puzzles.
    seed
        Seed of the first board.
    quiet
        No progress bar.
    """
    from minevis.practice.puzzle import PUZZLE_KINDS  # not for the help
    from minevis.practice.puzzles import puzzles_of
    from minevis.web.practice import save_practice

    options.check_page_name(file)
    level = None if board == options.EXPERT else board.chosen()
    try:
        puzzles = puzzles_of(
            kinds or PUZZLE_KINDS, count=count, seed=seed, level=level, progress=not quiet
        )
    except SearchExhaustedError as error:  # the library's advice names arguments, not options
        raise ValueError(f"{error.facts}: ask for a smaller --count or other --kinds") from error
    with output_file(file):
        save_practice(file, puzzles, theme=theme)
    print(f"{quantity(len(puzzles), 'puzzle')} to practise, in {file}.")


def race(
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
        Of a film: frames per second (default: 30, or 10 in a .gif).
    seconds
        Of a film: its length.
    quiet
        No bar, and only the last line.
    """
    from minevis.api import playing
    from minevis.cli.plain_text import outcome  # not for the help
    from minevis.web.page import save
    from minevis.web.trace_pack import check_size

    is_page = file.suffix.lower() in PAGES
    look = drop_none(theme=theme, fps=fps, seconds=seconds)
    if is_page:
        check_output(file)
        for name in sorted(look.keys() & {"fps", "seconds"}):
            raise ValueError(f"--{name} is for a film: {file} is a page")
    else:
        try:
            options.check_film(file)
        except ValueError as error:
            if not isinstance(error.__cause__, EncoderError):  # it is not about the ending
                raise
            raise ValueError(f"{error}; or .html, for a page") from error
    players = options.chosen_players(player, effort)
    truth, first = board.made()
    if is_page:
        check_size(truth.shape)
    runs = playing.race(truth, players, first=first, seed=board.seed, progress=not quiet)
    with output_file(file):
        if is_page:
            save(file, runs, progress=not quiet, **look)
        else:
            runs.video(file, progress=not quiet, **look)
    if not quiet:
        for name, trace in zip(runs.names, runs.traces, strict=True):
            print(f"{name}: {outcome(trace)}")
    print(f"The {'page' if is_page else 'film'} is {file}.")
