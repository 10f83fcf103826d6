"""Draw the base tiles of every theme: `python assets/draw_tiles.py`.

Each is a 128 px RGBA picture in `assets/tiles/<theme>/`. Edit the pictures by hand as
you like: this script only makes them anew when it is run.
"""

from pathlib import Path

from PIL import Image

from minevis.render.tiles.draw_base import TILES, draw
from minevis.render.tiles.theme import THEMES

FOLDER = Path(__file__).parent / "tiles"


def main() -> None:
    """Draw all tiles of all themes."""
    for theme in THEMES.values():
        (FOLDER / theme.name).mkdir(parents=True, exist_ok=True)
        for name in TILES:
            picture = Image.fromarray(draw(theme, name))
            picture.save(FOLDER / theme.name / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
