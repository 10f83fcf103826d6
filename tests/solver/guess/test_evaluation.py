"""The guess `best`: exact with few layouts, otherwise by the value network."""

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings

import minevis as mv
import naive
from estimates import outcomes, second_look, value
from minevis.game.grid import cells_of
from minevis.reviews.winning import optimal
from minevis.solver.events import Guessed
from minevis.solver.guess.effort import EFFORTS, effort_of
from minevis.solver.guess.evaluation import MOST_OPTIONS, assess, options_of, score
from minevis.solver.guess.outlook import Outlook
from minevis.solver.guess.strategies import best
from minevis.solver.knowledge import Knowledge
from positions import positions


def outlook_of(position, effort="normal"):
    return Outlook.of(Knowledge(position), mv.analyze(position).probability, effort)


@cache
def stuck(level, seed, effort="normal"):
    """The outlook at the first guess of a game, as the player has it."""
    board = mv.Board.random(level, seed=seed, first=(0, 0))
    trace = mv.play(board, first=(0, 0), seed=seed)
    position = mv.Position(trace[trace.find(Guessed)].view, board.mines)
    return outlook_of(position, effort)


STUCK = [("intermediate", 3), ("intermediate", 8), ("expert", 0), ("beginner", 24)]
SMALL = ["mines 3\n####\n1###\n####", "mines 5\n##2##\n#####\n#####", "mines 3\n#1###\n#####"]
BY_NETWORKS = EFFORTS["normal"]._replace(layouts=0)


@settings(max_examples=60)
@given(positions(max_cells=9))
def test_near_the_end_the_pick_wins_as_much_as_any_way_of_playing(position):
    layouts = [frozenset(each) for each in naive.layouts(position.view.tolist(), position.mines)]
    assume(2 <= len(layouts) <= 12)
    found = score(outlook_of(position), "best")
    option = found[0].option
    assert option.exact
    assert option.win == naive.most_wins(layouts, *position.shape) / len(layouts)
    assert best(outlook_of(position)).sum() == 1
    odds, _ = naive.odds(position.view.tolist(), position.mines)
    assert option.risk == pytest.approx(float(odds[option.cell]))
    assert all(other.option.win <= option.win for other in found[1:])


@settings(max_examples=60)
@given(positions(max_cells=12))
def test_by_the_networks_no_candidate_is_worth_more_than_the_pick(position):
    layouts = naive.layouts(position.view.tolist(), position.mines)
    assume(len(layouts) > 1)
    found = score(outlook_of(position, BY_NETWORKS), "best")
    assert not found[0].option.exact
    for option, worth in found:
        assert option.win == pytest.approx(value(position, option.cell), abs=1e-9)
        assert worth <= found[0].score + 1e-9


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("follow", [0.0, 1e9])
def test_a_second_look_counts_on_the_best_guess_after_a_number_that_proves_nothing(text, follow):
    position = mv.Position.parse(text)
    more = {"second_looks": 2, "follow": follow, "candidates_after": 3, "layouts_after": 0}
    effort = BY_NETWORKS._replace(**more)

    def best_after(after):
        return score(outlook_of(after, effort.after), "best")[0].option.win

    found = score(outlook_of(position, effort), "best")
    first = score(outlook_of(position, BY_NETWORKS), "best")
    assert 1 <= len(found) <= 2
    for option, _ in found:
        wanted = second_look(position, option.cell, best_after, follow=follow > 0)
        assert option.win == pytest.approx(wanted, abs=1e-9)
    assert {option.cell for option, _ in found} <= {option.cell for option, _ in first}


@pytest.mark.parametrize(("level", "seed"), STUCK)
def test_each_effort_looks_at_its_own_cells(level, seed):
    quick, normal = (score(stuck(level, seed, effort), "best") for effort in ("quick", "normal"))
    assert 1 <= len(quick) <= EFFORTS["quick"].candidates
    again = EFFORTS["quick"]._replace(second_looks=2, candidates_after=1, layouts_after=0)
    seen = {option.cell for option, _ in score(stuck(level, seed, again), "best")}
    assert quick[0].option.cell in seen <= {option.cell for option, _ in quick}
    assert len(seen) <= 2
    assert normal[0].score >= quick[0].score - 1e-9


@pytest.mark.parametrize("level", [(4, 4, 3), (4, 4, 4)])
def test_with_the_hardest_effort_tiny_boards_are_played_perfectly_from_the_first_move(level):
    outlook = outlook_of(mv.Position.fresh(level[:2], level[2]), effort="hard")
    option = score(outlook, "best")[0].option
    assert option.exact
    assert option.win == optimal(level).chance
    assert not score(outlook_of(outlook.position, effort="normal"), "best")[0].option.exact


def test_each_effort_looks_harder_than_the_one_before_up_to_its_limit():
    quick, normal, hard = EFFORTS.values()
    assert quick.layouts < normal.layouts < hard.layouts
    assert (quick.second_looks, normal.second_looks) == (0, 0) < (hard.second_looks, 1)
    assert hard.after == quick  # so it looks no further than that
    assert effort_of("hard", cells=16) != hard == effort_of("hard", cells=480)
    assert effort_of("normal", cells=16) == normal
    position = mv.Position.parse(SMALL[0])
    assert score(outlook_of(position), "best")[0].option.exact
    found = score(outlook_of(position, EFFORTS["normal"]._replace(sets=1)), "best")
    assert not found[0].option.exact
    assert found[0].option.win == pytest.approx(value(position, found[0].option.cell))


def test_a_guess_tells_its_options_the_picked_one_first():
    for level, seed in STUCK:
        for name in ("best", "lookahead", "information"):
            outlook = stuck(level, seed)
            player = mv.Player(guess=name)
            guess = list(mv.explain(outlook.position, player, seed=seed))[-1]
            assert 1 <= len(guess.options) <= MOST_OPTIONS
            assert guess.options[0].cell == guess.cell
            assert guess.options[0].risk == pytest.approx(guess.risk)
            for option in guess.options:
                assert 0 <= option.progress <= 1 - option.risk + 1e-9
                assert 0 <= option.win <= 1 - option.risk + 1e-9


def test_progress_is_the_chance_of_a_safe_cell_next():
    position = mv.Position.parse(SMALL[0])
    found = score(outlook_of(position, effort="quick"), "best")
    for option in options_of(found, found[0].option.cell):
        risk, after = outcomes(position, option.cell)
        safe = sum(each.chance for each in after.values() if each.safe or each.won)
        assert option.progress == pytest.approx((1 - risk) * safe)


@settings(max_examples=40)
@given(positions(max_cells=12))
def test_any_cell_can_be_compared_with_the_best(position):
    layouts = naive.layouts(position.view.tolist(), position.mines)
    odds, _ = naive.odds(position.view.tolist(), position.mines)
    assume(len(layouts) > 1)
    outlook = outlook_of(position, BY_NETWORKS)
    surroundings = min(odds.values()) > 0  # the second network needs a position without a safe cell
    for cell in cells_of(outlook.covered)[::3]:
        top, own = assess(outlook, cell)
        assert (own.cell, own.exact, top.exact) == (cell, False, False)
        assert own.risk == pytest.approx(float(odds[cell]))
        assert own.win == pytest.approx(value(position, cell, surroundings=surroundings), abs=1e-9)
        if surroundings:
            assert top == score(outlook, "best")[0].option


@settings(max_examples=40)
@given(positions(max_cells=9))
def test_near_the_end_any_cell_is_compared_exactly(position):
    layouts = [frozenset(each) for each in naive.layouts(position.view.tolist(), position.mines)]
    assume(1 <= len(layouts) <= 12 and position.covered.sum() > position.mines_left)
    for cell in cells_of(position.covered)[::3]:
        top, own = assess(outlook_of(position), cell)
        assert top.exact
        assert own.exact
        assert top.win == naive.most_wins(layouts, *position.shape) / len(layouts)
        parts = {}
        for layout in layouts:
            if cell not in layout:
                shown = naive.count_around(layout, cell, *position.shape)
                parts.setdefault(shown, []).append(layout)
        won = sum(naive.most_wins(part, *position.shape) for part in parts.values())
        assert own.win == pytest.approx(won / len(layouts))


@pytest.mark.parametrize("is_stuck", [True, False])
def test_a_guess_is_judged_by_the_second_network_only_if_no_cell_is_safe(is_stuck):
    """It was fitted to positions without one."""
    position = stuck("expert", 0).position
    if not is_stuck:
        view = position.view.copy()
        view[np.unravel_index(np.nanargmax(mv.analyze(position).zero_probability), view.shape)] = 0
        position = mv.Position(view, position.mines)
    cell = mv.analyze(position).best[0] if is_stuck else cells_of(position.covered)[-1]
    alone = EFFORTS["normal"]._replace(surroundings=False)
    found = [assess(outlook_of(position, effort), cell) for effort in ("normal", alone)]
    assert (found[0] == found[1]) is not is_stuck
