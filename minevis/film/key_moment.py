"""The moments of a run that make the best first picture, and the best question."""

from collections.abc import Iterable

from minevis.render.camera import box_around
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.trace.record import Record

BOLD = 0.05  # the least risk of a guess that is worth a question
NEAR = 8  # cells: rows and columns that one glance takes in


def key_moment(trace: Record, among: Iterable[int] | None = None) -> int:
    """Return the most important event `among` some, by default all: one with a visible reason.

    That is a bold and early guess next to clues; otherwise the proof with most clues near each
    other; otherwise a wider proof, the comparison of two sets, or any deduction. A guess away from
    clues has no lesson: like opening cells, it comes last. For a game lost on its first click, it
    is the end. Raises `ValueError` if `among` is empty.
    """
    length = len(trace)

    def rank(index: int) -> tuple[float, float, int]:
        return (*_worth(trace.events[index], 1 - index / length), -index)

    return max(range(length) if among is None else among, key=rank)


def hardest(trace: Record, among: Iterable[int]) -> int | None:
    """Return the hardest of the events `among`: the question at the beginning of a film.

    That is the boldest guess next to clues, otherwise the deepest proof, or any guess or deduction.
    None without any of these.
    """

    def rank(index: int) -> tuple[float, ...]:
        match trace.events[index]:
            case ev.Guessed(clues=(_, *_), risk=risk):
                return 4 if (risk or 0.0) >= BOLD else 1, risk or 0.0
            case ev.Proved(clues=clues, proof=proof) as event:
                steps = proof.steps if proof else ()
                near = _near(event)
                return (
                    2 + near,
                    max((step.depth for step in steps), default=0),
                    len(steps),
                    len(clues),
                )
            case ev.Counted() | ev.Subtracted():
                return (0,)
        return (-1,)

    best = max(among, key=lambda index: (*rank(index), -index), default=None)
    return best if best is not None and rank(best) > (-1,) else None


def _near(event: ev.Proved) -> bool:
    """Return whether the cells and clues of a proof are near each other."""
    box = box_around((*event.clues, *event.cells))
    return max(box.height, box.width) <= NEAR


def _worth(event: Event, left: float) -> tuple[float, float]:
    """Return the worth of an event, with a share of the run `left`: its kind first, then its
    size."""
    match event:
        case ev.Finished(on_first_click=True):
            return 6, 0
        case ev.Guessed(clues=(_, *_), risk=risk):
            return 5, (risk or 0.0) * left
        case ev.Proved(clues=clues):
            return 4 if _near(event) else 3.5, len(clues)
        case ev.Subtracted():
            return 3, 0
        case ev.Counted():
            return 2, 0
        case ev.Guessed() | ev.Opened():
            return 1, 0
    return 0, 0
