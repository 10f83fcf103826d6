"""Kernels that weigh cells before a guess: twins of `minevis.solver.guessing.evaluation`."""

from math import exp, log
from typing import NamedTuple

import numpy as np

from minevis.engine._jit import kernel, leaf
from minevis.engine.counting.counting import DONE, Layers, Scratch, forward
from minevis.engine.counting.endgame import play_out
from minevis.engine.counting.frontier import CELLS, Frontier, survey
from minevis.engine.counting.odds import spread_boxes, spread_inside, weigh_exactly
from minevis.engine.counting.sampling import numbers_shown
from minevis.engine.guessing.component_tables import tabulate
from minevis.engine.guessing.features import entropy
from minevis.engine.guessing.prospects import ANY_NUMBER, Ahead, look_ahead, unknown_cells
from minevis.engine.guessing.strategies import BEST, INFORMATION, TIE, near_frontier
from minevis.engine.guessing.touched_component import cover, show
from minevis.engine.knowledge import MINES_LEFT, unknown
from minevis.solver.guessing.evaluation import CLOSE, UNLIKELY


class Look(NamedTuple):
    """How guesses are compared: as in `minevis.solver.guessing.evaluation.Effort`."""

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
def score_guesses(field, state, fr, layers, scratch, ahead, room, prob, scores, look):
    """Fill `scores` (float64 [n]) with less the worth of each cell that is compared, and
    with infinity elsewhere; `prob` (float64 [n]) is scratch. Returns the status of the
    counting, and the scratches, which may have grown."""
    survey(field, state, fr)
    status, scratch = forward(fr, layers, scratch)
    scores[:] = np.inf
    if status != DONE:
        return status, scratch, room
    cells = unknown_cells(state)
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
        status, room, mean, numbers = look_ahead(
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
