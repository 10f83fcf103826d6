"""What kernels share with the readable solver: its names as numbers, and its constants.

Each is written once, where the solver uses it. Kernels take them from here, so that
`FINGERPRINT` tells when one has changed: compiled kernels have them built in.
"""

from collections import namedtuple
from collections.abc import Iterable
from enum import IntEnum

from minevis.core.outcomes import FELL, FELL_FIRST, RISK_UNITS, UNDECIDED, WON
from minevis.core.position import ViewCode
from minevis.solver.counting.odds import ODDS
from minevis.solver.counting.order import EASY, STARTS
from minevis.solver.guessing import features
from minevis.solver.guessing.effort import NEARLY_AS_SAFE
from minevis.solver.guessing.evaluation import CLOSE_TO_BEST, FOLLOWED, RARE, UNLIKELY
from minevis.solver.guessing.features import CERTAIN, NEARLY_EVEN
from minevis.solver.guessing.outlook import TIE
from minevis.solver.guessing.strategies import GUESSES
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
    "RARE",
    "RISK_UNITS",
    "STARTS",
    "TIE",
    "UNDECIDED",
    "UNLIKELY",
    "WON",
    "Feature",
    "GuessKind",
    "OddsKind",
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
_Places = namedtuple("_Places", [feature.name for feature in features.Feature])  # type: ignore[misc]
Feature = _Places(*[feature.value for feature in features.Feature])

ENUMS = (RuleKind, OddsKind, GuessKind, features.Feature, ViewCode)
CONSTANTS = (
    *(TIE, EASY, STARTS, NEARLY_AS_SAFE, CLOSE_TO_BEST, UNLIKELY, CERTAIN, NEARLY_EVEN, NEAR),
    *(RARE, FOLLOWED, FELL, FELL_FIRST, RISK_UNITS, UNDECIDED, WON),
)
FINGERPRINT = repr(([list(enum) for enum in ENUMS], CONSTANTS))
