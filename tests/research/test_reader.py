"""The learned reader: drawn boards, and the rules after the network."""

import shutil

import numpy as np
import pytest

import minevis as mv
from minevis.vision.naming import Naming
from minevis.vision.network import COVERED, FLAG, NAMES, OUTSIDE, SIZE
from research.reader.boards import UNNAMED, window
from research.reader.measure import outcome

BOARD = mv.Position.parse("00011\n0012#\n112##\n1#2##")


def named(unlikely, chance):
    """Names of BOARD where the network gives a chance to an `unlikely` name of the first two."""
    view = BOARD.view
    names = np.where(view < 0, COVERED, view)
    chances = np.full((*view.shape, NAMES), 1e-4)
    np.put_along_axis(chances, names[..., None], 1.0, -1)
    (cell, name) = unlikely
    chances[(*cell, names[cell])] -= chance
    chances[(*cell, name)] = chance
    looks = np.random.default_rng(0).uniform(0, 255, (4, 5, 3))  # no two cells are alike
    looks = looks.repeat(SIZE, 0).repeat(SIZE, 1)
    return Naming([np.log(chances)], looks, np.ones(view.shape, dtype=bool)).named()


def test_the_rules_correct_a_clue_that_does_not_fit():
    reading = named(((1, 2), 7), 0.6)
    assert (reading.view == BOARD.view).all()
    assert not reading.broken.any()


def test_a_name_that_the_rules_allow_too_is_doubtful():
    reading = named(((3, 4), FLAG), 0.3)
    assert (reading.view == BOARD.view).all()
    assert reading.doubtful[3, 4]
    assert reading.doubtful.sum() == 1


def test_a_wrong_cell_that_is_not_doubtful_is_silent():
    board, doubtful = ["1#", "1F"], np.zeros((2, 2), dtype=bool)
    view = np.array([[1, -1], [2, -2]])
    assert outcome(view, doubtful, board) == "silent"
    doubtful[1, 0] = True
    assert outcome(view, doubtful, board) == "doubted"
    assert outcome(view[:1], doubtful[:1], board) == "silent (size)"
    assert outcome(np.array([[1, -1], [1, -2]]), doubtful, board) == "exact, with doubts"


@pytest.mark.skipif(not shutil.which("fc-list"), reason="no list of fonts")
def test_a_drawn_window_has_a_board_and_its_surroundings():
    seen = set()
    for seed in range(12):
        view, names = window(np.random.default_rng(seed), 9, 11)
        assert view.shape == (9 * SIZE, 11 * SIZE, 3)
        assert names.shape == (9, 11)
        seen |= set(np.unique(names).tolist())
    assert {0, 1, 2, COVERED, FLAG, OUTSIDE} <= seen <= {UNNAMED, *range(NAMES)}
