"""Reads the mine counter of classic skins: three red digits of seven segments above the board."""

import cv2
import numpy as np

from minevis.vision.ink import print_shape, signs
from minevis.vision.lattice import Lattice

SEGMENTS = (  # segments of a digit: from and to, as shares of its height and width
    *(((0, 0.2), (0.3, 0.7)), ((0.15, 0.4), (0, 0.35)), ((0.15, 0.4), (0.65, 1))),
    ((0.38, 0.62), (0.3, 0.7)),
    *(((0.6, 0.85), (0, 0.35)), ((0.6, 0.85), (0.65, 1)), ((0.8, 1), (0.3, 0.7))),
)
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
    shape, known = print_shape(mask), signs()
    similar = [(known[str(digit)] @ shape).max() for digit in range(9)]
    similar.append((known["6"][:, ::-1] @ shape).max())  # a 9: upside down
    return str(np.argmax(similar)) if max(similar) > DIGIT_LIKE else "x"


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
