"""Totals as a row of a database, and back: checked, since files may be damaged."""

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from minevis.core.outcomes import PERCENTS
from minevis.experiments.runner.totals import Totals


class Row(NamedTuple):
    """One chunk: counts, histograms as JSON lists, and the end of each game.

    >>> row_of(64, Totals.empty())[:5]
    ('00000000000000000064', 0, 0, 0, 0)
    """

    start: str  # the first seed, 20 digits
    games: int
    won: int
    lost: int  # not on the first click
    lost_first: int
    guesses: str
    risks: str
    stated: str
    taken: str
    met: str
    ends: bytes  # uint8 [games], compressed by zlib


COLUMNS = ", ".join(Row._fields)
PLACES = ", ".join("?" * len(Row._fields))


def seed_text(seed: int) -> str:
    """A seed in 20 digits: as text it sorts as the number does.

    >>> seed_text(7)
    '00000000000000000007'
    """
    return f"{seed:020}"


def row_of(start: int, totals: Totals) -> Row:
    """The row that keeps the games of `totals`, whose first seed is `start`.

    >>> row_of(64, Totals.empty()).taken[:12]
    '[0, 0, 0, 0,'
    """
    won, lost, lost_first, _ = totals.counts
    return Row(
        start=seed_text(start),
        games=totals.ends.size,
        won=won,
        lost=lost,
        lost_first=lost_first,
        guesses=json.dumps(totals.guesses.tolist()),
        risks=json.dumps(totals.risks.tolist()),
        stated=json.dumps(totals.stated.tolist()),
        taken=json.dumps(totals.taken.tolist()),
        met=json.dumps(totals.met.tolist()),
        ends=zlib.compress(totals.ends.tobytes(), 9),
    )


def totals_of(row: Row) -> Totals:
    """The totals that a row keeps. Raises `ValueError` when its parts disagree.

    >>> totals_of(row_of(0, Totals.empty())) == Totals.empty()
    True
    """
    try:  # no more than it should hold, whatever it claims
        ends = np.frombuffer(zlib.decompressobj().decompress(row.ends, row.games + 1), np.uint8)
    except zlib.error as error:
        raise ValueError(f"the ends of a chunk's games cannot be read ({error})") from error
    sums = [_numbers(text) for text in (row.guesses, row.risks, row.stated, row.taken, row.met)]
    totals = Totals(ends, *sums)
    if totals.counts != (row.won, row.lost, row.lost_first, 0) or ends.size != row.games:
        raise ValueError("the games of a chunk do not add up to its counts")
    if any(numbers.size != PERCENTS for numbers in sums[1:]) or sums[0].sum() != row.games:
        raise ValueError("a chunk has lists of the wrong length")
    return totals


def without_overlaps(rows: Iterable[Row], stop: int | None = None) -> Iterator[Row]:
    """Those of `rows`, in order of `start`, that overlap none before; none beyond `stop`.

    Two processes with chunks of different sizes may both have played a seed: it
    counts once.

    >>> rows = [row_of(0, Totals.empty()), row_of(0, Totals.empty())]
    >>> [row.games for row in without_overlaps(rows)]
    [0, 0]
    """
    reached = -1
    for row in rows:
        start = int(row.start)
        if start >= reached and (stop is None or start + row.games <= stop):
            reached = start + row.games
            yield row


def _numbers(text: str) -> np.ndarray:
    numbers = json.loads(text)
    if not isinstance(numbers, list) or not all(isinstance(n, int) for n in numbers):
        raise ValueError("a list of whole numbers is something else")
    return np.array(numbers, np.int64)
