"""Letters drawn in cells, and the folder of the fonts."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from minevis.errors import BoardFormatError

LETTER_SIZE = 9  # px: capitals are seven cells high
NO_LETTER = "\uffff"  # drawn as the missing character of a font


def letter_mask(text: str) -> np.ndarray:
    """Return `text` in strokes one cell wide, cropped to its ink: bool [h, w].

    One column is free between two letters, three at a space. The strokes are DejaVu Sans at 9 px.
    Every inner cell is next to a clue, except in areas enclosed by a letter, so that most of these
    boards can be won. Raises `BoardFormatError` if the text leaves no ink or the font lacks a
    letter.
    """
    letters = [_glyph(letter, text) for letter in text]
    between = np.zeros((2 * LETTER_SIZE, 1), dtype=bool)
    ink = np.hstack([part for letter in letters for part in (letter, between)] or [between])
    if not ink.any():
        raise BoardFormatError(f"{text!r} has no letters to write")
    rows, cols = np.nonzero(ink)
    return ink[rows.min() : rows.max() + 1, cols.min() : cols.max() + 1]


def _glyph(letter: str, text: str) -> np.ndarray:
    """Return a letter of `text`, as wide as its ink; a space is one free column: bool [h, w]."""
    ink = _drawn(letter)
    if letter != NO_LETTER and np.array_equal(ink, _drawn(NO_LETTER)):
        raise BoardFormatError(f"{text!r}: the font has no letter {letter!r}")
    cols = np.flatnonzero(ink.any(axis=0))
    return ink[:, cols[0] : cols[-1] + 1] if cols.size else ink[:, :1]


def _drawn(letter: str) -> np.ndarray:
    """Return a letter on a page twice as large in both directions: bool [h, w]."""
    from PIL import Image, ImageDraw, ImageFont

    path = str(font_folder() / "DejaVuSans.ttf")
    font = ImageFont.truetype(path, LETTER_SIZE, layout_engine=ImageFont.Layout.BASIC)
    page = Image.new("1", (2 * LETTER_SIZE, 2 * LETTER_SIZE))
    ImageDraw.Draw(page).text((LETTER_SIZE // 2, LETTER_SIZE // 2), letter, fill=1, font=font)
    return np.array(page, dtype=bool)


@lru_cache(maxsize=1)
def font_folder() -> Path:
    """Return the folder of Matplotlib's DejaVu fonts. Raises `ImportError` without Matplotlib."""
    spec = find_spec("matplotlib")  # not imported: that would take half a second
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("letters are drawn in the DejaVu fonts of Matplotlib: install matplotlib")
    return Path(spec.submodule_search_locations[0], "mpl-data", "fonts", "ttf")
