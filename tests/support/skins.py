"""Draws positions in skins of our own, as screenshots of many programs could look."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import minevis as mv

FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
CLASSIC = ("0000ff", "008000", "ff0000", "000080", "800000", "008080", "000000", "808080")
SOFT = ("1976d2", "388e3c", "d32f2f", "7b1fa2", "ff8f00", "0097a7", "424242", "9e9e9e")
LIGHT = ("7cc7ff", "66c266", "ff7788", "ee88ff", "ddaa22", "66cccc", "999999", "d0d8e0")
# Lit segments of the digits 0 to 9: top, upper, middle, lower and bottom ones.
LED = (
    *("1110111", "0010010", "1011101", "1011011", "0111010"),
    *("1101011", "1101111", "1010010", "1111111", "1111011"),
)


@dataclass(frozen=True)
class Skin:
    covered: tuple[str, str]  # colours of a checkerboard; twice the same for a plain one
    opened: tuple[str, str]
    digits: tuple[str, ...]
    page: str
    bevel: int = 0  # pixels of light and shadow around covered cells
    line: str = ""  # colour of lines between cells, if any
    gap: int = 0  # pixels of page between cells
    font: str = "DejaVuSans-Bold"
    gradient: int = 0  # by how much covered cells grow darker towards their lower edge
    mine: str = "000000"


SKINS = {
    "bevel": Skin(("c0c0c0",) * 2, ("c0c0c0",) * 2, CLASSIC, "c0c0c0", bevel=2, line="808080"),
    "flat": Skin(("9db2c6",) * 2, ("f4f6f8",) * 2, SOFT, "ffffff", line="c3ccd6"),
    "checker": Skin(("aad751", "a2d149"), ("e5c29f", "d7b899"), SOFT, "4a752c"),
    "dark": Skin(("4a4f57",) * 2, ("22252a",) * 2, LIGHT, "16181b", line="5b616b"),
    "gaps": Skin(("6fa8dc",) * 2, ("e8edf2",) * 2, SOFT, "ffffff", gap=3, font="DejaVuSerif-Bold"),
    "glass": Skin(("5b7fd6",) * 2, ("dfe8f7",) * 2, SOFT, "30406e", line="223a80", gradient=60),
}


def rgb(colour: str) -> tuple[int, ...]:
    """Return a colour of six hexadecimal digits as (red, green, blue)."""
    return tuple(bytes.fromhex(colour))


def draw(position, skin, cell=24, margin=(30, 60), counter=None):
    """Return a picture of a position (uint8 [height, width, 3], RGB).

    `margin` is the page on the left and right, and above and below, in pixels. `counter` is drawn
    above the board in red seven-segment digits.
    """
    rows, columns = position.shape
    width, height = columns * cell + 2 * margin[0], rows * cell + 2 * margin[1]
    image = Image.new("RGB", (width, height), rgb(skin.page))
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(FONTS / f"{skin.font}.ttf"), int(0.72 * cell))
    for (row, col), code in np.ndenumerate(position.view):
        left, top = margin[0] + col * cell, margin[1] + row * cell
        right, bottom = left + cell - 1 - skin.gap, top + cell - 1 - skin.gap
        ground = (skin.covered if code < 0 else skin.opened)[(row + col) % 2]
        pen.rectangle(
            (left, top, right, bottom), rgb(ground), rgb(skin.line) if skin.line else None
        )
        if code < 0:
            cover(pen, skin, ground, (left, top, right, bottom))
        middle = ((left + right) / 2, (top + bottom) / 2)
        if code > 0:
            pen.text(middle, str(code), rgb(skin.digits[code - 1]), font, anchor="mm")
        elif code == -2:
            flag(pen, middle, cell)
        elif code == -3:
            mine(pen, middle, cell, rgb(skin.mine))
    if counter is not None:
        led(pen, f"{counter:03d}", (margin[0], margin[1] - 1.9 * cell), cell)
    return np.array(image)


def cover(pen, skin, ground, box):
    left, top, right, bottom = box
    for inset in range(skin.bevel):
        edge = (left + inset, top + inset, right - inset, bottom - inset)
        pen.line((edge[0], edge[3], edge[0], edge[1], edge[2], edge[1]), (255, 255, 255))
        pen.line((edge[0], edge[3], edge[2], edge[3], edge[2], edge[1]), (128, 128, 128))
    for y in range(top + 1, bottom if skin.gradient else top):
        darker = skin.gradient * (y - top) // (bottom - top)
        pen.line((left + 1, y, right - 1, y), tuple(max(0, each - darker) for each in rgb(ground)))


def flag(pen, middle, cell):
    x, y = middle
    unit = cell / 24
    pen.rectangle((x, y - 7 * unit, x + unit, y + 7 * unit), (0, 0, 0))
    pen.rectangle((x - 4 * unit, y + 5 * unit, x + 5 * unit, y + 7 * unit), (0, 0, 0))
    cloth = [(x, y - 7 * unit), (x - 7 * unit, y - 3 * unit), (x, y + unit)]
    pen.polygon(cloth, (220, 30, 30))


def mine(pen, middle, cell, colour):
    x, y = middle
    radius = 0.22 * cell
    for turn in np.arange(8) * np.pi / 4:
        end = (x + 1.6 * radius * np.cos(turn), y + 1.6 * radius * np.sin(turn))
        pen.line((x, y, *end), colour, max(1, cell // 12))
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def led(pen, digits, corner, cell):
    x, y = corner
    width, height = 0.75 * cell, 1.4 * cell
    thick = max(2, cell // 9)
    pen.rectangle((x, y, x + 3 * width + 6, y + height + 6), (0, 0, 0))
    for index, digit in enumerate(digits):
        left, top = x + 3 + index * width + 1, y + 3
        right, bottom, half = left + width - thick - 1, top + height - thick, top + height / 2
        lines = (
            *((left, top, right, top), (left, top, left, half), (right, top, right, half)),
            *((left, half, right, half), (left, half, left, bottom), (right, half, right, bottom)),
            (left, bottom, right, bottom),
        )
        for lit in (False, True):  # dark ones first: lit ones cross them at the corners
            for line, on in zip(lines, LED[int(digit)], strict=True):
                if (on == "1") == lit:
                    pen.line(line, (255, 0, 0) if lit else (110, 0, 0), thick)


def scaled(picture, factor):
    size = (round(picture.shape[1] * factor), round(picture.shape[0] * factor))
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return cv2.resize(picture, size, interpolation=method)


def as_jpeg(picture, quality):
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def photographed(picture, turn):
    """Return a picture as seen from the side: its right edge is lower by the share `turn`."""
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    seen = np.array(
        [[0, 0], [width, turn * height], [width, (1 - turn) * height], [0, height]], np.float32
    )
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, seen), (width, height))


def on_desktop(picture, corner=(700, 260), size=(1920, 1080)):
    """Return a desktop of `size` with a picture on it, next to a window full of text."""
    desktop = np.empty((size[1], size[0], 3), dtype=np.uint8)
    desktop[:] = np.linspace((30, 60, 90), (90, 60, 120), size[0]).astype(np.uint8)
    image = Image.fromarray(desktop)
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(FONTS / "DejaVuSansMono.ttf"), 15)
    pen.rectangle((40, 80, 620, 980), (250, 250, 250))
    for line in range(44):
        text = f"{line:3d}  for cell in frontier: mines[cell] += {line * 7919 % 1000}"
        pen.text((50, 90 + 20 * line), text, (40, 40, 40), font)
    image.paste(Image.fromarray(picture), corner)
    return np.array(image)


def middle_of_game(level, seed, share=0.5, flags=True):
    """Return a position of a game by our own player, with some proven mines flagged."""
    trace = mv.play(mv.Board.random(level, seed=seed, first=(4, 4), safe_radius=1), first=(4, 4))
    shot = trace[int(share * (len(trace) - 1))]
    view = np.where(shot.view >= 0, shot.view, -1)
    if flags:
        for cell in np.argwhere(mv.analyze(mv.Position(view, shot.mines)).mined)[::2]:
            view[tuple(cell)] = -2
    return mv.Position(view, shot.mines)
