"""Ways of guessing, when nothing is certain.

A guess looks at an `Outlook` and returns the cells that it cannot tell apart, as a
mask; the tie among them falls by the hash of seed, move and cell, so that every
implementation of a player makes the same choice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from minevis.game import COVERED, FLAGGED, Position
from minevis.grid import Cell, cells_of, dilate, neighbour_counts
from minevis.hashing import first_of
from minevis.solver.knowledge import Knowledge
from minevis.solver.odds import local_odds, zero_chances
from minevis.solver.prospects import WORTH_A_LOOK, Prospect, State, prospect

TIE = 1e-9  # chances closer than this are the same: floats and exact odds must agree


@dataclass(frozen=True, eq=False)
class Outlook:
    """All that a guess may look at. Arrays are [H, W]; nothing of the truth is here."""

    view: np.ndarray  # int8, codes as in `Position`
    covered: np.ndarray  # bool: the cells that may be picked
    mined: np.ndarray  # bool: known mines, flagged or not
    probability: np.ndarray | None  # float64, nan where opened; None: reckons no odds
    local: np.ndarray  # float64, nan where not covered: system E's estimate
    mines: int  # on the whole board

    @classmethod
    def of(cls, knowledge: Knowledge, probability: np.ndarray | None) -> "Outlook":
        """The outlook in a state of knowledge where nothing safe is left."""
        return cls(
            knowledge.view,
            knowledge.unknown,
            knowledge.mined,
            probability,
            local_odds(knowledge),
            knowledge.mines,
        )

    @cached_property
    def position(self) -> Position:
        """The same as a position, every known mine flagged."""
        marked = self.mined & (self.view == COVERED)
        return Position(np.where(marked, FLAGGED, self.view).astype(np.int8), self.mines)

    @cached_property
    def odds(self) -> np.ndarray:
        """The player's chances of a mine; where it reckons none, all alike: float64."""
        if self.probability is not None:
            return self.probability
        return np.where(self.covered, 0.0, np.nan)

    @cached_property
    def zero(self) -> np.ndarray:
        """The chance of each covered cell to show a zero: float64, nan where opened."""
        known = np.where(self.mined & (self.view < 0), 1.0, self.odds)
        return zero_chances(known)

    @cached_property
    def frontier(self) -> np.ndarray:
        """Covered cells that touch a clue: bool."""
        return self.covered & dilate(self.view >= 0)

    @cached_property
    def rims(self) -> np.ndarray:
        """How many rims of the board each cell lies on, 0 to 4: int8."""
        rims = np.zeros(self.view.shape, dtype=np.int8)
        rims[0] += 1
        rims[-1] += 1
        rims[:, 0] += 1
        rims[:, -1] += 1
        return rims


def lowest(values: np.ndarray, among: np.ndarray) -> np.ndarray:
    """The cells of `among` whose value is the least, to within `TIE`: bool [H, W]."""
    least = values[among].min()
    return among & (np.where(among, values, np.inf) <= least + TIE)


def uniform(outlook: Outlook) -> np.ndarray:
    """Any covered cell, whatever its odds."""
    return outlook.covered


def least_risk(outlook: Outlook) -> np.ndarray:
    """Any of the cells least likely to be a mine."""
    return lowest(outlook.odds, outlook.covered)


def likely_zero(outlook: Outlook) -> np.ndarray:
    """Of the least risky cells, those likeliest to open a zero (post A's `prob_zero`)."""
    return lowest(-outlook.zero, least_risk(outlook))


def likely_zero_near_frontier(outlook: Outlook) -> np.ndarray:
    """As `likely_zero`, but ties prefer a cell on the frontier or right beside it.

    Beside: within √2 of a frontier cell (post A's `prob_zero_near_edge`).
    """
    ties = likely_zero(outlook)
    near = ties & dilate(outlook.frontier)
    return near if near.any() else ties


def corners(outlook: Outlook) -> np.ndarray:
    """Of the least risky cells: corners before edges, edges before the rest."""
    return lowest(-outlook.rims.astype(float), least_risk(outlook))


def edges(outlook: Outlook) -> np.ndarray:
    """Of the least risky cells: those on the rim of the board, corners or not."""
    return lowest(-np.minimum(outlook.rims, 1).astype(float), least_risk(outlook))


def local_max(outlook: Outlook) -> np.ndarray:
    """The least of system E's local estimate; ties to the fewest unknown neighbours."""
    ties = lowest(outlook.local, outlook.covered)
    return lowest(neighbour_counts(outlook.covered).astype(float), ties)


def lookahead(outlook: Outlook) -> np.ndarray:
    """The best chance to survive this move and the safest one after it.

    Cells that teach nothing, whatever they show, are left while others live.
    """
    return _most(outlook, lambda found, now: found.safety_after)


def information(outlook: Outlook) -> np.ndarray:
    """The greatest expected drop of uncertainty about the covered cells."""
    return _most(outlook, lambda found, now: found.information(now.uncertainty))


def worth_a_look(outlook: Outlook, safety: np.ndarray) -> np.ndarray:
    """The cells that `lookahead` and `information` compare: bool [H, W].

    Those nearly as safe as the safest (`safety`, float64 [H, W]) that lie in a corner,
    on the frontier or right beside it; all of the safest, when there are none.
    """
    best = safety[outlook.covered].max()
    enough = outlook.covered & (safety >= WORTH_A_LOOK * best - TIE)
    near = enough & (dilate(outlook.frontier) | (outlook.rims >= 2))
    return near if near.any() else outlook.covered & (safety >= best - TIE)


def _most(outlook: Outlook, score: Callable[[Prospect, State], float]) -> np.ndarray:
    now = State.of(outlook.position)
    assert now is not None, "a guess is asked for in a position that contradicts itself"
    safety = np.full(outlook.view.shape, -np.inf)
    safety[outlook.covered] = 1.0 - now.probability
    scores, dead = np.full(safety.shape, np.inf), np.zeros(safety.shape, dtype=bool)
    compared = worth_a_look(outlook, safety)
    for cell in cells_of(compared):
        found = prospect(outlook.position, cell, now)
        scores[cell] = -score(found, now)
        dead[cell] = found.dead
    alive = compared & ~dead
    return lowest(scores, alive if alive.any() else compared)


Guess = Callable[[Outlook], np.ndarray]

GUESSES: dict[str, Guess] = {
    "uniform": uniform,
    "least_risk": least_risk,
    "likely_zero": likely_zero,
    "likely_zero_near_frontier": likely_zero_near_frontier,
    "corners": corners,
    "edges": edges,
    "local_max": local_max,
    "information": information,
    "lookahead": lookahead,
}
USES_ZEROS = frozenset({"likely_zero", "likely_zero_near_frontier"})


def choose(outlook: Outlook, guess: Guess, *, seed: int, move: int) -> tuple[Cell, np.ndarray]:
    """The cell that `guess` picks, and the mask of cells it could not tell apart.

    `guess` may be any function from an `Outlook` to a bool array [H, W]. Raises
    `ValueError` when it returns something else, or no covered cell.
    """
    candidates = np.asarray(guess(outlook))
    if candidates.shape != outlook.view.shape or candidates.dtype != bool:
        raise ValueError(
            f"a guess returns a bool array of shape {outlook.view.shape}, "
            f"not {candidates.dtype} {candidates.shape}"
        )
    candidates = candidates & outlook.covered
    if not candidates.any():
        raise ValueError("the guess returned no covered cell")
    flat = first_of(seed, move, np.flatnonzero(candidates))
    width = outlook.view.shape[1]
    return (flat // width, flat % width), candidates
