"""Figures of many games, in the colours of `minevis.render.tiles.theme`: returned, never shown."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Literal, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from minevis.engine.shared import PERCENTS, RISK_UNITS
from minevis.experiments.statistics import Estimate
from minevis.experiments.task import Totals
from minevis.film.figure import NotebookFigure, figure_of
from minevis.render.tiles.theme import Colour, Theme, rgb, theme_of
from minevis.utils.appearance import follows_page

DECILES = 10
NAME_WIDTH = 13  # characters of a label under an axis, before a line break
MOST_ACROSS = 5  # dots side by side; more are stacked, for phones
SUBTITLE_WIDTH = 72  # characters per line in the narrowest chart
RATIO_POINTS = 46  # width of "100.0 %"
HALF_A_DOT = 0.02  # margin beyond 0 and 100 %, as a share
ROOM_FOR_COUNTS = 1.07  # times the highest interval
FEWEST_BARS = 5  # room for this many bars
MOST_DECIMALS = 4


class Percents(PercentFormatter):
    """Shares as percent, with enough decimals for different ticks."""

    def __init__(self) -> None:
        super().__init__(1, decimals=0, symbol=" %")

    def set_locs(self, locs: Any) -> None:
        """Told of all the ticks before it is asked for one."""
        super().set_locs(locs)
        percents = 100 * np.asarray(locs)
        self.decimals = next(
            (n for n in range(MOST_DECIMALS) if np.allclose(percents, percents.round(n))),
            MOST_DECIMALS,
        )


class RatioDot(NamedTuple):
    """A win ratio to draw: over all games, and over games not lost on the first click."""

    name: str
    ratio: Estimate
    past_first: Estimate | None = None  # None: the first click lost no game


def ratio_chart(
    dots: Sequence[RatioDot],
    varied: str,
    subtitle: str,
    theme: str | Theme | None = None,
    *,
    title: str = "Games won",
    ax: Axes | None = None,
) -> Figure:
    """Draw win ratios, or other ratios by `title`, with 95 % intervals, by the name of `varied`.

    Full dots count all games. Hollow dots leave out games lost on the first click, if there
    are any.
    """
    look = theme_of(theme)
    down = len(dots) > MOST_ACROSS
    size = (5.4, 1.5 + 0.42 * len(dots)) if down else (max(5.2, 1.6 + 0.85 * len(dots)), 4.2)
    figure, (axes,) = _figure(theme, *size, grid="x" if down else "y", ax=ax)
    places = np.arange(len(dots))
    if any(dot.past_first for dot in dots):
        past = [dot.past_first or dot.ratio for dot in dots]
        _dots(axes, places + 0.13, past, look.quiet, "past the first click", hollow=True, down=down)
    _dots(axes, places, [dot.ratio for dot in dots], look.search, "all games", down=down)
    _ratios(axes, look, dots, down=down)
    names = [dot.name for dot in dots]
    if down:
        _name_rows(axes, names)
    else:
        _name_columns(axes, names, varied)
    by = f"by {varied}" if down else ""
    spans = "95 % intervals" if any(dot.ratio.low < dot.ratio.high for dot in dots) else ""
    subtitle = " · ".join(filter(None, [by, subtitle, spans]))
    beside = max(map(len, names)) if down else 0
    _title(axes, look, title, subtitle, max(SUBTITLE_WIDTH - beside, NAME_WIDTH))
    _legend(figure if ax is None else axes, axes, look)
    return figure


def curve_chart(
    places: Sequence[float],
    dots: Sequence[RatioDot],
    varied: str,
    subtitle: str,
    theme: str | Theme | None = None,
    *,
    ax: Axes | None = None,
) -> Figure:
    """Draw win ratios with 95 % intervals as a curve over a number.

    Full and hollow dots are the same as in `ratio_chart`.
    """
    look = theme_of(theme)
    figure, (axes,) = _figure(theme, 6.4, 4.2, ax=ax)
    order = np.argsort(places, kind="stable")
    at = np.array(places, float)[order]
    shown = [dots[i] for i in order]
    if any(dot.past_first for dot in shown):
        past = [dot.past_first or dot.ratio for dot in shown]
        axes.plot(at, [each.ratio for each in past], color=rgb(look.quiet), linewidth=1.4)
        _dots(axes, at, past, look.quiet, "past the first click", hollow=True)
    axes.plot(at, [dot.ratio.ratio for dot in shown], color=rgb(look.search), linewidth=1.8)
    _dots(axes, at, [dot.ratio for dot in shown], look.search, "all games")
    if len(shown) <= MOST_ACROSS:
        axes.set_xticks(at, [dot.name for dot in shown])
        _values_off_the_curve(axes, look, at, [dot.ratio for dot in shown])
    axes.margins(x=0.08, y=0.12)
    axes.set_xlabel(varied)
    axes.yaxis.set_major_formatter(Percents())
    _title(axes, look, "Games won", " · ".join(filter(None, [subtitle, "95 % intervals"])))
    _legend(figure if ax is None else axes, axes, look)
    return figure


def _values_off_the_curve(
    axes: Axes, look: Theme, at: np.ndarray, ratios: Sequence[Estimate]
) -> None:
    """Each value above its dot, on the side to which the curve falls, or below a low point."""
    for number, (place, here) in enumerate(zip(at, ratios, strict=True)):
        before, after = ratios[max(number - 1, 0)], ratios[min(number + 1, len(ratios) - 1)]
        is_left_higher, is_right_higher = before.ratio > here.ratio, after.ratio > here.ratio
        is_low = is_left_higher and is_right_higher
        side = is_left_higher - is_right_higher
        axes.annotate(
            f"{100 * here.ratio:.1f} %", (place, here.low if is_low else here.high),
            (5 * side, -5 if is_low else 5), textcoords="offset points", color=rgb(look.ink),
            ha=("right", "center", "left")[side + 1], va="top" if is_low else "bottom",
        )  # fmt: skip


def _ratios(axes: Axes, look: Theme, dots: Sequence[RatioDot], *, down: bool) -> None:
    """Each ratio next to its dot or, down the side, in a column clear of the intervals."""
    for place, dot in enumerate(dots):
        ratio = dot.ratio.ratio
        axes.annotate(
            f"{100 * ratio:.1f} %", (1, place) if down else (place, ratio),
            (RATIO_POINTS if down else -9, 0), textcoords="offset points", va="center", ha="right",
            xycoords=axes.get_yaxis_transform() if down else "data", color=rgb(look.ink),
        )  # fmt: skip


def _name_columns(axes: Axes, names: Sequence[str], varied: str) -> None:
    """Names along the foot of a chart."""
    axes.set_xticks(range(len(names)), [_broken(name) for name in names])
    axes.set_xlim(-0.8, len(names) - 0.5)
    axes.set_xlabel(varied)
    axes.yaxis.set_major_formatter(Percents())
    axes.margins(y=0.15)


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Names along the side of a chart, the first on top."""
    axes.set_yticks(range(len(names)), [name.replace("_", " ") for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.xaxis.set_major_formatter(Percents())
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    low, high = axes.get_xlim()
    axes.set_xlim(max(low, -HALF_A_DOT), min(high, 1 + HALF_A_DOT))


class Guess(NamedTuple):
    """A guess or a wrong flag in a game: its place, and the points of the chance to win lost."""

    place: float
    cost: float
    mistake: bool


def win_chart(
    places: Sequence[float],
    wins: Sequence[float],
    guesses: Sequence[Guess],
    unit: str,
    subtitle: str,
    theme: str | Theme | None = None,
    *,
    ax: Axes | None = None,
) -> Figure:
    """Draw the chance to win along a game, with its guesses; mistakes name the points lost."""
    look = theme_of(theme)
    figure, (axes,) = _figure(theme, 7.2, 3.9, ax=ax)
    axes.plot(places, wins, color=rgb(look.search), linewidth=1.8)
    for guess in guesses:
        height = float(np.interp(guess.place, places, wins))
        face = rgb(look.guess) if guess.mistake else axes.get_facecolor()
        style: dict[str, Any] = {"markerfacecolor": face, "markeredgewidth": 1.6, "zorder": 3}
        axes.plot(guess.place, height, "o", color=rgb(look.guess), markersize=7, **style)
        if guess.mistake and guess.cost:
            axes.annotate(
                f"−{guess.cost:.1f}", (guess.place, height), (0, 9), textcoords="offset points",
                ha="center", color=rgb(look.ink), fontsize=9,
            )  # fmt: skip
    axes.set_ylim(-0.04, 1.08)
    axes.set_xlabel(unit)
    axes.yaxis.set_major_formatter(Percents())
    legend = "full dots are mistakes, with the points lost" if guesses else ""
    _title(axes, look, "Chance to win", " · ".join(filter(None, [subtitle, legend])))
    return figure


def guesses_chart(totals: Totals, subtitle: str, theme: str | Theme | None = None) -> Figure:
    """How many guesses games took, and how risky the guesses were."""
    look = theme_of(theme)
    figure, (left, right) = _figure(theme, 9.6, 4.0, columns=2)
    _bars_of_guesses(left, look, totals)
    _bars_of_risks(right, look, totals)
    _title(right, look, "Guesses by risk", subtitle)
    return figure


def _bars_of_guesses(axes: Axes, look: Theme, totals: Totals) -> None:
    games = max(int(totals.guesses.sum()), 1)
    numbers = np.arange(totals.guesses.size)
    axes.bar(numbers, totals.guesses / games, 0.84, color=rgb(look.guess))
    axes.yaxis.set_major_formatter(Percents())
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(-0.6, max(numbers.size, FEWEST_BARS) - 0.4)
    axes.set_xlabel("guesses in a game")
    mean = int(totals.guesses @ numbers) / games
    _title(axes, look, "Games by guesses", f"{mean:.2f} guesses a game")


def _say_if_empty(axes: Axes, look: Theme, totals: Totals) -> None:
    """Say why there are no risks to draw."""
    if totals.taken.any():
        return
    guessed = totals.guesses[1:].any()
    why = "This player computes no odds." if guessed else "No guess was made."
    axes.set_ylim(0, axes.get_xlim()[1])  # shares, not −4 to 4 %
    axes.text(
        0.5, 0.5, why, color=rgb(look.ink), ha="center", va="center", transform=axes.transAxes,
        bbox={"facecolor": rgb(look.ground), "edgecolor": "none"},
    )  # fmt: skip


def _bars_of_risks(axes: Axes, look: Theme, totals: Totals) -> None:
    """Guesses by the percent of their risk."""
    taken = totals.taken
    _say_if_empty(axes, look, totals)
    shares = taken / max(taken.sum(), 1)
    colours = look.heat[:PERCENTS] / 255
    places = (np.arange(PERCENTS) + 0.5) / PERCENTS
    some = taken > 0
    axes.bar(
        places[some], shares[some], 1 / PERCENTS, color=colours[some],
        edgecolor=rgb(look.quiet), linewidth=0.4,
    )  # fmt: skip
    axes.xaxis.set_major_formatter(Percents())
    axes.yaxis.set_major_formatter(Percents())
    top = np.flatnonzero(taken).max(initial=9) + 1
    axes.set_xlim(0, min(max(top / PERCENTS * 1.05, 0.1), 1))
    axes.set_xlabel("chance of a mine under the guess")


def calibration_chart(totals: Totals, subtitle: str, theme: str | Theme | None = None) -> Figure:
    """Draw the predicted risk of guesses against the observed share of mines."""
    look = theme_of(theme)
    figure, (axes,) = _figure(theme, 5.4, 5.2)
    axes.plot([0, 1], [0, 1], "--", color=rgb(look.quiet), linewidth=1.2, zorder=1)
    rows = [row for row in calibration(totals) if row[1]]
    predicted = [row[0] for row in rows]
    observed = [Estimate.of_counts(hits, taken) for _, taken, hits in rows]
    _dots(axes, np.array(predicted), observed, look.search, "guesses by tenths of risk")
    for x, y, (_, taken, _) in zip(predicted, observed, rows, strict=True):
        axes.annotate(  # above the diagonal
            f"{taken:,}", (x, y.high), (-3, 4), textcoords="offset points",
            ha="right", va="bottom", color=rgb(look.quiet), fontsize=8,
        )  # fmt: skip
    top = max([*predicted, *(each.high for each in observed), 0.1]) * ROOM_FOR_COUNTS
    axes.set(xlim=(0, top), ylim=(0, top), aspect="equal")
    axes.set(xlabel="predicted risk", ylabel="observed share of mines")
    axes.xaxis.set_major_formatter(Percents())
    axes.yaxis.set_major_formatter(Percents())
    _say_if_empty(axes, look, totals)
    note = "95 % intervals · in grey, how many guesses"
    _title(axes, look, "Predicted and observed risk", f"{subtitle} · {note}")
    return figure


def calibration(totals: Totals) -> list[tuple[float, int, int]]:
    """Return, per tenth of risk, the mean predicted risk, the guesses and the mines hit."""
    predicted, taken, observed = (
        numbers.reshape(DECILES, -1).sum(axis=1)
        for numbers in (totals.risk_sum / RISK_UNITS, totals.taken, totals.hits)
    )
    means = predicted / np.maximum(taken, 1)
    return [(float(p), int(n), int(k)) for p, n, k in zip(means, taken, observed, strict=True)]


def _figure(
    theme: str | Theme | None,
    width: float,
    height: float,
    *,
    columns: int = 1,
    grid: Literal["x", "y"] = "y",
    ax: Axes | None = None,
) -> tuple[Figure, list[Axes]]:
    """Return a new figure with its axes, or that of `ax`, in the colours of a theme."""
    look = theme_of(theme)
    figure: Figure
    if ax is not None:
        figure, each = figure_of(ax), [ax]
    else:
        figure = own = NotebookFigure(figsize=(width, height), dpi=120, layout="constrained")
        own.follows = follows_page(theme)
        own.set_facecolor(rgb(look.ground))
        each = list(own.subplots(1, columns, squeeze=False).flat)
    for axes in each:
        axes.set_facecolor(rgb(look.ground))
        axes.grid(axis=grid, color=rgb(look.line), linewidth=0.8)
        axes.set_axisbelow(True)
        axes.tick_params(colors=rgb(look.quiet), labelcolor=rgb(look.ink), length=0, pad=6)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.spines["bottom"].set_color(rgb(look.rim))
        axes.xaxis.label.set_color(rgb(look.quiet))
        axes.yaxis.label.set_color(rgb(look.quiet))
    return figure, each


def _dots(
    axes: Axes,
    x: np.ndarray,
    y: Sequence[Estimate],
    colour: Colour,
    name: str,
    *,
    hollow: bool = False,
    down: bool = False,
) -> None:
    """Dots with their intervals: `y` over `x`, or `down` the side."""
    ratios, low, high = np.array(y).reshape(-1, 3).T
    reach = np.maximum([ratios - low, high - ratios], 0)
    style: dict[str, Any] = {
        "fmt": "o", "markersize": 7, "capsize": 4, "capthick": 1.4, "elinewidth": 1.4,
        "color": rgb(colour), "markeredgewidth": 1.4, "label": name, "zorder": 3,
        "markerfacecolor": axes.get_facecolor() if hollow else rgb(colour),
    }  # fmt: skip
    if down:
        axes.errorbar(ratios, x, xerr=reach, **style)
    else:
        axes.errorbar(x, ratios, yerr=reach, **style)


def _title(axes: Axes, look: Theme, title: str, subtitle: str, width: int = SUBTITLE_WIDTH) -> None:
    """Write a title, and below it a subtitle with at most `width` characters per line."""
    whole = subtitle.replace(" ", "\xa0").replace("\xa0·\xa0", "\xa0· ")  # break at dots only
    lines = [line.removesuffix("\xa0·").replace("\xa0", " ") for line in wrap(whole, width)]
    pad = 12 + 12 * max(len(lines), 1)
    axes.set_title(title, loc="left", color=rgb(look.ink), fontsize=13, pad=pad, weight="bold")
    axes.annotate(
        "\n".join(lines), (0, 1), (0, 7), xycoords="axes fraction", textcoords="offset points",
        color=rgb(look.quiet), fontsize=9, va="bottom", ha="left",
    )  # fmt: skip


def _broken(name: str) -> str:
    """Break a long name into lines, so that it does not overlap the next one."""
    return "\n".join(wrap(name.replace("_", " "), NAME_WIDTH, break_long_words=False))


def _legend(where: Figure | Axes, axes: Axes, look: Theme) -> None:
    """Add a legend below the axes, without intervals, so that it does not look like data.

    Axes in a figure of others have it inside.
    """
    if len(axes.containers) > 1:
        names = [str(dots.get_label()) for dots in axes.containers]
        place = "outside lower center" if isinstance(where, Figure) else "best"
        add: Any = where.legend
        add(
            [dots[0] for dots in axes.containers][::-1], names[::-1], loc=place,
            ncols=len(names), frameon=False, fontsize=9, labelcolor=rgb(look.ink),
        )  # fmt: skip
