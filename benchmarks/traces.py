"""Traces of 100,000 events: folding, seeking, memory"""

import pickle
import random
import tracemalloc
from collections.abc import Iterator
from dataclasses import fields

import numpy as np
from measuring import Row, game, ratio, timed

import minevis as mv
from minevis.solver.events import Event
from minevis.trace.snapshot import Snapshot

EVENTS = 100_000
SEEKS = 300
FOLDED = 3


def long_run() -> Iterator[Event]:
    """Expert games one after another as one long run, every event its own object."""
    games = [game(seed=seed).events for seed in range(8)]
    yield games[0][0]
    count = 1
    while True:
        for events in games:
            for event in pickle.loads(pickle.dumps(events[1:])):
                if count == EVENTS:
                    return
                yield event
                count += 1


def bytes_of(snapshot: Snapshot) -> int:
    """What the arrays of a snapshot take."""
    values = (getattr(snapshot, field.name) for field in fields(snapshot))
    return sum(value.nbytes for value in values if isinstance(value, np.ndarray))


def rows() -> Iterator[Row]:
    """Folding, seeking and memory, against folding from the start and keeping all snapshots."""
    trace = mv.Trace(long_run())
    seconds, _ = timed(lambda: sum(1 for _ in trace.snapshots()))
    yield Row("folds", f"{len(trace) / seconds:,.0f}", "events/s")
    places = random.Random(0).sample(range(len(trace)), SEEKS)
    seek = timed(lambda: [trace[place] for place in places])[0] / SEEKS
    yield Row("a seek to any moment, mean", f"{1e3 * seek:.2f}", "ms")
    slow = seconds / len(trace) * (sum(places) / SEEKS)
    yield Row("  against folding from the start", ratio(slow, seek), "× faster")
    yield from memory()


def memory() -> Iterator[Row]:
    """What a trace adds to its events: the keyframes that make it quick."""
    events = list(long_run())
    tracemalloc.start()
    trace = mv.Trace(events)
    keyframes = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    full = bytes_of(trace[-1]) * len(trace) / 1e6
    yield Row("memory of its keyframes", f"{keyframes:.1f}", "MB")
    yield Row("  against a full snapshot for every event", f"{full / keyframes:.0f}", "× smaller")
