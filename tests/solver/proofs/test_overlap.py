"""The rule of two clues: complete, with bounds from the clues."""

from itertools import combinations

import pytest
from hypothesis import given, settings

from checking import Sceptic
from entailment import constraints, filled
from minevis import ContradictionError, Player, Position, explain
from minevis.game.grid import cells_of
from minevis.solver.events import Proved
from minevis.solver.knowledge import Knowledge
from minevis.solver.rules import overlap
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


def test_a_player_may_have_it_among_its_rules_and_is_told_of_clues_that_cannot_both_hold():
    position = Position.parse("####\n1221", 2)
    player = Player(rules=("count", "overlap"), odds=None, guess="uniform")
    events = [event for event in explain(position, player) if isinstance(event, Proved)]
    assert (events[0].cells, events[0].mined) == (((0, 2),), True)
    assert events[0].proof.pattern == "1-2-2-1"
    with pytest.raises(ContradictionError, match=r"\(0, 1\), \(2, 1\) cannot both hold") as raised:
        list(overlap(Knowledge(Position.parse("F3F\n###\nF7F\n#FF", 10))))
    assert raised.value.clues == ((0, 1), (2, 1))
