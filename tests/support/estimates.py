"""The values of positions and guesses, by trying every layout: to test others against."""

from math import log
from typing import NamedTuple

import numpy as np

import naive
from minevis import Position
from minevis.engine.guess.evaluation import FOLLOWED, RARE, UNLIKELY, estimated_win, features_of
from minevis.engine.guess.value_net import default_surroundings_net, default_value_net
from minevis.game.grid import cells_of


def entropy(p):
    return -sum(q * log(q) for q in (p, 1 - p) if q > 0)


def seen_around(view, unknown, mined, chances, cell):
    """The second network's input around a cell, cell by cell: float64 [5, 7, 7]."""
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


def output(net, inputs):
    first = np.maximum(net.w1 @ ((np.array(inputs) - net.mean) * net.scale) + net.b1, 0.0)
    return float(net.w3[0] @ np.maximum(net.w2 @ first + net.b2, 0.0) + net.b3[0])


def estimate(position, cell=None, safety=1.0):
    """The chance to win by the value network; by both when `cell` has just been opened."""
    if cell is None:
        return estimated_win(position)
    found = features_of(position)
    win = 1 / (1 + np.exp(-output(default_value_net(), found)))
    odds, _ = naive.odds(position.view.tolist(), position.mines)
    chances = np.zeros(position.shape)
    for each in cells_of(position.covered):
        chances[each] = odds[each]
    seen = seen_around(position.view, position.covered, position.marked, chances, cell)
    win += output(default_surroundings_net(), [*found, *seen.ravel()])
    return min(max(win, 0.0), safety)


class Outcome(NamedTuple):
    """A number that a cell may show, and the position then."""

    position: Position
    chance: float  # of the number, if the cell is no mine
    safe: int  # cells that are safe then
    won: bool
    safety: float  # of the best move; 1 if the game is won
    uncertainty: float  # of all covered cells, in nats

    def win(self, cell, *, surroundings=True):
        """The chance to win by the networks once `cell` has shown the number."""
        if self.won:
            return 1.0
        return estimate(self.position, cell if surroundings else None, self.safety)


def outcomes(position, cell):
    """The risk of a cell, and an `Outcome` for each number that it may show."""
    height, width = position.shape
    every = naive.layouts(position.view.tolist(), position.mines)
    parts = {}
    for layout in every:
        if cell not in layout:
            number = naive.count_around(layout, cell, height, width)
            parts.setdefault(number, []).append(layout)
    free, found = sum(map(len, parts.values())), {}
    covered = [each for each in cells_of(position.covered) if each != cell]
    won = len(covered) == position.mines_left
    for number, part in sorted(parts.items()):
        view = position.view.copy()
        view[cell] = number
        odds = [sum(each in layout for layout in part) / len(part) for each in covered]
        safety = 1.0 if won else 1.0 - min(odds)
        found[number] = Outcome(
            Position(view, position.mines), len(part) / free, odds.count(0.0), won, safety,
            sum(map(entropy, odds)),
        )  # fmt: skip
    return 1.0 - free / len(every), found


def value(position, cell, *, surroundings=True):
    """The chance to win by opening a cell, by the networks."""
    risk, found = outcomes(position, cell)
    return (1.0 - risk) * sum(
        after.chance * after.win(cell, surroundings=surroundings) for after in found.values()
    )


def followed(after, cell, share):
    """The value after opening one safe cell after the other, from `cell` on."""
    if after.won or after.safety < 1.0 or share <= RARE:
        return after.win(cell)
    odds, _ = naive.odds(after.position.view.tolist(), after.position.mines)
    safe = next(each for each in sorted(odds) if odds[each] == 0)
    _, found = outcomes(after.position, safe)
    return sum(each.chance * followed(each, safe, share * each.chance) for each in found.values())


def second_look(position, cell, best_after, *, follow):
    """The value of a cell a move further: `best_after` values the best guess in a position."""
    risk, found = outcomes(position, cell)
    total = 0.0
    for after in found.values():
        win = after.win(cell)
        if after.safety < 1.0 and after.chance > UNLIKELY:
            win = best_after(after.position)
        elif after.safety == 1.0 and not after.won and follow:
            win += FOLLOWED * (followed(after, cell, after.chance) - win)
        total += after.chance * win
    return (1.0 - risk) * total
