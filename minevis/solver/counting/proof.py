"""Which clues prove a result of the search, or contradict each other: few, and near the cell.

For a component without a configuration, `conflict` finds a minimal set of contradictory clues. The
direct way leaves out clues in turn and checks the rest: for n clues, n counts of the component.
`conflict` is faster. A clue matters only between its first and its last box. Fillings of earlier
boxes are known from earlier checks, and fillings of later boxes do not change.
"""

from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from minevis.errors import ContradictionError, TooManyCasesError
from minevis.game.grid import flat_of
from minevis.game.position import Position, ViewCode
from minevis.solver.counting.counting import (
    BITS_PER_CLUE,
    MOST_STATES,
    Step,
    at_most,
    mines_of,
    spend,
    steps_of,
)
from minevis.solver.counting.frontier import Component, clue_graph, component_of
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
        """Return whether some layout satisfies `clues` and has the `supposed` cells."""
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
    needed = Prover(knowledge).refute(tuple(flat_of(clue, width) for clue in error.clues))
    clues = error.clues if needed is None else knowledge.names(needed)
    return error if clues == error.clues else unsatisfied(clues)


def _doubting_flags(error: ContradictionError, position: Position) -> ContradictionError:
    if not error.clues or not (position.view == ViewCode.FLAGGED).any():
        return error
    prover = Prover(Knowledge(position.unflagged()))
    clues = tuple(flat_of(clue, position.shape[1]) for clue in error.clues)
    if not all(clue in prover.cells_of for clue in clues) or not prover.possible(clues, {}):
        return error
    return ContradictionError(f"{error}, or a flag is wrong", error.clues)


def unsatisfied(clues: tuple[tuple[int, int], ...]) -> ContradictionError:
    """Return the error for clues without a layout."""
    where = ", ".join(map(str, clues))
    return ContradictionError(f"no layout of mines satisfies the clues at {where}", clues)


def conflict(component: Component) -> tuple[int, ...]:
    """Return contradictory flat clues in board order; without any of them a layout exists.

    `component` has no configuration. The result is a minimal unsatisfiable core. Clues are
    deleted from the first box on, then from the last: the smaller core wins.
    """
    needed = _needed(component)
    if len(needed) == len(component.clues):  # then there is no other
        return needed
    return min(needed, _needed(_turned(component)), key=len)


def _needed(component: Component) -> tuple[int, ...]:
    """Return the clues left after deleting every unneeded one, from the first box on."""
    steps, start = steps_of(component)
    spans = _spans(component)
    behind = _behind(component, start)
    at, states, dropped = 0, {start}, frozenset[int]()
    for clue in sorted(spans, key=lambda clue: spans[clue][0]):
        first, without = spans[clue][0], dropped | {clue}
        states, at = _reached(states, steps[at:first], dropped), first
        freed = {state - (component.needs[clue] << BITS_PER_CLUE * clue) for state in states}
        end = max(spans[each][1] for each in without)
        if _reached(freed, steps[first:end], without).isdisjoint(behind[end]):
            states, dropped = freed, without
    return tuple(flat for clue, flat in enumerate(component.clues) if clue not in dropped)


def _turned(component: Component) -> Component:
    """Return the same component, its boxes in the opposite order."""
    return Component(component.boxes[::-1], component.links[::-1], component.clues, component.needs)


def _spans(component: Component) -> dict[int, tuple[int, int]]:
    """Return the first box of every clue, and the box after its last."""
    boxes: dict[int, list[int]] = {}
    for box, seen in enumerate(component.links):
        for clue in seen:
            boxes.setdefault(clue, []).append(box)
    return {clue: (own[0], own[-1] + 1) for clue, own in boxes.items()}


def _behind(component: Component, start: int) -> list[set[int]]:
    """Return, before every box and after the last, the states that later boxes can finish."""
    layers = [{start}]  # by the numbers left to the boxes before
    for step in steps_of(_turned(component))[0]:
        layers.append(_reached(layers[-1], [step], frozenset()))
    return [{start - left for left in layer} for layer in reversed(layers)]


def _reached(states: Set[int], steps: Iterable[Step], dropped: Set[int]) -> set[int]:
    """Return the states after some boxes, ignoring the `dropped` clues."""
    for step in steps:
        tried = step.without(dropped)
        states = {state - mines * tried.mask for state in states for mines in tried.fits(state)}
        spend(len(states))
    return set(states)
