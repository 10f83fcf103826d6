"""Kernels of the odds: twins of `minevis.solver.counting.odds`, in floats."""

from math import inf, lgamma, log

import numpy as np

from minevis.engine._jit import door, kernel, leaf
from minevis.engine.counting.backtracking import first_solutions
from minevis.engine.counting.counting import DONE, backward, forward
from minevis.engine.counting.frontier import BOXES, CELLS, COMPONENTS, survey_regions
from minevis.engine.knowledge import MINES_LEFT, mark, unknown

EXACT, AVERAGE, LOCAL, NONE = range(4)  # kinds of odds
LOG_10 = log(10.0)


@door
def search(field, state, fr, layers, scratch, prob, kind, cap, by_cell, by_picture):
    """Weigh the frontier: fill `prob` (float64 [n]) for unknown cells and mark what is
    certain. Returns DONE or TOO_WIDE, and the scratch, which may have grown."""
    survey_regions(field, state, fr, by_picture)
    status, scratch = forward(fr, layers, scratch)
    if status != DONE:
        return status, scratch
    cells = 0
    for cell in range(state.shown.size):
        cells += unknown(state, cell)
    interior = cells - fr.totals[CELLS]
    parts = fr.totals[COMPONENTS]
    truncated = np.zeros(parts, np.uint8)
    mines_left = state.tally[MINES_LEFT]
    if kind == EXACT:
        held, free, _ = weigh_exactly(fr, layers, scratch, interior, mines_left)
        spread_boxes(fr, layers, prob)
    else:
        _weigh_plainly(fr, layers, scratch)
        spread_boxes(fr, layers, prob)
        if cap >= 0 and kind == AVERAGE:
            _cut_short(fr, layers, scratch, cap, by_cell, truncated, prob)
        held, free = _interior_average(fr, prob, interior, mines_left)
    if interior:
        spread_inside(state, fr, prob, held / (held + free))
    _mark_boxes(field, state, fr, layers, truncated)
    if kind == EXACT and interior and (held == 0.0 or free == 0.0):
        _mark_inside(field, state, fr, held > 0.0)
    return DONE, scratch


@leaf
def spread_boxes(fr, layers, prob):
    """Give every cell of the frontier the odds of its box."""
    for b in range(fr.totals[BOXES]):
        chance = layers.held[b] / (layers.held[b] + layers.free[b])
        for i in range(fr.starts[b], fr.starts[b + 1]):
            prob[fr.members[i]] = chance


@leaf
def spread_inside(state, fr, prob, chance):
    """Give every cell of the interior its odds."""
    for cell in range(state.shown.size):
        if fr.box[cell] < 0 and unknown(state, cell):
            prob[cell] = chance


@leaf
def _mark_boxes(field, state, fr, layers, truncated):
    """Mark boxes whose weight is all on one side. The weights are sums of products of
    positive floats, so that a zero is a true zero."""
    for part in range(fr.totals[COMPONENTS]):
        if truncated[part]:
            continue
        for b in range(fr.first_box[part], fr.first_box[part + 1]):
            if layers.held[b] == 0.0 or layers.free[b] == 0.0:
                for i in range(fr.starts[b], fr.starts[b + 1]):
                    mark(field, state, fr.members[i], layers.held[b] > 0.0)


@leaf
def _mark_inside(field, state, fr, is_mine):
    for cell in range(state.shown.size):
        if fr.box[cell] < 0 and unknown(state, cell):
            mark(field, state, cell, is_mine)


@leaf
def last_layer(fr, layers, part):
    """The entries of a component's last states: the first, and the one after the last."""
    end = fr.first_box[part + 1] + part
    return layers.start[end], layers.start[end + 1]


@leaf
def _weigh_plainly(fr, layers, scratch):
    """Every configuration of a component counts once."""
    for part in range(fr.totals[COMPONENTS]):
        start, end = last_layer(fr, layers, part)
        scratch.out[start:end] = 1.0
        backward(fr, layers, scratch, part)


@kernel
def _cut_short(fr, layers, scratch, cap, by_cell, truncated, prob):
    """Components with `cap` solutions or more take the averages over the first of these."""
    for part in range(fr.totals[COMPONENTS]):
        start, end = last_layer(fr, layers, part)
        count = 0.0
        for entry in range(start, end):
            count += scratch.into[entry]
        if count >= cap or layers.scale[part] > 0.0:
            truncated[part] = first_solutions(fr, part, cap, by_cell, prob)


@leaf
def _interior_average(fr, prob, interior, mines_left):
    """Post A's formula for the interior: its chance of a mine, and of none."""
    if interior == 0:
        return 0.0, 1.0
    expected = 0.0
    for i in range(fr.totals[CELLS]):
        expected += prob[fr.members[i]]
    chance = min(max(mines_left - expected, 0.0) / interior, 1.0)
    return chance, 1.0 - chance


@kernel
def weigh_exactly(fr, layers, scratch, interior, mines_left):
    """Weigh each component's numbers of mines by the ways of all the rest; returns the
    weight of mines and of none in the interior, and the log of the number of layouts,
    minus infinity when none fits."""
    parts = fr.totals[COMPONENTS]
    reach = reaches(fr, layers, scratch)
    top = reach[parts]
    behind, scale = ways_behind(fr, layers, scratch, reach, interior, mines_left)
    before, after = np.zeros(top + 1), np.zeros(top + 1)  # ways of the parts so far
    before[0] = 1.0
    for part in range(parts):
        scale += _pass(fr, layers, scratch, part, reach, before, behind[part + 1], after)
        scale += layers.scale[part] * LOG_10
        backward(fr, layers, scratch, part)
        before, after = after, before
    held = free = total = 0.0
    for t in range(top + 1):
        weight = before[t] * behind[parts, t]
        total += weight
        held += weight * (mines_left - t)
        free += weight * (interior - mines_left + t)
    layouts = log(total) + scale if total > 0.0 else -inf
    return (held, free, layouts) if interior else (0.0, 1.0, layouts)


@kernel
def reaches(fr, layers, scratch):
    """The most mines in the components before each."""
    reach = np.zeros(fr.totals[COMPONENTS] + 1, np.int64)
    for part in range(fr.totals[COMPONENTS]):
        start, end = last_layer(fr, layers, part)
        most = 0
        for entry in range(start, end):
            most = max(most, scratch.mines[entry])
        reach[part + 1] = reach[part] + most
    return reach


@kernel
def ways_behind(fr, layers, scratch, reach, interior, mines_left):
    """[c, t]: ways of the components from c on and of the interior, when those before c
    hold t mines, up to a factor for each c; and the log of the factor of the interior."""
    parts = fr.totals[COMPONENTS]
    behind = np.zeros((parts + 1, reach[parts] + 1))
    scale = interior_ways(behind[parts], interior, mines_left)
    for part in range(parts - 1, -1, -1):
        start, end = last_layer(fr, layers, part)
        for t in range(reach[part] + 1):
            total = 0.0
            for entry in range(start, end):
                total += scratch.into[entry] * behind[part + 1, t + scratch.mines[entry]]
            behind[part, t] = total
        normalize(behind[part], reach[part] + 1)
    return behind, scale


@leaf
def _pass(fr, layers, scratch, part, reach, before, behind, after):
    """Set the last layer's `out` of a component to the ways of all the rest, and `after`
    to the ways of the components up to and with it, divided by what is returned the log of."""
    start, end = last_layer(fr, layers, part)
    for t in range(reach[part + 1] + 1):
        after[t] = 0.0
    for entry in range(start, end):
        mines = scratch.mines[entry]
        weight = 0.0
        for t in range(reach[part] + 1):
            weight += before[t] * behind[t + mines]
            after[t + mines] += before[t] * scratch.into[entry]
        scratch.out[entry] = weight
    return normalize(after, reach[part + 1] + 1)


@leaf
def interior_ways(ways, interior, mines_left):
    """C(interior, mines_left - t) for each t, up to a factor, whose log is returned; 0 where
    impossible."""
    low, high = max(0, mines_left - interior), min(ways.size - 1, mines_left)
    if low > high:
        return 0.0
    middle = (low + high) // 2
    ways[middle] = 1.0
    for t in range(middle, high):
        ways[t + 1] = ways[t] * (mines_left - t) / (interior - mines_left + t + 1)
    for t in range(middle, low, -1):
        ways[t - 1] = ways[t] * (interior - mines_left + t) / (mines_left - t + 1)
    inside = mines_left - middle
    return lgamma(interior + 1.0) - lgamma(inside + 1.0) - lgamma(interior - inside + 1.0)


@leaf
def normalize(values, count):
    """Divide values by the largest of them; returns its log, 0 when all are 0."""
    largest = 0.0
    for i in range(count):
        largest = max(largest, values[i])
    if largest == 0.0:
        return 0.0
    for i in range(count):
        values[i] /= largest
    return log(largest)


@leaf
def local(field, state, estimate):
    """System E's estimate for each unknown cell: twin of `local_odds`; float64 [n]."""
    cells = 0
    for cell in range(state.shown.size):
        cells += unknown(state, cell)
    density = max(state.tally[MINES_LEFT], 0) / max(cells, 1)
    for cell in range(state.shown.size):
        if unknown(state, cell):
            estimate[cell] = density
            for j in range(field.degree[cell]):
                clue = field.around[cell, j]
                if state.shown[clue] >= 0:
                    left = state.shown[clue] - state.found[clue]
                    estimate[cell] = max(estimate[cell], left / state.room[clue])
