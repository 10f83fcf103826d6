"""The scrubber as one HTML file: no network, no Python, several runs on one page."""

import os
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from minevis.film.race import Race
from minevis.game import notations
from minevis.game.board import LEVELS
from minevis.render import panels
from minevis.render.tiles.theme import theme_of
from minevis.trace.record import LARGEST
from minevis.trace.trace import ENDS, Trace
from minevis.utils.appearance import MARK, STYLE
from minevis.utils.files import check_target, write_whole
from minevis.utils.formatting import quantity
from minevis.utils.options import PAGES
from minevis.web.javascript import (
    BOARDS,
    READER,
    SOLVER,
    STATIC,
    page_script,
    reader_script,
    solver_script,
    start_script,
    style,
    words_used,
)
from minevis.web.pack import pack, text_of
from minevis.web.race_pack import race_pack
from minevis.web.trace_pack import AUTO, MARK_OF_NAME, browser_theme, trace_pack
from minevis.words.english import say

POLICY = (  # the page may run its own scripts, but not load files or send a form
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; worker-src blob:; manifest-src data:; base-uri 'none'; "
    "form-action 'none'"
)


NOTE = "margin: 10px 16px; font: 15px/1.42 sans-serif; color: GrayText"  # on any ground
MOST_ANSWERED = 5_000  # cells; beyond, the chance to win takes minutes

# The page is a template of the standard library. Seven values, escaped below, do not need Jinja2.
UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)"
SKELETON = STATIC / "page.html"
PROGRAM = '<script type="text/plain" id="minevis-words">'  # with it begins the program of a page
PANELS = ("board", "probability")
FILMS, RACES = "page.js", "race/mount.js"  # scripts of pages


def page(*runs: Trace | Race, title: str = "minevis", note: str = "", **options: Any) -> str:
    """Return one HTML page with a scrubber per trace or per race, below a note if there is one.

    It takes options of `trace_pack`: `theme`, `detail`, `steps`, and `answers`,
    by default on for boards of at most `MOST_ANSWERED` cells; or of `race_pack`.
    """
    packs = []
    for run in runs:
        if isinstance(run, Race):
            packs.append(race_pack(run, curves=True, **options))
        else:
            answers = run.start.height * run.start.width <= MOST_ANSWERED
            packs.append(trace_pack(run, **{"answers": answers, **options}))
    shared = {name: options[name] for name in ("theme",) if name in options}
    entry = RACES if any(isinstance(run, Race) for run in runs) else FILMS
    return html_page(packs, title=title, note=note, entry=entry, **shared)


def html_page(
    packs: Sequence[bytes],
    *,
    title: str = "minevis",
    note: str = "",
    theme: str = AUTO,
    entry: str = FILMS,
) -> str:
    """Return one HTML page with a scrubber per pack of a film, by the script `entry`."""
    text = f'<p style="{NOTE}">{escape(note)}</p>\n' if note else ""
    films = f"{hidden_heading(title)}{text}{pack_elements(packs)}"
    script = page_script(entry)
    styles = ("race/race.css",) if entry == RACES else ()
    return standalone(films, script, title=title, theme=theme, style_first=False, styles=styles)


def page_of_shown(shown: Any, *, title: str = "", theme: str = AUTO) -> str:
    """Return one HTML page of what a notebook shows: a table or a text, or the picture."""
    if hasattr(shown, "_repr_html_"):
        content = shown._repr_html_()
    else:
        look = {} if theme == AUTO else {"theme": theme}  # not all pictures have one
        data, about = shown.picture(**look)._repr_mimebundle_()
        alt = escape(about["image/png"]["alt"])
        turning, rules = (f' class="{MARK}"', STYLE) if theme == AUTO else ("", "")
        source = f"data:image/png;base64,{data['image/png']}"
        content = f'<img{turning} style="max-width: 100%" src="{source}" alt="{alt}">{rules}'
    title = title or repr(shown).splitlines()[0].strip("<>")
    return standalone(f"<main>{content}</main>", "", title=title, theme=theme)


def hidden_heading(title: str) -> str:
    """Return a heading for a page without room for one, for screen readers."""
    return f'<h1 style="{UNSEEN}">{escape(title)}</h1>\n'


def pack_elements(packs: Sequence[bytes]) -> str:
    """Return the elements a page's script turns into scrubbers, one per pack of a film."""
    noscript = escape(say("needs JavaScript"))
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
    styles: tuple[str, ...] = (),
) -> str:
    """Return one HTML page of `content`, run by the module `script`. It works offline.

    `styles` are further style sheets of `static/`. With `style_first` off, they are packed too,
    and come with the script: for pages that are empty before.
    """
    theme = browser_theme(theme)
    late: dict[str, object] = {} if style_first else {"style": style(*styles)}
    if SOLVER in script:
        late["solver"] = solver_script()
    if READER in script:
        late["reader"] = reader_script()
    if BOARDS in script:
        late["boards"] = settings()
    return Template(SKELETON.read_text("utf-8")).substitute(
        policy=POLICY,
        title=escape(title),
        ground=_ground("paper" if theme == AUTO else theme),
        ground_if_dark=_ground("dark" if theme == AUTO else theme),
        style=style(*styles) if style_first else "",
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


def save(path: str | Path, *runs: Trace | Race, **options: Any) -> Path:
    """Write the page of traces or races and return its path.

    Raises `ValueError` for a wrong suffix and a missing folder, before any work.
    """
    path = check_page(path)
    title = title_of(path, _what(runs))
    write_whole(path, page(*runs, **{"title": title, "progress": True, **options}))
    return path


def _what(runs: Sequence[Trace | Race]) -> str:
    """The title of a page of these."""
    if len(runs) > 1:
        return f"{quantity(len(runs), 'game')} of Minesweeper"
    (trace,) = runs
    if isinstance(trace, Race):
        players = quantity(len(trace.names), "player")
        return f"Minesweeper, {size_of(trace.traces[0])}: a race of {players}"
    what = f"Minesweeper, {size_of(trace)}"
    course = f"{ENDS[trace.won]} in {quantity(trace.moves, 'move')}"
    return f"{what}: {course}" if trace.moves else what


def size_of(trace: Trace) -> str:
    """Return the size of a board and its mines, in short: "9×9, 10 mines"."""
    height, width = trace.shape
    return f"{height}×{width}, {quantity(trace.start.mines, 'mine')}"


def title_of(path: Path, what: str = "") -> str:
    """Return a page's title: its content and its file's name. Bytes that are not UTF-8 are
    replaced.
    """
    name = os.fsencode(path.stem).decode("utf-8", "replace")
    return f"{what} · {name}" if what else name


def check_page(path: str | Path) -> Path:
    """The path of a page, asked before long work. Raises `ValueError` if it cannot be written."""
    return check_target(check_suffix(path))


def check_suffix(path: str | Path) -> Path:
    """Return `path` as a `Path`. Raises `ValueError` unless it ends in .html."""
    path = Path(path)
    if path.suffix.lower() not in PAGES:
        raise ValueError(f"{path.name!r}: a page is an .html file")
    return path


def settings() -> dict[str, object]:
    """The settings of all boards of a page, as `static/standalone/boards.js` takes them."""
    shown = [panels.PANELS[name] for name in PANELS]
    titles = ("name", "title", "subtitle")
    return {
        "tables": notations.tables(),
        "panels": [{name: getattr(each, name) for name in titles} for each in shown],
        "marks": MARK_OF_NAME,
        "levels": dict(LEVELS),
        "largest": LARGEST,
    }
