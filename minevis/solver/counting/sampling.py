"""Layouts drawn exactly uniformly, or listed, from all layouts of a position.

The counts of the merged states are walked from the start. Each step is taken in proportion
to the number of later configurations, in exact integers, so that no layout is likelier than
any other.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb
from random import Random

import numpy as np

from minevis.game.position import Position
from minevis.solver.counting.counting import Polynomial, steps_of, ways_out
from minevis.solver.counting.frontier import Component
from minevis.solver.counting.survey import Survey, survey_of
from minevis.solver.knowledge import Knowledge


class Sampler:
    """Draws layouts for one state of knowledge, without changing it."""

    def __init__(self, knowledge: Knowledge, survey: Survey) -> None:
        self.knowledge = knowledge
        self.components = survey.components
        self.ways = [counts.ways for counts in survey.counts]
        self.outs = [ways_out(component) for component in survey.components]
        frontier = {cell for component in survey.components for cell in component.cells}
        unknown = np.flatnonzero(knowledge.unknown).tolist()
        self.interior = [cell for cell in unknown if cell not in frontier]
        self.rests = self._rests()

    def draw(self, count: int, seed: int) -> np.ndarray:
        """Draw `count` layouts uniformly: bool [count, H, W]."""
        random = Random(seed)
        layouts = np.repeat(self._known(), count, axis=0)
        for layout in layouts:
            layout.flat[self._one(random)] = True
        return layouts

    def every(self) -> np.ndarray:
        """Return all layouts in a fixed order: bool [n, H, W]. There may be many."""
        found = list(self._all())
        layouts = np.repeat(self._known(), len(found), axis=0)
        for layout, cells in zip(layouts, found, strict=True):
            layout.flat[cells] = True
        return layouts

    def _known(self) -> np.ndarray:
        return self.knowledge.mined[np.newaxis]

    def _rests(self) -> list[Polynomial]:
        """Return the layouts of the interior and the components from number c on, by the mines
        in earlier components."""
        left, cells = self.knowledge.mines_left, len(self.interior)
        most = sum(max(ways) for ways in self.ways)
        behind = {t: comb(cells, left - t) for t in range(most + 1) if 0 <= left - t <= cells}
        rests = [behind]
        for ways in reversed(self.ways):
            behind = {
                t: sum(count * behind.get(t + mines, 0) for mines, count in ways.items())
                for t in range(most + 1)
            }
            rests.append(behind)
        return rests[::-1]

    def _one(self, random: Random) -> list[int]:
        cells: list[int] = []
        for component, outs, ways, rest in zip(
            self.components, self.outs, self.ways, self.rests[1:], strict=True
        ):
            used = len(cells)
            mines = _pick({m: n * rest.get(used + m, 0) for m, n in ways.items()}, random)
            cells += _draw(component, outs, mines, random)
        left = self.knowledge.mines_left - len(cells)
        return cells + random.sample(self.interior, left)

    def _all(self) -> Iterator[list[int]]:
        parts = [list(_each(component)) for component in self.components]
        for chosen in product(*parts):
            cells = [cell for part in chosen for cell in part]
            left = self.knowledge.mines_left - len(cells)
            if 0 <= left <= len(self.interior):
                for inside in combinations(self.interior, left):
                    yield [*cells, *inside]


def layouts_of(position: Position) -> np.ndarray:
    """Return all layouts of a position in a fixed order: bool [n, H, W]. There may be many.

    Raises `ContradictionError` for an unsatisfiable clue, or more flags than mines.
    """
    knowledge = Knowledge(position)
    knowledge.check()
    return Sampler(knowledge, survey_of(knowledge)).every()


def _pick(weights: dict[int, int], random: Random) -> int:
    """Draw a key in proportion to its weight, in exact integers."""
    place = random.randrange(sum(weights.values()))
    for key, weight in weights.items():
        place -= weight
        if place < 0:
            return key
    raise AssertionError("the weights do not add up")


def _draw(
    component: Component, outs: Sequence[dict[int, Polynomial]], mines: int, random: Random
) -> list[int]:
    """Return the cells of one configuration with `mines` mines, any with the same chance."""
    steps, state = steps_of(component)
    cells: list[int] = []
    for step, box, out in zip(steps, component.boxes, outs[1:], strict=True):
        left = mines - len(cells)
        share = {
            n: comb(step.size, n) * out.get(state - n * step.mask, {}).get(left - n, 0)
            for n in step.fits(state)
        }
        held = _pick(share, random)
        cells += random.sample(box, held)
        state -= held * step.mask
    return cells


def _each(component: Component) -> Iterator[list[int]]:
    """Yield the cells of every configuration of a component."""
    steps, start = steps_of(component)
    stack: list[tuple[int, int, list[int]]] = [(0, start, [])]
    while stack:
        depth, state, cells = stack.pop()
        if depth == len(steps):
            yield cells
            continue
        step = steps[depth]
        for held in step.fits(state):
            for chosen in combinations(component.boxes[depth], held):
                stack.append((depth + 1, state - held * step.mask, [*cells, *chosen]))
