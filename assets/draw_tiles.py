"""Draw the base tiles of every theme, 128 px RGBA pictures: `python -m assets.draw_tiles`."""

from pathlib import Path

from PIL import Image

from assets.keep import keep
from minevis.render.tiles.draw_base import TILES, draw
from minevis.render.tiles.theme import THEMES

FOLDER = Path(__file__).parent / "tiles"


def main() -> None:
    """Draw all tiles of all themes."""
    for theme in THEMES.values():
        for name in TILES:
            picture = Image.fromarray(draw(theme, name))
            keep(FOLDER / theme.name / f"{name}.png", picture, blur=1, optimize=True)


if __name__ == "__main__":
    main()
