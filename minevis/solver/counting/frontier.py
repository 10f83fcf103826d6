"""After the rules: the frontier, its components, their boxes and the search order.

A *box* is a set of frontier cells seen by exactly the same clues; clues depend only on its number
of mines. A *component* is a set of boxes connected by clues; different components share no clue.
Components come from the clue–cell graph. The convolution post searches connected regions in the
picture of the frontier. These merge components, and so multiply configurations.

A clue is *open* while some of its boxes have been tried and some have not. The work of counting
grows with the states of the open clues. So the next clue to close is the open clue with the fewest
boxes left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from minevis.game.grid import adjacent_pairs, component_labels
from minevis.solver.knowledge import Knowledge

EASY = 2.0**12  # with fewer states, a better order is not worth the search
STARTS = 48  # orders to try, from different clues

Links = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Component:
    """A part of the frontier that shares no clue with the rest; cells are flat.

    Box `b` contains the cells `boxes[b]`; the clues with the numbers `links[b]` see it.
    Clue `j` is at cell `clues[j]` and has `needs[j]` mines left. Boxes are in search order.
    """

    boxes: tuple[tuple[int, ...], ...]
    links: tuple[tuple[int, ...], ...]
    clues: tuple[int, ...]
    needs: tuple[int, ...]

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """All cells of the component, in search order."""
        return tuple(cell for box in self.boxes for cell in box)

    def by_cell(self) -> "Component":
        """Return the component with single-cell boxes, to be searched cell by cell."""
        boxes = tuple((cell,) for cell in self.cells)
        links = tuple(link for box, link in zip(self.boxes, self.links, strict=True) for _ in box)
        return Component(boxes, links, self.clues, self.needs)


def clue_graph(knowledge: Knowledge) -> tuple[np.ndarray, np.ndarray]:
    """Return the edges between clues and the unknown cells they see: two flat int64 [n]."""
    return adjacent_pairs(knowledge.view >= 0, knowledge.unknown)


def touching(mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the touching pairs of set cells in `mask`, as two flat int64 [n]."""
    ones, others = adjacent_pairs(mask, mask)
    return ones[ones < others], others[ones < others]


def find_components(knowledge: Knowledge, *, regions: str = "clues") -> list[Component]:
    """Return the components of the frontier, in board order of their first cells.

    `regions` "picture" merges components that touch in the picture.
    """
    clues, cells = clue_graph(knowledge)
    if not clues.size:
        return []
    left = knowledge.mines_around().ravel()
    ones, others = clues, cells
    if regions == "picture":
        frontier = np.isin(np.arange(left.size), cells).reshape(knowledge.shape)
        ones, others = map(np.append, (clues, cells), touching(frontier))
    parts = boxes_by_part(clues, cells, component_labels(ones, others, knowledge.shape))
    return [component_of(part, left) for part in parts]


def boxes_by_part(
    clues: np.ndarray, cells: np.ndarray, parts_of: np.ndarray
) -> list[dict[tuple[int, ...], list[int]]]:
    """Return the boxes of every component, by their clues, in board order of the first cells.

    The edges of the frontier lead from `clues` to `cells` (flat int64 [n]); `parts_of` are the
    labels of all cells, as of `component_labels`.
    """
    seen_by: dict[int, list[int]] = {}
    for clue, cell in zip(clues.tolist(), cells.tolist(), strict=True):
        seen_by.setdefault(cell, []).append(clue)
    parts: dict[int, dict[tuple[int, ...], list[int]]] = {}
    for cell in sorted(seen_by):
        parts.setdefault(int(parts_of[cell]), {}).setdefault(tuple(seen_by[cell]), []).append(cell)
    return list(parts.values())


def component_of(
    part: Mapping[tuple[int, ...], Sequence[int]], left: Mapping[int, int] | np.ndarray
) -> Component:
    """Return a component from boxes, given as clues → cells seen by exactly these clues.

    `left` gives the mines left by flat clue.
    """
    clues = sorted({clue for seen in part for clue in seen})
    number = {clue: j for j, clue in enumerate(clues)}
    boxes = [tuple(cells) for cells in part.values()]
    links = [tuple(number[clue] for clue in seen) for seen in part]
    order = search_order(tuple(links))
    return Component(
        boxes=tuple(boxes[i] for i in order),
        links=tuple(links[i] for i in order),
        clues=tuple(clues),
        needs=tuple(int(left[clue]) for clue in clues),
    )


@lru_cache(maxsize=1024)  # most components of a game stay the same for several turns
def search_order(links: Links) -> tuple[int, ...]:
    """Return an order of the boxes with few open clues, from the clues of the boxes."""
    boxes_of: dict[int, list[int]] = {}
    for box, seen in enumerate(links):
        for clue in seen:
            boxes_of.setdefault(clue, []).append(box)
    starts = sorted(boxes_of, key=lambda clue: (len(boxes_of[clue]), clue))
    best: list[int] = []
    least = float("inf")
    for start in starts[:STARTS]:
        order = _close_clue_by_clue(links, boxes_of, start)
        cost = _states(links, boxes_of, order)
        if cost < least:
            best, least = order, cost
        if least < EASY:
            break
    return tuple(best)


def _close_clue_by_clue(links: Links, boxes_of: dict[int, list[int]], start: int) -> list[int]:
    left = {clue: len(boxes) for clue, boxes in boxes_of.items()}
    opened = {start: 0}  # clue -> when it was opened
    tried: dict[int, None] = {}
    while len(tried) < len(links):
        if not opened:  # no link to the earlier boxes
            opened = {min((j for j in left if left[j]), key=lambda j: (left[j], j)): len(tried)}
        clue = min(opened, key=lambda j: (left[j], opened[j]))
        for box in boxes_of[clue]:
            if box not in tried:
                tried[box] = None
                for other in links[box]:
                    left[other] -= 1
                    opened.setdefault(other, len(tried))
        opened = {j: when for j, when in opened.items() if left[j]}
    return list(tried)


def _states(links: Links, boxes_of: dict[int, list[int]], order: list[int]) -> float:
    """Estimate the number of states for counting in this order."""
    left = {clue: len(boxes) for clue, boxes in boxes_of.items()}
    total, opened = 0.0, set[int]()
    for box in order:
        for clue in links[box]:
            left[clue] -= 1
            opened.add(clue)
        opened = {clue for clue in opened if left[clue]}
        total += 2.0 ** len(opened)
    return total
