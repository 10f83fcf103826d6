"""The meanings of a game's moves, from the start to the end."""

import re
from dataclasses import replace
from typing import Any

from minevis.game.board import HOW_TO_PROTECT
from minevis.render.marks import Mark
from minevis.solver import events as ev
from minevis.words.events.meaning import Holds, Kind, Meaning, nowhere
from minevis.words.wording import CellNames, in_words

NAME_LENGTH = 24
WON = "The game is won: every cell without a mine is open."
CLICKS = {"left": "click", "right": "right click", "double": "press of both buttons"}


def cell_inside(event: Any, holds: Holds) -> Any:
    """Return the event if its `cell` is inside, otherwise None."""
    return event if holds(event.cell) else None


def cells_inside(event: Any, holds: Holds) -> Any:
    """Return the event with only its `cells` inside, or None if there are none."""
    cells = tuple(filter(holds, event.cells))
    return replace(event, cells=cells) if cells else None


def _started(event: ev.Started, names: CellNames) -> str:
    player = re.sub(r"\s+", " ", event.player).strip()[:NAME_LENGTH].strip()
    size, mines = f"{event.height}×{event.width}", in_words(event.mines)
    started = f"Player “{player}” begins: {size} cells, {mines:# mine|# mines}."
    rules = event.rules.strip()[:NAME_LENGTH]
    return f"{started} Rules: {rules}." if rules else started


def _opened(event: ev.Opened, names: CellNames) -> str:
    number = dict(zip(event.cells, event.numbers, strict=False)).get(event.cell, 0)
    cell = names.subject(event.cell)
    if number:
        return f"{cell} opens and shows {number}."
    if len(event.cells) < 2:
        return f"{cell} touches no mine; all cells around it are open already."
    return f"{cell} touches no mine, so all around it opens: {in_words(len(event.cells))} cells."


def _chorded(event: ev.Chorded, names: CellNames) -> str:
    cells = in_words(len(event.cells))
    opened = f"{cells:# cell|# cells}" if event.cells else "what is left"
    return f"A press of both buttons on {names.cell(event.cell)} opens {opened} around it."


def _opened_inside(event: ev.Opened, holds: Holds) -> ev.Opened | None:
    seen = [i for i, cell in enumerate(event.cells) if holds(cell)]
    if not seen and not holds(event.cell):
        return None
    cells = tuple(event.cells[i] for i in seen)
    return replace(event, cells=cells, numbers=tuple(event.numbers[i] for i in seen))


def _flagged(event: ev.Flagged, names: CellNames) -> str:
    cells = names.cells(event.cells)
    if event.proven:
        return f"{cells:A flag marks the proven mine at #|Flags mark the proven mines at #}."
    return f"{cells:A flag goes onto #|Flags go onto #}."


def _unflagged(event: ev.Unflagged, names: CellNames) -> str:
    return f"{names.cells(event.cells):The flag on # comes|The flags on # come} off again."


def _wasted(event: ev.Wasted, names: CellNames) -> str:
    return f"A {CLICKS[event.click]} on {names.cell(event.cell)} changes nothing."


def _exploded(event: ev.Exploded, names: CellNames) -> str:
    return f"{names.subject(event.cell)} is a mine: it explodes."


def _finished(event: ev.Finished, names: CellNames) -> str:
    if event.won:
        return WON
    if event.on_first_click:
        return f"The game is lost on its first click; {HOW_TO_PROTECT}."
    missing, wrong = in_words(len(event.mines)), in_words(len(event.wrong_flags))
    why = []
    if event.mines:
        why.append(f"{missing:# mine was|# mines were} never found")
    if event.wrong_flags:
        why.append(f"{wrong:# flag was|# flags were} wrong")
    if not why:
        return "The game is lost, with no other mine left to find."
    return f"The game is lost: {', and '.join(why)}."


_OPENED = Meaning(
    *(Kind.MOVE, "OPEN", _opened),
    cells=lambda event: event.cells,
    part=_opened_inside,
    marks=lambda event, s: [(event.cells, Mark.FRESH), ((event.cell,), Mark.CLICK)],
    new_position=True,
)
_FLAGGED = Meaning(
    *(Kind.FLAG, "FLAG", _flagged, nowhere),
    part=cells_inside,
    marks=lambda event, s: [(event.cells, Mark.CLICK)],
    new_position=True,
)
MEANINGS: dict[type, Meaning] = {
    ev.Started: Meaning(Kind.START, "START", _started, cells=None),
    ev.Opened: _OPENED,
    ev.Chorded: replace(_OPENED, badge="CHORD", sentences=_chorded),
    ev.Flagged: _FLAGGED,
    ev.Unflagged: replace(_FLAGGED, badge="UNFLAG", sentences=_unflagged),
    ev.Wasted: Meaning(
        *(Kind.FLAG, "WASTED", _wasted, nowhere),
        part=cell_inside,
        marks=lambda event, s: [((event.cell,), Mark.CLICK)],
    ),
    ev.Exploded: Meaning(
        *(Kind.MOVE, "MINE", _exploded),
        cells=lambda event: (event.cell,),
        role="mine",
        part=cell_inside,
        new_position=True,
    ),
    ev.Finished: Meaning(
        *(Kind.END, "LOST", _finished),
        cells=None,
        badge_by=lambda event: "WON" if event.won else "LOST",
        role=lambda event: "safe" if event.won else "mine",
    ),
}
