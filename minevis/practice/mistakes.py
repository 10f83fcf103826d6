"""Puzzles from mistakes: positions with a safe cell in which a guess was made."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from minevis.analysis import analyze
from minevis.game.grid import Cell, Cells, cells_of
from minevis.game.position import Position, ViewCode
from minevis.practice.puzzle import OVERLAP, Puzzle, easiest_proof, kind_of
from minevis.solver.analysis import Analysis
from minevis.solver.proofs.steps import cells_named
from minevis.trace.record import Record

if TYPE_CHECKING:
    from minevis.reviews.review import Review

NEAR = (
    3,
    2,
    4,
    1,
    0,
)  # rows and columns around the safe cell: the first window that works is used


def puzzles_of_mistakes(trace: Record, review: "Review") -> tuple[Puzzle, ...]:
    """Return the needless guesses of a game as puzzles, in order; provable mines are flagged.

    Each asks about the covered cells near the missed safe cell. A guess gives no puzzle if its
    proof takes clues from all over the board.
    """
    return tuple(_puzzles(trace, review))


def _puzzles(trace: Record, review: "Review") -> Iterator[Puzzle]:
    for click in review.mistakes:
        if click.guess is not None and click.safe is not None:
            before = trace[click.index - 1]
            known = analyze(Position(before.view, before.mines).unflagged())
            for near in NEAR:
                puzzle, analysis = _puzzle(known, click.safe, near)
                if _is_within(puzzle, analysis):
                    yield puzzle
                    break


def _puzzle(known: Analysis, safe: Cell, near: int) -> tuple[Puzzle, Analysis]:
    """The puzzle about the cells so near, and its solution."""
    view = known.position.view.copy()
    asked = _near(known, safe, near)
    around = known.mined.copy()
    around[tuple(zip(*asked, strict=True))] = False  # cells in question stay unknown
    view[around] = ViewCode.FLAGGED
    flagged = Position(view, known.position.mines)
    analysis = analyze(flagged)
    proof = easiest_proof(analysis, tuple(cell for cell in asked if analysis.safe[cell]))
    kind = (kind_of(proof) if proof is not None else None) or OVERLAP
    return Puzzle.of(kind, flagged, asked, known=analysis), analysis


def _is_within(puzzle: Puzzle, known: Analysis) -> bool:
    """Whether a puzzle's window shows everything the proofs mention."""
    top, left, height, width = puzzle.window
    proofs = [known.proof(cell) for cell in (*puzzle.safe, *puzzle.mines)]
    named = {
        cell for proof in proofs for cell in chain(proof.cells, *map(cells_named, proof.steps))
    }
    return all(top <= r < top + height and left <= c < left + width for r, c in named)


def _near(known: Analysis, safe: Cell, reach: int) -> Cells:
    """Return a cell and the covered frontier cells around it."""
    found = []
    beside = known.position.view >= 0
    for row, col in cells_of(known.position.covered):
        near = max(abs(row - safe[0]), abs(col - safe[1])) <= reach
        touches = beside[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2].any()
        if (row, col) == safe or (near and touches):
            found.append((row, col))
    return tuple(found)
