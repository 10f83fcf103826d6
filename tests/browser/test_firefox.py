"""The saved page in Firefox, from disk. Skipped, and said so, where there is no Firefox."""

import json
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import firefox
import minevis as mv
import replay_files as files
from figure_positions import FOURTEEN, IMPASSE
from notebooks import figures
from seeing import DROP, eventually

pytestmark = [
    pytest.mark.skipif(
        firefox.installed() is None,
        reason="no Firefox on this machine (Debian: apt install firefox-esr)",
    ),
    pytest.mark.xdist_group("firefox"),  # it is started once
]
SCRUBBER = "document.querySelector('.minevis').widget"
READY = (
    "new Promise((done) => { const look = () => document.querySelector('[data-ready]') "
    "? done(true) : setTimeout(look, 50); look(); })"
)
REST = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
ARROW_RIGHT = "\ue014"
ENTER = "\ue007"
BADGE = "document.querySelector('.mv-badge')?.textContent ?? ''"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with firefox.launched(tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture
def tab(running):
    tab = firefox.Tab(running)
    yield tab
    errors = tab.errors.copy()
    tab.close()
    assert errors == []


def test_the_page_works_in_firefox(saved, trace, tab):
    tab.open(saved.as_uri())
    assert tab.run(READY)
    tab.run(f"{SCRUBBER}.player.seek(0)")
    tab.run(REST)
    first = seen(tab)
    assert first.reshape(-1, 3).std(axis=0).min() > 4
    tab.run("document.querySelector('.mv-timeline').focus()")
    tab.press(ARROW_RIGHT)
    tab.run(REST)
    assert tab.run(f"{SCRUBBER}.player.beat") == 1
    told = tab.run("document.querySelector('.mv-text').textContent")
    assert told == mv.caption(trace.events[tab.run(f"{SCRUBBER}.film.events[1]")])
    assert (seen(tab) != first).any()
    covered = int(np.flatnonzero(trace[1].view == -1)[-1])
    click_cell(tab, covered)
    eventually(lambda: tab.run(BADGE) not in ("", "OPEN", "START"))


def test_overlay_cursor_link_and_playing_on_in_firefox(saved, tab):
    tab.open(f"{saved.as_uri()}#step=300&panels=board")
    assert tab.run(READY)
    tab.run(REST)
    beat = tab.run(f"{SCRUBBER}.player.beat")
    assert beat == tab.run(f"{SCRUBBER}.film.beatOf(300)")
    bare = seen(tab)
    tab.run("[...document.querySelectorAll('.mv-toggles button')][2].click()")
    tab.run(REST)
    assert tab.run(f"{SCRUBBER}.panels") == ["probability"]
    assert (seen(tab) != bare).any()
    tab.run("document.querySelector('[data-panel=probability] .mv-canvas').focus()")
    cursor = f"{SCRUBBER}.input.cell"
    tab.press(ARROW_RIGHT)  # it begins where the run is
    begun = tab.run(cursor)
    for key in (ARROW_RIGHT, ENTER):
        tab.press(key)
    assert tab.run(cursor) == begun + 1
    told = "document.querySelector('.mv-text').textContent"
    eventually(lambda: str(divmod(begun + 1, 30)) in tab.run(told))
    eventually(lambda: "panels=probability" in tab.run("window.location.hash"))  # it is at rest
    tab.run("void (window.location.hash = 'step=0&panels=board,zero')")
    eventually(lambda: tab.run(f"{SCRUBBER}.player.beat") == 0)
    assert tab.run(f"{SCRUBBER}.panels") == ["board", "zero"]
    tab.run(f"void {SCRUBBER}.openHere('playground')")
    away = "document.querySelector('.mv-away .mv-caption .mv-text')?.textContent ?? ''"
    eventually(lambda: "it is your turn" in tab.run(away))


def click_cell(tab, cell, panel=f"{SCRUBBER}.stage.visible[0]"):
    box = tab.run(f"{panel}.boxOf({cell})")
    tab.click(box["left"] + box["side"] / 2, box["top"] + box["side"] / 2)


def click_text(tab, name):
    named = f"(each) => each.textContent.trim() === '{name}'"
    found = f"[...document.querySelectorAll('nav a, button')].find({named})"
    box = tab.run(f"{found}.getBoundingClientRect().toJSON()")
    tab.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def seen(tab):
    return np.asarray(Image.open(BytesIO(tab.screenshot())).convert("RGB"))


FIGURE = "document.querySelector('script.minevis-figure').nextElementSibling.widget"
SAID = "document.querySelector('.mv-said').textContent.replaceAll('\\u00a0', ' ')"


def test_figures_answer_in_firefox(tab, tmp_path):
    position, board = mv.Position.parse(FOURTEEN), mv.Board.parse("*..\n.*.\n...")
    show(tab, figures.question(position, (0, 0), (1, 0)), tmp_path)
    click_cell(tab, 8, f"{FIGURE}.board.panel")
    eventually(lambda: "64 %" in tab.run(SAID))
    show(tab, figures.window(board), tmp_path)
    tab.run("document.querySelector('canvas').focus()")
    tab.press(ARROW_RIGHT)
    eventually(lambda: "(0, 1)" in tab.run(SAID))
    show(tab, figures.guess(mv.Position.parse(IMPASSE)), tmp_path)
    tab.run("document.querySelector('canvas').focus()")
    tab.press(ENTER)
    eventually(lambda: "40 %" in tab.run(SAID))
    show(tab, figures.configurations(position), tmp_path)
    tab.run("document.querySelector('input[type=range]').focus()")
    tab.press(ARROW_RIGHT)
    eventually(lambda: "50 % exactly" in tab.run(SAID))


def show(tab, figure, folder):
    tab.open(figure.save(folder / f"{figure.kind}.html").as_uri())
    assert tab.run(READY)
    tab.run(REST)


def test_a_race_is_stepped_through_in_firefox(tab, tmp_path):
    board = mv.Board.random("beginner", seed=24, first=(0, 0), safe_radius=1)
    race = mv.race(board, ["counting", "exact"], first=(0, 0))
    fallen = race.traces[0].moves
    page = race.scrubber().save(tmp_path / "race.html")
    tab.open(f"{page.as_uri()}#step={fallen - 1}")
    assert tab.run(READY)
    tab.run(REST)
    before = seen(tab)
    tab.run("document.querySelector('.mv-timeline').focus()")
    tab.press(ARROW_RIGHT)
    standing = "document.querySelector('[data-panel=\"1\"] .mv-standing').textContent"
    eventually(lambda: tab.run(standing) == "✕ out")
    assert tab.run(f"{SCRUBBER}.player.beat") == fallen
    assert (seen(tab) != before).any()
    tab.press("2")
    eventually(lambda: tab.run(f"{SCRUBBER}.panels") == ["2"])


SHOWN = "document.querySelector('.minevis[data-ready] .mv-text')?.textContent ?? ''"


def test_the_four_parts_of_the_app_work_in_firefox(saved_app, tab):
    tab.resize(1280, 800)
    tab.open(saved_app.as_uri())
    eventually(lambda: "9 %" in tab.run(SHOWN))
    tab.run("void (document.querySelector('.mv-source').value = '####\\n1221')")
    click_text(tab, "Use this text")
    eventually(lambda: "Safe cells: 2. Certain mines: 2." in tab.run(SHOWN))
    click_text(tab, "Play")
    eventually(lambda: "Click a cell to begin" in tab.run(SHOWN))
    click_cell(tab, 40)
    eventually(lambda: "(4, 4) is open." in tab.run(SHOWN))
    tab.press("h")  # the part has the keys
    eventually(lambda: "safe cell" in tab.run(SHOWN) or "No cell is safe" in tab.run(SHOWN))
    click_text(tab, "Practise")
    eventually(lambda: "can be proven safe" in tab.run(SHOWN))
    click_cell(tab, tab.run(f"{SCRUBBER}.answer.main"))
    eventually(lambda: tab.run(SHOWN).startswith("Right."))
    click_text(tab, "Watch")
    eventually(lambda: tab.run(f"{SCRUBBER}?.player !== undefined"))
    beat = tab.run(f"{SCRUBBER}.player.beat")
    tab.press(ARROW_RIGHT)
    eventually(lambda: tab.run(f"{SCRUBBER}.player.beat") == beat + 1)
    tab.run("void window.history.back()")
    eventually(
        lambda: tab.run("document.querySelector('[aria-current]').textContent") == "Practise"
    )
    for address in ("about:blank", f"{saved_app.as_uri()}#practise"):
        tab.open(address)
    done = "document.querySelector('.mv-summary')?.textContent ?? ''"
    eventually(lambda: "1 of 308 done" in tab.run(done))  # it is kept
    played = files.played(mv.Board.random("beginner", seed=2, first=(0, 0)), seed=2, name=b"Zoe")
    tab.run(f"void ({DROP})({json.dumps(['zoe.rawvf', [*files.rawvf(played)]])})")
    eventually(lambda: tab.run(BADGE) == ("WON" if played.won else "LOST"))
