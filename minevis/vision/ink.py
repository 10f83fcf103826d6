"""Finds the prints on the cells of a board, and groups similar ones.

Ink is everything that differs from a cell's ground. Prints are compared with digits of several
typefaces, flags, mines and question marks that are drawn here, never with pictures of one program.
"""

import functools
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from minevis.vision.extent import SIZE

EDGE = 3  # pixels of a cell for frames and bevels, not for ink
SAME_COLOUR = 14  # largest difference of a channel within one colour
TYPEFACES = (
    *("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono-Bold", "DejaVuSerif-Bold"),
    *("STIXGeneralBol", "cmb10", "cmr10", "DejaVuSans-BoldOblique", "STIXGeneralBolIta", "cmss10"),
)
SHAPE = 20  # pixels of a print that is compared
DIGIT_COLOURS = {  # those of most programs, in light and dark skins (RGB)
    1: ("0000ff", "1976d2", "7cc7ff", "2080e0"),
    2: ("008000", "388e3c", "66c266", "00a000"),
    3: ("ff0000", "d32f2f", "ff7788", "c04040"),
    4: ("000080", "7b1fa2", "ee88ff", "202080"),
    5: ("800000", "ff8f00", "ddaa22", "a02020"),
    6: ("008080", "0097a7", "66cccc", "00a0a0"),
    7: ("000000", "424242", "999999", "ff44cc"),
    8: ("808080", "9e9e9e", "d0d8e0", "606060"),
}
HOLES = {0: 1, 4: 1, 6: 1, 8: 2}  # closed loops of a digit, otherwise 0
GREY = 20  # chroma (CIELAB) below which ink has no hue


@dataclass(frozen=True, slots=True)
class Prints:
    """The prints on the cells. All arrays have one row per cell."""

    masks: np.ndarray  # bool [cells, SIZE, SIZE]
    colours: np.ndarray  # float32 [cells, 3], BGR
    grounds: np.ndarray  # float32 [cells, 3], BGR
    shapes: np.ndarray  # float32 [cells, SHAPE * SHAPE], of length 1; 0 without ink


@dataclass(frozen=True, slots=True)
class PrintLook:
    """The look of the prints of a group of cells."""

    similar: dict[str, float]  # to each sign, 1 if equal
    colour_cost: np.ndarray  # float [8]: how unusual the colour is for the digits 1 to 8
    has_hue: bool
    hue_of_ground: bool  # light or shadow rather than ink
    contrast: float  # largest difference of a channel between ink and ground
    holes: int
    height: float  # share of a cell
    aspect: float  # width / height
    area: float  # share of a cell
    solid: float  # share of the rectangle around the print


def prints(cells: np.ndarray) -> Prints:
    """Return the prints on `cells` (float32 [cells, SIZE, SIZE, 3])."""
    grounds = _grounds(cells)
    differs = np.abs(cells - grounds[:, None, None]).max(3)
    masks = np.zeros(differs.shape, dtype=bool)
    colours = np.zeros_like(grounds)
    inner = slice(EDGE, SIZE - EDGE)
    for index, difference in enumerate(differs[:, inner, inner]):
        mask = _ink(difference)
        if mask.any():
            masks[index, inner, inner] = mask
            strong = mask & (difference >= 0.8 * difference[mask].max())
            chosen = strong if strong.sum() >= 4 else mask
            colours[index] = np.median(cells[index, inner, inner][chosen], axis=0)
    return Prints(masks, colours, grounds, np.stack([print_shape(mask) for mask in masks]))


def _grounds(cells: np.ndarray) -> np.ndarray:
    """Return the background colour of every cell.

    It is the most frequent colour. If ink covers most of a cell, it is a colour common on the
    board.
    """
    inner = cells[:, 2:-2, 2:-2].reshape(len(cells), -1, 3)
    grounds = np.empty((len(cells), 3), dtype=np.float32)
    popular: list[np.ndarray] = []
    counts: list[int] = []
    for index, pixels in enumerate(inner):
        near = _alike(pixels[:, None], pixels[None, ::8])
        ground = np.median(pixels[near[:, near.sum(0).argmax()]], axis=0)
        grounds[index] = ground
        apart = [np.abs(ground - other).max() for other in popular]
        if apart and min(apart) < SAME_COLOUR:
            counts[int(np.argmin(apart))] += 1
        else:
            popular.append(ground)
            counts.append(1)
    order = np.argsort(counts)[::-1][:12]
    weight = np.sqrt(np.array(counts)[order])
    near = np.stack([_alike(inner, popular[each]) for each in order], axis=1)
    corners = np.zeros((SIZE - 4, SIZE - 4), dtype=bool)
    corners[np.ix_([0, 1, 2, 3, -1, -2, -3, -4], [0, 1, 2, 3, -1, -2, -3, -4])] = True
    doubtful = _alike(inner[:, corners.ravel()], grounds[:, None]).mean(1) < 0.3  # rather ink?
    near[doubtful] = np.stack(
        [_alike(inner[doubtful], popular[each], 2 * SAME_COLOUR) for each in order], axis=1
    )
    share = near.mean(2)  # [cells, popular colours]
    best = (share * weight).argmax(1)
    for index, each in enumerate(best):
        own = _alike(inner[index], grounds[index]).mean()
        if share[index, each] > 0.1 and share[index, each] * weight[each] > own:
            grounds[index] = np.median(inner[index][near[index, each]], axis=0)
    return grounds


def _alike(colours: np.ndarray, others: np.ndarray, limit: int = SAME_COLOUR) -> np.ndarray:
    """Return which colours are the same (bool, without the last axis)."""
    first, *rest = (np.abs(colours[..., c] - others[..., c]) < limit for c in range(3))
    for each in rest:
        first &= each
    return first


def _ink(difference: np.ndarray) -> np.ndarray:
    """Return which pixels are ink, without frames that come in from the side."""
    strongest = np.partition(difference.ravel(), -8)[-8]
    mask = (difference > max(16.0, 0.42 * strongest)).astype(np.uint8)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    high, wide = mask.shape
    kept = np.zeros(mask.shape, dtype=bool)
    for part in range(1, count):
        x, y, width, height, area = stats[part]
        at_side = x == 0 or y == 0 or x + width == wide or y + height == high
        thin = min(width, height) <= 2 or area < 0.3 * mask.sum()
        frame = width >= wide - 1 and height >= high - 1 and area < 0.3 * width * height
        if area >= 3 and not (at_side and (thin or frame)):
            kept |= parts == part
    return kept


def print_shape(mask: np.ndarray) -> np.ndarray:
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


def groups_of(printed: Prints) -> np.ndarray:
    """Group cells with similar prints: a group number per cell, -1 without ink."""
    leaders: list[int] = []
    groups = np.full(len(printed.masks), -1)
    for index in np.flatnonzero(printed.masks.any((1, 2))):
        best, chosen = -1.0, -1
        for group, leader in enumerate(leaders):
            similar = float(printed.shapes[leader] @ printed.shapes[index])
            ink = np.abs(printed.colours[leader] - printed.colours[index]).max()
            ground = np.abs(printed.grounds[leader] - printed.grounds[index]).max()
            value = similar - ink / 400
            if similar > 0.87 and ink < 48 and ground < 28 and value > best:
                best, chosen = value, group
        if chosen < 0:
            leaders.append(int(index))
            chosen = len(leaders) - 1
        groups[index] = chosen
    return groups


def print_look(printed: Prints, members: np.ndarray) -> PrintLook:
    """Return the common look of the prints of the cells `members`."""
    shape = printed.shapes[members].mean(0)
    shape /= np.linalg.norm(shape) + 1e-9
    mask = np.median(printed.masks[members], axis=0) > 0.5
    if not mask.any():
        mask = printed.masks[members[0]]
    colour = np.median(printed.colours[members], axis=0)
    ground = np.median(printed.grounds[members], axis=0)
    rows, columns = np.nonzero(mask)
    height, width = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
    lab, lab_ground = _lab(colour), _lab(ground)
    similar = {sign: float((known @ shape).max()) for sign, known in signs().items()}
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled: np.ndarray = cv2.drawContours(np.zeros(mask.shape, np.uint8), outlines, -1, 1, -1) > 0
    similar["*"] = max(similar["*"], float((signs()["*"] @ print_shape(filled)).max()))
    outside = 1 - np.pad(mask, 2).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(outside, connectivity=4)
    return PrintLook(
        similar,
        colour_cost(colour),
        math.hypot(*lab[1:]) > GREY,
        math.hypot(*(lab - lab_ground)[1:]) < abs(lab[0] - lab_ground[0]),
        float(np.abs(colour - ground).max()),
        int((stats[1:, 4] >= 3).sum() - 1),
        height / SIZE,
        width / height,
        float(mask.mean()),
        float(mask.sum()) / (height * width),
    )


def colour_cost(colour: np.ndarray) -> np.ndarray:
    """Return how unusual an ink (BGR) is for the digits 1 to 8, from 0 to 1.2."""
    lightness, a, b = _lab(colour)
    if math.hypot(a, b) <= GREY:  # the only hue of many skins: without meaning
        return np.full(8, 0.3)
    costs = []
    for known in _known_colours():
        turn = np.abs(np.arctan2(b, a) - np.arctan2(known[:, 2], known[:, 1]))
        turn = np.minimum(turn, 2 * np.pi - turn)
        coloured = np.hypot(known[:, 1], known[:, 2]) > 15
        costs.append(np.where(coloured, turn + 0.006 * np.abs(lightness - known[:, 0]), 1.2).min())
    return np.minimum(costs, 1.2)


def _lab(colour: np.ndarray) -> np.ndarray:
    pixel = np.array([[colour]], dtype=np.float32) / 255
    return cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0]


@functools.cache
def _known_colours() -> list[np.ndarray]:
    def lab(text: str) -> np.ndarray:
        return _lab(np.array(list(bytes.fromhex(text))[::-1], dtype=np.float32))

    return [np.stack([lab(text) for text in texts]) for texts in DIGIT_COLOURS.values()]


@functools.cache
def typeface(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font that Matplotlib brings."""
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return ImageFont.truetype(str(folder / f"{name}.ttf"), size)


@functools.cache
def signs() -> dict[str, np.ndarray]:
    """Return the shapes of all signs that a cell may show (float32 [drawings, SHAPE * SHAPE])."""
    drawn: dict[str, list[np.ndarray]] = {}
    for name in TYPEFACES:
        for sign in "012345678?F":
            image = Image.new("L", (120, 120))
            ImageDraw.Draw(image).text((20, 10), sign, 255, typeface(name, 80))
            plain = np.array(image)
            bold = cv2.dilate(plain, np.ones((9, 9)))
            drawn.setdefault(sign, []).extend(print_shape(each > 128) for each in (plain, bold))
    drawn["F"].extend(print_shape(flag) for flag in _flags())
    drawn["1"].append(print_shape(_one()))
    drawn["*"] = [print_shape(mine) for mine in _mines()]
    return {sign: np.stack(shapes) for sign, shapes in drawn.items()}


def _flags() -> list[np.ndarray]:
    """Draw flags to either side, as triangles and rectangles, with and without pole and foot."""
    flags = []
    for side in (1, -1):
        triangle = np.array([[60, 12], [60 + side * 45, 35], [60, 58]])
        rectangle = np.array([[60, 12], [60 + side * 45, 12], [60 + side * 45, 55], [60, 55]])
        alone = np.zeros((120, 120), np.uint8)
        flags.append(cv2.fillPoly(alone, [triangle], 255) > 0)
        for cloth in (triangle, rectangle):
            for pole in (4, 7):
                for foot in (0, 18, 36):
                    flag = np.zeros((120, 120), np.uint8)
                    cv2.rectangle(flag, (60 - pole, 10), (60 + pole, 105), 255, -1)
                    cv2.fillPoly(flag, [cloth], 255)
                    if foot:
                        cv2.rectangle(flag, (60 - foot, 96), (60 + foot, 108), 255, -1)
                    flags.append(flag > 0)
    return flags


def _one() -> np.ndarray:
    """Draw a one without a foot."""
    one: np.ndarray = np.zeros((120, 120), np.uint8)
    cv2.line(one, (65, 15), (65, 105), 255, 12)
    cv2.line(one, (65, 17), (42, 32), 255, 10)
    return one > 0


def _mines() -> list[np.ndarray]:
    """Draw discs of three sizes with no, four and eight spikes."""
    mines = []
    for radius in (25, 32, 38):
        for spikes in (0, 4, 8):
            mine = np.zeros((120, 120), np.uint8)
            cv2.circle(mine, (60, 60), radius, 255, -1)
            for turn in np.arange(spikes) * 2 * np.pi / max(spikes, 1):
                end = (int(60 + 50 * np.cos(turn)), int(60 + 50 * np.sin(turn)))
                cv2.line(mine, (60, 60), end, 255, 8)
            mines.append(mine > 0)
    return mines
