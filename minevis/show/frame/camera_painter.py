"""The painter of frames of a fixed format: a view through a window, a map, sentences."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import chain

import cv2
import numpy as np
from PIL import Image, ImageDraw

from minevis.core.grid import Cell
from minevis.show.frame.camera_scene import A_MINE, NO_MINE, CameraScene
from minevis.show.frame.canvas import Canvas
from minevis.show.frame.legend import LEGEND, keys_of, swatch
from minevis.show.frame.overlay import draw_links, draw_outlines, lines_from
from minevis.show.frame.page import Page, Place
from minevis.show.search_tree.stamps import FINE
from minevis.show.tiles.atlas import Tile, atlas
from minevis.show.tiles.draw_pictures import fill, gap, plain
from minevis.show.tiles.draw_text import (
    fitting,
    glyph_mask,
    ink,
    largest,
    line_mask,
    shorten,
    wrap,
)
from minevis.show.tiles.theme import Colour, mix
from minevis.show.timing.camera import Box, Gaze, Lens
from minevis.show.timing.timeline import Timeline

PALE = {False: 0.56, True: 0.36}  # how much of a light, or dark, ground lies over the rest
SIZES = (1.0, 0.88, 0.76, 0.66)  # of sentences, if there is little room
LEADING = 1.32  # of a line of counters, to the next one
LEFT_OUT = 0.88  # if even the smallest is too large: some are left out, the rest is large
Key = tuple[Place, np.ndarray, tuple[int, int], np.ndarray]  # picture, top and left of its word
RIM, RAISED = 0.13, 0.68  # of a cell: its ring; of a clue: how large it is above its numbers
DISC = 0.34  # of a cell: the radius of a disc that bears a letter
LEAST_ON_MAP = 2  # px: the smallest tiles; a map of smaller cells is scaled down


class CameraPainter(Canvas):
    """Draws moments, one after another, onto one canvas. Mutable."""

    def __init__(self, plan: Page, *, timeline: Timeline | None = None) -> None:
        super().__init__((plan.height, plan.width), plan.theme, plan.body, timeline, plan.strip)
        self.plan = plan
        self._mapped: tuple[np.ndarray, np.ndarray] | None = None  # pictures, as they are drawn

    def draw(
        self,
        moment: CameraScene,
        window: Box,
        share: float | None = None,
        *,
        tree: np.ndarray | None = None,
        keys: Set[str] = frozenset(),
    ) -> np.ndarray:
        """The frame of `moment` through `window`: the canvas itself, uint8 [h, w, 3].

        `share` is how far the run has come, 0 … 1; `tree` the picture of a search; `keys` are
        additional entries of the legend.
        """
        places = self._places(tree)
        moment = self.lettered(moment, places)
        self._view(moment, window, places.grids[0])
        self._map(moment.map, places.map, window)
        if tree is not None:
            self.canvas[places.grids[1].window] = tree
        self._furnish(moment, window, places, keys)
        self._strip(share)
        return self.canvas

    def moving(
        self, moment: CameraScene, gazes: Sequence[Gaze], places: Page | None = None
    ) -> "Moving":
        """The view of `moment` on its way between windows."""
        return Moving(self, moment, gazes, places or self.plan)

    def _places(self, tree: np.ndarray | None) -> Page:
        """Return the places; all is wiped when they change."""
        places = self.plan if tree is None or not self.plan.beside else self.plan.beside
        if self._shown.get("places") is not places:
            self._shown = {"places": places}
            fill(self.canvas, self.theme.ground)
        return places

    def _view(self, moment: CameraScene, window: Box, place: Place) -> None:
        """The cells in the window, in the middle of their place."""
        lens = Lens(window, place.height, place.width, self.plan.cell)
        cell = min(lens.size(window), self.plan.cell)
        part = self.mosaic(moment, window, cell)
        fill(self.canvas[place.window], self.theme.ground)
        top = place.top + (place.height - part.shape[0]) // 2
        left = place.left + (place.width - part.shape[1]) // 2
        self.canvas[top : top + part.shape[0], left : left + part.shape[1]] = part

    def mosaic(self, moment: CameraScene, area: Box, cell: int) -> np.ndarray:
        """The cells of `area` with all that lies over them: uint8 [rows · cell, cols · cell, 3]."""
        layer, part = moment.layer, np.s_[area.top : area.bottom, area.left : area.right]
        picture = atlas(cell, theme=self.theme).draw(layer.pictures[part], layer.marks[part])
        if moment.spoken is not None:
            _pale(picture, moment.spoken[part], cell, self.theme.ground)
        for at in filter(area.holds, moment.numbers):
            _raise_clue(picture, (at[0] - area.top) * cell, (at[1] - area.left) * cell, cell)
        links, outlines = lines_from(layer, area.top, area.left)
        draw_outlines(picture, outlines, cell, self.theme)
        draw_links(picture, links, cell, self.theme)
        for at, pair in moment.numbers.items():
            if area.holds(at):
                self._pair(picture, at, pair, area, cell)
        for at, letter in moment.letters.items():
            if area.holds(at):
                self._letter(picture, moment, at, letter, area, cell)
        return picture

    def _pair(
        self, picture: np.ndarray, at: Cell, pair: tuple[int, int], area: Box, cell: int
    ) -> None:
        """Mines and covered cells left, small, at the foot of a clue."""
        size = largest("8", cell, round(cell * 0.24))
        inset, side = round(cell * 0.13), cell - gap(cell)
        first, second = (glyph_mask(str(number), size) for number in pair)
        top = (at[0] - area.top) * cell + side - inset - first.shape[0]
        left = (at[1] - area.left) * cell
        ink(picture, first, top, left + inset, self.theme.left)
        ink(picture, second, top, left + side - inset - second.shape[1], self.theme.open_left)

    def _letter(
        self, picture: np.ndarray, moment: CameraScene, at: Cell, letter: str, area: Box, cell: int
    ) -> None:
        """The letter of a cell: large on a bare one, otherwise on a disc at its corner."""
        top, left = (at[0] - area.top) * cell, (at[1] - area.left) * cell
        side = cell - gap(cell)
        tile = moment.layer.pictures[at]
        if tile in (A_MINE, NO_MINE):
            self._named_disc(picture, letter, top + side / 2, left + side / 2, cell, tile == A_MINE)
            return
        if tile == Tile.COVERED:
            self._letter_at(picture, letter, top + side / 2, left + side / 2, cell, self.theme.ink)
            return
        stamp = letter_disc(letter, cell, self.theme.clue_ring, self.theme.figure)
        high, wide = stamp.shape[:2]
        top = min(max(top - round(cell * 0.17), 0), picture.shape[0] - high)
        left = min(max(left + side - round(wide * 0.72), 0), picture.shape[1] - wide)
        part = picture[top : top + high, left : left + wide]
        share = stamp[..., 3:].astype(np.uint16)
        part[:] = (part * (255 - share) + stamp[..., :3] * share + 127) // 255

    def _letter_at(
        self, picture: np.ndarray, letter: str, y: float, x: float, cell: int, colour: Colour
    ) -> None:
        """A letter with its middle at a point."""
        mask = glyph_mask(letter, largest("M", cell, round(cell * 0.34)))
        high, wide = mask.shape
        ink(picture, mask, max(0, round(y - high / 2)), max(0, round(x - wide / 2)), colour)

    def _named_disc(
        self, picture: np.ndarray, letter: str, y: float, x: float, cell: int, mined: bool
    ) -> None:
        """A cell that is supposed to be a mine, or safe, with its letter in the disc or ring."""
        one = 1 << FINE
        middle, radius = (round(x * one), round(y * one)), round(cell * DISC * one)
        thick = -1 if mined else max(2, cell // 18)
        colour = self.theme.ink if mined else mix(self.theme.opened, self.theme.search, 0.2)
        cv2.circle(picture, middle, radius, colour, -1, cv2.LINE_AA, FINE)
        cv2.circle(picture, middle, radius, self.theme.ink, thick, cv2.LINE_AA, FINE)
        colour = self.theme.opened if mined else self.theme.ink
        self._letter_at(picture, letter, y, x, cell, colour)

    def _map(self, pictures: np.ndarray, place: Place, window: Box | None) -> None:
        """The whole board, small, with a line around the view."""
        if not place.width:
            return
        crop = self.plan.area
        cell = map_cell(place, crop)
        if self._mapped is None or self._mapped[0] is not pictures:
            part = pictures[crop.top : crop.bottom, crop.left : crop.right]
            least = atlas(max(int(cell), LEAST_ON_MAP), theme=self.theme)
            small = least.draw(part, np.zeros(part.shape, np.uint8))
            if cell < LEAST_ON_MAP:
                size = map_side(crop.width, cell), map_side(crop.height, cell)
                small = cv2.resize(small, size, interpolation=cv2.INTER_AREA)
            self._mapped = (pictures, small)
        picture = self._mapped[1]
        top, left = map_corner(place, crop, cell)
        fill(self.canvas[place.window], self.theme.ground)
        self.canvas[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
        if window is None:
            return
        edges = [
            left + (window.left - crop.left) * cell,
            top + (window.top - crop.top) * cell,
            left + (window.right - crop.left) * cell - 1,
            top + (window.bottom - crop.top) * cell - 1,
        ]
        self.map_frame(place, edges)

    def map_frame(self, place: Place, edges: Sequence[float]) -> None:
        """The line around a window on the map; `edges` are left, top, right, bottom in px."""
        thick = max(2, min(self.plan.width, self.plan.height) // 270)
        left, top, right, bottom = (round(edge) for edge in edges)
        left, right = max(left, place.left), min(right, place.left + place.width - 1)
        top, bottom = max(top, place.top), min(bottom, place.top + place.height - 1)
        cv2.rectangle(self.canvas, (left, top), (right, bottom), self.theme.ink, thick)

    def _furnish(self, moment: CameraScene, window: Box, places: Page, keys: Set[str]) -> None:
        """Badge, counters, title, sentences and legend."""
        plan = self.plan
        self._badge(self.plan.badge, *moment.badge)
        self._counters(moment.counters)
        named = "" if isinstance(plan.panels[0], str) else moment.layer.title  # of a custom panel
        self._title("  ·  ".join(filter(None, [named, moment.layer.subtitle])))
        self._sentences(places.text, moment)
        part = np.s_[window.top : window.bottom, window.left : window.right]
        layer = moment.layer
        seen = replace(layer, pictures=layer.pictures[part], marks=layer.marks[part])
        numbered = {"numbers"} if moment.numbers else set()
        self._legend(plan.legend, keys_of([seen], keys | numbered))

    def _counters(self, parts: tuple[str, ...]) -> None:
        place, theme = self.plan.counters, self.theme
        if not self._changed("counters", parts):
            return
        fill(self.canvas[place.window], theme.ground)
        size, lines = set_in_rows([part for part in parts if part], self.plan.body, place)
        for number, line in enumerate(lines):
            mask, top = line_mask(line, size), place.top + number * round(size * LEADING)
            ink(self.canvas, mask, top, place.left, theme.quiet)

    def _title(self, text: str) -> None:
        place = self.plan.titles[0]
        if not self._changed("title", text):
            return
        fill(self.canvas[place.window], self.theme.ground)
        size = fitting(text, round(place.height * 0.76), place.width)
        ink(self.canvas, line_mask(text, size), place.top, place.left, self.theme.quiet)

    def _sentences(self, place: Place, moment: CameraScene) -> None:
        """Sentences one below the other; those that gather are numbered, and the last is dark."""
        texts, coming, colour = moment.sentences, moment.coming, moment.badge[1]
        if not self._changed("sentences", (texts, coming, colour, moment.gathering)):
            return
        fill(self.canvas[place.window], self.theme.ground)
        indent = self._indent(moment)
        size, blocks = self._fitted(moment, place)
        top, past = place.top, self.theme.quiet
        for number, lines in blocks:
            last = number == len(texts) or not moment.gathering
            if indent:
                mask = line_mask(str(number), size, True)
                ink(self.canvas, mask, top, place.left, colour if last else past)
            for line in lines:
                shade = self.theme.ink if last else past
                ink(self.canvas, line_mask(line, size), top, place.left + indent, shade)
                top += round(size * 1.32)
            top += round(size * 0.3)

    def _indent(self, moment: CameraScene) -> int:
        """How far sentences stand from the left, for their numbers."""
        many = len(moment.sentences) + len(moment.coming) if moment.gathering else 1
        return round(self.plan.body * (0 if many == 1 else 1.3 if many < 10 else 1.9))

    def _fitted(self, moment: CameraScene, place: Place) -> tuple[int, list[tuple[int, list[str]]]]:
        """The size of the sentences of a moment, and the lines of those that there is room for."""
        room = place.width - self._indent(moment), place.height
        return fitted(moment.sentences, self.plan.body, *room, coming=moment.coming)

    def lettered(self, moment: CameraScene, places: Page) -> CameraScene:
        """`moment` without the letters whose sentences have no room."""
        if not moment.named:
            return moment
        _, blocks = self._fitted(moment, places.text)
        written = {number - 1 for number, _ in blocks}
        kept = {cell for at in written for cell in moment.named[at]}
        gone = set(chain.from_iterable(moment.named)) - kept
        letters = {cell: name for cell, name in moment.letters.items() if cell not in gone}
        return replace(moment, letters=letters)

    def _legend(self, place: Place, keys: tuple[str, ...]) -> None:
        """The keys from the left, line by line: smaller if that gives more of them room."""
        if not self._changed("legend", keys):
            return
        fill(self.canvas[place.window], self.theme.ground)
        bodies = [round(self.plan.body * share) for share in SIZES[:3]]
        placed = (list(self._keys(place, keys, body)) for body in bodies)
        for at, picture, words, mask in max(placed, key=len):
            ink(self.canvas, mask, *words, self.theme.quiet)
            self.canvas[at.window] = picture

    def _keys(self, place: Place, keys: tuple[str, ...], body: int) -> Iterator[Key]:
        """The keys that there is room for, with letters for sentences of `body` px."""
        size, small, gap = round(body * 0.86), round(body * 0.7), round(body * 0.35)
        left, top = place.left, place.top
        for key in keys:
            picture = swatch(key, size, self.theme)
            mask = line_mask(shorten(LEGEND[key], small, place.width), small)
            high, wide = picture.shape[:2]
            if left > place.left and left + wide + gap + mask.shape[1] > place.left + place.width:
                left, top = place.left, top + round(size * 1.2)
            if top + size > place.top + place.height:
                return
            words = top + (size - mask.shape[0]) // 2, left + wide + gap
            yield Place(left, top, wide, high), picture, words, mask
            left += wide + gap + mask.shape[1] + round(body * 0.9)


class Moving:
    """One moment seen while the window moves: its cells are drawn once, then only shifted."""

    def __init__(
        self, painter: CameraPainter, moment: CameraScene, gazes: Sequence[Gaze], places: Page
    ) -> None:
        moment = painter.lettered(moment, places)
        self.painter, self.moment, self.places = painter, moment, places
        self.crop = painter.plan.area
        self.cell = min(round(max(gaze.cell for gaze in gazes)), painter.plan.cell)
        self.area = self._around(gazes)
        self.picture = painter.mosaic(moment, self.area, self.cell)
        painter._sentences(places.text, moment)

    def _around(self, gazes: Sequence[Gaze]) -> Box:
        """All cells that are seen on the way."""
        view, crop = self.places.grids[0], self.crop
        high = [view.height / 2 / gaze.cell + 1 for gaze in gazes]
        wide = [view.width / 2 / gaze.cell + 1 for gaze in gazes]
        return Box(
            max(int(min(g.row - h for g, h in zip(gazes, high, strict=True))), crop.top),
            max(int(min(g.col - w for g, w in zip(gazes, wide, strict=True))), crop.left),
            min(int(max(g.row + h for g, h in zip(gazes, high, strict=True))) + 1, crop.bottom),
            min(int(max(g.col + w for g, w in zip(gazes, wide, strict=True))) + 1, crop.right),
        )

    def draw(self, gaze: Gaze) -> np.ndarray:
        """The frame on its way at `gaze`: the canvas itself."""
        view = self.places.grids[0]
        scale = gaze.cell / self.cell
        across = view.width / 2 - (gaze.col - self.area.left) * gaze.cell
        down = view.height / 2 - (gaze.row - self.area.top) * gaze.cell
        part = self.painter.canvas[view.window]
        if scale == 1:
            fill(part, self.painter.theme.ground)
            _paste(part, self.picture, round(down), round(across))
        else:
            part[:] = self._zoomed(scale, down, across)
        self._frame_on_map(gaze)
        return self.painter.canvas

    def _zoomed(self, scale: float, down: float, across: float) -> np.ndarray:
        """The view with its cells at another size."""
        return cv2.warpAffine(
            self.picture,
            np.array([[scale, 0, across], [0, scale, down]]),
            (self.places.grids[0].width, self.places.grids[0].height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=self.painter.theme.ground,
        )

    def _frame_on_map(self, gaze: Gaze) -> None:
        place, view = self.places.map, self.places.grids[0]
        if not place.width:
            return
        self.painter._map(self.moment.map, place, None)
        cell = map_cell(place, self.crop)
        top, left = map_corner(place, self.crop, cell)
        high, wide = view.height / 2 / gaze.cell, view.width / 2 / gaze.cell
        edges = (
            left + max(gaze.col - wide - self.crop.left, 0) * cell,
            top + max(gaze.row - high - self.crop.top, 0) * cell,
            left + min(gaze.col + wide - self.crop.left, self.crop.width) * cell - 1,
            top + min(gaze.row + high - self.crop.top, self.crop.height) * cell - 1,
        )
        self.painter.map_frame(place, edges)


def _paste(page: np.ndarray, picture: np.ndarray, top: int, left: int) -> None:
    """Lay a picture onto a page (changed in place); parts beyond its rims are left out."""
    rows = slice(max(top, 0), min(top + picture.shape[0], page.shape[0]))
    cols = slice(max(left, 0), min(left + picture.shape[1], page.shape[1]))
    part = picture[rows.start - top : rows.stop - top, cols.start - left : cols.stop - left]
    page[rows, cols] = part


def map_cell(place: Place, crop: Box) -> float:
    """The width of a cell of the map in px: whole, unless that leaves less than 2."""
    cell = min((place.width - 8) / crop.width, (place.height - 8) / crop.height)
    return int(cell) if cell >= LEAST_ON_MAP else cell


def map_side(cells: int, cell: float) -> int:
    """The length of so many cells of the map in px."""
    return max(round(cells * cell), 1)


def map_corner(place: Place, crop: Box, cell: float) -> tuple[int, int]:
    """Top and left of the map in its place: at its right and in the middle of its height."""
    top = place.top + (place.height - map_side(crop.height, cell)) // 2
    return top, place.left + place.width - 4 - map_side(crop.width, cell)


def _raise_clue(picture: np.ndarray, top: int, left: int, cell: int) -> None:
    """Draw the clue of a cell smaller and higher: numbers at its foot would run into it."""
    side = cell - gap(cell)
    rim = round(side * RIM)
    inside = picture[top + rim : top + side - rim, left + rim : left + side - rim]
    size = round(inside.shape[0] * RAISED)
    if not size:
        return
    small = cv2.resize(inside, (size, size), interpolation=cv2.INTER_AREA)
    beside = (inside.shape[1] - size) // 2
    inside[:] = inside[0, 0].copy()
    inside[:size, beside : beside + size] = small


def _pale(picture: np.ndarray, spoken: np.ndarray, cell: int, ground: Colour) -> None:
    """Lay the ground over all cells but those spoken of: less of a dark one, which hides more."""
    share = PALE[sum(ground) < 3 * 128]
    rows, cols = spoken.shape
    blocks = picture.reshape(rows, cell, cols, cell, 3).transpose(0, 2, 1, 3, 4)
    kept = blocks[spoken]
    pale = plain(picture.shape[0], picture.shape[1], ground)
    cv2.addWeighted(picture, 1 - share, pale, share, 0.0, dst=picture)
    blocks[spoken] = kept


def fitted(
    texts: Sequence[str], body: int, width: int, height: int, *, coming: Sequence[str] = ()
) -> tuple[int, list[tuple[int, list[str]]]]:
    """The size of some sentences, and of each its number, from 1, and its lines.

    They are smaller if they are many, counting those that are `coming`, so that the size
    stays. If that is not enough, the oldest but the first are left out.
    """
    for size in (round(body * share) for share in SIZES):
        if _high([wrap(text, size, width) for text in (*texts, *coming)], size) <= height:
            break
    else:
        size = round(body * LEFT_OUT)
    blocks = [(number, wrap(text, size, width)) for number, text in enumerate(texts, start=1)]
    while len(blocks) > 1 and _high([lines for _, lines in blocks], size) > height:
        del blocks[1 if len(blocks) > 2 else 0]
    return size, blocks


def _high(blocks: Sequence[Sequence[str]], size: int) -> int:
    """How many px sentences take, one below the other."""
    return sum(map(len, blocks)) * round(size * 1.32) + len(blocks) * round(size * 0.3)


def set_in_rows(parts: Sequence[str], body: int, place: Place) -> tuple[int, list[str]]:
    """Return the largest size at which `parts` fit in rows next to `body` px, and the rows."""
    lines: list[str] = []
    for size in range(round(body * 0.84), 6, -1):
        lines = in_rows(parts, max(1, place.height // round(size * LEADING)))
        if all(fitting(line, size, place.width) == size for line in lines):
            return size, lines
    return 7, lines


def in_rows(parts: Sequence[str], rows: int) -> list[str]:
    """`parts` in no more than so many lines: the two shortest neighbours share one first."""
    lines = list(parts)
    while len(lines) > rows:
        at = min(range(len(lines) - 1), key=lambda i: len(lines[i]) + len(lines[i + 1]))
        lines[at : at + 2] = ["  ·  ".join(lines[at : at + 2])]
    return lines


@lru_cache(maxsize=512)
def letter_disc(letter: str, cell: int, colour: Colour, figure: Colour) -> np.ndarray:
    """A disc with a letter on it, for cells of `cell` px: uint8 RGBA [s, s, 4]."""
    side = max(12, round(cell * 0.42))
    large = Image.new("RGBA", (side * 4, side * 4), (*colour, 0))
    ImageDraw.Draw(large).ellipse((0, 0, side * 4 - 1, side * 4 - 1), fill=(*colour, 255))
    disc = np.array(large.resize((side, side), Image.Resampling.BOX))
    mask = glyph_mask(letter, largest("M", side, round(side * 0.6)))
    top, left = (side - mask.shape[0] + 1) // 2, (side - mask.shape[1] + 1) // 2
    colours = disc[..., :3].copy()
    ink(colours, mask, top, left, figure)
    return np.dstack([colours, disc[..., 3]])
