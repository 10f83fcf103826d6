"""The page that works alone: positions are painted, pasted and linked, and their odds counted."""

import numpy as np
import pytest

import minevis as mv
from minevis.widgets.app import save_app
from minevis.widgets.film.answers import layouts_text
from positions import golden
from seeing import eventually

HERE = "document.querySelector('.minevis').boardWidget"
TEXT = f"() => {HERE}.state.text"
MARKS = f"() => {HERE}.state.codes.board.map((code) => code % 32)"
TIPS = f"() => {HERE}.state.tips"
WORDS = ".mv-caption .mv-text"


@pytest.fixture(scope="module")
def saved_app(tmp_path_factory):
    return save_app(tmp_path_factory.mktemp("app") / "minevis.html")


@pytest.fixture
def app(tab, saved_app):
    tab.context.set_offline(True)
    tab.goto(saved_app.as_uri())
    tab.wait_for_selector("[data-ready]")
    return tab


def paste(page, text):
    page.evaluate("() => { document.querySelector('.mv-source').parentElement.open = true; }")
    page.fill(".mv-source", text)
    page.get_by_role("button", name="Use this text").click()


def said(page):
    return page.locator(WORDS).inner_text()


def test_the_page_is_small(saved_app):
    assert saved_app.stat().st_size < 450_000


def test_a_pasted_position_has_its_odds_and_certain_cells(app):
    for _, position, entry in golden()[::9]:
        paste(app, str(position))
        eventually(lambda position=position: app.evaluate(TEXT) == str(position))
        count = layouts_text(int(entry["layouts"])).split(" layout")[0]
        eventually(lambda count=count: f"Layouts that fit: {count}." in said(app))
        marks = np.array(app.evaluate(MARKS)).reshape(position.shape)
        known = mv.analyze(position)
        assert ((marks > 0) == (known.safe | known.mined)).all()
        tips = app.evaluate(TIPS)
        best = known.best[0]
        assert (
            f"mine {round(100 * known.probability[best]):d} %"
            in (tips[best[0] * position.shape[1] + best[1]].replace("under ", ""))
            or known.probability[best] < 0.01
        )


def test_a_text_that_is_no_position_is_refused_and_its_line_selected(app):
    paste(app, "mines 1\n1#\n1@")
    eventually(lambda: "'@' is no mark" in said(app))
    selected = app.evaluate(
        "() => { const t = document.querySelector('.mv-source');"
        " return t.value.slice(t.selectionStart, t.selectionEnd); }"
    )
    assert selected == "1@"


def test_a_cell_is_proven_by_few_clues_or_has_two_layouts(app):
    paste(app, "####\n1221")
    eventually(lambda: "Safe cells: 2. Certain mines: 2." in said(app))
    app.evaluate(f"() => {HERE}.request({{ do: 'why', cell: 2 }})")
    eventually(lambda: "(0, 2) is a mine. Together the clues at (1, 0), (1, 1)" in said(app))
    paste(app, "mines 1\n#1#")
    for words in ("in 50 % of the 2 layouts", "with a mine at", "with no mine at"):
        app.evaluate(f"() => {HERE}.request({{ do: 'why', cell: 0 }})")
        eventually(lambda words=words: words in said(app))


def test_a_link_opens_the_position_and_back_takes_a_change_back(app, saved_app):
    paste(app, "mines 2\n1##\n###")
    eventually(lambda: "#p=3x2x2.b5j" in app.url)
    app.goto("about:blank")
    app.goto(f"{saved_app.as_uri()}#p=3x2x2.b5j")
    app.wait_for_selector("[data-ready]")
    assert app.evaluate(TEXT) == "mines 2\n1##\n###"
    app.evaluate(f"() => {HERE}.request({{ do: 'paint', cell: 5, mark: 'F' }})")
    eventually(lambda: app.evaluate(TEXT) == "mines 2\n1##\n##F")
    app.evaluate(f"() => {HERE}.request({{ do: 'back' }})")
    eventually(lambda: app.evaluate(TEXT) == "mines 2\n1##\n###")


def test_clues_that_cannot_hold_are_marked(app):
    paste(app, "mines 1\n#1#\n#0#")
    eventually(lambda: "These clues cannot all hold: (0, 1), (1, 1)." in said(app))


def test_an_unknown_total_is_between_its_bounds(app):
    paste(app, "#1##")
    eventually(lambda: "it can be 1 to 2." in said(app))


SEEN = "document.querySelector('.minevis:not([hidden])').boardWidget"
TEXT_SEEN = f"() => {SEEN}.caption.text.textContent"
BEST = f"""() => {{
  const least = (tip) => {{
    const [, chance] = /mine (under 1|over 99|\\d+)/.exec(tip) ?? [];
    return {{ "under 1": 0.5, "over 99": 99.5 }}[chance] ?? Number(chance ?? 1000);
  }};
  const risks = {SEEN}.state.tips.map(least);
  return risks.indexOf(Math.min(...risks));
}}"""


@pytest.fixture
def game(tab, saved_app):
    tab.context.set_offline(True)
    tab.goto(f"{saved_app.as_uri()}#play")
    tab.wait_for_selector("[data-ready]")
    return tab


def do(page, action, **details):
    page.evaluate(f"(action) => {SEEN}.request(action)", {"do": action, **details})


def state_of(page):
    return page.evaluate(f"() => {SEEN}.state")


def play_on(page):
    for _ in range(100):
        if state_of(page)["over"]:
            return
        do(page, "open", cell=page.evaluate(BEST))


def test_a_game_is_played_to_its_end_which_says_what_was_luck(game):
    do(game, "choose", level="beginner", seed=4, radius=1)
    do(game, "open", cell=40)
    assert "The first click was protected" in game.evaluate(TEXT_SEEN)
    assert state_of(game)["codes"]["board"][40] // 32 == 1  # a zero
    do(game, "switch", name="odds")
    play_on(game)
    text = game.evaluate(TEXT_SEEN)
    assert text.startswith("Won") or "Its risk was" in text
    do(game, "back")
    assert not state_of(game)["over"]
    do(game, "forward")
    assert state_of(game)["over"]


def test_a_board_without_guessing_is_won_by_safe_cells_alone(game):
    do(game, "choose", level="intermediate", seed=7, radius=1, solvable="no guessing")
    do(game, "switch", name="odds")
    do(game, "open", cell=100)
    play_on(game)
    assert game.evaluate(TEXT_SEEN) == "Won without luck: every cell was certain to be safe."


def test_flags_hints_and_reasons_are_there_in_a_game(game):
    do(game, "choose", level=[5, 6, 4], seed=1, radius=1)
    do(game, "open", cell=14)
    do(game, "flag", cell=0)
    assert "A flag marks (0, 0)." in game.evaluate(TEXT_SEEN)
    do(game, "open", cell=0)
    assert "(0, 0) carries a flag." in game.evaluate(TEXT_SEEN)
    do(game, "flag", cell=0)
    game.locator(".minevis:not([hidden]) .mv-canvas").focus()
    game.keyboard.press("p")
    eventually(lambda: "A flag" not in game.evaluate(TEXT_SEEN))
    do(game, "file", name="a.json", data="")
    assert game.evaluate(TEXT_SEEN) == "Files of games need Python."
    do(game, "hint")
    assert " is safe. " in game.evaluate(TEXT_SEEN) or "least risk" in game.evaluate(TEXT_SEEN)
    do(game, "choose", level=[5, 6, 30], seed=1, radius=1)
    assert "No board has this size" in game.evaluate(TEXT_SEEN)


def test_the_position_of_a_game_can_be_analysed_and_left_again(game):
    do(game, "open", cell=40)
    game.get_by_role("button", name="Analyse").click()
    eventually(lambda: "#p=9x9x10." in game.url)
    eventually(lambda: game.evaluate(f"() => {SEEN}?.state.panels.length") == 2)
    game.get_by_role("button", name="Play", exact=True).click()
    eventually(lambda: game.url.endswith("#play"))
    assert state_of(game)["moves"] == 1


def test_the_menu_of_a_game_copies_its_position_and_a_link_to_it(game, saved_app):
    game.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
    )
    do(game, "open", cell=40)
    game.locator(".minevis:not([hidden]) .mv-menu-button").click()
    copied = []
    for name in ("Copy position", "Copy link"):
        game.get_by_role("button", name=name).click()
        game.get_by_role("button", name="Copied").first.wait_for()
        copied.append(game.evaluate("() => window.copied"))
    text, link = copied
    assert mv.Position.parse(text).view[4, 4] == 0
    assert link.startswith(f"{saved_app.as_uri()}#p=9x9x10.")
    game.goto("about:blank")
    game.goto(link)
    game.wait_for_selector("[data-ready]")
    assert game.evaluate(TEXT) == text


def test_a_phone_has_room_for_the_board_and_its_bar(open_page, saved_app):
    page = open_page(saved_app, (400, 800), "#play", has_touch=True, is_mobile=True)
    box = page.locator(".minevis:not([hidden]) .mv-top").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 400
    assert box["y"] + box["height"] <= 800
