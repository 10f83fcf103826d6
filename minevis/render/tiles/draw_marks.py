"""Drawing of the marks over a cell. Marks differ in shape and weight, not only in hue."""

from collections.abc import Callable
from types import MappingProxyType

import numpy as np

from minevis.render.tiles.draw_pictures import Pen, ring_width
from minevis.render.tiles.theme import Theme, luminance


def _thick(pen: Pen) -> int:
    return ring_width(pen.size)


def _thin(pen: Pen) -> int:
    return max(1, round(pen.size * 0.065))


def _nothing(pen: Pen, theme: Theme) -> None:
    pass


def _safe(pen: Pen, theme: Theme) -> None:
    pen.ring(theme.safe, _thick(pen))


def _mined(pen: Pen, theme: Theme) -> None:
    pen.ring(theme.mine, _thick(pen))
    pen.corners(theme.mine, _thick(pen) - 1, 0.24)


def _known_safe(pen: Pen, theme: Theme) -> None:
    pen.ring(theme.safe, _thin(pen), 0.75)


def _known_mined(pen: Pen, theme: Theme) -> None:
    pen.ring(theme.mine, _thin(pen), 0.75)
    pen.corners(theme.mine, _thin(pen), 0.16)


def _clue(pen: Pen, theme: Theme) -> None:
    pen.ring(theme.clue_ring, max(_thin(pen), min(2, pen.size // 10)))


def _region(pen: Pen, theme: Theme) -> None:
    pen.fill(theme.search, 0.3)


def _smaller(pen: Pen, theme: Theme) -> None:
    pen.fill(theme.clue_ring, 0.42)


def _rest_safe(pen: Pen, theme: Theme) -> None:
    pen.fill(theme.search, 0.3)
    _safe(pen, theme)


def _rest_mined(pen: Pen, theme: Theme) -> None:
    pen.fill(theme.search, 0.3)
    _mined(pen, theme)


def _trying(pen: Pen, theme: Theme) -> None:
    pen.ring(theme.search, _thick(pen))


def _violated(pen: Pen, theme: Theme) -> None:
    pen.fill(theme.mine, 0.17)
    pen.ring(theme.mine, _thick(pen))


def _complete(pen: Pen, theme: Theme) -> None:
    pen.fill(theme.safe, 0.22)
    pen.ring(theme.safe, _thin(pen))  # a double ring: a single one means safe
    pen.ring(theme.safe, _thin(pen), inset=_thick(pen))


def _guess(pen: Pen, theme: Theme) -> None:
    # a figure under it must be read in small cells too
    pen.ring(theme.guess, _thick(pen) + (max(1, pen.size // 24) if pen.size >= 20 else 0))
    pen.ring(theme.ink, max(1, pen.size // 24))


def _ink_ring(pen: Pen, theme: Theme, alpha: float, inset: int = 0) -> None:
    """A ring to be seen on keys and on heat, which is light in every theme."""
    pen.ring(theme.ink, _thin(pen), alpha, inset=inset)
    if luminance(theme.ink) > luminance(theme.ground):
        pen.ring(theme.figure, max(1, _thin(pen) - 1), alpha, inset=inset + _thin(pen))


def _candidate(pen: Pen, theme: Theme) -> None:
    _ink_ring(pen, theme, 0.75, inset=1)
    pen.notch(0.3)


def _click(pen: Pen, theme: Theme) -> None:
    _ink_ring(pen, theme, 0.8)


def _fresh(pen: Pen, theme: Theme) -> None:
    pen.fill(theme.safe, 0.1)


DRAWERS: MappingProxyType[str, Callable[[Pen, Theme], None]] = MappingProxyType(
    {
        "NONE": _nothing,
        "SAFE": _safe,
        "MINED": _mined,
        "KNOWN_SAFE": _known_safe,
        "KNOWN_MINED": _known_mined,
        "CLUE": _clue,
        "REGION": _region,
        "SMALLER": _smaller,
        "TRYING": _trying,
        "VIOLATED": _violated,
        "COMPLETE": _complete,
        "GUESS": _guess,
        "CANDIDATE": _candidate,
        "CLICK": _click,
        "FRESH": _fresh,
        "REST_SAFE": _rest_safe,
        "REST_MINED": _rest_mined,
    }
)


def draw(theme: Theme, size: int, name: str) -> np.ndarray:
    """The mark `name` for cells of `size` px: uint8 RGBA [s, s, 4]."""
    pen = Pen(size)
    DRAWERS[name](pen, theme)
    return pen.finished()
