"""Which clues of a component that has no configuration are at fault: all of them needed.

Leaving out one clue after the other, and asking each time whether a layout fits the rest,
takes as long as counting the component as often as it has clues. But whether a clue is there
matters only from its first box to its last. How the boxes before them can be filled is known
from the clues asked about before, and how those behind can be does not change.
"""

from collections.abc import Iterable, Set

from minevis.solver.counting.counting import BITS_PER_CLUE, Step, spend, steps_of
from minevis.solver.counting.frontier import Component


def conflict(component: Component) -> tuple[int, ...]:
    """Flat clues, in board order, that no layout satisfies: some would without any one of them.

    `component` has no configuration. The result is a minimal unsatisfiable core, by
    deletion from the first box on and from the last: the one of fewer clues.
    """
    needed = _needed(component)
    if len(needed) == len(component.clues):  # then there is no other
        return needed
    return min(needed, _needed(_turned(component)), key=len)


def _needed(component: Component) -> tuple[int, ...]:
    """The clues that are left when each is left out that can be, from the first box on."""
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
    """For each clue its first box, and the one behind its last."""
    boxes: dict[int, list[int]] = {}
    for box, seen in enumerate(component.links):
        for clue in seen:
            boxes.setdefault(clue, []).append(box)
    return {clue: (own[0], own[-1] + 1) for clue, own in boxes.items()}


def _behind(component: Component, start: int) -> list[set[int]]:
    """Before each box, and after the last: the states that the boxes from there on finish."""
    layers = [{start}]  # by the numbers left to the boxes before
    for step in steps_of(_turned(component))[0]:
        layers.append(_reached(layers[-1], [step], frozenset()))
    return [{start - left for left in layer} for layer in reversed(layers)]


def _reached(states: Set[int], steps: Iterable[Step], dropped: Set[int]) -> set[int]:
    """The states that some boxes lead to, whatever the `dropped` clues show."""
    for step in steps:
        tried = step.without(dropped)
        states = {state - mines * tried.mask for state in states for mines in tried.fits(state)}
        spend(len(states))
    return set(states)
