"""Files and names that should break something: each gets a named error, or a right answer.

`expected.json` says of every file of the corpus what is told about it: after "error: " what the
one line of the error says, else what the answer holds; "fine" is no more than that.
"""

import json
import os
import re
import signal
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minevis as mv
from minevis.cli.main import BAD_INPUT, main
from minevis.errors import TraceFormatError
from minevis.experiments.run import play_readably
from minevis.experiments.task import Task, Totals
from minevis.web.page import page

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "expected.json").read_text("utf-8"))
PANELS = ("board", "constraints", "probability", "zero", "regions", "guess")


def test_every_file_of_the_corpus_is_tried():
    assert {path.name for path in (HERE / "corpus").iterdir()} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_it_gets_a_named_error_or_a_right_answer(name, tmp_path, capsys):
    path = HERE / "corpus" / name
    told = ASK[path.suffix](path, tmp_path, capsys)
    words = EXPECTED[name].removeprefix("error: ")
    assert told.startswith("error: ") == EXPECTED[name].startswith("error: "), told
    assert re.search(words, told), told


READERS = {
    "game.avf": mv.replay,
    "game.rawvf": mv.replay,
    "trace.json": mv.Trace.load,
    "board.txt": mv.Board.load,
    "board.mbf": mv.Board.load,
    "position.txt": mv.Position.load,
    "position.mine": mv.Position.load,
    "position.png": mv.Position.from_image,
    "games.json": lambda path: mv.profile(path, workers=1, progress=False).damaged[0][1],
    "games.mvf": lambda path: mv.profile(path, workers=1, progress=False).damaged[0][1],
    "any.position": lambda path: main(["analyze", str(path)]),
    "any.board": lambda path: main(["solve", "--board", str(path)]),
    "any.game": lambda path: main(["review", str(path)]),
}


@pytest.fixture
def five_seconds():
    def end(*_):
        raise AssertionError("it goes on")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(5)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only on Unix")
@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["a pipe", "a sparse file of 400 GB"])
def test_no_reader_waits_for_a_pipe_or_reads_a_large_file(
    name, kind, tmp_path, five_seconds, capsys
):
    path = tmp_path / name
    if kind == "a pipe":
        os.mkfifo(path)
    else:
        with path.open("wb") as file:
            file.truncate(400 << 30)
    try:
        told = READERS[name](path)
        told = capsys.readouterr().err or told
    except (mv.MinevisError, OSError) as error:
        told = str(error)
    assert re.search(
        "a pipe or a device|not a file|more than|0×0 cells|at most|a game ends", told
    ), told


def command(capsys, *arguments):
    """The output of a command: its answer, or its one line of an error."""
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    if code == 0:
        return out
    assert code == BAD_INPUT
    assert err.startswith("minevis: ")
    assert err.count("\n") == 1
    return f"error: {err}"


def solve(path, folder, capsys):
    return command(capsys, "solve", "--board", path, "--quiet")


def analyze(path, folder, capsys):
    return command(capsys, "analyze", path)


def watch(path, folder, capsys):
    return shown(path.read_bytes().decode("utf-8", "surrogateescape"))


def shown(text):
    """A trace that loads is captioned, drawn, and written again."""
    try:
        trace = mv.Trace.from_json(text)
    except TraceFormatError as error:
        return f"error: {error}"
    assert all(mv.caption(event) for event in trace.events)
    for number in range(0, len(trace), max(1, len(trace) // 8)):
        assert trace.frame(number, cell=16, panels=PANELS).size
    assert mv.Trace.from_json(trace.to_json()).events == trace.events
    return "fine"


def recall(path, folder, capsys):
    """A store of four games after that statement."""
    store = folder / "runs.sqlite"
    task = Task.of("beginner", "counting", games=4, seed=0, first=(0, 0), safe_radius=0)
    with mv.Store(store) as kept:
        kept.add(task, 0, Totals.of(play_readably(task, np.arange(4, dtype=np.uint64))))
    with sqlite3.connect(store) as database:
        database.execute(path.read_text("utf-8"))
    database.close()
    command(capsys, "runs", "list", "--store", store)
    return command(capsys, "runs", "show", "1", "--store", store)


def recall_file(path, folder, capsys):
    before = path.read_bytes()
    told = command(capsys, "runs", "list", "--store", path)
    assert path.read_bytes() == before
    return told


def play_as(path, folder, capsys):
    """A player of that name plays, and its page holds the name as data only."""
    name = path.read_bytes().decode()
    trace = mv.play(mv.Board.parse("..*"), mv.Player(name=name), first=(0, 0))
    assert mv.Trace.from_json(trace.to_json()).start.player == name
    assert mv.caption(trace.events[0])
    assert trace.frame(0, cell=16).size
    assert "</script><b>" not in page(trace, title=name)
    return "fine"


ASK = {
    ".board": solve,
    ".position": analyze,
    ".trace": watch,
    ".spoil": recall,
    ".store": recall_file,
    ".name": play_as,
}


TRACES = [
    mv.play(mv.Board.random("beginner8", seed=seed), player, seed=seed).to_json().splitlines()
    for seed, player in enumerate(("exact", "best", "convolution", "counting", "lookahead"))
]
ODD = st.one_of(
    st.none() | st.booleans() | st.integers() | st.integers(-2, 9) | st.floats() | st.text(),
    st.sampled_from(["0x", "0x10", "\0", "\ud800", [], [[]], [0], [[0, 0]], [-1, 0]]),
)


@st.composite
def spoilt(draw):
    """The text of a trace with a value of an event changed, and perhaps moved."""
    lines = list(draw(st.sampled_from(TRACES)))
    number = draw(st.integers(1, len(lines) - 1))
    part = event = json.loads(lines[number])
    while True:
        at = draw(st.integers(0, len(part) - 1))
        if not (isinstance(part[at], list) and part[at] and draw(st.booleans())):
            break
        part = part[at]
    part[at] = draw(ODD)
    lines[number] = json.dumps(event)
    lines.insert(draw(st.integers(1, len(lines) - 1)), lines.pop(number))
    return "\n".join(lines)


@given(spoilt())
def test_a_spoilt_trace_is_refused_or_shown_as_any_other(text):
    shown(text)
