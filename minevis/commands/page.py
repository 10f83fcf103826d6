"""`minevis page` and `practice`: a solved board, or puzzles, as one HTML file."""

import argparse
from pathlib import Path

from minevis.commands.arguments import (
    Command,
    add_board,
    add_level,
    add_player,
    add_seed,
    board_of,
    chosen_level,
    chosen_players,
    first_of,
    names,
)
from minevis.commands.plain_text import outcome
from minevis.core.atomic_files import check_output, output
from minevis.core.errors import SearchExhaustedError
from minevis.core.formatting import quantity
from minevis.playing import play
from minevis.practice.puzzle import KINDS
from minevis.show.tiles.theme import THEMES
from minevis.widgets.film.film import AUTO
from minevis.widgets.film.page import check_suffix, save
from minevis.widgets.practice.practice import puzzles_of, save_practice


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .html file to write")
    add_board(parser.add_argument_group("the board"))
    add_player(parser)
    parser.add_argument("--theme", default="paper", help=f"{', '.join(THEMES)} (default: paper)")
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


def _add_practice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .html file to write")
    parser.add_argument(
        "--kinds",
        type=names,
        default=KINDS,
        metavar="A,B",
        help=f"of {', '.join(KINDS)} (default: all)",
    )
    parser.add_argument("--count", type=int, default=60, help="how many puzzles; 60 by default")
    add_level(parser)
    add_seed(parser, "of the first board")
    parser.add_argument(
        "--theme", default=AUTO, help=f"{', '.join(THEMES)} (default: as around it)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _practise(options: argparse.Namespace) -> None:
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
    except SearchExhaustedError as error:  # the library's advice names what no option sets
        raise ValueError(f"{error.facts}: ask for a smaller --count or other --kinds") from error
    with output(options.file):
        save_practice(options.file, found, theme=options.theme)
    print(f"{quantity(len(found), 'puzzle')} to practise, in {options.file}.")


PRACTICE = Command(
    name="practice",
    summary="puzzles to practise, as one HTML file that works offline",
    description="Cut puzzles from games on random boards and write them as one HTML file: click "
    "what you can prove, see the proof at once, and meet again what you missed. Three "
    "puzzles a second, or so.",
    add_options=_add_practice,
    execute=_practise,
)
