import numpy as np
import pytest
from hypothesis import assume, given, settings

import minevis as mv
import naive
from minevis.reviews import winning
from minevis.reviews.winning import finish, optimal
from positions import positions


@settings(max_examples=60)
@given(positions(max_cells=8))
def test_near_the_end_it_is_that_of_perfect_play(position):
    layouts = [frozenset(each) for each in naive.layouts(position.view.tolist(), position.mines)]
    assume(0 < len(layouts) <= 12)
    chance = mv.win_chance(position)
    wins = naive.most_wins(layouts, *position.shape)
    assert chance.exact
    assert chance.games == len(layouts)
    assert chance.value == chance.low == chance.high == float(chance) == wins / len(layouts)


def test_tiny_boards_are_known_exactly_and_larger_ones_refused_with_their_number():
    chance = mv.win_chance(mv.Position.fresh((3, 3), 3), most_layouts=1000)
    assert chance.value == optimal((3, 3, 3)).chance
    assert repr(chance).endswith(f"exactly {chance.value:.6g} by perfect play>")
    with pytest.raises(mv.BoardFormatError, match="^9×9 with 10 mines has 1.9 × 10¹² layouts"):
        optimal("beginner")
    with pytest.raises(mv.BoardFormatError, match="7,000 mines has 1.1 × 10⁶⁰⁵⁶ lay.* 20,000$"):
        optimal((150, 150, 7000))


@pytest.mark.parametrize("player", ["exact", "counting"])
def test_a_layout_is_finished_as_its_board_is_played(player):
    for seed in range(12):
        board = mv.Board.random("beginner", seed=seed, first=(4, 4))
        game = mv.Game(board)
        game.open((4, 4))
        played = mv.play(board, player, first=(4, 4), seed=seed)
        (won,) = finish(game.position, board.mined[np.newaxis], player, seed=seed)
        assert won == played.won


@pytest.mark.parametrize("player", ["exact", "best", "counting"])
def test_kernels_and_the_readable_solver_finish_alike(player, monkeypatch):
    board = mv.Board.random("beginner8", seed=3, first=(0, 0))
    game = mv.Game(board)
    game.open((0, 0))
    layouts = mv.analyze(game.position).sample(40, seed=1)
    with monkeypatch.context() as patch:
        patch.setattr(winning, "rest_of", None)  # what kernels have decided is not played again
        fast = finish(game.position, layouts, player, seed=7)
    monkeypatch.setattr(winning, "has_kernels", lambda player: False)
    assert np.array_equal(fast, finish(game.position, layouts, player, seed=7))
    assert 0 < fast.sum() < 40
    assert winning.games_for(mv.PLAYERS["exact"], 480) == winning.READABLE_GAMES


def test_elsewhere_it_is_a_share_of_games_with_its_interval():
    position = mv.Position.parse("mines 1\n11\n##")  # a coin's toss
    chance = mv.win_chance(position, most_layouts=1, games=300, seed=5)
    assert not chance.exact
    assert chance.low < 0.5 < chance.high
    assert chance.low < chance.value < chance.high
    assert chance == mv.win_chance(position, most_layouts=1, games=300, seed=5)
    assert repr(chance).endswith("300 games of exact>")
    with pytest.raises(ValueError, match="^seed=.* with 10 games: the last seed exceeds"):
        mv.win_chance(mv.Position.fresh((9, 9), 10), games=10, seed=2**64 - 1)
    with pytest.raises(ValueError, match="^most_layouts=-1: it must be an integer of 0"):
        mv.win_chance(mv.Position.fresh((9, 9), 10), most_layouts=-1)
    with pytest.raises(ValueError, match="games=0"):
        mv.win_chance(position, games=0)
    with pytest.raises(ValueError, match="games=10000000000000: .* from 1 to 10000000$"):
        mv.win_chance(position, games=10**13)


@pytest.mark.parametrize("size", [(20, 20), (30, 30), (1, 1_500)])
def test_boards_of_many_cells_are_worked_out_by_calls_within_calls(size):
    best = optimal((*size, 1), progress=False)
    assert (best.wins, best.layouts) == (best.layouts - 1, size[0] * size[1])
    assert mv.win_chance(mv.Position.fresh((20, 20), 1), most_layouts=400).value == 399 / 400


def test_boards_that_are_decided_have_no_doubt():
    assert mv.win_chance(mv.Position.parse("mines 2\n1*#\n###")).value == 0
    assert mv.win_chance(mv.Position.parse("mines 1\n1#\n11")).value == 1
    with pytest.raises(mv.ContradictionError):
        mv.win_chance(mv.Position.parse("mines 1\n3#\n##"))
    assert optimal((2, 2, 4)).chance == mv.win_chance(mv.Position.fresh((2, 2), 4)).value == 1


def test_a_chance_to_win_is_a_table_of_fewer_games_on_large_boards():
    exact = mv.win_chance("mines 1\n#1#")._repr_html_()
    assert ">50 %<" in exact
    assert ">perfect play<" in exact
    played = mv.win_chance(mv.Position.fresh((5, 5), 5), games=50)._repr_html_()
    assert ">50 games of exact<" in played
    assert winning.games_for(mv.PLAYERS["exact"], 480) == winning.GAMES
    assert winning.games_for(mv.PLAYERS["exact"], 4_800) == winning.GAMES // 10
    assert winning.games_for(mv.PLAYERS["exact"], 4_000_000) == winning.FEWEST_GAMES
