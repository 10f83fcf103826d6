"""The shape of a game: the chance to win from move to move, and the costs of its guesses."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import log10
from typing import TypedDict

from minevis.errors import ContradictionError, TooManyCasesError
from minevis.game.position import Position
from minevis.reviews.review import WRONG_FLAG, Review, review
from minevis.reviews.winning import win_estimate
from minevis.solver.counting.counting import CountCache
from minevis.solver.events import Event, Exploded, Guessed, Opened, Reviewed
from minevis.trace.trace import Trace

POINTS = 60  # of the curve, apart from events around guesses: more would not be visible
EFFORT = "quick"  # for comparing guesses without a review


class CurveMark(TypedDict):
    """A guess or a mistake on the curve."""

    at: int  # number of the event
    told: int  # the event describing it, just before a cell opens
    cost: float  # of the chance to win, in points
    mistake: bool
    text: str


class CurveData(TypedDict):
    """The chance to win at some moments of a game, and the layouts left there."""

    at: list[int]  # numbers of events
    wins: list[float]
    exact: list[bool]
    layouts: list[float]  # logarithms to the base 10
    marks: list[CurveMark]


def curve_of(
    trace: Trace,
    *,
    points: int = POINTS,
    reviewed: Review | None = None,
    report: Callable[[], object] = int,
    progress: bool = False,
) -> CurveData | None:
    """Return the chance to win along `trace`, at about `points` positions and around every guess.

    The costs of guesses come from `reviewed`, a review of `trace`; without a review they are
    estimated by a quick look. None for a trace without a layout, or with too
    many cases to count. Takes a third of a second for an expert game, and a tenth per guess.
    `report` is called after every event. With `progress` a bar shows the comparing of guesses after
    two seconds.
    """
    wanted = set(_moments(trace, points))
    curve: CurveData = {"at": [], "wins": [], "exact": [], "layouts": [], "marks": []}
    by_event = _chances_of(trace, reviewed)
    cache: CountCache = {}
    try:
        for index, snapshot in enumerate(trace.snapshots()):
            if index in wanted:
                position = Position(snapshot.view, snapshot.mines).unflagged()
                found = win_estimate(position, cache=cache)
                curve["at"].append(index)
                win, exact = by_event.get(index, (found.value, found.exact))
                curve["wins"].append(round(win, 3))
                curve["exact"].append(exact)
                curve["layouts"].append(round(log10(max(found.layouts, 1)), 2))
            report()
        curve["marks"] = _marks(trace, reviewed, progress)
    except (ContradictionError, TooManyCasesError):
        return None
    return curve


def _moves(trace: Trace) -> list[int]:
    """Return the events that change knowledge: the beginning, and opened cells."""
    return [0] + [
        index for index, event in enumerate(trace.events) if isinstance(event, Opened | Exploded)
    ]


def _chances_of(trace: Trace, reviewed: Review | None) -> dict[int, tuple[float, bool]]:
    """Return the chances to win before guesses named in a sentence, and whether they are exact.

    The key is the event from which the chance applies. The chance is that of the best guess, from
    the review or the player."""
    chances: dict[int, tuple[float, bool]] = {}
    moves = _moves(trace)

    def note(index: int, win: float, exact: bool) -> None:
        chances[moves[bisect_left(moves, index) - 1]] = (win, exact)

    for click in reviewed.clicks if reviewed is not None else ():
        if click.guess is not None and click.index:
            note(click.index, max(click.guess.best_win, click.guess.win), click.guess.exact)
    for index, event in enumerate(trace.events):
        if isinstance(event, Guessed) and event.guess == "best" and event.options:
            note(index, event.options[0].win, event.options[0].exact)
    return chances


def _moments(trace: Trace, points: int) -> list[int]:
    """Return the events after which the chance is computed: evenly spread, and around guesses."""
    opened = _moves(trace)
    chosen = set(opened[:: max(len(opened) // points, 1)]) | {opened[-1]}
    for index, event in enumerate(trace.events):
        if isinstance(event, Guessed):
            after = next((each for each in opened if each > index), opened[-1])
            chosen |= {opened[opened.index(after) - 1], after}
    return sorted(chosen)


def _marks(trace: Trace, reviewed: Review | None, progress: bool) -> list[CurveMark]:
    """Return the guesses and the wrong flags, with their costs."""
    found = reviewed or review(trace, effort=EFFORT, proofs=False, progress=progress)
    return [
        {
            "at": click.index,
            "told": shown_at(trace.events, click.index),
            "cost": 0.0 if click.guess is None else round(100 * click.guess.cost, 1),
            "mistake": click.mistake,
            "text": click.sentences[-1] if click.mistake else "",
        }
        for click in found.clicks
        if click.guess is not None or click.kind == WRONG_FLAG
    ]


def shown_at(events: Sequence[Event], index: int) -> int:
    """Return the event that describes a click, just before it: its announcement, or its review."""
    if isinstance(events[index], Guessed):
        following = events[index + 1 : index + 2]  # empty if a guess is not made, only thought
        return index + any(isinstance(event, Reviewed) for event in following)
    return index - isinstance(events[index - 1], Guessed | Reviewed)
