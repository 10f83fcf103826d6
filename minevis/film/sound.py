"""The sound of a film: a tick per opened ring of cells, and what a guess brought."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from minevis.film.ffmpeg import RATE
from minevis.film.frames import Stage, move_length
from minevis.film.moments import Beat, group_of
from minevis.film.sweep import sweep_order
from minevis.render.camera import Gaze, gaze
from minevis.render.marks import apart
from minevis.render.motion import KINDS, SHARE, sweep_in
from minevis.render.page import Page
from minevis.solver import events as ev
from minevis.trace.trace import Trace

LOUDEST = 0.7  # of full scale: AAC overshoots a little
SCALE = (0, 2, 4, 7, 9, 12, 14, 16, 19)  # semitones of the numbers 0 … 8: none clash
CHORD = (-12, -5, 4)  # semitones after a guess that was safe
LOWEST = 523.25  # Hz, of a zero
ATTACK, TICK, LASTING, BOOM = 0.004, 0.06, 0.3, 0.45  # seconds: rise, and fall to a third
RINGS, QUIETER = 10, 0.7  # rings of an opening that are heard, and how loud the next one is
RUMBLE = 400  # samples: low noise


def soundtrack(
    trace: Trace, shown: Sequence[Beat], page: Page, fps: float, *, motion: bool
) -> np.ndarray:
    """Return the sound of a film: int16 [n] at `RATE`, as long as its frames."""
    sound = np.zeros(round(sum(beat.hold for beat in shown) / fps * RATE))
    for time, index in openings(trace, shown, page, fps, motion=motion):
        event: Any = trace.events[index]
        if isinstance(event, ev.Exploded):
            _add(sound, time, _boom())
            continue
        if _was_risky(trace, index):
            for third in CHORD:
                _add(sound, time, 0.6 * _tone(third, LASTING))
        for ring, numbers in _rings(event):
            tick = QUIETER**ring * _tone(SCALE[max(numbers)], TICK)
            _add(sound, time + ring * KINDS["opened"].ring, tick)
    loud = LOUDEST / max(float(np.abs(sound).max(initial=0.0)), 1.0)
    return np.round(sound * loud * 32_767).astype(np.int16)


def openings(
    trace: Trace, shown: Sequence[Beat], page: Page, fps: float, *, motion: bool
) -> Iterator[tuple[float, int]]:
    """Yield the seconds at which openings and explosions begin in a film, and their events."""
    stage, at = Stage(trace, page), 0
    before: Gaze | None = None
    last: int | None = None  # the event whose board is shown
    for beat, window in zip(shown, stage.views(shown, fps), strict=False):
        now = gaze(window, stage.page_at(beat).lens)
        start, before = at + move_length(before, now, beat, fps), now
        at += beat.hold
        if beat.card in ("question", "rewind"):
            last = beat.index
        if beat.card not in ("", "forward", "number"):
            continue
        since = beat.since if 0 <= beat.since < beat.index else beat.index
        last = since - 1 if last is None else last
        order = sweep_order(trace.events[since : beat.index + 1], trace.shape) if motion else None
        changes = at - start - stage.settles(beat, group_of(trace, beat, page.cropped), fps)
        sweep = None if order is None else sweep_in(order, int(SHARE * changes) / fps)
        for index in range(last + 1, beat.index + 1):
            event = trace.events[index]
            if isinstance(event, ev.Opened | ev.Exploded):
                later = 0.0
                if sweep is not None:
                    turns, length = sweep
                    later = turns[event.cell] * max(length - KINDS["clue"].seconds, 0.0)
                yield start / fps + float(later), index
        last = max(last, beat.index)


def _was_risky(trace: Trace, index: int) -> bool:
    """Return whether an opening follows a guess."""
    before = reversed(trace.events[:index])
    reason = next((event for event in before if isinstance(event, ev.Guessed | ev.Opened)), None)
    return isinstance(reason, ev.Guessed)


def _rings(event: ev.Opened) -> Iterator[tuple[int, list[int]]]:
    """Yield the rings of cells around a click, the nearest first, with their numbers."""
    pairs = zip(event.cells, event.numbers, strict=True)
    cells = sorted((apart(cell, event.cell), number) for cell, number in pairs)
    for ring, some in groupby(cells, key=lambda pair: pair[0]):
        if ring < RINGS:
            yield ring, [number for _, number in some]


def _tone(semitones: int, seconds: float) -> np.ndarray:
    """Return a struck note that falls to a third in some seconds: float64 [n]."""
    time = np.arange(round(6 * seconds * RATE)) / RATE
    pitch = 2 * np.pi * LOWEST * 2 ** (semitones / 12) * time
    wave = np.sin(pitch) + 0.3 * np.sin(2 * pitch) * np.exp(-time / seconds)
    return np.asarray(0.5 * wave * np.minimum(time / ATTACK, 1.0) * np.exp(-time / seconds))


def _boom() -> np.ndarray:
    """Return a low thud with a rumble: float64 [n]."""
    time = np.arange(3 * RATE) / RATE
    thud = np.sin(2 * np.pi * (45 * time - 12 * np.exp(-time / 0.12)))
    noise = np.random.default_rng(0).normal(size=len(time))
    rumble = np.convolve(noise, np.hanning(RUMBLE), "same")
    rumble /= np.abs(rumble).max()
    fades = np.minimum(time / ATTACK, 1.0) * np.exp(-time / BOOM)
    return np.asarray(fades * (0.8 * thud + 0.5 * rumble * np.exp(-time / 0.2)))


def _add(sound: np.ndarray, seconds: float, part: np.ndarray) -> None:
    """Add a part from some time on; what reaches beyond the end is cut."""
    start = round(seconds * RATE)
    room = sound[start : start + len(part)]
    room += part[: len(room)]
