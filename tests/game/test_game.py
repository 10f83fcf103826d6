import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import naive
from minevis.errors import BoardFormatError, IllegalMoveError
from minevis.game.board import Board
from minevis.game.game import Game
from minevis.game.position import Position, ViewCode

shapes = hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=8)
sparse = hnp.arrays(bool, shapes, elements=st.integers(0, 5).map(lambda n: n == 0))
BOARD = Board.parse("*...\n....\n....\n...*")


@given(sparse, st.data())
def test_a_click_opens_what_a_flood_opens(mined, data):
    safe = np.argwhere(~mined).tolist()
    if not safe:
        return
    game = Game(Board(mined))
    start = tuple(data.draw(st.sampled_from(safe)))
    opened = game.open(start)
    assert set(opened) == naive.flood(mined.tolist(), start)
    assert list(opened) == sorted(opened)
    mines = set(map(tuple, np.argwhere(mined).tolist()))
    for cell in np.ndindex(mined.shape):
        count = naive.count_around(mines, cell, *mined.shape)
        assert game.view[cell] == (count if cell in opened else ViewCode.COVERED)


@given(sparse, st.randoms(use_true_random=False))
def test_opening_all_safe_cells_wins_and_no_sooner(mined, random):
    game = Game(Board(mined))
    cells = list(map(tuple, np.argwhere(~mined).tolist()))
    random.shuffle(cells)
    for cell in cells:
        assert not game.won
        assert not game.over
        if game.view[cell] == ViewCode.COVERED:
            game.open(cell)
        if (game.view[~mined] >= 0).all():
            break
    assert game.won
    assert not game.lost


def test_a_flag_stops_the_cascade_where_it_stands_and_no_zero_is_chorded():
    game = Game(BOARD)
    game.flag((2, 0))
    opened = game.open((3, 0))
    assert (2, 0) not in opened
    assert game.view[2, 0] == ViewCode.FLAGGED
    game.flag((2, 0), on=False)
    assert game.open((2, 0))
    assert game.won
    game = Game(Board.parse("...*\n....\n...."))
    game.flag((2, 0))
    game.open((0, 0))
    with pytest.raises(IllegalMoveError, match="it shows '0'"):
        game.chord((0, 0))


def test_nothing_moves_after_a_loss_or_a_win():
    for cell, end in (((0, 0), "lost"), ((3, 0), "won")):
        game = Game(BOARD)
        game.open(cell)
        assert (game.lost, game.won, game.over) == (end == "lost", end == "won", True)
        for move, name in ((game.open, "open"), (game.flag, "flag")):
            with pytest.raises(
                IllegalMoveError, match=rf"cannot {name} \(0, 3\): the game is {end}"
            ):
                move((0, 3))
    assert Game(BOARD).open((0, 0)) == ((0, 0),)


@pytest.mark.parametrize(
    ("text", "flags", "opened", "end"),
    [
        ("*..\n...\n..*", [(0, 0), (2, 2)], 6, "won"),
        ("*..\n...", [(0, 1)], 1, "lost"),  # the flag is wrong: nothing else opens
        ("....*\n.....\n*....", [(2, 0)], None, "won"),
    ],
)
def test_a_chord_opens_the_rest_around_a_clue(text, flags, opened, end):
    game = Game(Board.parse(text))
    game.open((1, 1))
    for flag in flags:
        with pytest.raises(IllegalMoveError, match=r"shows \d and has \d flags? around"):
            game.chord((1, 1))
        game.flag(flag)
    covered = {cell for cell in naive.around((1, 1), *game.shape) if game.view[cell] == -1}
    cells = game.chord((1, 1))
    assert len(cells) == len(set(cells)) == (opened or len(cells))
    assert set(cells) >= covered or end == "lost"
    assert end in repr(game)
    assert (game.view[1, 0] == ViewCode.COVERED) == (end == "lost")


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (lambda game: game.open((4, 0)), r"cannot open \(4, 0\): the board is 4×4"),
        (lambda game: game.open((0, -1)), "the board is 4×4"),
        (lambda game: game.open((1, 1)), r"cannot open \(1, 1\): it shows '1'"),
        (lambda game: game.open((0, 3)), "it shows 'F'"),
        (lambda game: game.flag((1, 1)), r"cannot flag \(1, 1\): it shows '1'"),
        (lambda game: game.flag((0, 3)), "it shows 'F'"),
        (lambda game: game.flag((3, 3), on=False), r"cannot unflag \(3, 3\): it shows '#'"),
        (lambda game: game.chord((3, 3)), r"cannot chord on \(3, 3\): it shows '#'"),
        (lambda game: game.chord((9, 9)), "the board is 4×4"),
    ],
)
def test_moves_against_the_rules(move, told):
    game = Game(BOARD)
    game.open((1, 1))
    game.flag((0, 3))
    before = game.position
    with pytest.raises(IllegalMoveError, match=told):
        move(game)
    assert game.position == before


def test_reprs_are_readable():
    assert repr(Game(BOARD)) == "<Game 4×4, 2 mines, going on>"
    assert repr(Position.fresh((2, 3), 1)) == "<Position 2×3, 1 mine, 6 cells covered>"
    assert repr(Position.parse("#1", 1)) == "<Position 1×2, 1 mine, 1 cell covered>"
    assert repr(Game(Board.parse("*."))) == "<Game 1×2, 1 mine, going on>"


def test_a_game_is_taken_up_where_a_position_stands():
    game = Game(BOARD)
    game.open((0, 1))
    game.flag((0, 0))
    twin = Game.at(BOARD, game.position)
    assert twin.shape == BOARD.shape == game.position.shape
    assert np.array_equal(twin.view, game.view)
    assert not twin.over
    twin.open((0, 3))  # a zero: all else opens
    assert twin.won
    with pytest.raises(BoardFormatError, match=r"at \(0, 1\)"):
        Game.at(BOARD, Position.parse("#2##\n####\n####\n####", mines=2))
    with pytest.raises(BoardFormatError, match="is not a position of"):
        Game.at(BOARD, Position.parse("##", mines=0))
    with pytest.raises(BoardFormatError, match="3 mines, .* is not a position of"):
        Game.at(BOARD, Position(game.view, mines=3))
