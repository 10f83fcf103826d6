"""The durations of moments: in seconds here, later in frames."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from minevis.solver.events import Event
from minevis.trace.trace import Trace
from minevis.utils.formatting import sample_evenly
from minevis.words.events import badge, badge_role, kind, meaning_of
from minevis.words.events.meaning import Kind

Pace = str | float
LONGEST = 6.0  # seconds of a beat, if there is enough to show
LONGEST_PAUSE = 60.0  # seconds, in a film at the pace of the game
T = TypeVar("T")

SECONDS = {  # at an easy pace
    Kind.START: 0.6,
    Kind.MOVE: 0.3,
    Kind.FLAG: 0.2,
    Kind.STEP: 0.8,
    Kind.DEDUCTION: 0.6,
    Kind.SEARCH: 0.1,
    Kind.ODDS: 0.8,
    Kind.GUESS: 1.6,
    Kind.END: 2.5,
}
FIRST = {  # the first time that a thing of this kind is seen: time to read it
    Kind.MOVE: 1.0,
    Kind.FLAG: 1.0,
    Kind.STEP: 1.6,
    Kind.DEDUCTION: 2.0,
    Kind.SEARCH: 0.9,
    Kind.ODDS: 3.0,
    Kind.GUESS: 2.4,
}
FIRST_SUMMARY, LEAST_BUDGET = 2.4, 24.0  # seconds for first summaries; that allows for it
SLOW_START, SLOW_START_STEPS = 3.0, 12  # seconds more for the first steps of the first search
PACED = {Kind.MOVE, Kind.FLAG, Kind.STEP, Kind.DEDUCTION, Kind.ODDS}  # shorter in a long game
TARGET = 30.0  # seconds that these should take together; at least one frame per step
EVEN = 0.4  # seconds per moment at an even pace
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


def first_search(budget: float) -> float:
    """Return the seconds for the first search step of its sort, from a budget."""
    return min(FIRST[Kind.SEARCH], budget / 20)


def first_summary(budget: float) -> float:
    """Seconds for the first frontier, component and end of a search, out of a budget."""
    return FIRST_SUMMARY if budget >= LEAST_BUDGET else first_search(budget)


def slow_start(budget: float) -> list[float]:
    """Return additional seconds for the first search steps, decreasing, from a budget."""
    most = SLOW_START if budget >= 3 * SLOW_START else 0.0
    total = SLOW_START_STEPS * (SLOW_START_STEPS + 1) / 2
    return [most * (SLOW_START_STEPS - step) / total for step in range(SLOW_START_STEPS)]


def durations(
    trace: Trace, shown: list[int], pace: Pace, budget: float, run: list[int] | None = None
) -> list[float]:
    """Return the seconds for the events `shown`; searches have `budget` seconds.

    "story" is slow for new rules, guesses and the start of the first search, and fast for routine;
    "even" gives all events the same time; a number is events per second. A part of a longer `run`
    has the pace of the run.
    """
    if pace != "story":
        return [EVEN if isinstance(pace, str) else 1 / pace] * len(shown)
    new = first_uses(trace, shown)
    pairs = [(i, kind(trace.events[i])) for i in shown]
    speed_up = _speed_up(trace, shown if run is None else run)
    longer = {**FIRST, Kind.SEARCH: max(first_search(budget), SECONDS[Kind.SEARCH])}
    slower = iter(slow_start(budget))
    return [
        first_summary(budget)
        if index in new and meaning_of(trace.events[index]).summary
        else longer.get(each, SECONDS[each])
        if index in new
        else SECONDS[each] * (speed_up if each in PACED else 1.0)
        + (next(slower, 0.0) if each is Kind.SEARCH else 0.0)
        for index, each in pairs
    ]


def _speed_up(trace: Trace, run: list[int]) -> float:
    """Return the factor on routine's time in a run."""
    new = first_uses(trace, run)
    kinds = [kind(trace.events[i]) for i in run if i not in new]
    routine = sum(SECONDS[each] for each in kinds if each in PACED)
    return min(1.0, TARGET / routine) if routine else 1.0


def clock_durations(trace: Trace, shown: list[int]) -> list[float]:
    """Return the seconds for the events `shown` by the game's clock, pauses cut to a minute.

    The end has its usual time. Raises `ValueError` for a trace without a clock.
    """
    if trace.clock is None:
        raise ValueError("pace='clock': this trace was not timed")
    times = [trace.clock[index] for index in shown]
    pauses = (min(after - before, LONGEST_PAUSE) for before, after in pairwise(times))
    return [*pauses, SECONDS[Kind.END]]


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
