"""Kernels of the guesses: twins of `minevis.solver.guessing.strategies`, tie for tie."""

import numpy as np

from minevis.engine._jit import leaf
from minevis.engine.hashing import U32, first_of
from minevis.engine.knowledge import unknown

NAMES = (
    "uniform",
    "least_risk",
    "likely_zero",
    "likely_zero_near_frontier",
    "corners",
    "edges",
    "local_max",
    "information",
    "lookahead",
    "best",
)
UNIFORM, LEAST_RISK, LIKELY_ZERO, NEAR_FRONTIER, CORNERS, EDGES, LOCAL_MAX = range(7)
INFORMATION, LOOKAHEAD, BEST = 7, 8, 9  # `values` hold their scores
TIE = 1e-9


@leaf
def choose(field, state, prob, local, guess, seed, move, stream, mask, values):
    """The cell picked. `prob` and `local` are float64 [n]; `mask` uint8 [n] and
    `values` float64 [n] are scratch, but for guesses that come with scores in `values`."""
    for cell in range(state.shown.size):
        mask[cell] = unknown(state, cell)
    if guess == LOCAL_MAX:
        _lowest(local, mask)
        _fill_crowds(field, state, values)
        _lowest(values, mask)
    elif guess >= INFORMATION:
        _lowest(values, mask)
    elif guess != UNIFORM:
        _lowest(prob, mask)
        if guess == LIKELY_ZERO or guess == NEAR_FRONTIER:
            _fill_zeros(field, state, prob, mask, values)
            _lowest(values, mask)
        if guess == NEAR_FRONTIER:
            _prefer_near(field, state, mask)
        if guess == CORNERS or guess == EDGES:
            for cell in range(mask.size):
                values[cell] = -min(field.rims[cell], 4 if guess == CORNERS else 1)
            _lowest(values, mask)
    return first_of(seed, stream + (np.uint64(move) << U32), mask)


@leaf
def _lowest(values, mask):
    """Keep in `mask` only the cells whose value is the least, to within `TIE`."""
    least = np.inf
    for cell in range(mask.size):
        if mask[cell]:
            least = min(least, values[cell])
    for cell in range(mask.size):
        if mask[cell] and not values[cell] <= least + TIE:
            mask[cell] = 0


@leaf
def _fill_crowds(field, state, values):
    """The number of unknown cells around each cell."""
    for cell in range(state.shown.size):
        values[cell] = state.room[cell]


@leaf
def _fill_zeros(field, state, prob, mask, values):
    """Less the chance of a zero, for the cells of `mask`: twin of `zero_chances`."""
    for cell in range(mask.size):
        if mask[cell]:
            chance = _clear(state, prob, cell)
            for j in range(field.degree[cell]):
                chance *= _clear(state, prob, field.around[cell, j])
            values[cell] = -chance


@leaf
def _clear(state, prob, cell):
    """The chance that there is no mine in a cell."""
    if state.shown[cell] >= 0 or state.safe[cell]:
        return 1.0
    if state.shown[cell] == -1:
        return 1.0 - prob[cell]
    return 0.0


@leaf
def _prefer_near(field, state, mask):
    """Drop the cells away from the frontier, when some lie on it or beside it."""
    some = False
    for cell in range(mask.size):
        if mask[cell] and near_frontier(field, state, cell):
            mask[cell] = 2
            some = True
    for cell in range(mask.size):
        mask[cell] = mask[cell] == 2 if some else mask[cell]


@leaf
def near_frontier(field, state, cell):
    """Whether a cell lies on the frontier or touches a cell of it."""
    if _on_frontier(field, state, cell):
        return True
    for j in range(field.degree[cell]):
        if _on_frontier(field, state, field.around[cell, j]):
            return True
    return False


@leaf
def _on_frontier(field, state, cell):
    if not unknown(state, cell):
        return False
    for j in range(field.degree[cell]):
        if state.shown[field.around[cell, j]] >= 0:
            return True
    return False
