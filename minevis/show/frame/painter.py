"""The painter: draws scenes onto one canvas, only the changes."""

from collections.abc import Set
from dataclasses import replace

import numpy as np

from minevis.core.grid import Cells
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.frame.canvas import Canvas
from minevis.show.frame.legend import LEGEND, keys_of, swatch
from minevis.show.frame.overlay import draw_links, draw_outlines, lines_from, renewed, touched
from minevis.show.frame.page import Page, Place, line_pitch
from minevis.show.frame.scene import Group, Scene, scene_of
from minevis.show.panels.links import Link, Outline
from minevis.show.panels.panels import Drawing, Layer, drawn_panel
from minevis.show.tiles.atlas import atlas
from minevis.show.tiles.draw_pictures import fill
from minevis.show.tiles.draw_text import (
    baseline,
    fit,
    fitting,
    ink,
    line_height,
    line_mask,
    shorten,
    text_width,
)
from minevis.show.tiles.theme import Colour
from minevis.show.timing.timeline import Timeline


class Painter(Canvas):
    """Draws snapshots, or other scenes, one after another. Mutable.

    `timeline` is the strip below; `trace` is for panels that draw themselves.
    """

    def __init__(
        self,
        layout: Page,
        *,
        timeline: Timeline | None = None,
        trace: Record | None = None,
    ) -> None:
        size = layout.height, layout.width
        super().__init__(size, layout.theme, layout.body, timeline, layout.strip)
        self.layout = layout
        self.atlas = atlas(layout.cell, theme=layout.theme)
        self._drawings: dict[int, Drawing] = {}
        for number, (place, panel) in enumerate(zip(layout.grids, layout.panels, strict=True)):
            drawn, size = drawn_panel(panel), (place.height, place.width)
            if drawn is None:
                self._rim(place)
            elif trace is not None:
                drawing = drawn.start(trace, size, layout.body, layout.theme)
                self._drawings[number] = drawing

    def draw(
        self,
        snapshot: Snapshot,
        *,
        index: int | None = None,
        skipped: int = 0,
        group: Group | None = None,
        words: tuple[str, ...] | None = None,
    ) -> np.ndarray:
        """The frame of `snapshot`: the canvas itself, uint8 [h, w, 3]. Copy it to keep it.

        `index` is the number of its event, for the timeline and panels that draw themselves;
        `skipped` the number of steps left out since the last frame; `group` the events that
        are described together with it; `words` are shown in place of its own.
        """
        share: float | None = None
        keys: Set[str] = set()
        searched: Cells = ()
        if index is not None:
            for number, drawing in self._drawings.items():
                self._drawing(number, drawing, index)
                keys, searched = {*keys, *drawing.keys(index)}, drawing.cells(index) or searched
            share = None if self._timeline is None else self._timeline.at(index)
        scene = scene_of(snapshot, self.layout, skipped=skipped, searched=searched, group=group)
        if words is not None:
            scene = replace(scene, caption=" ".join(words))
        return self.show(scene, share, keys=keys)

    def show(
        self, scene: Scene, share: float | None = None, *, keys: Set[str] = frozenset()
    ) -> np.ndarray:
        """The frame of `scene`, `share` (0 … 1) of the way along: the canvas itself.

        `keys` are additional entries of the legend.
        """
        for number, layer in enumerate(scene.layers):
            if layer is not None:
                self._panel(number, layer)
        if scene.badge is not None and self.layout.text.width:
            self._badge(self.layout.badge, *scene.badge)
            self._caption(scene.caption)
            self._counters(scene.counters)
        if self.layout.legend.width:
            self._legend(self.layout.legend, keys_of(scene.layers, keys))
        self._strip(share)
        return self.canvas

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
        lines = links, outlines = lines_from(layer, row, col)
        past_links, past = self._shown.get(("lines", number), ((), ()))
        standing, moved = frozenset(past), (past_links, past) != lines
        if before is None:
            rows, cols = np.indices(tiles.shape).reshape(2, -1)
        else:
            if moved:
                gone = standing.difference(outlines)
                before[touched(past_links, gone, height, width)] = -1
            rows, cols = np.nonzero(tiles != before)
        place = self.layout.grids[number]
        self._grid(place)[rows, cols] = self.atlas.tiles[tiles[rows, cols]]
        if any(lines) and (moved or rows.size):
            painted = set(zip(rows.tolist(), cols.tolist(), strict=True))
            some = outlines if links else renewed(outlines, standing, painted)
            self._lines_over(place, (links, some))
        self._shown["tiles", number], self._shown["lines", number] = tiles, lines
        self._title(self.layout.titles[number], layer.title, layer.subtitle)

    def _lines_over(
        self, place: Place, lines: tuple[tuple[Link, ...], tuple[Outline, ...]]
    ) -> None:
        part = self.canvas[place.window]
        draw_outlines(part, lines[1], self.layout.cell, self.layout.theme)
        draw_links(part, lines[0], self.layout.cell, self.layout.theme)

    def _drawing(self, number: int, drawing: Drawing, index: int) -> None:
        picture = drawing.draw(index)
        if self._shown.get(("drawing", number)) is not picture:
            self._shown["drawing", number] = picture
            self.canvas[self.layout.grids[number].window] = picture
        self._title(self.layout.titles[number], drawing.title(), drawing.subtitle(index))

    def _title(self, place: Place, title: str, subtitle: str) -> None:
        if not self._changed(place, (title, subtitle)):
            return
        theme, body = self.layout.theme, self.layout.body
        size, small = round(body * 1.08), round(body * 0.78)
        self._wipe(place)
        title = shorten(title, size, place.width, bold=True)
        mask, on = line_mask(title, size, bold=True), theme.ground
        ink(self.canvas, mask, place.top, place.left, theme.ink, ground=on)
        used = text_width(title, size, bold=True) + round(body * 0.7)
        subtitle = shorten(subtitle, small, place.width - used)
        drop = place.top + baseline(size) - baseline(small)
        mask = line_mask(subtitle, small)
        ink(self.canvas, mask, drop, place.left + used, theme.quiet, ground=on)

    def _rim(self, place: Place) -> None:
        """The line around a panel, and the coordinates along it."""
        first = max(1, round(self.layout.cell / 32))
        theme = self.layout.theme
        for colour, out in ((theme.rim, first + 1), (theme.line, first)):
            right, bottom = place.left + place.width, place.top + place.height
            end = out - first
            fill(
                self.canvas[place.top - out : bottom + end, place.left - out : right + end], colour
            )
        if self.layout.coordinates:
            coordinates(self.canvas, self.layout, place, first + 1)

    def _caption(self, text: str) -> None:
        place, body = self.layout.text, self.layout.body
        if self._changed("caption", text):
            smallest = max(9, round(body * 0.7))
            room = place.height // line_pitch(body)
            size, lines = fit(text, body, place.width, lines=room, smallest=smallest)
            self._lines(place, [(line, 0) for line in lines], size, self.layout.theme.ink)

    def _counters(self, lines: tuple[str, ...]) -> None:
        place = self.layout.counters
        if not self._changed("counters", lines):
            return
        size = round(self.layout.body * 0.86)
        if place.height < 2 * line_height(size):
            lines = lines[:1]
        size = min(fitting(line, size, place.width) for line in lines)
        kept = [shorten(line, size, place.width) for line in lines]
        placed = [(line, place.width - text_width(line, size)) for line in kept]
        self._lines(place, placed, size, self.layout.theme.quiet)

    def _lines(self, place: Place, lines: list[tuple[str, int]], size: int, colour: Colour) -> None:
        """Lines of text, each so many px in from the left, on a place wiped clean."""
        self._wipe(place)
        pitch = line_pitch(self.layout.body)
        drop = (pitch - line_height(size)) // 2
        for number, (line, left) in enumerate(lines):
            top = place.top + number * pitch + drop
            mask = line_mask(line, size)
            ink(self.canvas, mask, top, place.left + left, colour, ground=self.layout.theme.ground)

    def _legend(self, place: Place, keys: tuple[str, ...]) -> None:
        """The keys from the left, as many as there is room for."""
        if not self._changed("legend", keys):
            return
        self._wipe(place)
        theme, body = self.layout.theme, self.layout.body
        size, small, left = round(body * 1.15), max(9, round(body * 0.74)), place.left
        for key in keys:
            picture = swatch(key, size, theme)
            mask = line_mask(LEGEND[key], small)
            words = left + picture.shape[1] + round(body * 0.4)
            if words + mask.shape[1] > place.left + place.width:
                break
            top = place.top + (place.height - size) // 2
            self.canvas[top : top + size, left : left + picture.shape[1]] = picture
            drop = place.top + (place.height - mask.shape[0]) // 2
            ink(self.canvas, mask, drop, words, theme.quiet, ground=theme.ground)
            left = words + mask.shape[1] + round(body * 1.3)


def coordinates(canvas: np.ndarray, layout: Page, place: Place, rim: int) -> None:
    """Write the numbers of rows and columns along a panel with a rim of `rim` px."""
    row, col, height, width = layout.crop
    cell, size = layout.cell, max(9, round(layout.body * 0.66))
    high, quiet = line_height(size), layout.theme.quiet
    widest = text_width(str(col + width - 1), size) + 4
    step = _step(max(high, widest), cell)
    for number in range(-(-row // step) * step, row + height, step):
        mask = line_mask(str(number), size)
        top = place.top + (number - row) * cell + (cell - high) // 2
        ink(canvas, mask, top, place.left - rim - 4 - mask.shape[1], quiet)
    for number in range(-(-col // step) * step, col + width, step):
        mask = line_mask(str(number), size)
        left = place.left + (number - col) * cell + (cell - mask.shape[1]) // 2
        ink(canvas, mask, place.top - rim - high, left, quiet)


def _step(room: int, cell: int) -> int:
    """Every how many rows and columns there is `room` px for a number."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if step * cell >= room)
