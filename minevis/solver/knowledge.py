"""The current knowledge about a position; the only mutable part of the solver."""

from collections.abc import Iterable

import numpy as np

from minevis.errors import ContradictionError
from minevis.game.grid import Cell, Cells, cell_table, cells_of, neighbour_counts
from minevis.game.position import Position, ViewCode
from minevis.utils.formatting import quantity
from minevis.utils.hints import Helpful

COVERED = int(ViewCode.COVERED)  # numpy compares a plain int three times as fast


class Knowledge(metaclass=Helpful):
    """A player's view and the deductions from it: the argument of a rule.

    A rule reads it and yields `Counted`, `Subtracted` or `Proved`; the solver then marks the
    cells. A flag counts as a mine.

    Attributes
    ----------
    view : numpy.ndarray
        The view of the player: int8 [H, W], codes as in `Position`.
    safe : numpy.ndarray
        Covered cells that are proven safe: bool [H, W].
    mined : numpy.ndarray
        Mines that are flagged, exploded or proven: bool [H, W].

    Examples
    --------
    >>> from minevis.solver.knowledge import Knowledge
    >>> knowledge = Knowledge(mv.Position.parse("#1#", mines=1))
    >>> knowledge.around((0, 1))
    (1, [0, 2])
    >>> knowledge.mark([(0, 0)], mined=True)
    >>> knowledge.mines_left, knowledge.unknown.tolist()
    (0, [[False, False, True]])
    """

    def __init__(self, position: Position) -> None:
        self.view = position.view.copy()
        self.position = position
        self.safe = np.zeros(self.view.shape, dtype=bool)
        self.mined = position.marked.copy()  # explosions and flags among them
        self.changed = set(cells_of(position.opened))  # since `window` last looked

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width in cells."""
        return (self.view.shape[0], self.view.shape[1])

    @property
    def unknown(self) -> np.ndarray:
        """Covered cells without a deduction: bool [H, W]."""
        return (self.view == COVERED) & ~self.safe & ~self.mined

    @property
    def total_known(self) -> bool:
        """Whether the number of mines on the board is known."""
        return self.position.mines is not None

    @property
    def mines_left(self) -> int:
        """Mines on the board minus known mines; negative if there are too many."""
        return self.position.total - self.mines_known

    @property
    def mines_known(self) -> int:
        """The number of flagged, exploded or proven mines."""
        return int(self.mined.sum())

    def mines_around(self) -> np.ndarray:
        """Return the mines still to find around every clue: int16 [H, W], meaningless elsewhere."""
        return self.view.astype(np.int16) - neighbour_counts(self.mined)

    def unknown_around(self) -> np.ndarray:
        """Return the number of unknown cells around every cell: uint8 [H, W]."""
        return neighbour_counts(self.unknown)

    def around(self, clue: Cell) -> tuple[int, list[int]]:
        """Return the mines still to find around a clue, and the numbers of its unknown cells.

        `names` turns cell numbers into `(row, col)`.

        >>> Knowledge(mv.Position.parse("#1#", mines=1)).around((0, 1))
        (1, [0, 2])
        """
        (row, col), (height, width) = clue, self.view.shape
        left, unknown = self.view.item(row, col), []
        view, mined, safe = self.view.item, self.mined.item, self.safe.item
        for above in range(max(row - 1, 0) * width, min(row + 2, height) * width, width):
            for cell in range(above + max(col - 1, 0), above + min(col + 2, width)):
                if mined(cell):  # one by one: nine cells are too few for arrays
                    left -= 1
                elif view(cell) == COVERED and not safe(cell):
                    unknown.append(cell)
        return left, unknown

    def still_unknown(self, flat: Iterable[int]) -> list[int]:
        """Return the undecided cells among some flat cells, in board order."""
        width = self.shape[1]
        return [
            i
            for i in sorted(flat)
            if self.view.item(i) == COVERED
            and not self.safe[divmod(i, width)]
            and not self.mined[divmod(i, width)]
        ]

    def check(self) -> None:
        """Raise `ContradictionError`, naming the clue, if a clue cannot be satisfied any more."""
        left, unknown = self.mines_around(), self.unknown_around()
        broken = (self.view >= 0) & ((left < 0) | (left > unknown))
        if broken.any():
            row, col = (int(i) for i in np.argwhere(broken)[0])
            raise ContradictionError(
                f"the {self.view[row, col]} at ({row}, {col}) "
                + _contradiction(int(left[row, col]), int(unknown[row, col])),
                ((row, col),),
            )
        if self.total_known and self.mines_left < 0:
            raise ContradictionError(
                f"the board has {quantity(self.position.total, 'mine')}, fewer than the "
                f"{self.mines_known} flagged, exploded or proven"
            )

    def mark(self, cells: Iterable[Cell], mined: bool) -> None:
        """Note `cells` as mines, or safe. The solver does it for a custom rule."""
        known = self.mined if mined else self.safe
        for cell in cells:
            known[cell] = True
            self.changed.add(cell)

    def see(self, cells: Cells, numbers: Iterable[int]) -> None:
        """Note `cells` as opened with `numbers`."""
        for cell, number in zip(cells, numbers, strict=True):
            self.view[cell] = number
            self.safe[cell] = False
            self.changed.add(cell)

    def flag(self, cells: Iterable[Cell]) -> None:
        """Note flags on proven mines."""
        for cell in cells:
            self.view[cell] = ViewCode.FLAGGED

    def names(self, flat: Iterable[int]) -> Cells:
        """Return cells as `(row, col)`, from their numbers in row order.

        >>> Knowledge(mv.Position.parse("#1#", mines=1)).names([0, 2])
        ((0, 0), (0, 2))
        """
        table = cell_table(self.shape)
        return tuple(table[i] for i in flat)


def _contradiction(left: int, unknown: int) -> str:
    """Describe a clue with `left` mines left and `unknown` cells for them."""
    if left < 0:
        return f"has {quantity(-left, 'mine')} too many around it"
    cells = quantity(unknown, "covered cell") if unknown else "no covered cell"
    them = "it" if left == 1 else "them"
    return f"still needs {quantity(left, 'mine')} and has {cells} left to hold {them}"
