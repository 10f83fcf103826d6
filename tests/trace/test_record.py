"""Records of games played by hand: read as traces, and refused by field and value."""

import copy
import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins

import minevis as mv
from minevis.errors import IllegalMoveError, TraceFormatError
from minevis.solver.events import Guessed, OddsFound, Proved
from minevis.web.session import Session
from node import answers_of, needs_node

REASONS = (Proved, OddsFound, Guessed)


def game(seed, *, position=None, count=20):
    """A game of random moves, with times; a few may have been taken back."""
    random = Random(seed)
    session = Session((5, 6, 5), seed=seed, position=position)
    session.now = iter(range(1_000)).__next__
    for _ in range(count):
        cell = random.randrange(5), random.randrange(6)
        with suppress(IllegalMoveError):
            session.move(random.choice(("open", "open", "flag", "chord")), cell)
    for _ in range(random.randrange(3)):
        session.back()
    return session


def written(session):
    return json.loads(json.dumps(to_builtins(session.record)))


@pytest.mark.parametrize("seed", range(12))
def test_a_record_gives_the_trace_of_the_game_without_its_reasons(seed, tmp_path):
    start = mv.Position.parse("mines 5\n" + "######\n" * 4 + "######") if seed % 3 == 0 else None
    session = game(seed, position=start)
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps({"id": "a", "game": written(session)}))
    trace, expected = mv.Trace.load(path), session.trace
    events = [event for event in expected.events if not isinstance(event, REASONS)]
    assert list(trace.events) == events
    assert trace.clock[-1] == pytest.approx(expected.clock[-1])
    assert (trace[0].view == expected[0].view).all()
    assert mv.replay(path) == trace
    if seed < 3:  # it plays each game by the best player too
        found = mv.profile(tmp_path, effort="quick", workers=1, progress=False)
        assert found.games or not trace.moves


def test_the_end_that_a_player_made_has_no_clock():
    session = Session("beginner", seed=4)
    session.finish()
    trace = mv.Trace.from_json(json.dumps(written(session)))
    assert (trace.won, trace.clock, trace.start.player) == (session.game.won, None, "exact")


@needs_node
@pytest.mark.parametrize("seed", range(6))
def test_the_browser_writes_the_record_that_python_writes(seed):
    record = written(game(seed))
    script = "(record) => script.gameOf(record, 100).record"
    (theirs,) = answers_of("standalone/game.js", script, [(record,)])
    assert theirs == record


DAMAGE = [
    (("minevis",), 4, "minevis=4: version 3 is read"),
    (("size",), [5, 6], r"size=\[5, 6\]: expected list of length 3, got 2"),
    (("size", 0), 101, r"size=\(101, 6, 5\): at most 100×100 cells"),
    (("board",), None, "board=None: expected object"),
    (("board", "protect"), "all", "board.protect='all': expected one of area, cell, none"),
    (("board", "mines"), None, r"moves\[0\]=.*: the mines have no places"),
    (("board", "mines"), [0, 0, 1, 2, 3], "board.mines: 5 cells on 5×6 are needed"),
    (("board", "mines"), [0, 1, 2, 3, 30], "board.mines: 5 cells on 5×6 are needed"),
    (("start",), "#", "Position 1×1.* is not a position of"),
    (("moves", 0, 0), "jump", r"moves\[0\]\[0\]='jump': expected one of open, chord, flag"),
    (("moves", 0, 1), 30, r"moves\[0\]=.*cannot open \(5, 0\): the board is 5×6"),
    (("moves", 1, 1), 30, r"moves\[1\]=.*cannot flag \(5, 0\): the board is 5×6"),
    (("moves", 0, 2), -1, r"moves\[0\]\[2\]=-1"),
    (("moves", 0, 2), 9e9, "the clock goes from 9000000000.0 s to"),
    (("at",), 99, "at=99: there are"),
    (("seconds",), "long", "seconds='long': expected float, got str"),
    (("ended",), "won", "ended='won': its moves give None"),
]


@pytest.fixture(scope="module")
def record():
    """A record of a game under way, whose first move opens cells."""
    session = Session((5, 6, 5), seed=1)
    session.now = iter(range(100)).__next__
    session.move("open", (0, 0))
    session.move("flag", (4, 5))
    assert not session.over
    return written(session)


@pytest.mark.parametrize(("place", "value", "rule"), DAMAGE)
def test_a_damaged_record_is_an_error_with_field_and_value(place, value, rule, record):
    with pytest.raises(TraceFormatError, match=rule):
        mv.Trace.from_json(json.dumps(with_value(record, place, value)))


def with_value(record, place, value):
    damaged = copy.deepcopy(record)
    inside = damaged
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    return damaged


def test_several_games_are_not_read_as_one(record):
    text = json.dumps(record)
    with pytest.raises(TraceFormatError, match="^2 games, one a line: mv.profile"):
        mv.Trace.from_json(f"{text}\n{text}\n")
    with pytest.raises(TraceFormatError, match="column"):
        mv.Trace.from_json(text[:-1])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=4), inside),
    max_leaves=6,
)


@given(st.data())
def test_any_other_value_is_read_or_refused(record, data):
    places = [(key,) for key in record] + [("board", key) for key in record["board"]]
    places += [("moves", at, part) for at in range(2) for part in range(3)]
    damaged = with_value(record, data.draw(st.sampled_from(places)), data.draw(JSON))
    with suppress(TraceFormatError):
        assert len(mv.Trace.from_json(json.dumps(damaged))) >= 1
