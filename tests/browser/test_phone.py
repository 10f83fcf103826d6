"""Pages on a phone, upright and on its side: the board first, and every setting in reach."""

import pytest
from playwright.sync_api import expect

import minevis as mv
from minevis.web.page import save
from minevis.web.practice import save_practice
from puzzles_made import MADE, TALL
from seeing import HERE, LONG, axe, eventually, point, resize, settle, state, touch
from unhosted import save_widget

UPRIGHT, SMALL, SIDEWAYS = (390, 844), (360, 640), (844, 390)
FINGER, LETTERS = 44, 14  # CSS px: of what is touched, and of sentences
PLACES = """() => {
  const root = document.querySelector('.minevis');
  const { visible: [panel] } = root.widget.stage;
  const box = (name) => root.querySelector(name).getBoundingClientRect();
  const field = panel.field.getBoundingClientRect();
  const cell = panel.cell / panel.ratio;
  const high = Math.min(field.height - panel.top / panel.ratio, panel.height * cell);
  return { rows: high / cell, of: panel.height, board: [field.top, field.bottom],
    sentence: [box('.mv-text').top, box('.mv-text').bottom],
    controls: [box('.mv-controls').top, box('.mv-controls').bottom],
    letters: parseFloat(getComputedStyle(root.querySelector('.mv-text')).fontSize),
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight] };
}"""
TOO_SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((each) => each.offsetParent)
  .map((each) => [each.ariaLabel ?? each.textContent, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < least - 0.01)
  .map(([name]) => name)"""
TOPS = "(all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().top)))]"
SCORE_FITS = """(it) => {
  it.textContent = 'Puzzles: 40 of 40 done  ·  40 in a row';
  return it.scrollWidth <= it.clientWidth;
}"""
TOUCHED = "button, select, summary, input"


@pytest.fixture(scope="module")
def pages(saved, tmp_path_factory):
    """Pages of an expert game, of race, Playground and Editor on expert boards, and of practice."""
    folder = tmp_path_factory.mktemp("phone")
    board = mv.Board.random("expert", seed=30, first=(0, 0))
    race = mv.race(board, ["counting", "csp", "exact"], first=(0, 0))
    playground = mv.Playground("expert", seed=5)
    return {
        "game": saved,
        "playground": save_widget(folder / "playground.html", playground),
        "editor": save_widget(folder / "editor.html", mv.Editor(mv.Position.fresh((16, 30), 99))),
        "race": save(folder / "race.html", race),
        "practice": save_practice(folder / "practice.html", (*MADE, TALL)),
    }


@pytest.fixture
def phone(open_page, pages):
    touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    return lambda name, size, **options: open_page(pages[name], size, **touch, **options)


def menu(page):
    page.get_by_role("button", name="Menu", exact=True).tap()
    sheet = page.get_by_role("dialog", name="Menu")
    expect(sheet).to_be_visible()
    return sheet


@pytest.mark.parametrize(
    ("name", "rows"), [("game", (16, 13, 16)), ("race", (16, 12, 16)), ("playground", (16, 14, 8))]
)
def test_the_board_has_the_room_then_the_sentence_then_the_controls(phone, name, rows):
    page = phone(name, UPRIGHT)
    for size, least in zip((UPRIGHT, SMALL, SIDEWAYS), rows, strict=True):
        resize(page, size)
        assert page.evaluate(PLACES)["rows"] >= least - 0.01, size
        check_order(page, size)
        for bar in (".mv-head", ".mv-controls"):
            assert len(page.locator(f"{bar} button:visible").evaluate_all(TOPS)) <= 1, bar


def check_order(page, size, beside=False):
    """All is in view, the board first, large enough to be touched and read."""
    seen = page.evaluate(PLACES)
    assert seen["page"][0] <= size[0]
    assert seen["page"][1] <= size[1]
    assert seen["letters"] >= LETTERS
    assert beside or seen["board"][1] <= seen["sentence"][0]
    assert seen["sentence"][1] <= seen["controls"][0]
    assert seen["controls"][1] <= size[1]
    assert page.evaluate(TOO_SMALL, [TOUCHED, FINGER]) == []


def test_a_puzzle_is_seen_whole_with_its_question_and_its_buttons(phone):
    page = phone("practice", UPRIGHT)
    for kind in ("1-2-2-1", "mines left", "anything"):
        page.get_by_label("Kind of puzzle").select_option(kind)
        eventually(lambda kind=kind: page.evaluate(f"() => {HERE}.widget.puzzle.kind") == kind)
        for size in (UPRIGHT, SMALL, SIDEWAYS, (667, 375)):
            resize(page, size)
            seen = page.evaluate(PLACES)
            assert seen["rows"] == pytest.approx(seen["of"])
            check_order(page, size, beside=size[0] > size[1])
            assert page.locator(".mv-summary").evaluate(SCORE_FITS)


@pytest.mark.parametrize("name", ["game", "race"])
def test_theme_speed_and_more_are_chosen_in_the_menu(phone, name):
    page = phone(name, SIDEWAYS, color_scheme="light")
    sheet = menu(page)
    for size in (SIDEWAYS, UPRIGHT, SMALL):
        resize(page, size)
        assert page.evaluate(TOO_SMALL, [f"dialog :is({TOUCHED})", FINGER]) == []
    sheet.get_by_label("Theme").select_option("dark")
    eventually(lambda: state(page)["theme"] == "dark")
    sheet.get_by_label("Speed").fill("0")
    eventually(lambda: state(page)["speed"] == 1)
    sheet.get_by_label("Curve").select_option("none")
    expect(page.locator(".mv-curve-words")).to_be_hidden()
    if name == "game":
        sheet.get_by_label("Detail").select_option("0")
        eventually(lambda: page.evaluate(f"() => {HERE}.widget.player.detail") in (0, "0"))
    assert page.evaluate("() => localStorage.length + sessionStorage.length") == 0


GROUND = """[document.body, document.querySelector(".minevis")].map(
  (element) => getComputedStyle(element).backgroundColor)"""


@pytest.mark.parametrize("name", ["practice", "editor", "playground"])
def test_boards_have_their_theme_and_keys_in_a_menu_and_leave_it_the_keys(phone, name):
    page = phone(name, SMALL, color_scheme="light")
    before = page.evaluate(GROUND)
    sheet = menu(page)
    sheet.get_by_label("Theme").select_option("dark")
    expect(page.locator(".minevis")).to_have_attribute("data-theme", "dark")
    settle(page)
    around, within = page.evaluate(GROUND)
    if name == "practice":  # the page takes the theme too
        assert before[0] == before[1] != around == within
        keys = sheet.locator("dt").all_text_contents()
        assert keys[1:] == ["Space, Enter", "S", "M, F", "0", "H", "W", "N", "right click"]
    else:
        assert page.evaluate("() => window.traits.theme") == "dark"  # Python hears of it
    for _ in range(2):  # opened by its button, then by its key
        page.keyboard.press("n")  # nothing happens behind it
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        page.keyboard.press("ArrowRight")  # back on the board
        eventually(lambda: page.evaluate("document.activeElement.matches('.mv-canvas')"))
        expect(page.locator(".mv-cursor").first).to_be_visible()
        page.keyboard.press("?")
        expect(sheet).to_be_visible()
    page.reload()
    page.wait_for_selector("[data-ready]")  # what was looked at is not kept
    expect(page.locator(".minevis")).to_have_attribute("data-theme", "paper")


@pytest.mark.parametrize("name", ["game", "practice"])
def test_escape_the_cross_and_a_tap_beside_it_close_the_menu_which_keeps_keys_within(phone, name):
    page = phone(name, UPRIGHT)
    opener = page.get_by_role("button", name="Menu", exact=True)
    for close in (
        lambda _: page.keyboard.press("Escape"),
        lambda sheet: sheet.get_by_role("button", name="Close").tap(),
        lambda sheet: page.touchscreen.tap(UPRIGHT[0] / 2, sheet.bounding_box()["y"] - 20),
    ):
        sheet = menu(page)
        box = sheet.bounding_box()
        page.touchscreen.tap(box["x"] + 4, box["y"] + box["height"] - 4)  # its own rim
        settle(page)
        expect(sheet).to_be_visible()
        close(sheet)
        expect(sheet).to_be_hidden()
        expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    for _ in range(3 if name == "game" else 1):
        page.keyboard.press("Tab")
        assert sheet.evaluate("(it) => it.contains(document.activeElement)")


NAMES = """() => [...document.querySelectorAll('.minevis button')]
  .filter((each) => each.offsetParent && !each.closest('dialog, details, .mv-toggles, .mv-moves'))
  .map((each) => each.ariaLabel ?? each.textContent).sort()"""
IN_MENU = """() => [...document.querySelectorAll('.mv-spare button')]
  .map((each) => each.ariaLabel ?? each.textContent)"""


@pytest.mark.parametrize("name", ["game", "race", "playground"])
def test_whatever_a_wide_screen_has_is_on_a_phone_or_in_its_menu(phone, open_page, pages, name):
    wide, page = open_page(pages[name]).evaluate(NAMES), phone(name, UPRIGHT)
    for size in (UPRIGHT, SMALL, SIDEWAYS):
        resize(page, size)
        here = page.evaluate(NAMES) + page.evaluate(IN_MENU)
        zooms = ("Closer", "The whole board")  # only small cells need one
        assert sorted(set(here).difference(zooms)) == sorted(set(wide).difference(zooms)), size


def test_what_the_menu_took_in_acts_and_shows_what_it_has_done(phone):
    page = phone("game", UPRIGHT)
    search = menu(page).get_by_role("button", name="Next search")
    written = "(it) => getComputedStyle(it, '::after').content"
    assert search.evaluate(written) == '"Next search"'  # its sign alone would say little
    search.tap()
    expect(page.get_by_role("dialog")).to_be_hidden()
    eventually(lambda: state(page)["kind"] == "q")
    size = f"() => {HERE}.widget.stage.viewport.size"
    before = page.evaluate(size)
    for name, after in (("The whole board", 0), ("Closer", before)):  # by what a tap will do
        page.get_by_role("button", name=name, exact=True).tap()
        eventually(lambda after=after: page.evaluate(size) == after)
    menu(page).get_by_role("button", name="Plain").tap()
    eventually(lambda: len(state(page)["panels"]) == 2)
    page.keyboard.press("1")
    page.keyboard.press("End")
    menu(page).get_by_role("button", name="Moves").tap()
    expect(page.locator(".mv-lines [aria-current]")).to_be_in_viewport()


def test_a_finger_that_swipes_up_from_the_curve_scrolls_and_leaves_the_moment(phone):
    page = phone("game", UPRIGHT)
    page.evaluate("() => { document.body.style.paddingBottom = '900px'; }")
    beat = state(page)["beat"]
    box = page.locator(".mv-timeline").bounding_box()
    touch(page, *([(box["x"] + 20, box["y"] + 40 - 15 * number)] for number in range(12)))
    eventually(lambda: page.evaluate("() => scrollY") > 0)
    eventually(lambda: state(page)["beat"] == beat)


def test_on_its_side_a_tap_on_the_sentence_seeks_nothing_and_controls_keep_their_order(phone):
    page = phone("game", SIDEWAYS)
    beat = state(page)["beat"]
    box = page.locator(".mv-text").bounding_box()
    page.touchscreen.tap(box["x"] + 100, box["y"] + 0.75 * box["height"])
    settle(page)
    assert state(page)["beat"] == beat
    # turning the phone puts the controls back in their order
    order = (
        "() => [...document.querySelectorAll('.mv-buttons button')].map((each) => each.ariaLabel)"
    )
    before = page.evaluate(order)
    for size in (UPRIGHT, SMALL):
        resize(page, size)
        eventually(lambda: len(page.evaluate(order)) == 7)
    resize(page, SIDEWAYS)
    eventually(lambda: page.evaluate(order) == before)


@pytest.mark.parametrize("name", ["game", "race", "practice", "playground", "editor"])
def test_axe_finds_nothing_in_the_open_menu(phone, name):
    page = phone(name, SMALL, bypass_csp=True, reduced_motion="reduce")
    menu(page)
    for scheme, theme in (("light", "paper"), ("dark", "dark")):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(".minevis")).to_have_attribute("data-theme", theme)
        assert axe(page) == []


CELL = f"() => {HERE}.widget.stage.panels[0].cell / {HERE}.widget.stage.panels[0].ratio"


def test_cells_of_a_large_board_are_large_enough_to_play_on_and_another_is_in_the_menu(phone):
    page = phone("playground", UPRIGHT)
    assert page.evaluate(CELL) >= 24
    for row, col in ((4, 3), (4, 4)):  # two taps, one beside the other, zoom nothing
        page.touchscreen.tap(*point(page, row, col))
    eventually(lambda: len(page.evaluate("() => window.sent")) == 2)
    asked = (
        "() => window.sent.map(({ do: name, cell, level, seed }) => [name, cell ?? level, seed])"
    )
    opened = [["open", 4 * 30 + 3, None], ["open", 4 * 30 + 4, None]]
    assert page.evaluate(asked) == opened
    assert page.evaluate(CELL) >= 24
    resize(page, SMALL)
    sheet = menu(page)
    sheet.get_by_text("Choose the board").tap()
    sheet.get_by_label("Level").select_option("beginner")
    sheet.get_by_label("Seed").fill("7")
    sheet.get_by_role("button", name="Start", exact=True).tap()
    expect(sheet).to_be_hidden()
    eventually(lambda: page.evaluate(asked) == [*opened, ["choose", "beginner", 7]])


RESTING = "[data-panel=board] .mv-map.mv-resting"
MOVED = """(field) => new Promise((done) => {
  const map = field.querySelector('.mv-map');
  field.addEventListener('scroll', () => done(!map.hidden && map.className), { once: true });
  field.scrollTo(9999, 9999);
})"""


@pytest.mark.parametrize("name", ["playground", "editor"])
def test_the_small_map_leaves_the_cells_below_it_once_the_board_rests(phone, name):
    page = phone(name, UPRIGHT)
    page.wait_for_selector(RESTING, state="attached")
    field = page.locator("[data-panel=board] .mv-field")
    assert field.evaluate(MOVED) == "mv-map"  # there as long as the board is moved
    page.wait_for_selector(RESTING, state="attached")
    expect(page.locator(RESTING)).to_be_hidden()
    page.touchscreen.tap(*point(page, 15, 29))
    eventually(lambda: 479 in page.evaluate("() => window.sent.map((each) => each.cell)"))


def test_a_mouse_has_the_small_map_at_hand_all_the_time(open_page, pages):
    page = open_page(pages["game"], (400, 800))
    small = page.locator("[data-panel=board] .mv-map")
    expect(small).to_be_visible()
    settle(page, LONG)
    expect(small).to_be_visible()


def test_the_editor_has_one_board_for_a_thumb_that_paints_with_all_brushes_in_view(phone):
    page = phone("editor", UPRIGHT)
    for size, rows in ((UPRIGHT, 16), (SMALL, 14), (SIDEWAYS, 16)):
        resize(page, size)
        assert page.evaluate(PLACES)["rows"] >= rows - 0.01
        check_order(page, size)
        assert page.evaluate(CELL) >= (17 if size == SIDEWAYS else 24)  # on its side all of it
        assert len(page.locator(".mv-controls button:visible").evaluate_all(TOPS)) <= 3
        assert page.locator(".mv-toggles button:visible").count() == 13
        expect(page.locator(".mv-panel:visible")).to_have_count(1)
    resize(page, UPRIGHT)
    # a thumb paints one cell after the other and pinching paints none
    page.get_by_role("button", name="Clue 3").tap()
    for row, col in ((4, 3), (4, 4)):
        page.touchscreen.tap(*point(page, row, col))
    asked = "() => window.sent.map((each) => [each.do, each.cell, each.mark])"
    painted = [["paint", 4 * 30 + 3, "3"], ["paint", 4 * 30 + 4, "3"]]
    eventually(lambda: page.evaluate(asked) == painted)
    x, y = point(page, 8, 7)
    touch(page, *([(x - far, y), (x + far, y)] for far in (100, 70, 40, 20)))
    eventually(lambda: page.evaluate(CELL) < 15)
    page.wait_for_timeout(600)  # as long as a touch that means a flag
    assert page.evaluate(asked) == painted


def test_the_editor_has_its_sizes_beside_the_brushes_or_in_the_menu(open_page, pages, phone):
    page = open_page(pages["editor"])
    expect(page.get_by_label("Mines")).to_be_visible()
    wide = page.evaluate("() => document.querySelector('.mv-top').getBoundingClientRect().top")
    assert wide < page.locator(".mv-panel").first.bounding_box()["y"]
    page = phone("editor", SIDEWAYS)
    sheet = menu(page)
    sheet.get_by_label("Width").fill("9")
    sheet.get_by_label("Width").blur()
    asked = "() => window.sent.map(({ do: name, height, width }) => [name, height, width])"
    eventually(lambda: page.evaluate(asked) == [["size", 16, 9]])
    expect(sheet.get_by_label("The position as text")).to_be_visible()
