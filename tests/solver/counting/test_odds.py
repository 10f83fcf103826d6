"""Odds: exact weighting, the post's averages, the local estimate, the chance of a zero."""

from itertools import product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from entailment import configurations
from minevis import Position, analyze, explain
from minevis.solver.counting.odds import (
    average_odds,
    interior_average,
    local_odds,
    ways_of_rest,
    zero_chances,
)
from minevis.solver.counting.survey import survey_of
from minevis.solver.events import OddsFound
from minevis.solver.knowledge import Knowledge
from positions import positions

polys = st.dictionaries(st.integers(0, 6), st.integers(1, 50), min_size=1)


def odds_event(position, player):
    """The odds that a player computes in a position."""
    return next(e for e in explain(position, player) if isinstance(e, OddsFound))


@given(st.lists(polys, min_size=1, max_size=4), st.integers(0, 12), st.integers(0, 30))
def test_every_component_sees_the_same_number_of_layouts(ways, interior, mines_left):
    rest = ways_of_rest(ways, interior, mines_left)
    totals = {
        sum(count * others[mines] for mines, count in poly.items())
        for poly, others in zip(ways, rest, strict=True)
    }
    expected = 0
    for terms in product(*(poly.items() for poly in ways)):
        mines = sum(mines for mines, _ in terms)
        if mines <= mines_left:
            expected += comb(interior, mines_left - mines) * prod(count for _, count in terms)
    assert totals == {expected}


def test_averages_by_the_formula_of_the_convolution_post(root):
    assert round(interior_average(10 - 4, 6 * 0.33 + 4 * 0.67, 8), 4) == 0.1675
    assert interior_average(1, 2.5, 4) == 0.0
    assert interior_average(9, 0.0, 4) == 1.0
    position = Position.load(root / "assets/positions/fourteen_cells.txt")
    exact, event = (odds_event(position, name) for name in ("exact", "convolution"))
    thirds = [2, 1, 0, 2, 1, 0, 1, 1, 0, 2, 1, 0, 2, 1]
    assert event.odds == pytest.approx([n / 3 for n in thirds])
    assert event.interior == pytest.approx((6 - 14 / 3) / 8)
    assert exact.cells == event.cells
    assert max(abs(a - b) for a, b in zip(exact.odds, event.odds, strict=True)) > 0.3


@settings(max_examples=80)
@given(positions(max_cells=16))
def test_averages_by_boxes_and_by_cells_agree(position):
    knowledge = Knowledge(position)
    survey = survey_of(knowledge)
    cells = [component.by_cell() for component in survey.components]
    odds = average_odds(survey.components, survey.counts, survey.interior, knowledge.mines_left)
    spread = [
        [chance for box, chance in zip(c.boxes, row, strict=True) for _ in box]
        for c, row in zip(survey.components, odds.chances, strict=True)
    ]
    for row, component in zip(spread, cells, strict=True):
        assert row == pytest.approx(np.mean(configurations(component), axis=0).tolist())


def test_the_local_estimate_and_the_chance_of_a_zero_by_hand():
    knowledge = Knowledge(Position.parse("##2#\n1###\n####", 3))
    estimate = local_odds(knowledge)
    density = 3 / 10
    assert estimate[2, 3] == density
    assert estimate[1, 0 + 3] == 2 / 5
    assert estimate[2, 1] == density  # 1 of 5 is less than the density
    assert np.isnan(estimate[0, 2])
    view = np.array([[-1, -1, 3], [-1, -2, 3], [-1, -1, -1], [-1, -1, -1]], np.int8)
    probability = np.array([[0.1, 0.2, np.nan], [0.3, 1.0, np.nan], [0.0, 0.5, 0.25], [0.5, 0, 0]])
    chances = zero_chances(probability, view)
    assert chances[0, 0] == 0  # it touches a sure mine
    assert np.isnan(chances[0, 2])
    lone = zero_chances(np.array([[0.5, 0.25, 0.25]]), np.full((1, 3), -1, np.int8))
    assert lone[0, 0] == pytest.approx(0.5 * 0.75)


@settings(max_examples=80)
@given(positions(max_cells=16))
def test_what_can_show_a_zero_has_a_chance_and_what_a_clue_rules_out_has_none(position):
    found = analyze(position)
    height, width = position.shape
    view = position.view.tolist()
    possible = naive.layouts(view, position.mines)
    mines = {cell for cell in np.ndindex(height, width) if all(cell in each for each in possible)}
    for cell in np.ndindex(height, width):
        block = {cell, *naive.around(cell, height, width)}
        zero = any(not block & layout for layout in possible)
        chance = found.zero_probability[cell]
        assert not zero or chance > 0 or view[cell[0]][cell[1]] >= 0
        for clue in zip(*np.nonzero(position.view > 0), strict=True):
            around = set(naive.around(clue, height, width))
            others = {near for near in around - block - mines if view[near[0]][near[1]] == -1}
            if view[clue[0]][clue[1]] - len(around & mines) > len(others):
                assert not chance > 0
