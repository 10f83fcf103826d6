"""Suppose the opposite, and follow it until a clue breaks.

Deductions are made by counting, then by two clues, then on request by a supposition within
(`nested`), or by the mines left on the board (`total`). Deductions never exclude each other, so the
result does not depend on the order; only the length of the proof does. Therefore the nearest clues
come first, and at the end only the steps behind the contradiction are kept.
"""

from collections import deque
from dataclasses import dataclass

from minevis.solver.proofs.clues import (
    Bits,
    Clues,
    Counting,
    Facts,
    Find,
    count_clue,
    members,
    needed,
    replayed,
    union,
)
from minevis.solver.proofs.mines_left import total_finds
from minevis.solver.proofs.overlap import comparisons
from minevis.solver.proofs.steps import Step, Suppose


@dataclass(frozen=True, slots=True)
class Refuting(Find):
    """The opposite of the supposition about the cell `bit`: the `chain` ends in a contradiction."""

    bit: Bits = 0
    supposed: bool = False
    alike: Bits = 0
    chain: tuple[Find, ...] = ()

    def again(self, clues: Clues, facts: Facts) -> "Refuting | None":
        """Return the supposition followed again, along the same chain."""
        if self.bit & (facts.mines | facts.safe):
            return None
        alike = self.alike & ~(facts.mines | facts.safe)
        replay = replayed(self.chain, clues, _with(facts, self.bit, self.supposed))
        chain = [find for find, _ in replay]
        if not chain or not chain[-1].broken:
            return None
        return _refuting(facts, self.bit, self.supposed, alike, chain)

    def steps(self, clues: Clues, facts: Facts, depth: int) -> tuple[Step, ...]:
        """Return the supposition, the deductions, and the clue that breaks."""
        (cell,) = clues.names(self.bit)
        first = Suppose(cell, self.supposed, clues.names(self.alike), depth + 1)
        chain = replayed(self.chain, clues, _with(facts, self.bit, self.supposed))
        inner = [step for find, known in chain for step in find.steps(clues, known, depth + 1)]
        return (first, *inner)

    @property
    def length(self) -> int:
        """The number of steps of the chain, including nested suppositions."""
        return sum(1 + (find.length if isinstance(find, Refuting) else 0) for find in self.chain)


def refute(
    clues: Clues,
    facts: Facts,
    bit: Bits,
    supposed: bool,
    *,
    alike: Bits = 0,
    nested: bool = False,
    total: bool = False,
) -> Refuting | None:
    """Return the contradiction from supposing that the cell `bit` is a mine, or safe; or None.

    `alike` are cells next to the same clues: a refutation of one applies to all.
    """
    line = _Line(clues, facts)
    line.take(Find(bit if supposed else 0, 0 if supposed else bit))
    end = line.follow(total=total)
    while end is None and nested and (inner := line.easiest_within()) is not None:
        line.take(inner)
        end = line.follow(total=total)
    if end is None:
        return None
    chain = [*needed(line.finds[1:], end.rests), end]
    return _refuting(facts, bit, supposed, alike, chain)


def _with(facts: Facts, bit: Bits, mined: bool) -> Facts:
    return facts.plus(bit if mined else 0, 0 if mined else bit)


def _refuting(facts: Facts, bit: Bits, supposed: bool, alike: Bits, chain: list[Find]) -> Refuting:
    """Return the find made by a chain; it uses every fact used by a link."""
    rests = union(find.rests for find in chain) & (facts.mines | facts.safe)
    both = bit | alike
    mines, safe = (0, both) if supposed else (both, 0)
    return Refuting(mines, safe, rests, False, bit, supposed, alike, tuple(chain))


class _Line:
    """A line of reasoning under a supposition: the current facts, and their finds."""

    def __init__(self, clues: Clues, facts: Facts) -> None:
        self.clues, self.facts = clues, facts
        self.finds: list[Find] = []
        self.waiting: deque[int] = deque()  # clues to count
        self.changed: dict[int, None] = {}  # clues to compare with their neighbours
        self.touched: dict[int, None] = {}

    def take(self, find: Find) -> None:
        """Add a find, and wake the clues around it."""
        self.facts = self.facts.plus(find.mines, find.safe)
        self.finds.append(find)
        for clue in self.clues.touched(find.gives):
            self.changed[clue] = self.touched[clue] = None
            if clue not in self.waiting:
                self.waiting.append(clue)

    def follow(self, *, total: bool = False) -> Find | None:
        """Find all consequences; return the contradiction, if there is one."""
        while True:
            while self.waiting:
                find = count_clue(self.clues, self.waiting.popleft(), self.facts)
                if find is not None and find.broken:
                    return self._nearest_end(find)
                if find is not None:
                    self.take(find)
            more = self._next_overlap()
            if total and more is None:
                more = next(total_finds(self.clues, self.facts), None)
            if more is None or more.broken:
                return more
            self.take(more)

    def _next_overlap(self) -> Find | None:
        """Return two clues that clash or say something together, else None."""
        while self.changed:
            clue = next(iter(self.changed))
            find = next(comparisons(self.clues, self.facts, [clue]), None)
            if find is not None:
                return find
            del self.changed[clue]
        return None

    def _nearest_end(self, first: Counting) -> Find:
        """Return the broken clue that needs the fewest steps."""
        others = (count_clue(self.clues, clue, self.facts) for clue in self.waiting)
        ends = [first, *(find for find in others if find is not None and find.broken)]
        return min(ends, key=lambda end: len(needed(self.finds, end.rests)))

    def easiest_within(self) -> Refuting | None:
        """Return the shortest nested supposition that leads to a contradiction."""
        known = self.facts.mines | self.facts.safe
        best: Refuting | None = None
        for i in members(union(self.clues.mask[clue] for clue in self.touched) & ~known):
            for supposed in (True, False):
                refuted = refute(self.clues, self.facts, 1 << i, supposed)
                if refuted is not None and (best is None or refuted.length < best.length):
                    best = refuted
        return best
