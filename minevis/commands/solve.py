"""`minevis solve`: play a board, then tell its story or film it."""

import argparse
from typing import Any

from minevis.commands.arguments import (
    add_effort,
    cell_or_none,
    radius_or_none,
    read,
    size,
    with_effort,
)
from minevis.commands.filming import add_video, film
from minevis.commands.plain_text import outcome, story
from minevis.core.atomic_files import write_whole
from minevis.core.board import LEVELS, Board, level_of
from minevis.core.errors import BoardFormatError, EncoderError
from minevis.core.grid import Cell
from minevis.players import PLAYERS
from minevis.playing import play


def add(commands: Any) -> None:
    """Add the command to the parser."""
    solve = commands.add_parser(
        "solve",
        help="play a board, tell every step or film it",
        description="Play a board and tell every step as text, or film it with --video.",
    )
    solve.set_defaults(run=run)
    add_board(solve.add_argument_group("the board"))
    solve.add_argument("--player", default="exact", help=f"{', '.join(PLAYERS)} (default: exact)")
    add_effort(solve)
    solve.add_argument(
        "--detail",
        type=int,
        choices=(0, 1, 2),
        help="0 moves, 1 reasons, 2 searches (default: 1, and 2 with a tree)",
    )
    solve.add_argument("--quiet", action="store_true", help="print the last line only")
    solve.add_argument("--record", metavar="FILE", help="write the run as JSON lines to FILE")
    add_video(solve)


def add_board(board: Any) -> None:
    """Add the options that `board_of` reads."""
    kind = board.add_mutually_exclusive_group()
    kind.add_argument("--level", help=f"{', '.join(LEVELS)} (default: expert)")
    kind.add_argument("--board", metavar="FILE", help="'*' mine, '.' none; '-' is stdin")
    kind.add_argument("--word", metavar="TEXT", help="mines that spell TEXT")
    board.add_argument("--size", type=size, metavar="HxW", help="height and width in cells")
    board.add_argument("--mines", type=int, help="number of mines")
    board.add_argument("--seed", type=int, default=0, help="draws mines and settles ties")
    board.add_argument(
        "--first",
        type=cell_or_none,
        default=...,
        metavar="ROW,COL",
        help="first click, or none to leave it to the player (default: 0,0 on random boards)",
    )
    board.add_argument(
        "--safe-radius",
        type=radius_or_none,
        default=0,
        metavar="N",
        help="free of mines around the first click: 0 itself, 1 its neighbours too; or none",
    )


def run(options: argparse.Namespace) -> None:
    """Play a board, then print its story or write its video."""
    board, first = board_of(options), first_of(options)
    if options.video:
        from minevis.show.export.ffmpeg import encoder_of

        try:
            encoder_of(options.video)
        except EncoderError as error:
            raise ValueError(error) from error
    player = with_effort(options.player, options.effort)
    trace = play(board, player, first=first, seed=options.seed)
    if options.record is not None:
        write_whole(options.record, trace.to_json())
    if not options.quiet:
        print(board, end="\n\n")
    if options.video:
        film(trace, options)
    elif not options.quiet:
        detail = 1 if options.detail is None else options.detail
        print(*story(trace, detail), sep="\n", end="\n\n")
    print(outcome(trace), *([f"The video is {options.video}."] if options.video else []))


def board_of(options: argparse.Namespace) -> Board:
    """The board that the options ask for."""
    if options.board is not None:
        if options.size is not None or options.mines is not None:
            raise BoardFormatError("--board brings its own size and mines")
        return Board.parse(read(options.board))
    if options.word is not None:
        height, width = options.size or (None, None)
        return Board.word(
            options.word, height=height, width=width, mines=options.mines, seed=options.seed
        )
    if options.size is not None and options.level is not None:
        raise BoardFormatError("give --level or --size, not both")
    if options.size is not None and options.mines is None:
        raise BoardFormatError("--size needs --mines")
    level = (*options.size, 0) if options.size else level_of(options.level or "expert")
    mines = level[2] if options.mines is None else options.mines
    first, radius = first_of(options), options.safe_radius
    sizes = (*level[:2], mines)
    return Board.random(sizes, seed=options.seed, first=first, safe_radius=radius)


def first_of(options: argparse.Namespace) -> Cell | None:
    """The first click: as asked, else the corner of a random board."""
    if options.first is not ...:
        return options.first
    return (0, 0) if options.board is None and options.word is None else None
