import numpy as np
import pytest
from playwright.sync_api import expect

import minevis as mv
from minevis.render.tiles.theme import THEMES
from seeing import HERE, Hand, axe, caption, colour, eventually, fingerprint, point, settle, touch
from unhosted import save_widget


def play_ground(open_notebook):
    return open_notebook("p = mv.Playground('beginner', seed=4)\np").ready()


TEXT = f"() => {HERE}.widget.state.text"
# Mines at both ends of the first row, and one in the middle of the last
ENDS = mv.Position.parse("mines 3\n###\n121\n000\n111\n###")


@pytest.fixture
def shown(open_page, tmp_path):
    """Show a widget on a page of its own, whose kernel only listens."""

    def show(widget, **options):
        return Hand(open_page(save_widget(tmp_path / "widget.html", widget), **options))

    return show


A_MINE = "[int(i) for i in __import__('numpy').argwhere(p.session.game.board.mined)[0]]"


def test_a_game_is_played_by_mouse_finished_by_python_and_saved_as_a_page(
    open_notebook, open_page, tmp_path
):
    notebook = play_ground(open_notebook)
    notebook.tap(0, 0)
    assert notebook.ask("int(p.position.view[0, 0])") == 0
    opened = np.array(colour(notebook.page, "board", 0, 0))
    assert np.abs(opened - THEMES["paper"].opened).max() <= 8
    mine = notebook.ask(A_MINE)
    shown = f"int(p.position.view[*{mine}])"
    notebook.tap(*mine, button="right")
    assert notebook.ask(shown) == -2
    notebook.press("Take back")
    assert notebook.ask(shown) == -1
    notebook.page.locator("[data-panel=board] .mv-canvas").focus()
    notebook.page.keyboard.press("f")
    eventually(lambda: notebook.ask(shown) == -2)
    notebook.press("Let it finish")
    assert notebook.ask("p.session.over") is True
    with notebook.page.expect_download() as waiting:
        notebook.page.get_by_role("button", name="Save as a page").click()
    assert waiting.value.suggested_filename == "game.html"
    waiting.value.save_as(tmp_path / "game.html")
    events = f"() => {HERE}.widget.film.events.at(-1)"
    saved = open_page(tmp_path / "game.html")
    assert saved.evaluate(events) == notebook.ask("len(p.trace) - 1") > 20


def test_a_loss_is_explained_and_looked_at_again_on_a_board_of_the_same_size(open_notebook):
    notebook = open_notebook("p = mv.Playground('expert', seed=3)\np").ready()
    page = notebook.page
    notebook.tap(8, 15)
    before = page.evaluate(SIDE)
    notebook.tap(*notebook.ask(A_MINE))
    assert "is a mine" in caption(page)
    assert "was safe" in caption(page)
    mark = notebook.ask("p.fallback_class")
    still = page.locator(f".{mark} img[alt*='lost']")  # for who only reads
    still.wait_for(state="attached")
    expect(page.locator(".mv-review")).to_be_visible()
    settle(page)
    assert page.evaluate(SIDE) == before
    page.get_by_role("button", name="Look at it again").click()
    page.locator(".mv-below .minevis[data-ready]").wait_for()
    settle(page)
    assert page.evaluate(SIDE) == before
    assert notebook.ask("p.trace.won") is False
    notebook.press("Take back")
    assert notebook.ask("p.session.over") is False
    assert page.locator(".mv-below .minevis").count() == 0


def test_a_move_is_made_again_and_another_board_chosen_and_played_again(open_notebook):
    notebook = play_ground(open_notebook)
    redo = notebook.root.get_by_role("button", name="Redo")
    expect(redo).to_be_disabled()
    notebook.tap(0, 0)
    notebook.press("Take back")
    expect(redo).to_be_enabled()
    notebook.press("Redo")
    assert notebook.ask("len(p.session.moves)") == 1
    page = notebook.page
    page.get_by_text("Choose the board").click()
    page.get_by_label("No guess, by").select_option("count")
    page.get_by_label("Level").select_option("intermediate")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Start", exact=True).click()
    eventually(lambda: notebook.ask("list(p.position.shape)") == [16, 16])
    assert notebook.ask("[p.session.seed, p.session.no_guess]") == [7, "count"]
    notebook.tap(0, 0)
    assert notebook.ask("mv.rate(p.session.game.board, (0, 0)).logic") == "count"
    page.get_by_role("button", name="Same board").click()
    eventually(lambda: notebook.ask("len(p.session.moves)") == 0)


SIDE = "() => document.querySelector('.minevis').widget.stage.panels[0].boxOf(0).side"


BUTTONS = """() => {
  const root = document.querySelector('.minevis');
  root.scrollIntoView({ block: 'start' });
  const pane = root.closest('.jp-WindowedPanel-outer').getBoundingClientRect();
  const isSeen = ({ top, right, bottom }) =>
    top >= pane.top && right <= pane.right && bottom <= pane.bottom;
  const all = [...root.querySelectorAll('button')].filter((each) => each.checkVisibility());
  const out = all.filter((each) => !isSeen(each.getBoundingClientRect()));
  return [all.length > 6, out.map((each) => each.textContent)];
}"""


@pytest.mark.parametrize("width", [1000, 1400])  # of a pane 700 px high
def test_a_board_made_off_the_screen_has_its_buttons_in_view(page, open_notebook, width):
    page.set_viewport_size({"width": width, "height": 820})
    notebook = open_notebook("print('\\n' * 80)", "p = mv.Playground('expert', seed=3)\np")
    page.locator(".jp-Cell").last.scroll_into_view_if_needed()
    notebook.ready()
    eventually(lambda: page.evaluate(BUTTONS) == [True, []])


def test_rows_are_there_as_text_and_what_is_known_of_a_cell_above_the_board(shown):
    hand = shown(mv.Playground(position=ENDS))
    page = hand.page
    rows = page.locator("ol.mv-visually-hidden li")
    expect(rows).to_have_count(5)
    expect(rows.nth(1)).to_have_text("Row 1: 1, 2, 1")
    seen = [fingerprint(page)]
    hand.press("Odds")
    seen.append(fingerprint(page))
    heading = page.locator(".mv-panel figcaption span")
    expect(heading).to_contain_text("chance of a mine, %")
    page.mouse.move(*point(page, 0, 2))
    expect(heading).to_contain_text("(0, 2)  ·  covered  ·  mine")
    assert page.locator(".mv-tip").is_hidden()  # it would cover clues
    hand.press("Odds")  # whose button takes the pointer away
    expect(heading).to_have_text("")
    hand.press("Known cells")
    assert len({*seen, fingerprint(page)}) == 3
    hand.press("Known cells")
    page.locator("[data-panel=board] .mv-canvas").focus()
    page.mouse.move(*point(page, 0, 0))
    page.keyboard.press("f")  # keys act under the pointer
    expect(rows.first).to_have_text("Row 0: flagged, 2 × covered")


def test_paint_a_position_and_see_what_follows(open_notebook):
    notebook = open_notebook("e = mv.Editor(mv.Position.fresh((4, 4), 3))\ne").ready()
    back = notebook.root.get_by_role("button", name="Take back")
    expect(back).to_be_disabled()
    notebook.page.get_by_role("button", name="Clue 3").click()
    notebook.tap(0, 0)
    expect(back).to_be_enabled()
    eventually(lambda: notebook.ask("int(e.analysis.mined.sum())") == 3)
    assert "Certain mines: 3" in caption(notebook.page)
    notebook.page.keyboard.press("ArrowRight")
    notebook.page.keyboard.press("8")
    expect(notebook.page.locator(".mv-badge")).to_have_text("WRONG")
    eventually(lambda: notebook.ask("e.analysis") is None)
    notebook.press("Take back")
    text = notebook.page.get_by_label("The position as text")
    assert text.input_value() == notebook.ask("str(e.position)")
    text.fill("mines 2\n1##\n###")
    notebook.press("Use this text")
    assert notebook.ask("str(e.position)") == "mines 2\n1##\n###"
    with_odds = fingerprint(notebook.page)
    notebook.press("Odds")
    assert fingerprint(notebook.page) != with_odds


@pytest.mark.parametrize("chord", ["middle", "double"])
def test_chords_by_the_middle_button_or_a_double_click(shown, chord):
    page = shown(mv.Playground(position=ENDS)).page
    for col in (0, 2):
        page.mouse.click(*point(page, 0, col), button="right")
    eventually(lambda: "\nF#F\n" in page.evaluate(TEXT))
    options = {"button": "middle"} if chord == "middle" else {"click_count": 2}
    page.mouse.click(*point(page, 1, 1), **options)
    eventually(lambda: "\nF2F\n" in page.evaluate(TEXT))


def test_the_editor_copies_paints_takes_and_saves_a_file_and_counts_mines(shown):
    allowed = ["clipboard-read", "clipboard-write"]
    hand = shown(mv.Editor("mines 2\n1##\n###"), permissions=allowed)
    page = hand.page

    def reads(begins):
        eventually(lambda: page.evaluate(TEXT).startswith(begins), told=lambda: begins)

    page.get_by_role("button", name="Copy", exact=True).click()
    copied = "() => navigator.clipboard.readText()"
    eventually(lambda: page.evaluate(copied) == "mines 2\n1##\n###")
    page.get_by_role("button", name="Exploded").click()
    hand.tap(0, 1)
    reads("mines 2\n1*#\n###")
    page.keyboard.press("*")
    reads("mines 2\n1##\n###")
    assert hand.root.evaluate(DROP, ["mine.txt", "mines 2\n12#\n###\n"])
    reads("mines 2\n12#\n###")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save", exact=True).click()
    assert saving.value.path().read_text("utf-8") == "mines 2\n12#\n###\n"
    mines = page.get_by_label("Mines")
    for typed, kept, begins in (
        ("999", "2", "mines 2\n"),
        ("", "", "12#"),
        ("1", "1", "mines 1\n"),
    ):
        mines.fill(typed)
        mines.press("Enter")
        expect(mines).to_have_value(kept)
        reads(begins)


def test_a_tap_opens_and_a_long_press_flags_however_unsteady(shown):
    page = shown(mv.Playground(position=ENDS), has_touch=True).page
    x, y = point(page, 0, 0)
    touch(page, [(x, y)], [(x + 4, y)], until=lambda: "\nF##\n" in page.evaluate(TEXT))
    assert "\nF##\n" in page.evaluate(TEXT)
    touch(page, [point(page, 0, 1)])
    eventually(lambda: "\nF2#\n" in page.evaluate(TEXT))


ALL = (
    "s = mv.play(mv.Board.random('beginner', seed=3, first=(0, 0)), first=(0, 0)).scrubber()\ns",
    "p = mv.Playground('beginner')\np",
    "e = mv.Editor('mines 2\\n1##\\n###')\ne",
    "x = mv.explorer()\nx",
)


def test_axe_finds_no_serious_fault_in_living_widgets(open_notebook):
    notebook = open_notebook(*ALL).ready(len(ALL))
    notebook.page.emulate_media(reduced_motion="reduce")  # a colour is at once what it will be
    for theme in ("paper", "dark"):
        notebook.ask(f"[setattr(w, 'theme', '{theme}') for w in (s, p, e, x.scrubber)] and None")
        themed = notebook.page.locator(f".minevis[data-theme={theme}]")
        eventually(lambda themed=themed: themed.count() == len(ALL))
        settle(notebook.page)
        faults = axe(notebook.page, ("serious", "critical"), context=".minevis[data-ready]")
        assert faults == []


def test_a_stroke_paints_and_refused_text_stays_with_its_line_selected(shown):
    page = shown(mv.Editor(mv.Position.fresh((4, 4), 3))).page
    page.get_by_role("button", name="Clue 1").click()
    page.mouse.move(*point(page, 3, 0))
    page.mouse.down()
    for col in range(4):
        page.mouse.move(*point(page, 3, col), steps=4)
    page.mouse.up()
    eventually(lambda: page.evaluate(TEXT).endswith("\n1111"))
    page.locator("[data-panel=board] .mv-canvas").focus()
    page.mouse.wheel(0, -120)  # over the last cell that was painted
    eventually(lambda: page.evaluate(TEXT).endswith("\n1112"))
    text = page.get_by_label("The position as text")
    text.fill("mines 2\n1##\n#&#")
    page.get_by_role("button", name="Use this text").click()
    selected = "(box) => box.value.slice(box.selectionStart, box.selectionEnd)"
    eventually(lambda: text.evaluate(selected) == "#&#")
    assert text.input_value() == "mines 2\n1##\n#&#"


def test_sizes_of_ones_own_are_chosen_within_limits_that_are_said(open_notebook):
    notebook = play_ground(open_notebook)
    page = notebook.page
    page.get_by_text("Choose the board").click()
    height, width, mines = (page.get_by_label(name) for name in ("Height", "Width", "Mines"))
    expect(height).to_be_hidden()
    page.get_by_label("Level").select_option("custom size")
    expect(height).to_have_value("9")
    for field, number in ((height, "6"), (width, "12"), (mines, "72")):
        field.fill(number)
    expect(page.get_by_text("0 to 71")).to_be_visible()
    start = page.get_by_role("button", name="Start", exact=True)
    start.click()
    eventually(lambda: "one cell must be left for the first click" in caption(page))
    expect(mines).to_have_value("72")  # what was typed stays to be mended
    mines.fill("9")
    start.click()
    eventually(lambda: notebook.ask("[*p.position.shape, p.position.mines]") == [6, 12, 9])
    height.fill("101")
    start.click()
    eventually(lambda: "101 is not an integer from 1 to 100" in caption(page))
    height.fill("")
    start.click()  # nothing is begun with an empty field
    expect(height).to_be_focused()
    height.fill("7")
    page.get_by_label("Seed").fill("9007199254740993")  # nor with a seed that would be rounded
    start.click()
    settle(page)
    assert notebook.ask("[*p.position.shape, p.session.seed < 9]") == [6, 12, True]
    page.get_by_label("Level").select_option("beginner")
    expect(height).to_be_hidden()


DROP = """(root, [name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name, { type: "text/plain" }));
  const options = { dataTransfer, bubbles: true, cancelable: true };
  const over = new DragEvent("dragover", options);
  root.dispatchEvent(over);
  root.dispatchEvent(new DragEvent("drop", options));
  return over.defaultPrevented;
}"""
