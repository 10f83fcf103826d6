"""A check of proofs: every step by itself, from the clues it names."""

from entailment import filled
from minevis.game.grid import cells_of, neighbours, neighbours_in


class Sceptic:
    """Follows a proof on a view, with the cells that are known before it begins."""

    def __init__(self, view, mines, known=()):
        self.view, self.total = view, mines
        self.levels = [{}]  # by depth: what is known or supposed, cell -> whether a mine
        self.levels[0].update(dict.fromkeys(cells_of(view < -1), True))
        self.levels[0].update(known)
        self.supposed = []

    @property
    def known(self):
        return {cell: mined for level in self.levels for cell, mined in level.items()}

    def unknown(self, clue):
        """The unknown cells around a clue, and the mines it still needs."""
        known = self.known
        around = [cell for cell in neighbours(clue, self.view.shape) if self.view[cell] < 0]
        left = int(self.view[clue]) - sum(known.get(cell, False) for cell in around)
        return [cell for cell in around if cell not in known], left

    def layouts(self, clues):
        """Every way to fill the unknown cells around some clues so that all of these hold."""
        said = [self.unknown(clue) for clue in clues]
        cells = sorted({cell for around, _ in said for cell in around})
        return list(filled(cells, said))

    def follow(self, proof):
        """Check each step; in the end the claim of the proof is known."""
        for step in proof.steps:
            self.take(step)
        assert len(self.levels) == 1, "a supposition is left open"
        known = self.levels[0]
        assert all(known.get(cell) == proof.mined for cell in proof.cells)

    def take(self, step):
        assert all(self.view[clue] >= 0 for clue in step.clues), "a clue is an opened number"
        getattr(self, f"take_{type(step).__name__.lower()}")(step)

    def at(self, depth):
        assert depth == len(self.levels) - 1, "the step stands under its supposition"

    def learn(self, step):
        self.at(step.depth)
        news = dict.fromkeys(step.mines, True) | dict.fromkeys(step.safe, False)
        assert news, "a step says something"
        assert not set(news) & set(self.known), "and something new"
        self.levels[-1].update(news)

    def holds(self, step):
        """Whether the step is true in every layout that its clues allow."""
        layouts = self.layouts(step.clues)
        return all(
            all(layout[cell] for cell in step.mines) and not any(layout[c] for c in step.safe)
            for layout in layouts
        )

    def take_count(self, step):
        cells, left = self.unknown(step.clue)
        assert (sorted(step.among), step.left) == (cells, left)
        assert step.number == self.view[step.clue]
        assert self.holds(step)
        self.learn(step)

    def take_need(self, step):
        self.at(step.depth)
        assert (list(step.among), step.left) == self.unknown(step.clue)
        assert step.number == self.view[step.clue]

    def compared(self, step, outside):
        more, more_left = self.unknown(step.more)
        less, less_left = self.unknown(step.less)
        assert (step.more_left, step.less_left) == (more_left, less_left)
        assert set(step.shared) == set(more) & set(less)
        assert set(outside) == set(more) - set(less)
        assert (step.more_number, step.less_number) == (self.view[step.more], self.view[step.less])
        return set(less) - set(more)

    def take_overlap(self, step):
        assert set(step.safe) == self.compared(step, step.mines)
        assert step.more_left - len(step.mines) == step.less_left
        assert self.holds(step)
        self.learn(step)

    def take_suppose(self, step):
        self.at(step.depth - 1)
        assert step.cell not in self.known
        clues = [neighbours_in(self.view >= 0, cell) for cell in (step.cell, *step.alike)]
        assert all(seen.tolist() == clues[0].tolist() for seen in clues), (
            "the same clues touch what is alike"
        )
        self.supposed.append(step)
        self.levels.append({step.cell: step.mined})

    def end(self, step):
        """A contradiction: the supposition is false."""
        self.at(step.depth)
        self.levels.pop()
        supposed = self.supposed.pop()
        opposite = dict.fromkeys((supposed.cell, *supposed.alike), not supposed.mined)
        assert not set(opposite) & set(self.known)
        self.levels[-1].update(opposite)

    def take_broken(self, step):
        cells, left = self.unknown(step.clue)
        assert (list(step.among), step.left) == (cells, left)
        assert step.number == self.view[step.clue]
        assert not 0 <= left <= len(cells)
        self.end(step)

    def take_clash(self, step):
        self.compared(step, step.outside)
        assert step.more_left - len(step.outside) > step.less_left
        assert not self.layouts(step.clues)
        self.end(step)

    def summed(self, step):
        """The mines that clues need which share no cell, and the cells around none of them."""
        around = [self.unknown(clue) for clue in step.clues]
        inside = [cell for cells, _ in around for cell in cells]
        assert len(inside) == len(set(inside)), "they share no cell"
        assert step.taken == sum(left for _, left in around)
        assert set(step.among) == set(inside)
        known = self.known
        assert step.left == self.total - sum(known.values())
        return set(cells_of(self.view == -1)) - set(inside) - set(known)

    def take_minesleft(self, step):
        outside = self.summed(step)
        assert set(step.cells) == outside
        assert step.left - step.taken == (len(outside) if step.mined else 0)
        self.learn(step)

    def take_wrongtotal(self, step):
        outside = self.summed(step)
        assert step.room == len(outside)
        assert not 0 <= step.left - step.taken <= len(outside)
        self.end(step)

    def take_cases(self, step):
        layouts = self.layouts(step.clues)
        if step.left is not None:
            known = self.known
            assert step.left == self.total - sum(known.values())
            others = int((self.view == -1).sum()) - len(layouts[0])
            others -= sum(self.view[cell] == -1 for cell in known)
            layouts = [x for x in layouts if 0 <= step.left - sum(x.values()) <= others]
        ways = {tuple(sum(x[c] for c in box) for box in step.boxes) for x in layouts}
        assert step.count == len(ways)
        assert set(step.ways) <= ways
        assert len(step.ways) == min(step.count, len(set(step.ways)))
        self.settled(step, layouts)
        self.learn(step)

    def settled(self, step, layouts):
        """Each cell is a mine in all the layouts, or in none; those inside by the total."""
        for cell in step.cells:
            if cell in layouts[0]:
                assert {layout[cell] for layout in layouts} == {step.mined}
            else:
                assert step.left is not None
                inside = [cell for cell in step.cells if cell not in layouts[0]]
                rest = {step.left - sum(layout.values()) for layout in layouts}
                assert rest == {len(inside) if step.mined else 0}
