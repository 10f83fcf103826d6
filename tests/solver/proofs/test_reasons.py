"""A turn as a person would find it: the easiest first, each building on what was found before."""

from hypothesis import given, settings

from checking import Sceptic
from ideas import Ideas
from minevis import analyze
from minevis.game.grid import cells_of
from minevis.solver.events import Counted, Proved
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.prove import reasons
from minevis.solver.proofs.steps import PROOF_KINDS
from positions import positions

COUNT, OVERLAP, SUPPOSE = 1, 2, 3  # of `PROOF_KINDS`


def told(position):
    """The deductions of a turn, and what is certain: cells and whether they are mines."""
    known = analyze(position)
    certain = {
        cell: bool(known.mined[cell])
        for cell in cells_of((known.safe | known.mined) & position.covered)
    }
    flat = {row * position.shape[1] + col: mined for (row, col), mined in certain.items()}
    events = reasons(Knowledge(position), flat)
    return [event for event in events if isinstance(event, Counted | Proved)], certain


def kind_of(event):
    return PROOF_KINDS.index(event.proof.kind) if isinstance(event, Proved) else COUNT


@settings(max_examples=80, deadline=None)
@given(positions(max_cells=16))
def test_nothing_easier_was_left_to_say_when_something_harder_is_told(position):
    events, certain = told(position)
    ideas, known = Ideas(position), {}
    for event in events:
        if kind_of(event) >= OVERLAP:
            assert ideas.once(known, 0) == {}
        if kind_of(event) >= SUPPOSE:
            assert ideas.once(known, 1) == {}
        known.update(dict.fromkeys(event.cells, event.mined))
    assert known == certain


@settings(max_examples=120, deadline=None)
@given(positions(max_cells=30))
def test_each_proof_rests_on_what_was_told_before_and_says_something_new(position):
    known = {}
    for event in told(position)[0]:
        assert not known.keys() & set(event.cells)
        if isinstance(event, Proved):
            Sceptic(position.view, position.mines, known).follow(event.proof)
        known.update(dict.fromkeys(event.cells, event.mined))
