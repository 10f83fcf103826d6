"""Totals of many games: counts only, so that chunks of games add up in any order.

Glossary: `stated` is the sum of the risks that a player saw in its guesses, each rounded
to 2⁻³²: whole numbers add up to the same total however they are grouped.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from minevis.core.outcomes import PERCENTS, UNDECIDED, Outcomes

ENDS = 4  # ways for a game to end: WON, FELL, FELL_FIRST, UNDECIDED


@dataclass(frozen=True, eq=False)
class Totals:
    """The sums of g games in the order of their seeds; equal when all counts are.

    >>> Totals.empty(3).counts
    (0, 0, 0, 3)
    """

    ends: np.ndarray  # uint8 [g]: WON, FELL or FELL_FIRST; UNDECIDED if not yet played
    guesses: np.ndarray  # int64 [k]: games with 0, 1, … k - 1 guesses, k the fewest that do
    risks: np.ndarray  # int64 [100]: games by the percent of risk run over the whole game
    stated: np.ndarray  # int64 [100]: by percent of risk, the sum of risks in 2⁻³²
    taken: np.ndarray  # int64 [100]: by percent of risk, how many guesses
    met: np.ndarray  # int64 [100]: by percent of risk, how many of them hit a mine

    @classmethod
    def of(cls, outcomes: Outcomes) -> "Totals":
        """The sums of `outcomes`, which are all decided."""
        risk = np.minimum((100 * (1 - outcomes.survival)).astype(np.int64), PERCENTS - 1)
        return cls(
            outcomes.ends,
            np.bincount(outcomes.guesses).astype(np.int64),
            np.bincount(risk, minlength=PERCENTS).astype(np.int64),
            outcomes.stated,
            outcomes.taken,
            outcomes.met,
        )

    @classmethod
    def empty(cls, games: int = 0) -> "Totals":
        """The totals of games that are still to be played."""
        ends = np.full(games, UNDECIDED, np.uint8)
        zeros = [np.zeros(PERCENTS, np.int64) for _ in range(4)]
        return cls(ends, np.zeros(0, np.int64), *zeros)

    @classmethod
    def joined(cls, chunks: Iterable["Totals"]) -> "Totals":
        """The totals of chunks that follow one another."""
        parts = list(chunks)
        return cls(np.concatenate([part.ends for part in parts]), *summed(parts))

    def check(self, games: int) -> None:
        """Raise `ValueError` unless these are the sums of `games` finished games."""
        ends, *sums = (getattr(self, field.name) for field in fields(self))
        arrays = zip((ends, *sums), (np.uint8, *[np.int64] * len(sums)), strict=True)
        if not all(isinstance(each, np.ndarray) and each.dtype == kind for each, kind in arrays):
            raise ValueError("the totals of a chunk are not arrays of whole numbers")
        if ends.shape != (games,) or ends.max(initial=0) >= UNDECIDED or sums[0].sum() != games:
            raise ValueError("the games of a chunk do not add up")
        if any(numbers.shape != (PERCENTS,) for numbers in sums[1:]):
            raise ValueError("a chunk has lists of the wrong length")

    @cached_property
    def counts(self) -> tuple[int, int, int, int]:
        """How many games were won, lost later, lost on the first click, and not played."""
        won, fell, first, missing = (int((self.ends == end).sum()) for end in range(ENDS))
        return won, fell, first, missing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Totals):
            return NotImplemented
        names = [field.name for field in fields(self)]
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]


def summed(chunks: Iterable[Totals]) -> list[np.ndarray]:
    """The sums over chunks of all totals but the ends of games, in the order of the fields.

    >>> [counts.size for counts in summed([Totals.empty(), Totals.empty()])]
    [0, 100, 100, 100, 100]
    """
    parts = list(chunks)
    return [sum_of([getattr(part, field.name) for part in parts]) for field in fields(Totals)[1:]]


def sum_of(arrays: Iterable[np.ndarray]) -> np.ndarray:
    """The sum of int64 arrays of unlike lengths, the short ones filled up with zeros.

    >>> sum_of([np.array([1, 2]), np.array([10])])
    array([11,  2])
    """
    parts = list(arrays)
    total = np.zeros(max((part.size for part in parts), default=0), np.int64)
    for part in parts:
        total[: part.size] += part
    return total
