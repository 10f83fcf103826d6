"""Sentences that gather below a picture, with coordinates or with letters."""

import pytest

from minevis.solver import events as ev
from minevis.solver.proofs import steps as pr
from minevis.words.captions import caption, sentences_of
from minevis.words.events.deductions import NAMED, STEPS
from minevis.words.wording import LETTERS, Letters


def texts(event, **options):
    return [sentence.text for sentence in sentences_of(event, **options).sentences]


COUNTED = ev.Counted((2, 2), 3, 2, 2, ((3, 1), (3, 2)), True)
SAFE = ev.Counted((2, 2), 2, 0, 4, ((3, 1), (3, 2), (3, 3), (2, 3)), False)
SUBSET = ev.Subtracted(
    ((0, 1), (0, 2)), 1, ((1, 1),), ((0, 1), (0, 2), (0, 3)), 1, ((1, 2),), ((0, 3),), 0, False
)


def test_counting_in_two_sentences():
    assert texts(COUNTED, letters=True) == [
        "A has one mine and needs two more.",
        "Only two cells are left for them: B and C are mines.",
    ]
    assert texts(COUNTED) == [
        "The 3 at (2, 2) has one mine and needs two more.",
        "Only two cells are left for them: (3, 1) and (3, 2) are mines.",
    ]


def test_sets_are_compared_sentence_by_sentence_and_runs_told_by_their_ends():
    assert texts(SUBSET, letters=True) == [
        "A needs one mine in B and C.",
        "D needs one mine in B, C and E.",
        "That one is in B and C: E is safe.",
    ]
    assert texts(SAFE, letters=True) == ["A has both its mines.", "So B to E are safe."]


@pytest.mark.parametrize(
    ("smaller", "left", "said"),
    [
        (((0, 1),), 1, ["A needs no mines in B.", "B holds none: D is a mine."]),
        (((0, 1),), 0, ["A needs no mines in B.", "So D is safe."]),
        (((0, 1), (0, 2)), 1, ["A needs no mines in B and C.", "B and C hold none: E is a mine."]),
    ],
)
def test_a_set_without_mines_holds_none(smaller, left, said):
    larger = (*smaller, (0, 3))
    event = ev.Subtracted(smaller, 0, ((1, 1),), larger, left, ((1, 2),), ((0, 3),), left, left > 0)
    first, _, last = texts(event, letters=True)
    assert [first, last] == said


def test_a_proof_is_told_step_by_step():
    a, b, c, d, e = (5, 2), (5, 3), (6, 2), (6, 3), (6, 4)
    steps = (pr.Need(b, 3, 2, (c, d, e)), pr.Overlap(b, 3, 2, a, 3, 1, (c, d), (e,), (), "1-2"))
    event = ev.Proved((e,), True, (a, b), False, pr.Proof((e,), True, steps))
    assert texts(event, letters=True) == [
        "A still needs two mines among B, C and D.",
        "E touches B and C too and allows only one more there: so D is a mine.",
    ]
    assert texts(event)[1].startswith("The 3 at (5, 2) touches (6, 2) and (6, 3) too and allows")
    told = sentences_of(event)
    assert set(told.sentences[0].cells) == {b, c, d, e}


def test_a_supposition_is_told_to_its_end():
    a, c, d, e = (5, 2), (5, 4), (6, 2), (6, 3)
    steps = (pr.Suppose(d, True), pr.Count(a, 1, 0, (e,), 1), pr.Broken(c, 3, 1, (), 1))
    event = ev.Proved((d,), False, (a, c), False, pr.Proof((d,), False, steps))
    assert texts(event, letters=True) == [
        "Suppose that A is a mine.",
        "Then B has all its mines: C is safe.",
        "But then D needs one mine and has no cell left: so A is safe.",
    ]


def test_more_cells_letters_and_steps_than_there_is_room_for_are_counted():
    cells = tuple((0, col) for col in range(NAMED + 1))
    event = ev.Proved(cells, False, ((1, 1),), False)
    told = sentences_of(event, letters=True)
    assert "eight cells are safe" in told.sentences[-1].text
    assert told.letters == {(1, 1): "A"}
    names = Letters()
    cells = [(0, col) for col in range(len(LETTERS) + 2)]
    assert [names.cell(cell) for cell in cells] == [*LETTERS, str(cells[-2]), str(cells[-1])]
    step = pr.Count((0, 0), number=1, left=1, among=((0, 1),))
    proof = pr.Proof(((0, 1),), True, (step,) * (STEPS + 1))
    assert len(texts(ev.Proved(((0, 1),), True, ((0, 0),), False, proof))) == 1


def test_cells_of_a_box_share_a_letter_in_a_search():
    box, letters = ((0, 0), (0, 1)), {(0, 0): "A", (0, 1): "A", (0, 2): "B"}
    told = sentences_of(ev.Tried(box, 2, 0), letters=letters)
    assert told.sentences[0].text == "Suppose that the two cells A are mines."
    told = sentences_of(ev.Violated((1, 0), 1, -1, 0), letters=letters)
    assert told.sentences[0].text == "A dead end: the 1 at C has one mine too many."
    assert told.letters == {**letters, (1, 0): "C"}


def test_a_zero_and_what_has_no_steps_are_told_too():
    zero = ev.Counted((2, 2), 0, 0, 1, ((3, 1),), False)
    assert texts(zero, letters=True)[0] == "A touches no mine."
    total = ev.Proved(((0, 0), (0, 1)), False, (), True)
    assert texts(total) == [
        "The number of mines left decides.",
        "In every layout that fits, (0, 0) and (0, 1) are safe.",
    ]
    unknown = ev.OddsFound("average", ((0, 0),), (0.5,), 0.5, None)
    assert " ".join(texts(unknown)) == caption(unknown)
    said = {1: "one layout", 2: "two layouts", 1024: "1,024 layouts"}
    for layouts in said:
        found = ev.OddsFound("exact", ((0, 0),), (0.5,), None, layouts)
        assert texts(found)[0] == f"The clues fit {said[layouts]}."


def test_a_guess_says_its_risk_and_what_it_went_by():
    cell = (0, 1)
    options = [ev.Option(cell, 0.2, 0.5, 0.6, exact) for exact in (True, False)]
    by_chance = [ev.Guessed(cell, "best", 0.2, (cell,), (), None, True, (o,)) for o in options]
    blind = ev.Guessed(cell, "uniform", None, (cell,), (), None, False)
    for event, said in (blind, ["(0, 1)"]), *((each, ["20 %", "60 %"]) for each in by_chance):
        first, *rest = texts(event)
        assert first == "No safe cell is known."
        assert all(part in sentence for part, sentence in zip(said, rest, strict=True))
