"""Steps that use the number of mines left on the board.

Clues without a common unknown cell need separate mines, so together they need the sum.
If this sum is the number of mines left, every cell away from them is safe. If the other
cells are just enough for the rest, they are all mines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from minevis.solver.proofs.clues import Bits, Clues, Facts, Find, union
from minevis.solver.proofs.steps import MinesLeft, Step, WrongTotal

MOST_TRIES = 3_000  # sets of clues to try; few clues are left when the total matters


@dataclass(frozen=True, slots=True)
class Totalling(Find):
    """Clues without a common cell, and the mines left; settles `outside` with them."""

    apart: tuple[int, ...] = ()
    outside: bool = False  # whether it settles the cells next to no clue: as mines, or safe
    mined: bool = False

    @property
    def settles_interior(self) -> bool:
        """Return the cells: the result applies to all cells outside, also without a clue."""
        return self.outside

    def again(self, clues: Clues, facts: Facts) -> "Totalling | None":
        """Add up the same clues again, or other clues if these no longer suffice."""
        same = add_up(clues, facts, self.apart, mined=self.mined)
        if same is not None:
            return same
        return add_up(clues, facts, best_apart(clues, facts, self.mined), mined=self.mined)

    def steps(self, clues: Clues, facts: Facts, depth: int) -> tuple[Step, ...]:
        """Return one step with the sum."""
        left = clues.mines_left - facts.mines.bit_count()
        named = tuple(clues.name(clue) for clue in sorted(self.apart))
        taken = sum(clues.state(clue, facts)[0] for clue in self.apart)
        around = _around(clues, facts, self.apart)
        among, free = clues.names(around), _free(clues, facts) & ~around
        if self.broken:
            room = free.bit_count() + len(clues.interior)
            return (WrongTotal(left, named, taken, among, room, depth),)
        inside = tuple(clues.name(cell) for cell in clues.interior) if self.outside else ()
        cells = tuple(sorted((*clues.names(free), *inside)))
        return (MinesLeft(left, named, taken, among, cells, self.mined, depth),)


def total_finds(clues: Clues, facts: Facts, *, interior: bool = False) -> Iterator[Totalling]:
    """Yield deductions from the mines left, contradictions first.

    `interior` limits them to deductions that include cells next to no clue.
    """
    finds = []
    for mined in (False, True) if clues.total_known else ():
        find = add_up(clues, facts, best_apart(clues, facts, mined), mined=mined)
        if find is not None and (find.broken or find.gives or (interior and find.outside)):
            finds.append(find)
    yield from sorted(finds, key=lambda find: not find.broken)


def add_up(clues: Clues, facts: Facts, apart: tuple[int, ...], *, mined: bool) -> Totalling | None:
    """Return the deduction about the cells away from the clues `apart`, or None.

    None too if the clues share a cell after all. The sum uses the known mines outside (for
    mines: the known safe cells), and the cells that separate the clues.
    """
    left = clues.mines_left - facts.mines.bit_count()
    taken = sum(clues.state(clue, facts)[0] for clue in apart)
    free = _free(clues, facts) & ~_around(clues, facts, apart)
    room = free.bit_count() + len(clues.interior)
    over = left - taken - room if mined else taken - left
    if over < 0:
        return None
    whole = 0
    common = 0
    for clue in apart:
        common |= whole & clues.mask[clue]
        whole |= clues.mask[clue]
    if common & _free(clues, facts):
        return None  # a mine there would count for both
    known = facts.safe if mined else facts.mines
    rests = (known & ~whole) | (common & (facts.mines | facts.safe))
    if over > 0:
        return Totalling(0, 0, rests, True, apart, False, mined)
    if not free and not clues.interior:
        return None
    outside = bool(clues.interior)
    gives = (free, 0) if mined else (0, free)
    return Totalling(*gives, rests, False, apart, outside, mined)


def _free(clues: Clues, facts: Facts) -> Bits:
    return ((1 << len(clues.cells)) - 1) & ~(facts.mines | facts.safe)


def _around(clues: Clues, facts: Facts, apart: tuple[int, ...]) -> Bits:
    return union(clues.state(clue, facts)[1] for clue in apart)


@lru_cache(maxsize=256)  # removing unneeded steps starts from the same facts again and again
def best_apart(clues: Clues, facts: Facts, mined: bool) -> tuple[int, ...]:
    """Return separate clues that need the most mines, or (`mined`) leave out the most cells.

    Among equally good sets it returns one with the fewest clues.
    """
    free: dict[int, Bits] = {}
    weights: dict[int, int] = {}
    for clue in clues.mask:
        left, unknown = clues.state(clue, facts)
        weight = unknown.bit_count() - left if mined else left
        if unknown and weight > 0 and unknown not in free.values():  # otherwise it says the same
            free[clue], weights[clue] = unknown, weight
    return tuple(
        clue for part in _overlapping(free) for clue in _heaviest_apart(part, free, weights)
    )


def _overlapping(free: dict[int, Bits]) -> list[list[int]]:
    """Split the clues into independent parts."""
    parts: list[tuple[Bits, list[int]]] = []
    for clue, cells in free.items():
        inside = [part for part in parts if part[0] & cells]
        for _, some in inside:
            cells |= union(free[other] for other in some)
        parts = [part for part in parts if part not in inside]
        parts.append((cells, [*(each for _, some in inside for each in some), clue]))
    return [some for _, some in parts]


def _heaviest_apart(
    part: list[int], free: dict[int, Bits], weights: dict[int, int]
) -> tuple[int, ...]:
    """Return the smallest heaviest set of clues without a common cell.

    A depth-first search, the heaviest first, over at most `MOST_TRIES` sets.
    """
    order = sorted(part, key=lambda clue: -weights[clue])
    best: tuple[int, tuple[int, ...]] = (0, ())
    tries = 0
    stack: list[tuple[list[int], int, tuple[int, ...]]] = [(order, 0, ())]
    while stack and tries < MOST_TRIES:
        rest, weight, chosen = stack.pop()
        tries += 1
        best = max(best, (weight, chosen), key=lambda pair: (pair[0], -len(pair[1])))
        if weight + sum(weights[clue] for clue in rest) <= best[0]:
            continue
        clue, *others = rest
        stack.append((others, weight, chosen))
        beside = [other for other in others if not free[other] & free[clue]]
        stack.append((beside, weight + weights[clue], (*chosen, clue)))
    return best[1]
