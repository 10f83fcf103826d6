"""Perfect play: the published figures, and a minimax in plain loops."""

import sys
import threading
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from minevis import BoardFormatError
from minevis.reviews.winning import optimal
from minevis.solver.counting.endgame import BoundedEndgame, Endgame, LimitReachedError

PUBLISHED = {
    (4, 4, 3): (400, 560),
    (4, 4, 4): (961, 1820),
    (4, 4, 5): (1461, 4368),
    (4, 5, 4): (2950, 4845),
}


@pytest.mark.parametrize("level", PUBLISHED, ids=str)
def test_tiny_boards_are_won_as_often_as_is_known(level):
    best = optimal(level)
    assert (best.wins, best.layouts) == PUBLISHED[level]
    assert best.chance == best.wins / best.layouts


@settings(max_examples=60)
@given(st.sampled_from([(1, 5), (2, 3), (2, 4), (1, 6)]), st.integers(1, 3), st.data())
def test_any_set_of_layouts_against_minimax(shape, mines, data):
    height, width = shape
    cells = [(row, col) for row in range(height) for col in range(width)]
    every = [frozenset(chosen) for chosen in combinations(cells, mines)]
    chosen = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=8, unique=True))
    layouts = np.zeros((len(chosen), height, width), dtype=bool)
    for layout, mined in zip(layouts, chosen, strict=True):
        layout[tuple(zip(*mined, strict=True))] = True
    endgame = Endgame(layouts)
    assert endgame.wins(endgame.all) == naive.most_wins(chosen, height, width)
    bounded, enough = BoundedEndgame(layouts, int), data.draw(st.integers(0, len(chosen)))
    at_most = bounded.wins_above(bounded.all, enough)  # first with a bound, then without
    assert at_most == endgame.wins(endgame.all) or endgame.wins(endgame.all) <= at_most <= enough
    assert bounded.wins_above(bounded.all, 0) == endgame.wins(endgame.all)
    assert bounded.best() == Endgame(layouts).best()
    move = endgame.best()
    if len(chosen) > 1:
        flat = move.cell[0] * width + move.cell[1]
        assert endgame.wins_of(flat) == move.wins == endgame.wins(endgame.all)


DEEP = np.eye(1_000, dtype=bool)[:, np.newaxis]


@pytest.mark.parametrize("ask", [Endgame.best, lambda endgame: endgame.wins(endgame.all)])
def test_the_recursion_limit_is_raised_only_during_the_search(ask, monkeypatch):
    before, during = sys.getrecursionlimit(), []
    endgame = Endgame(DEEP)
    assert sys.getrecursionlimit() == before
    look = endgame._safe_cell
    monkeypatch.setattr(
        endgame, "_safe_cell", lambda part: during.append(sys.getrecursionlimit()) or look(part)
    )
    ask(endgame)
    assert max(during) > before + 1_000
    assert sys.getrecursionlimit() == before
    monkeypatch.setattr(endgame, "_safe_cell", lambda part: 1 / 0)
    endgame.known.clear()
    with pytest.raises(ZeroDivisionError):
        ask(endgame)
    assert sys.getrecursionlimit() == before


def test_a_search_that_ends_leaves_another_thread_its_recursion_limit():
    before, started, done = sys.getrecursionlimit(), threading.Event(), threading.Event()
    won = []

    def report():  # within the first call: waits until the other search is over
        started.set()
        done.wait()

    deep = BoundedEndgame(DEEP, report)
    thread = threading.Thread(target=lambda: won.append(deep.best([0]).wins))
    thread.start()
    started.wait()
    assert Endgame(np.eye(300, dtype=bool)[:, np.newaxis]).wins_of(0) == 299
    done.set()
    thread.join()
    assert (won, sys.getrecursionlimit()) == ([999], before)


def test_long_work_says_how_far_it_is(bars, capsys):
    quiet = optimal((4, 4, 3), progress=False)
    assert capsys.readouterr().err == ""
    assert optimal((4, 4, 3)) == quiet
    assert "perfect play: " in capsys.readouterr().err


def test_boards_without_a_choice_are_worth_what_they_are_and_calls_go_deep():
    assert optimal((1, 1, 0)).chance == 1
    assert optimal((2, 2, 0)).chance == 1
    with pytest.raises(BoardFormatError, match="up to 20,000"):
        optimal("beginner")
    assert Endgame(np.eye(2, dtype=bool)[:, np.newaxis]).best().chance == 0.5
    assert Endgame(np.eye(1_000, dtype=bool)[:, np.newaxis]).wins_of(0) == 999


def layouts_of(height, width, mines, some):
    """A slice of all layouts of a number of mines: bool [n, H, W]."""
    chosen = list(combinations(range(height * width), mines))[some]
    layouts = np.zeros((len(chosen), height * width), dtype=bool)
    np.put_along_axis(layouts, np.array(chosen), True, axis=1)
    return layouts.reshape(len(chosen), height, width)


@pytest.mark.parametrize("step", [3, 5, 7])
def test_perfect_play_gives_up_at_its_limit_and_not_before(step):
    layouts = layouts_of(3, 4, 3, slice(0, None, step))
    free = Endgame(layouts)
    move = free.best()
    assert free.evaluated > 3
    assert Endgame(layouts).best(limit=free.evaluated) == move
    with pytest.raises(LimitReachedError, match=f"more than {free.evaluated - 1} sets"):
        Endgame(layouts).best(limit=free.evaluated - 1)


def test_a_safe_cell_that_tells_is_opened_first():
    layouts = layouts_of(2, 4, 2, slice(1, None, 2))
    layouts = layouts[~layouts[:, 0, 1] & ~layouts[:, 1, 1]]  # no mines in the second column
    move = Endgame(layouts).best()
    assert move.cell == (0, 1)
    mines = [frozenset(map(tuple, np.argwhere(layout))) for layout in layouts]
    assert move.wins == naive.most_wins(mines, 2, 4)
