"""Read a board from a picture with the network, as `measure` compares it with minevis itself.

The lattices are those of `minevis.vision`. The network says of every cell of a window around a
lattice whether it lies outside the board, and names the others; `naming` applies the rules.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from minevis.errors import PictureError
from minevis.vision.doubts import USUAL, Layouts
from minevis.vision.extent import best_rectangle, centred, scaled
from minevis.vision.lattice import (
    FEWEST,
    LARGEST_BOARD,
    Axis,
    Lattice,
    edges_of,
    lattices,
    outermost,
)
from minevis.vision.network import OUTSIDE, Network
from research.reader.naming import Named, Naming

MARGINS = (2, 6, 16)  # cells around a lattice that may belong to the board
MOST = 5.0  # largest value of a cell
LEAST_MEAN = 1.5  # of the values of a board's cells
SURE = 1.0  # mean value of a line of cells that surely belongs to the board; outside: less than -1
EQUAL = 0.8  # share of the largest value with which a board counts as much: the left one is read
MOVED = 0.03  # share of a cell by which the network looks beside the lattice, as a test
TRIED = 3  # boards that are tried until one can be read
MOST_DOUBTFUL = 0.35  # share of cells that may be doubtful
MOST_BROKEN = 0.04  # share of cells whose clues may not fit their neighbours


class FoundBoard(NamedTuple):
    """A candidate for the board."""

    lattice: Lattice
    value: float  # sum over its cells: the logarithm of the odds that they belong to a board
    doubtful: np.ndarray  # bool [rows, columns]: outermost cells where it may end elsewhere
    names: np.ndarray  # float [rows, columns, NAMES]: logarithms of chances


def read(
    network: Network,
    image: np.ndarray,
    box: tuple[float, float, float, float] | None = None,
    shape: tuple[int, int] | None = None,
) -> Named:
    """Return the board in a picture (uint8 [height, width, 3], BGR).

    Raises `PictureError` if there is none, or if too many cells are doubtful.
    """
    if box and shape:
        (x, y, width, height), (rows, columns) = box, shape
        given = Lattice(Axis(x, width / columns, columns), Axis(y, height / rows, rows))
        names = network(_rgb(image, given))
        candidates = [FoundBoard(given, 1.0, np.zeros(shape, dtype=bool), names)]
    else:
        candidates = boards(network, image, shape)
    reason = "no board found"
    for board in candidates[:TRIED]:
        window, moved = (_rgb(image, each) for each in (board.lattice, board.lattice.moved(MOVED)))
        passes = [board.names, network(window), network(moved)]
        whole = np.ones(board.doubtful.shape, dtype=bool)
        for side, line in outermost(whole).items():
            line[:] = board.lattice.room(image)[side] > 0.5
        named = Naming(passes, window, whole).named()
        edges = board.doubtful if board.lattice.shape not in USUAL else False
        clues = Layouts(named.view, named.doubtful, whole).conflict()
        named.doubtful.flat[clues] = True
        size = named.view.size
        if named.broken.sum() > max(3, MOST_BROKEN * size):
            reason = f"{named.broken.sum()} clues of a grid do not fit their neighbours"
        elif named.doubtful.sum() > MOST_DOUBTFUL * size:
            reason = f"{named.doubtful.sum()} of {size} cells are doubtful"
        elif not (named.view > 0).any() and board.lattice.shape not in USUAL and not shape:
            reason = "a grid without a digit"
        else:
            return replace(named, doubtful=named.doubtful | edges)
    raise PictureError(reason)


def _rgb(image: np.ndarray, lattice: Lattice) -> np.ndarray:
    return scaled(image, lattice)[:, :, ::-1]


def boards(
    network: Network, image: np.ndarray, shape: tuple[int, int] | None = None
) -> list[FoundBoard]:
    """Return the candidates for the board, the most likely one first.

    With `shape`, all have these numbers of rows and columns.
    """
    candidates: list[FoundBoard] = []
    both = edges_of(image)
    for lattice in lattices(image, both):
        x = centred(both.across, lattice.x, lattice.y)
        y = centred(both.down, lattice.y, x)
        for board in _boards_on(network, image, Lattice(x, y), shape):
            if not any(board.lattice.same_as(other.lattice) for other in candidates):
                candidates.append(board)
    candidates.sort(key=lambda board: -(board.value**2) / board.doubtful.size)
    for board in candidates[1:]:
        best = candidates[0]
        equal = board.value > EQUAL * best.value and not board.lattice.overlaps(best.lattice)
        if equal and board.lattice.x.start < best.lattice.x.start:
            candidates.remove(board)
            candidates.insert(0, board)
    return candidates


def _boards_on(
    network: Network, image: np.ndarray, lattice: Lattice, shape: tuple[int, int] | None
) -> list[FoundBoard]:
    """Return the boards in a lattice, which is extended while they touch its end."""
    height, width = image.shape[:2]
    (x, y), boxes = lattice, []
    for margin in MARGINS:
        wide = Lattice(_with_margin(x, width, margin), _with_margin(y, height, margin))
        if wide.y.count * wide.x.count > 1.4 * LARGEST_BOARD:
            return []
        names = network(_rgb(image, wide))
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
            doubtful = _edge_doubts(values, top, bottom, left, right, shape is not None)
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
            found.append((value, (down + top, down + bottom, across + left, across + right)))
    return [box for _, box in sorted(found, reverse=True)]


def _edge_doubts(
    values: np.ndarray, top: int, bottom: int, left: int, right: int, given: bool
) -> np.ndarray:
    """Return outermost cells of a board that may not be the last ones (bool [rows, columns]).

    If the shape is `given`, only cells of a board beyond them count.
    """
    wide = np.pad(values, 1, constant_values=-MOST)[top : bottom + 2, left : right + 2]
    own, beyond = outermost(wide[1:-1, 1:-1]), outermost(wide)
    doubtful = np.zeros((bottom - top, right - left), dtype=bool)
    for side, cells in outermost(doubtful).items():
        more = beyond[side][1:-1].mean()
        cells |= more > 0 if given else own[side].mean() < SURE or more > -SURE
    return doubtful


def _with_margin(axis: Axis, room: int, margin: int) -> Axis:
    """Return an axis with up to `margin` more cells on either side, half of them in the picture."""
    before = int(min(margin, max(0.0, axis.start / axis.pitch + 0.5)))
    after = int(min(margin, max(0.0, (room - axis.end) / axis.pitch + 0.5)))
    return axis.part(-before, axis.count + after)
