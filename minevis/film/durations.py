"""The durations of moments: in seconds here, later in frames."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from minevis.solver.events import Event
from minevis.trace.trace import Trace
from minevis.utils.formatting import sample_evenly
from minevis.words.events import badge, badge_role, kind
from minevis.words.events.meaning import Kind

LONGEST = 6.0  # seconds of a beat, if there is enough to show
END = 2.5  # seconds, for the end of a game without words
LONGEST_PAUSE = 60.0  # seconds, in a film at the pace of the game
T = TypeVar("T")

RANKS = (  # the most important first, if not all can be shown
    {Kind.START, Kind.END, Kind.GUESS},
    {Kind.MOVE, Kind.ODDS},
    {Kind.DEDUCTION},
    {Kind.STEP},
    {Kind.SEARCH},
    {Kind.FLAG},
)


def first_use_key(event: Event) -> tuple[type, str, str]:
    """The sort of an event, for first uses: its class; of deductions, result and badge too."""
    if kind(event) is Kind.DEDUCTION:
        return type(event), badge_role(event), badge(event)
    return type(event), "", ""


def first_uses(trace: Trace, shown: list[int]) -> set[int]:
    """Return the events among `shown` that are the first of their sort."""
    seen: dict[tuple[type, str, str], int] = {}
    for index in shown:
        seen.setdefault(first_use_key(trace.events[index]), index)
    return set(seen.values())


def clock_durations(trace: Trace, shown: list[int]) -> list[float]:
    """Return the seconds for the events `shown` by the game's clock, pauses cut to a minute.

    The end has its usual time. Raises `ValueError` for a trace without a clock.
    """
    if trace.clock is None:
        raise ValueError("pace='clock': this trace was not timed")
    times = [trace.clock[index] for index in shown]
    pauses = (min(after - before, LONGEST_PAUSE) for before, after in pairwise(times))
    return [*pauses, END]


def thin(trace: Trace, shown: list[int], room: int, asked: int | None = None) -> list[int]:
    """Choose at most `room` of the events `shown`: first uses and guesses go last, and the event
    `asked` stays.

    The rest is spread over the entire run.
    """
    if len(shown) <= room:
        return shown
    kept = [i for i in shown if i == asked]
    new = {*first_uses(trace, shown), *kept}
    for rank in (None, *RANKS):
        pool = (
            [i for i in shown if i in new and i != asked]
            if rank is None
            else _of(trace, shown, rank, new)
        )
        kept += sample_evenly(pool, min(len(pool), room - len(kept)))
    return sorted(kept)


def _of(trace: Trace, shown: list[int], rank: set[Kind], new: set[int]) -> list[int]:
    return [i for i in shown if i not in new and kind(trace.events[i]) in rank]


def split_evenly(items: list[T], count: int) -> list[list[T]]:
    """Split `items` into `count` parts of about the same length."""
    cuts = [len(items) * i // count for i in range(count + 1)]
    return [items[a:b] for a, b in pairwise(cuts)]


def share_frames(
    seconds: Sequence[float],
    frames: int,
    least: Sequence[int] | None = None,
    most: Sequence[int] | None = None,
) -> list[int]:
    """Divide `frames` in proportion to `seconds`, none shorter than one frame.

    Each gets its `least` frames if there are enough for all, and no more than its `most` unless
    some are left over.
    """
    holds = [1] * len(seconds) if least is None or sum(least) > frames else [*least]
    most = [frames] * len(seconds) if most is None else most
    while (spare := frames - sum(holds)) > 0:
        growing = [i for i, hold in enumerate(holds) if hold < most[i]]
        if not growing:
            growing, most = [*range(len(holds))], [frames] * len(holds)
        total = sum(seconds[i] for i in growing)
        wanted = {i: int(spare * seconds[i] / total) for i in growing}
        if not any(wanted.values()):
            wanted = dict.fromkeys(sample_evenly(growing, spare), 1)
        for i, more in wanted.items():
            holds[i] += min(more, most[i] - holds[i])
    return holds
