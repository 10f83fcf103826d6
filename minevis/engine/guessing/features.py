"""Kernels of the features by which a state is judged: twins of `minevis.solver.guessing.features`.

They are gathered in two steps: the shape of the frontier, once for every guess, and the
odds, for each number that it may show.
"""

from math import log

from minevis.engine._jit import leaf
from minevis.engine.knowledge import unknown
from minevis.solver.guessing.features import CERTAIN, NEARLY_EVEN

(
    LOG_SAFETY, SAFE, INTERIOR, MINES, DENSITY, COVERED,
    CLOSED_LOG, OPEN_LOG, CLOSED_ENTROPY, OPEN_ENTROPY, SAFE_ENTROPY,
    CLOSED, OPEN, WITH_SAFE, JOINT_ENTROPY, UNCERTAIN, EVEN,
    INTERIOR_MINES, BESIDE, WAY_IN, CORNERS,
    NEAR_PAIRS, FAR_PAIRS, NEAR_BLOCKS, FAR_BLOCKS,
) = range(25)  # fmt: skip
FEATURES = 25


@leaf
def entropy(chance):
    """Of a chance, in nats."""
    if chance <= 0.0 or chance >= 1.0:
        return 0.0
    return -chance * log(chance) - (1.0 - chance) * log(1.0 - chance)


@leaf
def inside(state, fr, own, cell, opened):
    """Whether a cell lies in the interior once `opened` is open; `own` is what it touches."""
    if cell == opened or not unknown(state, cell):
        return False
    return fr.box[cell] < 0 and own.box[cell] < 0


@leaf
def see_shape(field, state, fr, own, opened, brim, features):
    """Mark in `brim` (uint8 [n]) the frontier cells that touch the interior, and fill in the
    features that hold whatever number `opened` shows."""
    brim[:] = 0
    features[BESIDE] = features[CORNERS] = 0.0
    for cell in range(state.shown.size):
        if inside(state, fr, own, cell, opened):
            features[CORNERS] += field.rims[cell] >= 2
            beside = False
            for j in range(field.degree[cell]):
                near = field.around[cell, j]
                if fr.box[near] >= 0 or own.box[near] >= 0:
                    if near != opened and unknown(state, near):
                        brim[near] = 1
                        beside = True
            features[BESIDE] += beside


@leaf
def clear(features):
    """Empty the features that depend on the number shown."""
    for k in range(features.size):
        if k != COVERED and k != BESIDE and k != CORNERS:
            features[k] = 0.0


@leaf
def add_component(fr, low, high, odds, brim, features):
    """Add a component, boxes `low` to `high`; returns the best chance to survive in it."""
    safety = between = spread = 0.0
    safe = uncertain = 0
    is_open = False
    for b in range(low, high):
        chance, size = odds[b], fr.size[b]
        safety = max(safety, 1.0 - chance)
        if chance == 0.0:
            safe += size
        elif chance < 1.0:
            uncertain += size
            between = max(between, 1.0 - chance)
            spread += size * entropy(chance)
            if abs(chance - 0.5) < NEARLY_EVEN:
                features[EVEN] += size
        for i in range(fr.starts[b], fr.starts[b + 1]):
            if brim[fr.members[i]]:
                features[WAY_IN] += 1.0 - chance
                is_open = True
    features[SAFE] += safe
    features[UNCERTAIN] += uncertain
    if safe:
        features[WITH_SAFE] += 1.0
        features[SAFE_ENTROPY] += spread
    elif uncertain:
        features[OPEN if is_open else CLOSED] += 1.0
        features[OPEN_ENTROPY if is_open else CLOSED_ENTROPY] += spread
        features[OPEN_LOG if is_open else CLOSED_LOG] += log(between)
    return safety


@leaf
def add_interior(rest, ways, log_factor, safety, features):
    """Add the interior, when the whole frontier has `ways[t]` ways to hold t mines above the
    fewest, divided by the exponential of `log_factor`; returns the best chance to survive."""
    total = held = outside = 0.0
    last = rest.behind.shape[0] - 1
    for t in range(ways.size):
        weight = ways[t] * rest.behind[last, t]
        if weight > 0.0:
            total += weight
            held += weight * (rest.mines_left - rest.least - t)
            outside += weight * log(rest.behind[last, t])
    density = held / (total * rest.interior) if rest.interior else 0.0
    density = 1.0 if density > 1.0 - CERTAIN else density
    if rest.interior:
        safety = max(safety, 1.0 - density)
        if density == 0.0:
            features[SAFE] += rest.interior
    features[LOG_SAFETY] = log(safety) if safety > 0.0 else 0.0
    features[INTERIOR], features[MINES], features[DENSITY] = rest.interior, rest.mines_left, density
    features[INTERIOR_MINES] = rest.interior * density
    features[JOINT_ENTROPY] = max(log(total) + log_factor + rest.scale - outside / total, 0.0)
    return safety


@leaf
def uncertainty(features):
    """The sum of the entropies of all covered cells, in nats."""
    frontier = features[CLOSED_ENTROPY] + features[OPEN_ENTROPY] + features[SAFE_ENTROPY]
    return frontier + features[INTERIOR] * entropy(features[DENSITY])
