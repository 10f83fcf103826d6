"""A position in numbers: each feature against its definition, by listing all layouts."""

from collections import Counter
from math import comb, log, prod

import pytest
from hypothesis import assume, given, settings

import naive
from minevis import Position
from minevis.core.grid import cells_of
from minevis.solver.guessing.features import NEARLY_EVEN, Feature
from minevis.solver.guessing.successors import SurveyedPosition
from positions import positions


def entropy(p):
    return -sum(q * log(q) for q in (p, 1 - p) if q > 0)


def components_of(view, covered, frontier):
    """The frontier's cells in sets tied together by clues that they touch."""
    height, width = len(view), len(view[0])
    clues = [(r, c) for r in range(height) for c in range(width) if view[r][c] >= 0]
    seen = [{x for x in naive.around(clue, height, width) if x in covered} for clue in clues]
    parts = [{cell} for cell in frontier]
    for cells in seen:
        tied = [part for part in parts if part & cells]
        parts = [part for part in parts if not part & cells] + (
            [set().union(*tied)] if tied else []
        )
    return parts


def tossups(view, p):
    """How many toss-ups to expect, shape by shape; `p` holds the odds of covered cells."""
    height, width = len(view), len(view[0])
    found = dict.fromkeys(["near_pairs", "far_pairs", "near_blocks", "far_blocks"], 0.0)

    def chance(cell):
        return p.get(cell, float(view[cell[0]][cell[1]] < -1))

    def add(shape, fence, ways):
        if all(0 < chance(cell) < 1 for cell in shape):
            near = sum(chance(cell) < 1 for cell in fence) <= 1
            found[f"{'near' if near else 'far'}_{'pairs' if len(shape) == 2 else 'blocks'}"] += sum(
                prod(chance(c) if c in mines else 1 - chance(c) for c in shape) for mines in ways
            ) * prod(chance(cell) for cell in fence)

    for r, c in ((r, c) for r in range(height) for c in range(width)):
        a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        for other in (b, d):
            if other[0] < height and other[1] < width:
                around = [set(naive.around(cell, height, width)) for cell in (a, other)]
                add([a, other], (around[0] ^ around[1]) - {a, other}, [{a}, {other}])
        if r + 1 < height and c + 1 < width:
            corners = {(r + i, c + j) for i in (-1, 2) for j in (-1, 2)}
            board = {(i, j) for i in range(height) for j in range(width)}
            add([a, b, d, e], corners & board, [{a, e}, {b, d}])
    return found


def expected(position):
    """The features by their definitions, from the list of all layouts; None without any."""
    view, (height, width) = position.view.tolist(), position.shape
    odds, layouts = naive.odds(view, position.mines)
    if not layouts:
        return None
    covered = set(cells_of(position.covered))
    touch = {cell: set(naive.around(cell, height, width)) for cell in covered}
    frontier = {c for c in covered if any(view[r][k] >= 0 for r, k in touch[c])}
    interior = covered - frontier
    p = {cell: float(odds[cell]) for cell in covered}
    inside = p[min(interior)] if interior else 0.0
    found = {feature.name.lower(): 0.0 for feature in Feature}
    found |= {
        "log_safety": log(max((1 - x for x in p.values() if x < 1), default=1)),
        "safe": sum(x == 0 for x in p.values()),
        "interior": len(interior),
        "mines_left": position.mines_left,
        "interior_odds": inside,
        "covered": len(covered),
        "uncertain": sum(0 < p[cell] < 1 for cell in frontier),
        "even": sum(abs(p[cell] - 0.5) < NEARLY_EVEN for cell in frontier),
        "interior_mines": len(interior) * inside,
        "interior_border": sum(bool(touch[cell] & frontier) for cell in interior),
        "frontier_border_safe": sum(1 - p[cell] for cell in frontier if touch[cell] & interior),
        "corners": sum(
            (r in (0, height - 1)) + (c in (0, width - 1)) + (height == 1) + (width == 1) >= 2
            for r, c in interior
        ),
    }
    for part in components_of(view, covered, frontier):
        unsure = [p[cell] for cell in part if 0 < p[cell] < 1]
        safe = any(p[cell] == 0 for cell in part)
        kind = "safe" if safe else "open" if any(touch[c] & interior for c in part) else "closed"
        if safe or unsure:
            found[f"{kind}_components"] += 1
            found[f"{kind}_entropy"] += sum(map(entropy, unsure))
        if unsure and not safe:
            found[f"{kind}_log_safety"] += log(1 - min(unsure))
    found |= tossups(view, p)
    every = naive.layouts(view, position.mines)
    fronts = Counter(frozenset(layout & frontier) for layout in every)
    found["joint_entropy"] = -sum(n / layouts * log(n / layouts) for n in fronts.values())
    return [found[feature.name.lower()] for feature in Feature]


@settings(max_examples=150)
@given(positions(max_cells=14))
def test_features_are_what_they_say(position):
    assume(position.covered.any())
    wanted = expected(position)
    surveyed = SurveyedPosition.of(position)
    assert (surveyed is None) == (wanted is None)
    if surveyed is not None:
        for feature, value in zip(Feature, wanted, strict=True):
            assert surveyed.features[feature] == pytest.approx(value, abs=1e-9), feature


@pytest.mark.parametrize(
    "text",
    [
        "mines 3\n####\n1###\n####",  # one open component
        "mines 2\n##\n11\n00\n11\n##",  # closed components
        "mines 3\n######\n221###\n######",
        "mines 2\n#1#\n###\n###",
        "mines 5\n##2##\n22322\n#####\n#####",
    ],
)
def test_positions_with_components_of_each_kind(text):
    position = Position.parse(text)
    wanted, surveyed = expected(position), SurveyedPosition.of(position)
    assert wanted is not None
    assert surveyed.features == pytest.approx(wanted, abs=1e-9)


def test_walled_in_pairs_and_blocks_are_toss_ups():
    pair = SurveyedPosition.of(Position.parse("mines 2\n#F\n#2")).features
    assert (pair[Feature.NEAR_PAIRS], pair[Feature.NEAR_BLOCKS]) == (0.5, 0.0)
    block = SurveyedPosition.of(Position.parse("mines 3\n##1\n##2\n12F")).features
    assert (block[Feature.NEAR_PAIRS], block[Feature.NEAR_BLOCKS]) == (0.0, 2 * 0.5**4)
    for features in (pair, block):
        assert features[Feature.FAR_PAIRS] == features[Feature.FAR_BLOCKS] == 0.0


def test_an_untouched_board_has_an_interior_and_nothing_else():
    features = SurveyedPosition.of(Position.fresh((8, 8), 10)).features
    assert features[Feature.INTERIOR] == features[Feature.COVERED] == 64
    assert features[Feature.CORNERS] == 4
    assert features[Feature.JOINT_ENTROPY] == 0
    assert features[Feature.LOG_SAFETY] == pytest.approx(log(54 / 64))
    assert SurveyedPosition.of(Position.fresh((8, 8), 10)).layouts == comb(64, 10)
