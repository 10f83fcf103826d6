"""Kernels of what a guess leads to: twins of `minevis.solver.prospects`.

Opening a cell changes only the components it touches. These are counted once, with
the new clue left open, and give the ways for every number at once; the tables of the
other components stay as they are.
"""

from math import exp, log
from typing import NamedTuple

import numpy as np

from minevis.engine._jit import kernel, leaf
from minevis.engine.counting import (
    DONE,
    TOO_SMALL,
    Layers,
    Scratch,
    backward,
    forward,
    scratch_of,
)
from minevis.engine.endgame import play_out
from minevis.engine.features import (
    COVERED,
    LOG_SAFETY,
    add_component,
    add_interior,
    clear,
    entropy,
    see_shape,
    uncertainty,
)
from minevis.engine.field import MINES_LEFT, unknown
from minevis.engine.frontier import BOXES, CELLS, COMPONENTS, Frontier, survey
from minevis.engine.guess import BEST, INFORMATION, TIE, near_frontier
from minevis.engine.judge import Net, worth
from minevis.engine.layouts import numbers_shown
from minevis.engine.odds import LOG_10, spread_boxes, spread_inside, weigh_exactly
from minevis.engine.tables import join, mines_of, rest_of, tabulate, weigh_part
from minevis.engine.tossups import Tossups, add_tossups, see_tossups
from minevis.engine.touched import (
    count_touched,
    cover,
    mark_touched,
    mines_beside,
    show,
    survey_touched,
)
from minevis.solver.weighing import CLOSE, UNLIKELY

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


class Look(NamedTuple):
    """How guesses are compared: as in `minevis.solver.weighing.Effort`."""

    guess: int
    most: int  # cells that are compared
    width: float  # of the best chance to survive: cells with less are not compared
    layouts: int  # perfect play at so many or fewer
    sets: int  # of layouts that perfect play may weigh before it gives up
    again: int  # cells that are looked at again, a move further


class Second(NamedTuple):
    """Scratch for a second look; n cells."""

    fr: Frontier
    layers: Layers
    scratch: Scratch
    ahead: Ahead
    room: Scratch
    prob: np.ndarray  # float64 [n]
    scores: np.ndarray  # float64 [n]
    first: np.ndarray  # float64 [n]: the scores of the first look
    look: Look


@kernel
def score_twice(field, state, fr, layers, scratch, ahead, room, prob, scores, look, second):
    """As `score_guesses`, but where the look says so, the best cells are looked at again: a
    number that proves no cell safe is worth what the best guess after it is."""
    status, scratch, room = score_guesses(
        field, state, fr, layers, scratch, ahead, room, prob, scores, look
    )
    best = scores.min()
    if status != DONE or not look.again or not (scores < np.inf).sum() > 1:
        return status, scratch, room
    second.first[:] = np.floor(scores / TIE + 0.5)
    second.first[scores > best + CLOSE + TIE] = np.inf
    scores[:] = np.inf
    for _ in range(look.again):
        cell = np.argmin(second.first)
        if second.first[cell] == np.inf:
            break
        second.first[cell] = np.inf
        status, mean = _look_again(field, state, ahead.futures[cell], second, cell)
        if status != DONE:
            break
        scores[cell] = -(1.0 - prob[cell]) * mean
    return status, scratch, room


@kernel
def _look_again(field, state, futures, second, cell):
    """The mean worth of the numbers that `cell` may show, those that prove nothing by the
    best guess after them; and a status."""
    mean, status = 0.0, DONE
    show(field, state, cell)
    for number in range(9):
        chance, value = futures[number, 0], futures[number, 1]
        if chance > UNLIKELY + TIE and futures[number, 2] < 0.0 and status == DONE:
            state.shown[cell] = state.found[cell] + number
            status, _, _ = score_guesses(
                field, state, second.fr, second.layers, second.scratch, second.ahead,
                second.room, second.prob, second.scores, second.look,
            )  # fmt: skip
            value = -second.scores.min()
        mean += chance * value
    cover(field, state, cell)
    return status, mean


@kernel
def score_guesses(field, state, fr, layers, scratch, ahead, room, prob, scores, look):
    """Fill `scores` (float64 [n]) with less the worth of each cell that is compared, and
    with infinity elsewhere; `prob` (float64 [n]) is scratch. Returns the status of the
    counting, and the scratches, which may have grown."""
    survey(field, state, fr)
    status, scratch = forward(fr, layers, scratch)
    scores[:] = np.inf
    if status != DONE:
        return status, scratch, room
    cells = _unknown_cells(state)
    interior, mines_left = cells - fr.totals[CELLS], state.tally[MINES_LEFT]
    held, free, layouts = weigh_exactly(fr, layers, scratch, interior, mines_left)
    if layouts < log(look.layouts + 0.5):
        if _play_out(field, state, fr, layers, scratch, layouts, scores, look.sets):
            return status, scratch, room
    spread_boxes(fr, layers, prob)
    spread_inside(state, fr, prob, held / (held + free))
    tables = tabulate(fr, layers, scratch)
    now = _uncertainty_now(state, prob)
    alive = False  # whether a cell that can show more than one number has been met
    top = 0.0
    for cell in _compared(field, state, prob, look):
        safety = 1.0 - prob[cell]
        if look.guess != INFORMATION and safety < top - TIE:
            continue  # it cannot win more often than it survives
        status, room, mean, numbers = _look(
            field, state, fr, tables, ahead, room, cell, ANY_NUMBER, cells, look.guess, now
        )
        if status != DONE:
            return status, scratch, room
        if numbers > 1 and not alive:
            alive, top = True, 0.0
            scores[:] = np.inf
        if numbers > 1 or not alive:
            scores[cell] = -safety * mean
            top = max(top, safety * mean)
    return DONE, scratch, room


@kernel
def _play_out(field, state, fr, layers, scratch, log_layouts, scores, sets):
    """Score the cell that perfect play opens; whether it did not give up."""
    count = np.int64(exp(log_layouts) + 0.5)
    shows, cells = numbers_shown(field, state, fr, layers, scratch, count)
    cell, wins = play_out(shows, sets)
    if cell >= 0:
        scores[cells[cell]] = -wins / count
    return cell >= 0


@kernel
def describe(field, state, fr, layers, scratch, ahead, room, cell, number):
    """Fill `ahead.features` with those of the state in which `cell` shows `number`; returns
    a status, and the scratches, which may have grown."""
    survey(field, state, fr)
    status, scratch = forward(fr, layers, scratch)
    if status == DONE:
        tables = tabulate(fr, layers, scratch)
        cells, only = _unknown_cells(state), number - state.found[cell]
        status, room, _, _ = _look(
            field, state, fr, tables, ahead, room, cell, only, cells, BEST, 0.0
        )
    return status, scratch, room


@leaf
def _unknown_cells(state):
    cells = 0
    for cell in range(state.shown.size):
        cells += unknown(state, cell)
    return cells


@leaf
def _uncertainty_now(state, prob):
    total = 0.0
    for cell in range(prob.size):
        if unknown(state, cell):
            total += entropy(prob[cell])
    return total


@kernel
def _compared(field, state, prob, look):
    """The cells to compare, the safest first: twin of `worth_a_look`, and for the guess
    "best" of `candidates`, where the first cell away from the frontier is one too."""
    best = 0.0
    for cell in range(prob.size):
        if unknown(state, cell):
            best = max(best, 1.0 - prob[cell])
    near, far = np.empty(prob.size, np.int64), np.empty(prob.size, np.int64)
    nears = fars = 0
    for cell in range(prob.size):
        if unknown(state, cell) and 1.0 - prob[cell] >= look.width * best - TIE:
            if field.rims[cell] >= 2 or near_frontier(field, state, cell):
                near[nears] = cell
                nears += 1
            elif look.guess == BEST or 1.0 - prob[cell] >= best - TIE:
                far[fars] = cell
                fars += 1
    if look.guess == BEST:
        fars = min(fars, 1)
    elif nears:
        fars = 0
    cells = np.append(near[:nears], far[:fars])
    cells.sort()
    steps = np.floor(prob[cells] / TIE + 0.5)
    return cells[np.argsort(steps, kind="mergesort")][: look.most]


@kernel
def _look(field, state, fr, tables, ahead, room, cell, only, cells, guess, now):
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
