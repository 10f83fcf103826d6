"""Film the first picture of the README: `make hero`.

The question of the tutorial in 12 seconds: two cells, the wrong answer, the odds, the reason.
It is written twice, for light and for dark pages.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import minevis as mv
from minevis.core.grid import Cell
from minevis.core.position import ViewCode
from minevis.core.snapshot import Snapshot
from minevis.show.frame.layout import Layout as Frame
from minevis.show.frame.painter import Painter
from minevis.show.panels.panels import Layer, board
from minevis.show.tiles.atlas import Tile
from minevis.show.tiles.draw_text import font
from minevis.widgets.board.position_view import snapshot_of
from minevis.widgets.figures.beliefs import Configurations

HOME = Path(__file__).parent
WIDTH, HEIGHT, CELL, SMALL = 800, 400, 43, 25
TEXT = 425  # px from the left
WINDOW = 5  # cells: the part of the board that a configuration concerns
NAMES = {(0, 3): "A", (1, 3): "B"}

Slide = tuple[Image.Image, float]  # a picture, and for how many seconds it is shown


class Film:
    """The slides of the film, on one theme."""

    def __init__(self, theme: str) -> None:
        self.name, self.theme = theme, mv.THEMES[theme]
        self.position = mv.Position.load(HOME / "positions" / "two_cells.txt")
        self.known = mv.analyze(self.position)
        self.found = Configurations.of(self.position)

    def slides(self) -> Iterator[Slide]:
        """Yield the question, the wrong answer, the odds and the reason."""
        asked = ("Nothing is safe.", "Exactly one of A and B", "is a mine. Which", "do you open?")
        yield self.slide(board, *asked), 2.4
        counted = ("The clues fit three ways.", "A is a mine in two of them.")
        yield self.slide(board, *counted, cards=3), 1.6
        yield self.slide(board, *counted, "So you open B?", cards=3), 1.4
        yield self.slide(self.exploded, "B is a mine."), 1.2
        a, b = (f"{self.known.probability[cell]:.0%}".replace("%", " %") for cell in NAMES)
        odds = (f"A is a mine in {a}", f"of all cases, B in {b}.")
        yield self.slide("probability", *odds), 2.0
        why = ("Why? Ways to lay", "the other mines:")
        yield self.slide("probability", *why, cards=3, ways=True), 3.4

    def exploded(self, snapshot: Snapshot) -> Layer:
        """The board after a click on B."""
        plain = board(snapshot)
        return replace(plain, pictures=with_pictures(plain, {(1, 3): Tile.EXPLODED}))

    def slide(
        self,
        panel: str | Callable[[Snapshot], Layer],
        *lines: str,
        cards: int = 0,
        ways: bool = False,
    ) -> Image.Image:
        """Draw the board on the left, and lines with the configurations below on the right."""
        slide = Image.new("RGB", (WIDTH, HEIGHT), self.theme.ground)
        pen = ImageDraw.Draw(slide)
        top = (HEIGHT - 8 * CELL) // 2
        slide.paste(Image.fromarray(self.drawn(panel, CELL)), (28, top))
        if panel is not self.exploded:
            self.letter(pen, top, in_corner=panel == "probability")
        y = 60 if cards else 120
        for line in lines[:2] if cards else lines:
            pen.text((TEXT, y), line, self.theme.ink, font(23, bold=True))
            y += 36
        for number in range(cards):
            left = TEXT + number * (WINDOW * SMALL - 5)
            self.card(slide, pen, (left, y + 20), number, ways=ways)
        if cards and len(lines) > 2:
            pen.text((TEXT, y + 190), lines[2], self.theme.ink, font(23, bold=True))
        return slide

    def drawn(self, panel: str | Callable[[Snapshot], Layer], cell: int) -> np.ndarray:
        """The cells of a panel without anything around them, uint8 [h, w, 3]."""
        options = {"coordinates": False, "caption": False, "legend": False, "theme": self.name}
        layout = Frame.of(self.position.shape, panels=(panel,), cell=cell, **options)
        picture = Painter(layout).draw(snapshot_of(self.position, self.known))
        return picture[layout.grids[0].window]

    def letter(self, pen: ImageDraw.ImageDraw, top: int, *, in_corner: bool) -> None:
        """Outline A and B. Next to a chance, a letter stands in the corner."""
        for (row, col), name in NAMES.items():
            left, upper = 28 + col * CELL, top + row * CELL
            box = (left, upper, left + CELL - 3, upper + CELL - 3)
            pen.rounded_rectangle(box, 6, outline=self.theme.search, width=3)
            if in_corner:
                pen.text((left + 4, upper + 1), name, (20, 22, 26), font(10, bold=True))
            else:
                middle = (left + CELL / 2 - 1, upper + CELL / 2 - 1)
                pen.text(middle, name, self.theme.ink, font(24, bold=True), anchor="mm")

    def card(
        self,
        slide: Image.Image,
        pen: ImageDraw.ImageDraw,
        place: tuple[int, int],
        number: int,
        *,
        ways: bool,
    ) -> None:
        """Draw a configuration, and below it the ways to lay the other mines."""
        mined = self.found.table[number]

        def configuration(snapshot: Snapshot) -> Layer:
            plain = board(snapshot)
            cells = zip(self.found.cells, mined, strict=True)
            pictures = {cell: Tile.MINE if mine else Tile.OPENED for cell, mine in cells}
            return replace(plain, pictures=with_pictures(plain, pictures))

        side = (WINDOW - 1) * SMALL
        whole = self.drawn(configuration, SMALL)[:side, :side]
        slide.paste(Image.fromarray(whole), place)
        if ways:
            below = (place[0] + side / 2, place[1] + side + 16)
            text = f"{self.found.ways()[number]:,}"
            pen.text(below, text, self.theme.ink, font(18, bold=True), anchor="mm")


def with_pictures(layer: Layer, pictures: dict[Cell, int]) -> np.ndarray:
    """The pictures of a layer with those of some cells replaced."""
    drawn = layer.pictures.copy()
    for cell, picture in pictures.items():
        drawn[cell] = picture
    return drawn


def main() -> None:
    """Write both films next to this file."""
    for theme, name in (("paper", "solving.gif"), ("dark", "solving_dark.gif")):
        film = Film(theme)
        assert not film.known.safe[film.position.covered].any()
        assert (film.position.view[3, 0], film.found.table[:, 0].sum()) == (ViewCode.FLAGGED, 2)
        pictures, seconds = zip(*film.slides(), strict=True)
        first, *rest = (picture.quantize(128, dither=Image.Dither.NONE) for picture in pictures)
        durations = [round(1000 * each) for each in seconds]
        path = HOME / name
        first.save(path, save_all=True, append_images=rest, duration=durations, loop=0)
        print(f"{path}: {sum(seconds):.0f} seconds, {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
