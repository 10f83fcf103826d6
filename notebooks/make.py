"""Run the notebooks from end to end and keep what they show; export one as a page.

python notebooks/make.py run [NAME …]
python notebooks/make.py html NAME TARGET
"""

import argparse
import re
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
VIEW = "application/vnd.jupyter.widget-view+json"
CAPTION = re.compile(r"^\*((?:Figure|Table) \d+\. .*?)\*$", re.DOTALL | re.MULTILINE)
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


def page(notebook: Any) -> str:
    """One HTML page of an executed notebook that needs nothing but itself."""
    from nbconvert import HTMLExporter
    from pygments.formatters import HtmlFormatter

    exporter = HTMLExporter(template_name="page", extra_template_basedirs=[str(HERE)])
    resources = {"colours": HtmlFormatter(style="friendly").get_style_defs(".highlight")}
    html = str(exporter.from_notebook_node(notebook, resources)[0])
    return re.sub(r"<p>(?=<em>(?:Figure|Table) \d)", '<p class="caption">', html)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="execute in place").add_argument("names", nargs="*")
    export = commands.add_parser("html", help="export as one page")
    export.add_argument("name")
    export.add_argument("target", type=Path)
    options = parser.parse_args()
    if options.command == "html":
        notebook = nbformat.read(HERE / f"{options.name}.ipynb", as_version=4)
        options.target.parent.mkdir(parents=True, exist_ok=True)
        options.target.write_text(page(notebook), encoding="utf-8")
        print(f"{options.target}: {options.target.stat().st_size / 1e6:.1f} MB")
        return
    for name in options.names or sorted(path.stem for path in HERE.glob("*.ipynb")):
        path = HERE / f"{name}.ipynb"
        nbformat.write(run(nbformat.read(path, as_version=4)), path)
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
