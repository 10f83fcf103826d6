"""The base tiles: those in the repository are the ones that are drawn."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from minevis.render.tiles.draw_base import TILES, draw
from minevis.render.tiles.theme import THEMES

TILE_FOLDER = Path(__file__).parents[3] / "assets" / "tiles"


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_the_tiles_of_a_theme_are_those_that_are_drawn(theme):
    for name in TILES:
        with Image.open(TILE_FOLDER / theme.name / f"{name}.png") as kept:
            before = np.asarray(kept.convert("RGBA")).astype(int)
        assert np.abs(draw(theme, name).astype(int) - before).max() <= 8, name
