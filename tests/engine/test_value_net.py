"""The features of positions, and the value networks."""

import json

import numpy as np
import pytest

import estimates
from minevis import ContradictionError, Player, Position
from minevis.engine.guess.evaluation import estimated_win, features_of
from minevis.engine.guess.features import Feature
from minevis.engine.guess.value_net import (
    INPUTS,
    ValueNet,
    default_surroundings_net,
    default_value_net,
)
from minevis.experiments.task import Task
from minevis.utils.files import asset_path
from positions import rows_of


def test_networks_have_a_text_form_and_weights_that_do_not_fit_are_named():
    net = default_value_net()
    text = net.to_json("a note")
    assert json.loads(text)["note"] == "a note"
    again = ValueNet.from_json(text)
    assert all(np.array_equal(one, other) for one, other in zip(net, again, strict=True))
    assert again.fingerprint == net.fingerprint
    assert len(asset_path("value_net.json").read_text()) < 60_000
    weights = json.loads(default_value_net().to_json(""))
    with pytest.raises(ValueError, match=r"b2 of a value network"):
        ValueNet.from_json(json.dumps({**weights, "b2": [*weights["b2"][:-1], float("nan")]}))
    with pytest.raises(ValueError, match=r"w1 of a value network is \(\d+, 24\)"):
        ValueNet.from_json(json.dumps({**weights, "w1": [row[1:] for row in weights["w1"]]}))
    net = default_surroundings_net()
    assert net.mean.shape == (INPUTS,) == (25 + 5 * 49,)
    with pytest.raises(ValueError, match=r"mean of a value network is \(270,\): it must be \(25"):
        ValueNet.from_json(net.to_json(""))
    assert ValueNet.from_json(net.to_json(""), INPUTS).fingerprint == net.fingerprint


def test_every_estimate_is_a_chance_and_what_no_layout_fits_has_none():
    few, many = (estimated_win(Position.fresh((16, 30), mines)) for mines in (60, 130))
    assert 0 < many < few < 1
    assert 0 <= estimated_win(Position.fresh((100, 100), 9_000)) <= 1
    with pytest.raises(ContradictionError):
        features_of(Position.parse("mines 1\n3#\n##"))


def test_a_store_tells_players_by_effort_and_value_network_where_it_matters():
    def key(**parts):
        player = Player(name="x", **parts)
        return Task.of("beginner", player, games=1, seed=0, first=(0, 0), safe_radius=0).key

    assert key(effort="quick") == key(effort="hard")
    assert "effort" not in key()
    assert key(guess="best", effort="quick") != key(guess="best", effort="hard")
    assert default_value_net().fingerprint in key(guess="best")


@pytest.mark.parametrize(("text", "features", "win"), rows_of("features"))
def test_features_are_those_that_their_definitions_gave_for_all_layouts(text, features, win):
    position = Position.parse(text)
    found = features_of(position)
    for name, place in Feature._asdict().items():
        assert found[place] == pytest.approx(features[place], abs=1e-9), name
    assert estimated_win(position) == pytest.approx(win)
    output = estimates.output(default_value_net(), found)
    assert win == pytest.approx(1 / (1 + np.exp(-output)))
