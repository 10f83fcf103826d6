"""Reports as pages: they have the sentences of the review, work offline, and escape all names."""

import os
import re
import sys
from base64 import b64decode
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from example_games import GAMES
from film_reading import packs_in, unpacked
from minevis.replays.profile import Profile
from minevis.replays.summary import GameSummary, GuessMade, ProvenClicks
from minevis.reviews.curve import curve_of
from minevis.solver import events as ev
from minevis.web.charts import CURVE_WIDTH, Dot, interval_chart, survival_chart, touched
from minevis.web.report import RULER

EVIL = "<script>alert(1)</script>"
NAMES = r"</picture>(?:<ol>.*?</ol>)?<p>(.*?)</p>"  # of the letters in a picture


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    pytest.importorskip("ms_toollib")
    path = tmp_path_factory.mktemp("pages") / "report.html"
    trace = mv.replay(GAMES / "beginner.avf")
    assert trace.report(path, effort="quick") == path
    return path.read_text("utf-8")


@pytest.fixture
def written(tmp_path):
    """The report of some events, or the page of a profile."""

    def text(thing, **options):
        if isinstance(thing, Profile):
            return thing.save(tmp_path / "many.html").read_text("utf-8")
        trace = mv.Trace(thing) if isinstance(thing, list) else thing
        return trace.report(tmp_path / "a.html", **options).read_text("utf-8")

    return text


def plain(html):
    return re.sub(r"<[^>]+>", "", html)


def film_in(text):
    """What the film of a page holds."""
    (packed,) = packs_in(text)
    return unpacked(packed)[0]["film"]


def opened(cell, numbers=(1,), cells=None):
    return ev.Opened(cell, cells or (cell,), numbers)


def flag(*cells):
    return ev.Flagged(cells, proven=False)


def test_a_report_tells_the_verdict_first_then_puzzles_and_draws_each_mistake(page):
    told = [plain(each) for each in re.findall(r"<p>(.*?)</p>", page)]
    assert told[0].startswith("Won. Two of three guesses were needless: a safe cell could")
    assert "points of the chance to win, added up; 100 points are a certain win." in told[0]
    assert "Together they survive in" in told[0]
    assert told[1].startswith("24 clicks, flags included: proven 12, ")
    for said in (
        *("1. Forced guess", "2. Needless guess", "How far luck had to carry", ">1.21<"),
        *("<span>forced guess</span>", "<span>needless guesses</span>"),
        *("<span>click that changed nothing</span>", "more of 100 such games, by estimates."),
    ):
        assert said in page
    articles = page.split("<article")[1:]
    assert len(articles) == page.count("<picture>") == 3
    named = [plain(each) for each in re.findall(NAMES, page)]
    assert named[0].startswith("A is (7, 1), the guess; B is (5, 1), the better guess.")
    assert named[2] == "H is (6, 1), the guess; E is (6, 3), which was safe."
    assert "<ol>" not in articles[0]  # its verdict is above the picture
    assert "<li>D touches both too and needs only one: so E, F and G are safe.</li>" in articles[2]
    assert "default-src 'none'" in page
    outside = re.sub(r'"data:[^"]*"', "", page)
    assert not re.findall(r'(?:src|href|srcset)="(?!#)[^"]+"', outside)  # leads to itself alone
    assert "there was a safe cell to open" in page  # not "open": that means opened here
    assert page.index("Learn from it") < page.index("<h2>What could have gone better</h2>")
    assert page.count("srcdoc=") == 1
    table = page[page.index("<h2>Where the time went</h2>") :]
    assert (">counting</td>" in table, ">count</td>" in table) == (True, False)


def test_the_report_its_film_and_the_review_mean_the_same_by_a_mistake(page):
    trace = mv.replay(GAMES / "beginner.avf")
    found, film = trace.review(effort="quick"), film_in(page)
    numbers = [str(number) for number in range(1, len(found.mistakes) + 1)]
    for link in (r'<article id="mistake-(\d+)"', r'href="#mistake-(\d+)"'):
        assert re.findall(link, page) == numbers
    marks = film["curves"][0]["marks"]
    assert film["opening"] == max(marks, key=lambda mark: mark["cost"])["told"]
    steps = [mark["told"] for mark in marks if mark["mistake"]]
    for link in (r'href="#step=(\d+)"', r'id="step=(\d+)"'):
        assert re.findall(link, page) == [str(step) for step in steps]
    told = [trace.with_reasons(found).events[step] for step in steps]
    assert {type(event) for event in told} == {ev.Reviewed}  # before the click, with what to do
    assert [event.cell for event in told] == [click.cell for click in found.mistakes]
    costly = [click for click in found.clicks if click.guess and click.guess.cost >= 0.01]
    assert set(costly) <= set(found.mistakes)


def test_a_mistake_is_drawn_as_near_as_it_can_be_read(written):
    """With the numbers of rows and columns; cells far away are named without a letter."""
    pytest.importorskip("ms_toollib")
    lost = mv.replay(GAMES / "lost.rawvf")
    assert "the better guess, outside of the picture" in written(lost, effort="quick")
    first = opened((0, 0), (0, 1), ((0, 0), (0, 1)))
    start = ev.Started(1, 20, 2, "you")
    text = written([start, first, opened((0, 3)), opened((0, 19))], effort="quick")
    names = plain(re.findall(NAMES, text)[-1])
    assert names.startswith("The guess, (0, 19), is outside of the picture; ")
    assert names.endswith(" is (0, 4), which was safe.")
    png = b64decode(re.findall(r'<img src="data:image/png;base64,([^"]+)" alt', text)[-1])
    drawn = np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(int)
    rows, cols = drawn[RULER:, :RULER], drawn[:RULER, RULER:]
    inked = [np.abs(part - drawn[0, 0]).sum(axis=2) > 60 for part in (rows, cols)]
    cell = drawn.shape[0] - RULER  # of one row
    assert inked[0].any()
    assert all(inked[1][:, at : at + cell].any() for at in range(0, inked[1].shape[1], cell))


def test_wrong_flags_are_told_in_words_and_those_before_the_first_cell_in_one(written):
    start, wrong = ev.Started(2, 3, 1, "x"), (0, 1)
    text = written([start, opened((0, 0)), flag(wrong), ev.Unflagged((wrong,)), opened(wrong)])
    assert 'Wrong flag at <span class="cell">(0, 1)</span>' in text  # no break in it
    assert "A wrong flag: no mine is at" in text
    blind, late = ((0, 1), (1, 0), (1, 1)), (0, 2)
    events = [start, *map(flag, blind), ev.Unflagged(blind)]
    events += [opened((0, 0), (0, 1, 0, 1), ((0, 0), *blind))]
    text = written([*events, flag(late), ev.Unflagged((late,)), opened(late)])
    told = [plain(each) for each in re.split("<article.*?>", text)[1:]]
    assert told[0].startswith("1–3. Wrong flags before the first cell opened")
    assert "No mine is at (0, 1), (1, 0), (1, 1)." in told[0]
    assert told[1].startswith("4. Wrong flag at (0, 2)")
    assert re.findall(r'id="mistake-(\d)"', text) == list("1234")
    text = written([ev.Started(1, 3, 1, EVIL), opened((0, 0)), flag((0, 2))])
    assert EVIL not in text
    assert "&lt;script&gt;" in text


def summary(name, **changed):
    proven, guesses = (ProvenClicks("count", 1, 16, 8.0),), (GuessMade("count", 1, 0.2, 0.1),)
    figures = {"player": EVIL, "level": (8, 8, 10), "played": None, "won": True, "seconds": 10.0}
    figures |= {"three_bv": 20, "clicks": {}, "proven": proven, "guesses": guesses}
    return GameSummary(**({"name": name, "best_won": True} | figures | changed))


def test_a_profile_is_charts_and_tables_of_files_without_their_folders(written):
    home = "/home/somebody/games"
    games = (
        *(summary(f"{home}/2024/a.avf"), summary("b.avf", won=False)),
        summary("c.avf", seconds=5.0),
    )
    damaged = ((EVIL, "it is <b>damaged</b>"), (f"{home}/bad.rmv", "empty"))
    doubles = ((f"{home}/2025/a.avf", f"{home}/2024/a.avf"),)
    text = written(Profile(games, damaged=damaged, doubles=doubles))
    for markup in (EVIL, "<b>damaged", "somebody/"):
        assert markup not in text
    assert (text.count("<svg"), text.count("<table")) == (8, 4)
    for said in (
        *("Seconds a click, by idea", "2025/a.avf (2024/a.avf again)"),
        "<li>bad.rmv: empty</li>",
    ):
        assert said in text
    nothing = written(Profile((), damaged=(("a.avf", "empty"),)))
    assert "0 games" in nothing
    assert "<svg" not in nothing


def test_a_profile_names_the_games_in_which_most_was_given_away():
    dear = GuessMade("overlap", 3, 0.5, 0.4)
    games = (
        summary("cheap.avf", guesses=(GuessMade("", 1, 0.2, 0.0),)),
        summary("my game.avf", guesses=(dear, GuessMade("", 1, 0.5, 0.05)), won=False),
        summary("b.avf"),
    )
    found = Profile(games)
    told = {"game": "my game.avf", "ended": "lost", "points given away": "45.0"}
    told |= {"by its costliest guess": "40.0", "which passed over": "a safe cell by overlap"}
    assert found.costliest(1) == [told]
    assert [row["game"] for row in found.costliest()] == ["my game.avf", "b.avf"]
    assert "`minevis review 'my game.avf'` shows where." in " ".join(found.story)
    assert "player" in Profile((*games, summary("c.avf", player="b"))).costliest()[0]
    with pytest.raises(ValueError, match="count=0"):
        found.costliest(0)


def profile_of(folder, *names, player="counting"):
    """The profile of three games in files of these names, without `.json`."""
    folder.mkdir()
    for seed, name in zip((3, 4, 7), names, strict=True):
        board = mv.Board.random("beginner", seed=seed, first=(0, 0))
        (folder / f"{name}.json").write_text(mv.play(board, player, first=(0, 0)).to_json())
    return mv.profile(folder, effort="quick", workers=1, progress=False)


def test_the_games_of_a_profile_lead_to_their_reports(tmp_path):
    found = profile_of(tmp_path / "games <1>", *(f"a&b {number}" for number in range(3)))
    names = [row["game"] for row in found.costliest()]
    assert len(names) > 1
    Path(names[-1]).unlink()  # meanwhile
    page = found.save(tmp_path / "many.html")
    text = page.read_text("utf-8")
    links = [unquote(unescape(link)) for link in re.findall(r'<td[^>]*><a href="([^"]+)"', text)]
    assert len(links) == len(names) - 1
    for link, name in zip(links, names, strict=False):
        assert Path(name).stem in link
        assert "Step through it" in (page.parent / link).read_text("utf-8")
    assert str(tmp_path) not in text
    assert "`" not in text.partition('<div class="report">')[2]
    assert "<code>minevis review" in text
    assert "The difficulty of a proof adds up its steps" in text
    alone = found.save(tmp_path / "alone.html", reports=False)
    assert "<td><a" not in alone.read_text("utf-8")
    assert not (tmp_path / "standalone games").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_odd_names_of_files_lose_no_page(tmp_path):
    names = map(os.fsdecode, (b"a\xff\xfe", b"\x1b]0;" + b"n" * 245, b"fine"))
    found = profile_of(tmp_path / "games", *names)
    assert "a??.json" in found.save(tmp_path / "many.html").read_text("utf-8")
    reports = [path.name for path in (tmp_path / "many games").iterdir()]
    assert len(found.games) == len(reports) == len(found.costliest()) == 3
    assert max(map(len, reports)) < 100


@pytest.mark.parametrize(("players", "name"), [("a", "you"), ("ab", "these games")])
def test_a_chart_says_you_to_one_player_alone(players, name, written):
    text = written(Profile(tuple(summary(f"{each}.avf", player=each) for each in players)))
    assert {each for each in ("you", "these games") if f">{each}<" in text} == {name}


@pytest.mark.parametrize(("rounds", "dated", "said"), [(1, 1, "my game.avf"), (2, 7, "2 undated")])
def test_charts_over_time_say_where_a_period_of_undated_games_begins(rounds, dated, said, written):
    undated = [summary(name) for name in ("my game.avf", "b.avf", "c.avf", "d.avf")]
    found = Profile((*undated * rounds, *[summary("e.avf", played=86_400.0)] * dated))
    assert f">from {said}<" in written(found)


def test_dots_stand_where_their_values_are():
    nan = float("nan")
    dots = [Dot("a", 2.0, 1.0, 4.0), Dot("b", 1.0, nan, nan), Dot("c", nan, nan, nan)]
    text = interval_chart(dots, "{:.0f}".format, "label")
    at = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', text)]
    ends = [float(x) for x in re.findall(r'x2="([\d.]+)" [^/]*stroke-width="5"', text)]
    left = 150
    assert np.ptp([(at[0] - left) / 2, at[1] - left, (ends[0] - left) / 4]) < 0.1
    assert ">c<" not in text
    assert 'aria-label="label. a: 2; b: 1"' in text


def test_the_curve_of_luck_steps_down_and_a_finger_touches_its_nearest_disc():
    text = survival_chart([(2.0, 0.5), (4.0, 0.25)], 8.0, [(4.0, "1")], "s")
    (path,) = re.findall(r'<path d="([^"]+)" fill="none" stroke', text)
    levels = [float(y) for y in re.findall(r"V([\d.]+)", path)]
    top, bottom = 12.0, 12.0 + 240 - 46
    chances = [(bottom - y) / (bottom - top) for y in levels]
    assert chances == pytest.approx([0.5, 0.25], abs=0.01)
    assert "25 % at the end" in text
    assert '<a href="#mistake-1" aria-label="mistake 1"><circle' in text
    assert 'role="group"' in text  # in an image there are no links
    alone, left, right, above = (20.0, 12.0), (300.0, 100.0), (320.0, 100.0), (300.0, 60.0)
    places = [alone, left, right, above, right]  # two mistakes of one moment
    corners = np.array(touched(alone, places))
    assert corners.min() >= 0
    assert (np.ptp(corners, axis=0) * 320 / CURVE_WIDTH >= 44).all()  # on a small phone
    for place in places:
        for corner in touched(place, places):
            others = [np.hypot(*np.subtract(corner, other)) for other in places]
            assert np.hypot(*np.subtract(corner, place)) <= min(others) + 1e-6


def test_the_film_of_a_report_tells_the_costs_of_its_review(written):
    trace = mv.play(mv.Board.random("beginner", seed=9, first=(0, 0)), "exact", first=(0, 0))
    found, page = trace.review(), written(trace)
    assert f">{trace.moves} moves</text>" in page  # how long it was, where there is no clock
    told = film_in(page)["curves"][0]["marks"]
    assert [mark["cost"] for mark in told] == [round(100 * g.cost, 1) for g in found.guesses]
    assert [mark["at"] for mark in told] == [guess.index for guess in found.guesses]
    costly = [(mark["text"], g) for mark, g in zip(told, found.guesses, strict=True) if g.cost]
    assert len(costly) == 2
    for text, guess in costly:
        assert text.startswith(f"{guess.best}, a mine in ")
        assert f" wins {100 * guess.cost:.1f} more of 100 such games" in text
    quick = [mark["text"] for mark in curve_of(trace)["marks"]]
    assert any(text.endswith("games, by estimates.") for text in quick)
