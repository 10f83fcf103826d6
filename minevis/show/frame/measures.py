"""Lengths of a frame: the places of panels, titles and captions, from sizes alone. All in px."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from minevis.show.options import Crop
from minevis.show.panels.panels import (
    ABOUT,
    COMPARED,
    TITLES,
    Panel,
    about_regions,
    drawn_panel,
    name_of,
)
from minevis.show.search_tree.panel import WIDE
from minevis.show.tiles.draw_pictures import gap
from minevis.show.tiles.draw_text import line_height, text_width
from minevis.show.words.english import BADGES

Columns = tuple[tuple[int, ...], ...]  # the panels of each column from above, by number

TREE_WIDTH, TREE_HEIGHT = 36, 25  # the least that a search tree takes, in font sizes


def line_pitch(body: int) -> int:
    """The distance of two lines of a caption of that font size."""
    return round(body * 1.42)


@dataclass(frozen=True)
class Place:
    """A rectangle of a frame."""

    left: int
    top: int
    width: int
    height: int

    @property
    def window(self) -> tuple[slice, slice]:
        """Its rows and columns, as an index into a frame."""
        rows = slice(self.top, self.top + self.height)
        return rows, slice(self.left, self.left + self.width)


@dataclass(frozen=True)
class Words:
    """The widest words that a frame must have room for."""

    titles: tuple[str, ...]  # of the panels, with their subtitles
    counters: str
    badge: str  # longer ones are set smaller

    @classmethod
    def of(cls, panels: tuple[Panel, ...], titles: tuple[str, ...] | None = None) -> "Words":
        """The words of a frame with these `panels`, which may have `titles` of their own."""
        titles = titles or tuple(_widest_title(panel, panels) for panel in panels)
        counters = "mines left 999  ·  guesses 99  ·  risk so far 99 %"
        return cls(titles, counters, BADGES["violated"])


def _widest_title(panel: Panel, panels: tuple[Panel, ...]) -> str:
    """A wide title and subtitle of `panel` among `panels`; one from outside is cut if need be."""
    drawn = drawn_panel(panel)
    if drawn is not None:
        return drawn.widest_title()
    if not isinstance(panel, str):
        return name_of(panel)
    return f"{TITLES[panel]}   {_about(panel, panels)}"


def _about(name: str, panels: tuple[Panel, ...]) -> str:
    """A wide subtitle of the panel `name` among `panels`."""
    if name == "board":  # alone or next to a tree it shows odds
        return ABOUT["probability"] if {*panels} <= {"board", "tree"} else ""
    if name == "information":
        return COMPARED["lookahead"][1] + "  ·  ".join(["88 % at (88, 88)"] * 3)
    return about_regions(WIDE, WIDE) if name == "regions" else ABOUT[name]


@dataclass(frozen=True)
class Sketch:
    """The content of a frame, before its size is known."""

    window: Crop  # row, col, height, width: the cells that are shown
    panels: tuple[Panel, ...]
    coordinates: bool
    caption: bool
    legend: bool
    words: Words


class Measures:
    """Lengths of a frame with panels in `columns` side by side and cells of `cell` px.

    If others stand one above the other, a tree that has its column for itself is as high
    as all of them.
    """

    def __init__(self, sketch: Sketch, columns: Columns, cell: int) -> None:
        self.sketch = sketch
        self.columns = columns
        self.rows = max(map(len, columns))
        rows, cols = sketch.window[2:]
        self.grid_width, self.grid_height = cols * cell, rows * cell
        self.body = min(30, max(13, round(10.5 + len(columns) * self.grid_width / 210)))
        small = max(9, round(self.body * 0.66))
        self.rim = gap(cell) + 1
        last_row = str(sketch.window[0] + rows - 1)
        self.rim_left = self.rim + (text_width(last_row, small) + 6) * sketch.coordinates
        self.rim_top = self.rim + (line_height(small) + 1) * sketch.coordinates
        self.margin = round(self.body * 1.35)
        self.title = line_height(round(self.body * 1.08)) + round(self.body * 0.3)
        self.between = round(self.body * 1.5)
        self.tree = max(self.grid_width, TREE_WIDTH * self.body), TREE_HEIGHT * self.body
        self.slot_widths = [self._slot_width(column) for column in columns]
        self.slot_heights = [self._slot_height(row) for row in range(self.rows)]
        self._finish()

    def _slot_width(self, column: tuple[int, ...]) -> int:
        title = max(text_width(self.sketch.words.titles[n], self.body) for n in column)
        drawn = self.tree[0] if self._with_tree(column) else 0
        return self.rim_left + max(self.grid_width + self.rim, title + self.body * 2, drawn)

    def _slot_height(self, row: int) -> int:
        numbers = [each[row] for each in self.columns if row < len(each) and not self._tall(each)]
        drawn = self.tree[1] if self._with_tree(numbers) else 0
        inner = max(self.rim_top + self.grid_height + self.rim, drawn)
        return self.title + inner

    def _with_tree(self, numbers: Iterable[int]) -> bool:
        return any(drawn_panel(self.sketch.panels[number]) for number in numbers)

    def _tall(self, column: tuple[int, ...]) -> bool:
        """Whether a column is a tree as high as all rows."""
        return len(column) == 1 < self.rows and self._with_tree(column)

    def _finish(self) -> None:
        used = sum(self.slot_widths) + self.between * (len(self.columns) - 1)
        least = 40 * self.body if self.sketch.caption else 0
        self.inner = max(used, least)
        self.spare = (self.inner - used) // 2
        stacked = sum(self.slot_heights) + self.between * (self.rows - 1)
        tall = self.title + self.tree[1] if any(map(self._tall, self.columns)) else 0
        self.panels_height = max(stacked, tall)
        self.narrow = self.inner < 66 * self.body
        width = self.inner + 2 * self.margin
        height = self.panels_height + 2 * self.margin + self._below_height()
        self.width, self.height = width + width % 2, height + height % 2

    def _below_height(self) -> int:
        if not self.sketch.caption:
            return 0
        lines = (3 if self.narrow else 2) * self.line
        return round(self.body * 0.7) + self.keys + lines + round(self.body * 1.9)

    @property
    def line(self) -> int:
        """Distance of two lines of the caption."""
        return line_pitch(self.body)

    @property
    def keys(self) -> int:
        """Height of the legend and the gap below it."""
        return round(self.body * 1.8) if self.sketch.legend else 0

    def slots(self) -> Iterator[tuple[Place, Place]]:
        """The cells and the title of each panel."""
        places = {n: (r, c) for c, each in enumerate(self.columns) for r, n in enumerate(each)}
        for number, panel in enumerate(self.sketch.panels):
            row, column = places[number]
            left = self.margin + self.spare + self.between * column + self.rim_left
            left += sum(self.slot_widths[:column])
            top = self.margin + sum(self.slot_heights[:row]) + row * self.between
            start, room = left - self.rim, self.slot_widths[column] - self.rim_left + self.rim
            below = top + self.title + self.rim_top
            grid = Place(left, below, self.grid_width, self.grid_height)
            if drawn_panel(panel):
                tall = self._tall(self.columns[column])
                high = self.panels_height if tall else self.slot_heights[row]
                grid = Place(start, top + self.title, room, high - self.title)
            yield grid, Place(start, top, room, self.title)

    def below(self) -> dict[str, Place | None]:
        """Badge, caption, counters and timeline."""
        if not self.sketch.caption:
            return dict.fromkeys(("badge", "legend", "text", "counters", "strip"))
        keys = self.margin + self.panels_height + round(self.body * 0.6)
        top = self.margin + self.panels_height + round(self.body * 0.7) + self.keys
        indent = self.rim_left - self.rim if self.spare == 0 else 0
        left, line = self.margin + indent, self.line
        label = text_width(self.sketch.words.badge, round(self.body * 0.78), bold=True) + round(
            self.body * 1.6
        )
        counting = text_width(self.sketch.words.counters, round(self.body * 0.86))
        right, inner = self.margin + self.inner, self.inner - indent
        high = round(self.body * 0.9)
        strip = Place(left, self.height - self.margin - high, inner, high)
        if self.narrow:
            counters = Place(left + label + self.body, top, inner - label - self.body, line)
            text = Place(left, top + line, inner, 2 * line)
        else:
            counters = Place(right - counting, top, counting, 2 * line)
            start = left + label + round(self.body * 0.9)
            text = Place(start, top, right - counting - 2 * self.body - start, 2 * line)
        badge = Place(left, top, label, line)
        legend = Place(left, keys, inner, round(self.body * 1.5)) if self.sketch.legend else None
        return {
            "badge": badge,
            "legend": legend,
            "text": text,
            "counters": counters,
            "strip": strip,
        }
