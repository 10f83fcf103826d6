"""Game outcomes, and the solver's names and constants as numbers for kernels."""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from minevis.game.position import ViewCode
from minevis.solver.counting.frontier import EASY as EASY
from minevis.solver.counting.frontier import STARTS as STARTS
from minevis.solver.counting.odds import ODDS
from minevis.solver.guess.effort import NEARLY_AS_SAFE as NEARLY_AS_SAFE
from minevis.solver.guess.effort import SCORED as SCORED
from minevis.solver.guess.outlook import TIE as TIE
from minevis.solver.rules import RULES, SEARCH

WON, LOST, LOST_FIRST_CLICK, UNDECIDED = range(4)  # how a game ends
PERCENTS = 100
RISK_UNITS = 1 << 32  # for a risk of 1: sums of integers do not depend on the order


class Outcomes(NamedTuple):
    """Arrays over g games, and over the risk of all guesses in percent.

    A guess with risk p counts under percent floor(100 p), a certain mine under 99. The last three
    arrays are 0 for players without odds. `UNDECIDED` marks games left to the readable solver; the
    arrays do not contain the risks of these games.
    """

    ends: np.ndarray  # uint8 [g]: WON, LOST, LOST_FIRST_CLICK or UNDECIDED
    guesses: np.ndarray  # int32 [g]
    survival: np.ndarray  # float64 [g]: product of (1 - risk) over the guesses
    risk_sum: np.ndarray  # int64 [100]: sum of risks, each rounded to 2⁻³²
    taken: np.ndarray  # int64 [100]: guesses
    hits: np.ndarray  # int64 [100]: guesses that hit a mine


def new_outcomes(games: int) -> Outcomes:
    """Return empty outcomes."""
    return Outcomes(
        np.zeros(games, np.uint8),
        np.zeros(games, np.int32),
        np.ones(games),
        np.zeros(PERCENTS, np.int64),
        np.zeros(PERCENTS, np.int64),
        np.zeros(PERCENTS, np.int64),
    )


# Integers, because comparing an array's element with an enum takes Python a hundred times as long.
COVERED, FLAGGED, EXPLODED = map(int, (ViewCode.COVERED, ViewCode.FLAGGED, ViewCode.EXPLODED))


def _numbered(kind: str, names: Iterable[str]) -> type[IntEnum]:
    """Return an enum of the solver's names, in capitals and numbered in order."""
    numbers = {name.upper(): number for number, name in enumerate(names)}
    return IntEnum(kind, numbers, module=__name__)  # type: ignore[return-value]


RuleKind = _numbered("RuleKind", (*RULES, SEARCH))
OddsKind = _numbered("OddsKind", (*ODDS, "none"))
SIMPLE = (  # guesses by odds; other guesses evaluate outcomes
    *("uniform", "least_risk", "likely_zero", "likely_zero_near_frontier"),
    *("corners", "edges", "local_max"),
)
GuessKind = _numbered("GuessKind", (*SIMPLE, *SCORED))
SCORED_KINDS = tuple(GuessKind[name.upper()].value for name in SCORED)
