"""The scrubber as one HTML file: no network, no kernel, several runs on one page."""

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from minevis.core.atomic_files import write_whole
from minevis.core.record import Record
from minevis.show.tiles.theme import theme_of
from minevis.widgets.film.bundle import page_script, style
from minevis.widgets.film.film import film

POLICY = (  # the page may run what it brings, and load nothing
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
)


def page(*traces: Record, title: str = "minevis", **options: Any) -> str:
    """One HTML page with a scrubber for each of `traces`.

    Options are those of `minevis.widgets.film.film.film`: `theme`, `detail`, `steps` and
    `answers`, here on unless said otherwise.
    """
    packs = [film(trace, **{"answers": True, **options}) for trace in traces]
    return page_of(packs, title=title, theme=options.get("theme", "paper"))


def page_of(packs: Sequence[bytes], *, title: str = "minevis", theme: str = "paper") -> str:
    """One HTML page with a scrubber for each pack of a film."""
    ground = "rgb({} {} {})".format(*theme_of(theme).ground)
    parts = "\n".join(
        f'<script type="text/plain" class="minevis-film">{b64encode(each).decode()}</script>'
        '<div class="minevis"><noscript>This run needs JavaScript to be shown.</noscript></div>'
        for each in packs
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>body {{ margin: 0; background: {ground}; }}
.minevis {{ margin: 0 auto; }}
{style()}</style>
</head>
<body>
<main>
{parts}
</main>
<script type="module">
{page_script()}</script>
</body>
</html>
"""


def save(path: str | Path, *traces: Record, **options: Any) -> Path:
    """Write the page of `traces` and return its path. Raises `ValueError` for another suffix."""
    path = check_suffix(path)
    write_whole(path, page(*traces, **{"title": path.stem, **options}))
    return path


def check_suffix(path: str | Path) -> Path:
    """`path` as a `Path`. Raises `ValueError` unless it is that of an HTML file."""
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"{path.name!r}: a page is an .html file")
    return path
