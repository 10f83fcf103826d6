"""The chance to win that the networks give a position, in plain steps: to test others against."""

import numpy as np

from minevis.solver.guessing.value_net import default_surroundings_net, default_value_net


def seen_around(view, unknown, mined, chances, cell):
    """What the second network sees around a cell, cell by cell: float64 [5, 7, 7]."""
    height, width = view.shape
    seen = np.zeros((5, 7, 7))
    for down in range(7):
        for right in range(7):
            row, col = cell[0] + down - 3, cell[1] + right - 3
            if not (0 <= row < height and 0 <= col < width):
                seen[0, down, right] = 1
            elif unknown[row, col]:
                seen[1, down, right] = 1
                seen[2, down, right] = chances[row, col]
            elif mined[row, col]:
                seen[3, down, right] = 1
            else:
                seen[4, down, right] = view[row, col] / 4
    return seen


def estimated_win(state, cell, *, surroundings=False):
    """Of a `SurveyedPosition` in which `cell` has just been opened."""
    if state.won:
        return 1.0
    if not surroundings:
        return default_value_net().estimate(state.features)
    unknown, mined = state.knowledge.unknown, state.knowledge.mined
    chances = np.zeros(unknown.shape)
    chances[unknown] = state.probability
    seen = seen_around(state.knowledge.view, unknown, mined, chances, cell)
    inputs = np.concatenate([state.features, seen.ravel()])
    win = default_value_net().estimate(state.features) + default_surroundings_net().output(inputs)
    return float(np.clip(win, 0.0, state.safety))
