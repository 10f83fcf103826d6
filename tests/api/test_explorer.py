import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import wraps

import pytest

import minevis as mv


def without_a_loop(test):
    """`test` in a thread of its own: where there is an event loop, an explorer joins changes,
    and browser tests leave one behind in the main thread.
    """

    @wraps(test)
    def run(*args, **kwargs):
        with ThreadPoolExecutor(1) as executor:
            executor.submit(test, *args, **kwargs).result()

    return run


@without_a_loop
def test_the_explorer_solves_what_its_fields_say():
    explorer = mv.explorer()
    explorer.level.value, explorer.player.value, explorer.seed.value = "beginner", "csp", 7
    board = mv.Board.random("beginner", seed=7, first=(0, 0))
    assert explorer.scrubber.trace == mv.play(board, "csp", first=(0, 0), seed=7)
    explorer.player.value, explorer.no_guess.value = "exact", "count"
    no_guess = mv.no_guess_board("beginner", "count", seed=7, first=(0, 0))
    assert explorer.scrubber.trace == mv.play(no_guess, "exact", first=(0, 0), seed=7)
    explorer.first.value = "own"
    assert "needs a first click: the corner or the middle" in explorer.problem.value
    assert "mv-waiting" in explorer.place._dom_classes  # what is shown is of before
    explorer.first.value = "corner"
    assert "mv-waiting" not in explorer.place._dom_classes
    explorer.no_guess.index = 0
    assert explorer.no_guess.label == "any board"
    assert explorer.scrubber.trace == mv.play(board, "exact", first=(0, 0), seed=7)


@without_a_loop
def test_the_code_that_plays_the_same_game_is_shown():
    explorer = mv.explorer(level="beginner", player="csp", seed=7)
    played = '<code>mv.play("beginner", "csp", first=(0, 0), seed=7)</code>'
    assert explorer.code.value == played
    explorer.first.value = "own"
    board = 'mv.Board.random("beginner", seed=7)'
    assert explorer.code.value == f'<code>mv.play({board}, "csp", seed=7)</code>'
    explorer.first.value, explorer.no_guess.value = "middle", "count"
    board = 'mv.no_guess_board("beginner", "count", seed=7, first=(4, 4))'
    assert explorer.code.value == (f'<code>mv.play({board}, "csp", first=(4, 4), seed=7)</code>')


@without_a_loop
def test_quick_changes_are_solved_once_and_the_wait_is_said(monkeypatch):
    explorer = mv.explorer()
    solved = []
    solve = explorer.solve
    monkeypatch.setattr(explorer, "solve", lambda: solved.append(explorer.seed.value) or solve())

    async def change():
        explorer.level.value = "beginner"
        for seed in (1, 2, 3):
            explorer.seed.value = seed
        said = explorer.problem.value, "mv-waiting" in explorer.place._dom_classes
        while explorer.problem.value:
            await asyncio.sleep(0.05)
        return said

    assert asyncio.run(change()) == ("Solving…", True)
    assert solved == [3]
    assert explorer.scrubber.trace.shape == (9, 9)
    assert "mv-waiting" not in explorer.place._dom_classes


def test_the_fields_begin_with_what_is_asked_for():
    explorer = mv.explorer(level="beginner", player="csp", seed=7, first="middle", theme="dark")
    board = mv.Board.random("beginner", seed=7, first=(4, 4))
    assert explorer.scrubber.trace == mv.play(board, "csp", first=(4, 4), seed=7)
    assert explorer.scrubber.theme == "dark"
    told = [getattr(explorer, name).value for name in ("level", "player", "seed", "first")]
    assert told == ["beginner", "csp", 7, "middle"]
    no_guess = mv.no_guess_board("beginner", "count", seed=7, first=(0, 0))
    begun = mv.explorer(level="beginner", seed=7, no_guess="count")
    assert begun.scrubber.trace == mv.play(no_guess, "exact", first=(0, 0), seed=7)


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"foo": 1}, TypeError, r"Scrubber\(\) takes no option 'foo'"),
        ({"levle": "expert"}, TypeError, r"Scrubber\(\) takes no option 'levle'"),
        ({"level": "Expert"}, ValueError, "unknown level 'Expert': .*; did you mean 'expert'?"),
        ({"level": (9, 9, 10)}, ValueError, "unknown level .*: choose from beginner, "),
        ({"player": "nobody"}, ValueError, "unknown player 'nobody': choose from "),
        ({"first": (0, 0)}, ValueError, "unknown first click .*: choose from corner, middle, own"),
        ({"seed": -1}, ValueError, "seed=-1: it must be an integer from 0"),
        ({"no_guess": "luck"}, ValueError, "unknown no_guess 'luck': choose from count, "),
    ],
)
def test_what_no_field_offers_is_named(asked, error, said):
    with pytest.raises(error, match=said):
        mv.explorer(**asked)
