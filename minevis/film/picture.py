"""A picture for a notebook, with a text for readers who cannot see it."""

from base64 import b64encode
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Unpack, cast

import numpy as np
from PIL import Image

from minevis.errors import EncoderError, check_index
from minevis.film.frames import frame, page_for
from minevis.film.stills import write_png
from minevis.game.grid import Shape
from minevis.render.cards import board_of
from minevis.render.options import Look
from minevis.trace.record import ENDS, Record
from minevis.utils.appearance import AUTO, TurnsDark, follows_page
from minevis.utils.formatting import quantity
from minevis.words.captions import caption

COLOURS = 256  # of the palette: enough for flat tiles


@dataclass(frozen=True)
class Picture(TurnsDark):
    """Pixels, uint8 RGB [h, w, 3], and a description in words."""

    pixels: np.ndarray = field(repr=False)
    words: str
    cells: tuple[int, ...] | None = None  # see `cells_shown`
    dark: np.ndarray | None = field(default=None, repr=False)  # the pixels for a dark page
    follows: bool = field(default=False, repr=False)  # whether it turns dark with its page

    def save(self, path: str | Path) -> Path:
        """Write a PNG file and return its path.

        Raises `EncoderError` for any suffix except .png, and if writing fails.
        """
        path = Path(path)
        if path.suffix.lower() != ".png":
            raise EncoderError(f"{path}: cannot write {path.suffix or 'no suffix'}; choose .png")
        return write_png(path, self.pixels)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Let NumPy, Matplotlib and mediapy take a picture as its pixels."""
        return np.array(self.pixels, dtype, copy=copy)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:
        png = b64encode(small_png(self.pixels)).decode()
        data = {"image/png": png, "text/plain": self.words}
        about: dict[str, Any] = {"alt": self.words}
        if self.cells:
            about["cells"] = list(self.cells)
        if self.dark is not None:
            about["dark"] = b64encode(small_png(self.dark)).decode()
        return data, {"image/png": about}


def small_png(pixels: np.ndarray, colours: int = COLOURS) -> bytes:
    """A picture, uint8 RGB [h, w, 3], as a PNG with a palette: some half of the size."""
    stream = BytesIO()
    Image.fromarray(pixels).quantize(colours).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def picture_of(trace: Record, index: int, **look: Unpack[Look]) -> Picture:
    """Return the picture after event `index` of `trace`; `look` are options of `page_of_panels`.

    The theme "auto" adds a dark picture for dark exported pages.
    """
    if look.get("theme") == AUTO:
        light, dark = (
            picture_of(trace, index, **cast(Look, {**look, "theme": theme}))
            for theme in ("paper", "dark")
        )
        return replace(light, dark=dark.pixels, follows=True)
    words = describe_moment(trace, index)
    pixels, cells = frame(trace, index, **look), cells_shown(trace.shape, **look)
    return Picture(pixels, words, cells, follows=follows_page(look.get("theme")))


def cells_shown(shape: Shape, **look: Unpack[Look]) -> tuple[int, ...] | None:
    """Return the place of a picture's cells, so that a page can point at one; None with a camera.

    The left and top edge of the first panel's grid and the side of a cell, in px; then the row and
    the column of the first cell, and the row and column counts.
    """
    plan = page_for(shape, **look)
    if plan.format:
        return None
    return (plan.grids[0].left, plan.grids[0].top, plan.cell, *plan.crop)


def describe_moment(trace: Record, index: int) -> str:
    """Describe the moment after event `index` in words."""
    number = check_index(index, len(trace), "event", "trace")
    moment = caption(trace.events[number])
    return f"A Minesweeper board of {board_of(trace, ' with ')}. {moment}"


def describe_run(trace: Record) -> str:
    """Describe the run in words."""
    run = f"{board_of(trace, ' with ')} by player {trace.start.player}"
    if trace.won is None:
        return f"A Minesweeper position of {run}: its thoughts, step by step."
    guesses = quantity(trace.guesses, "guess", "guesses")
    return f"A game of Minesweeper on {run}, step by step: {guesses}, {ENDS[trace.won]}."
