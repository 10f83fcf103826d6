"""The content of one frame, before it is drawn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from minevis.core import events as ev
from minevis.core.events import Event
from minevis.core.formatting import big_number, percent, quantity
from minevis.core.grid import Cells
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.frame.page import Page
from minevis.show.panels.cell_marks import marks_of
from minevis.show.panels.panels import Layer, Panel, board_with_odds, drawn_panel, panel
from minevis.show.tiles.theme import Colour, Theme
from minevis.show.timing.beats import Beat
from minevis.show.timing.camera import Box
from minevis.show.timing.cropping import seen_in, wholly_inside
from minevis.show.timing.event_kinds import Kind, kind
from minevis.show.timing.story import chain_words
from minevis.show.words.captions import badge, caption
from minevis.show.words.english import BADGES
from minevis.show.words.wording import in_figures


@dataclass(frozen=True, eq=False)
class Scene:
    """One frame: a layer for each panel, None for those that are no map of cells."""

    layers: tuple[Layer | None, ...]
    badge: tuple[str, Colour] | None = None
    caption: str = ""
    counters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """Events described together, and the caption of the chain that they belong to."""

    events: tuple[Event, ...]
    caption: str
    part: bool = False  # of the board

    @classmethod
    def of(cls, trace: Record, beat: Beat, crop: Box | None = None) -> "Group | None":
        """The group of a beat; None for a single event.

        If only `crop` of a board is shown, the group has the events there.
        """
        alone = wholly_inside(trace.events[beat.index], crop) or beat.first < 0
        if beat.last <= beat.first and alone:
            return None
        events = trace.events[beat.since : beat.index + 1]
        words = chain_words(trace, beat.first, beat.last, crop)
        return cls(seen_in(events, crop), words, crop is not None)

    def badge(self) -> str:
        """Its label: that of its search or deductions, otherwise that of opening."""
        if kind(self.events[-1]) is Kind.SEARCH:
            return badge(self.events[-1])
        found = [event for event in self.events if isinstance(event, ev.Deduction)]
        if found and not self.part:
            return badge(found[-1])
        return BADGES["counted" if found else "opened"]


def moments(
    trace: Record, beats: Iterable[Beat], crop: Box | None
) -> Iterator[tuple[Beat, Snapshot, Group | None]]:
    """Yield each beat with its snapshot and the events that are described together with it.

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
        yield beat, shown, Group.of(trace, beat, crop)


def scene_of(
    s: Snapshot,
    layout: Page,
    *,
    skipped: int = 0,
    searched: Cells = (),
    group: Group | None = None,
) -> Scene:
    """The scene of a snapshot; `skipped` steps were left out since the last frame.

    `searched` are the cells of the search tree next to the board, if there is one.
    """
    if group is not None:
        return _scene_of_group(s, layout, group)
    layers = tuple(layer_of(each, s, layout.panels, searched) for each in layout.panels)
    if s.event is None or not layout.text.width:
        return Scene(layers)
    text = caption(s.event)
    if skipped:
        text = f"{text} {skipped_note(skipped)}"
    label = badge(s.event)
    return Scene(
        layers,
        (label, badge_colour(s.event, layout.theme)),
        text,
        counter_lines(s),
    )


def _scene_of_group(s: Snapshot, layout: Page, group: Group) -> Scene:
    """The scene of several events described together."""
    marks = marks_of(s, group.events)
    layers = [layer_of(each, s, layout.panels) for each in layout.panels]
    marked = tuple(
        None if each is None else replace(each, marks=marks, links=(), outlines=())
        for each in layers
    )
    label = (group.badge(), layout.theme.deduction)
    return Scene(marked, label, group.caption, counter_lines(s))


def layer_of(
    which: Panel, s: Snapshot, panels: tuple[Panel, ...], searched: Cells = ()
) -> Layer | None:
    """The layer of the panel `which` among `panels`; None if it is no map of cells."""
    if drawn_panel(which):
        return None
    if which == "board" and (
        panels == ("board",) or ("tree" in panels and "probability" not in panels)
    ):
        return board_with_odds(s, searched)
    return panel(which)(s)


def in_component(event: Event) -> bool:
    """Whether a component is being searched."""
    return kind(event) is Kind.SEARCH and not isinstance(event, ev.FrontierFound)


def badge_role(event: Event) -> str:
    """The name of the theme's colour for an event's badge: its result, otherwise its kind."""
    if isinstance(event, ev.Counted | ev.Subtracted | ev.Proved) and event.mined is not None:
        return "mine" if event.mined else "safe"
    if isinstance(event, ev.Finished):
        return "safe" if event.won else "mine"
    if isinstance(event, ev.Exploded | ev.Violated):
        return "mine"
    if isinstance(event, ev.Reviewed):
        return _role_of_verdict(event.verdict)
    roles = {Kind.SEARCH: "search", Kind.GUESS: "guess", Kind.ODDS: "search"}
    return roles.get(kind(event), "deduction")


def _role_of_verdict(verdict: str) -> str:
    roles = {"proven": "safe", "needless guess": "mine", "wrong flag": "mine"}
    return roles.get(verdict, "guess" if verdict in ("forced guess", "unproven flag") else "quiet")


def badge_colour(event: Event, theme: Theme) -> Colour:
    """The colour of an event's badge."""
    colour: Colour = getattr(theme, badge_role(event))
    return colour


def counter_lines(s: Snapshot) -> tuple[str, str]:
    """The counters next to the caption: mines, guesses and risk; below, solutions or layouts."""
    *parts, found = counter_parts(s)
    return "  ·  ".join(parts), found


def skipped_note(steps: int) -> str:
    """Return the note about steps left out before a frame."""
    return f"({quantity(steps, 'step')} skipped.)"


def counter_parts(s: Snapshot) -> tuple[str, ...]:
    """Clock if there is one, mines left, guesses of a game, risk if any, last the finds."""
    parts = [f"mines left {big_number(s.mines_left)}"]
    if s.moves or s.guesses:  # a position alone has no guesses
        parts.append(f"guesses {s.guesses}")
    if s.guesses:
        parts.append(f"risk so far {percent(s.risk)}")
    if s.seconds is not None:
        parts.insert(0, f"{s.seconds:.1f} s")
    return (*parts, _found(s))


def _found(s: Snapshot) -> str:
    """The solutions of a search, or how many layouts fit, if that is known."""
    if s.event is not None and in_component(s.event):
        return f"{quantity(s.solutions, 'solution')} found"
    if s.configurations is not None and not isinstance(s.event, ev.Exploded | ev.Finished):
        return f"{in_figures(s.configurations):# layout fits|# layouts fit}"
    return ""
