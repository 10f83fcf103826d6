"""`minevis page`: a solved board as one HTML file to step through."""

import argparse
from pathlib import Path

from minevis.commands.arguments import (
    Command,
    add_board,
    add_player,
    board_of,
    chosen_players,
    first_of,
)
from minevis.commands.plain_text import outcome
from minevis.core.files import check_output, output
from minevis.playing import play
from minevis.show.tiles.theme import THEMES
from minevis.widgets.film.film import AUTO
from minevis.widgets.film.page import check_suffix, save


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .html file to write")
    add_board(parser.add_argument_group("the board"))
    add_player(parser)
    parser.add_argument(
        "--theme", default=AUTO, help=f"{', '.join(THEMES)} (default: as around it)"
    )
    parser.add_argument(
        "--detail", type=int, default=2, choices=(0, 1, 2), help="0 moves, 1 reasons, 2 searches"
    )


def _execute(options: argparse.Namespace) -> None:
    """Play a board and write its page."""
    check_output(check_suffix(options.file))
    (player,) = chosen_players(options)
    trace = play(board_of(options), player, first=first_of(options), seed=options.seed)
    with output(options.file):
        save(options.file, trace, theme=options.theme, detail=options.detail)
    print(outcome(trace), f"The page is {options.file}.")


PAGE = Command(
    name="page",
    summary="a solved board as one HTML file to step through",
    description="Play a board and write it as one HTML file that works offline: play it, "
    "step through it, click a cell to see why.",
    add_options=_add_options,
    execute=_execute,
)
