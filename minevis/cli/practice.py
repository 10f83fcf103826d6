"""`minevis practice`: puzzles to practise, as one HTML file."""

from pathlib import Path
from typing import Annotated

from minevis.cli import options
from minevis.errors import SearchExhaustedError
from minevis.utils.files import output
from minevis.utils.formatting import quantity

ABOUT_KINDS = (
    "Kinds of puzzles: count, 1-1, 1-2, 1-2-1, 1-2-2-1, overlap, chain, region, mines left, "
    "anything, guess (default: all)."
)

Kinds = Annotated[
    tuple[str, ...],
    options.read_by(options.split, "A,B", help=ABOUT_KINDS, show_default=False),
]


def main(
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
    from minevis.web.practice import puzzles_of, save_practice

    options.check_page(file)
    level = None if board == options.EXPERT else board.chosen()
    try:
        found = puzzles_of(
            kinds or PUZZLE_KINDS, count=count, seed=seed, level=level, progress=not quiet
        )
    except SearchExhaustedError as error:  # the library's advice names arguments, not options
        raise ValueError(f"{error.facts}: ask for a smaller --count or other --kinds") from error
    with output(file):
        save_practice(file, found, theme=theme)
    print(f"{quantity(len(found), 'puzzle')} to practise, in {file}.")
