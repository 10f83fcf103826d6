"""The places of a search tree: levels, nodes, and the table below.

The entire search is known before the first step is drawn, so nodes keep their place while the tree
grows. Lengths are in px from the upper left corner of the panel.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from minevis.game.grid import Cell, Cells
from minevis.render.search_tree.model import Node, Search, kept_leaves
from minevis.render.tiles.draw_text import line_height, text_width
from minevis.utils.formatting import sample_evenly

LEAF = 5  # px that a leaf needs
MOST_ROWS = 40  # solutions in the table
GAP = 2  # px between columns of the table


@dataclass(frozen=True)
class TreePlan:
    """The plan of one search in a panel of `width` × `height` px."""

    width: int
    height: int
    small: int  # font size of labels
    left: float  # the left edge of tree and table, right of their labels
    top: float  # of the first level
    level: float  # distance of two levels
    radius: float  # of a node
    slot: float  # room for a leaf
    across: dict[int, float]  # x of the nodes that are drawn, by the event of their try
    columns: tuple[int, ...]  # x of the columns of the table, one a box
    tile: int  # width of a column
    rows: dict[int, int]  # y of the solutions that are drawn, by their event
    row: int  # height of such a row
    table: int  # y of the title of the table
    average: int  # y of the averages
    odds: int  # y of the odds
    drawn: int  # tries drawn
    solutions: int  # solutions drawn

    @property
    def root(self) -> tuple[float, float]:
        """The start of the search: x, y."""
        return (self.left + self.width - self.small) / 2, self.top - self.small * 0.4

    def height_of(self, depth: int) -> float:
        """The y of the nodes at `depth`."""
        return self.top + (depth + 0.5) * self.level

    def place(self, node: Node) -> tuple[float, float]:
        """The place of a drawn node: x, y."""
        return self.across[node.tried], self.height_of(node.depth)


def box_name(box: Cells, letters: Mapping[Cell, str]) -> str:
    """Return a box's letter and size, or its first cell and the number of other cells."""
    if box[0] in letters:
        return letters[box[0]] + f" ×{len(box)}" * (len(box) > 1)
    return str(box[0]) if len(box) == 1 else f"{box[0]} +{len(box) - 1}"


def plan_tree(
    search: Search,
    width: int,
    height: int,
    body: int,
    words: list[str],
    letters: Mapping[Cell, str] = MappingProxyType({}),
) -> TreePlan:
    """Return the plan for a panel of `width` × `height` px, with captions of font size `body`.

    `words` are the labels left of the table.
    """
    small = max(9, round(body * 0.66))
    names = [box_name(box, letters) for box in search.boxes]
    left = max(text_width(text, small) for text in [*names, *words]) + small
    tile = max(8, min((width - left) // len(names) - GAP, round(body * 2)))
    room = (width - left + GAP) // (tile + GAP)
    columns = tuple(left + i * (tile + GAP) for i in range(min(room, len(names))))
    odds, average = height - tile - 1, height - 2 * tile - 5
    rows, row = _rows(search, average - 4, round(height * 0.2), max(12, round(body * 0.75)))
    table = average - 4 - len(rows) * row - line_height(small) - 2
    across, slot = _across(search, left, width - left - small)
    top = max(6, round(body * 0.9))
    level = (table - top - 4) / len(names)
    return TreePlan(
        width=width,
        height=height,
        small=small,
        left=left,
        top=top,
        level=level,
        radius=max(1.5, min(level * 0.34, slot * 0.5, body * 0.36)),
        slot=slot,
        across=across,
        columns=columns,
        tile=tile,
        rows=rows,
        row=row,
        table=table,
        average=average,
        odds=odds,
        drawn=len(across),
        solutions=len(rows),
    )


def _rows(search: Search, bottom: int, room: int, most: int) -> tuple[dict[int, int], int]:
    """Return the y of the solutions in the table, and the row height; thinned if there are many."""
    count = min(len(search.solutions), MOST_ROWS, max(room // 4, 1))
    if not count:
        return {}, 0
    row = max(4, min(most, room // count))
    chosen = sample_evenly(search.solutions, count)
    top = bottom - count * row
    return {solution.index: top + n * row for n, solution in enumerate(chosen)}, row


def _across(search: Search, left: float, width: float) -> tuple[dict[int, float], float]:
    """Return the x of the drawn nodes: leaves side by side, a parent between its children."""
    leaves = kept_leaves(search, max(int(width / LEAF), 1))
    slot = width / max(len(leaves), 1)
    across: dict[int, float] = {}
    taken = 0
    for node in sorted(search.nodes, key=lambda node: node.tried):
        if node.tried in leaves:
            across[node.tried] = left + (taken + 0.5) * slot
            taken += 1
    for node in reversed(search.nodes):
        below = [across[child.tried] for child in node.children if child.tried in across]
        if below:
            across[node.tried] = (below[0] + below[-1]) / 2
    return across, slot
