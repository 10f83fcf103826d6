"""Perfect play when few layouts are left: the move that wins most of them.

A set of layouts is one integer, one bit per layout. Opening a cell and seeing a number is a single
`&`. Only this set matters: it determines the relevant open cells.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

import numpy as np

from minevis.game.grid import Cell, neighbour_counts

CALLS_A_CELL = 5  # nested calls; no line of play opens a cell twice, and layouts get fewer


_lock = Lock()
_deep: list[int] = []  # nested calls needed by the searches under way
_usual = 0  # Python's recursion limit without them


@contextmanager
def nested_calls(needed: int) -> Iterator[None]:
    """Raise Python's recursion limit meanwhile. Threads share it, so the last one restores it.

    This is safe: calls of Python functions do not use C's stack.
    """
    global _usual
    with _lock:
        _usual = _usual if _deep else sys.getrecursionlimit()
        _deep.append(needed)
        sys.setrecursionlimit(_usual + max(_deep))
    try:
        yield
    finally:
        with _lock:
            _deep.remove(needed)
            if not _deep:
                sys.setrecursionlimit(_usual)


class LimitReachedError(Exception):
    """Perfect play would take more work than it was allowed."""


@dataclass(frozen=True)
class BestMove:
    """The cell with most wins, and the number of layouts won by perfect play."""

    cell: Cell
    wins: int
    layouts: int

    @property
    def chance(self) -> float:
        """The chance to win with perfect play."""
        return self.wins / self.layouts


class Endgame:
    """Perfect play over equally likely layouts: bool [n, H, W]."""

    def __init__(self, layouts: np.ndarray) -> None:
        self.count: int = layouts.shape[0]
        self.height: int = layouts.shape[1]
        self.width: int = layouts.shape[2]
        counts = np.stack([neighbour_counts(layout) for layout in layouts])
        shows = np.where(layouts, 9, counts).reshape(self.count, -1)
        self.mined = [_bits(shows[:, cell] == 9) for cell in range(shows.shape[1])]
        self.splits = [
            [_bits(shows[:, cell] == number) for number in np.unique(shows[:, cell]) if number < 9]
            for cell in range(shows.shape[1])
        ]
        self.known: dict[int, int] = {}
        self.evaluated = 0  # sets of layouts evaluated or begun
        self.limit: int | None = None
        self.calls = CALLS_A_CELL * min(len(self.mined), self.count)  # nested, at most

    @property
    def all(self) -> int:
        """The set of all layouts."""
        return (1 << self.count) - 1

    def wins(self, layouts: int) -> int:
        """Return the number of layouts that perfect play wins from a set.

        Raises `LimitReachedError` if evaluation takes more sets of layouts than the limit.
        """
        with nested_calls(self.calls):
            return self._wins(layouts)

    def _wins(self, layouts: int) -> int:
        if layouts.bit_count() <= 1:
            return layouts.bit_count()
        wins = self.known.get(layouts)  # asked once: a large set takes long to hash
        if wins is None:
            wins = self.known[layouts] = self._evaluate(layouts)[1]
        return wins

    def best(self, cells: Sequence[int] | None = None, *, limit: int | None = None) -> BestMove:
        """Return the best first cell of `cells` (flat; by default all), and its wins.

        Equal cells are ordered by mines, fewest first, then by place on the board. Raises
        `LimitReachedError` if more than `limit` sets of layouts must be evaluated. Every set counts
        once; single layouts do not count.
        """
        self.limit = limit
        if self.count == 1:  # only one layout is left
            safe = [cell for cell, mined in enumerate(self.mined) if not mined]
            return BestMove(divmod(safe[0] if safe else 0, self.width), 1, 1)
        with nested_calls(self.calls):
            cell, wins = self._evaluate(self.all, cells)
        if cells is None:
            self.known[self.all] = wins
        return BestMove(divmod(cell, self.width), wins, self.count)

    def wins_of(self, cell: int) -> int:
        """Return the wins of opening flat `cell` now, followed by perfect play."""
        return sum(map(self.wins, self._parts(self.all, cell)))

    def _parts(self, layouts: int, cell: int) -> list[int]:
        return [part for numbered in self.splits[cell] if (part := layouts & numbered)]

    def _evaluate(self, layouts: int, cells: Sequence[int] | None = None) -> tuple[int, int]:
        """Return the cell to open and how many layouts it wins.

        A cell without risk comes first if it separates the layouts.
        """
        self.evaluated += 1
        if self.limit is not None and self.evaluated > self.limit:
            raise LimitReachedError(f"more than {self.limit} sets of layouts")
        safe = self._safe_cell(layouts) if cells is None else None
        if safe is not None:
            wins = 0
            for part in self._parts(layouts, safe):  # `sum` would use C's stack for every call
                wins += self._wins(part)
            return safe, wins
        return self._best_guess(layouts, cells)

    def _safe_cell(self, layouts: int) -> int | None:
        """Return the first cell in board order that is safe and separates the layouts."""
        for cell, mined in enumerate(self.mined):
            if not mined & layouts and self._separates(layouts, cell):
                return cell
        return None

    def _separates(self, layouts: int, cell: int) -> bool:
        """Return whether a safe cell may show more than one number."""
        for numbered in self.splits[cell]:
            part = layouts & numbered
            if part:
                return part != layouts
        return False

    def wins_above(self, layouts: int, enough: int) -> int:
        """Return `wins`; a subclass may return any bound up to `enough` instead."""
        return self._wins(layouts)

    def _best_guess(
        self, layouts: int, cells: Sequence[int] | None, enough: int = 0
    ) -> tuple[int, int]:
        """Return the cell that wins most, without cells that cannot beat the current best.

        If no cell wins more than `enough`, return the most that they win.
        """
        total = layouts.bit_count()
        chosen = range(len(self.mined)) if cells is None else cells
        survivors = sorted(
            ((total - (layouts & self.mined[cell]).bit_count(), -cell) for cell in chosen),
            reverse=True,
        )
        best, most, at_most = -survivors[0][1], enough, 0
        for bound, negative in survivors:
            if bound <= most:
                at_most = max(at_most, bound)
                break
            parts = self._parts(layouts, -negative)
            if parts == [layouts]:
                continue  # it separates no layouts
            won = self._won(parts, bound, most)
            at_most = max(at_most, won)
            if won > most:
                best, most = -negative, won
        return best, most if most > enough else at_most

    def _won(self, parts: list[int], bound: int, enough: int) -> int:
        """Return the wins over all parts, or the rest of `bound` once it is not more than
        `enough`."""
        for part in sorted(parts, key=int.bit_count):
            count = part.bit_count()
            bound -= count - self.wins_above(part, count - bound + enough)
            if bound <= enough:
                return bound
        return bound


class BoundedEndgame(Endgame):
    """Perfect play with pruning: it leaves a set of layouts once it cannot beat the best.

    That means two to four times fewer sets on entire boards. It has no limit.
    The idea is alpha-beta search (Knuth and Moore, 1975).
    """

    def __init__(self, layouts: np.ndarray, report: Callable[[], object]) -> None:
        super().__init__(layouts)
        self.at_most: dict[int, int] = {}  # wins of sets that were left
        self.report = report  # called for every evaluated set

    def wins_above(self, layouts: int, enough: int) -> int:
        """Return perfect play's wins if they exceed `enough`, otherwise an upper bound of them.

        The bound is at most `enough`.
        """
        count = layouts.bit_count()
        if count <= max(enough, 1):
            return count
        won = self.known.get(layouts)
        if won is None:
            won = self.at_most.get(layouts, count)
            if won > enough:
                won = self._worked_out(layouts, count, enough)
        return won

    def _worked_out(self, layouts: int, count: int, enough: int) -> int:
        self.evaluated += 1
        self.report()
        safe = self._safe_cell(layouts)
        if safe is not None:
            won = self._won(self._parts(layouts, safe), count, enough)
        else:
            won = self._best_guess(layouts, None, enough)[1]
        (self.known if won > enough else self.at_most)[layouts] = won
        return won


def _bits(mask: np.ndarray) -> int:
    """Return a bool array [n] as an integer, its first element in the lowest bit."""
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")
