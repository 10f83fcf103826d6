"""`minevis page`: a solved board as one HTML file to play, step through and question."""

import argparse
from pathlib import Path
from typing import Any

from minevis.commands.plain_text import outcome
from minevis.commands.solve import add_board, board_of, first_of
from minevis.players import PLAYERS
from minevis.playing import play
from minevis.show.tiles.theme import THEMES


def add(commands: Any) -> None:
    """Add the command to the parser."""
    page = commands.add_parser(
        "page",
        help="a solved board as one HTML file to step through",
        description="Play a board and write it as one HTML file that works offline: play it, "
        "step through it, click a cell to see why.",
    )
    page.set_defaults(run=run)
    page.add_argument("file", type=Path, metavar="FILE", help="the .html file to write")
    add_board(page.add_argument_group("the board"))
    page.add_argument("--player", default="exact", help=f"{', '.join(PLAYERS)} (default: exact)")
    page.add_argument("--theme", default="paper", help=f"{', '.join(THEMES)} (default: paper)")
    page.add_argument(
        "--detail", type=int, default=2, choices=(0, 1, 2), help="0 moves, 1 reasons, 2 searches"
    )


def run(options: argparse.Namespace) -> None:
    """Play a board and write its page."""
    from minevis.widgets.film.page import check_suffix, save

    check_suffix(options.file)
    board, first = board_of(options), first_of(options)
    trace = play(board, options.player, first=first, seed=options.seed)
    options.file.parent.mkdir(parents=True, exist_ok=True)
    save(options.file, trace, theme=options.theme, detail=options.detail)
    print(outcome(trace), f"The page is {options.file}.")
