"""Scrubber, playground, editor and explorer in a real JupyterLab with a real kernel."""

import numpy as np
import pytest

from conftest import WIDE, watch
from minevis.show.theme import THEMES
from notebooks import Notebook
from seeing import caption, colour, eventually, fingerprint, point, settle, state

GAME = """
trace = mv.play(mv.Board.random("intermediate", seed=3, first=(0, 0)), first=(0, 0))
s = trace.scrubber()
seen = []
s.observe(lambda change: seen.append((change.name, change.new)), ["step", "playing", "speed"])
s
"""


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport=WIDE)
    tab = context.new_page()
    tab.faults = watch(tab)
    yield tab
    context.close()
    assert tab.faults == []


@pytest.fixture
def open_notebook(page, lab, request):
    name = "".join(mark if mark.isalnum() else "-" for mark in request.node.name)
    opened = []

    def open_with(*cells):
        opened.append(Notebook(page, *lab, name, *cells))
        return opened[-1]

    yield open_with
    for notebook in opened:
        notebook.close()


@pytest.fixture
def scrubbed(open_notebook):
    notebook = open_notebook(GAME)
    notebook.ready()
    return notebook


def click(notebook, label):
    notebook.page.locator(".minevis").first.get_by_role("button", name=label, exact=True).click()
    settle(notebook.page)


def test_python_sees_where_the_scrubber_stands(scrubbed):
    click(scrubbed, "Move forward")
    step = state(scrubbed.page)["step"]
    assert step > 0
    eventually(lambda: scrubbed.ask("s.step") == step)
    click(scrubbed, "Play")
    eventually(lambda: scrubbed.ask("s.playing"))
    click(scrubbed, "Pause")
    eventually(lambda: scrubbed.ask("s.playing") is False)
    eventually(lambda: scrubbed.ask("s.step") == state(scrubbed.page)["step"])
    assert ["playing", True] in scrubbed.ask("seen")
    assert scrubbed.ask("int((s.snapshot.view != trace[s.step].view).sum())") == 0


def test_the_scrubber_follows_python(scrubbed):
    scrubbed.ask("s.step = 40")
    eventually(lambda: state(scrubbed.page)["step"] == 40)
    scrubbed.ask("s.theme = 'dark'")
    eventually(lambda: state(scrubbed.page)["theme"] == "dark")
    scrubbed.ask("s.panels = ['zero', 'board']")
    eventually(lambda: state(scrubbed.page)["panels"] == ["board", "zero"])
    scrubbed.ask("s.speed = 100")
    scrubbed.ask("s.playing = True")
    eventually(lambda: state(scrubbed.page)["step"] > 60)
    scrubbed.ask("s.playing = False")
    eventually(lambda: not state(scrubbed.page)["playing"])


@pytest.mark.parametrize(
    "nonsense",
    ["s.step = 10**6", "s.step = 'here'", "s.speed = -1", "s.theme = 'pink'", "s.panels = ['x']"],
)
def test_nonsense_is_refused_by_name_and_changes_nothing(scrubbed, nonsense):
    before = fingerprint(scrubbed.page)
    code = f"exec({nonsense!r})"
    assert "TraitError" in scrubbed.ask(code)
    settle(scrubbed.page)
    assert fingerprint(scrubbed.page) == before


def test_a_click_is_answered_by_the_kernel(scrubbed):
    scrubbed.ask("s.step = 1")
    eventually(lambda: state(scrubbed.page)["step"] == 1)
    cell = scrubbed.ask(
        "[int(i) for i in __import__('numpy').argwhere("
        "mv.analyze(mv.Position(trace[1].view, trace[1].mines)).safe)[0]]"
    )
    scrubbed.page.mouse.click(*point(scrubbed.page, *cell))
    eventually(lambda: f"Cell ({cell[0]}, {cell[1]}) is safe" in caption(scrubbed.page))


def test_keys_typed_into_the_widget_change_no_cell(scrubbed):
    page = scrubbed.page
    before = (scrubbed.cells(), page.locator(".jp-Notebook").inner_text().count("trace.scrubber"))
    page.locator(".mv-timeline").focus()
    for key in [
        "a",
        "b",
        "d",
        "d",
        "x",
        "m",
        "y",
        "z",
        "c",
        "v",
        "0",
        "0",
        "j",
        "k",
        "Enter",
        "Shift+Enter",
        "Escape",
        "Delete",
    ]:
        page.keyboard.press(key)
    page.locator("[data-panel=board] canvas").focus()
    for key in ["a", "b", "d", "d", "x", "m", "y", "z", "c", "v", "ArrowDown", "ArrowUp"]:
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    after = (scrubbed.cells(), page.locator(".jp-Notebook").inner_text().count("trace.scrubber"))
    assert after == before


def test_shown_twice_both_go_together(open_notebook):
    notebook = open_notebook(GAME, "s")
    notebook.ready(2)
    click(notebook, "Step forward")
    beats = "() => [...document.querySelectorAll('.minevis')].map((e) => e.scrubber.player.beat)"
    eventually(lambda: notebook.page.evaluate(beats) == [1, 1])


def test_a_dead_kernel_is_said_and_the_run_still_plays(scrubbed):
    page = scrubbed.page
    (scrubbed.folder / "ask.txt").write_text("__import__('os')._exit(1)")
    page.get_by_text("Kernel Restarting").or_(page.locator(".jp-Dialog")).first.wait_for(
        timeout=30_000
    )
    page.keyboard.press("Escape")
    click(scrubbed, "Step forward")
    assert state(page)["beat"] == 1
    page.mouse.click(*point(page, 14, 14))
    eventually(lambda: "does not answer" in caption(page), seconds=20)


def test_a_cell_run_again_leaves_one_sound_widget(scrubbed):
    page = scrubbed.page
    click(scrubbed, "Play")
    scrubbed.run_all()
    eventually(lambda: state_or_none(page) == 0, seconds=30)
    click(scrubbed, "Step forward")
    assert state(page)["beat"] == 1


def state_or_none(page):
    return page.evaluate("() => document.querySelector('.minevis')?.scrubber?.player.beat ?? null")


def test_the_explorer_shows_what_its_fields_ask_for(open_notebook):
    notebook = open_notebook("x = mv.explorer()\nx")
    notebook.ready()
    notebook.page.get_by_label("Player").select_option("csp")
    eventually(lambda: "csp" in caption(notebook.page), seconds=20)
    notebook.page.get_by_label("Level").select_option("beginner")
    eventually(lambda: "9×9" in caption(notebook.page), seconds=20)
    assert notebook.ask("x.scrubber.trace.start.player") == "csp"


def play_ground(open_notebook, options=""):
    notebook = open_notebook(f"p = mv.Playground('beginner', seed=4{options})\np")
    notebook.ready()
    return notebook


def tap(notebook, row, col, **options):
    moment = notebook.page.locator(".minevis").first.get_attribute("data-moment")
    notebook.page.mouse.click(*point(notebook.page, row, col), **options)
    answered(notebook, moment)


def deed(notebook, label):
    moment = notebook.page.locator(".minevis").first.get_attribute("data-moment")
    notebook.page.get_by_role("button", name=label, exact=True).click()
    answered(notebook, moment)


def answered(notebook, moment):
    root = notebook.page.locator(".minevis").first
    eventually(lambda: root.get_attribute("data-moment") != moment)
    settle(notebook.page)


def test_play_by_mouse_with_flags_chords_and_take_back(open_notebook):
    notebook = play_ground(open_notebook)
    tap(notebook, 0, 0)
    view = np.array(notebook.ask("p.position.view.tolist()"))
    assert view[0, 0] == 0
    opened = np.array(colour(notebook.page, "board", 0, 0))
    assert np.abs(opened - THEMES["paper"].opened).max() <= 8
    mine = notebook.ask(
        "[int(i) for i in __import__('numpy').argwhere(p.session.game.board.mined)[0]]"
    )
    tap(notebook, *mine, button="right")
    assert notebook.ask(f"int(p.position.view[{mine[0]}, {mine[1]}])") == -2
    deed(notebook, "Take back")
    assert notebook.ask(f"int(p.position.view[{mine[0]}, {mine[1]}])") == -1
    notebook.page.locator("[data-panel=board] canvas").focus()
    notebook.page.keyboard.press("f")
    eventually(lambda: notebook.ask(f"int(p.position.view[{mine[0]}, {mine[1]}])") == -2)


def test_a_loss_is_explained_and_can_be_looked_at_again(open_notebook):
    notebook = play_ground(open_notebook)
    tap(notebook, 0, 0)
    mine = notebook.ask(
        "[int(i) for i in __import__('numpy').argwhere(p.session.game.board.mined)[0]]"
    )
    tap(notebook, *mine)
    assert "was a mine" in caption(notebook.page)
    assert "Safe at that moment" in caption(notebook.page)
    notebook.page.get_by_role("button", name="Look at it again").click()
    notebook.page.locator(".mv-below .minevis[data-ready]").wait_for()
    assert notebook.ask("p.trace.won") is False
    deed(notebook, "Take back")
    assert notebook.ask("p.session.over") is False


def test_help_while_playing(open_notebook):
    notebook = play_ground(open_notebook)
    tap(notebook, 0, 0)
    bare = fingerprint(notebook.page)
    deed(notebook, "Hint")
    assert "Look at" in caption(notebook.page)
    deed(notebook, "Hint")
    assert "is safe in every layout" in caption(notebook.page)
    deed(notebook, "Player’s pick")
    assert "would open" in caption(notebook.page)
    deed(notebook, "Odds")
    shown = fingerprint(notebook.page)
    assert shown != bare
    deed(notebook, "Known cells")
    assert fingerprint(notebook.page) != shown
    deed(notebook, "Let it finish")
    assert notebook.ask("p.session.over") is True
    assert len(notebook.ask("p.trace.to_json()")) > 1000


def test_paint_a_position_and_see_what_follows(open_notebook):
    notebook = open_notebook("e = mv.Editor(mv.Position.fresh((4, 4), 3))\ne")
    notebook.ready()
    notebook.page.get_by_role("button", name="Clue 3").click()
    tap(notebook, 0, 0)
    assert notebook.ask("int(e.position.view[0, 0])") == 3
    assert notebook.ask("int(e.analysis.mined.sum())") == 3
    assert "3 cells mined" in caption(notebook.page)
    notebook.page.keyboard.press("ArrowRight")
    moment = notebook.page.locator(".minevis").first.get_attribute("data-moment")
    notebook.page.keyboard.press("8")
    answered(notebook, moment)
    assert notebook.page.locator(".mv-badge").inner_text() == "WRONG"
    assert notebook.ask("e.analysis") is None
    deed(notebook, "Take back")
    notebook.page.get_by_text("As text").click()
    text = notebook.page.get_by_label("The position as text")
    assert text.input_value() == notebook.ask("str(e.position)")
    text.fill("mines 2\n1##\n###")
    deed(notebook, "Use this text")
    assert notebook.ask("str(e.position)") == "mines 2\n1##\n###"
    assert fingerprint(notebook.page, "probability") != 0
