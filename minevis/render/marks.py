"""Marks over cells, and the lines between and around them."""

from dataclasses import dataclass
from enum import IntEnum

from minevis.game.grid import ArrayEnum, Cell, Cells


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
