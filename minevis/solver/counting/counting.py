"""Counting every configuration of a component without listing one.

Configurations that leave the same mines to find at the same clues have the same
future, so they are merged as they are met: a forward pass counts the ways into
each state, a backward pass the ways out of it. This is dynamic programming over
the clues, with Python's exact integers throughout.
"""

from collections.abc import Iterable, Iterator, Sequence, Set, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import comb

from minevis.core.errors import TooManyCasesError
from minevis.solver.counting.frontier import Component

BITS_PER_CLUE = 4  # a clue needs 0 to 8 mines: its place in a state
CLUE_MASK = (1 << BITS_PER_CLUE) - 1
MANY_CELLS = 48  # from here on it pays to count all ways before those of each number of mines
# States of one component, over all its boxes: some ten seconds. Components in expert games have a
# few hundred, expert boards with randomly opened cells up to 20,000.
MOST_STATES = 250_000
MOST_BYTES = 1 << 29  # of the numbers in these states: large components have long ones

Polynomial = dict[int, int]  # number of mines -> number of configurations with so many


@dataclass(frozen=True)
class Counts:
    """How many configurations a component has, by the number of mines in it.

    `ways[m]` configurations hold `m` mines. `mines[b]` are the mines in box `b` over all of
    these, one number for each of `ways`, in its order.
    """

    ways: Polynomial
    mines: Sequence[Sequence[int]]

    @property
    def configurations(self) -> int:
        """Number of configurations, whatever their number of mines."""
        return sum(self.ways.values())


CountCache = dict[Component, Counts]  # components that have been counted

_budget: ContextVar["_Budget | None"] = ContextVar("_budget", default=None)


@dataclass
class _Budget:
    most: int
    states: int = 0


@contextmanager
def at_most(states: int) -> Iterator[None]:
    """Raise `TooManyCasesError` once all counts within took more than `states` states in sum."""
    token = _budget.set(_Budget(states))
    try:
        yield
    finally:
        _budget.reset(token)


class Tally:
    """The states of one count so far. Raises `TooManyCasesError` if there are too many."""

    def __init__(self, cells: int) -> None:
        self.cells, self.states = cells, 0

    def add(self, layer: Sized) -> None:
        """Add the states after one box."""
        self.states += len(layer)
        if self.states > MOST_STATES:
            raise _too_many(self.cells, f"more than {MOST_STATES:,} cases")
        spend(len(layer))


def spend(states: int) -> None:
    """Count `states` towards the limit of `at_most`."""
    budget = _budget.get()
    if budget is not None:
        budget.states += states
        if budget.states > budget.most:
            raise TooManyCasesError(f"this takes more than {budget.most:,} cases in all")


def _too_many(cells: int, amount: str) -> TooManyCasesError:
    return TooManyCasesError(f"counting {cells:,} covered cells in one component takes {amount}")


def count_configurations(component: Component) -> Counts:
    """Count the configurations of `component` exactly."""
    steps, start = steps_of(component)
    bits = _coefficient_bits(component, start, steps)
    layers = _forward(component, start, steps, bits)
    packed, boxes, _ = _backward(steps, layers, bits)
    return counts_of(_unpack(*packed, bits), [_unpack(*box, bits) for box in boxes])


def counts_of(ways: Polynomial, boxes: Iterable[Polynomial]) -> Counts:
    """The counts of a component from the ways and, by box, the mines in it over them."""
    return Counts(ways, tuple(tuple(held.get(m, 0) for m in ways) for held in boxes))


def ways_out(component: Component) -> list[dict[int, Polynomial]]:
    """Before each box, and after the last: for each state, by the number of mines still
    to come, the configurations of those boxes.
    """
    steps, start = steps_of(component)
    bits = _coefficient_bits(component, start, steps)
    _, _, outs = _backward(steps, _forward(component, start, steps, bits), bits)
    return [
        {state: _unpack(ways, out.fewest, bits) for state, ways in out.ways.items()} for out in outs
    ]


def mines_of(component: Component) -> set[int]:
    """The numbers of mines that configurations of `component` hold."""
    steps, start = steps_of(component)
    layer = {start: 1}  # by state the numbers of mines so far, a bit each
    tally = Tally(len(component.cells))
    for step in steps:
        after: dict[int, int] = {}
        for state, so_far in layer.items():
            for mines in step.fits(state):
                reached = state - mines * step.mask
                after[reached] = after.get(reached, 0) | so_far << mines
        layer = after
        tally.add(layer)
    found = next(iter(layer.values()), 0)
    return {mines for mines in range(found.bit_length()) if found >> mines & 1}


@dataclass(frozen=True)
class Step:
    """One box: its size, the change of a state by a mine in it, and its clues.

    Each clue is the position of its place in a state, and the cells it sees in
    boxes that come later.
    """

    size: int
    mask: int
    clues: tuple[tuple[int, int], ...]

    def fits(self, state: int) -> range:
        """The numbers of mines that leave every clue satisfiable."""
        low, high = 0, self.size
        for shift, later in self.clues:
            need = (state >> shift) & CLUE_MASK
            high = min(high, need)
            low = max(low, need - later)
        return range(low, high + 1)

    def without(self, dropped: Set[int]) -> "Step":
        """The same box as seen by all its clues but those with the `dropped` numbers."""
        kept = tuple(each for each in self.clues if each[0] // BITS_PER_CLUE not in dropped)
        return Step(self.size, sum(1 << shift for shift, _ in kept), kept)


def steps_of(component: Component) -> tuple[list[Step], int]:
    """The steps of counting, a box each, and the state in which they start."""
    later = dict.fromkeys(range(len(component.clues)), 0)
    steps = []
    for box, seen in zip(reversed(component.boxes), reversed(component.links), strict=True):
        clues = tuple((BITS_PER_CLUE * clue, later[clue]) for clue in seen)
        steps.append(Step(len(box), sum(1 << shift for shift, _ in clues), clues))
        for clue in seen:
            later[clue] += len(box)
    start = sum(need << (BITS_PER_CLUE * clue) for clue, need in enumerate(component.needs))
    return steps[::-1], start


def _coefficient_bits(component: Component, start: int, steps: list[Step]) -> int:
    """Bits that hold any number that is counted here.

    A polynomial in the number of mines is packed into one integer, a coefficient
    every so many bits: adding and multiplying integers then adds and multiplies
    polynomials. No coefficient exceeds 8 · 2^cells, which is far too much for large
    components: there all ways are counted first, whatever their mines.
    """
    cells = len(component.cells)
    if cells < MANY_CELLS:
        return cells + BITS_PER_CLUE
    most, tally, layer = 1, Tally(cells), {start: 1}
    for step in steps:
        layer = _after(step, layer, 0)
        most = max([most, *layer.values()])
        tally.add(layer)
    return max(most, 8 * sum(layer.values())).bit_length()


@dataclass(frozen=True)
class _Layer:
    """States with their packed ways, all of which hold `fewest` mines that are left out.

    Leaving out the mines that all have in common keeps the integers short.
    """

    ways: dict[int, int]
    fewest: int

    @classmethod
    def of(cls, ways: dict[int, int], fewest: int, bits: int) -> "_Layer":
        common = min(((w & -w).bit_length() - 1 for w in ways.values()), default=0) // bits
        if not common:
            return cls(ways, fewest)
        return cls({state: w >> common * bits for state, w in ways.items()}, fewest + common)


Packed = tuple[int, int]  # a packed polynomial, and the mines that it leaves out


def _forward(component: Component, start: int, steps: list[Step], bits: int) -> list[_Layer]:
    """For each box, the states it may be met in and the ways to get there."""
    layers = [_Layer({start: 1}, 0)]
    cells, size = len(component.cells), 0
    tally = Tally(cells)
    for step in steps:
        after = _after(step, layers[-1].ways, bits)
        layers.append(_Layer.of(after, layers[-1].fewest, bits))
        tally.add(after)
        size += sum(map(int.bit_length, layers[-1].ways.values())) // 8
        if size > MOST_BYTES:
            raise _too_many(cells, f"more than {MOST_BYTES >> 20:,} MB")
    return layers


def _after(step: Step, layer: dict[int, int], bits: int) -> dict[int, int]:
    """The states that a box leads to from those before it, and the ways to get there."""
    after: dict[int, int] = {}
    for state, ways in layer.items():
        for mines in step.fits(state):
            reached = state - mines * step.mask
            more = (ways * comb(step.size, mines)) << (mines * bits)
            after[reached] = after.get(reached, 0) + more
    return after


def _backward(
    steps: list[Step], layers: list[_Layer], bits: int
) -> tuple[Packed, list[Packed], list[_Layer]]:
    """All ways; for each box the mines in it over all ways; the ways out of each state."""
    out = _Layer(dict.fromkeys(layers[-1].ways, 1), 0)
    totals, outs = [], [out]
    for step, layer in zip(reversed(steps), reversed(layers[:-1]), strict=True):
        before: dict[int, int] = {}
        total = 0
        for state, ways_in in layer.ways.items():
            ways_out = held = 0
            for mines in step.fits(state):
                rest = out.ways.get(state - mines * step.mask, 0)
                part = (rest * comb(step.size, mines)) << (mines * bits)
                ways_out += part
                held += part * mines
            if ways_out:
                before[state] = ways_out
                total += ways_in * held
        totals.append((total, layer.fewest + out.fewest))
        out = _Layer.of(before, out.fewest, bits)
        outs.append(out)
    return (sum(out.ways.values()), out.fewest), totals[::-1], outs[::-1]


def _unpack(packed: int, fewest: int, bits: int) -> Polynomial:
    return {
        mines: value for mines, value in enumerate(_coefficients(packed, bits), fewest) if value
    }


def _coefficients(packed: int, bits: int) -> Iterator[int]:
    mask = (1 << bits) - 1
    while packed:
        yield packed & mask
        packed >>= bits
