"""The contact sheet of a theme: all it can draw, on one page, to be looked at."""

from collections.abc import Iterator

import numpy as np

from minevis.render.legend import OF_CLUES
from minevis.render.tiles.atlas import (
    ABOVE_99,
    BASE_PICTURES,
    BELOW_ONE,
    TINT_COUNT,
    Mark,
    Tile,
    atlas,
    constraint_tiles,
)
from minevis.render.tiles.draw_pictures import plain
from minevis.render.tiles.draw_text import ink, line_height, line_mask
from minevis.render.tiles.theme import Theme, theme_of

Row = tuple[str, list[tuple[int, int]]]  # a title; pictures with their marks
SIZES = (12, 16, 24, 32, 48, 64)
STEPS = [0, BELOW_ONE, *range(5, 100, 5), ABOVE_99, 100]
TRIALS = [(0, 1), (1, 1), (0, 3), (1, 3), (2, 3), (3, 3)]
ACROSS = 23  # tiles in a row
LABEL = 180  # px for the names of rows


def contact_sheet(theme: str | Theme = "paper", *, cell: int = 40) -> np.ndarray:
    """Pictures and marks of `theme` on one page, with cells of `cell` px: uint8 RGB [h, w, 3].

    Raises `ValueError` for an unknown theme and for cells beyond 12 … 64 px.
    """
    if not SIZES[0] <= cell <= SIZES[-1]:
        raise ValueError(f"cell={cell!r}: a contact sheet has cells of 12 to 64 px")
    look = theme_of(theme)
    parts = [_title(look, cell), *(_row(row, look, cell) for row in rows()), _sizes(look, cell)]
    return np.concatenate(parts)


def rows() -> Iterator[Row]:
    """Yield the rows of the sheet."""
    yield "cells", [(picture, 0) for picture in BASE_PICTURES]
    yield "clues", [(Tile.OPENED + n, 0) for n in range(9)]
    yield "paled", [(Tile.PALE + n, 0) for n in range(9)]
    pairs = constraint_tiles(np.array([0, 1, 2, 3, 8, -1]), np.array([2, 2, 5, 3, 8, 1]))
    yield "mines left, covered left", [(int(picture), 0) for picture in pairs]
    yield "chance of a mine", [(Tile.MINE_CHANCE + step, 0) for step in STEPS]
    yield "the same, far from clues", [(Tile.FAINT_CHANCE + step, 0) for step in STEPS]
    yield "chance of a zero", [(Tile.ZERO_CHANCE + step, 0) for step in STEPS]
    yield "trials of a search", [(Tile.SUPPOSED + 10 * n + k, 0) for n, k in TRIALS]
    yield "components", [(Tile.TINT + n, 0) for n in range(TINT_COUNT)]
    for mark in list(Mark)[1:]:
        under = Tile.OPENED + 2 if mark in OF_CLUES else Tile.COVERED
        chances = [Tile.MINE_CHANCE + step for step in (0, 25, 50, 75, 100)]
        shown = [under, Tile.SUPPOSED + 11, Tile.FLAG, *chances]
        yield mark.name.lower().replace("_", " "), [(picture, mark) for picture in shown]


def _page(height: int, look: Theme, cell: int) -> np.ndarray:
    width = LABEL + 2 * cell + max(ACROSS * cell, 4 * sum(SIZES) + len(SIZES) * (cell // 2))
    return plain(height, width, look.ground)


def _title(look: Theme, cell: int) -> np.ndarray:
    page = _page(2 * cell, look, cell)
    ink(page, line_mask(look.name, 22, True), cell // 2, cell, look.ink)
    return page


def _row(row: Row, look: Theme, cell: int) -> np.ndarray:
    """A title, and its tiles next to it."""
    page = _page(cell + cell // 5, look, cell)
    ink(page, line_mask(row[0], 12), (cell - line_height(12)) // 2, cell, look.quiet)
    tile_atlas = atlas(cell, theme=look)
    for number, (picture, mark) in enumerate(row[1]):
        left = LABEL + cell + number * cell
        page[:cell, left : left + cell] = tile_atlas.tile(picture, mark)
    return page


def _sizes(look: Theme, cell: int) -> np.ndarray:
    """The same few tiles at all sizes from 12 to 64 px."""
    page = _page(SIZES[-1] + 2 * cell, look, cell)
    ink(page, line_mask("sizes, 12 to 64 px", 12), cell, cell, look.quiet)
    left = LABEL + cell
    for size in SIZES:
        tile_atlas = atlas(size, theme=look)
        some = [
            (Tile.OPENED + 3, Mark.CLUE),
            (Tile.COVERED, Mark.SAFE),
            (Tile.FLAG, 0),
            (Tile.MINE_CHANCE + 50, 0),
        ]
        for picture, mark in some:
            page[cell : cell + size, left : left + size] = tile_atlas.tile(picture, mark)
            left += size
        left += cell // 2
    return page
