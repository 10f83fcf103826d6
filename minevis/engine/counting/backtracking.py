"""A kernel that searches for the first solutions of a component: twin of
`minevis.solver.counting.backtracking.first_solutions`."""

import numpy as np

from minevis.engine.counting.counting import CHOOSE
from minevis.engine.counting.frontier import CLUES
from minevis.engine.plain import kernel, leaf


@kernel
def first_solutions(frontier, component, cap, by_cell, probability):
    """Depth first, most mines first, to `cap` solutions.

    Sets `probability` (float64 [n]) of the component's cells to the share of mines over
    these solutions; returns whether the cap was reached.
    """
    boxes, sizes = _units(frontier, component, by_cell)
    depth_end = boxes.size
    need, untried_cells = _needs(frontier, boxes, sizes)
    untried = np.empty(depth_end, np.int64)
    supposed = np.zeros(depth_end, np.int64)
    held = np.zeros(depth_end)
    found, total, depth = 0, 0.0, 0
    untried[0] = sizes[0]
    while depth >= 0:
        if untried[depth] < 0:
            depth -= 1
            if depth >= 0:
                _suppose(
                    frontier, boxes[depth], need, untried_cells, -supposed[depth], -sizes[depth]
                )
            continue
        supposed[depth] = untried[depth]
        untried[depth] -= 1
        _suppose(frontier, boxes[depth], need, untried_cells, supposed[depth], sizes[depth])
        if not _violates(frontier, boxes[depth], need, untried_cells):
            if depth + 1 < depth_end:
                depth += 1
                untried[depth] = sizes[depth]
                continue
            total += _note(sizes, supposed, held)
            found += 1
            if found == cap:
                break
        _suppose(frontier, boxes[depth], need, untried_cells, -supposed[depth], -sizes[depth])
    _share(frontier, component, by_cell, held, total, probability)
    return found == cap


@kernel
def _units(frontier, component, by_cell):
    """Find the units of the search: the boxes of a component, or their cells."""
    first, last = frontier.first_box[component], frontier.first_box[component + 1]
    count = frontier.starts[last] - frontier.starts[first] if by_cell else last - first
    boxes, sizes = np.empty(count, np.int64), np.ones(count, np.int64)
    place = 0
    for b in range(first, last):
        if not by_cell:
            sizes[place] = frontier.size[b]
        for _ in range(frontier.size[b] if by_cell else 1):
            boxes[place] = b
            place += 1
    return boxes, sizes


@kernel
def _needs(frontier, boxes, sizes):
    need, untried_cells = (
        np.zeros(frontier.totals[CLUES], np.int64),
        np.zeros(frontier.totals[CLUES], np.int64),
    )
    for u in range(boxes.size):
        cell = frontier.first[boxes[u]]
        for j in range(frontier.degree[cell]):
            clue = frontier.seen[cell, j]
            need[clue] = frontier.needs[clue]
            untried_cells[clue] += sizes[u]
    return need, untried_cells


@leaf
def _suppose(frontier, box, need, untried_cells, mines, size):
    cell = frontier.first[box]
    for j in range(frontier.degree[cell]):
        need[frontier.seen[cell, j]] -= mines
        untried_cells[frontier.seen[cell, j]] -= size


@leaf
def _violates(frontier, box, need, untried_cells):
    cell = frontier.first[box]
    for j in range(frontier.degree[cell]):
        clue = frontier.seen[cell, j]
        if need[clue] < 0 or need[clue] > untried_cells[clue]:
            return True
    return False


@leaf
def _note(sizes, supposed, held):
    """Add a solution to the counts of its units; return the number of its configurations."""
    ways = 1.0
    for u in range(sizes.size):
        ways *= CHOOSE[sizes[u], supposed[u]]
    for u in range(sizes.size):
        held[u] += ways * supposed[u]
    return ways


@leaf
def _share(frontier, component, by_cell, held, total, probability):
    place = 0
    for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
        for i in range(frontier.starts[b], frontier.starts[b + 1]):
            probability[frontier.members[i]] = held[place] / (
                total * (1 if by_cell else frontier.size[b])
            )
            place += by_cell
        place += not by_cell
