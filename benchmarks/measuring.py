"""What all topics share: rows of the table, the clock, and the game that is filmed."""

from collections.abc import Callable
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import Any

import minevis as mv

CORNER = (0, 0)


@dataclass(frozen=True)
class Row:
    """One thing measured. `aim` is what we want it to be."""

    what: str
    value: str
    unit: str = ""
    aim: str = ""


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """The seconds that `work` takes, and what it returns."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def processor_seconds(work: Callable[[], Any]) -> float:
    """The processor time that `work` takes, that of programs it starts included: what else runs
    on the machine does not count.
    """
    before = _used()
    work()
    return _used() - before


def _used() -> float:
    parts = map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in parts)


def ratio(slow: float, fast: float) -> str:
    """How many times faster `fast` is than `slow`, both in seconds."""
    return f"{slow / fast:.1f}"


def game(level: str = "expert", seed: int = 10) -> mv.Trace:
    """A recorded game of the exact player, from the corner."""
    board = mv.Board.random(level, seed=seed, first=CORNER)
    return mv.play(board, "exact", first=CORNER)
