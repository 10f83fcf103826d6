"""The review of a game: what each guess cost, against brute force and the player `best`."""

from math import inf, log

import pytest

import minevis as mv
import naive
from minevis.core import events as ev
from minevis.core.position import Position


def game(player, level="beginner", seed=0, **options):
    return mv.play(mv.Board.random(level, seed=seed), player, seed=seed, **options)


@pytest.mark.parametrize("level", ["beginner8", (5, 5, 6), "intermediate"])
def test_the_best_player_gives_nothing_away(level):
    for seed in range(4):
        found = game("best", level, seed).review()
        assert found.cost == pytest.approx(0, abs=1e-9)
        assert all(guess.win == pytest.approx(guess.best_win) for guess in found.guesses)


def test_risk_and_luck_are_those_of_the_game():
    for seed in range(5):
        trace = game("exact", "beginner", seed, first=(0, 0))
        found = mv.review(trace)
        guessed = [i for i, e in enumerate(trace.events) if isinstance(e, ev.Guessed)]
        assert [guess.index for guess in found.guesses] == guessed
        for guess in found.guesses:
            event = trace.events[guess.index]
            assert guess.risk == pytest.approx(event.risk)
            assert guess.risk == pytest.approx(guess.least_risk)  # this player takes the least
            assert guess.luck == pytest.approx(-log(1 - event.risk))
        assert found.survival == pytest.approx(1 - trace.risk)
        assert found.won == trace.won


def test_costs_are_exact_where_few_layouts_are_left():
    checked = 0
    for seed in range(12):
        trace = game("csp", (3, 4, 3), seed, first=(0, 0))
        for guess in trace.review().guesses:
            if guess.exact:
                view = Position(trace[guess.index].view, 3).unflagged().view.tolist()
                layouts = list(map(frozenset, naive.layouts(view, 3)))
                most = naive.most_wins(layouts, 3, 4)
                assert guess.best_win == pytest.approx(most / len(layouts))
                checked += 1
            assert 0 <= guess.win <= guess.best_win + 1e-9
            assert guess.cost == pytest.approx(guess.best_win - guess.win)
    assert checked > 5


def blunder(cell):
    """A game whose first guess, after one click, is `cell`."""
    events = [
        ev.Started(2, 3, 1, "somebody"),
        ev.Opened((0, 0), ((0, 0), (1, 0), (0, 1)), (0, 0, 1)),
        ev.Opened((1, 1), ((1, 1),), (1,)),
        ev.Guessed(cell, "your own", None, (cell,), (), None, False),
    ]
    return mv.Trace(events)


def test_to_open_what_is_known_to_be_a_mine_costs_all():
    events = [
        ev.Started(1, 4, 1, "somebody"),
        ev.Opened((0, 0), ((0, 0),), (1,)),
        ev.Guessed((0, 1), "your own", None, ((0, 1),), (), None, False),
        ev.Exploded((0, 1)),
        ev.Finished(False, ()),
    ]
    (guess,) = mv.review(mv.Trace(events)).guesses
    assert (guess.risk, guess.win, guess.luck) == (1.0, 0.0, inf)
    assert (guess.least_risk, guess.best_risk) == (0.0, 0.0)
    assert guess.best_win == guess.cost == 1.0


def test_a_coin_costs_nothing_and_half_of_all_luck():
    found = mv.review(blunder((0, 2)))
    (guess,) = found.guesses
    assert (guess.risk, guess.win, guess.cost, guess.exact) == (0.5, 0.5, 0.0, True)
    assert found.luck == pytest.approx(log(2))
    assert found.won is None
    assert "50 % (luck 0.69)" in found.verdict


def test_it_reads_well_as_text_and_as_a_table():
    found = game("csp", "beginner8", 3).review()
    assert len(found.rows()) == len(found.guesses) > 1
    assert found.verdict in repr(found)
    assert repr(found).count("\n") == len(found.guesses) + 2
    assert found._repr_html_().count("<tr>") == len(found.guesses) + 1
    easy = mv.review(mv.Trace([ev.Started(1, 1, 0, "x"), ev.Finished(True, ())]))
    assert repr(easy) == easy.verdict == "No guess was made: nothing was left to luck."


def test_an_effort_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="effort=4"):
        mv.review(blunder((0, 2)), effort=4)
