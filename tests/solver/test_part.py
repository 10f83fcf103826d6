"""Parts of boards: the result counts the cells beyond the cut edges, by brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv
from minevis.game.grid import neighbour_counts

COVERED = -1


@st.composite
def parts(draw):
    """A part of a small board with an unknown ring: its view, the cut edges, and the ring."""
    edges = draw(st.sets(st.sampled_from("tblr"), min_size=1))
    top, bottom, left, right = (int(edge in edges) for edge in "tblr")
    shape = draw(st.sampled_from([(1, 2), (2, 2), (1, 3), (2, 1)]))
    whole = (shape[0] + top + bottom, shape[1] + left + right)
    cells = whole[0] * whole[1]
    mines = np.array(draw(st.lists(st.booleans(), min_size=cells, max_size=cells))).reshape(whole)
    inner = slice(top, top + shape[0]), slice(left, left + shape[1])
    opened = np.array(draw(st.lists(st.booleans(), min_size=cells, max_size=cells))).reshape(whole)
    view = np.where(opened & ~mines, neighbour_counts(mines).astype(np.int8), np.int8(COVERED))
    return view[inner], "".join(sorted(edges)), whole, inner


def fitting(view, whole, inner):
    """Every layout of the part and its ring that fits the clues: bool [n, H, W]."""
    cells = whole[0] * whole[1]
    bits = np.arange(1 << cells)[:, None] >> np.arange(cells) & 1
    layouts = bits.astype(bool).reshape(-1, *whole)
    padded = np.pad(layouts, ((0, 0), (1, 1), (1, 1))).astype(int)
    around = sum(
        padded[:, 1 + down : 1 + down + whole[0], 1 + right : 1 + right + whole[1]]
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down, right) != (0, 0)
    )
    clues = view >= 0
    part = (slice(None), *inner)
    fits = (around[part] == view)[:, clues].all(axis=1) & ~layouts[part][:, clues].any(axis=1)
    return layouts[fits]


@settings(max_examples=80, deadline=None)
@given(parts(), st.sampled_from([0.1, 99 / 480, 0.5]))
def test_odds_of_a_part_equal_brute_force_over_its_ring(part, density):
    view, edges, whole, inner = part
    found = mv.analyze(view, part=edges, density=density)
    layouts = fitting(view, whole, inner)
    mines = layouts.sum(axis=(1, 2))
    weights = (density / (1 - density)) ** mines
    odds = np.tensordot(weights / weights.sum(), layouts[(slice(None), *inner)], 1)
    covered = view == COVERED
    assert found.configurations == len(layouts)
    assert found.probability[covered] == pytest.approx(odds[covered], rel=1e-9)
    assert (found.safe == covered & ~layouts.any(axis=0)[inner]).all()
    assert (found.mined == covered & layouts.all(axis=0)[inner]).all()
    for cell in map(tuple, np.argwhere(found.safe | found.mined).tolist()):
        proof = found.proof(cell)
        assert cell in proof.cells
        assert set(found.why(cell)) <= set(map(tuple, np.argwhere(view >= 0).tolist()))
        assert mv.Proof.parse(proof.to_text()) == proof


def test_a_part_is_read_from_its_letters_and_a_crop_says_that_it_may_be_one():
    with pytest.raises(mv.ContradictionError, match=r"part=True \(--part all\)"):
        mv.analyze("3#", mines=1)
    with pytest.raises(ValueError, match="mines=2: nobody knows how many"):
        mv.analyze("3#", mines=2, part="t")
    found = mv.analyze("mines 2\n3#", part="t")
    assert found.position.mines is None
    assert "A part of a board, cut at the top" in str(found)
    assert found.sample(3, seed=1).shape == (3, 1, 2)
    assert _error("010", part=True).clues
    assert all(0 <= row < 1 and 0 <= col < 3 for row, col in _error("010", part=True).clues)
    assert mv.analyze("1#", part=True) == mv.analyze("1#", part="rlbt", density="expert")
    for wrong in ("", "x", "tx", 1, None, ["t"]):
        with pytest.raises(ValueError, match=r"part=.*it must be True, or letters of 'tblr'"):
            mv.analyze("1#", part=wrong)


def _error(text, **options):
    with pytest.raises(mv.ContradictionError) as raised:
        mv.analyze(text, **options)
    return raised.value
