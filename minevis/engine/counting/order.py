"""Kernels of the search order: twins of `minevis.solver.counting.order`.

`fr` is a `minevis.engine.counting.frontier.Frontier`, of which the clues and boxes of one
component are ordered; its clues are `fr.local[:clues]`.
"""

import numpy as np

from minevis.engine._jit import leaf

STARTS = 48  # as in minevis.solver.counting.order
EASY = 2.0**12


@leaf
def best_order(fr, clues, boxes, done):
    """Try starts, clues with the fewest boxes first, until the order is easy enough."""
    least = np.inf
    tries = 0
    for fan in range(1, 9):
        for k in range(clues):
            if fr.fan[fr.local[k]] != fan or tries >= STARTS:
                continue
            tries += 1
            _close_clue_by_clue(fr, clues, boxes, fr.local[k])
            cost = _states(fr, clues, boxes)
            if cost < least:
                least = cost
                for b in range(boxes):
                    fr.order[done + b] = fr.trial[b]
            if least < EASY:
                return


@leaf
def _close_clue_by_clue(fr, clues, boxes, start):
    for k in range(clues):
        clue = fr.local[k]
        fr.left[clue] = fr.fan[clue]
        fr.opened[clue] = -1
        for j in range(fr.fan[clue]):
            fr.tried[fr.by_clue[clue, j]] = 0
    fr.opened[start] = 0
    count = 0
    while count < boxes:
        clue = -1
        for k in range(clues):
            other = fr.local[k]
            if fr.opened[other] >= 0 and fr.left[other] and _sooner(fr, other, clue):
                clue = other
        if clue < 0:
            clue = _next_start(fr, clues)
            fr.opened[clue] = count
        for j in range(fr.fan[clue]):
            box = fr.by_clue[clue, j]
            if not fr.tried[box]:
                fr.tried[box] = 1
                fr.trial[count] = box
                count += 1
                cell = fr.raw_first[box]
                for i in range(fr.degree[cell]):
                    other = fr.seen[cell, i]
                    fr.left[other] -= 1
                    if fr.opened[other] < 0:
                        fr.opened[other] = count


@leaf
def _next_start(fr, clues):
    """Where to go on in a part that is tied to nothing so far."""
    clue = -1
    for k in range(clues):
        other = fr.local[k]
        if fr.left[other] and (clue < 0 or fr.left[other] < fr.left[clue]):
            clue = other
    return clue


@leaf
def _sooner(fr, clue, than):
    """Whether a clue is to be closed before another (-1: none): fewest boxes, then age."""
    if than < 0 or fr.left[clue] != fr.left[than]:
        return than < 0 or fr.left[clue] < fr.left[than]
    return fr.opened[clue] < fr.opened[than]


@leaf
def _states(fr, clues, boxes):
    """An estimate of the states that counting in the order under trial goes through."""
    for k in range(clues):
        fr.left[fr.local[k]] = fr.fan[fr.local[k]]
    total, opened = 0.0, 0
    for b in range(boxes):
        cell = fr.raw_first[fr.trial[b]]
        for i in range(fr.degree[cell]):
            clue = fr.seen[cell, i]
            if fr.left[clue] == fr.fan[clue]:
                opened += 1
            fr.left[clue] -= 1
            if fr.left[clue] == 0:
                opened -= 1
        total += 2.0**opened
    return total
