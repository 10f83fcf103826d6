import random

import pytest

import minevis as mv
from example_games import GAMES
from minevis.game.grid import cells_of
from minevis.practice.puzzle import Puzzle
from minevis.solver import events as ev
from minevis.web.puzzles import practice_pack


@pytest.mark.parametrize("name", ["beginner.avf", "expert.avf", "expert.rmv", "lost.rawvf"])
def test_each_needless_guess_is_a_puzzle(name):
    pytest.importorskip("ms_toollib")
    trace = mv.replay(GAMES / name)
    review = trace.review(effort="quick")
    found = trace.puzzles(review)
    needless = [click for click in review.mistakes if click.safe is not None]
    assert len(found) == len(needless) > 0
    for puzzle, click in zip(found, needless, strict=True):
        assert click.safe in puzzle.safe
        assert puzzle.proof is not None
        assert puzzle.proof.difficulty <= click.proof.difficulty + 2
        before = trace[click.index - 1].view
        shown = puzzle.position.view
        assert ((shown >= 0) == (before >= 0)).all()
        assert not (shown[tuple(zip(*puzzle.asked, strict=True))] >= 0).any()
        assert max(puzzle.window[2:]) <= 11
        assert Puzzle.parse(str(puzzle)) == puzzle


def test_what_the_mines_left_prove_is_asked_too_and_nothing_without_a_needless_guess():
    events = [
        ev.Started(1, 5, 1, "x"),
        ev.Opened((0, 1), ((0, 1),), (1,)),
        ev.Opened((0, 0), ((0, 0),), (1,)),  # the only mine touches the clue: the others are safe
    ]
    (puzzle,) = mv.Trace(events).puzzles()
    assert puzzle.kind == "mines left"
    assert set(puzzle.safe) == {(0, 3)}
    assert set(puzzle.asked) == {(0, 0), (0, 2), (0, 3)}
    trace = mv.play(mv.Board.random("beginner8", seed=3), "exact", first=(0, 0))
    assert trace.puzzles() == ()


def test_careless_games_give_puzzles_that_can_be_shown():
    shown = 0
    for seed in range(6):
        board = mv.Board.random("beginner", seed=seed, first=(0, 0), safe_radius=1)
        game, events = mv.Game(board), [ev.Started(9, 9, 10, "x")]
        safe = list(cells_of(~board.mined))
        random.Random(seed).shuffle(safe)
        for cell in [(0, 0), *safe[:30]]:
            if game.view[cell] == -1:
                opened = game.open(cell)
                numbers = tuple(int(game.view[each]) for each in opened)
                events.append(ev.Opened(cell, opened, numbers))
        trace = mv.Trace(events)
        found = trace.puzzles(trace.review(effort="quick"))
        if found:
            practice_pack(found)  # with every proof inside its window
            shown += len(found)
    assert shown > 15
