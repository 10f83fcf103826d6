import ast
import os
import re
import subprocess
import sys
from functools import cache, cached_property, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import FunctionType
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

import minevis
from conftest import watch
from public_names import MODULE_OF
from seeing import LONG, axe, eventually, resize, settle

pytestmark = pytest.mark.xdist_group("site")  # it is built once

ROOT = Path(__file__).parents[2]
NARROW = {"width": 400, "height": 800}
WIDE = {"width": 1280, "height": 800}
LINKS = """() => [...document.querySelectorAll('a[href], img[src], iframe[src], script[src]')]
  .filter((each) => !each.closest('.mv-parts'))
  .map((each) => each.href || each.src)"""
PAGES = sorted(
    path.relative_to(ROOT / "docs").with_suffix("").as_posix()
    for path in (ROOT / "docs").rglob("*.md")
)
EACH_KIND = ("api/playing", "figures", "guides/film", "gallery", "research/strength", "tutorial")
BUILD = "from short_films import shorten; shorten(); from mkdocs.__main__ import cli; cli()"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("material", reason="the site is built with mkdocs-material")
    pytest.importorskip("mkdocstrings")
    folder, support = tmp_path_factory.mktemp("site"), ROOT / "tests" / "support"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(support), *sys.path[1:]])}
    command = [sys.executable, "-c", BUILD, "build", "--quiet", "--strict", "-d", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def tab(request, browser):
    scheme = "dark" if request.param is NARROW else "light"
    context = browser.new_context(viewport=request.param, color_scheme=scheme, offline=True)
    page = context.new_page()
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    faults = watch(page)
    yield page
    context.close()
    assert faults == []
    assert [url for url in page.asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("tab", [WIDE], indirect=True, ids=["wide, then narrow"])
def test_every_page_fits_leads_somewhere_and_keeps_nobody_out(site, tab, name):
    path = site / f"{name}.html"
    tab.goto(path.as_uri())
    for link in set(tab.evaluate(LINKS)):
        assert_leads_somewhere(link, path)
    if name in EACH_KIND:
        assert axe(tab, options={"runOnly": ["wcag2a"], "iframes": False}) == []
    for size in (WIDE, NARROW):
        resize(tab, (size["width"], size["height"]))
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


@pytest.mark.parametrize("name", ["gallery/index", "read/solving_minesweeper"])
def test_pages_of_their_own_lead_back_to_the_site(site, tab, name):
    tab.goto((site / f"{name}.html").as_uri())
    tab.locator("a", has_text="minevis").first.click()
    tab.locator(".minevis[data-ready]").wait_for()
    assert tab.url.startswith((site / "index.html").as_uri())


def assert_leads_somewhere(link, page):
    parts = urlsplit(link)
    if parts.scheme != "file":
        assert parts.scheme in ("https", "mailto", "data", "blob", "about"), f"{page}: {link}"
        return
    target = Path(unquote(parts.path))
    assert target.exists(), f"{page.name}: {link}"
    if parts.fragment and target.suffix == ".html":
        assert unquote(parts.fragment) in {*ids_of(target), "__consent"}, f"{page.name}: {link}"


@cache  # hundreds of links lead into the same few pages
def ids_of(page):
    return set(re.findall(r'\bid="([^"]+)"', page.read_text("utf-8")))


def test_pages_say_what_they_are_and_hold_nothing_that_makes_them(site):
    pages = (("index", "minevis", "minevis"), ("figures", "Figures", "Figures - minevis"))
    for name, title, tab in pages:
        text = (site / f"{name}.html").read_text("utf-8")
        assert f"<title>{tab}</title>" in text
        assert f'<meta property="og:title" content="{title}">' in text
    # every page says whose it is and how to cite it
    for path in (site / "index.html", site / "guides" / "film.html"):
        text = " ".join(path.read_text("utf-8").split())
        assert f"To cite it: the minevis authors, “minevis”, version {minevis.__version__}" in text
    # what makes the site is no part of it
    assert [path for path in site.rglob("*") if path.suffix in (".py", ".pyc")] == []


def test_the_first_page_is_the_app_above_the_ways_on_with_header_and_search(site, tab):
    tab.goto((site / "index.html").as_uri())
    parts = tab.locator(".mv-parts")
    tab.locator(".mv-editor[data-ready]").wait_for()
    assert "9 %" in tab.locator(".mv-text").inner_text()
    parts.get_by_role("link", name="Watch").click()
    tab.locator(".mv-film[data-ready]").wait_for()
    assert tab.locator(".mv-controls").bounding_box()["y"] < 800  # the film has the screen
    parts.get_by_role("link", name="About").click()
    eventually(lambda: tab.evaluate("scrollY") > 300)
    ways = tab.locator("article")
    for name in ("tutorial", "Figures", "gallery", "analyse a position", "Save it"):
        assert ways.get_by_role("link", name=name).is_visible()
    assert "python -m pip install ." in ways.inner_text()
    assert axe(tab, options={"runOnly": ["wcag2a"]}) == []
    tab.go_back()
    eventually(lambda: tab.evaluate("location.hash") == "#watch")
    parts.get_by_role("link", name="Practise").click()
    tab.locator(".mv-practice[data-ready]").wait_for()
    ideas = tab.evaluate("document.querySelector('.mv-practice').widget.words.ideas")
    for address in ideas.values():
        page, anchor = address.split("#")
        assert f'id="{anchor}"' in (site / page).read_text("utf-8")
    tab.goto("about:blank")
    tab.goto(f"{(site / 'index.html').as_uri()}#install-it")
    eventually(lambda: tab.evaluate("scrollY") > 300)
    tab.goto("about:blank")
    # the first page has header search and menu and leaves keys to the app
    tab.goto((site / "index.html").as_uri())
    tab.locator(".mv-editor[data-ready]").wait_for()
    tab.keyboard.press("n")  # elsewhere, this leads to the next page
    tab.keyboard.press("s")  # and this to the search
    assert not tab.locator("[data-md-toggle=search]").is_checked()
    assert tab.url.startswith((site / "index.html").as_uri())
    search(tab, "film")
    tab.keyboard.press("Escape")
    if tab.viewport_size == NARROW:
        tab.locator("label.md-header__button[for=__drawer]").click()
        tab.locator(".md-nav--primary").get_by_text("Guides").first.click()
        link = tab.locator(".md-nav--primary").get_by_role("link", name="Film your board")
    else:
        link = tab.locator(".md-tabs").get_by_role("link", name="Tutorial")
    link.click()
    tab.wait_for_url(re.compile("(film|tutorial).html"))


@pytest.fixture(scope="module")
def served(site):
    """The address of the site behind a server, where its frames are of one origin with it."""
    handler = partial(Silent, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.mark.parametrize(("by_server", "size"), [(False, NARROW), (True, WIDE)])
def test_figures_take_the_height_they_need_and_no_text_away(site, served, browser, by_server, size):
    context = browser.new_context(viewport=size)
    page = context.new_page()
    start = served if by_server else site.as_uri()
    page.goto(f"{start}/figures.html")
    for frame in page.locator("iframe.figure").all():
        frame.scroll_into_view_if_needed()
        figure = frame.element_handle().content_frame()
        eventually(lambda figure=figure: fits(figure))
    article = page.locator("article")
    assert article.locator("h1").first.is_visible()
    assert all(each.is_visible() for each in article.locator("p, h2, iframe").all())
    context.close()


def fits(frame):
    """Whether a figure is there, whole, with no more room than it needs; that of boards which
    take the room there is, with little more."""
    return frame.evaluate("""document.querySelector('[data-ready]')
        && Math.abs(innerHeight - document.body.scrollHeight)
          < (document.querySelector('.mv-film') ? 9 : 2)""")


@pytest.mark.parametrize("size", [WIDE, {"width": 1920, "height": 1080}], ids=["1280", "1920"])
def test_the_figure_of_a_race_shows_the_boards_that_its_text_tells_of(site, browser, size):
    page = browser.new_page(viewport=size, offline=True)
    page.goto((site / "figures.html").as_uri())
    page.locator("iframe[src='touch/race.html']").scroll_into_view_if_needed()
    frame = page.frame_locator("iframe[src='touch/race.html']")
    eventually(lambda: frame.locator(".minevis[data-ready]").count() == 1)
    settle(page, LONG)  # each telling of its height once made the frame lower, and its boards
    cell = "(panel) => panel.closest('.minevis').widget.stage.visible[0].cell"
    expect(frame.locator(".mv-lane:visible")).to_have_count(4)
    expect(frame.locator(".mv-timeline.mv-raised")).to_have_count(1)  # the curves
    eventually(lambda: frame.locator(".mv-lane").first.evaluate(cell) >= 12)  # px: coordinates
    page.close()


def search(tab, words):
    """Type words into the search, and return the names of the pages in the order of the results."""
    if tab.viewport_size == NARROW:
        tab.locator("label.md-header__button[for=__search]").click()
    tab.locator("input.md-search__input").click()
    tab.keyboard.type(words)
    found = tab.locator(".md-search-result__link")
    eventually(lambda: found.count() > 0)
    links = found.evaluate_all("(links) => links.map((link) => link.href)")
    return list(dict.fromkeys(Path(urlsplit(link).path).stem for link in links))


@pytest.mark.parametrize("tab", [NARROW], indirect=True, ids=["narrow"])
def test_search_finds_a_function_from_disk(site, tab):
    tab.goto((site / "tutorial.html").as_uri())
    assert "solving" in search(tab, "win_chance")


@pytest.mark.parametrize("tab", [WIDE], indirect=True, ids=["wide"])
def test_search_finds_the_guide_for_the_words_of_newcomers(site, tab):
    for words, guide in (
        ("gif", "film"),
        ("mp4", "film"),
        ("simulate", "many_games"),
        ("heat map", "position"),
        ("compare", "many_games"),
    ):
        tab.goto("about:blank")
        tab.goto((site / "glossary.html").as_uri())
        assert search(tab, words)[0] == guide, words


def test_the_reference_shows_parameters_as_tables_that_fit(site, tab):
    tab.goto((site / "api" / "playing.html").as_uri())
    heading = "xpath=//h3[@id='minevis.trace.trace.Trace.video']"
    row = tab.locator(f"{heading}/following::table[1]/tbody/tr").first
    assert row.locator("td").first.inner_text() == "path"
    box = row.locator(".doc-md-description").bounding_box()
    assert 0 <= box["x"] < box["x"] + box["width"] <= tab.viewport_size["width"]
    assert tab.locator(".md-nav--secondary a", has_text="Parameters").count() == 0
    tab.goto((site / "api" / "players.html").as_uri())
    assert tab.locator("tr", has_text="opens every safe cell").locator("td").count() == 3


@pytest.mark.parametrize(
    ("name", "shown", "copied"),
    [
        ("guides/position", "# overlap 3", "print(proof.kind, proof.difficulty)"),
        ("api/playing", ">>> trace.frame(-1).dtype", "trace.frame(-1).dtype"),
    ],
)
def test_the_copy_button_takes_code_without_prompts_and_outputs(site, browser, name, shown, copied):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto((site / f"{name}.html").as_uri())
    block = page.locator("pre", has_text=shown).first
    block.hover()
    block.locator("button").first.click()
    taken = page.evaluate("navigator.clipboard.readText()")
    context.close()
    assert copied in taken.splitlines()
    assert not re.search("^(>>>|# )", taken, re.MULTILINE)
    ast.parse(taken)


def test_every_public_name_stands_in_the_reference_with_all_that_can_be_asked_of_it(site):
    told = set().union(*(ids_of(page) for page in (site / "api").glob("*.html")))
    missing = set()
    for name, home in MODULE_OF.items():
        thing = getattr(minevis, name)
        members = asked_of(thing) if isinstance(thing, type) else set()
        wanted = {f"minevis.{home}.{name}", *(f"minevis.{home}.{name}.{m}" for m in members)}
        missing |= wanted - told
    assert missing == set()
    assert not any(".utils.checks." in name for name in told)


def asked_of(kind):
    """The public methods and properties of a class, those it inherits within minevis too."""
    ours = [each for each in kind.__mro__ if each.__module__.startswith("minevis.")]
    found = {name: value for each in reversed(ours) for name, value in vars(each).items()}
    methods = (FunctionType, classmethod, staticmethod, property, cached_property)
    return {n for n, value in found.items() if n[0] != "_" and isinstance(value, methods)}
