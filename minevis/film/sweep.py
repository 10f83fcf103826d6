"""Sweeps: in which order the cells of a chain of routine change, along the frontier."""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from minevis.game.grid import Cell, Cells, Shape
from minevis.render.marks import apart
from minevis.solver import events as ev
from minevis.solver.events import Event

LEAST = 2  # events: fewer change at once


def sweep_order(events: Sequence[Event], shape: Shape) -> np.ndarray | None:
    """Return the turn of each cell, float32 [H, W]; None if there is not enough routine.

    Cells that were proven before have the first turns. Then a clue has its turn after the nearest
    one, and brings the cells that it proves.
    """
    if not all(isinstance(event, ev.Deduction | ev.Opened | ev.Flagged) for event in events):
        return None
    clicks = dict.fromkeys(cell for event in events for cell in _clicked(event))
    proofs = (event.cells for event in events if isinstance(event, ev.Deduction))
    proven = set(chain.from_iterable(proofs))
    known = (cell for cell in clicks if cell not in proven)
    turns = {cell: turn for turn, cell in enumerate(known)}  # a cell changes once
    turn = len(turns)
    for event in _along(events):
        if isinstance(event, ev.Deduction):
            for cell in (*event.clues, *event.cells):
                turns.setdefault(cell, turn)
            turn += 1
        elif isinstance(event, ev.Opened):
            for cell in event.cells:
                turns.setdefault(cell, turns[event.cell] + apart(event.cell, cell))
    order = np.zeros(shape, np.float32)
    for cell, at in turns.items():
        order[cell] = at
    return order if turn >= LEAST else None


def _clicked(event: Event) -> Cells:
    """Return the cells that an event clicks."""
    if isinstance(event, ev.Opened):
        return (event.cell,)
    return event.cells if isinstance(event, ev.Flagged) else ()


def _along(events: Sequence[Event]) -> Iterator[Event]:
    """Yield events with the counts of each turn in the order of a walk to the nearest clue."""
    last: Cell = (0, 0)
    counts: list[ev.Counted] = []
    for event in [*events, None]:
        if isinstance(event, ev.Counted):
            counts.append(event)
            continue
        while counts:
            nearest = min(counts, key=lambda each: apart(each.clue, last))
            counts.remove(nearest)
            last = nearest.clue
            yield nearest
        if event is not None:
            yield event
