"""Perfect play: the published figures, and a minimax in plain loops."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from minevis import BoardFormatError, optimal
from minevis.solver.endgame import Endgame

PUBLISHED = {
    (4, 4, 3): (400, 560),
    (4, 4, 4): (961, 1820),
    (4, 4, 5): (1461, 4368),
    (4, 5, 4): (2950, 4845),
}


@pytest.mark.parametrize("level", PUBLISHED, ids=str)
def test_tiny_boards_are_won_as_often_as_is_known(level):
    best = optimal(level)
    assert (best.wins, best.layouts) == PUBLISHED[level]
    assert best.chance == best.wins / best.layouts


def naive_wins(layouts, height, width):
    """The most layouts that any way of playing wins, by trying every move everywhere."""
    cells = [(row, col) for row in range(height) for col in range(width)]

    def number(layout, cell):
        return sum(other in layout for other in naive.around(cell, height, width))

    @cache
    def best(left, opened):
        won = [layout for layout in left if len(opened) == len(cells) - len(layout)]
        if won:  # every safe cell is open: whoever is left is won
            return len(left)
        most = 0
        for cell in cells:
            if cell not in opened:
                parts = {}
                for layout in left:
                    if cell not in layout:
                        parts.setdefault(number(layout, cell), []).append(layout)
                total = sum(best(frozenset(p), opened | {cell}) for p in parts.values())
                most = max(most, total)
        return most

    return best(frozenset(layouts), frozenset())


@settings(max_examples=60)
@given(st.sampled_from([(1, 5), (2, 3), (2, 4), (1, 6)]), st.integers(1, 3), st.data())
def test_any_set_of_layouts_against_minimax(shape, mines, data):
    height, width = shape
    cells = [(row, col) for row in range(height) for col in range(width)]
    every = [frozenset(chosen) for chosen in combinations(cells, mines)]
    chosen = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=8, unique=True))
    layouts = np.zeros((len(chosen), height, width), dtype=bool)
    for layout, mined in zip(layouts, chosen, strict=True):
        layout[tuple(zip(*mined, strict=True))] = True
    endgame = Endgame(layouts)
    assert endgame.wins(endgame.all) == naive_wins(chosen, height, width)
    move = endgame.best()
    if len(chosen) > 1:
        flat = move.cell[0] * width + move.cell[1]
        assert endgame.wins_of(flat) == move.wins == endgame.wins(endgame.all)


def test_a_fifty_fifty_is_worth_half():
    layouts = np.zeros((2, 1, 2), dtype=bool)
    layouts[0, 0, 0] = layouts[1, 0, 1] = True
    assert Endgame(layouts).best().chance == 0.5


def test_boards_without_a_choice_and_boards_too_large():
    assert optimal((1, 1, 0)).chance == 1
    assert optimal((2, 2, 0)).chance == 1
    with pytest.raises(BoardFormatError, match="up to 20000"):
        optimal("beginner")
