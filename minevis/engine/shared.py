"""Shared by kernels and the readable solver: names as numbers, and its constants.

Each is written once, in the solver. Kernels take them from here, so that
`FINGERPRINT` shows if one has changed: compiled kernels have them built in.
"""

from collections import namedtuple
from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from minevis.core.outcomes import FELL, FELL_FIRST, RISK_UNITS, UNDECIDED, WON
from minevis.core.position import ViewCode
from minevis.solver.counting.odds import ODDS
from minevis.solver.counting.order import EASY, STARTS
from minevis.solver.guessing import features, surroundings
from minevis.solver.guessing.effort import NEARLY_AS_SAFE
from minevis.solver.guessing.evaluation import CLOSE_TO_BEST, FOLLOWED, RARE, UNLIKELY
from minevis.solver.guessing.features import CERTAIN, NEARLY_EVEN
from minevis.solver.guessing.outlook import TIE
from minevis.solver.guessing.strategies import GUESSES
from minevis.solver.guessing.surroundings import RADIUS, SIDE
from minevis.solver.guessing.tossups import NEAR
from minevis.solver.rules import RULES, SEARCH

__all__ = [
    "CERTAIN",
    "CLOSE_TO_BEST",
    "CONSTANTS",
    "EASY",
    "ENUMS",
    "FELL",
    "FELL_FIRST",
    "FINGERPRINT",
    "FOLLOWED",
    "NEAR",
    "NEARLY_AS_SAFE",
    "NEARLY_EVEN",
    "RADIUS",
    "RARE",
    "RISK_UNITS",
    "SIDE",
    "STARTS",
    "TIE",
    "UNDECIDED",
    "UNLIKELY",
    "WON",
    "Feature",
    "GuessKind",
    "OddsKind",
    "Picture",
    "RuleKind",
    "ViewCode",
]


def _numbered(kind: str, names: Iterable[str]) -> type[IntEnum]:
    """The names of the solver, numbered in their order; members in capitals."""
    numbers = {name.upper(): number for number, name in enumerate(names)}
    return IntEnum(kind, numbers, module=__name__)  # type: ignore[return-value]


RuleKind = _numbered("RuleKind", (*RULES, SEARCH))
OddsKind = _numbered("OddsKind", (*ODDS, "none"))
GuessKind = _numbered("GuessKind", GUESSES)


# Whole numbers by name: older versions of numba write to no place that an enum names.
def _places(kind: type[IntEnum]) -> Any:
    places: Any = namedtuple("_Places", list(kind.__members__))  # type: ignore[misc]
    return places(*(member.value for member in kind))


Feature, Picture = _places(features.Feature), _places(surroundings.Picture)

ENUMS = (RuleKind, OddsKind, GuessKind, features.Feature, surroundings.Picture, ViewCode)
CONSTANTS = (
    *(TIE, EASY, STARTS, NEARLY_AS_SAFE, CLOSE_TO_BEST, UNLIKELY, CERTAIN, NEARLY_EVEN, NEAR),
    *(RADIUS, SIDE, RARE, FOLLOWED, FELL, FELL_FIRST, RISK_UNITS, UNDECIDED, WON),
)
FINGERPRINT = repr(([list(enum) for enum in ENUMS], CONSTANTS))
