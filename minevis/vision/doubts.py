"""Doubts about a reading: can its clues all be true, and is the whole board in the picture?"""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, eye_array, hstack, kron, vstack

from minevis.game.grid import neighbour_counts
from minevis.vision.lattice import Axis, Lattice, edges_of

SECONDS = 3  # for one search; a layout that is not found by then may exist
INFEASIBLE = 2  # status of SciPy's solver
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
UNREADABLE = 0.12  # share that is cut off a line which cannot be read
CUT = 0.12  # share of a cell that must be left of a line for it to be seen


class Layouts:
    """The layouts of mines that fit a reading.

    Any mines may lie under covered and `doubtful` cells (bool [rows, columns]). A clue not in
    `whole` has neighbours outside the picture.
    """

    def __init__(self, view: np.ndarray, doubtful: np.ndarray, whole: np.ndarray) -> None:
        self.clues = np.flatnonzero((view >= 0) & ~doubtful)
        open_cells = np.flatnonzero((view == -1) | doubtful)
        known = (view < -1) & ~doubtful
        self.known = int(known.sum())
        lines = [eye_array(n, k=-1) + eye_array(n) + eye_array(n, k=1) for n in view.shape]
        near = kron(*lines, format="csr")[self.clues][:, open_cells]
        self.sees = hstack([near, csr_array((len(self.clues), 1))])  # the last cell: never empty
        self.most = (view - neighbour_counts(known)).ravel()[self.clues].astype(float)
        self.least = np.where(whole.ravel()[self.clues], self.most, -np.inf)
        self.counted = np.arange(len(open_cells) + 1) < len(open_cells)

    def conflict(self) -> np.ndarray:
        """Return the cells of contradictory clues (int [clues]), empty if there are none.

        Broken clues are enforced one by one until no layout is left. Then unnecessary clues are
        removed.
        """
        held = np.zeros(len(self.clues), dtype=bool)
        while (broken := self._broken(held)) is not None:
            if not broken.any():
                return self.clues[:0]
            held |= broken
        for clue in np.flatnonzero(held):
            held[clue] = False
            held[clue] = self._broken(held) is not None
        return self.clues[held]

    def allow(self, total: int) -> bool:
        """Return whether there is a layout with this number of mines."""
        return self._broken(np.ones(len(self.clues), dtype=bool), total - self.known) is not None

    def _broken(self, held: np.ndarray, left: int | None = None) -> np.ndarray | None:
        """Return the clues broken by the best layout that satisfies `held`, or None.

        `left` mines lie under the cells, or any number.
        """
        cells, clues = len(self.counted), len(self.clues)
        slack = hstack([eye_array(clues), -eye_array(clues)])
        count = csr_array(np.pad(self.counted.astype(float), (0, 2 * clues))[None])
        low, high = (0, np.inf) if left is None else (left, left)
        result = milp(
            np.repeat([0.0, 1.0], [cells, 2 * clues]),
            integrality=np.repeat([1, 0], [cells, 2 * clues]),
            bounds=Bounds(
                0, np.concatenate([np.ones(cells), np.tile(np.where(held, 0, np.inf), 2)])
            ),
            constraints=LinearConstraint(
                vstack([hstack([self.sees, slack]), count]),
                np.append(self.least, low),
                np.append(self.most, high),
            ),
            options={"time_limit": SECONDS},
        )
        if result.status == INFEASIBLE:
            return None
        over = np.zeros(2 * clues) if result.x is None else result.x[cells:]
        return over.reshape(2, -1).sum(0) > 0.5


def surroundings(picture: np.ndarray, lattice: Lattice) -> list[str]:
    """Return sentences about parts of the board that may be missing."""
    cut, notes = cut_sides(picture, lattice), []
    for side, room in lattice.room(picture).items():
        beyond, line = PLACES[side]
        if side in cut:
            notes.append(f"a {beyond} is cut off by the edge of the picture")
        if room < -OVER:
            covered = ": its cells count as covered" if room < -UNREADABLE else ""
            notes.append(f"the {line} is cut by the edge of the picture{covered}")
    rows, columns = lattice.shape
    usual = {(rows + 1, columns), (rows, columns + 1)} & USUAL.keys()
    if usual and (rows, columns) not in USUAL:
        named = " or ".join(f"{each[0]}×{each[1]}" for each in sorted(usual))
        notes.append(f"{rows}×{columns} cells: of a board of {named} a line is hidden or cut off")
    return notes


def cut_sides(picture: np.ndarray, lattice: Lattice) -> list[str]:
    """Return on which sides a part of a further line of cells is seen."""
    x, y = lattice
    turned = picture.transpose(1, 0, 2)
    outward = {"above": picture[::-1], "below": picture, "left": turned[::-1], "right": turned}
    sides = []
    for side, room in lattice.room(picture).items():
        along, across = (x, y) if side in ("left", "right") else (y, x)
        lines, strip = outward[side], round(room * along.pitch)
        if CUT < room < 1 and strip > 2:
            end = len(lines) - strip
            own = _crossing(lines[max(end - round(along.pitch), 0) : end], across)
            crossing = _crossing(lines[end:], across)
            if ((crossing > 0.3) & (crossing > 0.6 * own)).mean() > 0.6:
                sides.append(side)
    return sides


def _crossing(strip: np.ndarray, axis: Axis) -> np.ndarray:
    """Return how strong the lines between cells are in a strip (float [lines])."""
    strength = edges_of(np.ascontiguousarray(strip)).across
    at = np.clip(np.round(axis.lines()[1:-1]).astype(int), 1, strength.shape[1] - 2)
    near = np.max([strength[:, at + shift] for shift in (-1, 0, 1)], axis=0)
    return near.mean(0)


def box_of(lattice: Lattice, factor: float) -> tuple[int, ...]:
    """Return the place of a board in a picture that was made smaller by `factor`."""
    x, y = lattice
    place = (x.start, y.start, x.end - x.start, y.end - y.start)
    return tuple(round(each / factor) for each in place)
