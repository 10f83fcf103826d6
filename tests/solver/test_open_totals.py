"""Positions whose number of mines nobody knows, and flags that may be wrong: by brute force."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from minevis import BoardFormatError, ContradictionError, Position, analyze, analyze_many
from minevis.game.grid import neighbour_counts
from minevis.game.position import ViewCode
from positions import positions


def all_layouts(view):
    """Every layout that fits, whatever its number of mines: bool [n, H, W]."""
    found = [layout for m in range(view.size + 1) for layout in naive.layouts(view.tolist(), m)]
    return np.array([[cell in layout for cell in np.ndindex(view.shape)] for layout in found])


def layouts_with(view, clues):
    """Every layout of the covered cells with which just those clues fit."""
    covered = list(zip(*np.nonzero(view == ViewCode.COVERED), strict=True))
    for chosen in product((False, True), repeat=len(covered)):
        layout = view < ViewCode.COVERED
        for cell, mined in zip(covered, chosen, strict=True):
            layout[cell] = mined
        counts = neighbour_counts(layout)
        if all(counts[clue] == view[clue] for clue in clues):
            yield layout


@settings(max_examples=100)
@given(positions(max_cells=12), st.sampled_from([None, 0.1, 0.206, 0.75]))
def test_odds_over_all_totals_equal_brute_force(position, density):
    view = position.view
    layouts = all_layouts(view)
    a = analyze(Position(view), density=density)
    assert a.configurations == len(layouts)
    mines = layouts.sum(axis=1)
    assert dict(a.totals) == {int(m): int((mines == m).sum()) for m in np.unique(mines)}
    chance = Fraction(1, 2) if density is None else Fraction(density)
    ratio = chance / (1 - chance)
    weights = [ratio ** int(m) for m in mines]
    for i, cell in enumerate(np.ndindex(view.shape)):
        if view[cell] not in (ViewCode.COVERED, ViewCode.FLAGGED):
            assert np.isnan(a.probability[cell])
            continue
        share = sum(w for w, layout in zip(weights, layouts, strict=True) if layout[i]) / sum(
            weights
        )
        assert a.probability[cell] == pytest.approx(float(share), rel=1e-12)
        covered = view[cell] == ViewCode.COVERED
        assert a.safe[cell] == (not layouts[:, i].any() and covered)
        assert a.mined[cell] == layouts[:, i].all()


@settings(max_examples=60)
@given(positions(max_cells=12))
def test_what_is_certain_for_any_total_has_a_proof_without_it(position):
    a = analyze(Position(position.view))
    for cell in map(tuple, np.argwhere((a.safe | a.mined) & position.covered).tolist()):
        proof = a.proof(cell)
        assert proof.kind != "mines left"
        assert cell in proof.cells
        assert proof.mined == a.mined[cell]
        fitting = layouts_with(position.view, a.why(cell))
        assert {bool(layout[cell]) for layout in fitting} == {bool(a.mined[cell])}


def test_layouts_are_drawn_as_often_as_they_weigh():
    a = analyze(Position.parse("#1##"), density=0.2)
    drawn = a.sample(4000, seed=1)
    assert (drawn[:, 0, 0] ^ drawn[:, 0, 2]).all()
    assert drawn[:, 0, 3].mean() == pytest.approx(0.2, abs=0.03)
    assert np.array_equal(drawn, a.sample(4000, seed=1))


def test_a_density_is_refused_where_it_makes_no_sense():
    with pytest.raises(ValueError, match="density=1: a chance"):
        analyze(Position.parse("#1"), density=1)
    with pytest.raises(
        ValueError, match="it is for an unknown number of mines, and the position has 1 mine$"
    ):
        analyze(Position.parse("#1", mines=1), density=0.2)


@pytest.mark.parametrize("density", ["0.2", b"1", True, [0.2], 1j, float("nan"), 0, 1e-400])
def test_a_density_that_is_no_chance_is_named(density):
    with pytest.raises(ValueError, match=r"density=.*: a chance of a mine is a number"):
        analyze(Position.parse("#1"), density=density)
    chance = np.float32(0.5)
    assert analyze(Position.parse("#1##"), density=chance).probability[0, 3] == 0.5


@pytest.mark.parametrize("trust_flags", ["no", 0, None])
def test_trust_in_flags_is_true_or_false(trust_flags):
    rule = "trust_flags=.*: it is True or False"
    with pytest.raises(ValueError, match=rule):
        analyze(Position.parse("1F"), trust_flags=trust_flags)
    with pytest.raises(ValueError, match=rule):
        analyze_many([[[1, -2]]], 1, trust_flags=trust_flags, progress=False)


def test_a_position_without_a_total_has_a_text_that_is_read_again(tmp_path):
    position = Position.parse("#1\n1F")
    assert position.mines is None
    assert Position.parse(str(position)) == position
    assert repr(position) == "<Position 2×2, mines unknown, 1 cell covered>"
    assert Position.load(position.save(tmp_path / "a.txt")) == position
    with pytest.raises(BoardFormatError, match="how many mines"):
        position.save(tmp_path / "a.mine")
    assert not (tmp_path / "a.mine").exists()


@settings(max_examples=100)
@given(positions(max_cells=12), st.data())
def test_flags_are_proven_possible_or_wrong_as_brute_force_says(position, data):
    view = position.unflagged().view.copy()
    covered = np.argwhere(view == ViewCode.COVERED)
    if not len(covered):
        return
    which = data.draw(st.sets(st.integers(0, len(covered) - 1), min_size=1, max_size=3))
    bare = naive.layouts(view.tolist(), position.mines)
    for i in which:
        view[tuple(covered[i])] = ViewCode.FLAGGED
    flagged = Position(view, position.mines)
    cells = [tuple(covered[i].tolist()) for i in sorted(which)]
    verdicts = {
        cell: "proven" if all(cell in layout for layout in bare) else
        "possible" if any(cell in layout for layout in bare) else "impossible"
        for cell in cells
    }  # fmt: skip
    wrong = [cell for cell in cells if verdicts[cell] == "impossible"]
    if naive.layouts(view.tolist(), position.mines):
        a = analyze(flagged)
        assert dict(a.flags) == verdicts
        without = analyze(flagged, trust_flags=False)
        certain = (a.safe | a.mined) & flagged.covered
        assert np.array_equal(a.rests_on_flags, certain & ~(without.safe | without.mined))
        return
    with pytest.raises(ContradictionError, match="--ignore-flags") as caught:
        analyze(flagged)
    assert all(str(cell) in str(caught.value) for cell in wrong)
