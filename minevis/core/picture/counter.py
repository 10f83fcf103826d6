"""Reads the mine counter of classic skins: three red digits of seven segments above the board."""

import cv2
import numpy as np

from minevis.core.picture.lattice import Lattice

SEGMENTS = (  # where each lies in a digit: shares of its height and width, from and to
    *(((0, 0.2), (0.3, 0.7)), ((0.15, 0.4), (0, 0.35)), ((0.15, 0.4), (0.65, 1))),
    ((0.38, 0.62), (0.3, 0.7)),
    *(((0.6, 0.85), (0, 0.35)), ((0.6, 0.85), (0.65, 1)), ((0.8, 1), (0.3, 0.7))),
)
LIES = (0, 3, 6)  # segments that lie; the others stand
DIGITS = {  # which segments are lit
    *(("1110111", 0), ("0010010", 1), ("1011101", 2), ("1011011", 3), ("0111010", 4)),
    *(("1101011", 5), ("1101111", 6), ("1010010", 7), ("1111111", 8), ("1111011", 9)),
}


def mines_left(image: np.ndarray, board: Lattice) -> int | None:
    """Return the number on the left counter above `board`; None if there is none to be read."""
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
    joined = cv2.dilate(ink.astype(np.uint8), np.ones((1, 2 * gap + 1), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    for part in np.argsort(stats[:, 0]):  # from the left
        rows, columns = np.nonzero(ink & (labels == part))
        if not part or len(rows) < 20:
            continue
        height, width = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
        if 0.5 * y.pitch <= height <= 3 * y.pitch and 1.2 <= width / height <= 2.2:
            box = red[rows.min() : rows.min() + height, columns.min() : columns.min() + width]
            return _number(box)
    return None


def _number(red: np.ndarray) -> int | None:
    """Return the three digits in `red` (int [height, width]); None if they are no digits."""
    lit = red > max(150, 0.75 * red.max())
    number = 0
    for part in np.array_split(lit, 3, axis=1):
        digit = _digit(part)
        if digit is None:
            return None
        number = 10 * number + digit
    return number


def _digit(lit: np.ndarray) -> int | None:
    height, width = lit.shape
    pattern = ""
    for number, (rows, columns) in enumerate(SEGMENTS):
        top, bottom = (round(share * height) for share in rows)
        left, right = (round(share * width) for share in columns)
        along = lit[top:bottom, left:right].mean(1 if number in LIES else 0)
        pattern += str(int(along.max(initial=0) > 0.6))
    return dict(DIGITS).get(pattern)
