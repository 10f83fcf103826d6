"""Draw assets/card.png, what others show of a link: `python assets/draw_card.py`.

1200 by 630 px: the board of the first question, its two cells by letter, and the question.
"""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import minevis as mv
from minevis.show.frame.layout import Layout
from minevis.show.frame.painter import Painter
from minevis.show.tiles.draw_text import font
from minevis.widgets.board.position_view import snapshot_of

HOME = Path(__file__).parent
WIDTH, HEIGHT, CELL = 1200, 630, 64
ASKED = {"A": (0, 3), "B": (1, 3)}
LINES = (
    ("Two cells.", 52, True),
    ("One is four times as", 34, False),
    ("dangerous as the other.", 34, False),
    ("Which would you click?", 34, True),
)


def board() -> tuple[np.ndarray, int, int]:
    """The board, uint8 RGB [h, w, 3], and where its first cell stands."""
    position = mv.Position.load(HOME / "positions" / "two_cells.txt")
    layout = Layout.of(position.shape, panels="board", cell=CELL, coordinates=False, caption=False)
    grid = layout.grids[0]
    picture = Painter(layout).draw(snapshot_of(position, None))
    rim = 4
    window = np.s_[
        grid.top - rim : grid.top + grid.height + rim,
        grid.left - rim : grid.left + grid.width + rim,
    ]
    return picture[window], rim, rim


def main() -> None:
    """Draw the card beside this file."""
    theme = mv.THEMES["paper"]
    card = Image.new("RGB", (WIDTH, HEIGHT), theme.ground)
    pixels, left, top = board()
    x, y = 58, (HEIGHT - pixels.shape[0]) // 2
    card.paste(Image.fromarray(pixels), (x, y))
    pen = ImageDraw.Draw(card)
    for letter, (row, col) in ASKED.items():
        box = [x + left + col * CELL, y + top + row * CELL]
        box += [box[0] + CELL - 3, box[1] + CELL - 3]
        pen.rounded_rectangle(box, 8, fill=(223, 229, 245), outline=theme.search, width=5)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        pen.text(middle, letter, theme.ink, font(34, bold=True), anchor="mm")
    line = 150
    for text, size, bold in LINES:
        pen.text((640, line), text, theme.ink, font(size, bold))
        line += round(1.55 * size)
    pen.text((640, HEIGHT - 120), "Solving Minesweeper", theme.quiet, font(26, bold=True))
    card.quantize(128).save(HOME / "card.png", optimize=True)


if __name__ == "__main__":
    main()
