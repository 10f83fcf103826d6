"""What playground and editor show: codes, captions and tips for a position."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from minevis.core.formatting import percent
from minevis.core.position import Position, ViewCode
from minevis.core.snapshot import Snapshot, blank
from minevis.show.panels.panels import panel
from minevis.show.tiles.atlas import Mark, Tile
from minevis.solver.analysis import Analysis
from minevis.widgets.film.pack import pack
from minevis.widgets.film.tile_sheets import board_pictures, sheets

MARKS = 32  # a code is MARKS · picture + mark


@lru_cache(maxsize=1)
def atlas_pack() -> bytes:
    """The pack of a board that changes: its pictures in every theme."""
    head, images = sheets(board_pictures())
    return pack({"atlas": head}, images)


def snapshot_of(
    position: Position, known: Analysis | None, missed: np.ndarray | None = None
) -> Snapshot:
    """The snapshot that shows `position` and, where it is given, all that is known of it."""
    start = blank(position.shape, position.mines, position.view)
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
    """The codes of the panel `name`, a cell each, under `marks` (flat cell: mark).

    With `known`, cells that are proven carry the mark that says so. `bright` keeps the
    clues in full colour, where a panel pales them.
    """
    pictures = panel(name)(snapshot).pictures.astype(np.int64)
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
    return (pictures * MARKS + drawn).tolist()


def with_wrong_flags(codes_shown: list[int], wrong: np.ndarray) -> list[int]:
    """The codes with wrong flags crossed out: `wrong` is bool [H, W]."""
    return [
        Tile.WRONG_FLAG * MARKS if is_wrong and code // MARKS == Tile.FLAG else code
        for code, is_wrong in zip(codes_shown, wrong.ravel().tolist(), strict=True)
    ]


def tips(position: Position, known: Analysis | None) -> list[str]:
    """A few words on each cell, for hovering and for screen readers."""
    words = []
    for row, codes_of_row in enumerate(position.view.tolist()):
        for col, code in enumerate(codes_of_row):
            face = {
                ViewCode.COVERED: "covered",
                ViewCode.FLAGGED: "flagged",
                ViewCode.EXPLODED: "exploded",
            }.get(code)
            word = f"({row}, {col})  ·  {face or f'clue {code}'}"
            if known is not None and code == ViewCode.COVERED:
                word += f"  ·  mine {percent(float(known.probability[row, col]))}"
            words.append(word)
    return words


def title_of(name: str) -> dict[str, str]:
    """The name, title and subtitle of a panel."""
    layer = panel(name)(blank((1, 1), 0))
    return {"name": name, "title": layer.title, "subtitle": layer.subtitle}
