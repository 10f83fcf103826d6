"""Says what lies around a board that was read from a picture: more of it, or another board."""

import numpy as np

from minevis.core.picture.lattice import Axis, Lattice, edges

USUAL_SHAPES = {(9, 9), (16, 16), (16, 30), (30, 16), (8, 10), (14, 18), (20, 24), (10, 10)}
OVER = 0.04  # share of a cell by which a line may reach out of the picture
CUT = 0.12  # share of a cell that must be left of a line for it to be seen


def surroundings(
    picture: np.ndarray, lattice: Lattice, clues: np.ndarray, others: tuple[Lattice, ...]
) -> list[str]:
    """Return sentences about parts of the board that may be missing, and about other boards.

    `clues` (bool [rows, columns]) are those that need mines beyond the picture.
    """
    x, y = lattice
    places = {
        "above": "a row above the first one",
        "below": "a row below the last one",
        "left": "a column left of the first one",
        "right": "a column right of the last one",
    }
    notes = [
        f"{places[side]} is cut off by the edge of the picture"
        for side in cut_sides(picture, lattice)
    ]
    height, width = picture.shape[:2]
    notes += [
        f"the {line} is cut by the edge of the picture"
        for line, over, pitch in (
            ("first row", -y.start, y.pitch),
            ("last row", y.end - height, y.pitch),
            ("first column", -x.start, x.pitch),
            ("last column", x.end - width, x.pitch),
        )
        if over > OVER * pitch
    ]
    rows, columns = clues.shape
    sides = {"above": clues[0], "below": clues[-1], "left": clues.T[0], "right": clues.T[-1]}
    if clues.any() and not notes:
        named = ", ".join(side for side, line in sides.items() if line.any())
        notes.append(f"clues at the edge need mines beyond it ({named}): cells are missing")
    usual = {(rows + 1, columns), (rows, columns + 1)} & USUAL_SHAPES
    if usual and (rows, columns) not in USUAL_SHAPES:
        named = " or ".join(f"{each[0]}×{each[1]}" for each in sorted(usual))
        notes.append(f"{rows}×{columns} cells: of a board of {named} a line is hidden or cut off")
    if others:
        named = " and ".join(f"box={_box(each)}" for each in (lattice, *others))
        notes.append(f"the picture shows {1 + len(others)} boards, at {named}: the first was read")
    return notes


def cut_sides(picture: np.ndarray, lattice: Lattice) -> list[str]:
    """Return on which sides a part of a further line of cells is seen."""
    x, y = lattice
    turned = picture.transpose(1, 0, 2)
    parts = {
        "above": (picture, -y.start, y, x),
        "below": (picture, y.end, y, x),
        "left": (turned, -x.start, x, y),
        "right": (turned, x.end, x, y),
    }
    found = []
    for side, (image, end, along, across) in parts.items():
        inside = round(along.pitch)
        lines = image[::-1] if end < 0 else image  # from the board to the edge of the picture
        place = round(len(image) + end) if end < 0 else round(end)
        strip = lines[max(place, 0) :]
        if CUT * along.pitch < len(strip) < along.pitch and len(strip) > 2:
            own = _crossing(lines[max(place - inside, 0) : place], across)
            crossing = _crossing(strip, across)
            if ((crossing > 0.3) & (crossing > 0.6 * own)).mean() > 0.6:
                found.append(side)
    return found


def _crossing(strip: np.ndarray, axis: Axis) -> np.ndarray:
    """Return how strong the lines between cells are in a strip (float [lines])."""
    strength = edges(np.ascontiguousarray(strip)).across
    at = np.clip(np.round(axis.lines()[1:-1]).astype(int), 1, strength.shape[1] - 2)
    near = np.max([strength[:, at + shift] for shift in (-1, 0, 1)], axis=0)
    means: np.ndarray = near.mean(0)
    return means


def _box(lattice: Lattice) -> tuple[int, ...]:
    x, y = lattice
    return (round(x.start), round(y.start), round(x.end - x.start), round(y.end - y.start))
