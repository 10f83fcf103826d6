"""The scripts of `static/` joined into one ES module for any host, and their style sheet.

Each file there is a module of its own that imports by name from its neighbours. To join
them is to put each after those it imports from and to leave the lines of import out.
"""

import re
from functools import lru_cache
from pathlib import Path

# By hand rather than by esbuild: its minified page script is 25 kB smaller (6 % of a saved
# expert game) and as quick to make, but takes a native program of 10 MB to build the wheel.
# Native modules and import maps serve neither host: anywidget takes one file, and a page
# read from disk may load none.
STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r'^import \{[\w, ]+\} from "([\w./]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) )", re.MULTILINE)
DECLARED = re.compile(r"^(?:async )?(?:class|function|const|let) ([\w$]+|[{\[][^}\]]*[}\]])", re.M)
REMARK = re.compile(r"(?<=[;{},)]) // .*$", re.MULTILINE)  # at the end of a line
COMMENT = re.compile(r"^ *(?://|/\*\*|\*/|\* ).*\n", re.MULTILINE)  # that has its lines to itself
INDENT = re.compile(r"^ +", re.MULTILINE)
CONSTANT = re.compile(r"(?:^|(?<=\())const(?=[ {\[])", re.MULTILINE)  # no text begins so
EMPTY = re.compile(r"\n{2,}")
GOES_ON = re.compile(r";?\n(?=\})|\n(?=[)\].?:&|])")  # before what begins no statement
# A line with plain texts at most; a slash between spaces divides.
PLAIN = re.compile(r"^(?:[^'`/\\\n]| / )+$", re.MULTILINE)
TEXT = re.compile(r'("[^"]*")')
# Around signs that part words by themselves; two pluses or minuses would be another sign.
SPACES = re.compile(r" *([=?:,;{}()<>&|*%!]) *| ([-+/]) (?![-+])")
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@lru_cache(maxsize=1)
def style() -> str:
    """The one style sheet.

    >>> ".minevis" in style()
    True
    """
    return (STATIC / "style.css").read_text("utf-8")


def page_script(entry: str = "page.js") -> str:
    """The module of a page without a kernel: it mounts every film, or set of puzzles, it finds.

    >>> "import" in page_script()
    False
    """
    return f"{compact(joined(STATIC / entry))}\nmountAll();\n"


def figure_script() -> str:
    """The module of a page of figures that answer by themselves: it mounts all it finds.

    >>> figure_script().endswith("mountFigures();\\n")
    True
    """
    return f"{joined(STATIC / 'figures' / 'mount.js')}\nmountFigures();\n"


def notebook_script() -> str:
    """The module of a widget with a kernel: its default export is what anywidget renders.

    >>> notebook_script().endswith("export default { render };\\n")
    True
    """
    return f"{joined(STATIC / 'notebook.js')}\nexport default {{ render }};\n"


@lru_cache(maxsize=4)
def joined(entry: Path) -> str:
    """The module `entry` and all that it needs, in one, without imports and exports.

    Raises `ValueError` for an import or export of another form than a plain one of names,
    and for a name that two modules declare: joined, they would be one.

    >>> "import " in joined(STATIC / "page.js")
    False
    """
    sources = {path: path.read_text("utf-8") for path in modules_of(entry)}
    text = "\n".join(EXPORT.sub("", IMPORT.sub("", source)) for source in sources.values())
    if left := LEFT_OVER.search(text):
        raise ValueError(f"{entry.name}: only `import {{ names }} from` and `export`: {left[0]}")
    names = [name for found in DECLARED.findall(text) for name in re.findall(r"[\w$]+", found)]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"{entry.name}: declared in two modules: {', '.join(sorted(twice))}")
    return text


def compact(script: str) -> str:
    """A script without its indents, comments, and many line ends and spaces.

    A page is the smaller by a fifteenth. No text of ours goes over several lines, and none is
    changed. Constants are declared by the shorter `let`.

    >>> compact("// adds\\nfunction add(a, b) {\\n  return a + +b; // both\\n}\\n")
    'function add(a,b){\\nreturn a + +b}\\n'
    >>> compact('say( "a = b" );\\n')
    'say("a = b");\\n'
    """
    bare = EMPTY.sub("\n", INDENT.sub("", REMARK.sub("", COMMENT.sub("", script))))
    close = PLAIN.sub(lambda line: "".join(map(_without_spaces, TEXT.split(line[0]))), bare)
    return GOES_ON.sub("", CONSTANT.sub("let", close))


def _without_spaces(part: str) -> str:
    return part if part.startswith('"') else SPACES.sub(r"\1\2", part)


def modules_of(entry: Path) -> list[Path]:
    """`entry` after all modules that it imports from, directly or not.

    Raises `ValueError` for modules that import each other.

    >>> modules_of(STATIC / "page.js")[-1].name
    'page.js'
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
