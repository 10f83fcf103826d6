"""The scripts of `static/` joined into one ES module for any host, and their style sheet.

Each file there is a module that imports by name from its neighbours. To join
them is to put each after those it imports from and to leave the lines of import out.
"""

import json
import re
from functools import lru_cache
from pathlib import Path

from rjsmin import jsmin

# By hand rather than by esbuild, a native program of 10 MB: pages hold the script packed, in a
# third of its size.
# Native modules and import maps serve neither host: anywidget takes one file, and a page
# read from disk may load no module.
STATIC = Path(__file__).parent / "static"
SOLVER = "minevisSolver"  # of the window: the program of the worker that counts layouts
BOARDS = "minevisBoards"  # of the window: the settings of boards that work without a kernel
IMPORT = re.compile(r'^import \{[\w,\s]+\} from "([\w./]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) )", re.MULTILINE)
DECLARED = re.compile(r"^(?:async )?(?:class|function|const|let) ([\w$]+|[{\[][^}\]]*[}\]])", re.M)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@lru_cache(maxsize=1)
def style() -> str:
    """The one style sheet."""
    return (STATIC / "style.css").read_text("utf-8")


@lru_cache(maxsize=1)
def notebook_style() -> str:
    """The style sheet of every widget with a kernel."""
    return style() + (STATIC / "race" / "race.css").read_text("utf-8")


def page_script(entry: str = "page.js") -> str:
    """The module of a page without a kernel: it mounts every film, or set of puzzles, it finds."""
    return f"{jsmin(joined(STATIC / entry))}\nmountAll();\n"


@lru_cache(maxsize=1)
def start_script() -> str:
    """The module that unpacks the program of a page without a kernel, and runs it."""
    return f"{jsmin(joined(STATIC / 'start.js'))}\nstart();\n"


def figure_script() -> str:
    """The module of a page of figures that answer by themselves: it mounts all it finds."""
    return f"{joined(STATIC / 'figures' / 'mount.js')}\nmountFigures();\n"


@lru_cache(maxsize=1)
def solver_script() -> str:
    """The program of the worker that counts layouts for a page."""
    return f"{jsmin(joined(STATIC / 'solver' / 'worker.js'))}\nlisten(self);\n"


def notebook_script() -> str:
    """The module of a widget with a kernel: its default export is for anywidget."""
    solver = f"globalThis.{SOLVER} ??= {json.dumps(solver_script())};\n"
    return f"{solver}{joined(STATIC / 'notebook.js')}\nexport default {{ render }};\n"


def short_notebook_script() -> str:
    """The module of a widget that takes `notebook_script` from the model of its trait `program`."""
    return f"{joined(STATIC / 'widget.js')}\nexport default {{ render }};\n"


@lru_cache(maxsize=8)
def joined(entry: Path) -> str:
    """The module `entry` and all that it needs, in one, without imports and exports.

    Raises `ValueError` for an import or export of another form than a plain one of names,
    and for a name that two modules declare: joined, they would be one.
    """
    sources = {path: path.read_text("utf-8") for path in modules_of(entry)}
    text = "\n".join(EXPORT.sub("", IMPORT.sub("", source)) for source in sources.values())
    if left := LEFT_OVER.search(text):
        raise ValueError(f"{entry.name}: only `import {{ names }} from` and `export`: {left[0]}")
    names = [name for found in DECLARED.findall(text) for name in re.findall(r"[\w$]+", found)]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"{entry.name}: declared in two modules: {', '.join(sorted(twice))}")
    return text


def modules_of(entry: Path) -> list[Path]:
    """`entry` after all modules that it imports from, directly or not.

    Raises `ValueError` for modules that import each other.
    """
    order: list[Path] = []

    def visit(path: Path, importers: tuple[Path, ...]) -> None:
        if path in importers:
            raise ValueError(f"{path.name} imports itself, through others")
        if path in order:
            return
        for name in IMPORT.findall(path.read_text("utf-8")):
            visit((path.parent / name).resolve(), (*importers, path))
        order.append(path)

    visit(entry.resolve(), ())
    return order
