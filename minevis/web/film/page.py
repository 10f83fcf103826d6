"""The scrubber as one HTML file: no network, no kernel, several runs on one page."""

import os
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from minevis.render.tiles.theme import theme_of
from minevis.trace.record import ENDS, Record
from minevis.utils.files import check_target, write_whole
from minevis.utils.formatting import quantity
from minevis.web.board.standalone import settings
from minevis.web.film.film import AUTO, browser_theme, film
from minevis.web.film.pack import pack, text_of
from minevis.web.film.words import words_used
from minevis.web.javascript import (
    BOARDS,
    SOLVER,
    STATIC,
    page_script,
    solver_script,
    start_script,
    style,
)
from minevis.words.english import NEEDS_JAVASCRIPT

ENDINGS = (".html", ".htm")
POLICY = (  # the page may run its own scripts, but not load files
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; worker-src blob:; manifest-src data:"
)


MOST_ANSWERED = 5_000  # cells; beyond, the chance to win takes minutes

# The page is a template of the standard library. Seven values, escaped below, do not need Jinja2.
UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)"
SKELETON = STATIC / "page.html"


def page(*traces: Record, title: str = "minevis", **options: Any) -> str:
    """Return one HTML page with a scrubber per trace.

    It takes options of `minevis.web.film.film.film`: `theme`, `detail`, `steps`, and `answers`,
    by default on for boards of at most `MOST_ANSWERED` cells.
    """
    packs = []
    for trace in traces:
        answers = trace.start.height * trace.start.width <= MOST_ANSWERED
        packs.append(film(trace, **{"answers": answers, **options}))
    shared = {name: options[name] for name in ("theme",) if name in options}
    return page_of(packs, title=title, **shared)


def page_of(
    packs: Sequence[bytes],
    *,
    title: str = "minevis",
    theme: str = AUTO,
) -> str:
    """Return one HTML page with a scrubber per pack of a film."""
    films = f"{hidden_heading(title)}{film_elements(packs)}"
    script = page_script()
    return standalone(films, script, title=title, theme=theme, style_first=False)


def hidden_heading(title: str) -> str:
    """Return a heading for a page without room for one, for screen readers."""
    return f'<h1 style="{UNSEEN}">{escape(title)}</h1>\n'


def film_elements(packs: Sequence[bytes]) -> str:
    """Return the elements a page's script turns into scrubbers, one per pack of a film."""
    noscript = escape(NEEDS_JAVASCRIPT)
    return "\n".join(
        f'<script type="text/plain" class="minevis-film">{text_of(each)}</script>'
        f'<div class="minevis"><noscript>{noscript}</noscript></div>'
        for each in packs
    )


def standalone(
    content: str,
    script: str,
    *,
    title: str,
    theme: str = AUTO,
    style_first: bool = True,
) -> str:
    """Return one HTML page of `content`, run by the module `script`. It works offline.

    With `style_first` off, the style sheet is packed too, and comes with the script: for pages that
    are empty before.
    """
    theme = browser_theme(theme)
    late: dict[str, object] = {} if style_first else {"style": style()}
    if SOLVER in script:
        late["solver"] = solver_script()
    if BOARDS in script:
        late["boards"] = settings()
    return Template(SKELETON.read_text("utf-8")).substitute(
        policy=POLICY,
        title=escape(title),
        ground=_ground("paper" if theme == AUTO else theme),
        ground_if_dark=_ground("dark" if theme == AUTO else theme),
        style=style() if style_first else "",
        content=content,
        program=_program({"words": words_used(script), "program": script, **late})
        if script
        else "",
    )


def _program(parts: dict[str, object]) -> str:
    """Return the elements that contain a program with its words, packed, and start it."""
    return (
        f'<script type="text/plain" id="minevis-words">{text_of(pack(parts, {}))}</script>\n'
        f'<script type="module" id="minevis-program">\n{start_script()}</script>'
    )


def _ground(theme: str) -> str:
    return "rgb({} {} {})".format(*theme_of(theme).ground)


def save(path: str | Path, *traces: Record, **options: Any) -> Path:
    """Write the page of `traces` and return its path.

    Raises `ValueError` for a wrong suffix and a missing folder, before any work.
    """
    path = check_page(path)
    title = title_of(path, _what(traces))
    write_whole(path, page(*traces, **{"title": title, "progress": True, **options}))
    return path


def _what(traces: Sequence[Record]) -> str:
    """The title of a page of these."""
    if len(traces) > 1:
        return f"{quantity(len(traces), 'game')} of Minesweeper"
    (trace,) = traces
    what = f"Minesweeper, {size_of(trace)}"
    course = f"{ENDS[trace.won]} in {quantity(trace.moves, 'move')}"
    return f"{what}: {course}" if trace.moves else what


def size_of(trace: Record) -> str:
    """Return the size of a board and its mines, in short: "9×9, 10 mines"."""
    height, width = trace.shape
    return f"{height}×{width}, {quantity(trace.start.mines, 'mine')}"


def title_of(path: Path, what: str = "") -> str:
    """The title of a page in a file: its content, and the name of the file, of which some of
    the bytes may be no text.
    """
    name = os.fsencode(path.stem).decode("utf-8", "replace")
    return f"{what} · {name}" if what else name


def check_page(path: str | Path) -> Path:
    """The path of a page, asked before long work. Raises `ValueError` if it cannot be written."""
    return check_target(check_suffix(path))


def check_suffix(path: str | Path) -> Path:
    """Return `path` as a `Path`. Raises `ValueError` unless it ends in .html."""
    path = Path(path)
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"{path.name!r}: a page is an .html file")
    return path
