"""A film of a part of the board shows only events inside it."""

from collections.abc import Iterator, Sequence

from minevis.game.grid import Shape, cells_of
from minevis.render.camera import Box
from minevis.render.options import Crop
from minevis.solver.events import Event
from minevis.trace.record import Record
from minevis.words.captions import chain_caption
from minevis.words.events.known import cells_shown, kind, meaning_of
from minevis.words.events.meaning import Kind


def inside(event: Event, crop: Box) -> Event | None:
    """The part of `event` inside `crop`: itself, a part of it, or None."""
    part: Event | None = meaning_of(event).part(event, crop.holds)
    return part


def wholly_inside(event: Event, crop: Box | None) -> bool:
    """Whether an event is entirely inside `crop`, so that it is shown in full."""
    return crop is None or all(map(crop.holds, cells_shown(event)))


def shown_inside(trace: Record, shown: Sequence[int], crop: Box | None) -> list[int]:
    """Return the events among `shown` that concern something inside `crop`.

    Searches do if one of their cells is there; odds if their consequences are.
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
    """Yield the steps of a search, and whether their component reaches into `crop`."""
    here = False
    for index, event in enumerate(trace.events):
        if kind(event) is Kind.SEARCH:
            if cells := cells_shown(event):  # a component begins
                here = any(map(crop.holds, cells))
            yield index, here and meaning_of(event).cells is not None


def seen_in(events: Sequence[Event], crop: Box | None) -> tuple[Event, ...]:
    """The parts of some events inside `crop`."""
    if crop is None:
        return tuple(events)
    parts = (inside(event, crop) for event in events)
    return tuple(part for part in parts if part is not None)


def box_of(crop: Crop, shape: Shape) -> Box | None:
    """Return a crop as a box; None for the entire board."""
    row, col, height, width = crop
    return None if (height, width) == shape else Box(row, col, row + height, col + width)


def chain_words(trace: Record, first: int, last: int, crop: Box | None) -> str:
    """Return the caption of the chain of events `first` … `last`, or of its part inside `crop`."""
    chain = seen_in(trace.events[first : last + 1], crop)
    proven = frozenset(cells_of(trace[max(first - 1, 0)].safe))
    return chain_caption(chain, part=crop is not None, proven=proven)
