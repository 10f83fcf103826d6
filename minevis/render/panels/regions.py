"""The components and boxes of the frontier, from the view, for a picture at any moment.

They equal the solver's at the start of a search.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from minevis.game.grid import Cell, Cells, adjacent_pairs, cell_table, component_labels
from minevis.game.position import ViewCode
from minevis.trace.snapshot import Snapshot
from minevis.words.events.links import Outline


@dataclass(frozen=True, eq=False)
class Regions:
    """The frontier as a picture: `tints` is int8 [H, W], -1 outside components."""

    components: int
    boxes: tuple[Outline, ...]
    tints: np.ndarray


def frontier_regions(s: Snapshot, tints: int) -> Regions:
    """Return the components and boxes of the frontier, in `tints` tints."""
    unknown = (s.view == ViewCode.COVERED) & ~s.safe & ~s.mined & ~s.missed
    return _regions(s.shape, unknown.tobytes(), (s.view >= 0).tobytes(), tints)


@lru_cache(maxsize=8)  # through a long search the frontier stays as it is
def _regions(shape: tuple[int, int], unknown: bytes, opened: bytes, tints: int) -> Regions:
    covered, seen = (np.frombuffer(mask, bool).reshape(shape) for mask in (unknown, opened))
    components = components_of(covered, seen)
    chosen = np.full(shape, -1, np.int8)
    for boxes, tint in zip(components, tints_of(components, tints), strict=True):
        rows, cols = zip(*(cell for cells in boxes for cell in cells), strict=True)
        chosen[rows, cols] = tint
    around = tuple(Outline(cells, "ink") for boxes in components for cells in boxes)
    return Regions(len(components), around, chosen)


def components_of(unknown: np.ndarray, seen: np.ndarray) -> list[list[Cells]]:
    """Return the components of the frontier as boxes, in board order of their first cells.

    `unknown` (bool [H, W]) marks the undecided covered cells, `seen` (bool [H, W]) the opened ones.
    """
    clues, cells = adjacent_pairs(seen, unknown)
    parts = component_labels(clues, cells, seen.shape)
    seers: dict[int, list[int]] = {}
    for cell, clue in zip(cells.tolist(), clues.tolist(), strict=True):
        seers.setdefault(cell, []).append(clue)
    names = cell_table(seen.shape)
    found: dict[int, dict[tuple[int, ...], list[Cell]]] = {}
    for cell in sorted(seers):
        boxes = found.setdefault(int(parts[cell]), {})
        boxes.setdefault(tuple(seers[cell]), []).append(names[cell])
    return [[tuple(box) for box in boxes.values()] for boxes in found.values()]


def tints_of(components: list[list[Cells]], tints: int) -> list[int]:
    """Return a tint per component: by its first cell, so that it keeps its colour.

    Two components have the same tint only if there are more components than `tints`.
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
