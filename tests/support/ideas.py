"""Deductions by each kind of idea, by trying every layout: slow, and easy to believe."""

from itertools import product

from entailment import constraints, filled
from minevis.game.grid import cells_of


class Ideas:
    """Deductions from a position by each kind of idea, computed at any cost."""

    def __init__(self, position):
        self.position = position
        self.unknown = set(cells_of(position.covered))
        clues = cells_of(position.opened)
        self.said = constraints(position.view, self.unknown, set(cells_of(position.marked)), clues)
        self.said = [(set(cells), left) for cells, left in self.said if cells]

    def left(self, known):
        """The constraint of each clue: its unknown cells, and the mines among them."""
        return [
            (cells - set(known), left - sum(known.get(cell, False) for cell in cells))
            for cells, left in self.said
        ]

    def by(self, clues):
        """The cells that a few clues settle, by all their layouts; None without a layout."""
        cells = sorted(set().union(*(cells for cells, _ in clues)))
        layouts = list(filled(cells, [(sorted(around), left) for around, left in clues]))
        if not layouts:
            return None
        return {c: layouts[0][c] for c in cells if len({x[c] for x in layouts}) == 1}

    def closure(self, known, level):
        """All that follows by ideas up to a level, or None for a contradiction.

        0: one clue; 1: two; 2: suppose, and what follows by two; 3: and within, by level 2.
        """
        known = dict(known)
        while True:
            more = self.once(known, level)
            if more is None:
                return None
            if not more:
                return known
            known.update(more)

    def once(self, known, level):
        clues = self.left(known)
        for size in (1, 2) if level else (1,):
            for some in product(clues, repeat=size):
                settled = self.by(some)
                if settled is None or settled:
                    return settled
        return self.refuted(known, level) if level >= 2 else {}

    def refuted(self, known, level):
        for cell in sorted(set().union(*(cells for cells, _ in self.said)) - set(known)):
            for mined in (False, True):
                if self.closure({**known, cell: mined}, level - 1) is None:
                    return {cell: not mined}
        return {}
