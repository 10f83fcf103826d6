"""One turn of thought: rules, then search, then odds, then a guess.

`think` yields the events of a turn. What it finds is noted in the `Knowledge` it is
given; acting on it, opening cells and placing flags, is the caller's.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from minevis.errors import ContradictionError
from minevis.events import (
    ComponentFound,
    ComponentKept,
    Event,
    FrontierFound,
    Guessed,
    OddsFound,
    Proved,
    ZerosFound,
)
from minevis.game import EXPLODED
from minevis.grid import cells_of, covers, dilate
from minevis.solver.constraints import Component, components
from minevis.solver.counting import Counts, count_configurations
from minevis.solver.guess import GUESSES, USES_ZEROS, Guess, Outlook, choose
from minevis.solver.knowledge import Knowledge
from minevis.solver.odds import Odds, average_odds, exact_odds, local_odds
from minevis.solver.proof import Proof, Prover
from minevis.solver.rules import RULES
from minevis.solver.search import search

STORY_STEPS = 20_000  # tries of one search that are told; the rest is only counted


class Method(Protocol):
    """How a player thinks; see `minevis.players.Player`."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Names of `RULES`, and "search", in the order in which they are tried."""

    @property
    def odds(self) -> str | None:
        """ "exact", "average", "local", or None for a player that reckons none."""

    @property
    def guess(self) -> str | Guess:
        """A name of `GUESSES`, or a function like them."""

    @property
    def max_solutions(self) -> int | None:
        """Solutions after which the search of a component stops."""

    @property
    def search(self) -> str:
        """What the search tries one by one: "boxes" or "cells"."""


@dataclass(frozen=True)
class Survey:
    """The components of a frontier with their counts; `truncated`: counted only in part."""

    components: tuple[Component, ...]
    counts: tuple[Counts, ...]
    truncated: tuple[bool, ...]
    interior: int  # covered cells that touch no clue


Memory = dict[Component, tuple[Counts, bool]]  # what may be kept from turn to turn


def think(
    knowledge: Knowledge,
    method: Method,
    memory: Memory,
    *,
    seed: int = 0,
    move: int = 0,
    tell: bool = True,
) -> Iterator[Event]:
    """One turn: yield what is found until something safe is known, else a guess.

    `seed` and `move` settle ties; `memory` keeps the counts of components that stay
    the same. With `tell` False the searches are counted, not told, and proofs are
    not looked for: same knowledge, same guess, fewer events. Raises
    `ContradictionError` when the clues cannot all hold.
    """
    probability = None
    for rule in method.rules:
        if rule == "search":
            survey = yield from survey_frontier(knowledge, method, memory, tell)
            probability = yield from weigh(knowledge, method, survey, tell)
        else:
            yield from RULES[rule](knowledge)
        if knowledge.safe.any():
            return
    if not knowledge.unknown.any():
        return
    if method.odds == "local":
        probability = local_odds(knowledge)
        yield _odds_found(knowledge, "local", probability, None, None)
    yield from _guess(knowledge, method, probability, seed, move)


def survey_frontier(
    knowledge: Knowledge, method: Method, memory: Memory, tell: bool
) -> Generator[Event, None, Survey]:
    """Split the frontier into components and count each, telling what is new.

    `memory` then holds just the components of this frontier.
    """
    found = components(knowledge)
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


def weigh(
    knowledge: Knowledge, method: Method, survey: Survey, tell: bool
) -> Generator[Event, None, np.ndarray | None]:
    """Turn counts into odds and note what is certain.

    Returns the chance of a mine for each covered cell, float64 [H, W], nan where
    opened; None for a player that does not take its odds from the search.
    """
    odds = odds_of(method.odds, survey, knowledge.mines_left)
    probability = None
    if method.odds in ("exact", "average"):
        probability = spread(odds, survey, knowledge)
        yield _odds_found(knowledge, method.odds, probability, odds.interior, odds.configurations)
    certain = certainties(odds, survey, knowledge)
    if tell and certain:
        yield from _proofs(knowledge, certain)
    for cell, mined in certain.items():
        knowledge.mark(knowledge.names([cell]), mined)
    return probability


def odds_of(kind: str | None, survey: Survey, mines_left: int) -> Odds:
    """The odds of a survey: "exact" weights, or plain averages for any other kind."""
    if kind == "exact":
        return exact_odds(survey.components, survey.counts, survey.interior, mines_left)
    return average_odds(
        survey.components,
        survey.counts,
        survey.interior,
        mines_left,
        truncated=survey.truncated,
    )


def spread(odds: Odds, survey: Survey, knowledge: Knowledge) -> np.ndarray:
    """The chances laid out on the board: float64 [H, W], nan where opened or exploded."""
    probability = np.full(knowledge.shape, np.nan)
    if odds.interior is not None:
        probability[knowledge.unknown] = odds.interior
    probability[knowledge.safe] = 0.0
    probability[knowledge.mined & (knowledge.view != EXPLODED)] = 1.0
    flat = probability.reshape(-1)
    for component, chances in zip(survey.components, odds.chances, strict=True):
        for box, chance in zip(component.boxes, chances, strict=True):
            flat[list(box)] = chance
    return probability


def certainties(odds: Odds, survey: Survey, knowledge: Knowledge) -> dict[int, bool]:
    """The flat cells that are proven, and whether they are mines; in board order."""
    certain: dict[int, bool] = {}
    on_frontier: set[int] = set()
    for component, flags in zip(survey.components, odds.certain, strict=True):
        on_frontier.update(component.cells)
        for box, mined in zip(component.boxes, flags, strict=True):
            if mined is not None:
                certain.update(dict.fromkeys(box, mined))
    if odds.interior_certain is not None:
        unknown = np.flatnonzero(knowledge.unknown).tolist()
        inside = (cell for cell in unknown if cell not in on_frontier)
        certain.update(dict.fromkeys(inside, odds.interior_certain))
    return dict(sorted(certain.items()))


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


def _proofs(knowledge: Knowledge, certain: dict[int, bool]) -> Iterator[Proved]:
    """The proofs of all certain cells; cells that share a proof share an event."""
    prover = Prover(knowledge)
    grouped: dict[tuple[Proof, bool], list[int]] = {}
    known: dict[tuple[int, ...], Proof | None] = {}  # cells seen by the same clues
    for cell, mined in certain.items():
        seen = (*prover.clues_of.get(cell, ()), int(mined))
        if seen not in known:
            known[seen] = prover.prove(cell, mined)
        proof = known[seen]
        assert proof is not None, f"cell {cell} is certain but has no proof"
        grouped.setdefault((proof, mined), []).append(cell)
    for (proof, mined), cells in grouped.items():
        clues = knowledge.names(proof.clues)
        yield Proved(knowledge.names(cells), mined, clues, proof.uses_total)


def _odds_found(
    knowledge: Knowledge,
    kind: str,
    probability: np.ndarray,
    interior: float | None,
    configurations: int | None,
) -> OddsFound:
    on_frontier = knowledge.unknown & dilate(knowledge.view >= 0)
    if kind == "local":
        inside = probability[knowledge.unknown & ~on_frontier]
        interior = float(inside[0]) if inside.size else None
    cells = cells_of(on_frontier)
    return OddsFound(
        kind, cells, tuple(probability[on_frontier].tolist()), interior, configurations
    )


def _guess(
    knowledge: Knowledge,
    method: Method,
    probability: np.ndarray | None,
    seed: int,
    move: int,
) -> Iterator[Event]:
    outlook = Outlook.of(knowledge, probability)
    zero = None
    if method.guess in USES_ZEROS:
        chances = np.where(outlook.covered, outlook.zero, 0.0)
        some = chances > 0
        yield ZerosFound(cells_of(some), tuple(chances[some].tolist()))
        zero = chances
    guess = GUESSES[method.guess] if isinstance(method.guess, str) else method.guess
    cell, candidates = choose(outlook, guess, seed=seed, move=move)
    yield Guessed(
        cell=cell,
        guess=method.guess if isinstance(method.guess, str) else guess.__name__,
        risk=None if probability is None else float(probability[cell]),
        candidates=cells_of(candidates),
        clues=knowledge.names(covers(knowledge.view > 0, cell).tolist()),
        zero=None if zero is None else float(zero[cell]),
        exact=method.odds == "exact",
    )
