"""Lines over the tiles of a panel: lines from clue to cell, lines around sets of cells."""

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np

from minevis.core.grid import Cell
from minevis.show.panels.links import Link, Outline
from minevis.show.panels.panels import Layer
from minevis.show.search_tree.stamps import FINE
from minevis.show.tiles.draw_pictures import gap
from minevis.show.tiles.theme import Theme

OUTSIDE, INSIDE = 0.86, 0.8  # of the way from the middle to the rim: start and end of a line
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


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
        colour = getattr(theme, outline.role)
        for strip in _strips(outline, cell, shape):
            part[strip] = colour


@lru_cache(maxsize=1024)
def _strips(outline: Outline, cell: int, shape: tuple[int, int]) -> tuple[tuple[slice, slice], ...]:
    """The strips of px that make up an outline, as indices of the cells of a panel."""
    thick = max(1, round(cell / 16))
    inset, width = (-thick if outline.role == "search" else 0), thick
    if outline.role == "ink":
        width = max(1, round(thick * 0.7))
    inside = frozenset(outline.cells)
    return tuple(
        _side(at, towards, cell, inset, width, inside, shape)
        for at in outline.cells
        for towards in SIDES
        if (at[0] + towards[0], at[1] + towards[1]) not in inside
    )


def _side(
    at: Cell,
    towards: Cell,
    cell: int,
    inset: int,
    thick: int,
    inside: frozenset[Cell],
    shape: tuple[int, int],
) -> tuple[slice, slice]:
    """The strip along one side of a cell; if the set goes on, it runs up to the next one."""
    side = cell - gap(cell)
    across, along = (0, 1) if towards[0] else (1, 0)
    low, high = _insets(at[across], shape[across], cell, inset)
    first = (
        at[across] * cell + low if towards[across] < 0 else at[across] * cell + side - high - thick
    )
    ends = _insets(at[along], shape[along], cell, inset)
    start, end = at[along] * cell + ends[0], at[along] * cell + side - ends[1]
    before, after = (_shifted(at, along, step) for step in (-1, 1))
    if before in inside:
        turns = _shifted(before, across, towards[across]) in inside
        start = at[along] * cell - (gap(cell) + inset + thick if turns else 0)
    if after in inside:
        turns = _shifted(after, across, towards[across]) in inside
        end = (at[along] + 1) * cell + (inset + thick if turns else 0)
    strip = slice(max(first, 0), max(first + thick, 0)), slice(max(start, 0), max(end, 0))
    return strip if across == 0 else strip[::-1]


def _shifted(at: Cell, axis: int, step: int) -> Cell:
    return (at[0] + step, at[1]) if axis == 0 else (at[0], at[1] + step)


def _insets(place: int, length: int, cell: int, inset: int) -> tuple[int, int]:
    """How far inside a cell its lines lie at both ends of its row or column: beyond the rim there
    is no room, but for the gap below a cell, and right of it, that is there too."""
    return (
        max(inset, 0) if place == 0 else inset,
        max(inset, -gap(cell)) if place == length - 1 else inset,
    )
