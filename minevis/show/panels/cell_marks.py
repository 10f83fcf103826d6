"""Which mark lies over each cell, by the event that a snapshot follows."""

from collections.abc import Iterable
from functools import singledispatch

import numpy as np

from minevis.core import events as ev
from minevis.core.events import Event
from minevis.core.grid import Cells
from minevis.core.position import ViewCode
from minevis.core.proofs import Broken, Clash, Step, Suppose, cells_compared
from minevis.core.snapshot import Snapshot
from minevis.show.tiles.atlas import Mark
from minevis.show.timing.event_kinds import Kind, kind


def in_search(s: Snapshot) -> bool:
    """Whether the snapshot follows a step of a search."""
    return s.event is not None and kind(s.event) is Kind.SEARCH


def marks(s: Snapshot) -> np.ndarray:
    """The mark of each cell, by the event that the snapshot follows: uint8 [H, W]."""
    drawn = np.zeros(s.shape, np.uint8)
    if s.won is not None or s.event is None or isinstance(s.event, ev.Exploded):
        return drawn
    if in_search(s):
        drawn[s.region & (s.trial == 0)] = Mark.REGION
    known = known_marks(s)
    drawn = np.where(known, known, drawn)
    _mark(s.event, s, drawn)
    return drawn


def known_marks(s: Snapshot) -> np.ndarray:
    """The marks of covered cells that are known to be safe or mined: uint8 [H, W]."""
    drawn = np.zeros(s.shape, np.uint8)
    covered = s.view == ViewCode.COVERED
    drawn[s.safe & covered] = Mark.KNOWN_SAFE
    drawn[s.mined & covered] = Mark.KNOWN_MINED
    return drawn


def marks_of(s: Snapshot, events: Iterable[Event]) -> np.ndarray:
    """Return the marks of events described together, uint8 [H, W]; `s` follows the last one."""
    drawn = np.zeros(s.shape, np.uint8)
    for event in events:
        if isinstance(event, ev.Deduction):
            put(drawn, event.clues, Mark.CLUE)
    for event in events:
        if isinstance(event, ev.Deduction):
            put(drawn, event.cells, Mark.MINED if event.mined else Mark.SAFE)
        elif isinstance(event, ev.Opened):
            put(drawn, event.cells, Mark.FRESH)
    return drawn


def put(drawn: np.ndarray, cells: Cells, mark: int) -> None:
    """Write `mark` at `cells` of `drawn` (an integer array [H, W], changed in place)."""
    index = np.array(cells, dtype=np.intp).reshape(-1, 2)
    drawn[index[:, 0], index[:, 1]] = mark


@singledispatch
def _mark(event: object, s: Snapshot, drawn: np.ndarray) -> None:
    """Marks of any other event: just the clues it names."""
    put(drawn, s.clues, Mark.CLUE)


@_mark.register
def _(event: ev.Opened, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, event.cells, Mark.FRESH)
    put(drawn, (event.cell,), Mark.CLICK)


@_mark.register(ev.Flagged)
@_mark.register(ev.Unflagged)
def _(event: ev.Flagged | ev.Unflagged, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, event.cells, Mark.CLICK)


@_mark.register
def _(event: ev.Wasted, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, (event.cell,), Mark.CLICK)


@_mark.register
def _(event: ev.Reasoned, s: Snapshot, drawn: np.ndarray) -> None:
    mark_step(event.step, drawn)


def mark_step(step: Step, drawn: np.ndarray) -> None:
    """Write the marks of one step of a proof into `drawn` (uint8 [H, W])."""
    broken = isinstance(step, Broken | Clash)
    put(drawn, cells_compared(step), Mark.SMALLER)
    put(drawn, step.clues, Mark.VIOLATED if broken else Mark.CLUE)
    if isinstance(step, Suppose):
        put(drawn, (step.cell, *step.alike), Mark.TRYING)
    under = step.depth > 0
    put(drawn, step.mines, Mark.TRYING if under else Mark.MINED)
    put(drawn, step.safe, Mark.TRYING if under else Mark.SAFE)


@_mark.register
def _(event: ev.Proved, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, event.clues, Mark.CLUE)
    if event.proof is not None and event.proof.steps:
        last = event.proof.steps[-1]
        put(drawn, cells_compared(last), Mark.SMALLER)
        if isinstance(last, Broken | Clash):
            put(drawn, last.clues, Mark.VIOLATED)
    put(drawn, event.cells, Mark.MINED if event.mined else Mark.SAFE)


@_mark.register
def _(event: ev.Counted, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, event.clues, Mark.CLUE)
    put(drawn, event.cells, Mark.MINED if event.mined else Mark.SAFE)


@_mark.register
def _(event: ev.Subtracted, s: Snapshot, drawn: np.ndarray) -> None:
    decided = {True: Mark.REST_MINED, False: Mark.REST_SAFE}
    put(drawn, event.smaller, Mark.SMALLER)
    put(drawn, event.clues, Mark.CLUE)
    put(drawn, event.cells, decided[event.mined])


@_mark.register
def _(event: ev.Tried, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, event.cells, Mark.TRYING)


@_mark.register
def _(event: ev.Violated, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, (event.clue,), Mark.VIOLATED)


@_mark.register
def _(event: ev.SolutionFound, s: Snapshot, drawn: np.ndarray) -> None:
    drawn[s.trial > 0] = Mark.COMPLETE


@_mark.register
def _(event: ev.Guessed, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, event.candidates, Mark.CANDIDATE)
    put(drawn, event.clues, Mark.CLUE)
    put(drawn, (event.cell,), Mark.GUESS)


@_mark.register
def _(event: ev.Reviewed, s: Snapshot, drawn: np.ndarray) -> None:
    put(drawn, event.clues, Mark.CLUE)
    if event.instead is not None:
        put(drawn, (event.instead,), Mark.CANDIDATE if event.instead_risk else Mark.SAFE)
    put(drawn, (event.cell,), _mark_of_click(event))


def _mark_of_click(event: ev.Reviewed) -> Mark:
    if event.verdict == "proven":
        return Mark.MINED if event.mined else Mark.SAFE
    return Mark.CLICK if event.verdict in ("free", "wasted") else Mark.GUESS
