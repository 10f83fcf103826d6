"""Figures that answer a reader without a kernel, as `minevis.figures`."""

from minevis.widgets.figures import (
    Figure,
    bet,
    configurations,
    first_click,
    guess,
    question,
    search,
    window,
)

__all__ = [
    "Figure",
    "bet",
    "configurations",
    "first_click",
    "guess",
    "question",
    "search",
    "window",
]
