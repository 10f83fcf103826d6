"""From a race to a pack for the browser: every board at every step.

The pack is as in `minevis.web.trace_pack`, with a panel per player and a beat per step, so that
the browser plays it by the same code.
"""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from minevis.film.alignment import Lane, cells_left, luck_of
from minevis.film.cards import board_line
from minevis.film.moments import Beat
from minevis.film.race import Race
from minevis.reviews.curve import CurveData, curve_of
from minevis.solver import events as ev
from minevis.trace.snapshot import Snapshot
from minevis.utils.formatting import percent, quantity
from minevis.utils.progress import progress_bar
from minevis.web.pack import pack
from minevis.web.sheets import codes_of, sheets
from minevis.web.trace_pack import (
    AUTO,
    LETTERS,
    ROLES,
    TABLES,
    CodeChanges,
    PanelChanges,
    browser_theme,
    check_size,
    sizes_of,
)
from minevis.words.captions import caption, skill_of
from minevis.words.english import say
from minevis.words.events import badge, badge_role
from minevis.words.events.meaning import Kind

MOST_CODES = 1 << 29  # of all boards at all steps: a browser keeps every 64th
RaceCurves = list[CurveData | None]  # per player


def race_pack(race: Race, **options: Any) -> bytes:
    """Return the pack of a race, with the options of `race_parts`."""
    return pack(*race_parts(race, **options))


def race_parts(
    race: Race,
    *,
    theme: str = AUTO,
    curves: bool = False,
    changes: PanelChanges | None = None,
    themes: Iterable[str] | None = None,
    progress: bool = False,
) -> tuple[dict[str, Any], dict[str, np.ndarray | bytes]]:
    """Return header and parts of a race: the players' boards at every step, and their words.

    With `curves` it has the chances to win, which need no Python later. `changes` of the same race
    save computing them again. `themes` limits the tiles to these themes. With `progress`, bars
    appear after two seconds. Raises `ValueError` for an unknown theme, and in advance for too many
    cells for a page; "auto" is the theme of the host.
    """
    theme = browser_theme(theme)
    changes = changes or race_changes(race, progress=progress)
    atlas, images = sheets(changes.pictures, themes, changes.marks)
    steps = range(len(race))
    film = {
        "label": race_label(race),
        "title": f"{quantity(len(race.names), 'player')}, {board_line(race.traces[0])}",
        "summary": _course(race, "  ·  "),
        "opening": race.alignment.key_step,
        "won": any(trace.won for trace in race.traces),
        "panels": [
            {"name": str(place), "title": name, "subtitle": ""}
            for place, name in enumerate(race.names, start=1)
        ],
        **TABLES,
        "detail": 0,
        "partial": False,
        "kinds": "".join(LETTERS[_kind(race, step)] for step in steps),
        "captions": list(map(race.sentence, steps)),
        "counters": changes.counters,
        "badges": [say("badge race")] * len(steps),
        "badgeRoles": str(ROLES.index("search")) * len(steps),
        "lanes": list(map(_lane, race.alignment.lanes)),
        "lines": {},
        "said": changes.said,
        "theme": theme,
    }
    if curves:
        film["curves"] = race_curves(race, progress=progress)
    head = {**sizes_of(race.traces[0]), "atlas": atlas, "film": film}
    stops = np.linspace(0, 1, len(steps)) if len(steps) > 1 else np.ones(1)
    return head, {**changes.parts(stops), **images}


def race_changes(race: Race, *, progress: bool = False) -> PanelChanges:
    """Compute the boards of all steps, as changes since the step before.

    Raises `ValueError` for too many cells, or too many at all steps together.
    """
    lanes, count = race.alignment.lanes, len(race)
    height, width = race.traces[0].shape
    check_size((height, width))
    if count * len(lanes) * height * width > MOST_CODES:
        boards = f"{quantity(len(lanes), 'board')} of {height}×{width} cells"
        raise ValueError(
            f"{quantity(count, 'step')} of {boards}: a page holds {MOST_CODES:,} cells in all"
        )
    changes, counters = CodeChanges(len(lanes)), list[str]()
    said: dict[str, list[tuple[int, str, str, str]]] = {
        str(place): [] for place in range(1, len(lanes) + 1)
    }
    with progress_bar(desc="boards", total=count, unit=" steps", progress=progress) as bar:
        for step, snapshots in enumerate(race.alignment):
            layers = [lane.layer(s, step) for lane, s in zip(lanes, snapshots, strict=True)]
            changes.add(np.stack([codes_of(it.pictures, it.marks).ravel() for it in layers]))
            counters.append(cells_left(snapshots, race.names))
            for lines, lane, snapshot in zip(said.values(), lanes, snapshots, strict=True):
                words = fares(lane, snapshot, step)
                if not lines or lines[-1][1] != words:
                    lines.append((step, words, "", lane.name))
            bar.update()
    none = np.zeros(count, np.uint16)
    return PanelChanges(
        beats=list(map(Beat, range(count))),
        **changes.arrays(),
        counters=counters,
        positions=none,
        linked=none,
        links=np.zeros(0, np.int32),
        said=said,
        lines={},
    )


def race_curves(race: Race, *, progress: bool = False) -> RaceCurves:
    """Return the chances to win by `curve_of` over the steps of the race, per run.

    With `progress` a bar shows how far it is, if it takes more than two seconds.
    """
    total = sum(map(len, race.traces))
    with progress_bar(desc="curves", total=total, unit=" events", progress=progress) as bar:
        curves = (curve_of(trace, report=bar.update, progress=progress) for trace in race.traces)
        return list(map(_by_step, race.alignment.lanes, curves))


def _by_step(lane: Lane, curve: CurveData | None) -> CurveData | None:
    """A curve over the steps of a race in place of the events of a run."""
    if curve is None:
        return None

    def step_of(event: int) -> int:
        return min(bisect_left(lane.stops, event), lane.end)

    by_step = curve.copy()
    by_step["at"] = list(map(step_of, curve["at"]))
    by_step["marks"] = [
        {**mark, "at": step_of(mark["at"]), "told": step_of(mark["told"])}
        for mark in curve["marks"]
    ]
    return by_step


def race_label(race: Race) -> str:
    """A race in one sentence."""
    board = board_line(race.traces[0], " with ")
    players = quantity(len(race.names), "player")
    return f"A race on one Minesweeper board of {board}: {players}, {_course(race, ', ')}"


def _course(race: Race, joint: str) -> str:
    won = sum(trace.won is True for trace in race.traces)
    return f"{quantity(len(race) - 1, 'move')}{joint}won by {won} of {len(race.names)}"


def _kind(race: Race, step: int) -> Kind:
    if step == 0:
        return Kind.START
    if race.alignment.guessed(step):
        return Kind.GUESS
    return Kind.END if step == len(race) - 1 else Kind.MOVE


def _lane(lane: Lane) -> dict[str, object]:
    """Return the data of a player: the end of its run, and the texts of its steps."""
    words = step_words(lane)
    return {
        "name": lane.name,
        "skill": skill_of(lane.name),
        "won": lane.trace.won,
        "end": lane.end,
        "badges": [each.badge for each in words],
        "badgeRoles": "".join(str(ROLES.index(each.role)) for each in words),
        "captions": [each.text for each in words],
        "counters": [cells_left([each]) for each in lane.snapshots()],
    }


class StepWords(NamedTuple):
    """The words of one step of a player: a badge, the colour it has, and a sentence."""

    badge: str
    role: str  # the name of a colour of a `Theme`
    text: str


def step_words(lane: Lane) -> list[StepWords]:
    """Return the words of a player's steps, from the start to the end."""
    begun = _event(lane.trace.events[0])
    words = [begun._replace(text=skill_of(lane.name) or begun.text)]
    return words + [_step(lane, step) for step in range(1, lane.end + 1)]


def fares(lane: Lane, s: Snapshot, step: int) -> str:
    """The progress of a player at a step: its moves once it is done, guesses, risk."""
    moves = [quantity(s.moves, "move")] if step >= lane.end else []
    return ", ".join([*moves, *luck_of(s)])


def _step(lane: Lane, step: int) -> StepWords:
    """The words of a step."""
    between = lane.trace.events[lane.stops[step - 1] + 1 : lane.stops[step] + 1]
    if step == lane.end and isinstance(between[-1], ev.Finished):
        return _event(between[-1])._replace(text=lane.news())
    reason = lane.reasons[step]
    if isinstance(reason, ev.Guessed):
        risk = "" if reason.risk is None else f", {percent(reason.risk)} risk"
        return _event(reason)._replace(text=f"{reason.cell} guessed{risk}")
    opened = next((event for event in between if isinstance(event, ev.Opened)), between[-1])
    if not isinstance(opened, ev.Opened):
        return _event(opened)
    if reason:
        return _event(reason)._replace(text=f"{opened.cell} opened")
    how = ", the first click" if step == 1 else " opened, not proven"
    return _event(opened)._replace(text=f"{opened.cell}{how}")


def _event(event: ev.Event) -> StepWords:
    return StepWords(badge(event), badge_role(event), caption(event))
