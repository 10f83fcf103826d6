"""`minevis gallery` and `minevis sheet`: pages to look at, of all that can be drawn."""

import argparse
from pathlib import Path

from minevis.commands.arguments import Command, pixels
from minevis.core.board import Board
from minevis.core.files import check_output, output
from minevis.playing import play, race
from minevis.show.export.gallery import Runs, write_gallery, write_sheet
from minevis.show.tiles.theme import THEMES

LARGE_SEED = 10  # an expert game without a guess
GAME_SEED = 26  # a game with counting, sets, searches and guesses
RACE_SEED = 49  # it ends as most races do: "counting" falls, the others win
WORD, WORD_SEED = "HELLO", 16  # won without a guess
RACERS = ("counting", "exact", "convolution")
CORNER = (0, 0)
FILES = (".gif", ".html", ".mp4", ".png", ".svg", ".pdf", ".webm", ".webp")  # no folders


def _add_gallery_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=Path("out/gallery"),
        help="where to write it (default: out/gallery)",
    )


def _execute_gallery(options: argparse.Namespace) -> None:
    """Play the runs of the gallery and write it."""
    _check_folder(options.folder)
    game = Board.random("beginner", seed=GAME_SEED, first=CORNER, safe_radius=1)
    track = Board.random("intermediate", seed=RACE_SEED, first=CORNER)
    expert = Board.random("expert", seed=LARGE_SEED, first=CORNER)
    runs = Runs(
        play(game, "exact", first=CORNER),
        race(track, RACERS, first=CORNER),
        play(expert, "exact", first=CORNER),
        play(Board.word(WORD, seed=WORD_SEED), "exact", first=CORNER),
    )
    print(f"The gallery is {write_gallery(options.folder, runs)}.")


def _check_folder(path: Path) -> None:
    """Raises `ValueError` for a file, or the name of one."""
    if path.is_file() or path.suffix.lower() in FILES:
        raise ValueError(f"{path}: the gallery is a folder, not a file")
    check_output(path / "index.html")


def _add_sheet_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("theme", choices=tuple(THEMES), help="the theme")
    parser.add_argument("file", type=Path, metavar="FILE", help="the .png file to write")
    parser.add_argument(
        "--cell", type=pixels, default=40, help="width of a cell in px (default: 40)"
    )


def _execute_sheet(options: argparse.Namespace) -> None:
    """Write a contact sheet."""
    if options.file.suffix.lower() != ".png":
        raise ValueError(f"{options.file}: a contact sheet is a .png file")
    with output(options.file):
        sheet = write_sheet(options.file, options.theme, cell=options.cell)
    print(f"The sheet is {sheet}.")


GALLERY = Command(
    name="gallery",
    summary="a page with each panel, theme and export",
    description="Write a page, index.html, with pictures of each panel, theme and export.",
    add_options=_add_gallery_options,
    execute=_execute_gallery,
)
SHEET = Command(
    name="sheet",
    summary="the contact sheet of a theme",
    description="Draw all pictures and marks of a theme on one page.",
    add_options=_add_sheet_options,
    execute=_execute_sheet,
)
