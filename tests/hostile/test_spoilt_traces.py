"""Traces with valid fields in a spoilt order: refused by name, or every event is drawn."""

import json
import random
import re
from functools import cache

import pytest

import minevis as mv
from minevis.errors import TraceFormatError
from minevis.render.panels import PANELS
from minevis.reviews.review import review, with_reasons
from minevis.web.page import page


@cache
def texts():
    """Short traces: players that search and guess, a position, a reviewed game."""
    board = mv.Board.random((4, 5, 5), seed=2, first=(0, 0))
    traces = [mv.play(board, name, first=(0, 0)) for name in ("exact", "csp", "counting")]
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
    """The value, with some of its parts replaced by others of their type."""
    if rng.random() < 0.3:
        return rng.choice(pool[kind_of(value)])
    if isinstance(value, list) and kind_of(value) != "list of int":
        return [moved(item, pool, rng) for item in value]
    return value


def spoilt(text, rng):
    """A trace with events permuted, dropped, doubled or with values of other events."""
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
@pytest.mark.parametrize("seed", range(40))
def test_a_spoilt_trace_is_refused_or_drawn(seed, tmp_path):
    rng = random.Random(seed)
    try:
        trace = mv.Trace.from_json(spoilt(texts()[seed % len(texts())], rng))
    except TraceFormatError as error:
        assert re.match("line |the events do not fit together: event ", str(error))  # noqa: PT017
        return
    for index in range(len(trace)):
        assert trace.frame(index, panels=tuple(PANELS), cell=12).size
        assert mv.caption(trace.events[index])
    trace.video(tmp_path / "film.mp4", encoder=swallow, fps=2, seconds=3)
    assert page(trace)
