"""The view of a position without a record: its snapshot, and codes for a board."""

from dataclasses import replace

import numpy as np

from minevis.game.position import Position
from minevis.render.panels.panels import panel
from minevis.solver.analysis import Analysis
from minevis.trace.snapshot import Snapshot, blank
from minevis.web.film.tile_sheets import codes_of


def snapshot_of(
    position: Position, known: Analysis | None, missed: np.ndarray | None = None
) -> Snapshot:
    """Return the snapshot of `position`, with its analysis if given."""
    # a board without counters shows no total
    start = blank(position.shape, position.mines or 0, position.view)
    if missed is not None:
        start = replace(start, missed=missed)
    if known is None:
        return start
    chances = np.where(position.view < 0, known.probability, np.nan)
    return replace(start, probability=chances)


def codes(snapshot: Snapshot) -> list[int]:
    """Return the codes of a board without marks, one per cell."""
    pictures = panel("board")(snapshot).pictures.ravel()
    shown: list[int] = codes_of(pictures, np.zeros(pictures.size, np.int64)).tolist()
    return shown
