"""Notebooks that are only read: exported, untrusted, or with the program in one output."""

import json
import re
from copy import deepcopy
from io import BytesIO

import bleach
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from minevis.web.javascript import browser_words, notebook_script
from minevis.web.output_cells import IN_ANOTHER_CELL
from minevis.web.page import PROGRAM, html_page
from minevis.words.english import say
from seeing import eventually

BEGIN = """import minevis as mv
trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))"""
SHOWN = 3
READ = ("mv.explorer()", "mv.Playground('beginner')", "mv.Editor('mines 2\\n1##\\n###')")
PAGES = (0, 3, 4)  # of a game, a scrubber and these, which live without a kernel
STATE = "application/vnd.jupyter.widget-state+json"
MOVES = """(root) => {
  const { player } = root.widget;
  const before = player.beat;
  root.querySelector('[aria-label^="Step back"]').click();
  return player.beat - before;
}"""
HOST = """<div id="place"></div><script>
const state = %s;
const bytes = (text) => Uint8Array.from(atob(text), (mark) => mark.charCodeAt(0));
for (const each of Object.values(state))
  for (const { path, data } of each.buffers ?? []) each.state[path[0]] = bytes(data);
const modelOf = (id) => ({
  get: (name) => state[id].state[name], set() {}, on() {}, off() {}, save_changes() {}, send() {},
  widget_manager: { get_model: async (other) => {
    if (!state[other]) throw new Error("widget model not found");
    return modelOf(other);
  } } });
async function show(id) {
  const { _esm } = state[id].state;
  const address = URL.createObjectURL(new Blob([_esm], { type: "text/javascript" }));
  const program = (await import(address)).default;
  const el = document.getElementById("place").appendChild(document.createElement("div"));
  await program.render({ model: modelOf(id), el });
}
</script>"""


PICTURES = (
    "trace.picture(3)", "mv.analyze('mines 1\\n#1#')", "trace.plot(3)",
    "trace.show(cell=12, seconds=1)", "trace.picture(3, theme='dark')",
)  # fmt: skip
DARKENED = """() => [...document.querySelectorAll("img, video")].map(
  (each) => getComputedStyle(each).filter !== "none")"""


@pytest.fixture(scope="module")
def notebook(shared):
    """Pictures, games, scrubbers and boards in one notebook, run once without any front end."""
    import nbformat  # takes longer to load than most tests to run, as what it needs does
    from nbclient import NotebookClient

    def run(path):
        sources = (BEGIN, *PICTURES, *["trace"] * SHOWN, *["trace.scrubber()"] * SHOWN, *READ)
        notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, sources)))
        NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
        nbformat.write(notebook, path)

    return nbformat.read(shared("outputs.ipynb", run), as_version=4)


def only(notebook, cells):
    """A copy with some of the cells below the first."""
    copy = deepcopy(notebook)
    copy.cells = [copy.cells[0], *copy.cells[1:][cells]]
    return copy


def test_pictures_turn_dark_with_the_page_around_them(tab, tmp_path, notebook):
    from nbconvert import HTMLExporter

    notebook = only(notebook, slice(len(PICTURES)))
    for theme, scheme, is_dark in (
        ("light", "dark", False),  # JupyterLab's word goes before that of the system
        ("dark", "light", True),
        (None, "light", False),
        (None, "dark", True),
    ):
        html, _ = HTMLExporter(theme=theme or "light").from_notebook_node(notebook)
        html = html if theme else html.replace('data-jp-theme-light="true"', "")
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        tab.emulate_media(color_scheme=scheme)
        tab.goto(path.as_uri(), wait_until="domcontentloaded")
        assert tab.evaluate(DARKENED) == [is_dark] * 4 + [False], (theme, scheme)


@pytest.fixture(scope="module")
def games(notebook):
    return only(notebook, slice(len(PICTURES), len(PICTURES) + SHOWN))


@pytest.fixture(scope="module")
def kinds(notebook):
    """A game, a scrubber, an explorer, a Playground and an Editor."""
    kept = only(notebook, slice(len(PICTURES), None))
    kept.cells = [kept.cells[1], kept.cells[1 + SHOWN], *kept.cells[1 + 2 * SHOWN :]]
    return kept


def assert_something_is_seen(locator):
    pixels = np.asarray(Image.open(BytesIO(locator.screenshot())).convert("RGB"))
    assert min(pixels.shape[:2]) > 60
    assert pixels.reshape(-1, 3).std(axis=0).min() > 4


@pytest.mark.parametrize("stored", [True, False], ids=["state stored", "no state"])
def test_an_exported_notebook_shows_everything_without_a_network(read, kinds, stored):
    notebook = deepcopy(kinds)
    if not stored:
        del notebook.metadata["widgets"]
    outputs = read(notebook).locator(".jp-Cell-outputArea")
    for number in range(len(kinds.cells)):
        output = outputs.nth(number)
        if number not in PAGES:
            assert output.locator("img").get_attribute("alt")
            assert_something_is_seen(output.locator("img"))
            continue
        output.locator("iframe").scroll_into_view_if_needed()
        frame = output.frame_locator("iframe").locator(".minevis[data-ready]")
        frame.wait_for()
        assert_something_is_seen(frame)
        said = frame.locator(".mv-text").first
        if number == 3:
            frame.locator(".mv-canvas").click()
            expect(said).to_have_text(re.compile("is open"))
        elif number == 4:
            expect(said).to_have_text(re.compile("Layouts that fit: 6"))


def test_untrusted_it_shows_pictures(tab, lab, kinds):
    address, folder = lab
    (folder / "untrusted.ipynb").write_text(json.dumps(kinds), "utf-8")
    tab.goto(f"{address}/lab/workspaces/untrusted/tree/untrusted.ipynb?reset")
    outputs = tab.locator(".jp-Cell-outputArea")
    for number in range(len(kinds.cells)):
        picture = outputs.nth(number).locator("img")
        picture.scroll_into_view_if_needed()
        eventually(lambda picture=picture: picture.evaluate("(each) => each.naturalWidth") > 0)
        assert outputs.nth(number).locator("iframe").count() == 0
        assert_something_is_seen(picture)


def test_a_host_that_keeps_pictures_and_words_only_shows_those(tab, kinds):
    outputs = [output.data for cell in kinds.cells for output in cell.outputs]
    htmls = [data["text/html"] for data in outputs if "text/html" in data]
    assert len(htmls) == len(kinds.cells)
    for html in htmls:
        kept = {"tags": {"div", "p", "img"}, "attributes": {"img": ["src", "alt"]}}
        html = re.sub(r"<style.*?</style>", "", html)  # goes whole, as that of every pandas table
        tab.set_content(bleach.clean(html, **kept, protocols={"data"}, strip=True))
        assert_something_is_seen(tab.locator("img"))
        assert tab.locator("body").inner_text().strip() in ("", say("needs kernel"))


@pytest.fixture
def read(tab, tmp_path):
    def open_page(notebook):
        from nbconvert import HTMLExporter

        path = tmp_path / "games.html"
        path.write_text(HTMLExporter().from_notebook_node(notebook)[0], "utf-8")
        tab.context.set_offline(True)
        tab.goto(path.as_uri())
        return tab

    return open_page


def test_the_first_output_carries_the_program(games):
    program = html_page([]).partition(PROGRAM)[2]
    first, *others = [len(json.dumps(cell.outputs)) for cell in games.cells[1:]]
    for size in others:
        assert 0.9 * len(program) < first - size


def test_all_games_of_an_exported_notebook_play(read, games):
    page = read(games)
    for number in range(SHOWN):
        root = page.frame_locator("iframe >> nth=" + str(number)).locator(".minevis[data-ready]")
        root.wait_for()
        assert root.evaluate(MOVES) == -1
    expect(page.locator(".minevis-framed img").first).not_to_be_visible()


def test_without_the_output_that_carries_it_the_stills_are_seen_and_a_sentence(read, games):
    notebook = deepcopy(games)
    notebook.cells[1].outputs = []
    page = read(notebook)
    for number in range(SHOWN - 1):
        frame = page.frame_locator("iframe >> nth=" + str(number))
        expect(frame.get_by_text(IN_ANOTHER_CELL)).to_be_visible()
        assert frame.locator("body").evaluate("each => getComputedStyle(each).backgroundColor") == (
            "rgba(0, 0, 0, 0)"
        )
        expect(page.locator(".minevis-framed img").nth(number)).to_be_visible()


def test_a_game_run_again_in_jupyterlab_takes_the_program(open_notebook):
    notebook = open_notebook(BEGIN, *["trace"] * SHOWN)
    page = notebook.page
    frames = page.locator(".minevis-framed iframe")
    programs = "frames => frames.filter((each) => /id=.minevis-words/.test(each.srcdoc)).length"

    def all_play():
        for number in range(SHOWN):
            frames.nth(number).scroll_into_view_if_needed()
            frame = page.frame_locator(".minevis-framed iframe >> nth=" + str(number))
            frame.locator(".minevis[data-ready]").wait_for()
        return frames.evaluate_all(programs)

    assert all_play() == 1
    last = frames.nth(SHOWN - 1).evaluate_handle("each => each")
    page.locator(".jp-CodeCell .jp-InputArea-editor").nth(SHOWN + 1).click()
    page.keyboard.press("Control+Enter")
    eventually(lambda: not last.evaluate("each => each.isConnected"))
    assert all_play() == 1
    notebook.run_all()
    eventually(lambda: frames.count() == SHOWN)
    assert all_play() == 1


@pytest.fixture(scope="module")
def widgets(notebook):
    """The state of the scrubbers of a notebook, one in each output."""
    return notebook.metadata.widgets[STATE]["state"]


def scrubbers(state):
    return [name for name, each in state.items() if each["state"].get("kind") == "scrubber"]


def test_the_state_of_widgets_holds_the_program_once_and_scrubbers_play(tab, widgets):
    assert json.dumps(widgets).count(json.dumps(notebook_script())) == 1
    tab.set_content(HOST % json.dumps(widgets))
    for name in scrubbers(widgets)[:SHOWN]:
        tab.evaluate("show", name)
    roots = tab.locator(".minevis[data-ready]")
    eventually(lambda: roots.count() == SHOWN)
    for root in roots.all():
        assert root.evaluate(MOVES) == -1
    assert roots.first.evaluate("each => getComputedStyle(each).position") == "relative"


def test_a_scrubber_without_the_program_says_so(tab, widgets):
    left = {name: each for name, each in widgets.items() if "script" not in each["state"]}
    assert len(left) == len(widgets) - 1
    tab.set_content(HOST % json.dumps(left))
    tab.evaluate("show", scrubbers(left)[0])
    expect(tab.get_by_text(browser_words()["no program"])).to_be_visible()


def test_a_hidden_board_gives_its_program_and_does_not_start(open_notebook):
    page = open_notebook(BEGIN, "mv.Playground('beginner')", "trace").page
    frames = page.locator(".minevis-framed iframe")
    frames.nth(1).scroll_into_view_if_needed()
    page.frame_locator(".minevis-framed iframe >> nth=1").locator("[data-ready]").wait_for()
    expect(frames.nth(0)).to_be_hidden()
    html = frames.nth(0).evaluate("each => each.contentDocument.body.innerHTML")
    assert "minevis-board" in html
    assert "data-ready" not in html
    carries = "each => /id=.minevis-words/.test(each.srcdoc)"
    assert [frames.nth(number).evaluate(carries) for number in range(2)] == [True, False]
