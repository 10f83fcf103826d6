"""The oracle of clues: every layout of mines in some cells with which they hold.

What clues say are pairs of cells and the number of mines among them, as `constraints` gives them.
"""

from minevis.game.grid import neighbours


def filled(cells, said, chosen=None):
    """Every layout of `cells` in which each (cells, mines) of `said` holds."""
    if chosen is None:
        chosen = {}
        if any(left and not around for around, left in said):
            return
    if len(chosen) == len(cells):
        yield dict(chosen)
        return
    cell = cells[len(chosen)]
    for mined in (False, True):
        chosen[cell] = mined
        if all(possible(around, left, chosen) for around, left in said if cell in around):
            yield from filled(cells, said, chosen)
        del chosen[cell]


def possible(around, left, chosen):
    """Whether a clue can still hold with the chosen cells."""
    left -= sum(chosen.get(cell, False) for cell in around)
    return 0 <= left <= sum(cell not in chosen for cell in around)


def entails(said, covered, cell, mined, mines_left=None):
    """Whether what clues say, and the mines left if given, force a cell to be a mine or safe."""
    total = [] if mines_left is None else [(sorted(covered), mines_left)]
    return all(layout[cell] == mined for layout in filled(sorted(covered), [*said, *total]))


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
    """Every configuration of a component, as tuples over its cells."""
    seen = [
        [
            cell
            for box, link in zip(component.boxes, component.links, strict=True)
            if j in link
            for cell in box
        ]
        for j in range(len(component.clues))
    ]
    said = list(zip(seen, component.needs, strict=True))
    layouts = filled(component.cells, said)
    return [tuple(int(layout[cell]) for cell in component.cells) for layout in layouts]
