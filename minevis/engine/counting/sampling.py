"""Kernels that list every layout: twins of `Sampler.every`."""

import numpy as np

from minevis.engine.counting.frontier import CELLS, COMPONENTS
from minevis.engine.counting.odds import fill_behind
from minevis.engine.knowledge import MINES_LEFT, unknown
from minevis.engine.plain import ONE, ZERO, kernel, leaf

MINE = 9  # the code of a mine


@kernel
def numbers_shown(grid, game, frontier, layers, states, count):
    """The code of every unknown cell in each of the `count` layouts: int8 [count, u], `MINE`
    for a mine; and the cells, in board order: int64 [u]. The odds must have been found."""
    cells = np.empty(game.shown.size, np.int64)
    u = ZERO
    for cell in range(game.shown.size):
        if unknown(game, cell):
            cells[u] = cell
            u += 1
    cells = cells[:u]
    names = _names(game, frontier, u)
    layouts = np.zeros((count, game.shown.size), np.uint8)
    listed = _every(frontier, layers, states, u, game.counters[MINES_LEFT], count)
    for k in range(count):
        for i in range(u):
            layouts[k, names[i]] = listed[k, i]
    shown = np.empty((count, u), np.int8)
    for k in range(count):
        for i in range(u):
            shown[k, i] = _number(grid, game, layouts[k], cells[i])
    return shown, cells


@kernel
def _names(game, frontier, u):
    """The unknown cells, box by box, and then the interior: int64 [u]."""
    names = np.empty(u, np.int64)
    place = frontier.totals[CELLS]
    for k in range(place):
        names[k] = frontier.members[k]
    for cell in range(game.shown.size):
        if unknown(game, cell) and frontier.box[cell] < 0:
            names[place] = cell
            place += 1
    return names


@leaf
def _number(grid, game, mined, cell):
    if mined[cell]:
        return MINE
    number = game.known_mines[cell]
    for j in range(grid.degree[cell]):
        number += mined[grid.around[cell, j]]
    return number


@kernel
def _every(frontier, layers, states, u, mines_left, count):
    """All layouts, box by box and cell by cell: uint8 [count or more, u]."""
    interior = u - frontier.totals[CELLS]
    components = frontier.totals[COMPONENTS]
    behind = np.empty((components + 1, layers.reach[components] + 1))
    fill_behind(frontier, layers, states, interior, mines_left, behind)
    capacity = count
    while True:
        found, listed = _list(frontier, layers, states, behind, u, mines_left, capacity)
        if found >= 0:
            return listed
        capacity *= 2  # some beginnings have no end


@kernel
def _list(frontier, layers, states, behind, u, mines_left, capacity):
    """Do the same as `_every` with limited room: return the layout count, -1 if there are too
    many."""
    layouts = np.zeros((capacity, u), np.uint8)
    notes = np.zeros((capacity, 3), np.int64)  # the entry reached, mines left to the box, mines
    count = ONE
    for component in range(frontier.totals[COMPONENTS]):
        for k in range(count):
            notes[k, 0] = layers.start[frontier.first_box[component] + component]
        for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
            last = (
                behind[component + 1]
                if b + 1 == frontier.first_box[component + 1]
                else behind[component + 1, :0]
            )
            count, layouts, notes = _fork(frontier, states, b, last, layouts, notes, count)
            if count >= 0:
                count = _fill(frontier.starts[b], frontier.starts[b + 1], layouts, notes, count)
            if count < 0:
                return count, layouts
    for k in range(count):
        notes[k, 1] = mines_left - notes[k, 2]
    return _fill(frontier.totals[CELLS], u, layouts, notes, count), layouts


@kernel
def _fork(frontier, states, b, last, layouts, notes, count):
    """Extend each layout by each possible number of mines in box `b`; `last` (empty before the last
    box of a component) marks numbers of mines with ways for the rest."""
    new, new_notes = np.zeros_like(layouts), np.zeros_like(notes)
    grown = 0
    for k in range(count):
        for mines in range(frontier.size[b] + 1):
            reached = states.edges[notes[k, 0], mines]
            if reached < 0 or states.out[reached] == 0.0:
                continue
            if last.size and last[notes[k, 2] + mines] == 0.0:
                continue
            if grown == layouts.shape[0]:
                return -1, new, new_notes
            new[grown] = layouts[k]
            new_notes[grown, 0] = reached
            new_notes[grown, 1] = mines
            new_notes[grown, 2] = notes[k, 2] + mines
            grown += 1
    return grown, new, new_notes


@kernel
def _fill(begin, end, layouts, notes, count):
    """Place the mines left to the cells `begin` to `end` in every way; -1: too many."""
    for i in range(begin, end):
        for k in range(count):
            left = notes[k, 1]
            if left == 0:
                continue
            if end - i > left:  # the cell may also be free
                if count == layouts.shape[0]:
                    return -1
                layouts[count] = layouts[k]
                notes[count] = notes[k]
                count += 1
            layouts[k, i] = 1
            notes[k, 1] = left - 1
    return count
