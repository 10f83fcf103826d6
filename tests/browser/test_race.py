import re

import numpy as np
import pytest
from playwright.sync_api import expect

import minevis as mv
from minevis.film.alignment import cells_left
from minevis.web.page import save
from minevis.web.race_pack import race_curves, step_words
from seeing import HERE, axe, eventually, press, resize, settle, state

pytestmark = pytest.mark.xdist_group("races")  # they are run once

SIZES = [(1280, 800), (1366, 660), (1400, 950), (640, 400), (683, 330), (400, 800)]
PARTS = [".mv-field", ".mv-told", ".mv-text", ".mv-timeline", ".mv-buttons"]
BOXES = f"""() => {PARTS}.flatMap((part) => [...document.querySelectorAll(part)]
  .filter((each) => each.offsetParent).map((each) => {{
    const {{ left, top, right, bottom }} = each.getBoundingClientRect();
    return [part, left, top, right, bottom];
  }}))"""
SHOWN = """() => [...document.querySelectorAll('.mv-lane')].filter((each) => each.offsetParent)
  .map((each) => each.dataset.panel)"""
STANDINGS = """() => [...document.querySelectorAll('.mv-players [data-standing]')]
  .map((each) => each.dataset.standing)"""
CUT = """() => [...document.querySelectorAll('.mv-told, .mv-text')]
  .filter((each) => each.offsetParent && each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent)"""


@pytest.fixture(scope="module")
def races(tmp_path_factory):
    """Races of two, three and five players, each with its page."""
    folder = tmp_path_factory.mktemp("races")
    made = {}
    for name, level, seed, players in (
        ("9×9", "beginner", 24, ["counting", "exact"]),
        ("16×30", "expert", 30, ["counting", "csp", "exact"]),
        ("five", "intermediate", 24, ["counting", "local", "csp", "convolution", "exact"]),
    ):
        race = mv.race(mv.Board.random(level, seed=seed, first=(0, 0)), players, first=(0, 0))
        made[name] = save(folder / f"{len(made)}.html", race), race
    return made


@pytest.fixture
def opened(open_page, races):
    return lambda name, *look, **options: open_page(races[name][0], *look, **options)


def step(page):
    return state(page)["step"]


@pytest.mark.parametrize("name", ["9×9", "16×30", "five"])
def test_boards_sentences_and_playback_are_in_view_together(opened, races, name):
    page, race = opened(name), races[name][1]
    for size in SIZES if name == "16×30" else SIZES[len(name) % 2 :: 2]:
        page.evaluate(f"() => {{ {HERE}.widget.player.seek({race.alignment.key_step}); }}")
        resize(page, size)
        for action in ("showAlone(-1)", "showAlone(0)", f"player.seek({len(race) - 1})"):
            page.evaluate(f"() => {{ {HERE}.widget.{action}; }}")
            settle(page)
            for part, left, top, right, bottom in page.evaluate(BOXES):
                assert 0 <= left < right <= size[0], (part, size)
                assert 0 <= top < bottom <= size[1], (part, size)
            assert page.evaluate(CUT) == []


NAMED = """() => [...document.querySelectorAll('.mv-told')].filter((each) => each.offsetParent)
  .map((each) => each.innerText)"""


def test_every_board_names_its_player_once_beside_the_number_on_a_low_screen(opened):
    page = opened("9×9", (844, 390))
    for key in ("Home", "ArrowRight", "e", "End"):
        press(page, key)
        for name, told in zip(("counting", "exact"), page.evaluate(NAMED), strict=True):
            assert told.count(name) == 1
        assert page.evaluate(CUT) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    press(page, "Home", "ArrowRight")
    eventually(lambda: all("first click" in told for told in page.evaluate(NAMED)))
    assert not any("exact" in told for told in page.evaluate(NAMED))  # it stands above


ROOM = """(all) => Math.min(...all.filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.clientWidth))"""  # of the names that are cut


def test_five_players_on_a_phone_are_told_apart_by_name(opened):
    page = opened("five", (390, 844), has_touch=True, is_mobile=True)
    press(page, "End")
    buttons = page.locator(".mv-players button:visible")
    assert rows_of(buttons.evaluate_all("(all) => all.map((each) => each.offsetTop)")) == [3, 2]
    names = page.locator(".mv-player-name")
    assert names.evaluate_all(ROOM) > 8 * len("conv") + 12  # of the letters and the dots
    words = page.locator(".mv-curve-words")  # of which the last player's are not cut off
    assert words.evaluate("(it) => it.scrollWidth <= it.clientWidth")


def rows_of(tops):
    """How many stand in each row."""
    return [tops.count(top) for top in sorted(set(tops))]


def test_five_boards_stand_as_three_and_two_with_all_that_is_said_of_them(opened):
    page = opened("five", (1280, 900))
    press(page, "End")
    tops = [top for part, _, top, *_ in page.evaluate(BOXES) if part == ".mv-field"]
    assert rows_of(tops) == [3, 2]
    cut = """() => [...document.querySelectorAll('.mv-lane figcaption > *')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
    assert page.evaluate(cut) == []


def test_on_a_phone_buttons_choose_one_board_where_all_cannot_be_read(opened):
    page = opened("9×9", (390, 844), has_touch=True, is_mobile=True)
    for key, shown in (("Home", ["1", "2"]), ("2", ["2"]), ("0", ["1", "2"])):
        press(page, key)
        eventually(lambda shown=shown: page.evaluate(SHOWN) == shown)
        assert page.evaluate(f"() => {HERE}.widget.stage.visible[0].cell") >= 12
    assert page.evaluate("() => document.body.scrollWidth") == 390
    page = opened("16×30", (400, 800))
    assert page.evaluate(SHOWN) == ["3"]  # who plays longest
    page.keyboard.press("2")
    eventually(lambda: page.evaluate(SHOWN) == ["2"])
    small, board = page.locator(".mv-map:visible"), page.locator("[data-panel='2'] .mv-field")
    expect(small).to_have_count(1)
    inner, outer = small.bounding_box(), board.bounding_box()
    assert outer["y"] <= inner["y"] < inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    page.keyboard.press("0")  # there is no room for all
    eventually(lambda: page.evaluate(SHOWN) == ["3"])
    marks = page.locator(".mv-lane .mv-lane-mark:visible")
    for size in ((1280, 800), (800, 400)):
        resize(page, size)
        eventually(lambda: page.evaluate(SHOWN) == ["1", "2", "3"])
        tops = {top for part, _, top, *_ in page.evaluate(BOXES) if part == ".mv-field"}
        assert len(tops) == 1  # side by side
        assert marks.all_text_contents() == ["1", "2", "3"]  # where there is no room for names too


def test_one_board_alone_has_its_sentence_and_is_larger(opened, races):
    race = races["16×30"][1]
    page = opened("16×30")
    at = race.alignment.lanes[0].end  # the first player falls
    page.evaluate(f"() => {{ {HERE}.widget.player.seek({at}); }}")
    for alone in (-1, 0, 2):
        page.evaluate(f"() => {{ {HERE}.widget.showAlone({alone}); }}")
        seen, names, said = race[at], race.names, race.sentence(at)
        if alone >= 0:
            words = step_words(race.alignment.lanes[alone])
            seen, names, said = [seen[alone]], (), words[min(at, len(words) - 1)].text
        expect(page.locator(".mv-counters")).to_have_text(cells_left(seen, names))
        expect(page.locator(".mv-text")).to_have_text(said)
        expect(page.locator(".mv-told:visible")).to_have_count(len(race.names) if alone < 0 else 0)
    page.evaluate(f"() => {{ {HERE}.widget.showAlone(-1); }}")
    settle(page)
    # one board alone is larger and goes back by button key and click
    cell = f"() => {HERE}.widget.stage.visible[0].cell"
    small = page.evaluate(cell)
    page.get_by_role("button", name="csp").click()
    eventually(lambda: page.evaluate(SHOWN) == ["2"])
    assert page.evaluate(cell) > 2 * small
    page.get_by_role("button", name="All", exact=True).click()
    eventually(lambda: page.evaluate(SHOWN) == ["1", "2", "3"])
    page.locator("[data-panel='3'] canvas").first.click()
    eventually(lambda: page.evaluate(SHOWN) == ["3"])
    page.keyboard.press("3")
    eventually(lambda: page.evaluate(SHOWN) == ["1", "2", "3"])


def test_every_board_shows_its_player_also_as_text_and_is_walked_over_by_keys(opened, races):
    view = races["9×9"][1][races["9×9"][1].alignment.key_step][1].view
    page = opened("9×9")
    rows = page.get_by_role("list", name="The board of exact, row by row").locator("li")
    expect(rows).to_have_count(9)
    row = int(np.flatnonzero((view >= 0).any(1))[0])
    expect(rows.nth(row)).to_contain_text(f"Row {row}: ")
    page.locator("[data-panel='2'] canvas").first.focus()
    page.keyboard.press("ArrowRight")
    row, col = divmod(page.evaluate(f"{HERE}.widget.film.spokenOf(1)[0]"), 9)  # it begins there
    expect(page.locator(".mv-tip")).to_contain_text(f"({row}, {col})  ·  exact")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mv-tip")).to_contain_text(f"({row}, {min(col + 1, 8)})  ·  exact")
    page.keyboard.press("Enter")
    eventually(lambda: page.evaluate(SHOWN) == ["2"])
    # every board shows its player after as many moves
    race = races["9×9"][1]
    for number in (0, 3, len(race) - 1):
        page.evaluate(f"() => {{ {HERE}.widget.player.seek({number}); }}")
        settle(page)
        for place, snapshot in enumerate(race[number]):
            opened_there = (snapshot.view >= 0).sum()
            clues = page.evaluate(
                f"(place) => [...{HERE}.widget.film.codes(place)]"
                f".filter((code) => {HERE}.widget.film.pictures.clueOf(code) >= 0).length",
                place,
            )
            assert clues == opened_there


def test_on_a_low_screen_no_line_ends_within_a_short_sentence(opened):
    page = opened("16×30", (844, 390), has_touch=True, is_mobile=True)
    heights = """() => [...document.querySelectorAll('.mv-told > span:last-child')]
      .filter((each) => each.offsetParent && each.textContent.length < 18)
      .map((each) => each.getClientRects().length)"""
    seen = []
    for at in range(75, 90, 2):
        page.evaluate(f"() => {{ {HERE}.widget.player.seek({at}); }}")
        settle(page)
        seen += page.evaluate(heights)
    assert set(seen) == {1}


def test_each_player_has_a_curve_that_is_known_without_colour_and_leads_to_its_steps(opened):
    page = opened("16×30", color_scheme="light")
    paths = page.locator(".mv-players .mv-lane-mark path")
    dashes = [path.get_attribute("stroke-dasharray") for path in paths.all()]
    colours = [path.evaluate("(path) => getComputedStyle(path).stroke") for path in paths.all()]
    assert len(set(dashes)) == len(set(colours)) == 3
    numbers = page.locator(".mv-players .mv-lane-mark text").all_text_contents()
    assert numbers == ["1", "2", "3"]
    box = page.locator(".mv-timeline").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 4, box["y"] + 30)
    eventually(lambda: abs(step(page) - 239 / 4) <= 1)
    slider = page.get_by_role("slider", name="Step of the run")
    said = re.compile(rf"^Step {step(page)} of 239: .*chance to win")
    expect(slider).to_have_attribute("aria-valuetext", said)


def test_news_are_led_to_and_who_is_out_is_seen_at_once(opened, races):
    race = races["16×30"][1]
    page = opened("16×30")
    guesses = [k for k in range(len(race)) if race.alignment.guessed(k)]
    marks = [mark for curve in race_curves(race) for mark in curve["marks"]]
    mistakes = sorted({mark["at"] for mark in marks if mark["mistake"]})
    ends = race.alignment.ends
    for key, label, wanted in (
        ("g", "Next guess", guesses),
        ("x", "Next mistake", mistakes),
        ("e", "Next win or loss", ends),
    ):
        page.keyboard.press("Home")
        eventually(lambda: step(page) == 0)
        page.keyboard.press(key)
        eventually(lambda found=wanted[0]: step(page) == found)
        button = page.get_by_role("button", name=label, exact=True)
        button.click()
        eventually(lambda found=wanted[1]: step(page) == found)
        page.keyboard.press("End")
        expect(button).to_be_disabled()
        page.locator(".mv-text").click()  # a disabled button keeps no keys
    page.keyboard.press("Shift+E")
    eventually(lambda: step(page) == ends[-2])
    # who is out is seen at once and has no layouts
    page.keyboard.press("?")
    legend, words = page.locator(".mv-curve-legend"), page.locator(".mv-curve-words")
    assert legend.text_content() == "● guess   ◆ mistake   ① won   ■ out"
    drawn = f"() => {HERE}.widget.timeline.canvas.toDataURL()"
    before = page.evaluate(drawn)
    page.get_by_label("Curve", exact=True).select_option("layouts")
    eventually(lambda: page.evaluate(drawn) != before)
    page.keyboard.press("Escape")
    assert legend.text_content() == "① won   ■ out"
    page.keyboard.press("Home")
    eventually(lambda: page.evaluate(STANDINGS) == ["playing"] * 3)
    expect(words).to_contain_text("layouts left")
    expect(words).to_contain_text("1: ")
    page.keyboard.press("e")
    eventually(lambda: page.evaluate(STANDINGS) == ["lost", "playing", "playing"])
    expect(words).not_to_contain_text("1: ")
    expect(words).to_contain_text("2: ")
    expect(page.locator("[data-panel='1'] .mv-standing")).to_have_text("✕ out")
    expect(page.locator("[data-panel='1'] .mv-told")).to_contain_text("“counting” falls at")
    page.keyboard.press("End")
    eventually(lambda: page.evaluate(STANDINGS) == ["lost", "won", "won"])
    expect(page.locator("[data-panel='2'] .mv-standing")).to_have_text("✓ won")
    expect(page.get_by_role("button", name="exact, won: only this board")).to_be_visible()
    expect(page.locator(".mv-text")).to_contain_text("was first, in 236 moves, before")


def test_a_link_leads_to_a_step_and_a_board(opened):
    page = opened("16×30", link="#step=36&panels=2")
    assert step(page) == 36
    assert page.evaluate(SHOWN) == ["2"]
    page.evaluate("() => { window.location.hash = 'step=3&panels=1,2,3'; }")
    eventually(lambda: (step(page), len(page.evaluate(SHOWN))) == (3, 3))


@pytest.mark.parametrize(
    ("size", "scheme"), [((1280, 800), "light"), ((400, 800), "dark")], ids=["wide", "phone"]
)
def test_axe_finds_nothing(opened, size, scheme):
    page = opened("9×9", size, color_scheme=scheme)
    for key in ("Home", "e", "End"):
        press(page, key)
        assert axe(page) == []
