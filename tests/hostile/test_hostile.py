"""Files and names that should break something: each gets a named error, or a right answer.

`expected.json` says of every file of the corpus what is told about it: after "error: " what the
one line of the error says, else what the answer holds; "fine" is no more than that.
"""

import json
import os
import re
import signal
import sqlite3
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv
from minevis.cli.main import BAD_INPUT, main
from minevis.errors import TraceFormatError
from minevis.experiments.run import play_readably
from minevis.experiments.task import Task, Totals
from minevis.render.panels import PANELS
from minevis.reviews.review import review, with_reasons
from minevis.web.page import page

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "expected.json").read_text("utf-8"))


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
def two_minutes():
    def end(*_):
        raise AssertionError("it goes on")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(120)  # a pipe would be waited for without end
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only on Unix")
@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["a pipe", "a sparse file of 400 GB"])
def test_no_reader_waits_for_a_pipe_or_reads_a_large_file(
    name, kind, tmp_path, two_minutes, capsys
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


def watch(path, folder, capsys):
    """A trace that loads is captioned, drawn, and written again."""
    try:
        trace = mv.Trace.from_json(path.read_bytes().decode("utf-8", "surrogateescape"))
    except TraceFormatError as error:
        return f"error: {error}"
    assert all(mv.caption(event) for event in trace.events)
    for number in range(0, len(trace), max(1, len(trace) // 8)):
        assert trace.frame(number, cell=16, panels=tuple(PANELS)).size
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
    ".board": lambda path, _, capsys: command(capsys, "solve", "--board", path, "--quiet"),
    ".position": lambda path, _, capsys: command(capsys, "analyze", path),
    ".trace": watch,
    ".spoil": recall,
    ".store": recall_file,
    ".name": play_as,
}


PLAYERS = ("exact", "csp", "counting", "best", "convolution")
ODD = [
    None,
    True,
    -1,
    10**20,
    float("nan"),
    0.5,
    "",
    "0x",
    "\0",
    "\ud800",
    {},
    [],
    [[]],
    [0],
    [[0, 0]],
]


@cache
def texts():
    """Short traces: players that search and guess, a position, a reviewed game."""
    board = mv.Board.random((4, 5, 5), seed=2, first=(0, 0))
    traces = [mv.play(board, name, first=(0, 0)) for name in PLAYERS]
    traces.append(mv.thoughts(mv.Position.parse("1###\n1###\n####", mines=3)))
    hand = mv.Playground(board)
    for cell in (0, 19, 4):
        hand.session.move("open", divmod(cell, 5))
    traces.append(hand.trace.with_events(with_reasons(hand.trace, review(hand.trace))))
    return [trace.to_json() for trace in traces]


def kind_of(value):
    """A name for the type of a value; that of a list names its first item's."""
    if isinstance(value, list) and value:
        return f"list of {kind_of(value[0])}"
    return type(value).__name__


def values_in(value):
    yield value
    if isinstance(value, list):
        for item in value:
            yield from values_in(item)


def moved(value, pool, rng):
    """The value, with some of its parts replaced: by others of their type, or by odd ones."""
    if rng.random() < 0.3:
        return rng.choice(ODD if rng.random() < 0.2 else pool[kind_of(value)])
    if isinstance(value, list) and kind_of(value) != "list of int":
        return [moved(item, pool, rng) for item in value]
    return value


def spoilt(text, rng):
    """The text of a trace with events permuted, dropped, doubled or with other values."""
    header, start, *lines = text.splitlines()
    events = [json.loads(line) for line in lines]
    pool = {}
    for value in (value for _, *fields in events for each in fields for value in values_in(each)):
        pool.setdefault(kind_of(value), []).append(value)
    for _ in range(rng.choice([1, 2, 3])):
        one, other = sorted(rng.choices(range(len(events)), k=2))
        how = rng.choice(["swap", "shuffle", "drop", "double", "values", "values"])
        if how == "swap":
            events[one], events[other] = events[other], events[one]
        elif how == "shuffle":
            events[one:other] = rng.sample(events[one:other], other - one)
        elif how == "drop" and len(events) > 6:
            del events[one : one + rng.choice([1, 2, 5])]
        elif how == "double":
            events.insert(other, events[one])
        elif how == "values":
            name, *fields = events[one]
            events[one] = [name, *(moved(value, pool, rng) for value in fields)]
    head = json.loads(header)
    if "clock" in head:
        head["clock"] = [0.0] * (len(events) + 1)
    return "\n".join([json.dumps(head), start, *map(json.dumps, events)])


def swallow(path, stream):
    for _ in stream.frames:
        pass
    path.write_bytes(b"film")


@pytest.mark.long
@settings(max_examples=settings().max_examples // 2)
@given(st.sampled_from(range(len(PLAYERS) + 2)), st.randoms(use_true_random=True))
def test_a_spoilt_trace_is_refused_or_shown_as_any_other(tmp_path_factory, number, rng):
    try:
        trace = mv.Trace.from_json(spoilt(texts()[number], rng))
    except TraceFormatError as error:
        assert re.match("line |the events do not fit together: event ", str(error))  # noqa: PT017
        return
    assert all(mv.caption(event) for event in trace.events)
    events = mv.Trace.from_json(texts()[number]).events
    same = (one == other for one, other in zip(events, trace.events, strict=False))
    first = next((index for index, equal in enumerate(same) if not equal), 0)
    for index in {first, *range(first + 1, len(trace), 4), len(trace) - 1}:
        assert trace.frame(index, panels=tuple(PANELS), cell=12).size
    assert mv.Trace.from_json(trace.to_json()).events == trace.events
    film = tmp_path_factory.getbasetemp() / "film.mp4"
    trace.video(film, encoder=swallow, fps=2, seconds=3, progress=False)
    assert page(trace)
