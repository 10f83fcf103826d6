"""Odds in floats: twins of `minevis.solver.counting.odds`."""

from math import inf, lgamma, log, nan

from minevis.engine.counting.counting import (
    DONE,
    TOO_SMALL,
    TOO_WIDE,
    backward,
    forward,
    forward_within,
    grown,
)
from minevis.engine.counting.frontier import BOXES, CELLS, COMPONENTS, find_components
from minevis.engine.knowledge import MINES_LEFT, mark, unknown, unknown_cells
from minevis.engine.rules import count
from minevis.engine.shared import OddsKind
from minevis.engine.twins import entry_point, kernel, leaf

LOG_10 = log(10.0)


@kernel
def find_odds(grid, game, frontier, layers, states, prob, kind, cap, by_picture):
    """Fill `prob` (float64 [n]) for unknown cells and mark certain cells.

    Return DONE or TOO_WIDE, and the states. TOO_WIDE includes a component with `cap` solutions or
    more, unless `cap` is -1: only the readable solver truncates searches."""
    if kind == OddsKind.EXACT:
        status, states, _ = find_exact_odds(grid, game, frontier, layers, states, prob, by_picture)
        return status, states
    find_components(grid, game, frontier, by_picture)
    status, states = forward(frontier, layers, states)
    if status != DONE:
        return status, states
    if cap >= 0 and kind == OddsKind.AVERAGE and _has_solutions(frontier, layers, states, cap):
        return TOO_WIDE, states
    _average_odds(frontier, layers, states)
    fill_boxes(frontier, layers, prob)
    interior = interior_cells(game, frontier)
    mines_left = game.counters[MINES_LEFT]
    held, free = interior_average(frontier, prob, interior, mines_left)
    if interior:
        fill_interior(game, frontier, prob, held / (held + free))
    for component in range(frontier.totals[COMPONENTS]):
        _mark_component(grid, game, frontier, layers, component)
    return DONE, states


@kernel
def find_exact_odds(grid, game, frontier, layers, states, prob, by_picture):
    """Do the same as `find_odds` for exact odds; also return the log of the layout count.

    The log is minus infinity for a contradiction. TOO_WIDE includes ways beyond the range of
    floats, as on a frontier with many hundred mines. Both fill and mark nothing."""
    status, layouts = TOO_SMALL, -inf
    while status == TOO_SMALL:
        status, layouts = find_exact_odds_within(
            grid, game, frontier, layers, states, prob, by_picture
        )
        if status == TOO_SMALL:
            status, states = grown(states)
    return status, states, layouts


@leaf
def find_exact_odds_within(grid, game, frontier, layers, states, prob, by_picture):
    """Do the same as `find_exact_odds` in the given states, which may be TOO_SMALL.

    Return a status and the log of the layout count."""
    find_components(grid, game, frontier, by_picture)
    status = forward_within(frontier, layers, states)
    if status != DONE:
        return status, -inf
    interior = interior_cells(game, frontier)
    mines_left = game.counters[MINES_LEFT]
    held, free, layouts = exact_odds(frontier, layers, states, interior, mines_left)
    if not layouts > -inf:
        return DONE if layouts == -inf else TOO_WIDE, layouts
    fill_boxes(frontier, layers, prob)
    if interior:
        fill_interior(game, frontier, prob, held / (held + free))
    for component in range(frontier.totals[COMPONENTS]):
        _mark_component(grid, game, frontier, layers, component)
    if interior and (held == 0.0 or free == 0.0):
        _mark_interior(grid, game, frontier, held > 0.0)
    return DONE, layouts


@entry_point
def exact_odds_of(grid, game, frontier, layers, states, prob):
    """Count and find exact odds; return a status."""
    count(grid, game)
    return find_exact_odds(grid, game, frontier, layers, states, prob, 0)[0]


@leaf
def interior_cells(game, frontier):
    """Return the number of unknown cells next to no clue."""
    return unknown_cells(game) - frontier.totals[CELLS]


@leaf
def fill_boxes(frontier, layers, prob):
    """Give every cell of the frontier the odds of its box."""
    for b in range(frontier.totals[BOXES]):
        chance = layers.held[b] / (layers.held[b] + layers.free[b])
        for i in range(frontier.starts[b], frontier.starts[b + 1]):
            prob[frontier.members[i]] = chance


@leaf
def fill_interior(game, frontier, prob, chance):
    """Give every cell of the interior its odds."""
    for cell in range(game.shown.size):
        if frontier.box[cell] < 0 and unknown(game, cell):
            prob[cell] = chance


@leaf
def _mark_component(grid, game, frontier, layers, component):
    """Mark boxes with all weight on one side. The weights are sums of products of positive floats,
    so a zero is exact."""
    for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
        if layers.held[b] == 0.0 or layers.free[b] == 0.0:
            for i in range(frontier.starts[b], frontier.starts[b + 1]):
                mark(grid, game, frontier.members[i], layers.held[b] > 0.0)


@leaf
def _mark_interior(grid, game, frontier, is_mine):
    for cell in range(game.shown.size):
        if frontier.box[cell] < 0 and unknown(game, cell):
            mark(grid, game, cell, is_mine)


@leaf
def last_layer(frontier, layers, component):
    """The entries of a component's last states: the first, and the one after the last."""
    end = frontier.first_box[component + 1] + component
    return layers.start[end], layers.start[end + 1]


@leaf
def _average_odds(frontier, layers, states):
    """Every configuration of a component counts once."""
    for component in range(frontier.totals[COMPONENTS]):
        start, end = last_layer(frontier, layers, component)
        states.out[start:end] = 1.0
        backward(frontier, layers, states, component)


@leaf
def _has_solutions(frontier, layers, states, cap):
    """Return whether a component has `cap` solutions or more."""
    for component in range(frontier.totals[COMPONENTS]):
        start, end = last_layer(frontier, layers, component)
        count = 0.0
        for entry in range(start, end):
            count += states.into[entry]
        if count >= cap or layers.scale[component] > 0.0:
            return True
    return False


@leaf
def interior_average(frontier, prob, interior, mines_left):
    """Return the interior's chances of a mine and of no mine, by average odds."""
    if interior == 0:
        return 0.0, 1.0
    expected = 0.0
    for i in range(frontier.totals[CELLS]):
        expected += prob[frontier.members[i]]
    chance = min(max(mines_left - expected, 0.0) / interior, 1.0)
    return chance, 1.0 - chance


@leaf
def exact_odds(frontier, layers, states, interior, mines_left):
    """Weigh each component's numbers of mines by the ways of the rest.

    Return the interior's weights of mines and of no mines, and the log of the layout count: minus
    infinity for a contradiction, nan beyond the range of floats."""
    components = frontier.totals[COMPONENTS]
    top = layers.reach[components]
    behind = states.behind[: (components + 1) * (top + 1)].reshape(components + 1, top + 1)
    scale = fill_behind(frontier, layers, states, interior, mines_left, behind)
    before, after = layers.before, layers.after  # ways of the parts so far
    before[: top + 1] = 0.0
    before[0] = 1.0
    for component in range(components):
        scale += _pass(frontier, layers, states, component, before, behind[component + 1], after)
        scale += layers.scale[component] * LOG_10
        backward(frontier, layers, states, component)
        before, after = after, before
    held = free = total = 0.0
    for t in range(top + 1):
        weight = before[t] * behind[components, t]
        total += weight
        held += weight * (mines_left - t)
        free += weight * (interior - mines_left + t)
    layouts = log(total) + scale if 0.0 < total < inf else -inf
    if layouts == -inf:
        for t in range(max(mines_left - interior, 0), min(mines_left, top) + 1):
            if before[t] > 0.0:  # there is a layout: the interior has room for the mines left
                layouts = nan
    return (held, free, layouts) if interior else (0.0, 1.0, layouts)


@leaf
def fill_behind(frontier, layers, states, interior, mines_left, behind):
    """Fill `behind` (float64 [c + 1, m + 1], m the most mines of the frontier).

    `behind[c, t]` are the ways of the components from c on and of the interior, if earlier
    components have t mines, up to a factor per c. Return the log of the interior's factor."""
    components = frontier.totals[COMPONENTS]
    behind[:] = 0.0
    scale = interior_ways(behind[components], interior, mines_left)
    for component in range(components - 1, -1, -1):
        start, end = last_layer(frontier, layers, component)
        for t in range(layers.reach[component] + 1):
            total = 0.0
            for entry in range(start, end):
                total += states.into[entry] * behind[component + 1, t + states.mines[entry]]
            behind[component, t] = total
        normalize(behind[component], layers.reach[component] + 1)
    return scale


@leaf
def _pass(frontier, layers, states, component, before, behind, after):
    """Set `out` of a component's last layer to the ways of the rest.

    Set `after` to the ways of the components so far, divided by a factor; return the factor's
    log."""
    start, end = last_layer(frontier, layers, component)
    for t in range(layers.reach[component + 1] + 1):
        after[t] = 0.0
    for entry in range(start, end):
        mines = states.mines[entry]
        weight = 0.0
        for t in range(layers.reach[component] + 1):
            weight += before[t] * behind[t + mines]
            after[t + mines] += before[t] * states.into[entry]
        states.out[entry] = weight
    return normalize(after, layers.reach[component + 1] + 1)


@leaf
def interior_ways(ways, interior, mines_left):
    """Fill in C(interior, mines_left - t) for each t, up to a factor; return the factor's log."""
    low, high = max(0, mines_left - interior), min(ways.size - 1, mines_left)
    if low > high:
        return 0.0
    middle = (low + high) // 2
    ways[middle] = 1.0
    for t in range(middle, high):
        ways[t + 1] = ways[t] * (mines_left - t) / (interior - mines_left + t + 1)
    for t in range(middle, low, -1):
        ways[t - 1] = ways[t] * (interior - mines_left + t) / (mines_left - t + 1)
    inside = mines_left - middle
    return lgamma(interior + 1.0) - lgamma(inside + 1.0) - lgamma(interior - inside + 1.0)


@leaf
def normalize(values, count):
    """Divide the first `count` values by the largest; return its log, 0 if all are 0."""
    largest = 0.0
    for i in range(count):
        largest = max(largest, values[i])
    if largest == 0.0:
        return 0.0
    for i in range(count):
        values[i] /= largest
    return log(largest)


@leaf
def local_odds(grid, game, estimate):
    """Fill `estimate` (float64 [n]) for each unknown cell, clue by clue."""
    density = max(game.counters[MINES_LEFT], 0) / max(unknown_cells(game), 1)
    for cell in range(game.shown.size):
        if unknown(game, cell):
            estimate[cell] = density
            for j in range(grid.degree[cell]):
                clue = grid.around[cell, j]
                if game.shown[clue] >= 0:
                    left = game.shown[clue] - game.known_mines[clue]
                    estimate[cell] = max(estimate[cell], left / game.unknown_around[clue])
