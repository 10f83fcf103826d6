"""The easiest proofs of all certain cells, in the order in which a person would find them.

The order is counting, two clues, a supposition, a nested supposition, the mines left on the board,
and finally all cases. A kind of step is tried only if no easier one finds more. Later steps use
earlier ones. Proofs of one kind are ordered by steps, then by clues, then by the distance of the
clues. A proof is built from the first finds, without unneeded steps; now and then a shorter one
exists. Sometimes one of two clues is not needed; `why` leaves it out.

`reasons` yields the proofs as events. A cell settled by counting after earlier proofs is a
deduction by counting, without a proof.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain

from minevis.game.grid import Cell
from minevis.solver.counting.proof import Prover
from minevis.solver.events import Counted, Deduction, Proved, Reasoned
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.cases import as_known, list_cases
from minevis.solver.proofs.clues import Bits, Clues, Facts, Find, count_clue, members, spared, union
from minevis.solver.proofs.mines_left import total_finds
from minevis.solver.proofs.overlap import Overlapping, comparisons, ease, with_pattern
from minevis.solver.proofs.steps import ENDS, PROOF_KINDS, Count, Need, Proof, Step, Suppose
from minevis.solver.proofs.suppose import Refuting, refute


@dataclass(frozen=True, slots=True)
class Found:
    """A find with the facts known before it, and the cells inside that it also settles."""

    find: Find
    before: Facts
    inside: tuple[int, ...] = ()


class Reasoner:
    """Finds reasons for the `certain` cells (flat cell: whether it is a mine).

    It starts from one state of knowledge and does not change it. Among reasons of one kind, it
    prefers a reason that settles the flat cell `toward`.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        certain: Mapping[int, bool],
        *,
        clues: Clues | None = None,
        toward: int = -1,
    ) -> None:
        self.knowledge = knowledge
        self.clues = clues or Clues(knowledge)
        self.facts = Facts()
        self.toward = self.clues.bit.get(toward, 0)
        self.found: list[Found] = []
        bit = self.clues.bit
        self.boxes = self._boxed({cell: mined for cell, mined in certain.items() if cell in bit})
        inside = [cell for cell in certain if cell not in bit]
        self.inside = tuple(sorted(inside))
        self.inside_mined = bool(inside) and certain[inside[0]]
        self.refuted: dict[tuple[Bits, bool], Refuting | None] = {}
        self.chains = [0] * len(bit)  # by cell of the frontier: the finds on the way to it
        self.waiting = dict.fromkeys(self.clues.mask)
        self.stale = set(self.clues.mask)
        self.compared: dict[int, list[Overlapping]] = {}
        self._story = self.finds()

    def _boxed(self, certain: Mapping[int, bool]) -> list[tuple[Bits, bool]]:
        """Return the certain frontier cells, grouped by the clues that touch them."""
        boxes: dict[tuple[tuple[int, ...], bool], Bits] = {}
        for cell, mined in sorted(certain.items()):
            bit = self.clues.bit[cell]
            seen = tuple(self.clues.seen_by[bit.bit_length() - 1])
            boxes[seen, mined] = boxes.get((seen, mined), 0) | bit
        return [(bits, mined) for (_, mined), bits in boxes.items()]

    @cached_property
    def prover(self) -> Prover:
        """The oracle for sufficient clues, by counting configurations."""
        return Prover(self.clues)

    def finds(self) -> Iterator[Found]:
        """Yield the reasons in order; every reason builds on earlier ones."""
        while True:
            yield from self._counted()
            find = self._next_find() if self._open() or self.inside else None
            if find is None:
                return
            yield find

    def _open(self) -> list[tuple[Bits, bool]]:
        """Return the certain cells still without a reason."""
        known = self.facts.mines | self.facts.safe
        return [(bits & ~known, mined) for bits, mined in self.boxes if bits & ~known]

    def _take(self, find: Find, inside: tuple[int, ...] = ()) -> Found:
        entry = Found(find, self.facts, inside)
        chain = self._chain(find) | 1 << len(self.found)
        for i in members(find.gives):
            self.chains[i] = chain
        self.found.append(entry)
        self.facts = self.facts.plus(find.mines, find.safe)
        touched = self.clues.touched(find.gives)
        self.waiting |= dict.fromkeys(touched)
        self.stale.update(touched)
        if inside:
            self.inside = ()
        if self.refuted:
            self._forget(touched)
        return entry

    def _chain(self, find: Find) -> Bits:
        """Return the numbers of the finds on which one rests, as bits."""
        return union(self.chains[i] for i in members(find.rests))

    def _forget(self, touched: list[int]) -> None:
        """Forget the searches in the components of changed clues."""
        parts = {self.component[clue] for clue in touched}
        self.refuted = {
            key: found for key, found in self.refuted.items() if self._part(key[0]) not in parts
        }

    def _part(self, bits: Bits) -> int:
        return self.component[self.clues.seen_by[bits.bit_length() - 1][0]]

    @cached_property
    def component(self) -> dict[int, int]:
        """Return the components of clues, named by their first clue."""
        names: dict[int, int] = {}
        for first in self.clues.mask:
            stack = [first] if first not in names else []
            while stack:
                clue = stack.pop()
                if clue not in names:
                    names[clue] = first
                    stack += self.clues.beside[clue]
        return names

    def _counted(self) -> Iterator[Found]:
        """Count until no more cells follow, the fewest steps in total first.

        So cells are found by short proofs (D. E. Knuth, A Generalization of Dijkstra's Algorithm,
        1977), if not always the shortest: proofs may share steps.
        """
        ready: list[tuple[int, int]] = []
        while self.waiting or ready:
            for clue in self.waiting:
                find = count_clue(self.clues, clue, self.facts)
                if find is not None:
                    heappush(ready, (self._chain(find).bit_count(), clue))
            self.waiting = {}
            if ready:
                find = count_clue(self.clues, heappop(ready)[1], self.facts)
                if find is not None:
                    yield self._take(find)

    def _next_find(self) -> Found | None:
        """Return the easiest reason beyond counting; None when all have one."""
        beside = self.clues.beside
        for clue in self.stale.union(*(beside[clue] for clue in self.stale)):
            self.compared[clue] = list(comparisons(self.clues, self.facts, [clue]))
        self.stale.clear()
        overlaps = [find for finds in self.compared.values() for find in finds]
        if overlaps:
            pair = with_pattern(min(overlaps, key=self._ease), self.clues, self.facts)
            return self._take(replace(pair, safe=0) if pair.mines else pair)  # mines come first
        find = self._supposition(nested=False) or self._supposition(nested=True)
        if find is not None:
            return self._take(find)
        return self._with_total() or self._with_cases()

    def _ease(self, find: Overlapping) -> tuple[int, ...]:
        """Order pairs of clues: the last named pair first, then the easiest to see."""
        last = self.found[-1].find if self.found else None
        same = isinstance(last, Overlapping) and (last.more, last.less) == (find.more, find.less)
        return not find.gives & self.toward, not same, *ease(find, self.clues)

    def _supposition(self, *, nested: bool) -> Refuting | None:
        """Return the shortest refuted supposition of the opposite of a certain cell."""
        finds = []
        for bits, mined in self._open():
            key = bits, nested
            if key not in self.refuted:
                self.refuted[key] = self._refute(bits, mined, nested)
            finds.append(self.refuted[key])
        return min((find for find in finds if find), key=self._rank, default=None)

    def _refute(self, bits: Bits, mined: bool, nested: bool) -> Refuting | None:
        first = bits & -bits
        if nested and not self._by_clues(bits, mined):
            return None
        return refute(self.clues, self.facts, first, not mined, alike=bits ^ first, nested=nested)

    def _by_clues(self, bits: Bits, mined: bool) -> bool:
        """Return whether the clues of the component prove the cells, without the mines left."""
        part = self._part(bits)
        clues = tuple(clue for clue in self.clues.mask if self.component[clue] == part)
        cell = self.clues.cells[bits.bit_length() - 1]
        here = union(self.clues.mask[clue] for clue in clues)
        known = Facts(self.facts.mines & here, self.facts.safe & here)
        supposed = {**as_known(self.clues, known), cell: not mined}
        return not self.prover.possible(clues, supposed)

    def _rank(self, find: Refuting) -> tuple[int, ...]:
        """Return the order of a find: steps, then clues, then their distance from the cell."""
        steps = find.steps(self.clues, self.facts, 0)
        (cell,) = self.clues.names(find.bit)
        return not find.gives & self.toward, *rank(steps, cell), find.bit.bit_length()

    def _with_total(self) -> Found | None:
        """Return the deductions from the mines left, by themselves or after a supposition."""
        clues, facts = self.clues, self.facts
        for find in total_finds(clues, facts, interior=bool(self.inside)):
            return self._take(find, self.inside if find.outside else ())
        finds = [
            refute(clues, facts, bits & -bits, not mined, alike=bits & bits - 1, total=True)
            for bits, mined in self._open()
        ]
        best = min((find for find in finds if find), key=self._rank, default=None)
        return None if best is None else self._take(best)

    def _with_cases(self) -> Found | None:
        """Return the cases for the first remaining cell; they always prove it."""
        known = self.clues, self.prover, self.facts
        for bits, mined in self._open():
            return self._take(list_cases(*known, bits, (), mined))
        if not self.inside:
            return None
        return self._take(list_cases(*known, 0, self.inside, self.inside_mined), self.inside)

    def proof(self, cell: int) -> Proof:
        """Return the proof of a flat cell from the position, with all needed steps.

        Raises `KeyError` if the cell is not certain.
        """
        bit = self.clues.bit.get(cell, 0)
        for number, entry in enumerate(chain(self.found.copy(), self._story)):
            if cell in entry.inside or entry.find.gives & bit:
                return self._whole(number, cell)
        raise KeyError(f"flat cell {cell} is not certain")

    def proof_of(self, entry: Found) -> Proof:
        """Return the proof of one find, from the facts known before it."""
        steps = entry.find.steps(self.clues, entry.before, 0)
        return self._proof(entry.find, steps, entry.inside)

    def _whole(self, number: int, cell: int) -> Proof:
        """Return the steps used by a find, and its own steps until `cell` is settled."""
        last = self.found[number]
        chain = [self.found[step].find for step in members(self._chain(last.find))]
        replay = spared([*chain, last.find], self.clues, self.clues.bit.get(cell, 0))
        steps = [step for find, facts in replay for step in find.steps(self.clues, facts, 0)]
        return self._proof(replay[-1][0], tuple(steps), last.inside, cell)

    def _proof(
        self, find: Find, steps: tuple[Step, ...], inside: tuple[int, ...], cell: int = -1
    ) -> Proof:
        """Return the proof of `cell`, and of all cells the find settles in the same way."""
        mined = bool(find.mines) or steps[-1].mines != ()
        if cell in self.clues.bit:
            mined = bool(find.mines & self.clues.bit[cell])
        cells = self.clues.names(find.mines if mined else find.safe)
        return Proof(tuple(sorted((*cells, *map(self.clues.name, inside)))), mined, steps)


class Proofs:
    """The easiest proofs of the `certain` cells, from `knowledge` only.

    A proof is looked for in two ways: while finding everything certain, the easiest first, and
    straight toward the cell.
    """

    def __init__(self, knowledge: Knowledge, certain: Mapping[int, bool]) -> None:
        self.knowledge, self.certain = knowledge, certain
        self.all = Reasoner(knowledge, certain)

    def of(self, cell: int) -> Proof:
        """Return the proof of a flat cell. Raises `KeyError` if it is not certain."""
        first = self.all.proof(cell)
        if first.kind == "count":
            return first
        clues = self.all.clues
        toward = Reasoner(self.knowledge, self.certain, clues=clues, toward=cell)
        name = clues.name(cell)
        return min(
            (first, toward.proof(cell)),
            key=lambda proof: (PROOF_KINDS.index(proof.kind), *rank(proof.steps, name)),
        )


def rank(steps: tuple[Step, ...], cell: Cell) -> tuple[int, ...]:
    """Order proofs of one kind: steps, their difficulty, clues, distance of the clues."""
    clues = {clue for step in steps for clue in step.clues}
    apart = sum(max(abs(row - cell[0]), abs(col - cell[1])) for row, col in clues)
    number = sum(not isinstance(step, Need) for step in steps)
    return number, Proof((cell,), True, steps).difficulty, len(clues), apart


def reasons(knowledge: Knowledge, certain: Mapping[int, bool]) -> Iterator[Reasoned | Deduction]:
    """Yield the reasons of all `certain` cells (flat cell: whether it is a mine), as events.

    `knowledge` does not change; every event builds on earlier ones.
    """
    reasoner = Reasoner(knowledge, certain)
    for reason in reasoner.finds():
        yield from events(reasoner.proof_of(reason))


def events(proof: Proof) -> Iterator[Reasoned | Deduction]:
    """Yield the steps of a proof as events, then the deduction itself."""
    only = proof.steps[0]
    if len(proof.steps) == 1 and isinstance(only, Count):
        yield counted(only)
        return
    yield from reasoned(proof.steps[:-1])
    yield Proved(proof.cells, proof.mined, proof.clues, proof.uses_total, proof)


def counted(step: Count) -> Counted:
    """Return a step of counting as the event of the counting rules."""
    mined = bool(step.left)
    return Counted(step.clue, step.number, step.left, len(step.among), step.among, mined)


def reasoned(steps: Sequence[Step]) -> Iterator[Reasoned]:
    """Yield steps as events; the end of an inner supposition names the cells it takes back."""
    open_: list[tuple[Suppose, list[Cell]]] = []
    for step in steps:
        if isinstance(step, Suppose):
            open_.append((step, [step.cell]))
        elif isinstance(step, ENDS):
            refuted, undone = open_.pop()
            yield Reasoned(step, refuted, tuple(undone))
            continue
        elif open_:
            open_[-1][1].extend((*step.mines, *step.safe))
        yield Reasoned(step)
