"""The rules: right, complete for their claims, with true reasons."""

import pytest
from hypothesis import given, settings

from entailment import constraints, entails
from minevis import ContradictionError, Position
from minevis.game.grid import cells_of
from minevis.solver.knowledge import Knowledge
from minevis.solver.rules import RULES, count, count_all, subset, sweep, window
from positions import positions


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@settings(max_examples=100)
@given(position=positions(max_cells=14))
def test_each_deduction_follows_from_the_clues_it_names(rule, position):
    replayed = Knowledge(position)
    for event in rule(Knowledge(position)):
        unknown, mined = set(cells_of(replayed.unknown)), set(cells_of(replayed.mined))
        said = constraints(position.view, unknown, mined, event.clues)
        assert set(event.cells) <= unknown
        for cell in event.cells:
            assert entails(said, unknown, cell, event.mined)
        replayed.mark(event.cells, event.mined)


@settings(max_examples=120)
@given(positions(max_cells=20))
def test_count_and_sweep_agree_and_leave_nothing_to_count(position):
    results = []
    for rule in (count, sweep):
        knowledge = Knowledge(position)
        list(rule(knowledge))
        results.append((knowledge.safe.tolist(), knowledge.mined.tolist()))
    assert results[0] == results[1]
    assert not list(count(knowledge))


@settings(max_examples=120)
@given(positions(max_cells=20))
def test_subset_finds_all_that_count_and_window_find(position):
    stronger, weaker, counted = (Knowledge(position) for _ in range(3))
    list(count(stronger))
    list(subset(stronger))
    list(window(weaker))
    list(count(counted))
    for known in (weaker, counted):
        assert (stronger.safe >= known.safe).all()
        assert (stronger.mined >= known.mined).all()


def test_contradictions_name_their_clues_and_sweep_goes_row_by_row():
    words = r"the 3 at \(0, 0\) still needs 3 mines and has 2 covered cells left"
    with pytest.raises(ContradictionError, match=words):
        list(count(Knowledge(Position.parse("3#\n#1", 2))))
    for rule in (count, count_all):
        with pytest.raises(ContradictionError, match=r"the 1 at \(0, 2\) still needs"):
            list(rule(Knowledge(Position([[0, -1, 1]], 1))) or ())
    event = next(count(Knowledge(Position.parse("1#\n11", 1))))
    assert (event.clue, event.number, event.left, event.covered) == ((0, 0), 1, 1, 1)
    clues = [event.clue for event in sweep(Knowledge(Position.parse("1#1\n000\n1#1", 2)))]
    assert clues == sorted(clues)
    clash = Knowledge(Position.parse("##\n12", 2))
    with pytest.raises(ContradictionError, match=r"\(1, 0\), \(1, 1\)"):
        list(subset(clash))
