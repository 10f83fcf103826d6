"""A position in 25 numbers: what can be told of the chance to win it at a glance.

A *part* is a component of the frontier. A part is *open* where one of its cells touches
the interior, so that what the interior shows may tell of it; else *closed*. A cell is
*uncertain* when its odds are neither 0 nor 1. Parts with a safe cell, which cost no guess
now, are told apart from the others; parts where all is known to be mined count nowhere.
Entropies and logarithms are natural.
"""

from math import comb, log
from typing import NamedTuple

import numpy as np

from minevis.core.grid import dilate, mask_of, rims
from minevis.solver.counting.frontier import Component
from minevis.solver.counting.odds import Odds, mines_on_frontier
from minevis.solver.counting.survey import Survey
from minevis.solver.guessing.tossups import expected_tossups
from minevis.solver.knowledge import Knowledge

NEARLY_EVEN = 0.0123456789  # so near to 1/2 a chance is a coin's; no simple ratio is on the line
CERTAIN = 1e-12  # a chance this near to 1 is rounded to it, as the kernels do


class Features(NamedTuple):
    """What the judge is told of a position, in this order."""

    log_safety: float = 0.0  # of the best move; 0 where the game is won
    safe: float = 0.0  # cells
    interior: float = 0.0  # cells
    mines_left: float = 0.0
    interior_odds: float = 0.0
    covered: float = 0.0  # cells not known to be mines
    closed_log_safety: float = 0.0  # of the best cell of each closed part, summed
    open_log_safety: float = 0.0
    closed_entropy: float = 0.0  # of the odds of each cell, summed
    open_entropy: float = 0.0
    safe_entropy: float = 0.0  # in parts with a safe cell
    closed_parts: float = 0.0
    open_parts: float = 0.0
    safe_parts: float = 0.0
    joint_entropy: float = 0.0  # of the layouts of the frontier
    uncertain: float = 0.0  # cells of the frontier
    even: float = 0.0  # of these, mines as likely as not
    interior_mines: float = 0.0  # expected
    brink: float = 0.0  # interior cells that touch the frontier
    rim_safe: float = 0.0  # frontier cells that touch the interior: how many are no mines
    corners: float = 0.0  # interior cells in a corner
    near_pairs: float = 0.0  # toss-ups to expect: see `minevis.solver.guessing.tossups`
    far_pairs: float = 0.0
    near_blocks: float = 0.0
    far_blocks: float = 0.0


FEATURES = Features._fields


def features_of(knowledge: Knowledge, survey: Survey, odds: Odds) -> Features:
    """The features of a position that fits; `knowledge` is as it was surveyed."""
    frontier = mask_of(
        knowledge.names(cell for part in survey.components for cell in part.cells),
        knowledge.shape,
    )
    interior = knowledge.unknown & ~frontier
    rim = frontier & dilate(interior)
    chances = _chances(survey, odds, frontier.size)
    found = [_of_part(part, chances, rim.ravel()) for part in survey.components]
    inside = _rounded(odds.interior) if survey.interior and odds.interior is not None else 0.0
    everywhere = np.where(interior, inside, chances.reshape(knowledge.shape))
    everywhere[knowledge.mined] = 1.0
    told = np.sum(found, axis=0) if found else np.zeros(len(FEATURES))
    return Features(*told.tolist())._replace(
        log_safety=_log_safety(survey, odds),
        safe=float(told[1]) + (survey.interior if inside == 0.0 else 0),
        interior=survey.interior,
        mines_left=knowledge.mines_left,
        interior_odds=inside,
        covered=int(knowledge.unknown.sum()),
        joint_entropy=_joint_entropy(survey, odds, knowledge.mines_left),
        interior_mines=survey.interior * inside,
        brink=int((interior & dilate(frontier)).sum()),
        rim_safe=float((1.0 - chances[rim.ravel()]).sum()),
        corners=int((interior & (rims(knowledge.shape) >= 2)).sum()),
        **expected_tossups(everywhere)._asdict(),
    )


def _rounded(chance: float) -> float:
    return 1.0 if chance > 1.0 - CERTAIN else chance


def _chances(survey: Survey, odds: Odds, size: int) -> np.ndarray:
    """The odds of the cells of the frontier by flat cell: float64 [size], 0 elsewhere."""
    chances = np.zeros(size)
    for part, row in zip(survey.components, odds.chances, strict=True):
        for box, chance in zip(part.boxes, row, strict=True):
            chances[list(box)] = _rounded(chance)
    return chances


def _of_part(part: Component, chances: np.ndarray, rim: np.ndarray) -> Features:
    """What one part adds to the features."""
    from scipy.special import entr  # late: processes start sooner without it

    cells = list(part.cells)
    all_odds = chances[cells]
    safe = int((all_odds == 0.0).sum())
    odds = all_odds[(all_odds > 0.0) & (all_odds < 1.0)]
    even = int((np.abs(odds - 0.5) < NEARLY_EVEN).sum())
    added = Features(safe=safe, uncertain=odds.size, even=even)
    entropy = float(entr(odds).sum() + entr(1.0 - odds).sum())
    if safe:
        return added._replace(safe_entropy=entropy, safe_parts=1)
    if not odds.size:
        return added
    best = log(1.0 - float(odds.min()))
    if rim[cells].any():
        return added._replace(open_log_safety=best, open_entropy=entropy, open_parts=1)
    return added._replace(closed_log_safety=best, closed_entropy=entropy, closed_parts=1)


def _log_safety(survey: Survey, odds: Odds) -> float:
    """The logarithm of the best chance to survive the next move; 0 where only mines are left."""
    chances = [_rounded(chance) for row in odds.chances for chance in row]
    if survey.interior and odds.interior is not None:
        chances.append(odds.interior)
    least = min(chances, default=1.0)
    return log(1.0 - least) if least < 1.0 else 0.0


def _joint_entropy(survey: Survey, odds: Odds, mines_left: int) -> float:
    """The entropy of the frontier's layouts: that of all layouts, each as likely as the
    others, less what is left of it once the frontier is known."""
    layouts = odds.configurations
    assert layouts is not None
    behind = 0.0
    for mines, ways in mines_on_frontier([count.ways for count in survey.counts]).items():
        if 0 <= mines_left - mines <= survey.interior:
            inside = comb(survey.interior, mines_left - mines)
            behind += ways * inside / layouts * log(inside)
    return max(log(layouts) - behind, 0.0)
