"""Shared by kernels and the readable solver: names as numbers, and the solver's constants.

Kernels take these from here, so that `FINGERPRINT` shows a change: they are compiled into
kernels.
"""

from collections.abc import Iterable
from enum import IntEnum

from minevis.engine.outcomes import FELL, FELL_FIRST, RISK_UNITS, UNDECIDED, WON
from minevis.game.position import ViewCode
from minevis.solver.counting.odds import ODDS
from minevis.solver.counting.order import EASY, STARTS
from minevis.solver.guess.effort import NEARLY_AS_SAFE, SCORED
from minevis.solver.guess.outlook import TIE
from minevis.solver.rules import RULES, SEARCH

# Integers: comparing an array's element with an enum takes Python a hundred times as long.
COVERED, FLAGGED, EXPLODED = map(int, (ViewCode.COVERED, ViewCode.FLAGGED, ViewCode.EXPLODED))


def _numbered(kind: str, names: Iterable[str]) -> type[IntEnum]:
    """Names of the solver, numbered in their order; members in capitals."""
    numbers = {name.upper(): number for number, name in enumerate(names)}
    return IntEnum(kind, numbers, module=__name__)  # type: ignore[return-value]


RuleKind = _numbered("RuleKind", (*RULES, SEARCH))
OddsKind = _numbered("OddsKind", (*ODDS, "none"))
SIMPLE = (  # guesses by odds; the rest evaluate the outcomes of cells
    *("uniform", "least_risk", "likely_zero", "likely_zero_near_frontier"),
    *("corners", "edges", "local_max"),
)
GuessKind = _numbered("GuessKind", (*SIMPLE, *SCORED))
SCORED_KINDS = tuple(GuessKind[name.upper()].value for name in SCORED)

CONSTANTS = (
    *(COVERED, FLAGGED, EXPLODED, EASY, STARTS, NEARLY_AS_SAFE, TIE),
    *(FELL, FELL_FIRST, RISK_UNITS, UNDECIDED, WON),
)
FINGERPRINT = repr((list(RuleKind), list(OddsKind), CONSTANTS))

__all__ = [
    "COVERED",
    "EASY",
    "EXPLODED",
    "FELL",
    "FELL_FIRST",
    "FINGERPRINT",
    "FLAGGED",
    "NEARLY_AS_SAFE",
    "RISK_UNITS",
    "SCORED",
    "SCORED_KINDS",
    "STARTS",
    "TIE",
    "UNDECIDED",
    "WON",
    "GuessKind",
    "OddsKind",
    "RuleKind",
]
