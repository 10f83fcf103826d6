"""The saved page: every control does what it says, from disk and without a network."""

import re
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

import minevis as mv
from film_reading import codes_of
from minevis.game.grid import neighbour_counts
from minevis.render.panels import cell_panels
from minevis.render.tiles.atlas import Tile, picture_tile
from minevis.render.tiles.theme import THEMES
from minevis.solver import events as ev
from minevis.web.page import save
from minevis.words.events import meaning_of
from seeing import (
    HERE,
    caption,
    choose,
    colour,
    eventually,
    point,
    press,
    seek,
    settle,
    state,
)

MARKUP = "<img src=x onerror=alert(1)>"


def moves(trace, *kinds):
    kinds = kinds or (ev.Opened, ev.Exploded)
    return [i for i, event in enumerate(trace.events) if isinstance(event, kinds)]


PICTURES = f"""async (step) => {{
  const {{ film }} = {HERE}.widget;
  const beat = film.beatOf(step);
  await film.odds.find(beat);
  film.seek(beat);
  const codes = (name) => [...film.shownCodes(name, beat, true)];
  return [film.events[beat], codes("board"), codes("probability")];
}}"""


def test_what_is_drawn_is_what_python_draws(film, trace):
    choose(film, "board", "constraints", "probability")
    odds = trace.find(ev.OddsFound)
    seek(film, odds)
    codes = codes_of(trace[odds])
    height, width = trace.shape
    for panel, number in (("board", 0), ("constraints", 1), ("probability", 2)):
        for cell in range(0, height * width, 37):
            picture, mark = divmod(int(codes[number][cell]), 32)
            if mark:
                continue
            tile = picture_tile(THEMES["paper"], 56, picture)
            seen = colour(film, panel, cell // width, cell % width, 0.5, 0.12)
            around = tile[4:9, 24:32].reshape(-1, 3).astype(int)
            assert np.abs(around - seen).max(axis=1).min() <= 24, (panel, cell, seen)
    # odds between the answers of the solver stand back as its own do
    for step in range(10, len(trace.events) - 10, 97):
        event, board, odds = film.evaluate(PICTURES, step)
        pictures, marks = np.divmod(np.array([board, odds]), 32)
        faint = (pictures[1] >= Tile.FAINT_CHANCE) & (pictures[1] < Tile.ZERO_CHANCE)
        opened = trace[event].view >= 0
        alike = (neighbour_counts(opened) == 0).ravel() & (pictures[0] == Tile.COVERED)
        assert (faint == (alike & (marks[0] == 0))).all(), step
    # a line leads from the clue to what it proves and goes with it
    index, link = next(
        (i, link)
        for i, event in enumerate(trace.events)
        for link in meaning_of(event).links(event)
        if not link.tie and (link.clue[0] == link.cell[0] or link.clue[1] == link.cell[1])
    )
    choose(film, "board", "constraints")
    down, across = (0.48 + 0.6 * (b - a) for a, b in zip(link.clue, link.cell, strict=True))
    amber = np.array(THEMES["paper"].clue_ring)
    for panel in ("board", "constraints"):
        seek(film, index)
        assert np.abs(colour(film, panel, *link.clue, across, down) - amber).max() <= 40
        press(film, "ArrowRight")
        seek(film, index - 1)
        assert np.abs(colour(film, panel, *link.clue, across, down) - amber).max() > 60


def test_keys_and_buttons_do_what_they_say(film, trace):
    clicks, guesses = moves(trace), moves(trace, ev.Guessed)
    for keys, step in (
        (["Shift+ArrowRight"] * 2, clicks[1]),
        (["Shift+ArrowLeft"], clicks[0]),
        (["PageDown"], clicks[1]),  # of a presenter's remote
        (["PageUp"], clicks[0]),
        ("gg", guesses[1]),
        ("b", guesses[0]),
        (["End"], len(trace) - 1),
        (["Home"], 0),
    ):
        press(film, *keys)
        assert state(film)["step"] == step, keys

    # every button does what it says
    def click(label):
        film.get_by_role("button", name=label, exact=True).click()
        settle(film)
        return state(film)

    assert click("Step forward")["beat"] == 1
    assert click("Step back")["beat"] == 0
    assert click("Move forward")["step"] == moves(trace)[0]
    assert click("Move back")["beat"] == 0
    assert click("Next guess")["kind"] == "g"
    assert film.get_by_role("button", name="Guess before", exact=True).is_disabled()
    assert click("Next search")["kind"] == "q"
    press(film, "Home", "+")
    assert state(film)["speed"] == 9
    press(film, *["-"] * 20)
    assert state(film)["speed"] == 0.25  # the slowest
    film.get_by_label("Speed").first.fill("0")
    assert state(film)["speed"] == 1
    assert click("Play")["playing"]
    eventually(lambda: state(film)["beat"] > 0)
    assert not click("Pause")["playing"]
    click("Menu")
    assert film.get_by_role("dialog").is_visible()
    click("Close")
    assert not film.get_by_role("dialog").is_visible()


def test_playing_ends_starts_again_and_stands_still_under_the_pointer(film, trace):
    seek(film, len(trace) - 4)
    film.mouse.click(*point(film, 0, 0))
    expect(film.locator(".mv-badge")).to_have_text("CELL")
    press(film, "Space")
    eventually(lambda: state(film)["step"] == len(trace) - 1)
    assert not state(film)["playing"]
    expect(film.locator(".mv-badge")).to_have_text("WON")  # the answer has given way
    press(film, "Space")
    assert state(film)["step"] < len(trace) - 1
    press(film, "Space", "Home")
    # a run that plays stands still under the pointer and goes on
    box = film.locator(".mv-timeline").bounding_box()
    press(film, *["+"] * 20, "Space")
    film.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    film.mouse.down()
    settle(film)
    held = state(film)["beat"]
    for _ in range(20):
        settle(film)
    assert (state(film)["beat"], state(film)["playing"]) == (held, True)
    film.mouse.up()
    eventually(lambda: state(film)["beat"] > held)
    press(film, "Space", "Home")
    # the slider seeks by pointer
    box = film.locator(".mv-timeline").bounding_box()
    film.mouse.click(box["x"] + box["width"] - 1, box["y"] + 10)
    settle(film)
    assert state(film)["kind"] == "x"
    stops = film.evaluate(f"() => [...{HERE}.widget.film.stops]")
    moved = film.evaluate(f"() => [...{HERE}.widget.film.kinds].indexOf('m', 9)")
    for aside in (-1, 1):  # beside the mark of a move, on either side
        x = round(box["x"] + stops[moved] * box["width"]) + aside
        film.mouse.click(x, box["y"] + 10)
        settle(film)
        share = (x - box["x"]) / (box["width"] - 1)
        assert abs(stops[state(film)["beat"]] - share) == min(abs(stop - share) for stop in stops)
    film.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    film.mouse.down()
    film.mouse.move(box["x"], box["y"] + 10)
    film.mouse.up()
    settle(film)
    assert state(film)["beat"] == 0


def test_panels_and_themes_switch_on_the_spot_and_detail_leaves_out_the_search(film, trace):
    assert state(film)["panels"] == ["board"]
    press(film, "4")
    assert state(film)["panels"] == ["zero"]
    assert film.locator("[data-panel=zero]").is_visible()
    assert not film.locator("[data-panel=board]").is_visible()
    press(film, "1")
    covered = {}
    for _ in THEMES:
        before = state(film)["theme"]
        press(film, "t")
        eventually(lambda b=before: state(film)["theme"] != b)  # its tiles are decoded first
        name = state(film)["theme"]
        wanted = np.array(THEMES[name].covered)  # drawn once its tiles are there
        eventually(lambda w=wanted: np.abs(colour(film, "board", 8, 20) - w).max() <= 12)
        covered[name] = colour(film, "board", 8, 20)
    assert len({tuple(c) for c in covered.values()}) == len(THEMES)
    # detail leaves out the search
    film.keyboard.press("?")
    film.get_by_label("Detail").select_option("Moves")
    film.keyboard.press("Escape")
    seek(film, 0)
    film.get_by_role("button", name="Step forward").click()
    settle(film)
    assert state(film)["step"] == moves(trace)[0]
    expect(film.get_by_role("button", name="Next search", exact=True)).to_be_disabled()
    press(film, "s")
    assert state(film)["step"] == moves(trace)[0]


CHANCE = "(7, 3)  ·  covered  ·  mine 50 %  ·  "


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("best", f"{CHANCE}wins 50 %"),
        (mv.Player(guess="lookahead"), f"{CHANCE}survives two moves in 50 %"),
        (mv.Player(guess="information"), f"{CHANCE}settles 50 %"),
        (None, "mines left 1, covered left 1"),
    ],
    ids=["win", "lookahead", "information", "clue"],
)
def test_hover_says_what_decided_a_guess_and_what_is_left_around_a_clue(
    open_page, tmp_path, player, told
):
    board = mv.Board.random("beginner", seed=0, first=(0, 0)) if player else mv.Board.parse("..*..")
    run = mv.play(board, player or "exact", first=(0, 0))
    page = open_page(save(tmp_path / "page.html", run))
    choose(page, "board" if player else "constraints")
    guesses = (i for i, e in enumerate(run.events) if isinstance(e, ev.Guessed) and e.options)
    seek(page, next(guesses) if player else 1)
    page.mouse.move(*(point(page, 7, 3) if player else point(page, 0, 1, "constraints")))
    expect(page.locator(".mv-tip")).to_contain_text(told)


@pytest.mark.parametrize("width", [700, 400])
def test_a_panel_from_outside_is_in_the_browser_with_its_words(open_page, tmp_path, added, width):
    run = mv.play(mv.Board.parse("..*.."), first=(0, 0))
    page = open_page(save(tmp_path / "page.html", run), size=(width, 800))
    assert page.locator(".mv-head").bounding_box()["height"] < 60  # a long name makes no row more
    expect(page.locator(".mv-overlay")).to_be_visible()
    press(page, str(len(cell_panels())))
    assert state(page)["panels"] == [added.name]
    heading = page.locator(".mv-panel:not([hidden]) figcaption")
    expect(heading).to_have_text(f"{added.title} {added.subtitle}")
    seek(page, 1)
    page.mouse.move(*point(page, 0, 3, added.name))
    expect(page.locator(".mv-tip")).to_contain_text("crowded 40 %")


OPENED = """async (kinds) => {
  const { widget: scrubber } = document.querySelector('.minevis');
  const left = [];
  scrubber.host.open = async (kind, step, place) => {
    place.textContent = kind;
    return () => left.push(kind);
  };
  await Promise.all(kinds.map((kind) => scrubber.openHere(kind)));
  return left;
}"""


def test_hover_names_a_cell_and_a_cursor_roves_over_the_board(film, trace):
    odds = trace.find(ev.OddsFound)
    seek(film, odds)
    row, col = next(map(tuple, np.argwhere(trace[odds].view > 0)))
    film.mouse.move(*point(film, row, col))
    tip = film.locator(".mv-tip")
    assert f"({row}, {col})" in tip.inner_text()
    assert f"clue {trace[odds].view[row, col]}" in tip.inner_text()
    row, col = next(map(tuple, np.argwhere(trace[odds].view == -1)))
    film.mouse.move(*point(film, row, col))
    told = f"mine {round(100 * trace[odds].probability[row, col])} %"
    assert told in tip.inner_text()
    seek(film, odds - 1)  # the player had not worked them out, but the Odds panel draws them
    film.mouse.move(*point(film, row, col))
    assert told in tip.inner_text()
    # a cursor roves over the board and gives the arrows back
    seek(film, moves(trace)[0])
    beat = state(film)["beat"]
    film.locator("[data-panel=board] .mv-canvas").focus()
    press(film, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp")
    expect(film.locator(".mv-tip")).to_contain_text("(1, 2)")
    expect(film.locator(".mv-caption [role=status]")).to_contain_text("(1, 2)")
    press(film, "Enter")
    expect(film.locator(".mv-text")).to_contain_text("(1, 2)")
    assert state(film)["beat"] == beat
    press(film, "Escape", "ArrowRight")
    eventually(lambda: state(film)["beat"] == beat + 1)
    film.mouse.click(*point(film, 3, 3))  # a click leaves the arrows to the run
    press(film, "ArrowRight")
    eventually(lambda: state(film)["beat"] == beat + 2)
    press(film, "d")  # which walks, from the cell that was clicked
    expect(film.locator(".mv-tip")).to_contain_text("(3, 4)")


def test_full_screen_and_back_also_where_the_page_stands_in_for_it(film):
    size = "(text) => parseFloat(getComputedStyle(text).fontSize)"
    assert film.locator(".mv-text").evaluate(size) == 15
    full = f"() => {HERE}.widget.full"
    press(film, "f")
    eventually(lambda: film.evaluate(full))
    assert film.locator(".mv-text").evaluate(size) > 20  # to be read from the last row
    press(film, "f")
    eventually(lambda: not film.evaluate(full))
    film.evaluate(f"() => {{ {HERE}.requestFullscreen = async () => {{ throw Error(); }}; }}")
    fills = re.compile("mv-fills-page")
    press(film, "f", "?", "Escape")  # which closes the menu alone
    expect(film.locator(".minevis")).to_have_class(fills)
    press(film, "Escape")
    expect(film.locator(".minevis")).not_to_have_class(fills)


PRINTED = """() => {
  const { color, backgroundColor } = getComputedStyle(document.querySelector('.minevis'));
  const [line, strip] = ['.mv-timeline', '.mv-timeline canvas']
    .map((each) => document.querySelector(each).getBoundingClientRect());
  return { colours: [color, backgroundColor, getComputedStyle(document.body).backgroundColor],
    strip: [strip.left - line.left, strip.width - line.width],
    right: Math.max(...[...document.querySelectorAll('.minevis canvas')]
      .map((each) => each.getBoundingClientRect().right)) };
}"""


def test_on_paper_it_is_whole_and_dark_on_white_without_what_one_presses(open_page, saved):
    page = open_page(saved, color_scheme="dark")
    expect(page.locator(".mv-moves")).to_be_visible()
    page.evaluate(f"() => {HERE}.widget.dispose()")  # on paper no script has its say
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    for pressed in (".mv-moves", ".mv-controls", ".mv-head button"):
        expect(page.locator(pressed).first).to_be_hidden()
    seen = page.evaluate(PRINTED)
    assert seen["colours"] == ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]
    assert seen["right"] <= 700
    assert seen["strip"] == pytest.approx([0, 0], abs=0.5)  # else the thumb stood beside its moment


CUT_OFF = """() => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } =
    document.querySelector(".mv-summary");
  return clientWidth === 0 || scrollWidth > clientWidth || scrollHeight > clientHeight;
}"""


def test_what_a_run_is_stands_whole_beside_its_title_or_below_it(open_page, saved):
    page = open_page(saved)
    high = page.locator(".mv-head").evaluate("(head) => head.offsetHeight")
    for width in (1280, 1070, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        eventually(lambda: not page.evaluate(CUT_OFF), told=lambda w=width: w)
        assert page.locator(".mv-head").evaluate("(head) => head.offsetHeight") == high
    page.set_viewport_size({"width": 900, "height": 800})  # it takes two lines
    eventually(lambda: not page.evaluate(CUT_OFF))


def test_names_are_text_never_markup(tab, tmp_path):
    board = mv.Board.random("beginner", seed=1, first=(0, 0))
    game = mv.play(board, mv.Player(name=MARKUP), first=(0, 0))
    tab.goto(save(tmp_path / "a.html", game, title=f"{MARKUP}</title>").as_uri())
    tab.wait_for_selector("[data-ready]")
    assert MARKUP[:10] in tab.locator(".mv-summary").inner_text()
    tab.keyboard.press("Home")
    eventually(lambda: MARKUP[:10] in caption(tab))
    assert tab.locator("img").count() == 0
    assert tab.title() == f"{MARKUP}</title>"


def test_begun_out_of_sight_it_draws_once_it_is_seen(tab, tmp_path, saved):
    path = tmp_path / "hidden.html"
    path.write_text(saved.read_text("utf-8").replace("<main>", "<main hidden>"), "utf-8")
    tab.goto(path.as_uri())
    tab.locator("[data-ready]").wait_for(state="attached")
    tab.evaluate("() => document.querySelector('.minevis').widget.player.step(1)")
    settle(tab)
    tab.evaluate("() => { document.querySelector('main').hidden = false; }")
    tab.wait_for_function(
        "() => document.querySelector('.minevis').widget.stage.panels[0].cell > 0"
    )
    covered = np.array(THEMES["paper"].covered)
    eventually(lambda: np.abs(np.array(colour(tab, "board", 8, 20)) - covered).max() <= 12)


def test_a_spoilt_page_says_so(tab, saved, tmp_path):
    text = saved.read_text("utf-8")
    start = text.index('"minevis-film">') + 600
    spoilt = tmp_path / "spoilt.html"
    spoilt.write_text(text[:start] + "AAAAAAAA" + text[start + 8 :], "utf-8")
    tab.goto(spoilt.as_uri())
    eventually(lambda: tab.get_by_role("alert").count() == 1)
    assert "cannot be shown" in tab.get_by_role("alert").inner_text()


def test_captions_are_read_out_at_rest_only_and_steps_are_numbered_as_in_the_trace(film, trace):
    press(film, "Shift+ArrowRight")
    spoken = film.locator("[role=status]")
    eventually(lambda: spoken.inner_text() == caption(film))
    said = spoken.inner_text()
    press(film, "Space")
    eventually(lambda: state(film)["step"] > moves(trace)[0] + 1)
    assert spoken.inner_text() == said
    press(film, "Space")
    eventually(lambda: spoken.inner_text() == caption(film))
    # steps are numbered as the trace numbers them and focus is seen
    film.locator(".mv-timeline").focus()
    press(film, "End", "Shift+ArrowLeft")
    slider = film.get_by_role("slider", name="Step of the run")
    step, last = state(film)["step"], len(trace) - 1
    assert step > state(film)["beat"]  # not each step of a search is kept
    assert caption(film) == mv.caption(trace.events[step])
    assert film.locator(".mv-place").inner_text() == f"{step} / {last}"
    assert slider.get_attribute("aria-valuenow") == str(step)
    assert slider.get_attribute("aria-valuemax") == str(last)
    assert slider.get_attribute("aria-valuetext").startswith(f"Step {step} of {last}")
    style = "(element) => getComputedStyle(element).outlineStyle"
    assert slider.evaluate(style) == "solid"


def led_by_a_tap_beside(page, disc):
    """Whether a tap 4 px below a disc leads where it does; the page may move from the last one."""
    page.evaluate("() => scrollTo(0, 0)")
    disc.scroll_into_view_if_needed()
    box, place = disc.locator("circle").bounding_box(), disc.get_attribute("href")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 4)
    settle(page)
    return page.url.endswith(place)


def test_a_report_can_be_read_on_a_telephone(open_page, tmp_path):
    trace = mv.play(mv.Board.random("beginner8", seed=3), "csp", seed=3)
    path = trace.report(tmp_path / "a.html", effort="quick")
    page = open_page(path, (400, 800), has_touch=True, is_mobile=True)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 400
    for link in page.get_by_role("link", name="Step through it").all():
        assert link.bounding_box()["height"] >= 44  # room for a finger
    chart = page.locator("svg.wide")
    for disc in page.get_by_role("link", name=re.compile(r"^mistake \d")).all():
        assert disc.bounding_box()["height"] >= 44
        eventually(lambda disc=disc: led_by_a_tap_beside(page, disc))
    label = chart.get_by_text("100 %", exact=True)
    assert label.bounding_box()["x"] >= chart.bounding_box()["x"]
    table = page.get_by_role("region", name="Every guess, beside the best there was")
    heights = table.locator("tbody td").evaluate_all("(all) => all.map((td) => td.offsetHeight)")
    assert max(heights) < 40  # lines are not broken
    assert table.evaluate("(all) => all.scrollWidth > all.clientWidth")

    def edges():
        picture = Image.open(BytesIO(table.screenshot())).convert("RGB")
        return [picture.getpixel((x, 1)) for x in (1, picture.width - 2)]

    ground, shadow = edges()
    # there is more to the right: a shadow says so, too soft to hide a digit
    assert 15 < max(np.abs(np.subtract(ground, shadow))) < 60
    table.evaluate("(all) => all.scrollTo(all.scrollWidth, 0)")
    eventually(lambda: max(np.abs(np.subtract(edges(), [shadow, ground])).ravel()) < 15)


def test_a_mistake_of_a_report_leads_to_its_moment_in_the_film(open_page, report):
    page = open_page(report, color_scheme="dark")
    ground = "() => getComputedStyle(document.querySelector('article')).backgroundColor"
    for media, dark in (("print", False), ("screen", True)):
        page.emulate_media(media=media)
        assert (page.evaluate(ground) != "rgb(255, 255, 255)") == dark
        theme = "dark" if dark else "paper"  # in which its board is drawn
        eventually(lambda theme=theme: page.evaluate(f"{HERE}.widget.atlas.wanted") == theme)
        picture = page.locator("article img").first.evaluate("(img) => img.currentSrc")
        assert (picture == page.locator("article img").first.get_attribute("src")) != dark
    page.set_viewport_size({"width": 960, "height": 720})
    tops = "(all) => new Set(all.map((each) => each.offsetTop)).size"
    assert page.locator(".facts li").evaluate_all(tops) == 1  # none is left over for a row alone
    seen = f"{HERE}.widget.film.events[{HERE}.widget.player.beat]"
    opened = page.evaluate(seen)
    page.keyboard.press("PageDown")  # scrolls the page, which is longer than the screen
    eventually(lambda: page.evaluate("scrollY") > 300)
    assert page.evaluate(seen) == opened
    link = page.get_by_role("link", name="Step through it").last
    step = int(link.get_attribute("href").removeprefix("#step="))
    link.click()
    eventually(lambda: page.evaluate(seen) == step)
    eventually(lambda: page.locator(".minevis").bounding_box()["y"] < 10)
    page.go_back()
    eventually(lambda: page.evaluate(seen) == opened)
    link.click()
    eventually(lambda: page.evaluate(seen) == step)
    page.evaluate(f"() => {HERE}.widget.player.seek(0)")
    link.click()  # to where the address leads already
    eventually(lambda: page.evaluate(seen) == step)


@pytest.fixture(scope="module")
def report_by_hand(shared):
    """The report of a game without reasons, and the one mistake in it that was needless."""
    solved = mv.play(mv.Board.random("expert", seed=11, first=(0, 0)), "counting", first=(0, 0))
    clicks = (ev.Started, ev.Opened, ev.Exploded, ev.Finished)
    trace = mv.Trace([event for event in solved.events if isinstance(event, clicks)])
    (mistake,) = (click for click in trace.review(effort="quick").mistakes if click.safe)
    return shared("by_hand.html", lambda path: trace.report(path, effort="quick")), mistake


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_link_to_a_moment_of_a_report_opens_at_the_film(open_page, report_by_hand, size):
    """Though what is above the film gets its height late; a reload stays where one was."""
    path, mistake = report_by_hand
    (step,) = re.findall(r'needless guess at.*?href="#step=(\d+)"', path.read_text(), re.I | re.S)
    page = open_page(path, size, f"#step={step}&panels=board", has_touch=size[0] < 600)
    top = f"() => {HERE}.getBoundingClientRect().top"
    practice = page.frame_locator("iframe").locator("[data-ready]")
    practice.wait_for()
    eventually(lambda: abs(page.evaluate(top)) < 2)
    assert page.evaluate("() => scrollY") > size[1]
    box = page.evaluate(
        """([row, col]) => {
          const { stage } = document.querySelector('.minevis').widget;
          const { left, side } = stage.visible[0].boxOf(row * stage.width + col);
          return [left, left + side];
        }""",
        mistake.safe,
    )
    expect(page.get_by_role("button", name="Next mistake")).to_be_visible()  # on a phone too
    assert 0 < box[0] < box[1] <= size[0]  # the safe cell is seen, though the board be wider
    page.mouse.wheel(0, -1000)
    eventually(lambda: page.evaluate("() => history.state?.minevisTop ?? 0") > 900)
    there = page.evaluate(top)
    page.reload()
    page.wait_for_selector("[data-ready]")
    practice.wait_for()
    eventually(lambda: abs(page.evaluate(top) - there) < 2)


INNER = """() => {
  const outer = document.querySelector('.minevis');
  const inner = document.createElement('div');
  inner.className = 'minevis';
  inner.append(outer.querySelector('.mv-head').cloneNode());
  outer.classList.add('mv-low');
  outer.append(inner);
  return [...outer.querySelectorAll('.mv-head')].map((head) => getComputedStyle(head).display);
}"""


def test_of_two_boards_asked_for_at_once_the_last_is_opened_and_its_style_is_its_own(film):
    assert film.evaluate(OPENED, ["playground", "editor"]) == ["playground"]
    expect(film.locator(".mv-away > :last-child")).to_have_text("editor")
    film.locator(".mv-away button").click()
    expect(film.locator(".mv-away")).to_have_count(0)
    expect(film.locator("[data-panel=board]")).to_be_visible()
    # its style knows reduced motion and leaves a widget in it alone
    lasts = "() => getComputedStyle(document.querySelector('button')).transitionDuration"
    for preference, moving in (("reduce", False), ("no-preference", True)):
        film.emulate_media(reduced_motion=preference)
        assert (film.evaluate(lasts) != "0s") == moving
    assert film.evaluate(INNER) == ["none", "flex"]
