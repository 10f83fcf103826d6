"""Which clues prove the results of the search: few, and near the cell."""

from collections.abc import Callable
from dataclasses import dataclass

from minevis.solver.counting.counting import mines_of
from minevis.solver.counting.frontier import clue_graph, component_of
from minevis.solver.knowledge import Knowledge

Clues = tuple[int, ...]


@dataclass(frozen=True)
class Witnesses:
    """Sufficient flat `clues`, together with the number of mines if `uses_total`.

    Every clue is needed.
    """

    clues: Clues
    uses_total: bool


class Prover:
    """Finds proofs in one state of knowledge, which it leaves as it is."""

    def __init__(self, knowledge: Knowledge) -> None:
        clues, cells = clue_graph(knowledge)
        left = knowledge.mines_around().ravel()
        self.cells_of: dict[int, list[int]] = {}
        self.clues_of: dict[int, list[int]] = {}
        for clue, cell in sorted(zip(clues.tolist(), cells.tolist(), strict=True)):
            self.cells_of.setdefault(clue, []).append(cell)
            self.clues_of.setdefault(cell, []).append(clue)
        self.need = {clue: int(left[clue]) for clue in self.cells_of}
        self.unknown = int(knowledge.unknown.sum())
        self.total_known = knowledge.total_known
        self.mines_left = knowledge.mines_left if knowledge.total_known else 0

    def prove(self, cell: int, mined: bool) -> Witnesses | None:
        """Return clues that prove flat `cell` a mine, or safe, or None.

        The clues around the cell are tried first, then theirs, ring by ring. Clues that are not
        needed are then removed, the farthest first.
        """

        def proves(clues: Clues) -> bool:
            return not self.possible(clues, {cell: not mined})

        clues = tuple(self.clues_of.get(cell, ()))
        while not proves(clues):
            wider = self._with_next_ring(clues)
            if len(wider) == len(clues):
                return self._prove_by_total(cell, mined)
            clues = wider
        return Witnesses(shrunk(clues, proves), uses_total=False)

    def possible(
        self, clues: Clues, supposed: dict[int, bool], *, with_total: bool = False
    ) -> bool:
        """Whether some layout satisfies `clues` with the `supposed` cells as they are said."""
        need = {clue: self.need[clue] for clue in clues}
        seen: dict[int, tuple[int, ...]] = {}
        for clue in clues:
            for cell in self.cells_of[clue]:
                if cell not in supposed:
                    seen[cell] = (*seen.get(cell, ()), clue)
                elif supposed[cell]:
                    need[clue] -= 1
        covered = dict.fromkeys(clues, 0)
        part: dict[tuple[int, ...], list[int]] = {}
        for cell, by in seen.items():
            part.setdefault(by, []).append(cell)
            for clue in by:
                covered[clue] += 1
        if any(not 0 <= need[clue] <= covered[clue] for clue in clues):
            return False
        found = mines_of(component_of(part, need)) if part else {0}
        if not with_total:
            return bool(found)
        others = self.unknown - len(seen) - len(supposed)
        left = self.mines_left - sum(supposed.values())
        return any(0 <= left - mines <= others for mines in found)

    def refute(self, clues: Clues) -> Clues | None:
        """Return contradictory clues in board order; None if all related clues are consistent.

        They are from `clues` if these suffice; otherwise also from the clues around.
        """

        def refuted(clues: Clues) -> bool:
            return not self.possible(clues, {})

        near = clues
        while not refuted(near):
            wider = self._with_next_ring(near)
            if len(wider) == len(near):
                return None
            near = wider
        return clues if near == clues else shrunk(near, refuted)

    def _with_next_ring(self, clues: Clues) -> Clues:
        cells = {cell for clue in clues for cell in self.cells_of[clue]}
        near = {clue for cell in cells for clue in self.clues_of[cell]}
        return (*clues, *sorted(near - set(clues)))

    def _prove_by_total(self, cell: int, mined: bool) -> Witnesses | None:
        def proves(clues: Clues) -> bool:
            return not self.possible(clues, {cell: not mined}, with_total=True)

        clues = tuple(sorted(self.cells_of))
        if not self.total_known or not proves(clues):
            return None
        return Witnesses(shrunk(clues, proves), uses_total=True)


def shrunk(clues: Clues, proves: Callable[[Clues], bool]) -> Clues:
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
