"""Kernels of the rules: twins of `minevis.solver.rules`, find for find."""

import numpy as np

from minevis.engine._jit import door, kernel, leaf
from minevis.engine.knowledge import (
    NEWS,
    QUEUE,
    mark,
    open_finds,
    over,
    unknown,
)


@leaf
def count_at(field, state, clue):
    """The two counting rules for one clue; whether they found something."""
    room = state.room[clue]
    left = state.shown[clue] - state.found[clue]
    if room == 0 or not (left == 0 or left == room):
        return False
    for j in range(field.degree[clue]):
        near = field.around[clue, j]
        if unknown(state, near):
            mark(field, state, near, left > 0)
    return True


@door
def count(field, state):
    """Counting to a fixpoint; only clues that were woken are looked at."""
    while state.tally[QUEUE]:
        state.tally[QUEUE] -= 1
        clue = state.queue[state.tally[QUEUE]]
        state.queued[clue] = 0
        count_at(field, state, clue)


@leaf
def sweep(field, state):
    """Counting in place, in row order, opening what is found at once."""
    progress = True
    while progress:
        progress = False
        for clue in range(state.shown.size):
            if state.shown[clue] > 0 and count_at(field, state, clue):
                progress = True
                open_finds(field, state)
                if over(state):
                    return


@kernel
def subset(field, state):
    """The subset rule over all pairs, and counting between passes, to a fixpoint."""
    progress = True
    while progress:
        progress = _subtract_all(field, state)
        if progress:
            count(field, state)


@kernel
def _subtract_all(field, state):
    cells, sizes, mines, holders, held = _constraints(field, state)
    total = sizes.size
    queue = np.empty(total * 10 + 10, np.int32)
    for i in range(total):
        queue[i] = i
    head, tail = 0, total
    found = False
    above = np.empty(total, np.int32)
    while head < tail:
        number = queue[head]
        head += 1
        if sizes[number] == 0:
            continue
        for k in range(_supersets(cells, sizes, holders, held, number, above)):
            other = above[k]
            _take_out(cells, sizes, mines, number, other)
            if sizes[other]:
                queue[tail] = other
                tail += 1
            if mines[other] == 0 or mines[other] == sizes[other]:
                found |= _conclude(field, state, cells[other, : sizes[other]], mines[other] > 0)
    return found


@kernel
def _constraints(field, state):
    """Each clue with unknown cells, in board order, and which constraints hold a cell."""
    n = state.shown.size
    total = 0
    for clue in range(n):
        if state.shown[clue] >= 0 and state.room[clue] > 0:
            total += 1
    cells = np.empty((total, 8), np.int32)
    sizes = np.zeros(total, np.int64)
    mines = np.zeros(total, np.int64)
    holders = np.empty((n, 8), np.int32)
    held = np.zeros(n, np.int64)
    number = 0
    for clue in range(n):
        if state.shown[clue] >= 0 and state.room[clue] > 0:
            mines[number] = state.shown[clue] - state.found[clue]
            for j in range(field.degree[clue]):
                near = field.around[clue, j]
                if unknown(state, near):
                    cells[number, sizes[number]] = near
                    sizes[number] += 1
                    holders[near, held[near]] = number
                    held[near] += 1
            number += 1
    return cells, sizes, mines, holders, held


@leaf
def _supersets(cells, sizes, holders, held, number, above):
    """Fill `above` with the constraints that hold all cells of `number`, in order."""
    first = cells[number, 0]
    count = 0
    for k in range(held[first]):  # in ascending order, as they were put there
        other = holders[first, k]
        if other != number and _within(cells, sizes, number, other):
            above[count] = other
            count += 1
    return count


@leaf
def _within(cells, sizes, smaller, larger):
    """Whether the (ascending) cells of one constraint all lie in another."""
    j = 0
    for i in range(sizes[smaller]):
        cell = cells[smaller, i]
        while j < sizes[larger] and cells[larger, j] < cell:
            j += 1
        if j == sizes[larger] or cells[larger, j] != cell:
            return False
    return True


@leaf
def _take_out(cells, sizes, mines, smaller, larger):
    kept, i = 0, 0
    for j in range(sizes[larger]):
        cell = cells[larger, j]
        if i < sizes[smaller] and cells[smaller, i] == cell:
            i += 1
        else:
            cells[larger, kept] = cell
            kept += 1
    sizes[larger] = kept
    mines[larger] -= mines[smaller]


@leaf
def _conclude(field, state, cells, is_mine):
    """Mark those cells that are still unknown; whether there were any."""
    found = False
    for cell in cells:
        if unknown(state, cell):
            found = True
            mark(field, state, cell, is_mine)
    return found


@kernel
def window(field, state):
    """Counting and subset elimination in 5×5 windows, opening what is found at once."""
    n = state.shown.size
    queue = np.empty(n + 1, np.int32)
    waiting = np.zeros(n, np.uint8)
    near = np.empty(24, np.int32)
    head, tail = 0, 0
    while True:
        head, tail = _wake_windows(field, state, queue, waiting, head, tail)
        if head == tail:
            return
        clue = queue[head % (n + 1)]
        head += 1
        waiting[clue] = 0
        if count_at(field, state, clue):
            open_finds(field, state)
        if state.room[clue]:
            for k in range(_clues_within_two(field, state, clue, near)):
                if over(state):
                    return
                if _subtract_pair(field, state, clue, near[k]):
                    open_finds(field, state)
        if over(state):
            return


@leaf
def _wake_windows(field, state, queue, waiting, head, tail):
    if not state.tally[NEWS]:
        return head, tail
    state.tally[NEWS] = 0
    n = state.shown.size
    for clue in range(n):
        if state.shown[clue] > 0 and not waiting[clue] and _touched(field, state, clue):
            waiting[clue] = 1
            queue[tail % (n + 1)] = clue
            tail += 1
    state.changed[:] = 0
    return head, tail


@leaf
def _touched(field, state, clue):
    """Whether a cell within two rows and columns has changed."""
    row, col = clue // field.width, clue % field.width
    for r in range(max(row - 2, 0), min(row + 3, field.height)):
        for c in range(max(col - 2, 0), min(col + 3, field.width)):
            if state.changed[r * field.width + c]:
                return True
    return False


@leaf
def _clues_within_two(field, state, clue, near):
    row, col = clue // field.width, clue % field.width
    count = 0
    for r in range(max(row - 2, 0), min(row + 3, field.height)):
        for c in range(max(col - 2, 0), min(col + 3, field.width)):
            other = r * field.width + c
            if other != clue and state.shown[other] > 0:
                near[count] = other
                count += 1
    return count


@leaf
def _subtract_pair(field, state, clue, other):
    """The subset rule for two clues, whichever lies within the other."""
    smaller, larger = clue, other
    if state.room[clue] >= state.room[other]:
        smaller, larger = other, clue
    size = state.room[larger] - state.room[smaller]
    if state.room[smaller] == 0 or size == 0 or not _sees_all(field, state, smaller, larger):
        return False
    less = state.shown[smaller] - state.found[smaller]
    left = state.shown[larger] - state.found[larger] - less
    if left != 0 and left != size:
        return False
    row, col = smaller // field.width, smaller % field.width
    for j in range(field.degree[larger]):
        cell = field.around[larger, j]
        apart = max(abs(cell // field.width - row), abs(cell % field.width - col)) > 1
        if apart and unknown(state, cell):
            mark(field, state, cell, left > 0)
    return True


@leaf
def _sees_all(field, state, smaller, larger):
    """Whether every unknown cell around `smaller` touches `larger` too."""
    row, col = larger // field.width, larger % field.width
    for j in range(field.degree[smaller]):
        cell = field.around[smaller, j]
        apart = max(abs(cell // field.width - row), abs(cell % field.width - col)) > 1
        if apart and unknown(state, cell):
            return False
    return True
