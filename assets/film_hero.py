"""Film the first picture of the README: `make hero`.

The question of the tutorial in 19 seconds: two cells, the wrong answer, the reason, the odds.
It is drawn twice, for light and for dark pages.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

import minevis as mv
from assets.keep import keep
from minevis.game.grid import Cell
from minevis.render.mosaic import letter_disc
from minevis.render.motion import Cells, Seen, frames_between
from minevis.render.panels import Layer, board, probability
from minevis.render.tiles.atlas import Tile, atlas
from minevis.render.tiles.draw_pictures import eased
from minevis.render.tiles.draw_text import font
from minevis.web.sheets import known_snapshot
from notebooks.figures import Configurations

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

FPS = 12.5  # of frames in motion
JOIN, SPLIT = 0.6, 0.3  # seconds in which the bars of all cards join, and split into A and B
APART = 12  # px between A and B


class Slide(NamedTuple):
    """A picture with the layer of its board, and for how many seconds it is shown.

    Its changes are drawn in motion, unless it is a `cut`.
    """

    picture: Image.Image
    layer: Layer
    seconds: float
    cut: bool = False


class Film:
    """The slides of the film, on one theme."""

    def __init__(self, theme: str) -> None:
        self.theme = mv.THEMES[theme]
        self.position = mv.Position.load(HOME / "positions" / "two_cells.txt")
        self.known = mv.analyze(self.position)
        self.found = Configurations.of(self.position)
        snapshot = known_snapshot(self.position, self.known)
        self.board, self.odds = board(snapshot), probability(snapshot)

    def slides(self) -> Iterator[Slide]:
        """Yield the question, the wrong answer, the reason, the odds and the right answer."""
        covered = replace(self.board, pictures=np.full_like(self.board.pictures, Tile.COVERED))
        yield Slide(self.slide(covered, ()), covered, 0.3)
        asked = "Nothing is safe. Exactly", "one of A and B is a mine.", "Which do you open?"
        yield Slide(self.slide(self.board, asked), self.board, 2.4)
        counted = "The clues fit three ways.", "A is a mine in two of them."
        yield Slide(self.slide(self.board, counted, shown=1), self.board, 2.0)
        yield Slide(self.slide(self.board, (*counted, "So you open B?"), shown=1), self.board, 1.4)
        lost = with_pictures(self.board, {B: Tile.EXPLODED})
        yield Slide(self.slide(lost, ("B is a mine.",), shown=1), lost, 1.2)
        weighed = "But they do not weigh the", "same. The bars show ways", "to lay the other mines."
        for joined in np.linspace(0, 1, round(JOIN * FPS)).tolist():
            slide = self.slide(self.board, weighed, shown=2, joined=eased(joined))
            seconds = {0.0: 0.9, 1.0: 2.4}.get(joined, 1 / FPS)
            yield Slide(slide, self.board, seconds, cut=joined > 0)
        a, b, c = (f"{self.known.probability[cell]:.0%}".replace("%", " %") for cell in NAMES)
        shares = f"A {a}", f"B {b}"
        odds = f"A is a mine in {a}", f"of all cases, B in {b}."
        for split in np.linspace(0, 1, round(SPLIT * FPS)).tolist():
            slide = self.slide(self.odds, odds, shown=2, shares=shares, split=eased(split))
            yield Slide(slide, self.odds, 2.0 if split == 1 else 1 / FPS, cut=split > 0)
        best = "Of the two, open A.", f"Safer still is C: {c}."
        slide = self.slide(self.odds, best, shown=2, shares=shares, split=1, opened=A)
        yield Slide(slide, self.odds, 3.0)

    def frames(self) -> Iterator[tuple[Image.Image, float]]:
        """Yield the slides and the frames in motion between them, each with its seconds."""
        before: Slide | None = None
        for after in self.slides():
            if before is not None and not after.cut:
                yield from ((frame, 1 / FPS) for frame in self.between(before, after))
            yield after.picture, after.seconds
            before = after

    def between(self, before: Slide, after: Slide) -> Iterator[Image.Image]:
        """Yield the frames in motion between two slides."""
        stills = np.asarray(before.picture), np.asarray(after.picture)
        rows, cols = (slice(length) for length in before.layer.pictures.shape)
        seen = Seen(BOARD[1], BOARD[0], CELL, rows, cols)
        cells = Cells.between((before.layer, after.layer), stills, seen)
        words, cards = (
            np.s_[top:bottom, TEXT - 10 :] for top, bottom in ((0, CARD), (CARD, HEIGHT))
        )
        moving = frames_between(*stills, [cells], words, cards, self.theme, fps=FPS, most=20)
        yield from map(Image.fromarray, moving)

    def slide(
        self,
        layer: Layer,
        lines: Sequence[str],
        *,
        shown: int = 0,
        joined: float = 1.0,
        split: float = 0.0,
        shares: Sequence[str] = (),
        opened: Cell | None = None,
    ) -> Image.Image:
        """Draw the board on the left, and lines above the cards (1) and the bars (2).

        `joined` says how far the bars have slid into one, and `split` how far A and B are apart in
        it, from 0 to 1.
        """
        slide = Image.new("RGB", (WIDTH, HEIGHT), self.theme.ground)
        pen = ImageDraw.Draw(slide)
        slide.paste(self.drawn(layer, CELL), BOARD)
        if lines:
            self.letters(slide, layer, BOARD, CELL, opened)
        for number, line in enumerate(lines):
            pen.text((TEXT, 24 + number * LINE), line, self.theme.ink, font(23, bold=True))
        for number in range(len(self.found.table) if shown else 0):
            self.card(slide, pen, number)
        if shown > 1:
            self.bars(pen, shares, joined, split)
        return slide

    def drawn(self, layer: Layer, cell: int, end: int | None = None) -> Image.Image:
        """Draw the first `end` rows and columns of a layer."""
        part = np.s_[:end, :end]
        tiles = atlas(cell, theme=self.theme)
        return Image.fromarray(tiles.draw(layer.pictures[part], layer.marks[part]))

    def letters(
        self,
        slide: Image.Image,
        layer: Layer,
        place: tuple[int, int],
        cell: int,
        opened: Cell | None = None,
    ) -> None:
        """Outline and name the cells in question. Above a chance, a name is in the corner."""
        pen = ImageDraw.Draw(slide)
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
                disc = Image.fromarray(
                    letter_disc(name, CELL, self.theme.clue_ring, self.theme.figure)
                )
                slide.paste(disc, (left + cell - 10, top - 5), disc)
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
        self.letters(slide, way, place, SMALL)

    def bars(
        self, pen: ImageDraw.ImageDraw, shares: Sequence[str], joined: float, split: float
    ) -> None:
        """Draw the ways to lay the other mines to scale, a bar for every configuration.

        Below their cards the longest is as wide as a card. All slide into one bar, and that splits.
        """
        ways, below = self.found.ways(), CARD + WINDOW * SMALL
        mined = [A if row[self.found.cells.index(A)] else B for row in self.found.table]
        ends = TEXT + (ROOM - APART * split) * np.cumsum([0, *ways]) / sum(ways)
        sides = dict[Cell, list[float]]()
        for number, (count, cell) in enumerate(zip(ways, mined, strict=True)):
            card = TEXT + number * (WINDOW + 1) * SMALL
            gap = APART * split * (cell != mined[0])
            start, end = card, card + WINDOW * SMALL * count / max(ways)
            left = start + (ends[number] + gap - start) * joined
            right = end + (ends[number + 1] + gap - end) * joined
            sides.setdefault(cell, []).extend((left, right))
            colour = tuple(self.theme.heat[round(100 * self.known.probability[cell])].tolist())
            words, middle = font(18, bold=True), card + WINDOW * SMALL / 2
            pen.text((middle, below + 17), f"{count:,}", self.theme.ink, words, anchor="mm")
            line = (middle, below + 30, (left + right) / 2, BAR - 4)
            pen.line(line, self.theme.quiet, 1)
            pen.rectangle((left, BAR, right, BAR + 34), colour)
        for share, edges in zip(shares, sides.values(), strict=False):
            middle = (min(edges) + max(edges)) / 2
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
        pictures, seconds = zip(*film.frames(), strict=True)
        strip = Image.new("RGB", (WIDTH, HEIGHT * len(pictures)))
        for number, picture in enumerate(pictures):
            strip.paste(picture, (0, number * HEIGHT))
        palette = strip.quantize(255, Image.Quantize.FASTOCTREE)
        frames = [picture.quantize(palette=palette, dither=0) for picture in pictures]
        durations = [round(1000 * each) for each in seconds]
        keep(HOME / name, *frames, duration=durations, loop=0)


if __name__ == "__main__":
    main()
