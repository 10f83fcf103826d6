"""The rules, deduction for deduction: twins of `minevis.solver.rules`."""

import numpy as np

from minevis.engine.knowledge import (
    CHANGED,
    QUEUED_CLUES,
    TO_OPEN,
    is_over,
    mark,
    open_safe,
    unknown,
)
from minevis.engine.twins import kernel, leaf


@leaf
def count_at(grid, game, clue):
    """Apply the two counting rules to a clue; return whether they found something."""
    unknown_around = game.unknown_around[clue]
    left = game.shown[clue] - game.known_mines[clue]
    if unknown_around == 0 or not (left == 0 or left == unknown_around):
        return False
    for j in range(grid.degree[clue]):
        near = grid.around[clue, j]
        if unknown(game, near):
            mark(grid, game, near, left > 0)
    return True


@leaf
def count(grid, game):
    """Count the queued clues until the queue is empty."""
    while game.counters[QUEUED_CLUES]:
        game.counters[QUEUED_CLUES] -= 1
        clue = game.clue_queue[game.counters[QUEUED_CLUES]]
        game.queued[clue] = 0
        count_at(grid, game, clue)


@leaf
def count_and_open(grid, game):
    """Count and open safe cells in turn, until counting finds no safe cell."""
    count(grid, game)
    while game.counters[TO_OPEN] and not is_over(game):
        open_safe(grid, game)
        count(grid, game)


@leaf
def sweep(grid, game):
    """Count clue by clue in board order, and open safe cells at once."""
    progress = True
    while progress:
        progress = False
        for clue in range(game.shown.size):
            if game.shown[clue] > 0 and count_at(grid, game, clue):
                progress = True
                open_safe(grid, game)
                if is_over(game):
                    return


@kernel
def subset(grid, game):
    """Apply the subset rule to all pairs and count, in turn, until nothing changes."""
    progress = True
    while progress:
        progress = _subtract_all(grid, game)
        if progress:
            count(grid, game)


@kernel
def _subtract_all(grid, game):
    cells, sizes, mines, holders, held = _constraints(grid, game)
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
                found |= _conclude(grid, game, cells[other, : sizes[other]], mines[other] > 0)
    return found


@kernel
def _constraints(grid, game):
    """Return the constraints of clues in board order, and the constraints of each cell."""
    n = game.shown.size
    total = 0
    for clue in range(n):
        if game.shown[clue] >= 0 and game.unknown_around[clue] > 0:
            total += 1
    cells = np.empty((total, 8), np.int32)
    sizes = np.zeros(total, np.int64)
    mines = np.zeros(total, np.int64)
    holders = np.empty((n, 8), np.int32)
    held = np.zeros(n, np.int64)
    number = 0
    for clue in range(n):
        if game.shown[clue] >= 0 and game.unknown_around[clue] > 0:
            mines[number] = game.shown[clue] - game.known_mines[clue]
            for j in range(grid.degree[clue]):
                near = grid.around[clue, j]
                if unknown(game, near):
                    cells[number, sizes[number]] = near
                    sizes[number] += 1
                    holders[near, held[near]] = number
                    held[near] += 1
            number += 1
    return cells, sizes, mines, holders, held


@leaf
def _supersets(cells, sizes, holders, held, number, above):
    """Fill `above` with the supersets of constraint `number`, in order; return their count."""
    first = cells[number, 0]
    count = 0
    for k in range(held[first]):  # in ascending order, as entered
        other = holders[first, k]
        if other != number and _within(cells, sizes, number, other):
            above[count] = other
            count += 1
    return count


@leaf
def _within(cells, sizes, smaller, larger):
    """Return whether one constraint's cells, in ascending order, are all in another."""
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
def _conclude(grid, game, cells, is_mine):
    """Mark the unknown cells among `cells`; return whether there were any."""
    found = False
    for cell in cells:
        if unknown(game, cell):
            found = True
            mark(grid, game, cell, is_mine)
    return found


@kernel
def overlap(grid, game):
    """Count, and compare pairs of clues by their shared cells, until nothing changes."""
    progress = True
    while progress:
        count(grid, game)
        progress = False
        for clue in range(game.shown.size):
            if game.shown[clue] > 0 and game.unknown_around[clue]:
                progress |= _compare_all(grid, game, clue)


@leaf
def _compare_all(grid, game, clue):
    """Compare a clue with all clues within two rows and columns; return whether it helped."""
    row, col = clue // grid.width, clue % grid.width
    found = False
    for r in range(max(row - 2, 0), min(row + 3, grid.height)):
        for c in range(max(col - 2, 0), min(col + 3, grid.width)):
            other = r * grid.width + c
            if other != clue and game.shown[other] > 0 and game.unknown_around[other]:
                found |= compare(grid, game, clue, other)
    return found


@leaf
def compare(grid, game, more, less):
    """Mark cells if `more` needs all shared mines allowed by `less`; return whether it did."""
    outside = _count_beyond(grid, game, more, less)
    beyond = _count_beyond(grid, game, less, more)
    least = game.shown[more] - game.known_mines[more] - outside
    if outside + beyond == 0 or least != game.shown[less] - game.known_mines[less]:
        return False
    _mark_beyond(grid, game, more, less, True)
    _mark_beyond(grid, game, less, more, False)
    return True


@leaf
def _count_beyond(grid, game, clue, other):
    """Count the unknown cells around `clue` but not around `other`."""
    row, col = other // grid.width, other % grid.width
    beyond = 0
    for j in range(grid.degree[clue]):
        cell = grid.around[clue, j]
        apart = max(abs(cell // grid.width - row), abs(cell % grid.width - col)) > 1
        beyond += apart and unknown(game, cell)
    return beyond


@leaf
def _mark_beyond(grid, game, clue, other, is_mine):
    row, col = other // grid.width, other % grid.width
    for j in range(grid.degree[clue]):
        cell = grid.around[clue, j]
        apart = max(abs(cell // grid.width - row), abs(cell % grid.width - col)) > 1
        if apart and unknown(game, cell):
            mark(grid, game, cell, is_mine)


@kernel
def window(grid, game):
    """Count and eliminate subsets in 5×5 windows, and open safe cells at once."""
    n = game.shown.size
    queue = np.empty(n + 1, np.int32)
    waiting = np.zeros(n, np.uint8)
    near = np.empty(24, np.int32)
    head, tail = 0, 0
    while True:
        head, tail = _queue_changed(grid, game, queue, waiting, head, tail)
        if head == tail:
            return
        clue = queue[head % (n + 1)]
        head += 1
        waiting[clue] = 0
        if count_at(grid, game, clue):
            open_safe(grid, game)
        if game.unknown_around[clue]:
            for k in range(_clues_within_two(grid, game, clue, near)):
                if is_over(game):
                    return
                if _subtract_pair(grid, game, clue, near[k]):
                    open_safe(grid, game)
        if is_over(game):
            return


@leaf
def _queue_changed(grid, game, queue, waiting, head, tail):
    if not game.counters[CHANGED]:
        return head, tail
    game.counters[CHANGED] = 0
    n = game.shown.size
    for clue in range(n):
        if game.shown[clue] > 0 and not waiting[clue] and _touched(grid, game, clue):
            waiting[clue] = 1
            queue[tail % (n + 1)] = clue
            tail += 1
    game.changed[:] = 0
    return head, tail


@leaf
def _touched(grid, game, clue):
    """Return whether a cell within two rows and columns has changed."""
    row, col = clue // grid.width, clue % grid.width
    for r in range(max(row - 2, 0), min(row + 3, grid.height)):
        for c in range(max(col - 2, 0), min(col + 3, grid.width)):
            if game.changed[r * grid.width + c]:
                return True
    return False


@leaf
def _clues_within_two(grid, game, clue, near):
    row, col = clue // grid.width, clue % grid.width
    count = 0
    for r in range(max(row - 2, 0), min(row + 3, grid.height)):
        for c in range(max(col - 2, 0), min(col + 3, grid.width)):
            other = r * grid.width + c
            if other != clue and game.shown[other] > 0:
                near[count] = other
                count += 1
    return count


@leaf
def _subtract_pair(grid, game, clue, other):
    """Apply the subset rule to two clues, the smaller first; return whether it helped."""
    smaller, larger = clue, other
    if game.unknown_around[clue] >= game.unknown_around[other]:
        smaller, larger = other, clue
    size = game.unknown_around[larger] - game.unknown_around[smaller]
    if game.unknown_around[smaller] == 0 or size == 0 or not _sees_all(grid, game, smaller, larger):
        return False
    less = game.shown[smaller] - game.known_mines[smaller]
    left = game.shown[larger] - game.known_mines[larger] - less
    if left != 0 and left != size:
        return False
    row, col = smaller // grid.width, smaller % grid.width
    for j in range(grid.degree[larger]):
        cell = grid.around[larger, j]
        apart = max(abs(cell // grid.width - row), abs(cell % grid.width - col)) > 1
        if apart and unknown(game, cell):
            mark(grid, game, cell, left > 0)
    return True


@leaf
def _sees_all(grid, game, smaller, larger):
    """Return whether `larger` touches every unknown cell around `smaller`."""
    row, col = larger // grid.width, larger % grid.width
    for j in range(grid.degree[smaller]):
        cell = grid.around[smaller, j]
        apart = max(abs(cell // grid.width - row), abs(cell % grid.width - col)) > 1
        if apart and unknown(game, cell):
            return False
    return True
