"""The oracle: facts about a position, found by trying every layout of mines.

It is simple, and uses only the codes of a view from minevis:
0-8 opened, -1 covered, -2 flagged, -3 exploded. Flags and explosions are mines.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations


def around(cell, height, width):
    row, col = cell
    return [
        (r, c)
        for r in (row - 1, row, row + 1)
        for c in (col - 1, col, col + 1)
        if (r, c) != (row, col) and 0 <= r < height and 0 <= c < width
    ]


def count_around(mines, cell, height, width):
    return sum(other in mines for other in around(cell, height, width))


def layouts(view, mines):
    """Every set of `mines` mined cells that agrees with `view`."""
    height, width = len(view), len(view[0])
    cells = [(r, c) for r in range(height) for c in range(width)]
    covered = [cell for cell in cells if view[cell[0]][cell[1]] == -1]
    known = [cell for cell in cells if view[cell[0]][cell[1]] in (-2, -3)]
    clues = [cell for cell in cells if view[cell[0]][cell[1]] >= 0]
    hidden = mines - len(known)
    if hidden < 0:
        return []
    candidates = [{*known, *chosen} for chosen in combinations(covered, hidden)]
    return [
        layout
        for layout in candidates
        if all(count_around(layout, (r, c), height, width) == view[r][c] for r, c in clues)
    ]


def odds(view, mines):
    """The exact chance of a mine for each covered or flagged cell, and the number of layouts.

    The chances are a dict from cell to Fraction; it is empty when no layout fits.
    """
    found = layouts(view, mines)
    if not found:
        return {}, 0
    hidden = [
        (r, c) for r, row in enumerate(view) for c, code in enumerate(row) if code in (-1, -2)
    ]
    chances = {cell: Fraction(sum(cell in mined for mined in found), len(found)) for cell in hidden}
    return chances, len(found)


def flood(mined, start):
    """The cells that a click on the safe cell `start` opens, one by one: a set.

    `mined[r][c]` says where the mines are.
    """
    height, width = len(mined), len(mined[0])
    mines = {(r, c) for r in range(height) for c in range(width) if mined[r][c]}
    opened, waiting = set(), [start]
    while waiting:
        cell = waiting.pop()
        if cell not in opened:
            opened.add(cell)
            if count_around(mines, cell, height, width) == 0:
                waiting += around(cell, height, width)
    return opened


def clicks_to_win(mined):
    """3BV by its definition: open zeros first, then each safe cell still covered."""
    height, width = len(mined), len(mined[0])
    cells = [(r, c) for r in range(height) for c in range(width)]
    mines = {cell for cell in cells if mined[cell[0]][cell[1]]}
    safe = [cell for cell in cells if cell not in mines]
    zeros_first = sorted(safe, key=lambda cell: count_around(mines, cell, height, width) > 0)
    opened, clicks = set(), 0
    for cell in zeros_first:
        if cell not in opened:
            opened |= flood(mined, cell)
            clicks += 1
    return clicks


def most_wins(layouts, height, width):
    """The most layouts that any way of playing wins, by trying every move everywhere."""
    cells = [(row, col) for row in range(height) for col in range(width)]

    @cache
    def best(left, opened):
        if any(len(opened) == len(cells) - len(layout) for layout in left):
            return len(left)  # every safe cell is open: whoever is left is won
        most = 0
        for cell in cells:
            if cell not in opened:
                parts = {}
                for layout in left:
                    if cell not in layout:
                        number = count_around(layout, cell, height, width)
                        parts.setdefault(number, []).append(layout)
                total = sum(best(frozenset(part), opened | {cell}) for part in parts.values())
                most = max(most, total)
        return most

    return best(frozenset(layouts), frozenset())
