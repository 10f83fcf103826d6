"""Outcomes of a guess: the chance and the value of each possible number.

The idea is from David N. Hill's Minesweeper solver. It plays by the safety of the move after next
("secondary safety"), and never opens a cell with only one possible number.

Opening a cell changes only the touched components. These are counted once, with an open need for
the new clue, for all numbers together. The tables of the other components stay the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from minevis.engine.counting.counting import (
    DONE,
    TOO_SMALL,
    Layers,
    backward,
    grown,
    new_layers,
)
from minevis.engine.counting.frontier import (
    BOXES,
    CELLS,
    COMPONENTS,
    Frontier,
    new_frontier,
)
from minevis.engine.counting.odds import LOG_10
from minevis.engine.guess.components import (
    component_odds,
    convolve,
    count_touched,
    find_touched,
    mark_touched,
    mine_range,
    mines_around_new,
    suppose_open,
    take_back,
    untouched_of,
)
from minevis.engine.guess.features import (
    Feature,
    FiftyFifties,
    add_component,
    add_fifty_fifties,
    add_interior,
    add_shape,
    clear,
    new_fifty_fifties,
    sort_fifty_fifties,
    uncertainty,
)
from minevis.engine.guess.value_net import (
    INPUTS,
    KernelNet,
    default_surroundings_net,
    default_value_net,
    estimate,
    kernel_net,
    output,
    show_surroundings,
)
from minevis.engine.knowledge import MINES_LEFT
from minevis.engine.shared import GuessKind
from minevis.engine.twins import ZERO, kernel, leaf

ANY_NUMBER = np.int64(-1)
NO_CELL = -1  # open no cell: evaluate the position itself


class SuccessorScratch(NamedTuple):
    """Scratch for looking ahead with n cells, and the networks."""

    frontier: Frontier  # the part touched by a guess
    layers: Layers
    net: KernelNet
    second_net: KernelNet
    surroundings: int  # 1: use the second network too
    shown: int  # 1: for display; use the networks for every guess and evaluate all cells
    asked: np.ndarray  # int64 [k]: cells to evaluate; empty: the candidates
    log_layouts: np.ndarray  # float64 [1]: log of the layout count
    inputs: np.ndarray  # float64 [270]: the second network's inputs
    features: np.ndarray  # float64 [25]: the first inputs
    touched: np.ndarray  # uint8 [n + 1]: by component
    border: np.ndarray  # uint8 [n]: frontier cells next to the interior
    odds: np.ndarray  # float64 [n]: by box, in the untouched part
    own: np.ndarray  # float64 [n]: by box, in the touched part
    chances: np.ndarray  # float64 [n + 1]
    before: np.ndarray  # float64 [n + 1]
    after: np.ndarray  # float64 [n + 1]
    fifty_fifties: FiftyFifties
    successors: np.ndarray  # float64 [n, 9, 5]: by cell and unknown mines around it, see below


# By number: the chance, the value, the log of the best chance to survive the next move (0 if the
# game is won), the networks' chance to win, and the count of proven safe cells.
CHANCE, VALUE, LOG_SAFETY, WIN, SAFE = range(5)


def new_ahead(
    height: int,
    width: int,
    *,
    surroundings: bool,
    shown: bool = False,
    asked: Sequence[int] = (),
) -> SuccessorScratch:
    """Return scratch for looking ahead on a board size."""
    n, inputs = height * width, np.zeros(INPUTS)
    return SuccessorScratch(
        new_frontier(n), new_layers(n), kernel_net(default_value_net()),
        kernel_net(default_surroundings_net()), int(surroundings), int(shown),
        np.array(asked, np.int64), np.zeros(1), inputs, inputs[: len(Feature)],
        np.zeros(n + 1, np.uint8), np.zeros(n, np.uint8), np.zeros(n), np.zeros(n),
        np.zeros(n + 1), np.zeros(n + 1), np.zeros(n + 1), new_fifty_fifties(height, width),
        np.zeros((n, 9, 5)),
    )  # fmt: skip


@kernel
def look_ahead(grid, game, frontier, tables, ahead, states_ahead, cell, only, cells, guess, now):
    """Evaluate the numbers that a cell may show if it is safe.

    Return a status, the states, the mean value and the count of numbers. `only` restricts them to
    one number of unknown mines around the cell. For `NO_CELL`, evaluate the position itself."""
    own = ahead.frontier
    mark_touched(grid, game, frontier, cell, ahead.touched)
    suppose_open(grid, game, cell)
    new = find_touched(grid, game, frontier, own, cell, ahead.touched)
    status, bounds = count_touched(own, ahead.layers, states_ahead, new)
    while status == TOO_SMALL:
        status, states_ahead = grown(states_ahead)
        if status == TOO_SMALL:  # `bounds` stays valid: the components are already joined
            status, _ = count_touched(own, ahead.layers, states_ahead, new)
    mean, numbers = 0.0, 0
    if status == DONE:
        add_shape(grid, game, frontier, own, cell, ahead.border, ahead.features)
        if guess == GuessKind.BEST or ahead.shown:
            sort_fifty_fifties(game, frontier, own, cell, ahead.fifty_fifties)
        least, most = mine_range(own, ahead.layers, states_ahead, ZERO)
        covered = cells - 1 if cell >= 0 else cells
        interior = covered - own.totals[CELLS] - _untouched_cells(frontier, ahead.touched)
        scale = ahead.layers.scale[0] * LOG_10
        mines_left = game.counters[MINES_LEFT]
        untouched = untouched_of(
            frontier, tables, ahead.touched, least, most, scale, interior, mines_left
        )
        width = untouched.behind.shape[1]
        ways = _ways_by_number(own, ahead.layers, states_ahead, new, least, width)
        ahead.features[Feature.COVERED] = covered
        mean, numbers = _mean_value(
            grid, game, frontier, tables, ahead, states_ahead, untouched, ways, bounds, new, cell,
            only, guess, now,
        )  # fmt: skip
    take_back(grid, game, cell)
    return status, states_ahead, mean, numbers


@leaf
def _untouched_cells(frontier, touched):
    cells = 0
    for component in range(frontier.totals[COMPONENTS]):
        if not touched[component]:
            for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
                cells += frontier.size[b]
    return cells


@kernel
def _ways_by_number(own, layers, states_ahead, new, least, width):
    """Return the touched part's ways, by mines around the new clue and by mines above the fewest.

    They are float64 [9, width]."""
    ways = np.zeros((9, width))
    boxes = own.totals[BOXES]
    for entry in range(layers.start[boxes], layers.start[boxes + 1]):
        number = mines_around_new(layers, states_ahead, new, entry)
        ways[number, states_ahead.mines[entry] - least] += states_ahead.into[entry]
    return ways


@kernel
def _mean_value(
    grid, game, frontier, tables, ahead, states_ahead, untouched, ways, bounds, new, cell, only,
    guess, now,
):  # fmt: skip
    """Return the mean value, and the count of numbers; note each in `ahead.successors[cell]`."""
    successors = ahead.successors[cell]
    everything, mean, numbers = 0.0, 0.0, 0
    width = untouched.behind.shape[1]
    for number in range(9):
        weight = 0.0
        for t in range(width):
            weight += ways[number, t] * untouched.behind[0, t]
        successors[number, CHANCE] = 0.0
        if weight == 0.0 or (only != ANY_NUMBER and number != only):
            continue
        numbers += 1
        everything += weight
        _touched_odds(ahead, states_ahead, untouched, new, number)
        ahead.before[:width] = ways[number]
        safety = _gather(frontier, tables, ahead, untouched, bounds)
        value = win = 1.0 if safety == 0.0 else safety
        if safety > 0.0 and (guess == GuessKind.BEST or ahead.shown):
            win = _estimate(grid, game, frontier, ahead, cell, number, safety)
        if guess == GuessKind.INFORMATION:
            value = now - uncertainty(ahead.features)
        elif guess == GuessKind.BEST:
            value = win
        elif guess != GuessKind.LOOKAHEAD:
            raise ValueError("this guess has no kernel")
        log_safety, safe = ahead.features[Feature.LOG_SAFETY], ahead.features[Feature.SAFE]
        successors[number] = weight, value, log_safety, win, safe
        mean += weight * value
    successors[:, CHANCE] /= everything
    return mean / everything, numbers


@leaf
def _estimate(grid, game, frontier, ahead, cell, number, safety):
    """Return the networks' chance to win if `cell` has `number` unknown mines around it."""
    add_fifty_fifties(
        frontier, ahead.frontier, ahead.odds, ahead.own, ahead.fifty_fifties, ahead.features
    )
    win = estimate(ahead.net, ahead.features)
    if not ahead.surroundings:
        return win
    win += _by_surroundings(grid, game, ahead, cell, game.known_mines[cell] + number)
    return min(max(win, 0.0), safety)


@leaf
def _by_surroundings(grid, game, ahead, cell, number):
    """Return the second network's correction if `cell` shows `number`."""
    pictures = ahead.inputs[ahead.features.size :]
    show_surroundings(grid, game, ahead.fifty_fifties, cell, number, pictures)
    return output(ahead.second_net, ahead.inputs)


@leaf
def _touched_odds(ahead, states_ahead, untouched, new, number):
    """Compute the odds of touched boxes if the new clue has `number` unknown mines around it."""
    own, layers = ahead.frontier, ahead.layers
    boxes = own.totals[BOXES]
    start, end = layers.start[boxes], layers.start[boxes + 1]
    least = states_ahead.mines[start]
    for entry in range(start, end):
        least = min(least, states_ahead.mines[entry])
    for entry in range(start, end):
        here = mines_around_new(layers, states_ahead, new, entry) == number
        states_ahead.out[entry] = (
            untouched.behind[0, states_ahead.mines[entry] - least] if here else 0.0
        )
    backward(own, layers, states_ahead, ZERO)
    for b in range(boxes):
        ahead.own[b] = layers.held[b] / (layers.held[b] + layers.free[b])


@leaf
def _gather(frontier, tables, ahead, untouched, bounds):
    """Fill in the features; return the best chance to survive the next move, 0 without a move.

    `ahead.before` has the touched part's ways."""
    width = untouched.behind.shape[1]
    before, after = ahead.before[:width], ahead.after[:width]
    features = ahead.features
    clear(features)
    safety, log_factor = 0.0, 0.0
    for component in range(bounds.size - 1):
        low, high = bounds[component], bounds[component + 1]
        safety = max(
            safety, add_component(ahead.frontier, low, high, ahead.own, ahead.border, features)
        )
    for k in range(untouched.components.size):
        component = untouched.components[k]
        low, high = frontier.first_box[component], frontier.first_box[component + 1]
        component_odds(
            frontier, tables, component, before, untouched.behind[k + 1], ahead.chances, ahead.odds
        )
        safety = max(safety, add_component(frontier, low, high, ahead.odds, ahead.border, features))
        log_factor += convolve(before, tables.ways[component], tables.span[component], after)
    return add_interior(untouched, before, log_factor, safety, features)
