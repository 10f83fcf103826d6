"""Kernels of the frontier: components and boxes, twins of `minevis.solver.counting.frontier`."""

from typing import NamedTuple

import numpy as np

from minevis.engine.counting.order import search_order
from minevis.engine.knowledge import unknown
from minevis.engine.plain import ZERO, leaf


class Frontier(NamedTuple):
    """The frontier of one state; n cells, but only the first few entries of each array are used.

    Boxes of component c are `first_box[c]` to `first_box[c + 1]`, in search order; their cells are
    `members[starts[b] : starts[b + 1]]`, in board order.
    """

    clues: np.ndarray  # int32 [n]: local number of each clue's cell, -1 for other cells
    needs: np.ndarray  # int64 [n]: mines left, by local number of the clue
    seen: np.ndarray  # int32 [n, 8]: by cell, the local numbers of the clues around it
    degree: np.ndarray  # int64 [n]: by cell, the number of clues around it
    label: np.ndarray  # int32 [n]: by clue, the representative clue of its component
    component: np.ndarray  # int32 [n]: by representative clue, the component's number
    cells: np.ndarray  # int32 [n]: the cells next to clues, in board order
    box: np.ndarray  # int32 [n]: by cell, its box; -1 off the frontier
    raw_box: np.ndarray  # int32 [n]: scratch: boxes in order of their first cells
    raw_first: np.ndarray  # int32 [n]: the first cell of a raw box
    raw_component: np.ndarray  # int32 [n]: the component of a raw box
    raw_size: np.ndarray  # int64 [n]: the cell count of a raw box
    order: np.ndarray  # int32 [n]: raw boxes in search order
    first: np.ndarray  # int32 [n]: first cell of a box, in search order
    size: np.ndarray  # int64 [n]: the cell count of a box
    starts: np.ndarray  # int64 [n + 1]
    members: np.ndarray  # int32 [n]
    first_box: np.ndarray  # int64 [n + 1]
    boxes_of: np.ndarray  # int32 [n, 8]: raw boxes next to a clue
    box_count: np.ndarray  # int64 [n]: their number
    left: np.ndarray  # int64 [n]: scratch: boxes of a clue not tried yet
    opened: np.ndarray  # int64 [n]: scratch: when a clue was opened, -1 before
    trial: np.ndarray  # int32 [n]: scratch: an order under trial
    tried: np.ndarray  # uint8 [n]
    component_clues: np.ndarray  # int32 [n]: the clues of one component
    totals: np.ndarray  # int64 [4]: components, boxes, cells, clues


COMPONENTS, BOXES, CELLS, CLUES = range(4)


def new_frontier(cells: int) -> Frontier:
    """Arrays for the frontiers of a board of `cells` cells."""
    n = cells
    small, long = np.int32, np.int64
    return Frontier(
        np.full(n, -1, small), np.zeros(n, long), np.zeros((n, 8), small), np.zeros(n, long),
        np.zeros(n, small), np.zeros(n, small), np.zeros(n, small), np.full(n, -1, small),
        np.zeros(n, small),
        np.zeros(n, small), np.zeros(n, small), np.zeros(n, long), np.zeros(n, small),
        np.zeros(n, small), np.zeros(n, long), np.zeros(n + 1, long), np.zeros(n, small),
        np.zeros(n + 1, long), np.zeros((n, 8), small), np.zeros(n, long), np.zeros(n, long),
        np.zeros(n, long), np.zeros(n, small), np.zeros(n, np.uint8), np.zeros(n, small),
        np.zeros(4, long),
    )  # fmt: skip


@leaf
def find_components(grid, game, frontier, by_picture):
    """Find the components of the frontier and their boxes, in search order.

    `by_picture` merges components that touch in the picture.
    """
    _number_clues(game, frontier)
    build_components(grid, game, frontier, by_picture)


@leaf
def build_components(grid, game, frontier, by_picture):
    """Build components and boxes from the entered clues."""
    _link_cells(grid, game, frontier)
    if by_picture:
        _merge_touching(grid, game, frontier)
    _group_boxes(frontier)
    _order_boxes(frontier)
    _list_cells(frontier)


@leaf
def _number_clues(game, frontier):
    frontier.totals[CLUES] = 0
    for cell in range(game.shown.size):
        frontier.clues[cell] = -1
        if game.shown[cell] >= 0 and game.unknown_around[cell] > 0:
            enter_clue(frontier, cell, game.shown[cell] - game.known_mines[cell])


@leaf
def enter_clue(frontier, cell, need):
    """Give the clue of a cell the next local number."""
    clue = frontier.totals[CLUES]
    frontier.clues[cell] = clue
    frontier.needs[clue] = need
    frontier.label[clue] = clue
    frontier.component[clue] = -1
    frontier.box_count[clue] = 0
    frontier.totals[CLUES] = clue + 1


@leaf
def component_of_clue(frontier, clue):
    """The component of a clue, by its local number."""
    return frontier.component[_root(frontier.label, clue)]


@leaf
def _root(label, clue):
    while label[clue] != clue:
        label[clue] = label[label[clue]]
        clue = label[clue]
    return clue


@leaf
def _link_cells(grid, game, frontier):
    """Find the clues around each unknown cell with at least one, in board order; clues with a
    common cell are joined."""
    frontier.degree[:] = 0
    for cell in range(game.shown.size):
        clue = frontier.clues[cell]
        if clue < 0:
            continue
        for j in range(grid.degree[cell]):
            near = grid.around[cell, j]
            if unknown(game, near):
                frontier.seen[near, frontier.degree[near]] = clue
                frontier.degree[near] += 1
                if frontier.degree[near] > 1:
                    _join(frontier.label, frontier.seen[near, 0], clue)
    frontier.totals[CELLS] = 0
    for cell in range(game.shown.size):
        if frontier.degree[cell]:
            frontier.cells[frontier.totals[CELLS]] = cell
            frontier.totals[CELLS] += 1


@leaf
def _join(label, clue, other):
    a, b = _root(label, clue), _root(label, other)
    label[max(a, b)] = min(a, b)


@leaf
def _merge_touching(grid, game, frontier):
    for cell in range(game.shown.size):
        if frontier.degree[cell]:
            for j in range(grid.degree[cell]):
                near = grid.around[cell, j]
                if frontier.degree[near]:
                    _join(frontier.label, frontier.seen[cell, 0], frontier.seen[near, 0])


@leaf
def _group_boxes(frontier):
    """Boxes in order of their first cells, components in order of theirs."""
    boxes = components = 0
    for i in range(frontier.totals[CELLS]):
        cell = frontier.cells[i]
        box = _box_like(frontier, cell)
        if box < 0:
            box = boxes
            boxes += 1
            root = _root(frontier.label, frontier.seen[cell, 0])
            if frontier.component[root] < 0:
                frontier.component[root] = components
                components += 1
            frontier.raw_first[box] = cell
            frontier.raw_component[box] = frontier.component[root]
            frontier.raw_size[box] = 0
            for j in range(frontier.degree[cell]):
                clue = frontier.seen[cell, j]
                frontier.boxes_of[clue, frontier.box_count[clue]] = box
                frontier.box_count[clue] += 1
        frontier.raw_box[cell] = box
        frontier.raw_size[box] += 1
    frontier.totals[COMPONENTS], frontier.totals[BOXES] = components, boxes


@leaf
def _box_like(frontier, cell):
    """The box whose cells are seen by the same clues as `cell`; -1 if there is no such box."""
    clue = frontier.seen[cell, 0]
    for k in range(frontier.box_count[clue]):
        box = frontier.boxes_of[clue, k]
        other = frontier.raw_first[box]
        if frontier.degree[other] == frontier.degree[cell]:
            same = True
            for j in range(frontier.degree[cell]):
                same &= frontier.seen[other, j] == frontier.seen[cell, j]
            if same:
                return box
    return -1


@leaf
def _order_boxes(frontier):
    """Search order, component by component."""
    done = ZERO
    for component in range(frontier.totals[COMPONENTS]):
        frontier.first_box[component] = done
        clues, boxes = np.int64(0), np.int64(0)
        for clue in range(frontier.totals[CLUES]):
            if frontier.box_count[clue] and component_of_clue(frontier, clue) == component:
                frontier.component_clues[clues] = clue
                clues += 1
        for box in range(frontier.totals[BOXES]):
            boxes += frontier.raw_component[box] == component
        search_order(frontier, clues, boxes, done)
        done += boxes
    frontier.first_box[frontier.totals[COMPONENTS]] = done


@leaf
def _list_cells(frontier):
    """Number the boxes in search order and list their cells."""
    place = 0
    for b in range(frontier.totals[BOXES]):
        raw = frontier.order[b]
        frontier.first[b] = frontier.raw_first[raw]
        frontier.size[b] = frontier.raw_size[raw]
        frontier.starts[b] = place
        place += frontier.raw_size[raw]
        frontier.left[raw] = frontier.starts[b]
        frontier.trial[raw] = b
    frontier.starts[frontier.totals[BOXES]] = place
    frontier.box[:] = -1
    for i in range(frontier.totals[CELLS]):
        cell = frontier.cells[i]
        raw = frontier.raw_box[cell]
        frontier.box[cell] = frontier.trial[raw]
        frontier.members[frontier.left[raw]] = cell
        frontier.left[raw] += 1
