"""Backtracking, step by step: every try, every dead end, every solution.

The search visits the boxes of a component in order and supposes a number of mines in the box,
starting with the most. You can watch it and stop it early. `counting` computes the same counts
without listing configurations.
"""

from collections.abc import Generator, Iterator
from math import comb, prod

from minevis.game.grid import Cells
from minevis.solver import events as ev
from minevis.solver.counting.counting import Counts, counts_of
from minevis.solver.counting.frontier import Component
from minevis.solver.events import Event
from minevis.solver.knowledge import Knowledge


def search(
    component: Component,
    knowledge: Knowledge,
    *,
    max_solutions: int | None = None,
    max_steps: int | None = None,
    counted: bool = True,
) -> Generator[Event, None, tuple[Counts, str | None]]:
    """Search `component`, yielding every step; return the counts and the reason for stopping.

    The search ends at `max_solutions` solutions or after `max_steps` tries. It then returns the
    counts up to there with the reason "solutions" or "steps", and yields an event (with `counted`:
    whether the caller counts the rest by `counting`). The reason of a finished search is None.
    """
    running = DepthFirstSearch(component, knowledge)
    stopped = None
    for event in running.steps():
        yield event
        if max_solutions is not None and running.solutions >= max_solutions:
            stopped = "solutions"
            yield ev.SearchTruncated(stopped, max_solutions, counted)
            break
        if max_steps is not None and running.tries >= max_steps and isinstance(event, ev.Undone):
            stopped = "steps"
            yield ev.SearchTruncated(stopped, max_steps, counted=True)
            break
    counts = running.counts()
    if stopped != "steps":
        cells = knowledge.names(sorted(component.cells))
        configurations = counts.configurations
        yield ev.SearchEnded(
            cells, running.tries, running.dead_ends, running.solutions, configurations
        )
    return counts, stopped


def first_solutions(
    component: Component, knowledge: Knowledge, limit: int | None
) -> tuple[Counts, bool]:
    """Return the counts of a silent search up to `limit` solutions, and whether it stopped."""
    steps = search(component, knowledge, max_solutions=limit)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            counts, stopped = end.value
            return counts, stopped is not None


class DepthFirstSearch:
    """A depth-first search over the boxes of a component, with its current results."""

    def __init__(self, component: Component, knowledge: Knowledge) -> None:
        self.links = component.links
        self.sizes = [len(box) for box in component.boxes]
        self.names: list[Cells] = [knowledge.names(box) for box in component.boxes]
        self.clues = knowledge.names(component.clues)
        self.numbers = [int(knowledge.view[clue]) for clue in self.clues]
        self.need = list(component.needs)
        self.untried_cells = [0] * len(component.clues)
        for size, seen in zip(self.sizes, self.links, strict=True):
            for clue in seen:
                self.untried_cells[clue] += size
        self.supposed = [0] * len(self.sizes)
        self.ways: dict[int, int] = {}
        self.mines: list[dict[int, int]] = [{} for _ in self.sizes]
        self.tries = self.dead_ends = self.solutions = 0

    def steps(self) -> Iterator[Event]:
        """Yield every step, with a stack of our own: a component may be deeper than Python's."""
        untried = [self.sizes[0]]  # per box on the way down, the next number to try
        while untried:
            depth = len(untried) - 1
            if untried[-1] < 0:
                untried.pop()
                if untried:
                    yield self._undo(depth - 1)
                continue
            self._suppose(depth, untried[-1])
            untried[-1] -= 1
            yield ev.Tried(self.names[depth], self.supposed[depth], depth)
            violated = self.violated(depth)
            if violated is not None:
                self.dead_ends += 1
                yield violated
                yield self._undo(depth)
            elif depth + 1 < len(self.sizes):
                untried.append(self.sizes[depth + 1])
            else:
                yield self._solution()
                yield self._undo(depth)

    def counts(self) -> Counts:
        """Return the current results."""
        return counts_of(dict(sorted(self.ways.items())), self.mines)

    def _suppose(self, depth: int, mines: int) -> None:
        self.tries += 1
        self.supposed[depth] = mines
        for clue in self.links[depth]:
            self.need[clue] -= mines
            self.untried_cells[clue] -= self.sizes[depth]

    def _undo(self, depth: int) -> ev.Undone:
        for clue in self.links[depth]:
            self.need[clue] += self.supposed[depth]
            self.untried_cells[clue] += self.sizes[depth]
        return ev.Undone(self.names[depth], depth)

    def violated(self, depth: int) -> ev.Violated | None:
        """Return the first clue of a box that cannot be satisfied any more."""
        for clue in self.links[depth]:
            if not 0 <= self.need[clue] <= self.untried_cells[clue]:
                needs, left = self.need[clue], self.untried_cells[clue]
                return ev.Violated(self.clues[clue], self.numbers[clue], needs, left)
        return None

    def _solution(self) -> ev.SolutionFound:
        self.solutions += 1
        ways = prod(map(comb, self.sizes, self.supposed))
        total = sum(self.supposed)
        self.ways[total] = self.ways.get(total, 0) + ways
        for mines, supposed in zip(self.mines, self.supposed, strict=True):
            if supposed:
                mines[total] = mines.get(total, 0) + supposed * ways
        return ev.SolutionFound(tuple(self.supposed), ways)
