"""What the browser tests share: one browser, one server, and pages that watch their console."""

import os
import sys
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

try:
    import fcntl
except ImportError:  # Windows: each worker makes its own
    fcntl = None

sys.path.insert(0, str(Path(__file__).parent))

import browsers
import lab as jupyter
import minevis as mv
from front_ends import Notebook, is_tidy
from seeing import PATIENCE, settle

expect.set_options(timeout=1000 * PATIENCE)
WIDE = {"width": 1280, "height": 900}
HARMLESS = ("favicon", "Failed to load resource", "preload", "[Report Only]")
NOT_OURS = (
    "Cannot read properties of undefined (reading 'schema')",  # Notebook 7, by itself
    # JupyterLab, when a kernel ends that it is just asking
    "Canceled future for kernel_info_request message before replies were done",
)


@pytest.fixture(scope="session")
def browser():
    try:
        with browsers.launched() as running:
            for name in ("new_context", "new_page"):
                setattr(running, name, partial(made_patient, getattr(running, name)))
            yield running
    except RuntimeError as error:
        if browsers.required():
            pytest.fail(str(error), pytrace=False)
        pytest.skip(str(error))


def made_patient(make, **options):
    """Return a context or a page that waits long; boards in it are settled by default."""
    made = make(**{"reduced_motion": "reduce", **options})
    made.set_default_timeout(1000 * PATIENCE)
    return made


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    with jupyter.server(folder) as address:
        yield address, folder


@pytest.fixture(scope="session")
def notebook7(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebook")
    with jupyter.server(folder, "notebook") as address:
        yield address, folder


@pytest.fixture
def front(request):
    """The front end of a test: JupyterLab, or that which the test asks for."""
    name = getattr(request, "param", "lab")
    return name, *request.getfixturevalue({"lab": "lab", "notebook": "notebook7"}[name])


@pytest.fixture(scope="session")
def trace():
    """An expert game with guesses, searches and a good end."""
    return mv.play(mv.Board.random("expert", seed=5, first=(0, 0)), first=(0, 0))


@pytest.fixture(scope="session")
def saved(trace, shared):
    from minevis.web.page import save

    return shared("solve.html", lambda path: save(path, trace))


@pytest.fixture(scope="session")
def saved_app(shared):
    from minevis.api.app import save_app

    return shared("minevis.html", save_app)


@pytest.fixture(scope="session")
def report(shared):
    """The report of a game with needless guesses, and puzzles of them."""
    trace = mv.play(mv.Board.random("intermediate", seed=3), "counting", first=(0, 0))
    return shared("report.html", lambda path: trace.report(path, effort="quick"))


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """Return the path of a file that the first of all workers has made."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder

    def made_once(name, make):
        path = folder / name
        with (folder / f"{name}.lock").open("w") as held:
            if fcntl:
                fcntl.flock(held, fcntl.LOCK_EX)
            if not path.exists():
                make(path)
        return path

    return made_once


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
    faults = []
    page.on("pageerror", lambda error: str(error) in NOT_OURS or faults.append(str(error)))

    def hear(message):
        if message.type == "error" and not any(part in message.text for part in HARMLESS):
            faults.append(message.text)

    page.on("console", hear)
    return faults


@pytest.fixture
def open_page(browser):
    """Open a page on disk at a size; it has met no error in the console when the test ends."""
    tabs = []

    def open_at(path, size=(1280, 800), link="", **options):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        page = context.new_page()
        tabs.append((context, watch(page)))
        page.goto(path.as_uri() + link)
        page.wait_for_selector("[data-ready]")
        settle(page)
        return page

    yield open_at
    for context, faults in tabs:
        context.close()
        assert faults == []


@pytest.fixture
def film(tab, saved):
    """The page of the game at its beginning, from disk. It asks no other address for anything."""
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.context.set_offline(True)
    tab.goto(saved.as_uri())
    tab.wait_for_selector("[data-ready]")
    tab.keyboard.press("Home")
    settle(tab)  # a canvas is drawn in the next frame: until then it shows the key moment
    yield tab
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.fixture(scope="session")
def windows(browser):
    """The window of each front end in which tests show their notebooks, one after the other.

    It takes most of a test's time to load. A test that leaves it in disorder has it closed.
    """
    kept = {}
    yield kept
    for window in kept.values():
        window.context.close()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Note of a test whether it has failed, for the fixtures that clear up after it."""
    report = yield
    if call.when != "teardown":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def has_failed(request):
    """Whether the test has failed, when it is asked at its end."""
    return lambda: request.node.stash[FAILED]


@pytest.fixture
def page(browser, front, windows, has_failed):
    window = windows.pop(front[0], None) or _new_window(browser)
    window.set_viewport_size(WIDE)  # as a test before may not have left it
    yield window
    faults = window.faults.copy()
    window.faults.clear()
    if faults or has_failed() or not is_tidy(window):
        window.context.close()
    else:
        windows[front[0]] = window
    assert faults == []


def _new_window(browser):
    window = browser.new_context(viewport=WIDE).new_page()
    window.faults = watch(window)
    return window


@pytest.fixture
def open_notebook(page, front, has_failed):
    """Show a notebook with these cells, all run. Its kernel, which takes two seconds to start, goes
    from test to test, emptied; that of a test that failed ends."""
    opened = []

    def open_with(*cells):
        opened.append(Notebook(page, front, *cells))
        return opened[-1]

    yield open_with
    for notebook in opened:
        notebook.close(leave_kernel=not has_failed())
