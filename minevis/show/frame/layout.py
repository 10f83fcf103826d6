"""The places of a frame: worked out once, from sizes alone. Lengths are in px."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from numbers import Real

import numpy as np

from minevis.core.errors import check_count
from minevis.core.grid import Shape
from minevis.show.frame.measures import Columns, Measures, Place, Sketch, Words
from minevis.show.options import Crop
from minevis.show.panels.panels import Panel, check_panels, drawn_panel
from minevis.show.tiles.atlas import LARGEST, SMALLEST
from minevis.show.tiles.theme import Theme, theme_of

HARD_LIMIT = 3840  # the largest size that video players accept
GOOD_WIDTH, GOOD_HEIGHT = 1600, 1000
MOST_CELL = 64
SMALL_CELL = 20  # below that, cells may use all the room there is
WORTH_STACKING = 1.3  # how much larger cells must get before panels are stacked


@dataclass(frozen=True)
class Layout:
    """The plan of a frame for boards of one shape. Make it with `Layout.of`."""

    shape: Shape  # of the board, in cells
    crop: Crop  # row, col, height, width: the cells that are shown
    panels: tuple[Panel, ...]
    cell: int
    theme: Theme
    coordinates: bool
    caption: bool
    width: int
    height: int
    body: int  # font size of the caption
    grids: tuple[Place, ...]  # the cells of each panel, without its rim; or the drawn panel
    titles: tuple[Place, ...]
    badge: Place | None
    legend: Place | None  # the legend of the marks
    text: Place | None  # two lines of caption
    counters: Place | None
    strip: Place | None  # the timeline

    @classmethod
    def of(
        cls,
        shape: Shape,
        *,
        panels: Panel | Sequence[Panel] = ("board", "constraints"),
        cell: int | None = None,
        theme: str | Theme | None = None,
        crop: Crop | None = None,
        coordinates: bool = True,
        caption: bool = True,
        legend: bool = True,
        max_width: int = 1920,
        across: int | None = None,
        titles: Sequence[str] | None = None,
    ) -> "Layout":
        """The plan for a board of `shape`.

        `cell` is the width of a cell in px (2 … 128), by default such that the frame
        is some 1000 to 1600 px wide and no more than `max_width`, if cells of 2 px and the
        words leave room for that. `crop` is `(row, col, height, width)` in cells.
        `coordinates` writes row and column numbers along the rims; `legend` explains, on a line
        below the panels, the marks of a frame; `caption` False leaves out all that
        stands below the panels. `across` is how many panels stand side by side at most;
        `titles` are the widest that they get, where they have titles of their own.
        Raises `ValueError` for unknown panels or themes, a crop that is empty or
        reaches outside, and frames of more than 3840 px.
        """
        if cell is not None:
            cell = check_count("cell", cell, least=SMALLEST, most=LARGEST)
        max_width = check_count("max_width", max_width, most=HARD_LIMIT)
        chosen = check_panels(panels)
        if not chosen:
            raise ValueError("panels=(): at least one panel is needed")
        own = None if titles is None else tuple(titles)
        words = Words.of(chosen, own)
        window = check_crop(crop, shape)
        sketch = _Plan(window, chosen, coordinates, caption, legend and caption, words)
        columns, size = _arrangement(sketch, cell, max_width, across)
        return sketch.plan(columns, size, shape, theme_of(theme))


def check_crop(crop: Crop | None, shape: Shape) -> Crop:
    """`crop`, or the whole board for None. Raises `ValueError` when it does not fit `shape`."""
    if crop is None:
        return (0, 0, *shape)
    four = isinstance(crop, Sequence | np.ndarray) and len(crop) == 4
    if not (four and all(isinstance(number, Real) and number % 1 == 0 for number in crop)):
        raise ValueError(f"crop={crop!r}: it must be (row, col, height, width), in whole cells")
    row, col, height, width = (int(number) for number in crop)
    if height < 1 or width < 1:
        raise ValueError(f"crop={crop!r} is empty: height and width must be at least 1")
    if row < 0 or col < 0 or row + height > shape[0] or col + width > shape[1]:
        raise ValueError(f"crop={crop!r} reaches outside the {shape[0]}×{shape[1]} board")
    return (row, col, height, width)


@lru_cache(maxsize=64)  # a separate frame takes as long to plan as to draw
def _arrangement(
    sketch: "_Plan", cell: int | None, max_width: int, across: int | None
) -> tuple[Columns, int]:
    return sketch.arrangement(cell, max_width, across)


def _table(count: int, columns: int) -> Columns:
    """`count` panels in so many columns, row after row."""
    return tuple(tuple(range(column, count, columns)) for column in range(columns))


def _beside_tree(panels: tuple[Panel, ...]) -> Columns | None:
    """The panels one above the other, next to a tree that stands first or last among them."""
    trees = [number for number, panel in enumerate(panels) if drawn_panel(panel)]
    others = tuple(number for number in range(len(panels)) if number not in trees)
    if len(trees) != 1 or len(others) < 2 or trees[0] not in (0, len(panels) - 1):
        return None
    columns = (others, tuple(trees))
    return columns if trees[0] else columns[::-1]


@dataclass(frozen=True)
class _Plan(Sketch):
    """A sketch that finds its size."""

    def arrangement(
        self, cell: int | None, max_width: int, across: int | None
    ) -> tuple[Columns, int]:
        """Which panels stand in each column, and the width of a cell."""
        count = len(self.panels)
        options = [n for n in range(count, 0, -1) if count % n == 0]
        if across is not None:
            options = [n for n in range(min(across, count), 0, -1) if n == across or count % n == 0]
        tables = [_table(count, columns) for columns in options]
        if cell is None:
            columns, size = self.largest(tables, max_width)
        else:
            columns, size = self.fitting(tables, cell, max_width), cell
        beside = _beside_tree(self.panels)
        if across is None and beside and self.saves(beside, columns, size, max_width):
            columns = beside
        return columns, size

    def fitting(self, options: list[Columns], cell: int, max_width: int) -> Columns:
        """The first of `options` with room for cells of `cell` px, else the narrowest, its last."""
        found = [each for each in options if self.plan_size(each, cell)[0] <= max_width]
        return (found or options[-1:])[0]

    def largest(self, options: list[Columns], max_width: int) -> tuple[Columns, int]:
        """The first of `options` unless another has much larger cells, and their width."""
        best = (options[0], self.best_cell(options[0], max_width))
        for columns in options[1:]:
            size = self.best_cell(columns, max_width)
            if size > best[1] * WORTH_STACKING:
                best = (columns, size)
        return best

    def saves(self, columns: Columns, instead: Columns, cell: int, max_width: int) -> bool:
        """Whether a frame in `columns` has fewer pixels than one in `instead`, and a good size."""
        width, height = self.plan_size(columns, cell)
        wide, high = self.plan_size(instead, cell)
        fits = width <= max_width and height <= max(high, GOOD_HEIGHT + 100)
        return fits and width * height < wide * high

    def best_cell(self, columns: Columns, max_width: int) -> int:
        """The largest cell with which panels in `columns` make a good frame."""
        for width, height, least in (
            (min(GOOD_WIDTH, max_width), GOOD_HEIGHT, SMALL_CELL),
            (max_width, GOOD_HEIGHT + 100, 8),
            (HARD_LIMIT, HARD_LIMIT, SMALLEST),
        ):
            top = MOST_CELL if least == SMALL_CELL else least * 2 if least < 8 else SMALL_CELL
            for cell in range(top, least - 1, -1):
                wide, high = self.plan_size(columns, cell)
                if wide <= width and high <= height:
                    return cell
        return SMALLEST

    def plan_size(self, columns: Columns, cell: int) -> tuple[int, int]:
        """Width and height of the frame, cheaply."""
        measures = Measures(self, columns, cell)
        return measures.width, measures.height

    def plan(self, columns: Columns, cell: int, shape: Shape, theme: Theme) -> Layout:
        """The finished plan. Raises `ValueError` when the frame would be too large."""
        measures = Measures(self, columns, cell)
        if max(measures.width, measures.height) > HARD_LIMIT:
            raise ValueError(
                f"a frame of {measures.width}×{measures.height} px: {HARD_LIMIT} is the limit; "
                "choose smaller cells, fewer panels or a crop"
            )
        places = list(measures.slots())
        return Layout(
            shape=shape,
            crop=self.window,
            panels=self.panels,
            cell=cell,
            theme=theme,
            coordinates=self.coordinates,
            caption=self.caption,
            width=measures.width,
            height=measures.height,
            body=measures.body,
            grids=tuple(grid for grid, _ in places),
            titles=tuple(title for _, title in places),
            **measures.below(),
        )
