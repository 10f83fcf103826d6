"""The board inside the engine: flat arrays, kept up to date cell by cell.

`Field` is what never changes for a size of board, `State` one game on it. Every
kernel that takes a `State` mutates it.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from minevis.core.grid import cell_table, neighbours
from minevis.engine._jit import door, leaf

COVERED, FLAGGED, EXPLODED = -1, -2, -3


class Field(NamedTuple):
    """A size of board; n cells."""

    height: int
    width: int
    around: np.ndarray  # int32 [n, 8]: the neighbours, row by row
    degree: np.ndarray  # int64 [n]: how many of them there are
    rims: np.ndarray  # int8 [n]: rims of the board the cell lies on


class State(NamedTuple):
    """One game; n cells. `safe_left` and the like are arrays of one, to be changed."""

    mined: np.ndarray  # uint8 [n]: the truth; only `open_cell` looks at it
    clue: np.ndarray  # int8 [n]
    shown: np.ndarray  # int8 [n]: codes as in Position
    safe: np.ndarray  # uint8 [n]: proven safe, still covered
    room: np.ndarray  # int8 [n]: unknown cells around
    found: np.ndarray  # int8 [n]: known mines around
    finds: np.ndarray  # int32 [n]: safe cells waiting to be opened
    queue: np.ndarray  # int32 [n]: clues to count again
    queued: np.ndarray  # uint8 [n]
    changed: np.ndarray  # uint8 [n]: since the window rule last looked
    stack: np.ndarray  # int32 [n]: scratch of the flood
    hashes: np.ndarray  # uint64 [n]: scratch of mine placing
    zone: np.ndarray  # uint8 [n]: the safe zone
    clicks: np.ndarray  # int32 [n]: cells clicked, in order
    tally: np.ndarray  # int64 [8]: see the constants below


# places in `State.tally`
SAFE_LEFT, MINES_LEFT, FINDS, QUEUE, LOST, CLICKS, NEWS = range(7)


@lru_cache(maxsize=16)
def field_of(height: int, width: int) -> Field:
    """The `Field` of a board size."""
    table = cell_table((height, width))
    around = np.full((height * width, 8), -1, dtype=np.int32)
    degree = np.zeros(height * width, dtype=np.int64)
    for number, cell in enumerate(table):
        near = [row * width + col for row, col in neighbours(cell, (height, width))]
        around[number, : len(near)] = near
        degree[number] = len(near)
    rims = np.zeros((height, width), dtype=np.int8)
    rims[0] += 1
    rims[-1] += 1
    rims[:, 0] += 1
    rims[:, -1] += 1
    return Field(height, width, around, degree, rims.ravel())


def new_state(cells: int) -> State:
    """Arrays for games on a board of `cells` cells."""
    dtypes = (
        np.uint8, np.int8, np.int8, np.uint8, np.int8, np.int8, np.int32, np.int32,
        np.uint8, np.uint8, np.int32, np.uint64, np.uint8, np.int32,
    )  # fmt: skip
    return State._make([*(np.zeros(cells, dtype) for dtype in dtypes), np.zeros(8, np.int64)])


@leaf
def unknown(state, cell):
    """Whether a cell is covered and nothing is proven of it."""
    return state.shown[cell] == COVERED and not state.safe[cell]


@leaf
def begin(field, state, mines):
    """Cover every cell and count the clues of the mines that are placed."""
    n = state.shown.size
    for cell in range(n):
        number = 0
        for j in range(field.degree[cell]):
            number += state.mined[field.around[cell, j]]
        state.clue[cell] = number
        state.shown[cell] = COVERED
        state.safe[cell] = 0
        state.room[cell] = field.degree[cell]
        state.found[cell] = 0
        state.queued[cell] = 0
        state.changed[cell] = 0
    state.tally[:] = 0
    state.tally[SAFE_LEFT] = n - mines
    state.tally[MINES_LEFT] = mines


@door
def take_up(field, state, view, mines):
    """Bring a state to what `view` (int8 [n]) shows, every clue waiting to be counted."""
    begin(field, state, mines)
    for cell in range(view.size):
        state.shown[cell] = view[cell]
        if view[cell] != COVERED:
            settle(field, state, cell, view[cell] < COVERED)
        if view[cell] < COVERED:
            state.tally[MINES_LEFT] -= 1
    for cell in range(view.size):
        wake(state, cell)


@leaf
def wake(state, clue):
    """Queue an opened clue to be counted again."""
    if state.shown[clue] > 0 and not state.queued[clue]:
        state.queued[clue] = 1
        state.queue[state.tally[QUEUE]] = clue
        state.tally[QUEUE] += 1


@leaf
def settle(field, state, cell, is_mine):
    """An unknown cell becomes known: tell the clues around it."""
    for j in range(field.degree[cell]):
        near = field.around[cell, j]
        state.room[near] -= 1
        if is_mine:
            state.found[near] += 1
        wake(state, near)


@leaf
def mark_mine(field, state, cell):
    """A cell is proven a mine: flag it."""
    state.shown[cell] = FLAGGED
    state.changed[cell] = 1
    state.tally[NEWS] = 1
    state.tally[MINES_LEFT] -= 1
    settle(field, state, cell, True)


@leaf
def mark_safe(field, state, cell):
    """A cell is proven safe: it waits to be opened."""
    state.safe[cell] = 1
    state.changed[cell] = 1
    state.tally[NEWS] = 1
    state.finds[state.tally[FINDS]] = cell
    state.tally[FINDS] += 1
    settle(field, state, cell, False)


@leaf
def mark(field, state, cell, is_mine):
    """A cell is proven, one way or the other."""
    if is_mine:
        mark_mine(field, state, cell)
    else:
        mark_safe(field, state, cell)


@leaf
def reveal(field, state, cell):
    """A covered cell without a mine comes open."""
    if state.safe[cell]:
        state.safe[cell] = 0
    else:
        settle(field, state, cell, False)
    state.shown[cell] = state.clue[cell]
    state.changed[cell] = 1
    state.tally[NEWS] = 1
    state.tally[SAFE_LEFT] -= 1
    wake(state, cell)


@leaf
def open_cell(field, state, cell):
    """Click a covered cell: a mine ends the game, a zero opens its region and rim."""
    state.clicks[state.tally[CLICKS]] = cell
    state.tally[CLICKS] += 1
    if state.mined[cell]:
        state.shown[cell] = EXPLODED
        state.tally[LOST] = 1
        return
    reveal(field, state, cell)
    if state.clue[cell]:
        return
    size = 1
    state.stack[0] = cell
    while size:
        size -= 1
        zero = state.stack[size]
        for j in range(field.degree[zero]):
            near = field.around[zero, j]
            if state.shown[near] == COVERED:
                reveal(field, state, near)
                if state.clue[near] == 0:
                    state.stack[size] = near
                    size += 1


@leaf
def over(state):
    """Whether the game has ended."""
    return state.tally[LOST] == 1 or state.tally[SAFE_LEFT] == 0


@leaf
def open_finds(field, state):
    """Open the cells proven safe, in board order; a cascade may take some of them."""
    count = state.tally[FINDS]
    state.tally[FINDS] = 0
    finds = state.finds[:count]
    for i in range(1, count):  # insertion sort: finds are few and nearly in order
        value = finds[i]
        j = i - 1
        while j >= 0 and finds[j] > value:
            finds[j + 1] = finds[j]
            j -= 1
        finds[j + 1] = value
    for i in range(count):
        if state.safe[finds[i]] and not over(state):
            open_cell(field, state, finds[i])
