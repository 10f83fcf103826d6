"""How sure a count is: intervals and tests, by scipy."""

from math import hypot, nan

import numpy as np

LEVEL = 0.95


def ratio_of(hits: int, tries: int) -> float:
    """`hits` of `tries`; nan when there was none."""
    return hits / tries if tries else nan


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a ratio, by Wilson; 0 to 1 when nothing was tried."""
    from scipy.stats import binomtest

    if not tries:
        return (0.0, 1.0)
    interval = binomtest(hits, tries).proportion_ci(LEVEL, method="wilson")
    return (float(interval.low), float(interval.high))


def mcnemar(only_first: int, only_second: int) -> float:
    """How likely so uneven a split of the games that tell two players apart is by luck.

    McNemar's test, exact: 1 when no game tells them apart.
    """
    from scipy.stats import binomtest

    telling = only_first + only_second
    return float(binomtest(only_first, telling).pvalue) if telling else 1.0


def paired_interval(only_first: int, only_second: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a difference in ratios on the same games: a paired t interval.

    Where no game tells the players apart: as far as so rare a game could move it.
    """
    from scipy.stats import binomtest, ttest_1samp

    if not games:
        return (-1.0, 1.0)
    if only_first + only_second == 0 or games < 2:
        reach = float(binomtest(only_first + only_second, games).proportion_ci(LEVEL).high)
        return (-reach, reach)
    differences = np.zeros(games)
    differences[:only_first] = 1.0
    differences[only_first : only_first + only_second] = -1.0
    if only_first == games or only_second == games:
        low = float(binomtest(games, games).proportion_ci(LEVEL).low)
        return (low, 1.0) if only_first else (-1.0, -low)
    interval = ttest_1samp(differences, 0.0).confidence_interval(LEVEL)
    return (max(float(interval.low), -1.0), min(float(interval.high), 1.0))


def difference_of(
    ours: tuple[float, float, float], theirs: tuple[float, float, float]
) -> tuple[float, float]:
    """Two independent ratios, each (ratio, low, high) with its 95 % interval.

    Returns their difference and how far it reaches to either side at 95 %: the
    half widths of both, added as errors add, in squares.
    """
    ours_half, theirs_half = ((high - low) / 2 for _, low, high in (ours, theirs))
    return ours[0] - theirs[0], hypot(ours_half, theirs_half)
