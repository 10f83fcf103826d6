"""The values of positions and guesses, by trying every layout: to test others against."""

from collections import Counter
from math import log, prod
from typing import NamedTuple

import numpy as np

import naive
from minevis import Position
from minevis.engine.guess.evaluation import FOLLOWED, RARE, UNLIKELY
from minevis.engine.guess.features import NEARLY_EVEN, Feature
from minevis.engine.guess.value_net import default_surroundings_net, default_value_net
from minevis.game.grid import cells_of


def entropy(p):
    return -sum(q * log(q) for q in (p, 1 - p) if q > 0)


def components_of(view, covered, frontier):
    """The frontier's cells in sets tied together by clues that they touch."""
    height, width = len(view), len(view[0])
    clues = [(r, c) for r in range(height) for c in range(width) if view[r][c] >= 0]
    seen = [{x for x in naive.around(clue, height, width) if x in covered} for clue in clues]
    parts = [{cell} for cell in frontier]
    for cells in seen:
        tied = [part for part in parts if part & cells]
        parts = [part for part in parts if not part & cells] + (
            [set().union(*tied)] if tied else []
        )
    return parts


def fifty_fifties(view, p):
    """How many 50/50s to expect, shape by shape; `p` holds the odds of covered cells."""
    height, width = len(view), len(view[0])
    found = dict.fromkeys(["near_pairs", "far_pairs", "near_blocks", "far_blocks"], 0.0)

    def chance(cell):
        return p.get(cell, float(view[cell[0]][cell[1]] < -1))

    def add(shape, fence, ways):
        if all(0 < chance(cell) < 1 for cell in shape):
            near = sum(chance(cell) < 1 for cell in fence) <= 1
            found[f"{'near' if near else 'far'}_{'pairs' if len(shape) == 2 else 'blocks'}"] += sum(
                prod(chance(c) if c in mines else 1 - chance(c) for c in shape) for mines in ways
            ) * prod(chance(cell) for cell in fence)

    for r, c in ((r, c) for r in range(height) for c in range(width)):
        a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        for other in (b, d):
            if other[0] < height and other[1] < width:
                around = [set(naive.around(cell, height, width)) for cell in (a, other)]
                add([a, other], (around[0] ^ around[1]) - {a, other}, [{a}, {other}])
        if r + 1 < height and c + 1 < width:
            corners = {(r + i, c + j) for i in (-1, 2) for j in (-1, 2)}
            board = {(i, j) for i in range(height) for j in range(width)}
            add([a, b, d, e], corners & board, [{a, e}, {b, d}])
    return found


def features(position):
    """The features by their definitions, in order; None if no layout fits."""
    view, (height, width) = position.view.tolist(), position.shape
    odds, layouts = naive.odds(view, position.mines)
    if not layouts:
        return None
    covered = set(cells_of(position.covered))
    touch = {cell: set(naive.around(cell, height, width)) for cell in covered}
    frontier = {c for c in covered if any(view[r][k] >= 0 for r, k in touch[c])}
    interior = covered - frontier
    p = {cell: float(odds[cell]) for cell in covered}
    inside = p[min(interior)] if interior else 0.0
    found = {name.lower(): 0.0 for name in Feature._fields}
    found |= {
        "log_safety": log(max((1 - x for x in p.values() if x < 1), default=1)),
        "safe": sum(x == 0 for x in p.values()),
        "interior": len(interior),
        "mines_left": position.mines_left,
        "interior_odds": inside,
        "covered": len(covered),
        "uncertain": sum(0 < p[cell] < 1 for cell in frontier),
        "even": sum(abs(p[cell] - 0.5) < NEARLY_EVEN for cell in frontier),
        "interior_mines": len(interior) * inside,
        "interior_border": sum(bool(touch[cell] & frontier) for cell in interior),
        "frontier_border_safe": sum(1 - p[cell] for cell in frontier if touch[cell] & interior),
        "corners": sum(
            (r in (0, height - 1)) + (c in (0, width - 1)) + (height == 1) + (width == 1) >= 2
            for r, c in interior
        ),
    }
    for part in components_of(view, covered, frontier):
        unsure = [p[cell] for cell in part if 0 < p[cell] < 1]
        safe = any(p[cell] == 0 for cell in part)
        kind = "safe" if safe else "open" if any(touch[c] & interior for c in part) else "closed"
        if safe or unsure:
            found[f"{kind}_components"] += 1
            found[f"{kind}_entropy"] += sum(map(entropy, unsure))
        if unsure and not safe:
            found[f"{kind}_log_safety"] += log(1 - min(unsure))
    found |= fifty_fifties(view, p)
    every = naive.layouts(view, position.mines)
    fronts = Counter(frozenset(layout & frontier) for layout in every)
    found["joint_entropy"] = -sum(n / layouts * log(n / layouts) for n in fronts.values())
    return [found[name.lower()] for name in Feature._fields]


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
    found = features(position)
    win = 1 / (1 + np.exp(-output(default_value_net(), found)))
    if cell is None:
        return win
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
