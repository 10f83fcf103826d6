from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv
import naive
from entailment import constraints, entails
from minevis.game.grid import cells_of, neighbours
from minevis.game.hashing import first_of
from minevis.game_loop import events_of
from minevis.solver import events as ev
from positions import positions

DECISIONS = (ev.Opened, ev.Exploded, ev.Guessed, ev.Finished)


def decisions(board, player, **options):
    return [e for e in events_of(board, player, **options) if isinstance(e, DECISIONS)]


WEIGHING = {"best", "value_net", "lookahead"}  # what follows each guess: that takes its time


@pytest.mark.parametrize("player", mv.PLAYERS)
@pytest.mark.parametrize("level", ["beginner", "beginner8", "expert"])
def test_a_silent_game_is_the_told_game_move_for_move(level, player):
    for seed in range(2 if player in WEIGHING or level == "expert" else 12):
        board = mv.Board.random(level, seed=seed, first=(0, 0))
        told = decisions(board, player, first=(0, 0), seed=seed)
        silent = decisions(board, player, first=(0, 0), seed=seed, detailed=False)
        assert told == silent


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from(sorted(mv.PLAYERS)), st.data())
def test_the_solver_never_sees_the_truth(seed, player, data):
    board = mv.Board.random((4, 4, 4), seed=seed, first=(0, 0))
    events = list(events_of(board, player, first=(0, 0), seed=seed))
    guess = next((i for i, e in enumerate(events) if isinstance(e, ev.Guessed)), None)
    if guess is None:
        return
    game = mv.Game(board)
    for event in events[:guess]:
        if isinstance(event, ev.Opened):
            game.open(event.cell)
    layouts = naive.layouts(game.view.tolist(), 4)
    other = data.draw(st.sampled_from(sorted(map(sorted, layouts))))
    mined = np.zeros((4, 4), bool)
    mined[tuple(zip(*other, strict=True))] = True
    twin = list(events_of(mv.Board(mined), player, first=(0, 0), seed=seed))
    assert twin[: guess + 1] == events[: guess + 1]


@settings(max_examples=80)
@given(positions(max_cells=14), st.sampled_from(sorted(mv.PLAYERS)))
def test_every_deduction_of_a_turn_is_proved_by_the_clues_it_names(position, player):
    """Of what is known already and the named clues alone, each deduction follows."""
    mined, safe = set(cells_of(position.marked)), set()
    for event in mv.explain(position, player):
        if isinstance(event, ev.Counted | ev.Subtracted | ev.Proved):
            unknown = set(cells_of(position.covered)) - mined - safe
            said = constraints(position.view, unknown, mined, event.clues)
            total = isinstance(event, ev.Proved) and event.uses_total
            left = position.mines - len(mined) if total else None
            for cell in event.cells:
                assert entails(said, unknown, cell, event.mined, left)
            (mined if event.mined else safe).update(event.cells)


def test_the_first_click_on_a_level_is_protected_and_may_be_the_players_own():
    assert mv.play("beginner", seed=3).events[1].cell == (0, 0)
    assert 0 in mv.play("beginner", first=(4, 4), seed=3, safe_radius=1).events[1].numbers
    dense = (3, 3, 8)
    assert mv.play(dense, first=(1, 1)).won
    assert mv.play(dense, first=(1, 1), seed=1, safe_radius=None).won is False
    with pytest.raises(ValueError, match="^safe_radius=1: only for the random boards of a level$"):
        mv.play(mv.Board.parse("..*"), safe_radius=1)
    with pytest.raises(mv.BoardFormatError, match="Board.parse reads a drawn board"):
        mv.play("*..\n...", first=(0, 0))
    with pytest.raises(mv.BoardFormatError, match="unknown level 'exprt'.*did you mean 'expert'"):
        mv.race("exprt")
    trace = mv.play(mv.Board.parse("**\n**\n*."), "exact")
    assert trace.guesses >= 1
    with pytest.raises(mv.errors.IllegalMoveError, match="2×2"):
        mv.play(mv.Board.parse("..\n.*"), first=(5, 5))
    with pytest.raises(mv.errors.IllegalMoveError, match="1×2"):
        mv.play(mv.Board.parse("**"), first=(9, 9))  # which is won before any click
    assert mv.play(mv.Board.parse("**"), first=(0, 1)).won


def test_a_game_lost_on_its_first_click_says_how_to_protect_it():
    how = 'mv.play("expert") or Board.random(..., first=...) protects it'
    lost = mv.play(mv.Board.parse("*.."), first=(0, 0))
    assert repr(lost).endswith(f"0 guesses, lost on its first click; {how}>")
    assert mv.caption(lost.events[-1]) == f"The game is lost on its first click; {how}."
    assert mv.Trace.from_json(lost.to_json()) == lost
    assert lost.scrubber().step == len(lost) - 1  # the widget opens there
    games = [mv.play((3, 3, 4), "counting", seed=seed) for seed in range(20)]
    later = next(game for game in games if not game.won)
    assert repr(later).endswith("lost>")
    assert later.to_json().endswith(",[]]\n")  # as before there was a field for it


def test_boards_of_no_room_end_at_once_and_a_loss_shows_what_was_missed():
    assert mv.play(mv.Board.parse("..\n.."), first=(0, 0)).won
    assert mv.play(mv.Board.parse("*")).won
    assert mv.play(mv.Board.parse("*."), first=(0, 0)).won is False
    trace = mv.play(mv.Board.parse("*..\n...\n..*"), first=(0, 0))
    assert trace.won is False
    assert trace.events[-1] == ev.Finished(won=False, mines=((2, 2),), on_first_click=True)
    board = mv.Board.random("expert", seed=10, first=(0, 0))
    kinds = Counter(type(event) for event in mv.play(board, first=(0, 0)).events)
    assert kinds[ev.ComponentKept] > 0


def naive_counting_game(board, seed):
    """System D in plain loops: sweep in row order, open in place, else pick at random."""
    height, width = board.shape
    game, order = mv.Game(board), []

    def open_cell(cell):
        order.append(cell)
        game.open(cell)

    def sweep():
        changed = False
        for row in range(height):
            for col in range(width):
                around = neighbours((row, col), board.shape)
                flags = [cell for cell in around if game.view[cell] == -2]
                closed = [cell for cell in around if game.view[cell] == -1]
                if game.over or game.view[row, col] <= 0 or not closed:
                    continue
                left = game.view[row, col] - len(flags)
                if left == len(closed):
                    changed = True
                    for cell in closed:
                        game.flag(cell)
                elif left == 0:
                    changed = True
                    for cell in closed:
                        if game.view[cell] == -1 and not game.over:
                            open_cell(cell)
        return changed

    move = 0
    open_cell((0, 0))
    while not game.over:
        if not sweep() and not game.over:
            open_cell(divmod(first_of(seed, move, np.flatnonzero(game.view == -1)), width))
            move += 1
    return order


@pytest.mark.parametrize("seed", range(25))
def test_counting_plays_as_its_paper_says_click_for_click(seed):
    board = mv.Board.random((10, 10, 14), seed=seed, first=(0, 0), safe_radius=1)
    events = decisions(board, "counting", first=(0, 0), seed=seed)
    clicks = [event.cell for event in events if isinstance(event, ev.Opened | ev.Exploded)]
    assert clicks == naive_counting_game(board, seed)


@pytest.mark.parametrize("seed", range(10))
def test_local_guesses_the_least_worst_ratio(seed):
    board = mv.Board.random("expert", seed=seed, first=(0, 0), safe_radius=1)
    game = mv.Game(board)
    for event in mv.play(board, "local", first=(0, 0), seed=seed).events:
        if isinstance(event, ev.Guessed):
            assert event.cell in naive_local_candidates(game)
        for cell in event.cells if type(event).__name__ == "Flagged" else ():
            game.flag(cell)
        if isinstance(event, ev.Opened):
            game.open(event.cell)


def naive_local_candidates(game):
    """System E's guess in plain loops: least of the worst ratios, then fewest unknown."""
    unknown = [tuple(cell) for cell in np.argwhere(game.view == -1).tolist()]
    density = (game.board.mines - int((game.view == -2).sum())) / len(unknown)

    def worst(cell):
        ratios = [density]
        for clue in neighbours(cell, game.board.shape):
            if game.view[clue] >= 0:
                around = neighbours(clue, game.board.shape)
                left = game.view[clue] - sum(game.view[other] == -2 for other in around)
                ratios.append(left / sum(game.view[other] == -1 for other in around))
        return max(ratios)

    def covered_around(cell):
        return sum(game.view[other] == -1 for other in neighbours(cell, game.board.shape))

    least = min(map(worst, unknown))
    ties = [cell for cell in unknown if worst(cell) <= least + 1e-9]
    fewest = min(map(covered_around, ties))
    return {cell for cell in ties if covered_around(cell) == fewest}


def test_max_solutions_truncates_and_nothing_unproven_is_called_safe():
    position = mv.Position.parse("#########\n#1111111#\n#########", 6)
    player = mv.Player(rules=("count", "search"), odds="average", max_solutions=1, search="cells")
    events = list(mv.explain(position, player))
    assert any(isinstance(e, ev.SearchTruncated) and not e.counted for e in events)
    assert isinstance(events[-1], ev.Guessed)


def test_players_reject_parts_that_do_not_exist_or_do_not_fit():
    for wrong, message in [
        ({"rules": ("count", "magic")}, "unknown rule 'magic'"),
        ({"odds": "psychic"}, "unknown odds 'psychic'"),
        ({"guess": "luck"}, "unknown guess 'luck'"),
        ({"search": "stars"}, "unknown search 'stars'"),
        ({"rules": ("count",)}, 'need "search"'),
        ({"max_solutions": 0}, "max_solutions=0"),
        ({"rules": "count"}, "^rules='count': a tuple of rules is needed"),
        ({"rules": None}, "^rules=None: a tuple of rules is needed"),
        ({"name": 5}, "name=5: it must be text"),
    ]:
        with pytest.raises(ValueError, match=message):
            mv.Player(**wrong)
    with pytest.raises(ValueError, match="unknown player 'nobody'"):
        mv.play(mv.Board.parse("."), "nobody")


def test_a_bar_tells_how_far_a_long_game_is(bars, capsys):
    board = mv.Board.random("beginner8", seed=1, first=(0, 0))
    mv.play(board, first=(0, 0), progress=False)
    mv.race(board, ["exact"], first=(0, 0), progress=False)
    assert capsys.readouterr().err == ""
    mv.play(board, first=(0, 0))
    assert f"/{board.mined.size - board.mines} [" in capsys.readouterr().err
    mv.race(board, ["exact"], first=(0, 0))
    assert "play:" in capsys.readouterr().err
