"""The cells around an opened cell: the input of the second network.

The value network sees a position in 25 numbers, which say nothing about places. A second
one also sees the 7×7 cells around the cell that is opened, as five pictures of them, and says how
much more or less likely a win is than the first estimates.
"""

from typing import NamedTuple

from minevis.engine.guessing.features import Feature
from minevis.engine.guessing.tossups import is_mine, is_unknown
from minevis.engine.plain import leaf

RADIUS = 3  # so far to each side the second network sees
SIDE = 2 * RADIUS + 1


class _Pictures(NamedTuple):
    """The input of the second network for each cell around, in this order."""

    OFF_BOARD: int = 0
    UNKNOWN: int = 1
    CHANCE: int = 2  # of a mine, if unknown
    MINE: int = 3  # known to be one
    CLUE: int = 4  # divided by 4, if opened


Picture = _Pictures()
INPUTS = len(Feature) + len(Picture) * SIDE**2


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
