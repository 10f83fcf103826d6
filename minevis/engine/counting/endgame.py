"""Perfect play with few layouts: twin of `minevis.solver.counting.endgame`.

All layouts are listed first. A set of layouts is a slice of `order`. Opening a cell sorts the slice
by the cell's number, so that every part is a slice again.
"""

from typing import NamedTuple

import numpy as np

from minevis.engine.counting.frontier import CELLS, COMPONENTS
from minevis.engine.counting.odds import fill_behind
from minevis.engine.hashing import splitmix64
from minevis.engine.knowledge import MINES_LEFT, unknown
from minevis.engine.twins import ONE, ZERO, kernel, leaf

MINE = 9  # the code of a mine


@kernel
def numbers_shown(grid, game, frontier, layers, states, count):
    """Return every unknown cell's code in each layout, int8 [count, u], `MINE` for a mine.

    Also return these cells in board order, int64 [u]. The odds must have been found."""
    cells = np.empty(game.shown.size, np.int64)
    u = ZERO
    for cell in range(game.shown.size):
        if unknown(game, cell):
            cells[u] = cell
            u += 1
    cells = cells[:u]
    names = _names(game, frontier, u)
    layouts = np.zeros((count, game.shown.size), np.uint8)
    listed = _every(frontier, layers, states, u, game.counters[MINES_LEFT], count)
    for k in range(count):
        for i in range(u):
            layouts[k, names[i]] = listed[k, i]
    shown = np.empty((count, u), np.int8)
    for k in range(count):
        for i in range(u):
            shown[k, i] = _number(grid, game, layouts[k], cells[i])
    return shown, cells


@kernel
def _names(game, frontier, u):
    """Return the unknown cells, box by box, and then the interior: int64 [u]."""
    names = np.empty(u, np.int64)
    place = frontier.totals[CELLS]
    for k in range(place):
        names[k] = frontier.members[k]
    for cell in range(game.shown.size):
        if unknown(game, cell) and frontier.box[cell] < 0:
            names[place] = cell
            place += 1
    return names


@leaf
def _number(grid, game, mined, cell):
    if mined[cell]:
        return MINE
    number = game.known_mines[cell]
    for j in range(grid.degree[cell]):
        number += mined[grid.around[cell, j]]
    return number


@kernel
def _every(frontier, layers, states, u, mines_left, count):
    """Return all layouts, box by box and cell by cell: uint8 [count or more, u]."""
    interior = u - frontier.totals[CELLS]
    components = frontier.totals[COMPONENTS]
    behind = np.empty((components + 1, layers.reach[components] + 1))
    fill_behind(frontier, layers, states, interior, mines_left, behind)
    capacity = count
    while True:
        found, listed = _list(frontier, layers, states, behind, u, mines_left, capacity)
        if found >= 0:
            return listed
        capacity *= 2  # some partial layouts cannot be completed


@kernel
def _list(frontier, layers, states, behind, u, mines_left, capacity):
    """Do the same as `_every` in limited space; return the layout count, -1 for too many."""
    layouts = np.zeros((capacity, u), np.uint8)
    notes = np.zeros((capacity, 3), np.int64)  # entry, mines left in the box, mines so far
    count = ONE
    for component in range(frontier.totals[COMPONENTS]):
        for k in range(count):
            notes[k, 0] = layers.start[frontier.first_box[component] + component]
        for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
            last = (
                behind[component + 1]
                if b + 1 == frontier.first_box[component + 1]
                else behind[component + 1, :0]
            )
            count, layouts, notes = _fork(frontier, states, b, last, layouts, notes, count)
            if count >= 0:
                count = _fill(frontier.starts[b], frontier.starts[b + 1], layouts, notes, count)
            if count < 0:
                return count, layouts
    for k in range(count):
        notes[k, 1] = mines_left - notes[k, 2]
    return _fill(frontier.totals[CELLS], u, layouts, notes, count), layouts


@kernel
def _fork(frontier, states, b, last, layouts, notes, count):
    """Extend each layout by each possible number of mines in box `b`.

    For a component's last box, `last` has the ways of the rest by mines; otherwise it is empty."""
    new, new_notes = np.zeros_like(layouts), np.zeros_like(notes)
    grown = 0
    for k in range(count):
        for mines in range(frontier.size[b] + 1):
            reached = states.edges[notes[k, 0], mines]
            if reached < 0 or states.out[reached] == 0.0:
                continue
            if last.size and last[notes[k, 2] + mines] == 0.0:
                continue
            if grown == layouts.shape[0]:
                return -1, new, new_notes
            new[grown] = layouts[k]
            new_notes[grown, 0] = reached
            new_notes[grown, 1] = mines
            new_notes[grown, 2] = notes[k, 2] + mines
            grown += 1
    return grown, new, new_notes


@kernel
def _fill(begin, end, layouts, notes, count):
    """Place the mines of the cells `begin` to `end` in every way; return -1 for too many."""
    for i in range(begin, end):
        for k in range(count):
            left = notes[k, 1]
            if left == 0:
                continue
            if end - i > left:  # the cell may also be safe
                if count == layouts.shape[0]:
                    return -1
                layouts[count] = layouts[k]
                notes[count] = notes[k]
                count += 1
            layouts[k, i] = 1
            notes[k, 1] = left - 1
    return count


LIMIT_REACHED = -1
FEW_SETS, TIMES_MORE = 1_000, 20  # sets to try first; factor for the next try


class Endgame(NamedTuple):
    """l layouts of u cells. The key of a set is the exclusive or of its layouts' marks."""

    shown: np.ndarray  # int8 [l, u]: 9 for a mine
    marks: np.ndarray  # uint64 [l]
    order: np.ndarray  # int64 [l]
    moved: np.ndarray  # int64 [l]: scratch
    keys: np.ndarray  # uint64 [t]: sets evaluated, 0: empty
    wins: np.ndarray  # int64 [t]: perfect play's wins
    evaluated: np.ndarray  # int64 [1]
    mines: np.ndarray  # int32 [d, u]: scratch, by the moves so far
    ends: np.ndarray  # int64 [d, 11]
    at: np.ndarray  # int64 [11]: scratch
    small: np.ndarray  # int64 [d, 9]


@kernel
def best_move(shown, limit):
    """Return the cell (a column of `shown`, int8 [l, u]) with most wins, and their number.

    Return -1 and -1 if more than `limit` sets are needed. Most positions need few sets, so start
    with a small table: clearing a large one would take longer.
    """
    limit = np.int64(limit)
    sets = min(limit, np.int64(FEW_SETS))
    while True:
        cell, wins = _best_within(shown, sets)
        if wins != LIMIT_REACHED or sets == limit:
            return cell, wins
        sets = min(limit, sets * TIMES_MORE)


@kernel
def _best_within(shown, limit):
    """Do the same with a table for `limit` sets."""
    count, depths = shown.shape[0], min(shown.shape) + 1
    table = 2
    while table < 2 * (limit + 1):
        table *= 2
    marks = np.empty(count, np.uint64)
    for k in range(count):
        marks[k] = splitmix64(np.uint64(k))
    endgame = Endgame(
        shown, marks, np.arange(count), np.zeros(count, np.int64),
        np.zeros(table, np.uint64), np.zeros(table, np.int64), np.zeros(1, np.int64),
        np.empty((depths, shown.shape[1]), np.int32), np.empty((depths, MINE + 2), np.int64),
        np.empty(MINE + 2, np.int64), np.empty((depths, MINE), np.int64),
    )  # fmt: skip
    wins, cell = _evaluate(endgame, np.int64(0), np.int64(count), np.int64(limit), np.int64(0))
    return cell, wins


@leaf
def _evaluate(endgame, low, high, limit, depth):
    """Return the wins of perfect play in order[low:high] after `depth` moves, and its cell.

    The cell is -1 for a set in the table. Both are -1 if the limit is reached."""
    total = high - low
    if total <= 1:
        return total, np.int64(-1)
    key = _key(endgame, low, high)
    place = _place(endgame.keys, key)
    if endgame.keys[place] == key:
        return endgame.wins[place], np.int64(-1)
    endgame.evaluated[0] += 1
    if endgame.evaluated[0] > limit:
        return np.int64(LIMIT_REACHED), np.int64(-1)
    mines, ends, small = endgame.mines[depth], endgame.ends[depth], endgame.small[depth]
    chosen = np.int64(_count_mines(endgame, low, high, mines))
    most, free = np.int64(0), chosen >= 0
    cell = chosen if free else _next_safest(mines, np.int64(-1))
    while cell >= 0:
        bound = total - mines[cell]
        if bound <= most:
            break
        _sort(endgame, low, high, cell, ends)
        chosen = cell if chosen < 0 else chosen
        if _distinguishes(ends, total):
            for k in range(_small_first(ends, small)):
                if bound <= most:
                    break
                start, end = ends[small[k]], ends[small[k] + 1]
                part, _ = _evaluate(endgame, start, end, limit, depth + 1)
                if part < 0:
                    return np.int64(LIMIT_REACHED), np.int64(-1)
                bound -= end - start - part
            if bound > most:
                most, chosen = bound, cell
        cell = np.int64(-1) if free else _next_safest(mines, cell)
    place = _place(endgame.keys, key)
    endgame.keys[place] = key
    endgame.wins[place] = most
    return most, chosen


@leaf
def _next_safest(mines, cell):
    """Return the next cell after `cell`, fewest mines first; -1 before the first and at the end."""
    least, following = np.int64(0), np.int64(-1)
    before = mines[cell] if cell >= 0 else np.int32(-1)
    for other in range(mines.size):
        later = mines[other] > before or (mines[other] == before and other > cell)
        if later and (following < 0 or mines[other] < least):
            least, following = np.int64(mines[other]), np.int64(other)
    return following


@leaf
def _key(endgame, low, high):
    key = np.uint64(0)
    for k in range(low, high):
        key ^= endgame.marks[endgame.order[k]]
    return key


@leaf
def _place(keys, key):
    """Return the place of a set in the table."""
    mask = np.uint64(keys.size - 1)
    place = key & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + np.uint64(1)) & mask
    return place


@leaf
def _count_mines(endgame, low, high, mines):
    """Fill `mines` (int32 [u]); return a safe cell that separates layouts, or -1."""
    mines[:] = 0
    for k in range(low, high):
        shown = endgame.shown[endgame.order[k]]
        for cell in range(mines.size):
            mines[cell] += shown[cell] == MINE
    for cell in range(mines.size):
        if mines[cell] == 0:
            number = endgame.shown[endgame.order[low], cell]
            for k in range(low + 1, high):
                if endgame.shown[endgame.order[k], cell] != number:
                    return cell
    return -1


@leaf
def _sort(endgame, low, high, cell, ends):
    """Sort a slice by the numbers of `cell`; fill `ends` (int64 [11]) with their starts."""
    ends[:] = 0
    for k in range(low, high):
        endgame.moved[k] = endgame.order[k]
        ends[endgame.shown[endgame.order[k], cell] + 1] += 1
    ends[0] = low
    for number in range(MINE + 1):
        endgame.at[number] = ends[number]
        ends[number + 1] += ends[number]
    for k in range(low, high):
        number = endgame.shown[endgame.moved[k], cell]
        endgame.order[endgame.at[number]] = endgame.moved[k]
        endgame.at[number] += 1


@leaf
def _distinguishes(ends, total):
    """Return whether the numbers separate any layouts."""
    for number in range(MINE):
        if ends[number + 1] - ends[number] == total:
            return False
    return True


@leaf
def _small_first(ends, small):
    """Sort the numbers with layouts, fewest first, into `small` (int64 [9]); return their count."""
    count = 0
    for number in range(MINE):
        size = ends[number + 1] - ends[number]
        if size == 0:
            continue
        place = count
        while place > 0 and ends[small[place - 1] + 1] - ends[small[place - 1]] > size:
            small[place] = small[place - 1]
            place -= 1
        small[place] = number
        count += 1
    return count
