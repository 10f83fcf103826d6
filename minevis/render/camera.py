"""The camera: a window on the board, a lens, and a gaze on its way between windows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from minevis.game.grid import Cell
from minevis.render.options import LARGEST, Crop

MARGIN = 1  # cells around the subject
CLOSER = 1.5  # times as wide are the cells of a film's first picture
EASING = 0.3  # seconds that a move takes


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of cells: rows `top` … `bottom` - 1 and columns `left` … `right` - 1."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """Its rows."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """Its columns."""
        return self.right - self.left

    @classmethod
    def of(cls, crop: Crop) -> "Window":
        """Return the window of a crop."""
        row, col, height, width = crop
        return cls(row, col, row + height, col + width)

    @property
    def part(self) -> tuple[slice, slice]:
        """Its rows and columns, as an index into a map of cells."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def padded(self, within: "Window") -> "Window":
        """Return the window with a margin, clipped to `within`."""
        return Window(
            max(self.top - MARGIN, within.top),
            max(self.left - MARGIN, within.left),
            min(self.bottom + MARGIN, within.bottom),
            min(self.right + MARGIN, within.right),
        )

    def with_(self, other: "Window") -> "Window":
        """Return the smallest window that contains both."""
        return Window(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )

    def flat(self, cell: Cell) -> int:
        """Return the number of a cell within the window, row by row."""
        return (cell[0] - self.top) * self.width + cell[1] - self.left

    def holds(self, cell: Cell) -> bool:
        """Whether it contains a cell."""
        return self.top <= cell[0] < self.bottom and self.left <= cell[1] < self.right


def window_around(cells: Sequence[Cell]) -> Window:
    """Return the smallest window that contains some cells, at least one."""
    rows, cols = zip(*cells, strict=True)
    return Window(min(rows), min(cols), max(rows) + 1, max(cols) + 1)


@dataclass(frozen=True)
class Lens:
    """The lens of a window: a view of `height` × `width` px on the part `crop` of a board,
    with cells of `cell` px at its narrowest. A shot of several beats has cells of `least` px.
    """

    crop: Window
    height: int
    width: int
    cell: int
    least: int = 0

    def scale(self, seen: Window) -> float:
        """How many times as wide as the narrowest a window must be to show `seen`: 1 or more."""
        box = seen.padded(self.crop)
        return max(1.0, box.height * self.cell / self.height, box.width * self.cell / self.width)

    def size(self, window: Window) -> int:
        """The width in px of the cells seen through `window`: at least 2."""
        return max(2, min(self.height // window.height, self.width // window.width))

    def window(self, seen: Window) -> Window:
        """Return the window on `seen`: complete cells, up to its size, within the board."""
        box = seen.padded(self.crop)
        cell, all_ = min(self.cell, self.size(box)), self.crop
        rows, cols = min(all_.height, self.height // cell), min(all_.width, self.width // cell)
        top = _placed(box.top + box.bottom, rows, all_.top, all_.bottom)
        left = _placed(box.left + box.right, cols, all_.left, all_.right)
        return Window(top, left, top + rows, left + cols)

    def closer(self) -> "Lens":
        """Return a lens for windows with fewer cells, as large as they can be drawn."""
        return replace(self, cell=max(self.cell, min(LARGEST, round(CLOSER * self.cell))))


def _placed(twice_the_middle: int, length: int, first: int, end: int) -> int:
    """The start of a stretch of `length` around a middle, within `first` … `end`."""
    return min(max((twice_the_middle - length) // 2, first), end - length)


@dataclass(frozen=True, slots=True)
class Gaze:
    """A window on its way: the middle in cells, and the width of a cell in px."""

    row: float
    col: float
    cell: float


def gaze(window: Window, lens: Lens) -> Gaze:
    """The gaze of a window at rest."""
    middle = (window.top + window.bottom) / 2, (window.left + window.right) / 2
    most = lens.cell if window == lens.crop else LARGEST
    return Gaze(*middle, min(lens.size(window), most))


def gazes_between(start: Gaze, end: Gaze, steps: int) -> list[Gaze]:
    """The steps between two gazes, neither of them included: slow, fast, slow."""
    between = []
    for step in range(1, steps + 1):
        share = step / (steps + 1)
        share = share * share * (3 - 2 * share)
        zoom = start.cell * (end.cell / start.cell) ** share
        row = start.row + (end.row - start.row) * share
        col = start.col + (end.col - start.col) * share
        between.append(Gaze(row, col, zoom))
    return between
