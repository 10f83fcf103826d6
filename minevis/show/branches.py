"""Small parts of a search tree: the discs of its tries, and what fades when it is over."""

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw

from minevis.show.drawing import plain, shrink
from minevis.show.theme import Colour

FINE = 4  # bits after the point in the coordinates of cv2
ONE = 1 << FINE


def fine(x: float, y: float) -> tuple[int, int]:
    """A point as cv2 takes it."""
    return round(x * ONE), round(y * ONE)


@lru_cache(maxsize=256)
def disc(radius: float, share: float, ink_colour: Colour, paper: Colour, rim: Colour) -> np.ndarray:
    """A disc of which `share` (0 … 1) is full, clockwise from the top: uint8 RGBA [n, n, 4]."""
    side, fold = 2 * round(radius + 1) + 1, 8
    large = Image.new("RGBA", (side * fold, side * fold), (0, 0, 0, 0))
    pen, middle, reach = ImageDraw.Draw(large), side * fold / 2, radius * fold
    edges = (middle - reach, middle - reach, middle + reach, middle + reach)
    pen.ellipse(edges, fill=(*paper, 255))
    if share:
        pen.pieslice(edges, -90, -90 + 360 * share, fill=(*ink_colour, 255))
    pen.ellipse(edges, outline=(*rim, 255), width=round(fold * max(1.0, radius * 0.3)))
    return shrink(np.asarray(large), side)


def paled(picture: np.ndarray, ground: Colour, share: float) -> np.ndarray:
    """`picture` with `share` of the ground mixed in."""
    pale = plain(picture.shape[0], picture.shape[1], ground)
    return cv2.addWeighted(picture, 1 - share, pale, share, 0.0)
