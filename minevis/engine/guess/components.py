"""The components of a frontier before a guess, and after it shows a number.

Components not touched by the guess keep their tables: the ways and odds for each possible number of
mines. The touched part is counted once for all numbers that the guess may show.
"""

from typing import NamedTuple

import numpy as np

from minevis.engine.counting.counting import DONE, backward, count_component
from minevis.engine.counting.frontier import (
    BOXES,
    CLUES,
    COMPONENTS,
    build_components,
    component_of_clue,
    enter_clue,
)
from minevis.engine.counting.odds import LOG_10, interior_ways, last_layer, normalize
from minevis.engine.guess.features import CERTAIN
from minevis.engine.knowledge import unknown
from minevis.engine.shared import COVERED
from minevis.engine.twins import ZERO, kernel, leaf


class Tables(NamedTuple):
    """Tables of p components with b boxes, for up to w numbers of mines."""

    least: np.ndarray  # int64 [p]: the fewest mines of a component
    span: np.ndarray  # int64 [p]: its number of possible numbers of mines
    ways: np.ndarray  # float64 [p, w]: configurations by mines above `least`, up to a factor
    logs: np.ndarray  # float64 [p]: the log of that factor
    given: np.ndarray  # float64 [b, w]: chance of a mine in a cell of a box, by those mines


@kernel
def tabulate(frontier, layers, states):
    """Return the `Tables` of a counted frontier; this overwrites `out`."""
    components = frontier.totals[COMPONENTS]
    least, span = np.zeros(components, np.int64), np.zeros(components, np.int64)
    widest = 1
    for component in range(components):
        least[component], most = mine_range(frontier, layers, states, component)
        span[component] = most - least[component] + 1
        widest = max(widest, span[component])
    ways, logs = np.zeros((components, widest)), np.zeros(components)
    given = np.zeros((frontier.totals[BOXES], widest))
    for component in range(components):
        start, end = last_layer(frontier, layers, component)
        for entry in range(start, end):
            ways[component, states.mines[entry] - least[component]] += states.into[entry]
        logs[component] = (
            normalize(ways[component], span[component]) + layers.scale[component] * LOG_10
        )
        for mines in range(span[component]):
            if ways[component, mines] > 0.0:
                _fill_given(
                    frontier, layers, states, component, least[component] + mines, given[:, mines]
                )
    return Tables(least, span, ways, logs, given)


@leaf
def mine_range(frontier, layers, states, component):
    """Return the fewest and the most mines of a component."""
    start, end = last_layer(frontier, layers, component)
    least = most = np.int64(states.mines[start])
    for entry in range(start, end):
        mines = np.int64(states.mines[entry])
        least, most = min(least, mines), max(most, mines)
    return least, most


@leaf
def _fill_given(frontier, layers, states, component, mines, given):
    """Fill in the chance of a mine in each box if the component has `mines` mines."""
    start, end = last_layer(frontier, layers, component)
    for entry in range(start, end):
        states.out[entry] = states.mines[entry] == mines
    backward(frontier, layers, states, component)
    for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
        given[b] = layers.held[b] / (layers.held[b] + layers.free[b])


class Untouched(NamedTuple):
    """The part not touched by a guess: k components and the interior."""

    components: np.ndarray  # int64 [k]
    least: int  # the fewest mines on the frontier
    interior: int  # cells
    mines_left: int
    behind: np.ndarray  # float64 [k + 1, w]: ways of the components from i on and of the
    # interior, by mines above `least` in earlier components; up to one factor
    scale: float  # the log of the factor of the frontier's ways


@kernel
def untouched_of(frontier, tables, touched, least, most, own_scale, interior, mines_left):
    """Return the `Untouched` part; the components marked in `touched` (uint8 [p]) are left out.

    These have `least` to `most` mines. `own_scale` is the log of their ways' divisor."""
    components = np.zeros(frontier.totals[COMPONENTS], np.int64)
    count, width, scale = 0, most - least + 1, own_scale
    for component in range(components.size):
        if not touched[component]:
            components[count] = component
            count += 1
            least += tables.least[component]
            width += tables.span[component] - 1
            scale += tables.logs[component]
    behind = np.zeros((count + 1, width))
    interior_ways(behind[count], interior, mines_left - least)
    for k in range(count - 1, -1, -1):
        component = components[k]
        for t in range(width):
            for mines in range(min(tables.span[component], width - t)):
                behind[k, t] += tables.ways[component, mines] * behind[k + 1, t + mines]
    return Untouched(components[:count], least, interior, mines_left, behind, scale)


@leaf
def component_odds(frontier, tables, component, before, behind, chances, odds):
    """Write the odds of a component's boxes into `odds` (float64, by box).

    `before[t]` and `behind[t]` are the ways of earlier and later components for t mines; `chances`
    is scratch."""
    total, span = 0.0, tables.span[component]
    for mines in range(span):
        weight = 0.0
        for t in range(before.size - mines):
            weight += before[t] * behind[t + mines]
        chances[mines] = weight * tables.ways[component, mines]
        total += chances[mines]
    for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
        odds[b] = 0.0
        for mines in range(span):
            odds[b] += chances[mines] / total * tables.given[b, mines]
        if odds[b] > 1.0 - CERTAIN:
            odds[b] = 1.0  # a mine for every number of mines


@leaf
def convolve(ways, component_ways, span, after):
    """Multiply a component's ways into `ways`, divided by a factor; return the factor's log.

    `after` is scratch."""
    for t in range(ways.size):
        after[t] = 0.0
    for t in range(ways.size):
        for mines in range(min(span, ways.size - t)):
            after[t + mines] += ways[t] * component_ways[mines]
    for t in range(ways.size):
        ways[t] = after[t]
    return normalize(ways, ways.size)


NEW_CLUE_NEED = 8  # initial need of the new clue
NEVER_MET = 16  # pretended cells left around it, so that it is never satisfied
U15 = np.uint64(15)


@leaf
def mark_touched(grid, game, frontier, cell, touched):
    """Mark the components of a cell and its unknown neighbours in `touched` (uint8 [p])."""
    touched[: frontier.totals[COMPONENTS] + 1] = 0
    if cell < 0:
        return
    if frontier.box[cell] >= 0:
        touched[component_of_clue(frontier, frontier.seen[cell, 0])] = 1
    for j in range(grid.degree[cell]):
        near = grid.around[cell, j]
        if unknown(game, near) and frontier.box[near] >= 0:
            touched[component_of_clue(frontier, frontier.seen[near, 0])] = 1


@leaf
def find_touched(grid, game, frontier, own, cell, touched):
    """Find the components of the touched part, with a new clue at `cell`, in `own`.

    Return the clue's number, -1 without an unknown cell around it."""
    own.totals[CLUES] = 0
    new = -1
    for clue in range(game.shown.size):
        own.clues[clue] = -1
        if not game.unknown_around[clue]:
            continue
        if clue == cell:
            new = own.totals[CLUES]
            enter_clue(own, clue, NEW_CLUE_NEED)
        elif frontier.clues[clue] >= 0 and frontier.box_count[frontier.clues[clue]]:
            if touched[component_of_clue(frontier, frontier.clues[clue])]:
                enter_clue(own, clue, game.shown[clue] - game.known_mines[clue])
    build_components(grid, game, own, ZERO)
    return new


@kernel
def count_touched(own, layers, states, new):
    """Count the ways into every state of the touched part, as one component.

    The new clue is never satisfied, so that the last states separate its numbers. Return a status
    and the components' bounds: int64 [parts + 1]."""
    components, boxes = own.totals[COMPONENTS], own.totals[BOXES]
    bounds = own.first_box[: components + 1].copy()
    own.totals[COMPONENTS] = 1
    own.first_box[0], own.first_box[1] = 0, boxes
    _measure_later(own, layers, new)
    status, used = count_component(own, layers, states, ZERO, ZERO)
    if status == DONE:
        layers.start[boxes + 1] = used
    return status, bounds


@leaf
def _measure_later(own, layers, new):
    for clue in range(own.totals[CLUES]):
        layers.later_cells[clue] = NEVER_MET if clue == new else 0
        layers.slot[clue] = -1
    for b in range(own.totals[BOXES] - 1, -1, -1):
        cell = own.first[b]
        for j in range(own.degree[cell]):
            clue = own.seen[cell, j]
            layers.later[b, j] = layers.later_cells[clue]
            layers.later_cells[clue] += own.size[b]


@leaf
def mines_around_new(layers, states, new, entry):
    """Return the number of unknown mines around the new clue in one of the last states."""
    if new < 0:
        return 0
    slot = layers.slot[new]
    word = states.low[entry] if slot < 16 else states.high[entry]
    return NEW_CLUE_NEED - np.int64((word >> np.uint64(4 * (slot & 15))) & U15)


@leaf
def suppose_open(grid, game, cell):
    """Suppose a cell open, unless it is -1; `take_back` undoes it."""
    if cell < 0:
        return
    game.shown[cell] = 0
    for j in range(grid.degree[cell]):
        game.unknown_around[grid.around[cell, j]] -= 1


@leaf
def take_back(grid, game, cell):
    """Undo `suppose_open`."""
    if cell < 0:
        return
    game.shown[cell] = COVERED
    for j in range(grid.degree[cell]):
        game.unknown_around[grid.around[cell, j]] += 1
