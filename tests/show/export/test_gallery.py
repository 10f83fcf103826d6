"""The gallery and the contact sheets: all that is shown is there, and is what it says."""

import os
import re
import subprocess
import sys
import time
from html import unescape
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from minevis import cli
from minevis.commands.gallery import CORNER, RACE_SEED, RACERS, WORD, WORD_SEED
from minevis.core.board import Board
from minevis.core.errors import EncoderError
from minevis.playing import play, race
from minevis.show.export.contact_sheet import LABEL, contact_sheet, rows
from minevis.show.export.gallery import moment, write_sheet
from minevis.show.panels.panels import PANELS
from minevis.show.tiles.atlas import BASE_PICTURES, Mark, atlas
from minevis.show.tiles.theme import THEMES

pytestmark = pytest.mark.xdist_group("gallery")  # it is built once

COMMITTED = Path(__file__).parents[3] / "assets" / "gallery"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A gallery as the command writes it, after one that was killed while it wrote a film."""
    path = tmp_path_factory.mktemp("gallery") / "new"
    if os.name != "nt":  # nothing is cleared up there
        killed = subprocess.Popen([sys.executable, "-m", "minevis", "gallery", path])
        while not list(path.glob(".minevis-*.mp4")) and killed.poll() is None:
            time.sleep(0.01)
        killed.kill()
        killed.wait()
        assert not (path / "index.html").exists()
    assert cli.main(["gallery", str(path)]) == 0
    return path


def test_one_command_makes_the_gallery_and_every_picture_it_names(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'src="([^"#]+)', page)
    assert "pre-wrap" in page  # a phone shows its lines whole
    assert sorted(named) == sorted(p.name for p in folder.iterdir() if p.name != "index.html")
    for panel in (*PANELS, "tree"):
        assert f"panel-{panel}.png" in named
    for theme in THEMES:
        assert {f"theme-{theme}.png", f"sheet-{theme}.png"} <= set(named)
    assert {"followed.mp4", "guess.png"} <= set(named)
    exports = {
        "story.mp4",
        "race.mp4",
        "word.mp4",
        "game.gif",
        "game.webp",
        "game.webm",
        "strip.png",
    }
    assert {*exports, "figure.svg"} <= set(named)
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
    assert len(stills) == len(PANELS) + len(THEMES) + 4
    for name, code in stills.items():
        assert np.array_equal(eval(unescape(code), names), pixels(folder / name)), name


def test_the_gallery_in_the_repository_is_what_the_command_makes(folder):
    made = {path.name for path in folder.iterdir()}
    assert made == {path.name for path in COMMITTED.iterdir()}
    page = "index.html"
    assert (folder / page).read_text("utf-8") == (COMMITTED / page).read_text("utf-8")
    for name in (name for name in made if name.endswith(".png")):
        new, old = pixels(folder / name), pixels(COMMITTED / name)
        assert new.shape == old.shape, name
        away = np.abs(cv2.blur(new, (9, 9)) - cv2.blur(old, (9, 9)))
        assert away.max() < 40, f"{name}: run `python -m minevis gallery assets/gallery`"
    for name in (name for name in made if name.endswith((".mp4", ".webm", ".gif", ".webp"))):
        sizes = [(place / name).stat().st_size for place in (folder, COMMITTED)]
        assert max(sizes) < 1.3 * min(sizes), name


def pixels(path):
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB")).astype(np.float32)


@pytest.mark.parametrize("theme", THEMES)
def test_a_contact_sheet_shows_every_kind_of_tile(theme, tmp_path):
    path = write_sheet(tmp_path / "a.png", theme, cell=24)
    with Image.open(path) as picture:
        page = np.asarray(picture)
    assert np.array_equal(page, contact_sheet(theme, cell=24))
    tile_atlas, top = atlas(24, theme=theme), 48
    for _, shown in rows():
        for number, (picture, mark) in enumerate(shown):
            left = LABEL + 24 + number * 24
            assert np.array_equal(
                page[top : top + 24, left : left + 24], tile_atlas.tile(picture, mark)
            )
        top += 24 + 24 // 5
    marks = {Mark(mark) for _, shown in rows() for _, mark in shown}
    assert marks == set(Mark)
    pictures = {picture for _, shown in rows() for picture, _ in shown}
    assert set(BASE_PICTURES) <= pictures


def test_a_sheet_says_what_it_cannot_do(tmp_path):
    with pytest.raises(EncoderError, match=r"a\.jpg"):
        write_sheet(tmp_path / "a.jpg", "paper")
    with pytest.raises(ValueError, match="cell=80"):
        contact_sheet("paper", cell=80)
    assert cli.main(["sheet", "dark", str(tmp_path / "x" / "dark.png"), "--cell", "16"]) == 0
    assert (tmp_path / "x" / "dark.png").exists()


def test_the_moment_of_a_panel_has_something_to_show():
    import minevis as mv

    board = mv.Board.random("beginner", seed=26, first=(0, 0), safe_radius=1)
    trace = mv.play(board, "exact", first=(0, 0))
    assert not np.isnan(trace[moment(trace, "probability")].probability).all()
    assert not np.isnan(trace[moment(trace, "zero")].zero).all()


def test_the_race_of_the_gallery_ends_as_most_races_do(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    board = Board.random("intermediate", seed=RACE_SEED, first=CORNER)
    assert [trace.won for trace in race(board, RACERS, first=CORNER).traces] == [False, True, True]
    boards = [Board.random("intermediate", seed=seed, first=CORNER) for seed in range(40)]
    shares = {name: sum(play(b, name, first=CORNER).won for b in boards) for name in RACERS}
    told_of = dict(re.findall(r"“(\w+)” (?:wins )?(\d+) %", page))
    assert set(told_of) == set(RACERS)
    for name, told in told_of.items():
        assert abs(shares[name] / 40 - int(told) / 100) < 0.25  # three standard deviations


def test_the_word_of_the_gallery_is_won():
    assert play(Board.word(WORD, seed=WORD_SEED), "exact", first=CORNER).won
