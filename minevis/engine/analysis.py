"""`analyze` and `analyze_many` by kernels: twins of `minevis.solver.analysis`.

In almost all positions, every component has fewer than 2⁵³ configurations, so its counts are exact
in floats. Python's integers then weigh them by the rest of the board, as in the readable solver.
The chances are the same to the last bit. Wider positions and contradictions are left to the
readable solver.
"""

import threading
from itertools import islice, pairwise
from operator import mul, truediv
from typing import NamedTuple

import numpy as np

from minevis.engine.counting.counting import (
    DONE,
    ENTRIES,
    Layers,
    StateTable,
    backward,
    empty_states,
    new_layers,
)
from minevis.engine.counting.frontier import (
    BOXES,
    CELLS,
    COMPONENTS,
    Frontier,
    new_frontier,
)
from minevis.engine.counting.odds import find_exact_odds, last_layer
from minevis.engine.knowledge import (
    MINES_LEFT,
    GameState,
    Grid,
    grid_of,
    load_position,
    new_game_state,
    unknown_cells,
)
from minevis.engine.rules import count
from minevis.engine.twins import compiled, entry_point, leaf
from minevis.game.position import Position, ViewCode
from minevis.solver.analysis import Analysis
from minevis.solver.counting.odds import layouts_in_all, ways_of_rest

EXACT_BELOW = 2.0**53  # smaller integers are exact in a float64
MOST_TOTALS = 64  # possible numbers of mines per component
KEPT = 4  # board sizes with kept arrays, per thread
FAILED = -1  # instead of the interior's cell count
INTERIOR, SAFE, MINE, OPENED = -4, -3, -2, -1  # indices from the end of the chances


class ComponentCounts(NamedTuple):
    """Counts of all components, for exact chances; n cells, or 0 to leave them out.

    Every entry of a component is a possible number of mines.
    """

    first: np.ndarray  # int64 [n + 1]: by component, the first entry in `totals` and `ways`
    totals: np.ndarray  # int64 [n + 1]: by entry, the number of mines
    ways: np.ndarray  # int64 [n + 1]: by entry, the number of configurations
    held: np.ndarray  # int64 [n, 64]: by box and entry, the box's mines in all configurations
    place: np.ndarray  # int64 [n]: by cell, the box, or INTERIOR, SAFE, MINE, OPENED
    rest: np.ndarray  # int64 [2]: the interior's cell count or FAILED, mines left


class Arrays(NamedTuple):
    """Arrays to analyse one board size; one instance per thread."""

    grid: Grid
    game: GameState
    frontier: Frontier
    layers: Layers
    states: StateTable


@entry_point
def find_many(grid, game, frontier, layers, states, views, mines, prob, safe, mined, logs, counts):
    """Compute the odds of N positions of one size: `views` is int8 [N, n], `mines` int64 [N].

    Fill `prob` (float64 [N, n], nan for opened cells), `safe` and `mined` (uint8 [N, n]) and `logs`
    (float64 [N]), the log of the layout count. A log of minus infinity means a contradiction, nan a
    position left to the readable solver. Fill `counts` for the last position.
    """
    for number in range(mines.size):
        load_position(grid, game, views[number], mines[number])
        count(grid, game)
        logs[number] = -np.inf
        if not consistent(game):
            continue
        cells, mines_left = unknown_cells(game), game.counters[MINES_LEFT]
        chances = prob[number]
        status, states, logs[number] = find_exact_odds(
            grid, game, frontier, layers, states, chances, 0
        )
        if status != DONE:
            logs[number] = np.nan
            continue
        if counts.held.size:
            counts.rest[0] = cells - frontier.totals[CELLS]
            counts.rest[1] = mines_left
            for component in range(frontier.totals[COMPONENTS]):
                if counts.rest[0] != FAILED:
                    _note_counts(frontier, layers, states, component, counts)
        for cell in range(views.shape[1]):
            safe[number, cell] = game.safe[cell]
            mined[number, cell] = game.shown[cell] == ViewCode.FLAGGED
            place = frontier.box[cell] if frontier.box[cell] >= 0 else INTERIOR
            if game.safe[cell]:
                place, chances[cell] = SAFE, 0.0
            elif game.shown[cell] == ViewCode.FLAGGED:
                place, chances[cell] = MINE, 1.0
            elif game.shown[cell] != ViewCode.COVERED:
                place, chances[cell] = OPENED, np.nan
            if counts.held.size:
                counts.place[cell] = place


@leaf
def consistent(game):
    """Return whether every clue can be satisfied on its own."""
    for cell in range(game.shown.size):
        if game.shown[cell] >= 0:
            left = game.shown[cell] - game.known_mines[cell]
            if left < 0 or left > game.unknown_around[cell]:
                return False
    return game.counters[MINES_LEFT] >= 0


@leaf
def _note_counts(frontier, layers, states, component, counts):
    """Note a component's counts, or FAILED if they are too large for exact floats."""
    start, end = last_layer(frontier, layers, component)
    if layers.scale[component] > 0.0 or end - start > counts.held.shape[1]:
        counts.rest[0] = FAILED
        return
    for entry in range(start, end):
        states.out[entry] = 0.0
        if states.into[entry] * 8 * frontier.totals[CELLS] >= EXACT_BELOW:
            counts.rest[0] = FAILED
            return
    at = counts.first[component]
    counts.first[component + 1] = at + end - start
    for e in range(end - start):
        counts.totals[at + e] = states.mines[start + e]
        counts.ways[at + e] = states.into[start + e]
        states.out[start + e] = 1.0
        backward(frontier, layers, states, component)
        states.out[start + e] = 0.0
        for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
            counts.held[b, e] = layers.held[b]


class Answers(NamedTuple):
    """Inputs and outputs of `find_many`, for N positions with n cells."""

    views: np.ndarray  # int8 [N, n]
    mines: np.ndarray  # int64 [N]
    prob: np.ndarray  # float64 [N, n]
    safe: np.ndarray  # uint8 [N, n]
    mined: np.ndarray  # uint8 [N, n]
    logs: np.ndarray  # float64 [N]
    counts: ComponentCounts


class _PerThread(threading.local):
    """The thread's arrays for the latest board sizes, and for one position of each."""

    def __init__(self) -> None:
        self.kept: dict[tuple[int, int], tuple[Arrays, Answers]] = {}

    def of(self, height: int, width: int) -> tuple[Arrays, Answers]:
        shape = (height, width)
        if shape not in self.kept:
            while len(self.kept) >= KEPT:
                del self.kept[next(iter(self.kept))]
            self.kept[shape] = (new_arrays(height, width), _for_one(height * width))
        return self.kept[shape]


_per_thread = _PerThread()


def new_arrays(height: int, width: int) -> Arrays:
    """Return arrays for a board size."""
    n = height * width
    return Arrays(
        grid_of(height, width), new_game_state(n), new_frontier(n), new_layers(n),
        empty_states(ENTRIES),
    )  # fmt: skip


def _for_one(n: int) -> Answers:
    return Answers(
        np.zeros((1, n), np.int8), np.zeros(1, np.int64), np.zeros((1, n)),
        np.zeros((1, n), np.uint8), np.zeros((1, n), np.uint8), np.zeros(1), _new_counts(n),
    )  # fmt: skip


def _new_counts(n: int) -> ComponentCounts:
    first, totals, ways = (np.zeros(n + 1, np.int64) for _ in range(3))
    held, place, rest = ((n, MOST_TOTALS), n, 2)
    return ComponentCounts(
        first, totals, ways, *(np.zeros(shape, np.int64) for shape in (held, place, rest))
    )


NO_COUNTS = _new_counts(0)


def analyze(position: Position) -> Analysis | None:
    """Return the result of the readable `analyze`, or None to leave the position to it."""
    shape = position.shape
    arrays, one = _per_thread.of(*shape)
    one.views[0] = position.view.ravel()
    one.mines[0] = position.mines
    compiled(find_many)(*arrays, *one)
    if not one.logs[0] > -np.inf or one.counts.rest[0] == FAILED:
        return None
    layouts, chances = _exactly(arrays.frontier, one.counts)
    return Analysis(
        position=position,
        safe=one.safe.view(bool).reshape(shape),
        mined=one.mined.view(bool).reshape(shape),
        probability=chances[one.counts.place].reshape(shape),
        configurations=layouts,
    )


def _exactly(frontier: Frontier, counts: ComponentCounts) -> tuple[int, np.ndarray]:
    """Return the layout count, and the chances of all boxes, INTERIOR, SAFE, MINE and OPENED."""
    components, boxes = (int(frontier.totals[k]) for k in (COMPONENTS, BOXES))
    interior, mines_left = counts.rest.tolist()
    first = counts.first[: components + 1].tolist()
    totals, ways = (each[: first[-1]].tolist() for each in (counts.totals, counts.ways))
    found = [
        dict(zip(totals[low:high], ways[low:high], strict=True)) for low, high in pairwise(first)
    ]
    rest = ways_of_rest(found, interior, mines_left)
    layouts = layouts_in_all(found, rest, interior, mines_left)
    most = max(map(len, found), default=0)
    held = iter(counts.held[:boxes, :most].tolist())
    sizes = np.diff(frontier.first_box[: components + 1]).tolist()
    mines = [
        sum(map(mul, row, weights.values()))
        for boxes_of, weights in zip(sizes, rest, strict=True)
        for row in islice(held, boxes_of)
    ]
    cells = [layouts * size for size in frontier.size[:boxes].tolist()]
    inside = (mines_left * layouts - sum(mines)) / (interior * layouts) if interior else np.nan
    return layouts, np.array([*map(truediv, mines, cells), inside, 0.0, 1.0, np.nan])


def warm_up() -> None:
    """Compile the kernels of `analyze`, or load them from an earlier run."""
    analyze(Position(np.array([[1, -1, -1]], np.int8), mines=1))


def analyze_all(
    views: np.ndarray,
    shape: tuple[int, int],
    mines: np.ndarray,
    probability: np.ndarray,
    safe: np.ndarray,
    mined: np.ndarray,
    layouts: np.ndarray,
) -> None:
    """Fill in the odds of many positions; see `find_many` for the shapes.

    A layout count of 0 means a contradiction, nan a position left to the readable solver.
    """
    logs = np.zeros(len(mines))
    arrays, _ = _per_thread.of(*shape)
    compiled(find_many)(*arrays, views, mines, probability, safe, mined, logs, NO_COUNTS)
    with np.errstate(over="ignore"):
        layouts[:] = np.exp(logs)
