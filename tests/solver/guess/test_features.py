"""A position in numbers: each feature against its definition, by listing all layouts."""

from math import log

import pytest
from hypothesis import assume, example, given, settings

from estimates import estimate, features
from minevis import ContradictionError, Position
from minevis.engine.guess.evaluation import estimated_win, features_of
from minevis.engine.guess.features import Feature
from positions import positions


@settings(max_examples=80)
@example(Position.parse("mines 3\n####\n1###\n####"))  # one open component
@example(Position.parse("mines 2\n##\n11\n00\n11\n##"))  # closed components
@example(Position.parse("mines 5\n##2##\n22322\n#####\n#####"))
@given(positions(max_cells=14))
def test_features_are_what_they_say(position):
    assume(position.covered.any())
    wanted = features(position)
    if wanted is None:
        with pytest.raises(ContradictionError):
            features_of(position)
        return
    found = features_of(position)
    for name, place in Feature._asdict().items():
        assert found[place] == pytest.approx(wanted[place], abs=1e-9), name
    if position.covered.sum() > position.mines_left:
        assert estimated_win(position) == pytest.approx(estimate(position))


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
