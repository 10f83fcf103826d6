"""Figures that work without Python, as `minevis.figures`."""

from minevis.web.figures.beliefs import configurations, question, search
from minevis.web.figures.clicks import bet, estimate, first_click, guess, layouts
from minevis.web.figures.figure import Figure
from minevis.web.figures.window import window

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
