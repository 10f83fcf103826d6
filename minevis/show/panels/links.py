"""Reasons drawn over the cells: which clue leads to which cell, and which sets a rule compares."""

from dataclasses import dataclass
from functools import singledispatch

from minevis.core import events as ev
from minevis.core.grid import Cell, Cells
from minevis.core.proofs import cells_compared

FAR = 2  # cells: a line longer than that would cross half the board


@dataclass(frozen=True, slots=True)
class Link:
    """A line from a clue to a cell that it helps to prove; a `tie` joins two clues of one proof."""

    clue: Cell
    cell: Cell
    tie: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """A line around a set of cells, in the colour of a theme that `role` names."""

    cells: Cells
    role: str


@singledispatch
def links(event: object) -> tuple[Link, ...]:
    """The lines that say why `event` is so: empty for events that need no reason."""
    return ()


@links.register
def _(event: ev.Counted) -> tuple[Link, ...]:
    return tuple(Link(event.clue, cell) for cell in event.cells)


@links.register
def _(event: ev.Proved) -> tuple[Link, ...]:
    return _chained(event.clues, event.cells)


@links.register
def _(event: ev.Reasoned) -> tuple[Link, ...]:
    step = event.step
    if step.depth:
        return ()  # its cells are discs: no line should end in the middle of one
    cells = (*cells_compared(step), *step.mines, *step.safe)
    return tuple(
        Link(clue, cell) for clue in step.clues for cell in cells if apart(clue, cell) == 1
    )


@links.register
def _(event: ev.Subtracted) -> tuple[Link, ...]:
    larger = [Link(clue, cell) for clue in event.larger_clues for cell in event.cells]
    smaller = [Link(clue, cell) for clue in event.smaller_clues for cell in event.smaller]
    return tuple(link for link in [*larger, *smaller] if apart(link.clue, link.cell) == 1)


@singledispatch
def outlines(event: object) -> tuple[Outline, ...]:
    """The sets of cells that `event` compares."""
    return ()


@outlines.register
def _(event: ev.Subtracted) -> tuple[Outline, ...]:
    return (Outline(event.larger, "search"), Outline(event.smaller, "clue_ring"))


def apart(first: Cell, second: Cell) -> int:
    """How many steps of a king lie between two cells."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def _chained(clues: Cells, cells: Cells) -> tuple[Link, ...]:
    """Each clue tied to the nearest cell proven, or to a clue already tied; far ones not at all.

    Clues next to a proven cell have a line to each such cell.
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
