"""`minevis app`: a page to analyse, play, practise and watch, without Python."""

import argparse
from pathlib import Path

from minevis.commands.arguments import Command
from minevis.core.files import check_output, output
from minevis.show.tiles.theme import THEMES
from minevis.widgets.app import save_app
from minevis.widgets.film.film import AUTO
from minevis.widgets.film.page import check_suffix


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .html file to write")
    parser.add_argument(
        "--theme", default=AUTO, help=f"{', '.join(THEMES)} (default: that of the browser)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _execute(options: argparse.Namespace) -> None:
    """Write the page."""
    check_output(check_suffix(options.file))
    with output(options.file):
        save_app(options.file, theme=options.theme, progress=not options.quiet)
    print(f"The page is {options.file}.")


APP = Command(
    name="app",
    summary="a page to analyse, play, practise and watch, without Python",
    description="Write one HTML file that works offline and without Python. Paint or paste a "
    "position, see its odds and click a cell to see why. Play with odds and hints. Solve puzzles. "
    "Watch a game being solved.",
    add_options=_add_options,
    execute=_execute,
)
