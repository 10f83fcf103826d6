"""The cells around an opened cell: the input of the second network.

The value network sees a position as 25 numbers without places. The second network also sees the
7×7 cells around the opened cell, as five pictures, and corrects the first estimate.
"""

from typing import NamedTuple

from minevis.engine.guess.features import Feature
from minevis.engine.guess.tossups import is_mine, is_unknown
from minevis.engine.plain import leaf

RADIUS = 3  # cells seen to each side by the second network
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
    shows `number`; `tossups` has the state of each cell, and its chances."""
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
