"""The panel "tree": a search as it grows, its solutions, their averages and the odds."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from minevis.game.grid import Cell, Cells
from minevis.render.search_tree.drawing import Brush, TreeDrawing
from minevis.render.search_tree.model import Searches
from minevis.render.search_tree.stamps import paled
from minevis.render.tiles.draw_pictures import plain
from minevis.render.tiles.draw_text import ink, line_mask, text_width, wrap
from minevis.render.tiles.theme import Theme
from minevis.trace.record import Record
from minevis.utils.formatting import big_number
from minevis.words.english import say
from minevis.words.wording import in_figures

TITLE = "Search"
WIDE = 888  # a count as wide as most


@dataclass(frozen=True)
class SearchTree:
    """The panel "tree". Boxes are `lettered` if the board's cells are."""

    lettered: bool = False

    def widest_title(self) -> str:
        """The title next to counts of the largest width."""
        return f"{TITLE}   {_counts(WIDE, WIDE, WIDE)}"

    def start(self, trace: Record, size: tuple[int, int], body: int, theme: Theme) -> "TreePanel":
        """The trees of all searches of `trace`, in a panel of `size` (h, w) px."""
        return TreePanel(Searches(trace), size, body, theme, lettered=self.lettered)


def _counts(tries: int, dead_ends: int, configurations: int) -> str:
    return (
        f"{in_figures(tries):# try|# tries}, {in_figures(dead_ends):# dead end|# dead ends}, "
        f"{in_figures(configurations):# configuration|# configurations}"
    )


class TreePanel:
    """Draws the search under way into a picture. Mutable.

    `draw` adds the events since the last call; going back begins again.
    """

    def __init__(
        self,
        searches: Searches,
        size: tuple[int, int],
        body: int,
        theme: Theme,
        *,
        lettered: bool = False,
    ) -> None:
        self.searches, self.lettered = searches, lettered
        self.height, self.width = size
        self.body, self.theme = body, theme
        self._drawing: TreeDrawing | None = None
        self._settled = np.empty((0, 0, 3), np.uint8)  # parts that no later step changes
        self._at = -1
        self._shown: tuple[object, ...] = ()
        self._picture = self._introduction = self._introduced()

    def draw(self, index: int) -> np.ndarray:
        """The panel after event `index`: uint8 [height, width, 3]. Don't write to it."""
        search = self.searches.at(index)
        if search is None:
            return self._introduction
        drawing = self._drawing
        if drawing is None or search is not drawing.search or index < self._at:
            size, letters = (self.width, self.height), search.letters if self.lettered else {}
            drawing = TreeDrawing(search, *size, self.body, self.theme, letters)
            self._drawing, self._at = drawing, search.first
            self._settled = plain(self.height, self.width, self.theme.ground)
            drawing.ground(Brush(self._settled, self.theme))
        state = (search.first, min(index, search.end), index >= search.odds_at)
        if state == self._shown:
            return self._picture
        drawing.steps(Brush(self._settled, self.theme), self._at, index)
        self._at = index
        self._picture = self._settled.copy()
        brush = Brush(self._picture, self.theme)
        if index < search.end:
            drawing.current(brush, index)
        drawing.chances(brush, index)
        if index >= search.end:  # the last search stays, paled
            self._picture = paled(self._picture, self.theme.ground, 0.45)
        self._shown = state
        return self._picture

    def keys(self, index: int) -> set[str]:
        """Return the entries of the legend for the tree at event `index`."""
        search = self.searches.at(index)
        return set() if search is None or index >= search.end else search.keys(index)

    def cells(self, index: int) -> Cells:
        """The cells of the board that the tree at event `index` is about."""
        search = self.searches.at(index)
        return () if search is None else search.cells

    def letters(self, index: int) -> Mapping[Cell, str] | None:
        """Return the letters of the cells in the tree at event `index`; None if it is over."""
        search = self.searches.at(index)
        return None if search is None or index >= search.end else search.letters

    def title(self) -> str:
        """The title above the tree."""
        return TITLE

    def subtitle(self, index: int) -> str:
        """The results of the search by event `index`."""
        search = self.searches.at(index)
        if search is None:
            return say("no search yet")
        subtitle = _counts(*search.counts(index))
        drawing = self._drawing
        if drawing and search is drawing.search and drawing.plan.drawn < len(search.nodes):
            drawn, total = big_number(drawing.plan.drawn), in_figures(len(search.nodes))
            subtitle += f"; {drawn} of {total:# try|# tries} drawn"
        return subtitle

    def _introduced(self) -> np.ndarray:
        """The text in the place of the tree until there is one."""
        picture = plain(self.height, self.width, self.theme.ground)
        lines = wrap(say("tree intro"), self.body, round(min(self.width * 0.86, self.body * 38)))
        pitch = round(self.body * 1.5)
        top = max((self.height - pitch * len(lines)) // 2 - self.body, 0)
        left = (self.width - max(text_width(line, self.body) for line in lines)) // 2
        for line in lines:
            mask, colour = line_mask(line, self.body), self.theme.quiet
            ink(picture, mask, top, left, colour, ground=self.theme.ground)
            top += pitch
        return picture
