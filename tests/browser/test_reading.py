"""Notebooks that are only read: exported ones, with no network, and ones nobody trusts."""

import json
import re
from copy import deepcopy
from io import BytesIO

import bleach
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from minevis.words.english import say
from seeing import eventually

pytestmark = pytest.mark.xdist_group("notebooks")  # one is run once, by whom a server is there for

CELLS = (
    "import minevis as mv\n"
    "trace = mv.play(mv.Board.random('beginner', seed=3, first=(0, 0)), first=(0, 0))\ntrace",
    "trace.scrubber()",
    "mv.explorer()",
    "mv.Playground('beginner')",
    "mv.Editor('mines 2\\n1##\\n###')",
)
PAGES = (0, 3, 4)  # of these cells live without a kernel, the others show a picture
STATE = "application/vnd.jupyter.widget-state+json"


@pytest.fixture(scope="module")
def run():
    """The cells run without any front end, the state of the widgets stored."""
    import nbclient  # takes longer to load than most tests to run, as what it needs does
    import nbformat

    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return notebook


def assert_something_is_seen(locator):
    pixels = np.asarray(Image.open(BytesIO(locator.screenshot())).convert("RGB"))
    assert min(pixels.shape[:2]) > 60
    assert pixels.reshape(-1, 3).std(axis=0).min() > 4


@pytest.mark.parametrize("stored", [True, False], ids=["state stored", "no state"])
def test_an_exported_notebook_shows_everything_without_a_network(tab, run, stored, tmp_path):
    from nbconvert import HTMLExporter

    notebook = deepcopy(run)
    assert len(notebook.metadata.widgets[STATE]["state"]) > len(CELLS) - 2
    if not stored:
        del notebook.metadata["widgets"]
    path = tmp_path / "read.html"
    path.write_text(HTMLExporter().from_notebook_node(notebook)[0], "utf-8")
    tab.context.set_offline(True)
    tab.goto(path.as_uri())
    outputs = tab.locator(".jp-Cell-outputArea")
    for number in PAGES:
        outputs.nth(number).locator("iframe").scroll_into_view_if_needed()
        frame = outputs.nth(number).frame_locator("iframe").locator(".minevis[data-ready]")
        frame.wait_for(timeout=60_000)
        assert_something_is_seen(frame)
        if number == 3:
            frame.locator(".mv-canvas").click()
            expect(frame.locator(".mv-text").first).to_have_text(re.compile("is open"))
        elif number == 4:
            expect(frame.locator(".mv-text").first).to_have_text(re.compile("Layouts that fit: 6"))
    for number in {*range(len(CELLS))} - {*PAGES}:
        picture = outputs.nth(number).locator("img")
        assert picture.get_attribute("alt")
        assert_something_is_seen(picture)


def test_untrusted_it_shows_pictures(tab, lab, run):
    address, folder = lab
    (folder / "untrusted.ipynb").write_text(json.dumps(run), "utf-8")
    tab.goto(f"{address}/lab/workspaces/untrusted/tree/untrusted.ipynb?reset")
    outputs = tab.locator(".jp-Cell-outputArea")
    for number in range(len(CELLS)):
        picture = outputs.nth(number).locator("img")
        picture.scroll_into_view_if_needed(timeout=60_000)
        eventually(lambda picture=picture: picture.evaluate("(each) => each.naturalWidth") > 0)
        assert outputs.nth(number).locator("iframe").count() == 0
        assert_something_is_seen(picture)


def test_a_host_that_keeps_pictures_and_words_only_shows_those(tab, run):
    outputs = [output.data for cell in run.cells for output in cell.outputs]
    htmls = [data["text/html"] for data in outputs if "text/html" in data]
    assert len(htmls) == len(CELLS)
    for html in htmls:
        kept = {"tags": {"div", "p", "img"}, "attributes": {"img": ["src", "alt"]}}
        html = re.sub(r"<style.*?</style>", "", html)  # goes whole, as that of every pandas table
        tab.set_content(bleach.clean(html, **kept, protocols={"data"}, strip=True))
        assert_something_is_seen(tab.locator("img"))
        assert tab.locator("body").inner_text().strip() in ("", say("needs kernel"))
