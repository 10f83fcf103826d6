"""The words of every event: complete, grammatical, short and honest."""

import itertools
import typing
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minevis as mv
from minevis.solver import events as ev
from minevis.solver.proofs import steps as pr
from minevis.utils.formatting import big_number, exact_number, number_word, percent, quantity
from minevis.words.captions import caption, chain_caption, question_about
from minevis.words.events import badge
from minevis.words.events.guesses import REASONS
from minevis.words.proof_captions import asked_about, statements
from minevis.words.wording import COORDINATES, Letters
from positions import GOLDEN
from strategies import STRATEGIES, proofs

KINDS = typing.get_args(ev.Event)
A, B, C, D = (1, 2), (1, 3), (4, 7), (4, 8)
NEED = pr.Need(C, 2, 2, (A, B, (9, 9)))
PAIR = (NEED, pr.Overlap(C, 2, 2, D, 1, 1, (A, (9, 9)), (B,), (), "1-2"))
TOGETHER = (NEED, pr.Overlap(C, 1, 1, D, 1, 1, (B, (9, 9)), (), (A,), "1-1"))
REFUTED = (pr.Suppose(A, True), pr.Count(C, 1, 0, (B,), 1), pr.Broken(D, 3, 2, ((9, 9),), 1))
LEFT = (pr.MinesLeft(2, (C, D), 2, (), (A, B), False),)
WAYS = (pr.Cases((C, D), ((A,), (B,)), ((1, 0),), 3, None, (A,), True),)


def weighed(*options, exact=False):
    """A guess of the player `best` that picked the first of `options`."""
    told = tuple(ev.Option(*option, exact=exact) for option in options)
    return ev.Guessed(told[0].cell, "best", told[0].risk, (told[0].cell,), (C,), None, True, told)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_event_has_a_badge_and_a_caption(kind):
    @given(STRATEGIES[kind])
    def check(event):
        text, label = caption(event), badge(event)
        assert 0 < len(text) <= 165, text
        assert (text[0].isupper(), text[-1]) == (True, ".")
        named = getattr(event, "player", "")  # a name may have any word
        for wrong in ("  ", "{", "#", "closed", "tile", "square"):
            assert wrong not in text.replace(named, "you").lower(), text
        assert label == label.upper() != ""
        assert len(label) <= 10

    check()


@pytest.mark.parametrize("guess", [*sorted(REASONS), "uniform"])
@pytest.mark.parametrize("exact", [True, False])
def test_the_longest_words_of_a_guess_fit_two_lines(guess, exact):
    far, under_one, over_99 = (499, 499), 0.001, 0.9961
    picked = ev.Option(far, over_99, 0.3, over_99, exact)
    other = ev.Option((498, 499), 0.0, 0.1, 0.0, exact)
    options = ((), (picked,), (picked, other))
    chances = (under_one, over_99), (None, over_99)
    for ties, told, risk, zero in itertools.product(range(40), options, *chances):
        cells = (*((0, column) for column in range(ties)), far)
        text = caption(ev.Guessed(far, guess, risk, cells, (), zero, exact, told))
        assert len(text) <= 165, text


# In pairs of lines: an event, in the names of this module, and its caption.
SAID = (GOLDEN / "captions.txt").read_text("utf-8").strip().split("\n\n")


OUTSIDE = tuple((8, column) for column in range(5))
APART = tuple((0, 4 * number) for number in range(5))  # clues that share no cell
SAFE_A = ev.Counted(C, 1, 0, 1, (A,), False)
PROVED_A = ev.Proved((A,), False, (C,), False)
OPENED_A = ev.Opened(A, (A,), (1,))
GUESS_A = ev.Guessed(A, "edges", 0.2, (A,), (C,), None, True)
REGION = ev.Opened(B, (B, (0, 3), (0, 4)), (0, 1, 1))


@pytest.mark.parametrize(
    ("chain", "said"),
    [
        ((OPENED_A, REGION), "4 of 15 cells open."),
        ((SAFE_A, OPENED_A), "Counting: 4 of 15 cells open."),
        (
            (SAFE_A, OPENED_A, PROVED_A, GUESS_A, REGION),
            "Counting, one proof and one guess: 4 of 15 cells open.",
        ),
        ((PROVED_A,), "One proof: 1 cell is proven safe."),
        ((replace(SAFE_A, mined=True), PROVED_A), "Counting and one proof: 1 cell is proven safe."),
        ((replace(SAFE_A, mined=True),), "Counting: 3 of 5 mines found."),
        ([ev.Flagged((cell,), proven=False) for cell in (B, A)], "3 of 5 mines found."),
        (
            (ev.Tried((A,), 1, 1), ev.Tried((B,), 1, 1), ev.SolutionFound((1,), 1)),
            "A search: 2 tries, 0 dead ends, 1 configuration.",
        ),
    ],
)
def test_a_chain_tells_its_reasons_and_how_far_it_came(chain, said):
    view = np.full((4, 5), -1)
    view[0, :4], view[3, :2] = (1, 1, 1, 1), -2
    safe, mined = np.zeros((4, 5), bool), np.zeros((4, 5), bool)
    safe[1, 1] = mined[1, 2] = True
    after = replace(mv.Trace([ev.Started(4, 5, 5, "exact")])[0], view=view, safe=safe, mined=mined)
    assert chain_caption(chain, after) == said


@pytest.mark.parametrize("pair", SAID, ids=lambda pair: pair.partition("(")[0])
def test_sentences(pair):
    event, said = pair.split("\n")
    assert caption(eval(event)) == said


@given(proofs)
def test_statements_fit_two_lines_with_coordinates_and_with_letters(proof):
    for names in (COORDINATES, Letters()):
        told = statements(proof, names)
        assert told == caption(proof).splitlines() or names.lettered or not proof.steps
        for text in told:
            assert 0 < len(text) <= 165
            begins = text[0].isupper() or text[0].isdigit()
            assert begins or (names.lettered and text[0] == "(")  # the letters have run out
            assert text.endswith(".")


def test_badges_tell_a_win_from_a_loss_and_what_is_no_event_has_no_words():
    assert badge(ev.Finished(True, ())) == "WON"
    assert badge(ev.Finished(False, ())) == "LOST"
    assert badge(ev.Counted(C, 2, 2, 2, (A, B), True)) == "COUNT"
    with pytest.raises(TypeError, match="not an event"):
        caption("opened")
    said = caption(ev.Guessed(A, "likely_zero", 0.25, (A,), (C,), 0.0, True))
    assert said.endswith("in 25 % of the layouts that fit. No cell is safer.")
    told = caption(mv.analyze(mv.Position.parse("1F\n##", mines=1)).proof((0, 1)))
    assert told == "Cell (0, 1) has a flag, which is trusted."


def test_numbers_counts_and_shares():
    numbers = {0: "0", -3: "−3", 589_680: "589,680", 9_999_999: "9,999,999", 10**7: "1.0 × 10⁷"}
    numbers |= {99_499_999: "9.9 × 10⁷", 99_500_000: "1.0 × 10⁸", -25 * 10**9: "−2.5 × 10¹⁰"}
    numbers |= {10**1000 - 1: "1.0 × 10¹⁰⁰⁰", 10**60_000 - 1: "1.0 × 10⁶⁰⁰⁰⁰"}
    assert {number: big_number(number) for number in numbers} == numbers
    assert exact_number(10**6000) == "1" + ",000" * 2000
    assert [number_word(n) for n in (0, 1, 10, 11, 2000)] == ["no", "one", "ten", "11", "2,000"]
    assert [quantity(n, "cell") for n in (0, 1, 2)] == ["0 cells", "1 cell", "2 cells"]
    assert [quantity(n, "guess", "guesses") for n in (1, 12_345)] == ["1 guess", "12,345 guesses"]
    assert quantity(10**5000, "layout") == "1.0 × 10⁵⁰⁰⁰ layouts"
    said = {0.0: "0", 1e-300: "under 1", 0.00499: "under 1", 0.005: "1", 0.09: "9", 0.125: "13"}
    said |= {0.9949: "99", 0.995: "over 99", 1 - 1e-12: "over 99", 1.0: "100"}
    assert {chance: percent(chance) for chance in said} == {c: f"{said[c]} %" for c in said}


@given(st.integers(10**7, 10**4000))
def test_a_big_number_is_off_by_at_most_half_of_its_last_digit(n):
    mantissa, power = big_number(n).split(" × 10")
    exponent = int("".join(str("⁰¹²³⁴⁵⁶⁷⁸⁹".index(digit)) for digit in power))
    last = 10 ** (exponent - 1)
    assert 2 * abs(n - int(mantissa.replace(".", "")) * last) <= last


@given(st.floats(0, 1))
def test_only_certainties_read_as_none_or_all(chance):
    assert (percent(chance) == "0 %") == (chance == 0)
    assert (percent(chance) == "100 %") == (chance == 1)


def test_of_many_cells_six_are_named_and_the_one_asked_about():
    row = tuple((1, column) for column in range(7))
    last = pr.Count((3, 1), 1, 1, tuple((4, column) for column in range(7)))
    proof = pr.Proof(last.among, True, (pr.Count((0, 3), 1, 0, row), pr.Count((2, 5), 2, 0, ())))
    assert statements(proof)[0].endswith(": (1, 4), (1, 5), (1, 6) and four more are safe.")
    asked = asked_about(pr.Proof(last.among, True, (last,)), (4, 4))
    assert caption(asked).endswith(": (4, 4), (4, 0), (4, 1) and four more are mines.")
    event = ev.Proved(asked.cells, True, asked.clues, False, asked)
    assert caption(event) == caption(asked)
    six = ((2, 1), (0, 0), (1, 0), (2, 0), (0, 1), (0, 2))
    told = "(0, 0), (0, 1), (0, 2), (1, 0), (2, 0) and (2, 1) are safe."
    assert caption(pr.Proof(six, False, (pr.Count((1, 1), 1, 0, six),))).endswith(f": {told}")
    wide = tuple((100, 100 + column) for column in range(6))
    step = pr.MinesLeft(6, ((0, 0),), 0, (), wide, True)
    assert "three more" in caption(pr.Proof(wide, True, (step,)))


BESIDE = (pr.Count((4, 6), 1, 1, ((3, 6),)), pr.Count((4, 8), 1, 1, ((3, 8),)))
ENDED = pr.Count(C, 3, 0, ((5, 7), (5, 8)))


def by_pattern(*columns):
    return pr.Overlap(C, 2, 2, D, 1, 1, (), tuple((3, column) for column in columns), (), "1-2")


@pytest.mark.parametrize(
    ("steps", "begins"),
    [
        ((*BESIDE, ENDED), "As (3, 6) and (3, 8) are mines, the 3 at (4, 7) has"),
        (
            (by_pattern(6, 8), ENDED),
            "As (3, 6) and (3, 8) are mines (pattern 1-2), the 3 at (4, 7)",
        ),
        (
            (by_pattern(6), *BESIDE[1:], ENDED),
            "As (3, 8) and, by pattern 1-2, (3, 6) are mines, the 3 at (4, 7) has",
        ),
        ((*BESIDE, pr.Count(C, 8, 0, ((10**45, 0), (10**45, 1)))), "The 8 at (4, 7) has"),
    ],
)
def test_a_summary_names_what_it_builds_on_or_leaves_it_out(steps, begins):
    proof = pr.Proof(steps[-1].safe, False, steps)
    assert caption(ev.Proved(proof.cells, False, proof.clues, False, proof)).startswith(begins)


@pytest.mark.parametrize(
    ("event", "asked"),
    [
        (GUESS_A, "Nothing is safe. Which cell would you open?"),
        (replace(GUESS_A, exact=False), "No safe cell is known. Which cell would you open?"),
        (replace(GUESS_A, risk=None), "No safe cell is known. Which cell would you open?"),
        (SAFE_A, "At least one cell here is safe. Which one, and why?"),
        (
            ev.Proved((A, B), True, (C,), False),
            "At least two cells here are mines. Which ones, and why?",
        ),
    ],
)
def test_a_film_begins_with_a_question_that_does_not_tell_the_answer(event, asked):
    assert " ".join(question_about(event)) == asked
