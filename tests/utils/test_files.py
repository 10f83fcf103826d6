import os
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

import minevis as mv
from minevis.game.codes import view_of_mine_text

shapes = array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=12)
boards = arrays(bool, shapes).map(mv.Board)
views = arrays(np.int8, shapes, elements=st.integers(-2, 8))


@given(boards, st.sampled_from([".txt", ".mbf", ".MBF"]))
def test_boards_round_trip(board, suffix):
    with TemporaryDirectory() as folder:
        path = board.save(Path(folder, f"board{suffix}"))
        assert mv.Board.load(path) == board
        assert os.listdir(folder) == [path.name]


@given(views, st.data())
def test_positions_round_trip(view, data):
    position = mv.Position(view, data.draw(st.integers(0, view.size)))
    with TemporaryDirectory() as folder:
        for name in ("position.txt", "position.mine"):
            assert mv.Position.load(position.save(Path(folder, name))) == position


@given(st.binary(max_size=60), st.sampled_from(["x.txt", "x.mbf", "x.mine"]))
def test_any_bytes_are_read_or_refused_by_name(data, name):
    kind = mv.Position if name == "x.mine" else mv.Board
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        try:
            found = kind.load(path)
        except mv.BoardFormatError as error:
            assert str(error).startswith(f"{path}: ")  # noqa: PT017 - it may also be read
        else:
            assert kind.load(found.save(path)) == found


def test_files_hold_what_their_formats_say(tmp_path):
    path = mv.Board.parse("..*\n...").save(tmp_path / "a.mbf")
    assert list(path.read_bytes()) == [3, 2, 0, 1, 2, 0]
    view, mines = view_of_mine_text("3x2x2\n?HF\n012\n")
    assert (view.tolist(), mines) == ([[-1, -1, -2], [0, 1, 2]], 2)
    large = mv.Position.fresh((1001, 1000), 5)
    assert mv.Position.load(large.save(tmp_path / "large.mine")) == large


@pytest.mark.parametrize(
    ("name", "content", "rule"),
    [
        ("a.mbf", b"", "0 bytes: a board file begins with 4"),
        ("a.mbf", b"\0\1\0\0", "a board of 1×0 cells"),
        ("a.mbf", b"\2\1\0\1\0", "5 bytes: with 1 mines there are 6"),
        ("a.mbf", b"\2\1\0\1\2\0", r"a mine at \(0, 2\): the board is 1×2"),
        ("a.mbf", b"\2\1\0\2\0\0\0\0", r"two mines at \(0, 0\)"),
        ("a.txt", b"*?", r"row 0: '\?' is none of"),
        ("a.txt", b"\xff", "not UTF-8 text"),
        ("a.gif", b"*", r"its name must end with \.txt, \.mbf"),
        ("a.mine", b"", "row 0: '' is not WIDTHxHEIGHTxMINES"),
        ("a.mine", b"2x2x1\nHH", "1 rows of cells below a header of 2x2"),
        ("a.mine", b"2x1x1\nHHH", "row 1 has 3 cells, the header says 2"),
        ("a.mine", b"2x1x1\nH9", "row 1: '9' is none of"),
        ("a.mine", b"2x1x3\nHH", "3 mines do not fit on 2"),
    ],
)
def test_a_damaged_file_is_named_with_the_rule(tmp_path, name, content, rule):
    path = tmp_path / name
    path.write_bytes(content)
    kind = mv.Position if name.endswith(".mine") else mv.Board
    with pytest.raises(mv.BoardFormatError, match=rf"{name}: .*{rule}"):
        kind.load(path)


def test_what_a_file_cannot_hold_is_not_written(tmp_path):
    path = tmp_path / "a.mbf"
    path.write_bytes(b"kept")
    with pytest.raises(mv.BoardFormatError, match=r"a\.mbf: a board of 1×256 cells"):
        mv.Board.random((1, 256, 1)).save(path)
    assert path.read_bytes() == b"kept"
    with pytest.raises(mv.BoardFormatError, match=r"\(0, 0\) has exploded"):
        mv.Position.parse("*", mines=1).save(tmp_path / "a.mine")
    with pytest.raises(mv.BoardFormatError, match="mines=2 was asked, but the text says 1"):
        mv.Position.load(mv.Position.parse("##", mines=1).save(tmp_path / "b.mine"), mines=2)
    with pytest.raises(FileNotFoundError):
        mv.Board.load(tmp_path / "gone.mbf")
