"""A race that the tests of its widget share."""

import pytest

import minevis as mv


@pytest.fixture(scope="session")
def race():
    """A race in which one falls early at a guess and the others win."""
    board = mv.Board.random("beginner", seed=24, first=(0, 0), safe_radius=1)
    return mv.race(board, ["counting", "exact", "convolution"], first=(0, 0))
