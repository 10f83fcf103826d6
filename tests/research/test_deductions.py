import csv
import sys

import pytest

from minevis import Board, Player, play
from minevis.solver.events import Counted, Finished, Guessed, Proved
from minevis.solver.proofs.steps import Need, Overlap, Proof
from research import deductions
from research.deductions import IDEAS, counted, game_told, main, measure, play_one, read, write

STEPS = (
    Need((1, 1), 2, 2, ((0, 0), (0, 1), (0, 2))),
    Overlap((1, 1), 2, 2, (1, 0), 1, 1, ((0, 0), (0, 1)), ((0, 2),), (), "1-2"),
)
PAIR = Proved(((0, 2),), True, ((1, 0), (1, 1)), False, Proof(((0, 2),), True, STEPS))
COUNT = Counted((1, 2), 1, 0, 1, ((0, 1),), False)


def test_deductions_are_counted_under_the_idea_they_take():
    found = counted([COUNT, PAIR, COUNT, Finished(True, ())])
    assert found.deductions == {("count", 1): 2, ("overlap", 1): 1}
    assert found.unguessed == {"overlap": 1}
    assert (found.patterns, found.games_with) == ({"1-2": 1}, {"1-2": 1})
    assert [found.won_with(idea) for idea in IDEAS] == [0, 1, 1, 1, 1]
    assert found.share("count") == pytest.approx(2 / 3)


def test_a_game_with_a_guess_is_won_with_no_idea_alone():
    guess = Guessed((0, 0), "least_risk", 0.1, ((0, 0),), (), None, True)
    found = counted([PAIR, guess, Finished(True, ())])
    assert (found.won, found.won_with("cases")) == (1, 0)
    assert counted([PAIR, Finished(False, ())]).won == 0


def test_the_games_are_played_to_their_end_and_never_lost_by_a_deduction():
    for seed in range(30):
        board = Board.random("beginner", seed=seed, first=(3, 3), safe_radius=1)
        *events, end = game_told(board, first=(3, 3))
        assert isinstance(end, Finished)
        guesses = [event for event in events if isinstance(event, Guessed)]
        assert end.won or board.mined[guesses[-1].cell]
        for event in events:
            if isinstance(event, Counted | Proved):
                assert all(board.mined[cell] == event.mined for cell in event.cells)


def test_a_game_without_guesses_is_won_by_the_player_exact_too():
    for seed in range(20):
        board = Board.random("beginner", seed=seed, first=(0, 0))
        if play_one(board).won_with("cases"):
            assert play(board, "exact", first=(0, 0)).won


def test_the_script_writes_a_table_that_adds_up(tmp_path, capsys, monkeypatch):
    path = tmp_path / "deductions.csv"
    monkeypatch.setattr(sys, "argv", f"_ {path} --level beginner --games 5".split())
    main()
    assert "count" in capsys.readouterr().out
    rows = list(csv.DictReader(path.open()))
    assert {row["idea"] for row in rows} == set(IDEAS)
    shares = [float(row["share"]) for row in rows if row["steps"] == "all"]
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert write(measure("beginner", games=5), path).read_text() == path.read_text()


def test_any_number_of_processes_counts_the_same():
    assert measure("beginner", games=60, workers=2) == measure("beginner", games=60)
    with pytest.raises(ValueError, match="workers=0"):
        measure("beginner", games=1, workers=0)


def test_what_was_counted_is_kept_when_interrupted(monkeypatch):
    def next_chunk(play, parts, workers):
        yield deductions.Deductions(games=25)
        raise KeyboardInterrupt

    monkeypatch.setattr(deductions, "_played", next_chunk)
    assert measure("beginner", games=100).games == 25


@pytest.mark.parametrize(
    ("idea", "level", "seed"),
    [("overlap", "expert", 22), *(("count", "beginner", seed) for seed in range(12))],
)
def test_an_idea_wins_without_a_guess_what_its_player_wins(idea, level, seed):
    """No harder idea is counted where what an easier one opens leads on."""
    board = Board.random(level, seed=seed, first=(3, 3), safe_radius=1)
    player = Player(rules=tuple(dict.fromkeys(("count", idea))), odds=None, guess="uniform")
    trace = play(board, player, first=(3, 3))
    needed = play_one(board, first=(3, 3))
    assert needed.won_with(idea) == (trace.won and not trace.guesses)


def test_patterns_are_counted_by_deductions_and_by_games():
    found = measure("intermediate", games=30)
    assert {"1-1", "1-2", "1-2-1"} <= found.patterns.keys()
    assert sum(found.patterns.values()) <= sum(
        n for (kind, _), n in found.deductions.items() if kind == "overlap"
    )
    for name, games in found.games_with.items():
        assert games <= min(found.patterns[name], found.games)


def test_what_is_kept_reads_as_it_was_written(tmp_path):
    found = measure("intermediate", games=6)
    again = read(write(found, tmp_path / "deductions.csv"))
    for idea in IDEAS:
        assert again.share(idea) == found.share(idea)
        assert again.won_with(idea) == found.won_with(idea)
    assert (again.patterns, again.games_with) == (found.patterns, found.games_with)
    assert again.won is None  # the file does not say
    again.add(found)
    assert (again.games, again.won) == (12, None)
    kept = deductions.kept()
    assert sum(map(kept.share, IDEAS)) == pytest.approx(1)
