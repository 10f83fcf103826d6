"""The searches of a trace as trees: the data for pictures of backtracking.

A *node* is one try: a number of mines in one box. Its children are the tries below it.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from minevis.game.grid import Cell, Cells
from minevis.solver import events as ev
from minevis.trace.trace import Trace
from minevis.utils.formatting import sample_evenly
from minevis.words.wording import LETTERS

ENDINGS = (ev.ComponentFound, ev.ComponentKept, ev.FrontierFound, ev.Opened, ev.Exploded)
KEPT = 16  # searches, for going back and forth
STALE = (ev.FrontierFound, ev.Opened, ev.Exploded, ev.Finished)  # these change the odds


@dataclass(slots=True, eq=False)
class Node:
    """One try, `mines` mines in the box at `depth`, made by event `tried`."""

    parent: "Node | None"
    depth: int
    mines: int
    tried: int
    end: int = -1  # the event that took it back
    dead: int = -1  # the event that found a clue violated
    clue: Cell | None = None  # that clue
    solved: int = -1  # the first event that found a solution here or below
    children: list["Node"] = field(default_factory=list)

    def path(self) -> list["Node"]:
        """The nodes from the top down to this one."""
        path: list[Node] = []
        node: Node | None = self
        while node is not None:
            path.append(node)
            node = node.parent
        return path[::-1]


@dataclass(frozen=True)
class Solution:
    """A solution found by event `index`: `counts` mines per box, for `ways` configurations."""

    index: int
    counts: tuple[int, ...]
    ways: int


@dataclass(frozen=True, eq=False)
class Search:
    """The search of one component: events `first` … `end` - 1.

    `nodes` are in the order of their tries, `solutions` in the order of their discovery; `odds` are
    the resulting chances of a mine per box, from the event `odds_at`, or None.
    """

    first: int
    end: int
    boxes: tuple[Cells, ...]
    nodes: tuple[Node, ...]
    solutions: tuple[Solution, ...]
    odds: tuple[float, ...] | None
    odds_at: int

    @cached_property
    def cells(self) -> Cells:
        """All cells of the component."""
        return tuple(cell for box in self.boxes for cell in box)

    @cached_property
    def letters(self) -> dict[Cell, str]:
        """The letters of cells, shared in a box. Empty if there are more boxes than letters."""
        named = zip(LETTERS, self.boxes, strict=False)
        few = len(self.boxes) <= len(LETTERS)
        return {cell: letter for letter, box in named for cell in box} if few else {}

    @cached_property
    def _tries(self) -> list[int]:
        return [node.tried for node in self.nodes]

    @cached_property
    def _deaths(self) -> list[int]:
        return [node.dead for node in self.nodes if node.dead >= 0]

    @cached_property
    def _first_keys(self) -> dict[str, int]:
        """Return the events at which the entries of the legend first appear in the tree."""
        seen: dict[str, int] = {}
        for node in self.nodes:
            seen.setdefault(box_key(node.mines, len(self.boxes[node.depth])), node.tried)
            if node.dead >= 0:
                seen.setdefault("dead end", node.dead)
        if self.solutions:
            seen["solution path"] = self.solutions[0].index
        return seen

    def keys(self, index: int) -> set[str]:
        """The parts of the tree after event `index`, by the names of the legend."""
        seen = {key for key, at in self._first_keys.items() if at <= index}
        return seen | {"current path"} if self.standing(index) is not None else seen

    def since(self, index: int) -> tuple[Node, ...]:
        """Return the nodes that event `index` may have changed."""
        return self.nodes[bisect_right(self._tries, index - 2) :]

    def standing(self, index: int) -> Node | None:
        """Return the latest current try at event `index`, or None."""
        number = bisect_right(self._tries, index) - 1
        node = self.nodes[number] if number >= 0 else None
        while node is not None and 0 <= node.end <= index:
            node = node.parent
        return node

    def counts(self, index: int) -> tuple[int, int, int, int]:
        """Tries, dead ends, solutions and configurations up to event `index`."""
        tries = bisect_right(self._tries, index)
        dead = bisect_right(self._deaths, index)
        place = bisect_right(self._finds, index)
        return tries, dead, place, self._sums[place][0]

    def averages(self, index: int) -> tuple[float, ...] | None:
        """The mean chance of a mine per box over the configurations found by event `index`.

        None if there is no solution yet.
        """
        place = bisect_right(self._finds, index)
        total, sums = self._sums[place]
        if not total:
            return None
        return tuple(n / (len(box) * total) for n, box in zip(sums, self.boxes, strict=True))

    @cached_property
    def _finds(self) -> list[int]:
        return [solution.index for solution in self.solutions]

    @cached_property
    def _sums(self) -> list[tuple[int, tuple[int, ...]]]:
        """By number of solutions: the sum of configurations, and of mines per box."""
        sums = [(0, (0,) * len(self.boxes))]
        for solution in self.solutions:
            total, mines = sums[-1]
            more = zip(mines, solution.counts, strict=True)
            sums.append((total + solution.ways, tuple(n + k * solution.ways for n, k in more)))
        return sums


def box_key(mines: int, cells: int) -> str:
    """The name in the legend of a box of `cells` cells in which `mines` mines are supposed."""
    if not mines:
        return "box without mines"
    return "box of mines" if mines == cells else "box of both"


class Searches:
    """All searches of a trace, built on first use."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._spans = list(search_spans(trace))
        self._starts = [first for first, _ in self._spans]
        self._built: dict[int, Search] = {}

    def __len__(self) -> int:
        return len(self._spans)

    def at(self, index: int) -> Search | None:
        """The search under way at event `index`, or the last one before it; None before any."""
        number = bisect_right(self._starts, index) - 1
        if number < 0:
            return None
        if number not in self._built:
            if len(self._built) >= KEPT:
                self._built.pop(next(iter(self._built)))  # the one built first
            self._built[number] = _build(self._trace, *self._spans[number])
        return self._built[number]


def search_spans(trace: Trace) -> Iterable[tuple[int, int]]:
    """Return first and end of every search, as event numbers."""
    first = None
    for index, event in enumerate(trace.events):
        if first is not None and isinstance(event, ENDINGS):
            yield first, index
            first = None
        if isinstance(event, ev.ComponentFound):
            first = index
    if first is not None:
        yield first, len(trace)


def _build(trace: Trace, first: int, end: int) -> Search:
    component = trace.events[first]
    assert isinstance(component, ev.ComponentFound)
    nodes: list[Node] = []
    solutions: list[Solution] = []
    now: Node | None = None
    for index in range(first + 1, end):
        event = trace.events[index]
        if isinstance(event, ev.Tried):
            parent, now = now, Node(now, event.depth, event.mines, index)
            nodes.append(now)
            if parent is not None:
                parent.children.append(now)
        elif now is not None and isinstance(event, ev.Violated):
            now.dead, now.clue = index, event.clue
        elif now is not None and isinstance(event, ev.Undone):
            now.end, now = index, now.parent
        elif now is not None and isinstance(event, ev.SolutionFound):
            solutions.append(Solution(index, event.counts, event.ways))
            for node in now.path():
                node.solved = index if node.solved < 0 else node.solved
    odds, at = odds_after(trace, first, component.boxes)
    return Search(first, end, component.boxes, tuple(nodes), tuple(solutions), odds, at)


def odds_after(
    trace: Trace, first: int, boxes: tuple[Cells, ...]
) -> tuple[tuple[float, ...] | None, int]:
    """Return the odds per box from the first `OddsFound` before a move, and its index."""
    for index in range(first + 1, len(trace)):
        event = trace.events[index]
        if isinstance(event, STALE):
            break
        if isinstance(event, ev.OddsFound):
            chances = dict(zip(event.cells, event.odds, strict=True))
            if all(box[0] in chances for box in boxes):
                return tuple(chances[box[0]] for box in boxes), index
    return None, -1


def kept_leaves(search: Search, room: int) -> set[int]:
    """Return the tries of the drawn leaves if there is `room` for that many.

    All if they fit; otherwise half the room goes to solutions, spread over the entire search, and
    half to dead ends, the first of them step by step.
    """
    leaves = [node for node in search.nodes if not node.children]
    if len(leaves) <= room:
        return {node.tried for node in leaves}
    solved = [node.tried for node in leaves if node.solved >= 0]
    dead = [node.tried for node in leaves if node.solved < 0]
    some = sample_evenly(solved, max(room - len(dead), room // 2), ends=True)
    left = room - len(some)
    head, rest = dead[: left // 2], dead[left // 2 :]
    return {*some, *head, *sample_evenly(rest, left - len(head), ends=True)}
