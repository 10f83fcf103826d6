"""Kernel of the cells around a cell: twin of `minevis.solver.guessing.surroundings`."""

from minevis.engine._jit import leaf
from minevis.engine.guessing.tossups import is_mine, is_unknown
from minevis.engine.shared import RADIUS, SIDE, Picture


@leaf
def show_surroundings(grid, game, tossups, cell, number, pictures):
    """Fill `pictures` (float64 [5 * 7 * 7]) with the second network's input around `cell`, which
    shows `number`; `tossups` knows the state of each cell, and its chances."""
    area = SIDE * SIDE
    pictures[:] = 0.0
    row, col = cell // grid.width, cell % grid.width
    for place in range(area):
        r, c = row + place // SIDE - RADIUS, col + place % SIDE - RADIUS
        if not (0 <= r < grid.height and 0 <= c < grid.width):
            pictures[Picture.OFF_BOARD * area + place] = 1.0
            continue
        near = r * grid.width + c
        if is_unknown(tossups, near):
            pictures[Picture.UNKNOWN * area + place] = 1.0
            pictures[Picture.CHANCE * area + place] = tossups.chance[near]
        elif is_mine(tossups, near):
            pictures[Picture.MINE * area + place] = 1.0
        else:
            clue = number if near == cell else max(game.shown[near], 0)
            pictures[Picture.CLUE * area + place] = clue / 4.0
