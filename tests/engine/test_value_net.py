"""The features of positions, by listing all layouts, and the value networks."""

import json
from math import log

import numpy as np
import pytest
from hypothesis import assume, example, given, settings

from estimates import estimate as estimate_naively
from estimates import features as features_naively
from minevis import ContradictionError, Player, Position
from minevis.engine.guess.evaluation import estimated_win, features_of
from minevis.engine.guess.features import Feature
from minevis.engine.guess.value_net import (
    INPUTS,
    ValueNet,
    default_surroundings_net,
    default_value_net,
    estimate,
    kernel_net,
)
from minevis.experiments.task import Task
from minevis.utils.files import asset_path
from positions import positions


def test_the_text_form_goes_there_and_back():
    net = default_value_net()
    text = net.to_json("a note")
    assert json.loads(text)["note"] == "a note"
    again = ValueNet.from_json(text)
    assert all(np.array_equal(one, other) for one, other in zip(net, again, strict=True))
    assert again.fingerprint == net.fingerprint
    assert len(asset_path("value_net.json").read_text()) < 60_000


def test_weights_that_do_not_fit_are_named():
    weights = json.loads(default_value_net().to_json(""))
    with pytest.raises(ValueError, match=r"b2 of a value network"):
        ValueNet.from_json(json.dumps({**weights, "b2": [*weights["b2"][:-1], float("nan")]}))
    with pytest.raises(ValueError, match=r"w1 of a value network is \(\d+, 24\)"):
        ValueNet.from_json(json.dumps({**weights, "w1": [row[1:] for row in weights["w1"]]}))


def test_a_net_worked_out_by_hand():
    mean, scale = np.zeros(25), np.ones(25)
    mean[1], scale[1] = 3.0, 0.5
    w1 = np.zeros((2, 25))
    w1[0, 1], w1[1, 1] = 2.0, -2.0
    net = ValueNet(
        mean, scale, w1, np.array([1.0, 0.0]), np.array([[1.0, 1.0]]), np.array([-1.0]),
        np.array([[0.5]]), np.array([0.25]),
    )  # fmt: skip
    features = features_of(Position.fresh((3, 3), 2))
    for safe in (0.0, 5.0):
        features[Feature.SAFE] = safe
        z = (safe - 3.0) * 0.5
        hidden = max(2 * z + 1, 0) + max(-2 * z, 0) - 1
        wanted = 1 / (1 + np.exp(-(0.5 * max(hidden, 0) + 0.25)))
        assert estimate(kernel_net(net), features) == pytest.approx(wanted)


def test_more_mines_are_harder_and_every_estimate_is_a_chance():
    few, many = (estimated_win(Position.fresh((16, 30), mines)) for mines in (60, 130))
    assert 0 < many < few < 1
    assert 0 <= estimated_win(Position.fresh((100, 100), 9_000)) <= 1


def test_the_second_network_has_an_input_for_every_cell_around():
    net = default_surroundings_net()
    assert net.mean.shape == (INPUTS,) == (25 + 5 * 49,)
    with pytest.raises(ValueError, match=r"mean of a value network is \(270,\): it must be \(25"):
        ValueNet.from_json(net.to_json(""))
    assert ValueNet.from_json(net.to_json(""), INPUTS).fingerprint == net.fingerprint


def test_a_store_tells_players_by_effort_and_value_network_where_it_matters():
    def key(**parts):
        player = Player(name="x", **parts)
        return Task.of("beginner", player, games=1, seed=0, first=(0, 0), safe_radius=0).key

    assert key(effort="quick") == key(effort="hard")
    assert "effort" not in key()
    assert key(guess="best", effort="quick") != key(guess="best", effort="hard")
    assert default_value_net().fingerprint in key(guess="best")


@settings(max_examples=80)
@example(Position.parse("mines 3\n####\n1###\n####"))  # one open component
@example(Position.parse("mines 2\n##\n11\n00\n11\n##"))  # closed components
@example(Position.parse("mines 5\n##2##\n22322\n#####\n#####"))
@given(positions(max_cells=14))
def test_features_are_what_they_say(position):
    assume(position.covered.any())
    wanted = features_naively(position)
    if wanted is None:
        with pytest.raises(ContradictionError):
            features_of(position)
        return
    found = features_of(position)
    for name, place in Feature._asdict().items():
        assert found[place] == pytest.approx(wanted[place], abs=1e-9), name
    if position.covered.sum() > position.mines_left:
        assert estimated_win(position) == pytest.approx(estimate_naively(position))


def test_walled_in_pairs_and_blocks_are_fifty_fifties():
    pair = features_of(Position.parse("mines 2\n#F\n#2"))
    assert (pair[Feature.NEAR_PAIRS], pair[Feature.NEAR_BLOCKS]) == (0.5, 0.0)
    block = features_of(Position.parse("mines 3\n##1\n##2\n12F"))
    assert (block[Feature.NEAR_PAIRS], block[Feature.NEAR_BLOCKS]) == (0.0, 2 * 0.5**4)
    for found in (pair, block):
        assert found[Feature.FAR_PAIRS] == found[Feature.FAR_BLOCKS] == 0.0


def test_an_untouched_board_has_an_interior_and_nothing_else():
    features = features_of(Position.fresh((8, 8), 10))
    assert features[Feature.INTERIOR] == features[Feature.COVERED] == 64
    assert features[Feature.CORNERS] == 4
    assert features[Feature.JOINT_ENTROPY] == 0
    assert features[Feature.LOG_SAFETY] == pytest.approx(log(54 / 64))
