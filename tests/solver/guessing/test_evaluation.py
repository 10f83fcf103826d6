"""The guess `best`: exact where it can be, the value network elsewhere, nothing better left out."""

import numpy as np
import pytest
from hypothesis import assume, given, settings

import minevis as mv
import naive
from estimates import estimated_win
from minevis.core.events import Guessed
from minevis.core.grid import cells_of
from minevis.solver.guessing.effort import EFFORTS, effort_of
from minevis.solver.guessing.evaluation import (
    FOLLOWED,
    MOST_OPTIONS,
    RARE,
    UNLIKELY,
    assess,
    near_frontier,
    options_of,
    score_best,
)
from minevis.solver.guessing.outlook import Outlook
from minevis.solver.guessing.strategies import best
from minevis.solver.guessing.successors import SurveyedPosition
from minevis.solver.knowledge import Knowledge
from minevis.winning import optimal
from positions import positions


def outlook_of(position, effort="normal"):
    return Outlook.of(Knowledge(position), mv.analyze(position).probability, effort)


def stuck(level, seed, guesses=1, effort="normal"):
    """The outlook at a guess of a game, as the player has it."""
    board = mv.Board.random(level, seed=seed, first=(0, 0))
    trace = mv.play(board, first=(0, 0), seed=seed)
    at = [i for i, event in enumerate(trace.events) if isinstance(event, Guessed)]
    view = trace[at[min(guesses, len(at)) - 1]].view
    return outlook_of(mv.Position(view, board.mines), effort)


STUCK = [("intermediate", 3), ("intermediate", 8), ("expert", 0), ("expert", 1), ("beginner", 24)]


@settings(max_examples=60)
@given(positions(max_cells=9))
def test_near_the_end_the_pick_wins_as_much_as_any_way_of_playing(position):
    layouts = [frozenset(each) for each in naive.layouts(position.view.tolist(), position.mines)]
    assume(2 <= len(layouts) <= 12)
    found = score_best(outlook_of(position))
    option = found[0].option
    assert option.exact
    assert option.win == naive.most_wins(layouts, *position.shape) / len(layouts)
    assert best(outlook_of(position)).sum() == 1
    odds, _ = naive.odds(position.view.tolist(), position.mines)
    assert option.risk == pytest.approx(float(odds[option.cell]))
    assert all(other.option.win <= option.win for other in found[1:])


def value_of(outlook, cell):
    """What the networks make of opening a cell, summed over the numbers in plain steps."""
    now = SurveyedPosition.of(outlook.position)
    total = 0.0
    for number in range(9):
        view = outlook.position.view.copy()
        view[cell] = number
        after = SurveyedPosition.of(mv.Position(view, outlook.mines))
        if after is not None:
            total += after.layouts / now.layouts * estimated_win(after, cell, surroundings=True)
    return total


@pytest.mark.parametrize(("level", "seed"), STUCK)
def test_no_candidate_is_worth_more_than_the_pick(level, seed):
    outlook = stuck(level, seed)
    found = score_best(outlook)
    assert not found[0].option.exact
    for scored in found[:4]:
        assert scored.option.win == pytest.approx(value_of(outlook, scored.option.cell))
    risks = np.where(outlook.covered, outlook.odds, np.inf)
    enough = cells_of(1 - risks >= 0.9 * (1 - risks.min()))
    near = [cell for cell in enough if near_frontier(outlook)[cell]]
    for cell in near:  # the cells that were not looked at cannot be better
        if cell not in {scored.option.cell for scored in found}:
            assert value_of(outlook, cell) <= found[0].option.win + 1e-9


@pytest.mark.parametrize(("level", "seed"), STUCK)
def test_each_effort_looks_at_its_own_cells(level, seed):
    quick, normal, hard = (score_best(stuck(level, seed, effort=effort)) for effort in EFFORTS)
    assert 1 <= len(quick) <= EFFORTS["quick"].candidates
    seen = {scored.option.cell for scored in hard}
    assert seen <= {scored.option.cell for scored in normal}
    assert 1 <= len(seen) <= EFFORTS["hard"].second_looks
    assert normal[0].option.cell in seen


PLAIN = EFFORTS["hard"]._replace(follow=0.0, surroundings=False)
SEEING = EFFORTS["hard"]._replace(follow=0.0)


@pytest.mark.parametrize("effort", [SEEING, PLAIN._replace(candidates_after=9, layouts_after=20)])
@pytest.mark.parametrize(("level", "seed"), STUCK)
def test_a_second_look_counts_on_the_best_guess_after_a_number_that_proves_nothing(
    level, seed, effort
):
    outlook = stuck(level, seed, effort=effort)
    found, now = score_best(outlook)[0].option, SurveyedPosition.of(outlook.position)
    after = {}
    for number in range(9):
        view = outlook.position.view.copy()
        view[found.cell] = number
        after[number] = SurveyedPosition.of(mv.Position(view, outlook.mines))
    left = sum(state.layouts for state in after.values() if state)
    total = 0.0
    for state in filter(None, after.values()):
        win = estimated_win(state, found.cell, surroundings=effort.surroundings)
        if state.safety < 1.0 and state.layouts / left > UNLIKELY:
            stop = Outlook.of(state.knowledge, None, effort_of(effort, 480).after)
            win = max(scored.option.win for scored in score_best(stop))
        total += state.layouts / now.layouts * win
    assert found.win == pytest.approx(total)


def followed(position, opened, share):
    """What opening one safe cell after the other comes to, in plain steps."""
    state = SurveyedPosition.of(position)
    if state.won or state.safety < 1.0 or share <= RARE:
        return estimated_win(state, opened, surroundings=True)
    safe = next(cell for cell in cells_of(position.covered) if mv.analyze(position).safe[cell])
    total = 0.0
    for number in range(9):
        view = position.view.copy()
        view[safe] = number
        after = SurveyedPosition.of(mv.Position(view, position.mines))
        if after is not None:
            chance = after.layouts / state.layouts
            total += chance * followed(mv.Position(view, position.mines), safe, share * chance)
    return total


@pytest.mark.parametrize(("level", "seed"), [("intermediate", 8), ("expert", 0)])
def test_a_second_look_follows_the_safe_cells_that_a_number_proves(level, seed):
    more = {"second_looks": 2, "candidates_after": 3, "layouts_after": 20, "follow": 1e90}
    effort = EFFORTS["hard"]._replace(**more)
    outlook = stuck(level, seed, effort=effort)
    found, now = score_best(outlook)[0].option, SurveyedPosition.of(outlook.position)
    total = 0.0
    for number in range(9):
        view = outlook.position.view.copy()
        view[found.cell] = number
        position = mv.Position(view, outlook.mines)
        state = SurveyedPosition.of(position)
        if state is None:
            continue
        share = state.layouts / now.layouts / (1.0 - found.risk)
        win = estimated_win(state, found.cell, surroundings=True)
        if state.safety == 1.0 and now.layouts <= effort.follow:
            win += FOLLOWED * (followed(position, found.cell, share) - win)
        elif state.safety < 1.0 and share > UNLIKELY:
            stop = Outlook.of(state.knowledge, None, effort.after)
            win = max(scored.option.win for scored in score_best(stop))
        total += state.layouts / now.layouts * win
    assert found.win == pytest.approx(total)


@pytest.mark.parametrize("level", [(4, 4, 3), (4, 4, 4)])
def test_with_the_hardest_effort_tiny_boards_are_played_perfectly_from_the_first_move(level):
    outlook = outlook_of(mv.Position.fresh(level[:2], level[2]), effort="hard")
    option = score_best(outlook)[0].option
    assert option.exact
    assert option.win == optimal(level).chance
    assert not score_best(outlook_of(outlook.position, effort="normal"))[0].option.exact


def test_each_effort_looks_harder_than_the_one_before():
    quick, normal, hard = EFFORTS.values()
    assert quick.layouts < normal.layouts < hard.layouts
    assert (quick.second_looks, normal.second_looks) == (0, 0) < (hard.second_looks, 1)
    assert hard.after == quick  # so it looks no further than that
    assert effort_of("hard", cells=16) != hard == effort_of("hard", cells=480)
    assert effort_of("normal", cells=16) == normal


def test_it_gives_up_perfect_play_at_its_limit_and_estimates():
    position = mv.Position.parse("mines 3\n####\n1###\n####")
    assert score_best(outlook_of(position))[0].option.exact
    found = score_best(outlook_of(position, effort=EFFORTS["normal"]._replace(sets=1)))
    assert not found[0].option.exact
    assert found[0].option.win == pytest.approx(
        value_of(outlook_of(position), found[0].option.cell)
    )


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
    position = mv.Position.parse("mines 3\n####\n1###\n####")
    found = score_best(outlook_of(position, effort="quick"))
    every = [frozenset(each) for each in naive.layouts(position.view.tolist(), 3)]
    covered = cells_of(position.covered)
    for option in options_of(found, found[0].option.cell):
        told = 0
        for number in range(9):
            part = [
                layout
                for layout in every
                if option.cell not in layout
                and naive.count_around(layout, option.cell, 3, 4) == number
            ]
            proves = any(
                all(cell not in layout for layout in part)
                for cell in covered
                if cell != option.cell
            )
            told += len(part) * (proves or len(covered) == 4)
        assert option.progress == pytest.approx(told / len(every))


@pytest.mark.parametrize(("level", "seed"), STUCK)
def test_any_cell_can_be_set_beside_the_best(level, seed):
    outlook = stuck(level, seed)
    for cell in cells_of(outlook.covered)[::40]:
        top, own = assess(outlook, cell)
        assert top == score_best(outlook)[0].option
        assert (own.cell, own.exact) == (cell, top.exact)
        assert own.risk == pytest.approx(outlook.odds[cell])
        assert own.win == pytest.approx(value_of(outlook, cell))


def test_the_player_named_best_is_told_apart_by_its_effort():
    assert mv.PLAYERS["best"].effort == "normal"


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
