import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from minevis.errors import BoardFormatError
from minevis.game.position import Position, ViewCode
from positions import rows_of

shapes = hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=8)
views = hnp.arrays(np.int8, shapes, elements=st.integers(ViewCode.EXPLODED, 8))


@given(views, st.data())
def test_positions_round_trip_as_text_and_in_files(view, data):
    position = Position(view, data.draw(st.none() | st.integers(0, view.size)))
    again = Position.parse(str(position))
    assert again == position
    assert hash(again) == hash(position)
    if position.mines is not None:
        bare = "\n".join(str(position).splitlines()[1:])
        assert Position.parse(bare, position.mines) == position
        assert Position.parse(str(position), mines=position.mines) == position


def test_a_position_without_a_total_is_saved_where_none_is_needed(tmp_path):
    position = Position.parse("#1\n1F")
    assert repr(position) == "<Position 2×2, mines unknown, 1 cell covered>"
    assert Position.load(position.save(tmp_path / "a.txt")) == position
    with pytest.raises(BoardFormatError, match="how many mines"):
        position.save(tmp_path / "a.mine")
    assert not (tmp_path / "a.mine").exists()


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
        *rows_of("notations_refused"),
        pytest.param("9" * 5000 + "x3:1,2,u8402", 1, "row 0: '9{40}' is not a code", id="long ID"),
        pytest.param(f"mines {'9' * 5000}\n##", None, "999… mines: .* 9 digits", id="long number"),
        pytest.param(f"{'9' * 5000}\n##", None, "999… mines: .* 9 digits", id="only a long number"),
    ],
)
def test_text_that_is_no_position(text, mines, told):
    with pytest.raises(BoardFormatError, match=told or None):
        Position.parse(text, mines)


def test_a_number_of_mines_is_a_whole_number_of_any_kind_but_no_truth():
    position = Position([[1, -2, -2]], np.uint8(1))
    assert position.mines_left == -1  # in a byte it would be 255
    assert type(position.mines) is int
    with pytest.raises(BoardFormatError, match="^mines=True: it must be an integer$"):
        Position([[-1]], True)
    assert Position([[-1]], 1.0) == Position.fresh((1, 1), 1.0) == Position([[-1]], np.int64(1))


@pytest.mark.parametrize(
    "view", [[[9]], [[-4]], [1], [[]], [[300]], [[0.5, 1]], [[True]], [["1"]], [[None, "1"]]]
)
def test_views_that_cannot_be(view):
    with pytest.raises(BoardFormatError):
        Position(np.array(view), 0)


@pytest.mark.parametrize("shape", [(0, 3), (2.5, 2), (3,), "xy"])
def test_a_fresh_position_has_a_size_that_boards_have(shape):
    with pytest.raises(BoardFormatError):
        Position.fresh(shape, 1)
