"""Lines over the cells as plain numbers: sides of sets of cells, and ways from clue to cell."""

from collections.abc import Iterable

import numpy as np

from minevis.game.grid import flat_of
from minevis.words.events.links import Link, Outline

SHIFTS = {"search": 0, "clue_ring": 4, "ink": 8}  # of a role, in the bits of a cell
TIE = 1 << 16  # set in the second number of a link that joins two clues; above any cell


def sides_of(outlines: Iterable[Outline], shape: tuple[int, int]) -> np.ndarray:
    """Return the sides of cells with lines, by role, as bits: int16 [H · W].

    From the lowest bit of a role: the upper, lower, left and right side.
    """
    wide = shape[1] + 1  # an additional column, so that no two rows touch
    sides: dict[int, int] = {}
    for outline in outlines:
        inside = {row * wide + col for row, col in outline.cells}
        shift = SHIFTS[outline.role]
        for cell in inside:
            open_sides = (cell - wide not in inside) | (cell + wide not in inside) << 1
            open_sides |= (cell - 1 not in inside) << 2 | (cell + 1 not in inside) << 3
            sides[cell] = sides.get(cell, 0) | open_sides << shift
    bits = np.zeros((shape[0], wide), np.int16)
    bits.ravel()[list(sides)] = list(sides.values())
    return bits[:, :-1].ravel()


def links_of(links: Iterable[Link], width: int) -> list[int]:
    """Return two numbers per link, as flat cells: the clue, and its target."""
    numbers = []
    for link in links:
        ends = [flat_of(cell, width) for cell in (link.clue, link.cell)]
        numbers += [ends[0], ends[1] | (TIE if link.tie else 0)]
    return numbers
