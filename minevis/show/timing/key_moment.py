"""The moment of a run that makes the best first picture: a poster, or the start of a scrubber."""

from collections.abc import Iterable

from minevis.core import events as ev
from minevis.core.events import Event
from minevis.core.record import Record
from minevis.show.timing.camera import box_around

NEAR = 8  # cells: so many rows and columns are taken in at one glance


def key_moment(trace: Record, among: Iterable[int] | None = None) -> int:
    """The most important event of those `among`, by default of all: one that shows a reason.

    That is a bold and early guess with clues next to it, which shows its reason; otherwise the
    proof of most clues that lie near each other; else a wider proof, the comparison of two sets
    or another deduction. A guess without a clue next to it teaches nothing: like the opening of
    cells, it comes last. Of a game lost on its first click, it is the end, which says so.
    Raises `ValueError` when `among` is empty.
    """
    length = len(trace)

    def rank(index: int) -> tuple[float, float, int]:
        return (*_worth(trace.events[index], 1 - index / length), -index)

    return max(range(length) if among is None else among, key=rank)


def _worth(event: Event, left: float) -> tuple[float, float]:
    """How much an event shows, with a share of the run `left`: its kind first, then its size."""
    match event:
        case ev.Finished(on_first_click=True):
            return 6, 0
        case ev.Guessed(clues=(_, *_), risk=risk):
            return 5, (risk or 0.0) * left
        case ev.Proved(clues=clues):
            box = box_around((*clues, *event.cells))
            return 4 if max(box.height, box.width) <= NEAR else 3.5, len(clues)
        case ev.Subtracted():
            return 3, 0
        case ev.Counted():
            return 2, 0
        case ev.Guessed() | ev.Opened():
            return 1, 0
    return 0, 0
