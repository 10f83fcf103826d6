import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from minevis.errors import BoardFormatError
from minevis.game.position import Position, ViewCode

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
        ("mines 2\n#1", 1, "but the text says 2: leave mines .* out, or change the text"),
        ("mines 3\n#1", None, "3 mines do not fit on 2 cells: 0 to 2 do"),
        ("#1", -1, "-1 mines"),
        ("#9", 1, "row 0: '9' is not a mark: '#' is covered, 'F' flagged"),
        ("##\n#", 1, "row 1 has 1 cell, row 0 has 2"),
        ("mines 2", None, "no board"),
        ("1#\n\n1#", 1, "row 1 has 0 cells"),
        ("##", 1.5, "mines=1.5: it must be an integer"),
        ("##", "1", "mines='1': it must be an integer"),
        ("1 #\n1?", 1, "row 1 has 2 cells, row 0 has 3"),
        ("| F | 1 |   |", 1, "' ' may be a covered cell or an opened zero here"),
        ("1 # 9", 1, "row 0: '9' is not a mark"),
        ("F1_", 1, "'_' may be a covered cell or an opened zero here: write '#' or '0'"),
        (
            "mines 1\n. # .\n. . .",
            None,
            "'#' and '.' draw a board, not a position: use Board.parse",
        ),
        ("5x3:1,2,u8402", None, "Board.parse reads that"),
        ("https://example.org/?b=0202&m=g", None, "Board.parse reads that"),
        ("https://example.org/?analysis=ab", None, "analysis= is not what JSMinesweeper writes"),
        ("[[12, 1], [11, 1]]", 1, "'12' is not a code: 0 to 8 is opened, -1 covered"),
        ("1 #\n# # #", 1, "row 1 has 3 cells, row 0 has 2"),
        ("####\n1221\n    ", 1, "row 2: ' ' is not a mark: an opened zero is 0 or .$"),
        ("\n1 # #\n1 # #\n\t\t   \n", 1, r"row 2: '\\t' is not a mark"),
        ("mines 1\n*..\n...", None, "'\\*' and '.' draw a board, not a position: use Board.parse"),
        ("https://x.org/?analysis=9999aaaazzzz", 1, "3,843×3,843 cells: at most 40,000 are read"),
        pytest.param("9" * 5000 + "x3:1,2,u8402", 1, "row 0: '9{40}' is not a code", id="long ID"),
        pytest.param(f"mines {'9' * 5000}\n##", None, "999… mines: .* 9 digits", id="long number"),
        pytest.param(f"{'9' * 5000}\n##", None, "999… mines: .* 9 digits", id="only a long number"),
        ("2x1x1\n1H", 2, "mines=2 was asked, but the text says 1"),
        ("2x1x1\n1x", None, "row 1: 'x' is none of 0 1 2 3"),
    ],
)
def test_text_that_is_no_position(text, mines, told):
    with pytest.raises(BoardFormatError, match=told):
        Position.parse(text, mines)


@pytest.mark.parametrize(
    "text",
    [
        *("mines 2\n.1F\n01#", "mines 2\n01f\n01#", "Mines 2\n01F\n01#", "mines=2\n01F\n01#"),
        *("MINES = 2\n01F\n01#", "mines: 2\r\n01F\r\n01#\r\n", "\ufeffmines 2\n01F\n01#"),
        *("mines 2\n0 1 F\n. 1 #", "mines 2\n0,1,F\n0,1,#", "mines 2\n0|1|F\n0|1|#"),
        *("```\nmines 2\n01F\n01#\n```", "\ufeffmines 2\n ```text\n01F\n01#\n ```\n"),
        "mines 2\n\t0\t1\tF\n\t0\t1\t#\n",
        "mines 2\n    01F\n    01#\n    ",  # an indentation, no row of blanks
        *("3x2x2\n01F\n01H", "\ufeff\n 3x2x2 \n01F\n01H\n", "3x2x2\n01F\n01H\nsaved by a program"),
        *("2\n01F\n01#", "2 mines\n01!\n01x", "mines left: 1\n.1P\n.1?", "2\n. 1 ⚑\n. 1 -"),
        "mines 2\n| 0 | 1 | F |\n|---|---|---|\n|   | 1 | # |",
        *("mines 2\n+---+\n|0|1|F|\n+---+\n|0|1|#|\n+---+", "mines 2\n[[ 0  1 -2]\n [ 0  1 -1]]"),
        "mines 2\n[[0, 1, 11], [0, 1, 10]]",
        *("mines 2\narray([[ 0.,  1., -2.],\n       [ 0.,  1., nan]])", "mines 2\n0 1 F\n0 1 None"),
        "mines 2\n    0   1   2\n0   .   1   F\n1   .   1 50%",
        "mines 2\n   0  1  2\n0  .  1  F\n1  .  1 0%\n\nOpen: (1, 2), which is safe",
        "https://davidnhill.github.io/JSMinesweeper/index.html?analysis=adacaaacc2cS",
    ],
)
def test_what_people_paste_is_read_where_it_can_mean_one_thing_only(text):
    assert Position.parse(text) == Position([[0, 1, -2], [0, 1, -1]], 2)


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
