"""ZiNi lies between the fewest clicks, by brute force, and the 3BV."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv
import naive
from minevis.game.grid import cells_of


def fewest_clicks(board):
    """The fewest left clicks, flags and chords that open every safe cell: a search in breadth."""
    mines = {*cells_of(board.mined)}
    goal = frozenset(cells_of(~board.mined))
    around = {cell: {*naive.around(cell, *board.shape)} for cell in (*goal, *mines)}
    floods = {cell: naive.flood(board.mined.tolist(), cell) for cell in goal}
    states, seen, clicks = {(frozenset(), frozenset())}, set(), 0
    while not any(opened == goal for opened, _ in states):
        seen |= states
        following = set()
        for opened, flags in states:
            following |= {(opened | floods[cell], flags) for cell in goal - opened}
            following |= {(opened, flags | {cell}) for cell in mines - flags}
            for cell in opened:
                if mines & around[cell] <= flags:
                    near = (floods[other] for other in around[cell] - mines)
                    following.add((opened.union(*near), flags))
        states, clicks = following - seen, clicks + 1
    return clicks


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([(1, 4), (2, 3), (3, 3), (2, 5)]), st.data())
def test_zini_lies_between_the_fewest_clicks_and_the_3bv(shape, data):
    size = shape[0] * shape[1]
    mines = data.draw(st.sets(st.integers(0, size - 1), max_size=4))
    text = "".join("*" if i in mines else "." for i in range(size))
    rows = [text[i : i + shape[1]] for i in range(0, size, shape[1])]
    board = mv.Board.parse("\n".join(rows))
    assert fewest_clicks(board) <= board.zini <= board.three_bv


def test_zini_is_that_of_other_programs():
    assert mv.Board.parse("..*\n.*.\n...").zini == 4  # (2, 1), its flag, two chords
    assert mv.Board.parse("*..").zini == mv.Board.parse("*..").three_bv == 1
    ms_toollib = pytest.importorskip("ms_toollib")
    for seed in range(12):
        board = mv.Board.random(["beginner", "intermediate", "expert"][seed % 3], seed=seed)
        numbers = np.where(board.mined, -1, board.clues).astype(int).tolist()
        assert board.zini == ms_toollib.cal_zini(numbers)
