"""Kernels for perfect play over few layouts: twins of `minevis.solver.counting.endgame`.

A set of layouts is a slice of `order`. Opening a cell sorts the slice by the cell's number, so
that every part is a slice again.
"""

from typing import NamedTuple

import numpy as np

from minevis.engine.counting.sampling import MINE
from minevis.engine.hashing import splitmix64
from minevis.engine.plain import kernel, leaf

LIMIT_REACHED = -1
FEW_SETS, TIMES_MORE = 1_000, 20  # sets to try first; factor for the next try


class Endgame(NamedTuple):
    """l layouts, u cells; sets are known by the exclusive or of their layouts' marks."""

    shown: np.ndarray  # int8 [l, u]: 9 for a mine
    marks: np.ndarray  # uint64 [l]
    order: np.ndarray  # int64 [l]
    moved: np.ndarray  # int64 [l]: scratch
    keys: np.ndarray  # uint64 [t]: sets evaluated, 0: empty
    wins: np.ndarray  # int64 [t]: wins by perfect play
    evaluated: np.ndarray  # int64 [1]
    mines: np.ndarray  # int32 [d, u]: scratch, by the moves so far
    ends: np.ndarray  # int64 [d, 11]
    at: np.ndarray  # int64 [11]: scratch
    small: np.ndarray  # int64 [d, 9]


@kernel
def best_move(shown, limit):
    """Return the cell (a column of `shown`, int8 [l, u]) with most wins, and their number.

    Returns -1 and -1 if more than `limit` sets would be needed. Most positions need few sets:
    clearing a table for the largest number would take longer.
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
    """What perfect play wins of order[low:high] after `depth` moves, and the cell it opens, -1
    when it has been evaluated before; (-1, -1) when the limit is reached."""
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
    """Return the cell after `cell` (-1: the first) in the order of mines, then of the board; -1
    after the last."""
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
    """Fill `mines` (int32 [u]); return a cell without risk that separates layouts, or -1."""
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
    """Order a stretch by what `cell` shows; where each number begins, into `ends` (int64 [11])."""
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
