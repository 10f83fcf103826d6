"""What a guess leads to, against every layout one by one."""

from math import log

import numpy as np
import pytest
from hypothesis import assume, given, settings

import naive
from minevis import Player, Position, explain
from minevis.core.events import Guessed
from minevis.core.grid import cells_of
from minevis.solver.guessing.evaluation import compared_cells
from minevis.solver.guessing.outlook import Outlook
from minevis.solver.guessing.strategies import information, lookahead
from minevis.solver.guessing.successors import SurveyedPosition, look_ahead
from minevis.solver.knowledge import Knowledge
from positions import positions


def entropy(p):
    """Of a chance, in nats."""
    return -sum(q * log(q) for q in (p, 1 - p) if q > 0)


def successors(position, cell):
    """For each number: its chance, the best chance after it, the uncertainty after it."""
    height, width = position.shape
    every = [frozenset(layout) for layout in naive.layouts(position.view.tolist(), position.mines)]
    covered = [c for c in cells_of(position.covered) if c != cell]
    parts = {}
    for layout in every:
        if cell not in layout:
            number = naive.count_around(layout, cell, height, width)
            parts.setdefault(number, []).append(layout)
    found = {}
    for number, part in sorted(parts.items()):
        odds = [sum(c in layout for layout in part) / len(part) for c in covered]
        won = len(covered) == position.mines_left
        safety = 1.0 if won else max(1 - p for p in odds)
        found[number] = (len(part) / len(every), safety, sum(map(entropy, odds)))
    return found


@settings(max_examples=80)
@given(positions(max_cells=10))
def test_outcomes_are_those_of_all_layouts(position):
    covered = cells_of(position.covered)
    now = SurveyedPosition.of(position)
    assume(covered and now is not None)
    for cell in covered[:4]:
        expected = successors(position, cell)
        found = look_ahead(position, cell, now)
        assert [o.number for o in found.successors] == list(expected)
        for successor in found.successors:
            numbers = (successor.chance, successor.safety, successor.uncertainty)
            assert numbers == pytest.approx(expected[successor.number], abs=1e-9)
        safety = sum(chance * after for chance, after, _ in expected.values())
        assert found.safety_after == pytest.approx(safety)


def outlook_of(position):
    """What a guess looks at in a position."""
    return Outlook.of(Knowledge(position), None)


def test_lookahead_prefers_the_move_that_leaves_a_safe_one():
    position = Position.parse("mines 3\n####\n1###\n####")
    now = SurveyedPosition.of(position)
    picked = cells_of(lookahead(outlook_of(position)))
    best = max(
        look_ahead(position, cell, now).safety_after
        for cell in cells_of(position.covered)
        if 1 - now.probability[list(cells_of(position.covered)).index(cell)] >= 0.9 * now.safety
    )
    assert look_ahead(position, picked[0], now).safety_after == pytest.approx(best)


@settings(max_examples=100)
@given(positions(max_cells=16))
def test_a_cell_that_teaches_nothing_is_left_while_another_lives(position):
    now = SurveyedPosition.of(position)
    assume(position.covered.any() and now is not None and not now.won)
    outlook = outlook_of(position)
    safety = np.full(position.shape, -np.inf)
    safety[position.covered] = 1 - now.probability
    compared = cells_of(compared_cells(outlook, safety))
    all_dead = all(look_ahead(position, cell, now).dead for cell in compared)
    for guess in (lookahead, information):
        picked = cells_of(guess(outlook))
        assert set(picked) <= set(compared)
        assert any(look_ahead(position, cell, now).dead for cell in picked) == all_dead


def test_on_a_fresh_board_a_corner_is_looked_at():
    picked = np.argwhere(lookahead(outlook_of(Position.fresh((5, 6), 5))))
    assert {tuple(cell) for cell in picked.tolist()} <= {(0, 0), (0, 5), (4, 0), (4, 5)}


@pytest.mark.parametrize("name", ["lookahead", "information"])
def test_any_player_may_guess_so(name):
    player = Player(rules=("count",), odds=None, guess=name)
    events = list(explain(Position.parse("mines 3\n####\n1###\n####"), player))
    assert isinstance(events[-1], Guessed)
    assert events[-1].guess == name
