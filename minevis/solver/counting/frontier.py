"""After the rules: the frontier, its components and their boxes.

A *box* is a set of frontier cells seen by exactly the same clues; clues only depend on its number
of mines. A *component* is a set of boxes connected by clues; different components share no clue.
Components come from the clue–cell graph. The convolution post searches connected regions in the
picture of the frontier. These merge components, and so multiply configurations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from minevis.game.grid import adjacent_pairs, component_labels
from minevis.solver.counting.order import search_order
from minevis.solver.knowledge import Knowledge


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
    """The edges between clues and the unknown cells they see: two flat int64 [n]."""
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
    parts_of = component_labels(ones, others, knowledge.shape).tolist()
    seen_by: dict[int, list[int]] = {}
    for clue, cell in zip(clues.tolist(), cells.tolist(), strict=True):
        seen_by.setdefault(cell, []).append(clue)
    parts: dict[int, dict[tuple[int, ...], list[int]]] = {}
    for cell in sorted(seen_by):
        part = parts.setdefault(parts_of[cell], {})
        part.setdefault(tuple(seen_by[cell]), []).append(cell)
    return [component_of(part, left) for part in parts.values()]


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
