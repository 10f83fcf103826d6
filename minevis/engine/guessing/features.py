"""Kernels of the features of a position: twins of `minevis.solver.guessing.features`.

They are gathered in two steps: the shape of the frontier, once for every guess, and the
odds, for each number that it may show.
"""

from math import log

from minevis.engine._jit import leaf
from minevis.engine.knowledge import unknown
from minevis.engine.shared import CERTAIN, NEARLY_EVEN, Feature


@leaf
def entropy(chance):
    """Of a chance, in nats."""
    if chance <= 0.0 or chance >= 1.0:
        return 0.0
    return -chance * log(chance) - (1.0 - chance) * log(1.0 - chance)


@leaf
def inside(game, frontier, own, cell, opened):
    """Whether a cell lies in the interior once `opened` is open; `own` is the part it touches."""
    if cell == opened or not unknown(game, cell):
        return False
    return frontier.box[cell] < 0 and own.box[cell] < 0


@leaf
def add_shape(grid, game, frontier, own, opened, border, features):
    """Mark in `border` (uint8 [n]) the frontier cells that touch the interior, and fill in the
    features that hold whatever number `opened` shows."""
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
    """Empty the features that depend on the number shown."""
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
    """Add the interior, when the whole frontier has `ways[t]` ways to hold t mines above the
    fewest, divided by the exponential of `log_factor`; returns the best chance to survive."""
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
