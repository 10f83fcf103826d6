import numpy as np
import pytest

from minevis import PLAYERS, analyze
from minevis.engine.guess.features import Feature
from minevis.engine.guess.value_net import INPUTS, default_value_net
from minevis.experiments.task import Task
from minevis.game.board import LEVELS, Board
from minevis.game.position import Position, ViewCode
from minevis.solver.guess.evaluation import score
from minevis.solver.guess.outlook import Outlook
from minevis.solver.knowledge import Knowledge
from research.noted_games import play_to_guess, values_at_next_guess
from research.surroundings_net import NEXT, Values, fit_second, joined, turned, values_of
from research.value_net import estimates, outputs


def open_what_is_safe(board, view):
    """Open what is proven until a guess is needed, by the readable solver; whether it was won."""
    while True:
        position = Position(view, board.mines)
        if (position.covered & ~board.mined).sum() == 0:
            return view, True
        found = analyze(position)
        view = np.where(found.mined & (view < 0), ViewCode.FLAGGED, view)
        if not found.safe.any():
            return view, False
        view[found.safe] = board.clues[found.safe]


def test_the_value_at_the_next_guess_is_that_of_the_best_cell_there():
    level, seed = LEVELS["intermediate"], 3
    workspace, _ = play_to_guess(level, PLAYERS["best"], seed, first=(0, 0))
    view = workspace.game.shown.reshape(level.height, level.width).copy()
    mined = workspace.game.mined.reshape(view.shape) == 1
    board = Board(mined)
    scores = np.where(mined.ravel(), np.inf, workspace.scratch.values)
    cell = divmod(int(scores.argmin()), level.width)
    (value,) = values_at_next_guess(level, NEXT, view, cell, mined[np.newaxis])
    view[cell] = board.clues[cell]
    view, won = open_what_is_safe(board, view)
    if won:
        assert value == 1.0
        return
    knowledge = Knowledge(Position(view, level.mines))
    outlook = Outlook.of(knowledge, None, NEXT.effort)
    assert value == pytest.approx(score(outlook, "best")[0].option.win)


def test_values_are_of_each_guess_with_many_layouts():
    task = Task.of("intermediate", "best", games=2, seed=2, first=(0, 0), safe_radius=0)
    found = values_of(task)
    assert found.inputs.shape == (len(found.target), INPUTS)
    assert len(np.unique(found.guess)) == found.guess.max() + 1 > 1
    assert ((found.target >= 0) & (found.target <= 1) & (found.layouts >= 1)).all()
    assert ((found.chance > 0) & (found.chance <= 1)).all()
    features, pictures = np.split(found.inputs.astype(np.float64), [len(Feature)], axis=1)
    assert pictures.any(axis=1).all()
    assert found.estimate == pytest.approx(estimates(default_value_net(), features), abs=1e-5)
    for guess in np.unique(found.guess):
        here = found.guess == guess
        for cell in np.unique(found.cell[here]):
            assert found.chance[here & (found.cell == cell)].sum() <= 1 + 1e-9
    again = values_of(task)
    assert all(np.array_equal(one, other) for one, other in zip(found, again, strict=True))


def known_values(n):
    """Values that differ from the estimates by how many mines lie right around the cell."""
    random = np.random.default_rng(0)
    inputs = np.zeros((n, INPUTS), np.float32)
    pictures = inputs[:, 25:].reshape(n, 5, 7, 7)
    pictures[:, 3] = random.random((n, 7, 7)) < 0.2
    beyond = 0.02 * (pictures[:, 3, 2:5, 2:5].sum(axis=(1, 2)) - 1.8)
    numbers = np.arange(n)
    ones = np.ones(n)
    return Values(inputs, 0.5 * ones, 0.5 + beyond, ones, ones, numbers, numbers)


def test_what_lies_around_is_learnt():
    values = known_values(8_000)
    found = fit_second(values, epochs=6)
    assert found.error < 0.3 * found.before
    turns = np.arange(len(values.target)) % 8
    seen = outputs(found.network, values.inputs.astype(np.float64))
    other = outputs(found.network, turned(values.inputs, turns).astype(np.float64))
    assert np.abs(seen - other).mean() < 0.01
    again = fit_second(values, epochs=6).network
    assert again.fingerprint == found.network.fingerprint


def test_a_picture_is_turned_and_mirrored_in_eight_ways():
    inputs = np.random.default_rng(1).random((1, INPUTS))
    ways = {turned(inputs, np.array([way])).tobytes() for way in range(8)}
    assert len(ways) == 8
    assert turned(inputs, np.array([0])).tobytes() == inputs.tobytes()
    twice = turned(turned(inputs, np.array([2])), np.array([2]))
    assert np.array_equal(twice, inputs)


def test_too_few_guesses_are_refused():
    values = known_values(19)
    with pytest.raises(ValueError, match="guesses=19: a fit takes 20 or more"):
        fit_second(values)
    assert len(joined([values, values]).target) == 38
    assert np.unique(joined([values, values]).guess).size == 38
