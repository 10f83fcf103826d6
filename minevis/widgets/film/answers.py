"""Answers to "why this cell?": proofs and exact odds, one at a time or for a whole trace."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from minevis.core.errors import ContradictionError, IllegalMoveError
from minevis.core.events import Exploded, Flagged, Opened, Proved
from minevis.core.formatting import big_number, percent
from minevis.core.grid import Cell, Cells, cells_of, neighbours_in
from minevis.core.position import Position, ViewCode
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.panels.links import links
from minevis.show.tiles.atlas import Mark
from minevis.show.words.captions import caption
from minevis.solver.analysis import Analysis, analyze
from minevis.widgets.film.lines import links_of

PHRASE = "Cell {cell} is a mine in {chance} of the {layouts} that fit."
UNKNOWN = 65535  # no odds: the cell is open
STEPS = 10_000  # odds travel in hundredths of a percent


def answer(position: Position, cell: Cell, analysis: Analysis | None = None) -> dict[str, Any]:
    """What is known of `cell`: its badge, text, the colour it has, and the cells to mark.

    A proof also has `links`, lines from its clues to the cell, as `links_of` gives them.

    Raises `IllegalMoveError` outside the board.
    """
    height, width = position.shape
    row, col = cell
    if not (0 <= row < height and 0 <= col < width):
        raise IllegalMoveError(f"{cell} lies outside a {height}×{width} board")
    code = int(position.view[row, col])
    if code >= 0:
        return _plain(position, cell, f"Cell {cell} is open and shows {code}.")
    if code == ViewCode.EXPLODED:
        return _plain(position, cell, f"Cell {cell} was a mine: it exploded.")
    try:
        analysis = analysis or analyze(position)
    except ContradictionError as error:
        return _contradicted(position, error)
    if code == ViewCode.FLAGGED:
        return _plain(position, cell, f"Cell {cell} carries a flag, which is taken at its word.")
    if analysis.safe[cell] or analysis.mined[cell]:
        return _proven(analysis, cell)
    chance = percent(float(analysis.probability[cell]))
    text = PHRASE.format(cell=cell, chance=chance, layouts=layouts(analysis.configurations))
    clues = [(int(clue), int(Mark.CLUE)) for clue in neighbours_in(position.view > 0, cell)]
    here = (row * width + col, int(Mark.CLICK))
    return {"badge": "ODDS", "role": "search", "text": text, "marks": [*clues, here]}


def layouts(configurations: int) -> str:
    """So many layouts, in words."""
    return f"{big_number(configurations)} {'layout' if configurations == 1 else 'layouts'}"


def position_at(trace: Record, index: int) -> Position:
    """The position that the snapshot after event `index` shows."""
    snapshot = trace[index]
    return Position(snapshot.view, snapshot.mines)


def _plain(position: Position, cell: Cell, text: str) -> dict[str, Any]:
    flat = cell[0] * position.shape[1] + cell[1]
    return {
        "badge": "CELL",
        "role": "deduction",
        "text": text,
        "marks": [(flat, int(Mark.CLICK))],
    }


def _contradicted(position: Position, error: ContradictionError) -> dict[str, Any]:
    width = position.shape[1]
    marks = [(row * width + col, int(Mark.VIOLATED)) for row, col in error.clues]
    text = str(error)
    return {
        "badge": "WRONG",
        "role": "mine",
        "text": f"{text[0].upper()}{text[1:]}.",
        "marks": marks,
    }


def _proven(analysis: Analysis, cell: Cell) -> dict[str, Any]:
    proof = analysis.proof(cell)
    width = analysis.position.shape[1]
    clues: Cells = tuple(divmod(clue, width) for clue in proof.clues)
    return proven(cell, bool(analysis.mined[cell]), clues, proof.uses_total, width)


def proven(cell: Cell, mined: bool, clues: Cells, uses_total: bool, width: int) -> dict[str, Any]:
    """The answer for a cell with a proof."""
    rings = [(row * width + col, int(Mark.CLUE)) for row, col in clues]
    here = (cell[0] * width + cell[1], int(Mark.MINED if mined else Mark.SAFE))
    event = Proved((cell,), mined, clues, uses_total)
    return {
        "badge": "PROOF",
        "role": "mine" if mined else "safe",
        "text": caption(event),
        "marks": [*rings, here],
        "links": links_of(links(event), width),
    }


@dataclass(eq=False)
class Answers:
    """The exact odds of every position of a trace, and the first proof of every cell."""

    odds: list[np.ndarray] = field(default_factory=list)  # each uint16 [H · W]
    layouts: list[str] = field(default_factory=list)  # a position each
    proofs: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, trace: Record) -> "Answers":
        """Analyse every position of `trace`; about 5 ms each on an expert board."""
        found = cls()
        known: set[Cell] = set()
        analysis: Analysis | None = None
        for snapshot in _positions(trace):
            if analysis is None or not isinstance(snapshot.event, Flagged):
                analysis = _analysis(snapshot)
            found._add(analysis, snapshot, known)
        return found

    def _add(self, analysis: Analysis | None, snapshot: Snapshot, known: set[Cell]) -> None:
        if analysis is None:
            self.odds.append(np.full(snapshot.view.size, UNKNOWN, np.uint16))
            self.layouts.append("")
            return
        number = len(self.odds)
        chances = np.where(snapshot.view == ViewCode.COVERED, analysis.probability, np.nan).ravel()
        steps = np.nan_to_num(chances, nan=UNKNOWN / STEPS) * STEPS
        self.odds.append(steps.round().astype(np.uint16))
        self.layouts.append(layouts(analysis.configurations))
        for cell in cells_of(
            (analysis.safe | analysis.mined) & (snapshot.view == ViewCode.COVERED)
        ):
            if cell not in known:
                known.add(cell)
                flat = cell[0] * snapshot.shape[1] + cell[1]
                self.proofs.append({**_proven(analysis, cell), "from": number, "cell": flat})

    def head(self) -> dict[str, Any]:
        """What goes into the header of the film."""
        return {"layouts": self.layouts, "proofs": self.proofs}

    def parts(self) -> dict[str, np.ndarray]:
        """The odds as differences from the position before: uint16 [positions · H · W]."""
        odds = np.stack(self.odds)
        odds[1:] -= odds[:-1].copy()
        return {"odds": odds.ravel()}


def _positions(trace: Record) -> Iterator[Snapshot]:
    """The snapshot of each position: the first one, then one after each change of the board."""
    for index, snapshot in enumerate(trace.snapshots()):
        if index == 0 or isinstance(snapshot.event, Opened | Exploded | Flagged):
            yield snapshot


def _analysis(snapshot: Snapshot) -> Analysis | None:
    try:
        return analyze(Position(snapshot.view, snapshot.mines))
    except ContradictionError:
        return None
