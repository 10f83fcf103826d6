"""What a notebook that is only read shows of a widget: the page, else a video, else a poster.

Hosts keep of an output what they trust. An exported notebook keeps all of it and shows
the page; JupyterLab takes the frame out of a notebook it does not trust and leaves the
video; code hosts leave the picture with its text.
"""

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from minevis.core.errors import EncoderError
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.export.video import inline_video
from minevis.show.frame.frames import frame
from minevis.show.frame.layout import Layout
from minevis.show.frame.painter import Painter
from minevis.widgets.film.page import page

WIDGET = "application/vnd.jupyter.widget-view+json"
POSTER_CELL = 20  # px
POSTER_PANELS = ("board", "constraints")
VIDEO_CELL = 14  # px
VIDEO_RATE = 6  # moves a second
HEAD, ROW = 360, 24  # px: the height of a page before it tells its own
OVER = "grid-area: 1 / 1"  # one over the other


def framed(trace: Record, **options: Any) -> str:
    """The page of `trace` in a frame over a video over a poster, as HTML.

    Options are those of `minevis.widgets.film.page.page`.
    """
    return _framed(trace, poster(trace, theme=options.get("theme", "paper")), **options)


def bundle_of(trace: Record, **options: Any) -> dict[str, Any]:
    """The MIME bundle of `trace` for a notebook without a kernel; options are those of `framed`."""
    png = poster(trace, theme=options.get("theme", "paper"))
    html = _framed(trace, png, **options)
    return {"text/html": html, "image/png": b64encode(png).decode(), "text/plain": repr(trace)}


def _framed(trace: Record, png: bytes, **options: Any) -> str:
    text, source = escape(words(trace)), escape(page(trace, **options))
    look = f"{OVER}; width: 100%; height: {HEAD + ROW * trace.shape[0]}px; border: 0"
    return (
        f'<div style="display: grid">{_moving(trace, png, options.get("theme", "paper"))}'
        f'<iframe srcdoc="{source}" title="{text}" allowfullscreen style="{look}"></iframe></div>'
    )


def _moving(trace: Record, png: bytes, theme: str) -> str:
    """A video of the moves; inside it, for hosts without videos, the poster."""
    still = picture(png, words(trace))
    try:
        look: dict[str, Any] = {"panels": ("board",), "cell": VIDEO_CELL, "theme": theme}
        film = inline_video(trace, fps=VIDEO_RATE, detail=0, cards=False, **look)
    except EncoderError:  # the poster does
        return still
    begin = f'<video aria-label="{escape(words(trace))}" '
    video = film._repr_html_().replace("<video ", begin, 1).replace('style="', f'style="{OVER}; ')
    return video.removesuffix("</video>") + f"{still}</video>"


def picture(png: bytes, text: str) -> str:
    """A picture that stands in its HTML, with a text for those who cannot see it."""
    data = b64encode(png).decode()
    return f'<img src="data:image/png;base64,{data}" alt="{escape(text)}" style="max-width: 100%">'


def poster(trace: Record, *, theme: str = "paper") -> bytes:
    """The end of the run as a PNG."""
    look: dict[str, Any] = {"cell": POSTER_CELL, "panels": POSTER_PANELS, "theme": theme}
    return png_of(frame(trace, len(trace) - 1, **look))


def portrait(snapshot: Snapshot, *, theme: str, panels: tuple[str, ...] = ("board",)) -> bytes:
    """A board at one moment as a PNG, without a caption."""
    layout = Layout.of(snapshot.shape, panels=panels, cell=POSTER_CELL, theme=theme, caption=False)
    return png_of(Painter(layout).draw(snapshot))


def png_of(pixels: np.ndarray) -> bytes:
    """A picture, uint8 RGB [h, w, 3], as a small PNG."""
    stream = BytesIO()
    Image.fromarray(pixels).quantize(256).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def words(trace: Record) -> str:
    """The run in one sentence: the text of its poster."""
    height, width = trace.shape
    end = {True: "won", False: "lost", None: "not finished"}[trace.won]
    guesses = f"{trace.guesses} {'guess' if trace.guesses == 1 else 'guesses'}"
    return (
        f"A Minesweeper board of {height}×{width} cells with {trace.start.mines} mines, solved "
        f"step by step: {trace.moves} moves, {guesses}, {end}."
    )


def marked(bundle: Mapping[str, Any], mark: str) -> dict[str, Any]:
    """A bundle whose HTML carries the class `mark`, by which a living widget hides it."""
    return {**bundle, "text/html": f'<div class="{mark}">{bundle["text/html"]}</div>'}


def show(view: Any, still: Mapping[str, Any], mark: str) -> None:
    """Show the still of a widget and, as an output of its own, the widget.

    `view` is the widget's MIME bundle, alone or with its metadata. A living widget hides
    its still. Both in one output would not do: a notebook that was saved with the state
    of its widgets is exported with the widget's view alone, which is blank wherever its
    scripts cannot be fetched.
    """
    from IPython.display import publish_display_data

    data, metadata = view if isinstance(view, tuple) else (view, {})
    publish_display_data(marked(still, mark), transient={"display_id": mark})
    publish_display_data({WIDGET: data[WIDGET], "text/plain": ""}, metadata)


def renew(still: Mapping[str, Any], mark: str) -> None:
    """Put another still in the place of the one that was shown; outside a kernel there is none."""
    from IPython import get_ipython
    from IPython.display import publish_display_data

    if get_ipython() is not None:
        publish_display_data(marked(still, mark), transient={"display_id": mark}, update=True)
