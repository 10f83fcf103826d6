"""Reports as pages: they tell what the review says, need nothing else, and run no one's markup."""

import re
from base64 import b85decode
from pathlib import Path

import numpy as np
import pytest

import minevis as mv
from film_reading import unpacked
from minevis.cli import main
from minevis.core import events as ev
from minevis.replays.profile import Profile
from minevis.replays.summary import GameSummary, GuessMade, ProvenClicks
from minevis.widgets.charts import Dot, interval_chart, survival_chart
from minevis.widgets.film.curve import curve_of
from minevis.widgets.film.pack import MARKUP

FILES = Path(__file__).parents[1] / "replays" / "files"
EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    pytest.importorskip("ms_toollib")
    path = tmp_path_factory.mktemp("pages") / "report.html"
    trace = mv.replay(FILES / "beginner.avf")
    assert trace.report(path, effort=1) == path
    return path.read_text("utf-8")


def test_a_game_is_told_with_its_mistakes_drawn(page):
    assert "1. Forced guess" in page
    assert "was the better guess, by estimates." in page
    assert "2. Needless guess" in page
    assert page.count("<article>") == page.count("<picture>") == 3
    drawn = re.findall(r'<img src="data:image/png;base64,[^"]+" alt="[^"]+"></pict', page)
    assert len(drawn) == 3
    assert 'class="minevis-film"' in page
    assert "How far luck had to carry" in page
    assert ">1.65<" in page  # 3BV/s


def test_the_report_its_film_and_the_review_mean_the_same_by_a_mistake(page):
    trace = mv.replay(FILES / "beginner.avf")
    found = trace.review(effort=1)
    marked = [mark["at"] for mark in curve_of(trace, reviewed=found)["marks"] if mark["mistake"]]
    assert [click.index for click in found.mistakes] == marked
    assert page.count("<article>") == len(marked)
    costly = [click for click in found.clicks if click.guess and click.guess.cost >= 0.01]
    assert set(costly) <= set(found.mistakes)


def test_a_report_loads_nothing(page):
    assert "default-src 'none'" in page
    outside = re.sub(r'"data:[^"]*"', "", page)
    assert not re.findall(r'(?:src|href|srcset)="[^"]+"', outside)


def test_a_name_of_markup_stays_a_name(tmp_path):
    opened = ev.Opened((0, 0), ((0, 0),), (1,))
    start = ev.Started(1, 3, 1, EVIL)
    trace = mv.Trace([start, opened, ev.Flagged(((0, 2),), proven=False)])
    text = trace.report(tmp_path / "a.html").read_text("utf-8")
    assert EVIL not in text
    assert "&lt;script&gt;" in text


def test_wrong_flags_without_a_proof_are_told_in_words(tmp_path):
    events = [
        ev.Started(2, 3, 1, "x"),
        ev.Opened((0, 0), ((0, 0),), (1,)),
        ev.Flagged(((0, 1),), proven=False),
        ev.Unflagged(((0, 1),)),
        ev.Opened((0, 1), ((0, 1),), (1,)),
    ]
    text = mv.Trace(events).report(tmp_path / "a.html").read_text("utf-8")
    assert 'Wrong flag at <span class="cell">(0, 1)</span>' in text  # no break in it
    assert "No mine is there." in text


def test_the_command_writes_pages(tmp_path, capsys):
    pytest.importorskip("ms_toollib")
    one, many = tmp_path / "one.html", tmp_path / "many.html"
    name = str(FILES / "beginner_name.avf")
    assert main(["review", name, "--effort", "1", "--page", str(one)]) == 0
    assert "王嘉宁: won" in one.read_text("utf-8")
    both = [name, str(FILES / "bad_text.rmv")]
    options = ["--effort", "1", "--engine", "1", "--quiet", "--store", "none"]
    assert main(["review", *both, *options, "--page", str(many)]) == 0
    text = many.read_text("utf-8")
    assert "Not read" in text
    assert "bad_text.rmv: it is damaged" in text
    assert main(["review", name, "--page", str(tmp_path / "a.pdf")]) == 2
    assert "a page is an .html file" in capsys.readouterr().err


def summary(name, **changed):
    figures = {
        "name": name,
        "player": EVIL,
        "level": (8, 8, 10),
        "played": None,
        "won": True,
        "seconds": 10.0,
        "three_bv": 20,
        "clicks": {},
        "proven": (ProvenClicks("count", 1, 16, 8.0),),
        "guesses": (GuessMade("count", 1, 0.2, 0.1),),
        "best_won": True,
    }
    return GameSummary(**(figures | changed))


def test_a_profile_is_charts_and_tables(tmp_path):
    games = (summary("a.avf"), summary("b.avf", won=False), summary("c.avf", seconds=5.0))
    found = Profile(games, damaged=((EVIL, "it is <b>damaged</b>"),))
    text = found.save(tmp_path / "many.html").read_text("utf-8")
    assert EVIL not in text
    assert "<b>damaged" not in text
    assert text.count("<svg") == 8
    assert "Seconds a click, by idea" in text
    assert text.count("<table") == 3


def test_charts_over_time_say_where_a_period_of_undated_games_begins(tmp_path):
    undated = [summary(name) for name in ("my game.avf", "b.avf", "c.avf", "d.avf")]
    found = Profile((*undated, summary("e.avf", played=86_400.0)))
    text = found.save(tmp_path / "many.html").read_text("utf-8")
    assert ">from my game.avf<" in text
    mixed = Profile((*undated * 2, *[summary("e.avf", played=86_400.0)] * 7))
    assert ">from 2 undated<" in mixed.save(tmp_path / "mixed.html").read_text("utf-8")


def test_a_page_names_files_but_not_the_folder_they_are_in(tmp_path):
    home = "/home/somebody/games"
    found = Profile(
        (summary(f"{home}/2024/a.avf"),),
        damaged=((f"{home}/bad.rmv", "empty"),),
        doubles=((f"{home}/2025/a.avf", f"{home}/2024/a.avf"),),
    )
    text = found.save(tmp_path / "many.html").read_text("utf-8")
    assert "somebody/" not in text
    assert "2025/a.avf (2024/a.avf again)" in text
    assert "<li>bad.rmv: empty</li>" in text


def test_a_profile_of_nothing_is_a_page_too(tmp_path):
    text = Profile((), damaged=(("a.avf", "empty"),)).save(tmp_path / "a.html").read_text("utf-8")
    assert "0 games" in text
    assert "<svg" not in text


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


def test_the_curve_of_luck_steps_down_at_guesses():
    text = survival_chart([(2.0, 0.5), (4.0, 0.25)], 8.0, [(4.0, "1")], "s")
    (path,) = re.findall(r'<path d="([^"]+)"', text)
    levels = [float(y) for y in re.findall(r"V([\d.]+)", path)]
    top, bottom = 12.0, 12.0 + 190 - 46
    chances = [(bottom - y) / (bottom - top) for y in levels]
    assert chances == pytest.approx([0.5, 0.25], abs=0.01)
    assert "25 % at the end" in text


def test_needless_guesses_come_as_puzzles_before_they_are_told(page):
    assert page.index("Learn from it") < page.index("<h2>Mistakes</h2>")
    assert page.count("srcdoc=") == 1


def film_in(text):
    """What the film of a page holds."""
    (packed,) = re.findall(r'class="minevis-film">([^<]*)<', text)
    back = bytes.maketrans(b"<>&".translate(MARKUP), b"<>&")
    return unpacked(b85decode(packed.encode().translate(back)))[0]["film"]


def test_the_film_of_a_report_tells_the_costs_of_its_review(tmp_path):
    trace = mv.play(mv.Board.random("expert", seed=7, first=(0, 0)), "exact", first=(0, 0))
    found = trace.review()
    page = trace.report(tmp_path / "a.html").read_text("utf-8")
    assert f">{trace.moves} moves</text>" in page  # how long it was, where there is no clock
    assert "Luck is the negative natural logarithm of that chance" in page
    told = film_in(page)["curve"]["marks"]
    assert [mark["cost"] for mark in told] == [round(100 * g.cost, 1) for g in found.guesses]
    assert [mark["at"] for mark in told] == [guess.index for guess in found.guesses]
    costly = [(mark["text"], g) for mark, g in zip(told, found.guesses, strict=True) if g.cost]
    assert len(costly) == 2
    for text, guess in costly:
        assert text == f"{guess.best} wins {100 * guess.cost:.1f} points more"
    quick = [mark["text"] for mark in curve_of(trace)["marks"]]
    assert any(text.endswith("points more, at a quick look") for text in quick)


def test_costs_stand_where_the_film_tells_of_the_guess(tmp_path):
    """A game by hand: before a guess the film tells what could be known."""
    events = [
        ev.Started(1, 7, 2, "you"),
        ev.Opened((0, 0), ((0, 0), (0, 1)), (0, 1)),
        ev.Opened((0, 3), ((0, 3),), (1,)),
        ev.Opened((0, 5), ((0, 5),), (1,)),
    ]
    trace = mv.Trace(events)
    told = film_in(trace.report(tmp_path / "a.html").read_text("utf-8"))["curve"]["marks"]
    reasoned = trace.with_reasons(trace.review())
    assert len(reasoned) > len(trace)
    forced, needless = (reasoned.events[mark["at"]] for mark in told)
    assert (type(forced), forced.cell) == (ev.Guessed, (0, 3))
    assert needless == events[3]
