import numpy as np
import pytest

from minevis import Board
from minevis.errors import BoardFormatError
from minevis.game_loop import events_of
from minevis.practice import boards
from minevis.practice.boards import LOGICS, is_solved, no_guess_board, seeds_of
from minevis.solver.events import Guessed


@pytest.fixture
def readable(monkeypatch):
    """Let no kernel play."""
    monkeypatch.setattr(boards, "kernels_ready", lambda *_: False)


@pytest.mark.parametrize("logic", LOGICS)
@pytest.mark.parametrize("seed", range(6))
def test_a_board_without_a_guess_is_the_first_of_its_sequence(logic, seed, readable):
    found = no_guess_board("beginner", logic, seed=seed, first=(4, 4), progress=False)
    for each in seeds_of(seed, 0, 1000).tolist():
        board = Board.random("beginner", seed=each, first=(4, 4))
        events = list(events_of(board, LOGICS[logic], first=(4, 4)))
        if events[-1].won and not any(isinstance(event, Guessed) for event in events):
            assert board == found
            return
    pytest.fail("no board of the sequence is solved")


def test_stronger_logic_needs_no_more_tries(readable):
    """All logics solve the boards of counting, so their first boards come no later."""
    sequence = seeds_of(5, 0, 30).tolist()
    games = [Board.random("beginner", seed=seed, first=(0, 0)) for seed in sequence]
    solved = {logic: [is_solved(board, logic, (0, 0)) for board in games] for logic in LOGICS}
    for weak, strong in (("count", "subset"), ("count", "overlap"), ("overlap", "search")):
        assert np.all(np.array(solved[weak]) <= np.array(solved[strong])), (weak, strong)
    assert sum(solved["count"]) < sum(solved["search"])


def test_a_seed_keeps_its_boards_for_ever(readable):
    """Noted once: the sequence must never change."""
    text = str(no_guess_board((6, 6, 7), "search", seed=11, first=(0, 0)))
    assert text.split() == ["......", "......", ".**...", ".*....", "....**", "*....*"]
    assert seeds_of(11, 0, 3).tolist() == [11, 13676757464231874043, 10950015363830273851]


@pytest.mark.parametrize("logic", LOGICS)
@pytest.mark.parametrize(("level", "first"), [((9, 9, 13), (0, 0)), ((16, 16, 30), (4, 4))])
def test_kernels_find_the_same_boards(logic, level, first, readable, monkeypatch):
    """They leave a board at its first guess: what is solved must not change by it."""
    options = {"first": first, "progress": False}
    slow = [no_guess_board(level, logic, seed=seed, **options) for seed in range(3)]
    monkeypatch.setattr(boards, "kernels_ready", lambda *_: True)
    assert [no_guess_board(level, logic, seed=seed, **options) for seed in range(3)] == slow


def test_where_there_is_no_such_board_it_says_so(readable):
    why = r"none of 5 boards of 4×4 with 8 mines is solved by counting from \(0, 0\)"
    with pytest.raises(ValueError, match=why):
        no_guess_board((4, 4, 8), "count", first=(0, 0), tries=5, progress=False)
    with pytest.raises(BoardFormatError, match="no room"):
        no_guess_board((3, 3, 9), "count", first=(0, 0))
    assert not is_solved(Board.parse("*."), "search", (0, 0))  # the first click explodes


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ({"logic": "luck"}, "unknown logic 'luck': choose from count, subset, overlap, search"),
        ({"first": None}, "needs a first click: first="),
        ({"first": (99, 0)}, "is outside"),
        ({"tries": 0}, "tries=0"),
        ({"level": "easy"}, "unknown level"),
        ({"seed": -1}, "seed -1"),
    ],
)
def test_what_makes_no_board_is_named(wrong, match):
    options = {"level": "beginner", "logic": "count", "first": (0, 0)} | wrong
    with pytest.raises(ValueError, match=match):
        no_guess_board(options.pop("level"), options.pop("logic"), **options)
