"""The painter: draws scenes onto one canvas, only the changes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from functools import lru_cache
from itertools import chain
from math import ceil, floor
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw

from minevis.render.camera import Gaze, Window, gaze
from minevis.render.legend import keys_of, swatch
from minevis.render.mosaic import draw_links, draw_outlines, lines_from, mosaic
from minevis.render.motion import KINDS, Cells, Seen, frames_between, sweep_in
from minevis.render.page import LEADING, NOWHERE, Page, Place
from minevis.render.panels import Layer, drawn_panel
from minevis.render.scene import Drawn, Scene
from minevis.render.tiles.atlas import atlas
from minevis.render.tiles.draw_pictures import fill, plain
from minevis.render.tiles.draw_text import (
    baseline,
    fit,
    fitting,
    ink,
    line_height,
    line_mask,
    shorten,
    text_width,
    wrap,
)
from minevis.render.tiles.theme import Colour, Theme, contrast
from minevis.render.timeline import Timeline, draw_strip, strips

SIZES = (1.0, 0.88, 0.76, 0.66)  # of sentences, if there is little room
LEFT_OUT = 0.88  # if even the smallest is too large: some are left out, the rest is large
LEAST_LETTER = 9  # px
HEADLINE = 3  # times as large as a sentence
LEAST_ON_MAP = 2  # px: the smallest tiles; a map of smaller cells is scaled down
WHOLE_NUMBER = re.compile(r"(\D+)(\d[\d,]*)$")  # a counter, and its number
Key = tuple[Place, np.ndarray, tuple[int, int], np.ndarray]  # picture, top and left of its word


class Painter:
    """Draws scenes in sequence. Mutable. `timeline` is the strip below."""

    def __init__(self, page: Page, *, timeline: Timeline | None = None) -> None:
        self.page, self.theme, self._home = page, page.theme, page
        self._mapless = replace(page, text=page.text.with_(page.map), map=NOWHERE)
        self.canvas = plain(page.height, page.width, page.theme.ground)
        self._bare = self.canvas[:1].copy()
        self._timeline = timeline
        if timeline is not None and page.strip.width:
            self._strips = strips(timeline, page.theme, page.strip.width, page.strip.height)
        self._mapped: tuple[np.ndarray, np.ndarray] | None = None  # pictures, as they are drawn
        self._turn_to(page)

    def draw(
        self, scene: Scene, share: float | None = None, *, window: Window | None = None
    ) -> np.ndarray:
        """Draw `scene` and return the canvas, uint8 [h, w, 3]. Copy it to keep it.

        `share` is how far the run has come, 0 … 1; `window` the part of the board that a camera
        sees, by default everything.
        """
        scene, page = self._placed(scene), self.page
        window = window or page.area
        for number, layer in enumerate(scene.layers):
            place, title = page.grids[number], layer.title
            if isinstance(layer, Drawn):
                if self._shown.get(place) is not layer.pixels:
                    self._shown[place] = layer.pixels
                    self.canvas[place.part] = layer.pixels
            elif page.format:
                at = gaze(window, page.lens)
                cell = int(at.cell)
                picture = mosaic(scene, window, cell, self.theme, layer, readable=page.readable)
                self._look(picture, window, cell, at, place)
                self._map(scene, at)
                if len(page.titles) == 1 and isinstance(page.panels[0], str):
                    title = ""
            else:
                self._cells(number, layer)
            if number < len(page.titles):
                self._title(page.titles[number], title, layer.subtitle)
        if page.text.width:
            self._badge(*scene.badge)
            self._sentences(scene)
            self._counters(scene.counters)
        self._legend(scene, window)
        self._strip(share)
        return self.canvas

    def between(
        self,
        scenes: tuple[Scene, Scene],
        frames: tuple[np.ndarray, np.ndarray],
        window: Window,
        *,
        fps: float,
        most: int,
        order: np.ndarray | None = None,
    ) -> Iterator[np.ndarray]:
        """Yield at most `most` frames in motion between two scenes, from their settled frames.

        With an `order` of turns (float32 [H, W]) cells change in a sweep.
        """
        page = self.page
        sweep = None if order is None else sweep_in(order, most / fps)
        pairs = zip(*(scene.layers for scene in scenes), page.grids, strict=True)
        cells = [
            Cells.between((before, after), frames, self._seen(place, window), sweep)
            for before, after, place in pairs
            if isinstance(before, Layer) and isinstance(after, Layer)
        ]
        text = page.text if self._page_of(scenes[0]) is page else self._mapless.text
        words, legend = text.part, page.legend.part
        counters = scenes[0].counters, scenes[1].counters
        drawings = [
            (place.part, layer.moving)
            for layer, place in zip(scenes[1].layers, page.grids, strict=True)
            if isinstance(layer, Drawn) and layer.moving and layer not in scenes[0].layers
        ]
        drawings = [each for each in drawings if (frames[0][each[0]] != frames[1][each[0]]).any()]

        def over(canvas: np.ndarray, share: float) -> None:
            """Draw the numbers on their way, and the new badge at once: labels do not mix."""
            for part, moving in drawings:
                canvas[part] = moving(share)
            if page.text.width:
                self._counters(counting(*counters, share))
                for place in (page.badge, page.counters):
                    canvas[place.part] = self.canvas[place.part]

        swept = order is not None
        least = KINDS["solution"].seconds if drawings else 0.0
        options: Any = {"fps": fps, "most": most, "swept": swept, "over": over, "least": least}
        yield from frames_between(*frames, cells, words, legend, self.theme, **options)
        if page.text.width:
            self._counters(counters[1])

    def alike(self, first: Scene, second: Scene) -> bool:
        """Return whether two scenes have their panels in the same places."""
        return self._page_of(first).grids == self._page_of(second).grids

    def _seen(self, place: Place, window: Window) -> Seen:
        """Return the visible cells of a panel."""
        page, cell = self.page, self.page.cell
        if not page.format:
            return Seen(place.top, place.left, cell, *page.area.part)
        at = gaze(window, page.lens)
        top = place.top + floor(place.height / 2 - (at.row - window.top) * at.cell)
        left = place.left + floor(place.width / 2 - (at.col - window.left) * at.cell)
        return Seen(top, left, int(at.cell), *window.part)

    def moving(self, scene: Scene, gazes: Sequence[Gaze]) -> Iterator[np.ndarray]:
        """Yield the frames of a move: cells are drawn once, then only shifted."""
        scene, page = self.lettered(scene), self.page
        cell = round(max(at.cell for at in gazes))
        tops, lefts, bottoms, rights = zip(*(_extent(at, page) for at in gazes), strict=True)
        area = Window(floor(min(tops)), floor(min(lefts)), ceil(max(bottoms)), ceil(max(rights)))
        pictures = [
            (mosaic(scene, area, cell, self.theme, layer, readable=page.readable), place)
            for layer, place in zip(scene.boards, page.grids, strict=False)
        ]
        self._sentences(scene)
        for at in gazes:
            for picture, place in pictures:
                self._look(picture, area, cell, at, place)
            self._map(scene, at)
            yield self.canvas.copy()

    def _turn_to(self, page: Page) -> None:
        """Begin an empty page."""
        self.page = page
        self._shown: dict[Any, Any] = {}
        fill(self.canvas, self.theme.ground)
        if not page.format:
            for place, panel in zip(page.grids, page.panels, strict=True):
                if drawn_panel(panel) is None:
                    self._rim(place)

    def _placed(self, scene: Scene) -> Scene:
        """Turn to the page with room for a scene. Letters without room for their sentences go."""
        page = self._page_of(scene)
        if page is not self.page:
            self._turn_to(page)
        return self.lettered(scene)

    def _page_of(self, scene: Scene) -> Page:
        beside = self._home.beside if isinstance(scene.layers[-1], Drawn) else None
        page = beside or self._home
        small = page.map.width and self._set(scene, page)[1] < page.body
        return self._mapless if small else page

    def lettered(self, scene: Scene) -> Scene:
        """`scene` without the letters whose sentences have no room."""
        if not scene.named:
            return scene
        *_, blocks = self._set(scene)
        written = {number - 1 for number, _ in blocks}
        kept = {cell for at in written for cell in scene.named[at]}
        gone = set(chain.from_iterable(scene.named)) - kept
        letters = {cell: name for cell, name in scene.letters.items() if cell not in gone}
        return replace(scene, letters=letters)

    def _changed(self, what: object, value: object) -> bool:
        """Note `value`. Return whether it differs from the drawn value."""
        if what in self._shown and self._shown[what] == value:
            return False
        self._shown[what] = value
        return True

    def _wipe(self, place: Place) -> None:
        rows, columns = place.part
        self.canvas[rows, columns] = self._bare[:, columns]

    def _ink(self, mask: np.ndarray, top: int, left: int, colour: Colour) -> None:
        ink(self.canvas, mask, top, left, colour, ground=self.theme.ground)

    def _cells(self, number: int, layer: Layer) -> None:
        """Draw the cells of a panel: the changed ones, or all if the lines over them changed."""
        page, place, shown = self.page, self.page.grids[number], self.page.area.part
        row, col, height, width = page.crop
        tiles = atlas(page.cell, theme=self.theme)
        numbers = tiles.index(layer.pictures[shown], layer.marks[shown])
        lines = links, outlines = lines_from(layer, row, col)
        before, past = self._shown.get(number, (numbers, None))
        changed = numbers != before
        if lines != past or (links and changed.any()):
            changed[:] = True
        cell, part = page.cell, self.canvas[place.part]
        blocks = part.reshape(height, cell, width, cell, 3).transpose(0, 2, 1, 3, 4)
        blocks[changed] = tiles.tiles[numbers[changed]]
        if changed.any():
            draw_outlines(part, outlines, cell, self.theme)
            draw_links(part, links, cell, self.theme)
        self._shown[number] = numbers, lines

    def _rim(self, place: Place) -> None:
        """The line around a panel, and the coordinates along it."""
        first = max(1, round(self.page.cell / 32))
        for colour, out in ((self.theme.rim, first + 1), (self.theme.line, first)):
            bottom, right = place.top + place.height + out, place.left + place.width + out
            part = np.s_[place.top - out : bottom - first, place.left - out : right - first]
            fill(self.canvas[part], colour)
        if self.page.coordinates:
            coordinates(self.canvas, self.page, place, first + 1)

    def _look(self, picture: np.ndarray, area: Window, cell: int, at: Gaze, view: Place) -> None:
        """Show the cells of `area`, drawn `cell` px wide, as seen from a gaze."""
        across = view.width / 2 - (at.col - area.left) * at.cell
        down = view.height / 2 - (at.row - area.top) * at.cell
        part, scale = self.canvas[view.part], at.cell / cell
        if scale == 1:
            fill(part, self.theme.ground)
            _paste(part, picture, floor(down), floor(across))
            return
        part[:] = cv2.warpAffine(
            picture,
            np.array([[scale, 0, across], [0, scale, down]]),
            (view.width, view.height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=self.theme.ground,
        )

    def _map(self, scene: Scene, at: Gaze) -> None:
        """Draw the map: the entire board, small, with a line around the visible part."""
        place, area = self.page.map, self.page.area
        if not place.width or scene.map is None:
            return
        self._wipe(place)
        top, left, bottom, right = extent = _extent(at, self.page)
        if extent == astuple(area):
            return
        cell = min((place.width - 8) / area.width, (place.height - 8) / area.height)
        cell = int(cell) if cell >= LEAST_ON_MAP else cell
        if self._mapped is None or self._mapped[0] is not scene.map:
            part = scene.map[area.part]
            tiles = atlas(max(int(cell), LEAST_ON_MAP), theme=self.theme)
            small = tiles.draw(part, np.zeros(part.shape, np.uint8))
            if cell < LEAST_ON_MAP:
                size = [max(round(length * cell), 1) for length in (area.width, area.height)]
                small = cv2.resize(small, size, interpolation=cv2.INTER_AREA)
            self._mapped = scene.map, small
        picture = self._mapped[1]
        high, wide = picture.shape[:2]
        above, before = place.top + (place.height - high) // 2, place.left
        self.canvas[above : above + high, before : before + wide] = picture
        x, y = before - area.left * cell, above - area.top * cell
        thick = max(2, min(self.page.width, self.page.height) // 270)
        rim = thick // 2  # a line is as wide to both sides
        start = round(x + left * cell) + rim, round(y + top * cell) + rim
        end = round(x + right * cell) - 1 - rim, round(y + bottom * cell) - 1 - rim
        end = max(start[0], end[0]), max(start[1], end[1])
        cv2.rectangle(self.canvas, start, end, self.theme.ink, thick)

    def _title(self, place: Place, title: str, subtitle: str) -> None:
        if not self._changed(place, (title, subtitle)):
            return
        self._wipe(place)
        size = min(round(self.page.body * 1.08), round(place.height * 0.76))
        small, left = min(round(self.page.body * 0.78), size), place.left
        if title:
            title = shorten(title, size, place.width, bold=True)
            self._ink(line_mask(title, size, bold=True), place.top, left, self.theme.ink)
            left += text_width(title, size, bold=True) + round(self.page.body * 0.7)
        room = place.left + place.width - left
        small = max(fitting(subtitle, small, room), min(small, LEAST_LETTER))
        subtitle = shorten(subtitle, small, room)
        drop = baseline(size) - baseline(small) if title else 0
        self._ink(line_mask(subtitle, small), place.top + drop, left, self.theme.quiet)

    def _badge(self, label: str, colour: Colour) -> None:
        place = self.page.badge
        if not self._changed("badge", (label, colour)):
            return
        self._wipe(place)
        if label:
            size = place.width, place.height, self.page.body
            self.canvas[place.part] = badge_picture(label, *size, colour, self.theme)

    def _counters(self, parts: tuple[str, ...]) -> None:
        place = self.page.counters
        if not self._changed("counters", parts):
            return
        self._wipe(place)
        size, lines = set_in_rows([part for part in parts if part], self.page.body, place)
        for number, line in enumerate(lines):
            top = place.top + number * round(size * LEADING)
            self._ink(line_mask(line, size), top, place.left, self.theme.quiet)

    def _set(
        self, scene: Scene, page: Page | None = None
    ) -> tuple[int, int, list[tuple[int, list[str]]]]:
        """Return the room for sentence numbers, the font size, and the lines with room."""
        place, body = (page or self.page).text, self.page.body
        if scene.headline:
            place = _headline(place, scene.headline, body)[1]
        many = len(scene.sentences) + len(scene.coming) if scene.gathering else 1
        indent = round(body * (0 if many == 1 else 1.3 if many < 10 else 1.9))
        room = place.width - indent, place.height
        return indent, *fitted(
            scene.sentences,
            body,
            *room,
            coming=scene.coming,
            steady=self.page.steady and scene.gathering,
        )

    def _sentences(self, scene: Scene) -> None:
        """Draw sentences below each other. Gathering ones are numbered, and the last is dark."""
        place, colour = self.page.text, scene.badge[1]
        said = scene.sentences, scene.coming, colour, scene.gathering, scene.headline
        if not self._changed("sentences", said):
            return
        self._wipe(place)
        indent, size, blocks = self._set(scene)
        room = place
        if scene.headline:
            large, room = _headline(place, scene.headline, self.page.body)
            self._ink(line_mask(scene.headline, large, bold=True), place.top, place.left, colour)
        top, left, past = room.top, room.left, self.theme.quiet
        for number, lines in blocks:
            last = number == len(scene.sentences) or not scene.gathering
            if indent:
                mask = line_mask(str(number), size, bold=True)
                self._ink(mask, top, left, colour if last else past)
            for line in lines:
                shade = self.theme.ink if last else past
                self._ink(line_mask(line, size), top, left + indent, shade)
                top += round(size * LEADING)
            top += round(size * 0.3)

    def countdown(
        self, picture: np.ndarray, left: float, seconds: float, *, smooth: bool
    ) -> np.ndarray:
        """Return a picture with a ring for the time `left` of some seconds, and a number in it."""
        page, badge = self.page, self.page.badge
        side = round(badge.height * 1.3)
        top = max(badge.top + (badge.height - side) // 2, 0)
        right = max(place.left + place.width for place in (page.text, page.counters))
        at = np.s_[top : top + side, right - side : right]
        frame = picture.copy()
        share = (left if smooth else ceil(left)) / seconds
        frame[at] = _clock(ceil(left), share, side, page.body, self.theme)
        return frame

    def _legend(self, scene: Scene, window: Window) -> None:
        """The keys from the left, line by line: smaller if that gives more of them room."""
        place = self.page.legend
        part = window.part
        layers = [
            replace(layer, pictures=layer.pictures[part], marks=layer.marks[part])
            for layer in scene.boards
        ]
        more = [layer.keys for layer in scene.layers if isinstance(layer, Drawn)] + [scene.keys]
        keys = keys_of(layers, {"numbers"}.union(*more) if scene.numbers else set().union(*more))
        if not place.width or not self._changed("legend", keys):
            return
        self._wipe(place)
        bodies = [round(self.page.body * share) for share in SIZES[:2]]
        placed = (list(self._keys(place, keys, body)) for body in bodies)
        for at, picture, words, mask in max(placed, key=len):
            self._ink(mask, *words, self.theme.quiet)
            self.canvas[at.part] = picture

    def _keys(self, place: Place, keys: tuple[tuple[str, str], ...], body: int) -> Iterator[Key]:
        """The keys that there is room for, next to sentences of `body` px."""
        size, small, gap = round(body * 0.95), max(LEAST_LETTER, round(body * 0.78)), body // 3
        left, top = place.left, place.top
        for key, text in keys:
            picture = swatch(key, size, self.theme)
            mask = line_mask(shorten(text, small, place.width), small)
            high, wide = picture.shape[:2]
            if left > place.left and left + wide + gap + mask.shape[1] > place.left + place.width:
                left, top = place.left, top + round(size * 1.2)
            if top + size > place.top + place.height:
                return
            words = top + (size - mask.shape[0]) // 2, left + wide + gap
            yield Place(left, top, wide, high), picture, words, mask
            left += wide + gap + mask.shape[1] + round(body * 0.9)

    def _strip(self, share: float | None) -> None:
        """Draw the timeline up to `share`, from 0 to 1."""
        place = self.page.strip
        if share is None or self._timeline is None or not place.width:
            return
        at = round(share * place.width)
        if self._changed("strip", at):
            draw_strip(self.canvas[place.part], self._strips, at, self.theme.ink)


def _headline(place: Place, text: str, body: int) -> tuple[int, Place]:
    """Return the size of a headline, and the room for sentences: below it, or on its right."""
    size = min(HEADLINE * body, round(place.height / LEADING))
    if place.width > 2 * place.height:
        taken = text_width(text, size, bold=True) + body
        return size, replace(place, left=place.left + taken, width=place.width - taken)
    high = round(size * LEADING)
    return size, replace(place, top=place.top + high, height=place.height - high)


def _clock(number: int, share: float, side: int, body: int, theme: Theme) -> np.ndarray:
    """Draw a ring open by `share` of its length, from the top, with a number in it."""
    large = Image.new("RGB", (side * 4, side * 4), theme.ground)
    pen, width = ImageDraw.Draw(large), side // 2
    edges = (width // 2, width // 2, side * 4 - width // 2, side * 4 - width // 2)
    pen.arc(edges, 0, 360, fill=theme.line, width=width)
    pen.arc(edges, -90 - 360 * min(share, 1.0), -90, fill=theme.ink, width=width)
    picture = np.array(large.resize((side, side), Image.Resampling.BOX))
    mask = line_mask(str(number), round(body * 0.9), bold=True)
    ink(picture, mask, (side - mask.shape[0]) // 2, (side - mask.shape[1]) // 2, theme.ink)
    return picture


def _extent(at: Gaze, page: Page) -> tuple[float, float, float, float]:
    """Return the rectangle seen from a gaze, in cells: top, left, bottom and right."""
    high, wide = (length / 2 / at.cell for length in (page.grids[0].height, page.grids[0].width))
    area = page.area
    return (
        max(at.row - high, area.top),
        max(at.col - wide, area.left),
        min(at.row + high, area.bottom),
        min(at.col + wide, area.right),
    )


def _paste(page: np.ndarray, picture: np.ndarray, top: int, left: int) -> None:
    """Lay a picture onto a page (changed in place); parts beyond its rims are left out."""
    rows = slice(max(top, 0), min(top + picture.shape[0], page.shape[0]))
    cols = slice(max(left, 0), min(left + picture.shape[1], page.shape[1]))
    part = picture[rows.start - top : rows.stop - top, cols.start - left : cols.stop - left]
    page[rows, cols] = part


def fitted(
    texts: Sequence[str],
    body: int,
    width: int,
    height: int,
    *,
    coming: Sequence[str] = (),
    steady: bool = False,
) -> tuple[int, list[tuple[int, list[str]]]]:
    """Return the font size of some sentences, and their numbers, from 1, with their lines.

    Many sentences are smaller, unless `steady`. `coming` ones count too, so that the size does not
    change. If there is no room, the oldest but the first are left out, or the end of a single one.
    """
    if len(texts) == 1 and not coming:
        rows, smallest = height // round(body * LEADING), max(round(body * SIZES[-1]), LEAST_LETTER)
        size, lines = fit(texts[0], body, width, lines=max(rows, 1), smallest=min(smallest, body))
        return size, [(1, lines)]
    for size in (round(body * share) for share in SIZES[: 1 if steady else None]):
        if _high([wrap(text, size, width) for text in (*texts, *coming)], size) <= height:
            break
    else:
        size = body if steady else round(body * LEFT_OUT)
    blocks = [(number, wrap(text, size, width)) for number, text in enumerate(texts, start=1)]
    while len(blocks) > 1 and _high([lines for _, lines in blocks], size) > height:
        del blocks[1 if len(blocks) > 2 else 0]
    return size, blocks


def _high(blocks: Sequence[Sequence[str]], size: int) -> int:
    """How many px sentences take, one below the other."""
    return sum(map(len, blocks)) * round(size * LEADING) + len(blocks) * round(size * 0.3)


def set_in_rows(parts: Sequence[str], body: int, place: Place) -> tuple[int, list[str]]:
    """Return the largest size at which `parts` fit in rows next to `body` px, and the rows.

    The two shortest neighbours are joined first.
    """
    size, lines = 7, list[str]()
    for size in range(round(body * 0.86), 6, -1):
        lines = list(parts)
        while len(lines) > max(1, place.height // round(size * LEADING)):
            at = min(range(len(lines) - 1), key=lambda i: len(lines[i]) + len(lines[i + 1]))
            lines[at : at + 2] = ["  ·  ".join(lines[at : at + 2])]
        if all(fitting(line, size, place.width) == size for line in lines):
            break
    return size, lines


def coordinates(canvas: np.ndarray, page: Page, place: Place, rim: int) -> None:
    """Write the numbers of rows and columns along a panel with a rim of `rim` px."""
    row, col, height, width = page.crop
    cell, size = page.cell, max(LEAST_LETTER, round(page.body * 0.66))
    high, quiet = line_height(size), page.theme.quiet
    widest = text_width(str(col + width - 1), size) + 4
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
    step = next(step for step in steps if step * cell >= max(high, widest))
    for number in range(-(-row // step) * step, row + height, step):
        mask = line_mask(str(number), size)
        top = place.top + (number - row) * cell + (cell - high) // 2
        ink(canvas, mask, top, place.left - rim - 4 - mask.shape[1], quiet)
    for number in range(-(-col // step) * step, col + width, step):
        mask = line_mask(str(number), size)
        left = place.left + (number - col) * cell + (cell - mask.shape[1]) // 2
        ink(canvas, mask, place.top - rim - high, left, quiet)


def counting(before: Sequence[str], after: Sequence[str], share: float) -> tuple[str, ...]:
    """Return counters on their way: their whole numbers count, all other changes come at once."""
    old = {found[1]: found[2] for found in map(WHOLE_NUMBER.match, before) if found}
    shown = list[str]()
    for text in after:
        found = WHOLE_NUMBER.match(text)
        if found and found[1] in old:
            first, last = (int(number.replace(",", "")) for number in (old[found[1]], found[2]))
            text = f"{found[1]}{round(first + (last - first) * share):,}"
        shown.append(text)
    return tuple(shown)


@lru_cache(maxsize=256)
def badge_picture(
    label: str, width: int, height: int, body: int, colour: Colour, theme: Theme
) -> np.ndarray:
    """A pill with a label: uint8 [height, width, 3]. Green has a tick: some see it as grey."""
    if colour == theme.safe and label:
        label = f"✓ {label}"
    large = Image.new("RGB", (width * 4, height * 4), theme.ground)
    inset = height * 4 // 22
    edges = (0, inset, width * 4 - 1, height * 4 - inset - 1)
    ImageDraw.Draw(large).rounded_rectangle(edges, height * 2 - inset, fill=colour)
    picture = np.array(large.resize((width, height), Image.Resampling.BOX))
    size = fitting(label, round(body * 0.78), width - body, bold=True)
    mask = line_mask(label, size, bold=True)
    figures = max(((255, 255, 255), theme.figure), key=lambda text: contrast(text, colour))
    ink(picture, mask, (height - mask.shape[0] + 1) // 2, (width - mask.shape[1]) // 2, figures)
    return picture
