"""`minevis analyze`: the exact odds of a position, why a cell is safe or a mine, and its page."""

import argparse
import sys
from functools import partial
from io import BytesIO
from pathlib import Path

from minevis.advising import listed
from minevis.analyzing import analyze
from minevis.commands.arguments import Command, box, cell, read_as, size
from minevis.commands.plain_text import (
    chance_json,
    chance_text,
    odds_json,
    proof_json,
)
from minevis.core.files import check_output, output, write_whole
from minevis.core.grid import Cell, cells_of
from minevis.core.picture import PICTURE_FILES
from minevis.core.position import POSITION_FILES, Position
from minevis.playing import thoughts
from minevis.show.words.captions import caption
from minevis.show.words.proof_captions import asked_about
from minevis.solver.analysis import Analysis


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a position: text, .mine or a picture; '-' is stdin"
    )
    # refused in words; with a default it is not called missing
    parser.add_argument("more", nargs="*", default=[], help=argparse.SUPPRESS)
    parser.add_argument(
        "--mines", type=int, help="number of mines on the board, if the text does not give it"
    )
    parser.add_argument(
        "--density",
        type=float,
        metavar="P",
        help="chance of a mine in any cell, if the number of mines is unknown (by default every "
        "layout counts the same)",
    )
    parser.add_argument(
        "--overlay",
        type=Path,
        metavar="FILE",
        help="of a picture: write it with what was read drawn over it: .png",
    )
    parser.add_argument(
        "--shape", type=size, metavar="ROWSxCOLS", help="of a picture: the size of its board"
    )
    parser.add_argument("--frame", type=int, help="of an animated picture: which frame to read")
    parser.add_argument(
        "--box",
        type=box,
        metavar="X,Y,W,H",
        help="of a picture: where its board lies, in pixels",
    )
    parser.add_argument(
        "--ignore-flags", action="store_true", help="work without the flags of the position"
    )
    parser.add_argument(
        "--why", type=cell, metavar="ROW,COL", help="only explain why this cell is safe or a mine"
    )
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="write the steps of the solver as a page: .html"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def _execute(options: argparse.Namespace) -> None:
    if options.more:
        raise ValueError(f"one position at a time: here are {1 + len(options.more)} files")
    if options.page is not None:
        _check_page(options.page)
    if options.overlay is not None:
        if options.overlay.suffix.lower() != ".png":
            raise ValueError(f"{options.overlay}: its name must end with .png")
        check_output(options.overlay)
    position = _position(options)
    analysis = analyze(position, trust_flags=not options.ignore_flags, density=options.density)
    if options.page is not None:
        _save_page(options.page, position)
    if options.why is not None:
        print(_why(analysis, options.why, options.json))
    else:
        print(odds_json(analysis) if options.json else analysis)


def _position(options: argparse.Namespace) -> Position:
    if Path(options.file).suffix.lower() in (*PICTURE_FILES, ".pdf", ".svg"):
        return _from_picture(options)
    for name in ("overlay", "box", "shape", "frame"):
        if getattr(options, name) is not None:
            raise ValueError(f"--{name} is for pictures: {', '.join(PICTURE_FILES)}")
    return read_as(
        partial(Position.parse, mines=options.mines),
        options.file,
        partial(Position.load, mines=options.mines),
        POSITION_FILES,
    )


def _from_picture(options: argparse.Namespace) -> Position:
    """Read a position from a picture, and say on stderr how sure it is."""
    reading = Position.from_image(
        options.file, options.mines, box=options.box, shape=options.shape, frame=options.frame or 0
    )
    height, width = reading.position.shape
    print(f"Read from the picture: {height}×{width} cells", file=sys.stderr)
    if reading.mines_left is not None:
        print(f"Mine counter: {reading.mines_left}", file=sys.stderr)
    for note in reading.notes:
        print(f"Note: {note}", file=sys.stderr)
    if reading.doubtful:
        print(f"Doubtful: {listed(reading.doubtful)}", file=sys.stderr)
        print("Compare these cells with the picture (--overlay FILE marks them)", file=sys.stderr)
    if options.overlay is not None:
        picture = BytesIO()
        reading.overlay().save(picture, "PNG")
        with output(options.overlay):
            write_whole(options.overlay, picture.getvalue())
        print(f"Overlay: {options.overlay}", file=sys.stderr)
    return reading.position


def _why(analysis: Analysis, cell: Cell, as_json: bool) -> str:
    """Why a cell is safe, or a mine; of one that is neither, its chance, as the table has it."""
    if cell in cells_of(analysis.position.covered & ~(analysis.safe | analysis.mined)):
        return chance_json(analysis, cell) if as_json else chance_text(analysis, cell)
    proof = asked_about(analysis.proof(cell), cell)
    return proof_json(proof) if as_json else caption(proof)


# Pages are imported when they are needed: odds take a quarter of a second.
def _check_page(path: Path) -> None:
    from minevis.widgets.film.page import check_suffix

    check_output(check_suffix(path))


def _save_page(path: Path, position: Position) -> None:
    from minevis.widgets.film.page import save

    with output(path):
        save(path, thoughts(position), detail=2)


ANALYZE = Command(
    name="analyze",
    summary="the exact odds of a position, and why a cell is safe",
    description="Print the exact odds of a position: '#' covered, 0-8 opened ('.' is 0), 'F' "
    "flagged, '*' exploded, a first line such as 'mines 10'. A picture can be a screenshot of any "
    "program.",
    add_options=_add_options,
    execute=_execute,
)
