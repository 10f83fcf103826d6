import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def topic(monkeypatch):
    """Import a module of the benchmarks as they import each other."""
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)
    yield __import__
    for name in set(sys.modules) - before:
        if str(FOLDER) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def test_what_is_measured_is_listed(topic, capsys):
    run = topic("run")
    assert run.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(run.TOPICS)
    assert all(len(line.split()) > 3 for line in lines)
    modules = {path.stem for path in FOLDER.glob("*.py")}
    assert modules == {*run.TOPICS, "run", "measuring", "plain_player"}
    command = [sys.executable, str(FOLDER / "run.py"), "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("'nonsense' is not a topic: choose from analysis,")
    topics = topic("run").TOPICS
    assert {"analysis", "traces", "frames", "video"} <= set(topics)
    for name in topics:
        module = topic(name)
        assert callable(module.rows)
        assert module.__doc__


def test_films_are_measured_beside_their_encoder(topic, tmp_path):
    import minevis as mv

    films = topic("films")
    trace = mv.play(mv.Board.parse("..*....."), first=(0, 0))
    film = films.followed(trace, "wide", seconds=1)
    share = films.beside_the_encoder(trace, *film, tmp_path / "a.mp4")
    assert 0.1 < share < 100
