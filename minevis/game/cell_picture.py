"""Boards and odds as small SVG pictures, for the end of a notebook cell.

`minevis.game` does not import `minevis.render`, so it draws them itself. It uses the colours of the
theme "paper". The browser darkens them.
"""

from base64 import b64encode
from collections.abc import Iterator
from html import escape

import numpy as np

from minevis.game.grid import ViewCode
from minevis.utils.appearance import DARK_FILTER, MARK, STYLE, Chosen, follows_page
from minevis.utils.formatting import percent

PIXELS = 24  # the side of a cell
MOST_CELLS = 10_000  # a larger picture would take a megabyte
ALL_LABELS = 30  # rows or columns with a number each; beyond, every tenth has one
GROUND = "#faf9f5"  # of the theme "paper", as all colours here
COVERED, OPENED, LINE = "#c4ccd6", "#ffffff", "#d9d5cb"
MINE, SAFE, INK, QUIET = "#d03e12", "#00876c", "#202328", "#6c7076"
CLUES = ("#1a5cc2", "#1c7a38", "#c41e24", "#2e2092", "#841e16", "#00747a", "#202328", "#686a6e")
HEAT = ((92, 146, 203), (175, 213, 232), (254, 245, 196), (251, 172, 103), (226, 86, 62))


def picture_html(
    view: np.ndarray,
    words: str,
    *,
    mines: np.ndarray | None = None,
    odds: np.ndarray | None = None,
) -> str:
    """Return a picture of a view (int8 [H, W], as in `Position`) as HTML, described by `words`.

    `mines` (bool [H, W]) are drawn as mines, `odds` (float64 [H, W]) on covered cells. Above 10,000
    cells only the words are returned.
    """
    if view.size > MOST_CELLS:
        return f"<pre>{escape(words)}</pre>"
    height, width = view.shape
    drawn = b64encode("".join(_svg(view, mines, odds)).encode()).decode()
    mark, style = (f'class="{MARK}" ', STYLE) if follows_page(None) else ("", "")
    dark = f"; background: {GROUND}; {DARK_FILTER}" if Chosen.theme == "dark" else ""
    return (
        f'<img alt="{escape(words)}" width="{(width + 1) * PIXELS}" {mark}'
        f'height="{(height + 1) * PIXELS}" style="max-width: 100%; height: auto{dark}" '
        f'src="data:image/svg+xml;base64,{drawn}">{style}'
    )


def _svg(view: np.ndarray, mines: np.ndarray | None, odds: np.ndarray | None) -> Iterator[str]:
    height, width = view.shape
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 1} {height + 1}" '
        'font-family="DejaVu Sans, Arial, sans-serif" text-anchor="middle">'
        f'<path fill="{COVERED}" d="M0 0H{width}V{height}H0z"/>'
    )
    for row in range(0, height, 1 if height <= ALL_LABELS else 10):
        yield _text(row, -1, str(row), QUIET, 0.36)
    for col in range(0, width, 1 if width <= ALL_LABELS else 10):
        yield _text(-1, col, str(col), QUIET, 0.36)
    for (row, col), code in np.ndenumerate(view):
        if code >= 0:
            yield _ground(row, col, OPENED)
        if code > 0:
            yield _text(row, col, str(code), CLUES[code - 1], 0.66, bold=True)
        elif code == ViewCode.FLAGGED:
            yield f'<path fill="{MINE}" d="M{col}.36 {row}.2l.4 .16l-.32 .16v.28h-.08z"/>'
        elif code == ViewCode.EXPLODED:
            yield _ground(row, col, MINE)
        elif odds is not None and code < 0:
            yield _chance(row, col, float(odds[row, col]))
        if code == ViewCode.EXPLODED or (mines is not None and mines[row, col]):
            yield _mine(row, col)
    lines = "".join(f"M0 {row}h{width}" for row in range(height + 1))
    lines += "".join(f"M{col} 0v{height}" for col in range(width + 1))
    yield f'<path stroke="{LINE}" stroke-width=".04" d="{lines}"/></svg>'


def _mine(row: int, col: int) -> str:
    """Return a ball with eight horns, as in the tiles of `minevis.render`."""
    horns = f"M{col}.14 {row}.5h.72M{col}.5 {row}.14v.72M{col}.27 {row}.27l.46 .46m0-.46l-.46 .46"
    drawn = f'<path stroke="{INK}" stroke-width=".08" stroke-linecap="round" d="{horns}"/>'
    return drawn + f'<circle cx="{col}.5" cy="{row}.5" r=".25" fill="{INK}"/>'


def _chance(row: int, col: int, chance: float) -> str:
    """Return the chance of a mine on a covered cell; certain cells have a ring as well."""
    places = np.linspace(0, 1, len(HEAT))
    red, green, blue = (
        round(np.interp(chance, places, channel)) for channel in zip(*HEAT, strict=True)
    )
    figure = percent(chance).removesuffix(" %").replace("under ", "<").replace("over ", ">")
    drawn = _ground(row, col, f"#{red:02x}{green:02x}{blue:02x}")
    drawn += _text(row, col, escape(figure), INK, 0.42)
    if chance in (0, 1):
        ring = f'd="M{col}.1 {row}.1h.8v.8h-.8z" fill="none" stroke-width=".09"'
        drawn += f'<path {ring} stroke="{MINE if chance else SAFE}"/>'
    return drawn


def _ground(row: int, col: int, colour: str) -> str:
    return f'<path fill="{colour}" d="M{col} {row}h1v1h-1z"/>'


def _text(row: int, col: int, text: str, colour: str, size: float, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{col + 0.5}" y="{row + 0.5 + 0.36 * size:.3g}" fill="{colour}" '
        f'font-size="{size}"{weight}>{text}</text>'
    )
