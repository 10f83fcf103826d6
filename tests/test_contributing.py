"""What CONTRIBUTING.md says is so: its walks, its examples, its files and its commands."""

import doctest
import re
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import minevis as mv
from minevis import analyzing

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
STOP = re.compile(r"^\d+\. `(minevis/[\w/]+\.py)` `([\w.]+)`", re.MULTILINE)


def test_its_examples_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(
        str(ROOT / "CONTRIBUTING.md"),
        module_relative=False,
        encoding="utf-8",
        globs={"mv": mv, "np": np},
        optionflags=doctest.ELLIPSIS,
    )
    assert found.attempted >= 25
    assert found.failed == 0


def test_what_it_names_exists():
    for name in re.findall(r"`((?:minevis|tests|assets)/[\w/.]*)`", TEXT):
        assert (ROOT / name).exists(), name
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)\b(?=[`\s].*#|`)", TEXT)) <= targets
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target


def test_each_part_can_be_added():
    parts = re.findall(r"^\*\*(?:A|An) ([\w ]+)\*\*", TEXT, re.MULTILINE)
    assert parts == [
        *("rule", "guess", "player", "panel", "drawn panel"),
        *("theme", "export format", "language", "event"),
    ]


def test_the_hook_checks_what_make_lint_checks():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"entry: (.+)", hooks) == ["make --no-print-directory lint"]
    assert re.findall(r"repo: (.+)", hooks) == ["local"]  # nothing is fetched


def click():
    trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
    trace.frame(20, panels="board", cell=43)  # an odd size: its tiles are yet to be drawn


def position():
    mv.analyze(mv.Position.parse("001###\n012###\n12####\n######", mines=5))


def game():
    run = mv.trials("beginner", games=2, engine=1, progress=False)
    assert "won 2 of 2 games" in repr(run)


def calls(walk):
    """The functions of minevis that are called, in the order of their first calls."""
    seen = {}

    def note(frame, what, _):
        path = frame.f_code.co_filename
        if what == "call" and path.startswith(str(ROOT / "minevis")):
            name = Path(path).relative_to(ROOT).as_posix()
            seen.setdefault((name, frame.f_code.co_qualname), len(seen))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return seen


@pytest.mark.parametrize(
    ("title", "walk"),
    [("One click", click), ("One position", position), ("One game", game)],
    ids=["click", "position", "game"],
)
def test_a_walk_is_as_it_is_told(title, walk, monkeypatch):
    monkeypatch.setattr(analyzing, "kernels_at_hand", lambda _: False)  # it walks readably
    section = TEXT.partition(f"### {title}")[2].partition("\n#")[0]
    stops = STOP.findall(section)
    assert len(stops) >= 10
    seen = calls(walk)
    assert not set(stops) - set(seen)
    assert sorted(stops, key=seen.get) == stops
