"""Draw cells of Minesweeper in random skins, with the fonts of this machine.

A `Skin` has the grounds, signs and colours of one program that does not exist. `sprite` draws a
cell. Nothing is taken from pictures of programs.
"""

import functools
import subprocess
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from minevis.vision.network import COVERED, FLAG, QUESTION

Colour = tuple[int, int, int]
Sign = Callable[[Image.Image], None]
Rng = np.random.Generator

CLASSIC = ("0000ff", "008000", "ff0000", "000080", "800000", "008080", "000000", "808080")
MODERN = ("1976d2", "388e3c", "d32f2f", "7b1fa2", "ff8f00", "0097a7", "424242", "9e9e9e")
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
FLAG_EMOJI, MINE_EMOJI = "🚩🚩🏴🏁🏳📍📌⛳🔺❌⛔🍦🚧⚠", "💣💣💥🔥☠🧨🌸🌺"
PIPS = ("", "4", "26", "246", "0268", "02468", "023568", "0234568", "01235678")  # places of dots


def uniform(rng: Rng, low: float, high: float) -> float:
    """Return a number between two others."""
    return float(rng.uniform(low, high))


def chance(rng: Rng, share: float) -> bool:
    """Return True in this share of calls."""
    return bool(rng.random() < share)


def pick(rng: Rng, options: Sequence[str]) -> str:
    """Return one of several texts, or of the letters of a text."""
    return options[int(rng.integers(len(options)))]


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Return a colour; all three from 0 to 1."""
    pixel = np.array([[[int(hue * 179) % 180, int(255 * saturation), int(255 * value)]]], np.uint8)
    red, green, blue = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0].tolist()
    return (red, green, blue)


def some_colour(rng: Rng) -> Colour:
    """Return any colour, pale ones more often."""
    return hsv(rng.random(), uniform(rng, 0, 1) ** 2, uniform(rng, 0, 1))


def lightness(colour: Colour) -> float:
    """Return how light a colour is, 0 to 255."""
    return float(np.dot((0.3, 0.59, 0.11), colour))


def apart(one: Colour, other: Colour) -> float:
    """Return the distance of two colours."""
    return float(np.linalg.norm(np.subtract(one, other)))


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two others."""
    return moved(one, share * np.subtract(other, one).astype(float))


def moved(colour: Colour, step: np.ndarray | float) -> Colour:
    """Return a colour with `step` added to its channels."""
    red, green, blue = np.clip(np.add(colour, step), 0, 255).round().astype(int).tolist()
    return (red, green, blue)


def contrasting(rng: Rng, grounds: Sequence[Colour], least: float = 90) -> Colour:
    """Return a colour that differs from all `grounds`."""
    for _ in range(20):
        colour = hsv(rng.random(), uniform(rng, 0, 1) ** 0.7, uniform(rng, 0, 1))
        if all(apart(colour, ground) > least for ground in grounds):
            return colour
    return BLACK if lightness(grounds[0]) > 127 else WHITE


@dataclass(frozen=True)
class Fonts:
    """The fonts of this machine that have digits; one in eight is held out for measuring."""

    digits: tuple[str, ...]
    mono: tuple[str, ...]
    segments: tuple[str, ...]
    signs: tuple[str, ...]
    emoji: str | None


@functools.cache
def fonts(held_out: bool = False) -> Fonts:
    """Return the fonts for training, or those `held_out`."""
    command = ["fc-list", "--format", "%{file}\n"]
    files = sorted(set(subprocess.run(command, capture_output=True, text=True).stdout.split()))
    plain = ("NotoSans-", "NotoSerif-", "NotoSansMono-", "NotoSansDisplay-")
    other = ("Symbol", "Emoji", "Fallback", "upper", "csur", "Naskh", "Music", "Math", "NotoS")
    digits = tuple(
        file
        for file in files
        if file.endswith(("ttf", "otf"))
        and (Path(file).name.startswith(plain) or not any(word in file for word in other))
        and (zlib.crc32(Path(file).name.encode()) % 8 == 0) == held_out
        and _has_digits(file)
    )

    def named(*words: str) -> tuple[str, ...]:
        return tuple(each for each in digits if any(word in each.lower() for word in words))

    signs = [each for each in files if Path(each).name in ("DejaVuSans.ttf", "Symbola_hint.ttf")]
    emoji = next((each for each in files if Path(each).name == "NotoColorEmoji.ttf"), None)
    mono = named("mono", "courier", "consol", "hack", "code") or digits
    return Fonts(digits, mono, named("dseg", "terminus") or digits, tuple(signs), emoji)


def _has_digits(file: str) -> bool:
    try:
        face = ImageFont.truetype(file, 20)
        return len({bytes(face.getmask(digit)) for digit in "1238 "}) == 5
    except OSError:
        return False


@functools.lru_cache(4000)
def font(path: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font."""
    return ImageFont.truetype(path, size)


@functools.lru_cache(200)
def emoji(letter: str, path: str) -> Image.Image:
    """Return an emoji, cut out."""
    image = Image.new("RGBA", (140, 140), (0, 0, 0, 0))
    ImageDraw.Draw(image).text((2, 2), letter, font=font(path, 109), embedded_color=True)
    return image.crop(image.getbbox())


@dataclass(frozen=True)
class Ground:
    """A cell without a sign."""

    colour: Colour
    gap: float = 0  # shares of the cell
    radius: float = 0
    bevel: float = 0
    edges: tuple[Colour, Colour] = (WHITE, BLACK)  # of the bevel: above and below
    line: tuple[Colour, float, str] | None = None  # colour, width, sides
    inner: tuple[Colour, float, bool] | None = None  # colour, size, whether round
    shade: np.ndarray | None = None  # float32 [64, 64], added to all channels

    def draw(self, size: tuple[int, int], page: Colour, step: float = 0) -> Image.Image:
        """Return a cell of this size; `step` makes it lighter."""
        (wide, high), colour = size, moved(self.colour, step)
        image = Image.new("RGB", size, page if self.gap or self.radius else colour)
        pen, least = ImageDraw.Draw(image), min(size)
        left, top = round(self.gap * wide / 2), round(self.gap * high / 2)
        right, bottom = wide - 1 - left, high - 1 - top
        if self.gap or self.radius:
            pen.rounded_rectangle((left, top, right, bottom), self.radius * least, colour)
        if self.shade is not None:
            pixels = np.asarray(image).astype(np.float32)
            own = (pixels == np.array(colour)).all(-1)[..., None]
            pixels += own * cv2.resize(self.shade, size)[..., None]
            image = Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
            pen = ImageDraw.Draw(image)
        for ring in range(max(1, round(self.bevel * least)) if self.bevel else 0):
            frame(pen, (left + ring, top + ring, right - ring, bottom - ring), self.edges)
        if self.inner:
            paint, share, is_round = self.inner
            box = [each * (0.5 + sign * share) for sign in (-1, 1) for each in size]
            (pen.ellipse if is_round else pen.rectangle)(box, fill=paint)
        if self.line:
            paint, share, sides = self.line
            width = max(1, round(share * least))
            if sides != "below":
                pen.rectangle((0, 0, wide, width - 1), fill=paint)
                pen.rectangle((0, 0, width - 1, high), fill=paint)
            if sides != "above":
                pen.rectangle((0, high - width, wide, high), fill=paint)
                pen.rectangle((wide - width, 0, wide, high), fill=paint)
        return image


def frame(
    pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], edges: tuple[Colour, Colour]
) -> None:
    """Draw a frame of one pixel, with two colours."""
    left, top, right, bottom = box
    pen.line((left, bottom, left, top, right, top), fill=edges[0])
    pen.line((right, top, right, bottom, left, bottom), fill=edges[1])


@dataclass(frozen=True)
class Text:
    """A sign of letters."""

    letters: str
    path: str
    height: float  # share of the cell
    colour: Colour
    shift: tuple[float, float] = (0, 0)
    outline: Colour | None = None
    shadow: Colour | None = None
    smooth: bool = True

    def __call__(self, image: Image.Image) -> None:
        """Draw the sign on a cell."""
        wide, high = image.size
        face = font(self.path, max(5, int(1.37 * self.height * min(image.size))))
        pen = ImageDraw.Draw(image)
        pen.fontmode = "L" if self.smooth else "1"
        left, top, right, bottom = pen.textbbox((0, 0), self.letters, font=face)
        x = (wide - right - left) / 2 + self.shift[0] * wide
        y = (high - bottom - top) / 2 + self.shift[1] * high
        step = max(1, 0.04 * wide)
        if self.shadow:
            pen.text((x + step, y + step), self.letters, self.shadow, face)
        width = round(step) if self.outline else 0
        pen.text(
            (x, y), self.letters, self.colour, face, stroke_width=width, stroke_fill=self.outline
        )


def _polygon(points: Sequence[tuple[float, float]], colour: Colour) -> Sign:
    def draw(image: Image.Image) -> None:
        places = [(x * image.width, y * image.height) for x, y in points]
        ImageDraw.Draw(image).polygon(places, fill=colour)

    return draw


def _emoji_sign(letter: str, path: str, share: float) -> Sign:
    def draw(image: Image.Image) -> None:
        sign = emoji(letter, path)
        factor = share * min(image.size) / max(sign.size)
        wide, high = (max(1, int(each * factor)) for each in sign.size)
        sign = sign.resize((wide, high))
        image.paste(sign, ((image.width - wide) // 2, (image.height - high) // 2), sign)

    return draw


def _round_sign(colour: Colour, share: float, ring: bool) -> Sign:
    def draw(image: Image.Image) -> None:
        box = [each * (0.5 + sign * share) for sign in (-1, 1) for each in image.size]
        paint = None if ring else colour
        ImageDraw.Draw(image).ellipse(box, paint, colour, max(1, image.width // 9))

    return draw


def _drawn_flag(rng: Rng, cloth: Colour, pole: Colour) -> Sign:
    """Return a flag to either side, with and without pole and foot."""
    turn, square, bare = chance(rng, 0.5), chance(rng, 0.2), chance(rng, 0.15)
    foot, top, middle = rng.integers(0, 3), uniform(rng, 0.1, 0.25), uniform(rng, 0.45, 0.6)
    at, length = uniform(rng, 0.3, 0.5), uniform(rng, 0.25, 0.45)
    thick, bottom = uniform(rng, 0.015, 0.045), uniform(rng, 0.75, 0.88)
    size, shift = uniform(rng, 0.7, 1.15), rng.uniform(-0.05, 0.05, 2)

    def place(x: float, y: float) -> tuple[float, float]:
        x, y = 0.5 + size * (np.array((x, y)) - 0.5 + shift)
        return (1 - x if turn else x, y)

    def bar(left: float, above: float, right: float, below: float) -> Sign:
        corners = ((left, above), (right, above), (right, below), (left, below))
        return _polygon([place(*corner) for corner in corners], pole)

    end = at + length
    shape = [(at, top), (end, (top + middle) / 2), (at, middle)]
    shape = [(at, top), (end, top), (end, middle), (at, middle)] if square else shape
    if chance(rng, 0.15):  # a cloth with a notch
        notch = (at + uniform(rng, 0.4, 0.8) * length, (top + middle) / 2)
        shape = [(at, top), (end, top), notch, (end, middle), (at, middle)]
    parts = [] if bare else [bar(at - thick, top, at + thick, bottom)]
    parts.append(_polygon([place(*point) for point in shape], cloth))
    if foot and not bare:
        parts.append(bar(at - 0.18, bottom - 0.08, at + 0.18, bottom))
    if foot == 2 and not bare:
        parts.append(bar(at - 0.1, bottom - 0.15, at + 0.1, bottom - 0.08))

    def draw(image: Image.Image) -> None:
        for part in parts:
            part(image)

    return draw


def flag_sign(rng: Rng, ground: Colour, known: Fonts) -> Sign | None:
    """Return a flag, a letter or any sign that stands for it; None if only colour does."""
    red = hsv(uniform(rng, -0.04, 0.02) % 1, uniform(rng, 0.7, 1), uniform(rng, 0.6, 1))
    cloth = red if chance(rng, 0.6) and apart(red, ground) > 70 else contrasting(rng, [ground])
    dark = chance(rng, 0.6) and lightness(ground) > 70
    pole = BLACK if dark else contrasting(rng, [ground])
    kind, height, paint = rng.random(), uniform(rng, 0.45, 0.8), cloth
    if kind < 0.5:
        return _drawn_flag(rng, cloth, pole)
    if kind < 0.62 and known.emoji:
        return _emoji_sign(pick(rng, FLAG_EMOJI), known.emoji, uniform(rng, 0.5, 0.9))
    paint = cloth if chance(rng, 0.65) else pole
    if kind < 0.78 and known.signs:
        return Text(pick(rng, "⚑⚑⚑⚐►▶⚠☠♦▲△◄♥✓✗✖"), pick(rng, known.signs), height, paint)
    if kind < 0.88:
        return Text(pick(rng, "FFFPX!>MfxB"), pick(rng, known.digits), height, paint)
    if kind < 0.91:
        return _round_sign(cloth, uniform(rng, 0.15, 0.38), ring=chance(rng, 0.3))
    if kind < 0.93:
        return _polygon(_blob(rng, int(rng.integers(3, 9)), 0.18, 0.42), cloth)
    if kind < 0.96:
        corners = _triangle(rng) if chance(rng, 0.6) else _cross(rng)
        return _polygon(corners, cloth)
    return None


def _triangle(rng: Rng) -> list[tuple[float, float]]:
    """Return a triangle that points to one of four sides."""
    far, turn = uniform(rng, 0.2, 0.4), np.pi / 2 * rng.integers(4)
    turns = turn + np.array((0, 2, 4)) * np.pi / 3
    x, y = 0.5 + far * np.cos(turns), 0.5 + far * np.sin(turns)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _cross(rng: Rng) -> list[tuple[float, float]]:
    """Return a cross, upright or not."""
    far, thick = uniform(rng, 0.2, 0.4), uniform(rng, 0.04, 0.12)
    turn = np.pi / 4 * (chance(rng, 0.8))
    arm = np.array(((far, -thick), (far, thick), (thick, thick)))
    points = []
    for quarter in range(4):
        angle = turn + quarter * np.pi / 2
        spin = np.array(((np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))))
        points += (0.5 + arm @ spin).tolist()
    return [(x, y) for x, y in points]


def _blob(rng: Rng, corners: int, least: float, most: float) -> list[tuple[float, float]]:
    """Return a random closed shape around the middle of a cell."""
    turns, far = np.sort(rng.uniform(0, 2 * np.pi, corners)), rng.uniform(least, most, corners)
    x, y = 0.5 + far * np.cos(turns), 0.5 + far * np.sin(turns)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _drawn_mine(rng: Rng, ink: Colour) -> Sign:
    """Return a disc with no, four or eight spikes."""
    radius, reach = uniform(rng, 0.18, 0.36), uniform(rng, 1.15, 1.6)
    spikes = (0, 4, 8, 8)[int(rng.integers(4))]
    first = 0 if spikes == 8 or chance(rng, 0.5) else np.pi / 4
    thick, glint, fuse = uniform(rng, 0.04, 0.1), chance(rng, 0.6), chance(rng, 0.12)
    shift = rng.uniform(-0.04, 0.04, 2)

    def draw(image: Image.Image) -> None:
        pen, size = ImageDraw.Draw(image), min(image.size)
        x, y = (0.5 + shift) * image.size
        width, far = max(1, round(thick * size)), radius * size
        for turn in first + np.arange(spikes) * 2 * np.pi / max(spikes, 1):
            tip = (x + reach * far * np.cos(turn), y + reach * far * np.sin(turn))
            pen.line((x, y, *tip), fill=ink, width=width)
        if fuse:
            pen.line((x, y, x + 0.4 * size, y - 0.4 * size), fill=ink, width=width)
        pen.ellipse((x - far, y - far, x + far, y + far), fill=ink)
        if glint:
            box = (x - 0.6 * far, y - 0.6 * far, x - 0.15 * far, y - 0.15 * far)
            pen.ellipse(box, fill=mix(ink, WHITE, 0.9))

    return draw


def mine_sign(rng: Rng, ground: Colour, known: Fonts) -> Sign:
    """Return a mine, a letter or any sign that stands for it."""
    dark = chance(rng, 0.7) and lightness(ground) > 70
    ink = BLACK if dark else contrasting(rng, [ground])
    kind, height = rng.random(), uniform(rng, 0.45, 0.8)
    if kind < 0.62:
        return _drawn_mine(rng, ink)
    if kind < 0.76 and known.emoji:
        return _emoji_sign(pick(rng, MINE_EMOJI), known.emoji, uniform(rng, 0.5, 0.95))
    if kind < 0.83 and known.signs:
        return Text(pick(rng, "✹✸☀●☠✱✳⚙"), pick(rng, known.signs), height, ink)
    if kind < 0.9:
        return Text(pick(rng, "***MBX@oQ#"), pick(rng, known.digits), height, ink)
    return _polygon(_blob(rng, int(rng.integers(7, 16)), 0.15, 0.45), ink)


@dataclass
class Skin:
    """How a program draws cells."""

    covered: Ground
    opened: Ground
    page: Colour
    size: tuple[int, int]  # pixels of a cell
    finer: int  # cells are drawn larger by this factor
    face: str  # path of the font of digits
    inks: list[Colour]  # of the digits 1 to 8
    number: Callable[["Skin", int], Sign]
    signs: dict[int, Sign | None] = field(default_factory=dict)  # of covered cells, flags, mines
    grounds: dict[int, Ground] = field(default_factory=dict)  # where they differ
    burst: Ground | None = None
    steps: tuple[tuple[float, float], ...] = ((0, 0),)  # two for a checkerboard

    def sprite(self, name: int, step: tuple[float, float], burst: bool = False) -> np.ndarray:
        """Return a cell (uint8 [height, width, 3]); `burst` for the mine that was stepped on."""
        plain = self.covered if name in (COVERED, FLAG, QUESTION) else self.opened
        ground = self.grounds.get(name, plain)
        if burst and self.burst:
            ground = self.burst
        large = (self.finer * self.size[0], self.finer * self.size[1])
        image = ground.draw(large, self.page, step[plain is self.opened])
        sign = self.number(self, name) if 0 < name < COVERED else self.signs.get(name)
        if sign:
            sign(image)
        return np.asarray(image.resize(self.size, Image.Resampling.BOX))


def random_skin(rng: Rng, cells: int, known: Fonts) -> Skin:
    """Return a skin for a board of so many cells."""
    kind = rng.random()
    style = "terminal" if kind < 0.1 else "lcd" if kind < 0.15 else "tiles"
    size = _cell_size(rng, cells, style)
    pixelated = chance(rng, 0.08)
    finer = 1 if pixelated or min(size) >= 36 else 2 if min(size) >= 20 else 3
    opened, covered, bevel = _colours(rng, style)
    page = mix(mix(opened, covered, rng.random()), pick_plain(rng), uniform(rng, 0.1, 0.8))
    page = page if chance(rng, 0.7) else some_colour(rng)
    grounds = _grounds(rng, covered, opened, bevel, style)
    face = pick(rng, known.digits)
    if style == "terminal" and chance(rng, 0.85):
        face = pick(rng, known.mono)
    if style == "lcd" and chance(rng, 0.6):
        face = pick(rng, known.segments)
    tints = [opened] * 8
    if chance(rng, 0.1):
        tints = [mix(opened, some_colour(rng), uniform(rng, 0.25, 1)) for _ in range(8)]
    inks = _inks(rng, tints, style)
    skin = Skin(*grounds, page, size, finer, face, inks, _number_maker(rng, face, pixelated))
    if tints[0] != opened:
        skin.grounds |= {k + 1: replace(grounds[1], colour=tints[k]) for k in range(8)}
    if chance(rng, 0.2) and style == "tiles":
        steps = (uniform(rng, -24, 24), uniform(rng, -20, 20) * chance(rng, 0.8))
        skin.steps = ((0, 0), steps)
    _add_signs(rng, skin, known, same=covered == opened, smooth=not pixelated)
    return skin


def pick_plain(rng: Rng) -> Colour:
    """Return black or white."""
    return BLACK if chance(rng, 0.5) else WHITE


def _cell_size(rng: Rng, cells: int, style: str) -> tuple[int, int]:
    wide = high = int(np.exp(uniform(rng, np.log(11), np.log(56))))
    if style == "terminal" and chance(rng, 0.6):
        high = int(min(60, wide * uniform(rng, 1.2, 2.2)))
    elif chance(rng, 0.1):
        high = max(9, int(wide * uniform(rng, 0.75, 1.35 if chance(rng, 0.7) else 2.2)))
    while wide * high * cells > 1.1e6 and wide > 9:
        wide, high = max(9, int(wide * 0.85)), max(9, int(high * 0.85))
    return wide, high


def _colours(rng: Rng, style: str) -> tuple[Colour, Colour, bool]:
    """Return the colours of opened and covered cells, and whether these are raised."""
    kind = rng.random()
    if style == "terminal":
        dark = chance(rng, 0.75)
        opened = hsv(rng.random(), uniform(rng, 0, 0.4), uniform(rng, 0, 0.25) + 0.75 * (not dark))
        return opened, contrasting(rng, [opened], 30) if chance(rng, 0.25) else opened, False
    if style == "lcd":
        light = hsv(uniform(rng, 0.12, 0.45), uniform(rng, 0.05, 0.5), uniform(rng, 0.45, 0.95))
        opened = mix(light, (128, 128, 128), uniform(rng, 0, 0.4))
        covered = mix(opened, BLACK, uniform(rng, 0.1, 0.8) * chance(rng, 0.6))
        return opened, covered, False
    bevel = chance(rng, 0.45)
    if kind < 0.35:
        grey = uniform(rng, 0.6, 1) if chance(rng, 0.75) else uniform(rng, 0, 0.3)
        opened = hsv(0, 0, grey)
        covered = mix(opened, pick_plain(rng), uniform(rng, 0, 0.45))
    elif kind < 0.6:
        opened = hsv(rng.random(), uniform(rng, 0, 0.4), uniform(rng, 0.6, 1))
        covered = hsv(rng.random(), uniform(rng, 0, 0.9), uniform(rng, 0.3, 1))
    elif kind < 0.8:
        opened = hsv(rng.random(), uniform(rng, 0, 0.5), uniform(rng, 0, 0.4))
        covered = hsv(rng.random(), uniform(rng, 0, 0.7), uniform(rng, 0.15, 0.9))
    else:
        opened, covered = (hsv(*rng.random(3).tolist()) for _ in range(2))
    if not bevel and apart(opened, covered) < 22:
        covered = opened if chance(rng, 0.3) else moved(opened, _step(rng, opened))
    if not bevel and chance(rng, 0.04):
        covered = opened
    return opened, covered, bevel


def _step(rng: Rng, colour: Colour) -> np.ndarray:
    """Return a small change of a colour, to where there is room."""
    sign = 1 if lightness(colour) < 40 or (chance(rng, 0.5) and lightness(colour) < 215) else -1
    return sign * uniform(rng, 14, 60) * rng.uniform(0.6, 1, 3)


def _grounds(
    rng: Rng, covered: Colour, opened: Colour, bevel: bool, style: str
) -> tuple[Ground, Ground]:
    """Return the grounds of covered and opened cells."""
    paint = mix(opened, pick_plain(rng), uniform(rng, 0.08, 0.6))
    paint = paint if chance(rng, 0.8) else some_colour(rng)
    width = uniform(rng, 0.01, 0.04) if chance(rng, 0.8) else uniform(rng, 0.04, 0.09)
    line = (paint, width, ("above", "below", "all")[int(rng.integers(3))])
    lined = chance(rng, 0.15 if style == "terminal" else 0.6)
    gaps = chance(rng, 0.25) and style != "terminal"
    gap = uniform(rng, 0.03, 0.18) if gaps else 0
    radius = uniform(rng, 0.08, 0.3) if chance(rng, 0.5 if gaps else 0.05) else 0
    grounds = []
    for colour, share in ((covered, 1.0), (opened, 0.75)):
        ground = Ground(colour, line=line if lined and chance(rng, 0.7) else None)
        if (gap or radius) and chance(rng, share):
            ground = replace(ground, gap=gap, radius=radius, line=None)
        if chance(rng, 0.25):
            ground = replace(ground, shade=_gradient(rng))
        elif chance(rng, 0.1):
            size = int(rng.integers(3, 16))
            noise = cv2.resize(rng.normal(size=(size, size)).astype(np.float32), (64, 64))
            ground = replace(ground, shade=uniform(rng, 5, 40) * noise)
        grounds.append(ground)
    if bevel:
        edges = (
            mix(covered, WHITE, uniform(rng, 0.3, 1)),
            mix(covered, BLACK, uniform(rng, 0.2, 0.7)),
        )
        grounds[0] = replace(grounds[0], bevel=uniform(rng, 0.04, 0.16), edges=edges)
    if chance(rng, 0.06):
        edges = (
            mix(opened, BLACK, uniform(rng, 0.1, 0.5)),
            mix(opened, WHITE, uniform(rng, 0.2, 0.8)),
        )
        grounds[1] = replace(grounds[1], bevel=uniform(rng, 0.03, 0.1), edges=edges)
    if chance(rng, 0.06):
        paint = mix(covered, contrasting(rng, [covered]), uniform(rng, 0.2, 1))
        inner = (paint, uniform(rng, 0.08, 0.42), chance(rng, 0.4))
        grounds[0] = replace(grounds[0], inner=inner)
    return grounds[0], grounds[1]


def _gradient(rng: Rng) -> np.ndarray:
    """Return light that falls on a cell from a side, or on its middle (float32 [64, 64])."""
    y, x = np.mgrid[-0.5:0.5:64j, -0.5:0.5:64j]
    turn = uniform(rng, 0, 2 * np.pi) if chance(rng, 0.4) else np.pi / 2
    light = x * np.cos(turn) + y * np.sin(turn)
    if chance(rng, 0.2):
        light = 0.5 - 1.2 * np.hypot(x, y)
    return (uniform(rng, 10, 80) * (-1) ** int(rng.integers(2)) * light).astype(np.float32)


def _inks(rng: Rng, tints: list[Colour], style: str) -> list[Colour]:
    """Return the colours of the digits 1 to 8, that can be seen on their grounds."""
    kind, ground = rng.random(), tints[0]
    noise = (0, 12, 30)[int(rng.integers(3))]
    table = CLASSIC if kind < 0.5 else MODERN
    inks = [moved(from_hex(text), noise * rng.normal(size=3)) for text in table]
    if 0.62 < kind < 0.8:
        inks = [hsv(rng.random(), *rng.uniform(0.3, 1, 2).tolist()) for _ in range(8)]
    elif kind >= 0.8:
        inks = [contrasting(rng, [ground])] * 8
    if lightness(ground) < 110 and chance(rng, 0.8):
        inks = [mix(ink, WHITE, uniform(rng, 0.3, 0.6)) for ink in inks]
    if style == "lcd":
        inks = [mix(ground, BLACK, uniform(rng, 0.45, 1))] * 8
    if style == "terminal" and chance(rng, 0.4):
        inks = [contrasting(rng, [ground], 110)] * 8
    if tints[0] != tints[1] and chance(rng, 0.5):
        inks = [pick_plain(rng)] * 8
    least = 60 if chance(rng, 0.7) else 35
    faint = uniform(rng, 0.2, 0.6) if chance(rng, 0.1) else 0
    seen = []
    for ink, tint in zip(inks, tints, strict=True):
        clear = ink if apart(ink, tint) > least else contrasting(rng, [tint], 100)
        pale = mix(clear, tint, faint)
        seen.append(pale if apart(pale, tint) > 24 else moved(tint, 34 if sum(tint) < 384 else -34))
    return seen


def from_hex(text: str) -> Colour:
    """Return a colour from its hexadecimal digits."""
    red, green, blue = bytes.fromhex(text)
    return (red, green, blue)


def _number_maker(rng: Rng, face: str, pixelated: bool) -> Callable[[Skin, int], Sign]:
    """Return a function that draws numbers: digits, or rarely discs by colour, or pips."""
    height = uniform(rng, 0.42, 0.85) if chance(rng, 0.9) else uniform(rng, 0.25, 0.42)
    far = 0.16 if chance(rng, 0.06) else 0.06
    shift = (uniform(rng, -far, far), uniform(rng, -far, far))
    outline = pick_plain(rng) if chance(rng, 0.06) else None
    shadow = chance(rng, 0.06)
    smooth, kind = not pixelated and chance(rng, 0.93), rng.random()

    def number(skin: Skin, digit: int) -> Sign:
        ink = skin.inks[digit - 1]
        if kind < 0.025 and len(set(skin.inks)) == 8:
            return _round_sign(ink, 0.32, ring=False)
        if kind > 0.98:
            return _pips(digit, ink)
        shade = mix(skin.opened.colour, BLACK, 0.5) if shadow else None
        return Text(str(digit), face, height, ink, shift, outline, shade, smooth)

    return number


def _pips(digit: int, ink: Colour) -> Sign:
    def draw(image: Image.Image) -> None:
        pen, size = ImageDraw.Draw(image), min(image.size)
        for place in map(int, PIPS[digit]):
            x = image.width / 2 + (place % 3 - 1) * 0.27 * size
            y = image.height / 2 + (place // 3 - 1) * 0.27 * size
            far = 0.09 * size
            pen.ellipse((x - far, y - far, x + far, y + far), fill=ink)

    return draw


def _add_signs(rng: Rng, skin: Skin, known: Fonts, same: bool, smooth: bool) -> None:
    """Add the signs of flags, mines and question marks, and some of covered cells and zeros."""
    covered, opened = skin.covered.colour, skin.opened.colour
    height = uniform(rng, 0.35, 0.8)
    zero = None
    if chance(rng, 0.35 if same else 0.1):
        zero = pick(rng, "000.·-•_")
        dim = mix(opened, contrasting(rng, [opened], 60), uniform(rng, 0.4, 1))
        ink = skin.inks[0] if chance(rng, 0.3) else dim
        skin.signs[0] = Text(zero, skin.face, height, ink, smooth=smooth)
    elif chance(rng, 0.05) and not same:
        colour = mix(opened, covered, uniform(rng, 0.1, 0.5))
        skin.grounds[0] = replace(skin.opened, colour=colour)
    if (same and not (zero and chance(rng, 0.4))) or chance(rng, 0.03):
        letters = "#■▪_+~░▒▓█□@%XO" if zero else "-.#■·•▪?_+X~░▒▓█□◻@%O"
        face = skin.face if chance(rng, 0.5) or not known.signs else known.signs[0]
        ink = skin.inks[0] if chance(rng, 0.4) else contrasting(rng, [covered], 60)
        skin.signs[COVERED] = Text(pick(rng, letters), face, height, ink, smooth=smooth)
    ground = skin.covered
    if chance(rng, 0.15):
        other = contrasting(rng, [covered, opened], 40)
        ground = skin.opened if chance(rng, 0.3) else replace(skin.covered, colour=other)
    sign = flag_sign(rng, ground.colour, known)
    if sign is None:
        ground = replace(ground, colour=contrasting(rng, [covered, opened], 80))
    skin.signs[FLAG], skin.grounds[FLAG] = sign, ground
    ink = contrasting(rng, [covered], 80)
    skin.signs[QUESTION] = Text("?", skin.face, height, ink, smooth=smooth)
    kind = rng.random()
    ground = skin.opened if kind < 0.6 else skin.covered
    if kind > 0.85:
        ground = replace(skin.opened, colour=contrasting(rng, [opened], 50))
    mine = FLAG + 1
    skin.signs[mine], skin.grounds[mine] = mine_sign(rng, ground.colour, known), ground
    red = hsv(uniform(rng, -0.03, 0.05) % 1, uniform(rng, 0.6, 1), uniform(rng, 0.6, 1))
    colour = red if chance(rng, 0.8) else contrasting(rng, [opened], 60)
    skin.burst = replace(skin.opened, colour=colour)
