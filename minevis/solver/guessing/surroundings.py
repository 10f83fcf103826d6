"""The cells around an opened cell: the input of the second network.

The value network sees a position in 25 numbers, which say nothing about places. A second
one also sees the 7×7 cells around the cell that is opened, as five pictures of them, and says how
much more or less likely a win is than the first estimates.
"""

from enum import IntEnum

import numpy as np

from minevis.core.grid import ArrayEnum, Cell
from minevis.solver.guessing.features import Feature
from minevis.solver.knowledge import Knowledge

RADIUS = 3  # so far to each side the second network sees
SIDE = 2 * RADIUS + 1


class Picture(IntEnum, metaclass=ArrayEnum):
    """The input of the second network for each cell around, in this order.

    >>> Picture.CLUE.value, len(Picture)
    (4, 5)
    """

    OFF_BOARD = 0
    UNKNOWN = 1
    CHANCE = 2  # of a mine, if unknown
    MINE = 3  # known to be one
    CLUE = 4  # divided by 4, if opened


INPUTS = len(Feature) + len(Picture) * SIDE**2


def inputs_of(
    knowledge: Knowledge, chances: np.ndarray, features: np.ndarray, cell: Cell
) -> np.ndarray:
    """The input of the second network, when `cell` has just been opened: float64 [270].

    `chances` of a mine are float64 [H, W], `features` those of the position, float64 [25].

    >>> from minevis.solver.guessing.successors import SurveyedPosition
    >>> now = SurveyedPosition.of(mv.Position.parse("#1##", mines=2))
    >>> inputs_of(now.knowledge, now.chances, now.features, (0, 1)).shape
    (270,)
    """
    unknown = knowledge.unknown
    pictures = np.zeros((len(Picture), *unknown.shape))
    pictures[Picture.UNKNOWN] = unknown
    pictures[Picture.CHANCE] = np.where(unknown, chances, 0.0)
    pictures[Picture.MINE] = knowledge.mined
    pictures[Picture.CLUE] = np.maximum(knowledge.view, 0) / 4
    padded = np.pad(pictures, ((0, 0), (RADIUS, RADIUS), (RADIUS, RADIUS)))
    padded[Picture.OFF_BOARD] = np.pad(np.zeros(unknown.shape), RADIUS, constant_values=1.0)
    around = padded[:, cell[0] : cell[0] + SIDE, cell[1] : cell[1] + SIDE]
    return np.concatenate([features, around.ravel()])
