import csv

import minevis as mv
from research.ladder import RUNGS, main, measure


def test_the_kept_rows_are_those_of_the_rungs():
    rows = mv.ladder().rows
    kept = [(row["level"], row["first"], row["player"], int(row["games"])) for row in rows]
    assert kept == [(rung.level, str(rung.first), rung.player.name, rung.games) for rung in RUNGS]


def test_a_ladder_goes_on_from_its_store_and_is_written(tmp_path, monkeypatch):
    options = ["--games", "8", "--store", str(tmp_path / "runs.sqlite")]
    monkeypatch.setattr("sys.argv", ["ladder", str(tmp_path / "ladder.csv"), *options])
    main()
    rows = list(measure(games=8, store=tmp_path / "runs.sqlite", progress=False))
    assert [row["player"] for row in rows] == [rung.player.name for rung in RUNGS]
    with (tmp_path / "ladder.csv").open(newline="") as file:
        assert list(csv.DictReader(file)) == rows


def test_a_rung_says_the_seeds_that_it_was_measured_with():
    (rung,) = (rung for rung in RUNGS if (rung.level, rung.player.name) == ("beginner", "exact"))
    (row,) = measure([rung], seed=7_000, games=20, progress=False)
    assert row["seeds"] == "7000-7019"
