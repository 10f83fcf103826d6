"""Tiles: all are there, all differ, and colours have enough contrast."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from minevis.render.tiles.atlas import (
    CONSTRAINTS,
    PERCENT_TEXTS,
    TILE_COUNT,
    Atlas,
    Mark,
    Tile,
    atlas,
    constraint_tiles,
    mark_tile,
    percent_steps,
    picture_tile,
    without_numbers,
)
from minevis.render.tiles.draw_base import TILES, draw
from minevis.render.tiles.theme import THEMES, colour_ramp, contrast, luminance

TILE_FOLDER = Path(__file__).parents[3] / "assets" / "tiles"


@pytest.mark.parametrize("name", THEMES)
def test_text_can_be_read_on_its_ground(name):
    theme = THEMES[name]
    least = 3.0 if name == "classic" else 4.5  # the classic clues are bold and on grey
    pairs = [(f"clue {clue}", clue, "opened", least) for clue in theme.clues]
    pairs += [(each, getattr(theme, each), "opened", least) for each in ("left", "open_left")]
    pairs += [("ink", theme.ink, "ground", 7.0), ("quiet", theme.quiet, "ground", 4.5)]
    low = [
        f"{text} on {ground} {getattr(theme, ground)}: {ratio:.2f}, at least {needed}"
        for text, colour, ground, needed in pairs
        if (ratio := contrast(colour, getattr(theme, ground))) < needed
    ]
    low += [
        f"{figure} on {heat}[{step}] {tuple(colour)}: {ratio:.2f}, at least 4.5"
        for figure, heat in (("figure", "heat"), ("zero_figure", "zero_heat"))
        for step, colour in enumerate(getattr(theme, heat).tolist())
        if (ratio := contrast(getattr(theme, figure), tuple(colour))) < 4.5
    ]
    assert not low, "\n".join(low)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_scales_and_shapes_are_seen_without_colours(theme):
    """Impossible zeros are closest to the ground: darkest on a dark page, lightest on a light."""
    lightness = [luminance(tuple(colour)) for colour in theme.zero_heat[::10].tolist()]
    assert lightness == sorted(lightness, reverse=luminance(theme.ground) > 0.5)
    safe, mined = (mark_tile(theme, 24, mark)[..., 3] for mark in (Mark.SAFE, Mark.MINED))
    assert (safe != mined).mean() > 0.05  # the shape, seen as transparency


def test_heat_goes_from_blue_over_pale_to_red():
    heat = THEMES["paper"].heat
    assert (heat.shape, heat.dtype) == ((101, 3), np.uint8)
    assert heat[0, 2] > heat[0, 0] + 80
    assert heat[100, 0] > heat[100, 2] + 80
    assert 40 <= int(np.argmax([luminance(tuple(colour)) for colour in heat.tolist()])) <= 55
    assert colour_ramp(((0.0, (0, 0, 0)), (1.0, (200, 100, 50))))[50].tolist() == [100, 50, 25]


@pytest.mark.parametrize("size", [2, 5, 8, 13, 24, 40, 128])
def test_tiles_have_any_size(size):
    some = range(size == 128, TILE_COUNT, 1 + 12 * (size > 24))  # large ones take their time
    tiles = [picture_tile(THEMES["paper"], size, picture) for picture in some]
    marks = [mark_tile(THEMES["paper"], size, mark) for mark in Mark]
    assert {(each.shape, each.dtype.name) for each in tiles} == {((size, size, 3), "uint8")}
    assert {(each.shape, each.dtype.name) for each in marks} == {((size, size, 4), "uint8")}


@pytest.mark.parametrize("name", THEMES)
def test_pictures_differ(name):
    used = [*range(Tile.PALE), *range(Tile.PALE + 1, Tile.SUPPOSED)]  # a pale zero is a zero
    used += [Tile.SUPPOSED + code for code in (1, 11, 12, 13, 23, 14, 34, 78)]
    faint = {*range(Tile.FAINT_CHANCE, Tile.ZERO_CHANCE), *range(Tile.FAINT_ZERO, Tile.SUPPOSED)}
    used = [each for each in used if each not in faint]  # those are shades of two scales
    assert len({picture_tile(THEMES[name], 24, each).tobytes() for each in used}) == len(used)


@pytest.mark.parametrize("mark", [Mark.CANDIDATE, Mark.CLICK])
@pytest.mark.parametrize("name", THEMES)
def test_what_is_asked_about_is_seen_on_heat_and_on_keys(name, mark):
    for picture in (Tile.COVERED, Tile.MINE_CHANCE + 50):
        bare, marked = (atlas(32, theme=name).tile(picture, each) for each in (Mark.NONE, mark))
        corner = marked[2:9, 2:9].reshape(-1, 3).tolist()
        ground = tuple(bare[6, 6].tolist())
        assert max(contrast(tuple(colour), ground) for colour in corner) >= 3, picture


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("first", [Tile.MINE_CHANCE, Tile.ZERO_CHANCE])
def test_a_faint_chance_has_no_number_and_stands_back(name, first):
    theme, tile = THEMES[name], atlas(32, theme=name).tile
    figure = np.array(theme.figure if first == Tile.MINE_CHANCE else theme.zero_figure)
    for step in range(0, 61, 12):
        bright, faint = tile(first + step), tile(first + len(PERCENT_TEXTS) + step)
        assert (np.abs(bright.astype(int) - figure).sum(axis=2) < 9).any()
        assert not (np.abs(faint.astype(int) - figure).sum(axis=2) < 9).any()
        covered = tile(Tile.COVERED)[6, 6].astype(int)
        near, far = (np.abs(each[6, 6] - covered).sum() for each in (faint, bright))
        assert near < 0.5 * far
    small = [atlas(16, theme=name).tile(first + step) for step in (99, 100)]  # of about one colour
    assert np.abs(small[0].astype(int) - small[1]).max() < 12  # too small for a number
    pictures = np.array([[first + 7, Tile.COVERED]], np.uint16)
    bare = [[first + len(PERCENT_TEXTS) + 7, Tile.COVERED]]
    assert without_numbers(pictures).tolist() == bare


def test_a_trial_shows_mines_found_in_its_box():
    tile = atlas(32).tile
    assert np.array_equal(tile(Tile.SUPPOSED + 11), tile(Tile.SUPPOSED + 33))  # all are mines
    assert np.array_equal(tile(Tile.SUPPOSED + 1), tile(Tile.SUPPOSED + 3))  # none is
    assert not np.array_equal(tile(Tile.SUPPOSED + 12), tile(Tile.SUPPOSED + 13))


def test_percent_keeps_0_and_100_for_certainties():
    chances = np.array([0, 1e-12, 0.0049, 0.005, 0.014, 0.5, 0.985, 0.9949, 0.995, 0.9999, 1])
    texts = [PERCENT_TEXTS[step] for step in percent_steps(chances)]
    assert texts == ["0", "<1", "<1", "1", "1", "50", "99", "99", ">99", ">99", "100"]


def test_pairs_are_all_there():
    left, covered = np.meshgrid(np.arange(-8, 9), np.arange(9), indexing="ij")
    numbers = constraint_tiles(left, covered)
    assert sorted(numbers.ravel().tolist()) == list(range(Tile.CONSTRAINT, Tile.MINE_CHANCE))
    assert CONSTRAINTS[int(constraint_tiles(np.array(-1), np.array(3))) - Tile.CONSTRAINT] == (
        -1,
        3,
    )


def test_the_atlas_draws_its_tiles_side_by_side():
    pictures = np.array([[Tile.COVERED, Tile.FLAG], [Tile.OPENED + 3, Tile.MINE]])
    marks = np.array([[Mark.SAFE, Mark.NONE], [Mark.CLUE, Mark.NONE]])
    tile_atlas = atlas(20)
    drawn = tile_atlas.draw(pictures, marks)
    assert drawn.shape == (40, 40, 3)
    assert np.array_equal(drawn[20:, :20], tile_atlas.tile(Tile.OPENED + 3, Mark.CLUE))
    assert np.array_equal(drawn[:20, 20:], tile_atlas.tile(Tile.FLAG))


def test_a_mark_lies_over_the_picture_as_its_transparency_says():
    theme = THEMES["paper"]
    bare = picture_tile(theme, 24, Tile.COVERED).astype(int)
    mark = mark_tile(theme, 24, Mark.SAFE).astype(int)
    marked = atlas(24).tile(Tile.COVERED, Mark.SAFE).astype(int)
    clear = mark[..., 3] == 0
    opaque = mark[..., 3] == 255
    assert clear.any()
    assert opaque.any()
    assert np.array_equal(marked[clear], bare[clear])
    assert np.array_equal(marked[opaque], mark[opaque][:, :3])


def test_the_atlas_is_shared_and_numbers_stay_valid_as_it_grows():
    tile_atlas = Atlas(THEMES["paper"], 16)
    first = tile_atlas.index(np.array([[Tile.FLAG]]), np.array([[0]]))
    before = tile_atlas.tiles[first].copy()
    tile_atlas.index(np.arange(30).reshape(5, 6), np.zeros((5, 6), int))
    assert np.array_equal(tile_atlas.tiles[first], before)
    assert atlas(16) is atlas(16, theme=THEMES["paper"])


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_the_tiles_of_a_theme_are_those_that_are_drawn(theme):
    for name in TILES:
        with Image.open(TILE_FOLDER / theme.name / f"{name}.png") as kept:
            before = np.asarray(kept.convert("RGBA")).astype(int)
        assert np.abs(draw(theme, name).astype(int) - before).max() <= 8, name
