"""Figures that work without Python, as `minevis.figures`."""

from minevis.widgets.figures.beliefs import configurations, question, search
from minevis.widgets.figures.clicks import bet, first_click, guess, layouts
from minevis.widgets.figures.figure import Figure
from minevis.widgets.figures.window import window

__all__ = [
    "Figure",
    "bet",
    "configurations",
    "first_click",
    "guess",
    "layouts",
    "question",
    "search",
    "window",
]
