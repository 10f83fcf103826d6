"""The base of painters: one canvas, on which only changes are drawn."""

from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from minevis.show.frame.page import Place
from minevis.show.tiles.draw_pictures import plain
from minevis.show.tiles.draw_text import fitting, ink, line_mask
from minevis.show.tiles.theme import Colour, Theme, contrast
from minevis.show.timing.timeline import Timeline, draw_strip, strips


class Canvas:
    """One canvas and its content, with the badge and the timeline of a frame. Mutable."""

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme,
        body: int,
        timeline: Timeline | None,
        strip: Place,
    ) -> None:
        """`size` is (height, width), `body` the font size; `strip` is the place of the timeline."""
        self.canvas = plain(*size, theme.ground)
        self.theme, self.body = theme, body
        self._bare = self.canvas[:1].copy()
        self._shown: dict[Any, Any] = {}
        self._timeline, self._strip_place = timeline, strip
        if timeline is not None and strip.width:
            self._strips = strips(timeline, theme, strip.width, strip.height)

    def _changed(self, what: object, value: object) -> bool:
        """Note `value`. Return whether it differs from the drawn value."""
        if what in self._shown and self._shown[what] == value:
            return False
        self._shown[what] = value
        return True

    def _wipe(self, place: Place) -> None:
        rows, columns = place.window
        self.canvas[rows, columns] = self._bare[:, columns]

    def _badge(self, place: Place, label: str, colour: Colour) -> None:
        if not self._changed("badge", (label, colour)):
            return
        self._wipe(place)
        if label:
            size = place.width, place.height, self.body
            self.canvas[place.window] = badge_picture(label, *size, colour, self.theme)

    def _strip(self, share: float | None) -> None:
        """Draw the timeline as far as `share`, from 0 to 1."""
        place = self._strip_place
        if share is None or self._timeline is None or not place.width:
            return
        at = round(share * place.width)
        if self._changed("strip", at):
            draw_strip(self.canvas[place.window], self._strips, at, self.theme.ink)


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
