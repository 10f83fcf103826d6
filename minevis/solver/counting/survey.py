"""A survey of the frontier: its components, and how many configurations each has."""

from collections.abc import Generator
from dataclasses import dataclass

from minevis.core.errors import ContradictionError
from minevis.core.events import ComponentFound, ComponentKept, Event, FrontierFound
from minevis.solver.counting.backtracking import search
from minevis.solver.counting.counting import Counts, count_configurations
from minevis.solver.counting.frontier import Component, components
from minevis.solver.counting.proof import Prover
from minevis.solver.knowledge import Knowledge
from minevis.solver.player_protocol import Method

STORY_STEPS = 20_000  # tries of one search that are told; the rest is only counted


@dataclass(frozen=True)
class Survey:
    """The components of a frontier with their counts; `truncated`: counted only in part."""

    components: tuple[Component, ...]
    counts: tuple[Counts, ...]
    truncated: tuple[bool, ...]
    interior: int  # covered cells that touch no clue


Memory = dict[Component, tuple[Counts, bool]]  # what may be kept from turn to turn


def survey_frontier(
    knowledge: Knowledge, method: Method, memory: Memory, tell: bool
) -> Generator[Event, None, Survey]:
    """Split the frontier into components and count each, telling what is new.

    `memory` then holds just the components of this frontier.
    """
    found = components(knowledge, regions=method.regions)
    if method.search == "cells":
        found = [component.by_cell() for component in found]
    cells = sorted(cell for component in found for cell in component.cells)
    interior = int(knowledge.unknown.sum()) - len(cells)
    yield FrontierFound(knowledge.names(cells), interior, knowledge.mines_left)
    kept = {component: memory[component] for component in found if component in memory}
    memory.clear()
    for index, component in enumerate(found):
        names = knowledge.names(sorted(component.cells)), knowledge.names(component.clues)
        if component in kept:
            memory[component] = kept[component]
            yield ComponentKept(index, *names, kept[component][0].configurations)
        else:
            yield ComponentFound(index, *names, tuple(map(knowledge.names, component.boxes)))
            memory[component] = yield from _count(component, knowledge, method, tell)
    counts = tuple(memory[component][0] for component in found)
    truncated = tuple(memory[component][1] for component in found)
    return Survey(tuple(found), counts, truncated, interior)


def survey_quietly(knowledge: Knowledge) -> Survey:
    """The survey of a frontier, by boxes and without its story."""
    found = components(knowledge)
    counts = tuple(
        _checked(count_configurations(component), component, knowledge) for component in found
    )
    interior = int(knowledge.unknown.sum()) - sum(len(component.cells) for component in found)
    return Survey(tuple(found), counts, (False,) * len(found), interior)


def _count(
    component: Component, knowledge: Knowledge, method: Method, tell: bool
) -> Generator[Event, None, tuple[Counts, bool]]:
    """Count a component, by a told search where that reaches its end in time."""
    limit = method.max_solutions
    capped = limit is not None and method.odds == "average"
    if tell:
        counts, stopped = yield from search(
            component,
            knowledge,
            max_solutions=limit,
            max_steps=STORY_STEPS,
            counted=not capped,
        )
        if stopped is None or (capped and stopped == "solutions"):
            return _checked(counts, component, knowledge), stopped is not None
    counts = _checked(count_configurations(component), component, knowledge)
    if capped and counts.configurations >= (limit or 0):
        return _first_solutions(component, knowledge, limit)
    return counts, False


def _first_solutions(
    component: Component, knowledge: Knowledge, limit: int | None
) -> tuple[Counts, bool]:
    """What a search finds before its limit, without the story."""
    steps = search(component, knowledge, max_solutions=limit)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            counts, stopped = end.value
            return counts, stopped is not None


def _checked(counts: Counts, component: Component, knowledge: Knowledge) -> Counts:
    """`counts`, or a `ContradictionError` that names clues which cannot all hold."""
    if counts.ways:
        return counts
    clues = knowledge.names(Prover(knowledge).conflict(component.clues))
    where = ", ".join(map(str, clues))
    raise ContradictionError(f"no layout of mines satisfies the clues at {where}", clues)
