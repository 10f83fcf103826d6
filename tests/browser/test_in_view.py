"""The scrubber as an analysis board: in view at every size, and open to links, keys and loops."""

import re

import pytest
from playwright.sync_api import expect

import minevis as mv
from minevis.film.cards import key_moment
from minevis.reviews.curve import curve_of
from minevis.solver.events import Exploded, Finished, Guessed, Opened, Started
from minevis.web.page import save
from minevis.words.events import kind
from minevis.words.events.meaning import Kind
from minevis.words.move_list import move_list
from seeing import (
    HERE,
    LONG,
    choose,
    eventually,
    fingerprint,
    point,
    press,
    resize,
    seek,
    settle,
    state,
)

SIZES = [(1280, 800), (820, 1180), (1366, 660), (844, 390), (640, 400), (390, 844), (683, 330)]
PARTS = (".mv-field", ".mv-text", ".mv-timeline", ".mv-buttons")
BOXES = """(parts) => parts.map((part) => {
  const seen = [...document.querySelectorAll(part)].find((each) => each.offsetParent);
  const { left, top, right, bottom } = seen.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


@pytest.fixture(scope="module")
def pages(trace, saved, tmp_path_factory):
    """Saved pages of a small and of a large board."""
    board = mv.Board.random("beginner", seed=3, first=(0, 0))
    small = mv.play(board, first=(0, 0))
    path = save(tmp_path_factory.mktemp("small") / "small.html", small)
    careless = mv.play(board, mv.Player(guess="uniform"), first=(0, 0))
    third = save(path.with_name("careless.html"), careless)
    return {"9×9": (path, small), "16×30": (saved, trace), "careless": (third, careless)}


@pytest.fixture
def opened(open_page, pages):
    return lambda name, *look, **options: open_page(pages[name][0], *look, **options)


@pytest.mark.parametrize("name", ["9×9", "16×30"])
def test_parts_are_in_view_together_and_playback_keeps_its_place(opened, pages, name):
    page = opened(name)
    searching = next(
        i for i, event in enumerate(pages[name][1].events) if kind(event) is Kind.SEARCH
    )
    captions = page.evaluate(f"() => {HERE}.widget.film.captions")
    by_length = sorted(range(len(captions)), key=lambda beat: len(captions[beat]))
    for size in SIZES if name == "16×30" else SIZES[::2]:
        resize(page, size)
        seek(page, key_moment(pages[name][1]))
        tops, widths = set(), set()
        for panels in (["board"], ["board", "probability"], ["tree"], ["probability"]):
            choose(page, *panels)
            if panels != ["tree"]:
                check_in_view(page, PARTS, size)
            tops.add(page.evaluate(CONTROLS_TOP))
        choose(page, "board", "tree")
        for step in (searching, state(page)["step"] + 40):
            seek(page, step)
        check_in_view(page, (*PARTS, ".mv-tree canvas"), size)
        tops.add(page.evaluate(CONTROLS_TOP))
        choose(page, "board")
        for beat in (0, *by_length[:3], *by_length[-3:]):  # short sentences and long ones
            page.evaluate(f"(beat) => {HERE}.widget.player.seek(beat)", beat)
            settle(page, 4)  # the size of the page is seen once it is drawn
            tops.add(page.evaluate(CONTROLS_TOP))
            widths.add(page.evaluate("() => document.querySelector('.mv-canvas').offsetWidth"))
        if size != (683, 330):  # too low for the longest sentences
            assert (len(tops), len(widths)) == (1, 1), (size, tops, widths)


FITTED = """() => {
  const root = document.querySelector('.minevis');
  const before = root.className;
  root.widget.fit();
  return [before, root.className];
}"""


def test_at_no_width_does_it_change_its_mind_each_time(opened):
    """What is narrow has less padding, and so more room within than at the same width before."""
    page, narrow = opened("9×9", (600, 800)), set()
    for width in range(600, 700, 6):
        resize(page, (width, 800))
        before, after = page.evaluate(FITTED)
        assert before == after, width
        narrow.add("mv-narrow" in before)
    assert narrow == {True, False}
    resize(page, (390, 844))
    page.evaluate(f"() => {HERE}.widget.chooseCurve('none')")
    press(page, "End")
    assert page.evaluate("document.documentElement.scrollWidth") == 390  # with the thumb


def test_counters_leave_a_sentence_room_and_end_no_line_within_one(opened, pages):
    page = opened("16×30", (660, 900))
    seek(page, pages["16×30"][1].find(Guessed))
    rows = "(each) => [...new Set([...each.getClientRects()].map((rect) => rect.top))].length"
    text, caption = (page.locator(part).bounding_box() for part in (".mv-text", ".mv-caption"))
    assert text["width"] >= 0.45 * caption["width"]
    each = page.locator(".mv-counters .mv-whole")
    assert "risk so far" in " ".join(each.all_inner_texts())
    assert set(each.evaluate_all(f"(all) => all.map({rows})")) == {1}


def check_in_view(page, parts, size):
    for part, (left, top, right, bottom) in zip(
        parts, page.evaluate(BOXES, list(parts)), strict=True
    ):
        assert 0 <= left < right <= size[0], part
        assert 0 <= top < bottom <= size[1], part


CONTROLS_TOP = "() => document.querySelector('.mv-controls').getBoundingClientRect().top"


def test_where_the_board_leaves_room_the_moves_stand_in_it(opened):
    page = opened("16×30", (820, 1180))
    moves = page.locator(".mv-moves")
    box = moves.bounding_box()
    assert page.locator(".mv-text").bounding_box()["y"] < box["y"]
    assert box["height"] > 250
    assert box["y"] + box["height"] < page.locator(".mv-timeline").bounding_box()["y"]
    choose(page, "tree")
    expect(moves).to_be_hidden()
    choose(page, "board")
    expect(moves).to_be_visible()
    page.keyboard.press("m")
    expect(moves).to_be_hidden()


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "among others"])
def test_controls_make_way_for_a_long_answer_once_and_not_at_the_foot(opened, alone):
    page = opened("16×30")
    if not alone:
        page.evaluate(f"() => {HERE}.after(document.createElement('div'))")
    page.keyboard.press("Home")
    page.evaluate(f"() => {HERE}.widget.fit()")
    settle(page)
    before = page.evaluate(CONTROLS_TOP)
    answer = "{ text: 'Because. '.repeat(40), badge: 'ODDS', role: 'search', marks: [] }"
    page.evaluate(f"() => {HERE}.widget.questions.show({answer})")
    settle(page)
    asked = page.evaluate(CONTROLS_TOP)
    assert asked == before if alone else asked > before
    page.keyboard.press("ArrowRight")
    settle(page, 4)
    assert page.evaluate(CONTROLS_TOP) == asked


def test_the_curve_and_the_moves_lead_to_their_moments(opened, pages):
    page = opened("16×30", (1400, 950))
    assert page.locator(".mv-curve-words").inner_text().startswith("chance to win ")
    assert page.locator(".mv-timeline").bounding_box()["height"] > 60
    scrolled = "() => document.querySelector('.mv-lines').scrollTop"
    press(page, "End")
    assert page.evaluate(scrolled) > 0
    page.keyboard.press("Home")
    eventually(lambda: page.evaluate(scrolled) == 0)
    guesses = page.locator(".mv-lines li:visible")
    page.get_by_role("button", name="Guesses", exact=True).click()
    assert guesses.count() == pages["16×30"][1].guesses
    guesses.last.locator("button").click()
    settle(page)
    assert state(page)["kind"] == "g"
    assert guesses.last.locator("[aria-current]").count() == 1
    press(page, "ArrowUp")
    assert guesses.last.locator("[aria-current]").count() == 0
    page.get_by_role("button", name="Mistakes", exact=True).click()
    mistakes = [mark for mark in curve_of(pages["16×30"][1])["marks"] if mark["mistake"]]
    assert guesses.count() == len(mistakes) > 0
    press(page, "m")
    assert not page.locator(".mv-moves").is_visible()
    left, _, right, _ = page.evaluate(BOXES, [".mv-stage canvas"])[0]
    assert right - left > 1250  # the board takes the room there is
    page.set_viewport_size({"width": 1400, "height": 600})
    eventually(lambda: page.evaluate(BOXES, [".mv-buttons"])[0][3] <= 600)


SEEN = f"""() => {{
  const {{ viewport, visible: [panel] }} = {HERE}.widget.stage;
  const {{ scrollLeft: left, clientWidth: wide }} = panel.field;
  const cell = panel.cell / panel.ratio;
  return {{ zoomed: viewport.zoomed, cell, left, wide, whole: panel.canvas.offsetWidth }};
}}"""


WINDOWS = """() => [...document.querySelectorAll('.mv-field')].filter((each) => each.offsetParent)
  .map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])"""


SEEN_AT_REST = f"""async () => {{
  const windows = {WINDOWS};
  const before = JSON.stringify(windows());
  for (let i = 0; i < 12; i += 1) await new Promise((done) => requestAnimationFrame(done));
  return windows().length === 2 && JSON.stringify(windows()) === before;
}}"""


def test_what_is_spoken_of_stays_in_sight_at_another_size(opened):
    page = opened("16×30")
    page.mouse.click(*point(page, 14, 26))  # the run speaks of cells on the left
    page.set_viewport_size({"width": 400, "height": 800})
    eventually(lambda: page.evaluate(SEEN)["zoomed"])
    eventually(lambda: _in_window(page.evaluate(SEEN), 26))
    page = opened("16×30")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")  # the first click, in the corner
    settle(page)
    page.keyboard.press("z")
    assert page.evaluate(SEEN)["zoomed"]
    field = "document.querySelector('[data-panel=board] .mv-field')"
    assert page.evaluate(f"() => [{field}.scrollLeft, {field}.scrollTop]") == [0, 0]


RULERS = """() => {
  const inside = (box, { left, top, right, bottom }) => box.left >= left - 1 && box.top >= top - 1
    && box.right <= right + 1 && box.bottom <= bottom + 1;
  const field = [...document.querySelectorAll('.mv-field')].find((each) => each.offsetParent);
  const box = field.getBoundingClientRect();
  const [across, down] = [...field.querySelectorAll('.mv-ruler')];
  const map = field.querySelector('.mv-map').getBoundingClientRect();
  return { map: map.width > 0 && inside(map, box), shown: across.offsetHeight * down.offsetWidth,
    top: across.getBoundingClientRect().top - box.top,
    left: down.getBoundingClientRect().left - box.left };
}"""


def test_a_board_too_large_is_seen_through_a_window_that_follows(opened, pages):
    page = opened("16×30", (400, 800))
    seen = page.evaluate(SEEN)
    assert seen["zoomed"]
    assert seen["cell"] >= 20
    assert seen["whole"] > seen["wide"]
    page.keyboard.press("Home")
    for guess in filter(lambda event: isinstance(event, Guessed), pages["16×30"][1].events):
        page.keyboard.press("g")
        eventually(lambda col=guess.cell[1]: _in_window(page.evaluate(SEEN), col))
    map_of_board = page.locator(".mv-map:visible")
    map_of_board.wait_for()
    map_of_board.click(position={"x": 2, "y": 2})
    assert page.evaluate(SEEN)["left"] == 0
    page.keyboard.press("z")
    assert not page.evaluate(SEEN)["zoomed"]
    page.keyboard.press("z")
    # all panels are seen through one window
    page.locator("[data-panel=board] .mv-field").evaluate("(field) => field.scrollTo(150, 0)")
    settle(page)
    overlay = page.get_by_role("combobox", name="On the board")
    for name in ("probability", "regions", "board"):
        overlay.select_option(name)
        eventually(lambda: page.evaluate(WINDOWS) == [[150, 0]])
    choose(page, "board", "probability")
    eventually(lambda: page.evaluate(SEEN_AT_REST))  # they go to what is spoken of, smoothly
    page.locator("[data-panel=probability] .mv-field").evaluate("(it) => it.scrollTo(60, 40)")
    eventually(lambda: page.evaluate(WINDOWS) == [[60, 40]] * 2)
    page.keyboard.press("End")
    page.keyboard.press("b")  # a guess, which both go to
    cell = f"() => {HERE}.widget.film.spokenOf()[0] % 30"
    eventually(lambda: _in_window(page.evaluate(SEEN), page.evaluate(cell)))
    eventually(lambda: len({tuple(each) for each in page.evaluate(WINDOWS)}) == 1)
    choose(page, "board")
    # coordinates stay at the edges of a window
    field = page.locator("[data-panel=board] .mv-field")
    for place in (0, 150):
        field.evaluate("(field, place) => field.scrollTo(place, place)", place)
        eventually(lambda: page.evaluate(RULERS)["map"])
        seen = page.evaluate(RULERS)
        assert seen["shown"] > 0
        assert seen["top"] == pytest.approx(0, abs=1)
        assert seen["left"] == pytest.approx(0, abs=1)
    number = "() => Math.min(...document.querySelector('.mv-down').getContext('2d')"
    number += ".getImageData(0, 0, 20, 200).data)"
    assert page.evaluate(number) < 200  # something is written there
    below = f"""() => {{
      {HERE}.widget.stage.viewport.toggle();
      const [field] = document.querySelectorAll('[data-panel=board] .mv-field');
      return field.offsetHeight - field.firstElementChild.offsetHeight;
    }}"""
    assert page.evaluate(below) == 0  # its map takes no room before it goes
    eventually(lambda: page.evaluate(RULERS)["shown"] == 0)


def _in_window(seen, col):
    place = 20 + col * seen["cell"]
    return seen["left"] <= place + 1 and place + seen["cell"] <= seen["left"] + seen["wide"] + 1


def test_a_wide_screen_plays_overlays_and_zooms(opened, pages):
    page = opened("16×30")
    at = state(page)["beat"]
    assert state(page)["step"] == key_moment(pages["16×30"][1])
    assert state(page)["kind"] == "g"
    odds, zeros = (page.get_by_role("button", name=name, exact=True) for name in ("Odds", "Zeros"))
    beside = page.get_by_role("button", name="Plain")
    beside.click()
    page.keyboard.press("Space")
    eventually(lambda: state(page)["beat"] > at)
    page.keyboard.press("Space")
    eventually(lambda: not state(page)["playing"])
    expect(beside).to_have_attribute("aria-pressed", "true")
    odds.click()
    page.keyboard.press("Tab")
    expect(zeros).to_be_focused()
    look = "() => getComputedStyle(document.activeElement)"
    assert page.evaluate(f"{look}.position") != "static"  # its ring lies over its neighbour
    assert int(page.evaluate(f"{look}.zIndex")) > 0
    page.keyboard.press("Space")
    expect(zeros).to_have_attribute("aria-pressed", "true")
    assert not state(page)["playing"]
    choose(page, "board")
    # one board with an overlay and a second one beside it
    assert state(page)["panels"] == ["board"]
    seek(page, 1)
    bare = fingerprint(page)
    page.get_by_role("button", name="Odds", exact=True).first.click()
    settle(page)
    assert state(page)["panels"] == ["probability"]
    assert fingerprint(page, "probability") != bare
    page.get_by_role("button", name="Plain").click()
    assert state(page)["panels"] == ["board", "probability"]
    page.keyboard.press("4")
    assert state(page)["panels"] == ["board", "zero"]
    page.keyboard.press("p")
    assert state(page)["panels"] == ["zero"]
    choose(page, "board")
    # the board is zoomed by the wheel dragged and asked by clicks only
    seek(page, 300)
    left, top, right, bottom = page.evaluate(BOXES, [".mv-field"])[0]
    middle = ((left + right) / 2, (top + bottom) / 2)
    page.mouse.move(*middle)
    page.mouse.wheel(0, -300)
    assert not page.evaluate(SEEN)["zoomed"]  # a plain wheel is the page's
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    eventually(lambda: page.evaluate(SEEN)["zoomed"])
    before = page.evaluate(SEEN)
    assert page.evaluate(BOXES, [".mv-field"])[0][3] <= 800
    asked = f"() => {HERE}.widget.questions.answer"
    page.mouse.down()
    page.mouse.move(middle[0] - 90, middle[1] - 30, steps=4)
    page.mouse.up()
    settle(page)
    assert page.evaluate(SEEN)["left"] == pytest.approx(before["left"] + 90, abs=2)
    assert page.evaluate(asked) is None
    page.mouse.click(*middle)
    eventually(lambda: page.evaluate(asked))


GLIDES_AWAY = f"""async () => {{
  const {{ viewport, visible: [panel], width }} = {HERE}.widget.stage;
  const {{ field }} = panel;
  const follow = (col) => viewport.follow([8 * width + col], {{ smooth: true }});
  field.scrollTo({{ left: 200, behavior: "instant" }});
  follow(2);
  follow(Math.floor(((field.scrollLeft + field.clientWidth) * panel.ratio) / panel.cell) - 4);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let i = 0; i < 30; i += 1) await frame();
  return field.scrollLeft;
}}"""


def test_a_window_stays_at_cells_that_are_seen_before_it_has_reached_others(opened):
    page = opened("16×30", (400, 800), reduced_motion="no-preference")
    assert page.evaluate(GLIDES_AWAY) == 200


def test_forced_colours_leave_everything_to_be_told_apart(opened):
    page = opened("9×9", forced_colors="active")
    assert fingerprint(page) == fingerprint(opened("9×9"))  # the board keeps its colours
    look = page.evaluate(
        """() => {
          const style = (name) => getComputedStyle(document.querySelector(name));
          const pressed = style('.mv-toggles [aria-pressed="true"]');
          return [pressed.outlineStyle, style('.mv-thumb').backgroundColor,
            style('.minevis').backgroundColor, style('.mv-badge').borderTopStyle];
        }"""
    )
    assert look[0] == "solid"
    assert look[1] != look[2]
    assert look[3] == "solid"


def test_links_open_their_moments_and_the_address_keeps_what_is_seen(opened):
    permissions = ["clipboard-read", "clipboard-write"]
    page = opened("16×30", link="#step=300&panels=board,zero", permissions=permissions)
    assert state(page)["step"] == page.evaluate(
        f"() => {{ const {{ film }} = {HERE}.widget; return film.events[film.beatOf(300)]; }}"
    )
    assert state(page)["panels"] == ["board", "zero"]
    page.keyboard.press("?")
    page.get_by_role("button", name="Copy link").click()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith(f"#step={state(page)['step']}&panels=board,zero")
    broken = opened("16×30", link="#step=abc")
    assert state(broken)["step"] == broken.evaluate(f"() => {HERE}.widget.film.opening")
    page.evaluate("() => { window.location.hash = 'step=0&panels=board'; }")
    eventually(lambda: (state(page)["step"], state(page)["panels"]) == (0, ["board"]))
    fresh = opened("16×30")
    address = "() => window.location.hash"
    assert fresh.evaluate(address) == ""  # before anybody has been anywhere
    seek(fresh, 200)
    choose(fresh, "probability")
    before = (state(fresh)["step"], state(fresh)["panels"])
    eventually(lambda: fresh.evaluate(address) == f"#step={before[0]}&panels=probability")
    assert fresh.evaluate("() => history.length") == 2  # Back leaves the page, as it did
    fresh.reload()
    fresh.wait_for_selector("[data-ready]")
    assert (state(fresh)["step"], state(fresh)["panels"]) == before


def test_keys_step_repeat_and_leave_shortcuts_and_a_picture_is_saved(opened, tmp_path):
    page = opened("9×9")
    press(page, "Home", "ArrowRight")
    assert state(page)["beat"] == 1
    page.evaluate(
        "() => { window.heard = []; "
        "window.addEventListener('keydown', (e) => window.heard.push(e.defaultPrevented)); }"
    )
    page.locator(".mv-timeline").focus()
    press(page, "Control+ArrowRight", "Alt+g")
    assert state(page)["beat"] == 1
    assert page.evaluate("() => window.heard") == [False] * 4  # the modifiers are keys too
    # a passage is repeated
    page.keyboard.press("Home")
    repeat = page.locator(".mv-loop-button")
    expect(repeat).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("l")
    expect(repeat).to_have_attribute("aria-pressed", "mixed")
    expect(repeat).to_have_attribute("title", re.compile("press again"))
    thumb, mark = (page.locator(part).bounding_box() for part in (".mv-thumb", ".mv-loop"))
    assert mark["width"] > thumb["width"] + 2
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "l", "Space"):
        page.keyboard.press(key)
    expect(repeat).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(f"() => {HERE}.widget.player.loop") == [0, 3]
    assert state(page)["playing"]
    page.keyboard.press("l")
    eventually(lambda: state(page)["beat"] > 3)
    page.keyboard.press("Space")
    # a picture of the moment is saved
    from PIL import Image

    page = opened("9×9")
    page.keyboard.press("?")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save picture").click()
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    assert path.name == f"step-{state(page)['step']}.png"
    assert len(Image.open(path).convert("RGB").getcolors(1_000_000)) > 20


def test_panels_that_stay_empty_and_a_run_of_one_moment_cannot_be_chosen(
    open_page, opened, pages, tmp_path
):
    for name in ("9×9", "careless"):
        page = opened(name)
        happened = {type(event).__name__ for event in pages[name][1].events}
        for key, panel, event in (("4", "Zeros", "ZerosFound"), ("6", "Guess", "Guessed")):
            button = page.get_by_role("button", name=panel, exact=True)
            assert button.is_disabled() == (event not in happened)
            page.keyboard.press(key)
            chosen = {"4": "zero", "6": "guess"}[key] if event in happened else "board"
            assert state(page)["panels"] == [chosen]
            page.keyboard.press("1")
    mv.Playground("beginner").save(tmp_path / "unplayed.html")
    page = open_page(tmp_path / "unplayed.html")
    expect(page.get_by_role("button", name="Search", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    page.evaluate(f"() => {HERE}.widget.player.toggle()")
    assert not state(page)["playing"]


def test_mistakes_are_led_to_by_button_and_key(opened, pages):
    found = [mark["at"] for mark in curve_of(pages["careless"][1])["marks"] if mark["mistake"]]
    page = opened("careless")
    named = lambda name: page.get_by_role("button", name=name, exact=True)  # noqa: E731
    page.keyboard.press("Home")
    expect(named("Mistake before")).to_be_disabled()
    named("Next mistake").click()
    settle(page)
    first = state(page)["step"]
    assert first <= found[0]
    expect(page.locator(".mv-lines [aria-current]")).to_contain_text("wins 4.7 more of 100")
    press(page, *"x" * (len(found) - 1))
    expect(named("Next mistake")).to_be_disabled()
    press(page, *["Shift+X"] * (len(found) - 1))
    eventually(lambda: state(page)["step"] == first)
    page = opened("9×9")
    expect(named("Next mistake")).to_be_disabled()


def test_every_guess_is_led_to_and_mistakes_where_they_are_told(open_page, tmp_path):
    played = mv.play(
        mv.Board.random("beginner", seed=0, first=(0, 0)),
        mv.Player(rules=("count",), odds=None, guess="uniform"),
        first=(0, 0),
        seed=1,
    )
    by_hand = [e for e in played.events if isinstance(e, Started | Opened | Exploded | Finished)]
    trace = mv.Trace(by_hand).with_reasons()
    needless, forced = (line["at"] for line in move_list(trace) if line["kind"] == "g")
    page = open_page(save(tmp_path / "page.html", trace))
    page.keyboard.press("Home")
    for event in (needless, forced):
        page.keyboard.press("g")
        eventually(lambda event=event: state(page)["step"] == event)
    expect(page.get_by_role("button", name="Next guess", exact=True)).to_be_disabled()
    press(page, "Home", "x")
    expect(page.locator(".mv-text")).to_contain_text("A needless guess")


def test_the_theme_follows_the_system_until_one_is_chosen(opened):
    page = opened("9×9", color_scheme="dark")
    assert state(page)["theme"] == "dark"
    page.emulate_media(color_scheme="light")
    eventually(lambda: state(page)["theme"] == "paper")
    page.evaluate(f"() => {HERE}.widget.useTheme('classic')")
    eventually(lambda: state(page)["theme"] == "classic")
    page.emulate_media(color_scheme="dark")
    settle(page, LONG)
    assert state(page)["theme"] == "classic"
