"""ZiNi lies between the fewest clicks, by brute force, and the 3BV."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv


def fewest_clicks(board):
    """The fewest left clicks, flags and chords that open every safe cell: a search in breadth."""
    height, width = board.shape
    mined = frozenset(cell for cell in cells(height, width) if board.mined[cell])
    around = {
        (r, c): [
            (r + i, c + j)
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            if (i, j) != (0, 0) and 0 <= r + i < height and 0 <= c + j < width
        ]
        for r, c in cells(height, width)
    }

    def opened_by(cell, opened):
        found, todo = set(opened), [cell]
        while todo:
            at = todo.pop()
            if at not in found:
                found.add(at)
                if not mined & set(around[at]):
                    todo += around[at]
        return frozenset(found)

    goal = frozenset(around) - mined
    states, seen, clicks = {(frozenset(), frozenset())}, set(), 0
    while not any(opened == goal for opened, _ in states):
        seen |= states
        following = set()
        for opened, flags in states:
            for cell in goal - opened:
                following.add((opened_by(cell, opened), flags))
            for cell in mined - flags:
                following.add((opened, flags | {cell}))
            for cell in opened:
                if mined & set(around[cell]) <= flags:
                    after = opened
                    for other in set(around[cell]) - mined:
                        after = opened_by(other, after)
                    following.add((after, flags))
        states, clicks = following - seen, clicks + 1
    return clicks


def cells(height, width):
    return [(row, col) for row in range(height) for col in range(width)]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([(1, 4), (2, 3), (3, 3), (2, 5)]), st.data())
def test_zini_lies_between_the_fewest_clicks_and_the_3bv(shape, data):
    size = shape[0] * shape[1]
    mines = data.draw(st.sets(st.integers(0, size - 1), max_size=4))
    text = "".join("*" if i in mines else "." for i in range(size))
    rows = [text[i : i + shape[1]] for i in range(0, size, shape[1])]
    board = mv.Board.parse("\n".join(rows))
    assert fewest_clicks(board) <= board.zini <= board.three_bv


def test_zini_of_boards_by_hand():
    assert mv.Board.parse("..*\n.*.\n...").zini == 4  # (2, 1), its flag, two chords
    assert mv.Board.parse("*..").zini == mv.Board.parse("*..").three_bv == 1


def test_zini_is_that_of_other_programs():
    ms_toollib = pytest.importorskip("ms_toollib")
    for seed in range(12):
        board = mv.Board.random(["beginner", "intermediate", "expert"][seed % 3], seed=seed)
        numbers = np.where(board.mined, -1, board.clues).astype(int).tolist()
        assert board.zini == ms_toollib.cal_zini(numbers)
