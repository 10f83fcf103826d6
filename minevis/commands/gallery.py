"""`minevis gallery` and `minevis sheet`: pages to look at, of all that can be drawn."""

import argparse
from pathlib import Path
from typing import Any

from minevis.core.board import Board
from minevis.players import Player
from minevis.playing import play, race
from minevis.show.tiles.theme import THEMES

GAME_SEED, RACE_SEED = 26, 24  # a game with counting, sets, searches and guesses; an early fall
RACERS = ("counting", "exact", "convolution")
CORNER = (0, 0)


def add(commands: Any) -> None:
    """Add both commands to the parser."""
    gallery = commands.add_parser(
        "gallery",
        help="a page with each panel, theme and export",
        description="Write a page, index.html, with pictures of each panel, theme and export.",
    )
    gallery.set_defaults(run=run_gallery)
    gallery.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=Path("out/gallery"),
        help="where to write it (default: out/gallery)",
    )
    sheet = commands.add_parser(
        "sheet",
        help="the contact sheet of a theme",
        description="Draw all pictures and marks of a theme on one page.",
    )
    sheet.set_defaults(run=run_sheet)
    sheet.add_argument("theme", choices=tuple(THEMES), help="the theme")
    sheet.add_argument("file", type=Path, metavar="FILE", help="the .png file to write")
    sheet.add_argument("--cell", type=int, default=40, help="width of a cell in px (default: 40)")


def run_gallery(options: argparse.Namespace) -> None:
    """Play the runs of the gallery and write it."""
    from minevis.show.export.gallery import Runs, write_gallery

    game = Board.random("beginner", seed=GAME_SEED, first=CORNER, safe_radius=1)
    track = Board.random("beginner", seed=RACE_SEED, first=CORNER, safe_radius=1)
    runs = Runs(play(game, Player(name="exact"), first=CORNER), race(track, RACERS, first=CORNER))
    print(f"The gallery is {write_gallery(options.folder, runs)}.")


def run_sheet(options: argparse.Namespace) -> None:
    """Write a contact sheet."""
    from minevis.show.export.gallery import write_sheet

    options.file.parent.mkdir(parents=True, exist_ok=True)
    print(f"The sheet is {write_sheet(options.file, options.theme, cell=options.cell)}.")
