import csv
import errno
import io
import subprocess
import sys

import pytest

import minevis as mv
from minevis.cli.main import main
from minevis.engine import _jit


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command line in an empty folder; return its exit code and its output."""
    monkeypatch.chdir(tmp_path)

    def call(line):
        code = main(line.split())
        return (code, *capsys.readouterr())

    return call


def test_trials_print_what_trials_return(run, tmp_path):
    code, out, err = run("trials --level beginner --games 500 --quiet")
    expected = mv.trials("beginner", games=500, progress=False)
    assert (code, out, err) == (0, f"{expected}\n", "")
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


def test_trials_of_any_board_without_a_store(run, tmp_path):
    line = "trials --size 6x7 --mines 5 --player csp --games 100 --seed 3 --first uniform"
    code, out, _ = run(f"{line} --safe-radius none --workers 1 --store none --quiet")
    options = {"games": 100, "seed": 3, "first": "uniform", "safe_radius": None}
    expected = mv.trials((6, 7, 5), "csp", progress=False, **options)
    assert (code, out) == (0, f"{expected}\n")
    assert not list(tmp_path.iterdir())


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
    told = run("warm-up exact analyse")[2]
    assert "unknown name 'analyse': choose from convolution, " in told
    assert told.endswith(", analyze; did you mean 'analyze'?\n")


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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("trials --size 5x5", "--size needs --mines"),
        ("trials --size 5x5 --level expert --mines 3", "give --level or --size, not both"),
        ("trials --first 1", "a first click is ROW,COL, uniform or none"),
        ("trials --first none --safe-radius 2", "safe radius 2: the player's own first click is"),
        ("trials --workers 0 --store none", "'0': an integer of 1 or more, or the tcp://"),
        ("trials --safe-radius +1", "'+1': an integer of 0 or more, or none"),
        ("trials --games 0", "games=0"),
        ("trials --store :memory:", "a store is a file"),
        ("runs", "runs.sqlite: no such file; minevis trials --store FILE writes one"),
        ("runs --store none", "runs needs a store: name it"),
        ("runs show", "needs the number of a run"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(run, line, message):
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_an_unknown_run(run):
    run("trials --level beginner8 --games 5 --quiet --store runs.sqlite")
    assert "no such run" in run("runs show 7")[2]
