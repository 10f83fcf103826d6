"""Game state in flat arrays, updated cell by cell.

A `Grid` describes a board size, a `GameState` one game. Every kernel with a `GameState` argument
mutates it.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from minevis.engine.shared import COVERED, EXPLODED, FLAGGED
from minevis.engine.twins import entry_point, leaf
from minevis.game.grid import cell_table, neighbours, rims


class Grid(NamedTuple):
    """A board size with n cells."""

    height: int
    width: int
    around: np.ndarray  # int32 [n, 8]: the neighbours, row by row
    degree: np.ndarray  # int64 [n]: the number of neighbours
    rims: np.ndarray  # int8 [n]: the number of board edges at the cell


class GameState(NamedTuple):
    """One game with n cells; its numbers are in `counters`, so that kernels can change them."""

    mined: np.ndarray  # uint8 [n]: the truth; only `open_cell` reads it
    clue: np.ndarray  # int8 [n]
    shown: np.ndarray  # int8 [n]: codes as in Position
    safe: np.ndarray  # uint8 [n]: proven safe, still covered
    unknown_around: np.ndarray  # int8 [n]: unknown cells around
    known_mines: np.ndarray  # int8 [n]: known mines around
    to_open: np.ndarray  # int32 [n]: safe cells waiting to be opened
    clue_queue: np.ndarray  # int32 [n]: clues to count again
    queued: np.ndarray  # uint8 [n]
    changed: np.ndarray  # uint8 [n]: changed since the last step of the window rule
    stack: np.ndarray  # int32 [n]: scratch of the flood
    hashes: np.ndarray  # uint64 [n]: scratch of mine placing
    zone: np.ndarray  # uint8 [n]: the safe zone
    clicks: np.ndarray  # int32 [n]: cells clicked, in order
    counters: np.ndarray  # int64 [8]: see the constants below


# places in `GameState.counters`
SAFE_LEFT, MINES_LEFT, TO_OPEN, QUEUED_CLUES, IS_LOST, CLICKS, CHANGED = range(7)


@lru_cache(maxsize=16)
def grid_of(height: int, width: int) -> Grid:
    """Return the `Grid` of a board size."""
    table = cell_table((height, width))
    around = np.full((height * width, 8), -1, dtype=np.int32)
    degree = np.zeros(height * width, dtype=np.int64)
    for number, cell in enumerate(table):
        near = [row * width + col for row, col in neighbours(cell, (height, width))]
        around[number, : len(near)] = near
        degree[number] = len(near)
    return Grid(height, width, around, degree, rims((height, width)).flatten())


def new_game_state(cells: int) -> GameState:
    """Return arrays for games with `cells` cells."""
    dtypes = (
        np.uint8, np.int8, np.int8, np.uint8, np.int8, np.int8, np.int32, np.int32,
        np.uint8, np.uint8, np.int32, np.uint64, np.uint8, np.int32,
    )  # fmt: skip
    return GameState._make([*(np.zeros(cells, dtype) for dtype in dtypes), np.zeros(8, np.int64)])


@leaf
def unknown(game, cell):
    """Return whether a cell is covered and undecided."""
    return game.shown[cell] == COVERED and not game.safe[cell]


@leaf
def unknown_cells(game):
    """Count the undecided covered cells."""
    cells = 0
    for cell in range(game.shown.size):
        cells += unknown(game, cell)
    return cells


@leaf
def cover_all(grid, game, mines):
    """Cover every cell and compute the clues from the placed mines."""
    n = game.shown.size
    for cell in range(n):
        number = 0
        for j in range(grid.degree[cell]):
            number += game.mined[grid.around[cell, j]]
        game.clue[cell] = number
        game.shown[cell] = COVERED
        game.safe[cell] = 0
        game.unknown_around[cell] = grid.degree[cell]
        game.known_mines[cell] = 0
        game.queued[cell] = 0
        game.changed[cell] = 0
    game.counters[:] = 0
    game.counters[SAFE_LEFT] = n - mines
    game.counters[MINES_LEFT] = mines


@entry_point
def load_position(grid, game, view, mines):
    """Load `view` (int8 [n]) into a state, and queue every clue."""
    cover_all(grid, game, mines)
    for cell in range(view.size):
        game.shown[cell] = view[cell]
        if view[cell] != COVERED:
            note_known(grid, game, cell, view[cell] < COVERED)
        if view[cell] < COVERED:
            game.counters[MINES_LEFT] -= 1
    for cell in range(view.size):
        queue_clue(game, cell)


@leaf
def queue_clue(game, clue):
    """Queue an opened clue for counting."""
    if game.shown[clue] > 0 and not game.queued[clue]:
        game.queued[clue] = 1
        game.clue_queue[game.counters[QUEUED_CLUES]] = clue
        game.counters[QUEUED_CLUES] += 1


@leaf
def note_known(grid, game, cell, is_mine):
    """Update the clues around a cell that is no longer unknown."""
    for j in range(grid.degree[cell]):
        near = grid.around[cell, j]
        game.unknown_around[near] -= 1
        if is_mine:
            game.known_mines[near] += 1
        queue_clue(game, near)


@leaf
def mark_mine(grid, game, cell):
    """Flag a proven mine."""
    game.shown[cell] = FLAGGED
    game.changed[cell] = 1
    game.counters[CHANGED] = 1
    game.counters[MINES_LEFT] -= 1
    note_known(grid, game, cell, True)


@leaf
def mark_safe(grid, game, cell):
    """Queue a proven safe cell for opening."""
    game.safe[cell] = 1
    game.changed[cell] = 1
    game.counters[CHANGED] = 1
    game.to_open[game.counters[TO_OPEN]] = cell
    game.counters[TO_OPEN] += 1
    note_known(grid, game, cell, False)


@leaf
def mark(grid, game, cell, is_mine):
    """Mark a proven cell as a mine or as safe."""
    if is_mine:
        mark_mine(grid, game, cell)
    else:
        mark_safe(grid, game, cell)


@leaf
def reveal(grid, game, cell):
    """Open a covered cell without a mine."""
    if game.safe[cell]:
        game.safe[cell] = 0
    else:
        note_known(grid, game, cell, False)
    game.shown[cell] = game.clue[cell]
    game.changed[cell] = 1
    game.counters[CHANGED] = 1
    game.counters[SAFE_LEFT] -= 1
    queue_clue(game, cell)


@leaf
def open_cell(grid, game, cell):
    """Click a covered cell. A mine ends the game; a zero opens its region and rim."""
    game.clicks[game.counters[CLICKS]] = cell
    game.counters[CLICKS] += 1
    if game.mined[cell]:
        game.shown[cell] = EXPLODED
        game.counters[IS_LOST] = 1
        return
    reveal(grid, game, cell)
    if game.clue[cell]:
        return
    size = 1
    game.stack[0] = cell
    while size:
        size -= 1
        zero = game.stack[size]
        for j in range(grid.degree[zero]):
            near = grid.around[zero, j]
            if game.shown[near] == COVERED:
                reveal(grid, game, near)
                if game.clue[near] == 0:
                    game.stack[size] = near
                    size += 1


@leaf
def is_over(game):
    """Return whether the game has ended."""
    return game.counters[IS_LOST] == 1 or game.counters[SAFE_LEFT] == 0


@leaf
def open_safe(grid, game):
    """Open the proven safe cells in board order, unless a cascade has opened them."""
    count = game.counters[TO_OPEN]
    game.counters[TO_OPEN] = 0
    to_open = game.to_open[:count]
    for i in range(1, count):  # insertion sort: cells are few and nearly in order
        value = to_open[i]
        j = i - 1
        while j >= 0 and to_open[j] > value:
            to_open[j + 1] = to_open[j]
            j -= 1
        to_open[j + 1] = value
    for i in range(count):
        if game.safe[to_open[i]] and not is_over(game):
            open_cell(grid, game, to_open[i])
