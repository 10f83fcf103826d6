"""Sweeps: in which order the cells of a chain of routine change, along the frontier."""

from collections.abc import Iterator, Sequence

import numpy as np

from minevis.game.grid import Cell, Shape
from minevis.render.marks import apart
from minevis.solver import events as ev
from minevis.solver.events import Event

LEAST = 2  # events: fewer change at once


def sweep_order(events: Sequence[Event], shape: Shape) -> np.ndarray | None:
    """Return when each cell has its turn, from 0 to 1; None if there is not enough routine.

    A clue has its turn after the nearest one, and brings the cells that it proves: float32 [H, W].
    """
    turn, order = 0, np.zeros(shape, np.float32)
    by_clue: dict[Cell, int] = {}
    for event in _along(events):
        if isinstance(event, ev.Counted):
            turn += 1
            order[event.clue] = turn
            by_clue |= dict.fromkeys(event.cells, turn)
        elif isinstance(event, ev.Opened | ev.Flagged):
            clicked = event.cells[:1] if isinstance(event, ev.Flagged) else (event.cell,)
            if clicked[0] not in by_clue:
                turn += 1
            for cell in event.cells:
                ring = 0 if isinstance(event, ev.Flagged) else apart(clicked[0], cell)
                order[cell] = by_clue.get(cell, by_clue.get(clicked[0], turn)) + ring
        else:
            return None
    return order / order.max() if turn >= LEAST else None


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
