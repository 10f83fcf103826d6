"""The command line: `python -m minevis solve`, `analyze`.

Exit codes: 0 the work was done (a lost game is work done), 1 a video could not be
written, 2 the question makes no sense, 130 stopped by Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from minevis.board import LEVELS, Board, level_of
from minevis.errors import BoardFormatError, EncoderError
from minevis.game import Position
from minevis.grid import Cell
from minevis.players import PLAYERS
from minevis.playing import play
from minevis.printing import odds_json, odds_text, outcome, story
from minevis.show.panels import PANELS
from minevis.show.theme import THEMES
from minevis.solver.analysis import analyze
from minevis.trace import Trace

MOST_CELLS = 1_000_000
ENCODING_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old terminal may lack × or ³
    try:
        options = parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()
    except KeyboardInterrupt:
        return _complain("stopped", INTERRUPTED)
    except EncoderError as error:
        return _complain(error, ENCODING_FAILED)
    except (ValueError, OverflowError) as error:
        return _complain(error, BAD_INPUT)
    except OSError as error:
        return _complain(f"{error.filename or 'output'}: {error.strerror}", BAD_INPUT)
    except MemoryError:
        return _complain("this board takes more memory than there is", BAD_INPUT)
    return 0


def _complain(what: object, code: int) -> int:
    print("minevis:", *str(what).split(), file=sys.stderr)
    return code


def _close_stdout() -> None:
    """The reader has left: let nothing more be written, and nobody complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Parser(argparse.ArgumentParser):
    """A parser whose errors are errors of this module: one line, no usage."""

    def error(self, message: str) -> NoReturn:
        """Raises `ValueError`."""
        raise ValueError(message)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; each command sets `run`."""
    top = Parser(prog="minevis", description="Makes the solving of Minesweeper visible.")
    top.add_argument("--version", action="version", version=f"minevis {_version()}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for add in (_add_solve, _add_analyze):
        add(commands)
    return top


def _version() -> str:
    try:
        return version("minevis")
    except PackageNotFoundError:
        from minevis import __version__

        return __version__


def _add_solve(commands: Any) -> None:
    solve = commands.add_parser(
        "solve",
        help="play a board, tell every step or film it",
        description="Play a board and tell every step as text, or film it with --video.",
    )
    solve.set_defaults(run=run_solve)
    board = solve.add_argument_group("the board")
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
    solve.add_argument("--player", default="exact", help=f"{', '.join(PLAYERS)} (default: exact)")
    solve.add_argument(
        "--detail", type=int, default=1, choices=(0, 1, 2), help="0 moves, 1 reasons, 2 searches"
    )
    solve.add_argument("--quiet", action="store_true", help="print the last line only")
    _add_pictures(solve.add_argument_group("the video"))


def _add_pictures(video: Any) -> None:
    video.add_argument("--video", type=Path, metavar="FILE", help=".mp4, .webm, .gif or .webp")
    video.add_argument("--fps", type=float, help="frames a second (default: 10)")
    video.add_argument("--theme", help=", ".join(THEMES))
    video.add_argument("--panels", type=names, metavar="A,B", help=", ".join(PANELS))
    video.add_argument("--cell", type=int, metavar="PX", help="width of a cell")
    video.add_argument(
        "--crop", type=whole_numbers, metavar="ROW,COL,H,W", help="part of the board, in cells"
    )


def _add_analyze(commands: Any) -> None:
    command = commands.add_parser(
        "analyze",
        help="the exact odds of a position",
        description="Print the exact odds of a position: '#' covered, 0-8 opened, 'F' flagged, "
        "'*' exploded, a first line such as 'mines 10'.",
    )
    command.set_defaults(run=run_analyze)
    command.add_argument("file", metavar="FILE", help="a position as text; '-' is stdin")
    command.add_argument("--mines", type=int, help="mines on the board, if the text does not say")
    command.add_argument("--json", action="store_true", help="print JSON")


def run_solve(options: argparse.Namespace) -> None:
    """Play a board, then print its story or write its video."""
    board, first = board_of(options), first_of(options)
    if options.video:
        from minevis.show.encode import check_suffix

        try:
            check_suffix(options.video)
        except EncoderError as error:
            raise ValueError(error) from error
    trace = play(board, options.player, first=first, seed=options.seed)
    if not options.quiet:
        print(board, end="\n\n")
    if options.video:
        film(trace, options)
    elif not options.quiet:
        print(*story(trace, options.detail), sep="\n", end="\n\n")
    print(outcome(trace), *([f"The video is {options.video}."] if options.video else []))


def film(trace: Trace, options: argparse.Namespace) -> None:
    """Write the video that `options` ask for."""
    options.video.parent.mkdir(parents=True, exist_ok=True)
    wishes = {name: getattr(options, name) for name in ("fps", "theme", "panels", "cell", "crop")}
    given = {name: wish for name, wish in wishes.items() if wish is not None}
    trace.video(options.video, detail=options.detail, progress=not options.quiet, **given)


def run_analyze(options: argparse.Namespace) -> None:
    """Print the odds of a position."""
    analysis = analyze(Position.parse(read(options.file), options.mines))
    print(odds_json(analysis) if options.json else odds_text(analysis))


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


def read(name: str) -> str:
    """The text of a file, or of stdin for "-"."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BoardFormatError(f"{name}: this is no text in UTF-8") from error


def whole_numbers(text: str) -> tuple[int, ...]:
    """ "1,2" as (1, 2)."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: whole numbers with commas, please") from None


def names(text: str) -> tuple[str, ...]:
    """ "board,zero" as ("board", "zero")."""
    return tuple(part.strip() for part in text.split(","))


def size(text: str) -> tuple[int, int]:
    """ "16x30" as (16, 30)."""
    try:
        height, width = (int(side) for side in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: a size is written 16x30") from None
    if height * width > MOST_CELLS:
        raise argparse.ArgumentTypeError(f"{text!r}: at most {MOST_CELLS:,} cells")
    return height, width


def cell_or_none(text: str) -> Cell | None:
    """ "3,4" as (3, 4); "none" as None."""
    if text == "none":
        return None
    cell = whole_numbers(text)
    if len(cell) != 2:
        raise argparse.ArgumentTypeError(f"{text!r}: a cell is ROW,COL, or none")
    return (cell[0], cell[1])


def radius_or_none(text: str) -> int | None:
    """ "1" as 1; "none" as None."""
    if text == "none":
        return None
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number, or none") from None
