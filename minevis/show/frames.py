"""Frames: a `Layout` says where things stand, a `Painter` draws snapshots one after another."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from minevis import events as ev
from minevis.events import Event
from minevis.show.kinds import Kind, kind
from minevis.show.layout import Layout, Place
from minevis.numbers import big_number, percent
from minevis.show.pacing import Beat
from minevis.show.panels import Layer, panel
from minevis.show.text import fit, ink, line_height, line_mask, shorten, text_width
from minevis.show.theme import Colour, Theme, contrast
from minevis.show.tiles import atlas
from minevis.show.timeline import Timeline, strips
from minevis.snapshot import Snapshot
from minevis.trace import Trace

__all__ = ["Layout", "Painter", "frame", "frames"]


def frame(trace: Trace, index: int, **options: Any) -> np.ndarray:
    """The picture after event `index`: uint8 RGB [h, w, 3].

    Options are those of `Layout.of`. Raises `IndexError` beyond the last event.
    """
    number = range(len(trace))[index]
    painter = Painter(Layout.of(trace.shape, **options), timeline=Timeline.of(trace))
    return painter.draw(trace[number], index=number)


def frames(trace: Trace, beats: Iterable[Beat], layout: Layout) -> Iterator[np.ndarray]:
    """The frames of `beats`, each as often as it is held: a stream of uint8 [h, w, 3].

    A beat that is held is one array, yielded again; the next beat gets a new one.
    """
    painter = Painter(layout, timeline=Timeline.of(trace))
    snapshots: Iterator[tuple[int, Snapshot]] = iter(())
    at = -1
    for beat in beats:
        if at < 0 or beat.index < at:
            snapshots, at = enumerate(trace.snapshots(beat.index), start=beat.index), beat.index
        for number, snapshot in snapshots:
            at = number + 1
            if number == beat.index:
                picture = painter.draw(snapshot, index=number, skipped=beat.skipped).copy()
                break
        for _ in range(beat.hold):
            yield picture


class Painter:
    """Draws snapshots onto one canvas, only what has changed. Mutable."""

    def __init__(self, layout: Layout, *, timeline: Timeline | None = None) -> None:
        self.layout = layout
        self.atlas = atlas(layout.cell, theme=layout.theme)
        self.canvas = np.empty((layout.height, layout.width, 3), np.uint8)
        self.canvas[:] = layout.theme.ground
        self._bare = self.canvas.copy()
        self._timeline = timeline
        self._shown: dict[Any, Any] = {}
        self._grids = [self._grid(place) for place in layout.grids]
        for place in layout.grids:
            self._rim(place)
        if timeline is not None and layout.strip is not None:
            strip = layout.strip
            self._strips = strips(timeline, layout.theme, strip.width, strip.height)

    def draw(self, snapshot: Snapshot, *, index: int | None = None, skipped: int = 0) -> np.ndarray:
        """The frame of `snapshot`: the canvas itself, uint8 [h, w, 3]. Copy it to keep it.

        `index` is the number of its event, for the timeline; `skipped` the number of
        steps left out since the last frame.
        """
        for number, name in enumerate(self.layout.panels):
            self._panel(number, panel(name)(snapshot))
        if self.layout.caption and snapshot.event is not None:
            self._badge(snapshot.event)
            self._caption(snapshot.event, skipped)
            self._counters(snapshot)
        if self._timeline is not None and index is not None and self.layout.strip is not None:
            self._strip(self.layout.strip, self._timeline.at(index))
        return self.canvas

    def _changed(self, what: Any, value: Any) -> bool:
        if self._shown.get(what) == value:
            return False
        self._shown[what] = value
        return True

    def _grid(self, place: Place) -> np.ndarray:
        """The cells of a panel as a view of the canvas: uint8 [H, W, s, s, 3]."""
        cell = self.layout.cell
        part = self.canvas[place.window]
        blocks = part.reshape(place.height // cell, cell, place.width // cell, cell, 3)
        return blocks.transpose(0, 2, 1, 3, 4)

    def _panel(self, number: int, layer: Layer) -> None:
        row, col, height, width = self.layout.crop
        window = np.s_[row : row + height, col : col + width]
        tiles = self.atlas.index(layer.pictures[window], layer.marks[window])
        before = self._shown.get(("tiles", number))
        if before is None:
            rows, cols = np.indices(tiles.shape).reshape(2, -1)
        else:
            rows, cols = np.nonzero(tiles != before)
        self._grids[number][rows, cols] = self.atlas.tiles[tiles[rows, cols]]
        self._shown["tiles", number] = tiles
        self._title(self.layout.titles[number], layer)

    def _title(self, place: Place, layer: Layer) -> None:
        if not self._changed(place, (layer.title, layer.subtitle)):
            return
        theme, body = self.layout.theme, self.layout.body
        size, small = round(body * 1.08), round(body * 0.78)
        self._wipe(place)
        ink(self.canvas, line_mask(layer.title, size, bold=True), place.top, place.left, theme.ink)
        used = text_width(layer.title, size, bold=True) + round(body * 0.7)
        subtitle = shorten(layer.subtitle, small, place.width - used)
        drop = place.top + _baseline(size) - _baseline(small)
        ink(self.canvas, line_mask(subtitle, small), drop, place.left + used, theme.quiet)

    def _wipe(self, place: Place) -> None:
        self.canvas[place.window] = self._bare[place.window]

    def _rim(self, place: Place) -> None:
        """The line around a panel, and the coordinates along it."""
        first = max(1, round(self.layout.cell / 32))
        theme = self.layout.theme
        for colour, out in ((theme.rim, first + 1), (theme.line, first)):
            right, bottom = place.left + place.width, place.top + place.height
            end = out - first
            self.canvas[place.top - out : bottom + end, place.left - out : right + end] = colour
        if self.layout.coordinates:
            self._coordinates(place, first + 1)

    def _coordinates(self, place: Place, rim: int) -> None:
        row, col, height, width = self.layout.crop
        cell, size = self.layout.cell, max(9, round(self.layout.body * 0.66))
        high, quiet = line_height(size), self.layout.theme.quiet
        widest = text_width(str(col + width - 1), size) + 4
        step = _step(max(high, widest), cell)
        for number in range(-(-row // step) * step, row + height, step):
            mask = line_mask(str(number), size)
            top = place.top + (number - row) * cell + (cell - high) // 2
            ink(self.canvas, mask, top, place.left - rim - 4 - mask.shape[1], quiet)
        for number in range(-(-col // step) * step, col + width, step):
            mask = line_mask(str(number), size)
            left = place.left + (number - col) * cell + (cell - mask.shape[1]) // 2
            ink(self.canvas, mask, place.top - rim - high, left, quiet)

    def _badge(self, event: Event) -> None:
        from minevis.show.captions import badge

        place, theme = self.layout.badge, self.layout.theme
        assert place is not None
        label, colour = badge(event, language=self.layout.language), _badge_colour(event, theme)
        if self._changed("badge", (label, colour)):
            picture = _badge_picture(
                label, place.width, place.height, self.layout.body, colour, theme
            )
            self.canvas[place.window] = picture

    def _caption(self, event: Event, skipped: int) -> None:
        from minevis.show.captions import caption

        text = caption(event, language=self.layout.language)
        if skipped:
            text += f" ({big_number(skipped)} {'step' if skipped == 1 else 'steps'} skipped.)"
        place = self.layout.text
        assert place is not None
        if self._changed("caption", text):
            body = self.layout.body
            smallest = max(9, round(body * 0.7))
            size, lines = fit(text, body, place.width, lines=2, smallest=smallest)
            self._lines(place, [(line, 0) for line in lines], size, self.layout.theme.ink)

    def _counters(self, s: Snapshot) -> None:
        place = self.layout.counters
        assert place is not None
        lines = _counter_lines(s)
        if not self._changed("counters", lines):
            return
        size = round(self.layout.body * 0.86)
        if place.height < 2 * line_height(size):
            lines = lines[:1]
        kept = [shorten(line, size, place.width) for line in lines]
        placed = [(line, place.width - text_width(line, size)) for line in kept]
        self._lines(place, placed, size, self.layout.theme.quiet)

    def _lines(self, place: Place, lines: list[tuple[str, int]], size: int, colour: Colour) -> None:
        """Lines of text, each so many px in from the left, on a place wiped clean."""
        self._wipe(place)
        pitch = round(self.layout.body * 1.42)
        drop = (pitch - line_height(size)) // 2
        for number, (line, left) in enumerate(lines):
            top = place.top + number * pitch + drop
            mask = line_mask(line, size)
            ink(self.canvas, mask, top, place.left + left, colour, ground=self.layout.theme.ground)

    def _strip(self, place: Place, share: float) -> None:
        at = round(share * place.width)
        if not self._changed("strip", at):
            return
        played, coming = self._strips
        part = self.canvas[place.window]
        part[:, :at], part[:, at:] = played[:, :at], coming[:, at:]
        mask = _handle(place.height)
        left = min(max(at - mask.shape[1] // 2, 0), place.width - mask.shape[1])
        ink(part, mask, 0, left, self.layout.theme.ink)


def _baseline(size: int) -> int:
    from minevis.show.text import font

    return font(size).getmetrics()[0]


def _step(room: int, cell: int) -> int:
    """Every how many rows and columns there is `room` px for a number."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if step * cell >= room)


def _badge_colour(event: Event, theme: Theme) -> Colour:
    if isinstance(event, ev.Counted | ev.Subtracted | ev.Proved) and event.mined is not None:
        return theme.mine if event.mined else theme.safe
    if isinstance(event, ev.Finished):
        return theme.safe if event.won else theme.mine
    if isinstance(event, ev.Exploded | ev.Violated):
        return theme.mine
    colours = {Kind.SEARCH: theme.search, Kind.GUESS: theme.guess, Kind.ODDS: theme.search}
    return colours.get(kind(event), theme.deduction)


@lru_cache(maxsize=256)
def _badge_picture(
    label: str, width: int, height: int, body: int, colour: Colour, theme: Theme
) -> np.ndarray:
    """A pill with a label: uint8 [height, width, 3]."""
    large = Image.new("RGB", (width * 4, height * 4), theme.ground)
    inset = height * 4 // 22
    edges = (0, inset, width * 4 - 1, height * 4 - inset - 1)
    ImageDraw.Draw(large).rounded_rectangle(edges, height * 2 - inset, fill=colour)
    picture = np.array(large.resize((width, height), Image.Resampling.BOX))
    size = round(body * 0.78)
    while size > 7 and text_width(label, size, bold=True) > width - body:
        size -= 1
    mask = line_mask(label, size, bold=True)
    figures = max(((255, 255, 255), theme.figure), key=lambda text: contrast(text, colour))
    ink(picture, mask, (height - mask.shape[0] + 1) // 2, (width - mask.shape[1]) // 2, figures)
    return picture


@lru_cache(maxsize=8)
def _handle(height: int) -> np.ndarray:
    """The rounded handle that shows where the run is: uint8 [height, w]."""
    width = max(5, round(height * 0.6))
    large = Image.new("L", (width * 8, height * 8))
    edges = (0, 0, width * 8 - 1, height * 8 - 1)
    ImageDraw.Draw(large).rounded_rectangle(edges, width * 4, fill=255)
    return np.asarray(large.resize((width, height), Image.Resampling.BOX))


def _counter_lines(s: Snapshot) -> list[str]:
    first = [f"mines left {s.mines_left}", f"guesses {s.guesses}"]
    if s.guesses:
        first.append(f"risk so far {percent(s.risk)}")
    return ["  ·  ".join(first), _found(s)]


def _found(s: Snapshot) -> str:
    """What a search has found, or how many layouts fit, where that is known."""
    if (
        s.event is not None
        and kind(s.event) is Kind.SEARCH
        and not isinstance(s.event, ev.FrontierFound)
    ):
        return f"{big_number(s.solutions)} {'solution' if s.solutions == 1 else 'solutions'} found"
    if s.configurations is not None and not isinstance(s.event, ev.Exploded | ev.Finished):
        fits = "layout fits" if s.configurations == 1 else "layouts fit"
        return f"{big_number(s.configurations)} {fits}"
    return ""
