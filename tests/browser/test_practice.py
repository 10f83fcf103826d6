"""The page of puzzles: claims, proofs, hints, and what comes next, by mouse, touch and keys."""

import re

import pytest
from playwright.sync_api import expect

from minevis.web.practice import save_practice
from puzzles_made import INNER, MADE, REGION, TALL
from seeing import eventually, press, settle

HERE = "document.querySelector('.minevis').widget"


@pytest.fixture(scope="module")
def saved_set(tmp_path_factory):
    return save_practice(tmp_path_factory.mktemp("practice") / "set.html", MADE)


@pytest.fixture
def tried(open_page, saved_set):
    return open_page(saved_set, (1280, 900))


def take(tab, kind):
    tab.get_by_label("Kind of puzzle").select_option(kind)
    settle(tab)


def click(tab, cell, **options):
    tab.locator("[data-panel=board] canvas").first.scroll_into_view_if_needed()
    box = tab.evaluate(f"(cell) => {HERE}.stage.panels[0].boxOf(cell)", cell)
    x, y = box["left"] + box["side"] / 2, box["top"] + box["side"] / 2
    tab.mouse.click(x, y, **options)
    tab.evaluate(f"() => {HERE}.ready")
    settle(tab)


def text(tab):
    return tab.locator(".mv-text").inner_text()


def badge(tab):
    return tab.locator(".mv-badge").inner_text()


def is_done(tab):
    return tab.evaluate(f"{HERE}.done")


@pytest.fixture
def opened(open_page, tmp_path):
    """Open a page of these puzzles."""
    return lambda *puzzles, **look: open_page(
        save_practice(tmp_path / "set.html", puzzles), **{"size": (1280, 900), **look}
    )


def test_puzzles_are_claimed_and_explained_by_mouse_and_keys(tried):
    take(tried, "1-2-2-1")
    safe, forth = tried.get_by_role("button", name="Safe"), tried.locator(".mv-next")
    expect(forth).to_have_text("Skip")
    click(tried, 1, button="right")
    assert "is a mine" in text(tried)
    click(tried, 2)
    assert badge(tried) == "WRONG"
    assert "(0, 2) is a mine" in text(tried)  # and why
    assert tried.evaluate(f"{HERE}.view().links.length")
    click(tried, 0)
    assert is_done(tried)
    assert text(tried).startswith("Right. ")
    assert "(0, 0)" in text(tried)
    expect(safe).to_be_disabled()  # nothing is left to claim
    expect(forth).to_have_text("Next")
    click(tried, 0)
    assert text(tried).startswith("1 of ")
    assert "1 of 4 done" in tried.locator(".mv-summary").inner_text()
    tried.keyboard.press("n")
    take(tried, "1-2-2-1")
    tried.get_by_role("button", name="Say that a cell is a mine").click()
    click(tried, 1)
    take(tried, "1-2-2-1")
    click(tried, 0)  # a mine meant before is no miss in the next puzzle
    assert is_done(tried)
    # the best guess and no certainty are told
    take(tried, "anything")
    click(tried, 0)
    assert "50 %" in text(tried)
    tried.get_by_role("button", name="Nothing is safe").click()
    assert "Nothing is safe" in text(tried)
    take(tried, "guess")
    tools = tried.get_by_role("group", name="The answer that a click gives")
    expect(tools).to_be_hidden()  # a guess is neither safe nor a mine
    tried.keyboard.press("0")  # no answer to this question
    click(tried, 1)
    assert "Perfect play wins 88 % after it, and 88 % after the best guess" in text(tried)
    click(tried, 0)
    assert "wins 88 % after it, and at most 88 % after any other cell" in text(tried)
    take(tried, "1-2-2-1")
    expect(tools).to_be_visible()
    # hints come in two steps
    take(tried, "1-2-2-1")
    hint = tried.get_by_role("button", name="Hint")
    hint.focus()
    for begins in ("Look at", "1-2-2-1 along a wall"):
        expect(hint).to_be_focused()
        tried.keyboard.press("Enter")
        settle(tried)
        assert text(tried).startswith(begins)
        said = re.compile(rf"^{begins}.*\. \(1, \d\)")  # which clues, for whoever does not see it
        expect(tried.locator("[role=status]")).to_have_text(said)
    expect(tried.locator(".mv-canvas")).to_be_focused()  # the button has no more to say
    assert not is_done(tried)
    tried.keyboard.press("n")
    # keys alone do all
    take(tried, "1-2-2-1")
    tried.locator(".mv-canvas").focus()
    for key, is_true in (
        ("ArrowRight", lambda: True),
        ("m", lambda: "is a mine" in text(tried)),
        ("ArrowLeft", lambda: True),
        ("Enter", lambda: is_done(tried)),
        ("n", lambda: badge(tried) == "YOUR TURN"),
    ):
        press(tried, key)
        assert is_true(), key


def test_printed_it_is_a_work_sheet_and_the_browser_keeps_how_it_went(tried):
    shown, sheet = tried.evaluate(f"{HERE}.puzzle.id"), tried.locator(".mv-sheet")
    expect(sheet).to_have_count(0)
    tried.emulate_media(media="print")
    expect(sheet.locator("figure canvas")).to_have_count(2 * len(MADE))
    expect(tried.locator(".mv-practice")).to_be_hidden()
    asked, answers = sheet.locator(".mv-puzzles").all()
    expect(asked.locator("figcaption").last).to_have_text(f"{len(MADE)}.")  # no hint
    expect(answers.locator("figcaption").first).to_contain_text("1. Two clues: 1-2-2-1")
    expect(answers).to_contain_text("is safe")
    assert "Click" not in sheet.inner_text()
    colours = "(all) => all.map((each) => new Set(each.getContext('2d').getImageData("
    colours += "0, 0, each.width, each.height).data).size)"
    assert min(sheet.locator("canvas").evaluate_all(colours)) > 20  # all are drawn
    tried.emulate_media(media="screen")
    expect(sheet).to_have_count(0)
    assert tried.evaluate(f"{HERE}.puzzle.id") == shown
    assert not is_done(tried)
    # the browser keeps how it went and forgets on request
    take(tried, "1-2-2-1")
    click(tried, 0)
    tried.reload()
    tried.wait_for_selector("[data-ready]")
    assert "1 of 4 done" in tried.locator(".mv-summary").inner_text()
    assert tried.locator(".mv-head select").first.input_value() == "1-2-2-1"
    tried.get_by_text("Your score").click()
    row = tried.locator("tbody tr", has_text="Two clues: 1-2-2-1").inner_text().split("\t")
    assert row[1:4] == ["1", "100 %", "1"]
    tried.get_by_role("button", name="Start over").click()  # asks once more
    assert "1 of 4 done" in tried.locator(".mv-summary").inner_text()
    tried.get_by_role("button", name="Delete your results in all puzzles?").click()
    assert "0 of 4 done" in tried.locator(".mv-summary").inner_text()
    assert tried.get_by_role("button", name="Start over").is_visible()


def test_whoever_plays_by_keys_sees_where_they_are(tried):
    side = f"{HERE}.stage.panels[0].boxOf(0).side"
    assert tried.evaluate(side) <= 44
    tried.set_viewport_size({"width": 1920, "height": 1080})  # of a projector
    eventually(lambda: tried.evaluate(side) > 50)
    tried.set_viewport_size({"width": 1280, "height": 900})
    eventually(lambda: tried.evaluate(side) <= 44)
    take(tried, "1-2-2-1")
    tried.evaluate("document.activeElement.blur()")
    cursor = tried.locator(".mv-cursor")
    assert cursor.is_hidden()
    tried.keyboard.press("ArrowRight")  # comes to the board, where a cell of the question waits
    eventually(cursor.is_visible)
    assert cursor.evaluate("(it) => getComputedStyle(it).opacity") == "1"
    tried.keyboard.press("Enter")
    eventually(lambda: is_done(tried))
    tried.keyboard.press("n")
    eventually(lambda: not is_done(tried))
    assert cursor.is_visible()
    here, asked = tried.evaluate(f"[{HERE}.stage.hovered, {HERE}.puzzle.asked]")
    assert here == asked[0]


@pytest.fixture
def phone(opened):
    """A page of puzzles, a tall one among them, on a small screen that is touched."""
    return opened(*MADE, TALL, size=(400, 800), has_touch=True, is_mobile=True)


def size_of_page(page):
    element = "document.documentElement"
    return page.evaluate(f"[{element}.scrollWidth, {element}.scrollHeight]")


def side(page):
    return page.evaluate(f"{HERE}.stage.panels[0].boxOf(0)")["side"]


def top_of(page, selector):
    return page.locator(selector).bounding_box()["y"]


def test_on_a_phone_all_is_in_view_with_its_claims_in_one_row_and_the_score(phone):
    take(phone, "anything")
    nothing = phone.get_by_role("button", name="Nothing is safe")
    assert nothing.bounding_box()["y"] == pytest.approx(top_of(phone, ".mv-toggles"), abs=2)
    take(phone, "1-2-2-1")
    box = phone.evaluate(f"{HERE}.stage.panels[0].boxOf(0)")
    assert box["side"] >= 36
    phone.touchscreen.tap(box["left"] + 10, box["top"] + 10)
    eventually(lambda: is_done(phone))
    width, height = size_of_page(phone)
    assert width <= 400
    assert height <= 800
    before = side(phone)
    phone.get_by_text("Your score").tap()
    eventually(lambda: phone.locator("tbody tr").first.is_visible())
    settle(phone)
    assert side(phone) == before  # how it goes takes no room from the board


def test_after_a_tall_board_small_ones_are_as_large_and_buttons_stay(phone):
    take(phone, "1-2-2-1")
    before = side(phone)
    take(phone, "mines left")
    eventually(lambda: phone.evaluate(f"{HERE}.puzzle.kind") == "mines left")
    below = top_of(phone, ".mv-next")
    for kind in ("1-2-2-1", "anything"):
        take(phone, kind)
        eventually(lambda: top_of(phone, ".mv-next") == below)  # under the same thumb
        assert size_of_page(phone)[1] == 800
        board = phone.locator(".mv-canvas").bounding_box()
        assert top_of(phone, ".mv-badge") - board["y"] - board["height"] < 20
        assert top_of(phone, ".mv-next") > 800 - 110  # at the foot
    take(phone, "1-2-2-1")
    eventually(lambda: side(phone) == before)


def test_a_phone_on_its_side_shows_words_beside_the_board(phone):
    phone.set_viewport_size({"width": 800, "height": 400})
    eventually(lambda: phone.locator(".mv-beside").count() == 1)
    for kind in ("mines left", "1-2-2-1", "guess"):
        take(phone, kind)
        eventually(lambda: size_of_page(phone) == [800, 400])
        board = phone.locator(".mv-canvas").bounding_box()
        assert phone.locator(".mv-badge").bounding_box()["x"] > board["x"] + board["width"]
        assert side(phone) >= 34
        assert top_of(phone, ".mv-next") > 400 - 110
    phone.set_viewport_size({"width": 400, "height": 800})
    eventually(lambda: phone.locator(".mv-beside").count() == 0)


WAYS = ".mv-ways"
TO_READ = ".mv-badge, .mv-text, .mv-controls button"
COVERED = """([all, over]) => {
  const ways = document.querySelector(over).getBoundingClientRect();
  return [...document.querySelectorAll(all)].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const beside = left >= ways.right || right <= ways.left;
    const apart = beside || top >= ways.bottom || bottom <= ways.top;
    return !(apart && bottom <= innerHeight) && !each.hidden;
  }).map((each) => each.textContent);
}"""


@pytest.mark.parametrize("size", [(400, 800), (1280, 800), (844, 390)])
def test_the_ways_of_a_proof_cover_neither_its_words_nor_a_button(opened, size):
    page = opened(REGION, size=size)
    page.get_by_role("button", name="Show").click()
    expect(page.locator(WAYS)).to_be_visible()
    if size == (844, 390):  # too low for all of them
        settle(page)
        assert size_of_page(page)[0] == 844
        return
    eventually(lambda: page.evaluate(COVERED, [TO_READ, WAYS]) == [])
    assert page.locator(f"{WAYS} canvas").first.bounding_box()["width"] >= 8 * 12
    said = text(page)
    assert "two ways" in said
    assert "● is a mine, ○ is none" in said
    click(page, 11)  # a number: nothing is to be learned of it
    expect(page.locator(".mv-text")).to_have_text(said)
    page.keyboard.press("Escape")
    expect(page.locator(WAYS)).to_be_hidden()
    expect(page.locator(".mv-text")).to_have_text(said)
    page.get_by_role("button", name="Again").click()
    eventually(lambda: not is_done(page))
    page.get_by_role("button", name="Show").click()
    expect(page.locator(WAYS)).to_be_visible()


WRITTEN = """
window.written = [];
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
  window.written.push(Number(text));
  return fillText.call(this, text, ...at);
};
"""


def test_rulers_and_words_have_the_coordinates_of_the_board(tab, tmp_path):
    tab.add_init_script(WRITTEN)
    tab.goto(save_practice(tmp_path / "inner.html", [INNER, MADE[0]]).as_uri())
    tab.wait_for_selector("[data-ready]")
    while tab.evaluate(f"{HERE}.puzzle.corner") != [1, 10]:
        tab.evaluate("window.written = []")
        tab.get_by_role("button", name="Skip").click()
    settle(tab)
    assert tab.evaluate("window.written.slice(-12)") == [*range(1, 5), *range(10, 18)]
    expect(tab.get_by_role("listitem").first).to_have_text("Row 1: 8 × 0")
    click(tab, 10)
    assert text(tab).startswith("(2, 12) is not in question")
    tab.keyboard.press("ArrowDown")
    expect(tab.locator("[role=status]")).to_have_text("(3, 12) · covered · in the outline")
    tab.keyboard.press("Enter")
    settle(tab)
    assert is_done(tab)
    assert "(3, 12)" in text(tab)


SET = """
from minevis.practice.puzzle import Puzzle
text = "puzzle 1-2-2-1\\nasked (0, 0); (0, 1); (0, 2); (0, 3)\\nbest none\\nmines 2\\n####\\n1221"
practice = mv.Practice([Puzzle.parse(text)])
practice
"""


@pytest.mark.parametrize("size", [(1280, 800), (400, 800)])
def test_a_report_asks_for_the_safe_cell_that_was_passed_over(open_page, report, size):
    page = open_page(report, size)
    page.locator("iframe").scroll_into_view_if_needed()
    inside = page.frame_locator("iframe")
    inside.locator("[data-ready]").wait_for()
    frame = page.frames[1]
    cell = frame.evaluate(f"Number({HERE}.answer.main)")
    inside.locator("[data-panel=board] canvas").scroll_into_view_if_needed()
    at = frame.evaluate(f"(cell) => {HERE}.stage.panels[0].boxOf(cell)", cell)
    around = page.locator("iframe").bounding_box()
    half = at["side"] / 2
    page.mouse.click(around["x"] + at["left"] + half, around["y"] + at["top"] + half)
    eventually(lambda: frame.evaluate(f"{HERE}.done"))
    assert "safe" in inside.locator(".mv-text").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_notebook_shows_it_and_python_turns_it_dark(open_notebook):
    notebook = open_notebook(SET).ready()

    def claimed():  # the notebook may still be finding its layout, and the click miss the cell
        click(notebook.page, 3)
        return is_done(notebook.page)

    eventually(claimed)
    notebook.ask("practice.theme = 'dark'")
    eventually(lambda: notebook.page.locator(".mv-practice").get_attribute("data-theme") == "dark")
