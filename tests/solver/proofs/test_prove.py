"""Proofs of positions and games: entailed step by step, and never harder than they need be."""

import numpy as np
import pytest
from hypothesis import given, settings

from checking import Sceptic
from ideas import Ideas
from minevis import Board, Position, analyze
from minevis.core import events as ev
from minevis.core.grid import cells_of
from minevis.core.proofs import KINDS, Broken, Clash, Suppose, WrongTotal
from minevis.game_loop import events_of
from minevis.solver.proofs.cases import LISTED
from positions import golden, positions
from proof_positions import CASES, CASES_CELL, CHAIN, CHAIN_CELL


def proofs_of(position):
    a = analyze(position)
    for cell in cells_of((a.safe | a.mined) & position.covered):
        yield a, cell, a.proof(cell)


@settings(max_examples=600, deadline=None)
@given(positions(max_cells=36))
def test_every_step_is_entailed_by_the_clues_it_names(position):
    for a, cell, proof in proofs_of(position):
        assert cell in proof.cells
        assert proof.mined == a.mined[cell]
        Sceptic(position.view, position.mines).follow(proof)


@pytest.mark.parametrize(("position", "hard"), [(g[1], g[0]) for g in golden()[::7]])
def test_every_step_on_golden_positions_is_entailed(position, hard):
    for _, _, proof in proofs_of(position):
        Sceptic(position.view, position.mines).follow(proof)


def deductions(seed, level="expert"):
    """The events that prove something in a game, with what was known and seen before each."""
    board = Board.random(level, seed=seed, first=(0, 0))
    view = np.full(board.shape, -1, np.int8)
    known = {}
    for event in events_of(board, "exact", first=(0, 0), seed=seed):
        if isinstance(event, ev.Counted | ev.Proved):
            yield event, view, board.mines, known
            known.update(dict.fromkeys(event.cells, event.mined))
        elif isinstance(event, ev.Opened):
            view[tuple(np.array(event.cells).T)] = event.numbers
            known = {cell: mined for cell, mined in known.items() if mined}


@pytest.mark.parametrize("seed", range(12))
def test_every_deduction_of_a_game_is_entailed(seed):
    for event, view, mines, known in deductions(seed):
        if isinstance(event, ev.Proved):
            mined = [cell for cell in known if known[cell]]
            safe = [cell for cell in known if not known[cell]]
            Sceptic(view, mines, mined, safe).follow(event.proof)
            assert event.clues == event.proof.clues
            assert event.uses_total == event.proof.uses_total


@settings(max_examples=120, deadline=None)
@given(positions(max_cells=16))
def test_no_proof_of_a_shorter_kind_exists_where_a_longer_one_is_given(position):
    found = list(proofs_of(position))
    ideas = Ideas(position)
    settled = [ideas.closure({}, level) for level in range(3 if found else 0)]
    for _, cell, proof in found:
        least = next((level for level in range(3) if cell in settled[level]), 3)
        if proof.kind in ("mines left", "cases"):
            assert least == 3
        else:
            assert KINDS.index(proof.kind) - 1 == least


def test_a_hard_position_needs_a_supposition_within_another():
    found = [proof for g in golden() for proof in hard_proofs(g)]
    assert any(proof.nested for proof in found)
    assert {len(proof.steps) for proof in found} - {1}


def hard_proofs(entry):
    name, position, _ = entry
    if "scatterhard" in name:
        yield from (proof for _, _, proof in proofs_of(position))


def test_each_supposition_is_ended_by_the_last_step_of_its_depth():
    for g in golden():
        for proof in hard_proofs(g):
            opened = sum(isinstance(step, Suppose) for step in proof.steps)
            ended = sum(isinstance(step, Broken | Clash | WrongTotal) for step in proof.steps)
            assert opened == ended


@pytest.mark.parametrize(
    ("text", "mines", "cell", "name"),
    [
        ("###\n11#\n00#", 1, (0, 2), "1-1"),
        ("#####\n#12##\n#00##", 2, (0, 3), "1-2"),
        ("#####\n#121#\n#000#", 2, (0, 3), "1-2-1"),
        ("######\n#1221#\n#0000#", 2, (0, 3), "1-2-2-1"),
        ("#####\nF56FF\nFFFFF", 10, (0, 3), "1-2"),  # four known mines taken off each
        ("F3F\n###\nF6F\n#FF", 8, (3, 0), ""),
    ],
)
def test_patterns_are_named_with_known_mines_taken_off(text, mines, cell, name):
    proof = analyze(Position.parse(text, mines)).proof(cell)
    assert proof.kind == "overlap"
    assert proof.pattern == name


def test_of_two_proofs_of_a_kind_the_one_with_fewer_steps_is_taken():
    a = analyze(Position.parse("####\n1221\n0000", 2))
    for cell in ((0, 1), (0, 2)):  # from either end, by two clues, and not by way of the other
        assert [step.kind for step in a.proof(cell).steps] == ["count", "overlap"]


def test_a_flag_needs_no_steps():
    proof = analyze(Position.parse("1F\n##", 1)).proof((0, 1))
    assert (proof.kind, proof.cells, proof.mined, proof.steps) == ("given", ((0, 1),), True, ())


def test_the_last_mines_settle_what_no_clue_touches():
    a = analyze(Position.parse("1###\n####\n####\n####", 1))
    proof = a.proof((3, 3))
    assert (proof.kind, proof.uses_total) == ("mines left", True)
    assert proof.clues == ((0, 0),)


def test_cases_list_a_page_of_ways_and_count_the_rest():
    for g in golden():
        for proof in hard_proofs(g):
            for step in proof.steps:
                if step.kind == "cases":
                    assert len(step.ways) == min(step.count, LISTED)


def test_what_nothing_easier_proves_is_proven_by_cases():
    position = Position.parse(CASES)
    proof = analyze(position).proof(CASES_CELL)
    (cases,) = (step for step in proof.steps if step.kind == "cases")
    assert proof.steps[-1] == cases
    assert (cases.count, cases.left is not None, proof.uses_total) == (2, True, True)
    assert proof.difficulty >= 4 + 2 * cases.count
    Sceptic(position.view, position.mines).follow(proof)


def test_a_supposition_may_run_through_several_steps():
    position = Position.parse(CHAIN)
    proof = analyze(position).proof(CHAIN_CELL)
    first = next(at for at, step in enumerate(proof.steps) if step.kind == "suppose")
    assert len(proof.steps) - first >= 5
    Sceptic(position.view, position.mines).follow(proof)
