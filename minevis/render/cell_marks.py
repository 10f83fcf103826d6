"""The marks over cells, by the event before a snapshot."""

from collections.abc import Iterable

import numpy as np

from minevis.game.grid import Cells
from minevis.game.position import ViewCode
from minevis.render.marks import Mark
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.trace.snapshot import Snapshot
from minevis.words.events import kind, meaning_of
from minevis.words.events.meaning import Kind, Marks


def in_search(s: Snapshot) -> bool:
    """Whether the snapshot follows a step of a search."""
    return s.event is not None and kind(s.event) is Kind.SEARCH


def marks(s: Snapshot) -> np.ndarray:
    """Return the marks of all cells, by the event before the snapshot: uint8 [H, W]."""
    drawn = np.zeros(s.shape, np.uint8)
    if s.won is not None or s.event is None or isinstance(s.event, ev.Exploded):
        return drawn
    if in_search(s):
        drawn[s.region & (s.trial == 0)] = Mark.REGION
    known = known_marks(s)
    drawn = np.where(known, known, drawn)
    put_all(drawn, meaning_of(s.event).marks(s.event, s))
    return drawn


def known_marks(s: Snapshot) -> np.ndarray:
    """Return the marks of covered cells known to be safe or mined: uint8 [H, W]."""
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


def put_all(drawn: np.ndarray, marks: Marks) -> None:
    """Write marks into `drawn` (uint8 [H, W]), later ones over earlier ones."""
    for cells, mark in marks:
        put(drawn, cells, mark)
