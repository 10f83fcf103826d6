"""The solver of the browser against the one of Python; tests/js/layouts.test.mjs has more."""

from functools import cache

import numpy as np
import pytest

import minevis as mv
from minevis.game.grid import neighbour_counts
from minevis.game.position import ViewCode
from node import answers_of, board_of, needs_node

pytestmark = needs_node
ANALYSIS = "solver/analysis.js"
ANALYZE = """(board) => {
  try {
    const found = script.analyze(board);
    const total = ([mines, layouts]) => [mines, String(layouts)];
    const totals = board.mines === null ? script.totalsOf(board).map(total) : [];
    const given = { ...found, chances: [...found.chances], layouts: String(found.layouts), totals };
    return { ...given, zeros: [...script.zeroChances(board, found.chances)] };
  } catch (error) {
    return error.clues;
  }
}"""
FIRST = "(board) => script.bestMoves(board)[0]"
BEST = """(board) => {
  const [best] = script.bestMoves(board);
  return { ...best, outcomes: script.outcomesInTime(board, best.cell) };
}"""


@cache
def random_positions(count=1500):
    """Positions of all densities, some with flags and explosions, some without a total."""
    rng = np.random.default_rng(4)
    found = []
    for _ in range(count):
        shape = tuple(rng.integers(1, 10, 2))
        mined = rng.random(shape) < rng.uniform(0.05, 0.4)
        opened = ~mined & (rng.random(shape) < rng.uniform(0, 0.9))
        view = np.where(opened, neighbour_counts(mined), ViewCode.COVERED).astype(np.int8)
        marked = mined & (rng.random(shape) < rng.choice([0, 0.3]))
        view[marked] = rng.choice([ViewCode.FLAGGED, ViewCode.EXPLODED], p=[0.9, 0.1])
        found.append(mv.Position(view, None if rng.random() < 0.2 else int(mined.sum())))
    return found


@cache
def analyses():
    return [mv.analyze(position) for position in random_positions()]


def flat(mask):
    return np.flatnonzero(mask).tolist()


def same(found, expected):
    """Check that lists of chances, which have null for NaN, are these arrays."""
    chances = np.concatenate([np.array(each, float) for each in found])
    wanted = np.concatenate([each.ravel() for each in expected])
    np.testing.assert_allclose(chances, wanted, rtol=0, atol=1e-12)


def test_random_positions_are_analysed_as_in_python():
    found = answers_of(
        ANALYSIS, ANALYZE, [(board_of(position),) for position in random_positions()]
    )
    zeros = []
    for number, (given, expected) in enumerate(zip(found, analyses(), strict=True)):
        covered = expected.position.covered
        assert int(given["layouts"]) == expected.configurations
        assert given["safe"] == flat(expected.safe & covered)
        assert given["mined"] == flat(expected.mined & covered)
        if expected.position.mines is None and number < 1000:
            totals = {mines: int(layouts) for mines, layouts in given["totals"]}
            assert totals == dict(expected.totals)
        if not (expected.position.view == ViewCode.EXPLODED).any():
            zeros.append((given["zeros"], expected.zero_probability))
    same([given["chances"] for given in found], [expected.probability for expected in analyses()])
    same(*zip(*zeros, strict=True))


def test_the_last_layouts_are_played_out_as_in_python():
    last = [
        each
        for each in analyses()
        if each.position.mines is not None and not each.safe.any() and each.configurations <= 100
    ][:40]
    last = [each for each in last if (each.position.covered & ~each.mined).any()]
    found = answers_of("solver/best.js", FIRST, [(board_of(e.position),) for e in last])
    for best, known in zip(found, last, strict=True):
        exact = mv.win_chance(known.position, most_layouts=known.configurations)
        assert (best["reason"], best["win"]) == ("win", pytest.approx(exact.value))


def guesses_of_an_expert_game(seed):
    """The positions without a safe cell, as a player of least risk meets them."""
    game = mv.Game(mv.Board.random("expert", seed=seed))
    game.open((8, 15))
    while not game.over:
        analysis = mv.analyze(game.position)
        if not analysis.safe.any():
            yield analysis
        safe = analysis.safe & analysis.position.covered
        cells = np.argwhere(safe).tolist() if safe.any() else analysis.best[:1]
        for row, col in cells:
            if game.view[row, col] == ViewCode.COVERED and not game.over:
                game.open((row, col))


def outcomes_of(analysis, cell):
    """Each number a cell may show: its share of the layouts, safe cells and the least risk then."""
    position, found = analysis.position, []
    for number in range(9):
        view = position.view.copy()
        view[cell] = number
        try:
            after = mv.analyze(mv.Position(view, position.mines))
        except mv.ContradictionError:
            continue
        covered = after.position.covered
        safe = int((after.safe & covered).sum())
        found.append((number, after.configurations, safe, after.probability[covered].min()))
    total = sum(count for _, count, _, _ in found)
    return [(number, count / total, safe, risk) for number, count, safe, risk in found]


# in all three, improbable clues connect so many others that a state is longer than a number
@pytest.mark.parametrize("seed", [1025, 1105, 1205])
def test_guesses_of_expert_games_are_weighed_as_in_python(seed):
    guesses = list(guesses_of_an_expert_game(seed))
    asked = [(board_of(each.position),) for each in guesses]
    for best, known in zip(answers_of("solver/best.js", BEST, asked), guesses, strict=True):
        cell = divmod(best["cell"], 30)
        assert best["risk"] == pytest.approx(known.probability[cell])
        if best["reason"] == "win":
            continue  # compared above
        expected = outcomes_of(known, cell)
        keys = ("number", "chance", "safe", "risk")
        found = [value for each in best["outcomes"] for value in map(each.get, keys)]
        assert found == pytest.approx([value for each in expected for value in each])
        survives = sum(chance * (1 - risk) for _, chance, _, risk in expected)
        assert best["survives"] == pytest.approx((1 - best["risk"]) * survives)
        assert best["progress"] == pytest.approx(sum(c for _, c, safe, _ in expected if safe))
