"""A figure: data prepared by Python, a page that answers, and a still picture of it."""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from minevis.game.grid import Cell
from minevis.game.position import Position, ViewCode
from minevis.render.tiles.atlas import Tile
from minevis.solver.analysis import Analysis
from minevis.trace.snapshot import Snapshot
from minevis.utils.files import write_whole
from minevis.web.board.position_view import codes, snapshot_of
from minevis.web.film.fallback import board_png, frame_over, img_tag
from minevis.web.film.film import AUTO, browser_theme
from minevis.web.film.pack import pack, text_of
from minevis.web.film.page import check_page, standalone
from minevis.web.film.tile_sheets import sheets
from minevis.web.javascript import page_script
from minevis.words.english import say

ENTRY = "figures/mount.js"
HEIGHT = "30em"  # of a frame before its page sends its height
NO_CHANCE = 65535  # for an open cell: the browser draws no chance


@dataclass(frozen=True)
class Figure:
    """A figure to touch: it answers in any browser, without Python.

    Its answers are prepared and packed, so that nobody reads them by accident. Where scripts do not
    run it is a picture, described by `words`.

    >>> figure = mv.figures.window(mv.Board.parse("*..\\n..."))
    >>> figure
    <Figure window: A Minesweeper board of 2×3 cells whose mines are all shown.>
    """

    kind: str  # the part of the script
    data: Mapping[str, Any] = field(repr=False)  # the input of that part: plain values
    still: bytes = field(repr=False)  # a PNG
    words: str  # for readers who cannot see it
    theme: str = AUTO

    def page(self) -> str:
        """Return the figure as one HTML page that works offline.

        >>> "mv-figure" in mv.figures.window(mv.Board.parse("*.")).page()
        True
        """
        data = {"kind": self.kind, "theme": browser_theme(self.theme), **self.data}
        head, images = sheets(range(Tile.PALE))
        packed = text_of(pack({"figure": data, "atlas": head}, images))
        content = f'<script type="text/plain" class="minevis-figure">{packed}</script><div></div>'
        return standalone(content, page_script(ENTRY), title=self.words, theme=self.theme)

    def save(self, path: str | Path) -> Path:
        """Write the page to an HTML file and return its path; see `page`.

        Raises `ValueError` for a wrong suffix and a missing folder.
        """
        path = check_page(path)
        write_whole(path, self.page())
        return path

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the page in a frame over the still, and the still by itself."""
        html = frame_over(img_tag(self.still, self.words), self.page(), self.words, HEIGHT)
        still = b64encode(self.still).decode()
        return {"text/html": html, "image/png": still, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Figure {self.kind}: {self.words}>"


def shown(position: Position, known: Analysis | None = None) -> dict[str, Any]:
    """Return the size of a position, and the codes of its cells, for the browser."""
    height, width = position.shape
    drawn = codes(snapshot_of(position, known))
    return {"height": height, "width": width, "codes": drawn}


def still_of(
    snapshot: Snapshot,
    *,
    theme: str = AUTO,
    panels: tuple[str, ...] = ("board",),
    letters: Mapping[Cell, str] | None = None,
) -> bytes:
    """A moment as a PNG, for where a figure cannot move; cells in question bear `letters`."""
    return board_png(snapshot, theme=theme, panels=panels, letters=letters)


def hundredths(chances: np.ndarray, view: np.ndarray) -> list[int]:
    """Chances of covered cells in hundredths of a percent, cell by cell; both are [H, W]."""
    covered = view == ViewCode.COVERED
    scaled = np.rint(10_000 * np.nan_to_num(chances)).astype(np.int64)
    return [int(each) for each in np.where(covered, scaled, NO_CHANCE).ravel()]


def about(position: Position) -> str:
    """Describe a position, for readers who cannot see it."""
    height, width = position.shape
    return say("figure position", height=str(height), width=str(width))
