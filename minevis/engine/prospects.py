"""Kernels of what a guess leads to: twins of `minevis.solver.prospects`."""

from math import exp, inf, log

import numpy as np

from minevis.engine._jit import kernel, leaf
from minevis.engine.counting import DONE, forward
from minevis.engine.field import MINES_LEFT, unknown
from minevis.engine.frontier import CELLS, survey
from minevis.engine.guess import INFORMATION, TIE, near_frontier
from minevis.engine.odds import weigh_exactly

WORTH_A_LOOK = 0.9


@kernel
def score_guesses(field, state, fr, layers, scratch, prob, scores, guess):
    """Fill `scores` (float64 [n]) with less the worth of each cell that is compared, and
    with infinity elsewhere; `prob` (float64 [n]) is scratch. Returns the status of the
    counting, and the scratch, which may have grown."""
    status, scratch, total, _, uncertainty = _weigh(state, fr, layers, scratch, field, prob)
    if status != DONE:
        return status, scratch
    compared = _compared(field, state, prob)
    some = False  # whether a cell that can show more than one number has been met
    for cell in range(prob.size):
        scores[cell] = inf
    for cell in range(prob.size):
        if not compared[cell]:
            continue
        worth, numbers = 0.0, 0
        for number in range(state.found[cell], state.found[cell] + state.room[cell] + 1):
            _show(field, state, cell, number)
            status, scratch, after, safety, left = _weigh(state, fr, layers, scratch, field, prob)
            _cover(field, state, cell)
            if status != DONE:
                return status, scratch
            if after > -inf:
                chance = exp(after - total)
                numbers += 1
                worth += chance * (uncertainty - left if guess == INFORMATION else safety)
        if numbers > 1 and not some:
            some = True
            scores[:] = inf
        if numbers > 1 or not some:
            scores[cell] = -worth
    return DONE, scratch


@kernel
def _weigh(state, fr, layers, scratch, field, prob):
    """The state as it is: the log of its layouts (-inf: none), the best chance to survive
    the next move, and the sum of entropies; `prob` holds the odds."""
    survey(field, state, fr)
    status, scratch = forward(fr, layers, scratch)
    if status != DONE:
        return status, scratch, 0.0, 0.0, 0.0
    cells = 0
    for cell in range(state.shown.size):
        cells += unknown(state, cell)
    interior = cells - fr.totals[CELLS]
    mines_left = state.tally[MINES_LEFT]
    held, free, total = weigh_exactly(fr, layers, scratch, interior, mines_left)
    if total == -inf:
        return DONE, scratch, total, 0.0, 0.0
    safety, uncertainty = _spread(state, fr, layers, prob, held, free)
    return DONE, scratch, total, 1.0 if cells == mines_left else safety, uncertainty


@leaf
def _spread(state, fr, layers, prob, held, free):
    safety, uncertainty = 0.0, 0.0
    for cell in range(state.shown.size):
        if unknown(state, cell):
            b = fr.box[cell]
            mines, none = (layers.held[b], layers.free[b]) if b >= 0 else (held, free)
            chance = mines / (mines + none)
            prob[cell] = chance
            safety = max(safety, 1.0 - chance)
            if mines > 0.0 and none > 0.0:
                clear = none / (mines + none)
                uncertainty -= chance * log(chance) + clear * log(clear)
    return safety, uncertainty


@kernel
def _compared(field, state, prob):
    """Twin of `worth_a_look`: uint8 [n]."""
    compared = np.zeros(prob.size, np.uint8)
    best = 0.0
    for cell in range(prob.size):
        if unknown(state, cell):
            best = max(best, 1.0 - prob[cell])
    some = False
    for cell in range(prob.size):
        if unknown(state, cell) and 1.0 - prob[cell] >= WORTH_A_LOOK * best - TIE:
            if field.rims[cell] >= 2 or near_frontier(field, state, cell):
                compared[cell] = 1
                some = True
    for cell in range(prob.size):
        if not some and unknown(state, cell):
            compared[cell] = 1.0 - prob[cell] >= best - TIE
    return compared


@leaf
def _show(field, state, cell, number):
    """Suppose that a covered cell shows `number`; `_cover` takes it back."""
    state.shown[cell] = number
    for j in range(field.degree[cell]):
        state.room[field.around[cell, j]] -= 1


@leaf
def _cover(field, state, cell):
    state.shown[cell] = -1
    for j in range(field.degree[cell]):
        state.room[field.around[cell, j]] += 1
