"""`PartAnalysis`: the analysis of a part of a board, such as a crop of a screenshot.

Next to an edge of the part that is no edge of the board lies a ring of covered cells that nobody
sees. They are cells like others for counting, and are left out of the result.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from minevis.errors import ContradictionError
from minevis.game.grid import EDGES, Cell, Cells, frozen
from minevis.game.position import Position, ViewCode
from minevis.solver import analysis
from minevis.solver.analysis import Analysis, FrontierComponent
from minevis.solver.proofs.steps import Proof, with_cells

USUAL_DENSITY = 99 / 480  # of expert boards, which most games are played on
_T = TypeVar("_T")


@dataclass(frozen=True, eq=False, repr=False)
class PartAnalysis(Analysis):
    """The result of `analyze` for a part of a board. Cells are those of the part.

    Proofs and components may name cells of the ring beyond it: a row or column of -1, or one
    past the last.

    Attributes
    ----------
    part : str
        The edges of the part that are no edges of the board: letters of "tblr".
    whole : Analysis
        The analysis of the part with its ring, in coordinates of its own.

    Examples
    --------
    >>> found = mv.analyze("1#\\n1#", part="tr", density=0.2)
    >>> found.probability.round(2).tolist()
    [[nan, 0.5], [nan, 0.5]]
    """

    part: str = EDGES
    whole: Analysis = field(default=None, kw_only=True)  # type: ignore[assignment]

    @cached_property
    def components(self) -> tuple[FrontierComponent, ...]:
        """The components of the frontier after counting, with cells of the ring."""
        return tuple(map(self._inside, self.whole.components))

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """The possible numbers of mines on the part and its ring, with their layout counts."""
        return self.whole.totals

    @cached_property
    def zero_probability(self) -> np.ndarray:
        """The chance of a zero at every covered cell: float64, nan if opened; an estimate."""
        return frozen(self.whole.zero_probability[self._inner])

    def _again(self, position: Position) -> Analysis:
        return analyze_part(position, self.part, self.density or USUAL_DENSITY)

    def why(self, cell: Cell) -> Cells:
        """Return a minimal set of clues that proves `cell` safe or a mine, as `Analysis.why`."""
        return self._inside(self.whole.why(self._outside(cell)), Cells)

    def proof(self, cell: Cell) -> Proof:
        """Return the easiest proof that `cell` is safe or a mine, as `Analysis.proof`."""
        return self._inside(self.whole.proof(self._outside(cell)))

    def sample(self, count: int = 1, *, seed: int = 0) -> np.ndarray:
        """Draw layouts of mines on the part, weighed by `density`: bool [count, H, W]."""
        return self.whole.sample(count, seed=seed)[(slice(None), *self._inner)]

    @property
    def _inner(self) -> tuple[slice, slice]:
        """The part within its ring."""
        (down, right), (height, width) = _corner(self.part), self.position.shape
        return slice(down, down + height), slice(right, right + width)

    def _inside(self, named: _T, hint: Any = None) -> _T:
        """Translate all cells of a value from the coordinates of `whole`."""
        return _moved_back(named, self.part, hint)

    def _outside(self, cell: Cell) -> Cell:
        """Translate a cell that can be proven to the coordinates of `whole`."""
        down, right = _corner(self.part)
        row, col = self._asked(cell)
        return row + down, col + right


def analyze_part(position: Position, part: str, density: float) -> PartAnalysis:
    """Return the analysis of a part of a board, whose edges `part` are cut.

    Raises `ContradictionError`, naming clues, if no layout fits.
    """
    top, bottom, left, right = (int(edge in part) for edge in EDGES)
    rings = ((top, bottom), (left, right))
    view = np.pad(position.view, rings, constant_values=np.int8(ViewCode.COVERED))
    try:
        whole = analysis.analyze(Position(view), density=density)
    except ContradictionError as error:
        clues = _moved_back(error.clues, part, Cells)
        fault = "no layout of mines fits this part of a board"
        named = ", ".join(map(str, clues))
        raise ContradictionError(f"{fault}: see the clues at {named}", clues) from None
    inner = slice(top, top + position.shape[0]), slice(left, left + position.shape[1])
    return PartAnalysis(
        position,
        whole.safe[inner],
        whole.mined[inner],
        whole.probability[inner],
        whole.configurations,
        density,
        part=part,
        whole=whole,
    )


def _corner(part: str) -> Cell:
    """Return where the first cell of a part lies within its ring."""
    return int("t" in part), int("l" in part)


def _moved_back(named: _T, part: str, hint: Any = None) -> _T:
    down, right = _corner(part)
    return with_cells(named, lambda cell: (cell[0] - down, cell[1] - right), hint)
