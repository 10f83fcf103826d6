"""A film of a part of the board shows only events inside it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import singledispatch

from minevis.core import events as ev
from minevis.core.events import Event
from minevis.core.grid import Shape
from minevis.core.record import Record
from minevis.show.options import Crop
from minevis.show.timing.camera import Box, cells_shown
from minevis.show.timing.event_kinds import Kind, kind


@singledispatch
def inside(event: Event, crop: Box) -> Event | None:
    """The part of `event` inside `crop`: itself, a part of it, or None."""
    return event


@inside.register
def _(event: ev.Opened, crop: Box) -> Event | None:
    seen = [i for i, cell in enumerate(event.cells) if crop.holds(cell)]
    if not seen and not crop.holds(event.cell):
        return None
    cells = tuple(event.cells[i] for i in seen)
    return replace(event, cells=cells, numbers=tuple(event.numbers[i] for i in seen))


@inside.register(ev.Counted)
@inside.register(ev.Subtracted)
@inside.register(ev.Proved)
@inside.register(ev.Flagged)
@inside.register(ev.Unflagged)
def _(event: ev.Counted | ev.Flagged, crop: Box) -> Event | None:
    cells = tuple(cell for cell in event.cells if crop.holds(cell))
    return replace(event, cells=cells) if cells else None


@inside.register(ev.Exploded)
@inside.register(ev.Guessed)
@inside.register(ev.Wasted)
@inside.register(ev.Reviewed)
def _(event: ev.Exploded | ev.Guessed | ev.Wasted | ev.Reviewed, crop: Box) -> Event | None:
    return event if crop.holds(event.cell) else None


@inside.register
def _(event: ev.ZerosFound, crop: Box) -> Event | None:
    best = max(event.chances, default=0.0)
    pairs = zip(event.cells, event.chances, strict=False)
    likeliest = [cell for cell, chance in pairs if chance >= best * (1 - 1e-9)]
    return event if all(map(crop.holds, likeliest)) else None


def wholly_inside(event: Event, crop: Box | None) -> bool:
    """Whether an event speaks of nothing outside `crop`, so that it is shown in full."""
    return crop is None or all(map(crop.holds, cells_shown(event)))


def shown_inside(trace: Record, shown: Sequence[int], crop: Box | None) -> list[int]:
    """Those of the events `shown` that concern something inside `crop`.

    Searches do if one of their cells lies there; odds if their consequences do.
    """
    if crop is None:
        return list(shown)
    searched = dict(_searched(trace, crop))
    kept: list[int] = []
    leads = False  # whether the next event is shown
    for index in reversed(shown):
        event = trace.events[index]
        sort = kind(event)
        if sort is Kind.ODDS:
            inside_crop = leads and inside(event, crop) is not None
        elif sort is Kind.SEARCH:
            inside_crop = searched[index]
        else:
            inside_crop = leads = inside(event, crop) is not None
        if inside_crop:
            kept.append(index)
    return kept[::-1]


def _searched(trace: Record, crop: Box) -> Iterator[tuple[int, bool]]:
    """Each step of a search, and whether it is about a component that reaches into `crop`."""
    here = False
    for index, event in enumerate(trace.events):
        if isinstance(event, ev.ComponentFound | ev.ComponentKept):
            here = any(map(crop.holds, event.cells))
        if kind(event) is Kind.SEARCH:
            yield index, here and not isinstance(event, ev.FrontierFound)


def seen_in(events: Sequence[Event], crop: Box | None) -> tuple[Event, ...]:
    """The parts of some events inside `crop`."""
    if crop is None:
        return tuple(events)
    parts = (inside(event, crop) for event in events)
    return tuple(part for part in parts if part is not None)


def box_of(crop: Crop, shape: Shape) -> Box | None:
    """A crop as a box; None if it is the whole board."""
    row, col, height, width = crop
    return None if (height, width) == shape else Box(row, col, row + height, col + width)
