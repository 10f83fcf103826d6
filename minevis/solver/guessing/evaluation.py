"""Weighing a guess: what each cell leads to, and which leads furthest.

Sources of the ideas: David N. Hill's solver plays by the safety of the move after next,
and plays perfectly where few layouts are left. That `best` lets a net judge what a guess
leaves is our own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from minevis.core.events import Option
from minevis.core.grid import Cell, cells_of, dilate, mask_of
from minevis.solver.counting.endgame import Endgame, GaveUpError
from minevis.solver.counting.sampling import Sampler
from minevis.solver.guessing.outlook import TIE, Effort, Outlook
from minevis.solver.guessing.prospects import (
    WORTH_A_LOOK,
    Counted,
    Outcome,
    Prospect,
    State,
    prospect,
)
from minevis.solver.guessing.value_net import the_judge

MOST_OPTIONS = 12  # of the cells weighed: so many are told
CLOSE = 0.03  # less likely to win than the best: cells worth a second look
UNLIKELY = 0.02  # numbers with a chance up to this are not looked at again

EFFORTS = (
    Effort(0, 1.0, 0, 0),  # none at all: as likely_zero
    Effort(3, 0.95, 30, 300),
    Effort(None, WORTH_A_LOOK, 400, 20_000),
    Effort(None, WORTH_A_LOOK, 1_000, 50_000, again=4),
)
AFTER = Effort(5, WORTH_A_LOOK, 100, 3_000)  # with which the guess after a guess is weighed
TINY = 20  # cells of a board where the highest effort plays more layouts out, from the first move
WHOLE = Effort(None, 0.85, 5_000, 1_000_000, again=4)


def effort_of(effort: int | Effort, cells: int) -> Effort:
    """How hard `best` looks with that effort, on a board of so many cells."""
    if isinstance(effort, Effort):
        return effort
    return WHOLE if effort == len(EFFORTS) - 1 and cells <= TINY else EFFORTS[effort]


@dataclass(frozen=True)
class Weighed:
    """A cell and what it is worth by one way of guessing."""

    option: Option
    score: float  # the higher, the better
    dead: bool = False  # it can show only one number, and so teaches nothing


def options_of(found: list[Weighed], cell: Cell) -> tuple[Option, ...]:
    """The options to tell of, best first, the one at `cell` before those as good as it."""
    first = [weighed.option for weighed in found if weighed.option.cell == cell]
    rest = [weighed.option for weighed in found if weighed.option.cell != cell]
    return tuple([*first, *rest][:MOST_OPTIONS])


def ties(found: list[Weighed], outlook: Outlook) -> np.ndarray:
    """The cells of `found`, best first, that are as good as the first: bool [H, W]."""
    even = (w.option.cell for w in found if w.score >= found[0].score - TIE)
    return mask_of(even, outlook.view.shape)


def weigh_lookahead(outlook: Outlook) -> list[Weighed]:
    """By the chance to survive this move and the safest one after it, best first."""
    return _weigh(outlook, lambda found, now: found.safety_after)


def weigh_information(outlook: Outlook) -> list[Weighed]:
    """By the expected drop of uncertainty about the covered cells, best first."""
    return _weigh(outlook, lambda found, now: found.information(now.uncertainty))


def weigh_best(outlook: Outlook) -> list[Weighed]:
    """By the chance to win, best first; none with effort 0."""
    effort, now = effort_of(outlook.effort, outlook.view.size), _now(outlook)
    if 2 <= now.layouts <= effort.layouts:
        try:
            return _sorted(_perfect(outlook, now, effort.sets))
        except GaveUpError:
            pass
    found = _sorted(_judged(outlook, now, effort))
    return _again(outlook, now, found, effort.again) if len(found) > 1 else found


def assess(outlook: Outlook, cell: Cell) -> tuple[Option, Option]:
    """The option that `best` would take and that of `cell`, weighed alike: both exactly, or
    both by the judge at a glance, without a second look. The effort must be 1 or more."""
    effort, now = effort_of(outlook.effort, outlook.view.size), _now(outlook)
    if now.layouts == 1:
        return _known(outlook, now, cell)
    if 2 <= now.layouts <= effort.layouts:
        try:
            return _compare(_perfect(outlook, now, effort.sets, cell), cell)
        except GaveUpError:
            pass
    found = _judged(outlook, now, effort)
    if any(weighed.option.cell == cell for weighed in found):
        return _compare(found, cell)
    risk = float(_risks(outlook, now)[cell])
    return _sorted(found)[0].option, _option(prospect(outlook.position, cell, now), risk)


def _known(outlook: Outlook, now: State, cell: Cell) -> tuple[Option, Option]:
    """The same where a single layout is left: a mine loses, all else wins."""
    risks = _risks(outlook, now)
    best = _safest(outlook, risks)[0]
    options = (
        Option(each, float(risks[each]), 1.0, 1.0 - float(risks[each]), exact=True)
        for each in (best, cell)
    )
    return next(options), next(options)


def _compare(found: list[Weighed], cell: Cell) -> tuple[Option, Option]:
    (own,) = (weighed.option for weighed in found if weighed.option.cell == cell)
    return _sorted(found)[0].option, own


def worth_a_look(outlook: Outlook, safety: np.ndarray) -> np.ndarray:
    """The cells that `lookahead` and `information` compare: bool [H, W].

    Those nearly as safe as the safest (`safety`, float64 [H, W]) that lie in a corner,
    on the frontier or right beside it; all of the safest, when there are none.
    """
    most = safety[outlook.covered].max()
    near = _near(outlook) & (safety >= WORTH_A_LOOK * most - TIE)
    return near if near.any() else outlook.covered & (safety >= most - TIE)


def _near(outlook: Outlook) -> np.ndarray:
    """Covered cells in a corner, on the frontier or right beside it: bool [H, W]."""
    return outlook.covered & (dilate(outlook.frontier) | (outlook.rims >= 2))


def _now(outlook: Outlook) -> State:
    now = State.of(outlook.position)
    assert now is not None, "a guess is asked for in a position that contradicts itself"
    return now


def _risks(outlook: Outlook, now: State) -> np.ndarray:
    """The exact chance of a mine in each covered cell: float64 [H, W], inf elsewhere."""
    risks = np.full(outlook.view.shape, np.inf)
    risks[outlook.covered] = now.probability
    return risks


def _sorted(found: list[Weighed]) -> list[Weighed]:
    """Best first, ties in the order of `found`; dead cells only where no other lives."""
    alive = [weighed for weighed in found if not weighed.dead]
    return sorted(alive or found, key=lambda weighed: -weighed.score)


def _option(found: Prospect, risk: float) -> Option:
    worth = found.win(the_judge().worth)
    return Option(found.cell, risk, min(found.progress, 1.0), min(worth, 1.0), exact=False)


def _weigh(outlook: Outlook, score: Callable[[Prospect, State], float]) -> list[Weighed]:
    now = _now(outlook)
    risks = _risks(outlook, now)
    counted: Counted = {}
    found = []
    for cell in cells_of(worth_a_look(outlook, 1.0 - risks)):
        seen = prospect(outlook.position, cell, now, counted)
        option = _option(seen, float(risks[cell]))
        found.append(Weighed(option, score(seen, now), seen.dead))
    return _sorted(found)


def _judged(outlook: Outlook, now: State, effort: Effort) -> list[Weighed]:
    """The candidates by the chance to win that the judge sees in what they leave.

    A cell that could not beat the best so far, even if it won whenever it is no mine,
    is not looked at.
    """
    risks = _risks(outlook, now)
    counted: Counted = {}
    found: list[Weighed] = []
    top = 0.0
    for cell in list(_candidates(outlook, risks, effort.width))[: effort.candidates]:
        if 1.0 - risks[cell] < top - TIE:
            continue
        seen = prospect(outlook.position, cell, now, counted)
        option = _option(seen, float(risks[cell]))
        if not seen.dead and all(weighed.dead for weighed in found):
            top = 0.0  # what dead cells promise counts no more
        if not seen.dead or all(weighed.dead for weighed in found):
            top = max(top, option.win)
        found.append(Weighed(option, option.win, seen.dead))
    return found


def _again(outlook: Outlook, now: State, found: list[Weighed], most: int) -> list[Weighed]:
    """The best of `found` by a second look, a move further; `found` itself where `most` is 0.

    Where a number would prove no cell safe, it counts what the best guess after it is
    worth, in place of what the judge sees at a glance.
    """
    close = [weighed for weighed in found if weighed.score >= found[0].score - CLOSE - TIE]
    close.sort(key=lambda weighed: (-np.floor(weighed.score / TIE + 0.5), weighed.option.cell))
    counted: Counted = {}
    looked = []
    for weighed in close[:most]:
        seen = prospect(outlook.position, weighed.option.cell, now, counted)
        win = min(sum(o.chance * _worth_after(o, seen) for o in seen.outcomes), 1.0)
        looked.append(replace(weighed, option=replace(weighed.option, win=win), score=win))
    return _sorted(looked) if looked else found


def _worth_after(outcome: Outcome, seen: Prospect) -> float:
    """The chance to win after a number: by the best guess then, if it takes one."""
    state = outcome.state
    if state.won:
        return 1.0
    share = outcome.chance / sum(other.chance for other in seen.outcomes)
    if state.safety == 1.0 or share <= UNLIKELY + TIE:
        return the_judge().worth(state.features)
    after = Outlook.of(state.knowledge, None, AFTER)
    return weigh_best(after)[0].option.win


def _candidates(outlook: Outlook, risks: np.ndarray, width: float) -> Iterator[Cell]:
    """The cells `best` may judge, the safest first, then in board order.

    Those safe enough that lie in a corner, on the frontier or right beside it, and the
    first of the others.
    """
    enough = outlook.covered & (1.0 - risks >= width * (1.0 - risks.min()) - TIE)
    near = _near(outlook)
    steps = np.floor(risks / TIE + 0.5)  # floats that differ by less are the same risk
    far = False
    for cell in sorted(cells_of(enough), key=lambda cell: (steps[cell], cell)):
        if near[cell] or not far:
            yield cell
        far = far or not near[cell]


def _perfect(outlook: Outlook, now: State, limit: int, asked: Cell | None = None) -> list[Weighed]:
    """The cell that perfect play opens, then others with what they win, where that is known.

    Raises `GaveUpError` when perfect play takes more than `limit` sets of layouts, or when
    what the cell `asked` wins does.
    """
    endgame = Endgame(Sampler(now.knowledge, now.survey).every())
    move = endgame.best(limit=limit)
    risks = _risks(outlook, now)
    counted: Counted = {}
    found = []
    for cell in dict.fromkeys([move.cell, asked or move.cell, *_safest(outlook, risks)]):
        try:
            wins = endgame.wins_of(cell[0] * outlook.view.shape[1] + cell[1])
        except GaveUpError:
            if cell == asked:
                raise
            break
        seen = prospect(outlook.position, cell, now, counted)
        chance = wins / now.layouts
        option = Option(cell, float(risks[cell]), min(seen.progress, 1.0), chance, exact=True)
        score = 2.0 if cell == move.cell else chance  # perfect play settles its own ties
        found.append(Weighed(option, score, seen.dead and cell != move.cell))
    return found


def _safest(outlook: Outlook, risks: np.ndarray) -> list[Cell]:
    """The safest cells: as many as are told."""
    return sorted(cells_of(outlook.covered), key=lambda cell: risks[cell])[:MOST_OPTIONS]
