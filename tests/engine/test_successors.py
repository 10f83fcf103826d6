"""The positions after a guess, against every layout one by one."""

import pytest
from hypothesis import assume, given, settings

import naive
from estimates import entropy, outcomes
from minevis import GUESSES
from minevis.engine.guess.evaluation import evaluate
from minevis.game.grid import cells_of
from minevis.solver.guess.effort import EFFORTS, NEARLY_AS_SAFE
from minevis.solver.guess.evaluation import score
from minevis.solver.guess.outlook import Outlook
from minevis.solver.knowledge import Knowledge
from positions import positions

NORMAL = EFFORTS["normal"]


def outlook_of(position):
    return Outlook.of(Knowledge(position), None)


def fits(position):
    return bool(naive.layouts(position.view.tolist(), position.mines))


@settings(max_examples=80)
@given(positions(max_cells=10))
def test_outcomes_are_those_of_all_layouts(position):
    covered, width = cells_of(position.covered), position.shape[1]
    assume(covered and fits(position))
    flat = [row * width + col for row, col in covered[:4]]
    seen = evaluate(position, "best", NORMAL, flat)
    assert seen.layouts == pytest.approx(len(naive.layouts(position.view.tolist(), position.mines)))
    for cell, number in zip(covered[:4], flat, strict=True):
        risk, expected = outcomes(position, cell)
        assert seen.risk[number] == pytest.approx(risk)
        found = {after.number: after for after in seen.outcomes(number)}
        assert list(found) == list(expected)
        for after, wanted in zip(found.values(), expected.values(), strict=True):
            assert (after.safe, after.won) == (wanted.safe, wanted.won)
            assert after.chance == pytest.approx(wanted.chance)
            assert after.win == pytest.approx(wanted.win(cell), abs=1e-9)


def compared(position):
    """The cells that `lookahead` and `information` compare."""
    odds, _ = naive.odds(position.view.tolist(), position.mines)
    safety = {cell: 1 - odds[cell] for cell in cells_of(position.covered)}
    enough = NEARLY_AS_SAFE * max(safety.values()) - 1e-9
    outlook = outlook_of(position)

    def near(cell):
        block = [cell, *naive.around(cell, *position.shape)]
        return outlook.rims[cell] >= 2 or any(outlook.frontier[each] for each in block)

    some = [cell for cell in safety if safety[cell] >= enough and near(cell)]
    return some or [cell for cell in safety if safety[cell] >= max(safety.values()) - 1e-9]


@pytest.mark.parametrize("name", ["lookahead", "information"])
@settings(max_examples=60)
@given(position=positions(max_cells=12))
def test_the_best_of_the_compared_cells_is_picked(name, position):
    """A cell without information is left while another cell has some."""
    assume(position.covered.sum() > position.mines_left and fits(position))
    odds, _ = naive.odds(position.view.tolist(), position.mines)
    now = sum(entropy(float(odds[cell])) for cell in cells_of(position.covered))
    values = {}
    for cell in compared(position):
        risk, found = outcomes(position, cell)
        gains = {after: after.safety if name == "lookahead" else now - after.uncertainty
                 for after in found.values()}  # fmt: skip
        value = (1 - risk) * sum(after.chance * gain for after, gain in gains.items())
        values[cell] = len(found) > 1, value
    alive = {cell: value for cell, (lives, value) in values.items() if lives}
    alive = alive or {cell: value for cell, (_, value) in values.items()}
    found = {scored.option.cell: scored.score for scored in score(outlook_of(position), name)}
    assert found == pytest.approx(alive, abs=1e-9)
    best = {cell for cell in alive if alive[cell] >= max(alive.values()) - 1e-9}
    assert set(cells_of(GUESSES[name](outlook_of(position)))) == best
