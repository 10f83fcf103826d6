"""Which moments of a trace are shown, and for how long.

A *beat* is one moment shown. Moves, deductions and guesses always get theirs; the
steps of a search are sampled into a time budget. Times are in seconds here and
in frames in a `Beat`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real

from minevis import events as ev
from minevis.show.kinds import Kind, kind
from minevis.trace import Trace

Range = tuple[int, int]

SHOWN = (  # by level of detail
    {Kind.START, Kind.MOVE, Kind.END},
    set(Kind) - {Kind.SEARCH},
    set(Kind),
)
SECONDS = {  # at an easy pace
    Kind.START: 0.6,
    Kind.MOVE: 0.3,
    Kind.FLAG: 0.2,
    Kind.DEDUCTION: 0.6,
    Kind.SEARCH: 0.1,
    Kind.ODDS: 0.8,
    Kind.GUESS: 1.6,
    Kind.END: 2.5,
}
PACED = {Kind.MOVE, Kind.FLAG, Kind.DEDUCTION, Kind.ODDS}  # shorter in a long game
TARGET = 30.0  # seconds: what these should take together; one frame each is the least
SEARCH_BUDGET = 30.0  # seconds for the search steps of a whole trace
LANDMARKS = (ev.ComponentFound, ev.ComponentKept, ev.SolutionFound, ev.SearchEnded)


@dataclass(frozen=True, slots=True)
class Beat:
    """Event `index` is shown for `hold` frames, `skipped` search steps after the last beat."""

    index: int
    hold: int
    skipped: int = 0


def beats(
    trace: Trace,
    *,
    detail: int = 1,
    fps: float = 10,
    frames: Range | None = None,
    moves: Range | None = None,
    budget: float = SEARCH_BUDGET,
) -> list[Beat]:
    """The beats of `trace`, in order.

    `detail` 0 shows the board after each move; 1 adds deductions, flags, odds and
    guesses; 2 adds the steps of searches, as many as `budget` seconds allow.
    `moves` (a, b) keeps moves a … b - 1, counted from 0: a click and the thinking
    that led to it. `frames` (a, b) then keeps frames a … b - 1 of the video.
    Raises `ValueError` for another detail, a wrong `fps` or `budget`, and ranges
    that are empty, reversed or begin beyond the end.
    """
    if detail not in (0, 1, 2):
        raise ValueError(f"detail={detail!r}: it can be 0, 1 or 2")
    check_fps(fps)
    if not (isfinite(budget) and budget >= 0):
        raise ValueError(f"budget={budget!r}: seconds, 0 or more")
    chosen = _indices(trace, moves)
    shown = [i for i in chosen if kind(trace.events[i]) in SHOWN[detail]]
    if detail == 2:
        shown = _without_surplus(trace, shown, round(budget * fps / _search_hold(fps)))
    timed = list(_timed(trace, shown, fps, first=chosen.start, count=detail == 2))
    return _cut(timed, frames)


def check_fps(fps: float) -> None:
    """Raises `ValueError` unless `fps` is a positive, finite number."""
    if isinstance(fps, bool) or not isinstance(fps, Real) or not (isfinite(fps) and fps > 0):
        raise ValueError(f"fps={fps!r}: frames a second must be a positive, finite number")


def _search_hold(fps: float) -> int:
    return max(1, round(SECONDS[Kind.SEARCH] * fps))


def _check_range(name: str, span: Range, total: int, what: str) -> Range:
    if len(span) != 2:
        raise ValueError(f"{name}={span!r}: it must be (first, end)")
    first, end = (int(number) for number in span)
    if first < 0 or end <= first:
        raise ValueError(f"{name}={span!r} is empty: it must be (first, end) with first < end")
    if first >= total:
        raise ValueError(f"{name}={span!r} begins beyond the end: there are {total} {what}")
    return first, min(end, total)


def _indices(trace: Trace, moves: Range | None) -> range:
    """The events of the moves asked for: each click with what came before it."""
    if moves is None:
        return range(len(trace))
    ends = [i + 1 for i, event in enumerate(trace.events) if kind(event) is Kind.MOVE]
    ends = [*ends[:-1], len(trace)]
    first, end = _check_range("moves", moves, len(ends), "moves")
    return range(ends[first - 1] if first else 0, ends[end - 1])


def _timed(
    trace: Trace, shown: list[int], fps: float, *, first: int, count: bool
) -> Iterator[Beat]:
    """Beats with their holds; `count` says whether to tell how many steps were skipped."""
    kinds = [kind(trace.events[i]) for i in shown]
    calm = sum(SECONDS[each] for each in kinds if each in PACED)
    pace = min(1.0, TARGET / calm) if calm else 1.0
    before = first - 1
    for index, each in zip(shown, kinds, strict=True):
        seconds = SECONDS[each] * (pace if each in PACED else 1.0)
        yield Beat(index, max(1, int(seconds * fps + 1e-6)), index - before - 1 if count else 0)
        before = index


def _without_surplus(trace: Trace, shown: list[int], room: int) -> list[int]:
    """`shown` with no more than about `room` search steps, shared out among the searches."""
    runs = _runs([i for i in shown if kind(trace.events[i]) is Kind.SEARCH])
    shares = _shares([len(run) for run in runs], room)
    kept = [i for run, share in zip(runs, shares, strict=True) for i in _sample(trace, run, share)]
    others = [i for i in shown if kind(trace.events[i]) is not Kind.SEARCH]
    return sorted([*kept, *others])


def _runs(indices: list[int]) -> list[list[int]]:
    """Unbroken runs of indices."""
    runs: list[list[int]] = []
    for index in indices:
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _shares(lengths: list[int], room: int) -> list[int]:
    """How many steps of each search are shown: short ones whole, long ones an equal share."""
    shares = [0] * len(lengths)
    waiting = sorted(range(len(lengths)), key=lambda i: lengths[i])
    for done, i in enumerate(waiting):
        shares[i] = min(lengths[i], room // (len(waiting) - done))
        room -= shares[i]
    return shares


def _sample(trace: Trace, run: list[int], share: int) -> list[int]:
    """`share` steps of a search: its beginning step by step, then solutions, and its end."""
    if share >= len(run):
        return run
    if share < 2:
        return run[-1:] if share else []
    head = run[: share // 2]
    rest = run[share // 2 : -1]
    found = [i for i in rest if isinstance(trace.events[i], LANDMARKS)]
    wanted = share - len(head) - 1
    pool = found if len(found) >= wanted else rest
    return [*head, *_spread(pool, wanted), run[-1]]


def _spread(items: list[int], count: int) -> list[int]:
    """`count` of `items`, evenly spread."""
    return [items[i * len(items) // count] for i in range(count)]


def _cut(timed: list[Beat], frames: Range | None) -> list[Beat]:
    """The part of the beats that falls into the range of frames."""
    if frames is None:
        return timed
    first, end = _check_range("frames", frames, sum(beat.hold for beat in timed), "frames")
    kept, at = [], 0
    for beat in timed:
        hold = min(at + beat.hold, end) - max(at, first)
        if hold > 0:
            kept.append(replace(beat, hold=hold))
        at += beat.hold
    return kept
