"""The search tree as Matplotlib vectors, for papers, from the same marks as the panel."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from minevis.show.search_tree.drawing import (
    FIGURE,
    Box,
    Chance,
    Disc,
    Dot,
    Erased,
    Line,
    Mark,
    Text,
    TreeDrawing,
)
from minevis.show.search_tree.model import Search
from minevis.show.tiles.atlas import ABOVE_99, BELOW_ONE, PERCENT_TEXTS, percent_steps
from minevis.show.tiles.theme import Theme, rgb
from minevis.show.words.english import say

BODY = 14  # px of a caption that would belong to the drawing
POINTS = 0.78  # that a px of the drawing is long in a figure


def draw_tree(
    axis: Any,
    search: Search | None,
    index: int,
    size: tuple[int, int],
    look: Theme,
) -> None:
    """Draw `search` as it stands after event `index` on `axis`, `size` (h, w) px large.

    Without a search the axis says that there is no search yet.
    """
    axis.set(xlim=(0, size[1]), ylim=(size[0], 0), aspect="equal")
    axis.set_axis_off()
    if search is None:
        place = {"ha": "center", "transform": axis.transAxes, "color": rgb(look.quiet)}
        axis.text(0.5, 0.5, say("no search yet"), fontsize=8, **place)
        return
    drawing = TreeDrawing(search, size[1], size[0], BODY, look)
    marks = [*drawing.ground(), *drawing.steps(search.first, index)]
    if index < search.end:
        marks += drawing.current(index)
    for order, mark in enumerate(chain(_kept(marks), drawing.chances(index))):
        _add(axis, mark, look, order)


def _kept(marks: list[Mark]) -> Iterator[Mark]:
    """The marks without those that later ones hide, so that a transparent ground stays clear."""
    erased = {mark.at: number for number, mark in enumerate(marks) if isinstance(mark, Erased)}
    last = {mark.at: number for number, mark in enumerate(marks) if isinstance(mark, Disc)}
    for number, mark in enumerate(marks):
        if isinstance(mark, Disc):
            if number == last[mark.at] and erased.get(mark.at, -1) < number:
                yield mark
        elif not isinstance(mark, Erased):
            yield mark


def _add(axis: Any, mark: Mark, look: Theme, order: int) -> None:
    """Add one mark to `axis`, over all with a lower `order`."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Circle, Rectangle, Wedge

    over: dict[str, Any] = {"zorder": 2 + order / 1_000_000}
    match mark:
        case Line(start, end, colour, width):
            xs, ys = zip(start, end, strict=True)
            axis.add_line(Line2D(xs, ys, color=rgb(colour), lw=POINTS * width, **over))
        case Dot(at, radius, colour):
            axis.add_patch(Circle(at, radius, fc=rgb(colour), ec="none", **over))
        case Disc(at, radius, share, rim):
            edge = {"ec": rgb(rim), "lw": POINTS * max(1.0, radius * 0.3), **over}
            axis.add_patch(Circle(at, radius, fc=rgb(look.opened), **edge))
            if share:
                slice_ = Wedge(at, radius, -90, -90 + 360 * share, fc=rgb(look.ink), **edge)
                axis.add_patch(slice_)
        case Text(text, left, top, size, colour, bold, upright):
            weight, turn = "bold" if bold else "normal", 0 if upright else -90
            place = {"ha": "left", "va": "top", "rotation": turn, "color": rgb(colour)}
            axis.text(left, top, text, fontsize=POINTS * size, weight=weight, **place, **over)
        case Box(left, top, width, height, colour):
            box = Rectangle((left, top), width, height, fc=rgb(colour), ec="none", **over)
            axis.add_patch(box)
        case Chance(left, top, side, chance, numbered):
            step = int(percent_steps(np.array([chance]))[0])
            value = {BELOW_ONE: 0, ABOVE_99: 100}.get(step, step)
            fill = rgb(tuple(look.heat[value].tolist()))
            axis.add_patch(Rectangle((left, top), side - 1, side - 1, fc=fill, ec="none", **over))
            if numbered:
                place = {"ha": "center", "va": "center_baseline", "color": rgb(look.figure)}
                middle, points = (left + side / 2, top + side / 2), POINTS * side * FIGURE
                axis.text(*middle, PERCENT_TEXTS[step], fontsize=points, **place, **over)
