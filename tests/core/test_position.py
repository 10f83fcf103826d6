"""Positions: values that read as text, and round-trip."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from minevis.core.errors import BoardFormatError
from minevis.core.position import Position, ViewCode

shapes = hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=8)
views = hnp.arrays(np.int8, shapes, elements=st.integers(ViewCode.EXPLODED, 8))


@given(views, st.data())
def test_positions_round_trip_as_text(view, data):
    position = Position(view, data.draw(st.integers(0, view.size)))
    again = Position.parse(str(position))
    assert again == position
    assert hash(again) == hash(position)
    bare = "\n".join(str(position).splitlines()[1:])
    assert Position.parse(bare, position.mines) == position
    assert Position.parse(str(position), mines=position.mines) == position


@given(views)
def test_masks_of_a_position_are_apart_and_cover_it(view):
    position = Position(view, 0)
    together = position.opened.astype(int) + position.covered + position.marked
    assert (together == 1).all()
    assert position.mines_left == -int((view < ViewCode.COVERED).sum())
    bare = position.unflagged()
    assert not (bare.view == ViewCode.FLAGGED).any()
    assert np.array_equal(bare.view != view, view == ViewCode.FLAGGED)


@pytest.mark.parametrize(
    ("text", "mines", "told"),
    [
        ("", 1, "no board"),
        ("#1", None, "how many mines"),
        ("mines 2\n#1", 1, "but the text says 2: leave mines .* out, or change the text"),
        ("mines 3\n#1", None, "3 mines on 2 cells: it must be 0 to 2"),
        ("#1", -1, "-1 mines"),
        ("#9", 1, "row 0: '9' is none of"),
        ("##\n#", 1, "row 1 has 1 cell, row 0 has 2"),
        ("mines 2", None, "no board"),
        ("##", 1.5, "mines=1.5: it must be a whole number"),
        ("##", "1", "mines='1': it must be a whole number"),
    ],
)
def test_text_that_is_no_position(text, mines, told):
    with pytest.raises(BoardFormatError, match=told):
        Position.parse(text, mines)


def test_a_number_of_mines_from_numpy_is_one_of_python():
    position = Position([[1, -2, -2]], np.uint8(1))
    assert position.mines_left == -1  # in a byte it would be 255
    assert type(position.mines) is int


@pytest.mark.parametrize(
    "view", [[[9]], [[-4]], [1], [[]], [[300]], [[0.5, 1]], [[True]], [["1"]], [[None]]]
)
def test_views_that_cannot_be(view):
    with pytest.raises(BoardFormatError):
        Position(np.array(view), 0)


def test_true_is_no_number_of_mines():
    with pytest.raises(BoardFormatError, match="^mines=True: it must be a whole number$"):
        Position([[-1]], True)


@pytest.mark.parametrize("shape", [(0, 3), (2.5, 2), (3,), "xy"])
def test_a_fresh_position_has_a_size_that_boards_have(shape):
    with pytest.raises(BoardFormatError):
        Position.fresh(shape, 1)
