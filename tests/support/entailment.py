"""Deductions from clues, by trying every layout of the cells they see."""

from itertools import combinations, product

from minevis.game.grid import neighbours


def entails(constraints, covered, cell, mined, mines_left=None):
    """Whether `constraints`, pairs (cells, mines), force `cell` to be a mine (or safe).

    Every layout of mines over the `covered` cells is looked at; with `mines_left`
    only those with this number of mines.
    """
    covered = sorted(covered)
    sizes = range(len(covered) + 1) if mines_left is None else [mines_left]
    return all(
        (cell in layout) == mined
        for size in sizes
        for layout in map(set, combinations(covered, size))
        if all(len(layout & set(cells)) == count for cells, count in constraints)
    )


def constraints(view, covered, mined, clues):
    """The constraints of `clues` on the `covered` cells, given the `mined` ones.

    `view` shows the numbers; the result is a list of pairs (cells, mines left).
    """
    said = []
    for clue in clues:
        around = neighbours(clue, view.shape)
        known = sum(cell in mined for cell in around)
        said.append(([cell for cell in around if cell in covered], int(view[clue]) - known))
    return said


def configurations(component):
    """Every configuration of a component by brute force, as tuples over its cells."""
    cells = component.cells
    sees = [
        {
            c
            for box, seen in zip(component.boxes, component.links, strict=True)
            if j in seen
            for c in box
        }
        for j in range(len(component.clues))
    ]
    return [
        layout
        for layout in product((0, 1), repeat=len(cells))
        if all(
            sum(m for cell, m in zip(cells, layout, strict=True) if cell in seen) == need
            for seen, need in zip(sees, component.needs, strict=True)
        )
    ]
