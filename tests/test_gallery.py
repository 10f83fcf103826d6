import re
from html import unescape

import numpy as np
import pytest
from contact_sheet import LABEL, contact_sheet, rows
from gallery import CORNER, RACERS, game, moment, race, word, write_gallery
from PIL import Image

from minevis import trials
from minevis.render.panels import PANELS
from minevis.render.tiles.atlas import BASE_PICTURES, Mark, atlas
from minevis.render.tiles.theme import THEMES

pytestmark = pytest.mark.xdist_group("gallery")  # it is built once


@pytest.fixture(scope="module")
def folder(tmp_path_factory, short_films):
    path = tmp_path_factory.mktemp("gallery")
    write_gallery(path)
    return path


def test_the_gallery_has_every_picture_it_names(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'src="([^"#]+)', page)
    assert "pre-wrap" in page  # a phone shows its lines whole
    assert sorted(named) == sorted(p.name for p in folder.iterdir() if p.name != "index.html")
    for panel in PANELS:
        assert f"panel-{panel}.png" in named
    for theme in THEMES:
        assert {f"theme-{theme}.png", f"sheet-{theme}.png"} <= set(named)
    films = {"hardest.mp4", "loss.mp4", "story.mp4", "race.mp4", "word.mp4", "pair.mp4"}
    films |= {"pattern-1-2-1.mp4", "pattern-components.mp4"}
    exports = {*films, "game.gif", "game.webp"}
    assert {*exports, "game.webm", "strip.png", "guess.png", "figure.svg"} <= set(named)
    assert sum(p.stat().st_size for p in folder.iterdir()) < 4_000_000
    for path in folder.glob("*.png"):
        with Image.open(path) as picture:
            assert len(picture.convert("RGB").getcolors(1 << 24)) > 20, path


def test_each_picture_comes_with_the_line_that_makes_it(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    [made, *_] = re.findall(r"<pre><code>(import.*?)</code></pre>", page, re.DOTALL)
    names: dict[str, object] = {}
    exec(made, names)
    figures = re.findall(r'<figure>.*?src="([^"#]+).*?<code>(.*?)</code>', page, re.DOTALL)
    assert len(figures) == page.count("<figure>")
    stills = {name: code for name, code in figures if re.match(r"trace\.(frame|strip)\(", code)}
    assert len(stills) == len(PANELS) + len(THEMES) + 3
    for name, code in stills.items():
        assert np.array_equal(eval(unescape(code), names), pixels(folder / name)), name


def pixels(path):
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB")).astype(np.float32)


@pytest.mark.parametrize("theme", THEMES)
def test_a_contact_sheet_shows_every_kind_of_tile(theme):
    page, tile_atlas, top = contact_sheet(theme, cell=24), atlas(24, theme=theme), 48
    for _, shown in rows():
        for number, (picture, mark) in enumerate(shown):
            left = LABEL + 24 + number * 24
            tile = page[top : top + 24, left : left + 24]
            assert np.array_equal(tile, tile_atlas.tile(picture, mark))
        top += 24 + 24 // 5
    assert {Mark(mark) for _, shown in rows() for _, mark in shown} == set(Mark)
    assert set(BASE_PICTURES) <= {picture for _, shown in rows() for picture, _ in shown}


def test_the_moment_of_a_panel_has_something_to_show():
    trace = game()
    assert not np.isnan(trace[moment(trace, "probability")].probability).all()
    assert not np.isnan(trace[moment(trace, "zero")].zero).all()


def test_the_race_of_the_gallery_ends_as_most_races_do_and_its_word_is_won(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert [trace.won for trace in race().traces] == [False, True, True]
    told_of = dict(re.findall(r"“(\w+)” (?:wins )?(\d+) %", page))
    assert set(told_of) == set(RACERS)
    for name, told in told_of.items():
        run = trials("intermediate", name, games=200, first=CORNER, progress=False)
        assert abs(run.won / run.games - int(told) / 100) < 0.11, name  # three standard deviations
    assert word().won
