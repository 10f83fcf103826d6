"""What kernels share with the solver: written once, numbered alike, and watched for changes."""

import ast
from enum import EnumType
from pathlib import Path

import pytest

from minevis.engine import shared
from minevis.engine.shared import CONSTANTS, ENUMS, GuessKind, OddsKind, RuleKind
from minevis.solver.guessing.features import Feature
from minevis.solver.guessing.strategies import GUESSES
from minevis.solver.guessing.tossups import Tossups
from minevis.solver.rules import RULES

HOME = Path(shared.__file__).parent
BESIDES = {
    "Analysis",
    "ValueNet",
    "layouts_in_all",
    "ways_of_rest",
}  # what kernels' modules take from the solver in Python only
KERNELS = [
    path
    for path in sorted(HOME.rglob("*.py"))
    if path.stem not in ("__init__", "_jit", "kernels", "shared")
]


def test_names_are_those_of_the_solver():
    assert [kind.name.lower() for kind in GuessKind] == list(GUESSES)
    assert [kind.name.lower() for kind in RuleKind] == [*RULES, "search"]
    assert [kind.name.lower() for kind in OddsKind] == ["exact", "average", "local", "none"]


def test_kernels_know_the_places_of_features_as_numbers():
    assert shared.Feature._asdict() == {feature.name: int(feature) for feature in Feature}
    assert {type(place) for place in shared.Feature} == {int}


def test_the_last_features_are_the_toss_ups():
    last = [feature.name.lower() for feature in Feature][Feature.NEAR_PAIRS :]
    assert tuple(last) == Tossups._fields


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_kernels_take_every_constant_from_where_it_is_watched(path):
    """Else a kernel that has the old value built in would be found again."""
    watched = {id(value) for value in (*CONSTANTS, *ENUMS, shared.Feature, shared.Picture)}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.name for alias in node.names}
            if node.module.startswith("minevis.solver"):
                assert names <= BESIDES
            elif node.module == "minevis.engine.shared":
                assert {id(getattr(shared, name)) for name in names} <= watched


def test_a_changed_constant_changes_the_fingerprint():
    for value in CONSTANTS:
        assert repr(value) in shared.FINGERPRINT
    for kind in ENUMS:
        assert isinstance(kind, EnumType)
        assert all(repr(member) in shared.FINGERPRINT for member in kind)
