"""`analyze` and `analyze_many` by kernels: twins of `minevis.solver.analysis`.

A component has fewer than 2⁵³ configurations on nearly every board that is played, so that
its counts stand in floats without loss. Kernels count them for each number of mines, and
Python's integers weigh them by the rest of the board, as the readable solver does: the same
whole numbers, the same chances to the last bit. Positions that are too wide for this are
left to the readable solver, and so is naming the clues of a contradiction.
"""

import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from minevis.core.errors import ContradictionError
from minevis.core.position import Position, ViewCode
from minevis.engine._jit import ZERO, entry_point, leaf
from minevis.engine.counting.counting import (
    DONE,
    ENTRIES,
    Layers,
    StateTable,
    backward,
    empty_states,
    forward,
    new_layers,
)
from minevis.engine.counting.frontier import (
    BOXES,
    CELLS,
    COMPONENTS,
    Frontier,
    find_components,
    new_frontier,
)
from minevis.engine.counting.odds import find_exact_odds, interior_cells, last_layer
from minevis.engine.knowledge import (
    MINES_LEFT,
    GameState,
    Grid,
    grid_of,
    load_position,
    new_game_state,
)
from minevis.engine.rules import count
from minevis.solver.analysis import Analysis
from minevis.solver.counting.counting import Counts
from minevis.solver.counting.odds import Odds, weigh_exactly

LEFT_TO_READABLE = -1  # in place of a number of cells
WHOLE = 2.0**53  # whole numbers below stand in a float64 without loss
MOST_TOTALS = 64  # numbers of mines that one component may hold
KEPT = 4  # sizes of board whose arrays are kept, for each thread


class ComponentCounts(NamedTuple):
    """The counts of all components, written by `count_components`; n cells.

    Entry e of a component is a number of mines that its configurations may hold.
    """

    totals: np.ndarray  # int64 [n + 1]: by entry, its number of mines
    ways: np.ndarray  # float64 [n + 1]: by entry, the configurations with so many
    held: np.ndarray  # float64 [n, 64]: by box and entry, mines in it over all of these


class Arrays(NamedTuple):
    """All that the analysis of one size of board needs; one for each thread."""

    grid: Grid
    game: GameState
    frontier: Frontier
    layers: Layers
    states: StateTable


@entry_point
def count_components(grid, game, frontier, layers, states, view, mines, counted):
    """Take up `view` (int8 [n]), apply the counting rule, and count every component.

    Fills `counted`. Returns the number of entries before each component (int64 [c + 1]), and
    the cells of the interior or `LEFT_TO_READABLE`. States that had to grow are let go: they may
    take gigabytes, which nobody should keep for the next position.
    """
    load_position(grid, game, view, mines)
    count(grid, game)
    first = np.zeros(view.size + 1, np.int64)
    if not consistent(game):
        return first[:1], LEFT_TO_READABLE
    find_components(grid, game, frontier, ZERO)
    status, states = forward(frontier, layers, states)
    if status != DONE:
        return first[:1], LEFT_TO_READABLE
    components = frontier.totals[COMPONENTS]
    for component in range(components):
        at = first[component]
        entries = _count_component(frontier, layers, states, component, at, counted)
        if entries == 0:
            return first[:1], LEFT_TO_READABLE
        first[component + 1] = at + entries
    return first[: components + 1], interior_cells(game, frontier)


@leaf
def consistent(game):
    """Whether every clue can still hold, and there are mines enough."""
    for cell in range(game.shown.size):
        if game.shown[cell] >= 0:
            left = game.shown[cell] - game.known_mines[cell]
            if left < 0 or left > game.unknown_around[cell]:
                return False
    return game.counters[MINES_LEFT] >= 0


@leaf
def _count_component(frontier, layers, states, component, at, counted):
    """The counts of one component; how many entries it has, 0 if whole numbers fail."""
    start, end = last_layer(frontier, layers, component)
    if layers.scale[component] > 0.0 or end - start > counted.held.shape[1]:
        return 0
    for entry in range(start, end):
        states.out[entry] = 0.0
        if states.into[entry] * 8 * frontier.totals[CELLS] >= WHOLE:
            return 0
    for e in range(end - start):
        counted.totals[at + e] = states.mines[start + e]
        counted.ways[at + e] = states.into[start + e]
        states.out[start + e] = 1.0
        backward(frontier, layers, states, component)
        states.out[start + e] = 0.0
        for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
            counted.held[b, e] = layers.held[b]
    return end - start


@entry_point
def find_many(grid, game, frontier, layers, states, views, mines, prob, safe, mined, logs):
    """Odds of many positions on boards of one size: `views` is int8 [N, n], `mines` int64 [N].

    Fills `prob` (float64 [N, n], nan if opened), `safe` and `mined` (uint8 [N, n]) and
    `logs` (float64 [N]), the natural logarithm of the layouts: minus infinity for a position
    that no layout fits, nan for one that is left to the readable solver.
    """
    for number in range(mines.size):
        load_position(grid, game, views[number], mines[number])
        count(grid, game)
        logs[number] = -np.inf
        if not consistent(game):
            continue
        chances = prob[number]
        status, states, logs[number] = find_exact_odds(
            grid, game, frontier, layers, states, chances, 0
        )
        if status != DONE:
            logs[number] = np.nan
            continue
        for cell in range(views.shape[1]):
            safe[number, cell] = game.safe[cell]
            mined[number, cell] = game.shown[cell] == ViewCode.FLAGGED
            if game.safe[cell] or game.shown[cell] == ViewCode.FLAGGED:
                chances[cell] = 0.0 if game.safe[cell] else 1.0
            elif game.shown[cell] != ViewCode.COVERED:
                chances[cell] = np.nan


class _PerThread(threading.local):
    """The arrays of the sizes that this thread has met last."""

    def __init__(self) -> None:
        self.kept: dict[tuple[int, int], tuple[Arrays, ComponentCounts]] = {}

    def of(self, height: int, width: int) -> tuple[Arrays, ComponentCounts]:
        shape = (height, width)
        if shape not in self.kept:
            while len(self.kept) >= KEPT:
                del self.kept[next(iter(self.kept))]
            n = height * width
            counted = ComponentCounts(
                np.zeros(n + 1, np.int64), np.zeros(n + 1), np.zeros((n, MOST_TOTALS))
            )
            self.kept[shape] = (new_arrays(height, width), counted)
        return self.kept[shape]


_per_thread = _PerThread()


def new_arrays(height: int, width: int) -> Arrays:
    """Arrays for boards of that size."""
    n = height * width
    return Arrays(
        grid_of(height, width), new_game_state(n), new_frontier(n), new_layers(n),
        empty_states(ENTRIES),
    )  # fmt: skip


def analyze(position: Position) -> Analysis | None:
    """Return the result of the readable `analyze`; None for a position that is left to it."""
    arrays, counted = _per_thread.of(*position.shape)
    view = position.view.ravel()
    first, interior = count_components(*arrays, view, position.mines, counted)
    if interior == LEFT_TO_READABLE:
        return None
    sizes, counts = _counts(arrays.frontier, counted, first.tolist())
    try:
        odds = weigh_exactly(sizes, counts, interior, int(arrays.game.counters[MINES_LEFT]))
    except ContradictionError:
        return None
    return _analysis(position, arrays, odds)


def warm_up() -> None:
    """Compile the kernels of `analyze`, or load those of an earlier run.

    >>> warm_up()
    """
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
    """Fill in the odds of many positions; see `find_many` for shapes.

    `layouts` is 0 for a contradiction, nan for a position left to the readable solver.
    """
    logs = np.zeros(len(mines))
    arrays, _ = _per_thread.of(*shape)
    find_many(*arrays, views, mines, probability, safe, mined, logs)
    with np.errstate(over="ignore"):
        layouts[:] = np.exp(logs)


def _counts(
    frontier: Frontier, counted: ComponentCounts, first: Sequence[int]
) -> tuple[list[list[int]], list[Counts]]:
    """The sizes of the boxes of each component, and its counts as exact integers."""
    components, boxes = (int(frontier.totals[k]) for k in (COMPONENTS, BOXES))
    bounds = frontier.first_box[: components + 1].tolist()
    size = frontier.size[:boxes].tolist()
    totals, ways = counted.totals[: first[-1]].tolist(), counted.ways[: first[-1]].tolist()
    sizes, counts = [], []
    for component in range(components):
        begin, end = bounds[component : component + 2]
        entries = slice(*first[component : component + 2])
        mines = totals[entries]
        held = counted.held[begin:end, : len(mines)].astype(np.int64).tolist()
        sizes.append(size[begin:end])
        counts.append(
            Counts(
                dict(zip(mines, map(int, ways[entries]), strict=True)),
                tuple(dict(zip(mines, row, strict=True)) for row in held),
            )
        )
    return sizes, counts


def _analysis(position: Position, arrays: Arrays, odds: Odds) -> Analysis:
    """Odds of boxes laid out on the board."""
    game, shape = arrays.game, position.shape
    box = arrays.frontier.box[: position.view.size]
    inside = np.nan if odds.interior is None else odds.interior
    chances = np.array([*(chance for row in odds.chances for chance in row), inside])
    certain = [sure for row in odds.certain for sure in row] + [odds.interior_certain]
    kinds = np.array([0 if sure is None else 1 + sure for sure in certain], np.int8)
    open_still = (game.shown == ViewCode.COVERED) & (game.safe == 0)
    probability = np.where(open_still, chances[box], np.nan)
    probability[game.safe == 1] = 0.0
    flagged = game.shown == ViewCode.FLAGGED
    probability[flagged] = 1.0
    kind = np.where(open_still, kinds[box], 0)
    assert odds.configurations is not None
    return Analysis(
        position=position,
        safe=((game.safe == 1) | (kind == 1)).reshape(shape),
        mined=(flagged | (kind == 2)).reshape(shape),
        probability=probability.reshape(shape),
        configurations=odds.configurations,
    )
