import ast
import re
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from itertools import pairwise

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import minevis as mv
import short_films
from notebooks_made import NOTEBOOKS, ROOT, TUTORIAL, code, maker, outputs, read
from research import deductions
from short_films import WHOLE

CHAPTER = re.compile(r"^## (\d+) ", re.MULTILINE)
PICTURE = re.compile(r"<img|<video|<iframe|<table")
CELL_NAME = re.compile(r"`\(\d+, \d+\)`")
CAPTION = re.compile(r"^\*(Figure|Table) (\d+)\. ", re.MULTILINE)
ITEM = re.compile(r"\s*\d+[.)] ")
EACH = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
WIDGET = "application/vnd.jupyter"
HIDDEN = re.compile(r"<(script|style|title)\b.*?</\1>", re.DOTALL)
ANSWER = "<summary>Answer</summary>"


def text(cell):
    """What a cell prints; a time differs each time."""
    told = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    return "" if "perf_counter" in cell.source else told


@EACH
def test_a_notebook_runs_and_prints_what_is_kept(path, tmp_path):
    """Also in an empty folder, away from the source, with only the extra for notebooks."""
    make = maker()
    make.HERE = tmp_path
    figures = (ROOT / "notebooks" / "figures.py").read_text("utf-8")
    figures = figures if WHOLE else MANY_FIGURES.sub(r"\g<1>100", figures)
    (tmp_path / "figures.py").write_text(figures, "utf-8")  # which the tutorial imports
    kept, fresh = read(path), read(path)
    printed, prints = (code(each) if WHOLE else made_small(code(each)) for each in (kept, fresh))
    fresh.cells.insert(0, pytest.importorskip("nbformat").v4.new_code_cell(FIRST % unneeded()))
    make.run(fresh).cells.pop(0)
    assert [*map(text, prints)] == [*map(text, printed)]
    assert_clean(fresh)


def made_small(cells):
    """Play a hundred games instead of thousands, and make a few puzzles.

    Return the cells whose outputs stay the same. Assertions about the results of all games are
    left out.
    """
    same, fewer = [], set()
    for cell in cells:
        kept, is_same = [], True
        for line in ast.parse(re.sub("^%", "#", cell.source)).body:
            names = [node for node in ast.walk(line) if isinstance(node, ast.Name)]
            made = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            source, games = MANY_GAMES.subn(r"\g<1>100", ast.unparse(line))
            source, puzzles = MANY_PUZZLES.subn(r"\g<1>2", source)
            uses = {node.id for node in names} - made
            if games or puzzles or OF_GAMES.search(source) or not fewer.isdisjoint(uses):
                is_same, fewer = False, fewer | made
                kept += [source] * (not isinstance(line, ast.Assert))
            else:
                fewer -= made
                kept.append(source)
        if is_same:
            same.append(cell)
        else:
            cell.source = "\n".join(kept)
    return same


MANY_GAMES = re.compile(r"(games(?:=|': ))\d+000")
MANY_FIGURES = re.compile(r"(games: int = )10_000")
OF_GAMES = re.compile(r"figures\.(shares|solved)")
MANY_PUZZLES = re.compile(r"(Practice\(.*count=)\d+")
FIRST = f"""import runpy, sys
runpy.run_path({short_films.__file__!r})["shorten"]()
class Hidden:
    def find_spec(name, *_):
        if name.partition(".")[0] in %r:
            raise ModuleNotFoundError(f"{{name}} is not installed", name=name)
sys.meta_path.insert(0, Hidden)"""


def unneeded():
    """The installed modules that neither minevis nor its extra for notebooks asks for."""
    found, left = set(), {("minevis", "notebook"), ("minevis", "")}
    while left:
        found.add(need := left.pop())
        with suppress(PackageNotFoundError):
            for other in map(Requirement, requires(need[0]) or ()):
                if other.marker is None or other.marker.evaluate({"extra": need[1]}):
                    name = canonicalize_name(other.name)
                    left |= {(name, extra) for extra in ("", *other.extras)} - found
    names = {name for name, _ in found}
    owners = packages_distributions().items()
    return sorted(module for module, of in owners if names.isdisjoint(map(canonicalize_name, of)))


@EACH
def test_what_is_kept_was_run_in_order_without_a_warning(path):
    notebook = read(path)
    counts = [cell.execution_count for cell in code(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    assert_clean(notebook)
    assert path.stat().st_size < 8e6


def assert_clean(notebook):
    assert "widgets" not in notebook.metadata
    for output in outputs(notebook):
        assert output.output_type != "error"
        assert output.get("name") != "stderr", output.text
        assert not [kind for kind in output.get("data", {}) if kind.startswith(WIDGET)]


@EACH
def test_every_picture_has_words(path):
    for output in outputs(read(path)):
        data = output.get("data", {})
        for image in re.findall(r"<img [^>]*>", data.get("text/html", "")):
            assert re.search(r'alt="[^"]{10,}"', image), image[-200:]
        if "image/png" in data and "text/html" not in data:
            assert len(output.metadata["image/png"]["alt"]) > 20


@EACH
def test_figures_are_numbered_and_stand_under_what_they_tell_of(path):
    cells = read(path).cells
    for sort in ("Figure", "Table"):
        told = [found for cell in cells for found in CAPTION.findall(cell.source)]
        numbers = [int(number) for kind, number in told if kind == sort]
        assert numbers == list(range(1, len(numbers) + 1))
    for above, cell in pairwise(cells):
        if CAPTION.match(cell.source):
            assert any(_is_picture(output) for output in above.outputs), cell.source


def _is_picture(output):
    data = output.get("data", {})
    return "image/png" in data or PICTURE.search(data.get("text/html", ""))


@EACH
def test_no_line_begins_like_an_item_of_a_list_by_accident(path):
    """As "2011." did, at the end of a sentence."""
    for cell in read(path).cells:
        lines = cell.source.splitlines() if cell.cell_type == "markdown" else []
        for above, line in pairwise(lines):
            assert not ITEM.match(line) or not above.strip() or ITEM.match(above), line


def test_the_tutorial_is_short_and_whole():
    notebook = read(TUTORIAL)
    told = [cell for cell in code(notebook) if cell.outputs or "assert" not in cell.source]
    lines = [line for cell in told for line in cell.source.splitlines() if line.strip()]
    assert len(lines) <= 250
    assert all(len(cell.source.splitlines()) <= 10 for cell in told if "idea" in _tags(cell))
    texts = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert len(texts.split()) <= 7_500
    chapters = _chapters(notebook)
    assert list(chapters) == list(range(11))
    for number, cells in chapters.items():
        prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        shown = [output for cell in cells for output in cell.get("outputs", [])]
        assert bool(re.search(rf"\*\*Exercise {number}[.,]", prose)) == (number > 0)
        assert prose.count("<details") == prose.count("</details>")
        assert prose.count("<details>") == prose.count(ANSWER)
        assert prose.count(ANSWER) == {0: 0, 7: 2}.get(number, 1)
        assert any(_is_picture(output) for output in shown), f"chapter {number}"


def _tags(cell):
    return cell.metadata.get("tags", [])


def test_no_answer_stands_above_its_fold():
    """Neither in what is written nor in what is shown; what checks it stands below."""
    above, answers = "", 0
    for cell in read(TUTORIAL).cells:
        answer = cell.metadata.get("answer")
        if ANSWER in cell.source:
            assert answer in " ".join(cell.source.split())
            assert answer not in above
            answers += 1
        above += " ".join(f"{cell.source} {_shown(cell)}".split()) + " "
    assert answers == 11


def test_cells_that_the_tutorial_names_are_lit_in_a_figure():
    """A cell such as (0, 3) is a link to the figure that shows it, but for games without one."""
    cells = read(TUTORIAL).cells
    figures = {int(number) for cell in cells for _, number in CAPTION.findall(cell.source)}
    for cell in cells:
        told = CELL_NAME.findall(cell.source) if cell.cell_type == "markdown" else []
        assert cell.metadata.get("figure", 1) in figures
        assert (
            "figure" in cell.metadata
            or not told
            or "on expert boards" in " ".join(cell.source.split())
        )
    page = maker().page(read(TUTORIAL))
    assert page.count('<a class="cell" href="#figure-6">') >= 8  # in what the program says, too
    assert '<a class="cell" href="#figure-3">(3, 3)</a>, has opened' in page


def test_pictures_of_the_page_are_dark_where_it_is_dark_and_its_time_adds_up():
    page = maker().page(read(TUTORIAL))
    dark = re.findall(r"<picture><source [^>]*prefers-color-scheme: dark[^>]*>", page)
    assert len(dark) == page.count("<picture>") >= 5
    for film in re.findall(r"<video .*?</video>", page, re.DOTALL):
        light, *others = re.findall(r'<source [^>]*src="([^"]*)"', film)
        assert others
        assert light not in others
    minutes = sum(minutes for _, _, minutes in maker().chapters(read(TUTORIAL)))
    text = " ".join(" ".join(cell.source for cell in read(TUTORIAL).cells).split())
    (told,) = re.findall(r"takes about (\d+) minutes", text)
    assert int(told) == 45
    assert abs(int(told) - minutes) <= 2


def _shown(cell):
    """What the outputs of a cell say: texts, and pages without their markup and what is hidden."""
    told = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        told += [output.get("text", ""), data.get("text/plain", ""), data.get("text/markdown", "")]
        told.append(re.sub("<[^>]*>", "", HIDDEN.sub("", data.get("text/html", ""))))
    return " ".join(told)


def test_checks_stand_below_the_answer_that_they_check():
    for above, cell in pairwise(read(TUTORIAL).cells):
        if "check" in _tags(cell):
            assert "<details>" in above.source
            assert "assert" in cell.source
            assert cell.metadata["jupyter"]["source_hidden"]


@EACH
def test_what_is_kept_of_long_runs_is_what_a_notebook_shows(path):
    """The ladder and the count of ideas change with their files: then notebooks are run again."""
    tables = [
        output.data["text/html"]
        for output in outputs(read(path))
        if "<Ladder of" in output.get("data", {}).get("text/plain", "")
    ]
    assert tables == [mv.ladder()._repr_html_()] * len(tables)


def test_the_shares_of_ideas_and_the_games_that_need_a_pattern_are_those_of_the_file():
    found = deductions.kept()
    (cell,) = (
        cell
        for cells in _chapters(read(TUTORIAL)).values()
        for cell in cells
        if cell.cell_type == "markdown" and f"{found.games:,} expert games" in cell.source
    )
    told = " ".join(cell.source.split())
    for idea in deductions.IDEAS[:-1]:
        assert f"{100 * found.share(idea):.2g} %" in told
    (cell,) = (
        each
        for each in code(read(ROOT / "notebooks" / "practice.ipynb"))
        if "of 100,000 expert games" in each.source
    )
    names = {}
    exec(cell.source, names)
    assert names["games"] == deductions.kept().games_with


def _chapters(notebook):
    """The cells of each chapter, by its number; the appendix is none."""
    chapters, number = {}, None
    for cell in notebook.cells:
        if cell.source.startswith("## Appendix"):
            break
        found = CHAPTER.search(cell.source) if cell.cell_type == "markdown" else None
        number = int(found[1]) if found else number
        if number is not None:  # before the first stands the question that it begins with
            chapters.setdefault(number, []).append(cell)
    return chapters


def test_a_picture_without_words_gets_those_of_its_caption():
    v4 = pytest.importorskip("nbformat").v4
    picture = v4.new_output("display_data", {"image/png": "AAAA"})
    view = v4.new_output("display_data", {f"{WIDGET}.widget-view+json": {}})
    shown = v4.new_code_cell("1", outputs=[picture, view])
    below = v4.new_markdown_cell("*Figure 1. A dot\nin a box.*\n\nMore.")
    notebook = v4.new_notebook(cells=[shown, below], metadata={"widgets": {}})
    tidy = maker().tidied(notebook)
    assert [output.data for output in tidy.cells[0].outputs] == [{"image/png": "AAAA"}]
    alt = tidy.cells[0].outputs[0].metadata["image/png"]["alt"]
    assert alt == "Figure 1. A dot in a box."
