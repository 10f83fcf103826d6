"""The last resort of a proof: all the ways to fill the cells around a few clues."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from minevis.solver.counting.frontier import Component, component_of
from minevis.solver.counting.proof import Prover
from minevis.solver.proofs.clues import Bits, Clues, Facts, Find, members, union
from minevis.solver.proofs.steps import Cases, Step

LISTED = 24  # ways listed by a step; beyond that it only counts them
COUNTED = 100_000  # ways to count at most


@dataclass(frozen=True, slots=True)
class Listing(Find):
    """Cells with the same result in all ways to fill the cells around the clues `named`."""

    named: tuple[int, ...] = ()
    total: bool = False
    inside: tuple[int, ...] = ()  # settled cells next to no clue
    mined: bool = False

    @property
    def settles_interior(self) -> bool:
        """Return whether it settles cells next to no clue."""
        return bool(self.inside)

    def again(self, clues: Clues, facts: Facts) -> "Listing | None":
        """Return the same, from its own basis; cells known by now are left out."""
        known = facts.mines | facts.safe
        if self.rests & ~known or (self.gives and not self.gives & ~known):
            return None
        return replace(self, mines=self.mines & ~known, safe=self.safe & ~known)

    def steps(self, clues: Clues, facts: Facts, depth: int) -> tuple[Step, ...]:
        """Return one step with a list of the ways."""
        component = component_of(*clues.boxes(self.named, as_known(clues, facts)))
        left = clues.mines_left - facts.mines.bit_count()
        known = (facts.mines | facts.safe).bit_count()
        others = len(clues.cells) - known - len(component.cells) + len(clues.interior)
        ways = _ways(component, range(left - others, left + 1) if self.total else None)
        shown = tuple(islice(ways, LISTED))
        count = len(shown) + sum(1 for _ in islice(ways, COUNTED))
        cells = (*clues.names(self.gives), *map(clues.name, self.inside))
        boxes = tuple(tuple(map(clues.name, box)) for box in component.boxes)
        total = left if self.total else None
        named = tuple(map(clues.name, self.named))
        return (Cases(named, boxes, shown, count, total, cells, self.mined, depth),)


def list_cases(
    clues: Clues, prover: Prover, facts: Facts, bits: Bits, inside: tuple[int, ...], mined: bool
) -> Listing:
    """Return the fewest clues that prove the cells `bits`, or `inside`, next to no clue.

    The cells are alike: a result for one applies to all.
    """
    flat = next((clues.cells[i] for i in members(bits)), inside[0] if inside else -1)
    supposed = {**as_known(clues, facts), flat: not mined}
    named = prover.near(clues.clues_of.get(flat, ()), supposed)
    total = named is None
    if named is None:
        live = [clue for clue in clues.mask if clues.state(clue, facts)[1]]
        named = prover.all_in_all(live, supposed)
    known = facts.mines | facts.safe
    rests = known if total else known & union(clues.mask[clue] for clue in named)
    gives = (bits, 0) if mined else (0, bits)
    return Listing(*gives, rests, False, named, total, inside, mined)


def as_known(clues: Clues, facts: Facts) -> dict[int, bool]:
    """Return the facts by flat cell: whether it is a mine."""
    known = {clues.cells[i]: True for i in members(facts.mines)}
    return known | {clues.cells[i]: False for i in members(facts.safe)}


def _ways(component: Component, sums: range | None) -> Iterator[tuple[int, ...]]:
    """Yield mines per box for all ways that satisfy every clue; `sums` limits the mines."""
    sizes = [len(box) for box in component.boxes]
    room = [0] * len(component.clues)
    for size, seen in zip(sizes, component.links, strict=True):
        for clue in seen:
            room[clue] += size
    stack: list[tuple[tuple[int, ...], list[int], list[int]]] = [((), list(component.needs), room)]
    while stack:
        chosen, need, left = stack.pop()
        at = len(chosen)
        if at == len(sizes):
            if sums is None or sum(chosen) in sums:
                yield chosen
            continue
        for mines in range(sizes[at] + 1):
            after, space = need.copy(), left.copy()
            for clue in component.links[at]:
                after[clue] -= mines
                space[clue] -= sizes[at]
            if all(0 <= after[clue] <= space[clue] for clue in component.links[at]):
                stack.append(((*chosen, mines), after, space))
