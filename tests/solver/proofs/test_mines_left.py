"""The mines left: the clues that are added up are the best there are."""

from itertools import combinations

import pytest
from hypothesis import given, settings

from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues, Facts
from minevis.solver.proofs.mines_left import best_apart
from positions import positions

MOST = 9  # clues: all their sets are tried


@pytest.mark.parametrize("mined", [False, True])
@settings(max_examples=120)
@given(position=positions(max_cells=25))
def test_no_other_clues_apart_say_more_and_none_as_much_in_fewer(mined, position):
    clues = Clues(Knowledge(position))
    states = {clue: clues.state(clue, Facts()) for clue in clues.mask}
    if len(states) > MOST:
        return

    def weight(some):
        return sum(
            states[clue][1].bit_count() - states[clue][0] if mined else states[clue][0]
            for clue in some
        )

    def is_apart(some):
        return not any(states[a][1] & states[b][1] for a, b in combinations(some, 2))

    every = [
        some
        for size in range(len(states) + 1)
        for some in combinations(states, size)
        if is_apart(some)
    ]
    best = max(every, key=lambda some: (weight(some), -len(some)))
    found = best_apart(clues, Facts(), mined)
    assert is_apart(found)
    assert (weight(found), len(found)) == (weight(best), len(best))
