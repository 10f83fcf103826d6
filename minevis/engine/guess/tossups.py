"""Toss-ups: cells no clue can ever separate, so that a guess must decide in the end.

Two neighbours are a toss-up if one of them is a mine and all cells next to only one of them, their
*fence*, are mines or off the board: every number around sees both. So are the four cells of a
2×2 block with mines on one of its diagonals, if the four cells at its outer corners are mines.

The shapes are those of David N. Hill's solver, which counts their layouts. Here the expected number
is computed, treating cells as independent. Most pairs and blocks are in the interior, where all
chances are equal: these are counted once for every guess, and only the rest is computed for each
number shown.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from minevis.engine.guess.features import Feature, inside
from minevis.engine.knowledge import unknown
from minevis.engine.plain import leaf
from minevis.engine.shared import FLAGGED
from minevis.game.grid import Cell, cell_table, neighbours

NEAR = 1  # uncertain fence cells of a near toss-up
PAIR, BLOCK = 2, 4  # cells of a shape; its fence follows
OPENED, MINE, FRONTIER, INTERIOR = range(4)  # state of a cell before the number is known
FENCE = 6  # largest number of fence cells


class Shapes(NamedTuple):
    """Pairs or blocks on a size of board, and scratch; s shapes."""

    cells: np.ndarray  # int64 [s, 2 or 4], for a block row by row
    fence: np.ndarray  # int64 [s, 6]
    fence_size: np.ndarray  # int64 [s]: cells of the fence
    uncertain: np.ndarray  # int64 [s]: the uncertain shapes, by number
    uncertain_count: np.ndarray  # int64 [1]: their count
    inside: np.ndarray  # int64 [7]: shapes in the interior, by the count of their fence cells


class Tossups(NamedTuple):
    """Scratch for toss-ups; n cells."""

    pairs: Shapes
    blocks: Shapes
    kind: np.ndarray  # uint8 [n]: OPENED and so on
    chance: np.ndarray  # float64 [n]


def new_tossups(height: int, width: int) -> Tossups:
    """Return scratch for boards of that size."""
    shapes = [
        Shapes(*tables, np.zeros(len(tables[2]), np.int64), *map(_counts, (1, FENCE + 1)))
        for tables in _tables(height, width)
    ]
    n = height * width
    return Tossups(shapes[0], shapes[1], np.zeros(n, np.uint8), np.zeros(n))


def _counts(size: int) -> np.ndarray:
    return np.zeros(size, np.int64)


Tables = tuple[np.ndarray, np.ndarray, np.ndarray]


@lru_cache(maxsize=16)
def _tables(height: int, width: int) -> tuple[Tables, Tables]:
    """Return cells, fences and fence sizes of all pairs, and of all blocks."""
    cells = set(cell_table((height, width)))
    pairs, blocks = [], []
    for row, col in sorted(cells):
        for other in ((row, col + 1), (row + 1, col)):
            if other in cells:
                near = [set(neighbours(cell, (height, width))) for cell in ((row, col), other)]
                pair = [(row, col), other]
                pairs.append((pair, sorted((near[0] ^ near[1]) - set(pair))))
        if (row + 1, col + 1) in cells:
            block = [(row + i, col + j) for i in (0, 1) for j in (0, 1)]
            corners = [(row + i, col + j) for i in (-1, 2) for j in (-1, 2)]
            blocks.append((block, [cell for cell in corners if cell in cells]))
    return _table(pairs, PAIR, width), _table(blocks, BLOCK, width)


def _table(shapes: list[tuple[list[Cell], list[Cell]]], size: int, width: int) -> Tables:
    flat = np.full((len(shapes), size + FENCE), -1, np.int64)
    for number, (cells, fence) in enumerate(shapes):
        for place, (row, col) in enumerate(cells + fence):
            flat[number, place] = row * width + col
    fence_size = np.array([len(fence) for _, fence in shapes], np.int64)
    return flat[:, :size].copy(), flat[:, size:].copy(), fence_size


@leaf
def sort_tossups(game, frontier, own, opened, tossups):
    """Sort the shapes: uncertain, in the interior, or impossible as a toss-up once `opened` is
    open, for every number."""
    for cell in range(tossups.kind.size):
        if inside(game, frontier, own, cell, opened):
            tossups.kind[cell] = INTERIOR
        elif cell != opened and unknown(game, cell):
            tossups.kind[cell] = FRONTIER
        else:
            tossups.kind[cell] = MINE if game.shown[cell] == FLAGGED else OPENED
    _sort(tossups.pairs, tossups.kind)
    _sort(tossups.blocks, tossups.kind)


@leaf
def is_unknown(tossups, cell):
    """Whether a cell is undecided, once the shapes are sorted."""
    return tossups.kind[cell] >= FRONTIER


@leaf
def is_mine(tossups, cell):
    """Whether a cell is known to be a mine, once the shapes are sorted."""
    return tossups.kind[cell] == MINE


@leaf
def _sort(shapes, kind):
    shapes.uncertain_count[0] = 0
    shapes.inside[:] = 0
    for k in range(shapes.fence_size.size):
        least = INTERIOR
        for j in range(shapes.cells.shape[1]):
            least = min(least, kind[shapes.cells[k, j]])
        if least < FRONTIER:
            continue
        for j in range(shapes.fence_size[k]):
            least = min(least, kind[shapes.fence[k, j]])
        if least == INTERIOR:
            shapes.inside[shapes.fence_size[k]] += 1
        elif least != OPENED:
            shapes.uncertain[shapes.uncertain_count[0]] = k
            shapes.uncertain_count[0] += 1


@leaf
def add_tossups(frontier, own, odds, own_odds, tossups, features):
    """Add the expected toss-ups; `odds` and `own_odds` are by box of the untouched and the touched
    part, and the odds of the interior are among the features."""
    density = features[Feature.INTERIOR_ODDS]
    for cell in range(tossups.kind.size):
        kind = tossups.kind[cell]
        if kind == FRONTIER:
            box = own.box[cell]
            tossups.chance[cell] = own_odds[box] if box >= 0 else odds[frontier.box[cell]]
        else:
            tossups.chance[cell] = density if kind == INTERIOR else np.float64(kind == MINE)
    pairs, blocks, chances = tossups.pairs, tossups.blocks, tossups.chance
    _add_uncertain(pairs, chances, features, Feature.NEAR_PAIRS, Feature.FAR_PAIRS)
    _add_uncertain(blocks, chances, features, Feature.NEAR_BLOCKS, Feature.FAR_BLOCKS)
    if 0.0 < density < 1.0:
        one = 2.0 * density * (1.0 - density)
        two = one * one / 2.0
        _add_inside(pairs, density, one, features, Feature.NEAR_PAIRS, Feature.FAR_PAIRS)
        _add_inside(blocks, density, two, features, Feature.NEAR_BLOCKS, Feature.FAR_BLOCKS)


@leaf
def _add_uncertain(shapes, chance, features, near, far):
    for i in range(shapes.uncertain_count[0]):
        k = shapes.uncertain[i]
        held = _chance_of(shapes.cells[k], chance)
        missing = 0
        for j in range(shapes.fence_size[k]):
            held *= chance[shapes.fence[k, j]]
            missing += chance[shapes.fence[k, j]] < 1.0
        features[near if missing <= NEAR else far] += held


@leaf
def _chance_of(cells, chance):
    """That a pair has one mine, or a block a diagonal of them; 0 if a cell is certain."""
    for cell in cells:
        if chance[cell] <= 0.0 or chance[cell] >= 1.0:
            return 0.0
    a, b = chance[cells[0]], chance[cells[1]]
    if cells.size == PAIR:
        return a + b - 2.0 * a * b
    c, d = chance[cells[2]], chance[cells[3]]
    return a * d * (1.0 - b) * (1.0 - c) + b * c * (1.0 - a) * (1.0 - d)


@leaf
def _add_inside(shapes, density, chance, features, near, far):
    for fence_size in range(shapes.inside.size):
        features[near if fence_size <= NEAR else far] += shapes.inside[fence_size] * chance
        chance *= density
