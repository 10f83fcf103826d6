"""Outcome arrays, the same for every way of playing, and their uncertainty."""

from typing import NamedTuple

import numpy as np

WON, FELL, FELL_FIRST, UNDECIDED = range(4)  # how a game ends
PERCENTS = 100
CONFIDENCE = 0.95  # of every interval
RISK_UNITS = 1 << 32  # for a risk of 1: sums of integers do not depend on the order


class Outcomes(NamedTuple):
    """Arrays over g games, and over the risk of all guesses in percent.

    A guess with risk p counts under percent floor(100 p), a certain mine under 99. Players
    without odds leave the last three arrays at 0. `UNDECIDED` marks games the engine leaves to the
    readable solver, without a trace of their risks; they never get out.
    """

    ends: np.ndarray  # uint8 [g]: WON, FELL or FELL_FIRST (on the first click)
    guesses: np.ndarray  # int32 [g]
    survival: np.ndarray  # float64 [g]: product of (1 - risk) over the guesses
    stated: np.ndarray  # int64 [100]: sum of the risks, each rounded to 2⁻³²
    taken: np.ndarray  # int64 [100]: number of guesses
    met: np.ndarray  # int64 [100]: mines hit by guesses


def new_outcomes(games: int) -> Outcomes:
    """Return outcomes to be filled in."""
    return Outcomes(
        np.zeros(games, np.uint8),
        np.zeros(games, np.int32),
        np.ones(games),
        np.zeros(PERCENTS, np.int64),
        np.zeros(PERCENTS, np.int64),
        np.zeros(PERCENTS, np.int64),
    )


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a ratio; 0 to 1 without tries."""
    from scipy.stats import binomtest

    if not tries:
        return (0.0, 1.0)
    interval = binomtest(hits, tries).proportion_ci(CONFIDENCE, method="wilson")
    return (float(interval.low), float(interval.high))
