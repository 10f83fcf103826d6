"""The clues of a state of knowledge as bit sets, and the easiest step: counting one clue.

Bit i is the flat frontier cell `cells[i]`. `Facts` are two bit sets: the cells found or
supposed safe, and the mines. Every inference is a `Find`: the settled cells, and the facts
it uses, so that a proof can be cut down to the needed steps.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

import numpy as np

from minevis.solver.counting.frontier import clue_graph
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.steps import Broken, Count, Step

Bits = int


class Facts(NamedTuple):
    """The cells found, or supposed, to be mines, and to be safe."""

    mines: Bits = 0
    safe: Bits = 0

    def plus(self, mines: Bits, safe: Bits) -> "Facts":
        """These facts and more."""
        return Facts(self.mines | mines, self.safe | safe)


def union(sets: Iterable[Bits]) -> Bits:
    """Return the bits of all sets."""
    return reduce(or_, sets, 0)


def members(bits: Bits) -> Iterator[int]:
    """Yield the numbers of the set bits, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Clues:
    """The clues around the unknown cells of a state of knowledge, which it does not follow."""

    def __init__(self, knowledge: Knowledge) -> None:
        clues, cells = (part.tolist() for part in clue_graph(knowledge))
        self.shape = knowledge.shape
        self.cells: list[int] = sorted(set(cells))
        self.cells_of: dict[int, list[int]] = {clue: [] for clue in sorted(set(clues))}
        self.clues_of: dict[int, list[int]] = {cell: [] for cell in self.cells}
        self.bit = {cell: 1 << i for i, cell in enumerate(self.cells)}
        for clue, cell in sorted(zip(clues, cells, strict=True)):
            self.cells_of[clue].append(cell)
            self.clues_of[cell].append(clue)
        self.mask: dict[int, Bits] = {
            clue: union(self.bit[cell] for cell in around) for clue, around in self.cells_of.items()
        }
        self.seen_by = list(self.clues_of.values())
        left = knowledge.mines_around().ravel()
        shown = knowledge.view.ravel()
        self.left = {clue: int(left[clue]) for clue in self.mask}
        self.number = {clue: int(shown[clue]) for clue in self.mask}
        self.total_known = knowledge.total_known  # otherwise no proof rests on the total
        self.mines_left = knowledge.mines_left if knowledge.total_known else 0
        unknown = np.flatnonzero(knowledge.unknown).tolist()
        self.interior: list[int] = [cell for cell in unknown if cell not in self.bit]

    @cached_property
    def beside(self) -> dict[int, list[int]]:
        """The clues that share unknown cells, by clue; counting never needs this."""
        return {
            clue: [other for other in self.touched(mask) if other != clue]
            for clue, mask in self.mask.items()
        }

    def state(self, clue: int, facts: Facts) -> tuple[int, Bits]:
        """Return the mines still needed by a clue, and the cells left for them."""
        mask = self.mask[clue]
        free = mask & ~(facts.mines | facts.safe)
        return self.left[clue] - (mask & facts.mines).bit_count(), free

    def touched(self, bits: Bits) -> list[int]:
        """Return the clues around some cells, in board order."""
        return sorted({clue for i in members(bits) for clue in self.seen_by[i]})

    def boxes(
        self, clues: Iterable[int], known: Mapping[int, bool]
    ) -> tuple[dict[tuple[int, ...], list[int]], dict[int, int]]:
        """Return the boxes of some clues, as if there were no other: clues -> cells, and needs.

        `known` cells are mines or safe.
        """
        needs: dict[int, int] = {}
        seen: dict[int, tuple[int, ...]] = {}
        for clue in clues:
            around = self.cells_of[clue]
            needs[clue] = self.left[clue] - sum(known.get(cell, False) for cell in around)
            for cell in around:
                if cell not in known:
                    seen[cell] = (*seen.get(cell, ()), clue)
        boxes: dict[tuple[int, ...], list[int]] = {}
        for cell in sorted(seen):
            boxes.setdefault(seen[cell], []).append(cell)
        return boxes, needs

    def names(self, bits: Bits) -> tuple[tuple[int, int], ...]:
        """Return frontier cells as `(row, col)`, in board order."""
        width = self.shape[1]
        return tuple(divmod(self.cells[i], width) for i in members(bits))

    def name(self, flat: int) -> tuple[int, int]:
        """Return a flat cell as `(row, col)`."""
        row, col = divmod(flat, self.shape[1])
        return row, col


@dataclass(frozen=True, slots=True)
class Find:
    """An inference: the cells it settles and the facts it uses, as bits.

    A `broken` find settles no cell: it shows that the facts are contradictory.
    """

    mines: Bits = 0
    safe: Bits = 0
    rests: Bits = 0
    broken: bool = False

    @property
    def gives(self) -> Bits:
        """The cells it settles."""
        return self.mines | self.safe

    @property
    def settles_interior(self) -> bool:
        """Whether it settles the cells next to no clue."""
        return False

    def again(self, clues: Clues, facts: Facts) -> "Find | None":
        """Return the same inference from other facts; None if it fails or gives no new cell."""
        raise NotImplementedError

    def steps(self, clues: Clues, facts: Facts, depth: int) -> tuple[Step, ...]:
        """Return the step itself, after `facts` are known."""
        raise NotImplementedError


def needed(finds: Iterable[Find], wanted: Bits) -> list[Find]:
    """Return the finds needed for the `wanted` cells, in order."""
    kept: list[Find] = []
    for find in reversed(list(finds)):
        if find.gives & wanted:
            kept.append(find)
            wanted |= find.rests
    return kept[::-1]


def replayed(finds: Iterable[Find], clues: Clues, facts: Facts) -> list[tuple[Find, Facts]]:
    """Replay the inferences from `facts`, without useless ones.

    Each comes with the facts known before it.
    """
    done: list[tuple[Find, Facts]] = []
    for find in finds:
        again = find.again(clues, facts)
        if again is not None:
            done.append((again, facts))
            facts = facts.plus(again.mines, again.safe)
    return done


def spared(finds: Iterable[Find], clues: Clues, wanted: Bits) -> list[tuple[Find, Facts]]:
    """Return the finds that settle the cell `wanted`, replayed without unneeded ones.

    The last find settles the cell, and every other comes just before it is needed. `wanted` 0
    means the cells next to no clue.
    """
    kept = list(finds)
    replay = _up_to(wanted, replayed(kept, clues, Facts()))
    size = len(kept) - 1
    while size > 0:  # many at once first: if the mines left say it, most can be spared
        for start in reversed(range(0, len(kept) - 1, size)):
            fewer = kept[:start] + kept[min(start + size, len(kept) - 1) :]
            shorter = _up_to(wanted, replayed(fewer, clues, Facts()))
            if shorter:
                kept, replay = fewer, shorter
        size = min(size, len(kept) - 1) // 2
    return _up_to(wanted, replayed(_as_used(replay), clues, Facts())) or replay


def _as_used(replay: list[tuple[Find, Facts]]) -> list[Find]:
    """Reorder the finds, to be just before their first use."""
    given_by: dict[int, Find] = {}
    for find, facts in replay:
        known = facts.mines | facts.safe
        given_by |= dict.fromkeys(members(find.gives & ~known), find)
    order: list[Find] = []
    waiting = [replay[-1][0]]
    while waiting:
        find = waiting[-1]
        premises = (given_by[i] for i in members(find.rests))
        first = next((premise for premise in premises if premise not in order), None)
        if first is not None:
            waiting.append(first)
            continue
        waiting.pop()
        order.append(find)
    return order


def _up_to(wanted: Bits, replay: list[tuple[Find, Facts]]) -> list[tuple[Find, Facts]]:
    """Return the steps until the cell `wanted` is settled, or an empty list."""
    for number, (find, _) in enumerate(replay, start=1):
        if find.gives & wanted or (not wanted and find.settles_interior):
            return replay[:number]
    return []


@dataclass(frozen=True, slots=True)
class Counting(Find):
    """A clue without a mine left, or with one mine per cell left; or a broken clue."""

    clue: int = -1

    def again(self, clues: Clues, facts: Facts) -> "Counting | None":
        """Return the clue counted again."""
        return count_clue(clues, self.clue, facts)

    def steps(self, clues: Clues, facts: Facts, depth: int) -> tuple[Step, ...]:
        """Return one step: the mines needed by the clue, and the cells for them."""
        left, free = clues.state(self.clue, facts)
        kind = Broken if self.broken else Count
        clue, number = clues.name(self.clue), clues.number[self.clue]
        return (kind(clue, number, left, clues.names(free), depth),)


def count_clue(clues: Clues, clue: int, facts: Facts) -> Counting | None:
    """Return the deduction of a clue by counting, or None.

    A clue with all its mines uses the known mines; a clue that needs all its cells uses the
    known safe cells.
    """
    left, free = clues.state(clue, facts)
    room = free.bit_count()
    if left <= 0:
        rests = clues.mask[clue] & facts.mines
        broken = left < 0
        return Counting(0, free, rests, broken, clue) if free or broken else None
    if left >= room:
        rests = clues.mask[clue] & facts.safe
        broken = left > room
        return Counting(free, 0, rests, broken, clue)
    return None
