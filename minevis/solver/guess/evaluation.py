"""The options of a guess, evaluated by the engine; by perfect play near the end."""

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from minevis.engine.guess.evaluation import Evaluation, evaluate
from minevis.engine.guess.successors import CHANCE, LOG_SAFETY, WIN
from minevis.game.grid import Cell, cells_of, mask_of
from minevis.solver.counting.endgame import Endgame, LimitReachedError
from minevis.solver.counting.odds import exact_odds
from minevis.solver.counting.sampling import layouts_of
from minevis.solver.counting.survey import survey_of
from minevis.solver.events import Option
from minevis.solver.guess.effort import Effort, effort_of
from minevis.solver.guess.outlook import TIE, Outlook
from minevis.solver.knowledge import Knowledge

MOST_OPTIONS = 12  # evaluated cells to show


class ScoredOption(NamedTuple):
    """A cell and its value by one way of guessing."""

    option: Option
    score: float  # higher is better; negative if only other cells give information


def options_of(found: list[ScoredOption], cell: Cell) -> tuple[Option, ...]:
    """Return the options to show, best first; on ties the one at `cell` comes first."""
    first = [scored.option for scored in found if scored.option.cell == cell]
    rest = [scored.option for scored in found if scored.option.cell != cell]
    return tuple([*first, *rest][:MOST_OPTIONS])


def ties(found: list[ScoredOption], outlook: Outlook) -> np.ndarray:
    """Return the cells as good as the first of `found` (best first): bool [H, W]."""
    even = (scored.option.cell for scored in found if scored.score >= found[0].score - TIE)
    return mask_of(even, outlook.view.shape)


def score(outlook: Outlook, guess: str) -> list[ScoredOption]:
    """Return the options of "information", "lookahead" or "best", the best first.

    Empty if the frontier is too wide to be evaluated.
    """
    effort = effort_of(outlook.effort, outlook.view.size)
    if guess == "best":
        exact = _by_perfect_play(outlook, *_survey(outlook), effort)
        if exact:
            return _sorted(exact)
    return _sorted(_evaluated(outlook, guess, effort))


def assess(outlook: Outlook, cell: Cell) -> tuple[Option, Option]:
    """Return the option of `best` and the option of a covered `cell`, evaluated alike.

    Both are exact, or both from the value network, without a second look. If neither can be
    evaluated, an option is worth its chance to survive.
    """
    effort = effort_of(outlook.effort, outlook.view.size)._replace(second_looks=0)
    layouts, risks = _survey(outlook)
    if risks.min() == 0.0:  # the second network is fitted to positions without a safe cell
        effort = effort._replace(surroundings=False)
    found = []
    if layouts > 1:
        found = _by_perfect_play(outlook, layouts, risks, effort, cell)
        found = found or _evaluated(outlook, "best", effort)
    if not found:
        safest, own = (
            Option(each, float(risks[each]), 1.0, 1.0 - float(risks[each]), exact=layouts == 1)
            for each in (divmod(int(risks.argmin()), risks.shape[1]), cell)
        )
        return safest, own
    if all(scored.option.cell != cell for scored in found):
        found += [each._replace(score=-1.0) for each in _evaluated(outlook, "best", effort, cell)]
    (own,) = (scored.option for scored in found if scored.option.cell == cell)
    return _sorted(found)[0].option, own


def _survey(outlook: Outlook) -> tuple[int, np.ndarray]:
    """Return the layout count, and the exact risk of covered cells: float64 [H, W], or inf."""
    known = Knowledge(outlook.position)
    survey = survey_of(known, name_clues=False)
    odds = exact_odds(survey.components, survey.counts, survey.interior, known.mines_left)
    risks = np.where(outlook.covered, np.nan if odds.interior is None else odds.interior, np.inf)
    survey.lay_out(odds.chances, risks.reshape(-1))
    assert odds.configurations is not None
    return odds.configurations, risks


def _sorted(found: list[ScoredOption]) -> list[ScoredOption]:
    """Sort best first, ties in the order of `found`, without useless cells."""
    alive = (scored for scored in found if scored.score >= 0.0)
    return sorted(alive, key=lambda scored: -np.floor(scored.score / TIE + 0.5))


def _evaluated(
    outlook: Outlook, guess: str, effort: Effort, asked: Cell | None = None
) -> list[ScoredOption]:
    """Return the candidates of a guess, the safest first for "best", or the requested cell."""
    width = outlook.view.shape[1]
    cells = () if asked is None else (asked[0] * width + asked[1],)
    effort = effort._replace(layouts=0)  # perfect play has been tried
    seen = evaluate(outlook.position, guess, effort, cells)
    flat = np.flatnonzero(seen.value > -np.inf)
    if guess == "best":
        flat = flat[np.argsort(np.floor(seen.risk[flat] / TIE + 0.5), kind="stable")]
    largest = max(_uncertainty(outlook, seen), TIE) if guess == "information" else 1.0
    scored = []
    for cell in flat.tolist():
        value = float(seen.value[cell])
        option = _option(seen, cell, width)
        if guess == "best":
            option = replace(option, win=min(value, 1.0))
        else:
            option = replace(option, score=min(max(value / largest, 0.0), 1.0))
        scored.append(ScoredOption(option, value))
    return scored


def _option(seen: Evaluation, cell: int, width: int) -> Option:
    """Return a flat cell's risk, chance to prove a cell safe or win, and chance to win."""
    risk, successors = float(seen.risk[cell]), seen.successors[cell]
    chances = successors[:, CHANCE]
    progress = (1.0 - risk) * float(chances[successors[:, LOG_SAFETY] == 0.0].sum())
    win = (1.0 - risk) * float(chances @ successors[:, WIN])
    return Option(divmod(cell, width), risk, min(progress, 1.0), min(win, 1.0), exact=False)


def _uncertainty(outlook: Outlook, seen: Evaluation) -> float:
    """Return the sum of the entropies of the covered cells, in nats."""
    risks = seen.risk[outlook.covered.ravel()]
    risks = risks[(risks > 0.0) & (risks < 1.0)]
    return -float((risks * np.log(risks) + (1.0 - risks) * np.log1p(-risks)).sum())


def _by_perfect_play(
    outlook: Outlook,
    layouts: int,
    risks: np.ndarray,
    effort: Effort,
    asked: Cell | None = None,
) -> list[ScoredOption]:
    """Return the cell opened by perfect play, then other cells with known wins.

    Empty above the effort's number of layouts, or if perfect play, or the value of the cell
    `asked`, takes too many sets of layouts.
    """
    if not 2 <= layouts <= effort.layouts:
        return []
    endgame, width = Endgame(layouts_of(outlook.position)), outlook.view.shape[1]
    wins = dict[Cell, int]()
    try:
        best = endgame.best(limit=effort.sets).cell
        if asked is not None:
            wins[asked] = endgame.wins_of(asked[0] * width + asked[1])
    except LimitReachedError:
        return []
    safest = sorted(cells_of(outlook.covered), key=lambda cell: risks[cell])[:MOST_OPTIONS]
    with suppress(LimitReachedError):
        for cell in (best, *safest):
            wins[cell] = endgame.wins_of(cell[0] * width + cell[1])
    cells = {row * width + col: (row, col) for row, col in wins}
    seen = evaluate(outlook.position, "lookahead", effort, tuple(cells), shown=False)
    scored = []
    for flat, cell in cells.items():
        chance = wins[cell] / endgame.count
        option = replace(_option(seen, flat, width), win=chance, exact=True)
        alive = (seen.successors[flat, :, CHANCE] > 0.0).sum() > 1
        # perfect play settles its own ties
        scored.append(ScoredOption(option, 2.0 if cell == best else chance if alive else -1.0))
    return scored
