"""Count configurations by merging equal states: twin of `minevis.solver.counting.counting`.

Ways are floats here. A state consists of the open clues' needs, four bits per clue in two 64-bit
words, and the number of mines so far. The forward pass counts the ways into each state. The
backward pass starts from a weight for each number of mines and computes the share of mines in
every box.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from minevis.engine.counting.frontier import BOXES, CLUES, COMPONENTS
from minevis.engine.twins import ZERO, kernel, leaf

SLOTS = 32  # clues open at once
ENTRIES = 1 << 13  # initial size of a state table
MOST_ENTRIES = 1 << 22  # largest size: 480 MB, twenty times the size for expert boards
HUGE = 1e100  # larger numbers of ways are scaled down; only ratios matter
NIBBLE = np.uint64(15)
MIX_A, MIX_B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
U29, U4 = np.uint64(29), np.uint64(4)
CHOOSE = np.array([[comb(n, k) for k in range(9)] for n in range(9)], dtype=np.float64)

DONE, TOO_SMALL, TOO_WIDE = 0, 1, 2


class StateTable(NamedTuple):
    """Space for e states, of all layers and components; t is a power of two."""

    low: np.ndarray  # uint64 [e]: needs of the clues in slots 0 to 15
    high: np.ndarray  # uint64 [e]: needs of the clues in slots 16 to 31
    mines: np.ndarray  # int32 [e]: mines so far
    into: np.ndarray  # float64 [e]: ways into the state
    out: np.ndarray  # float64 [e]: weighted ways out of it
    edges: np.ndarray  # int32 [e, 9]: the state after 0 to 8 mines, -1: no state
    table: np.ndarray  # int64 [t]: hash table of one layer
    ticks: np.ndarray  # int64 [1]: number of the current layer, never reset
    behind: np.ndarray  # float64 [e]: scratch, for weighing components by the rest


@kernel
def empty_states(entries):
    """Return space for `entries` states, a power of two."""
    return StateTable(
        np.empty(entries, np.uint64),
        np.empty(entries, np.uint64),
        np.empty(entries, np.int32),
        np.empty(entries),
        np.empty(entries),
        np.empty((entries, 9), np.int32),
        np.zeros(4 * entries, np.int64),
        np.zeros(1, np.int64),
        np.empty(entries),
    )


class Layers(NamedTuple):
    """The starts of layers, and scratch for clues; n cells."""

    start: np.ndarray  # int64 [2 n + 2]: layer before box b of component c at b + c
    later: np.ndarray  # int64 [n, 8]: by box and clue, the clue's cells in later boxes
    slot: np.ndarray  # int64 [n]: by clue
    later_cells: np.ndarray  # int64 [n]: by clue, scratch
    scale: np.ndarray  # float64 [n]: by component, log10 of its ways' divisor
    held: np.ndarray  # float64 [n]: by box, weight of mines
    free: np.ndarray  # float64 [n]: by box, weight of cells without mines
    taken: np.ndarray  # uint8 [32]: scratch: used slots
    need: np.ndarray  # int64 [8]: scratch: needs of a box's clues
    reach: np.ndarray  # int64 [n + 1]: by component, most mines in earlier components
    before: np.ndarray  # float64 [n + 1]: scratch: ways of the components so far
    after: np.ndarray  # float64 [n + 1]: scratch: ways with one more component


def new_layers(cells: int) -> Layers:
    """Return layers for a board with `cells` cells."""
    n = cells
    return Layers(
        np.zeros(2 * n + 2, np.int64), np.zeros((n, 8), np.int64), np.zeros(n, np.int64),
        np.zeros(n, np.int64), np.zeros(n), np.zeros(n), np.zeros(n),
        np.zeros(SLOTS, np.uint8), np.zeros(8, np.int64), np.zeros(n + 1, np.int64),
        np.zeros(n + 1), np.zeros(n + 1),
    )  # fmt: skip


@kernel
def forward(frontier, layers, states):
    """Count the ways into every state of every component; add space as needed.

    Return DONE or TOO_WIDE (also for too many states), and the states."""
    status = TOO_SMALL
    while status == TOO_SMALL:
        status = forward_within(frontier, layers, states)
        if status == TOO_SMALL:
            status, states = grown(states)
    return status, states


@kernel
def grown(states):
    """Return TOO_SMALL and twice the space, or TOO_WIDE at the limit."""
    if states.low.size >= MOST_ENTRIES:
        return TOO_WIDE, states
    return TOO_SMALL, empty_states(2 * states.low.size)


@leaf
def forward_within(frontier, layers, states):
    """Do the same as `forward` in the given space, which may be TOO_SMALL."""
    components = frontier.totals[COMPONENTS]
    used = ZERO
    layers.reach[0] = 0
    for component in range(components):
        _measure_later(frontier, layers, component)
        status, used = count_component(frontier, layers, states, component, used)
        if status != DONE:
            return status
        start, most = layers.start[frontier.first_box[component + 1] + component], 0
        for entry in range(start, used):
            most = max(most, states.mines[entry])
        layers.reach[component + 1] = layers.reach[component] + most
    layers.start[frontier.totals[BOXES] + components] = used
    fits = (components + 1) * (layers.reach[components] + 1) <= states.behind.size
    return DONE if fits else TOO_SMALL


@leaf
def _measure_later(frontier, layers, component):
    for clue in range(frontier.totals[CLUES]):
        layers.later_cells[clue] = 0
    for b in range(frontier.first_box[component + 1] - 1, frontier.first_box[component] - 1, -1):
        cell = frontier.first[b]
        for j in range(frontier.degree[cell]):
            clue = frontier.seen[cell, j]
            layers.later[b, j] = layers.later_cells[clue]
            layers.later_cells[clue] += frontier.size[b]
            layers.slot[clue] = -1


@leaf
def count_component(frontier, layers, states, component, used):
    """Count the ways into every state of a component, from entry `used` on.

    Return a status and the entries used so far."""
    layers.taken[:] = 0
    layers.scale[component] = 0.0
    layers.start[frontier.first_box[component] + component] = used
    if used >= states.low.size:
        return TOO_SMALL, used
    states.low[used] = 0
    states.high[used] = 0
    states.mines[used] = 0
    states.into[used] = 1.0
    used += 1
    for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
        fresh = _open_slots(frontier, layers, b)
        if fresh < 0:
            return TOO_WIDE, used
        start = used
        used = _step(frontier, layers, states, b, layers.start[b + component], start, fresh)
        if used < 0:
            return TOO_SMALL, 0
        layers.start[b + 1 + component] = start
        _free_slots(frontier, layers, b)
        layers.scale[component] += _scaled(states.into, start, used)
    return DONE, used


@leaf
def _open_slots(frontier, layers, b):
    """Give slots to new clues of a box; return the new clues as a bit mask, -1 if none is free."""
    cell, fresh = frontier.first[b], 0
    for j in range(frontier.degree[cell]):
        clue = frontier.seen[cell, j]
        if layers.slot[clue] < 0:
            slot = 0
            while slot < SLOTS and layers.taken[slot]:
                slot += 1
            if slot == SLOTS:
                return -1
            layers.taken[slot] = 1
            layers.slot[clue] = slot
            fresh |= 1 << j
    return fresh


@leaf
def _free_slots(frontier, layers, b):
    cell = frontier.first[b]
    for j in range(frontier.degree[cell]):
        if layers.later[b, j] == 0:
            layers.taken[layers.slot[frontier.seen[cell, j]]] = 0


@leaf
def _step(frontier, layers, states, b, start, end, fresh):
    """Try box `b` in the states `start` to `end`; return the next layer's end."""
    states.ticks[0] += 1
    used = end
    for entry in range(start, end):
        low, high, least, most = _read(frontier, layers, states, b, entry, fresh)
        for mines in range(9):
            states.edges[entry, mines] = -1
        for mines in range(least, most + 1):
            new_low, new_high = _written(frontier, layers, b, low, high, mines)
            ways = states.into[entry] * CHOOSE[frontier.size[b], mines]
            total = states.mines[entry] + mines
            reached = _reach(states, new_low, new_high, total, ways, used)
            if reached < 0:
                return -1
            used = max(used, reached + 1)
            states.edges[entry, mines] = reached
    return used


@leaf
def _read(frontier, layers, states, b, entry, fresh):
    """Read the needs of box `b`'s clues in a state into `layers.need`.

    Return the state without these needs, and the fewest and most mines for the box."""
    cell = frontier.first[b]
    low, high = states.low[entry], states.high[entry]
    least, most = 0, frontier.size[b]
    for j in range(frontier.degree[cell]):
        clue = frontier.seen[cell, j]
        slot = layers.slot[clue]
        shift = np.uint64(4 * (slot & 15))
        if fresh >> j & 1:
            layers.need[j] = frontier.needs[clue]
        elif slot < 16:
            layers.need[j] = np.int64((low >> shift) & NIBBLE)
            low &= ~(NIBBLE << shift)
        else:
            layers.need[j] = np.int64((high >> shift) & NIBBLE)
            high &= ~(NIBBLE << shift)
        most = min(most, layers.need[j])
        least = max(least, layers.need[j] - layers.later[b, j])
    return low, high, least, most


@leaf
def _written(frontier, layers, b, low, high, mines):
    """Return the state after `mines` mines in box `b`."""
    cell = frontier.first[b]
    for j in range(frontier.degree[cell]):
        slot = layers.slot[frontier.seen[cell, j]]
        value = np.uint64(layers.need[j] - mines) << np.uint64(4 * (slot & 15))
        if slot < 16:
            low |= value
        else:
            high |= value
    return low, high


@leaf
def _reach(states, low, high, mines, ways, used):
    """Return a state's entry in the next layer, `used` for a new state, -1 without space."""
    mask = np.uint64(states.table.size - 1)
    mixed = (low ^ (high * MIX_B) ^ np.uint64(mines)) * MIX_A
    place = (mixed ^ (mixed >> U29)) & mask
    tick = states.ticks[0]
    while states.table[place] >> 32 == tick:
        entry = states.table[place] & 0xFFFFFFFF
        if states.low[entry] == low and states.high[entry] == high and states.mines[entry] == mines:
            states.into[entry] += ways
            return entry
        place = (place + np.uint64(1)) & mask
    if used >= states.low.size:
        return -1
    states.table[place] = (tick << 32) | used
    states.low[used] = low
    states.high[used] = high
    states.mines[used] = mines
    states.into[used] = ways
    return used


@leaf
def _scaled(values, start, end):
    """Divide a layer's ways by `HUGE` if they are larger; return the divisor's log10."""
    largest = 0.0
    for entry in range(start, end):
        largest = max(largest, values[entry])
    if largest <= HUGE:
        return 0.0
    for entry in range(start, end):
        values[entry] /= HUGE
    return 100.0


@leaf
def backward(frontier, layers, states, component):
    """Compute the weights of mines and of no mines in each box, from the last layer's `out`."""
    for b in range(frontier.first_box[component + 1] - 1, frontier.first_box[component] - 1, -1):
        size = frontier.size[b]
        held = free = 0.0
        start, end = layers.start[b + component], layers.start[b + 1 + component]
        for entry in range(start, end):
            out = 0.0
            for mines in range(size + 1):
                reached = states.edges[entry, mines]
                if reached >= 0:
                    share = CHOOSE[size, mines] * states.out[reached]
                    out += share
                    held += states.into[entry] * share * mines
                    free += states.into[entry] * share * (size - mines)
            states.out[entry] = out
        layers.held[b] = held
        layers.free[b] = free
        _scaled(states.out, start, end)
