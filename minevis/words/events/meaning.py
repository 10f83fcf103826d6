"""What an event means for words, films and the browser."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from minevis.game.grid import Cell, Cells
from minevis.render.marks import Link, Mark, Outline
from minevis.trace.snapshot import Snapshot
from minevis.words.wording import CellNames


class Kind(Enum):
    """The parts of the story that pictures distinguish."""

    START = "start"
    MOVE = "move"
    FLAG = "flag"
    STEP = "step"
    DEDUCTION = "deduction"
    SEARCH = "search"
    ODDS = "odds"
    GUESS = "guess"
    END = "end"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and the cells it speaks of."""

    text: str
    cells: Cells = ()


Sentences = tuple[Sentence, ...]
Marks = Iterable[tuple[Cells, Mark]]  # later marks cover earlier ones
Holds = Callable[[Cell], bool]  # whether a cell is in the part of the board that a film shows


def nowhere(event: Any) -> Cells:
    """Return no cells: the camera stays where it is."""
    return ()


def _none(event: Any) -> tuple[()]:
    return ()


def _clues(event: Any, s: Snapshot) -> Marks:
    return [(s.clues, Mark.CLUE)]


@dataclass(frozen=True)
class Meaning:
    """What the events of one class mean; its functions take the event first.

    Parameters
    ----------
    kind : Kind
        Its part in the story, which decides how long it is shown.
    badge : str
        Its label, in capitals; `badge_by` returns it for labels that depend on the event.
    sentences : function
        What it says, from the event and `CellNames`: films show one sentence after the other,
        captions all of them.
    cells : function or None
        The cells for the camera: None for the entire board, `nowhere` for no cell.
    caption : function, optional
        A shorter caption, for an event with many sentences.
    role : str or function
        The theme's colour of the badge, by default that of the kind.
    part : function
        The part of the event in a part of the board, from the event and a test for cells; or None.
    marks : function
        The marks over cells, from the event and the snapshot after it; by default of its clues.
    links, outlines : function
        Lines from clues to cells, and around sets of cells.
    numbers : function, optional
        The clues used by the event, with their mines and covered cells.
    keys : mapping
        Words of the legend for marks with a special meaning here; "" leaves a mark out.
    with_odds : bool
        Whether it is about the odds: the board shows them.
    new_position : bool
        Whether the board changes, so that other cells can be proven.
    landmark, summary : bool
        In a search: whether it stays when steps are left out, and whether it has much to say.
    """

    kind: Kind
    badge: str
    sentences: Callable[[Any, CellNames], str | Sentences]
    cells: Callable[[Any], Cells] | None
    caption: Callable[[Any, CellNames], str] | None = None
    badge_by: Callable[[Any], str] | None = None
    role: str | Callable[[Any], str] = ""
    part: Callable[[Any, Holds], Any] = lambda event, holds: event
    marks: Callable[[Any, Snapshot], Marks] = _clues
    links: Callable[[Any], tuple[Link, ...]] = _none
    outlines: Callable[[Any], tuple[Outline, ...]] = _none
    numbers: Callable[[Any], list[tuple[Cell, int, int]]] | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    with_odds: bool = False
    new_position: bool = False
    landmark: bool = False
    summary: bool = False
