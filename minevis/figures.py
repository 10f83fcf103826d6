"""Figures that work without Python, as `minevis.figures`."""

from minevis.web.figures import (
    Figure,
    bet,
    configurations,
    estimate,
    first_click,
    guess,
    layouts,
    question,
    search,
    window,
)

__all__ = [
    "Figure",
    "bet",
    "configurations",
    "estimate",
    "first_click",
    "guess",
    "layouts",
    "question",
    "search",
    "window",
]
