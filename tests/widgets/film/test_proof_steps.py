"""The steps of a proof, one click after another."""

from itertools import product

import numpy as np

from minevis import Editor, Playground, Position, analyze
from minevis.core.proofs import Broken, Cases, Clash, Count, Proof, Suppose
from minevis.show.frame.case_cards import MOST
from minevis.show.frame.scene import A_MINE, NO_MINE, with_suppositions
from minevis.show.tiles.atlas import Mark, Tile
from minevis.widgets.film.answers import answer_of_proof, proof_answer
from minevis.widgets.film.proof_steps import case_cards, step_answers
from positions import golden

PAIR = "mines 2\n####\n1221"


def hard_proof():
    """A proof with a supposition, on the golden positions."""
    for name, position, entry in golden():
        if "scatterhard" in name:
            a = analyze(position)
            for cell in map(tuple, entry["safe"]):
                proof = a.proof(cell)
                if proof.kind == "suppose":
                    return proof, position.shape[1]
    raise AssertionError


def test_each_step_has_its_own_words_and_marks():
    proof = analyze(Position.parse(PAIR)).proof((0, 2))
    need, bounds = step_answers(proof, 4)
    assert need["text"].startswith("1 of 2: The 2 at (1, 1) needs two mines")
    assert dict(need["marks"]) == {5: Mark.CLUE, 0: Mark.SMALLER, 1: Mark.SMALLER, 2: Mark.SMALLER}
    assert dict(bounds["marks"])[2] == Mark.MINED
    assert {dict(bounds["marks"])[clue] for clue in (4, 5)} == {Mark.CLUE}


def test_a_supposition_stays_a_disc_until_a_clue_breaks():
    proof, width = hard_proof()
    answers = step_answers(proof, width)
    first = next(i for i, step in enumerate(proof.steps) if isinstance(step, Suppose))
    supposed = proof.steps[first]
    flat = supposed.cell[0] * width + supposed.cell[1]
    assert dict(answers[first]["marks"])[flat] == Mark.TRYING
    disc = A_MINE if supposed.mined else NO_MINE
    assert dict(answers[first]["pictures"]) == {flat: disc}
    assert dict(answers[first + 1]["pictures"])[flat] == disc
    assert len(answers[first + 1]["pictures"]) > 1  # what follows is no more than supposed
    end = next(i for i, step in enumerate(proof.steps) if isinstance(step, Broken | Clash))
    broken = proof.steps[end].clues[0]
    assert dict(answers[end]["marks"])[broken[0] * width + broken[1]] == Mark.VIOLATED
    assert dict(answers[end]["marks"])[flat] == (Mark.SAFE if supposed.mined else Mark.MINED)
    assert flat not in dict(answers[end]["pictures"])  # covered again: it is the opposite


def test_cells_that_the_same_clues_touch_are_marked_with_the_one_supposed():
    steps = (
        Suppose((0, 0), mined=True, alike=((0, 1),)),
        Broken((1, 0), number=0, left=-1, among=(), depth=1),
    )
    proof = Proof(((0, 0), (0, 1)), False, steps)
    supposed, refuted = step_answers(proof, 2)
    assert dict(supposed["marks"]) == {0: Mark.TRYING, 1: Mark.TRYING}
    assert dict(supposed["pictures"]) == {0: A_MINE}
    assert dict(refuted["marks"]) == {0: Mark.SAFE, 1: Mark.SAFE, 2: Mark.VIOLATED}


def test_discs_are_those_that_films_show():
    proof, width = hard_proof()
    covered = np.full((16, width), Tile.COVERED)
    for number, answer in enumerate(step_answers(proof, width), 1):
        filmed = with_suppositions(covered, proof.steps[:number])
        shown = covered.copy()
        for cell, picture in answer.get("pictures", ()):
            shown.flat[cell] = picture
        assert np.array_equal(shown, filmed)


def test_cases_have_a_card_for_each_way_but_no_more_than_a_page():
    ways = tuple(product((0, 1), repeat=4))
    boxes = tuple(((0, col),) for col in range(4))
    step = Cases(((1, 1), (1, 2)), boxes, ways, len(ways), None, ((1, 3),), True)
    counted = Count((1, 0), 0, 0, ((0, 4),))
    _, last = step_answers(Proof(step.cells, True, (counted, step)), 5)
    assert len(last["cards"]["ways"]) == MOST < len(ways)
    assert last["cards"]["ends"] == (0, 8)
    assert last["cards"]["ways"][1] == [(0, NO_MINE), (1, NO_MINE), (2, NO_MINE), (3, A_MINE)]


def test_a_proof_of_one_step_is_told_at_once_with_its_cards():
    step = Cases(((1, 0),), (((0, 0),), ((0, 1),)), ((0, 1), (1, 0)), 2, None, ((1, 1),), False)
    told = answer_of_proof(Proof(step.cells, False, (step,)), ((1, 1),), False, 2)
    assert (told["steps"], told["cards"]) == ([], case_cards(step, 2))
    told = proof_answer(analyze(Position.parse("mines 1\n1#")), (0, 1))
    assert told["steps"] == []
    assert "Click" not in told["text"]


def test_a_second_click_on_a_cell_tells_the_first_step_and_the_last_click_all_again():
    editor = Editor(PAIR)
    texts = []
    for _ in range(4):
        editor.do("why", cell=2)
        texts.append(editor.state["caption"]["text"])
    assert texts[0].endswith("Click the cell again for the two steps.")
    assert texts[1].startswith("1 of 2: ")
    assert texts[2].startswith("2 of 2: ")
    assert texts[3] == texts[0]
    editor.do("why", cell=0)
    assert not editor.state["caption"]["text"].startswith("1 of")


def test_a_hint_names_the_clues_then_the_first_step_then_the_rest():
    playground = Playground("expert", seed=10)
    playground.do("open", cell=0)
    for _ in range(200):  # until a proof has more than one step
        hints = ["Ask again"]
        while "Ask again" in hints[-1]:
            playground.do("hint")
            hints.append(playground.state["caption"]["text"])
        del hints[0]
        if len(hints) > 2:
            break
        safe = playground.session.analysis().safe
        assert safe.any(), "the seed has no such proof: choose another"
        playground.do("open", cell=int(safe.ravel().argmax()))
    assert hints[0].startswith("Look at ")
    assert hints[1].startswith("1 of ")
    assert "safe" in hints[-1]
    assert f"{len(hints) - 1} of {len(hints) - 1}: " in hints[-1]
    assert "Ask again for the next step." in hints[1]
