"""The places of a frame, computed once from sizes. Lengths are in px.

`page_of_panels` puts panels side by side; the frame is as large as they need. `page_of_format`
fills a wide, square or tall picture with one view of the board, through a window that may follow
what happens. Its text is such that a phone, 360 points wide, shows it in letters one can read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from minevis.game.grid import Shape
from minevis.render.camera import Lens, Window
from minevis.render.options import LARGEST, LAYOUT_ONLY, SCREEN_ONLY, SMALLEST, WIDEST, Crop, Look
from minevis.render.panels import Panel, drawn_panel
from minevis.render.panels import panel as record_of
from minevis.render.tiles.draw_pictures import gap
from minevis.render.tiles.draw_text import line_height, text_width
from minevis.render.tiles.theme import Theme, theme_of
from minevis.utils.options import FORMATS

GOOD_WIDTH, GOOD_HEIGHT = 1600, 1000
SMALL_CELL = 20  # below that, cells may use all the room there is
CELLS = (*range(64, 7, -1), 4, 3, SMALLEST)  # px, the best first
WORTH_STACKING = 1.3  # how much larger cells must get before panels are stacked
TREE_WIDTH, TREE_HEIGHT = 36, 25  # the least that a search tree takes, in font sizes
LEADING = 1.32  # of a line of text, to the next one
COUNTERS = "mines left 999  ·  guesses 99  ·  risk so far 99 %"  # as wide as they get
FOLLOWED = 20  # rows or columns: larger views are followed by default
MOST_MAPS = {"wide": 6, "square": 2, "tall": 2}  # maps of cells on a page
READABLE = 46  # px of the cells of several maps: smaller ones are followed
CELL = {"wide": 92, "square": 66, "tall": 98}  # px: the widest that a cell is shown
SMALLEST_WIDTH = 240  # px of a format


@dataclass(frozen=True)
class Place:
    """A rectangle of a frame."""

    left: int
    top: int
    width: int
    height: int

    @property
    def part(self) -> tuple[slice, slice]:
        """Its rows and columns, as an index into a frame."""
        rows = slice(self.top, self.top + self.height)
        return rows, slice(self.left, self.left + self.width)

    def with_(self, other: "Place") -> "Place":
        """The smallest place around both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right = max(self.left + self.width, other.left + other.width)
        bottom = max(self.top + self.height, other.top + other.height)
        return Place(left, top, right - left, bottom - top)


NOWHERE = Place(0, 0, 0, 0)
PLAIN = Look()


@dataclass(frozen=True)
class Page:
    """The named places of a frame for boards of one shape; empty ones are `NOWHERE`."""

    shape: Shape  # of the board, in cells
    crop: Crop  # row, col, height, width: the cells that are shown
    panels: tuple[Panel, ...]
    grids: tuple[Place, ...]  # the cells of a panel, without its rim; or a panel that draws itself
    titles: tuple[Place, ...]
    cell: int  # of a format: the widest that a cell is shown
    theme: Theme
    width: int
    height: int
    body: int  # font size of the sentences
    badge: Place = NOWHERE
    counters: Place = NOWHERE
    text: Place = NOWHERE  # the sentences
    legend: Place = NOWHERE
    strip: Place = NOWHERE  # the timeline
    map: Place = NOWHERE
    coordinates: bool = False
    format: str = ""
    camera: str = "whole"
    labels: str = "coordinates"
    least: int = 0  # px: smaller cells are only shown when all are
    readable: int = 0  # px: smaller cells have no chances in figures
    steady: bool = False  # whether all sentences have one size
    beside: "Page | None" = None  # of a format: the places when a tree is drawn next to the view

    @property
    def area(self) -> Window:
        """The cells that are shown."""
        return Window.of(self.crop)

    @property
    def cropped(self) -> Window | None:
        """The cells that are shown, if they are not the entire board."""
        return None if self.crop[2:] == self.shape else self.area

    @property
    def lens(self) -> Lens:
        """The lens of windows."""
        view = self.grids[0]
        return Lens(self.area, view.height, view.width, self.cell, self.least)


def page_of(shape: Shape, look: Look = PLAIN) -> Page:
    """Return the page of a look for a board of `shape`: a format, or panels side by side."""
    return page_of_format(shape, look) if look.on_screen else page_of_panels(shape, look)


def film_page(shape: Shape, look: Look = PLAIN) -> Page:
    """Return the page of a film: by default a wide one, followed on a large board."""
    return page_of(shape, replace(look, format="wide") if wide_by_default(look) else look)


def wide_by_default(look: Look) -> bool:
    """Return whether a film is wide: not for a single panel, or one next to a tree."""
    if look.given().keys() & {*SCREEN_ONLY, *LAYOUT_ONLY}:
        return False
    maps = [panel for panel in chosen_panels(look) if not drawn_panel(panel)]
    return look.panels is None or 1 < len(maps) <= MOST_MAPS["wide"]


def chosen_panels(look: Look, default: tuple[Panel, ...] = ()) -> tuple[Panel, ...]:
    """Return the panels of a look, which has checked them."""
    return default if look.panels is None else cast(tuple[Panel, ...], look.panels)


def crop_of(look: Look, shape: Shape) -> Crop:
    """Return the part to show, by default the board. Raises `ValueError` if it is no part of it."""
    row, col, height, width = crop = look.crop or (0, 0, *shape)
    if row < 0 or col < 0 or row + height > shape[0] or col + width > shape[1]:
        raise ValueError(f"crop={crop!r} reaches outside the {shape[0]}×{shape[1]} board")
    return crop


def page_of_panels(
    shape: Shape,
    look: Look = PLAIN,
    *,
    across: int | None = None,
    titles: Sequence[str] | None = None,
) -> Page:
    """Return the page with panels side by side for a board of `shape`.

    Cells are by default so wide that the frame is some 1000 to 1600 px wide and no more than
    `max_width`, if cells of 2 px and the words leave room for that. `across` is the maximum number
    of panels side by side; `titles` are the widest custom titles. Raises `ValueError` for a crop
    that reaches outside, and frames of more than 3840 px.
    """
    look = look.filled(coordinates=True, caption=True, legend=True, max_width=1920)
    chosen = chosen_panels(look, ("board", "constraints"))
    sketch = _Sketch(
        shape,
        crop_of(look, shape),
        chosen,
        tuple(titles or (_widest_title(panel, chosen) for panel in chosen)),
        theme_of(look.theme),
        bool(look.coordinates),
        bool(look.caption),
        bool(look.legend and look.caption),
    )
    return _arranged(sketch, look.cell, look.max_width or WIDEST, across)


def _widest_title(panel: Panel, panels: tuple[Panel, ...]) -> str:
    """A wide title and subtitle of `panel` among `panels`; one from outside is cut if need be."""
    drawn, record = drawn_panel(panel), record_of(panel)
    if drawn is not None:
        return drawn.widest_title()
    about = record.widest or record.subtitle
    if panel == "board" and not {*panels} <= {"board", "tree"}:
        about = ""  # odds are shown on it only without other panels, or next to a tree
    return f"{record.title}   {about}".rstrip()


@dataclass(frozen=True)
class _Sketch:
    """A page of panels before its size is known."""

    shape: Shape
    crop: Crop
    panels: tuple[Panel, ...]
    words: tuple[str, ...]  # the widest titles
    theme: Theme
    coordinates: bool
    caption: bool
    legend: bool

    def page(self, columns: int, cell: int) -> Page:
        """Return the page with panels in `columns`, row after row, and cells of `cell` px."""
        rows, cols = self.crop[2:]
        wide, high = cols * cell, rows * cell
        body = min(30, max(13, round(10.5 + columns * wide / 210)))
        small, rim = max(9, round(body * 0.66)), gap(cell) + 1
        left = rim + (text_width(str(self.crop[0] + rows - 1), small) + 6) * self.coordinates
        above = rim + (line_height(small) + 1) * self.coordinates
        margin, between = round(body * 1.35), round(body * 1.5)
        title = line_height(round(body * 1.08)) + round(body * 0.3)
        drawn = [drawn_panel(panel) is not None for panel in self.panels]
        needs = [
            (
                max(wide + rim, text_width(words, body) + body * 2, TREE_WIDTH * body * itself),
                max(above + high + rim, TREE_HEIGHT * body * itself),
            )
            for words, itself in zip(self.words, drawn, strict=True)
        ]
        widths = [left + max(wide for wide, _ in needs[n::columns]) for n in range(columns)]
        starts = range(0, len(needs), columns)
        heights = [title + max(high for _, high in needs[n : n + columns]) for n in starts]
        used = sum(widths) + between * (columns - 1)
        inner = max(used, 40 * body * self.caption)
        all_high = sum(heights) + between * (len(heights) - 1)
        grids, titles = [], []
        for number, itself in enumerate(drawn):
            row, column = divmod(number, columns)
            start = margin + (inner - used) // 2 + between * column + sum(widths[:column])
            start, top = start + left - rim, margin + sum(heights[:row]) + row * between
            room = widths[column] - left + rim
            titles.append(Place(start, top, room, title))
            whole = Place(start, top + title, room, heights[row] - title)
            cells = Place(start + rim, top + title + above, wide, high)
            grids.append(whole if itself else cells)
        indent = left - rim if used == inner else 0
        frame = Place(margin + indent, margin + all_high, inner - indent, 0)
        below, end = self._below(frame, body) if self.caption else ({}, margin + all_high)
        width, height = inner + 2 * margin, end + margin
        return Page(
            self.shape,
            self.crop,
            self.panels,
            tuple(grids),
            tuple(titles),
            cell,
            self.theme,
            width + width % 2,
            height + height % 2,
            body,
            coordinates=self.coordinates,
            **below,
        )

    def _below(self, frame: Place, body: int) -> tuple[dict[str, Any], int]:
        """Return badge, legend, sentences, counters and timeline below `frame`, and their end."""
        line, left, inner = round(body * 1.42), frame.left, frame.width
        small = round(body * 0.86)
        drop, lower = ((line - line_height(size)) // 2 for size in (body, small))
        keys = round(body * 1.8) if self.legend else 0
        top = frame.top + round(body * 0.7) + keys
        label = text_width("DEAD END", round(body * 0.78), bold=True) + round(body * 1.6)
        start = left + label + round(body * 0.9)
        narrow = inner < 66 * body
        if narrow:
            counters = Place(start, top + lower, left + inner - start, line - lower)
            text = Place(left, top + line + drop, inner, 2 * line - drop)
        else:
            wide = text_width(COUNTERS, small)
            counters = Place(left + inner - wide, top + lower, wide, 2 * line - lower)
            text = Place(start, top + drop, counters.left - 2 * body - start, 2 * line - drop)
        end = top + (3 if narrow else 2) * line + round(body * 1.9)
        end += (end + round(body * 1.35)) % 2
        high = round(body * 0.9)
        legend = Place(left, frame.top + round(body * 0.6), inner, round(body * 1.5))
        return {
            "badge": Place(left, top, label, line),
            "legend": legend if self.legend else NOWHERE,
            "text": text,
            "counters": counters,
            "strip": Place(left, end - high, inner, high),
        }, end


@lru_cache(maxsize=64)  # a separate frame takes as long to plan as to draw
def _arranged(sketch: _Sketch, cell: int | None, max_width: int, across: int | None) -> Page:
    """Return the best page of a sketch. Raises `ValueError` when it would be too large."""
    count = len(sketch.panels)
    options = [n for n in range(min(across or count, count), 0, -1) if n == across or not count % n]
    pages = [_sized(sketch, columns, cell, max_width) for columns in options]
    page = pages[0]
    if cell is None:
        for other in pages:
            page = other if other.cell > page.cell * WORTH_STACKING else page
    else:
        page = next((each for each in pages if each.width <= max_width), pages[-1])
    if max(page.width, page.height) > WIDEST:
        raise ValueError(
            f"a frame of {page.width}×{page.height} px: {WIDEST} is the limit; "
            "choose smaller cells, fewer panels or a crop"
        )
    return page


def _sized(sketch: _Sketch, columns: int, cell: int | None, max_width: int) -> Page:
    """Return the page with panels in `columns`, and with the largest cells that make it good."""
    for size in CELLS if cell is None else (cell,):
        page, small = sketch.page(columns, size), size <= SMALL_CELL
        wide, high = (max_width if small else min(GOOD_WIDTH, max_width)), GOOD_HEIGHT + 100 * small
        if size < 8:
            wide = high = WIDEST
        if page.width <= wide and page.height <= high:
            break
    return page


def page_of_format(shape: Shape, look: Look = PLAIN) -> Page:
    """Return the page of a format, by default "wide", for a board of `shape`.

    Raises `ValueError` for panels that a format does not show, and for a width below 240 px.
    """
    format = look.format or "wide"
    shown, maps = _maps_and_drawing(chosen_panels(look, ("board", "tree")), format)
    window = crop_of(look, shape)
    rows, cols = FOLLOWED, FOLLOWED
    if maps > 1:
        cols, rows = (length // READABLE for length in _several(format, maps, False)["view0"][2:])
    camera = look.camera or ("follow" if window[2] > rows or window[3] > cols else "whole")
    full = FORMATS[format]
    wide = min(look.max_width or full[0], full[0])
    if wide < SMALLEST_WIDTH:
        raise ValueError(f"max_width={wide}: a format is at least {SMALLEST_WIDTH} px wide")
    scale, mapped = wide / full[0], camera == "follow"

    pages = []
    for tree in (False, True):
        if maps > 1:
            lengths = _several(format, maps, tree)
        else:
            lengths = {"wide": _wide, "square": _square, "tall": _tall}[format](mapped, tree)
        [body], *_ = lengths.values()
        places = {
            name: Place(*(round(length * scale) for length in four))
            for name, four in lengths.items()
            if name != "body"
        }
        views = [name for name in places if name.startswith("view")]
        common: dict[str, Any] = {name: places[name] for name in PLACES if name in places}
        width, height = (round(length * scale) for length in full)
        page = Page(
            shape,
            window,
            shown if tree else shown[:maps],
            tuple(places[name] for name in (*views, *["tree"][:tree])),
            tuple(places[name] for name in places if name.startswith("title")),
            max(round((CELL[format] if mapped else LARGEST) * scale), 8),
            theme_of(look.theme),
            width + width % 2,
            height + height % 2,
            round(body * scale),
            format=format,
            camera=camera,
            labels=look.labels or "letters",
            least=round(READABLE * scale) if maps > 1 else 0,
            readable=round(READABLE * scale),
            steady=maps > 1 and not tree,
            **common,
        )
        pages.append(page)
    return replace(pages[0], beside=pages[1])


PLACES = ("badge", "counters", "text", "legend", "strip", "map")
Lengths = Mapping[str, tuple[int, ...]]  # left, top, width and height at full size, by name


def _tall(mapped: bool, tree: bool) -> Lengths:
    """The view, a tree and the words below each other, the map at the end of the sentences."""
    top = 1460 if tree else 1084
    words, legend = top + 94, 1750
    return {
        "body": (41,),
        "title": (48, 28, 984, 40),
        "view": (48, 76, 984, 600 if tree else 984),
        "tree": (48, 696, 984, 744),
        "badge": (48, top, 250, 74),
        "counters": (330, top - 9, 702, 94),
        "text": (48, words, 984, (1506 if mapped and not tree else legend - 10) - words),
        "map": (48, 1516, 984, 218) if mapped and not tree else (0, 0, 0, 0),
        "legend": (48, legend, 984, 92),
        "strip": (48, 1856, 984, 34),
    }


def _wide(mapped: bool, tree: bool) -> Lengths:
    """The view at the left, words and map in one column at the right; a tree above the words."""
    left, wide = (920, 952) if tree else (1212, 660)
    top, legend = 690 if tree else 262, 866
    badge = 76 if tree else 56
    return {
        "body": (44,),
        "title": (48, 20, 1120, 40),
        "view": (48, 66, 840 if tree else 1120, 924),
        "tree": (920, 180, 952, 500),
        "badge": (left, badge, 270, 80),
        "counters": (1220, 66, 652, 104) if tree else (left, 146, wide, 104),
        "text": (left, top, wide, (620 if mapped and not tree else legend - 10) - top),
        "map": (left, 630, wide, 220) if mapped and not tree else (0, 0, 0, 0),
        "legend": (left, legend, wide, 142),
        "strip": (48, 1020, 1824, 32),
    }


def _square(mapped: bool, tree: bool) -> Lengths:
    """The view, next to a tree, above the words, with the map at the right of the sentences."""
    shown = mapped and not tree
    top = 656 if mapped and not tree else 696
    return {
        "body": (36,),
        "title": (36, 6, 1008, 32),
        "view": (36, 40, 484 if tree else 1008, top - 56),
        "tree": (536, 40, 508, top - 56),
        "badge": (36, top, 220, 62),
        "counters": (280, top - 8, 764, 78),
        "text": (36, top + 74, 664 if shown else 1008, 936 - top - 74),
        "map": (724, top + 74, 320, 936 - top - 74) if shown else (0, 0, 0, 0),
        "legend": (36, 944, 1008, 76),
        "strip": (36, 1030, 1008, 28),
    }


def _several(format: str, maps: int, tree: bool) -> Lengths:
    """Several maps of cells above the sentences; on a wide page with a tree, left of them."""
    if format != "wide":
        return _pair(format, tree)
    rows = maps if tree else 1 + (maps > 3)
    columns, top, end = -(-maps // rows), 16, 1004 if tree else 668
    left, room = (684, 1188) if tree else (500, 1372)
    wide, high = (600 if tree else (1860 // columns - 36)), (end - top) // rows
    body = 44 if tree else 46
    places: dict[str, tuple[int, ...]] = {"body": (body,), "strip": (48, 1020, 1824, 32)}
    for number in range(maps):
        x, y = 48 + number % columns * (wide + 36), top + number // columns * high
        places[f"title{number}"] = (x, y, wide, 37)
        places[f"view{number}"] = (x, y + 42, wide, high - 48)
    if not tree:
        return places | {
            "badge": (48, 688, 270, 72),
            "counters": (48, 776, 420, 226),
            "text": (left, 688, room, 228),
            "legend": (left, 922, room, 84),
        }
    return places | {
        "badge": (left, 16, 250, 68),
        "counters": (left + 280, 16, room - 280, 68),
        "title": (left, 98, room, 37),
        "tree": (left, 142, room, 606),
        "text": (left, 762, room, 152),
        "legend": (left, 922, room, 84),
    }


def _pair(format: str, tree: bool) -> Lengths:
    """Two maps of cells, and a tree below, on a tall page; next to each other on a square one."""
    tall, square = format == "tall", format == "square"
    rim, high = (48, 562 if tree else 624) if tall else (36, 556)
    step = (0, 680) if tall and not tree else (522 if square else 504, 0)
    wide = 984 if step[1] else 486 if square else 480
    if square and tree:
        high, step = 250, (0, 308)
    places = _tall(False, True) if tall else _square(False, True)
    places = {name: place for name, place in places.items() if name not in ("view", "title")}
    for number in range(2):
        x, y = rim + number * step[0], 20 + number * step[1]
        places[f"title{number}"] = (x, y, wide, 36)
        places[f"view{number}"] = (x, y + 42, wide, high)
    if not tree:
        del places["tree"]
    if tall and not tree:
        places |= {"badge": (48, 1384, 250, 74), "counters": (330, 1375, 702, 94)}
        places["text"] = (48, 1476, 984, 268)
    elif square:
        places |= {"badge": (36, 640, 220, 62), "counters": (280, 632, 764, 78)}
        places["text"] = (36, 714, 1008, 222)
        if tree:
            places["tree"] = (536, 40, 508, 584)
    return places


def _maps_and_drawing(chosen: tuple[Panel, ...], format: str) -> tuple[tuple[Panel, ...], int]:
    """Return the panels, maps of cells first, and how many maps. Raise `ValueError`."""
    maps = [panel for panel in chosen if drawn_panel(panel) is None]
    drawn = [panel for panel in chosen if drawn_panel(panel) is not None]
    if not 0 < len(maps) <= MOST_MAPS[format] or len(drawn) > 1:
        names = ", ".join(record_of(panel).name for panel in chosen)
        rule = 'a format shows one or two panels ("wide": up to six), and a tree next to them'
        raise ValueError(f"panels={names}: {rule}; without format= all are shown")
    return (*maps, *drawn), len(maps)
