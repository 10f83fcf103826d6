"""Small parts of a frame that several places share: badges, coordinates, the handle."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from minevis.show.frame.layout import Layout, Place
from minevis.show.tiles.draw_text import fitting, font, ink, line_height, line_mask, text_width
from minevis.show.tiles.theme import Colour, Theme, contrast


def baseline(size: int) -> int:
    """From the top of a line of text at `size` to its base, in px."""
    return font(size).getmetrics()[0]


def coordinates(canvas: np.ndarray, layout: Layout, place: Place, rim: int) -> None:
    """Write the numbers of rows and columns along a panel with a rim of `rim` px."""
    row, col, height, width = layout.crop
    cell, size = layout.cell, max(9, round(layout.body * 0.66))
    high, quiet = line_height(size), layout.theme.quiet
    widest = text_width(str(col + width - 1), size) + 4
    step = _step(max(high, widest), cell)
    for number in range(-(-row // step) * step, row + height, step):
        mask = line_mask(str(number), size)
        top = place.top + (number - row) * cell + (cell - high) // 2
        ink(canvas, mask, top, place.left - rim - 4 - mask.shape[1], quiet)
    for number in range(-(-col // step) * step, col + width, step):
        mask = line_mask(str(number), size)
        left = place.left + (number - col) * cell + (cell - mask.shape[1]) // 2
        ink(canvas, mask, place.top - rim - high, left, quiet)


def _step(room: int, cell: int) -> int:
    """Every how many rows and columns there is `room` px for a number."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if step * cell >= room)


@lru_cache(maxsize=256)
def badge_picture(
    label: str, width: int, height: int, body: int, colour: Colour, theme: Theme
) -> np.ndarray:
    """A pill with a label: uint8 [height, width, 3]."""
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


@lru_cache(maxsize=8)
def handle(height: int) -> np.ndarray:
    """The rounded handle that shows where the run is: uint8 [height, w]."""
    width = max(5, round(height * 0.6))
    large = Image.new("L", (width * 8, height * 8))
    edges = (0, 0, width * 8 - 1, height * 8 - 1)
    ImageDraw.Draw(large).rounded_rectangle(edges, width * 4, fill=255)
    return np.asarray(large.resize((width, height), Image.Resampling.BOX))
