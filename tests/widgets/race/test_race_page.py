"""The page of a race, without a browser."""

import re

import minevis as mv
from minevis.widgets.race.race_page import race_bundle, race_page, save_races


def test_the_page_of_three_expert_runs_stays_small(tmp_path):
    board = mv.Board.random("expert", seed=30, first=(0, 0))
    race = mv.race(board, ["counting", "csp", "exact"], first=(0, 0))
    path = save_races(tmp_path / "expert.html", race)
    assert path.stat().st_size < 200_000


def test_a_page_asks_nobody(race):
    text = race_page(race)
    assert not re.search(r"(?:src|href)=[\"']?http", text)
    assert "@import" not in text
    assert "default-src 'none'" in text


def test_several_races_stand_on_one_page(race):
    assert race_page(race, race).count('class="minevis-film"') == 2


def test_a_bare_race_shows_its_page_over_a_picture(race):
    bundle = race._repr_mimebundle_()
    assert sorted(bundle) == ["image/png", "text/html", "text/plain"]
    assert bundle["text/html"].startswith('<div style="display: grid">')
    assert "<iframe srcdoc=" in bundle["text/html"]
    assert bundle == race_bundle(race)


def test_a_terminal_shows_a_race_in_words(race, capsys):
    race._ipython_display_()
    assert capsys.readouterr().out == f"{race!r}\n"
