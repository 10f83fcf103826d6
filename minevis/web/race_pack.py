"""From a race to a pack for the browser: every board at every step.

The pack is as in `minevis.web.trace_pack`, with a panel per player and a beat per step, so that
the browser plays it by the same code.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from minevis.film.cards import board_line
from minevis.film.race import Lane, Race, cells_left, layer_of, luck_of, news_of
from minevis.game.grid import Cell
from minevis.render.tiles.atlas import Tile
from minevis.render.tiles.theme import THEMES
from minevis.reviews.curve import CurveData, curve_of
from minevis.solver import events as ev
from minevis.trace.snapshot import Snapshot
from minevis.utils.formatting import percent, quantity
from minevis.utils.progress import progress_bar
from minevis.web.pack import pack
from minevis.web.sheets import codes_of, parts_of, sheets
from minevis.web.trace_pack import (
    AUTO,
    FULL,
    LETTERS,
    MARK_OF_NAME,
    ROLES,
    browser_theme,
    check_size,
    sizes_of,
)
from minevis.words.captions import caption, skill_of
from minevis.words.english import say
from minevis.words.events import badge, badge_role
from minevis.words.events.meaning import Kind

MOST_CODES = 1 << 30  # bytes of int16 codes, while a race is packed
RaceCurves = list[CurveData | None]  # per player


def race_pack(
    race: Race,
    *,
    theme: str = AUTO,
    curves: bool = False,
    themes: Iterable[str] | None = None,
    progress: bool = False,
) -> bytes:
    """Return the pack of a race: the players' boards at every step, and their words.

    With `curves` it has the chances to win, which need no Python later. `themes` limits the tiles
    to these themes. With `progress`, bars appear after two seconds. Raises `ValueError` for an
    unknown theme, and in advance for too many boards and cells for a page; "auto" is the theme of
    the host.
    """
    theme = browser_theme(theme)
    _check_room(race)
    runs = [_snapshots(lane) for lane in race.lanes]
    boards, subtitles = _boards(race, runs, progress)
    atlas, images = sheets(_pictures(boards), themes, np.unique(parts_of(boards)[1]).tolist())
    texts = {**_titles(race), **_step_texts(race, runs)}
    lanes = [_lane(lane, run) for lane, run in zip(race.lanes, runs, strict=True)]
    texts = {**texts, "lanes": lanes, "said": subtitles, "theme": theme}
    if curves:
        texts["curves"] = race_curves(race, progress=progress)
    head = {**sizes_of(race.traces[0]), "atlas": atlas, "film": texts}
    return pack(head, {**_steps(race), **_changes(boards), **images})


def _check_room(race: Race) -> None:
    """Raise `ValueError` for too many cells for a page, or too many at all steps together."""
    height, width = race.traces[0].shape
    check_size((height, width))
    size = 2 * len(race) * len(race.lanes) * height * width
    if size > MOST_CODES:
        raise ValueError(
            f"{quantity(len(race), 'step')} of {quantity(len(race.lanes), 'board')} of "
            f"{height}×{width} cells take {size / (1 << 30):.1f} GB, more than the "
            f"{MOST_CODES >> 30} GB that a page holds"
        )


def race_curves(race: Race, *, progress: bool = False) -> RaceCurves:
    """Return the chances to win by `curve_of` over the steps of the race, per run.

    With `progress` a bar shows how far it is, if it takes more than two seconds.
    """
    total = sum(len(lane.trace) for lane in race.lanes)
    with progress_bar(desc="curves", total=total, unit=" events", progress=progress) as bar:
        curves = (curve_of(lane.trace, report=bar.update, progress=progress) for lane in race.lanes)
        return list(map(_by_step, race.lanes, curves))


def _by_step(lane: Lane, curve: CurveData | None) -> CurveData | None:
    """A curve over the steps of a race in place of the events of a run."""
    if curve is None:
        return None
    by_step = curve.copy()
    by_step["at"] = [lane.step_of(at) for at in curve["at"]]
    by_step["marks"] = [mark | {"at": lane.step_of(mark["at"])} for mark in curve["marks"]]
    return by_step


def race_pictures(race: Race) -> tuple[int, ...]:
    """The pictures that occur in a race."""
    runs = [_snapshots(lane) for lane in race.lanes]
    return _pictures(_boards(race, runs, False)[0])


def race_label(race: Race) -> str:
    """A race in one sentence."""
    board = board_line(race.traces[0], " with ")
    players = quantity(len(race.lanes), "player")
    return f"A race on one Minesweeper board of {board}: {players}, {_course(race, ', ')}"


def _course(race: Race, joint: str) -> str:
    won = sum(trace.won is True for trace in race.traces)
    return f"{quantity(len(race) - 1, 'move')}{joint}won by {won} of {len(race.lanes)}"


def key_step(race: Race) -> int:
    """The step that a race opens at: the news nearest to its middle."""
    last = len(race) - 1
    ends = {len(lane.stops) - 1 for lane in race.lanes}
    guesses = {step for step in range(last) if any(lane.guess(step) for lane in race.lanes)}
    return min(ends | guesses, key=lambda step: (abs(step - last / 2), step))


def _boards(
    race: Race, runs: Sequence[Sequence[Snapshot]], progress: bool
) -> tuple[np.ndarray, dict[str, list[tuple[int, str]]]]:
    """Return the codes of every board at every step, and the texts next to names.

    Codes are int16 [steps, players, H · W]. A text comes with its first step.
    """
    height, width = race.traces[0].shape
    boards = np.zeros((len(race), len(race.lanes), height * width), np.int16)
    subtitles: dict[str, list[tuple[int, str]]] = {}
    total = sum(map(len, runs))
    with progress_bar(desc="boards", total=total, unit=" boards", progress=progress) as bar:
        for place, (lane, run) in enumerate(zip(race.lanes, runs, strict=True)):
            lines = subtitles[str(place + 1)] = []
            for step, snapshot in enumerate(run):
                layer = layer_of(lane, snapshot, step)
                boards[step, place] = codes_of(layer.pictures, layer.marks).ravel()
                words = fares(lane, snapshot, step)
                if not lines or lines[-1][1] != words:
                    lines.append((step, words))
                bar.update()
            boards[len(run) :, place] = boards[len(run) - 1, place]  # it has ended
    return boards, subtitles


def _snapshots(lane: Lane) -> list[Snapshot]:
    """Yield the snapshots of a player's steps, in one pass through its run."""
    wanted = set(lane.stops)
    return [each for index, each in enumerate(lane.trace.snapshots()) if index in wanted]


def _changes(boards: np.ndarray) -> dict[str, np.ndarray]:
    """The parts with the changes from step to step."""
    before = np.concatenate([np.zeros_like(boards[:1]), boards[:-1]])
    differs = before != boards
    return {
        "counts": differs.sum(axis=2).astype(np.uint16).ravel(),
        "cells": np.nonzero(differs)[2].astype(np.uint16),
        "codes": boards[differs],
    }


def _pictures(boards: np.ndarray) -> tuple[int, ...]:
    """The pictures that occur."""
    return tuple(sorted({int(Tile.COVERED), *np.unique(parts_of(boards)[0]).tolist()}))


def _steps(race: Race) -> dict[str, np.ndarray]:
    """Return the parts with the places of steps on the timeline, without links."""
    steps = len(race)
    places = np.rint(np.linspace(0, FULL, steps) if steps > 1 else np.array([FULL]))
    none = np.zeros(steps, np.uint16)
    return {
        "events": np.arange(steps, dtype=np.int32),
        "stops": np.diff(places, prepend=0).astype(np.uint16),
        "positions": none,
        "linked": none,
        "links": none[:0],
    }


def _titles(race: Race) -> dict[str, object]:
    return {
        "label": race_label(race),
        "title": f"{quantity(len(race.lanes), 'player')}, {board_line(race.traces[0])}",
        "summary": _course(race, "  ·  "),
        "opening": key_step(race),
        "won": any(trace.won for trace in race.traces),
        "panels": [
            {"name": str(place), "title": name, "subtitle": ""}
            for place, name in enumerate(race.names, start=1)
        ],
        "lines": {},
        "marks": MARK_OF_NAME,
        "roles": ROLES,
        "themes": list(THEMES),
        "detail": 0,
        "partial": False,
    }


def _lane(lane: Lane, run: Sequence[Snapshot]) -> dict[str, object]:
    """Return the data of a player: the end of its run, and the texts of its steps."""
    words = step_words(lane)
    return {
        "name": lane.name,
        "skill": skill_of(lane.name),
        "won": lane.trace.won,
        "end": len(lane.stops) - 1,
        "badges": [each.badge for each in words],
        "roles": [each.role for each in words],
        "texts": [each.text for each in words],
        "counters": [cells_left([snapshot]) for snapshot in run],  # for a race outside a page
    }


def _step_texts(race: Race, runs: Sequence[Sequence[Snapshot]]) -> dict[str, object]:
    """Return the texts of the race's steps."""
    steps = range(len(race))
    boards = ([run[min(step, len(run) - 1)] for run in runs] for step in steps)
    left = [cells_left(each, race.names) for each in boards]
    return {
        "kinds": "".join(LETTERS[_kind(race, step)] for step in steps),
        "captions": [race.sentence(step) for step in steps],
        "counters": left,
        "badges": [say("badge race")] * len(race),
        "badgeRoles": str(ROLES.index("search")) * len(race),
    }


def _kind(race: Race, step: int) -> Kind:
    if step == 0:
        return Kind.START
    if any(lane.guess(step) for lane in race.lanes):
        return Kind.GUESS
    return Kind.END if step == len(race) - 1 else Kind.MOVE


class StepWords(NamedTuple):
    """The words of one step of a player: a badge, the colour it has, and a sentence."""

    badge: str
    role: str  # the name of a colour of a `Theme`
    text: str


def step_words(lane: Lane) -> list[StepWords]:
    """Return the words of a player's steps, from the start to the end."""
    events = lane.trace.events
    begun = _event(events[0])
    words = [begun._replace(text=skill_of(lane.name) or begun.text)]
    ideas: dict[Cell, ev.Event] = {}  # by which a covered cell is safe
    for step, (first, last) in enumerate(zip(lane.stops, lane.stops[1:], strict=False), start=1):
        between = events[first + 1 : last + 1]
        for event in between:
            if isinstance(event, ev.Deduction) and not event.mined:
                ideas |= {cell: event for cell in event.cells if cell not in ideas}
        words.append(_step(lane, step, between, ideas))
    return words


def fares(lane: Lane, s: Snapshot, step: int) -> str:
    """The progress of a player at a step: its moves once it is done, guesses, risk."""
    moves = [quantity(s.moves, "move")] if lane.over(step) else []
    return ", ".join([*moves, *luck_of(s)])


def _step(
    lane: Lane, step: int, between: Sequence[ev.Event], ideas: dict[Cell, ev.Event]
) -> StepWords:
    """The words of a step with these events."""
    if lane.over(step) and isinstance(between[-1], ev.Finished):
        return _event(between[-1])._replace(text=news_of(lane))
    guess = lane.guess(step)
    if guess is not None:
        risk = "" if guess.risk is None else f", {percent(guess.risk)} risk"
        return _event(guess)._replace(text=f"{guess.cell} guessed{risk}")
    opened = next((event for event in between if isinstance(event, ev.Opened)), between[-1])
    if not isinstance(opened, ev.Opened):
        return _event(opened)
    if opened.cell in ideas:
        return _event(ideas[opened.cell])._replace(text=f"{opened.cell} opened")
    how = ", the first click" if step == 1 else " opened, not proven"
    return _event(opened)._replace(text=f"{opened.cell}{how}")


def _event(event: ev.Event) -> StepWords:
    return StepWords(badge(event), badge_role(event), caption(event))
