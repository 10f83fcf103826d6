"""Evaluation of cells before a guess.

David N. Hill's solver plays by the safety of the move after next, and plays perfectly when few
layouts are left: both ideas are from there. The value network for the positions after a guess is
our own.

Kernels do the work. `evaluate` is the entry point for the readable solver: it calls them compiled
if they are ready, otherwise as plain Python.
"""

from collections.abc import Iterator, Sequence
from math import exp, inf, log
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
from minevis.engine.counting.endgame import best_move, numbers_shown
from minevis.engine.counting.frontier import CELLS, Frontier, find_components, new_frontier
from minevis.engine.counting.odds import exact_odds, fill_boxes, fill_interior
from minevis.engine.guess.components import suppose_open, tabulate, take_back
from minevis.engine.guess.features import entropy
from minevis.engine.guess.strategies import near_frontier
from minevis.engine.guess.successors import (
    ANY_NUMBER,
    CHANCE,
    LOG_SAFETY,
    NO_CELL,
    SAFE,
    VALUE,
    WIN,
    SuccessorScratch,
    look_ahead,
    new_ahead,
)
from minevis.engine.knowledge import (
    MINES_LEFT,
    grid_of,
    load_position,
    new_game_state,
    unknown,
    unknown_cells,
)
from minevis.engine.shared import COVERED, NEARLY_AS_SAFE, TIE, GuessKind
from minevis.engine.twins import ZERO, at_hand, entry_point, kernel, leaf
from minevis.errors import ContradictionError
from minevis.game.position import Position
from minevis.solver.guess.effort import EFFORTS, Effort

CLOSE_TO_BEST = 0.03  # less likely to win than the best: cells worth a second look
UNLIKELY = 0.02  # numbers with a chance up to this are not looked at again
RARE = 0.008  # safe cells are not followed beyond numbers with a joint chance up to this
FOLLOWED = 0.7  # weight of following proofs, against the value network


class GuessEffort(NamedTuple):
    """A `minevis.solver.guess.effort.Effort` for kernels."""

    guess: int  # a GuessKind
    candidates: int  # cells to compare
    relative_safety: float  # a candidate's least safety, relative to the safest cell
    layouts: int  # most layouts for perfect play
    sets: int  # most sets of layouts that perfect play evaluates
    second_looks: int  # cells to evaluate one move further
    follow: float  # most layouts for following proofs in a second look


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
    """Return the effort for a guess on `cells` cells; it is fixed for guesses except "best"."""
    kind = GuessKind[guess.upper()].value
    if guess != "best":
        return GuessEffort(kind, cells, NEARLY_AS_SAFE, 0, 0, 0, 0.0)
    candidates = cells if effort.candidates is None else effort.candidates
    _, safety, layouts, sets, looks, *_ = effort
    return GuessEffort(kind, candidates, safety, layouts, sets, looks, float(effort.follow))


def new_second_look(height: int, width: int, effort: Effort) -> SecondLook:
    """Return scratch for the second looks of an effort."""
    n, after = height * width, effort.after
    return SecondLook(
        new_frontier(n), new_layers(n), empty_states(ENTRIES),
        new_ahead(height, width, surroundings=after.surroundings), empty_states(ENTRIES),
        np.zeros(n), np.zeros(n), np.zeros(n), effort_of_guess("best", after, n),
    )  # fmt: skip


@entry_point
def score_guesses(grid, game, frontier, layers, states, ahead, states_ahead, prob, scores, effort):
    """Fill `scores` (float64 [n]) with minus the value of each compared cell, otherwise infinity.

    Fill `prob` (float64 [n]) with the odds, except in perfect play. Return the counting status and
    the two state tables."""
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
        return TOO_WIDE, states, states_ahead  # or there is no layout
    asked = ahead.asked.size > 0
    if layouts < log(effort.layouts + 0.5) and not asked:
        if _by_perfect_play(grid, game, frontier, layers, states, layouts, scores, effort.sets):
            return status, states, states_ahead
    fill_boxes(frontier, layers, prob)
    fill_interior(game, frontier, prob, held / (held + free))
    tables = tabulate(frontier, layers, states)
    now = _uncertainty_now(game, prob)
    alive = False  # whether a cell can show more than one number
    top = 0.0
    all_of_them = asked or effort.guess == GuessKind.INFORMATION
    all_of_them |= effort.guess == GuessKind.LOOKAHEAD and ahead.shown == 1
    for cell in ahead.asked if asked else compared_cells(grid, game, prob, effort):
        safety = 1.0 - prob[cell] if cell >= 0 else 1.0
        if safety == 0.0:
            scores[cell] = 0.0
            continue  # a mine shows no number
        if safety < top - TIE and not all_of_them:
            continue  # no cell wins more often than it survives
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
    """Score perfect play's cell; return False if perfect play gives up."""
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
    """Return the candidate cells, safest first, up to `effort.candidates`.

    Candidates are almost as safe as the safest cell, and in a corner or at most one step from the
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
    """Fill `steps` (float64 [n]) with the candidates' risks, in steps of a tie, otherwise infinity.

    Return the number of candidates."""
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
    """Do the same as `score_guesses`, then look one move further at the best cells.

    After a number without a safe cell, the best guess is evaluated. With few layouts left, safe
    cells are followed."""
    status, states, states_ahead = score_guesses(
        grid, game, frontier, layers, states, ahead, states_ahead, prob, scores, effort
    )
    if status == DONE:
        follow = effort.follow > 0.0 and ahead.log_layouts[0] <= log(effort.follow)
        status = _look_again(grid, game, ahead, prob, scores, effort, second_look, follow)
    return status, states, states_ahead


@kernel
def _look_again(grid, game, ahead, prob, scores, effort, second_look, follow):
    """Score the best cells again; return a status."""
    status = DONE
    if not _keep_close(scores, second_look.first) > 1:
        return status
    scores[:] = np.inf
    enough = 0.0  # the best value so far
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


# Loops, because numba takes ten times as long to compile array operations.
@leaf
def _keep_close(scores, first):
    """Fill `first` with the scores close to the best, in steps of a tie, otherwise infinity.

    Return the number of scored cells."""
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
    """Return the index of the least value, the first of equal ones."""
    least = 0
    for place in range(1, values.size):
        if values[place] < values[least]:
            least = place
    return least


@kernel
def _second_look(grid, game, successors, second_look, cell, enough, follow):
    """Return a status, and the mean value over the numbers of `cell`.

    The value of a number without a safe cell is the best guess after it. Stop at an upper bound
    below `enough`: no guess wins more often than it survives."""
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

    Stop without safe cells, or when `share`, the joint chance of the numbers so far, is `RARE`.
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
    """Return the first safe cell, or -1."""
    for cell in range(prob.size):
        if unknown(game, cell) and prob[cell] == 0.0:
            return np.int64(cell)
    return np.int64(-1)


@leaf
def _is_looked_at(successor):
    """Return whether a number is likely enough for a second look, and proves no cell safe."""
    return successor[CHANCE] > UNLIKELY + TIE and successor[LOG_SAFETY] < 0.0


PLAIN = EFFORTS["normal"]._replace(surroundings=False)


class Outcome(NamedTuple):
    """A possible number of a cell."""

    number: int
    chance: float  # to show this number, if the cell is safe
    win: float  # the networks' chance to win after it
    safe: int  # covered cells known to be safe after it
    won: bool  # whether it wins the game


class Evaluation(NamedTuple):
    """An evaluated position with n cells."""

    fits: bool  # False if the frontier is too wide for counting
    layouts: float  # number of layouts
    risk: np.ndarray  # float64 [n]: risk of covered cells
    value: np.ndarray  # float64 [n]: value of compared cells, otherwise -inf
    successors: np.ndarray  # float64 [n, 9, 5]: see `SuccessorScratch`
    known_mines: np.ndarray  # int8 [n]: around each cell
    features: np.ndarray  # float64 [25]: features of the last evaluated position

    def outcomes(self, cell: int) -> Iterator[Outcome]:
        """Yield the possible numbers of an evaluated flat cell."""
        for mines, successor in enumerate(self.successors[cell].tolist()):
            if successor[CHANCE] > 0.0:
                safe, safest = int(successor[SAFE]), successor[LOG_SAFETY]
                number, won = int(self.known_mines[cell]) + mines, safe == 0 and safest == 0.0
                yield Outcome(number, successor[CHANCE], successor[WIN], safe, won)


def evaluate(
    position: Position,
    guess: str,
    effort: Effort,
    asked: Sequence[int] = (),
    *,
    shown: bool = True,
) -> Evaluation:
    """Evaluate the flat cells `asked`, or the guess's candidates, with an effort.

    Flags count as mines. The networks evaluate the guess "best", and with `shown` every guess.
    Raises `ContradictionError` without a layout.
    """
    height, width = position.shape
    cells = height * width
    grid, game = grid_of(height, width), new_game_state(cells)
    at_hand(load_position)(grid, game, position.view.flatten(), position.total)
    prob, scores = np.zeros(cells), np.zeros(cells)
    ahead = new_ahead(height, width, surroundings=effort.surroundings, shown=shown, asked=asked)
    arguments = (
        grid, game, new_frontier(cells), new_layers(cells), empty_states(ENTRIES), ahead,
        empty_states(ENTRIES), prob, scores, effort_of_guess(guess, effort, cells),
    )  # fmt: skip
    if guess == "best" and effort.second_looks and not asked:
        again = new_second_look(height, width, effort)
        status = at_hand(score_with_second_look)(*arguments, again)[0]
    else:
        status = at_hand(score_guesses)(*arguments)[0]
    log_layouts = float(ahead.log_layouts[0])
    if status != DONE and log_layouts == -inf:
        raise ContradictionError("no layout of mines satisfies the clues")
    prob[game.shown < COVERED] = 1.0
    layouts = exp(log_layouts) if log_layouts < 700 else inf
    return Evaluation(
        status == DONE, layouts, prob, -scores, ahead.successors, game.known_mines, ahead.features
    )


def features_of(position: Position) -> np.ndarray:
    """Return a position's features: float64 [25], in the order of `Feature`."""
    return evaluate(position, "best", PLAIN, [NO_CELL]).features


def estimated_win(position: Position) -> float:
    """Return the value network's chance to win a position; `nan` if it is too wide."""
    found = evaluate(position, "best", PLAIN, [NO_CELL])
    return found.successors[NO_CELL, 0, WIN].item() if found.fits else np.nan
