"""Beats: the moments of a film, with their cells and sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from minevis.film.telling import Group
from minevis.game.grid import Cells
from minevis.render.camera import Window, window_around
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import Trace
from minevis.words.captions import chain_caption, search_caption, sentences_of
from minevis.words.events import cells_shown, kind, meaning_of
from minevis.words.events.meaning import Kind


@dataclass(frozen=True, slots=True)
class Beat:
    """Event `index`, shown for `hold` frames, `skipped` steps after the last beat.

    A `card` is no event: "title" and "closing" are pages of text, "question" is the board before
    the hardest moment, "rewind" a moment on the way back from there, "forward" one of a sweep, and
    "number" the last one of an idea. `answer` marks the answer to the question. A beat may describe
    several events together, `since` … `index`. Several beats may share one caption, for events
    `first` … `last`. A beat may show only the sentences up to number `step`. Its `words`, if any,
    replace its own sentences.
    """

    index: int
    hold: int = 0
    skipped: int = 0
    card: str = ""
    since: int = -1
    first: int = -1
    last: int = -1
    step: int | None = None
    words: tuple[str, ...] | None = None
    answer: bool = False
    clock: float | None = None  # the time of a clock that runs within the beats of an event
    seconds: float = 0.0  # of a story: its time
    moves: bool = False  # of a story: its change is seen, although it is silent
    new: bool = False  # of a story: shown for the first time
    asked: int = -1  # of an idea: the event it asks about
    asks: Cells = ()  # of a question: the cells to choose from
    countdown: float = 0.0  # seconds to think at the end of a question
    number: str = ""  # of a closing "number": written large

    @property
    def label(self) -> str:
        """Return the name of its card: a question that comes back has its own."""
        return "recalled" if self.card == "question" and self.answer else self.card

    @property
    def silent(self) -> bool:
        """Whether it has no words of its own: there is no time to read them."""
        return self.words == ()


def group_of(trace: Trace, beat: Beat, crop: Window | None = None) -> Group | None:
    """The group of a beat; None for a single event.

    If only `crop` of a board is shown, the group has the events there.
    """
    alone = wholly_inside(trace.events[beat.index], crop) or beat.first < 0
    if beat.last <= beat.first and alone:
        return None
    events = trace.events[beat.since : beat.index + 1]
    if kind(events[-1]) is Kind.SEARCH:  # counters: its end is not known yet
        starts = ev.ComponentFound | ev.ComponentKept | ev.FrontierFound
        first = next(at for at in range(beat.index, -1, -1) if isinstance(trace.events[at], starts))
        words = search_caption(trace.events[first : beat.index + 1])
    else:
        words = chain_words(trace, beat.first, beat.last, crop)
    return Group(seen_in(events, crop), words, crop is not None)


def moments(
    trace: Trace, beats: Iterable[Beat], crop: Window | None
) -> Iterator[tuple[Beat, Snapshot, Group | None]]:
    """Yield the beats with their snapshots and the events described together with them.

    A snapshot is one fold from the one before if that is near.
    """
    coming: Iterator[tuple[int, Snapshot]] = iter(())
    at, snapshot = -1, None
    for beat in beats:
        if beat.index < at or at < 0:
            coming, at = enumerate(trace.snapshots(beat.index), start=beat.index), -1
        while at != beat.index:
            at, snapshot = next(coming)
        assert snapshot is not None
        shown = snapshot if beat.clock is None else replace(snapshot, seconds=beat.clock)
        yield beat, shown, group_of(trace, beat, crop)


def look_at(event: Event, crop: Window) -> Window | None:
    """Return the part of `crop` to show for `event`; None if it makes no difference."""
    cells = meaning_of(event).cells
    if cells is None:
        return crop
    seen = [cell for cell in cells(event) if crop.holds(cell)]
    return window_around(seen) if seen else None


def part_inside(event: Event, crop: Window) -> Event | None:
    """The part of `event` inside `crop`: itself, a part of it, or None."""
    return meaning_of(event).part(event, crop.holds)


def wholly_inside(event: Event, crop: Window | None) -> bool:
    """Whether an event is entirely inside `crop`, so that it is shown in full.

    The steps of a proof name more cells than its clues.
    """
    if crop is None:
        return True
    named = sentences_of(event, letters=True).letters if isinstance(event, ev.Proved) else ()
    return all(map(crop.holds, (*cells_shown(event), *named)))


def shown_inside(trace: Trace, shown: Sequence[int], crop: Window | None) -> list[int]:
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
            inside_crop = leads and part_inside(event, crop) is not None
        elif sort is Kind.SEARCH:
            inside_crop = searched[index]
        else:
            inside_crop = leads = part_inside(event, crop) is not None
        if inside_crop:
            kept.append(index)
    return kept[::-1]


def _searched(trace: Trace, crop: Window) -> Iterator[tuple[int, bool]]:
    """Yield the steps of a search, and whether their component reaches into `crop`."""
    here = False
    for index, event in enumerate(trace.events):
        if kind(event) is Kind.SEARCH:
            if cells := cells_shown(event):  # a component begins
                here = any(map(crop.holds, cells))
            yield index, here and meaning_of(event).cells is not None


def seen_in(events: Sequence[Event], crop: Window | None) -> tuple[Event, ...]:
    """The parts of some events inside `crop`."""
    if crop is None:
        return tuple(events)
    parts = (part_inside(event, crop) for event in events)
    return tuple(part for part in parts if part is not None)


def chain_words(trace: Trace, first: int, last: int, crop: Window | None) -> str:
    """Return the caption of the chain of events `first` … `last`, or of its part inside `crop`."""
    chain = seen_in(trace.events[first : last + 1], crop)
    return chain_caption(chain, trace[last], part=crop is not None)
