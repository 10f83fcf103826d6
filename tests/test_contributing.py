"""What CONTRIBUTING.md says is so: its walks, its examples, its files and its commands."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import minevis as mv

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
        *("theme", "export format", "event"),
    ]


def test_the_hook_checks_what_make_lint_checks():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"entry: (.+)", hooks) == ["make --no-print-directory lint"]
    assert re.findall(r"repo: (.+)", hooks) == ["local"]  # nothing is fetched


WALKS = {
    "One click": """
trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
trace.frame(20, panels="board", cell=43)  # an odd size: its tiles are yet to be drawn
""",
    "One position": """
mv.analyze(mv.Position.parse("001###\\n012###\\n12####\\n######", mines=5))
""",
    "One game": """
run = mv.trials("beginner", games=2, engine=1, progress=False)
assert "won 2 of 2 games" in repr(run)
""",
}
CALLS = """
import json, sys, threading
import minevis as mv
from minevis import analyzing

analyzing.kernels_at_hand = lambda _: False  # it walks readably
seen = {{}}


def note(frame, what, _):
    if what == "call" and frame.f_code.co_filename.startswith({home!r}):
        seen.setdefault((frame.f_code.co_filename, frame.f_code.co_qualname))


threading.setprofile(note)
sys.setprofile(note)
{walk}
sys.setprofile(None)
threading.setprofile(None)
print(json.dumps(list(seen)))
"""


def calls(walk):
    """The functions of minevis that are called, in the order of their first calls.

    In a process of its own: nothing that has run before has left its results behind.
    """
    script = CALLS.format(home=str(ROOT / "minevis"), walk=walk)
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [
        (Path(path).relative_to(ROOT).as_posix(), name) for path, name in json.loads(done.stdout)
    ]


@pytest.mark.parametrize("title", WALKS)
def test_a_walk_is_as_it_is_told(title):
    section = TEXT.partition(f"### {title}")[2].partition("\n#")[0]
    stops = STOP.findall(section)
    assert len(stops) >= 10
    seen = calls(WALKS[title])
    assert not set(stops) - set(seen)
    assert sorted(stops, key=seen.index) == stops
