"""Sentences that gather below a picture, with coordinates or with letters."""

import pytest

from minevis.solver import events as ev
from minevis.solver.proofs import steps as pr
from minevis.words.captions import caption, sentences_of
from minevis.words.events.deductions import NAMED, STEPS
from minevis.words.wording import LETTERS, Letters
from positions import GOLDEN


def texts(event, **options):
    return [sentence.text for sentence in sentences_of(event, **options).sentences]


A, B, C, D, E, F = (5, 2), (5, 3), (5, 4), (6, 2), (6, 3), (6, 4)
PAIR = (pr.Need(B, 3, 2, (D, E, F)), pr.Overlap(B, 3, 2, A, 3, 1, (D, E), (F,), (), "1-2"))
REFUTED = (pr.Suppose(D, True), pr.Count(A, 1, 0, (E,), 1), pr.Broken(C, 3, 1, (), 1))
# In blocks: an event, in the names of this module, and its sentences with letters.
SAID = (GOLDEN / "sentences.txt").read_text("utf-8").strip().split("\n\n")


@pytest.mark.parametrize("block", SAID, ids=lambda block: block.split("\n")[1])
def test_an_event_is_told_in_sentences(block):
    event, *said = block.split("\n")
    assert texts(eval(event), letters=True) == said


def test_sentences_may_have_coordinates_and_name_their_cells():
    counted = ev.Counted((2, 2), 3, 2, 2, ((3, 1), (3, 2)), True)
    assert texts(counted) == [
        "The 3 at (2, 2) has one mine and needs two more.",
        "Only two cells are left for them: (3, 1) and (3, 2) are mines.",
    ]
    pair = ev.Proved((F,), True, (A, B), False, pr.Proof((F,), True, PAIR))
    assert texts(pair)[1].startswith("The 3 at (5, 2) touches (6, 2) and (6, 3) too and allows")
    assert set(sentences_of(pair).sentences[0].cells) == {B, D, E, F}


def test_cells_share_letters_and_more_than_there_is_room_for_are_counted():
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
    box, letters = ((0, 0), (0, 1)), {(0, 0): "A", (0, 1): "A", (0, 2): "B"}
    told = sentences_of(ev.Tried(box, 2, 0), letters=letters)
    assert told.sentences[0].text == "Suppose that the two cells A are mines."
    told = sentences_of(ev.Violated((1, 0), 1, -1, 0), letters=letters)
    assert told.sentences[0].text == "A dead end: the 1 at C has one mine too many."
    assert told.letters == {**letters, (1, 0): "C"}


def test_what_has_no_steps_and_a_guess_are_told_too():
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
    cell = (0, 1)
    options = [ev.Option(cell, 0.2, 0.5, 0.6, exact) for exact in (True, False)]
    by_chance = [ev.Guessed(cell, "best", 0.2, (cell,), (), None, True, (o,)) for o in options]
    blind = ev.Guessed(cell, "uniform", None, (cell,), (), None, False)
    for event, said in (blind, ["(0, 1)"]), *((each, ["20 %", "60 %"]) for each in by_chance):
        first, *rest = texts(event)
        assert first == "No safe cell is known."
        assert all(part in sentence for part, sentence in zip(said, rest, strict=True))
