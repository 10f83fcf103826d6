"""A position in 25 numbers, for a quick estimate of the chance to win.

A component is *open* if one of its cells touches the interior, because the interior may reveal
something about it; otherwise it is *closed*. A cell is *uncertain* if its odds are neither 0 nor 1.
Components with a safe cell cost no guess now and are counted separately. Components of known mines
do not count. Entropies and logarithms are natural.

Features are computed in two steps: the frontier's shape once per guess, and the odds once per
number that the guess may show.

Four features are expected 50/50s, cells that no clue can ever separate. Two neighbours are a 50/50
if they have one mine and all cells next to only one of them, their *fence*, are mines or off the
board: every number around sees both. The four cells of a 2×2 block are a 50/50 if one diagonal is
mined and the four cells at the outer corners are mines. David N. Hill's solver has the same shapes
and counts their layouts. Here the expected number is computed, with independent cells. Most pairs
and blocks are in the interior, where all chances are equal. These are counted once per guess.
"""

from functools import lru_cache
from math import log
from typing import NamedTuple

import numpy as np

from minevis.engine.knowledge import unknown
from minevis.engine.shared import FLAGGED
from minevis.engine.twins import leaf
from minevis.game.grid import Cell, cell_table, neighbours

NEARLY_EVEN = 0.0123456789  # chances this near to 1/2 are even; no simple ratio is at the limit
CERTAIN = 1e-12  # chances this near to 1 are rounded to 1


class _Places(NamedTuple):
    """The value network's input, in this order."""

    LOG_SAFETY: int = 0  # the best move's; 0 if the game is won
    SAFE: int = 1  # cells
    INTERIOR: int = 2  # cells
    MINES_LEFT: int = 3
    INTERIOR_ODDS: int = 4
    COVERED: int = 5  # cells not known to be mines
    CLOSED_LOG_SAFETY: int = 6  # sum over closed components, of each one's best cell
    OPEN_LOG_SAFETY: int = 7
    CLOSED_ENTROPY: int = 8  # sum over cells
    OPEN_ENTROPY: int = 9
    SAFE_ENTROPY: int = 10  # in components with a safe cell
    CLOSED_COMPONENTS: int = 11
    OPEN_COMPONENTS: int = 12
    SAFE_COMPONENTS: int = 13
    JOINT_ENTROPY: int = 14  # of the frontier's layouts
    UNCERTAIN: int = 15  # cells of the frontier
    EVEN: int = 16  # uncertain cells with chance one half
    INTERIOR_MINES: int = 17  # expected
    INTERIOR_BORDER: int = 18  # interior cells next to the frontier
    FRONTIER_BORDER_SAFE: int = 19  # expected safe frontier cells next to the interior
    CORNERS: int = 20  # interior cells in a corner
    NEAR_PAIRS: int = 21  # expected 50/50s
    FAR_PAIRS: int = 22
    NEAR_BLOCKS: int = 23
    FAR_BLOCKS: int = 24


Feature = _Places()  # older versions of numba cannot assign to an index named by an enum


@leaf
def entropy(chance):
    """Return a chance's entropy, in nats."""
    if chance <= 0.0 or chance >= 1.0:
        return 0.0
    return -chance * log(chance) - (1.0 - chance) * log(1.0 - chance)


@leaf
def inside(game, frontier, own, cell, opened):
    """Return whether a cell is in the interior after opening `opened`; `own` is touched."""
    if cell == opened or not unknown(game, cell):
        return False
    return frontier.box[cell] < 0 and own.box[cell] < 0


@leaf
def add_shape(grid, game, frontier, own, opened, border, features):
    """Fill in the features independent of the number at `opened`.

    Mark the frontier cells next to the interior in `border` (uint8 [n])."""
    border[:] = 0
    features[Feature.INTERIOR_BORDER] = features[Feature.CORNERS] = 0.0
    for cell in range(game.shown.size):
        if inside(game, frontier, own, cell, opened):
            features[Feature.CORNERS] += grid.rims[cell] >= 2
            beside = False
            for j in range(grid.degree[cell]):
                near = grid.around[cell, j]
                if frontier.box[near] >= 0 or own.box[near] >= 0:
                    if near != opened and unknown(game, near):
                        border[near] = 1
                        beside = True
            features[Feature.INTERIOR_BORDER] += beside


@leaf
def clear(features):
    """Clear the features that depend on the shown number."""
    for k in range(features.size):
        if k != Feature.COVERED and k != Feature.INTERIOR_BORDER and k != Feature.CORNERS:
            features[k] = 0.0


@leaf
def add_component(frontier, low, high, odds, border, features):
    """Add a component with boxes `low` to `high`; return its best chance to survive."""
    safety = between = spread = 0.0
    safe = uncertain = 0
    is_open = False
    for b in range(low, high):
        chance, size = odds[b], frontier.size[b]
        safety = max(safety, 1.0 - chance)
        if chance == 0.0:
            safe += size
        elif chance < 1.0:
            uncertain += size
            between = max(between, 1.0 - chance)
            spread += size * entropy(chance)
            if abs(chance - 0.5) < NEARLY_EVEN:
                features[Feature.EVEN] += size
        for i in range(frontier.starts[b], frontier.starts[b + 1]):
            if border[frontier.members[i]]:
                features[Feature.FRONTIER_BORDER_SAFE] += 1.0 - chance
                is_open = True
    features[Feature.SAFE] += safe
    features[Feature.UNCERTAIN] += uncertain
    if safe:
        features[Feature.SAFE_COMPONENTS] += 1.0
        features[Feature.SAFE_ENTROPY] += spread
    elif uncertain:
        features[Feature.OPEN_COMPONENTS if is_open else Feature.CLOSED_COMPONENTS] += 1.0
        features[Feature.OPEN_ENTROPY if is_open else Feature.CLOSED_ENTROPY] += spread
        features[Feature.OPEN_LOG_SAFETY if is_open else Feature.CLOSED_LOG_SAFETY] += log(between)
    return safety


@leaf
def add_interior(untouched, ways, log_factor, safety, features):
    """Add the interior; return the best chance to survive.

    `ways[t]` are the frontier's ways for t mines above the fewest; `log_factor` is the log of their
    divisor."""
    total = held = outside = 0.0
    last = untouched.behind.shape[0] - 1
    for t in range(ways.size):
        weight = ways[t] * untouched.behind[last, t]
        if weight > 0.0:
            total += weight
            held += weight * (untouched.mines_left - untouched.least - t)
            outside += weight * log(untouched.behind[last, t])
    density = held / (total * untouched.interior) if untouched.interior else 0.0
    density = 1.0 if density > 1.0 - CERTAIN else density
    if untouched.interior:
        safety = max(safety, 1.0 - density)
        if density == 0.0:
            features[Feature.SAFE] += untouched.interior
    features[Feature.LOG_SAFETY] = log(safety) if safety > 0.0 else 0.0
    features[Feature.INTERIOR] = untouched.interior
    features[Feature.MINES_LEFT] = untouched.mines_left
    features[Feature.INTERIOR_ODDS] = density
    features[Feature.INTERIOR_MINES] = untouched.interior * density
    joint = log(total) + log_factor + untouched.scale - outside / total
    features[Feature.JOINT_ENTROPY] = max(joint, 0.0)
    return safety


@leaf
def uncertainty(features):
    """Return the sum of all covered cells' entropies, in nats."""
    frontier = features[Feature.CLOSED_ENTROPY] + features[Feature.OPEN_ENTROPY]
    frontier += features[Feature.SAFE_ENTROPY]
    return frontier + features[Feature.INTERIOR] * entropy(features[Feature.INTERIOR_ODDS])


NEAR = 1  # most uncertain fence cells of a near 50/50
PAIR, BLOCK = 2, 4  # cells of a shape
OPENED, MINE, FRONTIER, INTERIOR = range(4)  # state of a cell before the number is known
FENCE = 6  # most fence cells


class Shapes(NamedTuple):
    """All s pairs or blocks on a board size, and scratch."""

    cells: np.ndarray  # int64 [s, 2 or 4]: a block's cells row by row
    fence: np.ndarray  # int64 [s, 6]
    fence_size: np.ndarray  # int64 [s]
    uncertain: np.ndarray  # int64 [s]: indices of the uncertain shapes
    uncertain_count: np.ndarray  # int64 [1]
    inside: np.ndarray  # int64 [7]: shapes in the interior, by fence size


class FiftyFifties(NamedTuple):
    """Scratch for 50/50s; n cells."""

    pairs: Shapes
    blocks: Shapes
    kind: np.ndarray  # uint8 [n]: OPENED and so on
    chance: np.ndarray  # float64 [n]


def new_fifty_fifties(height: int, width: int) -> FiftyFifties:
    """Return all shapes of a board size, and scratch."""
    shapes = [
        Shapes(*tables, np.zeros(len(tables[2]), np.int64), *map(_counts, (1, FENCE + 1)))
        for tables in _tables(height, width)
    ]
    n = height * width
    return FiftyFifties(shapes[0], shapes[1], np.zeros(n, np.uint8), np.zeros(n))


def _counts(size: int) -> np.ndarray:
    return np.zeros(size, np.int64)


Tables = tuple[np.ndarray, np.ndarray, np.ndarray]


@lru_cache(maxsize=16)
def _tables(height: int, width: int) -> tuple[Tables, Tables]:
    """Return cells, fences and fence sizes of all pairs and of all blocks."""
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
def sort_fifty_fifties(game, frontier, own, opened, fifty_fifties):
    """Sort the shapes after opening `opened`: uncertain, in the interior, or impossible."""
    for cell in range(fifty_fifties.kind.size):
        if inside(game, frontier, own, cell, opened):
            fifty_fifties.kind[cell] = INTERIOR
        elif cell != opened and unknown(game, cell):
            fifty_fifties.kind[cell] = FRONTIER
        else:
            fifty_fifties.kind[cell] = MINE if game.shown[cell] == FLAGGED else OPENED
    _sort(fifty_fifties.pairs, fifty_fifties.kind)
    _sort(fifty_fifties.blocks, fifty_fifties.kind)


@leaf
def is_unknown(fifty_fifties, cell):
    """Return whether a cell is undecided, after sorting."""
    return fifty_fifties.kind[cell] >= FRONTIER


@leaf
def is_mine(fifty_fifties, cell):
    """Return whether a cell is a known mine, after sorting."""
    return fifty_fifties.kind[cell] == MINE


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
def add_fifty_fifties(frontier, own, odds, own_odds, fifty_fifties, features):
    """Add the expected 50/50s to the features, which have the interior's odds.

    `odds` and `own_odds` are the odds by box, of the untouched and the touched part."""
    density = features[Feature.INTERIOR_ODDS]
    for cell in range(fifty_fifties.kind.size):
        kind = fifty_fifties.kind[cell]
        if kind == FRONTIER:
            box = own.box[cell]
            fifty_fifties.chance[cell] = own_odds[box] if box >= 0 else odds[frontier.box[cell]]
        else:
            fifty_fifties.chance[cell] = density if kind == INTERIOR else np.float64(kind == MINE)
    pairs, blocks, chances = fifty_fifties.pairs, fifty_fifties.blocks, fifty_fifties.chance
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
    """Return the chance of one mine in a pair or a mined diagonal; 0 with a certain cell."""
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
