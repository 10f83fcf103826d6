"""The clues of a contradiction beside every layout of mines there is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv
from entailment import filled
from minevis.solver.counting.counting import count_configurations
from minevis.solver.counting.frontier import find_components
from minevis.solver.counting.proof import Prover
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues
from positions import positions


def contradictory(knowledge, component):
    return Prover(Clues(knowledge)).near(component.clues, {})


def lattice(side):
    """A 2 at every second cell of every second row: for an odd number of rows no layout fits."""
    view = np.full((side, side), -1, np.int8)
    view[::2, ::2] = 2
    return Knowledge(mv.Position(view, side))


def fits(component, clues):
    """Whether some mines in the cells of a component satisfy some of its clues."""
    cells, links = component.by_cell().cells, component.by_cell().links
    said = [
        ([cell for cell, seen in zip(cells, links, strict=True) if number in seen], need)
        for number, (clue, need) in enumerate(zip(component.clues, component.needs, strict=True))
        if clue in clues
    ]
    return any(filled(cells, said))


@settings(max_examples=120)
@given(positions(max_cells=16), st.data())
def test_no_layout_satisfies_what_is_named_and_some_would_without_any_one_of_it(position, data):
    view = position.view.copy()
    for where in np.argwhere(position.opened & (data.draw(st.booleans()) | (view > 0))).tolist():
        view[tuple(where)] = (view[tuple(where)] + data.draw(st.sampled_from([0, 0, 1, -1]))) % 9
    knowledge = Knowledge(mv.Position(view, position.mines))
    for component in find_components(knowledge):
        if min(component.needs) < 0 or count_configurations(component).ways:
            continue
        clues = contradictory(knowledge, component)
        assert list(clues) == sorted(set(clues) & set(component.clues))
        assert not fits(component, clues)
        for spared in clues:
            rest = [clue for clue in clues if clue != spared]
            assert not rest or fits(component, rest)


@pytest.mark.parametrize("side", [5, 9])
def test_all_clues_are_named_where_all_are_needed(side):
    knowledge = lattice(side)
    (component,) = find_components(knowledge)
    assert not count_configurations(component).ways
    assert contradictory(knowledge, component) == component.clues


@pytest.mark.parametrize(("text", "clue"), [("#3#2#0", 1), ("#3#2#0#", 1)])
def test_of_two_contradictions_the_one_of_fewer_clues_is_named(text, clue):
    knowledge = Knowledge(mv.Position.parse(text, mines=2))
    (component,) = find_components(knowledge)
    assert contradictory(knowledge, component) == (clue,)
