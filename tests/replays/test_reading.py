"""Games of people: read as they were played, from sound files; from damaged ones, an error."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

import minevis as mv
from minevis.replays import account, reading
from minevis.replays.recording import recording_of, timed_events
from minevis.solver import events as ev
from refused import refusal
from replay_files import avf, evf, mvf, played, rawvf, rmv

SHARED = Path(__file__).parents[3] / "shared"  # games of people, where they are at hand
PEOPLE = SHARED / "replays"
EXPECTED = json.loads((PEOPLE / "expected.json").read_text()) if PEOPLE.exists() else {}
SOUND = sorted(name for name, expected in EXPECTED.items() if not expected.get("damaged"))

pytest.importorskip("ms_toollib")
WRITTEN = played(mv.Board.random("beginner8", seed=3, first=(0, 0)), seed=3)
FILES = {"small.avf": avf(WRITTEN), "small.evf": evf(WRITTEN), "small.rmv": rmv(WRITTEN)}
TEXTS = {"small.mvf": mvf(WRITTEN), "small.rawvf": rawvf(WRITTEN)}


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.avf"
    path.write_bytes(FILES["small.avf"])
    return path


def clicks(trace):
    count = Counter(
        event.click if isinstance(event, ev.Wasted) else type(event) for event in trace.events
    )
    count["left"] += count[ev.Opened]
    count["right"] += count[ev.Flagged] + count[ev.Unflagged]
    count["double"] += count[ev.Chorded]
    return count


@pytest.mark.skipif(not SOUND, reason="games of people")
@pytest.mark.parametrize("name", SOUND)
def test_a_file_gives_the_game_that_was_played(name):
    expected, trace = EXPECTED[name], mv.replay(PEOPLE / name)
    found = reading.read_recording(PEOPLE / name)
    assert str(found.board).split() == expected["board"]
    assert found.board.three_bv == expected["three_bv"]
    assert found.seconds == pytest.approx(expected["seconds"], abs=1e-6)
    assert trace.shape == (expected["height"], expected["width"])
    assert trace.start.mines == expected["mines"]
    assert trace.won is expected["won"]
    assert trace.clock[-1] == pytest.approx(expected["seconds"], abs=1e-6)
    assert int((trace[-1].view >= 0).sum()) == expected["opened"]
    assert int((trace[-1].view == -2).sum()) == expected["flags"]
    for key in ("left", "right", "double"):
        assert clicks(trace)[key] == expected[key]
    assert mv.Trace.from_json(trace.to_json()).clock == trace.clock


@pytest.mark.skipif(not SOUND, reason="games of people")
def test_games_of_people_that_were_hard_to_read_are_read_as_they_ended():
    """Question marks, old versions of Minesweeper Clone, other letters than UTF-8, text files."""
    files = [*sorted((SHARED / "reports").glob("*.*vf")), PEOPLE / "bad_text.rmv"]
    traces = {file.stem: mv.replay(file) for file in files}
    assert len(traces) >= 9
    assert all(trace.won for trace in traces.values())
    marked = traces["arbiter_marks_on_won"]
    assert marked.clock[-1] == pytest.approx(15.08)
    assert int((marked[-1].view >= 0).sum()) == 54
    assert traces["weak_guessable_mode10"].start.rules == "weak guessable"
    assert traces["rawvf_llamasweeper_no_mines"].start.rules == "Classic NG"
    assert traces["rawvf_no_guess_mode"].start.rules == "No Guess"
    assert traces["rawvf_superclick_on"].won


@pytest.mark.parametrize("name", FILES)
def test_after_every_click_the_board_is_as_the_reader_says(name, tmp_path):
    import ms_toollib

    path = tmp_path / name
    path.write_bytes(FILES[name])
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


NO_REPLAYS = [  # a file, its content, and the words of the error
    ("two.rawvf", 2 * TEXTS["small.rawvf"], "it has 2 boards"),
    ("game.umf", b"x", r".* Freesweeper are not supp"),
    ("cut.avf", FILES["small.avf"][:300], ""),
    ("empty.evf", b"", ""),
    ("big.rmv", bytes(2000), ""),
    ("text.mvf", b"no game at all", ""),
    ("text.rawvf", b"no game at all", ""),
    ("game.txt", b"x", r"a replay .*\.avf.*\.rawvf$"),
]


@pytest.mark.parametrize(("name", "data", "words"), NO_REPLAYS)
def test_a_damaged_file_is_an_error_with_its_name(name, data, words, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    path = tmp_path / name
    path.write_bytes(data)
    monkeypatch.setattr(reading, "MOST_BYTES", 1999 if name == "big.rmv" else 1 << 20)
    assert re.search(f"ReplayFormatError: .*{name}: {words}", refusal(lambda: mv.replay(path)))
    assert sorted(os.listdir(tmp_path)) == sorted([name, "here"])
    assert not os.listdir()  # ms_toollib would leave a crash.log


def test_a_folder_and_an_unknown_format_are_no_games(tmp_path):
    assert "is a folder: mv.profile reads" in refusal(lambda: mv.replay(tmp_path))
    (tmp_path / "game.umf").touch()
    answer = refusal(lambda: reading.game_in(tmp_path / "game.umf"))
    assert re.search(r"ReplayFormatError: .*game\.umf: .* Freesweeper are not supp", answer)


def test_only_formats_of_others_need_their_reader(small, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError):  # not that a reader is missing
        mv.replay(tmp_path / "gone.avf")
    with pytest.raises(ModuleNotFoundError, match=r"minevis\[replays\]"):
        mv.replay(small)
    for name, data in TEXTS.items():
        (tmp_path / name).write_bytes(data)
        assert mv.replay(tmp_path / name).events[1:] == WRITTEN.events


def test_a_reader_that_takes_too_long_is_stopped(small, tmp_path, monkeypatch):
    slow = tmp_path / "slow.py"
    slow.write_text("import time; time.sleep(60)")
    monkeypatch.setattr(account, "__file__", str(slow))
    with pytest.raises(mv.errors.ReplayFormatError, match=r"small\.avf: .* stopped after 0\.2 s"):
        mv.replay(small, seconds=0.2)


@pytest.mark.parametrize("seconds", ["x", float("nan"), -1, 0, True])
def test_times_that_make_no_sense_are_refused(seconds, small):
    with pytest.raises(ValueError, match=f"^seconds={seconds!r}: the most that a reader may take"):
        mv.replay(small, seconds=seconds)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_the_reader_too(small, tmp_path):
    slow, told = tmp_path / "slow.py", tmp_path / "pid"
    slow.write_text(
        f"import os, signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        f"open({str(told)!r}, 'w').write(f'{{os.getpid()}} '); time.sleep(60)"
    )
    program = (
        f"import minevis as mv\nfrom minevis.replays import account\n"
        f"account.__file__ = {str(slow)!r}\nmv.replay({str(small)!r})"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    try:
        while not (told.exists() and told.read_text().endswith(" ")):
            assert parent.poll() is None
            time.sleep(0.05)
        parent.send_signal(signal.SIGINT)
        assert parent.wait(timeout=1800) != 0
    finally:
        parent.kill()
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


SMALL = {"height": 1, "width": 4, "mines": 1, "mined": [[1, 0, 0, 0]], "player": "you"}
SMALL |= {"software": "", "seconds": 1.0, "completed": False, "presses": []}


def events_of(*presses, **changed):
    """The events after the start; presses are written as "lc 1", with a column of the one row."""
    pairs = (press.split() for press in presses)
    timed = [(number / 10, button, 0, int(col)) for number, (button, col) in enumerate(pairs)]
    recording = recording_of(SMALL | changed | {"presses": timed})
    return [event for _, event in timed_events(recording)][1:]


LEFT_1 = ("lc 1", "lr 1")
OPENS = ev.Opened((0, 1), ((0, 1),), (1,))


def flagged(col):
    return ev.Flagged(((0, col),), proven=False)


R0, R1 = ("rc 0", "rr 0"), ("rc 1", "rr 1")
DOUBLE, UNFLAGGED = ev.Wasted((0, 1), "double"), ev.Unflagged(((0, 0),))
MARKED = [flagged(0), UNFLAGGED, ev.Wasted((0, 0), "right"), flagged(0)]
EXPLODED = [ev.Chorded((0, 1), (), ()), ev.Exploded((0, 0), (0, 1))]
LOST = [OPENS, flagged(2), *EXPLODED, ev.Finished(False, (), ((0, 2),))]
RIGHT_2 = ("rc 2", "rr 2", "lc 1", "rc 1", "lr 1", "rr 1")
OUTSIDE = ("lc 1", "lr 4", "rc 4", "rr -1", "mc 7", "mr 7", "lr 1", "rr 1")
CLICKS = {  # presses, whether there are question marks, and the events
    "an unfinished game has no end": (LEFT_1, False, [OPENS]),
    "a lost one has its wrong flags": ((*LEFT_1, *RIGHT_2), False, LOST),
    "a right click takes a flag away": (R0 * 3, False, [flagged(0), UNFLAGGED, flagged(0)]),
    "it goes round through a mark": (R0 * 4, True, MARKED),
    "marks are switched on": (("mt 0", *R0 * 4), False, MARKED),
    "a mark is opened": ((*R1 * 2, *LEFT_1), True, [flagged(1), ev.Unflagged(((0, 1),)), OPENS]),
    "a mark counts for no chord": (
        (*LEFT_1, *R0 * 2, "mc 1", "mr 1"),
        True,
        [OPENS, flagged(0), UNFLAGGED, DOUBLE],
    ),
    "both buttons on a flag": (("rc 1", *LEFT_1), False, [flagged(1), DOUBLE]),
    "a flag is not opened": ((*R1, *LEFT_1), False, [flagged(1), ev.Wasted((0, 1), "left")]),
    "presses outside do nothing": (OUTSIDE, False, []),
}


@pytest.mark.parametrize(("presses", "marks", "events"), CLICKS.values(), ids=CLICKS)
def test_presses_become_events(presses, marks, events):
    assert events_of(*presses, marks=marks) == events


CHORDS = """rc 1, lc 1, rr 1, lr 1; lc 3, rc 1, lr 1, rr 1; rc 1, lc 1, lr 1, rr 1
cc 1, lr 1, rr 1; mc 1, mr 1; m 1, m 1; sc 1, lr 1; l 1, r 1, l 1, r 1"""


@pytest.mark.parametrize("presses", [way.split(", ") for way in re.split(r"; |\n", CHORDS)])
def test_all_ways_to_chord_open_the_same_and_are_one_click(presses):
    """A right press that becomes a chord and the left release after it are no clicks."""
    assert events_of(*LEFT_1, *presses) == [OPENS, DOUBLE]
    opened = ev.Chorded((0, 1), ((0, 2), (0, 3)), (0, 0))
    won = ev.Finished(True, (), ())
    assert events_of(*LEFT_1, *R0, *presses) == [OPENS, flagged(0), opened, won]


def test_the_flags_of_before_the_start_come_first_and_the_clock_starts_at_an_opening():
    presses = [(3.0, "pf", 0, 0), (4.5, "lc", 0, 1), (5.0, "lr", 0, 1), (5.5, "lc", 0, 3)]
    presses.append((6.25, "lr", 0, 3))
    recording = recording_of(SMALL | {"presses": presses})
    assert [time for time, _ in timed_events(recording)] == [0.0, 0.0, 0.0, 1.25, 1.25]


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"mined": [[1, 0, 0]]}, "does not have 1×4 cells"),
        ({"mined": [[0.5, 0, 0, 0]]}, "mined.*=0.5: expected"),
        ({"mines": 2}, "its board has 1 mines, and its header says 2"),
        ({"height": 0}, "at least 1"),
        ({"height": "1"}, "height='1': expected int"),
        ({"height": 10**6, "width": 10**6}, "cells: at most 1,000,000 are read"),
        ({"player": 7}, "player=7: expected str"),
        ({"seconds": None}, "seconds=None: expected float"),
        ({"presses": 7}, "presses=7: expected list"),
        ({"presses": [[0.1, "lc"]]}, "expected list of length 4, got 2"),
        ({"presses": [[0.1, "xc", 0, 0]]}, "presses.*='xc': expected one of lc, rc"),
        ({"presses": [[0.1, "lc", 0, 0.5]]}, "=0.5: expected int"),
        ({"presses": [[float("nan"), "lc", 0, 0]]}, "=nan: expected float"),
        ({"completed": True}, "says that the game was won"),
        ({"mode": 12}, "recursive chords"),
    ],
)
def test_a_recording_that_cannot_be_true_is_refused(changed, rule):
    with pytest.raises(ValueError, match=rule):
        list(timed_events(recording_of(SMALL | changed)))


def test_the_encoding_of_a_name_is_guessed_and_that_of_a_long_text_is_not():
    for name, encoding in (("李雷", "gb18030"), ("Zoë", "utf-8"), ("José", "latin-1")):
        assert account.decoded(name.encode(encoding)) == name
    long = "李雷".encode("gb18030") * 1000
    assert set(account.decoded(long)) >= {"\N{REPLACEMENT CHARACTER}"}


def test_a_name_keeps_only_what_can_be_printed():
    assert recording_of(SMALL | {"player": " a\x00\n\u202eb" + "c" * 999}).player[:4] == "abcc"
