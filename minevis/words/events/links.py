"""Reasons drawn over the cells: which clue leads to which cell, and which sets a rule compares."""

from dataclasses import dataclass

from minevis.game.grid import Cell, Cells

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
    """Each clue tied to the nearest cell proven, or to a clue already tied; far ones not at all.

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
