"""`minevis practice`: puzzles to practise, as one HTML file."""

import argparse
from pathlib import Path

from minevis.commands.arguments import Command, add_level, add_seed, chosen_level, names
from minevis.core.errors import SearchExhaustedError
from minevis.core.files import check_output, output
from minevis.core.formatting import quantity
from minevis.practice.puzzle import PUZZLE_KINDS
from minevis.show.tiles.theme import THEMES
from minevis.widgets.film.film import AUTO
from minevis.widgets.film.page import check_suffix
from minevis.widgets.practice.practice import puzzles_of, save_practice


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .html file to write")
    parser.add_argument(
        "--kinds",
        type=names,
        default=PUZZLE_KINDS,
        metavar="A,B",
        help=f"kinds of puzzles: {', '.join(PUZZLE_KINDS)} (default: all)",
    )
    parser.add_argument("--count", type=int, default=60, help="number of puzzles (default: 60)")
    add_level(parser)
    add_seed(parser, "of the first board")
    parser.add_argument(
        "--theme", default=AUTO, help=f"{', '.join(THEMES)} (default: that of the page around it)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _execute(options: argparse.Namespace) -> None:
    """Find puzzles and write their page."""
    check_output(check_suffix(options.file))
    asked = options.level is not None or options.size is not None or options.mines is not None
    try:
        found = puzzles_of(
            options.kinds,
            count=options.count,
            seed=options.seed,
            level=chosen_level(options) if asked else None,
            progress=not options.quiet,
        )
    except SearchExhaustedError as error:  # the library's advice names arguments without an option
        raise ValueError(f"{error.facts}: ask for a smaller --count or other --kinds") from error
    with output(options.file):
        save_practice(options.file, found, theme=options.theme)
    print(f"{quantity(len(found), 'puzzle')} to practise, in {options.file}.")


PRACTICE = Command(
    name="practice",
    summary="puzzles to practise, as one HTML file that works offline",
    description="Cut puzzles from games on random boards and write them as one HTML file: click "
    "a cell that you can prove, and see the proof at once. Missed puzzles come again. It finds "
    "about three puzzles a second.",
    add_options=_add_options,
    execute=_execute,
)
