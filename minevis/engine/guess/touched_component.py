"""Kernels for the part of the frontier touched by a guess, after the guess shows a number: counted
once for all possible numbers."""

import numpy as np

from minevis.engine.counting.counting import DONE, count_component
from minevis.engine.counting.frontier import (
    BOXES,
    CLUES,
    COMPONENTS,
    build_components,
    component_of_clue,
    enter_clue,
)
from minevis.engine.knowledge import unknown
from minevis.engine.plain import ZERO, kernel, leaf
from minevis.engine.shared import COVERED

NEW_CLUE_NEED = 8  # need of the new clue, above any number around it
NEVER_MET = 16  # apparent cells left for it, so that it never has to be satisfied
U15 = np.uint64(15)


@leaf
def mark_touched(grid, game, frontier, cell, touched):
    """Mark the components of a cell and of the unknown cells around it: uint8 [p]."""
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
    """Do the same as `find_components` into `own`, for the touched components and a clue at `cell`;
    return the local number of that clue, -1 without an unknown cell around it."""
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
    """Count the ways into every touched state, as if it were one component.

    The new clue is never satisfied, so that its last states separate numbers. Returns a status, and
    the ends of the components: int64 [parts + 1]."""
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
    """The unknown mines around the new clue in one of the last states."""
    if new < 0:
        return 0
    slot = layers.slot[new]
    word = states.low[entry] if slot < 16 else states.high[entry]
    return NEW_CLUE_NEED - np.int64((word >> np.uint64(4 * (slot & 15))) & U15)


@leaf
def suppose_open(grid, game, cell):
    """Suppose a covered cell open, if there is one; `take_back` undoes it."""
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
