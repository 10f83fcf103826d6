"""Straightens pictures of boards that were photographed from the side."""

import cv2
import numpy as np

from minevis.vision.lattice import Axis, Edges, Lattice, fitted

STRAIGHT = 0.16  # share of a cell by which the ends of a line may differ
FEWEST = 5  # cells in a row and in a column, to measure both ends


def straightened(image: np.ndarray, both: Edges, board: Lattice) -> np.ndarray | None:
    """Return a picture in which the lines of `board` are straight; None if they are.

    The lines are measured in the first and the last third of the board. Between and beyond them
    they are taken to turn evenly.
    """
    x, y = board
    if min(board.shape) < FEWEST:
        return None
    ends_y = [fitted(both.down, y, third) for third in _outer_thirds(x)]
    ends_x = [fitted(both.across, x, third) for third in _outer_thirds(y)]
    shift_y = _shift(y, ends_y)
    shift_x = _shift(x, ends_x)
    if shift_x < STRAIGHT * x.pitch and shift_y < STRAIGHT * y.pitch:
        return None
    height, width = image.shape[:2]
    column = (np.arange(width) - x.start) / (x.end - x.start)  # 0 to 1 within the board
    row = (np.arange(height) - y.start) / (y.end - y.start)
    at_x = _turned(column[None, :], row[:, None], ends_x)
    at_y = _turned(row[:, None], column[None, :], ends_y)
    maps = (at_x.astype(np.float32), at_y.astype(np.float32))
    straight: np.ndarray = cv2.remap(image, *maps, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return straight


def _outer_thirds(axis: Axis) -> tuple[Axis, Axis]:
    third = axis.count // 3
    return axis.part(0, third), axis.part(axis.count - third, axis.count)


def _shift(axis: Axis, ends: list[Axis]) -> float:
    """Return by how much a line moves at most from one end of the board to the other."""
    first, last = ends
    return max(abs(first.start - last.start), abs(first.end - last.end)) * 1.5


def _turned(along: np.ndarray, across: np.ndarray, ends: list[Axis]) -> np.ndarray:
    """Return the places of points, given as shares `along` an axis and `across` the board.

    The ends were measured at one sixth and at five sixths of the board.
    """
    first, last = ends
    share = np.clip((across - 1 / 6) / (4 / 6), -1, 2)
    start = first.start + share * (last.start - first.start)
    end = first.end + share * (last.end - first.end)
    turned: np.ndarray = start + along * (end - start)
    return turned
