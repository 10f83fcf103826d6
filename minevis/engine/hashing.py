"""Hashes, placed mines and broken ties: twins of `minevis.game.hashing`."""

import numpy as np

from minevis.engine.twins import leaf

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MULTIPLIER = np.uint64(0x94D049BB133111EB)
U27, U30, U31, U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@leaf
def splitmix64(x):
    """Return one step of splitmix64: uint64 -> uint64."""
    x = x + GOLDEN
    x = (x ^ (x >> U30)) * FIRST_MULTIPLIER
    x = (x ^ (x >> U27)) * SECOND_MULTIPLIER
    return x ^ (x >> U31)


@leaf
def stream_base(seed, stream):
    """Return the start of one stream of a seed; a cell's hash is splitmix64(base ^ cell)."""
    return splitmix64(splitmix64(seed) ^ stream)


@leaf
def place_mines(mined, zone, mines, seed, stream, hashes):
    """Place `mines` mines in the cells outside `zone` with the smallest hashes: as `smallest`.

    `mined` and `zone` are uint8 [n]; `hashes` is scratch, uint64 [n].
    """
    base = stream_base(seed, stream)
    count = 0
    for cell in range(mined.size):
        mined[cell] = 0
        if not zone[cell]:
            hashes[count] = splitmix64(base ^ np.uint64(cell))
            count += 1
    if mines == 0:
        return
    limit = kth_smallest(hashes, count, mines - 1)
    for cell in range(mined.size):
        if not zone[cell] and splitmix64(base ^ np.uint64(cell)) <= limit:
            mined[cell] = 1


@leaf
def kth_smallest(values, count, k):
    """Return the k-th smallest (from 0) of the first `count` values; reorder these."""
    low, high = 0, count - 1
    while low < high:
        pivot = values[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while values[i] < pivot:
                i += 1
            while values[j] > pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if k <= j:
            high = j
        elif k >= i:
            low = i
        else:
            break
    return values[k]


@leaf
def first_of(seed, stream, candidates):
    """Return the set cell of `candidates` (uint8 [n]) with the smallest hash; -1 for no cell."""
    base = stream_base(seed, stream)
    best, least = -1, np.uint64(0)
    for cell in range(candidates.size):
        if candidates[cell]:
            value = splitmix64(base ^ np.uint64(cell))
            if best < 0 or value < least:
                best, least = cell, value
    return best
