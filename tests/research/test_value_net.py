import json
import sys

import numpy as np
import pytest

import minevis as mv
from minevis.engine.guess.features import Feature
from minevis.engine.guess.value_net import ValueNet
from minevis.experiments.task import Task
from minevis.solver.events import Guessed
from research import value_net
from research.value_net import (
    Positions,
    cross_entropy,
    estimates,
    fit,
    joined,
    main,
    positions_of,
)


def task_of(level="beginner8", games=6, **options):
    options = {"games": games, "seed": 0, "first": (0, 0), "safe_radius": 0, **options}
    return Task.of(level, "exact", **options)


@pytest.fixture
def readable(monkeypatch):
    """Positions as the readable solver notes them."""

    def noted(task):
        with monkeypatch.context() as patch:
            patch.setattr(value_net, "has_kernels", lambda player: False)
            return positions_of(task)

    return noted


def test_positions_are_those_after_the_guesses_that_survived(readable):
    found = readable(task_of())
    survived = []
    for seed in range(6):
        trace = mv.play(
            mv.Board.random("beginner8", seed=seed, first=(0, 0)), first=(0, 0), seed=seed
        )
        guesses = sum(isinstance(event, Guessed) for event in trace.events)
        survived += [seed] * (guesses if trace.won else guesses - 1)
    assert found.game.tolist() == survived
    for game in set(survived):
        assert len(set(found.target[found.game == game].tolist())) == 1
    assert found.features.shape == (len(survived), len(Feature))
    assert (found.features[:, Feature.COVERED] < 64).all()


@pytest.mark.parametrize(
    ("level", "first"), [("beginner8", (0, 0)), ("beginner8", "uniform"), ("intermediate", (0, 0))]
)
def test_kernels_and_the_readable_solver_note_alike(level, first, readable):
    task = task_of(level, games=20, first=first)
    ours, theirs = readable(task), positions_of(task)
    assert np.array_equal(ours.game, theirs.game)
    assert np.array_equal(ours.target, theirs.target)
    assert theirs.features == pytest.approx(ours.features, abs=1e-7)
    strays = positions_of(task, explore=1.0)
    assert not np.array_equal(strays.features, theirs.features)


def known_truth(n, *, soft):
    """Positions whose chance to win is known: it grows with one feature."""
    random = np.random.default_rng(0)
    features = random.normal(size=(n, len(Feature)))
    chance = 1 / (1 + np.exp(-2 * np.abs(features[:, 3]) + 1.5))
    target = chance if soft else (random.random(n) < chance).astype(float)
    return Positions(features, target, np.arange(n)), chance


@pytest.mark.parametrize("soft", [False, True])
def test_a_truth_that_is_known_is_found(soft):
    positions, chance = known_truth(10_000, soft=soft)
    found = fit(positions, hidden=(16, 8), epochs=6)
    back = positions.game % 20 == 0
    least = cross_entropy(chance[back], positions.target[back])
    assert least < found.loss < found.baseline
    assert found.loss - least < 0.2 * (found.baseline - least)
    assert (
        cross_entropy(estimates(found.network, positions.features[back]), positions.target[back])
        == found.loss
    )
    error = estimates(found.network, positions.features) - chance
    assert np.sqrt((error**2).mean()) < 0.08
    again = fit(positions, hidden=(16, 8), epochs=6).network
    assert again.fingerprint == found.network.fingerprint


def test_runs_are_joined_with_their_games_apart():
    one, _ = known_truth(30, soft=True)
    both = joined([one, one])
    assert both.game.tolist() == list(range(60))
    assert both.features.shape == (60, len(Feature))
    assert np.array_equal(both.target, np.tile(one.target, 2))


def test_the_script_writes_a_network(tmp_path, capsys, monkeypatch):
    path = tmp_path / "network.json"
    words = f"value_net {path} --level beginner8 --player exact --games 100 --explore 0"
    monkeypatch.setattr(sys, "argv", words.split())
    main()
    assert "On games held out: cross-entropy" in capsys.readouterr().out
    text = path.read_text()
    assert ValueNet.from_json(text).w1.shape == (64, 25)
    assert "100 games of exact on 8×8/10" in json.loads(text)["note"]
