"""The view of playground and editor: codes, captions and tips for a position."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from minevis.game.position import Position, ViewCode
from minevis.render.panels.panels import panel
from minevis.render.tiles.atlas import Mark, Tile
from minevis.solver.analysis import Analysis
from minevis.trace.snapshot import Snapshot, blank
from minevis.utils.formatting import percent
from minevis.web.film.film import MARKS
from minevis.web.film.pack import pack
from minevis.web.film.tile_sheets import board_pictures, codes_of, parts_of, sheets
from minevis.words.english import say


@lru_cache(maxsize=1)
def atlas_pack() -> bytes:
    """Return the pack of a changing board: its pictures in every theme."""
    head, images = board_sheets()
    return pack({"atlas": head, "marks": MARKS}, images)


def board_sheets() -> tuple[dict[str, object], dict[str, bytes]]:
    """Return the atlas of a changing board: its header, and the images of every theme."""
    return sheets(board_pictures())


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


def codes(
    snapshot: Snapshot,
    name: str,
    marks: dict[int, int],
    known: Analysis | None = None,
    *,
    bright: bool = False,
) -> list[int]:
    """Return the codes of the panel `name`, one per cell, under `marks` (flat cell: mark).

    With `known`, proven cells have a mark. `bright` keeps the clues in full colour, if a panel
    fades them.
    """
    pictures = panel(name)(snapshot).pictures.copy()
    if bright:
        opened = snapshot.view >= 0
        pictures[opened] = panel("board")(snapshot).pictures[opened]
    pictures = pictures.ravel()
    drawn = np.zeros(pictures.size, np.int64)
    if known is not None:
        covered = snapshot.view == ViewCode.COVERED
        drawn[(known.safe & covered).ravel()] = Mark.KNOWN_SAFE
        drawn[(known.mined & covered).ravel()] = Mark.KNOWN_MINED
    for cell, mark in marks.items():
        drawn[cell] = mark
    shown: list[int] = codes_of(pictures, drawn).tolist()
    return shown


def with_wrong_flags(codes_shown: list[int], wrong: np.ndarray) -> list[int]:
    """The codes with wrong flags crossed out: `wrong` is bool [H, W]."""
    pictures, drawn = parts_of(np.array(codes_shown))
    crossed = np.where(wrong.ravel() & (pictures == Tile.FLAG), Tile.WRONG_FLAG, pictures)
    shown: list[int] = codes_of(crossed, drawn).tolist()
    return shown


def tips(position: Position, known: Analysis | None) -> list[str]:
    """Short descriptions of cells, for tooltips and for screen readers."""
    faces = {
        ViewCode.COVERED: "tip covered",
        ViewCode.FLAGGED: "tip flagged",
        ViewCode.EXPLODED: "tip exploded",
    }
    words = []
    for row, codes_of_row in enumerate(position.view.tolist()):
        for col, code in enumerate(codes_of_row):
            parts = [str((row, col)), say(faces.get(code, "tip clue"), number=str(code))]
            if known is not None and code == ViewCode.COVERED:
                chance = percent(known.probability[row, col])
                parts.append(say("tip chance", chance=chance))
            words.append("  ·  ".join(parts))
    return words


def title_of(name: str) -> dict[str, str]:
    """The name, title and subtitle of a panel."""
    layer = panel(name)(blank((1, 1), 0))
    return {"name": name, "title": layer.title, "subtitle": layer.subtitle}
