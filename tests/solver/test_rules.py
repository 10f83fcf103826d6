"""The rules: right, complete for what they claim, and honest about their reasons."""

import pytest
from hypothesis import given, settings

from entailment import constraints, entails
from minevis import ContradictionError, Position
from minevis.core.grid import cells_of
from minevis.solver.knowledge import Knowledge
from minevis.solver.rules import RULES, count, subset, sweep, window
from positions import positions


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@settings(max_examples=250)
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


@settings(max_examples=300)
@given(positions(max_cells=20))
def test_count_sweep_and_the_counting_part_of_window_agree(position):
    results = []
    for rule in (count, sweep):
        knowledge = Knowledge(position)
        list(rule(knowledge))
        results.append((knowledge.safe.tolist(), knowledge.mined.tolist()))
    assert results[0] == results[1]
    assert not list(count_again(position))


def count_again(position):
    """What counting still finds after it has run once: nothing, at a fixpoint."""
    knowledge = Knowledge(position)
    list(count(knowledge))
    return count(knowledge)


@settings(max_examples=300)
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


def test_subset_solves_the_one_two_pattern():
    knowledge = Knowledge(Position.parse("####\n1221", 2))
    assert not list(count(knowledge))
    found = list(subset(knowledge))
    assert found
    assert found[0].smaller_mines < found[0].larger_mines


def test_subset_names_clues_that_clash():
    text = "###\n121\n###\n121\n###"
    knowledge = Knowledge(Position.parse(text, 4))
    list(subset(knowledge))
    clash = Knowledge(Position.parse("##\n12", 2))
    with pytest.raises(ContradictionError, match=r"\(1, 0\), \(1, 1\)"):
        list(subset(clash))


def test_count_names_the_clue_that_cannot_hold():
    with pytest.raises(
        ContradictionError,
        match=r"the 3 at \(0, 0\) still needs 3 mines and has 2 covered cells left",
    ):
        list(count(Knowledge(Position.parse("3#\n#1", 2))))


def test_count_tells_which_clue_and_how_many():
    event = next(count(Knowledge(Position.parse("1#\n11", 1))))
    assert (event.clue, event.number, event.left, event.covered) == ((0, 0), 1, 1, 1)
    assert event.cells == ((0, 1),)
    assert event.mined


def test_sweep_goes_row_by_row():
    clues = [event.clue for event in sweep(Knowledge(Position.parse("1#1\n000\n1#1", 2)))]
    assert clues == sorted(clues)
