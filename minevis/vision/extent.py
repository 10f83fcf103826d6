"""Finds which cells of a lattice belong to the board.

The network says of every cell of a window around a lattice whether it lies outside the board. The
board is the rectangle with the most cells inside.
"""

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from minevis.vision.doubts import USUAL
from minevis.vision.lattice import (
    FEWEST,
    LARGEST_BOARD,
    Axis,
    Edges,
    Lattice,
    edges_of,
    lattices,
    outermost,
    thickened,
)
from minevis.vision.network import OUTSIDE, SIZE, reader_network

MARGINS = (2, 6, 16)  # cells around a lattice that may belong to the board
MOST = 5.0  # largest value of a cell
LEAST_MEAN = 1.5  # of the values of a board's cells
PRIOR = 12.0  # value that a board of a usual size may lack
SURE = 1.0  # mean value of a line of cells that surely belongs to the board; outside: less than -1


class FoundBoard(NamedTuple):
    """A candidate for the board."""

    lattice: Lattice
    value: float  # sum over its cells: the logarithm of the odds that they belong to a board
    doubtful: np.ndarray  # bool [rows, columns]: outermost cells where it may end elsewhere
    names: np.ndarray  # float [rows, columns, NAMES]: logarithms of chances


def boards(
    image: np.ndarray, both: Edges, shape: tuple[int, int] | None = None
) -> list[FoundBoard]:
    """Return the candidates for the board, the most likely one first.

    With `shape`, all have these numbers of rows and columns.
    """
    candidates: list[FoundBoard] = []
    for lattice in lattices(image, both):
        x = _centred(both.across, lattice.x, lattice.y)
        y = _centred(both.down, lattice.y, x)
        for board in _boards_on(image, Lattice(x, y), shape):
            if not any(board.lattice.same_as(other.lattice) for other in candidates):
                candidates.append(board)
    return sorted(candidates, key=lambda board: -(board.value**2) / board.lattice.cells)


def _boards_on(
    image: np.ndarray, lattice: Lattice, shape: tuple[int, int] | None
) -> list[FoundBoard]:
    """Return the boards in a lattice, which is extended while they touch its end."""
    height, width = image.shape[:2]
    (x, y), boxes = lattice, []
    for margin in MARGINS:
        wide = Lattice(_with_margin(x, width, margin), _with_margin(y, height, margin))
        if wide.cells > 1.4 * LARGEST_BOARD:
            return []
        names = reader_network()(scaled(image, wide))
        outside = np.exp(names[..., OUTSIDE].astype(float))
        values = np.clip(np.log1p(1e-4 - outside) - np.log(outside + 1e-4), -MOST, MOST)
        boxes = _rectangles(values, shape)
        if not boxes:
            return []
        top, bottom, left, right = boxes[0]
        x, y = wide.x.part(left, right), wide.y.part(top, bottom)
        at_end = (top == 0, bottom == wide.y.count, left == 0, right == wide.x.count)
        room = Lattice(x, y).room(image).values()
        if not any(at and cells > 0.5 for at, cells in zip(at_end, room, strict=True)):
            break
    found = []
    for top, bottom, left, right in boxes:
        part = np.s_[top:bottom, left:right]
        if values[part].mean() > LEAST_MEAN:
            board = Lattice(wide.x.part(left, right), wide.y.part(top, bottom))
            known = shape is not None or board.shape in USUAL
            doubtful = _edge_doubts(values, top, bottom, left, right, known)
            found.append(FoundBoard(board, float(values[part].sum()), doubtful, names[part]))
    return found


def _rectangles(
    values: np.ndarray, shape: tuple[int, int] | None
) -> list[tuple[int, int, int, int]]:
    """Return the largest rectangles, best first: (top, bottom, left, right), half open.

    A line outside a board divides two boards.
    """
    found, todo = [], [(0, 0, values)]
    while todo:
        down, across, part = todo.pop()
        if min(part.shape) < FEWEST:
            continue
        value, top, bottom, left, right = best_rectangle(part, shape)
        inside = part[top:bottom, left:right]
        if value <= 0 or min(inside.shape) < FEWEST:
            continue
        rows, columns = (np.flatnonzero(inside.mean(axis) < 0) for axis in (1, 0))
        if rows.size:
            middle = top + int(rows[0])
            todo += [(down, across, part[:middle]), (down + middle, across, part[middle:])]
        elif columns.size:
            middle = left + int(columns[0])
            todo += [(down, across, part[:, :middle]), (down, across + middle, part[:, middle:])]
        else:
            for usual in USUAL if shape is None else ():
                likely = _best_of_size(part, *usual)
                if likely[0] > value - PRIOR and (bottom - top, right - left) not in USUAL:
                    value, top, bottom, left, right = likely
            found.append((value, (down + top, down + bottom, across + left, across + right)))
    return [box for _, box in sorted(found, reverse=True)]


def _edge_doubts(
    values: np.ndarray, top: int, bottom: int, left: int, right: int, given: bool
) -> np.ndarray:
    """Return outermost cells of a board that may not be the last ones (bool [rows, columns]).

    If the shape is `given` or a usual one, less speaks for it.
    """
    wide = np.pad(values, 1, constant_values=-MOST)[top : bottom + 2, left : right + 2]
    own, beyond = outermost(wide[1:-1, 1:-1]), outermost(wide)
    doubtful = np.zeros((bottom - top, right - left), dtype=bool)
    for side, cells in outermost(doubtful).items():
        more = beyond[side][1:-1].mean()
        sure = 0 if given else SURE
        cells |= own[side].mean() < sure or more > -sure
    return doubtful


def shapes_in_box(image: np.ndarray, box: tuple[float, ...]) -> list[tuple[int, int]]:
    """Return (rows, columns) of boards that may fill the part `box` (x, y, width, height)."""
    x, y, width, height = box
    left, top = max(0, int(x)), max(0, int(y))
    part = image[top : int(y + height) + 1, left : int(x + width) + 1]
    shapes: dict[tuple[int, int], None] = {}
    for lattice in lattices(part, edges_of(part)) if min(part.shape[:2]) >= SIZE else []:
        rows, columns = round(height / lattice.y.pitch), round(width / lattice.x.pitch)
        if min(rows, columns) >= FEWEST and rows * columns <= LARGEST_BOARD:
            shapes[rows, columns] = None
    return list(shapes)


def scaled(image: np.ndarray, lattice: Lattice) -> np.ndarray:
    """Return the lattice's part of a BGR picture, scaled to `SIZE` pixels per cell, as RGB.

    The result is float32 [rows * SIZE, columns * SIZE, 3].
    """
    x, y = lattice
    finer = max(1, round(max(x.pitch, y.pitch) / SIZE))
    step = SIZE * finer
    columns, rows = x.count * step, y.count * step
    at_x = (x.start + (np.arange(columns) + 0.5) * x.pitch / step - 0.5).astype(np.float32)
    at_y = (y.start + (np.arange(rows) + 0.5) * y.pitch / step - 0.5).astype(np.float32)
    places = np.meshgrid(at_x, at_y)
    large = cv2.remap(image, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        target = (x.count * SIZE, y.count * SIZE)
        large = cv2.resize(large, target, interpolation=cv2.INTER_AREA)
    return large[:, :, ::-1].astype(np.float32)


def _centred(strength: np.ndarray, axis: Axis, other: Axis) -> Axis:
    """Move an axis to the middle of its lines, which may be several pixels thick."""
    top, bottom = max(int(other.start), 0), min(int(other.end), len(strength))
    profile = strength[top:bottom].mean(0)
    place = (np.arange(len(profile)) - axis.start) / axis.pitch
    inside = (place > -0.3) & (place < axis.count + 0.3)
    count = round(axis.pitch * 2)
    reach = int(count * 0.2)
    bins = np.round(place[inside] * count).astype(int) % count
    sums = np.bincount(bins, profile[inside], minlength=count)
    mean = sums / np.maximum(np.bincount(bins, minlength=count), 1)
    near = np.concatenate([mean[-reach:], mean[: reach + 1]])
    near = thickened(near, 0.99)
    base = np.median(mean)
    strong = np.flatnonzero(near >= base + 0.5 * (near.max() - base)) - reach
    return replace(axis, start=axis.start + (strong.min() + strong.max()) / 2 / count * axis.pitch)


def _with_margin(axis: Axis, room: int, margin: int) -> Axis:
    """Return an axis with up to `margin` more cells on either side, half of them in the picture."""
    before = int(min(margin, max(0.0, axis.start / axis.pitch + 0.5)))
    after = int(min(margin, max(0.0, (room - axis.end) / axis.pitch + 0.5)))
    return axis.part(-before, axis.count + after)


def best_rectangle(
    value: np.ndarray, shape: tuple[int, int] | None = None
) -> tuple[float, int, int, int, int]:
    """Return the rectangle of the largest sum: (sum, top, bottom, left, right), half open.

    With `shape`, only rectangles of that size count.
    """
    if shape is not None:
        return _best_of_size(value, *shape)
    sums = np.pad(np.cumsum(value, axis=0), ((1, 0), (0, 0)))
    best = (-np.inf, 0, 0, 0, 0)
    for top in range(len(value)):
        rows = sums[top + 1 :] - sums[top]  # one for each bottom
        along = np.pad(np.cumsum(rows, axis=1), ((0, 0), (1, 0)))
        lowest = np.minimum.accumulate(along[:, :-1], axis=1)
        gain = along[:, 1:] - lowest
        bottom, right = np.unravel_index(gain.argmax(), gain.shape)
        if gain[bottom, right] > best[0]:
            start = along[bottom, : right + 1]
            left = int(np.flatnonzero(start == lowest[bottom, right])[-1])
            size = (top, top + int(bottom) + 1, left, int(right) + 1)
            best = (float(gain[bottom, right]), *size)
    return best


def _best_of_size(value: np.ndarray, rows: int, columns: int) -> tuple[float, int, int, int, int]:
    if value.shape[0] < rows or value.shape[1] < columns:
        return -np.inf, 0, 0, 0, 0
    sums = np.pad(value.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    down = sums[rows:] - sums[:-rows]
    windows = down[:, columns:] - down[:, :-columns]
    top, left = (int(each) for each in np.unravel_index(windows.argmax(), windows.shape))
    return float(windows[top, left]), top, top + rows, left, left + columns
