"""What an event means for words, films and the browser: marks, links and sentences."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any

from minevis.game.grid import ArrayEnum, Cell, Cells
from minevis.trace.snapshot import Snapshot
from minevis.words.wording import CellNames


class Mark(IntEnum, metaclass=ArrayEnum):
    """The marks over the picture of a cell."""

    NONE = 0
    SAFE = 1  # proven safe, just now
    MINED = 2  # proven to be a mine, just now
    KNOWN_SAFE = 3  # proven earlier
    KNOWN_MINED = 4
    CLUE = 5  # a clue that justifies the event
    REGION = 6  # the part of the frontier being searched
    SMALLER = 7  # the smaller set of the subset rule
    REST_SAFE = 8  # of the larger set of the subset rule: the rest of it, proven safe
    TRYING = 9  # the cells of the latest try
    VIOLATED = 10  # a clue that can no longer be satisfied
    COMPLETE = 11  # part of a finished configuration
    GUESS = 12
    CANDIDATE = 13  # as good as the guess
    CLICK = 14  # the cell that was clicked
    FRESH = 15  # came open with it
    REST_MINED = 16  # as REST_SAFE, but proven to be mines


FAR = 2  # cells: a line longer than that would cross half the board


@dataclass(frozen=True, slots=True)
class Link:
    """A line from a clue to a cell it helps to prove; a `tie` joins two clues of one proof."""

    clue: Cell
    cell: Cell
    tie: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """A line around a set of cells, in the theme's colour `role`."""

    cells: Cells
    role: str


def apart(first: Cell, second: Cell) -> int:
    """Return the distance of two cells in king's moves."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def chained(clues: Cells, cells: Cells) -> tuple[Link, ...]:
    """Tie each clue to the nearest proven cell or tied clue, except for far clues.

    Clues next to proven cells have lines to these cells.
    """
    chain = [Link(clue, cell) for clue in clues for cell in cells if apart(clue, cell) == 1]
    tied = list(dict.fromkeys(link.clue for link in chain))
    waiting = [clue for clue in clues if clue not in tied]
    while waiting and tied:
        away, clue, other = min((apart(c, t), c, t) for c in waiting for t in tied)
        waiting.remove(clue)
        tied.append(clue)
        if away <= FAR:
            chain.append(Link(clue, other, tie=True))
    return tuple(chain)


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
