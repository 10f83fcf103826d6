"""Components, boxes and their search order: twins of `minevis.solver.counting.frontier`."""

from typing import NamedTuple

import numpy as np

from minevis.engine.knowledge import unknown
from minevis.engine.shared import EASY, STARTS
from minevis.engine.twins import ZERO, leaf


class Frontier(NamedTuple):
    """The frontier of one state. Arrays have space for n cells.

    Component c has the boxes `first_box[c]` to `first_box[c + 1]`, in search order. Box b has the
    cells `members[starts[b] : starts[b + 1]]`, in board order.
    """

    clues: np.ndarray  # int32 [n]: by cell, the number of its clue, -1 for other cells
    needs: np.ndarray  # int64 [n]: by clue, mines left
    seen: np.ndarray  # int32 [n, 8]: by cell, the clues around it
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
    box_count: np.ndarray  # int64 [n]: the number of boxes next to a clue
    left: np.ndarray  # int64 [n]: scratch: untried boxes of a clue
    opened: np.ndarray  # int64 [n]: scratch: when a clue was opened, -1 before
    trial: np.ndarray  # int32 [n]: scratch: a possible order
    tried: np.ndarray  # uint8 [n]
    component_clues: np.ndarray  # int32 [n]: the clues of one component
    totals: np.ndarray  # int64 [4]: components, boxes, cells, clues


COMPONENTS, BOXES, CELLS, CLUES = range(4)


def new_frontier(cells: int) -> Frontier:
    """Return arrays for the frontiers of a board with `cells` cells."""
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
    """Give a cell's clue the next number."""
    clue = frontier.totals[CLUES]
    frontier.clues[cell] = clue
    frontier.needs[clue] = need
    frontier.label[clue] = clue
    frontier.component[clue] = -1
    frontier.box_count[clue] = 0
    frontier.totals[CLUES] = clue + 1


@leaf
def component_of_clue(frontier, clue):
    """Return the component of a clue."""
    return frontier.component[_root(frontier.label, clue)]


@leaf
def _root(label, clue):
    while label[clue] != clue:
        label[clue] = label[label[clue]]
        clue = label[clue]
    return clue


@leaf
def _link_cells(grid, game, frontier):
    """Find the frontier cells in board order, with the clues around each; join these clues."""
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
    """Number boxes and components in order of their first cells."""
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
    """Return the box with the same clues as `cell`, or -1."""
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
    """Find the search order, component by component."""
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


@leaf
def search_order(frontier, clues, boxes, done):
    """Order the boxes of the component with the clues `component_clues[:clues]`.

    Try clues with few boxes as starts first, until an order is easy enough."""
    least = np.inf
    tries = 0
    for fan in range(1, 9):
        for k in range(clues):
            if frontier.box_count[frontier.component_clues[k]] != fan or tries >= STARTS:
                continue
            tries += 1
            _close_clue_by_clue(frontier, clues, boxes, frontier.component_clues[k])
            cost = _estimated_states(frontier, clues, boxes)
            if cost < least:
                least = cost
                for b in range(boxes):
                    frontier.order[done + b] = frontier.trial[b]
            if least < EASY:
                return


@leaf
def _close_clue_by_clue(frontier, clues, boxes, start):
    for k in range(clues):
        clue = frontier.component_clues[k]
        frontier.left[clue] = frontier.box_count[clue]
        frontier.opened[clue] = -1
        for j in range(frontier.box_count[clue]):
            frontier.tried[frontier.boxes_of[clue, j]] = 0
    frontier.opened[start] = 0
    count = 0
    while count < boxes:
        clue = -1
        for k in range(clues):
            other = frontier.component_clues[k]
            if (
                frontier.opened[other] >= 0
                and frontier.left[other]
                and _sooner(frontier, other, clue)
            ):
                clue = other
        if clue < 0:
            clue = _next_start(frontier, clues)
            frontier.opened[clue] = count
        for j in range(frontier.box_count[clue]):
            box = frontier.boxes_of[clue, j]
            if not frontier.tried[box]:
                frontier.tried[box] = 1
                frontier.trial[count] = box
                count += 1
                cell = frontier.raw_first[box]
                for i in range(frontier.degree[cell]):
                    other = frontier.seen[cell, i]
                    frontier.left[other] -= 1
                    if frontier.opened[other] < 0:
                        frontier.opened[other] = count


@leaf
def _next_start(frontier, clues):
    """Return the next clue to start with, when no clue is open."""
    clue = -1
    for k in range(clues):
        other = frontier.component_clues[k]
        if frontier.left[other] and (clue < 0 or frontier.left[other] < frontier.left[clue]):
            clue = other
    return clue


@leaf
def _sooner(frontier, clue, than):
    """Return whether to close a clue before another (-1: no clue): fewest boxes, then age."""
    if than < 0 or frontier.left[clue] != frontier.left[than]:
        return than < 0 or frontier.left[clue] < frontier.left[than]
    return frontier.opened[clue] < frontier.opened[than]


@leaf
def _estimated_states(frontier, clues, boxes):
    """Estimate the number of states for counting in the trial order."""
    for k in range(clues):
        frontier.left[frontier.component_clues[k]] = frontier.box_count[frontier.component_clues[k]]
    total, opened = 0.0, 0
    for b in range(boxes):
        cell = frontier.raw_first[frontier.trial[b]]
        for i in range(frontier.degree[cell]):
            clue = frontier.seen[cell, i]
            if frontier.left[clue] == frontier.box_count[clue]:
                opened += 1
            frontier.left[clue] -= 1
            if frontier.left[clue] == 0:
                opened -= 1
        total += 2.0**opened
    return total
