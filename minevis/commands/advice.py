"""Which cell to open: the answer that `minevis analyze` gives above all others."""

import warnings
from dataclasses import dataclass
from itertools import islice
from typing import Any

from minevis.core.events import Guessed
from minevis.core.formatting import percent
from minevis.core.grid import Cell, cells_of
from minevis.core.position import Position
from minevis.playing import thoughts
from minevis.show.words.captions import caption
from minevis.solver.analysis import Analysis

LARGEST = 10_000  # cells: on larger boards looking ahead takes minutes
COMPARED = 12  # safe cells whose proofs are compared, to name an easy one


@dataclass(frozen=True)
class Candidate:
    """A cell to open: its chance of a mine, and the chance to win if the player `best` opens it.

    `win` is None where it is not estimated: for a safe cell, on a large board, and if the number
    of mines is unknown.
    """

    cell: Cell
    risk: float
    win: float | None = None
    exact: bool = False

    def __str__(self) -> str:
        if self.risk == 0:
            return f"{self.cell}, which is safe"
        risk = f"{self.cell}, a mine in {percent(self.risk)}"
        if self.win is None:
            return risk
        win = percent(self.win)
        about = "" if self.exact or not win[0].isdigit() else "about "
        return f"{risk}, wins {about}{win}"

    def json(self) -> dict[str, Any]:
        """The same for `json.dumps`."""
        return {"cell": self.cell, "risk": self.risk, "win": self.win, "exact": self.exact}


@dataclass(frozen=True)
class Advice:
    """The cell to open and why; without a safe cell also the runner-up, if there is one."""

    best: Candidate
    runner_up: Candidate | None
    why: str


def advice(analysis: Analysis) -> Advice | None:
    """Return which cell to open; None if no covered cell is left that could be safe.

    A safe cell with an easy proof if there is one, otherwise the choice of the player `best`.

    >>> from minevis.solver.analysis import analyze
    >>> print(advice(analyze(Position.parse("mines 1\\n1#\\n##"))).best)
    (0, 1), a mine in 33 %, wins 33 %
    """
    if analysis.safe.any():
        return _safe(analysis)
    position = analysis.position
    if not (position.covered & ~analysis.mined).any():
        return None
    large = position.view.size > LARGEST
    guess = None if large or position.mines is None else _guess(position)
    if guess is None:
        least, *others = (
            Candidate(cell, float(analysis.probability[cell])) for cell in analysis.best[:2]
        )
        return Advice(least, others[0] if others else None, "No cell is safer.")
    first, *others = (
        (Candidate(option.cell, option.risk, option.win, option.exact) for option in guess.options)
        if guess.options
        else (Candidate(guess.cell, float(analysis.probability[guess.cell])),)
    )
    return Advice(first, others[0] if others else None, caption(guess))


def _guess(position: Position) -> Guessed | None:
    """The guess of the player `best`; None if looking ahead would take minutes."""
    with warnings.catch_warnings():
        warnings.simplefilter(
            "error", UserWarning
        )  # a count that takes long warns before it begins
        try:
            guess = thoughts(position, "best").events[-1]
        except UserWarning:
            return None
    assert isinstance(guess, Guessed), f"{guess} although no cell is safe"
    return guess


def _safe(analysis: Analysis) -> Advice:
    cells = list(islice(cells_of(analysis.safe), COMPARED))
    proofs = [analysis.proof(cell) for cell in cells]
    easiest = min(range(len(cells)), key=lambda i: proofs[i].difficulty)
    return Advice(Candidate(cells[easiest], 0.0), None, caption(proofs[easiest]))
