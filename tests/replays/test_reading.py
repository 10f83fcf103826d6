"""Games of people: read as they were played, from sound files; from damaged ones, an error."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

import minevis as mv
from minevis.core import events as ev
from minevis.replays import account, reading
from minevis.replays.moves import account_of, timed_events

FILES = Path(__file__).parent / "files"
EXPECTED = json.loads((FILES / "expected.json").read_text())
SOUND = sorted(name for name, expected in EXPECTED.items() if not expected.get("damaged"))
FUZZED = int(os.environ.get("MINEVIS_FUZZ", "24"))  # files a sample file, damaged

pytest.importorskip("ms_toollib")


def clicks(trace):
    """How many clicks of each button the events tell of."""
    count = Counter(
        event.click if isinstance(event, ev.Wasted) else type(event) for event in trace.events
    )
    count["left"] += count[ev.Opened]
    count["right"] += count[ev.Flagged] + count[ev.Unflagged]
    count["double"] += count[ev.Chorded]
    return count


@pytest.mark.parametrize("name", SOUND)
def test_a_file_gives_the_game_that_was_played(name):
    expected, trace = EXPECTED[name], mv.replay(FILES / name)
    found = reading.read_account(FILES / name)
    assert str(found.board).split() == expected["board"]
    assert found.board.three_bv == expected["three_bv"]
    assert found.seconds == pytest.approx(expected["seconds"], abs=1e-6)
    assert trace.shape == (expected["height"], expected["width"])
    assert trace.start.mines == expected["mines"]
    assert trace.won is expected["won"] is found.completed
    assert trace.clock[-1] == pytest.approx(expected["seconds"], abs=1e-6)
    assert int((trace[-1].view >= 0).sum()) == expected["opened"]
    assert int((trace[-1].view == -2).sum()) == expected["flags"]
    assert {key: clicks(trace)[key] for key in ("left", "right", "double")} == {
        key: expected[key] for key in ("left", "right", "double")
    }
    assert mv.Trace.from_json(trace.to_json()).clock == trace.clock


@pytest.mark.parametrize("name", SOUND)
def test_after_every_click_the_board_is_as_the_reader_says(name):
    import ms_toollib

    path = FILES / name
    video = getattr(ms_toollib, account.READERS[path.suffix[1:]])("", list(path.read_bytes()))
    video.parse()
    video.analyse()
    boards = [each.next_game_board.game_board for each in video.events if each.event.is_mouse()]
    codes = {10: -1, 11: -2}
    theirs = [[[codes.get(code, code) for code in row] for row in board] for board in boards]
    waiting = [board for board, _ in groupby(theirs)]
    for snapshot in mv.replay(path):  # an action may be several events, with views between
        if waiting and snapshot.view.tolist() == waiting[0]:
            del waiting[0]
    assert waiting == []


def test_names_that_are_not_ascii_are_read():
    assert mv.replay(FILES / "beginner_name.avf").start.player == "王嘉宁"


def test_flags_set_before_the_first_click_come_first():
    trace = mv.replay(FILES / "preflags.rmv")
    first = trace.find(ev.Opened)
    assert sum(isinstance(event, ev.Flagged) for event in trace.events[:first]) == 12
    assert trace.clock[first] == 0.0


def test_a_replay_can_be_seen_and_scrubbed():
    trace = mv.replay(FILES / "beginner.avf")
    assert trace.frame(len(trace) // 2).dtype == np.uint8
    for event in trace.events:
        assert mv.caption(event)


@pytest.mark.parametrize("name", ["bad_text.rmv", "cut.avf", "empty.evf", "text.mvf", "big.rmv"])
def test_a_damaged_file_is_an_error_with_its_name(name, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    path = tmp_path / name
    data = {
        "bad_text.rmv": (FILES / "bad_text.rmv").read_bytes(),
        "cut.avf": (FILES / "beginner.avf").read_bytes()[:700],
        "empty.evf": b"",
        "text.mvf": b"no game at all",
        "big.rmv": bytes(2000),
    }[name]
    path.write_bytes(data)
    monkeypatch.setattr(reading, "MOST_BYTES", 1999 if name == "big.rmv" else 1 << 20)
    with pytest.raises(mv.ReplayFormatError, match=name):
        mv.replay(path)
    assert sorted(os.listdir(tmp_path)) == sorted([name, "here"])
    assert not os.listdir()  # ms_toollib would leave a crash.log


def test_what_is_no_replay_is_told_apart_from_what_is_not_there(tmp_path):
    with pytest.raises(mv.ReplayFormatError, match=r"game\.txt: a replay ends with \.avf.*\.mvf$"):
        mv.replay("game.txt")
    with pytest.raises(mv.ReplayFormatError, match=r"mvf; mv\.Trace\.from_json takes the text"):
        mv.replay("game.jsonl")
    with pytest.raises(FileNotFoundError):
        mv.replay(tmp_path / "gone.avf")


def test_without_its_reader_an_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(reading, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"minevis\[replays\]"):
        mv.replay(FILES / "beginner.avf")


def test_a_reader_that_takes_too_long_is_stopped(tmp_path, monkeypatch):
    slow = tmp_path / "slow.py"
    slow.write_text("import time; time.sleep(60)")
    monkeypatch.setattr(account, "__file__", str(slow))
    began = time.monotonic()
    with pytest.raises(mv.ReplayFormatError, match=r"beginner\.avf: .* stopped after 0\.2 s"):
        mv.replay(FILES / "beginner.avf", seconds=0.2)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("seconds", ["x", float("nan"), -1, 0, True])
def test_times_that_make_no_sense_are_refused(seconds):
    with pytest.raises(ValueError, match=f"^seconds={seconds!r}: the most that a reader may take"):
        mv.replay(FILES / "beginner.avf", seconds=seconds)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_the_reader_too(tmp_path):
    slow, told = tmp_path / "slow.py", tmp_path / "pid"
    slow.write_text(
        f"import os, signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        f"open({str(told)!r}, 'w').write(f'{{os.getpid()}} '); time.sleep(60)"
    )
    program = (
        f"import minevis as mv\nfrom minevis.replays import account\n"
        f"account.__file__ = {str(slow)!r}\nmv.replay({str(FILES / 'beginner.avf')!r})"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    try:
        while not (told.exists() and told.read_text().endswith(" ")):
            assert parent.poll() is None
            time.sleep(0.05)
        parent.send_signal(signal.SIGINT)
        assert parent.wait(timeout=30) != 0
    finally:
        parent.kill()
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


def damaged(data, rng):
    """A file cut short, with bits flipped, or with bytes of something else in it."""
    data = bytearray(data)
    kind = rng.randrange(3)
    if kind == 0:
        return bytes(data[: rng.randrange(len(data))])
    head = min(len(data), 400) if rng.random() < 0.5 else len(data)
    for _ in range(rng.choice([1, 3, 30])):
        place = rng.randrange(head)
        data[place] = data[place] ^ (1 << rng.randrange(8)) if kind == 1 else rng.randrange(256)
    return bytes(data)


@pytest.mark.parametrize("name", ["beginner.avf", "beginner.evf", "preflags.rmv"])
def test_damaged_files_are_read_truthfully_or_refused(name, tmp_path):
    """Set MINEVIS_FUZZ to how many files to damage of each kind."""
    rng, data = random.Random(name), (FILES / name).read_bytes()
    path = tmp_path / name
    for _ in range(FUZZED):
        path.write_bytes(damaged(data, rng))
        with suppress(mv.ReplayFormatError):
            trace = mv.replay(path)
            assert mv.Trace.from_json(trace.to_json()) == trace
    assert os.listdir(tmp_path) == [name]


SMALL = {
    "height": 1,
    "width": 4,
    "mines": 1,
    "board": [[-1, 1, 0, 0]],
    "player": "you",
    "software": "",
    "seconds": 1.0,
    "completed": False,
    "actions": [],
}


def events_of(*actions, **changed):
    return [event for _, event in timed_events(account_of(SMALL | changed | {"actions": actions}))]


OPENS = [0.5, 0, 1, 1, 0, 0, [[0, 1, 10, 1]]]


def test_an_unfinished_game_has_no_end():
    assert events_of(OPENS)[1:] == [ev.Opened((0, 1), ((0, 1),), (1,))]


def test_a_lost_game_tells_wrong_flags_and_the_chord():
    chord = [2.0, 0, 1, 0, 0, 1, [[0, 0, 10, 15], [0, 2, 11, 14]]]
    events = events_of(OPENS, [1.0, 0, 2, 0, 1, 0, [[0, 2, 10, 11]]], chord)
    assert events[2:] == [
        ev.Flagged(((0, 2),), proven=False),
        ev.Chorded((0, 1), (), ()),
        ev.Exploded((0, 0), (0, 1)),
        ev.Finished(False, (), ((0, 2),)),
    ]


def test_a_right_click_that_begins_a_double_press_is_no_click_of_its_own():
    presses = [1.0, 0, 1, 0, 1, 0, []], [1.1, 0, 1, 0, -1, 1, []]
    assert events_of(OPENS, *presses)[2:] == [ev.Wasted((0, 1), "double")]


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"board": [[-1, 2, 0, 0]]}, "shows 2 at"),
        ({"board": [[-1, 1, 0]]}, "no 1×4 numbers"),
        ({"mines": 2}, "1 mines on the board, where 2"),
        ({"height": 0}, "at least 1"),
        ({"height": "1"}, "'1' is no whole number"),
        ({"height": 10**6, "width": 10**6}, "cells"),
        ({"player": 7}, "7 is no name"),
        ({"seconds": None}, "None is no time"),
        ({"actions": 7}, "not whole"),
        ({"actions": [[0.1, 0, 0]]}, "not enough values"),
        ({"actions": [[0.1, 0, 9, 1, 0, 0, [[0, 9, 10, 1]]]]}, "outside 1×4"),
        ({"actions": [[0.1, 0, 1, 1, 0, 0, [[0, 1, 10, 3]]]]}, "said to show 3"),
        ({"actions": [[0.1, 0, 1, 1, 0, 0, [[0, 1, 10, 15]]]]}, "said to show 15"),
        ({"actions": [[0.1, 0, 1, 1, 0, 0, [[0, 1, 11, 1]]]]}, "shows '#', not 'F'"),
        ({"actions": [OPENS, [0.6, 0, 1, 1, 0, 0, [[0, 1, 1, 10]]]]}, "shows '1', not '1'"),
        ({"actions": [[0.1, 0, 2, 1, 0, 0, [[0, 1, 10, 1]]]]}, "opens others"),
    ],
)
def test_an_account_that_cannot_be_true_is_refused(changed, rule):
    with pytest.raises(ValueError, match=rule):
        list(timed_events(account_of(SMALL | changed)))


def test_a_name_keeps_only_what_can_be_printed():
    assert account_of(SMALL | {"player": " a\x00\n\u202eb" + "c" * 999}).player[:4] == "abcc"
