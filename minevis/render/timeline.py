"""The strip below the panels: the run from left to right, and the progress."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from minevis.render.tiles.draw_pictures import plain
from minevis.render.tiles.draw_text import ink
from minevis.render.tiles.theme import Colour, Theme, mix
from minevis.trace.trace import Trace
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

WEIGHTS = {Kind.START: 0.5, Kind.FLAG: 0.5, Kind.ODDS: 0.5, Kind.GUESS: 2.0}
QUIET, SEARCH, GUESS = 0, 1, 2  # the codes of a tick
TICKS = ("steps below", "searches below", "guesses below")  # their entries of the legend
SHARES = (0.3, 0.6, 1.0)  # of the height of the strip


@dataclass(frozen=True, eq=False)
class Timeline:
    """The places of events along the strip.

    `stops` is float64 [n + 1] from 0 to 1: event i takes stops[i] … stops[i + 1]. `ticks` is uint8
    [n], one of QUIET, SEARCH and GUESS. `clicks` are the stops at the ends of moves, float64 [m].
    """

    stops: np.ndarray
    ticks: np.ndarray
    clicks: np.ndarray

    @classmethod
    def of(cls, trace: Trace) -> "Timeline":
        """The timeline of `trace`; a long search takes more room than a short one, but not much."""
        kinds = [kind(event) for event in trace.events]
        searching = np.array([each is Kind.SEARCH for each in kinds])
        weights = np.array([WEIGHTS.get(each, 1.0) for each in kinds])
        weights[searching] = _search_weights(searching)
        stops = np.concatenate([[0.0], np.cumsum(weights)])
        guesses = np.array([each is Kind.GUESS for each in kinds])
        moves = np.array([each is Kind.MOVE for each in kinds])
        ticks = np.where(guesses, GUESS, np.where(searching, SEARCH, QUIET)).astype(np.uint8)
        stops /= stops[-1]
        return cls(stops, ticks, stops[1:][moves])

    @property
    def keys(self) -> frozenset[str]:
        """Return the entries of the legend for its ticks."""
        return frozenset(TICKS[tick] for tick in np.unique(self.ticks).tolist())

    def at(self, index: int) -> float:
        """How far the run has come after event `index`: 0 … 1."""
        return float(self.stops[index + 1])


def _search_weights(searching: np.ndarray) -> np.ndarray:
    """Return the weights of search steps: a run of n steps weighs 1 + log₂ n in total."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], searching, [False]]).astype(np.int8)))
    lengths = edges[1::2] - edges[::2]
    return np.repeat((1 + np.log2(lengths)) / lengths, lengths)


def strips(
    timeline: Timeline, theme: Theme, width: int, height: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the played and the coming strip: two uint8 [height, width, 3].

    Deductions and moves are a low line, searches a higher bar and guesses a full tick, so that they
    differ without colour.
    """
    ticks = _columns(timeline, width)
    colours = theme.deduction, theme.search, theme.guess
    played = plain(height, width, theme.ground)
    coming = played.copy()
    for tick, share in enumerate(SHARES):
        high = max(2, round(height * share))
        top = (height - high) // 2
        rows, columns = np.ix_(np.arange(top, top + high), np.flatnonzero(ticks == tick))
        played[rows, columns] = colours[tick]
        coming[rows, columns] = mix(theme.future, colours[tick], 0.0 if tick == QUIET else 0.28)
    cuts = _cuts(timeline, ticks)
    played[:, cuts], coming[:, cuts] = theme.ground, theme.ground
    return played, coming


def _columns(timeline: Timeline, width: int) -> np.ndarray:
    """Return the codes of the strip's columns: uint8 [width]. A guess takes 3 to 8 columns."""
    middles = (np.arange(width) + 0.5) / width
    events = np.searchsorted(timeline.stops, middles, side="right") - 1
    ticks: np.ndarray = timeline.ticks[events.clip(0, len(timeline.ticks) - 1)]
    ticks[ticks == GUESS] = QUIET
    for guess in np.flatnonzero(timeline.ticks == GUESS):
        first, end = timeline.stops[guess : guess + 2] * width
        wide = int(min(max(end - first, 3), 8))
        left = int((first + end - wide) / 2)
        ticks[max(left, 0) : left + wide] = GUESS
    return ticks


def _cuts(timeline: Timeline, ticks: np.ndarray) -> np.ndarray:
    """Columns left blank to part the moves; empty if they would be too dense."""
    if len(ticks) < 5 * len(timeline.clicks):
        return np.zeros(0, np.intp)
    columns: np.ndarray = (timeline.clicks * len(ticks)).astype(np.intp)
    columns = columns[columns < len(ticks)]
    return columns[ticks[columns] != GUESS]


@lru_cache(maxsize=8)
def handle(height: int) -> np.ndarray:
    """Return the rounded progress handle: uint8 [height, w]."""
    width = max(5, round(height * 0.6))
    large = Image.new("L", (width * 8, height * 8))
    edges = (0, 0, width * 8 - 1, height * 8 - 1)
    ImageDraw.Draw(large).rounded_rectangle(edges, width * 4, fill=255)
    return np.asarray(large.resize((width, height), Image.Resampling.BOX))


def draw_strip(
    part: np.ndarray, drawn: tuple[np.ndarray, np.ndarray], at: int, colour: Colour
) -> None:
    """Draw the strip of a run played up to column `at` into `part` (uint8 [h, w, 3]).

    `drawn` are the played and the coming strip; `colour` is for the handle.
    """
    played, coming = drawn
    part[:, :at], part[:, at:] = played[:, :at], coming[:, at:]
    mask = handle(part.shape[0])
    left = min(max(at - mask.shape[1] // 2, 0), part.shape[1] - mask.shape[1])
    ink(part, mask, 0, left, colour)
