import csv
import errno
import io
import subprocess
import sys

import pytest

import minevis as mv
from minevis.engine import _jit

ANY = "--size 6x7 --mines 5 --player csp --games 100 --seed 3 --first uniform --safe-radius none"
OPTIONS = {"games": 100, "seed": 3, "first": "uniform", "safe_radius": None}


@pytest.mark.parametrize(
    ("line", "level", "options"),
    [
        ("--level beginner --games 500", "beginner", {"games": 500}),
        (f"{ANY} --workers 1 --store none", (6, 7, 5), {"player": "csp", **OPTIONS}),
    ],
)
def test_trials_print_what_trials_return(line, level, options, run, tmp_path):
    expected = mv.trials(level, progress=False, **options)
    assert run(f"trials {line} --quiet") == (0, f"{expected}\n", "")
    assert not list(tmp_path.iterdir())  # nothing is kept unless asked


def test_where_games_are_kept_is_said_once_and_not_quietly(run, tmp_path):
    said = f"Games are kept in {tmp_path / 'runs.sqlite'}.\n"
    trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    (tmp_path / "a.jsonl").write_text(trace.to_json())
    for line in ("trials --level beginner8 --games 5", "review . --effort quick --workers 1"):
        code, out, err = run(f"{line} --store runs.sqlite")
        assert code == 0
        assert "kept in" not in out
        assert err.endswith(said)
        assert err.count("kept in") == 1
        for quiet in ("--quiet --store runs.sqlite", "--store none", ""):
            assert "kept in" not in run(f"{line} {quiet}")[2]


def test_several_players_are_compared(run, tmp_path):
    line = "trials --level beginner8 --player exact --player counting --games 400"
    code, out, _ = run(f"{line} --chart chart.png --quiet")
    assert code == 0
    assert "exact − counting" in out
    assert "exact wins more than counting" in out
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


def test_a_chart_that_cannot_be_written_leaves_the_old_one_and_the_table(
    run, tmp_path, monkeypatch
):
    def full(chart, path, **_):
        path.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", full)
    (tmp_path / "chart.png").write_text("old")
    code, out, err = run("trials --level beginner8 --games 20 --chart chart.png --store none")
    assert code == 2
    assert out.startswith("Player exact ")
    assert err.endswith("minevis: chart.png: No space left on device\n")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_progress_goes_to_a_terminal_and_into_no_file(run, monkeypatch):
    command = "trials --level beginner8 --games 100 --store none"
    code, out, err = run(command)
    assert (code, err) == (0, "")  # not even a carriage return
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert "games/s" in run(command)[2]
    assert "games/s" not in out


def test_runs_lists_shows_and_exports(run):
    run("trials --level beginner8 --games 300 --quiet --store runs.sqlite")
    run("trials --level beginner8 --player csp --games 200 --first none --store runs.sqlite")
    exact = mv.trials("beginner8", games=300, progress=False)
    code, out, _ = run("runs")
    assert code == 0
    assert [line.split()[:3] for line in out.splitlines()[1:]] == [
        ["1", "exact", "8×8/10"],
        ["2", "csp", "8×8/10"],
    ]
    assert f"{100 * exact.ratio:.2f} %" in out
    assert "the player's own" in out
    assert run("runs list")[1] == out
    assert "no such run" in run("runs show 7")[2]
    shown = run("runs show 1")[1]
    assert f"won {exact.won:,}, lost {exact.lost:,}" in shown
    assert "guess: likely_zero" in shown
    rows = list(csv.DictReader(io.StringIO(run("runs export")[1])))
    mine = [row for row in rows if row["player"] == "exact"]
    for name in ("games", "won", "lost", "guesses"):
        assert sum(int(row[name]) for row in mine) == getattr(exact, name)


def test_runs_tell_of_reviewed_games(run, tmp_path):
    trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    (tmp_path / "a.jsonl").write_text(trace.to_json())
    for effort in ("quick", "normal"):
        run(f"review . --effort {effort} --workers 1 --quiet --store runs.sqlite")
    kept = "\nIt keeps 1 reviewed game, which minevis review reads from it.\n"
    assert run("runs")[1] == f"No runs yet.\n{kept}"
    run("trials --level beginner8 --games 5 --quiet --store runs.sqlite")
    assert run("runs")[1].endswith(f"]\n{kept}")


def test_warm_up_says_what_each_player_took_and_where_its_kernels_are(run, monkeypatch):
    assert run("warm-up exact --quiet")[0] == 0
    assert run("warm-up exact")[1].startswith("exact: compiled already\nTheir kernels are kept in ")
    monkeypatch.setattr(_jit, "FOLDER", None)
    assert "no folder to keep them in" in run("warm-up exact")[1]


def test_what_is_warmed_up_for_analyze_is_at_hand_in_another_process():
    pytest.importorskip("numba")
    told = """
import numba
from minevis.engine import analysis, twins
from minevis.cli.main import main
assert main(["warm-up", "analyze", "--quiet"]) == 0
print(twins.kernels_ready(analysis.find_many))
"""
    for _ in range(2):  # the second one finds it
        done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True)
        assert done.stdout.splitlines()[-1] == "True", done.stderr
    assert done.stdout.startswith("analyze: compiled already")
