"""Finds which cells of a lattice belong to the board.

A cell of a board has edges on all four sides, or looks like cells with four edges. The board is the
rectangle with the most such cells.
"""

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from scipy.sparse.csgraph import connected_components

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

SIZE = 24  # pixels of a cell after scaling
BOARD_LIKE = 0.3  # least mean value of a board's cells; photographs of other things: 0.25
LEAST_EDGES = 0.15  # share of the sides between the cells of an outermost line
NOISE_LIMITS = (7, 11, 16, 24)
SURE_EDGE, SURE_PAGE = 0.33, -0.3  # mean values of cells at the edge, and just outside
AT_BORDER = 0.1  # share of a cell between the last line and the end of the picture
MARGINS = (2, 4, 8, 16, 32)  # cells around a lattice that may belong to the board
SMALL = 8  # pixels of a cell in which cells are compared


class FoundBoard(NamedTuple):
    """A candidate for the board."""

    lattice: Lattice
    value: float  # sum over its cells of how much they look like cells of a board
    doubtful: np.ndarray  # bool [rows, columns]: outermost cells where it may end elsewhere
    gap: float | None = None  # where a column within it has no edges, in pixels


def boards(
    image: np.ndarray, both: Edges, shape: tuple[int, int] | None = None
) -> list[FoundBoard]:
    """Return the candidates for the board, the most likely one first.

    With `shape`, all have these numbers of rows and columns.
    """
    candidates: list[FoundBoard] = []
    grids = lattices(image, both)
    for lattice in grids:
        board = extent(image, both, lattice, shape)
        if board and not any(board.lattice == other.lattice for other in candidates):
            candidates.append(board)
    for lattice in grids:  # of two equal grids, one may have been taken for the surroundings
        alike = [each.lattice for each in candidates if each.lattice.shape == lattice.shape]
        if alike and not any(lattice.overlaps(other) for other in alike):
            twin = extent(image, both, lattice, shape, (0,))
            candidates += [twin] if twin else []
    candidates.sort(key=lambda each: -each.value * each.lattice.area**0.5)
    return _taken_apart(image, candidates[0].gap, shape) or candidates if candidates else candidates


def _taken_apart(
    image: np.ndarray, gap: float | None, shape: tuple[int, int] | None
) -> list[FoundBoard]:
    """Return the two boards of one shape on both sides of a gap, if there are such."""
    if gap is None:
        return []
    cut = int(gap)
    left, right = (
        boards(part, edges_of(part), shape)
        for part in (image[:, :cut].copy(), image[:, cut:].copy())
    )
    if not (left and right and left[0].lattice.shape == right[0].lattice.shape):
        return []
    x, y = right[0].lattice
    return [left[0], right[0]._replace(lattice=Lattice(replace(x, start=x.start + cut), y))]


def extent(
    image: np.ndarray,
    both: Edges,
    lattice: Lattice,
    shape: tuple[int, int] | None,
    margins: tuple[int, ...] = MARGINS,
) -> FoundBoard | None:
    """Return the board in a lattice extended by up to `margin` cells, if there is one."""
    x = centred(both.across, lattice.x, lattice.y)
    y = centred(both.down, lattice.y, x)
    height, width = image.shape[:2]
    for margin in margins:  # further out while the board touches the margin
        wide = Lattice(_with_margin(x, width, margin), _with_margin(y, height, margin))
        rows, columns = wide.shape
        if rows * columns > 1.4 * LARGEST_BOARD:
            return None
        ends = tuple(abs(room) < AT_BORDER for room in wide.room(image).values())
        values, sides = _values(scaled(image, wide), wide.shape, ends)
        value, top, bottom, left, right = best_rectangle(values, shape)
        x, y = wide.x.part(left, right), wide.y.part(top, bottom)
        if min(x.count, y.count) < FEWEST or value < BOARD_LIKE * x.count * y.count:
            return None
        at_margin = (top == 0, bottom == rows, left == 0, right == columns)
        around = Lattice(x, y).room(image).values()
        if not any(at and cells > 1 for at, cells in zip(at_margin, around, strict=True)):
            break
    # outermost lines without edges between their cells are page, which looks like blank cells
    down, across = sides
    kept = np.flatnonzero(down[top:bottom, left + 1 : right].mean(1) > LEAST_EDGES)
    if not kept.size or np.ptp(kept) < FEWEST - 1:
        return None
    top, bottom = top + kept[0], top + kept[-1] + 1
    kept = np.flatnonzero(across[top + 1 : bottom, left:right].mean(0) > LEAST_EDGES)
    if not kept.size or np.ptp(kept) < FEWEST - 1:
        return None
    left, right = left + kept[0], left + kept[-1] + 1
    # a line that the picture cuts off counts only if it clearly looks like the board
    own = outermost(values[top:bottom, left:right])
    room = Lattice(wide.x.part(left, right), wide.y.part(top, bottom)).room(image)
    cut_off = {side: room[side] < -0.05 and own[side].mean() < SURE_EDGE for side in own}
    top, bottom = top + cut_off["above"], bottom - cut_off["below"]
    left, right = left + cut_off["left"], right - cut_off["right"]
    x, y = wide.x.part(left, right), wide.y.part(top, bottom)
    inside = across[top + 1 : bottom, left + FEWEST : right - FEWEST]
    bare = np.flatnonzero(inside.mean(0) <= LEAST_EDGES)
    gap = x.start + (bare[0] + FEWEST + 0.5) * x.pitch if bare.size else None
    doubtful = _edge_doubts(values, top, bottom, left, right, shape is not None)
    return FoundBoard(Lattice(x, y), value, doubtful, gap)


def _edge_doubts(
    values: np.ndarray, top: int, bottom: int, left: int, right: int, given: bool
) -> np.ndarray:
    """Return outermost cells of a board that may not be the last ones (bool [rows, columns]).

    They hardly look like cells of a board, or cells beyond them do. If the shape is `given`, only
    cells of a board beyond them count.
    """
    wide = np.pad(values, 1, constant_values=-1)[top : bottom + 2, left : right + 2]
    own, beyond = outermost(wide[1:-1, 1:-1]), outermost(wide)
    doubtful = np.zeros((bottom - top, right - left), dtype=bool)
    for side, cells in outermost(doubtful).items():
        more = beyond[side][1:-1].mean()
        cells |= more > 0 if given else own[side].mean() < SURE_EDGE or more > SURE_PAGE
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


def scaled(image: np.ndarray, lattice: Lattice, size: int = SIZE) -> np.ndarray:
    """Return the lattice's part of the picture, scaled to `size` pixels per cell.

    The result is float32 [rows * size, columns * size, 3].
    """
    x, y = lattice
    finer = max(1, round(max(x.pitch, y.pitch) / size))
    step = size * finer
    columns, rows = x.count * step, y.count * step
    at_x = (x.start + (np.arange(columns) + 0.5) * x.pitch / step - 0.5).astype(np.float32)
    at_y = (y.start + (np.arange(rows) + 0.5) * y.pitch / step - 0.5).astype(np.float32)
    places = np.meshgrid(at_x, at_y)
    large = cv2.remap(image, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        target = (x.count * size, y.count * size)
        large = cv2.resize(large, target, interpolation=cv2.INTER_AREA)
    return large.astype(np.float32)


def cut(scaled_image: np.ndarray, shape: tuple[int, int], size: int = SIZE) -> np.ndarray:
    """Return the cells of a scaled picture (float32 [rows * columns, size, size, 3])."""
    rows, columns = shape
    cells = scaled_image.reshape(rows, size, columns, size, 3).transpose(0, 2, 1, 3, 4)
    return cells.reshape(rows * columns, size, size, 3)


def cell_borders(scaled_image: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Return the outermost pixels of every cell (float32 [cells, values])."""
    rows, columns = shape
    target = (columns * SMALL, rows * SMALL)
    small = cut(cv2.resize(scaled_image, target, interpolation=cv2.INTER_AREA), shape, SMALL)
    outer = np.ones((SMALL, SMALL), dtype=bool)
    outer[1:-1, 1:-1] = False
    return small[:, outer].reshape(rows * columns, -1)


def classes(rows: np.ndarray, limit: int, share: float) -> np.ndarray:
    """Return a class per row (int [rows]); similar consecutive rows share a class.

    Two rows are alike if `share` of their values differ by at most `limit`.
    """
    values = np.ascontiguousarray(rows.T.astype(np.uint8))  # [values, rows]
    least = int(share * len(values))
    alike = np.empty((len(rows), len(rows)), dtype=bool)
    for index in range(len(rows)):
        near = cv2.absdiff(values, np.repeat(values[:, index : index + 1], len(rows), 1)) <= limit
        alike[index] = near.sum(0, dtype=np.uint8) > least
    return connected_components(alike)[1]


def _values(
    image: np.ndarray, shape: tuple[int, int], ends: tuple[bool, ...]
) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Return how much every cell looks like a board cell (float [rows, columns]).

    Also which vertical and which horizontal sides are edges, as `_lines` returns them. `ends` says
    where the picture ends with the cells, which is an edge too: above, below, left, right.
    """
    rows = cell_borders(image, shape)
    for limit in NOISE_LIMITS:  # most cells of a board look alike
        alike = classes(rows, limit, 0.85)
        if (np.bincount(alike)[alike] > 1).mean() > 0.5:
            break
    down = _lines(image, shape)
    across = _lines(image.transpose(1, 0, 2), shape[::-1]).T
    for line, end in zip((across[0], across[-1], down[:, 0], down[:, -1]), ends, strict=True):
        line[:] = np.maximum(line, end)
    own = np.minimum(down[:, :-1] + down[:, 1:], across[:-1] + across[1:]).ravel() / 2
    size = np.bincount(alike)
    mean = (np.bincount(alike, own) / size)[alike]
    pooled = (mean + np.maximum(own, mean)) / 2
    value: np.ndarray = np.where(size[alike] >= 3, pooled, own - 0.2) - 0.5
    return value.reshape(shape), (down, across)


def _lines(image: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Return which sides of cells are edges, left to right (float [rows, columns + 1], 0 or 1).

    An edge is stronger than the noise within cells.
    """
    rows, columns = shape
    padded = np.pad(image, ((0, 0), (3, 3), (0, 0)), mode="edge")
    width = image.shape[1]
    thin = np.abs(padded[:, 3 : width + 3] - padded[:, 2 : width + 2]).max(2)
    soft = np.abs(padded[:, 4 : width + 4] - padded[:, 1 : width + 1]).max(2)
    strength = cv2.dilate(np.maximum(thin, 0.8 * soft), np.ones((1, 5)))
    within = strength.reshape(rows, SIZE, columns, SIZE)[:, 5:-5, :, [5, 9, 12, 15, 19]]
    limit = max(5, 1.6 * np.quantile(within, 0.2))
    lines = np.concatenate([strength[:, ::SIZE], strength[:, -1:]], axis=1) > limit
    share: np.ndarray = lines.reshape(rows, SIZE, columns + 1)[:, 3:-3].mean(1)
    return (share > 0.6).astype(float)


def centred(strength: np.ndarray, axis: Axis, other: Axis) -> Axis:
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
    """Return an axis with up to `margin` more cells on either side, within the picture.

    A cell counts if the picture shows 70 % of it.
    """
    before = int(min(margin, max(0.0, axis.start / axis.pitch + 0.3)))
    after = int(min(margin, max(0.0, (room - axis.end) / axis.pitch + 0.3)))
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
    windows = np.lib.stride_tricks.sliding_window_view(value, (rows, columns)).sum((2, 3))
    top, left = (int(each) for each in np.unravel_index(windows.argmax(), windows.shape))
    return float(windows[top, left]), top, top + rows, left, left + columns
