"""The scrubber of a race, and its page without a kernel."""

import re
from base64 import b64decode
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from minevis.web.fallback import page_bundle, still_bundle
from minevis.web.page import page, save


def test_python_sees_what_is_shown(race):
    scrubber = race.scrubber()
    assert scrubber.step == race.alignment.key_step
    scrubber.step = 3
    for seen, snapshot in zip(scrubber.snapshots, race[3], strict=True):
        assert np.array_equal(seen.view, snapshot.view)
    assert repr(scrubber) == f"<RaceScrubber of {race!r}, step 3>"


def test_an_option_that_there_is_not_is_named(race):
    with pytest.raises(TypeError, match="takes no option 'spede'; did you mean 'speed'"):
        race.scrubber(spede=3)


def test_where_nothing_runs_a_picture_of_the_step_is_shown(race):
    bundle = race.scrubber(step=2).fallback()
    assert bundle["text/plain"] == repr(race)
    assert 'alt="A race on one Minesweeper board of 9×9 cells with 10 mines' in bundle["text/html"]
    assert "needs a kernel" in bundle["text/html"]


def test_it_is_saved_as_a_page_in_its_theme(race, tmp_path):
    path = race.scrubber(theme="dark").save(tmp_path / "race.html")
    title = re.search("<title>(.*)</title>", path.read_text("utf-8"))[1]
    players = len(race.names)
    assert title == f"Minesweeper, 9×9, 10 mines: a race of {players} players · race"


def test_the_page_of_three_expert_runs_stays_small(tmp_path):
    board = mv.Board.random("expert", seed=30, first=(0, 0))
    race = mv.race(board, ["counting", "csp", "exact"], first=(0, 0))
    path = save(tmp_path / "expert.html", race)
    assert path.stat().st_size < 200_000


@pytest.mark.parametrize(
    ("shape", "count", "cell"), [((9, 9, 10), 2, 20), ((16, 30, 99), 1, 20), ((16, 30, 99), 3, 12)]
)
def test_small_boards_have_as_large_cells_in_a_still_as_there_is_room_for(shape, count, cell):
    board = mv.Board.random(shape, seed=30, first=(0, 0))
    race = mv.race(board, ["counting", "csp", "exact"][:count], first=(0, 0))
    still = Image.open(BytesIO(b64decode(still_bundle(race, 1)["image/png"])))
    assert still.size[::-1] == race.frame(1, cell=cell).shape[:2]


def test_several_races_stand_on_a_page_that_asks_nobody(race):
    text = page(race)
    assert not re.search(r"(?:src|href)=[\"']?http", text)
    assert "@import" not in text
    assert "default-src 'none'" in text
    assert page(race, race).count('class="minevis-film"') == 2


def test_bars_tell_how_far_a_long_page_is(race, tmp_path, bars, capsys):
    race.scrubber().save(tmp_path / "race.html")
    said = capsys.readouterr().err
    assert "boards: 100%" in said
    assert "curves: 100%" in said
    race.scrubber().save(tmp_path / "race.html", progress=False)
    page(race)
    assert capsys.readouterr().err == ""


def test_a_race_of_too_many_boards_is_refused_before_it_is_begun(race, monkeypatch):
    monkeypatch.setattr("minevis.film.alignment.Lane.snapshots", None)  # nothing is looked at
    monkeypatch.setattr("minevis.web.race_pack.MOST_CODES", 1_000)
    with pytest.raises(ValueError, match=r"steps of \d+ boards of .*: a page holds 1,000 cells"):
        page(race)
    huge = mv.race(mv.Board(np.zeros((256, 256), bool)), ["exact"], first=(0, 0))
    with pytest.raises(ValueError, match="256×256 cells: .* shows at most 65,535"):
        page(huge)


def test_a_bare_race_shows_its_page_over_a_picture_or_words(race, capsys):
    bundle = race._repr_mimebundle_()
    assert sorted(bundle) == ["image/png", "text/html", "text/plain"]
    assert bundle["text/html"].startswith('<div class="minevis-framed"')
    assert "<iframe srcdoc=" in bundle["text/html"]
    assert bundle == page_bundle(race)
    race._ipython_display_()
    assert capsys.readouterr().out == f"{race!r}\n"
