"""A position in 25 numbers: a quick look at the chance to win it.

A component is *open* if one of its cells touches the interior, so that the
interior may reveal something about it; otherwise *closed*. A cell is *uncertain* when its odds are
neither 0 nor 1. Components with a safe cell, which cost no guess now, are counted apart from
the others; components in which all is known to be mined do not count.
Entropies and logarithms are natural.
"""

from enum import IntEnum
from math import comb, log

import numpy as np

from minevis.core.grid import ArrayEnum, dilate, mask_of, rims
from minevis.solver.counting.frontier import Component
from minevis.solver.counting.odds import Odds, mines_on_frontier
from minevis.solver.counting.survey import Survey
from minevis.solver.guessing.tossups import expected_tossups
from minevis.solver.knowledge import Knowledge

NEARLY_EVEN = 0.0123456789  # so near to 1/2 a chance is a coin's; no simple ratio is on the line
CERTAIN = 1e-12  # a chance this near to 1 is rounded to it, as the kernels do


class Feature(IntEnum, metaclass=ArrayEnum):
    """The input of the value network, in this order; names of places in an array.

    >>> Feature.COVERED.value, len(Feature)
    (5, 25)
    """

    LOG_SAFETY = 0  # of the best move; 0 if the game is won
    SAFE = 1  # cells
    INTERIOR = 2  # cells
    MINES_LEFT = 3
    INTERIOR_ODDS = 4
    COVERED = 5  # cells not known to be mines
    CLOSED_LOG_SAFETY = 6  # of the best cell of each closed component, summed
    OPEN_LOG_SAFETY = 7
    CLOSED_ENTROPY = 8  # of the odds of each cell, summed
    OPEN_ENTROPY = 9
    SAFE_ENTROPY = 10  # in components with a safe cell
    CLOSED_COMPONENTS = 11
    OPEN_COMPONENTS = 12
    SAFE_COMPONENTS = 13
    JOINT_ENTROPY = 14  # of the layouts of the frontier
    UNCERTAIN = 15  # cells of the frontier
    EVEN = 16  # of these, mines as likely as not
    INTERIOR_MINES = 17  # expected
    INTERIOR_BORDER = 18  # interior cells that touch the frontier
    FRONTIER_BORDER_SAFE = 19  # frontier cells that touch the interior: how many are no mines
    CORNERS = 20  # interior cells in a corner
    NEAR_PAIRS = 21  # toss-ups to expect: see `minevis.solver.guessing.tossups`
    FAR_PAIRS = 22
    NEAR_BLOCKS = 23
    FAR_BLOCKS = 24


def features_of(knowledge: Knowledge, survey: Survey, odds: Odds) -> np.ndarray:
    """The features of a position that fits: float64 [25]; `knowledge` is as it was surveyed.

    >>> from minevis.solver.counting.odds import exact_odds
    >>> from minevis.solver.counting.survey import survey_of
    >>> knowledge = Knowledge(mv.Position.parse("#1##", mines=2))
    >>> survey = survey_of(knowledge)
    >>> odds = exact_odds(survey.components, survey.counts, survey.interior, 2)
    >>> float(features_of(knowledge, survey, odds)[Feature.INTERIOR])
    1.0
    """
    frontier = mask_of(
        knowledge.names(cell for found in survey.components for cell in found.cells),
        knowledge.shape,
    )
    interior = knowledge.unknown & ~frontier
    border = frontier & dilate(interior)
    rounded = [[_rounded(chance) for chance in row] for row in odds.chances]
    chances = survey.lay_out(rounded, np.zeros(frontier.size))
    features = np.zeros(len(Feature))
    for component in survey.components:
        features += _of_component(component, chances, border.ravel())
    inside = _rounded(odds.interior) if survey.interior and odds.interior is not None else 0.0
    everywhere = np.where(interior, inside, chances.reshape(knowledge.shape))
    everywhere[knowledge.mined] = 1.0
    features[Feature.LOG_SAFETY] = _log_safety(survey, odds)
    features[Feature.SAFE] += survey.interior if inside == 0.0 else 0
    features[Feature.INTERIOR] = survey.interior
    features[Feature.MINES_LEFT] = knowledge.mines_left
    features[Feature.INTERIOR_ODDS] = inside
    features[Feature.COVERED] = int(knowledge.unknown.sum())
    features[Feature.JOINT_ENTROPY] = _joint_entropy(survey, odds, knowledge.mines_left)
    features[Feature.INTERIOR_MINES] = survey.interior * inside
    features[Feature.INTERIOR_BORDER] = int((interior & dilate(frontier)).sum())
    features[Feature.FRONTIER_BORDER_SAFE] = float((1.0 - chances[border.ravel()]).sum())
    features[Feature.CORNERS] = int((interior & (rims(knowledge.shape) >= 2)).sum())
    features[Feature.NEAR_PAIRS : Feature.FAR_BLOCKS + 1] = expected_tossups(everywhere)
    return features


def _rounded(chance: float) -> float:
    return 1.0 if chance > 1.0 - CERTAIN else chance


def _of_component(component: Component, chances: np.ndarray, border: np.ndarray) -> np.ndarray:
    """Return the share of one component in the features: float64 [25]."""
    from scipy.special import entr  # late: processes start sooner without it

    cells = list(component.cells)
    all_odds = chances[cells]
    odds = all_odds[(all_odds > 0.0) & (all_odds < 1.0)]
    safe = int((all_odds == 0.0).sum())
    entropy = float(entr(odds).sum() + entr(1.0 - odds).sum())
    added = np.zeros(len(Feature))
    added[Feature.SAFE] = safe
    added[Feature.UNCERTAIN] = odds.size
    added[Feature.EVEN] = int((np.abs(odds - 0.5) < NEARLY_EVEN).sum())
    if safe:
        added[Feature.SAFE_ENTROPY], added[Feature.SAFE_COMPONENTS] = entropy, 1
    elif odds.size:
        is_open = border[cells].any()
        added[Feature.OPEN_COMPONENTS if is_open else Feature.CLOSED_COMPONENTS] = 1
        added[Feature.OPEN_ENTROPY if is_open else Feature.CLOSED_ENTROPY] = entropy
        best = log(1.0 - float(odds.min()))
        added[Feature.OPEN_LOG_SAFETY if is_open else Feature.CLOSED_LOG_SAFETY] = best
    return added


def _log_safety(survey: Survey, odds: Odds) -> float:
    """The logarithm of the best chance to survive the next move; 0 if only mines are left."""
    chances = [_rounded(chance) for row in odds.chances for chance in row]
    if survey.interior and odds.interior is not None:
        chances.append(odds.interior)
    least = min(chances, default=1.0)
    return log(1.0 - least) if least < 1.0 else 0.0


def _joint_entropy(survey: Survey, odds: Odds, mines_left: int) -> float:
    """The entropy of the frontier's layouts: that of all layouts, each as likely as the
    others, less the rest of it once the frontier is known."""
    layouts = odds.configurations
    assert layouts is not None
    behind = 0.0
    for mines, ways in mines_on_frontier([count.ways for count in survey.counts]).items():
        if 0 <= mines_left - mines <= survey.interior:
            inside = comb(survey.interior, mines_left - mines)
            behind += ways * inside / layouts * log(inside)
    return max(log(layouts) - behind, 0.0)
