import pickle
from contextlib import suppress
from hashlib import sha1
from itertools import groupby

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minevis import Board, BoardFormatError, Position
from minevis.game.codes import BASE_62, RUNS, mines_of_code
from minevis.game.position import ViewCode
from positions import positions, rows_of

TOOLLIB = {-1: 10, -2: 11}


@settings(max_examples=100)
@given(positions(max_cells=30))
def test_a_position_is_the_same_in_every_notation(position):
    view, mines = position.view, position.mines
    if (view == ViewCode.EXPLODED).any() or not (view < 0).any():
        return
    texts = [
        f"mines {mines}\n{view}",
        f"{mines} mines\n{view.tolist()}",
        "\n".join(str(position).splitlines()[1:]),
        "\n".join("  ".join(row) for row in str(position).splitlines()[1:]),
    ]
    if view.shape[1] > 1:  # one column between bars may be three
        rows = str(position).splitlines()[1:]
        texts.append("\n".join(f"| {' | '.join(row)} |" for row in rows))
    if view.shape[1] != len(str(mines)):
        texts.append(f"{mines}\n" + "\n".join(str(position).splitlines()[1:]))
    for text in texts:
        assert np.array_equal(Position.parse(text).view, view), text
        assert Position.parse(text).mines in (mines, None)
    codes = [[TOOLLIB.get(code, code) for code in row] for row in view.tolist()]
    if (view == ViewCode.COVERED).any():
        assert Position(codes, mines) == position
    if not (view == ViewCode.FLAGGED).any():
        assert Position(np.where(view < 0, np.nan, view), mines) == position


@pytest.mark.parametrize(
    ("text", "plain", "mines"),
    [
        *rows_of("notations_read"),
        (["01#", "01#"], "01#\n01#", None),
        ([[0, 1, -1], [0, 1, None]], "01#\n01#", None),
        ([["0", "1", "#"], ["0", "1", "#"]], "01#\n01#", None),
    ],
)
def test_marks_of_other_people_are_read(text, plain, mines):
    assert Position.parse(text) == Position.parse(plain, mines=mines)


def test_long_rows_that_numpy_breaks_are_whole_and_left_out_cells_are_named():
    view = np.full((16, 30), -1, np.int8)
    view[0, 0] = 3
    assert len(str(view).splitlines()) > 16
    assert Position.parse(f"mines 99\n{view}") == Position(view, 99)
    with pytest.raises(BoardFormatError, match=r"'\.\.\.' leaves out cells"):
        Position.parse(str(np.full((60, 60), -1)))


def jsminesweeper(view, mines):
    """A link as JSMinesweeper writes it, its clues less the flags around them."""
    alphabets, start = {}, 0
    for mark, size in RUNS.items():
        alphabets[mark], start = BASE_62[start : start + size], start + size
    height, width = view.shape
    cells = ""
    for (row, col), code in np.ndenumerate(view):
        near = view[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
        cells += {-1: "H", -2: "F"}.get(code) or str(code - (near == -2).sum())
    code = "".join(
        BASE_62[number // 62**place % 62]
        for number, places in ((width, 2), (height, 2), (mines, 4))
        for place in reversed(range(places))
    )
    for mark, run in groupby(cells):
        count, letters, base = len(list(run)), "", len(alphabets[mark])
        if base == 1:
            letters, count = alphabets[mark] * count, 0
        while count:
            letters, count = alphabets[mark][count % base] + letters, count // base
        code += letters
    return f"https://davidnhill.github.io/JSMinesweeper/index.html?board={width}&analysis={code}"


@settings(max_examples=100)
@given(positions(max_cells=60))
def test_links_of_jsminesweeper_are_read(position):
    view = position.view
    if (view == ViewCode.EXPLODED).any():
        return
    for (row, col), code in np.ndenumerate(view):
        near = view[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
        if 0 <= code < (near == ViewCode.FLAGGED).sum():
            return  # such a position has no link
    assert Position.parse(jsminesweeper(view, position.mines)) == position


@pytest.mark.parametrize(
    "code", ["", "ab", "zzzzaaaa", "acacaaab9", "acac9999zzzzzzzzzzzzzzzz", "é" * 9]
)
def test_damaged_links_are_named(code):
    with pytest.raises(BoardFormatError, match="not what JSMinesweeper writes"):
        Position.parse(f"https://x.org/?analysis={code}")


@settings(max_examples=50)
@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_links_of_the_zini_calculator_are_read(height, width, data):
    cells = height * width
    bits = data.draw(st.lists(st.booleans(), min_size=cells, max_size=cells))
    padded = "".join("01"[bit] for bit in bits) + "0" * (-cells % 5)
    letters = "".join(
        "0123456789abcdefghijklmnopqrstuv"[int(padded[i : i + 5], 2)]
        for i in range(0, len(padded), 5)
    )
    link = f"https://x.org/calculator/?b={width:02}{height:02}&m={letters}"
    assert Board.parse(link).mined.ravel().tolist() == bits
    for cut in (link.partition("&")[0], link + "0"):
        with pytest.raises(BoardFormatError, match="does not hold a board|letters"):
            Board.parse(cut)


def test_a_game_id_gives_the_board_masked_or_not():
    plain = "5x3:1,2,u8402"  # 1000 0100 0000 001.
    board = Board.parse(plain)
    assert str(board) == "*....\n*....\n....*"
    assert mines_of_code("no code") is None
    for text, rule in (
        ("5x3:1,2,u84", "2 hexadecimal digits: 5×3 cells need 4"),
        ("5x3:5,2,u8402", r"first click \(2, 5\): the board is 3×5"),
    ):
        with pytest.raises(BoardFormatError, match=rule):
            Board.parse(text)


@settings(max_examples=30)
@given(st.integers(3, 20), st.integers(3, 20), st.integers(0, 2**32 - 1))
def test_masked_game_ids_are_read(height, width, seed):
    mined = np.random.default_rng(seed).random((height, width)) < 0.2
    data = bytearray(np.packbits(mined).tobytes())
    half = len(data) // 2
    parts = slice(0, half), slice(half, None)
    for target, source in (parts, parts[::-1]):
        seed_bytes = bytes(data[source])
        blocks = range(-(-len(data[target]) // 20))
        stream = b"".join(sha1(seed_bytes + b"%d" % block).digest() for block in blocks)
        data[target] = bytes(a ^ b for a, b in zip(data[target], stream, strict=False))
        if height * width % 8:
            data[-1] &= 0xFF << (8 - height * width % 8) & 0xFF
    digits = data.hex()[: -(-height * width // 4)]
    board = Board.parse(f"{width}x{height}:0,0,m{digits}")
    assert np.array_equal(board.mined, mined)


def test_boards_are_read_in_the_same_notations():
    board = Board.parse("*..\n..*")
    for text in (
        *("* . .\n. . *", "```\n*..\n..*\n```", "|*|.|.|\n|---|---|---|\n|.|.|*|", "*-_\n__*"),
        "*21\n12*",
        ["*..", "..*"],
        [["*", ".", "."], [".", ".", "*"]],
        [[True, False, False], [False, False, True]],
        np.array([[1, 0, 0], [0, 0, 1]]),
        *(">!💥!<>!2!<>!1!<\n>!1!<>!2!<>!💥!<", "P1\n# a\n3 2\n100\n001"),
        *("1 0 0\n0 0 1", "2 3\n*..\n..*", "X..\n..X", "#..\n..#", "mxx\nxxm"),
        "+---+\n|*··|\n|··*|\n+---+",
    ):
        assert Board.parse(text) == board, text
    assert Board.parse("1*1") == Board.parse(".*.")  # no size
    with pytest.raises(BoardFormatError, match=r"the 1 at \(0, 1\) has 2 mines around it"):
        Board.parse("*11\n12*")
    with pytest.warns(UserWarning, match="more than one board: the first is read"):
        assert Board.parse("2 3\n*..\n..*\n1 1\n*\n0 0") == board
    with pytest.warns(UserWarning, match="more than one board: the first is read"):
        two = Position.parse("2 3\n1##\n1##\n\n2 2\n#1\n#1\n0 0")
    assert two == Position.parse("1##\n1##")


@pytest.mark.parametrize("wrong", [None, 3, [], [3], {"a": 1}, [["#", "1"], ["1"]]])
def test_what_draws_no_board_is_refused_by_name(wrong):
    for parse in (Position.parse, Board.parse):
        with pytest.raises(BoardFormatError):
            parse(wrong)


def test_equal_values_pickle_alike_and_utf_16_is_read(tmp_path):
    for value, names in (
        (Position.parse("1#\n##", 1), ("covered", "opened", "marked")),
        (Board.parse("*.\n.."), ("clues",)),
    ):
        fresh = pickle.dumps(value)
        for name in names:
            getattr(value, name)
        assert pickle.dumps(value) == fresh
        assert pickle.loads(fresh) == value
    (tmp_path / "board.txt").write_text("1#\n##\n", encoding="utf-16")
    assert Position.load(tmp_path / "board.txt") == Position.parse("1#\n##")


@settings(max_examples=250)
@given(st.text(alphabet="0123#xX?-_ .|+*F!■□\t,[]()\n mines:=Nan%<>htp/&b='é⚑\ufeff", max_size=40))
@example("x,")
@example("|0")
@example("f|")
@example("https://x]?b=1616&m=46")
@example("| 1 | # |\n#| # | # |")
@example("|■ 3")
@example("10\n0 0 1\n0 0 b\n0 0 1")
def test_any_text_is_read_or_refused_by_name(text):
    for parse in (Position.parse, Board.parse):
        with suppress(BoardFormatError):
            assert parse(text).shape > (0, 0)


@settings(max_examples=50)
@given(st.integers(1, 8), st.integers(2, 8), st.data())
def test_spoilers_of_a_board_are_read_back(height, width, data):
    cells = height * width
    bits = data.draw(st.lists(st.booleans(), min_size=cells, max_size=cells))
    board = Board(np.array(bits).reshape(height, width))
    if board.mines:
        assert Board.parse(board.spoilers()) == board
    assert len(Board(np.ones((13, 13), bool)).spoilers()) <= 2_000
