"""`minevis app`: a page to analyse positions and to play, without Python."""

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


def _execute(options: argparse.Namespace) -> None:
    """Write the page."""
    check_output(check_suffix(options.file))
    with output(options.file):
        save_app(options.file, theme=options.theme)
    print(f"The page is {options.file}.")


APP = Command(
    name="app",
    summary="a page to analyse positions and to play, without Python",
    description="Write one HTML file that works offline and without Python: paint or paste a "
    "position, see its odds, click a cell to see why, share a link, and play with odds and hints.",
    add_options=_add_options,
    execute=_execute,
)
