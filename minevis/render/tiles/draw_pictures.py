"""Drawing of a single tile: uint8 [s, s, 3] for pictures, uint8 RGBA [s, s, 4] for marks.

A tile is a *face*, the cell itself, and a hairline of `gap` px along the right and bottom edge, so
that grid lines are as crisp at 12 px as at 64.
"""

from functools import lru_cache
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from minevis.errors import PictureError
from minevis.render.marks import Mark
from minevis.render.tiles import draw_base
from minevis.render.tiles.draw_text import glyph_mask, ink, largest
from minevis.render.tiles.theme import THEMES, Colour, Theme, luminance, mix
from minevis.utils.files import asset_path
from minevis.utils.opening import load_picture

LARGEST_TILE = 2048  # px, of a custom picture
OVERSAMPLE, SMALL = 8, 64  # times; px of the largest tile drawn with supersampling
FIGURE_SIZE = 0.4  # of a cell: the height of a chance
FAINT = 0.6  # of chances without a number: how much of a covered cell is in their ground
PAST, PAST_FIGURE = 0.75, 0.35  # of past chances: the same, and how much of that in the number
FINE = 4  # bits after the point in the coordinates of cv2
ONE = 1 << FINE
LEAST_FIGURE = 7  # px: lower figures cannot be read; static/shared/atlas.js knows both
LEAST_TICK = 14  # px of a cell: in a smaller one a tick is a spot


def gap(size: int) -> int:
    """Width in px of the hairline between cells of `size` px."""
    return max(1, round(size / 32))


def shrink(pixels: np.ndarray, size: int) -> np.ndarray:
    """`pixels` (uint8 [n, n, c]) scaled to uint8 [size, size, c] by the mean over areas.

    If there is transparency (c = 4), colours are weighed by it.
    """
    if pixels.shape[2] == 3:
        return cv2.resize(pixels, (size, size), interpolation=cv2.INTER_AREA)
    weight = pixels[..., 3:].astype(np.float32) / 255
    colours = cv2.resize(pixels[..., :3] * weight, (size, size), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(pixels[..., 3], (size, size), interpolation=cv2.INTER_AREA)
    share = np.maximum(alpha[..., None].astype(np.float32) / 255, 1e-3)
    return np.dstack([(colours / share).round().clip(0, 255).astype(np.uint8), alpha])


def under(picture: np.ndarray, overlay: np.ndarray) -> np.ndarray:
    """`picture` (uint8 [s, s, 3]) with `overlay` (uint8 RGBA [s, s, 4]) on top: uint8 [s, s, 3]."""
    alpha = overlay[..., 3:].astype(np.uint16)  # 255 · 255 + 127 is still within 16 bits
    mixed = picture * (255 - alpha) + overlay[..., :3] * alpha
    return ((mixed + 127) // 255).astype(np.uint8)


def plain(height: int, width: int, colour: Colour) -> np.ndarray:
    """A picture all of one colour: uint8 [height, width, 3]."""
    picture = np.empty((height, width, 3), np.uint8)
    fill(picture, colour)
    return picture


def eased(share: float) -> float:
    """Return a share of a motion: slow, fast, slow."""
    return share * share * (3 - 2 * share)


@lru_cache(maxsize=256)
def ramp(side: int, down: int, across: int) -> np.ndarray:
    """Return how far every px is from the side in a direction: 0 to 1, [side, side]."""
    along = (np.arange(side) + 0.5) / side - 0.5
    far = max(abs(down) + abs(across), 1)
    return np.asarray(0.5 - (down * along[:, None] + across * along) / far)


@lru_cache(maxsize=64)
def angles(side: int) -> np.ndarray:
    """Return the angle of every px of a cell, clockwise from the top: 0 to 1, [side, side]."""
    along = np.arange(side) - (side - 1) / 2
    return np.asarray(np.arctan2(along[None, :], -along[:, None]) / (2 * np.pi) % 1)


def mixed(before: np.ndarray, after: np.ndarray, share: float) -> np.ndarray:
    """Return two pictures blended: uint8, same shape."""
    if share in (0, 1) or not before.size:
        return (after if share else before).copy()
    return cv2.addWeighted(before, 1 - share, after, share, 0)


def fade(picture: np.ndarray, ground: Colour, share: float) -> None:
    """Mix `share` of the ground into `picture` (uint8 [h, w, 3], changed in place)."""
    pale = plain(picture.shape[0], picture.shape[1], ground)
    cv2.addWeighted(picture, 1 - share, pale, share, 0.0, dst=picture)


def fine(x: float, y: float) -> tuple[int, int]:
    """Return a point as cv2 takes it, with `FINE` bits after the point."""
    return round(x * ONE), round(y * ONE)


def fill(target: np.ndarray, colour: Colour) -> None:
    """Paint `target` (uint8 [h, w, 3], changed in place) all in one colour."""
    row = np.empty((1, target.shape[1], 3), np.uint8)
    row[:] = colour
    target[:] = row  # row by row is several times as fast as colour by colour


@lru_cache(maxsize=64)
def asset(theme: Theme, name: str) -> np.ndarray:
    """Return the base picture `name` of a theme: uint8 RGBA [n, n, 4]. Don't write to it.

    It comes from the theme's tile folder, or from the package; otherwise it is drawn from the
    theme's colours. Raises `FileNotFoundError` for a missing folder and `PictureError` for a file
    without a small square picture.
    """
    path = _file(theme, name)
    return np.asarray(load_picture(path, _check_tile)[0]) if path else draw_base.draw(theme, name)


def _check_tile(picture: Image.Image) -> None:
    width, height = picture.size
    if not width == height <= LARGEST_TILE:
        rule = f"the picture of a tile is square, with sides of at most {LARGEST_TILE:,}"
        raise PictureError(f"{width}×{height} px: {rule}")


def _file(theme: Theme, name: str) -> Path | None:
    """The file of a base picture; None if it is to be drawn."""
    if theme.tiles:
        folder = Path(theme.tiles)
        if not folder.is_dir():
            raise FileNotFoundError(f"theme {theme.name!r}: there is no folder {folder} of tiles")
    elif THEMES.get(theme.name) != theme:
        return None
    else:
        folder = asset_path("tiles") / theme.name
    path = folder / f"{name}.png"
    if theme.tiles and path.exists() and path.resolve().parent != folder.resolve():
        raise PictureError(f"{path}: this link leads out of the folder of tiles")
    return path if path.exists() else None


def face_of(theme: Theme, size: int, name: str) -> np.ndarray:
    """A base picture at the size of a face: uint8 RGBA [f, f, 4], f = size - gap."""
    return shrink(asset(theme, name), size - gap(size))


def on_grid(theme: Theme, size: int, face: np.ndarray) -> np.ndarray:
    """Return a face (uint8 RGBA [f, f, 4]) with its hairline: uint8 [s, s, 3].

    A face with round corners is a key, and keys are drawn on the ground.
    """
    tile = np.empty((size, size, 3), np.uint8)
    tile[:] = theme.ground if face[0, 0, 3] < 255 else theme.line
    side = face.shape[0]
    tile[:side, :side] = under(tile[:side, :side], face)
    return tile


def base(theme: Theme, size: int, name: str) -> np.ndarray:
    """Return a tile with only a base picture."""
    return on_grid(theme, size, face_of(theme, size, name))


def tinted(theme: Theme, size: int, colour: Colour) -> np.ndarray:
    """Return a covered cell with a face of a given colour; edges keep their light and shade."""
    face = face_of(theme, size, "covered")
    relief = (face[..., :3].astype(np.int32) - theme.covered) * 2 // 3
    painted = (relief + colour).clip(0, 255).astype(np.uint8)
    return on_grid(theme, size, np.dstack([painted, face[..., 3]]))


def centred(tile: np.ndarray, text: str, size: int, colour: Colour) -> np.ndarray:
    """`tile` with `text` of font size `size` px in the middle of its face, drawn in place."""
    mask = glyph_mask(text, size)
    side = tile.shape[0] - gap(tile.shape[0])
    ink(tile, mask, (side - mask.shape[0] + 1) // 2, (side - mask.shape[1] + 1) // 2, colour)
    return tile


def clue(theme: Theme, size: int, number: int, *, pale: bool = False) -> np.ndarray:
    """An opened cell with its clue; a zero stays bare."""
    tile = base(theme, size, "opened")
    if not number:
        return tile
    colour = theme.clues[number - 1]
    if pale:
        colour = mix(colour, theme.opened, 0.58)
    return centred(tile, str(number), largest("8", size, round(size * 0.54)), colour)


def constraint(theme: Theme, size: int, left: int, covered: int) -> np.ndarray:
    """An opened cell with two numbers: mines left upper left, covered left lower right."""
    tile = base(theme, size, "opened")
    side = size - gap(size)
    margin = int(size > 13)  # room for the ring of a mark, if possible
    if size > 15:
        margin = ring_width(size) + size // 24
    high = max(5, (side - 2 * margin - max(1, size // 16)) // 2)
    font_size = largest("8", size, high)
    first = glyph_mask(str(abs(left)), font_size)
    if left < 0:
        first = _negative(first)
    ink(tile, first, margin, margin, theme.left)
    second = glyph_mask(str(covered), font_size)
    height, width = second.shape
    ink(tile, second, side - margin - height, side - margin - width, theme.open_left)
    return tile


def _negative(digit: np.ndarray) -> np.ndarray:
    """Return a digit (uint8 [h, w]) with a minus before it, narrower than the font's."""
    height = digit.shape[0]
    long, thick = max(2, round(height * 0.42)), max(1, round(height / 6))
    minus = np.zeros((height, long + max(1, round(height / 9))), np.uint8)
    top = (height - thick + 1) // 2
    minus[top : top + thick, :long] = 255
    return np.hstack([minus, digit])


def ring_width(size: int) -> int:
    """Return the width in px of thick rings, for cells of `size` px."""
    return max(2, round(size * 0.11))


def chance_tile(
    theme: Theme,
    size: int,
    text: str,
    heat: Colour,
    figure: Colour,
    *,
    faint: bool = False,
    past: bool = False,
) -> np.ndarray:
    """A covered cell on its heat colour, with a chance in percent unless it is `faint`.

    A `past` chance is pale, like its number.
    """
    colour = mix(heat, theme.covered, FAINT if faint else PAST) if faint or past else heat
    tile = tinted(theme, size, colour)
    height = round(size * FIGURE_SIZE)
    if faint or height < LEAST_FIGURE:
        return tile
    room = size - gap(size) - max(2, round(size * 0.22))  # a ring leaves no more
    widest = text if len(text) > 2 else "88"
    digits = mix(figure, colour, PAST_FIGURE) if past else figure
    return centred(tile, text, largest(widest, room, height), digits)


def supposed(theme: Theme, size: int, mines: int, cells: int) -> np.ndarray:
    """A cell of a box of `cells` in which the search supposes `mines` mines.

    A full disc: all are mines; an empty one: no mine; otherwise the two numbers.
    """
    tile = tinted(theme, size, mix(theme.opened, theme.search, 0.2))
    if 0 < mines < cells:
        room = size - gap(size) - (2 * ring_width(size) + 2 if size > 20 else 2)
        text = f"{mines}/{cells}"
        return centred(tile, text, largest("8/8", room, round(size * 0.4)), theme.ink)
    pen, colour, radius = Pen(size), (*theme.ink, 255), size * 0.235
    start, end = pen.side / 2 - radius, pen.side / 2 + radius
    edges = pen.scaled((start, start, end, end))
    if mines:
        pen.draw.ellipse(edges, fill=colour)
    else:
        pen.draw.ellipse(edges, outline=colour, width=round(max(1.0, size / 12) * pen.fine))
    return under(tile, pen.finished())


class Pen:
    """Draws an overlay eight times too large, a large one four times: edges come out smooth."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.side = size - gap(size)
        self.fine = OVERSAMPLE if size <= SMALL else OVERSAMPLE // 2
        self.image = Image.new("RGBA", (size * self.fine, size * self.fine), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def scaled(self, edges: tuple[float, float, float, float]) -> list[float]:
        """Left, top, right, bottom in px of the tile as Pillow wants them."""
        left, top, right, bottom = (edge * self.fine for edge in edges)
        return [left, top, right - 1, bottom - 1]

    def fill(self, colour: Colour, alpha: float) -> None:
        """Tint the entire face."""
        corner = self.side * self.fine * 0.14
        edges = self.scaled((0, 0, self.side, self.side))
        self.draw.rounded_rectangle(edges, corner, fill=(*colour, round(255 * alpha)))

    def ring(self, colour: Colour, width: int, alpha: float = 1.0, inset: int = 0) -> None:
        """Draw a sharp frame around the face, `inset` px from its edge."""
        edges = self.scaled((inset, inset, self.side - inset, self.side - inset))
        corner = self.side * self.fine * 0.14
        ink_of_ring = (*colour, round(255 * alpha))
        self.draw.rounded_rectangle(edges, corner, outline=ink_of_ring, width=width * self.fine)

    def corners(self, colour: Colour, width: int, reach: float) -> None:
        """Fill the four corners inside a ring of `width`, which makes it an octagon."""
        near, far, cut = width, self.side - width, reach * self.side
        for (x, dx), (y, dy) in product(((near, cut), (far, -cut)), repeat=2):
            points = [(x, y), (x + dx, y), (x, y + dy)]
            scaled = [(a * self.fine, b * self.fine) for a, b in points]
            self.draw.polygon(scaled, fill=(*colour, 255))

    def tick(self, colour: Colour, width: float) -> None:
        """Draw a tick into the lower right corner, inside a ring."""
        corners = (0.68, 0.8), (0.76, 0.88), (0.91, 0.68)
        points = [(x * self.side * self.fine, y * self.side * self.fine) for x, y in corners]
        self.draw.line(points, fill=(*colour, 255), width=round(width * self.fine), joint="curve")

    def notch(self, reach: float) -> None:
        """Clear the middle of every side, so that only the corners of a ring are left."""
        near, far = self.side * reach * self.fine, self.side * (1 - reach) * self.fine
        end = self.size * self.fine
        self.draw.rectangle([near, 0, far, end], fill=(0, 0, 0, 0))
        self.draw.rectangle([0, near, end, far], fill=(0, 0, 0, 0))

    def finished(self) -> np.ndarray:
        """The overlay at its true size: uint8 RGBA [s, s, 4]."""
        return shrink(np.asarray(self.image), self.size)


def draw_mark(theme: Theme, size: int, mark: Mark) -> np.ndarray:
    """Draw a mark for cells of `size` px. Marks differ in shape and weight, not only in hue."""
    pen, thick, thin = Pen(size), ring_width(size), max(1, round(size * 0.065))
    match mark:
        case Mark.REGION | Mark.REST_SAFE | Mark.REST_MINED:
            pen.fill(theme.search, 0.3)
        case Mark.SMALLER:
            pen.fill(theme.clue_ring, 0.42)
        case Mark.FRESH:
            pen.fill(theme.safe, 0.1)
        case Mark.TRYING:
            pen.ring(theme.search, thick)
        case Mark.CLUE:
            pen.ring(theme.clue_ring, max(thin, min(2, size // 10)))
        case Mark.KNOWN_SAFE:
            pen.ring(theme.safe, thin, 0.75)
            _tick(pen, theme)
        case Mark.KNOWN_MINED:
            pen.ring(theme.mine, thin, 0.75)
            pen.corners(theme.mine, thin, 0.16)
        case Mark.VIOLATED:
            pen.fill(theme.mine, 0.17)
            pen.ring(theme.mine, thick)
        case Mark.COMPLETE:
            pen.fill(theme.safe, 0.22)
            pen.ring(theme.safe, thin)  # a double ring: a single one means safe
            pen.ring(theme.safe, thin, inset=thick)
        case Mark.GUESS:  # a figure under it must be read in small cells too
            pen.ring(theme.guess, thick + (max(1, size // 24) if size >= 20 else 0))
            pen.ring(theme.ink, max(1, size // 24))
        case Mark.CANDIDATE:
            _ink_ring(pen, theme, thin, 0.75, inset=1)
            pen.notch(0.3)
        case Mark.CLICK:
            _ink_ring(pen, theme, thin, 0.8)
    if mark in (Mark.SAFE, Mark.REST_SAFE):
        pen.ring(theme.safe, thick)
        _tick(pen, theme)
    if mark in (Mark.MINED, Mark.REST_MINED):
        pen.ring(theme.mine, thick)
        pen.corners(theme.mine, thick - 1, 0.24)
    return pen.finished()


def _tick(pen: Pen, theme: Theme) -> None:
    """Draw the tick of safe cells: to whom green is grey, their rings are like covered cells."""
    if pen.size < LEAST_TICK:
        return
    wide = max(1.0, pen.size / 16)
    if luminance(theme.ink) > luminance(theme.ground):
        pen.tick(theme.figure, wide + max(1.0, pen.size / 20))  # on heat, which is light
    pen.tick(theme.ink, wide)


def _ink_ring(pen: Pen, theme: Theme, thin: int, alpha: float, inset: int = 0) -> None:
    """Draw a ring to be seen on keys and on heat, which is light in every theme."""
    pen.ring(theme.ink, thin, alpha, inset=inset)
    if luminance(theme.ink) > luminance(theme.ground):
        pen.ring(theme.figure, max(1, thin - 1), alpha, inset=inset + thin)
