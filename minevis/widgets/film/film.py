"""From a trace to a film: what every panel shows at every beat, as a pack for the browser."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from minevis.core import events as ev
from minevis.core.events import Event
from minevis.core.formatting import big_number, percent
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.panels.panels import Layer, panel
from minevis.show.tiles.atlas import Mark
from minevis.show.tiles.theme import THEMES, theme_of
from minevis.show.timing.beats import Beat, beats
from minevis.show.timing.event_kinds import Kind, kind
from minevis.show.timing.timeline import Timeline
from minevis.show.words.captions import badge, caption
from minevis.widgets.film.answers import PHRASE, Answers
from minevis.widgets.film.lines import links_of, sides_of
from minevis.widgets.film.pack import pack
from minevis.widgets.film.tile_sheets import sheets

PANELS = ("board", "constraints", "probability", "zero", "regions", "information")
LINED = ("board", "regions")  # panels with lines around cells; constraints has those of board
LETTERS = {  # how kinds of beats travel; static/film/film.js reads them
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
    counts: np.ndarray  # uint16 [n · (panels + lined)]: cells that change
    cells: np.ndarray  # uint16: which cells, flat
    codes: np.ndarray  # int16: what they show then, 32 · picture + mark, or sides with lines
    pictures: np.ndarray  # the pictures that occur
    counters: list[str]
    positions: np.ndarray  # uint16 [n]: the position each beat stands in
    linked: np.ndarray  # uint16 [n]: links of the beat
    links: np.ndarray  # uint16 [2 · links]
    subtitles: dict[str, list[tuple[int, str]]]  # a panel: from which beat on it says what


def film(
    trace: Record,
    *,
    detail: int = 2,
    steps: int = SEARCH_STEPS,
    theme: str = "paper",
    answers: bool = False,
    reel: Reel | None = None,
) -> bytes:
    """The pack of a scrubber for `trace`.

    `detail` is that of `minevis.show.timing.beats.beats`; no more than about `steps` steps
    of searches are kept. With `answers` it also holds the exact odds of every
    position and a proof for every cell that can be proven, so that no kernel needs
    to be asked. A `reel` of the same trace and options, from `wind`, saves winding one.
    Raises `ValueError` for an unknown theme or detail.
    """
    theme_of(theme)
    reel = reel or wind(trace, detail=detail, steps=steps)
    known = Answers.of(trace) if answers else None
    atlas, images = sheets(reel.pictures.tolist())
    told = {**_titles(trace), **_words(trace, reel.beats), "counters": reel.counters}
    told["subtitles"] = reel.subtitles
    head = {
        "height": trace.shape[0],
        "width": trace.shape[1],
        "atlas": atlas,
        "film": {**told, **(known.head() if known else {}), "detail": detail, "theme": theme},
    }
    return pack(head, {**_arrays(trace, reel), **(known.parts() if known else {}), **images})


def wind(trace: Record, *, detail: int = 2, steps: int = SEARCH_STEPS) -> Reel:
    """The reel of `trace`; options are those of `film`. It takes most of the time of a film."""
    return reel_of(trace, beats(trace, detail=detail, fps=10, budget=steps / 10))


def _arrays(trace: Record, reel: Reel) -> dict[str, np.ndarray | bytes]:
    moments = np.array([beat.index for beat in reel.beats], np.int32)
    stops = np.rint(Timeline.of(trace).stops[moments + 1] * FULL)
    return {
        "events": moments,
        "stops": np.diff(stops, prepend=0).astype(np.uint16),
        "positions": reel.positions,
        "counts": reel.counts,
        "cells": reel.cells,
        "codes": reel.codes,
        "linked": reel.linked,
        "links": reel.links,
    }


def reel_of(trace: Record, chosen: list[Beat]) -> Reel:
    """What the panels show at each beat of `chosen`, as changes since the beat before."""
    before = np.zeros((len(PANELS) + len(LINED), trace.shape[0] * trace.shape[1]), np.int16)
    counts, cells, codes, counters, positions = [], [], [], [], []
    linked: list[list[int]] = []
    subtitles: dict[str, list[tuple[int, str]]] = {name: [] for name in PANELS}
    for beat, (snapshot, position) in enumerate(_moments(trace, chosen)):
        layers = [panel(name)(snapshot) for name in PANELS]
        after = _codes(layers)
        for one_before, one_after in zip(before, after, strict=True):
            changed = np.flatnonzero(one_before != one_after)
            counts.append(len(changed))
            cells.append(changed)
            codes.append(one_after[changed])
        before = after
        _note(subtitles, beat, layers)
        linked.append(links_of(layers[0].links, trace.shape[1]))
        counters.append(counters_of(snapshot))
        positions.append(position)
    return Reel(
        beats=chosen,
        counts=np.array(counts, np.uint16),
        cells=np.concatenate(cells).astype(np.uint16),
        codes=np.concatenate(codes).astype(np.int16),
        pictures=_pictures(codes),
        counters=counters,
        positions=np.array(positions, np.uint16),
        linked=np.array([len(each) // 2 for each in linked], np.uint16),
        links=np.array([end for each in linked for end in each], np.uint16),
        subtitles=subtitles,
    )


def codes_of(snapshot: Snapshot) -> np.ndarray:
    """What each panel shows, a code a cell, then the lines: int16 [panels + lined, H · W]."""
    return _codes([panel(name)(snapshot) for name in PANELS])


def _codes(layers: list[Layer]) -> np.ndarray:
    shown = [(layer.pictures.astype(np.int16) * 32 + layer.marks).ravel() for layer in layers]
    lined = [layers[PANELS.index(name)] for name in LINED]
    sides = [sides_of(layer.outlines, layer.marks.shape) for layer in lined]
    return np.stack([*shown, *sides])


def _note(subtitles: dict[str, list[tuple[int, str]]], beat: int, layers: list[Layer]) -> None:
    """Add the subtitles that have changed."""
    for name, layer in zip(PANELS, layers, strict=True):
        told = subtitles[name]
        if not told or told[-1][1] != layer.subtitle:
            told.append((beat, layer.subtitle))


def _pictures(codes: list[np.ndarray]) -> np.ndarray:
    """The pictures that occur: all codes but those of lines."""
    rows = len(PANELS) + len(LINED)
    shown = [each for at, each in enumerate(codes) if at % rows < len(PANELS)]
    return np.unique(np.concatenate(shown).astype(np.int32) >> 5)


def _moments(trace: Record, chosen: list[Beat]) -> Iterator[tuple[Snapshot, int]]:
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


def _titles(trace: Record) -> dict[str, Any]:
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
        "lines": {"board": 0, "constraints": 0, "regions": 1},  # the row of lines a panel has
        "marks": {"clue": int(Mark.CLUE), "click": int(Mark.CLICK)},
        "roles": ROLES,
        "phrase": PHRASE,
        "themes": list(THEMES),
    }


def _words(trace: Record, chosen: list[Beat]) -> dict[str, Any]:
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
