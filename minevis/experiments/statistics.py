"""How sure a count is: intervals and tests, by scipy."""

from collections.abc import Sequence
from math import inf, nan, sqrt
from typing import NamedTuple

import numpy as np

CONFIDENCE = 0.95  # of every interval
ENOUGH_FOR_T = 25  # games with the rarer outcome: from here on a t interval is good enough
QUANTILES = 1_000  # of either distribution when two are multiplied


class Estimate(NamedTuple):
    """A ratio, or a difference of two, with the ends of its 95 % interval."""

    ratio: float
    low: float
    high: float

    @classmethod
    def of_counts(cls, hits: int, tries: int) -> "Estimate":
        """`hits` of `tries`, with the interval by Wilson; nan when there was no try."""
        return cls(ratio_of(hits, tries), *wilson(hits, tries))

    @property
    def interval(self) -> tuple[float, float]:
        """From `low` to `high`."""
        return (self.low, self.high)

    @property
    def points(self) -> str:
        """A difference of two ratios in points, with its interval."""
        return "unknown" if self.ratio != self.ratio else self.points_to(2)

    def points_to(self, digits: int) -> str:
        """Return `points` with this number of decimal places."""
        value, low, high = (f"{100 * each:+.{digits}f}".replace("-", "−") for each in self)
        return f"{value} points [{low}, {high}]"

    def __str__(self) -> str:
        if self.ratio != self.ratio:
            return "unknown"
        return f"{100 * self.ratio:.2f} % [{100 * self.low:.2f}, {100 * self.high:.2f}]"


class Mean(NamedTuple):
    """A mean with the ends of its 95 % interval; these are nan for one sample."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, sums: Sequence[float], counts: Sequence[float] | None = None) -> "Mean":
        """Return the mean over all samples: `sums` over `counts`, by default 1 per sample.

        Values within one sample are alike (the clicks of one game, say), so the interval depends
        on the differences between samples: the interval of a ratio of two means (W. Cochran,
        Sampling Techniques, 1977, chapter 6), with t quantiles. It ends at 0 if no sample is below.
        """
        from scipy.stats import t

        parts = np.asarray(sums, float)
        weights = np.ones_like(parts) if counts is None else np.asarray(counts, float)
        total = float(weights.sum())
        if not total:
            return cls(nan, nan, nan)
        value, samples = float(parts.sum()) / total, int((weights > 0).sum())
        if samples < 2:
            return cls(value, nan, nan)
        spread = float(((parts - value * weights) ** 2).sum()) * samples / (samples - 1)
        reach = float(t.ppf((1 + CONFIDENCE) / 2, samples - 1)) * sqrt(spread) / total
        least = 0.0 if (parts >= 0).all() else -inf
        return cls(value, max(value - reach, least), value + reach)

    def __str__(self) -> str:
        if self.value != self.value:
            return "unknown"
        ends = "" if self.low != self.low else f" [{self.low:.2f}, {self.high:.2f}]"
        return f"{self.value:.2f}{ends}".replace("-", "−")


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a ratio; 0 to 1 without tries."""
    from scipy.stats import binomtest

    if not tries:
        return (0.0, 1.0)
    interval = binomtest(hits, tries).proportion_ci(CONFIDENCE, method="wilson")
    return (float(interval.low), float(interval.high))


def ratio_of(hits: int, tries: int) -> float:
    """`hits` of `tries`; nan without tries."""
    return hits / tries if tries else nan


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the probability of a split at least as uneven by chance, among differing games.

    McNemar's exact test: 1 if no game differs.
    """
    from scipy.stats import binomtest

    discordant = only_first + only_second
    return float(binomtest(only_first, discordant).pvalue) if discordant else 1.0


def paired_interval(only_first: int, only_second: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a difference in ratios on the same games.

    It contains 0 exactly if McNemar's exact test finds no difference. A paired t interval; an
    exact interval if nearly all games end alike, or if t contradicts the test.
    """
    if not games:
        return (-1.0, 1.0)
    alike = max(only_first, only_second, games - only_first - only_second)
    if games - alike >= ENOUGH_FOR_T:
        low, high = _t_interval(only_first, only_second, games)
        if (low <= 0 <= high) == (mcnemar(only_first, only_second) > 1 - CONFIDENCE):
            return low, high
    low = _exact_low(only_first, only_second, games)
    return low, -_exact_low(only_second, only_first, games)


def _t_interval(only_first: int, only_second: int, games: int) -> tuple[float, float]:
    from scipy.stats import t

    mean = (only_first - only_second) / games
    spread = (only_first + only_second) / games - mean**2
    reach = float(t.ppf((1 + CONFIDENCE) / 2, games - 1)) * sqrt(spread / (games - 1))
    return max(mean - reach, -1.0), min(mean + reach, 1.0)


def _exact_low(only_first: int, only_second: int, games: int) -> float:
    """Return the lower end of an exact interval for d (2 s − 1).

    d is the share of differing games, and s the first player's share of them. The interval is
    melded from the two intervals by Clopper and Pearson.

    Source: M. Fay and K. Lumbard, Confidence intervals for difference in proportions for matched
    pairs compatible with exact McNemar's or sign tests, Statistics in Medicine 40 (2021), 1147.
    """
    from scipy.optimize import brentq
    from scipy.stats import beta

    tail, apart = (1 - CONFIDENCE) / 2, only_first + only_second
    below = only_first == 0 or beta.cdf(0.5, only_first, only_second + 1) >= tail
    ends = (apart + 1, games - apart) if below else (apart, games - apart + 1)
    at = np.array([1 - tail]) if only_first == 0 else (np.arange(QUANTILES) + 0.5) / QUANTILES
    shares = beta.ppf(at, *ends) if ends[1] else np.ones(1)
    if only_first == 0:
        return -float(shares[0])

    def chance(low: float) -> float:
        """That d (2 s − 1) is below `low`, less its nominal chance."""
        chances = beta.cdf((1 + low / shares) / 2, only_first, only_second + 1)
        return float(chances.mean()) - tail

    return float(brentq(chance, *((-1.0, 0.0) if below else (0.0, 1.0))))
