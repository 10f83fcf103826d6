"""The scripts of `static/` joined into one ES module for any host, their words and their style.

Files are modules with named imports from neighbouring files. Joining puts a module after its
imports and removes the import lines.
"""

import json
import re
from functools import lru_cache
from pathlib import Path

from rjsmin import jsmin

from minevis.utils.formatting import WORDS, percent
from minevis.words.english import PHRASES

# By hand rather than by esbuild, a native program of 10 MB: pages contain the script packed, at a
# third of its size. Native modules and import maps serve neither host: anywidget takes one file,
# and a page read from disk cannot load modules.
STATIC = Path(__file__).parent / "static"
SOLVER = "minevisSolver"  # of the window: the program of the solver's worker
READER = "minevisReader"  # of the window: the program of the worker that reads pictures
BOARDS = "minevisBoards"  # of the window: the settings of boards without Python
IMPORT = re.compile(r'^import \{[\w,\s]+\} from "([\w./]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function\*?|const) )", re.MULTILINE)
DECLARED = re.compile(
    r"^(?:async )?(?:class|function\*?|const|let) ([\w$]+|[{\[][^}\]]*[}\]])", re.MULTILINE
)
ARROW = re.compile(r"=>\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/")
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
QUOTES = ('"', "`")  # with which names of labels begin in scripts
SOME, TINY, NEARLY = 0.5, 0.001, 0.999  # chances that show how all of them are written


@lru_cache(maxsize=8)
def style(*others: str) -> str:
    """Return the style sheet of widgets, and other ones of `static/`, each in one line.

    Without line breaks, since every figure of a notebook brings it.
    """
    sheets = [(STATIC / name).read_text("utf-8") for name in ("style.css", *others)]
    return "\n".join(" ".join(sheet.split()) for sheet in sheets)


def notebook_style() -> str:
    """The style sheet of every widget in a notebook."""
    return style("race/race.css", "practice/practice.css")


def page_script(entry: str = "page.js") -> str:
    """The module of a page without Python: it mounts every widget it finds."""
    return f"{minified(joined(STATIC / entry))}\nmountAll();\n"


@lru_cache(maxsize=1)
def start_script() -> str:
    """Return the module that unpacks and runs the program of a page without Python."""
    return f"{minified(joined(STATIC / 'start.js'))}\nstart();\n"


@lru_cache(maxsize=1)
def solver_script() -> str:
    """Return the program of the solver's worker."""
    return f"{minified(joined(STATIC / 'solver' / 'worker.js'))}\nlisten(self);\n"


@lru_cache(maxsize=1)
def reader_script() -> str:
    """Return the program of the worker that reads pictures."""
    return f"{minified(joined(STATIC / 'reading' / 'worker.js'))}\nanswer(self);\n"


def notebook_script() -> str:
    """The module of a widget in a notebook: its default export is for anywidget."""
    solver = f"globalThis.{SOLVER} ??= {json.dumps(solver_script())};\n"
    return f"{solver}{joined(STATIC / 'notebook.js')}\nexport default {{ render }};\n"


def short_notebook_script() -> str:
    """Return the module of a widget that loads `notebook_script` from its trait `program`."""
    return f"{joined(STATIC / 'widget.js')}\nexport default {{ render }};\n"


def minified(script: str) -> str:
    """Return a script without comments and needless blanks.

    rjsmin takes a regular expression after `=>` for a division, so its blanks and quotes are
    written as codes.
    """

    def coded(found: re.Match[str]) -> str:
        return re.sub("[ '\"`]", lambda mark: f"\\x{ord(mark[0]):x}", found[0][2:].lstrip())

    return str(jsmin(ARROW.sub(lambda found: f"=>{coded(found)}", script)))


@lru_cache(maxsize=8)
def joined(entry: Path) -> str:
    """Return the module `entry` and all its imports as one, without imports and exports.

    Raises `ValueError` for an import or export that is not a plain one of names, and for a name
    declared by two modules.
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
    """Return `entry` after all modules it imports, directly or indirectly.

    Raises `ValueError` for dependency cycles.
    """
    order: list[Path] = []

    def visit(path: Path, importers: tuple[Path, ...]) -> None:
        if path in importers:
            raise ValueError(f"{path.name} is part of a dependency cycle")
        if path in order:
            return
        for name in IMPORT.findall(path.read_text("utf-8")):
            visit((path.parent / name).resolve(), (*importers, path))
        order.append(path)

    visit(entry.resolve(), ())
    return order


def browser_words() -> dict[str, str]:
    """Every label in the browser, by name; placeholders are names in braces."""
    chances = {
        "chance": percent(SOME).replace("50", "{percent}"),
        "chance tiny": percent(TINY),
        "chance nearly": percent(NEARLY),
        "number words": " ".join(WORDS),
    }
    return {**PHRASES, **chances}


def words_used(script: str) -> dict[str, str]:
    """Return the labels that a script can use: their names begin with a word in the script.

    A page needs only half of all labels.
    """
    words = browser_words()
    return {
        name: text
        for name, text in words.items()
        if any(f"{quote}{name.split()[0]}" in script for quote in QUOTES)
    }
