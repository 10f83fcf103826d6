import pytest

import minevis as mv
from minevis.experiments.statistics import wilson


def test_rows_add_up():
    rows = mv.ladder().rows
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


def test_the_chart_shows_the_rungs_of_one_board_the_lowest_first():
    axes = mv.ladder().plot().axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert axes.yaxis.get_inverted()
    assert names[:3] == ["counting", "local", "csp"]
    assert names[-4:] == ["best, quick", "value net", "best", "best, hard"]
    with pytest.raises(KeyError, match="no run is kept on expert24"):
        mv.ladder().plot(level="expert24")
