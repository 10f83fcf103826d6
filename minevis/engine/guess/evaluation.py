"""Evaluation of cells before a guess.

Sources of the ideas: David N. Hill's solver plays by the safety of the move after next, and
plays perfectly when few layouts are left. The value network of `best` for the positions after a
guess is our own.
"""

from math import exp, log
from typing import NamedTuple

import numpy as np

from minevis.engine.counting.counting import (
    DONE,
    ENTRIES,
    TOO_WIDE,
    Layers,
    StateTable,
    empty_states,
    forward,
    new_layers,
)
from minevis.engine.counting.endgame import best_move
from minevis.engine.counting.frontier import CELLS, Frontier, find_components, new_frontier
from minevis.engine.counting.odds import exact_odds, fill_boxes, fill_interior
from minevis.engine.counting.sampling import numbers_shown
from minevis.engine.guess.component_tables import tabulate
from minevis.engine.guess.features import entropy
from minevis.engine.guess.strategies import near_frontier
from minevis.engine.guess.successors import (
    ANY_NUMBER,
    CHANCE,
    LOG_SAFETY,
    VALUE,
    SuccessorScratch,
    look_ahead,
    new_ahead,
    unknown_cells,
)
from minevis.engine.guess.touched_component import suppose_open, take_back
from minevis.engine.knowledge import MINES_LEFT, unknown
from minevis.engine.plain import ZERO, entry_point, kernel, leaf
from minevis.engine.shared import NEARLY_AS_SAFE, TIE, GuessKind
from minevis.solver.guess.effort import Effort

CLOSE_TO_BEST = 0.03  # less likely to win than the best: cells worth a second look
UNLIKELY = 0.02  # numbers with a chance up to this are not looked at again
RARE = 0.008  # the chance of numbers in a row up to which safe cells are not followed
FOLLOWED = 0.7  # weight of the difference between following and the value network


class GuessEffort(NamedTuple):
    """How guesses are compared: see `minevis.solver.guess.effort.Effort`."""

    guess: int  # a GuessKind
    candidates: int  # cells to compare
    relative_safety: float  # share of the best chance to survive needed by a candidate
    layouts: int  # perfect play at this number or fewer
    sets: int  # of layouts; perfect play gives up after evaluating these
    second_looks: int  # cells to evaluate one move further
    follow: float  # at this number of layouts or fewer a second look follows proofs


class SecondLook(NamedTuple):
    """Scratch for a second look; n cells."""

    frontier: Frontier
    layers: Layers
    states: StateTable
    ahead: SuccessorScratch
    states_ahead: StateTable
    prob: np.ndarray  # float64 [n]
    scores: np.ndarray  # float64 [n]
    first: np.ndarray  # float64 [n]: the scores of the first look
    effort: GuessEffort


def effort_of_guess(guess: str, effort: Effort, cells: int) -> GuessEffort:
    """Return the effort of a guess as numbers, for a board of `cells` cells; only "best" varies."""
    kind = GuessKind[guess.upper()].value
    if guess != "best":
        return GuessEffort(kind, cells, NEARLY_AS_SAFE, 0, 0, 0, 0.0)
    candidates = cells if effort.candidates is None else effort.candidates
    _, safety, layouts, sets, looks, *_ = effort
    return GuessEffort(kind, candidates, safety, layouts, sets, looks, float(effort.follow))


def new_second_look(height: int, width: int, effort: Effort) -> SecondLook:
    """Scratch for the second looks of an effort."""
    n, after = height * width, effort.after
    return SecondLook(
        new_frontier(n), new_layers(n), empty_states(ENTRIES),
        new_ahead(height, width, surroundings=after.surroundings), empty_states(ENTRIES),
        np.zeros(n), np.zeros(n), np.zeros(n), effort_of_guess("best", after, n),
    )  # fmt: skip


@entry_point
def score_guesses(grid, game, frontier, layers, states, ahead, states_ahead, prob, scores, effort):
    """Fill `scores` (float64 [n]) with minus the value of each compared cell, infinity elsewhere.

    Fills `prob` (float64 [n]) with the odds, unless it plays perfectly. Returns the counting status
    and the scratch arrays, which may have grown."""
    find_components(grid, game, frontier, ZERO)
    status, states = forward(frontier, layers, states)
    scores[:] = np.inf
    if status != DONE:
        return status, states, states_ahead
    cells = unknown_cells(game)
    interior, mines_left = cells - frontier.totals[CELLS], game.counters[MINES_LEFT]
    held, free, layouts = exact_odds(frontier, layers, states, interior, mines_left)
    ahead.log_layouts[0] = layouts
    if not layouts > -np.inf:
        return TOO_WIDE, states, states_ahead  # or no layout fits
    asked = ahead.asked.size > 0
    if layouts < log(effort.layouts + 0.5) and not asked:
        if _by_perfect_play(grid, game, frontier, layers, states, layouts, scores, effort.sets):
            return status, states, states_ahead
    fill_boxes(frontier, layers, prob)
    fill_interior(game, frontier, prob, held / (held + free))
    tables = tabulate(frontier, layers, states)
    now = _uncertainty_now(game, prob)
    alive = False  # whether some cell can show more than one number
    top = 0.0
    all_of_them = asked or effort.guess == GuessKind.INFORMATION
    all_of_them |= effort.guess == GuessKind.LOOKAHEAD and ahead.shown == 1
    for cell in ahead.asked if asked else compared_cells(grid, game, prob, effort):
        safety = 1.0 - prob[cell] if cell >= 0 else 1.0
        if safety == 0.0:
            scores[cell] = 0.0
            continue  # a mine shows no number
        if safety < top - TIE and not all_of_them:
            continue  # it cannot win more often than it survives
        status, states_ahead, mean, numbers = look_ahead(
            grid, game, frontier, tables, ahead, states_ahead, cell, ANY_NUMBER, cells,
            effort.guess, now,
        )  # fmt: skip
        if status != DONE:
            return status, states, states_ahead
        if numbers > 1 and not alive and not asked:
            alive, top = True, 0.0
            scores[:] = np.inf
        if numbers > 1 or not alive:
            scores[cell] = -safety * mean
            top = max(top, safety * mean)
    return DONE, states, states_ahead


@kernel
def _by_perfect_play(grid, game, frontier, layers, states, log_layouts, scores, sets):
    """Score the cell of perfect play; return whether it did not give up."""
    count = np.int64(exp(log_layouts) + 0.5)
    shows, cells = numbers_shown(grid, game, frontier, layers, states, count)
    cell, wins = best_move(shows, sets)
    if cell >= 0:
        scores[cells[cell]] = -wins / count
    return cell >= 0


@leaf
def _uncertainty_now(game, prob):
    total = 0.0
    for cell in range(prob.size):
        if unknown(game, cell):
            total += entropy(prob[cell])
    return total


@kernel
def compared_cells(grid, game, prob, effort):
    """Return the candidate cells, the safest first, at most `effort.candidates`.

    They are almost as safe as the safest cell, and in a corner or at most one step from the
    frontier. The guess "best" adds the first other cell. Without any, return the safest cells.
    """
    steps = np.empty(prob.size)
    found = _rank_compared(grid, game, prob, effort, steps)
    cells = np.empty(min(found, effort.candidates), np.int64)
    for place in range(cells.size):
        cells[place] = _first_least(steps)
        steps[cells[place]] = np.inf
    return cells


@leaf
def _rank_compared(grid, game, prob, effort, steps):
    """Fill `steps` (float64 [n]) with the risk of each cell to compare, in steps of a tie, and
    with infinity elsewhere; returns how many cells these are."""
    best, found = 0.0, 0
    for cell in range(prob.size):
        steps[cell] = np.inf
        if unknown(game, cell):
            best = max(best, 1.0 - prob[cell])
    enough = effort.relative_safety * best - TIE
    for cell in range(prob.size):
        if unknown(game, cell) and 1.0 - prob[cell] >= enough:
            if grid.rims[cell] >= 2 or near_frontier(grid, game, cell):
                steps[cell] = np.floor(prob[cell] / TIE + 0.5)
                found += 1
    if effort.guess != GuessKind.BEST:
        if found:
            return found
        enough = best - TIE
    for cell in range(prob.size):
        if unknown(game, cell) and 1.0 - prob[cell] >= enough and steps[cell] == np.inf:
            steps[cell] = np.floor(prob[cell] / TIE + 0.5)
            found += 1
            if effort.guess == GuessKind.BEST:
                break
    return found


@entry_point
def score_with_second_look(
    grid, game, frontier, layers, states, ahead, states_ahead, prob, scores, effort, second_look
):
    """Do the same as `score_guesses`, with a second look at the best cells.

    A number that proves no cell safe counts as the best guess after it. One that does is followed
    if few layouts are left."""
    status, states, states_ahead = score_guesses(
        grid, game, frontier, layers, states, ahead, states_ahead, prob, scores, effort
    )
    if status == DONE:
        follow = effort.follow > 0.0 and ahead.log_layouts[0] <= log(effort.follow)
        status = _look_again(grid, game, ahead, prob, scores, effort, second_look, follow)
    return status, states, states_ahead


@kernel
def _look_again(grid, game, ahead, prob, scores, effort, second_look, follow):
    """Score the best of the scored cells again; returns a status."""
    status = DONE
    if not _keep_close(scores, second_look.first) > 1:
        return status
    scores[:] = np.inf
    enough = 0.0  # a cell that cannot exceed this value is not picked
    for _ in range(effort.second_looks):
        cell = _first_least(second_look.first)
        if second_look.first[cell] == np.inf:
            break
        second_look.first[cell] = np.inf
        safety = 1.0 - prob[cell]
        status, mean = _second_look(
            grid,
            game,
            ahead.successors[cell],
            second_look,
            cell,
            (enough - 2.0 * TIE) / safety,
            follow,
        )
        if status != DONE:
            break
        scores[cell] = -safety * mean
        enough = max(enough, safety * mean)
    return status


# Loops, since whole-array operations take numba ten times as long to compile.
@leaf
def _keep_close(scores, first):
    """Keep in `first` the scores close to the best, in steps, inf elsewhere; returns how many cells
    are scored."""
    best, scored = np.inf, 0
    for cell in range(scores.size):
        best = min(best, scores[cell])
        scored += scores[cell] < np.inf
    for cell in range(scores.size):
        close = scores[cell] <= best + CLOSE_TO_BEST + TIE
        first[cell] = np.floor(scores[cell] / TIE + 0.5) if close else np.inf
    return scored


@leaf
def _first_least(values):
    """The place of the least value, the first of several."""
    least = 0
    for place in range(1, values.size):
        if values[place] < values[least]:
            least = place
    return least


@kernel
def _second_look(grid, game, successors, second_look, cell, enough, follow):
    """Return the mean value over the numbers of `cell`, and a status.

    Numbers that prove nothing count as the best guess after them. A mean that cannot reach `enough`
    is replaced by its upper bound: no guess wins more often than it survives."""
    mean, status = 0.0, DONE
    suppose_open(grid, game, cell)
    for number in range(9):
        chance, value = successors[number, CHANCE], successors[number, VALUE]
        if _is_looked_at(successors[number]):
            value = exp(successors[number, LOG_SAFETY])
        elif follow and chance > 0.0 and successors[number, LOG_SAFETY] == 0.0 and status == DONE:
            game.shown[cell] = game.known_mines[cell] + number
            status, found = _followed(grid, game, second_look, chance, value)
            value += FOLLOWED * (found - value)
        mean += chance * value
    for number in range(9):
        if _is_looked_at(successors[number]) and mean >= enough and status == DONE:
            game.shown[cell] = game.known_mines[cell] + number
            status, _, _ = score_guesses(
                grid, game, second_look.frontier, second_look.layers, second_look.states,
                second_look.ahead, second_look.states_ahead, second_look.prob,
                second_look.scores, second_look.effort,
            )  # fmt: skip
            value = -second_look.scores[_first_least(second_look.scores)]
            mean += successors[number, CHANCE] * (value - exp(successors[number, LOG_SAFETY]))
    take_back(grid, game, cell)
    return status, mean


@kernel
def _followed(grid, game, look, share, estimated):
    """Return a status, and the value of the position after opening its safe cells one by one.

    It stops when none is left, or when the numbers so far, with the chance `share`, are `RARE`.
    `estimated` is the value network's estimate."""
    if share <= RARE + TIE:
        return DONE, estimated
    find_components(grid, game, look.frontier, ZERO)
    status, states = forward(look.frontier, look.layers, look.states)
    if status != DONE:
        return status, estimated
    cells = unknown_cells(game)
    interior, mines_left = cells - look.frontier.totals[CELLS], game.counters[MINES_LEFT]
    held, free, _ = exact_odds(look.frontier, look.layers, states, interior, mines_left)
    fill_boxes(look.frontier, look.layers, look.prob)
    fill_interior(game, look.frontier, look.prob, held / (held + free))
    cell = _first_safe(game, look.prob)
    if cell < 0:
        return DONE, estimated
    tables = tabulate(look.frontier, look.layers, states)
    status, _, _, _ = look_ahead(
        grid, game, look.frontier, tables, look.ahead, look.states_ahead, cell, ANY_NUMBER, cells,
        GuessKind.BEST.value, 0.0,
    )  # fmt: skip
    mean, successors = 0.0, look.ahead.successors[cell]
    suppose_open(grid, game, cell)
    for number in range(9):
        chance, value = successors[number, CHANCE], successors[number, VALUE]
        if chance > 0.0 and successors[number, LOG_SAFETY] == 0.0 and status == DONE:
            game.shown[cell] = game.known_mines[cell] + number
            status, value = _followed(grid, game, look, share * chance, value)
        mean += chance * value
    take_back(grid, game, cell)
    return status, mean


@leaf
def _first_safe(game, prob):
    """Return the first certainly safe cell, -1 without any."""
    for cell in range(prob.size):
        if unknown(game, cell) and prob[cell] == 0.0:
            return np.int64(cell)
    return np.int64(-1)


@leaf
def _is_looked_at(successor):
    """Whether a number is likely enough to be looked at again, and proves no cell safe."""
    return successor[CHANCE] > UNLIKELY + TIE and successor[LOG_SAFETY] < 0.0
