"""A game by a player who never overlooks the easiest idea, turn by turn.

Counting comes first. If it opens no cell, ideas follow from easy to hard. The first idea that gives
a safe cell is the one the turn needs. If no cell is certain the turn is a guess, and the game
continues as if the guess had been lucky, so that the entire board is seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from minevis.analysis import analyze
from minevis.errors import IllegalMoveError
from minevis.game.board import Board
from minevis.game.game import Game
from minevis.game.grid import Cell, Cells, cells_of
from minevis.game.position import Position, ViewCode
from minevis.solver.analysis import Analysis, certain_cells
from minevis.solver.events import Counted
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues
from minevis.solver.proofs.prove import Reasoner
from minevis.solver.proofs.steps import Proof
from minevis.solver.rules import count


@dataclass(frozen=True)
class Turn:
    """The reason for opening the next cells: counting, a proof, or a guess with some risk.

    `before` is the position at the start of the turn, with known mines flagged; `position` is
    the position after counting. `kind` is the kind of the proof, "count", or "guess".
    """

    kind: str
    before: Position
    position: Position
    counted: tuple[Counted, ...]
    proof: Proof | None  # of the opened cells, if counting opens none
    opened: Cells
    risk: float = 0.0
    known: Analysis | None = field(default=None, compare=False, repr=False)  # of `position`


def turns(board: Board, first: Cell) -> Iterator[Turn]:
    """The turns of a game on `board` from the click `first` on.

    Raises `IllegalMoveError` for a first click outside the board or on a mine.
    """
    game = Game(board)
    if game.open(first) and game.lost:
        raise IllegalMoveError(f"the first click {first} is a mine: the game ends there")
    knowledge = Knowledge(game.position)
    while not game.over:
        turn = _turn(knowledge, board)
        yield turn
        for cell in turn.opened:
            if game.view[cell] == ViewCode.COVERED:
                opened = game.open(cell)
                knowledge.see(opened, [int(game.view[each]) for each in opened])


def _turn(knowledge: Knowledge, board: Board) -> Turn:
    before = flagged(knowledge)
    counted = tuple(count(knowledge))
    safe = cells_of(knowledge.safe)
    if safe:
        return Turn("count", before, before, counted, None, safe)
    position = flagged(knowledge)
    known = analyze(position)
    proof = next_proof(knowledge, certain_cells(known)) if known.safe.any() else None
    if proof is not None:
        opened = cells_of(knowledge.safe)
        return Turn(proof.kind, before, position, counted, proof, opened, known=known)
    knowledge.mined |= known.mined
    risks = np.where(knowledge.unknown & ~board.mined, known.probability, 2.0)
    row, col = divmod(int(risks.argmin()), board.width)
    risk = float(risks[row, col])
    return Turn("guess", before, position, counted, None, ((row, col),), risk, known)


def flagged(knowledge: Knowledge) -> Position:
    """The position of a state of knowledge, with known mines flagged."""
    view = np.where(knowledge.mined, ViewCode.FLAGGED, knowledge.view)
    return Position(view.astype(np.int8), knowledge.position.mines)


def next_proof(
    knowledge: Knowledge, certain: dict[int, bool], clues: Clues | None = None
) -> Proof | None:
    """Return the proof of the next safe cells, by the easiest ideas; note the cells.

    Only from the given `clues`, if there are any. None if only mines are certain.
    """
    reasoner = Reasoner(knowledge, certain, clues=clues)
    for reason in reasoner.finds():
        names = reasoner.clues.names
        inside = tuple(map(reasoner.clues.name, reason.inside))
        inside_mined = reasoner.inside_mined
        knowledge.mark((*names(reason.find.mines), *(inside if inside_mined else ())), True)
        safe = (*names(reason.find.safe), *(() if inside_mined else inside))
        if safe:
            knowledge.mark(safe, False)
            return reasoner.proof(safe[0][0] * knowledge.shape[1] + safe[0][1])
    return None
