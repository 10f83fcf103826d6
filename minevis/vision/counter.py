"""Reads the mine counter of classic skins: three red digits of seven segments above the board."""

import functools
from pathlib import Path

import cv2
import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from minevis.vision.lattice import Lattice

SEGMENTS = (  # segments of a digit: from and to, as shares of its height and width
    *(((0, 0.2), (0.3, 0.7)), ((0.15, 0.4), (0, 0.35)), ((0.15, 0.4), (0.65, 1))),
    ((0.38, 0.62), (0.3, 0.7)),
    *(((0.6, 0.85), (0, 0.35)), ((0.6, 0.85), (0.65, 1)), ((0.8, 1), (0.3, 0.7))),
)
TYPEFACES = (
    *("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono-Bold", "DejaVuSerif-Bold"),
    *("STIXGeneralBol", "cmb10", "cmr10", "DejaVuSans-BoldOblique", "STIXGeneralBolIta", "cmss10"),
)
SHAPE = 20  # pixels of a print that is compared
SMALLEST, FAINT = 7, 30  # pixels of a digit in a text, and how much lighter or darker it is
DIGIT_LIKE = 0.8  # least similarity of a digit in a text
SLANTS = (0, 0.05, 0.1, 0.15, 0.2)  # columns by which a row is further right than the one below
LIES = (0, 3, 6)  # the horizontal segments
DIGITS = {  # which segments are lit
    *(("1110111", 0), ("0010010", 1), ("1011101", 2), ("1011011", 3), ("0111010", 4)),
    *(("1101011", 5), ("1101111", 6), ("1010010", 7), ("1111111", 8), ("1111011", 9)),
}


def mines_left(image: np.ndarray, board: Lattice) -> int | None:
    """Return the number on the left counter above `board`, or None if it cannot be read."""
    x, y = board
    top, bottom = max(0, int(y.start - 4.5 * y.pitch)), max(0, int(y.start - 0.2 * y.pitch))
    left, right = max(0, int(x.start - x.pitch)), int((x.start + x.end) / 2)
    strip = image[top:bottom, left:right].astype(int)
    if strip.size == 0:
        return None
    red = strip[:, :, 2]
    others = strip[:, :, :2].max(2)
    ink = (red > 50) & (red > 2.2 * others)  # unlit segments are dark red
    gap = max(1, int(0.25 * x.pitch))
    joined = cv2.dilate(ink.astype(np.uint8), np.ones((gap, 2 * gap + 1), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    for part in np.argsort(stats[:, 0]):  # from the left
        rows, columns = np.nonzero(ink & (labels == part))
        if not part or len(rows) < 20:
            continue
        height, width = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
        if 0.5 * y.pitch <= height <= 3 * y.pitch and 1.2 <= width / height <= 2.2:
            box = red[rows.min() : rows.min() + height, columns.min() : columns.min() + width]
            if (number := _number(box)) is not None:
                return number
    return None


def shows(image: np.ndarray, board: Lattice, number: int) -> bool:
    """Return whether a text above or below `board` has this number of two digits or more."""
    x, y = board
    top = max(0, int(y.start))
    places = (slice(max(0, int(y.start - 3 * y.pitch)), top), slice(int(y.end), None))
    for place in places:
        part = image[place, max(0, int(x.start - x.pitch)) : int(x.end + x.pitch)].max(2)
        light = part[: int(3 * y.pitch)].astype(np.float32)
        if len(light) < SMALLEST:  # OpenCV crashes without any
            continue
        around = cv2.blur(light, (int(y.pitch), int(y.pitch)))
        words = [*_words(light > around + FAINT), *_words(light < around - FAINT)]
        if any(word.isdigit() and int(word) == number >= 10 for word in words):
            return True
    return False


def _words(ink: np.ndarray) -> list[str]:
    """Return the digits of a line of ink (bool [height, width]), "x" for other shapes."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    words: list[tuple[str, int, int, int]] = []  # with the end, top and height of the last glyph
    for part in np.argsort(stats[1:, 0]) + 1:  # from the left
        x, y, width, height, _ = stats[part].tolist()
        if height >= SMALLEST and width < 1.5 * height:
            word = _digit_like(labels[y : y + height, x : x + width] == part)
            for before in words:
                apart = max(abs(x - before[1]), abs(y - before[2]), abs(height - before[3]))
                if apart < 0.35 * height:
                    word = before[0] + word
                    words.remove(before)
                    break
            words.append((word, x + width, y, height))
    return [word for word, *_ in words]


def _digit_like(mask: np.ndarray) -> str:
    """Return the digit that a print looks like, or "x"."""
    similar = (_digits() @ _print_shape(mask)).max(1)
    return str(np.argmax(similar)) if similar.max() > DIGIT_LIKE else "x"


@functools.cache
def typeface(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font that Matplotlib brings."""
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return ImageFont.truetype(str(folder / f"{name}.ttf"), size)


@functools.cache
def _digits() -> np.ndarray:
    """Return the shapes of all digits in all typefaces (float32 [10, drawings, SHAPE * SHAPE])."""
    shapes = []
    for digit in "0123456789":
        drawn = []
        for name in TYPEFACES:
            image = Image.new("L", (120, 120))
            ImageDraw.Draw(image).text((20, 10), digit, 255, typeface(name, 80))
            plain = np.array(image)
            drawn += [
                _print_shape(ink > 128) for ink in (plain, cv2.dilate(plain, np.ones((9, 9))))
            ]
        shapes.append(np.stack(drawn))
    return np.stack(shapes)


def _print_shape(mask: np.ndarray) -> np.ndarray:
    """Return a print, scaled to a square with its aspect kept and blurred, as a unit vector."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return np.zeros(SHAPE * SHAPE, dtype=np.float32)
    part = mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].astype(np.float32)
    factor = (SHAPE - 4) / max(part.shape)
    width, height = (max(1, round(length * factor)) for length in part.shape[::-1])
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    square: np.ndarray = np.zeros((SHAPE, SHAPE), dtype=np.float32)
    top, left = (SHAPE - height) // 2, (SHAPE - width) // 2
    square[top : top + height, left : left + width] = cv2.resize(
        part, (width, height), interpolation=method
    )
    square = cv2.GaussianBlur(square, (0, 0), 1.0)
    square -= square.mean()
    return (square / np.linalg.norm(square)).ravel()


def _number(red: np.ndarray) -> int | None:
    """Return the three digits in `red` (int [height, width]); None if they are no digits."""
    lit = (red > max(150, 0.6 * red.max())).astype(np.uint8)
    turned = [_upright(lit, slant) for slant in SLANTS]
    upright = max(turned, key=lambda each: float((each.sum(0, dtype=float) ** 2).sum()))
    digits = [_digit(part) for part in np.array_split(upright, 3, axis=1)]
    return None if None in digits else int("".join(map(str, digits)))


def _upright(lit: np.ndarray, slant: float) -> np.ndarray:
    """Return digits without their slant."""
    height, width = lit.shape
    turn = np.array([[1, slant, -slant * height], [0, 1, 0]], dtype=float)
    size = (width - round(slant * height), height)
    return cv2.warpAffine(lit, turn, size, flags=cv2.INTER_NEAREST)


def _digit(lit: np.ndarray) -> int | None:
    height, width = lit.shape
    pattern = ""
    for number, (rows, columns) in enumerate(SEGMENTS):
        top, bottom = (round(share * height) for share in rows)
        left, right = (round(share * width) for share in columns)
        along = lit[top:bottom, left:right].mean(1 if number in LIES else 0)
        pattern += str(int(along.max(initial=0) > 0.6))
    return dict(DIGITS).get(pattern)
