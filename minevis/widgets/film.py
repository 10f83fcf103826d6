"""From a trace to a film: what every panel shows at every beat, as a pack for the browser."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from minevis import events as ev
from minevis.events import Event
from minevis.numbers import big_number, percent
from minevis.show.captions import badge, caption
from minevis.show.kinds import Kind, kind
from minevis.show.pacing import Beat, beats
from minevis.show.panels import panel
from minevis.show.theme import THEMES, theme_of
from minevis.show.tiles import Mark
from minevis.show.timeline import Timeline
from minevis.snapshot import Snapshot
from minevis.trace import Trace
from minevis.widgets.answers import PHRASE, Answers
from minevis.widgets.pack import pack
from minevis.widgets.sheets import sheets

PANELS = ("board", "constraints", "probability", "zero")
LETTERS = {  # how kinds of beats travel; static/film.js reads them
    Kind.START: "s",
    Kind.MOVE: "m",
    Kind.FLAG: "f",
    Kind.DEDUCTION: "d",
    Kind.ODDS: "o",
    Kind.GUESS: "g",
    Kind.END: "x",
    Kind.SEARCH: "q",
}
ROLES = ("deduction", "safe", "mine", "search", "guess")  # colours of a `Theme`
FULL = 65_535  # the end of the timeline
SEARCH_STEPS = 2_000  # of all searches together; more are sampled


@dataclass(frozen=True, eq=False)
class Reel:
    """The beats of a trace with all they show, before packing. Arrays are over n beats."""

    beats: list[Beat]
    counts: np.ndarray  # uint16 [n · panels]: cells that change
    cells: np.ndarray  # uint16: which cells, flat
    codes: np.ndarray  # int16: what they show then, 32 · picture + mark
    counters: list[str]
    positions: np.ndarray  # uint16 [n]: the position each beat stands in


def film(
    trace: Trace,
    *,
    detail: int = 2,
    steps: int = SEARCH_STEPS,
    theme: str = "paper",
    answers: bool = False,
) -> bytes:
    """The pack of a scrubber for `trace`.

    `detail` is that of `minevis.show.pacing.beats`; no more than about `steps` steps
    of searches are kept. With `answers` it also holds the exact odds of every
    position and a proof for every cell that can be proven, so that no kernel needs
    to be asked. Raises `ValueError` for an unknown theme or detail.
    """
    theme_of(theme)
    chosen = beats(trace, detail=detail, fps=10, budget=steps / 10)
    reel = reel_of(trace, chosen)
    known = Answers.of(trace) if answers else None
    atlas, images = sheets(np.unique(reel.codes.astype(np.int32) >> 5).tolist())
    told = {**_titles(trace), **_words(trace, chosen), "counters": reel.counters}
    head = {
        "height": trace.shape[0],
        "width": trace.shape[1],
        "atlas": atlas,
        "film": {**told, **(known.head() if known else {}), "detail": detail, "theme": theme},
    }
    return pack(head, {**_arrays(trace, reel), **(known.parts() if known else {}), **images})


def _arrays(trace: Trace, reel: Reel) -> dict[str, np.ndarray | bytes]:
    moments = np.array([beat.index for beat in reel.beats], np.int32)
    stops = np.rint(Timeline.of(trace).stops[moments + 1] * FULL)
    return {
        "events": moments,
        "stops": np.diff(stops, prepend=0).astype(np.uint16),
        "positions": reel.positions,
        "counts": reel.counts,
        "cells": reel.cells,
        "codes": reel.codes,
    }


def reel_of(trace: Trace, chosen: list[Beat]) -> Reel:
    """What the panels show at each beat of `chosen`, as changes since the beat before."""
    before = np.zeros((len(PANELS), trace.shape[0] * trace.shape[1]), np.int16)
    counts, cells, codes, counters, positions = [], [], [], [], []
    for snapshot, position in _moments(trace, chosen):
        after = codes_of(snapshot)
        for panel_before, panel_after in zip(before, after, strict=True):
            changed = np.flatnonzero(panel_before != panel_after)
            counts.append(len(changed))
            cells.append(changed)
            codes.append(panel_after[changed])
        before = after
        counters.append(counters_of(snapshot))
        positions.append(position)
    return Reel(
        chosen,
        np.array(counts, np.uint16),
        np.concatenate(cells).astype(np.uint16),
        np.concatenate(codes).astype(np.int16),
        counters,
        np.array(positions, np.uint16),
    )


def codes_of(snapshot: Snapshot) -> np.ndarray:
    """What each panel shows, a code a cell: int16 [panels, H · W]."""
    layers = [panel(name)(snapshot) for name in PANELS]
    return np.stack(
        [(layer.pictures.astype(np.int16) * 32 + layer.marks).ravel() for layer in layers]
    )


def _moments(trace: Trace, chosen: list[Beat]) -> Iterator[tuple[Snapshot, int]]:
    """The snapshots of the chosen beats, each with the number of its position."""
    wanted = {beat.index for beat in chosen}
    position = 0
    for index, snapshot in enumerate(trace.snapshots()):
        position += new_position(snapshot.event)
        if index in wanted:
            yield snapshot, position


def new_position(event: Event | None) -> bool:
    """Whether after this event more, or less, is known for certain of the board."""
    return isinstance(event, ev.Opened | ev.Exploded | ev.Flagged)


def _titles(trace: Trace) -> dict[str, Any]:
    layers = [panel(name)(trace[0]) for name in PANELS]
    height, width = trace.shape
    end = {True: "won", False: "lost", None: "not finished"}[trace.won]
    return {
        "label": f"Minesweeper solved step by step: {height}×{width} cells, "
        f"{trace.start.mines} mines, {trace.moves} moves, {trace.guesses} guesses, {end}",
        "won": trace.won,
        "panels": [
            {"name": name, "title": layer.title, "subtitle": layer.subtitle}
            for name, layer in zip(PANELS, layers, strict=True)
        ],
        "marks": {"clue": int(Mark.CLUE), "click": int(Mark.CLICK)},
        "roles": ROLES,
        "phrase": PHRASE,
        "themes": list(THEMES),
    }


def _words(trace: Trace, chosen: list[Beat]) -> dict[str, Any]:
    told = [trace.events[beat.index] for beat in chosen]
    return {
        "kinds": "".join(LETTERS[kind(event)] for event in told),
        "captions": [
            caption(event) + skipped(beat) for event, beat in zip(told, chosen, strict=True)
        ],
        "badges": [badge(event) for event in told],
        "looks": "".join(str(ROLES.index(role_of(event))) for event in told),
    }


def skipped(beat: Beat) -> str:
    """What to say of the steps left out before a beat."""
    if not beat.skipped:
        return ""
    return f" ({big_number(beat.skipped)} {'step' if beat.skipped == 1 else 'steps'} skipped.)"


def role_of(event: Event) -> str:
    """The colour of an event's badge, as a name of `ROLES`."""
    if isinstance(event, ev.Counted | ev.Subtracted | ev.Proved):
        return "mine" if event.mined else "safe"
    if isinstance(event, ev.Finished):
        return "safe" if event.won else "mine"
    if isinstance(event, ev.Exploded | ev.Violated):
        return "mine"
    roles = {Kind.SEARCH: "search", Kind.ODDS: "search", Kind.GUESS: "guess"}
    return roles.get(kind(event), "deduction")


def counters_of(s: Snapshot) -> str:
    """Mines left, guesses, and what a search has found so far: one or two lines."""
    words = [f"mines left {s.mines_left}", f"guesses {s.guesses}"]
    if s.guesses:
        words.append(f"risk so far {percent(s.risk)}")
    lines = ["  ·  ".join(words)]
    searching = s.event is not None and kind(s.event) is Kind.SEARCH
    if searching and not isinstance(s.event, ev.FrontierFound):
        found = "solution" if s.solutions == 1 else "solutions"
        lines.append(f"{big_number(s.solutions)} {found} found")
    elif s.configurations is not None and s.won is None:
        fits = "layout fits" if s.configurations == 1 else "layouts fit"
        lines.append(f"{big_number(s.configurations)} {fits}")
    return "\n".join(lines)
