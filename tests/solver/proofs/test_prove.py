"""Proofs of positions and games: entailed step by step, and never harder than they need be."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from checking import Sceptic
from ideas import Ideas
from minevis import Board, Position, analyze, play
from minevis.game.grid import cells_of
from minevis.game_loop import events_of
from minevis.solver import events as ev
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.cases import LISTED
from minevis.solver.proofs.clues import Clues, Facts, count_clue
from minevis.solver.proofs.prove import reasons
from minevis.solver.proofs.steps import PROOF_KINDS
from positions import golden, positions
from proof_positions import CASES, CASES_CELL, CHAIN, CHAIN_CELL


def proofs_of(position):
    a = analyze(position)
    for cell in cells_of((a.safe | a.mined) & position.covered):
        yield a, cell, a.proof(cell)


@settings(max_examples=250, deadline=None)
@given(positions(max_cells=36))
def test_every_step_is_entailed_by_the_clues_it_names(position):
    for a, cell, proof in proofs_of(position):
        assert cell in proof.cells
        assert proof.mined == a.mined[cell]
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
            Sceptic(view, mines, known).follow(event.proof)
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
            assert PROOF_KINDS.index(proof.kind) - 1 == least


def test_every_step_on_golden_positions_is_entailed():
    found = [(p, proof) for _, p, _ in golden()[::7] for _, _, proof in proofs_of(p)]
    hard = [p for name, p, _ in golden() if "scatterhard" in name]
    found += [(p, proof) for p in hard for _, _, proof in proofs_of(p)]
    for position, proof in found:
        Sceptic(position.view, position.mines).follow(proof)
        for step in proof.steps:
            assert step.kind != "cases" or len(step.ways) == min(step.count, LISTED)
    assert any(proof.nested for _, proof in found)


@pytest.mark.parametrize(
    ("text", "mines", "cell", "name"),
    [
        ("###\n11#\n00#", 1, (0, 2), "1-1"),
        ("######\n122221\n000000", None, (0, 2), "1-2"),
        ("####\n#121", None, (0, 3), "1-2"),  # cells on more than one side
        ("###\n13#", None, (0, 2), ""),
        ("#####\n#12##\n#00##", 2, (0, 3), "1-2"),
        ("###\n121\n000", 2, (0, 2), "1-2-1"),
        ("####\n1221\n0000", 2, (0, 2), "1-2-2-1"),
        ("#####\nF56FF\nFFFFF", 10, (0, 3), "1-2"),  # four known mines taken off each
        ("F3F\n###\nF6F\n#FF", 8, (3, 0), ""),
    ],
)
def test_patterns_are_named_with_known_mines_taken_off(text, mines, cell, name):
    proof = analyze(Position.parse(text, mines)).proof(cell)
    assert proof.kind == "overlap"
    assert proof.pattern == name


def test_a_pattern_keeps_to_what_is_shown_a_step_apart_is_not_spared_and_a_flag_is_given():
    """The row reads 1-2-2, and would be 1-2-1 if a mine were known that the proof does not need."""
    text = "#########\n#######21\n##2122#10\n#11001121\n#1110001#\n###100011\n#21100000\n#10000011"
    proof = analyze(Position.parse(text + "\n#1000001#", 10)).proof((1, 2))
    assert [(step.kind, getattr(step, "pattern", "")) for step in proof.steps] == [
        ("count", ""),
        ("overlap", "1-2"),
    ]
    a = analyze(Position.parse("1###\n####\n##11", 2))
    Sceptic(a.position.view, 2).follow(a.proof((0, 2)))
    assert a.proof((0, 2)).clues == ((0, 0), (2, 3))
    proof = analyze(Position.parse("1F\n##", 1)).proof((0, 1))
    assert (proof.kind, proof.cells, proof.mined, proof.steps) == ("given", ((0, 1),), True, ())


def test_the_shorter_and_nearer_proof_is_taken():
    a = analyze(Position.parse("####\n1221\n0000", 2))
    for cell in ((0, 1), (0, 2)):  # from either end, by two clues, and not by way of the other
        assert [step.kind for step in a.proof(cell).steps] == ["count", "overlap"]
    a = analyze(Position.parse("12###2\n######\n#32###", 6))
    assert a.proof((2, 0)).clues == ((0, 1), (2, 1))  # and not the 1 beside, with fewer cells
    # A person sees the 2 beside two cells, and the 1 beyond; the long way is all along the row.
    a = analyze(Position.parse("000000\n112221\n1#2##1\n334331\n######", 6))
    proof = a.proof((4, 5))
    assert proof.clues == ((1, 3), (3, 5))
    assert [step.kind for step in proof.steps] == ["count", "count"]
    a = analyze(Position.parse("0002##\n0003##\n1112#2\n2#1111\n#21000", 6))
    assert [step.kind for step in a.proof((0, 5)).steps] == ["mines left"]


@pytest.mark.parametrize(
    ("text", "mines", "cell", "kinds"),
    [
        (  # two clues break, and one of them a step later
            "####1##\n1###2##\n#11#1#1\n3#3#2#1\n####1##",
            *(9, (3, 5), ["suppose", "count", "count", "suppose"]),
        ),
        (  # of the suppositions within, that of two steps comes before that of three
            "#2##1#\n##5##1\n3####3\n###3##",
            *(9, (3, 2), ["suppose", "suppose", "overlap", "count", "suppose", "count"]),
        ),
    ],
)
def test_a_supposition_takes_the_shortest_way_to_a_contradiction(text, mines, cell, kinds):
    told = [step.kind for step in analyze(Position.parse(text, mines)).proof(cell).steps]
    first = told.index("suppose")
    assert told[first : first + len(kinds)] == kinds


def by_counting(clues, kept):
    """The cells that some clues settle by counting, in any order."""
    facts, before = Facts(), None
    while facts != before:
        before = facts
        for clue in kept:
            find = count_clue(clues, clue, facts)
            facts = facts.plus(find.mines, find.safe) if find else facts
    return facts.mines | facts.safe


def fewest(clues, bit, most):
    """The least number of clues, up to `most`, that settle a cell by counting, tried one by one."""
    reach = [clues.seen_by[bit.bit_length() - 1]]
    for _ in range(most - 1):
        reach.append(sorted({near for clue in reach[-1] for near in (clue, *clues.beside[clue])}))
    for number in range(1, most):
        if any(by_counting(clues, some) & bit for some in combinations(reach[number - 1], number)):
            return number
    return most


def counting_proofs(seeds):
    """Proofs by counting of two to four steps, in games without a flag, with what they prove."""
    for seed in seeds:
        trace = play(Board.random("beginner", seed=seed, first=(0, 0)), first=(0, 0))
        for view in {moment.view.tobytes(): moment.view for moment in trace}.values():
            bare = Position(np.where(view == -2, -1, view).astype(np.int8), 10)
            clues = Clues(Knowledge(bare))
            for _, cell, proof in proofs_of(bare):
                if proof.kind == "count" and 2 <= len(proof.steps) <= 4:
                    yield clues, clues.bit[cell[0] * 9 + cell[1]], proof


def test_proofs_by_counting_are_short_and_no_clue_of_them_can_be_spared():
    longer = proofs = 0
    for clues, bit, proof in counting_proofs(range(8)):
        named = [row * 9 + col for row, col in proof.clues]
        assert len(named) == len(proof.steps)
        for clue in named:
            assert not by_counting(clues, [other for other in named if other != clue]) & bit
        proofs += 1
        longer += fewest(clues, bit, len(named)) < len(named)
    assert proofs > 100
    assert longer <= proofs / 50


def test_what_nothing_easier_proves_is_proven_by_cases_and_suppositions_may_be_long():
    position = Position.parse(CASES)
    proof = analyze(position).proof(CASES_CELL)
    (cases,) = (step for step in proof.steps if step.kind == "cases")
    assert proof.steps[-1] == cases
    assert (cases.count, cases.left is not None, proof.uses_total) == (2, True, True)
    assert proof.difficulty >= 4 + 2 * cases.count
    Sceptic(position.view, position.mines).follow(proof)
    position = Position.parse(CHAIN)
    proof = analyze(position).proof(CHAIN_CELL)
    first = next(at for at, step in enumerate(proof.steps) if step.kind == "suppose")
    assert len(proof.steps) - first >= 5
    Sceptic(position.view, position.mines).follow(proof)


def told(position):
    """The deductions of a turn, and what is certain: cells and whether they are mines."""
    known = analyze(position)
    certain = {
        cell: bool(known.mined[cell])
        for cell in cells_of((known.safe | known.mined) & position.covered)
    }
    flat = {row * position.shape[1] + col: mined for (row, col), mined in certain.items()}
    events = reasons(Knowledge(position), flat)
    return [event for event in events if isinstance(event, ev.Counted | ev.Proved)], certain


def kind_of(event):
    return (
        PROOF_KINDS.index(event.proof.kind)
        if isinstance(event, ev.Proved)
        else PROOF_KINDS.index("count")
    )


@settings(max_examples=80, deadline=None)
@given(positions(max_cells=16))
def test_nothing_easier_was_left_to_say_when_something_harder_is_told(position):
    events, certain = told(position)
    ideas, known = Ideas(position), {}
    for event in events:
        if kind_of(event) > PROOF_KINDS.index("count"):
            assert ideas.once(known, 0) == {}
        if kind_of(event) > PROOF_KINDS.index("overlap"):
            assert ideas.once(known, 1) == {}
        known.update(dict.fromkeys(event.cells, event.mined))
    assert known == certain


@settings(max_examples=120, deadline=None)
@given(positions(max_cells=30))
def test_each_proof_rests_on_what_was_told_before_and_says_something_new(position):
    known = {}
    for event in told(position)[0]:
        assert not known.keys() & set(event.cells)
        if isinstance(event, ev.Proved):
            Sceptic(position.view, position.mines, known).follow(event.proof)
        known.update(dict.fromkeys(event.cells, event.mined))
