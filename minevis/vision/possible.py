"""Finds clues that no layout of mines satisfies together."""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, eye_array, hstack, kron, vstack

from minevis.game.grid import neighbour_counts

SECONDS = 3  # for one search; a layout that is not found by then may exist
INFEASIBLE = 2  # status of SciPy's solver


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
        broken: np.ndarray = over.reshape(2, -1).sum(0) > 0.5
        return broken
