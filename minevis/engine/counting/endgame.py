"""Kernels of perfect play over few layouts: twins of `minevis.solver.counting.endgame`.

A set of layouts is a stretch of `order`; opening a cell sorts the stretch by what the
cell shows, so that every part is a stretch of its own.
"""

from typing import NamedTuple

import numpy as np

from minevis.engine._jit import kernel, leaf
from minevis.engine.counting.sampling import MINE
from minevis.engine.hashing import splitmix64

LIMIT_REACHED = -1


class Endgame(NamedTuple):
    """l layouts, u cells; sets are known by the exclusive or of their layouts' marks."""

    shown: np.ndarray  # int8 [l, u]: 9 for a mine
    marks: np.ndarray  # uint64 [l]
    order: np.ndarray  # int64 [l]
    moved: np.ndarray  # int64 [l]: scratch
    keys: np.ndarray  # uint64 [t]: sets evaluated, 0: none
    wins: np.ndarray  # int64 [t]: what perfect play wins of them
    evaluated: np.ndarray  # int64 [1]


@kernel
def best_move(shown, limit):
    """The cell (a column of `shown`, int8 [l, u]) that wins most of the layouts, and how
    many; -1 and -1 when more than `limit` sets would have to be evaluated."""
    count = shown.shape[0]
    table = 2
    while table < 2 * (limit + 1):
        table *= 2
    marks = np.empty(count, np.uint64)
    for k in range(count):
        marks[k] = splitmix64(np.uint64(k))
    endgame = Endgame(
        shown, marks, np.arange(count), np.zeros(count, np.int64),
        np.zeros(table, np.uint64), np.zeros(table, np.int64), np.zeros(1, np.int64),
    )  # fmt: skip
    wins, cell = _evaluate(endgame, np.int64(0), np.int64(count), np.int64(limit))
    return cell, wins


@kernel
def _evaluate(endgame, low, high, limit):
    """What perfect play wins of order[low:high], and the cell it opens, -1 when it has been
    evaluated before; (-1, -1) when the limit is reached."""
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
    mines = np.zeros(endgame.shown.shape[1], np.int64)
    most, chosen = np.int64(0), np.int64(_count_mines(endgame, low, high, mines))
    ranked = np.argsort(mines, kind="mergesort") if chosen < 0 else np.full(1, chosen)
    for cell in ranked:
        bound = total - mines[cell]
        if bound <= most:
            break
        ends = _sort(endgame, low, high, cell)
        chosen = np.int64(cell) if chosen < 0 else chosen
        for rank in _small_first(ends, total):
            if bound <= most:
                break
            part, _ = _evaluate(endgame, ends[rank], ends[rank + 1], limit)
            if part < 0:
                return np.int64(LIMIT_REACHED), np.int64(-1)
            bound -= ends[rank + 1] - ends[rank] - part
        if bound > most and _distinguishes(ends, total):
            most, chosen = bound, np.int64(cell)
    place = _place(endgame.keys, key)
    endgame.keys[place] = key
    endgame.wins[place] = most
    return most, chosen


@leaf
def _key(endgame, low, high):
    key = np.uint64(0)
    for k in range(low, high):
        key ^= endgame.marks[endgame.order[k]]
    return key


@leaf
def _place(keys, key):
    """Where a set is kept, or would be."""
    mask = np.uint64(keys.size - 1)
    place = key & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + np.uint64(1)) & mask
    return place


@leaf
def _count_mines(endgame, low, high, mines):
    """Fill `mines` (int64 [u]); returns a cell without risk that tells layouts apart, or -1."""
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


@kernel
def _sort(endgame, low, high, cell):
    """Order a stretch by what `cell` shows; where each number begins: int64 [11]."""
    ends = np.zeros(MINE + 2, np.int64)
    for k in range(low, high):
        endgame.moved[k] = endgame.order[k]
        ends[endgame.shown[endgame.order[k], cell] + 1] += 1
    ends[0] = low
    for number in range(MINE + 1):
        ends[number + 1] += ends[number]
    at = ends.copy()
    for k in range(low, high):
        number = endgame.shown[endgame.moved[k], cell]
        endgame.order[at[number]] = endgame.moved[k]
        at[number] += 1
    return ends


@leaf
def _distinguishes(ends, total):
    """Whether the numbers tell any layouts apart."""
    for number in range(MINE):
        if ends[number + 1] - ends[number] == total:
            return False
    return True


@kernel
def _small_first(ends, total):
    """The numbers that are shown at all, those of the fewest layouts first; none when they
    tell nothing."""
    if not _distinguishes(ends, total):
        return np.empty(0, np.int64)
    sizes = ends[1 : MINE + 1] - ends[:MINE]
    ranked = np.argsort(sizes, kind="mergesort")
    return ranked[np.searchsorted(sizes[ranked], 1) :]
