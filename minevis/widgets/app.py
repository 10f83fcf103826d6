"""A page to analyse positions and to play: one file that needs neither Python nor a network."""

from html import escape
from pathlib import Path

from minevis.core.files import check_target, write_whole
from minevis.show.words.wording import say
from minevis.widgets.board.position_view import board_sheets
from minevis.widgets.film.film import AUTO
from minevis.widgets.film.pack import pack, text_of
from minevis.widgets.film.page import check_suffix, hidden_heading, standalone
from minevis.widgets.javascript import page_script

ENTRY = "app/app.js"


def app_page(*, theme: str = AUTO) -> str:
    """One HTML page to analyse positions and to play: offline, without a kernel, by touch and keys.

    >>> app_page()[:15]
    '<!doctype html>'
    """
    head, images = board_sheets()
    packed = text_of(pack({"atlas": head, "app": {"theme": theme}}, images))
    content = (
        f"{hidden_heading(say('alone title'))}"
        f'<script type="text/plain" class="minevis-app">{packed}</script>'
        f'<div class="minevis"><noscript>{escape(say("needs JavaScript"))}</noscript></div>'
        '<div class="minevis" hidden></div>'
    )
    script = page_script(ENTRY)
    return standalone(content, script, title=say("alone title"), theme=theme, style_first=False)


def save_app(path: str | Path, *, theme: str = AUTO) -> Path:
    """Write the page and return its path.

    Raises `ValueError` for another suffix and a missing folder, before any work.

    >>> from tempfile import gettempdir
    >>> save_app(Path(gettempdir(), "minevis-app.html")).name
    'minevis-app.html'
    """
    path = check_target(check_suffix(path))
    write_whole(path, app_page(theme=theme))
    return path
