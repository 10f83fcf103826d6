"""Kernels of the frontier: components and boxes, twins of `minevis.solver.counting.frontier`."""

from typing import NamedTuple

import numpy as np

from minevis.engine._jit import leaf
from minevis.engine.counting.order import best_order
from minevis.engine.knowledge import unknown


class Frontier(NamedTuple):
    """The frontier of one state; n cells, of which the first few of each array count.

    Boxes of component c are `first_box[c]` to `first_box[c + 1]`, in search order,
    and their cells are `members[starts[b] : starts[b + 1]]`, in board order.
    """

    clues: np.ndarray  # int32 [n]: local number of each clue's cell, -1 for other cells
    needs: np.ndarray  # int64 [n]: mines left, by local number of the clue
    seen: np.ndarray  # int32 [n, 8]: by cell, the local numbers of the clues that see it
    degree: np.ndarray  # int64 [n]: by cell, how many clues see it
    label: np.ndarray  # int32 [n]: by clue, the clue that stands for its component
    part: np.ndarray  # int32 [n]: by clue that stands for one, the component's number
    box: np.ndarray  # int32 [n]: by cell, its box; -1 off the frontier
    raw_box: np.ndarray  # int32 [n]: scratch: boxes in order of their first cells
    raw_first: np.ndarray  # int32 [n]: the first cell of a raw box
    raw_part: np.ndarray  # int32 [n]: its component
    raw_size: np.ndarray  # int64 [n]: its number of cells
    order: np.ndarray  # int32 [n]: raw boxes in search order
    first: np.ndarray  # int32 [n]: first cell of a box, in search order
    size: np.ndarray  # int64 [n]: its number of cells
    starts: np.ndarray  # int64 [n + 1]
    members: np.ndarray  # int32 [n]
    first_box: np.ndarray  # int64 [n + 1]
    by_clue: np.ndarray  # int32 [n, 8]: raw boxes that a clue sees
    fan: np.ndarray  # int64 [n]: how many of them
    left: np.ndarray  # int64 [n]: scratch: boxes of a clue not tried yet
    opened: np.ndarray  # int64 [n]: scratch: when a clue was opened, -1 before
    trial: np.ndarray  # int32 [n]: scratch: an order under trial
    tried: np.ndarray  # uint8 [n]
    local: np.ndarray  # int32 [n]: the clues of one component
    totals: np.ndarray  # int64 [4]: components, boxes, cells, clues


COMPONENTS, BOXES, CELLS, CLUES = range(4)


def new_frontier(cells: int) -> Frontier:
    """Arrays for the frontiers of a board of `cells` cells."""
    n = cells
    small, long = np.int32, np.int64
    return Frontier(
        np.full(n, -1, small), np.zeros(n, long), np.zeros((n, 8), small), np.zeros(n, long),
        np.zeros(n, small), np.zeros(n, small), np.full(n, -1, small), np.zeros(n, small),
        np.zeros(n, small), np.zeros(n, small), np.zeros(n, long), np.zeros(n, small),
        np.zeros(n, small), np.zeros(n, long), np.zeros(n + 1, long), np.zeros(n, small),
        np.zeros(n + 1, long), np.zeros((n, 8), small), np.zeros(n, long), np.zeros(n, long),
        np.zeros(n, long), np.zeros(n, small), np.zeros(n, np.uint8), np.zeros(n, small),
        np.zeros(4, long),
    )  # fmt: skip


@leaf
def survey(field, state, fr):
    """Find the components of the frontier and their boxes, in search order."""
    survey_regions(field, state, fr, 0)


@leaf
def survey_regions(field, state, fr, by_picture):
    """As `survey`; with `by_picture`, components that touch in the picture are merged."""
    _number_clues(state, fr)
    arrange(field, state, fr, by_picture)


@leaf
def arrange(field, state, fr, by_picture):
    """Components and boxes of the clues that have been entered."""
    _link_cells(field, state, fr)
    if by_picture:
        _merge_touching(field, state, fr)
    _raw_boxes(state, fr)
    _order_boxes(fr)
    _lay_out(state, fr)


@leaf
def _number_clues(state, fr):
    fr.totals[CLUES] = 0
    for cell in range(state.shown.size):
        fr.clues[cell] = -1
        if state.shown[cell] >= 0 and state.room[cell] > 0:
            enter_clue(fr, cell, state.shown[cell] - state.found[cell])


@leaf
def enter_clue(fr, cell, need):
    """Give the clue of a cell the next local number."""
    clue = fr.totals[CLUES]
    fr.clues[cell] = clue
    fr.needs[clue] = need
    fr.label[clue] = clue
    fr.part[clue] = -1
    fr.fan[clue] = 0
    fr.totals[CLUES] = clue + 1


@leaf
def part_of(fr, clue):
    """The component of a clue, by its local number."""
    return fr.part[_root(fr.label, clue)]


@leaf
def _root(label, clue):
    while label[clue] != clue:
        label[clue] = label[label[clue]]
        clue = label[clue]
    return clue


@leaf
def _link_cells(field, state, fr):
    """For each unknown cell the clues that see it; clues that share one are joined."""
    for cell in range(state.shown.size):
        fr.degree[cell] = 0
        if not unknown(state, cell):
            continue
        for j in range(field.degree[cell]):
            clue = fr.clues[field.around[cell, j]]
            if clue >= 0:
                fr.seen[cell, fr.degree[cell]] = clue
                fr.degree[cell] += 1
        for j in range(1, fr.degree[cell]):
            _join(fr.label, fr.seen[cell, 0], fr.seen[cell, j])


@leaf
def _join(label, clue, other):
    a, b = _root(label, clue), _root(label, other)
    label[max(a, b)] = min(a, b)


@leaf
def _merge_touching(field, state, fr):
    for cell in range(state.shown.size):
        if fr.degree[cell]:
            for j in range(field.degree[cell]):
                near = field.around[cell, j]
                if fr.degree[near]:
                    _join(fr.label, fr.seen[cell, 0], fr.seen[near, 0])


@leaf
def _raw_boxes(state, fr):
    """Boxes in order of their first cells, components in order of theirs."""
    boxes = parts = cells = 0
    for cell in range(state.shown.size):
        fr.raw_box[cell] = -1
        if fr.degree[cell] == 0:
            continue
        cells += 1
        box = _box_like(fr, cell)
        if box < 0:
            box = boxes
            boxes += 1
            root = _root(fr.label, fr.seen[cell, 0])
            if fr.part[root] < 0:
                fr.part[root] = parts
                parts += 1
            fr.raw_first[box] = cell
            fr.raw_part[box] = fr.part[root]
            fr.raw_size[box] = 0
            for j in range(fr.degree[cell]):
                clue = fr.seen[cell, j]
                fr.by_clue[clue, fr.fan[clue]] = box
                fr.fan[clue] += 1
        fr.raw_box[cell] = box
        fr.raw_size[box] += 1
    fr.totals[COMPONENTS], fr.totals[BOXES], fr.totals[CELLS] = parts, boxes, cells


@leaf
def _box_like(fr, cell):
    """The box whose cells are seen by the same clues as `cell`; -1 when there is none."""
    clue = fr.seen[cell, 0]
    for k in range(fr.fan[clue]):
        box = fr.by_clue[clue, k]
        other = fr.raw_first[box]
        if fr.degree[other] == fr.degree[cell]:
            same = True
            for j in range(fr.degree[cell]):
                same &= fr.seen[other, j] == fr.seen[cell, j]
            if same:
                return box
    return -1


@leaf
def _order_boxes(fr):
    """Search order, component by component."""
    done = 0
    for part in range(fr.totals[COMPONENTS]):
        fr.first_box[part] = done
        clues, boxes = 0, 0
        for clue in range(fr.totals[CLUES]):
            if fr.fan[clue] and part_of(fr, clue) == part:
                fr.local[clues] = clue
                clues += 1
        for box in range(fr.totals[BOXES]):
            boxes += fr.raw_part[box] == part
        best_order(fr, clues, boxes, done)
        done += boxes
    fr.first_box[fr.totals[COMPONENTS]] = done


@leaf
def _lay_out(state, fr):
    """Number the boxes in search order and list their cells."""
    place = 0
    for b in range(fr.totals[BOXES]):
        raw = fr.order[b]
        fr.first[b] = fr.raw_first[raw]
        fr.size[b] = fr.raw_size[raw]
        fr.starts[b] = place
        place += fr.raw_size[raw]
        fr.left[raw] = fr.starts[b]
        fr.trial[raw] = b
    fr.starts[fr.totals[BOXES]] = place
    for cell in range(state.shown.size):
        fr.box[cell] = -1
        raw = fr.raw_box[cell]
        if raw >= 0:
            fr.box[cell] = fr.trial[raw]
            fr.members[fr.left[raw]] = cell
            fr.left[raw] += 1
