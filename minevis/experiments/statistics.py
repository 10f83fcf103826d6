"""How sure a count is: intervals and tests, by scipy."""

from collections.abc import Sequence
from math import hypot, inf, nan, sqrt
from typing import NamedTuple

import numpy as np

from minevis.core.outcomes import CONFIDENCE, wilson


class Estimate(NamedTuple):
    """A ratio, or a difference of two, with the ends of its 95 % interval.

    >>> print(Estimate.of_counts(38, 100))
    38.00 % [29.10, 47.79]
    """

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
        """A difference of two ratios in points, with its interval.

        >>> Estimate(-0.3023, -0.312, 0.001).points
        '−30.23 points [−31.20, +0.10]'
        """
        if self.ratio != self.ratio:
            return "unknown"
        value, low, high = (f"{100 * each:+.2f}".replace("-", "−") for each in self)
        return f"{value} points [{low}, {high}]"

    def __str__(self) -> str:
        if self.ratio != self.ratio:
            return "unknown"
        return f"{100 * self.ratio:.2f} % [{100 * self.low:.2f}, {100 * self.high:.2f}]"


class Mean(NamedTuple):
    """A mean with the ends of its 95 % interval; these are nan where one sample says nothing.

    >>> print(Mean.of([1.0, 2.0, 3.0]))
    2.00 [0.00, 4.48]
    """

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, sums: Sequence[float], counts: Sequence[float] | None = None) -> "Mean":
        """The mean of all that samples hold: `sums` over `counts`, 1 a sample by default.

        Things within one sample are alike (the clicks of one game, say), so the interval goes
        by how the samples differ: that of a ratio of two means (W. Cochran, Sampling Techniques,
        1977, chapter 6), with the quantiles of t, and ends at 0 where no sample is below.
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


def ratio_of(hits: int, tries: int) -> float:
    """`hits` of `tries`; nan when there was none.

    >>> ratio_of(1, 4), ratio_of(0, 0)
    (0.25, nan)
    """
    return hits / tries if tries else nan


def mcnemar(only_first: int, only_second: int) -> float:
    """How likely so uneven a split of the games that tell two players apart is by chance alone.

    McNemar's test, exact: 1 when no game tells them apart.

    >>> mcnemar(9, 1)
    0.021484375
    """
    from scipy.stats import binomtest

    discordant = only_first + only_second
    return float(binomtest(only_first, discordant).pvalue) if discordant else 1.0


def paired_interval(only_first: int, only_second: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a difference in ratios on the same games: a paired t interval.

    Where no game tells the players apart: as far as so rare a game could move it.

    >>> low, high = paired_interval(60, 20, 1000)
    >>> round(low, 3), round(high, 3)
    (0.023, 0.057)
    """
    from scipy.stats import binomtest, ttest_1samp

    if not games:
        return (-1.0, 1.0)
    if only_first + only_second == 0 or games < 2:
        reach = float(binomtest(only_first + only_second, games).proportion_ci(CONFIDENCE).high)
        return (-reach, reach)
    differences = np.zeros(games)
    differences[:only_first] = 1.0
    differences[only_first : only_first + only_second] = -1.0
    if only_first == games or only_second == games:
        low = float(binomtest(games, games).proportion_ci(CONFIDENCE).low)
        return (low, 1.0) if only_first else (-1.0, -low)
    interval = ttest_1samp(differences, 0.0).confidence_interval(CONFIDENCE)
    return (max(float(interval.low), -1.0), min(float(interval.high), 1.0))


def difference_of(ours: Estimate, theirs: Estimate) -> tuple[float, float]:
    """The difference of two independent ratios, and how far it reaches to either side at 95 %.

    That is the half widths of both, added as errors add, in squares.

    >>> difference, reach = difference_of(Estimate(0.5, 0.4, 0.6), Estimate(0.3, 0.2, 0.4))
    >>> round(difference, 3), round(reach, 3)
    (0.2, 0.141)
    """
    ours_half, theirs_half = ((each.high - each.low) / 2 for each in (ours, theirs))
    return ours.ratio - theirs.ratio, hypot(ours_half, theirs_half)
