"""Lines of text as pixels: Pillow with the DejaVu fonts that Matplotlib ships.

A *mask* is a uint8 array [h, w], 0 no ink to 255 full ink. Sizes are in pixels.
"""

import re
from functools import lru_cache
from math import ceil

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from minevis.render.tiles.theme import Colour
from minevis.utils.lettering import font_folder

ELLIPSIS = "…"


@lru_cache(maxsize=128)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """DejaVu Sans at `size` px, hinted, without ligatures: the same on every machine."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    path = str(font_folder() / name)
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def text_width(text: str, size: int, bold: bool = False) -> int:
    """Return the width of `text` in px, rounded."""
    return ceil(font(size, bold).getlength(text))


def line_height(size: int) -> int:
    """Return the height in px of any line of text at `size`."""
    ascent, descent = font(size).getmetrics()
    return ascent + descent


def baseline(size: int) -> int:
    """From the top of a line of text at `size` to its base, in px."""
    return font(size).getmetrics()[0]


@lru_cache(maxsize=4096)
def _word_mask(word: str, size: int, bold: bool) -> np.ndarray:
    picture = Image.new("L", (max(text_width(word, size, bold), 1), line_height(size)))
    ImageDraw.Draw(picture).text((0, 0), word, font=font(size, bold), fill=255)
    return np.asarray(picture)


@lru_cache(maxsize=256)
def line_mask(text: str, size: int, bold: bool = False) -> np.ndarray:
    """Return one line of text, as high as any other line at that size: uint8 [h, w]. Don't write to
    it.

    It is composed of words, which captions share: hinting the letters again for every caption would
    take most of a frame's time.
    """
    words = text.split(" ")
    space = font(size, bold).getlength(" ")
    widths = [text_width(word, size, bold) for word in words]
    lefts = np.cumsum([0.0, *(width + space for width in widths[:-1])]).round().astype(int)
    line = np.zeros(
        (line_height(size), int(lefts[-1]) + max(text_width(words[-1], size, bold), 1)), np.uint8
    )
    for word, left in zip(words, lefts, strict=True):
        if word:
            mask = _word_mask(word, size, bold)
            line[:, left : left + mask.shape[1]] = mask
    return line


@lru_cache(maxsize=2048)
def glyph_mask(text: str, size: int, bold: bool = True) -> np.ndarray:
    """`text` cut to its ink, at least as high as a digit: uint8 [h, w]. Don't write to it."""
    width = text_width(text, size, bold) + 4
    picture = Image.new("L", (width, 2 * size))
    ImageDraw.Draw(picture).text((2, 0), text, font=font(size, bold), fill=255)
    ink = np.asarray(picture)
    _, top, _, bottom = map(int, font(size, bold).getbbox("0123456789"))
    columns = np.flatnonzero(ink.any(axis=0))
    if columns.size == 0:
        return np.zeros((bottom - top, 1), np.uint8)
    return ink[top:bottom, columns[0] : columns[-1] + 1]


@lru_cache(maxsize=256)
def largest(text: str, width: int, height: int, bold: bool = True) -> int:
    """The largest font size, at least 5, at which `text` has room in `width` × `height` px."""
    size = 5
    while all(np.array(glyph_mask(text, size + 1, bold).shape) <= (height, width)):
        size += 1
    return size


def ink(
    target: np.ndarray,
    mask: np.ndarray,
    top: int,
    left: int,
    colour: Colour,
    *,
    ground: Colour | None = None,
) -> None:
    """Lay `colour` over `target` (uint8 [h, w, 3], changed in place) as `mask` says.

    Parts outside the target are left out. If the target is known to be all
    of one colour, `ground`, the mixing is looked up.
    """
    cut_top, cut_left = max(-top, 0), max(-left, 0)
    mask = mask[cut_top : target.shape[0] - top, cut_left : target.shape[1] - left]
    if not mask.size:
        return
    top, left = max(top, 0), max(left, 0)
    place = target[top : top + mask.shape[0], left : left + mask.shape[1]]
    if ground is not None:
        place[:] = _mixtures(ground, colour)[mask]
        return
    share = mask[..., None].astype(np.uint16)  # 255 · 255 + 127 is still within 16 bits
    place[:] = (place * (255 - share) + np.array(colour, np.uint16) * share + 127) // 255


@lru_cache(maxsize=64)
def _mixtures(ground: Colour, colour: Colour) -> np.ndarray:
    """From all `ground` to all `colour`, by the value of a mask: uint8 [256, 3]."""
    share = np.arange(256)[:, None]
    return (ground + ((np.array(colour) - ground) * share + 127) // 255).astype(np.uint8)


def fitting(text: str, size: int, width: int, bold: bool = False) -> int:
    """The largest size up to `size`, at least 7, at which `text` fits `width` px."""
    while size > 7 and text_width(text, size, bold) > width:
        size -= 1
    return size


def wrap(text: str, size: int, width: int) -> list[str]:
    """Break `text` into lines of at most `width` px; a wider word has its own line.

    Numbers and cells are not broken: "6 %", "1.2 × 10³⁷" and "(3, 4)" are single words. Line breaks
    in the text are kept.
    """
    return [line for part in text.split("\n") for line in _wrapped(part, size, width)]


def _wrapped(text: str, size: int, width: int) -> list[str]:
    lines: list[str] = []
    line, used, space = "", 0, text_width(" ", size)
    for word in re.split(r"\s+(?![%×])(?<!×\s)(?!\d+\))", text.strip()):
        needed = text_width(word, size)
        if line and used + space + needed > width:
            lines.append(line)
            line, used = "", 0
        line, used = (f"{line} {word}", used + space + needed) if line else (word, needed)
    return [*lines, line] if line else lines


def shorten(text: str, size: int, width: int, bold: bool = False) -> str:
    """Return `text`, or the part that fits into `width` px with an ellipsis."""
    if text_width(text, size, bold) <= width:
        return text
    keep = len(text)
    while keep and text_width(text[:keep].rstrip() + ELLIPSIS, size, bold) > width:
        keep -= 1
    return text[:keep].rstrip() + ELLIPSIS


def fit(text: str, size: int, width: int, *, lines: int, smallest: int) -> tuple[int, list[str]]:
    """The size and the lines in which `text` fits: smaller first, cut with an ellipsis last."""
    for tried in range(size, smallest - 1, -1):
        broken = wrap(text, tried, width)
        if len(broken) <= lines and all(text_width(line, tried) <= width for line in broken):
            return tried, broken
    kept = [*broken[: lines - 1], " ".join(broken[lines - 1 :])]
    return smallest, [shorten(line, smallest, width) for line in kept if line]
