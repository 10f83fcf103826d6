"""Where everything stands in a frame: worked out once, from sizes alone. Lengths are in px."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from minevis.grid import Shape
from minevis.show.drawing import gap
from minevis.show.panels import panel
from minevis.show.text import line_height, text_width
from minevis.show.theme import Theme, theme_of
from minevis.show.tiles import LARGEST, SMALLEST

Crop = tuple[int, int, int, int]

TITLES = {  # the widest title and subtitle of each panel
    "board": "Board",
    "constraints": "Constraints   mines left ⌜ ⌟ covered left",
    "probability": "Odds   chance of a mine, %",
    "zero": "Zeros   chance of a zero, %",
}
WIDEST_COUNTERS = "mines left 999  ·  guesses 99  ·  risk so far 99 %"
WIDE_BADGE = "DEAD END"  # longer ones are set smaller

HARD_LIMIT = 3840  # what players of video still take
GOOD_WIDTH, GOOD_HEIGHT = 1600, 1000
MOST_CELL = 64
SMALL_CELL = 20  # below that, cells may use all the room there is
WORTH_STACKING = 1.3  # how much larger cells must get before panels are stacked


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
class Layout:
    """The plan of a frame for boards of one shape. Make it with `Layout.of`."""

    shape: Shape  # of the board, in cells
    crop: Crop  # row, col, height, width: the cells that are shown
    panels: tuple[str, ...]
    cell: int
    theme: Theme
    language: str
    coordinates: bool
    caption: bool
    width: int
    height: int
    body: int  # font size of the caption
    grids: tuple[Place, ...]  # the cells of each panel, without its rim
    titles: tuple[Place, ...]
    badge: Place | None
    text: Place | None  # two lines of caption
    counters: Place | None
    strip: Place | None  # the timeline

    @classmethod
    def of(
        cls,
        shape: Shape,
        *,
        panels: Sequence[str] = ("board", "constraints"),
        cell: int | None = None,
        theme: str | Theme = "paper",
        crop: Crop | None = None,
        coordinates: bool = True,
        caption: bool = True,
        max_width: int = 1920,
        language: str = "en",
    ) -> "Layout":
        """The plan for a board of `shape`.

        `cell` is the width of a cell in px (2 … 128), by default such that the frame
        is some 1000 to 1600 px wide and no more than `max_width`. `crop` is `(row,
        col, height, width)` in cells. `coordinates` writes row and column numbers
        along the rims; `caption` False leaves out all that stands below the panels.
        Raises `ValueError` for unknown panels or themes, a crop that is empty or
        reaches outside, and frames of more than 3840 px.
        """
        names = (panels,) if isinstance(panels, str) else tuple(panels)
        if not names:
            raise ValueError("panels=(): at least one panel is needed")
        for name in names:
            panel(name)
        window = check_crop(crop, shape)
        sketch = _Sketch(window, names, coordinates, caption)
        columns, size = sketch.arrangement(cell, max_width)
        return sketch.plan(columns, size, shape, theme_of(theme), language)


def check_crop(crop: Crop | None, shape: Shape) -> Crop:
    """`crop`, or the whole board for None. Raises `ValueError` when it does not fit `shape`."""
    if crop is None:
        return (0, 0, *shape)
    if len(crop) != 4:
        raise ValueError(f"crop={crop!r}: it must be (row, col, height, width), in cells")
    row, col, height, width = (int(number) for number in crop)
    if height < 1 or width < 1:
        raise ValueError(f"crop={crop!r} is empty: height and width must be at least 1")
    if row < 0 or col < 0 or row + height > shape[0] or col + width > shape[1]:
        raise ValueError(f"crop={crop!r} reaches outside the {shape[0]}×{shape[1]} board")
    return (row, col, height, width)


@dataclass(frozen=True)
class _Sketch:
    """What is to be shown, before its size is known."""

    window: Crop
    names: tuple[str, ...]
    coordinates: bool
    caption: bool

    def arrangement(self, cell: int | None, max_width: int) -> tuple[int, int]:
        """How many panels stand side by side, and the width of a cell."""
        options = [n for n in range(len(self.names), 0, -1) if len(self.names) % n == 0]
        if cell is not None:
            if not SMALLEST <= cell <= LARGEST:
                raise ValueError(f"cell={cell}: it can be {SMALLEST} to {LARGEST} px")
            wide = min(max_width, HARD_LIMIT)
            fitting = [n for n in options if self.plan_size(n, cell)[0] <= wide]
            return (fitting or options[-1:])[0], cell
        best = (options[0], self.best_cell(options[0], max_width))
        for columns in options[1:]:
            size = self.best_cell(columns, max_width)
            if size > best[1] * WORTH_STACKING:
                best = (columns, size)
        return best

    def best_cell(self, columns: int, max_width: int) -> int:
        """The largest cell with which `columns` panels side by side make a good frame."""
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

    def plan_size(self, columns: int, cell: int) -> tuple[int, int]:
        """Width and height of the frame, cheaply."""
        measures = _Measures(self, columns, cell)
        return measures.width, measures.height

    def plan(self, columns: int, cell: int, shape: Shape, theme: Theme, language: str) -> Layout:
        """The finished plan. Raises `ValueError` when the frame would be too large."""
        measures = _Measures(self, columns, cell)
        if max(measures.width, measures.height) > HARD_LIMIT:
            raise ValueError(
                f"a frame of {measures.width}×{measures.height} px: {HARD_LIMIT} is the limit; "
                "choose smaller cells, fewer panels or a crop"
            )
        places = list(measures.slots())
        return Layout(
            shape=shape,
            crop=self.window,
            panels=self.names,
            cell=cell,
            theme=theme,
            language=language,
            coordinates=self.coordinates,
            caption=self.caption,
            width=measures.width,
            height=measures.height,
            body=measures.body,
            grids=tuple(grid for grid, _ in places),
            titles=tuple(title for _, title in places),
            **measures.below(),
        )


class _Measures:
    """Lengths of a frame with `columns` panels side by side and cells of `cell` px."""

    def __init__(self, sketch: _Sketch, columns: int, cell: int) -> None:
        self.sketch = sketch
        self.columns = columns
        self.rows = len(sketch.names) // columns
        rows, cols = sketch.window[2:]
        self.grid_width, self.grid_height = cols * cell, rows * cell
        self.body = min(30, max(13, round(10.5 + columns * self.grid_width / 210)))
        small = max(9, round(self.body * 0.66))
        self.rim = gap(cell) + 1
        last_row = str(sketch.window[0] + rows - 1)
        self.rim_left = self.rim + (text_width(last_row, small) + 6) * sketch.coordinates
        self.rim_top = self.rim + (line_height(small) + 1) * sketch.coordinates
        self.margin = round(self.body * 1.35)
        self.title = line_height(round(self.body * 1.08)) + round(self.body * 0.3)
        self.between = round(self.body * 1.5)
        self.slot_widths = [self._slot_width(column) for column in range(columns)]
        self.slot_height = self.title + self.rim_top + self.grid_height + self.rim
        self._finish()

    def _slot_width(self, column: int) -> int:
        titles = [TITLES[name] for name in self.sketch.names[column :: self.columns]]
        title = max(text_width(text, self.body) for text in titles) + self.body * 2
        return self.rim_left + max(self.grid_width + self.rim, title)

    def _finish(self) -> None:
        used = sum(self.slot_widths) + self.between * (self.columns - 1)
        least = 40 * self.body if self.sketch.caption else 0
        self.inner = max(used, least)
        self.spare = (self.inner - used) // 2
        self.panels_height = self.rows * self.slot_height + self.between * (self.rows - 1)
        self.narrow = self.inner < 66 * self.body
        width = self.inner + 2 * self.margin
        height = self.panels_height + 2 * self.margin + self._below_height()
        self.width, self.height = width + width % 2, height + height % 2

    def _below_height(self) -> int:
        if not self.sketch.caption:
            return 0
        lines = (3 if self.narrow else 2) * self.line
        return round(self.body * 0.7) + lines + round(self.body * 1.9)

    @property
    def line(self) -> int:
        """Distance of two lines of the caption."""
        return round(self.body * 1.42)

    def slots(self) -> Iterator[tuple[Place, Place]]:
        """The cells and the title of each panel."""
        for number in range(len(self.sketch.names)):
            row, column = divmod(number, self.columns)
            left = self.margin + self.spare + self.between * column + self.rim_left
            left += sum(self.slot_widths[:column])
            top = self.margin + row * (self.slot_height + self.between)
            start, room = left - self.rim, self.slot_widths[column] - self.rim_left + self.rim
            below = top + self.title + self.rim_top
            grid = Place(left, below, self.grid_width, self.grid_height)
            yield grid, Place(start, top, room, self.title)

    def below(self) -> dict[str, Place | None]:
        """Badge, caption, counters and timeline."""
        if not self.sketch.caption:
            return dict.fromkeys(("badge", "text", "counters", "strip"))
        top = self.margin + self.panels_height + round(self.body * 0.7)
        indent = self.rim_left - self.rim if self.spare == 0 else 0
        left, line = self.margin + indent, self.line
        label = text_width(WIDE_BADGE, round(self.body * 0.78), bold=True) + round(self.body * 1.6)
        counting = text_width(WIDEST_COUNTERS, round(self.body * 0.86))
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
        return {"badge": badge, "text": text, "counters": counters, "strip": strip}
