"""The frontier as parts: which covered cells hang together, and which are alike.

It is worked out from what can be seen, for a picture at any moment: the same parts
as those that the solver tells of when it begins to search.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from minevis.core.events import Cell, Cells
from minevis.core.position import ViewCode
from minevis.core.snapshot import Snapshot
from minevis.show.panels.links import Outline

OFFSETS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
SEERS = [[at for bit, at in enumerate(OFFSETS) if mask >> bit & 1] for mask in range(256)]


def frontier_boxes(unknown: np.ndarray, seen: np.ndarray) -> dict[tuple[Cell, ...], list[Cell]]:
    """The boxes of the frontier: from the clues that see a box to its cells, in board order.

    `unknown` (bool [H, W]) marks the covered cells of which nothing is proven, `seen`
    (bool [H, W]) the opened ones.

    >>> frontier_boxes(np.array([[False, True, True]]), np.array([[True, False, False]]))
    {((0, 0),): [(0, 1)]}
    """
    height, width = seen.shape
    opened = np.zeros((height + 2, width + 2), np.uint8)
    opened[1:-1, 1:-1] = seen
    around = np.zeros(seen.shape, np.uint8)  # a bit for each side on which a cell is seen
    for bit, (dr, dc) in enumerate(OFFSETS):
        around |= opened[1 + dr : 1 + dr + height, 1 + dc : 1 + dc + width] << bit
    rows, cols = np.nonzero(unknown & (around > 0))
    boxes: dict[tuple[Cell, ...], list[Cell]] = {}
    for row, col, mask in zip(*(n.tolist() for n in (rows, cols, around[rows, cols])), strict=True):
        clues = tuple((row + dr, col + dc) for dr, dc in SEERS[mask])
        boxes.setdefault(clues, []).append((row, col))
    return boxes


@dataclass(frozen=True, eq=False)
class Regions:
    """The frontier as a picture: `tints` is int8 [H, W], -1 where no component is.

    >>> Regions(0, (), np.zeros((1, 1), np.int8)).components
    0
    """

    components: int
    boxes: tuple[Outline, ...]
    tints: np.ndarray


def frontier_regions(s: Snapshot, tints: int) -> Regions:
    """The components and boxes of the frontier, in so many tints.

    >>> trace = mv.thoughts(mv.Position.parse("#1##1#", mines=2))
    >>> frontier_regions(trace[0], 6).components
    2
    """
    unknown = (s.view == ViewCode.COVERED) & ~s.safe & ~s.mined & ~s.missed
    return _regions(s.shape, unknown.tobytes(), (s.view >= 0).tobytes(), tints)


@lru_cache(maxsize=8)  # through a long search the frontier stays as it is
def _regions(shape: tuple[int, int], unknown: bytes, opened: bytes, tints: int) -> Regions:
    covered, seen = (np.frombuffer(mask, bool).reshape(shape) for mask in (unknown, opened))
    components = components_of(frontier_boxes(covered, seen))
    chosen = np.full(shape, -1, np.int8)
    for boxes, tint in zip(components, tints_of(components, tints), strict=True):
        rows, cols = zip(*(cell for cells in boxes for cell in cells), strict=True)
        chosen[rows, cols] = tint
    around = tuple(Outline(cells, "ink") for boxes in components for cells in boxes)
    return Regions(len(components), around, chosen)


def components_of(boxes: dict[tuple[Cell, ...], list[Cell]]) -> list[list[Cells]]:
    """The components of the frontier, each as its boxes, in board order of their first cells.

    >>> components_of({((0, 1),): [(0, 0), (0, 2)], ((0, 4),): [(0, 3), (0, 5)]})
    [[((0, 0), (0, 2))], [((0, 3), (0, 5))]]
    """
    root: dict[Cell, Cell] = {}

    def find(clue: Cell) -> Cell:
        while root.setdefault(clue, clue) != clue:
            root[clue] = root[root[clue]]
            clue = root[clue]
        return clue

    for seen in boxes:
        for clue in seen[1:]:
            root[find(clue)] = find(seen[0])
    parts: dict[Cell, list[Cells]] = {}
    for seen, cells in boxes.items():
        parts.setdefault(find(seen[0]), []).append(tuple(cells))
    return list(parts.values())


def tints_of(components: list[list[Cells]], tints: int) -> list[int]:
    """A tint for each component, of so many: by where it begins, so that it keeps its colour.

    Two components have the same tint only where there are more components than tints.

    >>> tints_of([[((0, 0),)], [((0, 5),)]], 6)
    [0, 1]
    """
    chosen: list[int] = []
    for number, boxes in enumerate(components):
        row, col = boxes[0][0]
        preferred = (row // 3 * 5 + col // 3) % tints
        taken = set(chosen[number - number % tints :])
        chosen.append(
            next(n % tints for n in range(preferred, preferred + tints) if n % tints not in taken)
        )
    return chosen
