"""Names shared by kernels and the solver have the same numbers."""

from minevis.engine.shared import GuessKind, OddsKind, RuleKind
from minevis.solver.guess.strategies import GUESSES
from minevis.solver.rules import RULES


def test_names_are_those_of_the_solver():
    assert {kind.name.lower() for kind in GuessKind} == set(GUESSES)
    assert [kind.name.lower() for kind in RuleKind] == [*RULES, "search"]
    assert [kind.name.lower() for kind in OddsKind] == ["exact", "average", "local", "none"]
