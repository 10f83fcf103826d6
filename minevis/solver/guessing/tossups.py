"""Toss-ups: cells that no clue can ever separate, so that a guess must decide in the end.

Two neighbours are one when one of them is a mine and all cells that touch only one of
them, their *fence*, are mines too or lie off the board: every number around sees both.
So are the four cells of a 2×2 block with mines on one of its diagonals, when the four
cells at its outer corners are mines.

The shapes are those of David N. Hill's solver, which counts the layouts that hold them.
Here the number to expect is worked out, cells taken as independent: four pictures of
odds, shifted and multiplied.
"""

from typing import NamedTuple

import numpy as np

from minevis.core.grid import with_rim

NEAR = 1  # so many cells of a fence may be in doubt for a toss-up to be near


class Tossups(NamedTuple):
    """How many toss-ups to expect: near ones, whose fence stands but for a cell, and others.

    >>> Tossups(near_pairs=0.5).far_pairs
    0.0
    """

    near_pairs: float = 0.0
    far_pairs: float = 0.0
    near_blocks: float = 0.0
    far_blocks: float = 0.0


def expected_tossups(chances: np.ndarray) -> Tossups:
    """The toss-ups to expect on a board whose cells are mines with `chances`.

    `chances` is float64 [H, W], 0 if opened and 1 at known mines.

    >>> expected_tossups(np.array([[0.5, 0.5]]))
    Tossups(near_pairs=0.5, far_pairs=0.0, near_blocks=0.0, far_blocks=0.0)
    """
    walled = with_rim(chances, 1.0)  # beyond it no clue could separate them
    beside, above = _pairs(chances, walled), _pairs(chances.T, walled.T)
    blocks = _blocks(chances, walled)
    return Tossups(beside[0] + above[0], beside[1] + above[1], *blocks)


def _pairs(chances: np.ndarray, walled: np.ndarray) -> tuple[float, float]:
    """The pairs of cells side by side to expect: near ones and others."""
    left, right = chances[:, :-1], chances[:, 1:]
    column = np.stack([walled[:-2], walled[1:-1], walled[2:]])
    fence = np.concatenate([column[:, :, :-3], column[:, :, 3:]])
    return _sum(left + right - 2.0 * left * right, fence, _doubtful(left) & _doubtful(right))


def _blocks(chances: np.ndarray, walled: np.ndarray) -> tuple[float, float]:
    """The 2×2 blocks with a mine diagonal to expect: near ones and others."""
    a, b, c, d = chances[:-1, :-1], chances[:-1, 1:], chances[1:, :-1], chances[1:, 1:]
    diagonal = a * d * (1.0 - b) * (1.0 - c) + b * c * (1.0 - a) * (1.0 - d)
    doubtful = _doubtful(a) & _doubtful(b) & _doubtful(c) & _doubtful(d)
    corners = np.stack([walled[:-3, :-3], walled[:-3, 3:], walled[3:, :-3], walled[3:, 3:]])
    return _sum(diagonal, corners, doubtful)


def _doubtful(chances: np.ndarray) -> np.ndarray:
    return (chances > 0.0) & (chances < 1.0)


def _sum(chance: np.ndarray, fence: np.ndarray, doubtful: np.ndarray) -> tuple[float, float]:
    """The sum over shapes in doubt of `chance` times that of the whole fence (float64
    [cells, H, W]): of those with `NEAR` cells of it in doubt or fewer, and of the others."""
    held = np.where(doubtful, chance * fence.prod(axis=0), 0.0)
    near = (fence < 1.0).sum(axis=0) <= NEAR
    return float(held[near].sum()), float(held[~near].sum())
