"""ZiNi: how few clicks clear a known board with flags and chords, by a greedy choice."""

import numpy as np

from minevis.game.grid import block_sums, dilate, neighbour_counts

NEVER = -99  # the gain of a chord that is no chord


def greedy_zini(mined: np.ndarray, regions: np.ndarray) -> int:
    """Return the clicks of greedy ZiNi on a board: bool [H, W] and its zeros, numbered from 1.

    Of equal chords the first in row order is played.
    """
    alone = ~mined & ~dilate(regions > 0)  # safe cells that no opening opens
    opened, flagged = np.zeros_like(mined), np.zeros_like(mined)
    clicks = 0
    while not (opened | mined).all():
        opens = block_sums((alone & ~opened).astype(int)) + _openings_around(regions, opened)
        gain = opens - neighbour_counts(mined & ~flagged) - ~opened - 1
        gain[mined | (regions > 0)] = NEVER
        cell = np.unravel_index(gain.argmax(), gain.shape)
        around = np.zeros_like(mined)
        around[cell] = True
        if gain[cell] >= 0:
            around = dilate(around)
            clicks += int((around & mined & ~flagged).sum()) + int(not opened[cell]) + 1
            flagged |= around & mined
        else:
            covered = ~opened & (regions > 0)
            flat = (covered if covered.any() else ~opened & alone).argmax()
            around = np.zeros_like(mined)
            around.flat[flat] = True
            clicks += 1
        found = np.unique(regions[around])
        opened |= (around & ~mined) | dilate(np.isin(regions, found[found > 0]))
    return clicks


def _openings_around(regions: np.ndarray, opened: np.ndarray) -> np.ndarray:
    """Return the number of covered openings in the block of every cell: int64 [H, W]."""
    blocks = np.lib.stride_tricks.sliding_window_view(np.pad(regions * ~opened, 1), (3, 3))
    ordered = np.sort(blocks.reshape(*regions.shape, 9), axis=2)
    first = np.diff(ordered, axis=2, prepend=0) > 0
    return first.sum(axis=2)
