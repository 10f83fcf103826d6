"""A minimal set of contradictory clues in a component without a configuration.

The direct way leaves out clues in turn and checks the rest: for n clues, n counts of the component.
This module is faster. A clue matters only between its first and its last box. Fillings of earlier
boxes are known from earlier checks, and fillings of later boxes do not change.
"""

from collections.abc import Iterable, Set

from minevis.solver.counting.counting import BITS_PER_CLUE, Step, spend, steps_of
from minevis.solver.counting.frontier import Component


def conflict(component: Component) -> tuple[int, ...]:
    """Return contradictory flat clues in board order; without any of them a layout exists.

    `component` has no configuration. The result is a minimal unsatisfiable core. Clues are
    deleted from the first box on, then from the last: the smaller core wins.
    """
    needed = _needed(component)
    if len(needed) == len(component.clues):  # then there is no other
        return needed
    return min(needed, _needed(_turned(component)), key=len)


def _needed(component: Component) -> tuple[int, ...]:
    """Return the clues left after deleting every unneeded one, from the first box on."""
    steps, start = steps_of(component)
    spans = _spans(component)
    behind = _behind(component, start)
    at, states, dropped = 0, {start}, frozenset[int]()
    for clue in sorted(spans, key=lambda clue: spans[clue][0]):
        first, without = spans[clue][0], dropped | {clue}
        states, at = _reached(states, steps[at:first], dropped), first
        freed = {state - (component.needs[clue] << BITS_PER_CLUE * clue) for state in states}
        end = max(spans[each][1] for each in without)
        if _reached(freed, steps[first:end], without).isdisjoint(behind[end]):
            states, dropped = freed, without
    return tuple(flat for clue, flat in enumerate(component.clues) if clue not in dropped)


def _turned(component: Component) -> Component:
    """The same component, its boxes in the opposite order."""
    return Component(component.boxes[::-1], component.links[::-1], component.clues, component.needs)


def _spans(component: Component) -> dict[int, tuple[int, int]]:
    """Return the first box of every clue, and the box after its last."""
    boxes: dict[int, list[int]] = {}
    for box, seen in enumerate(component.links):
        for clue in seen:
            boxes.setdefault(clue, []).append(box)
    return {clue: (own[0], own[-1] + 1) for clue, own in boxes.items()}


def _behind(component: Component, start: int) -> list[set[int]]:
    """Return, before every box and after the last, the states that later boxes can finish."""
    layers = [{start}]  # by the numbers left to the boxes before
    for step in steps_of(_turned(component))[0]:
        layers.append(_reached(layers[-1], [step], frozenset()))
    return [{start - left for left in layer} for layer in reversed(layers)]


def _reached(states: Set[int], steps: Iterable[Step], dropped: Set[int]) -> set[int]:
    """Return the states after some boxes, ignoring the `dropped` clues."""
    for step in steps:
        tried = step.without(dropped)
        states = {state - mines * tried.mask for state in states for mines in tried.fits(state)}
        spend(len(states))
    return set(states)
