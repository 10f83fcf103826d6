"""Kernels for the search order: twins of `minevis.solver.counting.order`.

They order the clues and boxes of one component of `frontier`, a
`minevis.engine.counting.frontier.Frontier`; its clues are `frontier.component_clues[:clues]`.
"""

import numpy as np

from minevis.engine.plain import leaf
from minevis.engine.shared import EASY, STARTS


@leaf
def search_order(frontier, clues, boxes, done):
    """Try starts, clues with the fewest boxes first, until the order is easy enough."""
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
    """Return the next clue to start with, if no open clue is left."""
    clue = -1
    for k in range(clues):
        other = frontier.component_clues[k]
        if frontier.left[other] and (clue < 0 or frontier.left[other] < frontier.left[clue]):
            clue = other
    return clue


@leaf
def _sooner(frontier, clue, than):
    """Whether to close a clue before another (-1: no clue): fewest boxes, then age."""
    if than < 0 or frontier.left[clue] != frontier.left[than]:
        return than < 0 or frontier.left[clue] < frontier.left[than]
    return frontier.opened[clue] < frontier.opened[than]


@leaf
def _estimated_states(frontier, clues, boxes):
    """Estimate the number of states for counting in the order under trial."""
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
