"""Drawing of the base pictures from the colours of a theme: covered, flag, mine and so on.

They are drawn eight times larger and scaled down, so that edges are smooth. The pictures of the
built-in themes are in `assets/tiles`; `make derived` draws them again.

Places and lengths below are in the units of the finished picture, 0 … 128.
"""

import math

import numpy as np
from PIL import Image, ImageDraw

from minevis.render.tiles.theme import Colour, Theme, mix

SIZE, SCALE = 128, 8
TILES = ("covered", "opened", "flag", "flag_letter", "wrong", "mine", "mine_letter", "exploded")
Point = tuple[float, float]


class Sheet:
    """A large transparent picture to draw on in units of the finished tile."""

    def __init__(self) -> None:
        self.image = Image.new("RGBA", (SIZE * SCALE, SIZE * SCALE), (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.image)

    def box(
        self, left: float, top: float, right: float, bottom: float, r: float, c: Colour
    ) -> None:
        """A filled rectangle with corners of radius `r`."""
        edges = [left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1]
        self.pen.rounded_rectangle(edges, r * SCALE, fill=c)

    def fill(self, colour: Colour) -> None:
        """Fill the entire tile."""
        self.box(0, 0, SIZE, SIZE, 0, colour)

    def shape(self, points: list[Point], colour: Colour) -> None:
        """A filled polygon."""
        self.pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A filled circle."""
        edges = [x - radius, y - radius, x + radius, y + radius]
        self.pen.ellipse([edge * SCALE for edge in edges], fill=colour)

    def finished(self) -> np.ndarray:
        """The tile at its true size, transparency weighed in: uint8 RGBA [128, 128, 4]."""
        pixels = np.asarray(self.image).astype(np.float64)
        pixels[..., :3] *= pixels[..., 3:] / 255
        blocks = pixels.reshape(SIZE, SCALE, SIZE, SCALE, 4).mean(axis=(1, 3))
        alpha = np.maximum(blocks[..., 3:], 1e-9) / 255
        blocks[..., :3] = np.where(blocks[..., 3:] > 0, blocks[..., :3] / alpha, 0)
        return np.asarray(np.rint(blocks.clip(0, 255)).astype(np.uint8))


def key(sheet: Sheet, theme: Theme, face: Colour) -> None:
    """A covered cell: a raised key, soft and round, or with the classic bevel."""
    shadow = mix(theme.shadow, face, 0.25) if face != theme.covered else theme.shadow
    shine = mix(theme.shine, face, 0.3) if face != theme.covered else theme.shine
    if theme.bevel:
        sheet.shape([(0, 0), (128, 0), (0, 128)], theme.shine)
        sheet.shape([(128, 0), (128, 128), (0, 128)], theme.shadow)
        sheet.box(15, 15, 113, 113, 0, face)
        return
    sheet.box(2, 2, 126, 126, 18, shadow)
    sheet.box(2, 2, 126, 120, 18, shine)
    sheet.box(2, 7, 126, 120, 17, face)


def wave(x: float, y: float, length: float, height: float) -> list[Point]:
    """Return the outline of a pennant on the pole at `x`, with a long tip."""
    steps = [i / 24 for i in range(25)]
    bend = [2.6 * math.sin(5.2 * t) for t in steps]
    upper = [(x + length * t, y + height * 0.45 * t + b) for t, b in zip(steps, bend, strict=True)]
    lower = [
        (x + length * t, y + height * (1 - 0.45 * t) + b) for t, b in zip(steps, bend, strict=True)
    ]
    return [*upper, *reversed(lower)]


def flag(sheet: Sheet, theme: Theme, cloth: Colour) -> None:
    """Draw a pennant on a pole with a foot."""
    sheet.box(32, 95, 88, 104, 4, theme.pole)
    sheet.box(55, 24, 64, 98, 4, theme.pole)
    sheet.shape(wave(63, 24, 46, 50), cloth)


def mine(sheet: Sheet, body: Colour, glint: Colour) -> None:
    """A ball with eight horns and a glint."""
    for turn in range(8):
        angle = math.pi * turn / 4
        reach = 46 if turn % 2 == 0 else 41
        along = (math.cos(angle), math.sin(angle))
        across = (-along[1] * 4.6, along[0] * 4.6)
        tip = (64 + along[0] * reach, 64 + along[1] * reach)
        foot = (64 + along[0] * 20, 64 + along[1] * 20)
        corners = [
            (p[0] + sign * across[0], p[1] + sign * across[1])
            for p, sign in ((foot, 1), (tip, 1), (tip, -1), (foot, -1))
        ]
        sheet.shape(corners, body)
        sheet.disc(*tip, 4.6, body)
    sheet.disc(64, 64, 32, body)
    sheet.disc(53, 53, 8.5, glint)


def burst(sheet: Sheet, colour: Colour, reach: float) -> None:
    """A star of sixteen rays, long and short by turns."""
    rays = [(reach if i % 2 == 0 else reach * 0.68, math.pi * (i + 0.5) / 16) for i in range(32)]
    sheet.shape([(64 + r * math.cos(a), 64 + r * math.sin(a)) for r, a in rays], colour)


def cross(sheet: Sheet, colour: Colour, width: float) -> None:
    """A cross from corner to corner: this cell is wrong."""
    w = width / math.sqrt(2)
    a, b = 22, 106
    sheet.shape([(a, a + w), (a + w, a), (b, b - w), (b - w, b)], colour)
    sheet.shape([(b - w, a), (b, a + w), (a + w, b), (a, b - w)], colour)


def draw(theme: Theme, name: str) -> np.ndarray:
    """Draw the base picture `name` of `TILES` in `theme` colours: uint8 RGBA [128, 128, 4]."""
    sheet = Sheet()
    match name:
        case "covered":
            key(sheet, theme, theme.covered)
        case "opened":
            sheet.fill(theme.opened)
        case "flag":
            key(sheet, theme, theme.covered)
            flag(sheet, theme, theme.flag)
        case "flag_letter":  # the flag of a mine in a word
            key(sheet, theme, theme.letter_ground)
            flag(sheet, theme, theme.letter)
        case "wrong":  # a flag on a safe cell
            key(sheet, theme, theme.covered)
            flag(sheet, theme, mix(theme.flag, theme.covered, 0.45))
            cross(sheet, theme.pole, 13)
        case "mine":
            sheet.fill(theme.opened)
            mine(sheet, theme.pole, mix(theme.pole, theme.opened, 0.75))
        case "mine_letter":
            sheet.fill(theme.letter_ground)
            mine(sheet, theme.letter, mix(theme.letter, theme.letter_ground, 0.75))
        case "exploded":
            sheet.fill(theme.mine)
            burst(sheet, (255, 206, 84), 62)
            burst(sheet, (255, 240, 190), 47)
            mine(sheet, (30, 32, 36), (214, 216, 220))
    return sheet.finished()
