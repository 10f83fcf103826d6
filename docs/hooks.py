"""Add the pages that are generated: the app, the tutorial, the figures, the gallery."""

import importlib.util
import re
from collections.abc import Iterator
from doctest import DocTestParser
from functools import lru_cache
from html import escape, unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import nbformat
from gallery import clip_name, write_gallery
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

import minevis as mv
from minevis.api.app import app_page
from minevis.practice.puzzle import stored_puzzles
from minevis.solver.events import FrontierFound
from minevis.web.page import page as race_page

ROOT = Path(__file__).parents[1]
ASSETS = ROOT / "assets"
NOTEBOOK = ROOT / "notebooks" / "solving_minesweeper.ipynb"
CHAPTER_OF = {  # the title of the chapter with the idea of a kind of puzzle
    "count": "Counting",
    **dict.fromkeys(("1-1", "1-2", "1-2-1", "1-2-2-1", "overlap"), "Two clues"),
    **dict.fromkeys(("chain", "anything", "mines left"), "Suppose, and see"),
    "region": "Search",
    "guess": "Guessing well",
}
POSITIONS = ASSETS / "positions"
EACH = 20  # of the stored puzzles, one is on the page to touch
APP = "<!-- app -->"  # the place of the app on the first page
BLOCK = re.compile(r"<pre>(.*?)(?=</pre>)", re.DOTALL)
TABLE = re.compile("<!-- table: ([A-Z]+) -->")
CLIPS = re.compile("<!-- clips: (.+?) -->")  # of patterns
TAG = re.compile("<[^>]+>")
OUTPUT = re.compile("^# .*\n", re.MULTILINE)
RACERS = ("counting", "csp", "convolution", "exact")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Say in the footer of every page what this is, whose, and how to cite it."""
    of = maker().copyright_of((ROOT / "LICENSE").read_text("utf-8"))
    address = f", {config.site_url}" if config.site_url else ""
    config.copyright = (
        f"minevis {mv.__version__}, © {of['year']} {of['authors']}, {of['licence']}. "
        f"To cite it: {of['authors']}, “minevis”, version {mv.__version__}, {of['year']}{address}."
    )
    return config


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add the generated pages and the stored pictures."""
    for path, content in made(str(config.site_url or "")):
        files.append(File.generated(config, path, content=content))
    for name in ("card.png", "ladder.png"):
        files.append(File.generated(config, f"pictures/{name}", abs_src_path=str(ASSETS / name)))
    return files


def made(site: str) -> Iterator[tuple[str, str | bytes]]:
    """Stand-alone pages and pictures of the gallery, by path."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    card = f"{site.rstrip('/')}/pictures/card.png" if site else "../pictures/card.png"
    tutorial = maker().page(notebook, site=site, card=card, home="../index.html")
    yield "read/solving_minesweeper.html", tutorial
    yield "app.html", app()
    yield from gallery()
    for name, figure in figures():
        yield f"touch/{name}.html", figure.page()
    yield "touch/race.html", race_page(track(), title="A race to step through")
    yield "touch/practice.html", mv.Practice(stored_puzzles()[::EACH]).page()


def gallery() -> Iterator[tuple[str, str | bytes]]:
    """The page of the gallery with a way back, and its pictures."""
    with TemporaryDirectory() as folder:
        write_gallery(Path(folder))
        for path in Path(folder).iterdir():
            page = path.suffix == ".html"
            content = with_way_back(path.read_text("utf-8")) if page else path.read_bytes()
            yield f"gallery/{path.name}", content


@lru_cache(maxsize=1)
def app() -> str:
    """The app, with the title of the site."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    numbers = {title: number for number, title, _ in maker().chapters(notebook)}
    place = "read/solving_minesweeper.html#chapter-"
    ideas = {kind: f"{place}{numbers[title]}" for kind, title in CHAPTER_OF.items()}
    return app_page(title="minevis", ideas=ideas)


def on_post_page(output: str, page: Page, **_: Any) -> str:
    """Put the app on the first page, above the text of `index.md`."""
    if not page.is_homepage:
        return output
    _, _, body = app().partition("<main>")
    content, _, program = body.rpartition("</body>")[0].partition("</main>")
    return output.replace(APP, content, 1).replace("</body>", f"{program}</body>", 1)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Put a registry's table and clips in place of their marks; let search find guides first."""
    if page.file.src_uri.startswith("guides/"):
        page.meta.setdefault("search", {"boost": 2})
    markdown = CLIPS.sub(lambda found: clips(found[1].split(", "), page.url), markdown)
    return TABLE.sub(lambda found: getattr(mv, found[1]).to_markdown(), markdown)


def clips(names: list[str], url: str) -> str:
    """Return the films of some patterns, small, for the page at an address."""
    return "".join(
        f'<video class="clip" src="{get_relative_url(f"gallery/{clip_name(name)}", url)}#t=0.01" '
        f'aria-label="The pattern {name}" controls muted loop playsinline preload="metadata">'
        "</video>"
        for name in names
    )


def on_page_content(html: str, **_: Any) -> str:
    """Let the copy button take the code of an example, without prompts and outputs."""
    return BLOCK.sub(lambda found: f'<pre data-copy="{escape(code_of(found[1]))}">{found[1]}', html)


def code_of(block: str) -> str:
    """The code in a block: in guides outputs are comments, in the reference they follow prompts."""
    text = unescape(TAG.sub("", block))
    examples = DocTestParser().get_examples(text)
    return "".join(each.source for each in examples) or OUTPUT.sub("", text)


def with_way_back(page: str) -> str:
    """A stand-alone page, with a link to the site before its first heading."""
    link = '<p class="back"><a href="../index.html" style="color: inherit">‹ minevis</a></p>'
    before, heading, after = page.partition("<h1")
    return f"{before}{link}{heading}{after}"


def figures() -> Iterator[tuple[str, Any]]:
    """Each figure by its name."""
    make = beside_notebooks("figures")
    two_cells = mv.Position.load(POSITIONS / "two_cells.txt")
    impasse = mv.Position.load(POSITIONS / "impasse.txt")
    small = mv.Board.random("beginner8", seed=10, first=(3, 3), safe_radius=1)
    yield "question", make.question(two_cells, (0, 3), (1, 3))
    yield "window", make.window(small)
    yield "layouts", make.layouts(small, (3, 3))
    yield "search", make.search(two_cells)
    yield "configurations", make.configurations(two_cells)
    yield "first_click", make.first_click("beginner")
    yield "guess", make.guess(impasse)
    yield "bet", make.bet(track())
    game = mv.play(small, first=(3, 3))
    opened = mv.Position(game[1].view, mines=10)
    yield "two_numbers", make.two_numbers(mv.thoughts(opened)[1])
    asks = {"asks": "Open a cell that you can prove.", "told": "Our board is won."}
    last = mv.Position(game[-1].view, mines=10)
    yield "plot", make.plot(small, opened, goal=last, otherwise="guess", **asks)
    expert = mv.play("expert", seed=6)
    stuck = [at for at, each in enumerate(expert.events) if isinstance(each, FrontierFound)][2]
    yield "regions", make.regions(mv.Position(expert[stuck].view, mines=99), columns=10)
    yield "one_more", make.one_more(two_cells)
    yield "estimate", make.estimate("Expert games won", {"counting": 0.009}, "exact", 0.376)


def track() -> mv.Race:
    """A race in which the players part."""
    board = mv.Board.random("intermediate", seed=3033, first=(0, 0), safe_radius=1)
    return mv.race(board, list(RACERS), first=(0, 0))


def maker() -> ModuleType:
    """`notebooks/make.py`, which exports the tutorial."""
    return beside_notebooks("make")


def beside_notebooks(name: str) -> ModuleType:
    """A module next to the notebooks."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "notebooks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
