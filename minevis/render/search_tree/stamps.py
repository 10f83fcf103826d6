"""Small parts of a search tree: the discs of its tries, and the parts that fade when it is over."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw

from minevis.render.tiles.draw_pictures import plain, shrink
from minevis.render.tiles.theme import Colour

FINE = 4  # bits after the point in the coordinates of cv2
ONE = 1 << FINE


def fine(x: float, y: float) -> tuple[int, int]:
    """A point as cv2 takes it."""
    return round(x * ONE), round(y * ONE)


@dataclass(frozen=True, eq=False)
class Stamp:
    """A small picture to draw on others, prepared: `inverse` and `ink` are uint16 [n, m, 3].

    The picture below counts `inverse` parts of 255; `ink` is the rest, rounding included.
    """

    inverse: np.ndarray
    ink: np.ndarray

    @classmethod
    def of(cls, colours: np.ndarray, alpha: np.ndarray) -> "Stamp":
        """The stamp of `colours` (uint8 [n, m, 3], or one colour) under `alpha` (uint8 [n, m])."""
        parts = np.repeat(alpha[..., None].astype(np.uint16), 3, axis=2)
        return cls(255 - parts, colours * parts + 127)

    def paste(self, target: np.ndarray, top: int, left: int) -> None:
        """Lay it over `target` (uint8 [h, w, 3], changed in place); parts outside are left out."""
        height, width = self.ink.shape[:2]
        part = target[max(top, 0) : max(top + height, 0), max(left, 0) : max(left + width, 0)]
        inverse, ink = self.inverse, self.ink
        if part.shape != ink.shape:
            inside = np.s_[max(-top, 0) : height, max(-left, 0) : width]
            inverse, ink = (
                each[inside][: part.shape[0], : part.shape[1]] for each in (inverse, ink)
            )
        mixed = part * inverse
        mixed += ink
        mixed //= 255
        part[:] = mixed

    def paste_centred(self, target: np.ndarray, x: float, y: float) -> None:
        """Lay it over `target` with its middle at x, y."""
        height, width = self.ink.shape[:2]
        self.paste(target, round(y - height / 2), round(x - width / 2))


@lru_cache(maxsize=256)
def disc(radius: float, share: float, ink_colour: Colour, paper: Colour, rim: Colour) -> Stamp:
    """A disc of which `share` (0 … 1) is full, clockwise from the top."""
    side, fold = 2 * round(radius + 1) + 1, 8
    large = Image.new("RGBA", (side * fold, side * fold), (0, 0, 0, 0))
    pen, middle, reach = ImageDraw.Draw(large), side * fold / 2, radius * fold
    edges = (middle - reach, middle - reach, middle + reach, middle + reach)
    pen.ellipse(edges, fill=(*paper, 255))
    if share:
        pen.pieslice(edges, -90, -90 + 360 * share, fill=(*ink_colour, 255))
    pen.ellipse(edges, outline=(*rim, 255), width=round(fold * max(1.0, radius * 0.3)))
    picture = shrink(np.asarray(large), side)
    return Stamp.of(picture[..., :3], picture[..., 3])


def paled(picture: np.ndarray, ground: Colour, share: float) -> np.ndarray:
    """`picture` with `share` of the ground mixed in."""
    pale = plain(picture.shape[0], picture.shape[1], ground)
    return cv2.addWeighted(picture, 1 - share, pale, share, 0.0)
