"""The cells of a scene with marks, lines, numbers and letters."""

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw

from minevis.game.grid import Cell
from minevis.render.camera import Window
from minevis.render.marks import Link, Outline
from minevis.render.panels import Layer
from minevis.render.scene import A_MINE, NO_MINE, Scene
from minevis.render.tiles.atlas import Tile, atlas, without_numbers
from minevis.render.tiles.draw_pictures import FINE, ONE, fade, fine, gap
from minevis.render.tiles.draw_text import glyph_mask, ink, largest
from minevis.render.tiles.theme import Colour, Theme, mix

FADED = {False: 0.56, True: 0.36}  # opacity of a light, or dark, ground over the rest
RIM, RAISED = 0.13, 0.68  # of a cell: its ring; of a clue: how large it is above its numbers
LEAST_NUMBERED = 24  # px of a cell: on a smaller one two more numbers hide the clue
DISC = 0.34  # of a cell: the radius of a disc that bears a letter
OUTSIDE, INSIDE = 0.86, 0.8  # of the way from the middle to the rim: start and end of a line


def mosaic(
    scene: Scene,
    area: Window,
    cell: int,
    theme: Theme,
    layer: Layer | None = None,
    *,
    readable: int = 0,
) -> np.ndarray:
    """Draw the cells of `area`, `cell` px wide: uint8 [rows · cell, cols · cell, 3].

    By default, all codes of the first map, without numbers in chances if they are not `readable`.
    """
    layer, part = layer or scene.board, area.part
    pictures = layer.pictures if cell >= readable else without_numbers(layer.pictures)
    picture = atlas(cell, theme=theme).draw(pictures[part], layer.marks[part])
    if scene.spoken is not None:
        _fade(picture, scene.spoken[part], cell, theme.ground)

    def corner(at: Cell) -> tuple[int, int]:
        return (at[0] - area.top) * cell, (at[1] - area.left) * cell

    numbered = layer is scene.board and cell >= LEAST_NUMBERED
    pairs = scene.numbers.items() if numbered else ()
    own = (layer.pictures >= Tile.CONSTRAINT) & (layer.pictures < Tile.MINE_CHANCE)
    numbers = {corner(at): pair for at, pair in pairs if area.holds(at) and not own[at]}
    for top, left in numbers:
        _raise_clue(picture, top, left, cell)
    links, outlines = lines_from(layer, area.top, area.left)
    draw_outlines(picture, outlines, cell, theme)
    draw_links(picture, links, cell, theme)
    for (top, left), pair in numbers.items():
        _pair(picture, pair, top, left, cell, theme)
    for at, letter in scene.letters.items():
        if area.holds(at):
            _letter(picture, letter, *corner(at), cell, int(layer.pictures[at]), theme)
    return picture


def _pair(
    picture: np.ndarray, pair: tuple[int, int], top: int, left: int, cell: int, theme: Theme
) -> None:
    """Mines and covered cells left, small, at the foot of a clue."""
    size, inset, side = largest("8", cell, round(cell * 0.24)), round(cell * 0.13), cell - gap(cell)
    first, second = (glyph_mask(str(number), size) for number in pair)
    top += side - inset - first.shape[0]
    ink(picture, first, top, left + inset, theme.left)
    ink(picture, second, top, left + side - inset - second.shape[1], theme.open_left)


def _letter(
    picture: np.ndarray, letter: str, top: int, left: int, cell: int, tile: int, theme: Theme
) -> None:
    """Draw the letter of a cell: large on a bare one or a supposition, else on a disc at its
    corner."""
    side = cell - gap(cell)
    y, x = top + side / 2, left + side / 2
    if tile in (A_MINE, NO_MINE):
        _disc(picture, y, x, cell, tile == A_MINE, theme)
    if tile in (A_MINE, NO_MINE, Tile.COVERED):
        mask = glyph_mask(letter, largest("M", cell, round(cell * 0.34)))
        high, wide = mask.shape
        colour = theme.opened if tile == A_MINE else theme.ink
        ink(picture, mask, max(0, round(y - high / 2)), max(0, round(x - wide / 2)), colour)
        return
    stamp = letter_disc(letter, cell, theme.clue_ring, theme.figure)
    high, wide = stamp.shape[:2]
    top = min(max(top - round(cell * 0.17), 0), picture.shape[0] - high)
    left = min(max(left + side - round(wide * 0.72), 0), picture.shape[1] - wide)
    part = picture[top : top + high, left : left + wide]
    share = stamp[..., 3:].astype(np.uint16)
    part[:] = (part * (255 - share) + stamp[..., :3] * share + 127) // 255


def _disc(picture: np.ndarray, y: float, x: float, cell: int, mined: bool, theme: Theme) -> None:
    """A supposition as a disc large enough for a letter: full for a mine, otherwise a ring."""
    middle, radius = fine(x, y), round(cell * DISC * ONE)
    colour = theme.ink if mined else mix(theme.opened, theme.search, 0.2)
    cv2.circle(picture, middle, radius, colour, -1, cv2.LINE_AA, FINE)
    thick = -1 if mined else max(2, cell // 18)
    cv2.circle(picture, middle, radius, theme.ink, thick, cv2.LINE_AA, FINE)


def _raise_clue(picture: np.ndarray, top: int, left: int, cell: int) -> None:
    """Draw the clue of a cell smaller and higher: numbers at its foot would run into it."""
    side = cell - gap(cell)
    rim = round(side * RIM)
    inside = picture[top + rim : top + side - rim, left + rim : left + side - rim]
    size = round(inside.shape[0] * RAISED)
    if not size:
        return
    small = cv2.resize(inside, (size, size), interpolation=cv2.INTER_AREA)
    beside = (inside.shape[1] - size) // 2
    inside[:] = inside[0, 0].copy()
    inside[:size, beside : beside + size] = small


def _fade(picture: np.ndarray, spoken: np.ndarray, cell: int, ground: Colour) -> None:
    """Fade all cells except the mentioned ones: less on a dark ground, which hides more."""
    share = FADED[sum(ground) < 3 * 128]
    rows, cols = spoken.shape
    blocks = picture.reshape(rows, cell, cols, cell, 3).transpose(0, 2, 1, 3, 4)
    kept = blocks[spoken]
    fade(picture, ground, share)
    blocks[spoken] = kept


@lru_cache(maxsize=512)
def letter_disc(letter: str, cell: int, colour: Colour, figure: Colour) -> np.ndarray:
    """A disc with a letter on it, for cells of `cell` px: uint8 RGBA [s, s, 4]."""
    side = max(12, round(cell * 0.42))
    large = Image.new("RGBA", (side * 4, side * 4), (*colour, 0))
    ImageDraw.Draw(large).ellipse((0, 0, side * 4 - 1, side * 4 - 1), fill=(*colour, 255))
    disc = np.array(large.resize((side, side), Image.Resampling.BOX))
    mask = glyph_mask(letter, largest("M", side, round(side * 0.64)))
    top, left = (side - mask.shape[0] + 1) // 2, (side - mask.shape[1] + 1) // 2
    colours = disc[..., :3].copy()
    ink(colours, mask, top, left, figure)
    return np.dstack([colours, disc[..., 3]])


def lines_from(layer: Layer, row: int, col: int) -> tuple[tuple[Link, ...], tuple[Outline, ...]]:
    """The lines of a layer, with cells counted from the cell at `row` and `col`."""
    if not (row or col):
        return layer.links, layer.outlines

    def moved(cell: Cell) -> Cell:
        return cell[0] - row, cell[1] - col

    links = (Link(moved(link.clue), moved(link.cell), link.tie) for link in layer.links)
    outlines = (Outline(tuple(map(moved, each.cells)), each.role) for each in layer.outlines)
    return tuple(links), tuple(outlines)


def draw_links(
    part: np.ndarray, links: Iterable[Link], cell: int, theme: Theme, share: float = 1.0
) -> None:
    """Draw `links` onto the cells of a panel (uint8 [h, w, 3], changed in place).

    Cells are `cell` px wide and counted from the upper left corner of `part`. A line in motion is
    drawn to a `share` of its way.
    """
    side, edge = cell - gap(cell), max(int(cell >= 36), round(cell / 40))
    thick, radius = max(1 + (cell >= 14), round(cell / 18)), max(1.5, cell / 9 - cell / 50)
    for link in links:
        start, end = (np.array(at[::-1]) * cell + side / 2 for at in (link.clue, link.cell))
        way = end - start
        to_rim = way * (side / 2 / max(float(np.abs(way).max()), 1e-9))
        first, last = start + to_rim * OUTSIDE, end - to_rim * INSIDE
        ends = fine(*first), fine(*(first + (last - first) * share))
        for colour, more in ((theme.ink, edge), (theme.clue_ring, 0)):  # to show on any tile
            cv2.line(part, *ends, colour, thick + 2 * more, cv2.LINE_AA, FINE)
            if not link.tie:
                reach = round((radius + more) * ONE)
                cv2.circle(part, ends[1], reach, colour, -1, cv2.LINE_AA, FINE)


def draw_outlines(part: np.ndarray, outlines: Iterable[Outline], cell: int, theme: Theme) -> None:
    """Draw `outlines` onto the cells of a panel (uint8 [h, w, 3], changed in place).

    The larger set of a rule has its line outside its cells, but for the rim of the panel; the
    smaller one inside.
    """
    shape = part.shape[0] // cell, part.shape[1] // cell
    for outline in outlines:
        top, left, ring = _ring(outline, cell, shape)
        place = part[top : top + ring.shape[0], left : left + ring.shape[1]]
        place[ring] = getattr(theme, outline.role)


@lru_cache(maxsize=1024)
def _ring(outline: Outline, cell: int, shape: tuple[int, int]) -> tuple[int, int, np.ndarray]:
    """Return the line of an outline: its top, its left and its px, bool [h, w].

    A set that goes on beyond the panel has no line at the rim.
    """
    cells = [at for at in outline.cells if -1 <= at[0] <= shape[0] and -1 <= at[1] <= shape[1]]
    if not cells:
        return 0, 0, np.zeros((0, 0), bool)
    spans = [
        (max(min(at) - 1, -1), min(max(at) + 2, n + 1))
        for at, n in zip(zip(*cells, strict=True), shape, strict=True)
    ]
    (top, bottom), (left, right) = spans
    area: np.ndarray = np.zeros((bottom - top, right - left), np.uint8)
    for row, col in cells:
        area[row - top, col - left] = 1
    seen = tuple(
        slice((max(first, 0) - first) * cell, (min(end, n) - first) * cell)
        for (first, end), n in zip(spans, shape, strict=True)
    )
    between, thick = gap(cell) + 1, max(1, round(cell / 16))
    area = np.kron(area, np.ones((cell, cell), np.uint8))
    area = cv2.erode(area, np.ones((between, between)), anchor=(0, 0), borderValue=0)
    if outline.role == "search":
        area[seen] = cv2.dilate(area, np.ones((2 * thick + 1, 2 * thick + 1)))[seen]
    width = 2 * (max(1, round(thick * 0.7)) if outline.role == "ink" else thick) + 1
    inside = cv2.erode(area, np.ones((width, width)), borderValue=0)
    return max(top, 0) * cell, max(left, 0) * cell, (area > inside)[seen]
