"""A tally as a row of a database, and back: checked, since files may be damaged."""

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from minevis.core.outcomes import PERCENTS
from minevis.experiments.runner.tally import Tally


class Row(NamedTuple):
    """One chunk: counts, histograms as JSON lists, and the end of each game.

    >>> row_of(64, Tally.empty())[:5]
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


def row_of(start: int, tally: Tally) -> Row:
    """The row that keeps the games of `tally`, whose first seed is `start`.

    >>> row_of(64, Tally.empty()).taken[:12]
    '[0, 0, 0, 0,'
    """
    won, lost, lost_first, _ = tally.counts
    return Row(
        start=seed_text(start),
        games=tally.ends.size,
        won=won,
        lost=lost,
        lost_first=lost_first,
        guesses=json.dumps(tally.guesses.tolist()),
        risks=json.dumps(tally.risks.tolist()),
        stated=json.dumps(tally.stated.tolist()),
        taken=json.dumps(tally.taken.tolist()),
        met=json.dumps(tally.met.tolist()),
        ends=zlib.compress(tally.ends.tobytes(), 9),
    )


def tally_of(row: Row) -> Tally:
    """The tally that a row keeps. Raises `ValueError` when its parts disagree.

    >>> tally_of(row_of(0, Tally.empty())) == Tally.empty()
    True
    """
    try:  # no more than it should hold, whatever it claims
        ends = np.frombuffer(zlib.decompressobj().decompress(row.ends, row.games + 1), np.uint8)
    except zlib.error as error:
        raise ValueError(f"the ends of a chunk's games cannot be read ({error})") from error
    sums = [_numbers(text) for text in (row.guesses, row.risks, row.stated, row.taken, row.met)]
    tally = Tally(ends, *sums)
    if tally.counts != (row.won, row.lost, row.lost_first, 0) or ends.size != row.games:
        raise ValueError("the games of a chunk do not add up to its counts")
    if any(numbers.size != PERCENTS for numbers in sums[1:]) or sums[0].sum() != row.games:
        raise ValueError("a chunk has lists of the wrong length")
    return tally


def without_overlaps(rows: Iterable[Row], stop: int | None = None) -> Iterator[Row]:
    """Those of `rows`, in order of `start`, that overlap none before; none beyond `stop`.

    Two processes with chunks of different sizes may both have played a seed: it
    counts once.

    >>> rows = [row_of(0, Tally.empty()), row_of(0, Tally.empty())]
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
