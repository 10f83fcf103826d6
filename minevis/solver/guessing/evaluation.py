"""Evaluating a guess: the outcomes of each cell, and the best cell.

Sources of the ideas: David N. Hill's solver plays by the safety of the move after next,
and plays perfectly when few layouts are left. That `best` asks a value
network for the value of the positions after a guess is our own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from operator import mul

import numpy as np

from minevis.core.events import Option
from minevis.core.grid import Cell, cells_of, dilate, mask_of
from minevis.core.position import Position
from minevis.solver.counting.counting import CountCache
from minevis.solver.counting.endgame import Endgame, LimitReachedError
from minevis.solver.counting.sampling import Sampler
from minevis.solver.guessing.effort import NEARLY_AS_SAFE, Effort, effort_of
from minevis.solver.guessing.outlook import TIE, Outlook
from minevis.solver.guessing.successors import (
    Successor,
    Successors,
    SurveyedPosition,
    look_ahead,
)

MOST_OPTIONS = 12  # of the cells evaluated: so many are shown
CLOSE_TO_BEST = 0.03  # less likely to win than the best: cells worth a second look
UNLIKELY = 0.02  # numbers with a chance up to this are not looked at again
RARE = 0.008  # the chance of numbers in a row up to which safe cells are not followed
FOLLOWED = 0.7  # weight of the difference between following and the value network


@dataclass(frozen=True)
class ScoredOption:
    """A cell and its value by one way of guessing.

    >>> option = Option((0, 0), risk=0.5, progress=1.0, win=0.5, exact=False)
    >>> ScoredOption(option, score=0.5).dead
    False
    """

    option: Option
    score: float  # the higher, the better
    dead: bool = False  # it can show only one number, and so teaches nothing


def options_of(found: list[ScoredOption], cell: Cell) -> tuple[Option, ...]:
    """The options worth showing, best first, the one at `cell` before those as good as it.

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> [option.cell for option in options_of(score_lookahead(outlook), (0, 2))]
    [(0, 2), (0, 0)]
    """
    first = [scored.option for scored in found if scored.option.cell == cell]
    rest = [scored.option for scored in found if scored.option.cell != cell]
    return tuple([*first, *rest][:MOST_OPTIONS])


def ties(found: list[ScoredOption], outlook: Outlook) -> np.ndarray:
    """The cells of `found`, best first, that are as good as the first: bool [H, W].

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> ties(score_lookahead(outlook), outlook).tolist()
    [[True, False, True, False]]
    """
    even = (scored.option.cell for scored in found if scored.score >= found[0].score - TIE)
    return mask_of(even, outlook.view.shape)


def score_lookahead(outlook: Outlook) -> list[ScoredOption]:
    """By the chance to survive this move and the safest one after it, best first.

    >>> found = score_lookahead(mv.analyze(mv.Position.parse("#1##", mines=2)).outlook)
    >>> [(scored.option.cell, round(scored.score, 2)) for scored in found]
    [((0, 0), 0.5), ((0, 2), 0.5)]
    """
    return _scored(outlook, lambda found, now: found.safety_after)


def score_information(outlook: Outlook) -> list[ScoredOption]:
    """By the expected drop of uncertainty about the covered cells, best first.

    >>> found = score_information(mv.analyze(mv.Position.parse("#1##", mines=2)).outlook)
    >>> [(scored.option.cell, round(scored.score, 2)) for scored in found]
    [((0, 0), 0.69), ((0, 2), 0.69)]
    """
    return _scored(
        outlook,
        lambda found, now: found.information(now.uncertainty),
        of=lambda now: now.uncertainty,
    )


def score_best(outlook: Outlook) -> list[ScoredOption]:
    """By the chance to win, best first.

    >>> (first, *_) = score_best(mv.analyze(mv.Position.parse("#1##", mines=2)).outlook)
    >>> first.option
    Option(cell=(0, 0), risk=0.5, progress=0.5, win=0.5, exact=True, score=None)
    """
    effort, now = effort_of(outlook.effort, outlook.view.size), _now(outlook)
    if 2 <= now.layouts <= effort.layouts:
        try:
            return _sorted(_by_perfect_play(outlook, now, effort.sets))
        except LimitReachedError:
            pass
    found = _sorted(_by_value_net(outlook, now, effort))
    return _second_look(outlook, now, found, effort) if len(found) > 1 else found


def assess(outlook: Outlook, cell: Cell) -> tuple[Option, Option]:
    """The option that `best` would take and that of `cell`, evaluated alike: both exactly, or
    both by the value network, without a second look.

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> best, own = assess(outlook, (0, 3))
    >>> best.win, own.win
    (0.5, 0.0)
    """
    effort, now = effort_of(outlook.effort, outlook.view.size), _now(outlook)
    if now.safety == 1.0:  # the second network is fitted to positions without a safe cell
        effort = effort._replace(surroundings=False)
    if now.layouts == 1:
        return _single_layout(outlook, now, cell)
    if 2 <= now.layouts <= effort.layouts:
        try:
            return _compare(_by_perfect_play(outlook, now, effort.sets, cell), cell)
        except LimitReachedError:
            pass
    found = _by_value_net(outlook, now, effort)
    if any(scored.option.cell == cell for scored in found):
        return _compare(found, cell)
    risk = float(_risks(outlook, now)[cell])
    return _sorted(found)[0].option, _option(look_ahead(outlook.position, cell, now), risk, effort)


def _single_layout(outlook: Outlook, now: SurveyedPosition, cell: Cell) -> tuple[Option, Option]:
    """The same if a single layout is left: a mine loses, any other cell wins."""
    risks = _risks(outlook, now)
    best = _safest(outlook, risks)[0]
    options = (
        Option(each, float(risks[each]), 1.0, 1.0 - float(risks[each]), exact=True)
        for each in (best, cell)
    )
    return next(options), next(options)


def _compare(found: list[ScoredOption], cell: Cell) -> tuple[Option, Option]:
    (own,) = (scored.option for scored in found if scored.option.cell == cell)
    return _sorted(found)[0].option, own


def compared_cells(outlook: Outlook, safety: np.ndarray) -> np.ndarray:
    """The cells that `lookahead` and `information` compare: bool [H, W].

    Those nearly as safe as the safest (`safety`, float64 [H, W]) that lie in a corner,
    on the frontier or right next to it; all of the safest if there is no such cell.

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> compared_cells(outlook, 1.0 - np.nan_to_num(outlook.odds, nan=1.0)).tolist()
    [[True, False, True, False]]
    """
    most = safety[outlook.covered].max()
    near = near_frontier(outlook) & (safety >= NEARLY_AS_SAFE * most - TIE)
    safest: np.ndarray = outlook.covered & (safety >= most - TIE)
    return near if near.any() else safest


def near_frontier(outlook: Outlook) -> np.ndarray:
    """Covered cells in a corner, on the frontier or right next to it: bool [H, W].

    >>> near_frontier(mv.analyze(mv.Position.parse("#1####", mines=2)).outlook).tolist()
    [[True, False, True, True, True, True]]
    """
    near: np.ndarray = outlook.covered & (dilate(outlook.frontier) | (outlook.rims >= 2))
    return near


def _now(outlook: Outlook) -> SurveyedPosition:
    now = SurveyedPosition.of(outlook.position)
    assert now is not None, "a guess is asked for in a position that contradicts itself"
    return now


def _risks(outlook: Outlook, now: SurveyedPosition) -> np.ndarray:
    """The exact chance of a mine in each covered cell: float64 [H, W], inf elsewhere."""
    risks = np.full(outlook.view.shape, np.inf)
    risks[outlook.covered] = now.probability
    return risks


def _sorted(found: list[ScoredOption]) -> list[ScoredOption]:
    """Best first, ties in the order of `found`; dead cells only if no other lives."""
    alive = [scored for scored in found if not scored.dead]
    return sorted(alive or found, key=lambda scored: -scored.score)


def _option(found: Successors, risk: float, effort: Effort) -> Option:
    win = min(found.win(surroundings=effort.surroundings), 1.0)
    return Option(found.cell, risk, min(found.progress, 1.0), win, exact=False)


def _scored(
    outlook: Outlook,
    score: Callable[[Successors, SurveyedPosition], float],
    *,
    of: Callable[[SurveyedPosition], float] = lambda now: 1.0,
) -> list[ScoredOption]:
    """The candidates by a score, best first; shown as a share `of` the largest score."""
    effort, now = effort_of(outlook.effort, outlook.view.size), _now(outlook)
    risks = _risks(outlook, now)
    cache: CountCache = {}
    found = []
    for cell in cells_of(compared_cells(outlook, 1.0 - risks)):
        seen = look_ahead(outlook.position, cell, now, cache)
        value = score(seen, now)
        share = min(max(value / max(of(now), TIE), 0.0), 1.0)
        option = replace(_option(seen, float(risks[cell]), effort), score=share)
        found.append(ScoredOption(option, value, seen.dead))
    return _sorted(found)


def _by_value_net(outlook: Outlook, now: SurveyedPosition, effort: Effort) -> list[ScoredOption]:
    """The candidates by the chance to win that the value network gives the positions they leave.

    A cell that could not beat the best so far, even if it won whenever it is no mine,
    is not looked at.
    """
    risks = _risks(outlook, now)
    cache: CountCache = {}
    found: list[ScoredOption] = []
    top = 0.0
    for cell in list(_candidates(outlook, risks, effort.relative_safety))[: effort.candidates]:
        if 1.0 - risks[cell] < top - TIE:
            continue
        seen = look_ahead(outlook.position, cell, now, cache)
        option = _option(seen, float(risks[cell]), effort)
        if not seen.dead and all(scored.dead for scored in found):
            top = 0.0  # the value of dead cells no longer counts
        if not seen.dead or all(scored.dead for scored in found):
            top = max(top, option.win)
        found.append(ScoredOption(option, option.win, seen.dead))
    return found


def _second_look(
    outlook: Outlook, now: SurveyedPosition, found: list[ScoredOption], effort: Effort
) -> list[ScoredOption]:
    """The best of `found` by a second look, a move further, if the effort has one.

    If a number would prove no cell safe, the value of the best guess after it counts
    instead of the value network's estimate. If it proves some safe, these are followed
    if the effort says so.
    """
    close = [scored for scored in found if scored.score >= found[0].score - CLOSE_TO_BEST - TIE]
    close.sort(key=lambda scored: (-np.floor(scored.score / TIE + 0.5), scored.option.cell))
    cache: CountCache = {}
    follow = now.layouts <= effort.follow
    rescored = []
    for scored in close[: effort.second_looks]:
        seen = look_ahead(outlook.position, scored.option.cell, now, cache)
        values = (_value_after(o, seen, effort.after, follow=follow) for o in seen.successors)
        chances = (successor.chance for successor in seen.successors)
        win = min(sum(map(mul, chances, values)), 1.0)
        rescored.append(replace(scored, option=replace(scored.option, win=win), score=win))
    return _sorted(rescored) if rescored else found


def _value_after(successor: Successor, seen: Successors, effort: Effort, *, follow: bool) -> float:
    """The chance to win after a number: by the best guess then, if it takes one."""
    position = successor.position
    if position.won:
        return 1.0
    share = successor.chance / sum(other.chance for other in seen.successors)
    if position.safety == 1.0 or share <= UNLIKELY + TIE:
        value = successor.win(surroundings=effort.surroundings)
        further = _followed(successor, share, {}, effort) - value if follow else 0.0
        return value + FOLLOWED * further
    after = Outlook.of(position.knowledge, None, effort)
    return score_best(after)[0].option.win


def _followed(successor: Successor, share: float, cache: CountCache, effort: Effort) -> float:
    """The chance to win after a number by opening one safe cell after the other, over all the
    numbers that they may show, until no cell is left or the numbers so far, of the chance `share`,
    are `RARE`. Return the estimate there."""
    now = successor.position
    if now.won or now.safety < 1.0 or share <= RARE + TIE:
        return successor.win(surroundings=effort.surroundings)
    safe = cells_of(now.knowledge.unknown)[int(now.probability.argmin())]
    seen = look_ahead(Position(now.knowledge.view, now.knowledge.position.mines), safe, now, cache)
    return sum(
        after.chance * _followed(after, share * after.chance, cache, effort)
        for after in seen.successors
    )


def _candidates(outlook: Outlook, risks: np.ndarray, relative_safety: float) -> Iterator[Cell]:
    """The cells `best` may evaluate, the safest first, then in board order.

    Those safe enough that lie in a corner, on the frontier or right next to it, and the
    first of the others.
    """
    enough = outlook.covered & (1.0 - risks >= relative_safety * (1.0 - risks.min()) - TIE)
    near = near_frontier(outlook)
    steps = np.floor(risks / TIE + 0.5)  # floats that differ by less are the same risk
    far = False
    for cell in sorted(cells_of(enough), key=lambda cell: (steps[cell], cell)):
        if near[cell] or not far:
            yield cell
        far = far or not near[cell]


def _by_perfect_play(
    outlook: Outlook, now: SurveyedPosition, limit: int, asked: Cell | None = None
) -> list[ScoredOption]:
    """The cell that perfect play opens, then others with their wins, if these are known.

    Raises `LimitReachedError` when perfect play, or the value of the cell `asked`, takes more
    than `limit` sets of layouts.
    """
    endgame = Endgame(Sampler(now.knowledge, now.survey).every())
    move = endgame.best(limit=limit)
    risks = _risks(outlook, now)
    cache: CountCache = {}
    found = []
    for cell in dict.fromkeys([move.cell, asked or move.cell, *_safest(outlook, risks)]):
        try:
            wins = endgame.wins_of(cell[0] * outlook.view.shape[1] + cell[1])
        except LimitReachedError:
            if cell == asked:
                raise
            break
        seen = look_ahead(outlook.position, cell, now, cache)
        chance = wins / now.layouts
        option = Option(cell, float(risks[cell]), min(seen.progress, 1.0), chance, exact=True)
        score = 2.0 if cell == move.cell else chance  # perfect play settles its own ties
        found.append(ScoredOption(option, score, seen.dead and cell != move.cell))
    return found


def _safest(outlook: Outlook, risks: np.ndarray) -> list[Cell]:
    """The safest cells: as many as are shown."""
    return sorted(cells_of(outlook.covered), key=lambda cell: risks[cell])[:MOST_OPTIONS]
