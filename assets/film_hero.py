"""Film the first picture of the README: `make hero`.

The question of the tutorial in 15 seconds: two cells, the wrong answer, the reason, the odds.
It is drawn twice, for light and for dark pages.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import minevis as mv
from assets.keep import keep
from minevis.game.grid import Cell
from minevis.render.panels import Layer, board, probability
from minevis.render.tiles.atlas import Tile, atlas
from minevis.render.tiles.draw_text import font
from minevis.web.figures import Configurations
from minevis.web.sheets import snapshot_of

HOME = Path(__file__).parent
FILES = {"paper": "solving.gif", "dark": "solving_dark.gif"}
WIDTH, HEIGHT, CELL, SMALL = 800, 400, 43, 25
BOARD = (28, 28)
TEXT, LINE = 425, 34  # the left edge of sentences, and the distance of two lines
WINDOW = 4  # cells: the part of the board on a card
CARD, BAR = 138, 304  # the upper edges of the cards and of the bar
ROOM = 3 * WINDOW * SMALL + 2 * SMALL
NAMES = {(0, 3): "A", (1, 3): "B", (2, 3): "C"}
A, B, C = NAMES

Slide = tuple[Image.Image, float]  # a picture, and for how many seconds it is shown


class Film:
    """The slides of the film, on one theme."""

    def __init__(self, theme: str) -> None:
        self.theme = mv.THEMES[theme]
        self.position = mv.Position.load(HOME / "positions" / "two_cells.txt")
        self.known = mv.analyze(self.position)
        self.found = Configurations.of(self.position)
        snapshot = snapshot_of(self.position, self.known)
        self.board, self.odds = board(snapshot), probability(snapshot)

    def slides(self) -> Iterator[Slide]:
        """Yield the question, the wrong answer, the reason, the odds and the right answer."""
        asked = "Nothing is safe. Exactly", "one of A and B is a mine.", "Which do you open?"
        yield self.slide(self.board, asked), 2.6
        counted = "The clues fit three ways.", "A is a mine in two of them."
        yield self.slide(self.board, counted, shown=1), 2.0
        yield self.slide(self.board, (*counted, "So you open B?"), shown=1), 1.4
        lost = with_pictures(self.board, {B: Tile.EXPLODED})
        yield self.slide(lost, ("B is a mine.",), shown=1), 1.2
        weighed = "But they do not weigh the", "same. The bar shows ways", "to lay the other mines."
        yield self.slide(self.board, weighed, shown=2), 3.0
        a, b, c = (f"{self.known.probability[cell]:.0%}".replace("%", " %") for cell in NAMES)
        shares = f"A {a}", f"B {b}"
        odds = f"A is a mine in {a}", f"of all cases, B in {b}."
        yield self.slide(self.odds, odds, shown=2, shares=shares), 2.2
        best = "Of the two, open A.", f"Safer still is C: {c}."
        yield self.slide(self.odds, best, shown=2, shares=shares, opened=A), 3.4

    def slide(
        self,
        layer: Layer,
        lines: Sequence[str],
        *,
        shown: int = 0,
        shares: Sequence[str] = (),
        opened: Cell | None = None,
    ) -> Image.Image:
        """Draw the board on the left, and lines above the cards (1) and the bar (2)."""
        slide = Image.new("RGB", (WIDTH, HEIGHT), self.theme.ground)
        pen = ImageDraw.Draw(slide)
        slide.paste(self.drawn(layer, CELL), BOARD)
        self.letters(pen, layer, BOARD, CELL, opened)
        for number, line in enumerate(lines):
            pen.text((TEXT, 24 + number * LINE), line, self.theme.ink, font(23, bold=True))
        for number in range(len(self.found.table) if shown else 0):
            self.card(slide, pen, number)
        if shown > 1:
            self.bar(pen, shares)
        return slide

    def drawn(self, layer: Layer, cell: int, end: int | None = None) -> Image.Image:
        """Draw the first `end` rows and columns of a layer."""
        part = np.s_[:end, :end]
        tiles = atlas(cell, theme=self.theme)
        return Image.fromarray(tiles.draw(layer.pictures[part], layer.marks[part]))

    def letters(
        self,
        pen: ImageDraw.ImageDraw,
        layer: Layer,
        place: tuple[int, int],
        cell: int,
        opened: Cell | None = None,
    ) -> None:
        """Outline and name the cells in question. Beside a chance, a name is in the corner."""
        for at, name in NAMES.items():
            tile, chances = layer.pictures[at], layer is self.odds
            if (name == "C" and not chances) or tile in (Tile.EXPLODED, Tile.MINE):
                continue
            left, top = place[0] + at[1] * cell, place[1] + at[0] * cell
            colour = self.theme.safe if at == opened else self.theme.search
            if cell == CELL:
                box = (left, top, left + cell - 3, top + cell - 3)
                pen.rounded_rectangle(box, 6, outline=colour, width=5 if at == opened else 3)
            if chances:
                pen.text((left + 5, top + 2), name, self.theme.figure, font(12, bold=True))
            else:
                middle = (left + cell / 2 - 1, top + cell / 2 - 1)
                size = font(round(cell * 0.55), bold=True)
                pen.text(middle, name, self.theme.ink, size, anchor="mm")

    def card(self, slide: Image.Image, pen: ImageDraw.ImageDraw, number: int) -> None:
        """Draw a configuration."""
        mined = zip(self.found.cells, self.found.table[number], strict=True)
        way = with_pictures(self.board, {cell: Tile.MINE for cell, mine in mined if mine})
        place = TEXT + number * (WINDOW + 1) * SMALL, CARD
        slide.paste(self.drawn(way, SMALL, WINDOW), place)
        self.letters(pen, way, place, SMALL)

    def bar(self, pen: ImageDraw.ImageDraw, shares: Sequence[str]) -> None:
        """Draw the ways to lay the other mines to scale, a part for every configuration."""
        ways, below = self.found.ways(), CARD + WINDOW * SMALL
        ends = TEXT + ROOM * np.cumsum([0, *ways]) / sum(ways)
        for number, count in enumerate(ways):
            left, right = ends[number], ends[number + 1] - 2
            middle = TEXT + number * (WINDOW + 1) * SMALL + WINDOW * SMALL / 2
            mined = A if self.found.table[number, self.found.cells.index(A)] else B
            colour = tuple(self.theme.heat[round(100 * self.known.probability[mined])].tolist())
            words = font(18, bold=True)
            pen.text((middle, below + 17), f"{count:,}", self.theme.ink, words, anchor="mm")
            line = (middle, below + 30, (left + right) / 2, BAR - 4)
            pen.line(line, self.theme.quiet, 1)
            pen.rectangle((left, BAR, right, BAR + 34), colour)
        for middle, share in zip((ends[1], ends[2:].mean()), shares, strict=False):
            pen.text((middle, BAR + 54), share, self.theme.ink, font(18, bold=True), anchor="mm")


def with_pictures(layer: Layer, pictures: dict[Cell, int]) -> Layer:
    """Return a layer with the pictures of some cells replaced."""
    drawn = layer.pictures.copy()
    for cell, picture in pictures.items():
        drawn[cell] = picture
    return replace(layer, pictures=drawn)


def main() -> None:
    """Write both films next to this file."""
    for theme, name in FILES.items():
        film = Film(theme)
        pictures, seconds = zip(*film.slides(), strict=True)
        strip = Image.new("RGB", (WIDTH, HEIGHT * len(pictures)))
        for number, picture in enumerate(pictures):
            strip.paste(picture, (0, number * HEIGHT))
        palette = strip.quantize(255)
        frames = [picture.quantize(palette=palette, dither=0) for picture in pictures]
        durations = [round(1000 * each) for each in seconds]
        keep(HOME / name, *frames, duration=durations, loop=0)


if __name__ == "__main__":
    main()
