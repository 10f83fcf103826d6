"""Kernels of the part of the frontier that a guess touches, as it will be once the guess
shows a number: counted once, for all numbers that it may show."""

import numpy as np

from minevis.engine._jit import kernel, leaf
from minevis.engine.counting.counting import DONE, count_component
from minevis.engine.counting.frontier import (
    BOXES,
    CLUES,
    COMPONENTS,
    arrange,
    enter_clue,
    part_of,
)
from minevis.engine.knowledge import unknown

ANY = 8  # what the new clue is said to need, more than any number around it
NEVER = 16  # so many cells seem to be left to it that it never has to be satisfied
U15 = np.uint64(15)


@leaf
def mark_touched(field, state, fr, cell, touched):
    """Mark the components of a cell and of the unknown cells around it: uint8 [p]."""
    touched[: fr.totals[COMPONENTS] + 1] = 0
    if fr.box[cell] >= 0:
        touched[part_of(fr, fr.seen[cell, 0])] = 1
    for j in range(field.degree[cell]):
        near = field.around[cell, j]
        if unknown(state, near) and fr.box[near] >= 0:
            touched[part_of(fr, fr.seen[near, 0])] = 1


@leaf
def survey_touched(field, state, fr, own, cell, touched):
    """As `survey` into `own`, of the touched components and a clue at `cell`; returns the
    local number of that clue, -1 when it has no unknown cell around."""
    own.totals[CLUES] = 0
    new = -1
    for clue in range(state.shown.size):
        own.clues[clue] = -1
        if not state.room[clue]:
            continue
        if clue == cell:
            new = own.totals[CLUES]
            enter_clue(own, clue, ANY)
        elif fr.clues[clue] >= 0 and fr.fan[fr.clues[clue]]:
            if touched[part_of(fr, fr.clues[clue])]:
                enter_clue(own, clue, state.shown[clue] - state.found[clue])
    arrange(field, state, own, 0)
    return new


@kernel
def count_touched(own, layers, scratch, new):
    """Count the ways into every state of all that is touched, as if it were one component;
    the new clue is never satisfied, so that its last states tell numbers apart. Returns a
    status, and where the components end: int64 [parts + 1]."""
    parts, boxes = own.totals[COMPONENTS], own.totals[BOXES]
    bounds = own.first_box[: parts + 1].copy()
    own.totals[COMPONENTS] = 1
    own.first_box[0], own.first_box[1] = 0, boxes
    _measure_later(own, layers, new)
    status, used = count_component(own, layers, scratch, 0, 0)
    if status == DONE:
        layers.start[boxes + 1] = used
    return status, bounds


@leaf
def _measure_later(own, layers, new):
    for clue in range(own.totals[CLUES]):
        layers.room[clue] = NEVER if clue == new else 0
        layers.slot[clue] = -1
    for b in range(own.totals[BOXES] - 1, -1, -1):
        cell = own.first[b]
        for j in range(own.degree[cell]):
            clue = own.seen[cell, j]
            layers.later[b, j] = layers.room[clue]
            layers.room[clue] += own.size[b]


@leaf
def mines_beside(layers, scratch, new, entry):
    """The unknown mines around the new clue in one of the last states."""
    if new < 0:
        return 0
    slot = layers.slot[new]
    word = scratch.low[entry] if slot < 16 else scratch.high[entry]
    return ANY - np.int64((word >> np.uint64(4 * (slot & 15))) & U15)


@leaf
def show(field, state, cell):
    """Suppose that a covered cell is open; `cover` takes it back."""
    state.shown[cell] = 0
    for j in range(field.degree[cell]):
        state.room[field.around[cell, j]] -= 1


@leaf
def cover(field, state, cell):
    """Take back what `show` supposed."""
    state.shown[cell] = -1
    for j in range(field.degree[cell]):
        state.room[field.around[cell, j]] += 1
