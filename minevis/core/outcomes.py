"""How many games ended, in arrays that are the same whatever played them, and how sure."""

from typing import NamedTuple

import numpy as np

WON, FELL, FELL_FIRST, UNDECIDED = range(4)  # how a game ends
PERCENTS = 100
CONFIDENCE = 0.95  # of every interval
RISK_UNITS = 1 << 32  # in a risk of 1: whole numbers add up alike in any order


class Outcomes(NamedTuple):
    """Arrays over g games, and over the risk of all their guesses in percents.

    A guess of risk p counts under percent floor(100 p), a certain mine under 99;
    players that compute no odds leave the last three arrays at 0. `UNDECIDED` marks
    games that the engine left to the readable solver, without a trace of their risks;
    nobody outside sees them.
    """

    ends: np.ndarray  # uint8 [g]: WON, FELL or FELL_FIRST (on the first click)
    guesses: np.ndarray  # int32 [g]
    survival: np.ndarray  # float64 [g]: product of (1 - risk) over the guesses
    stated: np.ndarray  # int64 [100]: sum of the risks, each rounded to 2⁻³²
    taken: np.ndarray  # int64 [100]: number of guesses
    met: np.ndarray  # int64 [100]: mines that they hit


def new_outcomes(games: int) -> Outcomes:
    """Outcomes to be filled in, for so many games."""
    return Outcomes(
        np.zeros(games, np.uint8),
        np.zeros(games, np.int32),
        np.ones(games),
        np.zeros(PERCENTS, np.int64),
        np.zeros(PERCENTS, np.int64),
        np.zeros(PERCENTS, np.int64),
    )


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a ratio, by Wilson; 0 to 1 when nothing was tried."""
    from scipy.stats import binomtest

    if not tries:
        return (0.0, 1.0)
    interval = binomtest(hits, tries).proportion_ci(CONFIDENCE, method="wilson")
    return (float(interval.low), float(interval.high))
