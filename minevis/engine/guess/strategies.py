"""The guesses, tie for tie: twins of `minevis.solver.guess.strategies`."""

import numpy as np

from minevis.engine.hashing import U32, first_of
from minevis.engine.knowledge import unknown
from minevis.engine.shared import COVERED, SCORED_KINDS, TIE, GuessKind
from minevis.engine.twins import leaf


@leaf
def choose(grid, game, prob, local, guess, seed, move, stream, mask, values):
    """Return the chosen cell. `prob` and `local` are float64 [n].

    `mask` (uint8 [n]) and `values` (float64 [n]) are scratch; for guesses by evaluation `values`
    has the scores."""
    for cell in range(game.shown.size):
        mask[cell] = unknown(game, cell)
    if guess == GuessKind.LOCAL_MAX:
        _lowest(local, mask)
        _fill_crowds(game, values)
        _lowest(values, mask)
    elif guess in SCORED_KINDS:
        _lowest(values, mask)
    elif guess == GuessKind.LEAST_RISK:
        _lowest(prob, mask)
    elif guess == GuessKind.LIKELY_ZERO or guess == GuessKind.LIKELY_ZERO_NEAR_FRONTIER:
        _lowest(prob, mask)
        if mask.sum() > 1:
            _fill_zeros(grid, game, prob, mask, values)
            _lowest(values, mask)
        if guess == GuessKind.LIKELY_ZERO_NEAR_FRONTIER:
            _prefer_near(grid, game, mask)
    elif guess == GuessKind.CORNERS or guess == GuessKind.EDGES:
        _lowest(prob, mask)
        for cell in range(mask.size):
            values[cell] = -min(grid.rims[cell], 4 if guess == GuessKind.CORNERS else 1)
        _lowest(values, mask)
    elif guess != GuessKind.UNIFORM:
        raise ValueError("this guess has no kernel")
    return first_of(seed, stream + (np.uint64(move) << U32), mask)


@leaf
def _lowest(values, mask):
    """Keep only the cells with the least value in `mask`, to within `TIE`."""
    least = np.inf
    for cell in range(mask.size):
        if mask[cell]:
            least = min(least, values[cell])
    for cell in range(mask.size):
        if mask[cell] and not values[cell] <= least + TIE:
            mask[cell] = 0


@leaf
def _fill_crowds(game, values):
    """Fill in the number of unknown cells around each cell."""
    for cell in range(game.shown.size):
        values[cell] = game.unknown_around[cell]


@leaf
def _fill_zeros(grid, game, prob, mask, values):
    """Fill in minus the chance of a zero for the cells of `mask`: twin of `zero_chances`."""
    for cell in range(mask.size):
        if mask[cell]:
            chance = _clear(game, prob, cell)
            for j in range(grid.degree[cell]):
                chance *= _clear(game, prob, grid.around[cell, j])
            values[cell] = -chance
    for clue in range(mask.size):
        if game.shown[clue] > game.known_mines[clue]:
            _rule_out_zeros(grid, game, clue, mask, values)


@leaf
def _rule_out_zeros(grid, game, clue, mask, values):
    """Rule out zeros: a clue may have too few cells for its mines outside the 3×3 block."""
    spare = game.unknown_around[clue] - (game.shown[clue] - game.known_mines[clue])
    row, col = clue // grid.width, clue % grid.width
    for r in range(max(row - 2, 0), min(row + 3, grid.height)):
        for c in range(max(col - 2, 0), min(col + 3, grid.width)):
            cell = r * grid.width + c
            if mask[cell] and _unknown_of_block(grid, game, clue, r, c) > spare:
                values[cell] = 0.0


@leaf
def _unknown_of_block(grid, game, clue, row, col):
    """Count the unknown cells around a clue within the 3×3 block around a cell."""
    number = 0
    for j in range(grid.degree[clue]):
        near = grid.around[clue, j]
        across, along = near // grid.width - row, near % grid.width - col
        if unknown(game, near) and -1 <= across <= 1 and -1 <= along <= 1:
            number += 1
    return number


@leaf
def _clear(game, prob, cell):
    """Return the chance that a cell has no mine."""
    if game.shown[cell] >= 0 or game.safe[cell]:
        return 1.0
    if game.shown[cell] == COVERED:
        return 1.0 - prob[cell]
    return 0.0


@leaf
def _prefer_near(grid, game, mask):
    """Keep only cells on the frontier or next to it, if there are any."""
    some = False
    for cell in range(mask.size):
        if mask[cell] and near_frontier(grid, game, cell):
            mask[cell] = 2
            some = True
    for cell in range(mask.size):
        mask[cell] = mask[cell] == 2 if some else mask[cell]


@leaf
def near_frontier(grid, game, cell):
    """Return whether a cell is on the frontier or next to it."""
    if _on_frontier(grid, game, cell):
        return True
    for j in range(grid.degree[cell]):
        if _on_frontier(grid, game, grid.around[cell, j]):
            return True
    return False


@leaf
def _on_frontier(grid, game, cell):
    if not unknown(game, cell):
        return False
    for j in range(grid.degree[cell]):
        if game.shown[grid.around[cell, j]] >= 0:
            return True
    return False
