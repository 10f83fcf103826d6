import pytest

import minevis as mv


@pytest.fixture(scope="session")
def expert():
    return mv.play(mv.Board.random("expert", seed=5, first=(0, 0)), first=(0, 0))


@pytest.fixture(scope="session")
def small():
    return mv.play(mv.Board.random("beginner", seed=1, first=(0, 0)), first=(0, 0))
