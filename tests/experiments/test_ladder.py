"""The figures kept with the project are those of the players, and say how they came about."""

import pytest

import minevis as mv
from minevis.core.outcomes import wilson
from minevis.experiments.ladder import RUNGS, Ladder, measure


def test_rows_add_up():
    rows = mv.ladder().rows
    kept = [(row["level"], row["first"], row["player"], int(row["games"])) for row in rows]
    assert kept == [(rung.level, str(rung.first), rung.player.name, rung.games) for rung in RUNGS]
    for row in rows:
        games, won = int(row["games"]), int(row["won"])
        first, last = map(int, row["seeds"].split("-"))
        assert last - first + 1 == games
        kept_ratio = [float(row[name]) for name in ("ratio", "low", "high")]
        assert kept_ratio == pytest.approx([won / games, *wilson(won, games)], abs=2e-5)
        assert row["level"] in mv.LEVELS
        assert row["start"] in ("safe", "zero")


def test_the_players_still_win_as_much():
    kept = mv.ladder()
    wanted = (("counting", "expert"), ("exact", "beginner"), ("best", "beginner8"))
    for player, level in wanted:
        run = mv.trials(level, player, games=2_000, progress=False)
        assert run.task.first == (0, 0)
        low, high = wilson(run.won, run.games)
        apart = 3 * (high - low) / 4  # three standard errors
        assert abs(run.ratio - kept.ratio(player, level)) < apart


def test_it_is_shown_as_text_and_as_a_table():
    kept = mv.ladder()
    assert "0 to 199999" in str(kept)
    assert kept._repr_html_().count("<tr>") == len(kept.rows) + 1
    with pytest.raises(KeyError, match="no run is kept of exact on nowhere"):
        kept.ratio("exact", "nowhere")


def test_a_ladder_measured_again_goes_on_from_its_store_and_is_read_back(tmp_path):
    options = {"games": 20, "store": tmp_path / "runs.sqlite", "progress": False}
    rows = list(measure(**options))
    assert [row["player"] for row in rows] == [rung.player.name for rung in RUNGS]
    assert list(measure(**options)) == rows
    Ladder(tuple(rows)).write(tmp_path / "ladder.csv")
    assert Ladder.read(tmp_path / "ladder.csv").rows == tuple(rows)
    assert sorted(path.name for path in tmp_path.glob("ladder*")) == ["ladder.csv"]


def test_a_rung_says_the_seeds_that_it_was_measured_with():
    (rung,) = (rung for rung in RUNGS if (rung.level, rung.player.name) == ("beginner", "exact"))
    (row,) = measure([rung], seed=7_000, games=20, progress=False)
    assert row["seeds"] == "7000-7019"


def test_a_ladder_of_no_games_is_refused():
    with pytest.raises(ValueError, match="games=0: it must be a whole number of 1 or more"):
        next(measure(games=0, progress=False))


def test_every_player_of_the_ladder_can_be_named():
    named = {*mv.PLAYERS, "best, quick", "best, hard"}
    assert {row["player"] for row in mv.ladder().rows} <= named


def test_the_chart_shows_the_rungs_of_one_board_the_lowest_first():
    axes = mv.ladder().chart().axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert axes.yaxis.get_inverted()
    assert names[:3] == ["counting", "local", "csp"]
    assert names[-4:] == ["best, quick", "judged", "best", "best, hard"]
    with pytest.raises(KeyError, match="no run is kept on expert24"):
        mv.ladder().chart("expert24")
