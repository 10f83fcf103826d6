"""The rule of two clues: complete, with bounds from the clues."""

from itertools import combinations

import pytest
from hypothesis import given, settings

from checking import Sceptic, filled
from entailment import constraints
from minevis import ContradictionError, Player, Position, analyze, explain
from minevis.game.grid import cells_of
from minevis.solver.events import Proved, Subtracted
from minevis.solver.knowledge import Knowledge
from minevis.solver.rules import count, overlap, subset
from positions import positions


@settings(max_examples=150)
@given(positions(max_cells=24))
def test_nothing_is_left_that_two_clues_prove_together(position):
    knowledge = Knowledge(position)
    list(overlap(knowledge))
    unknown, mined = set(cells_of(knowledge.unknown)), set(cells_of(knowledge.mined))
    clues = cells_of(position.opened)
    for pair in combinations(clues, 2):
        said = constraints(position.view, unknown, mined, pair)
        cells = sorted({cell for around, _ in said for cell in around})
        layouts = list(filled(cells, said))
        assert all(len({layout[cell] for layout in layouts}) == 2 for cell in cells)


@settings(max_examples=120)
@given(positions(max_cells=20))
def test_the_proof_of_each_find_holds(position):
    knowledge = Knowledge(position)
    known = {}
    for event in overlap(Knowledge(position)):
        if isinstance(event, Proved):
            Sceptic(position.view, position.mines, known).follow(event.proof)
        known.update(dict.fromkeys(event.cells, event.mined))
        knowledge.mark(event.cells, event.mined)


@settings(max_examples=120)
@given(positions(max_cells=20))
def test_it_finds_all_that_the_subset_rule_takes_from_two_clues(position):
    found = Knowledge(position)
    list(overlap(found))
    other = Knowledge(position)
    for event in (*count(other), *subset(other)):
        if isinstance(event, Subtracted) and len(event.clues) > 2:
            return  # of differences of differences more may follow than two clues say
    assert (found.safe >= other.safe).all()
    assert (found.mined >= other.mined).all()


def test_two_clues_that_cannot_both_hold_are_named():
    with pytest.raises(ContradictionError, match=r"\(0, 1\), \(2, 1\) cannot both hold") as raised:
        list(overlap(Knowledge(Position.parse("F3F\n###\nF7F\n#FF", 10))))
    assert raised.value.clues == ((0, 1), (2, 1))


def test_a_player_may_have_it_among_its_rules():
    position = Position.parse("####\n1221", 2)
    player = Player(rules=("count", "overlap"), odds=None, guess="uniform")
    events = [event for event in explain(position, player) if isinstance(event, Proved)]
    assert (events[0].cells, events[0].mined) == (((0, 2),), True)
    assert events[0].proof.pattern == "1-2-2-1"


@pytest.mark.parametrize(
    ("text", "cell", "name"),
    [
        ("####\n1111\n0000", (0, 2), "1-1"),
        ("###\n121\n000", (0, 2), "1-2-1"),
        ("####\n1221\n0000", (0, 2), "1-2-2-1"),
        ("######\n122221\n000000", (0, 2), "1-2"),
        ("####\n#121", (0, 3), "1-2"),  # cells on more than one side
        ("###\n13#", (0, 2), ""),
    ],
)
def test_patterns_have_the_names_that_players_use(text, cell, name):
    step = analyze(Position.parse(text)).proof(cell).steps[-1]
    assert step.pattern == name
