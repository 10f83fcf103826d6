"""Positions whose number of mines nobody knows, and flags that may be wrong: by brute force."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from entailment import constraints, entails
from minevis import ContradictionError, Position, analyze, analyze_many
from minevis.game.grid import cells_of
from minevis.game.position import ViewCode
from positions import positions


def all_layouts(view):
    """Every layout that fits, whatever its number of mines: bool [n, H, W]."""
    found = [layout for m in range(view.size + 1) for layout in naive.layouts(view.tolist(), m)]
    return np.array([[cell in layout for cell in np.ndindex(view.shape)] for layout in found])


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
        covered, marked = set(cells_of(position.covered)), set(cells_of(position.marked))
        said = constraints(position.view, covered, marked, a.why(cell))
        assert entails(said, covered, cell, bool(a.mined[cell]))


def test_layouts_are_drawn_as_often_as_they_weigh():
    a = analyze(Position.parse("#1##"), density=0.2)
    drawn = a.sample(4000, seed=1)
    assert (drawn[:, 0, 0] ^ drawn[:, 0, 2]).all()
    assert drawn[:, 0, 3].mean() == pytest.approx(0.2, abs=0.03)
    assert np.array_equal(drawn, a.sample(4000, seed=1))
    assert analyze(Position.parse("#1##"), density=np.float32(0.5)).probability[0, 3] == 0.5


CHANCE, TRUST = "density=.*: a chance of a mine is a number", "trust_flags=.*: it is True or False"
NO_CHANCE = ("0.2", b"1", True, [0.2], 1j, float("nan"), 0, 1e-400)


@pytest.mark.parametrize(
    ("ask", "text", "rule"),
    [
        *((lambda p, d=d: analyze(p, density=d), "#1", CHANCE) for d in NO_CHANCE),
        (lambda p: analyze(p, density=1), "#1", "density=1: a chance"),
        (lambda p: analyze(p, density=0.2), "mines 1\n#1", "it is for an unknown .* has 1 mine$"),
        *((lambda p, t=t: analyze(p, trust_flags=t), "1F", TRUST) for t in ("no", 0, None)),
        (lambda p: analyze_many([p.view], 1, trust_flags=0, progress=False), "1F", TRUST),
    ],
    ids=map(str, range(13)),
)
def test_what_is_no_density_and_no_trust_is_named(ask, text, rule):
    with pytest.raises(ValueError, match=rule):
        ask(Position.parse(text))


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
