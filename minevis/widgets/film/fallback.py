"""What a notebook that is only read shows of a widget: the page, else a video, else a poster.

Hosts keep of an output what they trust. An exported notebook keeps all of it and shows
the page; JupyterLab takes the frame out of a notebook it does not trust and leaves the
video; code hosts leave the picture with its text.
"""

from base64 import b64encode
from collections.abc import Callable, Mapping
from html import escape
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from minevis.core.errors import EncoderError
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.export.video import inline_video
from minevis.show.frame.layout import Layout
from minevis.show.frame.painter import Painter
from minevis.show.frames import frame
from minevis.show.words.captions import language_of
from minevis.widgets.film.film import AUTO
from minevis.widgets.film.page import page
from minevis.widgets.film.words import run_label

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

    >>> import minevis as mv
    >>> framed(mv.play(mv.Board.parse("*."), first=(0, 1)))[:27]
    '<div style="display: grid">'
    """
    return _framed(trace, _poster(trace, **options), **options)


def bundle_of(trace: Record, **options: Any) -> dict[str, str]:
    """The MIME bundle of `trace` for a notebook without a kernel; options are those of `framed`.

    >>> import minevis as mv
    >>> sorted(bundle_of(mv.play(mv.Board.parse("*."), first=(0, 1))))
    ['image/png', 'text/html', 'text/plain']
    """
    png = _poster(trace, **options)
    html = _framed(trace, png, **options)
    return {"text/html": html, "image/png": b64encode(png).decode(), "text/plain": repr(trace)}


def _framed(trace: Record, png: bytes, **options: Any) -> str:
    text = escape(_label(trace, options.get("language", "en")))
    source = escape(page(trace, **options))
    look = f"{OVER}; width: 100%; height: {HEAD + ROW * trace.shape[0]}px; border: 0"
    return (
        f'<div style="display: grid">{_video(trace, png, **options)}'
        f'<iframe srcdoc="{source}" title="{text}" allowfullscreen style="{look}"></iframe></div>'
    )


def _label(trace: Record, language: str) -> str:
    return run_label(trace, "poster label", language_of(language))


def _video(
    trace: Record, png: bytes, *, theme: str = AUTO, language: str = "en", **_: object
) -> str:
    """A video of the moves; inside it, for hosts without videos, the poster."""
    label = _label(trace, language)
    poster = img_tag(png, label)
    look: dict[str, Any] = {"panels": ("board",), "cell": VIDEO_CELL, "theme": still_theme(theme)}
    try:
        look["language"] = language
        film = inline_video(trace, fps=VIDEO_RATE, detail=0, cards=False, **look)
    except EncoderError:  # the poster does
        return poster
    begin = f'<video aria-label="{escape(label)}" '
    video = film._repr_html_().replace("<video ", begin, 1).replace('style="', f'style="{OVER}; ')
    return video.removesuffix("</video>") + f"{poster}</video>"


def img_tag(png: bytes, text: str) -> str:
    """A picture that stands in its HTML, with a text for those who cannot see it.

    >>> img_tag(b"PNG", "a <b>")
    '<img src="data:image/png;base64,UE5H" alt="a &lt;b&gt;" style="max-width: 100%">'
    """
    data = b64encode(png).decode()
    return f'<img src="data:image/png;base64,{data}" alt="{escape(text)}" style="max-width: 100%">'


def _poster(trace: Record, *, theme: str = AUTO, language: str = "en", **_: object) -> bytes:
    """The end of the run as a PNG."""
    look: dict[str, Any] = {"cell": POSTER_CELL, "panels": POSTER_PANELS}
    return _png_of(
        frame(trace, len(trace) - 1, theme=still_theme(theme), language=language, **look)
    )


def board_png(snapshot: Snapshot, *, theme: str, panels: tuple[str, ...] = ("board",)) -> bytes:
    """A board at one moment as a PNG, without a caption.

    >>> from minevis.core.snapshot import blank
    >>> board_png(blank((2, 2), 1), theme="paper")[:4]
    b'\\x89PNG'
    """
    layout = Layout.of(
        snapshot.shape, panels=panels, cell=POSTER_CELL, theme=still_theme(theme), caption=False
    )
    return _png_of(Painter(layout).draw(snapshot))


def _png_of(pixels: np.ndarray) -> bytes:
    """A picture, uint8 RGB [h, w, 3], as a small PNG."""
    stream = BytesIO()
    Image.fromarray(pixels).quantize(256).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def still_theme(theme: str) -> str:
    """The theme of a picture, which cannot follow its host.

    >>> still_theme("auto"), still_theme("dark")
    ('paper', 'dark')
    """
    return "paper" if theme == AUTO else theme


def with_class(bundle: Mapping[str, str], name: str) -> dict[str, str]:
    """A bundle whose HTML carries a class, by which a living widget hides it.

    >>> with_class({"text/html": "A board"}, "minevis-1")
    {'text/html': '<div class="minevis-1">A board</div>'}
    """
    return {**bundle, "text/html": f'<div class="{name}">{bundle["text/html"]}</div>'}


def display_both(view: Any, fallback: Callable[[], Mapping[str, str]], fallback_class: str) -> None:
    """Display a widget and, as an output of its own before it, its fallback, filled in afterwards.

    `view` is the widget's MIME bundle, alone or with its metadata. A living widget hides
    its fallback. Both in one output would not do: a notebook that was saved with the state
    of its widgets is exported with the widget's view alone, which is blank wherever its
    scripts cannot be fetched. The fallback takes seconds, for which the widget does not wait.

    >>> bundle = {"text/html": "<p>a board</p>", "text/plain": "a board"}
    >>> display_both({WIDGET: {}}, lambda: bundle, "minevis-1")
    <BLANKLINE>
    <BLANKLINE>
    a board
    """
    from IPython.display import publish_display_data

    data, metadata = view if isinstance(view, tuple) else (view, {})
    publish: Any = publish_display_data
    place = {"display_id": fallback_class}
    publish(with_class({"text/html": "", "text/plain": ""}, fallback_class), transient=place)
    publish({WIDGET: data[WIDGET], "text/plain": ""}, metadata)
    publish(with_class(fallback(), fallback_class), transient=place, update=True)


def update_fallback(fallback: Mapping[str, str], fallback_class: str) -> None:
    """Put another fallback in the place of the displayed one; outside a kernel there is none.

    >>> update_fallback({"text/html": "<p>a board</p>"}, "minevis-1")
    """
    from IPython import get_ipython
    from IPython.display import publish_display_data

    if get_ipython() is None:
        return
    publish: Any = publish_display_data
    shown = with_class(fallback, fallback_class)
    publish(shown, transient={"display_id": fallback_class}, update=True)
