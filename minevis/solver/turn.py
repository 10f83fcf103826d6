"""One turn of thought: rules, then search, then odds, then a guess.

`think` yields the events of a turn and notes its finds in the given `Knowledge`. Opening
cells and placing flags is up to the caller.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from copy import copy
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from minevis.errors import ContradictionError
from minevis.game.grid import Cell, cells_of, dilate, neighbours_in
from minevis.game.position import ViewCode
from minevis.solver.counting.counting import CountCache
from minevis.solver.counting.odds import (
    Odds,
    average_odds,
    exact_odds,
    local_odds,
    mines_on_frontier,
)
from minevis.solver.counting.survey import Survey, SurveyCache, survey_frontier, survey_of
from minevis.solver.events import Deduction, Event, Guessed, OddsFound, ZerosFound
from minevis.solver.guess.effort import SCORED
from minevis.solver.guess.evaluation import options_of, score, ties
from minevis.solver.guess.outlook import TIE, Outlook
from minevis.solver.guess.strategies import GUESSES, USES_ZEROS, choose
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.prove import reasons
from minevis.solver.rules import IN_PLACE, RULES, SEARCH, Rule
from minevis.utils.formatting import function_name

if TYPE_CHECKING:
    from minevis.players import Player


def think(
    knowledge: Knowledge,
    player: "Player",
    cache: SurveyCache,
    *,
    seed: int = 0,
    move: int = 0,
    detailed: bool = True,
    act: Callable[[], Iterable[Event]] = tuple,
) -> Iterator[Event]:
    """Yield the deductions of one turn until a cell is safe, otherwise a guess.

    `seed` and `move` break ties; `cache` keeps the counts of unchanged components. With `detailed`
    False searches are counted without steps, and proofs are skipped: same knowledge, same guess,
    fewer events. `act` is called after every deduction of an in-place rule; it acts on the
    deduction and returns the resulting events. Raises `ContradictionError` for contradictory clues.
    """
    probability = None
    for rule in player.rules:
        if rule == SEARCH:
            survey = yield from survey_frontier(knowledge, player, cache, detailed)
            probability = yield from find_odds(knowledge, player, survey, detailed)
        else:
            yield from _applied(knowledge, rule, act)
        if knowledge.safe.any():
            return
    if not knowledge.unknown.any():
        return
    if player.odds == "local":
        probability = local_odds(knowledge)
        yield _odds_found(knowledge, "local", probability, None, None)
    yield from _guess(knowledge, player, probability, seed, move)


def _applied(
    knowledge: Knowledge, rule: str | Rule, act: Callable[[], Iterable[Event]]
) -> Iterator[Event]:
    """Yield the deductions of a rule, with their consequences if it plays in place."""
    for event in RULES[rule](knowledge) if isinstance(rule, str) else _noted(knowledge, rule):
        yield event
        if isinstance(rule, str) and rule in IN_PLACE:
            yield from act()


def _noted(knowledge: Knowledge, rule: Rule) -> Iterator[Deduction]:
    """Yield the deductions of a custom rule, and note them if the rule does not."""
    name, deductions = function_name(rule), rule(knowledge)
    if not isinstance(deductions, Iterable):
        raise ValueError(f"the rule {name} gave {deductions!r}: it must yield deductions")
    for event in deductions:
        if not isinstance(event, Deduction):
            raise ValueError(
                f"the rule {name} yielded {event!r}: it must be a Counted, a Subtracted "
                "or a Proved of minevis.solver.events"
            )
        opened = [cell for cell in event.cells if knowledge.view[cell] >= 0]
        if opened:
            raise ValueError(f"the rule {name} speaks of {opened[0]}, which is open")
        knowledge.mark(event.cells, event.mined)
        yield event


def find_odds(
    knowledge: Knowledge, player: "Player", survey: Survey, detailed: bool
) -> Generator[Event, None, np.ndarray | None]:
    """Turn counts into odds and note certain cells.

    Returns the chance of a mine for covered cells, float64 [H, W], nan if opened; None for players
    whose odds do not come from a search.
    """
    odds = odds_of(player.odds, survey, knowledge.mines_left, known=knowledge.mines_known)
    probability = None
    if player.odds in ("exact", "average"):
        probability = probability_map(odds, survey, knowledge)
        yield _odds_found(knowledge, player.odds, probability, odds.interior, odds.configurations)
    certain = certainties(odds, survey, knowledge)
    if detailed and certain:
        yield from reasons(knowledge, certain)
    for cell, mined in certain.items():
        knowledge.mark(knowledge.names([cell]), mined)
    return probability


def odds_of(kind: str | None, survey: Survey, mines_left: int, *, known: int = 0) -> Odds:
    """Return the odds of a survey: "exact" weights, or plain averages for any other kind.

    An error for missing layouts names the `known` mines and the mines left.
    """
    if kind == "exact":
        rest = (survey.interior, mines_left)
        return exact_odds(survey.components, survey.counts, *rest, known=known)
    return average_odds(
        survey.components,
        survey.counts,
        survey.interior,
        mines_left,
        truncated=survey.truncated,
    )


def probability_map(odds: Odds, survey: Survey, knowledge: Knowledge) -> np.ndarray:
    """Return the chances laid out on the board: float64 [H, W], nan if opened or exploded."""
    probability = np.full(knowledge.shape, np.nan)
    if odds.interior is not None:
        probability[knowledge.unknown] = odds.interior
    probability[knowledge.safe] = 0.0
    probability[knowledge.mined & (knowledge.view != ViewCode.EXPLODED)] = 1.0
    survey.lay_out(odds.chances, probability.reshape(-1))
    return probability


def certainties(odds: Odds, survey: Survey, knowledge: Knowledge) -> dict[int, bool]:
    """Return the proven flat cells, with True for mines, in board order."""
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
    player: "Player",
    probability: np.ndarray | None,
    seed: int,
    move: int,
) -> Iterator[Event]:
    outlook = Outlook.of(knowledge, probability, player.effort)
    zero = None
    named = player.guess if isinstance(player.guess, str) else None  # functions may have no hash
    if named in USES_ZEROS:
        zero = np.where(outlook.covered, outlook.zero, 0.0)
        _rule_out_zeros(knowledge, zero)
        some = zero > 0
        yield ZerosFound(cells_of(some), tuple(zero[some].tolist()))
    guess = GUESSES[player.guess] if isinstance(player.guess, str) else player.guess
    scored = score(outlook, named) if named in SCORED else []
    if scored:
        guess = partial(ties, scored)
    cell, candidates = choose(outlook, guess, seed=seed, move=move)
    yield Guessed(
        cell=cell,
        guess=named or function_name(player.guess),
        risk=None if probability is None else float(probability[cell]),
        candidates=cells_of(candidates),
        clues=knowledge.names(neighbours_in(knowledge.view > 0, cell).tolist()),
        zero=None if zero is None else float(zero[cell]) * _may_be_zero(knowledge, cell),
        exact=player.odds == "exact",
        options=options_of(scored, cell),
    )


def _rule_out_zeros(knowledge: Knowledge, chances: np.ndarray) -> None:
    """Take chances off the likeliest zeros that no layout has, until the likeliest has one.

    The chances treat cells as independent; the choice of a cell still uses the original ones.
    """
    counted: CountCache = {}
    while (best := chances.max()) > 0:
        likeliest = cells_of(chances >= best * (1 - TIE))
        ruled_out = [cell for cell in likeliest if not _may_be_zero(knowledge, cell, counted)]
        for cell in ruled_out:
            chances[cell] = 0.0
        if len(ruled_out) < len(likeliest):
            return


def _may_be_zero(knowledge: Knowledge, cell: Cell, counted: CountCache | None = None) -> bool:
    """Return whether some layout has no mine in the 3×3 block around `cell`."""
    clear = copy(knowledge)
    clear.safe = knowledge.safe.copy()
    clear.safe[max(cell[0] - 1, 0) : cell[0] + 2, max(cell[1] - 1, 0) : cell[1] + 2] = True
    try:
        clear.check()
        survey = survey_of(clear, counted, name_clues=False)
    except ContradictionError:
        return False
    totals = mines_on_frontier([count.ways for count in survey.counts])
    return any(0 <= clear.mines_left - mines <= survey.interior for mines in totals)
