"""Count every configuration of a component without listing one.

Configurations that need the same mines from the same clues have the same future. They are merged
into one state: a forward pass counts the ways into a state, a backward pass the ways out. This is
dynamic programming over the clues, with Python's exact integers.
"""

from collections.abc import Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import comb

from minevis.errors import TooManyCasesError
from minevis.solver.counting.frontier import Component

BITS_PER_CLUE = 4  # a clue needs 0 to 8 mines: its place in a state
CLUE_MASK = (1 << BITS_PER_CLUE) - 1
MANY_CELLS = 48  # from here on, counting all ways first pays
# States of one component, over all boxes: some ten seconds. Components in expert games have a
# few hundred, expert boards with randomly opened cells up to 20,000.
MOST_STATES = 250_000
MOST_BYTES = 1 << 29  # of the numbers in these states: large components have long ones

Polynomial = dict[int, int]  # number of mines -> number of configurations


@dataclass(frozen=True)
class Counts:
    """The configuration counts of a component, by number of mines.

    `ways[m]` configurations have `m` mines. `mines[b]` counts the mines of box `b` over all
    configurations, a number per entry of `ways`.
    """

    ways: Polynomial
    mines: Sequence[Sequence[int]]

    @property
    def configurations(self) -> int:
        """Number of configurations, whatever their number of mines."""
        return sum(self.ways.values())


CountCache = dict[Component, Counts]  # counted components

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
    """The states of an unfinished count. Raises `TooManyCasesError` above the limit."""

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
    """Return a component's counts from its ways, and each box's mines over these ways."""
    return Counts(ways, tuple(tuple(held.get(m, 0) for m in ways) for held in boxes))


def ways_out(component: Component) -> list[dict[int, Polynomial]]:
    """Return the configurations of the later boxes, before every box and after the last.

    They are listed per state, by the number of mines to come.
    """
    steps, start = steps_of(component)
    bits = _coefficient_bits(component, start, steps)
    _, _, outs = _backward(steps, _forward(component, start, steps, bits), bits)
    return [
        {state: _unpack(ways, out.fewest, bits) for state, ways in out.ways.items()} for out in outs
    ]


def mines_of(component: Component) -> set[int]:
    """Return the possible numbers of mines of `component`."""
    steps, start = steps_of(component)
    layer = {start: 1}  # state -> possible numbers of mines up to here, as bits
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
    """One box: the cell count, the change of a state by one mine, and the clues.

    Each clue is a pair: the position in a state, and the number of cells in later boxes.
    """

    size: int
    mask: int
    clues: tuple[tuple[int, int], ...]

    def fits(self, state: int) -> range:
        """Return the numbers of mines that leave every clue satisfiable."""
        low, high = 0, self.size
        for shift, later in self.clues:
            need = (state >> shift) & CLUE_MASK
            high = min(high, need)
            low = max(low, need - later)
        return range(low, high + 1)


def steps_of(component: Component) -> tuple[list[Step], int]:
    """Return the steps of counting, one per box, and the initial state."""
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
    """Return the width of a packed number in bits.

    A polynomial in the number of mines is packed into one integer, with one coefficient per
    field of this width. Integer arithmetic then adds and multiplies polynomials. No
    coefficient exceeds 8 · 2^cells. For large components that is far too much: there all ways
    are counted first, regardless of mines.
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
    """States with packed ways, all without their common `fewest` mines.

    Leaving out the common mines keeps the integers short.
    """

    ways: dict[int, int]
    fewest: int

    @classmethod
    def of(cls, ways: dict[int, int], fewest: int, bits: int) -> "_Layer":
        common = min(((w & -w).bit_length() - 1 for w in ways.values()), default=0) // bits
        if not common:
            return cls(ways, fewest)
        return cls({state: w >> common * bits for state, w in ways.items()}, fewest + common)


Packed = tuple[int, int]  # a packed polynomial, and the mines left out of it


def _forward(component: Component, start: int, steps: list[Step], bits: int) -> list[_Layer]:
    """Return, per box, the possible states before it and the ways to get there."""
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
    """Return the states after a box, with the ways to reach them."""
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
    """Return all ways; the mines per box over all ways; the ways out of the states."""
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
