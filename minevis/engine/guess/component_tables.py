"""Kernels for the possible numbers of mines of each component: ways and odds for each, so that
the ways of other components can be included at any time."""

from typing import NamedTuple

import numpy as np

from minevis.engine.counting.counting import backward
from minevis.engine.counting.frontier import BOXES, COMPONENTS
from minevis.engine.counting.odds import LOG_10, interior_ways, last_layer, normalize
from minevis.engine.guess.features import CERTAIN
from minevis.engine.plain import kernel, leaf


class Tables(NamedTuple):
    """The components of one frontier; p components, b boxes, at most w numbers of mines."""

    least: np.ndarray  # int64 [p]: the fewest mines of a component
    span: np.ndarray  # int64 [p]: the count of its possible numbers of mines
    ways: np.ndarray  # float64 [p, w]: configurations by mines above `least`, up to a factor
    logs: np.ndarray  # float64 [p]: the log of that factor
    given: np.ndarray  # float64 [b, w]: chance of a mine in a cell of a box, by those mines


@kernel
def tabulate(frontier, layers, states):
    """The `Tables` of a frontier whose ways have been counted; `out` is used up."""
    components = frontier.totals[COMPONENTS]
    least, span = np.zeros(components, np.int64), np.zeros(components, np.int64)
    widest = 1
    for component in range(components):
        least[component], most = mine_range(frontier, layers, states, component)
        span[component] = most - least[component] + 1
        widest = max(widest, span[component])
    ways, logs = np.zeros((components, widest)), np.zeros(components)
    given = np.zeros((frontier.totals[BOXES], widest))
    for component in range(components):
        start, end = last_layer(frontier, layers, component)
        for entry in range(start, end):
            ways[component, states.mines[entry] - least[component]] += states.into[entry]
        logs[component] = (
            normalize(ways[component], span[component]) + layers.scale[component] * LOG_10
        )
        for mines in range(span[component]):
            if ways[component, mines] > 0.0:
                _fill_given(
                    frontier, layers, states, component, least[component] + mines, given[:, mines]
                )
    return Tables(least, span, ways, logs, given)


@leaf
def mine_range(frontier, layers, states, component):
    """Return the fewest and the most mines of a component."""
    start, end = last_layer(frontier, layers, component)
    least = most = np.int64(states.mines[start])
    for entry in range(start, end):
        mines = np.int64(states.mines[entry])
        least, most = min(least, mines), max(most, mines)
    return least, most


@leaf
def _fill_given(frontier, layers, states, component, mines, given):
    """Fill in the chance of a mine in each box if the component has `mines` mines."""
    start, end = last_layer(frontier, layers, component)
    for entry in range(start, end):
        states.out[entry] = states.mines[entry] == mines
    backward(frontier, layers, states, component)
    for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
        given[b] = layers.held[b] / (layers.held[b] + layers.free[b])


class Untouched(NamedTuple):
    """Everything a guess does not touch; k components and the interior."""

    components: np.ndarray  # int64 [k]
    least: int  # the fewest mines on the frontier
    interior: int  # its cells
    mines_left: int
    behind: np.ndarray  # float64 [k + 1, w]: ways of those from number i on and of the
    # interior, by the mines above `least` in earlier ones; up to one factor
    scale: float  # the log of the factor of the frontier's ways


@kernel
def untouched_of(frontier, tables, touched, least, most, own_scale, interior, mines_left):
    """Return the `Untouched` next to a part with `least` to `most` mines, whose ways are divided by
    the exponential of `own_scale`. `touched` (uint8 [p]) marks the touched components."""
    components = np.zeros(frontier.totals[COMPONENTS], np.int64)
    count, width, scale = 0, most - least + 1, own_scale
    for component in range(components.size):
        if not touched[component]:
            components[count] = component
            count += 1
            least += tables.least[component]
            width += tables.span[component] - 1
            scale += tables.logs[component]
    behind = np.zeros((count + 1, width))
    interior_ways(behind[count], interior, mines_left - least)
    for k in range(count - 1, -1, -1):
        component = components[k]
        for t in range(width):
            for mines in range(min(tables.span[component], width - t)):
                behind[k, t] += tables.ways[component, mines] * behind[k + 1, t + mines]
    return Untouched(components[:count], least, interior, mines_left, behind, scale)


@leaf
def component_odds(frontier, tables, component, before, behind, chances, odds):
    """Write the odds of a component's boxes into `odds` (float64 by box).

    Earlier components have `before[t]` ways for t mines, later ones `behind[t]`; `chances` is
    scratch."""
    total, span = 0.0, tables.span[component]
    for mines in range(span):
        weight = 0.0
        for t in range(before.size - mines):
            weight += before[t] * behind[t + mines]
        chances[mines] = weight * tables.ways[component, mines]
        total += chances[mines]
    for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
        odds[b] = 0.0
        for mines in range(span):
            odds[b] += chances[mines] / total * tables.given[b, mines]
        if odds[b] > 1.0 - CERTAIN:
            odds[b] = 1.0  # a mine whatever the number of mines


@leaf
def convolve(ways, component_ways, span, after):
    """Include a component: `ways` becomes the ways of all so far, divided by a factor; return the
    factor's log. `after` is scratch."""
    for t in range(ways.size):
        after[t] = 0.0
    for t in range(ways.size):
        for mines in range(min(span, ways.size - t)):
            after[t + mines] += ways[t] * component_ways[mines]
    for t in range(ways.size):
        ways[t] = after[t]
    return normalize(ways, ways.size)
