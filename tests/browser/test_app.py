from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

import minevis as mv
import replay_files as files
from minevis.game.position import MARK_OF_CODE
from minevis.render.marks import Mark
from minevis.utils.formatting import big_number
from positions import golden
from seeing import DROP, axe, eventually, resize, settle
from skins import SKINS, draw, middle_of_game

pytestmark = pytest.mark.xdist_group("app")  # it is made once
HERE = "document.querySelector('.minevis').widget"
NO_POSITION = "The link does not hold a position."
TEXT = f"() => {HERE}.state.text"
SHOWN_MARKS = f"() => {HERE}.state.codes.board.map((code) => code % 32)"
TIPS = f"() => {HERE}.state.tips"
WORDS = ".mv-caption .mv-text"
ADDRESS = "window.location.href"


@pytest.fixture
def app(tab, saved_app):
    tab.context.set_offline(True)
    tab.goto(saved_app.as_uri())
    wait_for_widget(tab)
    return tab


def wait_for_widget(page):
    """Wait until a part of the app is shown, and then until it can be asked."""
    page.wait_for_selector(".minevis[data-ready]")
    eventually(lambda: page.evaluate(f"() => Boolean({HERE})"))


def paste(page, text):
    page.fill(".mv-source", text)
    page.get_by_role("button", name="Use this text").click()


def said(page):
    return page.locator(WORDS).inner_text()


def test_the_page_is_small(saved_app):
    assert saved_app.stat().st_size < 700_000


SIZE = f"() => {HERE}.stage.visible[0].cell"
SCROLLED = "document.querySelector('.mv-field').scrollLeft"


def test_pasted_positions_have_odds_links_and_a_window_if_they_are_large(app, saved_app):
    for _, position, entry in golden()[::9]:
        paste(app, str(position))
        eventually(lambda position=position: app.evaluate(TEXT) == str(position))
        count = big_number(int(entry["layouts"]))
        eventually(lambda count=count: f"Layouts that fit: {count}." in said(app))
        marks = np.array(app.evaluate(SHOWN_MARKS)).reshape(position.shape)
        known = mv.analyze(position)
        assert (((marks > 0) & (marks != Mark.GUESS)) == (known.safe | known.mined)).all()
        tips = app.evaluate(TIPS)
        row, col = known.best[0]
        risk = known.probability[row, col]
        tip = tips[row * position.shape[1] + col].replace("under ", "")
        assert risk < 0.01 or f"mine {round(100 * risk):d} %" in tip
    # a large board is seen closer and moved
    paste(app, "mines 900\n" + "\n".join(["#" * 80] * 80))
    eventually(lambda: app.evaluate(SIZE) == 24)
    before = app.evaluate(TEXT)
    app.locator(".mv-canvas").hover(position={"x": 400, "y": 200})
    for key, grows in (("+", True), ("-", False), ("-", False)):
        size = app.evaluate(SIZE)
        app.keyboard.press(key)
        assert (app.evaluate(SIZE) > size) == grows
    app.keyboard.press("z")
    assert app.evaluate(SIZE) < 10  # all of it
    app.get_by_role("button", name="Closer", exact=True).click()
    assert app.evaluate(SIZE) == 24
    app.get_by_text("Why?", exact=True).click()
    left = app.evaluate(SCROLLED)
    app.mouse.move(600, 400)
    app.mouse.down()
    app.mouse.move(400, 400, steps=4)
    app.mouse.up()
    assert app.evaluate(SCROLLED) == left + 200
    assert app.evaluate(TEXT) == before
    # a link opens the position and back takes a change back
    paste(app, "mines 2\n1##\n###")
    eventually(lambda: "#p=3x2x2.b5j" in app.evaluate(ADDRESS))
    app.goto("about:blank")
    app.goto(f"{saved_app.as_uri()}#p=3x2x2.b5j")
    wait_for_widget(app)
    assert app.evaluate(TEXT) == "mines 2\n1##\n###"
    app.evaluate(f"() => {HERE}.request({{ do: 'paint', cell: 5, mark: 'F' }})")
    eventually(lambda: app.evaluate(TEXT) == "mines 2\n1##\n##F")
    app.evaluate(f"() => {HERE}.request({{ do: 'back' }})")
    eventually(lambda: app.evaluate(TEXT) == "mines 2\n1##\n###")


def test_a_link_that_is_not_analysed_says_why_and_one_of_no_part_leads_to_the_first(
    open_page, saved_app
):
    page = open_page(saved_app, link="#p=3x3x1.8j")
    eventually(lambda: said(page) == NO_POSITION)
    lattice = f"20x20x100.{('cj' * 10 + '20j') * 10}"
    many = "This position has too many cases to count in a browser."
    for link, text in ((lattice, many), ("101x1x1.101j", NO_POSITION), ("9" * 10**6, NO_POSITION)):
        for other in ("constructor", "__proto__", "of no part", "p=3x2x2.b5j"):
            page.evaluate("(link) => { window.location.hash = link; }", other)
            assert page.evaluate(SHOWN) == "Analyse"
        eventually(lambda: said(page).startswith("Layouts that fit: 6."))
        page.evaluate("(link) => { window.location.hash = link; }", f"#p={link}")
        eventually(lambda text=text: said(page) == text, told=lambda link=link: link[:30])


@pytest.fixture
def game(tab, saved_app):
    tab.context.set_offline(True)
    tab.goto(f"{saved_app.as_uri()}#play")
    wait_for_widget(tab)
    return tab


def do(page, action, **details):
    page.evaluate(f"(action) => {HERE}.request(action)", {"do": action, **details})


def state_of(page):
    return page.evaluate(f"() => {HERE}.state")


FORBIDDEN = """Object.defineProperty(window, 'localStorage', { get() {
  throw new DOMException('forbidden', 'SecurityError');
} })"""


def visit(page, address):
    page.goto("about:blank")
    page.goto(address)
    wait_for_widget(page)


HISTORY = """[[1, true, 99.5], [2, false, 3], [3, false, 4]].map(([day, won, seconds]) => ({
  ...{ id: `${day}`, date: `2026-11-0${day}`, level: "expert", size: [16, 30, 99], won, seconds },
  ...{ bv: [9, 90], actions: 9, luck: null, counted: true } }))"""
TOUCH = {"has_touch": True, "is_mobile": True}


def test_players_set_keys_and_question_marks_which_are_kept(game, saved_app):
    do(game, "open", cell=40)
    covered = game.evaluate(f"{HERE}.position.view.indexOf('#')")
    game.get_by_role("button", name="Menu").click()
    for details in ("Controls", "Own keys"):
        game.get_by_text(details, exact=True).click()
    game.get_by_label("Question marks").check()
    field = game.get_by_role("textbox", name="Flag")
    field.press("h")
    expect(game.get_by_text("H is the key of “Hint”")).to_be_visible()
    field.press("x")
    visit(game, f"{saved_app.as_uri()}#play")
    game.evaluate(f"{HERE}.takeKeys()")
    game.evaluate(f"{HERE}.input.goTo({covered}, {HERE}.stage.visible[0])")
    for face in ("flagged", "a question mark", "covered"):
        game.keyboard.press("x")
        eventually(lambda face=face: face in game.evaluate(f"{HERE}.state.tips[{covered}]"))


def test_the_app_remembers_the_game_the_theme_and_the_position(game, saved_app):
    do(game, "choose", level="intermediate", seed=7, radius=1)
    do(game, "open", cell=100)
    eventually(lambda: state_of(game)["moves"] == 1)
    game.evaluate(f"{HERE}.useTheme('classic')")
    before = game.evaluate(TEXT)
    go(game, "analyse")
    paste(game, "mines 1\n#1#\n###")
    eventually(lambda: game.evaluate(TEXT) == "mines 1\n#1#\n###")
    visit(game, f"{saved_app.as_uri()}#analyse")
    eventually(lambda: game.evaluate(TEXT) == "mines 1\n#1#\n###")
    assert game.evaluate("document.body.dataset.theme") == "classic"
    visit(game, saved_app.as_uri())  # who has played returns to the game
    assert game.evaluate(ADDRESS).endswith("#play")
    assert game.evaluate(TEXT) == before
    assert said(game) == "Your game goes on. The clock waits for your move."
    game.evaluate(f"localStorage['minevis history'] = JSON.stringify({HISTORY})")
    visit(game, f"{saved_app.as_uri()}#play")
    game.get_by_role("button", name="Menu").click()
    records = game.locator(".mv-records")
    assert records.inner_text() == "expert: best 99.5 s, won 1 of 3, streak 0"
    game.get_by_text("History", exact=True).click()
    game.evaluate("localStorage['minevis practice'] = '{}'")
    others = "Object.entries(localStorage).filter(([name]) => name !== 'minevis history')"
    kept = game.evaluate(others)
    game.get_by_role("button", name="Forget").dblclick()  # one press, to a hand that shakes
    assert records.inner_text() != ""
    game.get_by_role("button", name="Delete all times, wins and streaks?").click()
    assert records.inner_text() == ""
    assert game.evaluate("'minevis history' in localStorage") is False
    assert game.evaluate(others) == kept


def test_a_private_window_plays_without_a_memory(tab, saved_app):
    tab.add_init_script(FORBIDDEN)
    tab.goto(f"{saved_app.as_uri()}#play")
    wait_for_widget(tab)
    do(tab, "choose", level=[1, 2, 1], seed=1, radius=0)
    do(tab, "open", cell=1)
    eventually(lambda: "3BV 1, " in said(tab))


PARTS = {"analyse": "#p=", "play": "#play", "practise": "#practise", "watch": "#watch"}
SHOWN = "document.querySelector('nav [aria-current]')?.textContent"


def go(page, name):
    page.get_by_role("link", name=name.capitalize()).click()
    eventually(lambda: PARTS[name] in page.evaluate(ADDRESS))
    wait_for_widget(page)


def test_a_bar_leads_to_four_parts_of_one_theme_and_back(app):
    app.evaluate(f"{HERE}.useTheme('classic')")
    for name in ("play", "practise", "watch", "play", "watch"):
        go(app, name)
        assert app.locator(".minevis").count() == 1
    themes = "[...document.querySelectorAll('body, .minevis')].map((each) => each.dataset.theme)"
    eventually(lambda: app.evaluate(themes) == ["classic", "classic"])
    app.evaluate(f"{HERE}.player.play()")
    go(app, "analyse")
    for name in ("watch", "play", "watch", "practise", "play", "analyse"):
        app.go_back()
        eventually(lambda name=name: app.evaluate(SHOWN) == name.capitalize())
        eventually(lambda name=name: PARTS[name] in app.evaluate(ADDRESS))
    app.go_forward()
    app.reload()
    eventually(lambda: app.evaluate(SHOWN) == "Play")
    go(app, "watch")
    assert app.evaluate(f"[{HERE}.player.detail, {HERE}.player.playing]") == [1, False]


def test_a_puzzle_is_solved_and_a_game_is_watched(app):
    go(app, "practise")
    main = app.evaluate(f"{HERE}.answer.main")
    app.evaluate(f"{HERE}.claim({main}, 'safe')")
    assert said(app).startswith("Right.")
    assert "1 of 308 done" in app.locator(".mv-summary").inner_text()
    go(app, "watch")
    app.keyboard.press("End")  # the part has the keys of its bar
    eventually(lambda: "won" in said(app).lower())
    app.keyboard.press("Home")
    app.locator(".mv-canvas").first.click()
    eventually(lambda: "layouts that fit" in said(app))


SIDE = f"() => {{ const [panel] = {HERE}.stage.visible; return panel.cell / panel.ratio; }}"


@pytest.mark.parametrize("size", [(360, 640), (844, 390)], ids=["upright", "sideways"])
def test_a_phone_has_levels_and_a_new_game_above_cells_for_a_finger(open_page, saved_app, size):
    page = open_page(saved_app, size, "#play", **TOUCH)
    page.evaluate("() => { window.felt = []; navigator.vibrate = (ms) => felt.push(ms); }")
    head = page.locator(".mv-game")
    head.get_by_role("button", name="Expert").tap()
    eventually(lambda: state_of(page)["width"] == 30)
    assert page.evaluate(SIDE) >= 32
    assert "mines left 99" in head.inner_text()
    do(page, "flag", cell=0)
    assert page.evaluate("felt.length") == 1
    for button in page.locator(":is(.mv-game, .mv-top) button:visible").all():
        box = button.bounding_box()
        assert box["x"] + box["width"] <= size[0], button.inner_text()
        assert box["y"] + box["height"] <= size[1], button.inner_text()
    head.get_by_role("button", name="Other").tap()
    expect(page.get_by_label("Height")).to_be_hidden()
    expect(page.get_by_role("combobox", name="Level")).to_be_visible()
    page.keyboard.press("Escape")
    do(page, "choose", level=[1, 2, 1], seed=1, radius=0)
    do(page, "open", cell=1)
    assert said(page).startswith("Won without luck")
    head.get_by_role("button", name="New game").tap()
    eventually(lambda: not state_of(page)["over"])


MINED = f"() => {HERE}.host.playing.game.record.board.mines"
MISSED = f"""() => {{
  const {{ stage, state }} = {HERE};
  const [panel] = stage.visible;
  const {{ left, side }} = panel.boxOf(state.focus[0]);
  const window = panel.field.getBoundingClientRect();
  return left >= window.left && left + side <= window.right;
}}"""


SAFEST = f"() => {HERE}.host.playing.found.safest[0]"
PLACE = f"""(cell) => {{
  const {{ stage }} = {HERE};
  stage.viewport.follow([cell], {{ smooth: false }});
  const {{ left, top, side }} = stage.visible[0].boxOf(cell);
  return [left + side / 2, top + side / 2];
}}"""


def test_a_game_outlives_a_reload_and_a_second_tab_and_is_opened_again(open_page, saved_app):
    page = open_page(saved_app, (400, 800), "#play", **TOUCH)
    do(page, "choose", level="beginner", seed=4, radius=1)
    do(page, "open", cell=40)
    second = page.context.new_page()
    visit(second, f"{saved_app.as_uri()}#play")
    do(second, "flag", cell=0)
    do(page, "flag", cell=page.evaluate(TEXT).replace("\n", "").index("#") - len("mines 10"))
    for tab in (page, second):
        before = tab.evaluate(TEXT), state_of(tab)["chosen"]["seed"]
        tab.reload()
        wait_for_widget(tab)
        assert (tab.evaluate(TEXT), state_of(tab)["chosen"]["seed"]) == before
        assert "F" in before[0]
    second.close()
    do(page, "back")
    while not state_of(page)["over"]:
        page.touchscreen.tap(*page.evaluate(PLACE, page.evaluate(SAFEST)))
        page.evaluate(f"async () => {{ await {HERE}.host.playing.doing; }}")
    eventually(lambda: page.evaluate(f"() => Boolean({HERE}.state.review)"))
    shown = page.evaluate(TEXT)
    do(page, "new")
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("History", exact=True).click()
    page.locator(".mv-history button").first.click()
    eventually(lambda: page.evaluate(TEXT) == shown)
    assert state_of(page)["over"]


def test_a_replay_is_opened_watched_and_reviewed_and_the_game_under_way_is_kept(
    open_page, saved_app, tmp_path
):
    page = open_page(saved_app, (1280, 800), "#play")
    do(page, "choose", level="beginner", seed=4, radius=1)
    do(page, "open", cell=40)
    under_way = page.evaluate(TEXT)
    played = files.played(mv.Board.random("beginner", seed=2, first=(0, 0)), seed=2, name=b"Zoe")
    data = files.rmv(played)
    page.evaluate(DROP, ["damaged.rmv", list(data[:-9])])
    eventually(lambda: "damaged.rmv: This is no replay, or it is damaged." in said(page))
    assert page.evaluate(TEXT) == under_way
    go(page, "analyse")
    page.evaluate(DROP, ["zoe.rmv", list(data)])
    eventually(lambda: page.evaluate(SHOWN) == "Play" and state_of(page)["over"])
    eventually(lambda: page.evaluate(f"() => Boolean({HERE}.state.review)"))
    assert page.locator(".mv-badge").first.inner_text() == ("WON" if played.won else "LOST")
    page.get_by_role("button", name="Watch this game").click()
    page.wait_for_selector(".mv-timeline")
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_text("History", exact=True).click()
    other = files.played(mv.Board.random("beginner", seed=3, first=(0, 0)), seed=3, name=b"Ann")
    kept = [("again.avf", files.avf(played), 1), ("other.rawvf", files.rawvf(other), 2)]
    games = "JSON.parse(localStorage['minevis history']).length"
    for name, data, count in kept:  # the same game is kept once
        (tmp_path / name).write_bytes(data)
        page.locator(".mv-details input[type=file]").set_input_files(tmp_path / name)
        eventually(lambda count=count: page.evaluate(games) == count)
    visit(page, f"{saved_app.as_uri()}#play")
    assert page.evaluate(TEXT) == under_way


MANIFEST = """async () => {
  const { href } = document.querySelector("link[rel=manifest]");
  return JSON.parse(decodeURIComponent(href.split(",").slice(1).join(",")));
}"""


def test_a_game_is_watched_in_the_scrubber_after_its_end(game):
    do(game, "choose", level=[3, 5, 2], seed=3, radius=0)
    do(game, "open", cell=0)
    for cell in range(1, 15):
        if state_of(game)["over"]:
            break
        do(game, "open", cell=cell)
    end = said(game)
    game.get_by_role("button", name="Watch this game").click()
    run = "document.querySelector('.mv-below > .minevis')"
    game.wait_for_selector(".mv-below > .minevis[data-ready]")
    text = game.locator(f".mv-below {WORDS}")
    assert "Its risk was 50 %, and (0, 3) was safe." in text.inner_text()
    assert "(0, 3) was safe." in game.locator(".mv-mistake").inner_text()
    assert game.locator(".mv-below .mv-counters").inner_text() == "mines left 2"
    assert axe(game) == []
    game.evaluate(f"{run}.widget.player.seek(0)")
    eventually(lambda: text.inner_text() == "The game begins.")
    game.evaluate(f"{run}.widget.player.seek(1)")
    eventually(lambda: text.inner_text().startswith("(0, 0) is open."))
    game.evaluate(f"{run}.widget.player.seek({run}.widget.film.length - 1)")
    eventually(lambda: text.inner_text() == end)


LOOKS_OF = "[...document.querySelectorAll('.minevis')].map((each) => [...each.classList])"


def test_a_board_of_a_moment_has_no_looks_of_the_film_around_it(open_page, saved_app):
    page = open_page(saved_app, (400, 800), "#watch", **TOUCH)
    (before,) = page.evaluate(LOOKS_OF)
    assert {"mv-film", "mv-narrow"} <= {*before}
    page.evaluate(f"{HERE}.openHere('editor')")
    page.wait_for_selector(".mv-away > .minevis[data-ready]")
    outer, inner = page.evaluate(LOOKS_OF)
    assert outer == ["minevis"]
    assert "mv-editor" in inner
    board = page.locator(".mv-away > .minevis")
    moment = board.get_attribute("data-moment")
    board.locator(".mv-canvas").focus()
    page.keyboard.press("3")
    eventually(lambda: board.get_attribute("data-moment") != moment)
    page.get_by_role("button", name="Back to step").tap()
    assert [{*each} for each in page.evaluate(LOOKS_OF)] == [{*before}]


@pytest.mark.parametrize("sizes", [[(1280, 800)], [(360, 640), (400, 800), (844, 390)]])
def test_a_lost_game_shows_the_missed_cell_and_can_be_watched_without_scrolling(
    open_page, saved_app, sizes
):
    page = open_page(saved_app, sizes[0], "#play", **(TOUCH if len(sizes) > 1 else {}))
    watch = page.get_by_role("button", name="Watch this game")
    expect(watch).to_be_hidden()
    do(page, "choose", level="expert", seed=5, radius=1)
    do(page, "open", cell=0)
    page.evaluate(f"() => {HERE}.stage.visible[0].field.scrollTo(9999, 0)")
    settle(page)
    do(page, "open", cell=page.evaluate(MINED)[-1])
    assert "was safe." in said(page)
    eventually(lambda: page.evaluate(MISSED))
    for size in sizes:
        resize(page, size)
        for button in (watch, page.locator(".mv-game").get_by_role("button", name="New game")):
            expect(button).to_be_in_viewport(ratio=1)


MAP = f"""() => {{
  const {{ map }} = {HERE}.stage.visible[0];
  const {{ left, top, width, height }} = map.element.getBoundingClientRect();
  return [left + width / 2, top + height / 2, map.element.classList.contains("mv-resting")];
}}"""
DRAWN = f"() => {HERE}.stage.visible[0].map.canvas.toDataURL()"
STAY_AWAKE = f"""() => {{
  const {{ map }} = {HERE}.stage.visible[0];
  map.rouse();
  clearTimeout(map.rests);
}}"""  # at once, however slow this is


def test_the_map_of_a_game_follows_it_and_takes_no_taps(open_page, saved_app):
    page = open_page(saved_app, (400, 800), "#play", **TOUCH)
    do(page, "choose", level="expert", seed=5, radius=1)
    eventually(lambda: page.evaluate(MAP)[2])
    before = page.evaluate(DRAWN)
    do(page, "open", cell=0)
    eventually(lambda: page.evaluate(DRAWN) != before)
    page.evaluate(STAY_AWAKE)
    moves, where = state_of(page)["moves"], page.evaluate(SCROLLED)
    x, y, _ = page.evaluate(MAP)
    page.touchscreen.tap(x, y)
    assert page.evaluate(MAP)[2]  # the tap shows the cells
    assert state_of(page)["moves"] == moves
    assert page.evaluate(SCROLLED) == where
    page.get_by_role("button", name="Flag").tap()
    page.touchscreen.tap(x, y)
    eventually(lambda: state_of(page)["moves"] == moves + 1)


def test_forced_colours_show_which_part_is_seen(open_page, saved_app):
    page = open_page(saved_app, link="#play", forced_colors="active")
    outlines = page.locator("nav a").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each).outlineStyle)"
    )
    assert sorted(outlines) == ["none", "none", "none", "solid"]


ROWS = "document.querySelectorAll('.minevis ol.mv-visually-hidden li').length"
LOOKS = [((400, 800), "dark"), ((1280, 800), "light")]


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=["phone", "wide"])
def test_each_part_fits_is_read_out_and_keeps_nobody_out(open_page, saved_app, size, scheme):
    touch = TOUCH if size[0] == 400 else {}
    page = open_page(saved_app, size, color_scheme=scheme, offline=True, **touch)
    for name in PARTS:
        go(page, name)
        eventually(lambda: page.evaluate(ROWS) >= 8)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), name
        if scheme == "dark" or name in ("practise", "watch"):
            assert axe(page) == [], name


PASTE = """([text, bytes]) => {
  const clipboardData = new DataTransfer();
  if (text) clipboardData.setData("text/plain", text);
  else clipboardData.items.add(new File([new Uint8Array(bytes)], "a.png", { type: "image/png" }));
  const how = { clipboardData, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new ClipboardEvent("paste", how));
}"""


def png_of(picture):
    data = BytesIO()
    Image.fromarray(picture).save(data, "PNG")
    return data.getvalue()


def test_a_picture_is_read_without_python_and_its_doubts_are_marked(game, tmp_path):
    position, cell = middle_of_game("beginner", 1), 24
    picture = draw(position, SKINS["flat"], cell)
    row, col = map(int, np.argwhere(position.view == 1)[0])
    noise = np.random.default_rng(1).integers(0, 256, (cell, cell, 3), dtype=np.uint8)
    picture[60 + row * cell :, 30 + col * cell :][:cell, :cell] = noise
    game.evaluate(PASTE, [None, list(png_of(picture))])
    eventually(lambda: said(game).startswith("Read from the picture: 9×9 cells. Compare "))
    marks = game.evaluate(SHOWN_MARKS)
    assert marks[row * 9 + col] == Mark.GUESS
    shown = mv.Position.parse(game.evaluate(TEXT)).view
    wrong = np.flatnonzero(shown != position.view)
    assert all(marks[each] == Mark.GUESS for each in wrong)
    for each in {*wrong.tolist(), row * 9 + col}:
        mark = MARK_OF_CODE[int(position.view.flat[each])]
        game.evaluate(
            f"(given) => {HERE}.request({{ do: 'brush', ...given }})",
            {"cells": [each], "mark": mark},
        )
    eventually(lambda: "Layouts that fit: " in said(game))
    assert (mv.Position.parse(game.evaluate(TEXT)).view == position.view).all()
    before = game.evaluate(TEXT)
    for data, error in (
        (b"\x89PNG\r\n\x1a\n\0\0", "“a.png” is damaged"),
        (png_of(noise[:1, :1]), "1×1 pixels"),
        (png_of(np.full((300, 300, 3), 200, np.uint8)), "No board was found"),
    ):
        game.evaluate(PASTE, [None, list(data)])
        eventually(lambda error=error: error in said(game))
        assert game.evaluate(TEXT) == before
    path = tmp_path / "board.webp"
    Image.fromarray(draw(position, SKINS["dark"], 31)).save(path, lossless=True)
    with game.expect_file_chooser() as chooser:
        game.get_by_role("button", name="Open", exact=True).click()
    chooser.value.set_files(path)
    eventually(lambda: (mv.Position.parse(game.evaluate(TEXT)).view == position.view).all())


def test_a_game_is_copied_analysed_and_left_and_boards_are_pasted_anywhere(game, saved_app):
    manifest = game.evaluate(MANIFEST)
    assert manifest["start_url"] == f"{saved_app.as_uri()}#play"
    assert manifest["display"] == "standalone"
    for link in ("icon", "apple-touch-icon"):
        game.wait_for_selector(f"link[rel={link}][href^='data:image/']", state="attached")
    # the position of a game can be analysed and left again
    do(game, "open", cell=40)
    game.get_by_role("button", name="Analyse this").click()
    eventually(lambda: "#p=9x9x10." in game.evaluate(ADDRESS))
    eventually(lambda: game.evaluate(f"() => Boolean({HERE}?.brush)"))
    assert game.evaluate(TEXT).startswith("mines 10\n")
    game.get_by_role("button", name="Clear").click()
    eventually(lambda: game.evaluate(TEXT) == str(mv.Position.fresh((9, 9), 10)))
    game.go_back()
    eventually(lambda: game.evaluate(ADDRESS).endswith("#play"))
    eventually(lambda: state_of(game).get("moves") == 1)
    # the menu of a game copies its position and a link to it
    game.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
    )
    do(game, "open", cell=40)
    game.locator(".minevis .mv-menu-button").click()
    copied = []
    for name in ("Copy position", "Copy link"):
        game.get_by_role("button", name=name).click()
        game.get_by_role("button", name="Copied").first.wait_for()
        copied.append(game.evaluate("() => window.copied"))
    text, link = copied
    assert mv.Position.parse(text).view[4, 4] == 0
    assert link.startswith("#p=9x9x10.")  # a page on a disk does not name its path
    game.goto("about:blank")
    game.goto(saved_app.as_uri() + link)
    wait_for_widget(game)
    assert game.evaluate(TEXT) == text
    go(game, "play")
    # a board pasted anywhere is analysed and a button pastes too
    game.evaluate(PASTE, ["Is this a guess?\n\nmines 1\n#1#\n###", None])
    text = TEXT.replace(".state", "?.state")  # the part is made first
    eventually(lambda: game.evaluate(text) == "mines 1\n#1#\n###")
    eventually(lambda: "#p=" in game.evaluate(ADDRESS))
    button = game.get_by_role("button", name="Paste", exact=True)
    read = "(text) => { navigator.clipboard.readText = async () => text; }"
    game.evaluate(read, "")
    button.click()
    assert said(game).endswith("Press Ctrl+V.")
    game.evaluate(read, "mines 1\n#1##")
    button.click()
    eventually(lambda: game.evaluate(TEXT) == "mines 1\n#1##")
