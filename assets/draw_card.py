"""Draw assets/card.png, what others show of a link: `python -m assets.draw_card`.

1200 by 630 px: the board of the first question, its two cells by letter, and the question.
"""

from pathlib import Path

from PIL import Image, ImageDraw

import minevis as mv
from assets.keep import keep
from minevis.render.panels import board
from minevis.render.tiles.atlas import atlas
from minevis.render.tiles.draw_text import font
from minevis.web.sheets import known_snapshot

HOME = Path(__file__).parent
WIDTH, HEIGHT, CELL = 1200, 630, 64
ASKED = {"A": (0, 3), "B": (1, 3)}
LINES = (
    ("Two cells.", 52, True),
    ("One is four times as", 34, False),
    ("dangerous as the other.", 34, False),
    ("Which would you click?", 34, True),
)


def drawn() -> Image.Image:
    """Draw the cells of the position."""
    layer = board(known_snapshot(mv.Position.load(HOME / "positions" / "two_cells.txt"), None))
    return Image.fromarray(atlas(CELL).draw(layer.pictures, layer.marks))


def main() -> None:
    """Draw the card beside this file."""
    theme = mv.THEMES["paper"]
    card = Image.new("RGB", (WIDTH, HEIGHT), theme.ground)
    cells = drawn()
    x, y = 62, (HEIGHT - cells.height) // 2
    card.paste(cells, (x, y))
    pen = ImageDraw.Draw(card)
    rim = (x - 2, y - 2, x + cells.width, y + cells.height)
    pen.rectangle(rim, outline=theme.line, width=2)
    for letter, (row, col) in ASKED.items():
        box = [x + col * CELL, y + row * CELL]
        box += [box[0] + CELL - 3, box[1] + CELL - 3]
        pen.rounded_rectangle(box, 8, fill=(223, 229, 245), outline=theme.search, width=5)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        pen.text(middle, letter, theme.ink, font(34, bold=True), anchor="mm")
    line = 150
    for text, size, bold in LINES:
        pen.text((640, line), text, theme.ink, font(size, bold))
        line += round(1.55 * size)
    pen.text((640, HEIGHT - 120), "Solving Minesweeper", theme.quiet, font(26, bold=True))
    keep(HOME / "card.png", card.quantize(128), optimize=True)


if __name__ == "__main__":
    main()
