"""Which clues prove a result of the search, or contradict each other: few, and near the cell."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from minevis.errors import ContradictionError, TooManyCasesError
from minevis.game.grid import flat_of
from minevis.game.position import Position, ViewCode
from minevis.solver.counting.counting import MOST_STATES, at_most, mines_of
from minevis.solver.counting.frontier import component_of
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues

Named = tuple[int, ...]


@dataclass(frozen=True)
class Witnesses:
    """Sufficient flat `clues`, together with the number of mines if `uses_total`.

    Every clue is needed.
    """

    clues: Named
    uses_total: bool


class Prover:
    """Finds clues that prove something, by counting configurations."""

    def __init__(self, clues: Clues) -> None:
        self.clues = clues

    def prove(self, cell: int, mined: bool) -> Witnesses | None:
        """Return clues that prove flat `cell` a mine, or safe, or None.

        The clues around the cell are tried first, then theirs, ring by ring.
        """
        supposed = {cell: not mined}
        near = self.near(self.clues.clues_of.get(cell, ()), supposed)
        if near is not None:
            return Witnesses(near, uses_total=False)
        clues = tuple(self.clues.cells_of)
        if not self.clues.total_known or self.possible(clues, supposed, with_total=True):
            return None
        return Witnesses(self.all_in_all(clues, supposed), uses_total=True)

    def near(self, clues: Iterable[int], supposed: Mapping[int, bool]) -> Named | None:
        """Return needed clues that exclude the `supposed` cells, in board order, or None.

        They are from `clues` if these suffice; otherwise also from the clues around.
        """
        named = tuple(clues)
        while self.possible(named, supposed):
            cells = {cell for clue in named for cell in self.clues.cells_of[clue]}
            wider = {clue for cell in cells for clue in self.clues.clues_of[cell]} - {*named}
            if not wider:
                return None
            named = (*named, *sorted(wider))
        return shrunk(named, lambda some: not self.possible(some, supposed))

    def all_in_all(self, clues: Iterable[int], supposed: Mapping[int, bool]) -> Named:
        """Return those of `clues` that are needed, with the number of mines."""
        return shrunk(tuple(clues), lambda some: not self.possible(some, supposed, with_total=True))

    def possible(
        self, named: Named, supposed: Mapping[int, bool], *, with_total: bool = False
    ) -> bool:
        """Return whether some layout satisfies the clues `named` and has the `supposed` cells."""
        boxes, needs = self.clues.boxes(named, supposed)
        room = dict.fromkeys(named, 0)
        for by, cells in boxes.items():
            for clue in by:
                room[clue] += len(cells)
        if any(not 0 <= needs[clue] <= room[clue] for clue in named):
            return False
        totals = mines_of(component_of(boxes, needs)) if boxes else {0}
        if not with_total:
            return bool(totals)
        unknown = len(self.clues.cells) + len(self.clues.interior)
        others = unknown - sum(map(len, boxes.values())) - len(supposed)
        left = self.clues.mines_left - sum(supposed.values())
        return any(0 <= left - mines <= others for mines in totals)


def shrunk(clues: Named, proves: Callable[[Named], bool]) -> Named:
    """Return the necessary ones of `clues`, tried from the end in halves."""
    size = max(len(clues), 1)
    while True:
        end = len(clues)
        while end > 0:
            start = max(end - size, 0)
            without = clues[:start] + clues[end:]
            if proves(without):
                clues = without
            end = start
        if size == 1:
            return tuple(sorted(clues))
        size = (size + 1) // 2


@contextmanager
def naming_clues(position: Position) -> Iterator[None]:
    """Let a `ContradictionError` over `position` name clues that contradict by themselves.

    A contradiction names clues that fail together with earlier deductions. The clues of
    these deductions belong to it. If the clues are consistent without flags, the error says
    that a flag may be wrong.
    """
    try:
        yield
    except ContradictionError as error:
        with suppress(TooManyCasesError), at_most(MOST_STATES):
            error = _doubting_flags(_in_full(error, position), position)
        raise error from None


def _in_full(error: ContradictionError, position: Position) -> ContradictionError:
    """Return an error naming all clues, or the same one if the number of mines is at fault."""
    if not error.clues:
        return error
    knowledge = Knowledge(position)
    try:
        knowledge.check()
    except ContradictionError as alone:  # one clue, from the position only
        return alone
    width = position.shape[1]
    flat = tuple(flat_of(clue, width) for clue in error.clues)
    needed = Prover(Clues(knowledge)).near(flat, {})
    clues = error.clues if needed is None else knowledge.names(needed)
    return error if clues == error.clues else unsatisfied(clues)


def _doubting_flags(error: ContradictionError, position: Position) -> ContradictionError:
    if not error.clues or not (position.view == ViewCode.FLAGGED).any():
        return error
    known = Clues(Knowledge(position.unflagged()))
    clues = tuple(flat_of(clue, position.shape[1]) for clue in error.clues)
    if not known.mask.keys() >= {*clues} or not Prover(known).possible(clues, {}):
        return error
    return ContradictionError(f"{error}, or a flag is wrong", error.clues)


def unsatisfied(clues: tuple[tuple[int, int], ...]) -> ContradictionError:
    """Return the error for clues without a layout."""
    where = ", ".join(map(str, clues))
    return ContradictionError(f"no layout of mines satisfies the clues at {where}", clues)
