import pytest

from minevis import Board
from minevis.errors import IllegalMoveError
from minevis.practice import boards
from minevis.practice.boards import LOGICS, is_solved, no_guess_board
from minevis.practice.rating import rate
from minevis.practice.turns import turns
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.steps import PROOF_KINDS
from minevis.solver.rules import count, overlap


def board_of(seed, level="intermediate"):
    return Board.random(level, seed=seed, first=(4, 4), safe_radius=1)


@pytest.mark.parametrize("seed", range(12))
def test_a_rating_names_the_weakest_logic_and_each_turn_needs_its_idea(seed):
    board = board_of(seed)
    solved = [logic for logic in LOGICS if is_solved(board, logic, (4, 4))]
    rating = rate(board, (4, 4))
    assert (rating.logic, rating.three_bv) == (solved[0] if solved else None, board.three_bv)
    opened = 0
    for turn in turns(board, (4, 4)):
        assert not any(board.mined[cell] for cell in turn.opened)
        assert (turn.position.view >= 0).sum() >= opened
        opened = (turn.position.view >= 0).sum()
        knowledge = Knowledge(turn.position)  # easier ideas alone find no safe cell
        assert turn.kind == "count" or not list(count(knowledge))
        list(overlap(knowledge))
        if turn.kind in ("overlap", *PROOF_KINDS[3:]):
            assert knowledge.safe.any() == (turn.kind == "overlap")


def test_guesses_are_said_with_their_risk_and_named_patterns_are_counted():
    rating = rate(Board.parse("..*\n..*\n..*"), (0, 0))
    assert rating.guesses == 0
    rating = rate(Board.parse("...\n***\n*.."), (0, 0))
    assert rating.guesses == len(rating.risks) > 0
    assert rating.logic is None
    assert rating.hardest == "guess"
    assert 0 < rating.risk < 1
    assert "guess" in str(rating)
    with pytest.raises(IllegalMoveError, match="is a mine"):
        rate(Board.parse("*."), (0, 0))
    found = [rate(board_of(seed), (4, 4)) for seed in range(6)]
    assert any(rating.patterns for rating in found)
    assert all(set(rating.patterns) <= {"1-1", "1-2", "1-2-1", "1-2-2-1"} for rating in found)


def test_no_kernel_is_needed(monkeypatch):
    monkeypatch.setattr(boards, "kernels_ready", lambda *_: False)
    board = no_guess_board("beginner", "search", seed=1, first=(0, 0), progress=False)
    assert rate(board, (0, 0)).logic is not None
