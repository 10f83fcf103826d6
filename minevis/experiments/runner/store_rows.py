"""Totals as a row of a database, and back: checked, since files may be damaged."""

import json
import re
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from minevis.experiments.runner.totals import Totals

MOST_GAMES = 1 << 24  # of a chunk


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


def rows_of(found: Iterable[tuple[Any, ...]]) -> Iterator[Row]:
    """Yield the rows of a database. Raises `ValueError` for impossible numbers.

    >>> [row.start for row in rows_of([tuple(row_of(7, Totals.empty()))])]
    ['00000000000000000007']
    """
    for row in map(Row._make, found):
        numbers = row[1:5]
        if not all(isinstance(number, int) for number in numbers) or min(numbers) < 0:
            raise ValueError("a chunk's counts are not whole numbers of 0 or more")
        if row.games > MOST_GAMES or row.games != sum(numbers[1:]):
            raise ValueError("the games of a chunk do not add up to its counts")
        if not re.fullmatch("[0-9]{20}", row.start):
            raise ValueError(
                f"a chunk's first seed is not a number of 20 digits: {row.start!r:.40}"
            )
        yield row


def totals_of(row: Row) -> Totals:
    """The totals that a row keeps. Raises `ValueError` when its parts disagree.

    >>> totals_of(row_of(0, Totals.empty())) == Totals.empty()
    True
    """
    try:  # to unpack one more shows that there is more; and 0 is no limit to zlib
        ends = np.frombuffer(zlib.decompressobj().decompress(row.ends, row.games + 1), np.uint8)
    except zlib.error as error:
        raise ValueError(f"the ends of a chunk's games cannot be read ({error})") from error
    sums = [_numbers(text) for text in (row.guesses, row.risks, row.stated, row.taken, row.met)]
    totals = Totals(ends, *sums)
    totals.check(row.games)
    if totals.counts[:3] != (row.won, row.lost, row.lost_first):
        raise ValueError("the games of a chunk do not add up to its counts")
    return totals


def without_overlaps(rows: Iterable[Row], stop: int | None = None) -> list[Row]:
    """Those of `rows`, which are in order of `start`, that hold the most games and do not overlap
    the others, up to `stop`.

    Two processes with chunks of different sizes may both have played a seed: it
    counts once. Weighted interval scheduling, from the last row to the first.

    >>> rows = [row_of(0, Totals.empty()), row_of(0, Totals.empty())]
    >>> [row.games for row in without_overlaps(rows)]
    [0, 0]
    """
    found = [row for row in rows if stop is None or int(row.start) + row.games <= stop]
    starts = [int(row.start) for row in found]
    after, most = [0] * len(found), [0] * (len(found) + 1)  # the next row; games from this one on
    for i in reversed(range(len(found))):
        after[i] = max(bisect_left(starts, starts[i] + found[i].games), i + 1)
        most[i] = max(most[i + 1], found[i].games + most[after[i]])
    chosen, i = [], 0
    while i < len(found):
        taken = found[i].games + most[after[i]] == most[i]
        chosen += [found[i]] if taken else []
        i = after[i] if taken else i + 1
    return chosen


def _numbers(text: str) -> np.ndarray:
    numbers = json.loads(text)
    if not isinstance(numbers, list) or not all(isinstance(n, int) for n in numbers):
        raise ValueError("a list of whole numbers is something else")
    return np.array(numbers, np.int64)
