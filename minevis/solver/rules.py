"""The rules without a search: counting, subtracting clues, and bounds.

Each rule is a generator of deductions. It notes a deduction in the `Knowledge` before
yielding it. The caller may open cells and resume: the rule looks at the knowledge again.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from minevis.errors import ContradictionError
from minevis.game.grid import Cell, cell_table, cells_of, dilate, flat_of, mask_of
from minevis.solver.counting.frontier import clue_graph
from minevis.solver.events import Counted, Deduction, Proved, Subtracted
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues, Facts
from minevis.solver.proofs.overlap import Overlapping, easiest, proofs_of
from minevis.utils.formatting import quantity

Rule = Callable[[Knowledge], Iterator[Deduction]]


def count(knowledge: Knowledge) -> Iterator[Counted]:
    """Apply the two counting rules to the entire board until they find no more.

    A clue without a mine left makes its unknown cells safe. If a clue's mines left equal its
    unknown cells, they are mines. A test is one convolution. Raises `ContradictionError` for an
    unsatisfiable clue.
    """
    while True:
        knowledge.check()
        left, unknown = knowledge.mines_around(), knowledge.unknown_around()
        fires = (knowledge.view >= 0) & (unknown > 0) & ((left == 0) | (left == unknown))
        if not fires.any():
            return
        for clue in cells_of(fires):
            _, flat = knowledge.around(clue)
            if flat:
                cells = knowledge.names(flat)
                yield _counted(knowledge, clue, int(left[clue]), int(unknown[clue]), cells)


def count_all(knowledge: Knowledge) -> None:
    """Make the deductions of `count` without events: a few whole-board operations per pass.

    Raises `ContradictionError` for an unsatisfiable clue.
    """
    while True:
        knowledge.check()
        left, unknown = knowledge.mines_around(), knowledge.unknown_around()
        clues = (knowledge.view >= 0) & (unknown > 0)
        safe = knowledge.unknown & dilate(clues & (left == 0))
        mined = knowledge.unknown & dilate(clues & (left == unknown))
        if not (safe.any() or mined.any()):
            return
        knowledge.safe |= safe
        knowledge.mined |= mined & ~safe


def sweep(knowledge: Knowledge) -> Iterator[Counted]:
    """Apply the two counting rules cell by cell, in row order, until a sweep finds no more.

    "Luck meets probability" does the same.
    """
    table = cell_table(knowledge.shape)
    progress = True
    while progress:
        progress = False
        for clue in table:
            if knowledge.view[clue] > 0:
                for event in _count_at(knowledge, clue):
                    progress = True
                    yield event


def window(knowledge: Knowledge) -> Iterator[Deduction]:
    """Counting and subset elimination within 5×5 windows, woken by changes.

    Only clues within two rows and columns of a changed cell are checked again, against clues at
    the same distance. Source: the heuristic solver AI_mine_game.
    """
    queue: deque[Cell] = deque()
    while True:
        _queue_changed(knowledge, queue)
        if not queue:
            return
        clue = queue.popleft()
        yield from _count_at(knowledge, clue)
        if knowledge.around(clue)[1]:
            for other in _clues_within_two(knowledge, clue):
                yield from _subtract_at(knowledge, clue, other)


def subset(knowledge: Knowledge) -> Iterator[Deduction]:
    """Apply the subset rule to all pairs of constraints until it finds no more.

    If the cells of one constraint contain the cells of a smaller one, the difference replaces the
    larger constraint; results are compared too. The counting rules run between passes. Raises
    `ContradictionError` if two constraints contradict each other.
    """
    progress = True
    while progress:
        progress = False
        for event in _subtract_all(knowledge):
            progress = True
            yield event
        if progress:
            yield from count(knowledge)


def overlap(knowledge: Knowledge) -> Iterator[Deduction]:
    """Deduce from pairs of clues, by bounds on their shared mines, until no more follows.

    Counting runs before and between, so this finds everything that two clues prove. It contains the
    subset rule for two clues; see `minevis.solver.proofs.overlap`. Raises `ContradictionError` if
    two clues contradict each other.
    """
    while True:
        yield from count(knowledge)
        clues = Clues(knowledge)
        find = easiest(clues, Facts())
        if find is None:
            return
        _check_bounds(find, clues)
        for proof in proofs_of(find, clues):
            knowledge.mark(proof.cells, proof.mined)
            yield Proved(proof.cells, proof.mined, proof.clues, False, proof)


RULES: dict[str, Rule] = {rule.__name__: rule for rule in (count, overlap, sweep, subset, window)}
SEARCH = "search"  # among a player's rules, the name for surveying the frontier, which is no rule
IN_PLACE = frozenset({"sweep", "window"})  # rules whose finds are played at once


def _counted(
    knowledge: Knowledge, clue: Cell, left: int, unknown: int, cells: tuple[Cell, ...]
) -> Counted:
    mined = left > 0
    knowledge.mark(cells, mined)
    return Counted(clue, int(knowledge.view[clue]), left, unknown, cells, mined)


def _count_at(knowledge: Knowledge, clue: Cell) -> Iterator[Counted]:
    left, flat = knowledge.around(clue)
    if flat and left in (0, len(flat)):
        yield _counted(knowledge, clue, left, len(flat), knowledge.names(flat))


def _queue_changed(knowledge: Knowledge, queue: deque[Cell]) -> None:
    """Queue the clues within two cells of a change, row by row, without duplicates."""
    near = dilate(mask_of(knowledge.changed, knowledge.shape), 2) & (knowledge.view > 0)
    knowledge.changed.clear()
    waiting = set(queue)
    queue.extend(cell for cell in cells_of(near) if cell not in waiting)


def _clues_within_two(knowledge: Knowledge, cell: Cell) -> list[Cell]:
    row, col = cell
    top, left = max(row - 2, 0), max(col - 2, 0)
    rows, cols = np.nonzero(knowledge.view[top : row + 3, left : col + 3] > 0)
    cells = zip((rows + top).tolist(), (cols + left).tolist(), strict=True)
    return [other for other in cells if other != cell]


def _subtract_at(knowledge: Knowledge, clue: Cell, other: Cell) -> Iterator[Subtracted]:
    """Apply the subset rule to two clues, whichever is the smaller."""
    left, cells = knowledge.around(clue)
    others_left, others = knowledge.around(other)
    width = knowledge.shape[1]
    a = Constraint(frozenset(cells), left, frozenset({flat_of(clue, width)}))
    b = Constraint(frozenset(others), others_left, frozenset({flat_of(other, width)}))
    smaller, larger = (a, b) if len(cells) < len(others) else (b, a)
    if smaller.cells and smaller.cells < larger.cells:
        rest = larger.less(smaller)
        if rest.mines in (0, len(rest.cells)):
            yield _subtracted(knowledge, smaller, larger)


@dataclass(frozen=True)
class Constraint:
    """`mines` mines among `cells`, because of `clues`; all flat."""

    cells: frozenset[int]
    mines: int
    clues: frozenset[int]

    def less(self, other: "Constraint") -> "Constraint":
        """Return this constraint minus `other`, a subset of it."""
        clues = self.clues | other.clues
        return Constraint(self.cells - other.cells, self.mines - other.mines, clues)


def _subtract_all(knowledge: Knowledge) -> Iterator[Subtracted]:
    """Apply the subset rule once to every pair of constraints with a common cell."""
    constraints = _constraints(knowledge)
    holders: dict[int, set[int]] = {}
    for number, constraint in enumerate(constraints):
        for cell in constraint.cells:
            holders.setdefault(cell, set()).add(number)
    queue = deque(range(len(constraints)))
    while queue:
        number = queue.popleft()
        smaller = constraints[number]
        for other in _supersets(constraints, holders, number):
            larger = constraints[other]
            rest = larger.less(smaller)
            _check(knowledge, rest)
            for cell in smaller.cells:
                holders[cell].discard(other)
            constraints[other] = rest
            if rest.cells:
                queue.append(other)
            if rest.mines in (0, len(rest.cells)) and knowledge.still_unknown(rest.cells):
                yield _subtracted(knowledge, smaller, larger)


def _constraints(knowledge: Knowledge) -> list[Constraint]:
    clues, cells = clue_graph(knowledge)
    left = knowledge.mines_around().ravel()
    seen: dict[int, list[int]] = {}
    for clue, cell in zip(clues.tolist(), cells.tolist(), strict=True):
        seen.setdefault(clue, []).append(cell)
    return [
        Constraint(frozenset(around), int(left[clue]), frozenset({clue}))
        for clue, around in sorted(seen.items())
    ]


def _supersets(
    constraints: list[Constraint], holders: dict[int, set[int]], number: int
) -> list[int]:
    """Return the other constraints that contain every cell of constraint `number`, in order."""
    cells = constraints[number].cells
    if not cells:
        return []
    return sorted(set.intersection(*(holders[cell] for cell in cells)) - {number})


def _check(knowledge: Knowledge, rest: Constraint) -> None:
    if not 0 <= rest.mines <= len(rest.cells):
        clues = knowledge.names(sorted(rest.clues))
        raise ContradictionError(
            f"the clues at {', '.join(map(str, clues))} cannot all hold: "
            + _contradiction(rest.mines, len(rest.cells)),
            clues,
        )


def _check_bounds(find: Overlapping, clues: Clues) -> None:
    if find.broken:
        named = tuple(sorted((clues.name(find.more), clues.name(find.less))))
        raise ContradictionError(
            f"the clues at {', '.join(map(str, named))} cannot both hold: one needs more mines "
            "in the cells that they share than the other allows",
            named,
        )


def _contradiction(mines: int, cells: int) -> str:
    if mines < 0:
        return f"some cells need {quantity(-mines, 'mine')} more than all of them may hold"
    room = quantity(cells, "cell") if cells else "no cell"
    return f"they leave {quantity(mines, 'mine')} for {room}"


def _subtracted(knowledge: Knowledge, smaller: Constraint, larger: Constraint) -> Subtracted:
    rest = larger.less(smaller)
    mined = rest.mines > 0
    cells = knowledge.names(knowledge.still_unknown(rest.cells))
    knowledge.mark(cells, mined)
    return Subtracted(
        smaller=knowledge.names(sorted(smaller.cells)),
        smaller_mines=smaller.mines,
        smaller_clues=knowledge.names(sorted(smaller.clues)),
        larger=knowledge.names(sorted(larger.cells)),
        larger_mines=larger.mines,
        larger_clues=knowledge.names(sorted(larger.clues)),
        cells=cells,
        mines=rest.mines,
        mined=mined,
    )
