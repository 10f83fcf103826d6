"""A game by hand: its first click, its moves back and forth, and the player that finishes it."""

from random import Random

import numpy as np
import pytest

import minevis as mv
from minevis.errors import IllegalMoveError, SearchExhaustedError
from minevis.game.grid import cells_of
from minevis.solver import events as ev
from minevis.web.session import Session


def played(*cells, moves="open", **options):
    """A session with some cells opened."""
    session = Session(options.pop("board", "beginner"), **options)
    for cell in cells:
        session.move(moves, cell)
    return session


def test_the_first_click_is_protected_unless_it_is_asked_for():
    for cell in ((0, 0), (4, 4), (8, 3)):
        for seed in range(20):
            assert played(cell, seed=seed).position.view[cell] == 0
    board = mv.Board(np.eye(9, dtype=bool))
    session = played((4, 4), board=board)
    assert (session.game.board.mines, session.over) == (9, False)
    session.back()
    session.move("open", (0, 1))
    assert session.game.board == board  # this time no mine was under the first click
    for board in ((2, 2, 3), mv.Board.parse("**\n*.")):
        session = played((0, 0), board=board, seed=1, safe_radius=None)
        expected = mv.Board.random((2, 2, 3), seed=1) if isinstance(board, tuple) else board
        assert session.game.board == expected
        assert session.game.lost == expected.mined[0, 0]
    session.again()
    session.move("open", (0, 0))
    assert session.game.lost
    word = mv.Board.word("HI", mines=0)
    cell = tuple(np.argwhere(word.letters)[0].tolist())
    board = played(cell, board=word).game.board
    assert (board.mines, board.mined[cell]) == (word.mines, False)
    assert int(board.letters.sum()) == int(word.letters.sum()) - 1


@pytest.mark.parametrize("kind", ["open", "chord", "flag"])
def test_a_refused_move_starts_no_clock_and_changes_nothing(kind):
    session = Session(position=mv.Position.parse("mines 2\n#1##\n#1##"))
    for cell, error, rule in (
        ((100, 0), IllegalMoveError, r"^cannot .* \(100, .*is 2×4$"),
        ((-1, -1), IllegalMoveError, r"^cannot .* \(-1, .*is 2×4$"),
        ((0, 1), IllegalMoveError, r"cannot .* \(0, 1\)"),
        (5, TypeError, "^cell=5: a cell"),
    ):
        with pytest.raises(error, match=rule):
            session.move(kind, cell)
    assert (session.seconds, session.moves) == (0, [])
    session.move("open", tuple(np.argwhere(session.game.board.mined)[0].tolist()))
    with pytest.raises(IllegalMoveError, match="the game is lost"):
        session.move(kind, (0, 1))
    assert len(session.moves) == 1


def state_of(session):
    """All that a player sees of a session, and its trace."""
    return session.position, session.trace, session.moves[: session.at], session.over


@pytest.mark.parametrize("seed", range(4))
def test_moves_are_taken_back_and_made_again_one_by_one(seed):
    session, random = Session("beginner", seed=seed), Random(seed)
    states = [state_of(session)]
    while not session.over and session.at < 12:
        kind = "flag" if random.random() < 0.3 else "open"
        session.move(kind, random.choice(cells_of(session.position.covered)))
        states.append(state_of(session))
    if not session.over:  # a player's moves are taken back too
        count = len(states)
        session.finish()
        while session.at >= count:
            states.insert(count, state_of(session))
            session.back()
        while session.at < len(session.moves):
            session.forward()
    for move, expected in (("back", states[-2::-1]), ("forward", states[1:])):
        for state in expected:
            getattr(session, move)()
            assert state_of(session) == state
    session.forward()
    assert (state_of(session), session.at) == (states[-1], len(session.moves))


def test_the_player_goes_on_with_wrong_flags_begins_beside_one_or_fails_without_a_trace():
    session = played((0, 0), seed=4)
    safe = mv.analyze(session.position, trust_flags=False).safe
    session.move("flag", tuple(np.argwhere(safe)[0].tolist()))
    session.finish()
    assert session.trace.won is session.game.won
    session = played((4, 4), moves="flag", seed=4)
    session.finish()
    assert session.trace.events[2].cell == (3, 4)  # as near to the middle as (4, 3)
    session = played((0, 0), (0, 1), moves="flag", board=(1, 2, 1), safe_radius=0)
    before = (len(session.moves), session.position)
    with pytest.raises(IllegalMoveError, match=r"cannot open \(0, 1\): it shows 'F'"):
        session.finish()
    assert (len(session.moves), session.position, session.by_hand) == (*before, True)
    session = Session((3, 3, 8), safe_radius=0)
    session.finish()
    assert [type(event) for event in session.trace.events] == [ev.Started, ev.Opened, ev.Finished]
    assert (session.trace.start.player, len(session.moves)) == ("exact", 1)

    def fails(knowledge):
        raise RuntimeError("no idea")

    session = played((0, 0), player=mv.Player(rules=(fails, "search"), name="fails"))
    before = (session.position, [*session.moves])
    with pytest.raises(RuntimeError, match="no idea"):
        session.finish()
    assert (session.position, session.moves, session.by_hand) == (*before, True)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "x"])
def test_a_game_goes_on_if_the_seed_of_the_next_is_wrong(seed):
    session = played((0, 0), seed=4.0)
    with pytest.raises(ValueError, match="a seed is an integer"):
        session.begin(seed)
    assert (type(session.seed), session.seed, len(session.moves)) == (int, 4, 1)


def test_flags_and_chords_are_kept_and_another_move_or_game_forgets_those_taken_back():
    session = Session(mv.Board.parse("*.*.\n....\n...."), safe_radius=0)
    for kind, cell in (("flag", (0, 0)), ("open", (1, 1)), ("flag", (0, 1)), ("chord", (1, 1))):
        session.move(kind, cell)
    events = [event for event in session.trace.events if not isinstance(event, ev.OddsFound)]
    kinds = [ev.Started, ev.Flagged, ev.Opened, ev.Flagged, ev.Chorded, ev.Exploded, ev.Finished]
    assert [type(event) for event in events] == kinds
    assert events[-2:] == [ev.Exploded((0, 2), (1, 1)), ev.Finished(False, (), ((0, 1),))]
    assert np.array_equal(session.trace[-1].view, session.position.view)
    session.back()
    session.move("flag", (0, 1))
    assert session.trace.events[-1] == ev.Unflagged(((0, 1),))
    session = played((0, 0))
    session.move("flag", (8, 8))
    session.back()
    session.move("flag", (8, 7))
    assert session.at == len(session.moves)
    session.back()
    session.begin(5)
    assert session.at == len(session.moves)


def test_a_board_without_a_guess_is_dealt_from_the_first_click_on_if_any(monkeypatch):
    session = played((2, 5), seed=3, no_guess="overlap")
    assert mv.rate(session.game.board, (2, 5)).logic in ("count", "subset", "overlap")
    for level, options, rule in (
        ("beginner", {"no_guess": "luck"}, "no_guess='luck'"),
        (mv.Board.parse("*."), {"no_guess": "count"}, "on a level"),
        ((2, 2, 4), {"safe_radius": None}, "^4 mines on 2×2: one cell must be left"),
    ):
        with pytest.raises(ValueError, match=rule):
            Session(level, **options)
    tried = []

    def none(level, logic, *, tries, **_):
        tried.append(tries)
        raise SearchExhaustedError(f"none of {tries} boards is solved", "allow more tries")

    monkeypatch.setattr("minevis.web.session.no_guess_board", none)
    rule = "boards is solved: choose fewer mines, a smaller board or another logic$"
    for level in ("beginner", "expert", (50, 50, 500), (100, 100, 3_000), (400, 400, 9)):
        with pytest.raises(SearchExhaustedError, match=rule):
            played((0, 0), board=level, no_guess="search")
    assert tried == [100_000, 100_000, 3_686, 230, 100]
