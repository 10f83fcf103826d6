"""A survey of the frontier: the components, with their configuration counts."""

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from minevis.errors import ContradictionError, TooManyCasesError
from minevis.solver.counting.backtracking import first_solutions, search
from minevis.solver.counting.counting import (
    MOST_STATES,
    CountCache,
    Counts,
    at_most,
    count_configurations,
)
from minevis.solver.counting.frontier import Component, find_components
from minevis.solver.counting.proof import Prover, unsatisfied
from minevis.solver.events import ComponentFound, ComponentKept, Event, FrontierFound
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues

if TYPE_CHECKING:
    from minevis.players import Player

MOST_TRIES_SHOWN = 20_000  # tries of one search with events; the rest is only counted


@dataclass(frozen=True)
class Survey:
    """The components of a frontier with their counts; `truncated`: counted only in part."""

    components: tuple[Component, ...]
    counts: tuple[Counts, ...]
    truncated: tuple[bool, ...]
    interior: int  # covered cells that touch no clue

    def lay_out(self, chances: Sequence[Sequence[float]], cells: np.ndarray) -> np.ndarray:
        """Lay the chances of the boxes, by component as in `Odds`, on their flat cells."""
        for component, row in zip(self.components, chances, strict=True):
            for box, chance in zip(component.boxes, row, strict=True):
                cells[list(box)] = chance
        return cells


SurveyCache = dict[Component, tuple[Counts, bool]]  # kept from turn to turn


def survey_frontier(
    knowledge: Knowledge, player: "Player", cache: SurveyCache, detailed: bool
) -> Generator[Event, None, Survey]:
    """Split the frontier into components and count them, with events for new ones.

    Afterwards `cache` contains exactly the components of this frontier.
    """
    components = find_components(knowledge, regions=player.regions)
    if player.search == "cells":
        components = [component.by_cell() for component in components]
    cells = sorted(cell for component in components for cell in component.cells)
    interior = int(knowledge.unknown.sum()) - len(cells)
    yield FrontierFound(knowledge.names(cells), interior, knowledge.mines_left)
    kept = {component: cache[component] for component in components if component in cache}
    cache.clear()
    for index, component in enumerate(components):
        names = knowledge.names(sorted(component.cells)), knowledge.names(component.clues)
        if component in kept:
            cache[component] = kept[component]
            yield ComponentKept(index, *names, kept[component][0].configurations)
        else:
            yield ComponentFound(index, *names, tuple(map(knowledge.names, component.boxes)))
            cache[component] = yield from _count(component, knowledge, player, detailed)
    counts = tuple(cache[component][0] for component in components)
    truncated = tuple(cache[component][1] for component in components)
    return Survey(tuple(components), counts, truncated, interior)


def survey_of(
    knowledge: Knowledge, cache: CountCache | None = None, *, name_clues: bool = True
) -> Survey:
    """Return the survey of a frontier, by boxes and without events.

    Pass the same `cache` again to count no component twice. `name_clues` False is faster: the
    `ContradictionError` of unsatisfiable clues then names no clues.
    """
    components = find_components(knowledge)
    known: CountCache = {} if cache is None else cache
    for component in components:
        if component not in known:
            known[component] = count_configurations(component)
        _checked(known[component], component, knowledge, name_clues=name_clues)
    counts = tuple(known[component] for component in components)
    interior = int(knowledge.unknown.sum()) - sum(len(component.cells) for component in components)
    return Survey(tuple(components), counts, (False,) * len(components), interior)


def _count(
    component: Component, knowledge: Knowledge, player: "Player", detailed: bool
) -> Generator[Event, None, tuple[Counts, bool]]:
    """Count a component, by a search with events if it ends in time."""
    limit = player.max_solutions
    capped = limit is not None and player.odds == "average"
    if detailed:
        counts, stopped = yield from search(
            component,
            knowledge,
            max_solutions=limit,
            max_steps=MOST_TRIES_SHOWN,
            counted=not capped,
        )
        if stopped is None or (capped and stopped == "solutions"):
            return _checked(counts, component, knowledge), stopped is not None
    counts = _checked(count_configurations(component), component, knowledge)
    if capped and counts.configurations >= (limit or 0):
        return first_solutions(component, knowledge, limit)
    return counts, False


def _checked(
    counts: Counts, component: Component, knowledge: Knowledge, *, name_clues: bool = True
) -> Counts:
    """Return `counts`, or raise a `ContradictionError` naming the contradictory clues."""
    if counts.ways:
        return counts
    if not name_clues:
        raise ContradictionError("no layout of mines satisfies the clues")
    fault = component.clues
    with suppress(TooManyCasesError), at_most(MOST_STATES):
        fault = Prover(Clues(knowledge)).near(component.clues, {}) or fault
    raise unsatisfied(knowledge.names(fault))
