"""The view in a notebook that is only read: a still of a widget, the page of a trace over a still.

Hosts keep the trusted parts of an output. An exported notebook keeps all of it and shows
the page; JupyterLab takes the frame out of a notebook it does not trust, and code hosts do:
they leave the picture with its text. A widget is alive in its own output, so that only
the still is made for it; a page of it is made when somebody asks for one.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from html import escape
from typing import Any
from uuid import uuid4

from minevis.film.alignment import ACROSS
from minevis.film.cards import board_line, counts_line, key_moment
from minevis.film.frames import frame
from minevis.film.picture import small_png
from minevis.film.race import Race
from minevis.film.telling import scene_of
from minevis.game.grid import Cell, Shape
from minevis.render.options import Look
from minevis.render.page import page_of_panels
from minevis.render.painter import Painter
from minevis.render.tiles.draw_text import glyph_mask, ink, largest
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import ENDS, Trace
from minevis.web.output_cells import with_shared_program
from minevis.web.page import page
from minevis.web.race_pack import race_label
from minevis.web.trace_pack import AUTO

WIDGET = "application/vnd.jupyter.widget-view+json"
POSTER_CELL, POSTER_SIDE = 20, 80  # px, and how many cells of them a side has room for
MOST_POSTER_SIDE = 800  # cells, as small as they get
POSTER_PANELS = ("board", "constraints")
LEAST_CELL, CELLS = 12, 640  # px of the picture of a race: a cell, and a row of boards
HEAD, ROW = 360, 24  # px: the height of a page before it sends its own
CLASS = re.compile(r"[a-z][a-z0-9-]{0,80}")
OVER = "grid-area: 1 / 1"  # one over the other
NOT_FOUND = (  # the output after a still, if JupyterLab reports a missing widget model
    ".jp-OutputArea-child:has(.{0}) + .jp-OutputArea-child:has(> .jupyter-widgets)"
    ":not(:has(> .jupyter-widgets > *)) {{ display: none }}"
)


def page_bundle(run: Trace | Race, *, in_output: bool = False, **options: Any) -> dict[str, str]:
    """The MIME bundle of a trace or a race as a page that plays anywhere, with options of `page`.

    A page `in_output` of the running cell may share its program with pages of the notebook.
    """
    look: dict[str, Any] = {name: options[name] for name in ("theme",) if name in options}
    source = page(run, **options)
    source = with_shared_program(source) if in_output else source
    rows, _ = (run.traces[0] if isinstance(run, Race) else run).shape
    return in_front(still_bundle(run, **look), source, _label(run), rows)


def _label(trace: Trace | Race) -> str:
    if isinstance(trace, Race):
        return race_label(trace)
    course = f": {counts_line(trace)}, {ENDS[trace.won]}" if trace.moves else ""
    return f"A Minesweeper board of {board_line(trace, ' with ')}, solved step by step{course}."


def still_bundle(
    run: Trace | Race,
    step: int | None = None,
    *,
    theme: str = AUTO,
    note: str = "",
) -> dict[str, str]:
    """Return the MIME bundle of a trace or a race as a picture: a step, by default a key moment.

    A `note` is below it.
    """
    if isinstance(run, Race):
        beside = min(len(run.names), ACROSS) * run.traces[0].shape[1]
        cell = max(min(CELLS // beside, POSTER_CELL), LEAST_CELL)
        moment = run.alignment.key_step if step is None else step
        shown = run.frame(moment, cell=cell, theme=theme)
    else:
        moment = key_moment(run) if step is None else step
        shown = frame(run, moment, theme=theme, panels=POSTER_PANELS, **poster_size(run.shape))
    return picture_bundle(small_png(shown), _label(run), repr(run), note)


def picture_bundle(png: bytes, label: str, text: str, note: str = "") -> dict[str, str]:
    """The MIME bundle of a picture with a label, or a `text` if only text is shown."""
    html = img_tag(png, label)
    html += f"<p>{escape(note)}</p>" if note else ""
    return {"text/html": html, "image/png": b64encode(png).decode(), "text/plain": text}


def in_front(still: Mapping[str, str], source: str, label: str, rows: int) -> dict[str, str]:
    """Return the bundle of a still with a page in a frame over it.

    The frame has the height of some `rows` of cells until the page sends its own.
    """
    html = frame_over(still["text/html"], source, label, f"{HEAD + ROW * rows}px")
    return {**still, "text/html": html}


def frame_over(still: str, source: str, title: str, height: str) -> str:
    """Return a page in a frame over its still, with a `height` until it sends its own.

    Scripts of the page hide the still, found by the class of the element around both.
    """
    return (
        f'<div class="minevis-framed" style="display: grid"><div style="{OVER}">{still}</div>'
        f'<iframe srcdoc="{escape(source)}" title="{escape(title)}" allowfullscreen '
        f'style="{OVER}; width: 100%; height: {height}; border: 0"></iframe></div>'
    )


def img_tag(png: bytes, text: str) -> str:
    """Return a picture inside HTML, with a text for readers who cannot see it."""
    data = b64encode(png).decode()
    return f'<img src="data:image/png;base64,{data}" alt="{escape(text)}" style="max-width: 100%">'


def board_png(
    snapshot: Snapshot,
    *,
    theme: str,
    panels: tuple[str, ...] = ("board",),
    letters: Mapping[Cell, str] | None = None,
) -> bytes:
    """Draw a board at one moment as a PNG without a caption; `letters` are drawn on its cells."""
    look = Look(panels=panels, theme=theme, caption=False, **poster_size(snapshot.shape))
    layout = page_of_panels(snapshot.shape, look)
    picture = Painter(layout).draw(scene_of(snapshot, layout))
    board, side = picture[layout.grids[0].part], layout.cell
    for (row, col), letter in (letters or {}).items():
        mask = glyph_mask(letter, largest("M", side, side // 2))
        top, left = (round((side - length) / 2) for length in mask.shape)
        ink(board, mask, row * side + top, col * side + left, layout.theme.ink)
    return small_png(picture)


def poster_size(shape: Shape) -> dict[str, Any]:
    """How large a still is: a large board has smaller cells, and of a huge one it shows a part."""
    if max(shape) <= POSTER_SIDE:
        return {"cell": POSTER_CELL}
    return {"crop": (0, 0, *(min(side, MOST_POSTER_SIDE) for side in shape))}


def with_class(bundle: Mapping[str, str], name: str) -> dict[str, str]:
    """A bundle whose HTML carries a class, by which a living widget hides it.

    It brings `NOT_FOUND`, so that a notebook opened again shows it and no error below. Raises
    `ValueError` for a name that is more than a class: it may come from a browser.
    """
    if not CLASS.fullmatch(name):
        raise ValueError(f"fallback_class={name!r:.80}: letters, digits and hyphens are needed")
    style = f"<style>{NOT_FOUND.format(name)}</style>"
    return {**bundle, "text/html": f'<div class="{name}">{bundle["text/html"]}{style}</div>'}


def display_both(view: Any, fallback: Callable[[], Mapping[str, str]], fallback_class: str) -> None:
    """Display a widget and, as a separate output before it, its fallback, filled in afterwards.

    `view` is the widget's MIME bundle, with or without metadata. A living widget hides its
    fallback. Both in one output would not do: a notebook that was saved with the state of its
    widgets is exported with the widget's view alone, which is blank wherever its scripts cannot be
    fetched. The widget does not wait for its fallback.
    """
    from IPython.display import publish_display_data

    data, metadata = view if isinstance(view, tuple) else (view, {})
    publish: Any = publish_display_data
    place = {"display_id": fallback_class}
    publish(with_class({"text/html": "", "text/plain": ""}, fallback_class), transient=place)
    publish({WIDGET: data[WIDGET], "text/plain": ""}, metadata)
    publish(with_class(fallback(), fallback_class), transient=place, update=True)


def display_page(run: Trace | Race) -> None:
    """Display a still of a trace or a race at once, and its page over it when ready.

    A terminal, which shows only text, gets no fallback.
    """
    display_in_turn(repr(run), lambda: still_bundle(run), lambda: page_bundle(run, in_output=True))


def display_in_turn(
    text: str, first: Callable[[], Mapping[str, str]], then: Callable[[], Mapping[str, str]]
) -> None:
    """Display a quick bundle at once, then replace it. A terminal shows only `text`."""
    from IPython import get_ipython
    from IPython.core.displaypub import DisplayPublisher
    from IPython.display import publish_display_data

    shell: Any = get_ipython()
    printing = shell is None or type(getattr(shell, "display_pub", None)) is DisplayPublisher
    if printing or shell.display_formatter.active_types == ["text/plain"]:
        print(text)
        return
    publish: Any = publish_display_data
    place = {"display_id": f"minevis-{uuid4().hex}"}
    publish(first(), transient=place)
    publish(then(), transient=place, update=True)


def update_fallback(fallback: Mapping[str, str], fallback_class: str) -> None:
    """Replace the displayed fallback, in Jupyter only."""
    from IPython import get_ipython
    from IPython.display import publish_display_data

    if get_ipython() is None:
        return
    publish: Any = publish_display_data
    shown = with_class(fallback, fallback_class)
    publish(shown, transient={"display_id": fallback_class}, update=True)
