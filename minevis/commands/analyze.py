"""`minevis analyze`: the exact odds of a position, why a cell is safe or a mine, and its page."""

import argparse
from functools import partial
from pathlib import Path

from minevis.analyzing import analyze
from minevis.commands.arguments import Command, cell, read_as
from minevis.commands.plain_text import chance_json, chance_text, odds_json, odds_text, proof_json
from minevis.core.files import check_output, output
from minevis.core.grid import Cell, cells_of
from minevis.core.position import POSITION_FILES, Position
from minevis.playing import thoughts
from minevis.show.words.captions import caption
from minevis.show.words.proof_captions import asked_about
from minevis.solver.analysis import Analysis


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a position, as text or .mine; '-' is stdin")
    parser.add_argument("more", nargs="*", help=argparse.SUPPRESS)  # to be refused in words
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
    position = read_as(
        partial(Position.parse, mines=options.mines),
        options.file,
        partial(Position.load, mines=options.mines),
        POSITION_FILES,
    )
    analysis = analyze(position, trust_flags=not options.ignore_flags, density=options.density)
    if options.page is not None:
        _save_page(options.page, position)
    if options.why is not None:
        print(_why(analysis, options.why, options.json))
    else:
        print(odds_json(analysis) if options.json else odds_text(analysis))


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
    "flagged, '*' exploded, a first line such as 'mines 10'.",
    add_options=_add_options,
    execute=_execute,
)
