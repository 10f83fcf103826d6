"""Run the notebooks from end to end and keep what they show; export one as a page.

python -m notebooks.make run [NAME …]
python -m notebooks.make html NAME TARGET [--site ADDRESS]
"""

import argparse
import base64
import io
import json
import re
from collections import Counter
from copy import deepcopy
from html import escape, unescape
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from PIL import Image, UnidentifiedImageError

from minevis import __version__
from minevis.utils.appearance import BEFORE, MARK
from minevis.utils.files import write_whole

HERE = Path(__file__).parent
VIEW = "application/vnd.jupyter.widget-view+json"
CAPTION = re.compile(r"^\*((?:Figure|Table) \d+\. .*?)\*$", re.DOTALL | re.MULTILINE)
CHAPTER = re.compile(r"^## (?:(\d+) )?(.+)$", re.MULTILINE)
SECTION = re.compile(r"<(section|figcaption)>.*?</\1>", re.DOTALL)
CAPTIONED = re.compile(r"<section><p><em>((Figure|Table) (\d+))\.(.*?)</em></p>", re.DOTALL)
FRAME = re.compile(r' srcdoc="([^"]*)"')
PART = re.compile(r"<style>.*?</style>|<script\b.*?</script>", re.DOTALL)
OUTPUT = '<div class="output">'
ASIDE = re.compile(r'<details class="fold">.*?</details>', re.DOTALL)  # not on the way
MENTION = re.compile(r"\b(Figure|Table|[Cc]hapter) (\d+)\b")
GUIDE = re.compile(r'<a href="\.\./docs/([^"]*)\.md">(.*?)</a>', re.DOTALL)
CELL = re.compile(r"(?<!\w)(`?)(\(\d+, \d+\))\1")
VIDEO = re.compile(r'<video src="([^"]*)" ([^>]*)>')
SOURCES = (
    '<video {}><source src="{}" media="(prefers-color-scheme: light)">'
    '<source src="data:video/mp4;base64,{}">'
)
DATA = re.compile(r"[A-Za-z0-9+/]{200,}={0,2}")  # base64, as in an output
ONLY_NOTEBOOK = "notebook"  # the tag of cells that a page leaves out
WORDS = 200  # a minute, of a text with figures in it
LOOK = 0.4  # minutes for a figure
TIMEOUT = 300  # seconds for one cell: the first that plays many games may compile kernels


def run(notebook: Any) -> Any:
    """Execute `notebook` in place, in a kernel of its own, and tidy its outputs."""
    resources = {"metadata": {"path": str(HERE)}}
    options = {"store_widget_state": False, "record_timing": False, "coalesce_streams": True}
    client = NotebookClient(notebook, timeout=TIMEOUT, resources=resources, **options)
    client.execute()
    return tidied(notebook)


def tidied(notebook: Any) -> Any:
    """`notebook` without what only a running kernel can show, its pictures with their words."""
    notebook.metadata.pop("widgets", None)
    for cell, below in zip(notebook.cells, [*notebook.cells[1:], {}], strict=True):
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if VIEW not in output.get("data", {})]
            for output in cell.outputs:
                _describe(output, caption_of(below))
    return notebook


def caption_of(cell: Any) -> str:
    """The caption that a text begins with; empty when it does not."""
    found = CAPTION.match(cell.get("source", ""))
    return " ".join(found[1].split()) if found else ""


def _describe(output: Any, caption: str) -> None:
    """Give a picture that has no words those of its caption."""
    if "image/png" in output.get("data", {}) and "text/html" not in output.data:
        about = output.metadata.setdefault("image/png", {})
        about.setdefault("alt", caption)


def with_outputs_of(stored: Any, notebook: Any) -> Any:
    """`notebook` with the stored outputs of cells, if the new ones show the same."""
    for cell, before in zip(notebook.cells, stored.cells, strict=True):
        if cell.cell_type == "code" and _alike(
            json.dumps(before.outputs), json.dumps(cell.outputs)
        ):
            cell.outputs = before.outputs
    return notebook


def _alike(first: str, second: str) -> bool:
    data = zip(DATA.findall(first), DATA.findall(second), strict=False)
    same = DATA.sub("", first) == DATA.sub("", second)
    return same and all(one == other or _alike_pictures(one, other) for one, other in data)


def _alike_pictures(*texts: str) -> bool:
    from assets.keep import alike

    try:
        first, second = (Image.open(io.BytesIO(base64.b64decode(text))) for text in texts)
    except (UnidentifiedImageError, ValueError):
        return False  # a film
    return alike([first], [second])


def page(notebook: Any, *, site: str = "", card: str = "", home: str = "") -> str:
    """One HTML page of an executed notebook that needs nothing but itself.

    `site` is the address of the project, by which the page is cited. `card` is the address of the
    picture that others show of the page, `home` that of the first page of the site.
    """
    from nbconvert import HTMLExporter
    from pygments.formatters import HtmlFormatter

    notebook = _prepared(notebook)
    exporter = HTMLExporter(template_name="page", extra_template_basedirs=[str(HERE)])
    resources = {
        "colours": HtmlFormatter(style="default").get_style_defs(".highlight"),
        "colours_if_dark": HtmlFormatter(style="native").get_style_defs(".highlight"),
        "about": json.loads((HERE / "page" / "about.json").read_text("utf-8")),
        "contents": contents(notebook),
        "card": card or f"{site}/card.png".lstrip("/"),
        "site": site,
        "home": home or site,
        "version": __version__,
        **copyright_of((HERE.parent / "LICENSE").read_text("utf-8")),
    }
    html = str(exporter.from_notebook_node(notebook, resources)[0])
    for change in (_checks_folded, _headings_named, _figures_named, _frames_waiting, _reachable):
        html = change(html)
    base = (home or f"{site}/").rpartition("/")[0]
    html = GUIDE.sub(rf'<a href="{base}/\1.html">\2</a>' if base else r"\2", html)
    return SECTION.sub(lambda found: _linked(found[0]), html)


def _prepared(notebook: Any) -> Any:
    """A copy of `notebook` for a page: cells of figures are links, films dark on dark pages.

    What only a notebook says is left out.
    """
    notebook = deepcopy(notebook)
    notebook.cells = [
        cell for cell in notebook.cells if ONLY_NOTEBOOK not in cell.metadata.get("tags", [])
    ]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = _cells_linked(cell.source, cell)
        if cell.cell_type == "code":  # the page itself turns pictures dark
            style = f'<i class="{BEFORE}">'
            cell.outputs = [
                output
                for output in cell.outputs
                if not output.get("data", {}).get("text/html", "").startswith(style)
            ]
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/markdown" in data:
                data["text/markdown"] = _cells_linked(data["text/markdown"], cell)
            if dark := output.get("metadata", {}).get("text/html", {}).get("dark"):
                light = data["text/html"].replace(f'class="{MARK}"', "")  # it has a film of its own
                data["text/html"] = VIDEO.sub(
                    lambda found, dark=dark: SOURCES.format(found[2], found[1], dark), light
                )
    return notebook


def _cells_linked(text: str, cell: Any) -> str:
    """A text whose cells (row, col) are links to the figure that the metadata of `cell` names.

    The script of the page lights them up there.
    """
    if "figure" not in cell.metadata:
        return text
    return CELL.sub(rf'<a class="cell" href="#figure-{cell.metadata.figure}">\2</a>', text)


def copyright_of(licence: str) -> dict[str, str]:
    """The name, the year and the authors in the text of a licence."""
    found = re.match(r"(.+)\n\nCopyright \(c\) (\d+) (.+)", licence)
    assert found is not None
    return dict(zip(("licence", "year", "authors"), found.groups(), strict=True))


def contents(notebook: Any) -> str:
    """The chapters with the minutes that each takes to read, as a list of links."""
    entries = []
    for number, title, minutes in chapters(notebook):
        name = f"{number} {title}" if number else title
        entries.append(
            f'<li><a href="#{_anchor(number, title)}" data-title="{escape(name)}">{escape(name)}'
            f"<span>{minutes} min</span></a></li>"
        )
    return (
        '<nav class="contents" aria-label="Contents"><details><summary><span class="here">'
        f"Contents</span></summary><ol>{''.join(entries)}</ol>"
        '<label class="code-switch"><input type="checkbox"> Show all code</label>'
        '<p class="keys">F shows a figure on the full screen.</p></details></nav>'
    )


def chapters(notebook: Any) -> list[tuple[str, str, int]]:
    """The number, the title and the minutes of each chapter; what has no number has ""."""
    texts = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    found = []
    for text in re.split(r"^(?=## )", texts, flags=re.MULTILINE)[1:]:
        heading = CHAPTER.match(text)
        assert heading is not None
        words = len(ASIDE.sub("", text).split())
        minutes = words / WORDS + len(CAPTION.findall(text)) * LOOK
        found.append((heading[1] or "", heading[2], max(1, round(minutes))))
    return found


def _anchor(number: str, title: str) -> str:
    return f"chapter-{number}" if number else re.sub(r"\W+", "-", title.lower())


def _checks_folded(html: str) -> str:
    """What checks an answer, folded into the answer that stands above it."""
    check = r"</details>(\s*</section>)\s*<!--check-->(.*?)<!--/check-->"
    folded = r'<details class="checked"><summary>checked by…</summary>\2</details></details>\1'
    return re.sub(check, folded, html, flags=re.DOTALL)


def _headings_named(html: str) -> str:
    """Chapters that a link can lead to, by their number."""

    def named(found: re.Match[str]) -> str:
        number, title = found[1] or "", found[2]
        return f'<h2 id="{_anchor(number, title)}">{number} {title}'.replace("> ", ">")

    return re.sub(r"<h2[^>]*>(?:(\d+) )?([^<]*)", named, html)


def _figures_named(html: str) -> str:
    """Figures and tables with their captions inside, so that a link shows both."""
    parts, end = [], 0
    for found in CAPTIONED.finditer(html):
        name, kind, number, text = found.groups()
        start = html.rindex(OUTPUT, end, found.start())  # the last output above
        place = f"{kind.lower()}-{number}"
        caption = f'<em><a href="#{place}">{name}</a>.{text}</em>'
        parts += [html[end:start], f'<figure id="{place}">', html[start : found.start()]]
        parts.append(f"<figcaption>{caption}</figcaption></figure><section>")
        end = found.end()
    return "".join([*parts, html[end:]])


def _frames_waiting(html: str) -> str:
    """Frames that are built when they come near, from parts that the page has once for all.

    Those whose program others take are built at once.
    """
    pages = [unescape(found[1]) for found in FRAME.finditer(html)]
    counts = Counter(part for each in pages for part in set(PART.findall(each)))
    parts = [part for part, count in counts.items() if count > 1]

    def waiting(found: re.Match[str]) -> str:
        text = unescape(found[1])
        if 'giveProgram("' in text:
            return found[0]
        for number, part in enumerate(parts):
            text = text.replace(part, f"<!--part {number}-->")
        return f' data-page="{escape(text)}"'

    shared = json.dumps(parts).replace("<", r"\u003c")
    html = FRAME.sub(waiting, html)
    start, end = html.rsplit("<script>", 1)
    return f'{start}<script type="application/json" id="parts">{shared}</script>\n<script>{end}'


def _reachable(html: str) -> str:
    """Whatever may scroll sideways on a narrow screen can be reached by the keys."""
    return re.sub(r"<(pre|table)(?=[ >])(?![^>]*tabindex)", r'<\1 tabindex="0"', html)


def _linked(section: str) -> str:
    """Link the figures, tables and chapters that a text names, and keep percent signs in line."""
    parts = re.split(r"(<a\b.*?</a>|<pre.*?</pre>|<h\d.*?</h\d>|<[^>]*>)", section, flags=re.DOTALL)
    parts[::2] = [
        MENTION.sub(lambda found: f'<a href="#{found[1].lower()}-{found[2]}">{found[0]}</a>', text)
        for text in parts[::2]
    ]
    unbroken = re.compile(r"(?<=\d)\s%")
    return "".join(
        part if part.startswith("<pre") else unbroken.sub("\N{NO-BREAK SPACE}%", part)
        for part in parts
    )


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="execute in place").add_argument("names", nargs="*")
    export = commands.add_parser("html", help="export as one page")
    export.add_argument("name")
    export.add_argument("target", type=Path)
    export.add_argument("--site", default="", help="the address where the page will be")
    options = parser.parse_args()
    if options.command == "html":
        notebook = nbformat.read(HERE / f"{options.name}.ipynb", as_version=4)
        options.target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(options.target, page(notebook, site=options.site.rstrip("/")))
        print(f"{options.target}: {options.target.stat().st_size / 1e6:.1f} MB")
        return
    for name in options.names or sorted(path.stem for path in HERE.glob("*.ipynb")):
        path = HERE / f"{name}.ipynb"
        stored = nbformat.read(path, as_version=4)
        fresh = with_outputs_of(stored, run(deepcopy(stored)))
        write_whole(path, nbformat.writes(fresh) + "\n")
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
