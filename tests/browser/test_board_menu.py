import pytest
from playwright.sync_api import expect

import minevis as mv
from minevis.web.practice import save_practice
from puzzles_made import MADE
from seeing import eventually, settle
from unhosted import save_widget

FOCUSED = "document.activeElement.matches('.mv-canvas')"
GROUND = """[document.body, document.querySelector(".minevis")].map(
  (element) => getComputedStyle(element).backgroundColor)"""
PAGES = {
    "practice": lambda path: save_practice(path, MADE),
    "playground": lambda path: save_widget(path, mv.Playground("beginner", seed=4)),
    "editor": lambda path: save_widget(path, mv.Editor(mv.Position.fresh((4, 4), 3))),
}


@pytest.mark.parametrize("kind", PAGES)
def test_it_opens_by_its_key_and_leaves_the_arrows_to_the_board(open_page, tmp_path, kind):
    page = open_page(PAGES[kind](tmp_path / "page.html"))
    button, sheet = page.get_by_role("button", name="Menu"), page.get_by_role("dialog")
    for _ in range(2):  # from the button, then from the board
        if page.evaluate(FOCUSED):
            page.keyboard.press("?")
        else:
            button.click()
        expect(sheet).to_be_visible()
        page.keyboard.press("n")  # nothing happens behind it
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        page.keyboard.press("ArrowRight")
        eventually(lambda: page.evaluate(FOCUSED))
        expect(page.locator(".mv-cursor").first).to_be_visible()


def test_practice_lists_its_keys_and_opens_the_list_from_the_page(open_page, tmp_path):
    page = open_page(save_practice(tmp_path / "set.html", MADE))
    page.keyboard.press("?")
    keys = page.get_by_role("dialog").locator("dt").all_inner_texts()
    assert keys[1:] == ["Space, Enter", "S", "M, F", "0", "H", "W", "N", "right click"]
    page.keyboard.press("Escape")
    other = open_page(save_practice(tmp_path / "one.html", MADE[:1]))
    other.keyboard.press("?")
    assert "0" not in other.get_by_role("dialog").locator("dt").all_inner_texts()


def test_the_page_takes_the_theme_that_is_chosen(open_page, tmp_path):
    page = open_page(save_practice(tmp_path / "set.html", MADE, theme="paper"))
    before = page.evaluate(GROUND)
    assert before[0] == before[1]
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Theme").select_option("dark")
    settle(page)
    around, within = page.evaluate(GROUND)
    assert around == within != before[1]
