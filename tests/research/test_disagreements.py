import numpy as np
import pytest

import minevis as mv
from minevis.experiments.task import Task
from minevis.game.board import Level
from minevis.solver.counting.endgame import Endgame
from minevis.solver.counting.sampling import layouts_of
from research.disagreements import Asked, _value, disagreements, disagreements_of_all, gain_of

BEST = mv.PLAYERS["best"]
SIMPLE = mv.Player(rules=("count", "search"), guess="best", effort="quick")


def task(player, games, level="beginner8"):
    return Task.of(level, player, games=games, seed=0, first=(0, 0), safe_radius=0)


def test_a_gain_is_shown_as_the_difference_it_is():
    assert str(gain_of([Asked(3, 1, 0.01), Asked(2, 0, 0.03)])) == "+2.00 points [−10.71, +14.71]"
    assert str(gain_of([])) == "unknown"


def test_the_gain_is_the_mean_of_the_games_with_its_interval():
    games = [Asked(2, 1, gain) for gain in (0.0, 0.1, -0.04, 0.06)]
    found = gain_of(games)
    assert found.ratio == pytest.approx(0.03)
    assert found.low < 0.0 < 0.03 < found.high
    assert found.high - found.ratio == pytest.approx(found.ratio - found.low)
    wider = gain_of(games[:2])
    assert wider.high - wider.low > found.high - found.low
    assert gain_of([]).interval == (-1.0, 1.0)


def test_where_no_guess_differs_little_is_known_of_the_gain():
    few, many = (gain_of([Asked(3, 0, 0.0)] * games) for games in (2, 200))
    assert (few.ratio, many.ratio) == (0.0, 0.0)
    assert few.interval == pytest.approx((-0.842, 0.842), abs=1e-3)
    assert 0.01 < many.high < 0.02


def test_a_player_never_differs_from_itself():
    games = list(disagreements(task(BEST, 12), BEST))
    assert len(games) == 12
    assert sum(game.guesses for game in games) > 5
    assert all(game.differ == 0 and game.gain == 0.0 for game in games)


def test_looking_harder_differs_and_the_games_are_the_same_again():
    games = list(disagreements(task(SIMPLE, 20), BEST, playouts=12))
    assert games == list(disagreements(task(SIMPLE, 20), BEST, playouts=12))
    assert any(game.differ for game in games)
    assert all(game.differ <= game.guesses for game in games)
    assert all(game.gain == 0.0 for game in games if not game.differ)


def test_several_are_asked_at_once_and_each_as_if_alone():
    looking = (BEST, SIMPLE, mv.Player(rules=("count", "search"), guess="best", effort="hard"))
    games = list(disagreements_of_all(task(SIMPLE, 20), looking, playouts=12))
    first, same, harder = zip(*games, strict=True)
    assert list(first) == list(disagreements(task(SIMPLE, 20), BEST, playouts=12))
    assert all(game.differ == 0 and game.gain == 0.0 for game in same)
    assert sum(game.differ for game in harder) >= sum(game.differ for game in first) > 0


def test_a_cell_is_worth_what_perfect_play_wins_where_few_layouts_are_left():
    position = mv.Position.parse("mines 3\n####\n1###\n####")
    endgame = Endgame(layouts_of(position))
    here = Task.of(Level(3, 4, 3), BEST, games=1, seed=0, first=None, safe_radius=None)
    for cell in ((0, 2), (2, 0)):
        exact = endgame.wins_of(cell[0] * 4 + cell[1]) / endgame.count
        assert _value(here, position, cell, 3, 2_000) == pytest.approx(exact, abs=0.03)


def test_only_players_that_value_cells_can_be_asked():
    with pytest.raises(ValueError, match="'least_risk' and 'best'"):
        next(disagreements(task(mv.Player(guess="least_risk"), 1), BEST))
    with pytest.raises(ValueError, match="'best' and 'likely_zero'"):
        next(disagreements(task(BEST, 1), "exact"))
    own = mv.Player(guess="best", rules=(lambda knowledge: (), "search"), name="mine")
    for asking, asked in ((own, BEST), (BEST, own)):
        with pytest.raises(ValueError, match="^mine: no kernels play it"):
            next(disagreements(task(asking, 1), asked))
    with pytest.raises(ValueError, match="playouts=0: it must be an integer of 1 or more"):
        next(disagreements(task(SIMPLE, 1), "best", playouts=0))
    uniform = Task.of("beginner8", BEST, games=1, seed=0, first="uniform", safe_radius=0)
    with pytest.raises(ValueError, match="first='uniform'"):
        next(disagreements(uniform, BEST))


def test_games_that_are_over_at_the_first_click_have_no_guesses():
    easy = Task.of((3, 3, 1), BEST, games=5, seed=0, first=(1, 1), safe_radius=None)
    assert all(np.isfinite(game.gain) for game in disagreements(easy, SIMPLE, playouts=4))
