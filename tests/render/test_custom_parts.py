import os
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from film_reading import unpacked
from minevis.film.ffmpeg import FFmpeg
from minevis.render.legend import keys_of
from minevis.render.options import Look
from minevis.render.page import page_of_panels
from minevis.render.panels import Layer, add_panel
from minevis.render.tiles.atlas import Mark, Tile, atlas
from minevis.render.tiles.theme import Theme
from minevis.web.trace_pack import trace_pack

TRACE = mv.play(mv.Board.random("beginner", seed=1, first=(0, 0)), first=(0, 0))


def ones(snapshot):
    """A panel of one's own: covered cells in a tint, opened ones as the board shows them."""
    pictures = np.where(snapshot.view < 0, Tile.TINT + 2, Tile.OPENED).astype(np.uint16)
    marks = np.where(snapshot.view == 1, Mark.CLUE, Mark.NONE).astype(np.uint8)
    return Layer(pictures, marks, "Ones", "the clues that touch one mine")


def test_a_panel_added_from_outside_has_a_name_words_and_a_place_in_the_browser(added):
    assert mv.PANELS[added.name] is added
    assert "How crowded" in repr(mv.PANELS)
    layer = added(TRACE[-1])
    assert (layer.title, layer.subtitle) == (added.title, added.subtitle)
    keys = keys_of([layer], set())
    assert {("zero", "crowd"), ("CLUE", "touches one mine")} <= set(keys)
    figure = TRACE.plot(-1, panels=("board", added.name))
    assert figure.axes[1].get_title(loc="left") == added.title
    assert TRACE.frame(-1, panels=added.name, cell=20).size
    head, _ = unpacked(trace_pack(TRACE))
    sent = head["film"]["panels"][-1]
    assert (sent["name"], sent["title"]) == (added.name, added.title)
    said = [0, added.subtitle, "crowded", added.title]
    assert head["film"]["said"][added.name] == [said]
    with pytest.raises(ValueError, match="'crowds': the name is taken"):
        add_panel(added)


def test_the_browser_knows_no_panel_by_name(added):
    for script in (files("minevis") / "web/static/film").iterdir():
        words = script.read_text(encoding="utf-8")
        assert not [name for name in mv.PANELS if f'data-panel="{name}"' in words]
        known = {"guess"}  # also a colour of themes
        assert not [name for name in {*mv.PANELS} - known if f'"{name}"' in words]


def bar():
    """The panel of the guide that draws itself: a bar that grows with the run."""
    guide = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
    names = {"np": np}
    exec(re.search(r"^class Progress:.*?(?=^trace)", guide, re.M | re.S)[0], names)
    return names["Progress"]()


def test_a_cell_panel_of_ones_own_is_drawn_like_any_other():
    panels = ("board", ones)
    place = page_of_panels(TRACE.shape, Look(panels=panels, cell=20)).grids[1].part
    for index in (0, len(TRACE) // 2, len(TRACE) - 1):
        layer = ones(TRACE[index])
        drawn = TRACE.frame(index, panels=panels, cell=20)[place]
        assert np.array_equal(drawn, atlas(20).draw(layer.pictures, layer.marks)), index


def test_a_panel_of_ones_own_can_draw_itself():
    panels = ("board", bar())
    page = page_of_panels(TRACE.shape, Look(panels=panels))
    half, end = (
        (TRACE.frame(at, panels=panels)[page.grids[1].part] == page.theme.search).all(axis=2)
        for at in (len(TRACE) // 2, -1)
    )
    assert 0.4 < half.mean() < 0.6
    assert end.all()


def test_a_panel_of_ones_own_is_taken_wherever_panels_are(tmp_path):
    panels = ("board", ones)
    small = {"panels": panels, "cell": 8, "seconds": 1}
    assert TRACE.video(tmp_path / "own.gif", **small).stat().st_size > 1000
    assert len(TRACE.show(**small).data) > 1000
    assert TRACE.strip(panels=panels, moments=2).pixels.ndim == 3
    assert TRACE.picture(3, panels=ones).pixels.ndim == 3
    figure = TRACE.plot(-1, panels=panels)
    assert figure.axes[1].get_title(loc="left") == "Ones"
    assert len(TRACE.plot(-1, panels=(bar(),)).axes[0].images) == 1


@pytest.mark.parametrize("format", [None, "wide", "square", "tall"])
def test_the_title_of_a_custom_panel_is_drawn_in_every_format(format):
    def renamed(snapshot):
        return replace(ones(snapshot), title="Another title")

    drawn = [TRACE.frame(3, panels=panel, format=format) for panel in (ones, renamed)]
    assert not np.array_equal(*drawn)


def wrong(snapshot):
    return snapshot.view


def cut(snapshot):
    return replace(ones(snapshot), marks=snapshot.view[1:])


@pytest.mark.parametrize(
    ("panels", "error", "said"),
    [
        (wrong, TypeError, "'wrong' gave .*must give a Layer"),
        (("board", cut), ValueError, r"'cut' gave marks of shape \(8, 9\).*\(9, 9\)"),
        ("information", ValueError, "panel 'information' is called 'guess' now"),
    ],
)
def test_what_is_no_panel_is_told_why(panels, error, said):
    with pytest.raises(error, match=said):
        TRACE.frame(0, panels=panels)


def test_options_of_ffmpeg_of_ones_own_write_another_suffix(tmp_path):
    lossless = FFmpeg(("-c:v", "ffv1"))
    race = mv.race(mv.Board.parse("..*"), players=["counting"], first=(0, 0))
    for made in (TRACE, race):
        path = made.video(tmp_path / "own.mkv", encoder=lossless, cell=8, seconds=1)
        assert path.read_bytes()[:4] == b"\x1a\x45\xdf\xa3"
    with pytest.raises(mv.errors.EncoderError, match=r"cannot write .mkv; choose from .mp4"):
        TRACE.video(tmp_path / "own.mkv")


SEA = replace(mv.THEMES["paper"], name="sea", covered=(120, 170, 190), clue_ring=(200, 0, 120))
GREEN = (10, 200, 30)


def share_of(colour, **look):
    """The share of a board in one colour."""
    picture = TRACE.frame(panels="board", cell=32, **look)
    return (picture == colour).all(axis=2).mean()


def test_a_theme_of_ones_own_is_drawn_in_its_colours():
    assert share_of(SEA.covered, index=0, theme=SEA) > 0.2
    assert share_of(mv.THEMES["paper"].covered, index=0, theme=SEA) == 0
    TRACE.plot(0, theme=SEA)
    theme = replace(SEA, covered=tuple(np.array([250, 10, 200], np.uint8)))
    assert theme == replace(SEA, covered=(250, 10, 200))
    assert all(type(part) is int for part in theme.covered)


def test_a_tile_set_of_ones_own_is_a_folder_of_pictures_and_other_files_are_left_alone(tmp_path):
    tiles = tmp_path / "tiles"
    tiles.mkdir()
    (tiles / "mine.png.exe").write_bytes(b"MZ")
    (tiles / "flag.png").symlink_to("nowhere.png")
    (tiles / "covered.png").symlink_to("green.png")
    Image.new("RGB", (40, 40), GREEN).save(tiles / "green.png")
    green = replace(SEA, tiles=tiles)
    assert share_of(GREEN, index=0, theme=green) > 0.2
    assert share_of(SEA.flag, index=-1, theme=green) > 0  # flags are drawn
    with pytest.raises(FileNotFoundError, match="theme 'sea': there is no folder .*nowhere"):
        TRACE.frame(0, theme=replace(SEA, tiles=tmp_path / "nowhere"))


def test_a_folder_of_a_theme_has_colours_and_pictures(tmp_path):
    folder = tmp_path / "sea"
    folder.mkdir()
    (folder / "theme.toml").write_text("covered = [120, 170, 190]\nbevel = true")
    Image.new("RGB", (40, 40), GREEN).save(folder / "flag.png")
    sea = Theme.load(folder)
    paper = mv.THEMES["paper"]
    assert sea == replace(paper, name="sea", tiles=folder, covered=(120, 170, 190), bevel=True)
    for theme in (folder, str(folder)):
        frames = (TRACE.frame(-1, panels="board", theme=each, cell=32) for each in (theme, sea))
        assert np.array_equal(*frames)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("covred = [1, 2, 3]", "unknown colour 'covred': .* did you mean 'covered'"),
        ("covered = [1, 2, 300]", r"covered=\(1, 2, 300\): a colour is"),
        ("heat_stops = [[nan, [1, 2, 3]]]", "heat_stops="),
        ("name = 'x'", "unknown colour 'name'"),
        ("covered = ", "Invalid value"),
    ],
)
def test_a_file_of_colours_that_are_none_is_refused_by_its_name(tmp_path, text, said):
    (tmp_path / "theme.toml").write_text(text)
    with pytest.raises(ValueError, match=rf"theme\.toml: {said}"):
        TRACE.frame(0, theme=tmp_path)


def link_to(target):
    def link(path):
        Image.new("RGB", (40, 40)).save(path.parents[1] / "private.png")
        path.symlink_to(target)

    return link


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: Image.new("RGB", (40, 30)).save(path), "40×30 px: .* square"),
        (lambda path: Image.new("1", (2049, 2049)).save(path), "2049×2049 px: .* at most 2,048"),
        (lambda path: Image.new("1", (9000, 9000)).save(path), "9000×9000 pixels: at most"),
        (lambda path: path.write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n"), "no readable picture"),
        (lambda path: path.write_bytes(b""), "no readable picture"),
        (Path.mkdir, "this is not a file"),
        (os.mkfifo, "this is not a file"),
        (link_to("../private.png"), "this link leads out of the folder of tiles"),
        (link_to("/dev/zero"), "this link leads out of the folder of tiles"),
    ],
)
def test_a_hostile_tile_set_is_refused_by_the_name_of_its_file(tmp_path, make, said):
    folder = tmp_path / "tiles"
    folder.mkdir()
    make(folder / "covered.png")
    with pytest.raises(mv.PictureError, match=rf"covered\.png: {said}"):
        TRACE.frame(0, theme=replace(SEA, tiles=folder))


COLOUR = r"a colour is a tuple \(red, green, blue\), integers from 0 to 255$"
BLACK, RED = (0, (1, 2, 3)), (1, "red")
CLUES, TINTS = mv.THEMES["paper"].clues, [*mv.THEMES["paper"].tints]
REFUSED = {
    COLOUR: [
        *(("ground", each) for each in ("#112233", (300, -1, 0), [1, 2, 3], (True, 2, 3))),
        *(("ink", (0.3, 0.1, 0.2)), ("mine", None), ("covered", (1, 2))),
        *(("clues", ((0, 0, 0), "red")), ("tints", ((1, 2, 256),)), ("heat_stops", (BLACK, RED))),
    ],
    "a tuple of 8 colours": [("clues", each) for each in ((), 3, CLUES * 2)],
    "a tuple of 6 colours": [("tints", ()), ("tints", TINTS)],
    "two or more pairs": [
        *(("heat_stops", each) for each in ("nonsense", (BLACK,), (BLACK, "ab"))),
        ("heat_stops", ((1, (1, 2, 3)), (0, (1, 2, 3)))),
        *(("zero_stops", ((each, (1, 2, 3)), (1, (1, 2, 3)))) for each in (float("nan"), 100)),
    ],
    "True or False": [("bevel", "no")],
    "both are texts": [("name", None), ("tiles", 3)],
}


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [(*pair, rule) for rule, pairs in REFUSED.items() for pair in pairs],
)
def test_a_theme_refuses_values_that_cannot_be_drawn(field, value, rule):
    with pytest.raises(ValueError, match=rf"{field}(\[\d\])?=.*{rule}"):
        replace(mv.THEMES["paper"], **{field: value})
