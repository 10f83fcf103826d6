"""Draw windows of cells for training: a board in a random skin on a page, and the names of cells.

`python -m research.reader.boards FILE.png` saves a sheet of them; cells outside are hatched.
"""

import sys
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageDraw

from minevis.game.grid import neighbour_counts
from minevis.vision.network import COVERED, FLAG, MINE, OUTSIDE, QUESTION, SIZE
from research.reader.skins import (
    BLACK,
    WHITE,
    Colour,
    Fonts,
    Rng,
    Skin,
    chance,
    contrasting,
    font,
    fonts,
    frame,
    hsv,
    mix,
    pick,
    random_skin,
    some_colour,
    uniform,
)

UNNAMED = -1  # a cell of which a part is not seen
WORDS = "abcdefgh ijklmn:opqrstu 0123456789ABC%."
POINTER = ((0, 0), (0, 1), (0.25, 0.78), (0.42, 1.15), (0.55, 1.08), (0.4, 0.72), (0.7, 0.7))
SCALINGS = (cv2.INTER_LINEAR, cv2.INTER_AREA, cv2.INTER_NEAREST, cv2.INTER_CUBIC)


class Page(NamedTuple):
    """A picture with a board, and where it lies."""

    picture: np.ndarray  # uint8 [height, width, 3]
    x: float
    y: float
    pitch: tuple[float, float]  # pixels of a cell: width and height
    other: tuple[float, float] = (np.inf, np.inf)  # cells to a second board: right and below


def window(
    rng: Rng, rows: int, columns: int, held_out: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return a window (uint8 [rows * SIZE, columns * SIZE, 3]) and its names (int8).

    The board covers the window, or leaves up to three lines on each side.
    """
    known = fonts(held_out)
    left, top, right, bottom = _lines_around(rng, rows, columns)
    shape = rows - top - bottom, columns - left - right
    names, burst = position(rng, *shape)
    skin = random_skin(rng, names.size, known)
    around = np.array((left, top, right, bottom))
    board = _drawn(rng, skin, names, burst, known)
    page = _worn(rng, _cut(rng, _page(rng, board, around, skin, known)))
    wide, high = page.pitch
    x, y, pitch_x, pitch_y = page.x - left * wide, page.y - top * high, wide, high
    if chance(rng, 0.08):  # a lattice that is none
        kind = int(rng.integers(4))
        factor = (0.5, 2 / 3, 1.5, 2)[int(rng.integers(4))]
        if kind == 0:
            x, y = x + wide * uniform(rng, 0, 0.65), y + high * uniform(rng, 0.35, 0.65)
        elif kind == 1:
            pitch_x, pitch_y = wide * factor, high * factor
        elif kind == 2:
            pitch_y = 2 * high
        else:
            pitch_x = wide * columns / (columns + 2 * int(rng.integers(2)) - 1)
    seen_x = _seen((page.x, wide, shape[1]), (x, pitch_x, columns), page.picture.shape[1])
    seen_y = _seen((page.y, high, shape[0]), (y, pitch_y, rows), page.picture.shape[0])
    moves = _moves(rng, wide)
    view = _rectified(page.picture, (x, y, pitch_x * columns, pitch_y * rows), moves, rows, columns)
    named = _named(names, seen_y, seen_x)
    if page.other[0] < np.inf:
        named[:, x + np.arange(1, columns + 1) * pitch_x > page.x + page.other[0] * wide] = UNNAMED
    if page.other[1] < np.inf:
        named[y + np.arange(1, rows + 1) * pitch_y > page.y + page.other[1] * high] = UNNAMED
    return view, named


def _lines_around(rng: Rng, rows: int, columns: int) -> tuple[int, int, int, int]:
    """Return how many lines of the window lie outside: left, top, right, bottom."""
    lines = rng.integers(0, 4, 4) * (rng.random(4) < 0.75) * (rng.random() > 0.4)
    left, top, right, bottom = lines.tolist()
    if columns - left - right < 4 or rows - top - bottom < 4:
        return 0, 0, 0, 0
    return left, top, right, bottom


def _seen(
    board: tuple[float, float, int], given: tuple[float, float, int], room: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for each line of a window: the line of the board there, how far off, how much of it.

    `board` and `given` are start, pitch and count along one axis; `room` is the picture's length.
    """
    start, pitch, count = board
    middle = given[0] + (np.arange(given[2]) + 0.5) * given[1]
    place = (middle - start) / pitch
    line = np.floor(place).astype(int)
    off = np.abs(place - line - 0.5) + (abs(np.log(given[1] / pitch)) > 0.2)
    off = np.where((line < 0) | (line >= count), 1.0, off)
    ends = np.minimum(middle + given[1] / 2, room), np.maximum(middle - given[1] / 2, 0)
    return line.clip(0, count - 1), off, (ends[0] - ends[1]) / given[1]


def _named(
    names: np.ndarray,
    down: tuple[np.ndarray, np.ndarray, np.ndarray],
    across: tuple[np.ndarray, np.ndarray, np.ndarray],
) -> np.ndarray:
    """Return the names of the cells of a window (int8 [rows, columns])."""
    seen = names[np.ix_(down[0], across[0])].astype(np.int8)
    off = np.maximum.outer(down[1], across[1])
    share = np.minimum.outer(down[2], across[2])
    seen[(off > 0.15) | (share < 0.85)] = UNNAMED
    seen[(off > 0.3) | (share < 0.5)] = OUTSIDE
    return seen


def position(rng: Rng, rows: int, columns: int) -> tuple[np.ndarray, tuple[int, int] | None]:
    """Return the names of the cells of a game, and the mine that was stepped on."""
    shape = (rows, columns)
    dense = np.full(
        shape, uniform(rng, 0.1, 0.24) if chance(rng, 0.72) else uniform(rng, 0.24, 0.5)
    )
    if chance(rng, 0.2):  # many mines in one place: high digits
        y, x = np.mgrid[:rows, :columns]
        far = np.hypot(y - uniform(rng, 0, rows), x - uniform(rng, 0, columns))
        dense = np.maximum(dense, uniform(rng, 0.6, 0.95) * (far < uniform(rng, 1.2, 3)))
    mines = rng.random(shape) < dense
    clues, safe = neighbour_counts(mines), ~mines
    opened = np.zeros(shape, dtype=bool)
    mode = rng.random()
    if mode > 0.9:
        opened = safe.copy()
    elif mode > 0.5:
        opened = safe & (rng.random(shape) < uniform(rng, 0.1, 1))
    elif mode > 0.035:  # as a player does
        opened = safe & (rng.random(shape) < uniform(rng, 0, 0.06))
        zeros = np.argwhere(safe & (clues == 0))
        for _ in range(int(rng.integers(1, 4)) if len(zeros) else 0):
            opened[tuple(zeros[rng.integers(len(zeros))])] = True
        share = uniform(rng, 0, 1)
        for _ in range(int(rng.integers(0, 6))):
            near = safe & (neighbour_counts(opened) > 0)
            opened = _with_zeros(opened | (near & (rng.random(shape) < share)), clues, safe)
    opened = _with_zeros(opened, clues, safe)
    names = np.where(opened, clues, COVERED)
    flags = mines & (rng.random(shape) < (0, uniform(rng, 0.1, 0.9), 1)[int(rng.integers(3))])
    if chance(rng, 0.85):
        flags &= neighbour_counts(opened) > 0
    if chance(rng, 0.05):
        flags |= rng.random(shape) < uniform(rng, 0.02, 0.3)
    names[flags & ~opened] = FLAG
    if chance(rng, 0.07):
        names[(names == COVERED) & (rng.random(shape) < uniform(rng, 0.02, 0.25))] = QUESTION
    if not chance(rng, 0.27):
        return names, None
    part = 1.0 if chance(rng, 0.8) else uniform(rng, 0.1, 1)
    names[mines & (names != FLAG) & (rng.random(shape) < part)] = MINE
    shown = np.argwhere(names == MINE)
    if not len(shown) or chance(rng, 0.2):
        return names, None
    row, column = shown[rng.integers(len(shown))].tolist()
    return names, (row, column)


def _with_zeros(opened: np.ndarray, clues: np.ndarray, safe: np.ndarray) -> np.ndarray:
    """Open what zeros open."""
    while True:
        more = opened | (safe & (neighbour_counts(opened & (clues == 0)) > 0))
        if (more == opened).all():
            return opened
        opened = more


def _drawn(
    rng: Rng, skin: Skin, names: np.ndarray, burst: tuple[int, int] | None, known: Fonts
) -> np.ndarray:
    """Return a board, with what programs and people draw over it."""
    (wide, high), (rows, columns) = skin.size, names.shape
    number = np.add.outer(np.arange(rows), np.arange(columns)) % len(skin.steps)
    board = np.empty((rows, high, columns, wide, 3), dtype=np.uint8)
    for step, steps in enumerate(skin.steps):
        for name in np.unique(names):
            cells = (number == step) & (names == name)
            if cells.any():
                board.swapaxes(1, 2)[cells] = skin.sprite(int(name), steps)
    if burst:
        board[burst[0], :, burst[1]] = skin.sprite(MINE, (0, 0), burst=True)
    picture = board.reshape(rows * high, columns * wide, 3)
    hidden = np.isin(names, (COVERED, FLAG, QUESTION))
    picture = _lit(rng, picture, hidden, skin)
    image = Image.fromarray(picture)
    if chance(rng, 0.1) and high >= 14:
        _write_notes(rng, image, skin, names)
    if chance(rng, 0.06):
        above = image.copy()
        _put_window(rng, above, skin, known)
        image = Image.blend(image, above, 1 if chance(rng, 0.6) else uniform(rng, 0.35, 0.9))
    for _ in range(int(rng.integers(1, 4)) if chance(rng, 0.15) else 0):
        _put_mark(rng, image, skin)
    return np.array(image)


def _lit(rng: Rng, picture: np.ndarray, hidden: np.ndarray, skin: Skin) -> np.ndarray:
    """Return a board with an edge between covered and opened cells, light and hints."""
    wide, high = skin.size

    def large(cells: np.ndarray) -> np.ndarray:
        return cells.repeat(high, 0).repeat(wide, 1)

    lit = picture.astype(np.float32)
    if chance(rng, 0.1) and hidden.any():
        reach = 2 * max(1, int(uniform(rng, 0.04, 0.12) * wide)) + 1
        area = large(hidden).astype(np.uint8)
        edge = cv2.dilate(area, np.ones((reach, reach), np.uint8)) > area
        share = uniform(rng, 0.3, 1)
        lit[edge] = lit[edge] * (1 - share) + share * np.array(mix(skin.page, BLACK, 0.5))
    if chance(rng, 0.08):
        y, x = np.mgrid[-0.5 : 0.5 : 1j * len(lit), -0.5 : 0.5 : 1j * lit.shape[1]]
        turn = uniform(rng, 0, 2 * np.pi)
        light = (x * np.cos(turn) + y * np.sin(turn)) * uniform(rng, 20, 110)
        lit += (light * (large(hidden) if chance(rng, 0.6) else 1))[..., None]
    if chance(rng, 0.05):  # wood, grass or a photograph below the cells
        size = rng.integers(2, 5 * np.array(hidden.shape[::-1]))
        channels = 3 if chance(rng, 0.3) else 1
        noise = rng.normal(size=(size[1], size[0], channels)).astype(np.float32)
        grain = cv2.resize(noise, lit.shape[1::-1]).reshape(*lit.shape[:2], channels)
        where = large(hidden)[..., None] if chance(rng, 0.4) else 1
        lit += uniform(rng, 4, 25) * grain * where
    if chance(rng, 0.12):
        cells = rng.random(hidden.shape) < uniform(rng, 0.02, 0.4)
        cells &= hidden | chance(rng, 0.25)
        hues = (0.33, 0, 0.15, rng.random())
        hints = [hsv(hues[int(rng.integers(4))], *rng.uniform(0.5, 1, 2).tolist()) for _ in "123"]
        which = rng.integers(0, 3 if chance(rng, 0.4) else 1, hidden.shape)
        cover = large(cells * np.float32(uniform(rng, 0.15, 0.7)))[..., None]
        lit += cover * (large(np.array(hints, np.float32)[which]) - lit)
    return lit.clip(0, 255).astype(np.uint8)


def _write_notes(rng: Rng, image: Image.Image, skin: Skin, names: np.ndarray) -> None:
    """Write chances, letters or dots on covered cells, some of them on the colour of the chance."""
    pen, (wide, high) = ImageDraw.Draw(image), skin.size
    face = font(skin.face, max(6, int(uniform(rng, 0.25, 0.5) * min(wide, 1.2 * high))))
    hues = rng.random(2) if chance(rng, 0.3) else None
    ink = contrasting(rng, [skin.covered.colour])
    share, kind = uniform(rng, 0.1, 0.9), int(rng.integers(5))
    for row, column in np.argwhere(names == COVERED).tolist():
        x, y = column * wide, row * high
        if chance(rng, share):
            number = int(rng.integers(100))
            notes = (f"{number}%", f"0.{number:02}", f"{number}", "SM"[number % 2], "?")
            if hues is not None:
                hue = hues[0] + (hues[1] - hues[0]) * number / 100
                cell = (x + 1, y + 1, x + wide - 2, y + high - 2)
                pen.rectangle(cell, hsv(hue, *rng.uniform(0.4, 0.6, 2).tolist()))
            left = 0.1 if kind < 3 else uniform(rng, 0.1, 0.5)
            pen.text((x + left * wide, y + uniform(rng, 0.1, 0.4) * high), notes[kind], ink, face)
        elif chance(rng, 0.3 * share):
            box = (x + 0.35 * wide, y + 0.35 * high, x + 0.65 * wide, y + 0.65 * high)
            pen.ellipse(box, fill=ink)


def _put_window(rng: Rng, image: Image.Image, skin: Skin, known: Fonts) -> None:
    """Hide cells under a box with text. Their names stay: nothing is sure there."""
    pen, (wide, high) = ImageDraw.Draw(image), skin.size
    x, y = uniform(rng, -0.2, 0.9) * image.width, uniform(rng, -0.2, 0.9) * image.height
    width, height = uniform(rng, 0.5, 6) * wide, uniform(rng, 0.5, 4) * high
    ground = some_colour(rng)
    pen.rectangle((x, y, x + width, y + height), ground, some_colour(rng), int(rng.integers(1, 3)))
    face = font(pick(rng, known.digits), max(6, int(uniform(rng, 0.3, 0.8) * high)))
    for line in range(int(rng.integers(0, 4))):
        words = "".join(pick(rng, WORDS) for _ in range(int(1.6 * width / face.size) + 1))
        place = (x + 3, y + 2 + 1.3 * line * face.size)
        pen.text(place, words, contrasting(rng, [ground], 80), face)


def _put_mark(rng: Rng, image: Image.Image, skin: Skin) -> None:
    """Draw a pointer, a line, or a frame, ring or dot around a cell: they mean nothing."""
    pen, (wide, high) = ImageDraw.Draw(image), skin.size
    x, y = uniform(rng, 0, image.width), uniform(rng, 0, image.height)
    kind, paint = int(rng.integers(5)), some_colour(rng)
    width = max(1, int(uniform(rng, 0.04, 0.12) * wide))
    if kind == 0:
        corners = np.array(POINTER) * uniform(rng, 8, 22) + (x, y)
        pen.polygon([(a, b) for a, b in corners.tolist()], WHITE, BLACK)
    elif kind == 1:
        end = (x + uniform(rng, -3, 3) * wide, y + uniform(rng, -3, 3) * high)
        pen.line((x, y, *end), paint, width)
    else:
        far, left, top = uniform(rng, 0, 0.3), x // wide, y // high
        more = int(rng.integers(1, 3)) if kind == 2 else 1
        box = (left + far, top + far, left + more - far, top + more - far)
        box = (box[0] * wide, box[1] * high, box[2] * wide, box[3] * high)
        if kind == 2:
            pen.rectangle(box, outline=paint, width=width)
        else:
            pen.ellipse(box, paint if kind == 3 and far > 0.2 else None, paint, width)


def _page(rng: Rng, board: np.ndarray, around: np.ndarray, skin: Skin, known: Fonts) -> Page:
    """Return a board on a page with a frame, counters, texts, names of lines or a second board."""
    (wide, high), (height, width) = skin.size, board.shape[:2]
    kind = rng.random()
    lines = around + rng.uniform(0.15, 1.6, 4)
    if chance(rng, 0.2):  # less than the window sees
        lines = np.maximum(0.12, around - rng.random(4))
    if kind < 0.2:  # the board ends with the picture
        lines *= (kind > 0.08) * (rng.random(4) > 0.4)
    left, top, right, bottom = (lines * (wide, high, wide, high)).astype(int).tolist()
    if chance(rng, 0.05):
        more = cv2.copyMakeBorder(board, top, bottom, left, right, cv2.BORDER_REPLICATE)
        return Page(more, left, top, (wide, high))
    grounds = (skin.page, skin.opened.colour, skin.covered.colour, some_colour(rng), WHITE, BLACK)
    chosen = int(np.searchsorted((0.3, 0.47, 0.6, 0.85, 0.93), rng.random()))
    image = Image.new("RGB", (left + width + right, top + height + bottom), grounds[chosen])
    if chance(rng, 0.08):
        noise = rng.integers(0, 255, (*rng.integers(2, 24, 2), 3)).astype(np.uint8)
        image = Image.blend(image, Image.fromarray(noise).resize(image.size), 0.4)
    pen = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(0, 7))):
        _put_thing(rng, pen, image.size, top, skin, known)
    if chance(rng, 0.55):
        _put_frame(rng, pen, (left, top, left + width, top + height), skin)
    if chance(rng, 0.1):
        _name_lines(rng, pen, (left, top, width, height), skin, grounds[chosen])
    picture = np.array(image)
    other = [np.inf, np.inf]
    if chance(rng, 0.05):  # a second board, at any distance
        gap = uniform(rng, 0.15, 1.8)
        start = left + width + int(gap * wide), top + height + int(gap * high)
        if chance(rng, 0.5) and start[0] + wide < picture.shape[1]:
            part = picture[top : top + height, start[0] :]
            part[:, :width] = board[:, : part.shape[1]]
            other[0] = width / wide + gap
        elif start[1] + high < len(picture):
            part = picture[start[1] :, left : left + width]
            part[:height] = board[: len(part)]
            other[1] = height / high + gap
    picture[top : top + height, left : left + width] = board
    return Page(picture, left, top, (wide, high), (other[0], other[1]))


def _put_thing(
    rng: Rng, pen: ImageDraw.ImageDraw, size: tuple[int, int], top: int, skin: Skin, known: Fonts
) -> None:
    """Draw a box, a text, a counter, a disc or a line on a page."""
    x = uniform(rng, -20, size[0])
    y = uniform(rng, 0, top + 1) if chance(rng, 0.6) else uniform(rng, 0, size[1])
    kind, paint, high = int(rng.integers(6)), some_colour(rng), skin.size[1]
    if kind <= 1:
        box = (x, y, x + uniform(rng, 8, size[0]), y + uniform(rng, 5, 3 * high))
        fill = some_colour(rng) if chance(rng, 0.7) else None
        pen.rectangle(box, fill, paint, int(rng.integers(1, 4)))
    elif kind == 2:
        face = font(pick(rng, known.digits), int(uniform(rng, 0.3, 1.1) * high) + 5)
        words = "".join(pick(rng, WORDS) for _ in range(int(rng.integers(2, 30))))
        pen.text((x, y), words, paint, face)
    elif kind == 3:
        path = skin.face if chance(rng, 0.5) else pick(rng, known.segments)
        face = font(path, max(8, int(uniform(rng, 0.7, 1.6) * high)))
        ground = BLACK if chance(rng, 0.6) else some_colour(rng)
        pen.rectangle((x, y, x + 1.9 * face.size, y + 1.2 * face.size), ground)
        ink = (255, 0, 0) if chance(rng, 0.6) else paint
        pen.text((x, y), f"{rng.integers(0, 999):03d}", ink, face)
    elif kind == 4:
        far = uniform(rng, 0.5, 1.4) * high
        pen.ellipse((x, y, x + far, y + far), some_colour(rng), paint)
    else:
        pen.line((x, y, x + uniform(rng, 8, size[0]), y), paint, int(rng.integers(1, 4)))


def _put_frame(
    rng: Rng, pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], skin: Skin
) -> None:
    width = int(uniform(rng, 0, 0.45) * skin.size[0])
    colours = (skin.page, skin.covered.colour, some_colour(rng))
    colour = colours[int(rng.integers(3))]
    left, top, right, bottom = box
    if width:
        outer = (left - width, top - width, right + width - 1, bottom + width - 1)
        pen.rectangle(outer, colour)
    edges = [mix(colour, WHITE, rng.random()), mix(colour, BLACK, rng.random())]
    turn = int(rng.integers(2))
    for ring in range(min(width, int(rng.integers(0, 6)))):
        inner = (left - 1 - ring, top - 1 - ring, right + ring, bottom + ring)
        frame(pen, inner, (edges[turn], edges[1 - turn]))


def _name_lines(
    rng: Rng,
    pen: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    skin: Skin,
    ground: Colour,
) -> None:
    """Write numbers or letters next to rows and columns."""
    (wide, high), (left, top, width, height) = skin.size, box
    face = font(skin.face, max(6, int(uniform(rng, 0.4, 0.7) * high)))
    ink = contrasting(rng, [ground], 70)
    letters, before, first = chance(rng, 0.5), chance(rng, 0.5), int(rng.integers(2))
    y = top - 0.5 * high if before else top + height + 0.5 * high
    for column in range(width // wide):
        name = chr(97 + column % 26) if letters else str(column + first)
        pen.text((left + (column + 0.5) * wide, y), name, ink, face, "mm")
    x = left - 0.5 * wide if before else left + width + 0.5 * wide
    for row in range(height // high):
        pen.text((x, top + (row + 0.5) * high), str(row + first), ink, face, "mm")


def _cut(rng: Rng, page: Page) -> Page:
    """Return a page that may cut a line of the board off."""
    if not chance(rng, 0.1):
        return page
    picture, (x, y), (wide, high) = page.picture, (page.x, page.y), page.pitch
    share = uniform(rng, 0.1, 0.95)
    left, top = int(x + share * wide), int(y + share * high)
    side = int(rng.integers(4))
    if side == 0:
        return page._replace(picture=picture[:, left:], x=x - left)
    if side == 1:
        return page._replace(picture=picture[top:], y=y - top)
    rows, columns = int((len(picture) - y) // high), int((picture.shape[1] - x) // wide)
    if side == 2:
        return page._replace(picture=picture[:, : int(x + (columns - share) * wide)])
    return page._replace(picture=picture[: int(y + (rows - share) * high)])


def _worn(rng: Rng, page: Page) -> Page:
    """Return a page as screenshots are: scaled, blurred, tinted, compressed."""
    picture, (wide, high) = np.ascontiguousarray(page.picture), page.pitch
    x, y = page.x, page.y
    if chance(rng, 0.3):
        factor = max(uniform(rng, 0.55, 1.6), min(1, 9.5 / min(wide, high)))
        method = SCALINGS[int(rng.integers(4))]
        height, width = picture.shape[:2]
        picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=method)
        factor_x, factor_y = picture.shape[1] / width, picture.shape[0] / height
        x, y, wide, high = x * factor_x, y * factor_y, wide * factor_x, high * factor_y
    if chance(rng, 0.12):
        picture = cv2.GaussianBlur(picture, (0, 0), uniform(rng, 0.4, 0.05 * wide + 0.4))
    if chance(rng, 0.2):
        tinted = picture.astype(np.float32)
        if chance(rng, 0.5):
            tinted = (tinted - 127) * uniform(rng, 0.4, 1.15) + 127 + uniform(rng, -50, 50)
        if chance(rng, 0.3):
            tinted = 255 - tinted
        if chance(rng, 0.3):
            grey = tinted.mean(-1, keepdims=True)
            tinted = grey + (tinted - grey) * uniform(rng, 0, 1.2)
        if chance(rng, 0.4):
            tinted += rng.normal(size=tinted.shape) * uniform(rng, 1, 12)
        picture = tinted.clip(0, 255).astype(np.uint8)
    if chance(rng, 0.22):
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 92))]
        picture = np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], 1))
    if chance(rng, 0.03):
        few = Image.fromarray(picture).quantize(int(rng.integers(8, 64)))
        picture = np.array(few.convert("RGB"))
    return Page(picture, x, y, (wide, high), page.other)


def _moves(rng: Rng, wide: float) -> np.ndarray:
    """Return by how many pixels the corners of a window are off (float [4, 2])."""
    most, size = 0.04 if chance(rng, 0.7) else 0.1, min(SIZE, wide)
    if chance(rng, 0.35):
        return np.zeros((4, 2))
    if chance(rng, 0.15):  # seen from the side
        return rng.uniform(-most, most, (4, 2)) * size
    return (rng.uniform(-most, most, (1, 2)) + rng.uniform(-0.03, 0.03, (4, 2))) * size


def _rectified(
    picture: np.ndarray,
    box: tuple[float, float, float, float],
    moves: np.ndarray,
    rows: int,
    columns: int,
) -> np.ndarray:
    """Return a part of a picture at SIZE pixels a cell."""
    x, y, width, height = box
    factor = max(1.0, 0.8 * min(width / columns, height / rows) / SIZE)
    if factor > 1.2:
        smaller = [max(1, round(each / factor)) for each in picture.shape[1::-1]]
        picture = cv2.resize(picture, smaller, interpolation=cv2.INTER_AREA)
        x, y, width, height = (each / factor for each in box)
        moves = moves / factor
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    source = corners * (width, height) + (x, y) - 0.5 + moves
    target = corners * (columns * SIZE, rows * SIZE) - 0.5
    turn = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    size = (columns * SIZE, rows * SIZE)
    return cv2.warpPerspective(
        picture, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def main() -> None:
    """Save a sheet of 48 windows."""
    rng, tiles = np.random.default_rng(), []
    for _ in range(48):
        view, names = window(rng, 9, 10)
        outside = (names == OUTSIDE).repeat(SIZE, 0).repeat(SIZE, 1)
        stripes = np.add.outer(np.arange(len(view)), np.arange(view.shape[1])) % 6 == 0
        view = np.where((outside & stripes)[..., None], np.array((255, 0, 255), np.uint8), view)
        tiles.append(np.pad(view, ((4, 4), (4, 4), (0, 0))))
    sheet = np.vstack([np.hstack(tiles[start : start + 8]) for start in range(0, 48, 8)])
    Image.fromarray(sheet).save(sys.argv[1])


if __name__ == "__main__":
    main()
