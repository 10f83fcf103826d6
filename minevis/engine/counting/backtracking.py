"""A kernel that walks to the first solutions of a component, as a capped search does."""

import numpy as np

from minevis.engine._jit import kernel, leaf
from minevis.engine.counting.counting import CHOOSE
from minevis.engine.counting.frontier import CLUES


@kernel
def first_solutions(fr, part, cap, by_cell, prob):
    """Depth first, most mines first, to `cap` solutions: twin of `search(max_solutions=)`.

    Sets `prob` (float64 [n]) of the component's cells to the share of mines over
    these solutions; returns whether the cap was reached.
    """
    boxes, sizes = _units(fr, part, by_cell)
    depth_end = boxes.size
    need, room = _needs(fr, boxes, sizes)
    untried = np.empty(depth_end, np.int64)
    supposed = np.zeros(depth_end, np.int64)
    held = np.zeros(depth_end)
    found, total, depth = 0, 0.0, 0
    untried[0] = sizes[0]
    while depth >= 0:
        if untried[depth] < 0:
            depth -= 1
            if depth >= 0:
                _suppose(fr, boxes[depth], need, room, -supposed[depth], -sizes[depth])
            continue
        supposed[depth] = untried[depth]
        untried[depth] -= 1
        _suppose(fr, boxes[depth], need, room, supposed[depth], sizes[depth])
        if not _violates(fr, boxes[depth], need, room):
            if depth + 1 < depth_end:
                depth += 1
                untried[depth] = sizes[depth]
                continue
            total += _note(sizes, supposed, held)
            found += 1
            if found == cap:
                break
        _suppose(fr, boxes[depth], need, room, -supposed[depth], -sizes[depth])
    _share(fr, part, by_cell, held, total, prob)
    return found == cap


@kernel
def _units(fr, part, by_cell):
    """What is tried one by one: the boxes of a component, or each of their cells."""
    first, last = fr.first_box[part], fr.first_box[part + 1]
    count = fr.starts[last] - fr.starts[first] if by_cell else last - first
    boxes, sizes = np.empty(count, np.int64), np.ones(count, np.int64)
    place = 0
    for b in range(first, last):
        if not by_cell:
            sizes[place] = fr.size[b]
        for _ in range(fr.size[b] if by_cell else 1):
            boxes[place] = b
            place += 1
    return boxes, sizes


@kernel
def _needs(fr, boxes, sizes):
    need, room = np.zeros(fr.totals[CLUES], np.int64), np.zeros(fr.totals[CLUES], np.int64)
    for u in range(boxes.size):
        cell = fr.first[boxes[u]]
        for j in range(fr.degree[cell]):
            clue = fr.seen[cell, j]
            need[clue] = fr.needs[clue]
            room[clue] += sizes[u]
    return need, room


@leaf
def _suppose(fr, box, need, room, mines, size):
    cell = fr.first[box]
    for j in range(fr.degree[cell]):
        need[fr.seen[cell, j]] -= mines
        room[fr.seen[cell, j]] -= size


@leaf
def _violates(fr, box, need, room):
    cell = fr.first[box]
    for j in range(fr.degree[cell]):
        clue = fr.seen[cell, j]
        if need[clue] < 0 or need[clue] > room[clue]:
            return True
    return False


@leaf
def _note(sizes, supposed, held):
    """Add a solution to what its units hold; returns the configurations it stands for."""
    ways = 1.0
    for u in range(sizes.size):
        ways *= CHOOSE[sizes[u], supposed[u]]
    for u in range(sizes.size):
        held[u] += ways * supposed[u]
    return ways


@leaf
def _share(fr, part, by_cell, held, total, prob):
    place = 0
    for b in range(fr.first_box[part], fr.first_box[part + 1]):
        for i in range(fr.starts[b], fr.starts[b + 1]):
            prob[fr.members[i]] = held[place] / (total * (1 if by_cell else fr.size[b]))
            place += by_cell
        place += not by_cell
