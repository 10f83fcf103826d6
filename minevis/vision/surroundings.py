"""Describes the surroundings of a board in a picture: more cells, or a second board."""

import numpy as np

from minevis.vision.lattice import Axis, Lattice, edges, outermost

USUAL = {(10, 10): 0, (9, 9): 10, (8, 10): 10}  # mines of usual levels; 0: of any number
USUAL |= dict.fromkeys(((16, 16), (14, 18)), 40)
USUAL |= dict.fromkeys(((16, 30), (30, 16), (20, 24)), 99)
PLACES = {  # a line beyond each side, and the last line there
    "above": ("row above the first one", "first row"),
    "below": ("row below the last one", "last row"),
    "left": ("column left of the first one", "first column"),
    "right": ("column right of the last one", "last column"),
}
OVER = 0.04  # share of a cell by which a line may reach out of the picture
CUT = 0.12  # share of a cell that must be left of a line for it to be seen


def surroundings(
    picture: np.ndarray, lattice: Lattice, clues: np.ndarray, others: tuple[Lattice, ...]
) -> list[str]:
    """Return sentences about parts of the board that may be missing, and about other boards.

    `clues` (bool [rows, columns]) need mines outside the picture.
    """
    cut, notes = cut_sides(picture, lattice), []
    for side, room in lattice.room(picture).items():
        beyond, line = PLACES[side]
        if side in cut:
            notes.append(f"a {beyond} is cut off by the edge of the picture")
        if room < -OVER:
            notes.append(f"the {line} is cut by the edge of the picture")
    rows, columns = clues.shape
    if clues.any() and not notes:
        named = ", ".join(side for side, line in outermost(clues).items() if line.any())
        notes.append(f"clues at the edge need mines beyond it ({named}): cells are missing")
    usual = {(rows + 1, columns), (rows, columns + 1)} & USUAL.keys()
    if usual and (rows, columns) not in USUAL:
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
    outward = {"above": picture[::-1], "below": picture, "left": turned[::-1], "right": turned}
    found = []
    for side, room in lattice.room(picture).items():
        along, across = (x, y) if side in ("left", "right") else (y, x)
        lines, strip = outward[side], round(room * along.pitch)
        if CUT < room < 1 and strip > 2:
            end = len(lines) - strip
            own = _crossing(lines[max(end - round(along.pitch), 0) : end], across)
            crossing = _crossing(lines[end:], across)
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
