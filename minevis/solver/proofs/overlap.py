"""Two clues: deductions by bounds on their shared mines.

Let clue A need a mines and B need b; let S be the shared cells, A' and B' the rest. B has
|B'| cells outside S, so S contains at least b - |B'| mines; A allows at most a there. If the
two bounds meet, S contains exactly a mines: all cells in B' are mines, and all in A' are safe.
Apart from single clues, this is everything two clues can prove. For A' or B' to be certain, one
clue must bound the mines in S from above and the other from below by the same number; and if all of
S is certain, a single clue says so. (Bounds on sets and their differences: the "set difference" of
the programs reviewed in D. Becerra, Algorithmic Approaches to Playing Minesweeper, 2015; the
patterns come from the player community.)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from minevis.solver.proofs.clues import Bits, Clues, Facts, Find
from minevis.solver.proofs.steps import Clash, Need, Overlap, Proof, Step

LINE = ((0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True, slots=True)
class Overlapping(Find):
    """Two clues whose bounds on the cells they share meet, or clash."""

    more: int = -1
    less: int = -1
    pattern: str = ""

    def again(self, clues: Clues, facts: Facts) -> "Overlapping | None":
        """Return the same two clues compared again, under the name they then have."""
        find = compare_clues(clues, self.more, self.less, facts)
        return None if find is None else with_pattern(find, clues, facts)

    def steps(self, clues: Clues, facts: Facts, depth: int) -> tuple[Step, ...]:
        """Return the need of one clue, if separate; then both bounds."""
        more, free = clues.state(self.more, facts)
        less, others = clues.state(self.less, facts)
        shared, outside = clues.names(free & others), clues.names(free & ~others)
        bounds = (
            *(clues.name(self.more), clues.number[self.more], more),
            *(clues.name(self.less), clues.number[self.less], less, shared, outside),
        )
        if self.broken:
            return (Clash(*bounds, depth),)
        step = Overlap(*bounds, clues.names(others & ~free), self.pattern, depth)
        need = Need(step.more, step.more_number, more, clues.names(free), depth)
        return (step,) if depth else (need, step)


def compare_clues(clues: Clues, more: int, less: int, facts: Facts) -> Overlapping | None:
    """Return the deduction if `more` needs all the shared mines that `less` allows, or None.

    It uses the known safe cells of `more` and the known mines of `less`, without shared ones:
    a mine there counts for both.
    """
    needs, allows = clues.state(more, facts), clues.state(less, facts)
    return _compared(clues, facts, more, needs, less, allows)


def _compared(
    clues: Clues,
    facts: Facts,
    more: int,
    needs: tuple[int, Bits],
    less: int,
    allows: tuple[int, Bits],
) -> Overlapping | None:
    """Return the deduction from two clues with these states, or None."""
    (need, free), (most, others) = needs, allows
    mines, safe = free & ~others, others & ~free
    least = need - mines.bit_count()
    if least < most or (least == most and not (mines or safe)):
        return None
    outside, beyond = clues.mask[more] & ~clues.mask[less], clues.mask[less] & ~clues.mask[more]
    rests = (outside & facts.safe) | (beyond & facts.mines)
    if least > most:
        return Overlapping(0, 0, rests, True, more, less)
    return Overlapping(mines, safe, rests, False, more, less)


def comparisons(clues: Clues, facts: Facts, among: Iterable[int]) -> Iterator[Overlapping]:
    """Yield the deductions of every clue in `among` with any clue that shares a cell with it."""
    for clue in among:
        own = clues.state(clue, facts)
        for other in clues.beside[clue]:
            its = clues.state(other, facts)
            for pair in ((clue, own, other, its), (other, its, clue, own)):
                find = _compared(clues, facts, *pair)
                if find is not None:
                    yield find


def ease(find: Overlapping, clues: Clues) -> tuple[int, ...]:
    """Return how hard two clues are to see together: by distance and number of cells."""
    (row, col), (other_row, other_col) = clues.name(find.more), clues.name(find.less)
    apart = abs(row - other_row) + abs(col - other_col)
    cells = (clues.mask[find.more] | clues.mask[find.less]).bit_count()
    return apart, cells, min(find.more, find.less), find.more, find.less


def easiest(clues: Clues, facts: Facts) -> Overlapping | None:
    """Return the two productive clues that are easiest to see; clashes come first."""
    finds = comparisons(clues, facts, clues.mask)
    first = min(finds, key=lambda find: (not find.broken, ease(find, clues)), default=None)
    return None if first is None else with_pattern(first, clues, facts)


def with_pattern(find: Overlapping, clues: Clues, facts: Facts) -> Overlapping:
    """Return the find under the players' name for it."""
    return replace(find, pattern=pattern(clues, find, facts))


def proofs_of(find: Overlapping, clues: Clues) -> list[Proof]:
    """Return the deductions of two clues: the mines, then the safe cells by the same bounds."""
    proofs, facts = [], Facts()
    while True:
        mined = bool(find.mines)
        part = replace(find, safe=0) if mined else find
        steps = find.steps(clues, facts, 0)
        proofs.append(Proof(clues.names(part.gives), mined, steps))
        facts = facts.plus(part.mines, part.safe)
        again = find.again(clues, facts)
        if again is None:
            return proofs
        find = again


def pattern(clues: Clues, find: Overlapping, facts: Facts) -> str:
    """Return the players' name for two neighbouring clues: "1-1", "1-2", "1-2-1", "1-2-2-1".

    Known mines are subtracted first. Empty without such a name.
    """
    more, less = clues.name(find.more), clues.name(find.less)
    step = (more[0] - less[0], more[1] - less[1])
    if step not in LINE or clues.state(find.less, facts)[0] != 1:
        return ""
    left = clues.state(find.more, facts)[0]
    if left == 1:
        return "1-1"
    if left != 2:
        return ""
    after = [_left_at(clues, (more[0] + k * step[0], more[1] + k * step[1]), facts) for k in (1, 2)]
    if after[0] == 1 and _one_sided(clues, find, step, 3, facts):
        return "1-2-1"
    if after == [2, 1] and _one_sided(clues, find, step, 4, facts):
        return "1-2-2-1"
    return "1-2"


def _left_at(clues: Clues, cell: tuple[int, int], facts: Facts) -> int | None:
    """Return the mines still needed by the clue at `cell`, None if it is no clue."""
    flat = cell[0] * clues.shape[1] + cell[1]
    inside = 0 <= cell[0] < clues.shape[0] and 0 <= cell[1] < clues.shape[1]
    return clues.state(flat, facts)[0] if inside and flat in clues.mask else None


def _one_sided(
    clues: Clues, find: Overlapping, step: tuple[int, int], length: int, facts: Facts
) -> bool:
    """Return whether all unknown cells around a line of clues are in the row next to it."""
    row, col = clues.name(find.less)
    line = [(row + k * step[0], col + k * step[1]) for k in range(length)]
    flat = [r * clues.shape[1] + c for r, c in line]
    cells = [cell for clue in flat for cell in clues.names(clues.state(clue, facts)[1])]
    sides = {(r - row) * step[1] + (col - c) * step[0] for r, c in cells}
    return len(sides) == 1
