"""From configurations to chances: exactly, by plain averages, or by local estimate."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb, prod
from operator import mul

import numpy as np

from minevis.errors import ContradictionError
from minevis.game.grid import block_sums, dilate, neighbour_counts, neighbours_outside
from minevis.game.position import ViewCode
from minevis.solver.counting.counting import Counts, Polynomial
from minevis.solver.counting.frontier import Component, clue_graph
from minevis.solver.knowledge import Knowledge
from minevis.utils.formatting import quantity

ODDS = ("exact", "average", "local")  # the kinds of odds
Certain = bool | None  # True: a mine for sure; False: safe for sure; None: neither


@dataclass(frozen=True)
class Odds:
    """The chances of a mine: per component and box, and for the interior.

    `chances[c][b]` belongs to box `b` of component `c`; `certain` marks proven boxes, by exact
    integers instead of rounded chances. `configurations` is the exact number of layouts of the
    board, or None if it was not counted.
    """

    chances: tuple[tuple[float, ...], ...]
    certain: tuple[tuple[Certain, ...], ...]
    interior: float | None
    interior_certain: Certain
    configurations: int | None


def exact_odds(
    components: Sequence[Component],
    counts: Sequence[Counts],
    interior: int,
    mines_left: int,
    *,
    known: int = 0,
) -> Odds:
    """Return the exact odds: every total is weighted by the layouts of the rest of the board.

    The configurations of a component with m mines are multiplied by the ways to place the
    remaining `mines_left` - m mines in the other components and the `interior` covered cells.
    Source: the weighting of JohnnyDeuss's minesweeper-solver and earlier ones, here with exact
    integers instead of binomial ratios. Raises `ContradictionError` if no layout has `mines_left`
    mines; the error also names the `known` mines.
    """
    ways = [count.ways for count in counts]
    rest = ways_of_rest(ways, interior, mines_left)
    total = layouts_in_all(ways, rest, interior, mines_left)
    if total == 0:
        raise ContradictionError(_contradiction(counts, interior, mines_left, known))
    held = [
        [sum(map(mul, mines, weight.values())) for mines in count.mines]
        for count, weight in zip(counts, rest, strict=True)
    ]
    shares = [
        [_share(h, len(box) * total) for h, box in zip(row, component.boxes, strict=True)]
        for row, component in zip(held, components, strict=True)
    ]
    outside = mines_left * total - sum(map(sum, held))
    chance, certain = _share(outside, interior * total) if interior else (None, None)
    return Odds(
        tuple(tuple(chance for chance, _ in row) for row in shares),
        tuple(tuple(certain for _, certain in row) for row in shares),
        chance,
        certain,
        total,
    )


def any_total_odds(
    components: Sequence[Component],
    counts: Sequence[Counts],
    interior: int,
    *,
    density: float | None = None,
) -> Odds:
    """Return the odds over all numbers of mines, for an unknown number.

    All layouts count the same or, with `density` (0 to 1), in proportion to their probability if
    every cell is a mine with this chance. Components are then independent of each other and of the
    interior, and weighted separately.
    """
    chance = Fraction(1, 2) if density is None else Fraction(density)
    ratio = chance / (1 - chance)  # how much rarer or more frequent one mine more makes a layout
    chances, certain = [], []
    for component, count in zip(components, counts, strict=True):
        weight = [ratio**mines for mines in count.ways]
        all_ways = sum(map(mul, count.ways.values(), weight))
        shares = [
            _share(sum(map(mul, held, weight)), len(box) * all_ways)
            for box, held in zip(component.boxes, count.mines, strict=True)
        ]
        chances.append(tuple(chance for chance, _ in shares))
        certain.append(tuple(sure for _, sure in shares))
    layouts = prod(count.configurations for count in counts) << interior
    outside = float(chance) if interior else None
    return Odds(tuple(chances), tuple(certain), outside, None, layouts)


def layouts_by_total(counts: Sequence[Counts], interior: int, known: int) -> Polynomial:
    """Return the layout counts by number of mines on the board, including `known` mines."""
    frontier = mines_on_frontier([count.ways for count in counts])
    outside = {mines: comb(interior, mines) for mines in range(interior + 1)}
    both = _product(frontier, outside)
    return {known + mines: both[mines] for mines in sorted(both)}


def average_odds(
    components: Sequence[Component],
    counts: Sequence[Counts],
    interior: int,
    mines_left: int,
    *,
    truncated: Sequence[bool] = (),
) -> Odds:
    """Return the convolution post's odds: plain averages over a component's configurations.

    All configurations count the same, regardless of the layouts of the rest. The interior gets
    max(mines left - sum of the frontier's chances, 0) / cells: an approximation, see `exact_odds`.
    A component with a `truncated` search proves no cell.
    """
    chances, certain = [], []
    for number, (component, count) in enumerate(zip(components, counts, strict=True)):
        shares = [
            _share(sum(mines), len(box) * count.configurations)
            for box, mines in zip(component.boxes, count.mines, strict=True)
        ]
        cut_short = number < len(truncated) and truncated[number]
        chances.append(tuple(chance for chance, _ in shares))
        certain.append(tuple(None if cut_short else sure for _, sure in shares))
    expected = sum(
        chance * len(box)
        for row, component in zip(chances, components, strict=True)
        for chance, box in zip(row, component.boxes, strict=True)
    )
    outside = interior_average(mines_left, expected, interior) if interior else None
    return Odds(tuple(chances), tuple(certain), outside, None, None)


def interior_average(mines_left: float, expected: float, cells: int) -> float:
    """Return the convolution post's chance for `cells` interior cells.

    `expected` is the sum of the frontier's chances. The result is at most 1, although plain
    averages may leave more mines than cells.
    """
    return min(max(mines_left - expected, 0.0) / cells, 1.0)


def local_odds(knowledge: Knowledge) -> np.ndarray:
    """Return AI_mine_game's estimate, float64 [H, W]; nan if a cell is opened or known.

    The maximum of (mines left / unknown cells) over the clues around a cell, and of the
    density of mines over all unknown cells.
    """
    unknown = knowledge.unknown
    cells = int(unknown.sum())
    density = max(knowledge.mines_left, 0) / cells if cells else 0.0
    estimate = np.where(unknown, density, np.nan)
    clues, around = clue_graph(knowledge)
    left, among = knowledge.mines_around().ravel(), knowledge.unknown_around().ravel()
    np.maximum.at(estimate.reshape(-1), around, left[clues] / among[clues])
    return estimate


def zero_chances(probability: np.ndarray, view: np.ndarray) -> np.ndarray:
    """Return the chance of a zero at every covered cell, float64 [H, W]; nan if opened.

    The product of (1 - p) over the 3×3 block, as a convolution of logarithms: cells are treated as
    independent, as in the convolution post. It is 0 if a single clue needs a mine in the block.
    `probability` is float64 [H, W], 1 at known mines and nan if opened; `view` is int8 [H, W],
    codes as in `Position`.
    """
    mine = np.nan_to_num(probability, nan=0.0)
    certain = mine >= 1.0
    logs = np.log1p(-np.where(certain, 0.0, mine))
    held = dilate(certain) | _blocks_with_a_mine(view, certain)
    chances = np.where(held, 0.0, np.exp(block_sums(logs)))
    return np.where(np.isnan(probability), np.nan, chances)


def _blocks_with_a_mine(view: np.ndarray, certain: np.ndarray) -> np.ndarray:
    """Return the cells with a mine in their 3×3 block, as a clue has too few others: bool."""
    unknown = (view == ViewCode.COVERED) & ~certain
    left = np.where(view >= 0, view - neighbour_counts(certain).astype(np.int8), 0)
    height, width = view.shape
    held = np.zeros((height + 4, width + 4), bool)
    for row, col in product(range(-2, 3), repeat=2):  # from a clue to the middle of a block
        elsewhere = neighbours_outside(unknown, (row, col))
        held[2 + row :, 2 + col :][:height, :width] |= left > elsewhere
    return held[2:-2, 2:-2]


def ways_of_rest(ways: Sequence[Polynomial], interior: int, mines_left: int) -> list[Polynomial]:
    """Return the layouts of the rest, per component and number of mines in it.

    The list of components is halved, and one half is folded into the rest for the other. So every
    pair of mine numbers is multiplied only once.
    """
    if not ways:
        return []
    totals = _totals(ways)
    choices = _choices(interior, mines_left - totals.start, len(totals) - 1)
    return _share_out(list(ways), dict(zip(totals, choices, strict=True)))


def _totals(ways: Sequence[Polynomial]) -> range:
    """Return the range from the fewest to the most possible mines of all components."""
    return range(sum(map(min, ways)), sum(map(max, ways)) + 1)


def _choices(cells: int, mines: int, most: int) -> Iterator[int]:
    """Return the ways to choose `mines`, one less, … `most` less of `cells`."""
    ways = 0
    for left in range(mines, mines - most - 1, -1):
        known = ways and 0 <= left < cells
        ways = ways * (left + 1) // (cells - left) if known else _choose(cells, left)
        yield ways


def mines_on_frontier(ways: Sequence[Polynomial]) -> Polynomial:
    """Return the configurations of all components together, by the mines in them."""
    return reduce(_product, ways, {0: 1})


def _share_out(ways: list[Polynomial], rest: Polynomial) -> list[Polynomial]:
    """Return `rest[k]`: layouts of everything outside `ways` if these have k mines."""
    if len(ways) == 1:
        return [{m: rest[m] for m in ways[0]}]
    left, right = ways[: len(ways) // 2], ways[len(ways) // 2 :]
    return _share_out(left, _folded(rest, left, right)) + _share_out(
        right, _folded(rest, right, left)
    )


def _folded(rest: Polynomial, kept: list[Polynomial], others: list[Polynomial]) -> Polynomial:
    """Return the layouts of everything outside `kept`, by the number of mines in `kept`."""
    product = reduce(_product, others)
    return {k: sum(w * rest[k + m] for m, w in product.items()) for k in _totals(kept)}


def _product(a: Polynomial, b: Polynomial) -> Polynomial:
    product: Polynomial = {}
    for m, x in a.items():
        for n, y in b.items():
            product[m + n] = product.get(m + n, 0) + x * y
    return product


def layouts_in_all(
    ways: Sequence[Polynomial], rest: list[Polynomial], interior: int, mines_left: int
) -> int:
    """Return the number of layouts of the board; `rest` are the `ways_of_rest`."""
    if not ways:
        return _choose(interior, mines_left)
    return sum(n * rest[0][m] for m, n in ways[0].items())


def _choose(cells: int, mines: int) -> int:
    return comb(cells, mines) if 0 <= mines <= cells else 0


def _share(part: int | Fraction, whole: int | Fraction) -> tuple[float, Certain]:
    """Return the chance part / whole, rounded once, and whether it is certain."""
    certain = False if part == 0 else True if part == whole else None
    return float(part / whole), certain


def _contradiction(counts: Sequence[Counts], interior: int, mines_left: int, known: int) -> str:
    fewest = sum(min(count.ways) for count in counts)
    most = sum(max(count.ways) for count in counts) + interior
    fault = "the clues ask for fewer or for more"  # their totals may leave gaps
    if mines_left < fewest:
        fault = f"the clues ask for at least {fewest}"
    elif mines_left > most:
        fault = f"there is room for at most {most}"
    of = f" ({mines_left + known} in all, {known} already flagged, exploded or proven)"
    return f"{quantity(mines_left, 'mine')} left to find{of if known else ''}, but {fault}"
