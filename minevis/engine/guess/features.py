"""A position in 25 numbers: a quick estimate of the chance to win.

A component is *open* if one of its cells touches the interior, so that the interior may reveal
something about it; otherwise *closed*. A cell is *uncertain* if its odds are neither 0 nor 1.
Components with a safe cell, which cost no guess now, are counted separately; components of known
mines do not count. Entropies and logarithms are natural.

Features are computed in two steps: the shape of the frontier, once for every guess, and the odds,
for each number it may show.
"""

from math import log
from typing import NamedTuple

from minevis.engine.knowledge import unknown
from minevis.engine.plain import leaf

NEARLY_EVEN = 0.0123456789  # so near to 1/2 a chance is a coin's; no simple ratio is on the line
CERTAIN = 1e-12  # a chance this near to 1 is rounded to it


class _Places(NamedTuple):
    """The input of the value network, in this order."""

    LOG_SAFETY: int = 0  # of the best move; 0 if the game is won
    SAFE: int = 1  # cells
    INTERIOR: int = 2  # cells
    MINES_LEFT: int = 3
    INTERIOR_ODDS: int = 4
    COVERED: int = 5  # cells not known to be mines
    CLOSED_LOG_SAFETY: int = 6  # of the best cell of each closed component, summed
    OPEN_LOG_SAFETY: int = 7
    CLOSED_ENTROPY: int = 8  # of the odds of each cell, summed
    OPEN_ENTROPY: int = 9
    SAFE_ENTROPY: int = 10  # in components with a safe cell
    CLOSED_COMPONENTS: int = 11
    OPEN_COMPONENTS: int = 12
    SAFE_COMPONENTS: int = 13
    JOINT_ENTROPY: int = 14  # of the layouts of the frontier
    UNCERTAIN: int = 15  # cells of the frontier
    EVEN: int = 16  # of these, mines with chance one half
    INTERIOR_MINES: int = 17  # expected
    INTERIOR_BORDER: int = 18  # interior cells next to the frontier
    FRONTIER_BORDER_SAFE: int = 19  # expected safe frontier cells next to the interior
    CORNERS: int = 20  # interior cells in a corner
    NEAR_PAIRS: int = 21  # expected toss-ups: see `minevis.engine.guess.tossups`
    FAR_PAIRS: int = 22
    NEAR_BLOCKS: int = 23
    FAR_BLOCKS: int = 24


Feature = _Places()  # older versions of numba cannot assign to an index named by an enum


@leaf
def entropy(chance):
    """Of a chance, in nats."""
    if chance <= 0.0 or chance >= 1.0:
        return 0.0
    return -chance * log(chance) - (1.0 - chance) * log(1.0 - chance)


@leaf
def inside(game, frontier, own, cell, opened):
    """Whether a cell is interior once `opened` is open; `own` is the touched part."""
    if cell == opened or not unknown(game, cell):
        return False
    return frontier.box[cell] < 0 and own.box[cell] < 0


@leaf
def add_shape(grid, game, frontier, own, opened, border, features):
    """Mark in `border` (uint8 [n]) the frontier cells next to the interior, and fill in the
    features independent of the number at `opened`."""
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
    """Clear the features that depend on the number shown."""
    for k in range(features.size):
        if k != Feature.COVERED and k != Feature.INTERIOR_BORDER and k != Feature.CORNERS:
            features[k] = 0.0


@leaf
def add_component(frontier, low, high, odds, border, features):
    """Add a component, boxes `low` to `high`; returns the best chance to survive in it."""
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
    """Add the interior, for a frontier with `ways[t]` ways for t mines above the fewest, divided by
    the exponential of `log_factor`; return the best chance to survive."""
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
    """The sum of the entropies of all covered cells, in nats."""
    frontier = features[Feature.CLOSED_ENTROPY] + features[Feature.OPEN_ENTROPY]
    frontier += features[Feature.SAFE_ENTROPY]
    return frontier + features[Feature.INTERIOR] * entropy(features[Feature.INTERIOR_ODDS])
