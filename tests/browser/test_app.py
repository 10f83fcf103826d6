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
