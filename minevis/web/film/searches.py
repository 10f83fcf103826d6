"""The searches of a trace for the browser, which draws their trees: a number an event."""

from typing import TypedDict

import numpy as np

from minevis.game.grid import flat_of
from minevis.render.search_tree.model import odds_after, search_spans
from minevis.solver import events as ev
from minevis.trace.record import Record

OTHER, UNDONE, SOLUTION = 0, 1, 2  # static/film/searches.js reads them
TRIED = 3  # + mines in the box
VIOLATED = 16  # + the flat cell of the clue
STEPS = 10_000  # odds travel in hundredths of a percent


class PackedSearch(TypedDict):
    """One search: its events `first` to `end` - 1, and the ground of its tree."""

    first: int
    end: int
    boxes: list[list[int]]  # flat cells
    odds: list[int] | None  # of a mine in a cell, per box, once known
    oddsAt: int


def packed_searches(trace: Record) -> tuple[dict[str, list[PackedSearch]], dict[str, np.ndarray]]:
    """Return the header "searches" of `trace`, and the part "tries": the kinds of events.

    The part is uint16 [events], or int32 if there are too many cells."""
    width = trace.shape[1]
    searches: list[PackedSearch] = []
    codes: list[int] = []
    for first, end in search_spans(trace):
        found = trace.events[first]
        assert isinstance(found, ev.ComponentFound)
        odds, at = odds_after(trace, first, found.boxes)
        searches.append(
            {
                "first": first,
                "end": end,
                "boxes": [[flat_of(cell, width) for cell in box] for box in found.boxes],
                "odds": None if odds is None else [round(chance * STEPS) for chance in odds],
                "oddsAt": at,
            }
        )
        codes += [_code(event, width) for event in trace.events[first + 1 : end]]
    wide = max(codes, default=0) >= 1 << 16
    return {"searches": searches}, {"tries": np.array(codes, np.int32 if wide else np.uint16)}


def _code(event: ev.Event, width: int) -> int:
    if isinstance(event, ev.Tried):
        return TRIED + event.mines
    if isinstance(event, ev.Violated):
        return VIOLATED + flat_of(event.clue, width)
    if isinstance(event, ev.Undone):
        return UNDONE
    return SOLUTION if isinstance(event, ev.SolutionFound) else OTHER
