import re

import pytest
from hypothesis import given

from minevis.errors import ProofFormatError
from minevis.solver.proofs import steps as pr
from strategies import proofs

A, B, C, D, E = (0, 0), (0, 1), (1, 0), (1, 1), (12, 29)
NEED = pr.Need(B, 3, 2, (C, D, E))
PAIR = pr.Overlap(B, 3, 2, A, 1, 1, (C, D), (E,), (), "1-2")
SUPPOSED = (pr.Suppose(A, True), pr.Count(B, 1, 0, (C,), 1), pr.Broken(D, 2, 1, (), 1))


@given(proofs)
def test_the_text_of_a_proof_round_trips(proof):
    assert pr.Proof.parse(proof.to_text()) == proof


@given(proofs)
def test_cells_named_are_all_that_the_text_tells(proof):
    pattern = re.compile(r"\((\d+), (\d+)\)")
    for step in proof.steps:
        told = {(int(row), int(col)) for row, col in pattern.findall(pr.step_text(step))}
        assert pr.cells_named(step) == tuple(sorted(told))


def test_a_step_is_a_line_for_people_and_a_long_line_is_refused_at_once():
    text = "  count: clue (0, 1), number 1, left 0, among (1, 0)"
    assert pr.step_text(SUPPOSED[1]) == text
    assert pr.parse_step(text) == SUPPOSED[1]
    # Tried every way to share it out, it would take days.
    fields = ("more_number", "more_left", "less", "less_number", "less_left", "clue")
    line = "overlap: more " + "".join(f", {name} " * 2_000 for name in fields)
    with pytest.raises(ProofFormatError, match="should give"):
        pr.parse_step(line)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "perhaps: (0, 0)",
        "safe: (0, 0)\nwish: clue (0, 0)",
        "safe: (0, 0)\n count: clue (0, 1), number 1, left 0, among (1, 0)",
        "safe: (0, 0)\ncount: clue (0, 1), number 1, left 0",
        "safe: (0, 0)\ncount: clue (0, one), number 1, left 0, among (1, 0)",
        "safe: (0, 0)\ncount: clue (0, 1), number 1.5, left 0, among (1, 0)",
        "safe: (0, -2)",
    ],
)
def test_what_is_no_proof_is_refused(text):
    with pytest.raises(ProofFormatError):
        pr.Proof.parse(text)


def test_kind_clues_and_difficulty_come_from_the_steps():
    pair = pr.Proof((E,), True, (NEED, PAIR))
    assert (pair.kind, pair.pattern, pair.clues, pair.difficulty) == ("overlap", "1-2", (A, B), 3)
    contradiction = pr.Proof((A,), False, SUPPOSED)
    assert (contradiction.kind, contradiction.clues) == ("suppose", (B, D))
    assert contradiction.difficulty == 4 + 1 + 1
    assert not contradiction.uses_total
    assert not contradiction.nested
    flag = pr.Proof((A,), True, ())
    assert (flag.kind, flag.difficulty, flag.clues) == ("given", 0, ())
    inner = (pr.Suppose(C, False, (), 2), pr.Clash(A, 2, 2, B, 1, 1, (D,), (), 2))
    proof = pr.Proof((A,), False, (SUPPOSED[0], *inner, SUPPOSED[2]))
    assert proof.nested
    assert proof.difficulty == 4 + 2 * 4 + 2 * 3 + 1
    by_sum = pr.Proof((E,), False, (pr.MinesLeft(2, (A, B), 2, (C, D), (E,), False),))
    assert (by_sum.kind, by_sum.uses_total, by_sum.steps[0].safe) == ("mines left", True, (E,))
    ways = pr.Cases((A,), ((C, D),), ((1,),), 1, None, (E,), True)
    assert pr.Proof((E,), True, (ways,)).kind == "cases"
    assert not pr.Proof((E,), True, (ways,)).uses_total


@pytest.mark.parametrize(
    ("old", "kind"),
    [
        ("mines left: left 2, clues (6, 3), taken 2, cells (8, 3); (8, 4), mined no", pr.MinesLeft),
        ("  wrong total: left 1, clues (0, 0); (4, 4), taken 2, room 5", pr.WrongTotal),
    ],
)
def test_steps_that_were_written_before_they_named_all_their_cells_are_read(old, kind):
    step = pr.parse_step(old)
    assert isinstance(step, kind)
    assert step.among == ()
    assert pr.parse_step(pr.step_text(step)) == step
    with pytest.raises(ProofFormatError, match="should give"):
        pr.parse_step("count: clue (0, 1), number 1, left 1")
