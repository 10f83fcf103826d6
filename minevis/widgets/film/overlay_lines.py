"""Lines over the cells as plain numbers: sides of sets of cells, and ways from clue to cell."""

from collections.abc import Iterable

import numpy as np

from minevis.show.panels.links import Link, Outline

SHIFTS = {"search": 0, "clue_ring": 4, "ink": 8}  # of a role, in the bits of a cell
TOWARDS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # up, down, left, right: bits 0 to 3
TIE = 0x8000  # set in the second number of a link that joins two clues


def sides_of(outlines: Iterable[Outline], shape: tuple[int, int]) -> np.ndarray:
    """Which sides of each cell carry a line of which role, as bits: int16 [H · W].

    >>> sides_of([Outline(((0, 0),), "search")], (1, 2)).tolist()
    [15, 0]
    """
    wide = shape[1] + 1  # a column more, so that no two rows touch
    steps = [(1 << bit, down * wide + right) for bit, (down, right) in enumerate(TOWARDS)]
    sides: dict[int, int] = {}
    for outline in outlines:
        inside = {row * wide + col for row, col in outline.cells}
        shift = SHIFTS[outline.role]
        for cell in inside:
            found = sum(bit for bit, step in steps if cell + step not in inside) << shift
            sides[cell] = sides.get(cell, 0) | found
    bits = np.zeros((shape[0], wide), np.int16)
    bits.ravel()[list(sides)] = list(sides.values())
    return bits[:, :-1].ravel()


def links_of(links: Iterable[Link], width: int) -> list[int]:
    """Two numbers for each link, flat cells: the clue, and what it leads to.

    >>> links_of([Link((0, 0), (1, 1))], 3)
    [0, 4]
    """
    numbers = []
    for link in links:
        ends = [row * width + col for row, col in (link.clue, link.cell)]
        numbers += [ends[0], ends[1] | (TIE if link.tie else 0)]
    return numbers
