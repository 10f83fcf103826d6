"""Boards: seeds that mean the same for ever, safe zones, words, text and 3BV."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import minevis as mv
import naive
from minevis.errors import BoardFormatError
from minevis.game.board import LEVELS, Board, safe_zone
from minevis.utils.lettering import letter_mask

masks = hnp.arrays(bool, hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=8))
SMALL_LAST_SEED = """\
...*...
.*..**.
*..*.*.
....*.*"""


def test_seeds_and_words_mean_the_same_boards_for_ever():
    assert str(Board.random(height=4, width=7, mines=9, seed=2**64 - 1)) == SMALL_LAST_SEED
    for board, begins in (
        (Board.random("beginner", seed=0), "56916788f8b08bc31ebc"),
        (Board.random("beginner", seed=1, first=(0, 0), safe_radius=1), "d364672a18147f7b6de7"),
        (Board.random("expert", seed=10, first=(0, 0)), "cec0d8760f79991280d3"),
        (Board.word("Hi", seed=3), "db0975eb4a39878d92b2"),
    ):
        assert hashlib.sha256(str(board).encode()).hexdigest()[:20] == begins


@pytest.mark.parametrize(("name", "sizes"), LEVELS.items())
def test_levels(name, sizes):
    board = Board.random(name, seed=5)
    assert (board.height, board.width, board.mines) == sizes
    assert board == Board.random(sizes, seed=5)
    assert board != Board.random(sizes, seed=6)


@st.composite
def requests(draw):
    """Sizes, a first click and a radius that leave room for the mines."""
    height, width = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    first = (draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1)))
    radius = draw(st.none() | st.integers(0, 3))
    free = height * width - int(safe_zone((height, width), first, radius).sum())
    return (height, width, draw(st.integers(0, free))), first, radius


@given(requests(), st.integers(0, 2**64 - 1))
def test_mines_lie_outside_the_safe_zone_and_all_are_placed(wanted, seed):
    sizes, first, radius = wanted
    board = Board.random(sizes, seed=seed, first=first, safe_radius=radius)
    assert (board.height, board.width, board.mines) == sizes
    if radius is not None:
        for cell in np.argwhere(board.mined).tolist():
            assert max(abs(cell[0] - first[0]), abs(cell[1] - first[1])) > radius
    if radius is not None and radius >= 1:
        assert board.clues[first] == 0


def test_every_cell_is_mined_equally_often():
    often = sum(Board.random((5, 5, 5), seed=seed).mined.astype(int) for seed in range(2000))
    assert often.sum() == 10_000
    assert np.abs(often - 400).max() < 90  # five standard deviations


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"level": "easy"}, "unknown level 'easy': choose from beginner"),
        ({"level": (9, 9)}, r"\(9, 9\): a level is a name or"),
        ({"level": (9, 9, 1.5)}, "a level is a name or"),
        ({"level": (0, 9, 0)}, "0×9 cells: both sides must be at least 1"),
        ({"level": (10**6, 10**6, 1)}, "a board of 1000000×1000000 cells: at most 100,000,000"),
        ({"level": (9, 9, 82)}, "82 mines do not fit on 9×9 cells: 0 to 81 do"),
        ({"level": (9, 9, -1)}, "-1 mines"),
        ({"level": "beginner", "mines": 3}, "not both"),
        ({"height": 9, "width": 9}, "give a level, or all of"),
        ({"level": (3, 3, 9), "first": (1, 1)}, "with a safe zone of 1 cell the 3×3 board holds 8"),
        ({"level": (4, 4, 8), "first": (1, 1), "safe_radius": 1}, "board holds 7 at most"),
        ({"level": (3, 3, 1), "first": (3, 0)}, r"first click \(3, 0\) is outside: the board is"),
        ({"level": (3, 3, 1), "first": (-1, 0)}, "is outside"),
        ({"level": (3, 3, 1), "first": (0, 0), "safe_radius": -1}, "safe radius -1"),
        ({"level": (3, 3, 1), "first": (0, 0), "safe_radius": True}, "safe radius True"),
        ({"level": (3, 3, 9), "safe_radius": 5}, "safe radius 5: there is no first click that"),
    ],
)
def test_what_cannot_be_drawn_is_named(options, told):
    with pytest.raises(BoardFormatError, match=told):
        Board.random(**options)


@given(masks)
def test_text_round_trips(mined):
    board = Board(mined)
    assert Board.parse(str(board)) == board
    assert hash(Board.parse(str(board))) == hash(board)
    indented = "\n\n" + "\n".join(f"   {row} " for row in str(board).splitlines()) + "\n"
    assert Board.parse(indented) == board


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the text contains no board"),
        (" \n \n", "the text contains no board"),
        ("..\n.", "row 1 has 1 cell, row 0 has 2: '.'"),
        ("..\n\n..", "row 1 has 0 cells"),
        (".x", r"row 0: 'x' is none of \* \. @"),
    ],
)
def test_text_that_is_no_board(text, told):
    with pytest.raises(BoardFormatError, match=told):
        Board.parse(text)


def test_a_mine_is_true_or_one_on_a_board_of_two_sides():
    rest = {"-1": [[-1, 1, 0]], "0.2": [[0.2, 1]], "nan": [[1, np.nan]], "None": None}
    for wrong, mined in {"'\\*..'": "*..", **rest}.items():
        with pytest.raises(BoardFormatError, match=f"^{wrong}: a mine is True or 1"):
            Board(mined)
    assert Board([[1, 0]]) == Board([[1.0, 0.0]]) == Board(np.array([[True, False]], object))
    for mined in (np.zeros(3, bool), np.zeros((0, 4), bool), np.zeros((2, 2, 2))):
        with pytest.raises(BoardFormatError, match="a board is"):
            Board(mined)
    ragged = [[1], [1, 0]]
    for made in (Board, lambda given: Board([[True]], given), lambda given: mv.Position(given, 1)):
        with pytest.raises(BoardFormatError, match="^rows of different lengths"):
            made(ragged)


def test_a_board_cannot_be_changed_and_has_a_readable_repr():
    mined = np.zeros((2, 2), bool)
    board = Board(mined)
    mined[0, 0] = True
    assert board.mines == 0
    with pytest.raises(ValueError, match="read-only"):
        board.mined[0, 0] = True
    assert repr(Board.parse("*..\n...")) == "<Board 2×3, 1 mine, 3BV 2>"


@given(masks)
def test_clues(mined):
    board = Board(mined)
    mines = set(map(tuple, np.argwhere(mined).tolist()))
    for cell in np.ndindex(mined.shape):
        assert board.clues[cell] == naive.count_around(mines, cell, *mined.shape)


@given(masks)
def test_3bv_is_the_number_of_clicks_that_open_all(mined):
    assert Board(mined).three_bv == naive.clicks_to_win(mined.tolist())


@pytest.mark.parametrize("word", ["HELLO", "Hi", "mines weeper", "É"])
def test_no_scattered_mine_lies_within_two_cells_of_a_word(word):
    board = Board.word(word, seed=1)
    scattered = board.mined & ~board.letters
    assert scattered.any()
    assert (board.mined >= board.letters).all()
    for row, col in np.argwhere(board.letters).tolist():
        assert not scattered[max(row - 2, 0) : row + 3, max(col - 2, 0) : col + 3].any()


def test_words_round_trip_with_their_letters_one_free_column_apart():
    board = Board.word("OK", seed=2)
    read = Board.parse(str(board))
    assert read == board
    assert np.array_equal(read.letters, board.letters)
    with pytest.raises(BoardFormatError, match=r"^a letter at \(0, 1\): only mines spell a word"):
        Board([[True, False]], [[True, True]])
    assert str(Board([[True, False]], [[True, False]])) == "@."
    free = ~letter_mask("HELLO").any(axis=0)
    assert free.sum() == len("HELLO") - 1
    assert not (free[1:] & free[:-1]).any()
    free = "".join("." if column else "#" for column in ~letter_mask("I I").any(axis=0))
    assert free == "#...#"
    board = Board.word("A", height=30, width=40, mines=0, seed=1)
    assert board.shape == (30, 40)
    assert np.array_equal(board.mined, board.letters)
    rows, cols = np.nonzero(board.letters)
    assert abs(rows.min() - (29 - rows.max())) <= 1
    assert abs(cols.min() - (39 - cols.max())) <= 1
    trace = mv.play(Board.word("HELLO", seed=16), first=(0, 0))
    assert trace.won
    assert trace.guesses == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"text": ""}, "no letters to write"),
        ({"text": "   "}, "no letters to write"),
        ({"text": "地雷"}, "no letter '地'"),
        ({"text": "HELLO", "width": 10}, "too small"),
        ({"text": "A", "mines": 10**6}, "1000000 mines"),
        ({"text": "A", "mines": "a"}, "'a'"),
        ({"text": "A", "height": 0}, "^height=0: it must be an integer of 1 or"),
        ({"text": "A", "width": 20.5}, "^width=20.5: it must be an integer of 1 or"),
    ],
)
def test_words_that_cannot_be_written(arguments, told):
    with pytest.raises(ValueError, match=told):
        Board.word(**arguments)
