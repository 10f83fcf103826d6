"""Kernels of what a guess leads to: twins of `minevis.solver.guessing.prospects`.

Opening a cell changes only the components it touches. These are counted once, with
the new clue left open, and give the ways for every number at once; the tables of the
other components stay as they are.
"""

from typing import NamedTuple

import numpy as np

from minevis.engine._jit import kernel, leaf
from minevis.engine.counting.counting import (
    DONE,
    TOO_SMALL,
    Layers,
    backward,
    forward,
    scratch_of,
)
from minevis.engine.counting.frontier import BOXES, CELLS, COMPONENTS, Frontier, survey
from minevis.engine.counting.odds import LOG_10
from minevis.engine.guessing.component_tables import join, mines_of, rest_of, tabulate, weigh_part
from minevis.engine.guessing.features import (
    COVERED,
    LOG_SAFETY,
    add_component,
    add_interior,
    clear,
    see_shape,
    uncertainty,
)
from minevis.engine.guessing.strategies import BEST, INFORMATION
from minevis.engine.guessing.tossups import Tossups, add_tossups, see_tossups
from minevis.engine.guessing.touched_component import (
    count_touched,
    cover,
    mark_touched,
    mines_beside,
    show,
    survey_touched,
)
from minevis.engine.guessing.value_net import Net, worth
from minevis.engine.knowledge import MINES_LEFT, unknown

ANY_NUMBER = -1


class Ahead(NamedTuple):
    """Scratch for looking ahead, and the judge; n cells."""

    fr: Frontier  # of what a guess touches
    layers: Layers
    net: Net
    features: np.ndarray  # float64 [25]
    touched: np.ndarray  # uint8 [n + 1]: by component
    brim: np.ndarray  # uint8 [n]: frontier cells that touch the interior
    odds: np.ndarray  # float64 [n]: by box of what is not touched
    own: np.ndarray  # float64 [n]: by box of what is touched
    chances: np.ndarray  # float64 [n + 1]
    before: np.ndarray  # float64 [n + 1]
    after: np.ndarray  # float64 [n + 1]
    toss: Tossups
    futures: np.ndarray  # float64 [n, 9, 3]: by cell and unknown mines around it, the chance
    # of that number, what it is worth, and the log of the best chance to survive then


@kernel
def describe(field, state, fr, layers, scratch, ahead, room, cell, number):
    """Fill `ahead.features` with those of the state in which `cell` shows `number`; returns
    a status, and the scratches, which may have grown."""
    survey(field, state, fr)
    status, scratch = forward(fr, layers, scratch)
    if status == DONE:
        tables = tabulate(fr, layers, scratch)
        cells, only = unknown_cells(state), number - state.found[cell]
        status, room, _, _ = look_ahead(
            field, state, fr, tables, ahead, room, cell, only, cells, BEST, 0.0
        )
    return status, scratch, room


@leaf
def unknown_cells(state):
    """How many cells are covered with nothing proven of them."""
    cells = 0
    for cell in range(state.shown.size):
        cells += unknown(state, cell)
    return cells


@kernel
def look_ahead(field, state, fr, tables, ahead, room, cell, only, cells, guess, now):
    """What opening a cell leads to, when it is no mine: the mean worth over the numbers it
    may show (or of `only` so many unknown mines around it), and how many these are."""
    own = ahead.fr
    mark_touched(field, state, fr, cell, ahead.touched)
    show(field, state, cell)
    new = survey_touched(field, state, fr, own, cell, ahead.touched)
    status, bounds = count_touched(own, ahead.layers, room, new)
    while status == TOO_SMALL:
        room = scratch_of(2 * room.low.size)
        status, bounds = count_touched(own, ahead.layers, room, new)
    mean, numbers = 0.0, 0
    if status == DONE:
        see_shape(field, state, fr, own, cell, ahead.brim, ahead.features)
        if guess == BEST:
            see_tossups(state, fr, own, cell, ahead.toss)
        least, most = mines_of(own, ahead.layers, room, 0)
        interior = cells - 1 - own.totals[CELLS] - _untouched_cells(fr, ahead.touched)
        scale = ahead.layers.scale[0] * LOG_10
        mines_left = state.tally[MINES_LEFT]
        rest = rest_of(fr, tables, ahead.touched, least, most, scale, interior, mines_left)
        ways = _ways_by_number(own, ahead.layers, room, new, least, rest.behind.shape[1])
        ahead.features[COVERED] = cells - 1
        mean, numbers = _mean_worth(
            fr, tables, ahead, ahead.futures[cell], room, rest, ways, bounds, new, only, guess, now
        )
    cover(field, state, cell)
    return status, room, mean, numbers


@leaf
def _untouched_cells(fr, touched):
    cells = 0
    for part in range(fr.totals[COMPONENTS]):
        if not touched[part]:
            for b in range(fr.first_box[part], fr.first_box[part + 1]):
                cells += fr.size[b]
    return cells


@kernel
def _ways_by_number(own, layers, room, new, least, width):
    """Ways of what is touched, by the mines around the new clue and the mines above the
    fewest: float64 [9, width]."""
    ways = np.zeros((9, width))
    boxes = own.totals[BOXES]
    for entry in range(layers.start[boxes], layers.start[boxes + 1]):
        ways[mines_beside(layers, room, new, entry), room.mines[entry] - least] += room.into[entry]
    return ways


@kernel
def _mean_worth(fr, tables, ahead, futures, room, rest, ways, bounds, new, only, guess, now):
    """The worth of what each number leads to, weighed by its chance; and how many there are.
    All of them are noted in `futures` (float64 [9, 3])."""
    everything, mean, numbers = 0.0, 0.0, 0
    width = rest.behind.shape[1]
    for number in range(9):
        weight = 0.0
        for t in range(width):
            weight += ways[number, t] * rest.behind[0, t]
        futures[number, 0] = 0.0
        if weight == 0.0 or (only != ANY_NUMBER and number != only):
            continue
        numbers += 1
        everything += weight
        _weigh_touched(ahead, room, rest, new, number)
        ahead.before[:width] = ways[number]
        safety = _gather(fr, tables, ahead, rest, bounds)
        value = 1.0 if safety == 0.0 else safety
        if guess == INFORMATION:
            value = now - uncertainty(ahead.features)
        elif guess == BEST and safety > 0.0:
            add_tossups(fr, ahead.fr, ahead.odds, ahead.own, ahead.toss, ahead.features)
            value = worth(ahead.net, ahead.features)
        futures[number] = weight, value, ahead.features[LOG_SAFETY]
        mean += weight * value
    futures[:, 0] /= everything
    return mean / everything, numbers


@leaf
def _weigh_touched(ahead, room, rest, new, number):
    """The odds of the boxes that are touched, when the new clue has `number` mines around."""
    own, layers = ahead.fr, ahead.layers
    boxes = own.totals[BOXES]
    start, end = layers.start[boxes], layers.start[boxes + 1]
    least = room.mines[start]
    for entry in range(start, end):
        least = min(least, room.mines[entry])
    for entry in range(start, end):
        here = mines_beside(layers, room, new, entry) == number
        room.out[entry] = rest.behind[0, room.mines[entry] - least] if here else 0.0
    backward(own, layers, room, 0)
    for b in range(boxes):
        ahead.own[b] = layers.held[b] / (layers.held[b] + layers.free[b])


@leaf
def _gather(fr, tables, ahead, rest, bounds):
    """Fill in the features, with `before` the ways of what is touched; returns the best
    chance to survive the next move, 0 when there is none to make."""
    width = rest.behind.shape[1]
    before, after = ahead.before[:width], ahead.after[:width]
    features = ahead.features
    clear(features)
    safety, log_factor = 0.0, 0.0
    for part in range(bounds.size - 1):
        low, high = bounds[part], bounds[part + 1]
        safety = max(safety, add_component(ahead.fr, low, high, ahead.own, ahead.brim, features))
    for k in range(rest.parts.size):
        part = rest.parts[k]
        low, high = fr.first_box[part], fr.first_box[part + 1]
        weigh_part(fr, tables, part, before, rest.behind[k + 1], ahead.chances, ahead.odds)
        safety = max(safety, add_component(fr, low, high, ahead.odds, ahead.brim, features))
        log_factor += join(before, tables.ways[part], tables.span[part], after)
    return add_interior(rest, before, log_factor, safety, features)
