"""Figures of trials, in the colours of `minevis.show.tiles.theme`: returned, never shown."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from minevis.core.outcomes import PERCENTS, RISK_UNITS
from minevis.experiments.runner.results import Trials, first_text
from minevis.experiments.runner.task import level_text
from minevis.experiments.statistics import wilson
from minevis.experiments.tables import label
from minevis.show.tiles.theme import Colour, Theme, theme_of

DECILES = 10
WHOLE = PercentFormatter(1, decimals=0, symbol=" %")
NAME_WIDTH = 13  # of a label under an axis, before it is broken


def ratio_chart(
    trials: Sequence[Trials], values: Sequence[Any], varied: str, theme: str | Theme = "paper"
) -> Figure:
    """Win ratios with their 95 % intervals, one dot for each of `values`.

    Full dots count all games; hollow ones leave out games that the first click
    lost, where there are any.
    """
    look = theme_of(theme)
    figure, axes = _figure(look, max(5.2, 1.6 + 0.85 * len(values)), 4.2)
    places = np.arange(len(trials))
    if any(run.lost_first for run in trials):
        past = [run.ratio_past_first for run in trials]
        spans = [run.interval_past_first for run in trials]
        _dots(axes, places + 0.13, past, spans, look.quiet, "past the first click", hollow=True)
    ratios = [run.ratio for run in trials]
    _dots(axes, places, ratios, [run.interval for run in trials], look.search, "all games")
    for place, ratio in zip(places, ratios, strict=True):
        axes.annotate(
            f"{100 * ratio:.1f} %", (place, ratio), (-9, 0), textcoords="offset points",
            ha="right", va="center", color=_rgb(look.ink), fontsize=10,
        )  # fmt: skip
    axes.set_xticks(places, [_broken(label(value)) for value in values])
    axes.set_xlim(-0.8, len(trials) - 0.5)
    axes.set_xlabel(varied)
    axes.yaxis.set_major_formatter(WHOLE)
    axes.margins(y=0.15)
    _title(axes, look, "Games won", _about(trials, varied))
    _legend(axes, look)
    return figure


def guesses_chart(trials: Trials, theme: str | Theme = "paper") -> Figure:
    """How many guesses games took, and how risky the guesses were."""
    look = theme_of(theme)
    figure, (left, right) = _figure(look, 9.6, 4.0, columns=2)
    games = max(trials.games, 1)
    counts = trials.tally.guesses
    left.bar(np.arange(counts.size), counts / games, 0.84, color=_rgb(look.guess))
    left.yaxis.set_major_formatter(WHOLE)
    left.set_xlabel("guesses in a game")
    _title(left, look, "Games by guesses", f"{trials.guesses / games:.2f} guesses a game")
    taken = trials.tally.taken
    if not taken.any():
        right.text(0.5, 0.5, "This player reckons no odds.", ha="center", transform=right.transAxes)
    shares = taken / max(taken.sum(), 1)
    colours = look.heat[:PERCENTS] / 255
    places = (np.arange(PERCENTS) + 0.5) / PERCENTS
    edge = {"edgecolor": _rgb(look.quiet), "linewidth": 0.4}
    right.bar(places[taken > 0], shares[taken > 0], 1 / PERCENTS, color=colours[taken > 0], **edge)
    right.xaxis.set_major_formatter(WHOLE)
    right.yaxis.set_major_formatter(WHOLE)
    top = np.flatnonzero(taken).max(initial=9) + 1
    right.set_xlim(0, min(max(top / PERCENTS * 1.05, 0.1), 1))
    right.set_xlabel("chance of a mine under the guess")
    _title(right, look, "Guesses by risk", _about([trials], ""))
    return figure


def calibration_chart(trials: Trials, theme: str | Theme = "paper") -> Figure:
    """The risk that a player stated in its guesses against the mines that it met."""
    look = theme_of(theme)
    figure, axes = _figure(look, 5.4, 5.2)
    axes.plot([0, 1], [0, 1], color=_rgb(look.rim), zorder=1)
    rows = [row for row in calibration(trials) if row[1]]
    stated = [row[0] for row in rows]
    met = [hits / taken for _, taken, hits in rows]
    spans = [wilson(hits, taken) for _, taken, hits in rows]
    _dots(axes, np.array(stated), met, spans, look.search, "guesses by tenths of risk")
    for i, (x, y, (_, taken, _)) in enumerate(zip(stated, met, rows, strict=True)):
        side = -1 if i % 2 else 1  # to and fro, clear of the intervals of the next dot
        axes.annotate(
            f"{taken:,}", (x, y), (10 * side, -10 * side), textcoords="offset points",
            ha="right" if i % 2 else "left", va="center", color=_rgb(look.quiet), fontsize=8,
        )  # fmt: skip
    top = min(max([*stated, *(high for _, high in spans), 0.1]) * 1.06, 1.02)
    axes.set(xlim=(0, top), ylim=(0, top), xlabel="risk stated", ylabel="mines met", aspect="equal")
    axes.xaxis.set_major_formatter(WHOLE)
    axes.yaxis.set_major_formatter(WHOLE)
    _title(axes, look, "Risk stated and risk met", _about([trials], ""))
    return figure


def calibration(trials: Trials) -> list[tuple[float, int, int]]:
    """For each tenth of risk: the mean risk stated, the guesses taken, the mines they met."""
    tally = trials.tally
    stated, taken, met = (
        numbers.reshape(DECILES, -1).sum(axis=1)
        for numbers in (tally.stated / RISK_UNITS, tally.taken, tally.met)
    )
    means = stated / np.maximum(taken, 1)
    return [(float(p), int(n), int(k)) for p, n, k in zip(means, taken, met, strict=True)]


def _figure(look: Theme, width: float, height: float, columns: int = 1) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height), dpi=120, layout="constrained")
    figure.set_facecolor(_rgb(look.ground))
    axes = figure.subplots(1, columns)
    for ax in np.atleast_1d(axes):
        ax.set_facecolor(_rgb(look.ground))
        ax.grid(axis="y", color=_rgb(look.line), linewidth=0.8)
        ax.set_axisbelow(True)
        ax.tick_params(colors=_rgb(look.quiet), labelcolor=_rgb(look.ink), length=0, pad=6)
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.spines["bottom"].set_color(_rgb(look.rim))
        ax.xaxis.label.set_color(_rgb(look.quiet))
        ax.yaxis.label.set_color(_rgb(look.quiet))
    return figure, axes


def _dots(
    axes: Any,
    x: np.ndarray,
    y: Sequence[float],
    spans: Sequence[tuple[float, float]],
    colour: Colour,
    name: str,
    *,
    hollow: bool = False,
) -> None:
    """Dots with their intervals."""
    low, high = np.array(spans).reshape(-1, 2).T
    reach = np.maximum([np.array(y) - low, high - np.array(y)], 0)
    axes.errorbar(
        x, y, reach, fmt="o", markersize=7, capsize=4, capthick=1.4, elinewidth=1.4,
        color=_rgb(colour), markerfacecolor=axes.get_facecolor() if hollow else _rgb(colour),
        markeredgewidth=1.4, label=name, zorder=3,
    )  # fmt: skip


def _title(axes: Any, look: Theme, title: str, subtitle: str) -> None:
    axes.set_title(title, loc="left", color=_rgb(look.ink), fontsize=13, pad=24, weight="bold")
    axes.text(
        0, 1.025, subtitle, transform=axes.transAxes, color=_rgb(look.quiet), fontsize=9,
        va="bottom", ha="left", in_layout=True,
    )  # fmt: skip


def _broken(name: str) -> str:
    """A long name on several lines, so that it does not run into the next one."""
    return "\n".join(wrap(name.replace("_", " "), NAME_WIDTH, break_long_words=False))


def _legend(axes: Any, look: Theme) -> None:
    if len(axes.containers) > 1:
        legend = axes.legend(frameon=False, fontsize=9, labelcolor=_rgb(look.ink))
        legend.set_in_layout(True)


def _about(trials: Sequence[Trials], varied: str) -> str:
    """What all the trials have in common, in a line."""
    if not trials:
        return ""
    players = {str(run.task.player) for run in trials}
    boards = {level_text(run.task.level) for run in trials}
    clicks = {first_text(run.task) for run in trials}
    games = {run.games for run in trials}
    known = [kind.pop() for kind in (players, boards) if len(kind) == 1]
    known += [f"first click {clicks.pop()}"] if len(clicks) == 1 else []
    known += [f"{games.pop():,} games"] if len(games) == 1 else []
    return " · ".join([*known, *(["95 % intervals"] if varied else [])])


def _rgb(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = colour
    return (red / 255, green / 255, blue / 255)
