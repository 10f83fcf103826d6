"""What the second network sees, and what both make of it: cell by cell, and as the kernels do."""

import json

import numpy as np
import pytest
from hypothesis import assume, given, settings

from estimates import estimated_win, seen_around
from minevis import PLAYERS, Position
from minevis.core.board import level_of
from minevis.core.grid import cells_of
from minevis.solver.guessing.features import Feature
from minevis.solver.guessing.successors import SurveyedPosition, look_ahead
from minevis.solver.guessing.surroundings import INPUTS, inputs_of
from minevis.solver.guessing.value_net import ValueNet, default_surroundings_net
from positions import positions
from research.noted_games import after_number, play_to_guess

SEEING = PLAYERS["best"]


@settings(max_examples=80)
@given(positions(max_cells=30))
def test_the_cells_around_are_seen_as_they_are(position):
    now, opened = SurveyedPosition.of(position), cells_of(position.view >= 0)
    assume(now is not None and opened)
    knowledge = now.knowledge
    chances = np.zeros(position.shape)
    chances[knowledge.unknown] = now.probability
    for cell in opened[:4]:
        seen = inputs_of(knowledge, now.chances, now.features, cell)
        view, unknown, mined = knowledge.view, knowledge.unknown, knowledge.mined
        expected = seen_around(view, unknown, mined, chances, cell)
        assert np.array_equal(seen[: len(Feature)], now.features)
        assert np.array_equal(seen[len(Feature) :], expected.ravel())


@settings(max_examples=40)
@given(positions(max_cells=14))
def test_what_a_number_is_worth_comes_from_both_networks(position):
    now, covered = SurveyedPosition.of(position), cells_of(position.covered)
    assume(now is not None and covered)
    for cell in covered[:3]:
        for after in look_ahead(position, cell, now).successors:
            win = after.win(surroundings=True)
            assert win == pytest.approx(estimated_win(after.position, cell, surroundings=True))
            assert 0.0 <= win <= after.safety
            assert after.win() == pytest.approx(estimated_win(after.position, cell))


@pytest.mark.parametrize(("level", "seed"), [("beginner", 24), ("intermediate", 3), ("expert", 0)])
def test_kernels_see_the_same(level, seed):
    level = level_of(level)
    workspace, _ = play_to_guess(level, SEEING, seed, first=(0, 0))
    view = workspace.game.shown.reshape(level.height, level.width).copy()
    position = Position(view, level.mines)
    now, scores = SurveyedPosition.of(position), workspace.scratch.values.copy()
    for flat in np.flatnonzero(np.isfinite(scores))[:5].tolist():
        cell = divmod(flat, level.width)
        for after in look_ahead(position, cell, now).successors:
            chance, win, inputs = after_number(workspace, cell, after.number)
            assert chance * (1.0 - now.chances[cell]) == pytest.approx(after.chance)
            assert win == pytest.approx(after.win(surroundings=True))
            state = after.position
            seen = inputs_of(state.knowledge, state.chances, state.features, cell)
            assert state.won or inputs == pytest.approx(seen, abs=1e-7)


def test_the_second_network_has_an_input_for_every_cell_around():
    net = default_surroundings_net()
    assert net.mean.shape == (INPUTS,) == (25 + 5 * 49,)
    weights = json.loads(net.to_json(""))
    with pytest.raises(
        ValueError, match=r"mean of a value network is \(270,\): it must be \(25,\)"
    ):
        ValueNet.from_json(json.dumps(weights))
    again = ValueNet.from_json(net.to_json(""), INPUTS)
    assert again.fingerprint == net.fingerprint
