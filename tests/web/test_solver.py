"""The solver of the browser against the one of Python: golden positions and many random ones."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

import minevis as mv
from minevis.game.grid import neighbour_counts
from minevis.game.position import ViewCode
from minevis.solver.counting.sampling import layouts_of
from node import answers_of, board_of, needs_node
from positions import answers, golden

pytestmark = needs_node
ANALYSIS = "solver/analysis.js"
ANALYZE = """(board, zeros) => {
  try {
    const found = script.analyze(board);
    const given = { ...found, chances: [...found.chances], layouts: String(found.layouts) };
    return { ...given, zeros: zeros && [...script.zeroChances(board, found.chances)] };
  } catch (error) {
    return error.clues;
  }
}"""
TOTALS = "(board) => script.totalsOf(board).map(([mines, layouts]) => [mines, String(layouts)])"
RANDOM = "(state) => () => (state = (state * 48271) % 2147483647) / 2147483647"
DRAW = f"""(board, cell, mined) =>
  script.drawLayout(board, ({RANDOM})(7), new Map([[cell, mined]]))"""
FIRST = "(board) => script.bestMoves(board)[0]"
BEST = """(board) => {
  const [best] = script.bestMoves(board);
  return { ...best, outcomes: script.outcomesInTime(board, best.cell) };
}"""
DRAW_MANY = f"""(board, count) => {{
  const random = ({RANDOM})(1);
  const draw = () => script.drawLayout(board, random).map(Number).join("");
  return Array.from({{ length: count }}, draw);
}}"""


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


def test_golden_positions():
    found = answers_of(ANALYSIS, ANALYZE, [(board_of(p), False) for _, p, _ in golden()])
    for given, (name, position, entry) in zip(found, golden(), strict=True):
        width = position.shape[1]
        assert given["layouts"] == entry["layouts"], name
        same([given["chances"]], [answers(entry)])
        for key, cells in (("safe", "safe"), ("mined", "mined"), ("safest", "best")):
            assert given[key] == [row * width + col for row, col in entry[cells]], name


def test_random_positions_are_analysed_as_in_python():
    asked = [(board_of(position), True) for position in random_positions()]
    found = answers_of(ANALYSIS, ANALYZE, asked)
    for given, expected in zip(found, analyses(), strict=True):
        covered = expected.position.covered
        assert int(given["layouts"]) == expected.configurations
        assert given["safe"] == flat(expected.safe & covered)
        assert given["mined"] == flat(expected.mined & covered)
    same([given["chances"] for given in found], [expected.probability for expected in analyses()])
    marked = [(each.position.view == ViewCode.EXPLODED).any() for each in analyses()]
    unexploded = [number for number, exploded in enumerate(marked) if not exploded]
    same(
        [found[number]["zeros"] for number in unexploded],
        [analyses()[number].zero_probability for number in unexploded],
    )


def test_possible_totals():
    unknown = [each for each in analyses() if each.position.mines is None][:200]
    asked = [(board_of(each.position),) for each in unknown]
    for given, expected in zip(answers_of(ANALYSIS, TOTALS, asked), unknown, strict=True):
        assert {mines: int(layouts) for mines, layouts in given} == dict(expected.totals)


def test_layouts_with_and_without_a_mine_fit():
    asked, expected = [], []
    for analysis in analyses()[::10]:
        for cell in flat(analysis.position.covered)[::7]:
            for mined in (True, False):
                asked.append((board_of(analysis.position), cell, mined))
                certain = analysis.safe if mined else analysis.mined
                expected.append((analysis.position, not certain.flat[cell]))
    found = answers_of(ANALYSIS, DRAW, asked)
    for layout, (_, cell, mined), (position, possible) in zip(found, asked, expected, strict=True):
        assert (layout is not None) == possible
        if layout is None:
            continue
        mines = np.array(layout).reshape(position.shape)
        assert mines.flat[cell] == mined
        assert position.mines in (None, mines.sum())
        assert mines[position.marked].all()
        assert not mines[position.opened].any()
        assert (neighbour_counts(mines) == position.view)[position.opened].all()


@pytest.mark.parametrize("text", ["mines 4\n#2##\n####", "#1###\n##2##", "mines 3\n##1##1##"])
def test_each_layout_is_drawn_with_the_same_chance(text):
    position = mv.Position.parse(text)
    total = position.mines
    totals = mv.analyze(position).totals if total is None else (total,)
    every = {
        "".join(map(str, layout.astype(int).ravel()))
        for mines in totals
        for layout in layouts_of(mv.Position(position.view, mines))
    }
    each = 100
    (drawn,) = answers_of(ANALYSIS, DRAW_MANY, [(board_of(position), each * len(every))])
    counts = Counter(drawn)
    assert set(counts) == every
    deviations = [(count - each) ** 2 / each for count in counts.values()]
    freedom = len(every) - 1
    assert sum(deviations) < freedom + 4 * (2 * freedom) ** 0.5


def test_the_last_layouts_are_played_out_as_in_python():
    last = [
        each
        for each in analyses()
        if each.position.mines is not None and not each.safe.any() and each.configurations <= 100
    ][:40]
    last = [each for each in last if (each.position.covered & ~each.mined).any()]
    found = answers_of(
        "solver/best.js",
        "(board) => script.bestMoves(board)[0]",
        [(board_of(e.position),) for e in last],
    )
    for best, known in zip(found, last, strict=True):
        exact = mv.win_chance(known.position, most_layouts=known.configurations)
        assert best["reason"] == "win"
        assert best["win"] == pytest.approx(exact.value)


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


CROSSES = "\n".join(["#" * 13, *["#3" * 6 + "#", "#" * 13] * 6])


def test_a_guess_with_too_many_cases_ahead_has_the_least_risk():
    position = mv.Position.parse(CROSSES)
    (best,) = answers_of(
        "solver/best.js", "(board) => script.bestMoves(board)[0]", [(board_of(position),)]
    )
    assert best["reason"] == "risk"
