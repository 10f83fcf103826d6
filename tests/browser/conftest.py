"""What the browser tests share: one browser, one server, and pages that watch their console."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import browsers
import lab as jupyter
import minevis as mv

WIDE = {"width": 1280, "height": 900}
HARMLESS = ("favicon", "Failed to load resource", "preload", "[Report Only]")


@pytest.fixture(scope="session")
def browser():
    try:
        with browsers.launched() as running:
            yield running
    except RuntimeError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """The address and the folder of a running JupyterLab."""
    folder = tmp_path_factory.mktemp("lab")
    with jupyter.server(folder) as address:
        yield address, folder


@pytest.fixture(scope="session")
def trace():
    """An expert game with guesses, searches and a good end."""
    return mv.play(mv.Board.random("expert", seed=5, first=(0, 0)), first=(0, 0))


@pytest.fixture(scope="session")
def saved(trace, tmp_path_factory):
    """The page of `trace` on disk."""
    return trace_page(trace, tmp_path_factory.mktemp("page"))


def trace_page(trace, folder):
    from minevis.widgets.page import save

    return save(folder / "solve.html", trace)


@pytest.fixture
def tab(browser):
    """A tab that has met no error in the console when the test ends."""
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    faults = watch(page)
    yield page
    context.close()
    assert faults == []


def watch(page):
    """The errors of a page's console, as they come."""
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def hear(message):
        if message.type == "error" and not any(part in message.text for part in HARMLESS):
            faults.append(message.text)

    page.on("console", hear)
    return faults


@pytest.fixture
def film(tab, saved):
    """The saved page, opened from disk and ready."""
    tab.goto(saved.as_uri())
    tab.wait_for_selector("[data-ready]")
    return tab
