"""Colours as colour-blind people see them: different meanings still differ.

The simulation is that of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
Transactions on Visualization and Computer Graphics 15(6), 2009, at full severity; its
matrices work on linear RGB. Differences are ΔE of CIE 1976, in which 2.3 is just seen.
"""

from itertools import combinations

import cv2
import numpy as np
import pytest

from minevis.render.painter import badge_picture
from minevis.render.tiles.atlas import Mark, Tile, atlas
from minevis.render.tiles.theme import THEMES

MATRICES = {
    "normal": "1 0 0  0 1 0  0 0 1",
    "protanopia": "0.152286 1.052583 -0.204868  0.114503 0.786281 0.099216"
    "  -0.003882 -0.048116 1.051998",
    "deuteranopia": "0.367322 0.860646 -0.227968  0.280085 0.672501 0.047413"
    "  -0.011820 0.042940 0.968881",
    "tritanopia": "1.255528 -0.076749 -0.178779  -0.078411 0.930809 0.147602"
    "  0.004733 0.691367 0.303900",
}
MATRICES = {each: np.array(row.split(), float).reshape(3, 3) for each, row in MATRICES.items()}
CELL = 32
SEEN = 12.0  # ΔE of two colours side by side that nobody takes for one
COVERED_MARKS = (
    *(Mark.NONE, Mark.SAFE, Mark.MINED, Mark.KNOWN_SAFE, Mark.KNOWN_MINED, Mark.GUESS),
    *(Mark.CANDIDATE, Mark.REGION, Mark.SMALLER, Mark.TRYING, Mark.COMPLETE),
    *(Mark.REST_SAFE, Mark.REST_MINED),
)
CLUE_MARKS = (Mark.NONE, Mark.CLUE, Mark.VIOLATED, Mark.CLICK)


def simulated(colours, sight):
    """uint8 [..., 3] as seen with a deficiency: float32 [..., 3] in 0 … 1."""
    parts = np.asarray(colours, np.float64) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = (linear @ MATRICES[sight].T).clip(0, 1)
    back = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return back.astype(np.float32)


def lab(colours, sight):
    """CIE L*a*b* of colours as seen: float32 [n, 3]."""
    seen = simulated(colours, sight).reshape(-1, 1, 3)
    return cv2.cvtColor(seen, cv2.COLOR_RGB2LAB).reshape(-1, 3)


def apart(first, second, sight):
    one, other = lab([first, second], sight)
    return float(np.linalg.norm(one - other))


def tiles_apart(first, second, sight):
    """The share of two tiles (uint8 [s, s, 3]) in which a difference is plain to see."""
    away = np.linalg.norm(lab(first, sight) - lab(second, sight), axis=1)
    return float((away > SEEN).mean())


def test_the_simulation_is_the_published_one():
    white, grey = np.array([255, 255, 255]), np.array([119, 119, 119])
    for sight in MATRICES:
        assert np.allclose(simulated(white, sight), 1, atol=0.01)
        assert np.allclose(simulated(grey, sight) * 255, grey, atol=1)
    red, green = (200, 60, 0), (110, 110, 0)  # alike without the long cones
    assert apart(red, green, "deuteranopia") < 0.55 * apart(red, green, "normal")
    blue, teal = (0, 90, 160), (0, 110, 110)
    assert apart(blue, teal, "tritanopia") < 0.5 * apart(blue, teal, "normal")


@pytest.mark.parametrize("sight", MATRICES)
@pytest.mark.parametrize("theme", THEMES)
def test_marks_on_a_cell_are_told_apart(theme, sight):
    tile = atlas(CELL, theme=theme).tile
    for picture, marks in ((Tile.COVERED, COVERED_MARKS), (Tile.OPENED + 2, CLUE_MARKS)):
        for one, other in combinations(marks, 2):
            share = tiles_apart(tile(picture, one), tile(picture, other), sight)
            assert share > 0.03, f"{one.name} and {other.name}: {share:.3f}"
    inside = slice(CELL // 7, -CELL // 7)  # a safe cell has more than a ring
    for mark in (Mark.SAFE, Mark.KNOWN_SAFE):
        bare, marked = (tile(Tile.COVERED, each)[inside, inside] for each in (0, mark))
        assert tiles_apart(bare, marked, sight) > 0.01, mark


@pytest.mark.parametrize("sight", MATRICES)
@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_told_apart(theme, sight):
    look = THEMES[theme]
    heat = lab(look.heat, sight)
    tree = (look.safe, look.search, look.mine)
    least = {  # and how far from it
        **{f"{s} % and {s + 25} %": (heat[s] - heat[s + 25], SEEN) for s in range(0, 100, 25)},
        "0 % and 100 %": (heat[0] - heat[100], 40),
        **{f"{s} % and 50 %": (heat[s] - heat[50], 30) for s in (0, 100)},
        **{f"tint {each}": (np.subtract(*lab([each, look.covered], sight)), 8)
           for each in look.tints},
        **{f"branches {pair}": (np.subtract(*lab(pair, sight)), SEEN)
           for pair in combinations(tree, 2)},
    }  # fmt: skip
    near = {each: float(np.linalg.norm(away)) for each, (away, needed) in least.items()
            if np.linalg.norm(away) <= needed}  # fmt: skip
    assert not near, near


@pytest.mark.parametrize("sight", MATRICES)
@pytest.mark.parametrize("theme", THEMES)
def test_figures_and_rings_stand_out_by_lightness_too(theme, sight):
    """A screen without colour, or an eye, still sees each ring on the face below it."""
    look = THEMES[theme]
    for colours, ink in ((look.heat, look.figure), (look.zero_heat, look.zero_figure)):
        away = np.abs(lab(colours, sight)[:, 0] - lab([ink], sight)[0, 0])
        assert away.min() > 38, f"{ink} at {away.argmin()} %: {away.min():.1f}"
    faces = {"clue_ring": look.opened, "mine": look.opened, "safe": look.covered}
    for ring, face in faces.items():
        ring_seen, face_seen = lab([getattr(look, ring), face], sight)
        assert abs(ring_seen[0] - face_seen[0]) > 20, ring
    outer, inner, cell = lab([look.ink, look.guess, look.covered], sight)[:, 0]
    assert max(abs(outer - cell), abs(inner - cell)) > 40  # a guess has a second, dark ring


@pytest.mark.parametrize("theme", THEMES)
def test_the_badge_of_safe_cells_has_a_tick(theme):
    look = THEMES[theme]
    safe, other = (badge_picture("I", 120, 34, 20, each, look) for each in (look.safe, look.mine))
    drawn = [(badge != badge[17, 20]).any(axis=2)[8:26, 20:100].sum() for badge in (safe, other)]
    assert drawn[0] > 1.5 * drawn[1]
