"""The scripts of `static/` joined into one ES module, `scrubber.js`, for any host.

Each file there is a module of its own with plain imports from its neighbours;
joining them means to leave those lines out and to put the files in order.
"""

import re
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"
ORDER = (
    "shared/pack",
    "shared/dom",
    "shared/atlas",
    "film/film",
    "shared/lines",
    "shared/panel",
    "shared/stage",
    "shared/caption",
    "film/timeline",
    "film/player",
    "film/controls",
    "film/scrubber",
    "page",
)
LIVE = (
    "board/live",
    "shared/tools",
    "board/playground",
    "board/editor",
    "kernel",
)  # what only a kernel can serve
IMPORT = re.compile(r'^import .* from "\.[\w./]+\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=class|function|const|async)", re.MULTILINE)


@lru_cache(maxsize=1)
def style() -> str:
    """The one style sheet."""
    return (STATIC / "style.css").read_text("utf-8")


def page_script() -> str:
    """The module of a page without a kernel: it mounts every film it finds."""
    return f"{_joined(ORDER)}\nmountAll();\n"


def kernel_script() -> str:
    """The module of a widget with a kernel: its default export is what anywidget renders."""
    return f"{_joined((*ORDER, *LIVE))}\nexport default {{ render }};\n"


@lru_cache(maxsize=4)
def _joined(names: tuple[str, ...]) -> str:
    return "\n".join(_bare((STATIC / f"{name}.js").read_text("utf-8")) for name in names)


def _bare(source: str) -> str:
    return EXPORT.sub("", IMPORT.sub("", source))
