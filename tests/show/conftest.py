import pytest

import minevis as mv


@pytest.fixture(scope="session")
def trace():
    """A short game with searches, a guess and a win."""
    board = mv.Board.random("beginner", seed=10, first=(0, 0), safe_radius=1)
    return mv.play(board, "exact", first=(0, 0))


@pytest.fixture(scope="session")
def expert():
    """A long game, won without a guess."""
    return mv.play(mv.Board.random("expert", seed=10, first=(0, 0)), "exact", first=(0, 0))
