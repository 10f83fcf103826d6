"""What kernels share with the solver: written once, numbered alike, and watched for changes."""

import ast
from pathlib import Path

import pytest

from minevis.engine import shared
from minevis.engine.shared import CONSTANTS, GuessKind, OddsKind, RuleKind
from minevis.solver.guess.strategies import GUESSES
from minevis.solver.rules import RULES

HOME = Path(shared.__file__).parent
PYTHON = {"Analysis", "EFFORTS", "Effort", "layouts_in_all", "ways_of_rest"}  # no constants
KERNELS = [
    path
    for path in sorted(HOME.rglob("*.py"))
    if path.stem not in ("__init__", "_jit", "kernels", "shared")
]


def test_names_are_those_of_the_solver():
    assert {kind.name.lower() for kind in GuessKind} == set(GUESSES)
    assert [kind.name.lower() for kind in RuleKind] == [*RULES, "search"]
    assert [kind.name.lower() for kind in OddsKind] == ["exact", "average", "local", "none"]


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_kernels_take_every_constant_of_the_solver_from_where_it_is_watched(path):
    """Else a kernel that has the old value built in would be found again."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("minevis.solver"):
            assert {alias.name for alias in node.names} <= PYTHON


def test_a_changed_constant_changes_the_fingerprint():
    for value in (*CONSTANTS, *RuleKind, *OddsKind):
        assert repr(value) in shared.FINGERPRINT
