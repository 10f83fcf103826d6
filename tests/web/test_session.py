from random import Random

import numpy as np
import pytest

import minevis as mv
from minevis.errors import SearchExhaustedError
from minevis.game.grid import cells_of
from minevis.solver import events as ev
from minevis.web.session import Session


@pytest.mark.parametrize("cell", [(0, 0), (4, 4), (8, 3)])
def test_the_first_click_is_protected(cell):
    for seed in range(20):
        session = Session("beginner", seed=seed)
        session.open(cell)
        assert session.position.view[cell] == 0
    board = mv.Board(np.eye(9, dtype=bool))
    session = Session(board)
    session.open((4, 4))
    assert session.game.board.mines == 9
    assert not session.over
    session.back()
    session.open((0, 1))
    assert session.game.board == board  # this time no mine was under the first click


def test_the_first_click_is_not_protected_where_none_is_asked_for():
    for board in ((2, 2, 3), mv.Board.parse("**\n*.")):
        session = Session(board, seed=1, safe_radius=None)
        session.open((0, 0))
        expected = mv.Board.random((2, 2, 3), seed=1) if isinstance(board, tuple) else board
        assert session.game.board == expected
        assert session.game.lost == expected.mined[0, 0]
    session.again()
    session.open((0, 0))
    assert session.game.lost


def test_a_letter_under_the_first_click_moves_as_a_mine_without_one():
    word = mv.Board.word("HI", mines=0)
    session = Session(word)
    cell = tuple(np.argwhere(word.letters)[0].tolist())
    session.open(cell)
    board = session.game.board
    assert (board.mines, board.mined[cell]) == (word.mines, False)
    assert int(board.letters.sum()) == int(word.letters.sum()) - 1
    again = mv.Board.parse(str(board))
    assert again == board
    assert np.array_equal(again.letters, board.letters)


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(("move", "verb"), [("open",) * 2, ("flag",) * 2, ("chord", "chord on")])
def test_a_move_outside_the_board_is_refused_and_none(move, verb, begun):
    session = Session("beginner", seed=4)
    if begun:
        session.open((0, 0))
    for cell in ((100, 0), (-1, -1)):
        with pytest.raises(
            mv.errors.IllegalMoveError, match=rf"^cannot {verb} \({cell[0]}, .*is 9×9$"
        ):
            getattr(session, move)(cell)
    with pytest.raises(TypeError, match="^cell=5: a cell"):
        getattr(session, move)(5)
    assert len(session.moves) == begun
    assert not (session.position.view == -2).any()


def test_taking_back_restores_every_moment_and_another_move_forgets_it():
    session = Session("beginner", seed=4)
    seen = [session.position]
    for cell in ((0, 0), (0, 3), (0, 4)):
        session.open(cell)
        seen.append(session.position)
    session.flag((8, 8))
    for before in reversed(seen):
        session.back()
        assert session.position == before
    session.back()
    assert session.moves == []
    session = Session("beginner", seed=4)
    session.open((0, 0))
    session.flag((8, 8))
    session.back()
    assert len(session.undone) == 1
    session.flag((8, 7))
    assert session.undone == []
    session.back()
    session.begin(5)
    assert session.undone == []


def test_the_player_goes_on_with_wrong_flags_and_begins_beside_one():
    session = Session("beginner", seed=4)
    session.open((0, 0))
    session.flag(
        tuple(np.argwhere(mv.analyze(session.position, trust_flags=False).safe)[0].tolist())
    )
    session.finish()
    assert session.over
    assert session.trace.won is session.game.won
    session = Session("beginner", seed=4)
    session.flag((4, 4))
    session.finish()
    assert session.trace.events[2].cell == (3, 4)  # as near to the middle as (4, 3)
    assert session.trace.start.player == "you, then exact"
    session = Session((1, 2, 1), safe_radius=0)
    session.flag((0, 0))
    session.flag((0, 1))
    before = (len(session.moves), session.position)
    with pytest.raises(mv.errors.IllegalMoveError, match=r"cannot open \(0, 1\): it is flagged"):
        session.finish()
    assert (len(session.moves), session.position) == before
    assert session.by_hand


def test_a_first_click_of_the_player_may_be_all():
    session = Session((3, 3, 8), safe_radius=0)
    session.finish()
    names = [type(event).__name__ for event in session.trace.events]
    assert names == ["Started", "Opened", "Finished"]
    assert (session.trace.start.player, len(session.moves)) == ("exact", 1)
    session.back()
    assert session.by_hand


@pytest.mark.parametrize("board", [(2, 2, 4), mv.Board.parse("**\n**")])
def test_a_board_of_mines_alone_is_refused(board):
    with pytest.raises(mv.BoardFormatError, match="^4 mines on 2×2: one cell must be left"):
        Session(board, safe_radius=None)


def test_a_player_that_fails_leaves_the_game_as_it_was():
    def fails(knowledge):
        raise RuntimeError("no idea")

    session = Session("beginner", seed=4, player=mv.Player(rules=(fails, "search"), name="fails"))
    session.open((0, 0))
    session.flag((8, 8))
    before = (session.position, [*session.moves])
    with pytest.raises(RuntimeError, match="no idea"):
        session.finish()
    assert (session.position, session.moves) == before
    assert session.by_hand


@pytest.mark.parametrize("move", ["open", "chord", "flag"])
def test_a_refused_move_starts_no_clock_and_changes_nothing(move):
    session = Session(position=mv.Position.parse("mines 2\n#1##\n#1##"))
    with pytest.raises(mv.errors.IllegalMoveError, match=r"cannot .* \(0, 1\)"):
        getattr(session, move)((0, 1))
    assert (session.seconds, session.moves) == (0, [])
    session.open(tuple(np.argwhere(session.game.board.mined)[0].tolist()))
    assert session.over
    with pytest.raises(mv.errors.IllegalMoveError, match="the game is lost"):
        getattr(session, move)((0, 1))
    assert len(session.moves) == 1


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "x"])
def test_a_game_begins_with_what_is_a_seed_and_else_the_old_one_goes_on(seed):
    session = Session("beginner", seed=4.0)
    assert type(session.seed) is int
    session.open((0, 0))
    with pytest.raises(ValueError, match="a seed is an integer"):
        session.begin(seed)
    assert (session.seed, len(session.moves)) == (4, 1)


def test_what_the_player_has_finished_is_nobodys_speed():
    session = Session("beginner", seed=4)
    session.now = iter(range(1000)).__next__
    session.open((0, 0))
    session.finish()
    assert session.game.won
    assert session.trace.start.player == "you, then exact"
    found = mv.review(session.trace, effort="quick")
    assert found.three_bv_per_second is None
    assert found.times() == []
    while not session.by_hand:
        session.back()
    session.flag((8, 8))
    assert session.trace.start.player == "you"
    assert session.trace.clock[-1] > 0
    session.begin(5)
    session.finish()
    assert session.trace.start.player == "exact"


def test_flags_and_chords_are_kept_as_what_they_were():
    session = Session(mv.Board.parse("*.*.\n....\n...."), safe_radius=0)
    session.flag((0, 0))
    session.open((1, 1))
    session.flag((0, 1))
    session.chord((1, 1))
    names = [
        type(event).__name__
        for event in session.trace.events
        if not isinstance(event, ev.OddsFound)
    ]
    assert names == ["Started", "Flagged", "Opened", "Flagged", "Chorded", "Exploded", "Finished"]
    assert session.trace.events[-2] == ev.Exploded((0, 2), (1, 1))
    assert session.trace.events[-1] == ev.Finished(False, (), ((0, 1),))
    assert np.array_equal(session.trace[-1].view, session.position.view)
    session.back()
    session.flag((0, 1))
    assert session.trace.events[-1] == ev.Unflagged(((0, 1),))
    assert session.trace.to_json()
    session.finish()
    assert np.array_equal(session.trace[-1].view, session.position.view)


def test_a_board_without_a_guess_is_dealt_from_the_first_click_on_if_any():
    session = Session("beginner", seed=3, no_guess="overlap")
    session.open((2, 5))
    assert mv.rate(session.game.board, (2, 5)).logic in ("count", "subset", "overlap")
    with pytest.raises(ValueError, match="no_guess='luck'"):
        Session("beginner", no_guess="luck")
    with pytest.raises(ValueError, match="on a level"):
        Session(mv.Board.parse("*."), no_guess="count")
    session = Session((3, 3, 8), safe_radius=0, no_guess="count")
    session.no_guess = "no logic"
    with pytest.raises(ValueError, match="unknown logic"):
        session.open((1, 1))
    assert session.moves == []


def state_of(session):
    """All that a player sees of a session, and its trace."""
    return session.position, session.trace, [*session.moves], session.over


def _states_from(session, count):
    """The states after each move beyond `count`, from a player that has finished the game."""
    states = []
    while len(session.moves) >= count:
        states.insert(0, state_of(session))
        session.back()
    while session.undone:
        session.forward()
    return states


@pytest.mark.parametrize("seed", range(4))
def test_moves_that_were_taken_back_are_made_again_one_by_one(seed):
    session, random = Session("beginner", seed=seed), Random(seed)
    states = [state_of(session)]
    while not session.over and len(session.moves) < 12:
        covered = cells_of(session.position.covered)
        move = session.flag if random.random() < 0.3 else session.open
        move(random.choice(covered))
        states.append(state_of(session))
    if seed == 0 and not session.over:
        session.finish()
        states += _states_from(session, len(states))
    for expected in states[-2::-1]:
        session.back()
        assert state_of(session) == expected
    for expected in states[1:]:
        session.forward()
        assert state_of(session) == expected
    session.forward()
    assert (state_of(session), session.undone) == (states[-1], [])


def test_a_board_that_cannot_do_without_a_guess_is_given_up(monkeypatch):
    tried = []

    def none(level, logic, *, tries, **_):
        tried.append(tries)
        raise SearchExhaustedError(f"none of {tries} boards is solved", "allow more tries")

    monkeypatch.setattr("minevis.web.session.no_guess_board", none)
    rule = "boards is solved: choose fewer mines, a smaller board or another logic$"
    for level in ("beginner", "expert", (50, 50, 500), (100, 100, 3_000), (400, 400, 9)):
        with pytest.raises(SearchExhaustedError, match=rule):
            Session(level, no_guess="search").open((0, 0))
    assert tried == [100_000, 100_000, 3_686, 230, 100]
