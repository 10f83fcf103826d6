"""Boards as pictures: counting neighbours, dilation, regions, masks and cells.

A mask is a bool array [H, W]. Cells are `(row, col)` at the surface and flat
ints `row * W + col` inside; `cell_table` turns the one into the other.
"""

from collections.abc import Iterable
from enum import EnumType, IntEnum
from functools import lru_cache
from operator import index
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from minevis.errors import BoardFormatError

Cell = tuple[int, int]
Cells = tuple[Cell, ...]
Shape = tuple[int, int]

RING = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], dtype=np.uint8)
AROUND = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if (row, col) != (0, 0)]
BLOCK = np.ones((3, 3), dtype=np.uint8)
EDGES = "tblr"  # top, bottom, left, right


class ArrayEnum(EnumType):
    """A kind of enum whose members can be compared with arrays without losing a Ctrl-C.

    NumPy looks for attributes of arrays in a member. It treats any exception as "no",
    KeyboardInterrupt too. In Python 3.11 enums run Python code there; these do not.
    """

    __getattr__ = type.__getattribute__


class ViewCode(IntEnum, metaclass=ArrayEnum):
    """The codes of cells without a clue; 0 to 8 are clues."""

    COVERED = -1
    FLAGGED = -2
    EXPLODED = -3


def neighbour_counts(mask: np.ndarray) -> np.ndarray:
    """Return the number of set neighbours of every cell: uint8 [H, W].

    A convolution with a ring of ones. By default OpenCV mirrors the image at its border. A board is
    empty there, hence the constant border.
    """
    picture = mask.astype(np.uint8)
    return cv2.filter2D(picture, -1, RING, borderType=cv2.BORDER_CONSTANT)


def neighbours_outside(mask: np.ndarray, offset: Cell) -> np.ndarray:
    """Return the number of set neighbours outside a 3×3 block, for every cell: uint8 [H, W].

    The centre of the block is `offset` rows and columns from the cell.
    """
    rows, cols = (np.abs(np.arange(-1, 2) - along) > 1 for along in offset)
    ring = RING * (rows[:, None] | cols)
    return cv2.filter2D(mask.astype(np.uint8), -1, ring, borderType=cv2.BORDER_CONSTANT)


def block_sums(values: np.ndarray) -> np.ndarray:
    """Sum `values` over the 3×3 block around every cell: float64 [H, W]."""
    return cv2.filter2D(values.astype(np.float64), -1, BLOCK, borderType=cv2.BORDER_CONSTANT)


def dilate(mask: np.ndarray, radius: int = 1) -> np.ndarray:
    """Return the cells of `mask` and all within `radius` king's moves of them: bool [H, W]."""
    side = 2 * radius + 1
    return cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8)).astype(bool)


def numbered_regions(mask: np.ndarray) -> np.ndarray:
    """Return the 8-connected regions of `mask`, numbered from 1; 0 elsewhere: int32 [H, W]."""
    from skimage.measure import label as label_image  # late: processes start without it

    labels: np.ndarray = label_image(mask, connectivity=2)  # type: ignore[no-untyped-call]
    return labels.astype(np.int32)


def region_of(mask: np.ndarray, cell: Cell) -> np.ndarray:
    """Return the 8-connected region of `mask` around `cell`: bool [H, W]."""
    picture = mask.astype(np.uint8)
    cv2.floodFill(picture, None, (cell[1], cell[0]), (2,), flags=8)
    return picture == 2


def adjacent_pairs(seeing: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the touching pairs of a cell in `seeing` and one in `seen`: two flat int64 [n].

    Pairs with the same seen cell come in board order.
    """
    height, width = seeing.shape
    beyond = np.zeros((height + 2, width + 2), bool)
    beyond[1:-1, 1:-1] = seen
    ones, others = [], []
    for row, col in reversed(AROUND):
        shifted = beyond[1 + row : 1 + row + height, 1 + col : 1 + col + width]
        one = np.flatnonzero(seeing & shifted)
        ones.append(one)
        others.append(one + (row * width + col))
    return np.concatenate(ones), np.concatenate(others)


def component_labels(ones: np.ndarray, others: np.ndarray, shape: Shape) -> np.ndarray:
    """Label the components of a graph whose edges connect touching cells: int32 [H · W].

    The edges lead from `ones` to `others`, flat int64 [n]; cells without an edge get 0. If two
    cells in a 2×2 square are connected, a third must have no edge, or an edge to one of the two.
    Clues and the covered cells around them meet this condition. Then the edges, drawn into a
    picture of twice the size, are connected exactly as the graph.
    """
    height, width = shape
    wide = 2 * width - 1
    starts, ends = (2 * (cells // width * wide + cells % width) for cells in (ones, others))
    picture = np.zeros((2 * height - 1) * wide, np.uint8)
    picture[starts] = picture[ends] = picture[(starts + ends) // 2] = 1
    _, parts = cv2.connectedComponents(picture.reshape(-1, wide), connectivity=8)
    return parts[::2, ::2].ravel()


def neighbours_in(mask: np.ndarray, cell: Cell) -> np.ndarray:
    """Return the set cells of `mask` next to `cell`, without `cell` itself: flat int64 [n]."""
    width = mask.shape[1]
    row, col = cell
    top, left = max(row - 1, 0), max(col - 1, 0)
    rows, cols = np.nonzero(mask[top : row + 2, left : col + 2])
    flat = (rows + top) * width + (cols + left)
    return flat[flat != row * width + col]


def frozen(array: np.ndarray) -> np.ndarray:
    """Make an array read-only, and return it: it is shared."""
    array.setflags(write=False)
    return array


def kept(array: np.ndarray) -> np.ndarray:
    """Return an array that is safe to keep: a read-only one itself, otherwise a read-only copy."""
    return frozen(array.copy()) if array.flags.writeable else array


@lru_cache(maxsize=16)
def rims(shape: Shape) -> np.ndarray:
    """Return the number of board edges at every cell, 0 to 4: int8 [H, W]."""
    counts = np.zeros(shape, dtype=np.int8)
    for side in (counts[0], counts[-1], counts[:, 0], counts[:, -1]):
        side += 1
    return frozen(counts)


def neighbours(cell: Cell, shape: Shape) -> list[Cell]:
    """Return the three to eight cells around `cell`, row by row."""
    row, col = cell
    return [
        (r, c)
        for r in range(max(row - 1, 0), min(row + 2, shape[0]))
        for c in range(max(col - 1, 0), min(col + 2, shape[1]))
        if (r, c) != cell
    ]


@lru_cache(maxsize=16)
def cell_table(shape: Shape) -> tuple[Cell, ...]:
    """Return every cell of a board as `(row, col)`, indexed by its flat number.

    One shared tuple a cell: events refer to cells without copying them.
    """
    height, width = shape
    return tuple((row, col) for row in range(height) for col in range(width))


def flat_of(cell: Cell, width: int) -> int:
    """Return the flat number of a cell on a board of that `width`."""
    return cell[0] * width + cell[1]


def lies_on(cell: Cell, shape: Shape) -> bool:
    """Return whether `cell` is on a board."""
    return 0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]


def check_rows(given: npt.ArrayLike) -> np.ndarray:
    """Return `given` as an array. Raises `BoardFormatError` for rows of different lengths.

    >>> check_rows([[1], [1, 0]])
    Traceback (most recent call last):
    minevis.errors.BoardFormatError: rows of different lengths: a board is [height, width]
    """
    try:
        return np.array(given)
    except ValueError as error:  # NumPy's own words are about sequences and dimensions
        rule = "rows of different lengths: a board is [height, width]"
        raise BoardFormatError(rule) from error


def check_cell(name: str, value: object) -> Cell:
    """Return a cell as two ints. Raises `TypeError`, naming the value.

    The caller checks whether it is on a board.
    """
    try:
        row, col = map(_whole, value)  # type: ignore[call-overload]
        return (row, col)
    except (TypeError, ValueError):
        shown = repr(value)[:80]
        rule = "a cell (row, col) of two integers is needed"
        raise TypeError(f"{name}={shown}: {rule}") from None


def _whole(value: Any) -> int:
    if isinstance(value, bool):  # `True` is an int in Python; refuse it here
        raise TypeError(f"{value} is not an integer")
    return index(value)


def cells_of(mask: np.ndarray) -> tuple[Cell, ...]:
    """Return the set cells of `mask`, row by row."""
    table = cell_table(mask.shape)
    return tuple(table[i] for i in np.flatnonzero(mask).tolist())


def mask_of(cells: Iterable[Cell], shape: Shape) -> np.ndarray:
    """Return the mask of exactly these `cells`: bool [H, W]."""
    mask = np.zeros(shape, dtype=bool)
    index = np.array(list(cells), dtype=np.intp).reshape(-1, 2)
    mask[index[:, 0], index[:, 1]] = True
    return mask


def edges_of(part: bool | str) -> str:
    """Return the open edges that `part` names: all for True, none for False.

    >>> edges_of("rt"), edges_of(True)
    ('tr', 'tblr')
    """
    if isinstance(part, bool | np.bool_):
        return EDGES if part else ""
    if not isinstance(part, str) or not part or set(part) - set(EDGES):
        rule = "it must be True, or letters of 'tblr': the cut edges (top, bottom, left, right)"
        raise ValueError(f"part={part!r:.40}: {rule}")
    return "".join(edge for edge in EDGES if edge in part)
