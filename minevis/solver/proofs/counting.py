"""The easiest kind of step: one clue, and counting."""

from dataclasses import dataclass

from minevis.solver.proofs.clues import Clues, Facts, Find
from minevis.solver.proofs.steps import Broken, Count, Step


@dataclass(frozen=True, slots=True)
class Counting(Find):
    """A clue without a mine left, or with one mine per cell left; or a broken clue."""

    clue: int = -1

    def again(self, clues: Clues, facts: Facts) -> "Counting | None":
        """The clue counted again."""
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
