"""Lines over the tiles of a panel: lines from clue to cell, lines around sets of cells."""

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np

from minevis.game.grid import Cell
from minevis.render.panels.panels import Layer
from minevis.render.search_tree.stamps import FINE
from minevis.render.tiles.draw_pictures import gap
from minevis.render.tiles.theme import Theme
from minevis.words.events.links import Link, Outline

OUTSIDE, INSIDE = 0.86, 0.8  # of the way from the middle to the rim: start and end of a line


def lines_from(layer: Layer, row: int, col: int) -> tuple[tuple[Link, ...], tuple[Outline, ...]]:
    """The lines of a layer, with cells counted from the cell at `row` and `col`."""
    if not (row or col):
        return layer.links, layer.outlines
    links = tuple(
        Link((a[0] - row, a[1] - col), (b[0] - row, b[1] - col), tie)
        for a, b, tie in ((link.clue, link.cell, link.tie) for link in layer.links)
    )
    outlines = tuple(
        Outline(tuple((r - row, c - col) for r, c in outline.cells), outline.role)
        for outline in layer.outlines
    )
    return links, outlines


def draw_links(part: np.ndarray, links: Iterable[Link], cell: int, theme: Theme) -> None:
    """Draw `links` onto the cells of a panel (uint8 [h, w, 3], changed in place).

    Cells are `cell` px wide and counted from the upper left corner of `part`.
    """
    side = cell - gap(cell)
    for link in links:
        start, end = (np.array(_middle(each, cell, side)) for each in (link.clue, link.cell))
        way = end - start
        to_rim = way * (side / 2 / max(float(np.abs(way).max()), 1e-9))
        start, end = start + to_rim * OUTSIDE, end - to_rim * INSIDE
        _line(part, start, end, cell, theme, dot=not link.tie)


def _middle(cell: Cell, size: int, side: int) -> tuple[float, float]:
    """The middle of a cell's face: x, y."""
    return cell[1] * size + side / 2, cell[0] * size + side / 2


def _line(
    part: np.ndarray, start: np.ndarray, end: np.ndarray, cell: int, theme: Theme, *, dot: bool
) -> None:
    """A line, amber on a dark edge so that it shows on any tile, with a dot at its end."""
    ends = [tuple(np.rint(point * (1 << FINE)).astype(int).tolist()) for point in (start, end)]
    thick, radius = max(1 + (cell >= 14), round(cell / 18)), max(1.5, cell / 9 - cell / 50)
    edge = max(int(cell >= 36), round(cell / 40))
    for colour, more in ((theme.ink, edge), (theme.clue_ring, 0)):
        cv2.line(part, ends[0], ends[1], colour, thick + 2 * more, cv2.LINE_AA, FINE)
        if dot:
            size = round((radius + more) * (1 << FINE))
            cv2.circle(part, ends[1], size, colour, -1, cv2.LINE_AA, FINE)


def draw_outlines(part: np.ndarray, outlines: Iterable[Outline], cell: int, theme: Theme) -> None:
    """Draw `outlines` onto the cells of a panel (uint8 [h, w, 3], changed in place).

    The larger set of a rule has its line outside its cells, but for the rim of the panel; the
    smaller one inside.
    """
    shape = part.shape[0] // cell, part.shape[1] // cell
    for outline in outlines:
        top, left, ring = _ring(outline, cell, shape)
        place = part[top : top + ring.shape[0], left : left + ring.shape[1]]
        place[ring] = getattr(theme, outline.role)


@lru_cache(maxsize=1024)
def _ring(outline: Outline, cell: int, shape: tuple[int, int]) -> tuple[int, int, np.ndarray]:
    """Return the line of an outline: its top, its left and its px, bool [h, w].

    A set that goes on beyond the panel has no line at the rim.
    """
    cells = [at for at in outline.cells if -1 <= at[0] <= shape[0] and -1 <= at[1] <= shape[1]]
    if not cells:
        return 0, 0, np.zeros((0, 0), bool)
    spans = [
        (max(min(at) - 1, -1), min(max(at) + 2, n + 1))
        for at, n in zip(zip(*cells, strict=True), shape, strict=True)
    ]
    (top, bottom), (left, right) = spans
    area: np.ndarray = np.zeros((bottom - top, right - left), np.uint8)
    for row, col in cells:
        area[row - top, col - left] = 1
    seen = tuple(
        slice((max(first, 0) - first) * cell, (min(end, n) - first) * cell)
        for (first, end), n in zip(spans, shape, strict=True)
    )
    between, thick = gap(cell) + 1, max(1, round(cell / 16))
    area = np.kron(area, np.ones((cell, cell), np.uint8))
    area = cv2.erode(area, np.ones((between, between)), anchor=(0, 0), borderValue=0)
    if outline.role == "search":
        area[seen] = cv2.dilate(area, np.ones((2 * thick + 1, 2 * thick + 1)))[seen]
    width = 2 * (max(1, round(thick * 0.7)) if outline.role == "ink" else thick) + 1
    inside = cv2.erode(area, np.ones((width, width)), borderValue=0)
    return max(top, 0) * cell, max(left, 0) * cell, (area > inside)[seen]
