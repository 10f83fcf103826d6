"""`analyze` against brute force, against the golden positions, and on impossible ones."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
from entailment import constraints, entails, filled
from minevis import ContradictionError, Position, analyze, thoughts
from minevis.errors import IllegalMoveError
from minevis.game.grid import cells_of
from minevis.game.position import ViewCode
from positions import answers, golden, positions


@settings(max_examples=500)
@given(positions(max_cells=16))
def test_everything_equals_brute_force(position):
    chances, layouts = naive.odds(position.view.tolist(), position.mines)
    a = analyze(position)
    assert a.configurations == layouts
    for cell, chance in chances.items():
        if position.view[cell] == ViewCode.EXPLODED:
            continue
        assert Fraction(a.probability[cell]) == Fraction(chance.numerator / chance.denominator)
        assert a.safe[cell] == (chance == 0)
        assert a.mined[cell] == (chance == 1)
    assert np.array_equal(np.isnan(a.probability), (position.view >= 0) | (position.view == -3))


@settings(max_examples=150)
@given(positions(max_cells=14), st.data())
def test_a_wrong_clue_is_a_contradiction_exactly_when_no_layout_fits(position, data):
    opened = np.argwhere(position.opened).tolist()
    assume(opened)
    view = position.view.copy()
    view[tuple(data.draw(st.sampled_from(opened)))] = data.draw(st.integers(0, 8))
    changed = Position(view, data.draw(st.integers(0, view.size)))
    layouts = naive.layouts(view.tolist(), changed.mines)
    if layouts:
        assert analyze(changed).configurations == len(layouts)
        return
    for ask in (analyze, thoughts, partial(thoughts, player="csp")):
        found = contradiction(ask, changed)
        if found is None:  # players stop where they find a safe cell
            assert ask is not analyze
            continue
        assert all(changed.view[clue] >= 0 for clue in found.clues)
        assert not found.clues or not can_all_hold(changed, found.clues)
        assert found.clues or "mine" in str(found)


def contradiction(ask, position):
    """The contradiction that is met, or None."""
    try:
        ask(position)
    except ContradictionError as error:
        return error
    return None


def can_all_hold(position, clues):
    """Whether some layout, of any number of mines, satisfies these clues."""
    covered, marked = cells_of(position.covered), set(cells_of(position.marked))
    return any(filled(covered, constraints(position.view, set(covered), marked, clues)))


@pytest.mark.parametrize("ask", [analyze, thoughts])
@pytest.mark.parametrize(("text", "mines"), [("#1#\n#01\n###", 2), ("#0\n13\nF#", 4)])
def test_clues_behind_what_was_proven_on_the_way_belong_to_a_contradiction(ask, text, mines):
    position = Position.parse(text, mines)
    with pytest.raises(ContradictionError, match="no layout of mines satisfies") as raised:
        ask(position)
    assert not can_all_hold(position, raised.value.clues)
    for spared in raised.value.clues:
        assert can_all_hold(position, [clue for clue in raised.value.clues if clue != spared])


@settings(max_examples=150)
@given(positions(max_cells=14))
def test_the_clues_of_why_suffice_and_none_can_be_spared(position):
    a = analyze(position)
    covered = set(cells_of(position.covered))
    marked = set(cells_of(position.marked))
    for cell in sorted(covered):
        if not (a.safe[cell] or a.mined[cell]):
            with pytest.raises(IllegalMoveError, match="not certain"):
                a.why(cell)
            continue
        clues, total = a.why(cell), a.proof(cell).uses_total
        left = position.mines_left if total else None
        mined = bool(a.mined[cell])
        said = constraints(position.view, covered, marked, clues)
        assert entails(said, covered, cell, mined, left)
        for spared in range(len(clues)):
            fewer = said[:spared] + said[spared + 1 :]
            assert not entails(fewer, covered, cell, mined, left)


def test_golden_positions():
    assert len(golden()) >= 60
    for name, position, entry in golden():
        a = analyze(position)
        assert a.configurations == int(entry["layouts"]), name
        np.testing.assert_allclose(a.probability, answers(entry), 0, 1e-12, err_msg=name)
        assert np.argwhere(a.safe).tolist() == sorted(entry["safe"]), name
        assert np.argwhere(a.mined).tolist() == sorted(entry["mined"]), name
        assert [list(cell) for cell in a.best] == entry["best"], name


def test_published_positions(root):
    a = analyze(Position.load(root / "assets/positions/fourteen_cells.txt"))
    assert a.configurations == 8 + 8 + 28  # one mine in the last row, one, or two of eight
    assert a.probability[0, 0] == 16 / 44
    assert a.probability[7, 7] == (6 * 44 - (5 * 16 + 4 * 28)) / (8 * 44)
    a = analyze(Position.fresh((8, 8), 10))
    assert round(100 * a.zero_probability[3, 3]) == 22
    assert round(100 * a.zero_probability[0, 0]) == 51
    assert a.probability[0, 0] == 10 / 64


@pytest.mark.parametrize("ask", [analyze, thoughts])
@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("mines 2\n#F##\n1111\n0000", True),
        ("mines 3\n#1#F\n#0#1", False),  # it touches none of those at fault
        ("mines 3\n4F\nF#", False),  # nor has the 4 enough without it
    ],
)
def test_a_flag_is_doubted_where_the_clues_hold_without_it(ask, text, doubted):
    with pytest.raises(ContradictionError) as raised:
        ask(Position.parse(text))
    assert (", or a flag is wrong" in str(raised.value)) == doubted


def test_too_few_or_too_many_mines_for_the_clues():
    found = r"2 mines left to find \(3 in all, 1 already flagged, exploded or proven\)"
    for text, mines, told in (
        ("#10\n110\n000", 3, f"^{found}, but there is room for at most 0$"),
        ("1##\n##1", 0, "^0 mines left to find, but the clues ask for at least 1$"),
        ("FF#", 1, "^the board has 1 mine, fewer than the 2 flagged, exploded or proven; the f"),
        ("2F\nFF", 4, r"^the 2 at \(0, 0\) has 1 mine too many around it, or a flag is wrong$"),
        ("0F", 1, r"^the 0 at \(0, 0\) has 1 mine too many around it, or a flag is wrong$"),
        (
            "1",
            1,
            r"^the 1 at \(0, 0\) still needs 1 mine and has no covered cell left to hold it; ",
        ),
        ("2#", 1, r"^the 2 at \(0, 0\) still needs 2 mines and has 1 covered cell left to hold t"),
        ("0#", 1, "^1 mine left to find, but there is room for at most 0$"),
    ):
        with pytest.raises(ContradictionError, match=told):
            analyze(Position.parse(text, mines))


def test_flags_are_trusted_unless_told_otherwise_and_some_cells_have_no_why():
    position = Position.parse("1F\n##", 1)
    assert analyze(position).probability[0, 1] == 1.0
    assert analyze(position).safe[1].all()
    assert analyze(position, trust_flags=False).probability[0, 1] == 1 / 3
    a = analyze(Position.parse("1#\n##", 1))
    with pytest.raises(IllegalMoveError, match="is open"):
        a.why((0, 0))
    with pytest.raises(IllegalMoveError, match=r"outside: the board is \d+×\d+$"):
        a.why((5, 0))
    with pytest.raises(IllegalMoveError, match=r"chance 0\.3333"):
        a.why((0, 1))


def test_an_analysis_has_a_short_repr_and_arrays_of_its_own():
    a = analyze(Position.fresh((200, 200), 8000))
    assert a.configurations > 10**4300  # Python writes out no more digits than these
    assert repr(a) == "<Analysis: 3.8 × 10⁸⁶⁹⁰ layouts, 0 cells safe, 0 mined, 0 components>"
    one = analyze(Position.parse("1#", 1))
    assert repr(one) == "<Analysis: 1 layout, 0 cells safe, 1 mined, 0 components>"
    both = analyze(Position.parse("1##\n###", 1))
    assert repr(both) == "<Analysis: 3 layouts, 2 cells safe, 0 mined, 1 component>"
    told = "<FrontierComponent: 3 cells, 1 clue, 1 box, 3 configurations>"
    assert repr(both.components[0]) == told
    found = analyze(Position.parse("1#", mines=1))
    odds = np.array(found.probability)
    other = replace(found, probability=odds)
    odds[0, 1] = 0.0
    assert other.probability[0, 1] == 1.0


@pytest.mark.parametrize("count", [1.5, -1, "2", None, 10**12, 2**63, True])
def test_no_part_of_a_layout_is_drawn(count):
    found = analyze(Position.parse("mines 1\n1#\n##"))
    with pytest.raises(ValueError, match=rf"count={count!r}: draw 0 to"):
        found.sample(count)
