"""Records: any moment at once, text that round-trips, and no trust in foreign text."""

import dataclasses
import json
import re
import tracemalloc
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minevis.errors import TraceFormatError
from minevis.game.board import Board
from minevis.game_loop import events_of
from minevis.solver import events as ev
from minevis.trace.snapshot import EFFECTS, FEW, Snapshot, blank, fold
from minevis.trace.trace import Trace
from refused import refusal
from strategies import events_on

STARTED = ev.Started(3, 4, 2, "exact")
OPENED = ev.Opened((0, 0), ((0, 0),), (1,))


@st.composite
def runs(draw):
    """A few hundred events that fit a small board, in any order that can be drawn."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    some = draw(st.lists(events_on(height, width), min_size=1, max_size=12))
    repeats = draw(st.sampled_from([1, 40]))
    view = draw(st.none() | st.just(np.full((height, width), -2, np.int8)))
    started = ev.Started(height, width, draw(st.integers(0, height * width)), "any")
    if height * width > 1:
        place = draw(st.integers(0, len(some)))
        some[place:place] = search_of((0, 0), (height - 1, width - 1))
    return [started, *drawable(blank((height, width), started.mines, view), some * repeats)], view


def search_of(a, b):
    """The events of a search of two boxes, the cells `a` and `b`."""
    yield ev.ComponentFound(0, (a, b), (a,), ((a,), (b,)))
    yield from (ev.Tried((a,), 1, 0), ev.Tried((b,), 0, 1), ev.SolutionFound((1, 0), 1))
    yield from (ev.Undone((b,), 1), ev.Tried((b,), 1, 1), ev.Violated((0, 0), 1, -1, 0))
    yield from (ev.Undone((b,), 1), ev.Undone((a,), 0))
    yield ev.SearchEnded((a, b), 3, 1, 1, 1)


def drawable(snapshot, events):
    """The events that can follow each other, without the rest."""
    for event in events:
        with suppress(ValueError):
            snapshot = fold(snapshot, event)
            yield event


def assert_same(one, other):
    for field in dataclasses.fields(Snapshot):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if isinstance(a, np.ndarray):
            np.testing.assert_array_equal(a, b, err_msg=field.name)
        else:
            assert a == b, field.name


@given(runs(), st.data())
def test_any_moment_is_the_fold_from_the_start_and_text_round_trips(run, data):
    events, view = run
    trace = Trace(events, view=view)
    index = data.draw(st.integers(0, len(events) - 1))
    snapshot = blank((events[0].height, events[0].width), events[0].mines, view)
    for number, event in enumerate(events):
        fields = [getattr(snapshot, field.name) for field in dataclasses.fields(snapshot)]
        arrays = [field for field in fields if isinstance(field, np.ndarray)]
        bytes_before = [array.tobytes() for array in arrays]
        snapshot = fold(snapshot, event)
        assert [array.tobytes() for array in arrays] == bytes_before, "a fold changed its input"
        if number == index:
            assert_same(trace[index], snapshot)
            assert_same(trace[index - len(trace)], snapshot)
            assert trace[index].event == event
    again = Trace.from_json(trace.to_json())
    assert again == trace
    assert hash(again) == hash(trace)
    assert_same(again[0], trace[0])
    assert_same(again[-1], snapshot)


parsed = Trace.from_json
short = partial(Trace, [STARTED, OPENED])
small = partial(Trace, [ev.Started(1, 2, 1, "you")])
CLOCKED = short(clock=(0.0, 1.25)).to_json()
PATHS = ("my games/a.jsonl", "a.JSON", Path("a.jsonl"))
NO_PATHS = ("", " ", "no trace\na.json", '{"a": 1}.json')
NO_VIEWS = ([[300, -1]], [[9, -1]], [[-1.5, -1]], [[255.0, -1]], [[True, False]])
NO_LETTERS = ([[True]], [1, 0], "A", [["A", "B"]], [[0.5, 1]])
NO_CLOCKS = ('"noon"', "[0, true]", '[0, "1"]', "[0, 1e999]", "[0]")
REFUSED = [  # a call, and the words of its error
    *((partial(parsed, path), r"looks like .* of a file: mv\.Trace\.load") for path in PATHS),
    *((partial(parsed, text), "line 1 is not a h|no trace") for text in NO_PATHS),
    (partial(parsed, "a.avf"), r": 'a\.avf' looks .*: mv\.replay reads it$"),
    (partial(parsed, '{"view": [[-1]]}'), "missing required field minevis_trace$"),
    (partial(Trace.load, "a.AVF"), r"Error: a\.AVF: this is a replay: mv\.replay reads it$"),
    (partial(Trace.load, "none.jsonl"), "FileNotFoundError"),
    (partial(short().save, "none/game.jsonl"), "EncoderError: .*there is no folder none"),
    (partial(Trace, []), "Started"),
    (partial(Trace, [OPENED]), "Started"),
    (partial(Trace, [STARTED, STARTED]), "begins once: event 1 is Started"),
    (partial(fold, blank((2, 2), 1), "opened"), "TypeError: .*not an event"),
    *((partial(short().__getitem__, place), "IndexError") for place in (2, -3)),
    (partial(short().find, ev.Tried, start=1000), "no Tried among the events from number 1000"),
    (partial(small, view=[[1]]), r"a view of shape \(1, 1\) on a board of \(1, 2\)"),
    *((partial(small, view=view), "BoardFormatError: .*(code|integers)") for view in NO_VIEWS),
    *(
        (partial(make, letters=letters), "BoardFormatError: letters of shape .* on a board of ")
        for letters in NO_LETTERS
        for make in (partial(Board, [[True, False]]), small)
    ),
    (partial(short, clock=(0.0,)), "a clock of 1 time for 2 events"),
    (partial(short, clock=(1.0, 0.5)), "goes from 1.0 s to 0.5 s"),
    (partial(short, clock=(0.0, float("nan"))), "to nan s"),
    (partial(short, clock=(-1.0, 0.0)), "to -1.0 s"),
    *((partial(parsed, CLOCKED.replace("[0.0, 1.25]", bad)), "TraceForm") for bad in NO_CLOCKS),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_what_is_no_trace_is_refused_in_words(call, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert re.search(words, refusal(call))


def test_a_file_that_holds_no_trace_is_named(tmp_path):
    path = tmp_path / "game.jsonl"
    for content, rule in ((b"", "the text contains no trace"), (b"\xff", "this is not UTF-8 text")):
        path.write_bytes(content)
        assert refusal(lambda: Trace.load(path)) == f"TraceFormatError: {path}: {rule}"


MORE = ("clock", (0.0, 1.25)), ("view", np.full((3, 4), -2)), ("letters", np.zeros((3, 4), bool))


@pytest.mark.parametrize("more", [{}, *({name: value} for name, value in MORE)])
def test_records_are_equal_when_clock_view_and_letters_are_too(more, tmp_path):
    events = [STARTED, OPENED]
    plain, told = Trace(events), Trace(events, **more)
    assert (plain == told) == (not more)
    assert told != Trace(events, clock=(0.0, 10.0), letters=np.ones((3, 4), bool))
    assert told == Trace(events, **more) == Trace.from_json(told.to_json())
    assert Trace.load(told.save(tmp_path / "game.jsonl")) == told
    assert hash(told) == hash(Trace(events, **more))


def test_counts_beyond_what_python_writes_out_round_trip_and_have_a_repr():
    odds = ev.OddsFound("exact", (), (), 0.5, 7**10_000)
    trace = Trace([STARTED, odds])
    assert Trace.from_json(trace.to_json()) == trace
    large, ordinary = (ev.OddsFound("exact", (), (), 0.5, count) for count in (16**4000, 10**40))
    assert eval(repr(large), vars(ev)) == large
    assert eval(repr(ordinary), vars(ev)) == ordinary
    assert f"configurations={10**40}" in repr(ordinary)


def test_each_line_of_the_text_is_one_event():
    trace = Trace([STARTED, ev.Exploded((1, 2)), ev.Finished(False, ())])
    lines = trace.to_json().splitlines()
    assert len(lines) == 4
    assert json.loads(lines[2]) == ["Exploded", [1, 2], None]


def test_a_start_is_that_of_a_slice():
    cell = ((0, 0),)
    found = ev.ComponentFound(0, cell, cell, (cell,))
    trace = Trace([STARTED, found, *[ev.Tried(cell, 1, 0), ev.Undone(cell, 0)] * 64][:-1])
    whole = list(trace)
    for start in (-3, -1, -129, -1000, 0, 64, np.int64(127), 128, 129, 10**6):
        later = list(trace.snapshots(start))
        assert [each.event for each in later] == [each.event for each in whole[start:]]
        if later:
            assert_same(later[0], whole[start if start > -129 else 0])
    assert trace.find(ev.Undone, start=-2) == 127
    assert trace.find(ev.Tried, start=-2) == 128
    assert trace.find(ev.Started, start=-1000) == 0


def test_what_a_trace_tells_at_a_glance():
    guess = ev.Guessed((0, 0), "uniform", 0.25, ((0, 0),), (), None, True)
    blind = ev.Guessed((2, 3), "uniform", None, ((2, 3),), (), None, False)
    opened = ev.Opened((0, 0), ((0, 0),), (1,))
    lost = [ev.Exploded((2, 3)), ev.Finished(False, ((0, 1),))]
    trace = Trace([STARTED, guess, opened, blind, *lost])
    assert (trace.won, trace.guesses, trace.moves, trace.shape) == (False, 2, 2, (3, 4))
    assert (trace.risk, trace.start, trace[1].won) == (0.25, STARTED, None)
    assert repr(trace) == "<Trace 3×4, 6 events, 2 moves, 2 guesses, lost>"
    assert repr(Trace([STARTED])) == "<Trace 3×4, 1 event, 0 moves, 0 guesses, not finished>"
    one = Trace([STARTED, ev.Guessed((0, 0), "uniform", None, (), (), None, False), OPENED])
    assert repr(one) == "<Trace 3×4, 3 events, 1 move, 1 guess, not finished>"


def test_what_each_event_leaves_to_be_seen():
    a, b, c = (0, 0), (0, 1), (2, 3)
    events = [
        STARTED,
        ev.Counted(c, 1, 1, 1, (a,), True),
        ev.Proved((b,), False, (c,), False),
        ev.Flagged((a,)),
        ev.FrontierFound((b,), 3, 1),
        ev.ComponentFound(0, (b, (0, 2)), (c,), ((b, (0, 2)),)),
        ev.Tried((b, (0, 2)), 1, 0),
        ev.Violated(c, 1, -1, 0),
        ev.SearchEnded((b, (0, 2)), 1, 1, 0, 0),
        ev.OddsFound("exact", ((1, 1),), (0.25,), 0.5, 12),
        ev.Opened(b, (b,), (2,)),
    ]
    _, counted, proved, flagged, frontier, _, tried, violated, ended, odds, opened = Trace(events)
    assert (counted.mined[a], counted.clues) == (True, (c,))
    assert (proved.safe[b], proved.mined[a]) == (True, True)
    assert (flagged.view[a], flagged.mined[a], flagged.mines_left) == (-2, False, 1)
    assert frontier.region[b]
    assert tried.trial[b] == tried.trial[0, 2] == violated.trial[b] == 12
    assert (violated.violated, ended.violated, ended.trial.any()) == (c, None, False)
    assert [odds.probability[cell] for cell in (a, b, (1, 1), (2, 2))] == [1, 0, 0.25, 0.5]
    assert (odds.configurations, opened.view[b]) == (12, 2)
    assert np.isnan(opened.probability).all()


def test_a_long_trace_of_a_large_board_keeps_few_snapshots(monkeypatch):
    events = [
        *(ev.Flagged(((0, col),)) for col in range(200)),
        *(ev.OddsFound("exact", ((1, col),), (0.5,), 0.25, col) for col in range(200)),
    ] * 8
    sizes, small = [], Trace([ev.Started(2, 200, 9, "x"), *events])
    for most in (4_000_000, 2_000):
        monkeypatch.setattr("minevis.trace.trace.MOST_KEYFRAME_CELLS", most)
        tracemalloc.start()
        large = Trace([ev.Started(200, 200, 9, "x"), *events])
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert large[3_000].view.sum() == small[3_000].view.sum() - 198 * 200
    assert sizes[0] < 16e6
    assert sizes[1] < 2e6
    thin = Trace(small.events)
    for some in (slice(1_000, 1_040), slice(70, 2_000, 200), slice(3_000, 100, -700)):
        assert [repr(s) for s in thin[some]] == [repr(s) for s in small[some]]
    assert np.array_equal(thin[1_500].view, small[1_500].view)


HEADER = '{"minevis_trace": 1, "view": [[-1, -1], [-1, -1]], "letters": null}'
START = '["Started", 2, 2, 1, "exact"]'
HOSTILE = {  # files of tests/hostile/corpus have more
    "": "contains no trace",
    "null": "line 1",
    '{"minevis_trace": 1}': "line 1",
    '{"minevis_trace": 1, "view": [[1, 2], [3]], "letters": null}': "line 1",
    '{"minevis_trace": 1, "view": [[9]], "letters": null}': "view code 9",
    '{"minevis_trace": 1, "view": [["x"]], "letters": null}': "line 1",
    '{"minevis_trace": 1, "view": [], "letters": null}': r"a view of shape \(0,\)",
    '{"minevis_trace": 1, "view": [[0]], "letters": [[1, 0]]}\n["Started", 1, 1, 0, ""]': "letters",
    HEADER: "line 2 does not start",
    f'{HEADER}\n["Exploded", [0, 0]]': "line 2 does not start",
    f'{HEADER}\n["Started", 3, 2, 1, "exact"]': "line 2 does not start",
    f'{HEADER}\n["Started", 2, 2, 1]': "line 2 is not an event: Started has 5 fields, not 3",
    f'{HEADER}\n["Started", 2, "zwei", 1, "exact"]': "line 2 is not an event",
    f'{HEADER}\n["Started", 2, 2, true, "exact"]': "mines=True: expected int, got bool",
    f'{HEADER}\n[["a"]]': "line 2 is not an event",
    f"{HEADER}\n7": "line 2 is not an event",
    f"{HEADER}\n{START}\n": "fine",
    f"{HEADER}\n{START}\n\n{START}": "line 3 is not an event",
    f'{HEADER}\n{START}\n["Exploded", [-1, 0]]': "is outside",
    f'{HEADER}\n{START}\n["Exploded", [0.5, 0]]': "line 3",
    f'{HEADER}\n{START}\n["Exploded", null]': "line 3",
    f'{HEADER}\n{START}\n["Finished", 1, []]': "won=1: expected bool, got int",
    f'{HEADER}\n{START}\n["Opened", [0, 0], [[0, 0]], [300]]': r"numbers.0.=300: expected int",
    f'{HEADER}\n{START}\n["Opened", [0, 0], [[0, 0]], [1, 2]]': "cells and numbers differ",
    f'{HEADER}\n["Started", 2, 2, -1, "exact"]': "mines=-1: expected int >= 0",
    f'{HEADER}\n{START}\n["OddsFound", "exact", [], [], 0.5, -1]': "configurations=-1: expected",
    f'{HEADER}\n{START}\n["SearchTruncated", "patience", 9, true]': "what='patience': expected",
    f'{HEADER}\n{START}\n["Tried", {[[0, 0]] * 9}, 2, 0]': "cells=.*: expected list of length <= 8",
}


FOUND = '["ComponentFound", 0, [[0, 0], [0, 1]], [[1, 1]], [[[0, 0]], [[0, 1]]]]'
TRIED = [f'["Tried", [[0, {depth}]], 1, {depth}]' for depth in range(2)]
UNDONE = [f'["Undone", [[0, {depth}]], {depth}]' for depth in range(2)]
SEARCHED = f"{HEADER}\n{START}\n{FOUND}\n"
OPENED_AGAIN = '["Opened", [0, 0], [[0, 0]], [1]]\n["Opened", [0, 0], [[0, 0]], [1]]'
HOSTILE |= {
    f"{HEADER}\n{START}\n{OPENED_AGAIN}": r"event 2, Opened: \(0, 0\) is open already",
    f'{HEADER}\n{START}\n{OPENED_AGAIN[:33]}\n["Exploded", [0, 0]]': "event 2, Exploded: ",
    f"{HEADER}\n{START}\n{TRIED[0]}": "event 1, Tried: a search follows its ComponentFound",
    f"{SEARCHED}{TRIED[1]}": "event 2, Tried: the next is depth 0",
    f'{SEARCHED}["Tried", [[1, 1]], 1, 0]': "event 2, Tried: the next is depth 0",
    f'{SEARCHED}["Tried", [[0, 0]], 2, 0]': "event 2, Tried: 2 mines in the box",
    f"{SEARCHED}{TRIED[0]}\n{TRIED[1]}\n{TRIED[1]}": "event 4, Tried: no box is left, of 2",
    f"{SEARCHED}{UNDONE[0]}": "event 2, Undone: nothing is tried",
    f"{SEARCHED}{TRIED[0]}\n{TRIED[1]}\n{UNDONE[0]}": "event 4, Undone: the last try is depth 1",
    f'{SEARCHED}["Violated", [1, 1], 1, 1, 0]': "event 2, Violated: nothing is tried",
    f'{SEARCHED}{TRIED[0]}\n["SolutionFound", [1], 1]': "event 3, .*: 1 of 2 boxes are tried",
    f'{SEARCHED}{TRIED[0]}\n{TRIED[1]}\n["SolutionFound", [1, 1, 1], 1]': "event 4, .*: the boxes",
    f'{SEARCHED}["SearchEnded", [[1, 1]], 0, 0, 0, 0]': "event 2, SearchEnded: its cells are not",
    f'{HEADER}\n{START}\n["SearchTruncated", "steps", 9, true]': "event 1, SearchTruncated: ",
    SEARCHED.replace("[[[0, 0]]", "[[[1, 0]]"): "event 1, ComponentFound: its boxes are its cells",
    SEARCHED.replace("[[[0, 0]], [[0, 1]]]", "[[], [[0, 0], [0, 1]]]"): "a box has 1 to 8 cells",
}


@pytest.mark.parametrize(("text", "told"), HOSTILE.items(), ids=range(len(HOSTILE)))
def test_text_that_is_no_trace(text, told):
    if told == "fine":
        assert len(Trace.from_json(text)) == 1
        return
    with pytest.raises(TraceFormatError, match=told):
        Trace.from_json(text)


@dataclasses.dataclass(frozen=True, slots=True)
class Noticed:
    cells: tuple[tuple[int, int], ...]
    kind: ClassVar[str] = "deduction"
    badge: ClassVar[str] = "component"
    share: float | None = None


def test_an_event_of_ones_own_is_read_back_once_it_is_known(monkeypatch):
    begun = f"{HEADER}\n{START}\n"
    with pytest.raises(TraceFormatError, match="Noticed is not known here"):
        Trace.from_json(f'{begun}["Noticed", [[0, 1]], 0.5]')
    monkeypatch.setitem(
        EFFECTS, Noticed, lambda event, s: dataclasses.replace(s, subject=event.cells)
    )
    whole = Trace.from_json(f'{begun}["Noticed", [[0, 1]], 0.5]')
    assert whole.events[1] == Noticed(((0, 1),), share=0.5)
    assert whole[1].subject == ((0, 1),)
    assert Trace.from_json(whole.to_json()).events == whole.events
    with pytest.raises(TraceFormatError, match="cell \\(7, 1\\) is outside"):
        Trace.from_json(f'{begun}["Noticed", [[7, 1]]]')


@given(runs(), st.data())
def test_damaged_text_is_read_or_refused_but_never_breaks(run, data):
    text = Trace(run[0]).to_json()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    damaged = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    with suppress(TraceFormatError):
        assert len(Trace.from_json(damaged)) >= 1


def test_searches_are_left_and_odds_stay_when_a_cell_opens_or_explodes():
    found = ev.ComponentFound(0, ((0, 1), (1, 1)), ((0, 0),), (((0, 1), (1, 1)),))
    searching = fold(blank((3, 4), 2), found)
    assert searching.region.sum() == 2
    for event in (OPENED, ev.Exploded((0, 1))):
        assert not fold(searching, event).region.any()
    known = fold(blank((3, 4), 2), ev.OddsFound("exact", ((0, 1),), (0.5,), 0.25, 7))
    assert fold(known, ev.Exploded((0, 1))).probability[0, 1] == 0.5
    assert np.isnan(fold(known, OPENED).probability).all()


def test_older_texts_may_lack_what_was_added_later():
    weighed = ev.Option((0, 1), 0.25, 0.5, 0.4, exact=False)
    guess = ev.Guessed((0, 1), "best", 0.25, ((0, 1),), (), None, True, (weighed,))
    text = Trace([STARTED, guess]).to_json()
    assert Trace.from_json(text).events[-1] == guess
    without_score = text.replace("0.4,false,null]", "0.4,false]")
    assert without_score != text
    assert Trace.from_json(without_score).events[-1] == guess
    older = text.replace(",[[[0,1],0.25,0.5,0.4,false,null]]]", "]")
    assert older != text
    assert Trace.from_json(older).events[-1].options == ()
    text = Trace([STARTED, ev.Flagged(((0, 0),)), ev.Exploded((1, 1))]).to_json()
    older = text.replace('["Flagged",[[0,0]],true]', '["Flagged",[[0,0]]]')
    older = older.replace('["Exploded",[1,1],null]', '["Exploded",[1,1]]')
    assert older != text
    assert Trace.from_json(older) == Trace.from_json(text)
    with pytest.raises(TraceFormatError, match="Flagged has 2 fields, not 0"):
        Trace.from_json(text.replace('["Flagged",[[0,0]],true]', '["Flagged"]'))


def test_a_slice_is_a_tuple_of_snapshots():
    trace = Trace(events_of(Board.random("beginner", seed=1), first=(0, 0)))
    assert [snapshot.event for snapshot in trace[0:3]] == list(trace.events[0:3])
    assert trace[-2:][-1].won == trace.won
    assert trace[5:2] == ()
    for step in (1, 2, 65, -1, -3):
        assert [s.event for s in trace[4:90:step]] == list(trace.events[4:90:step])
        assert [s.event for s in trace[90:4:step]] == list(trace.events[90:4:step])


def test_flags_and_wasted_clicks_are_no_moves_and_a_chord_is_one():
    events = [STARTED, ev.Chorded((0, 0), ((0, 1),), (1,)), ev.Exploded((1, 1), (0, 0))]
    assert Trace(events).moves == 1
    assert Trace([STARTED, ev.Exploded((1, 1))]).moves == 1
    cell = ((1, 1),)
    rest = ev.Flagged(cell, proven=False), ev.Wasted((1, 1), "left"), ev.Unflagged(cell)
    trace = Trace([STARTED, *rest])
    assert [int(s.view[1, 1]) for s in trace] == [-1, -2, -2, -1]
    assert trace.moves == 0


@pytest.mark.parametrize("count", [0, 1, FEW - 1, FEW, 30])
def test_few_cells_and_many_are_flagged_alike(count):
    after = fold(blank((5, 6), 30), ev.Flagged(tuple(divmod(number, 6) for number in range(count))))
    assert np.array_equal(after.view.ravel() == -2, np.arange(30) < count)
    with pytest.raises(dataclasses.FrozenInstanceError):
        after.moves = 1


def test_a_snapshot_keeps_arrays_of_its_own():
    before = blank((1, 2), 1)
    mine = np.zeros((2, 2), np.int8)
    after = dataclasses.replace(before, view=mine[:1])  # as an event of one's own may do
    mine[0, 0] = 1
    assert after.view.tolist() == [[0, 0]]
    assert not after.view.flags.writeable
    assert dataclasses.replace(after, seconds=1.0).view is after.view
