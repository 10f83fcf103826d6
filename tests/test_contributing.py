"""What CONTRIBUTING.md says is so: its examples, its files and its commands."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


RUN = """
from pathlib import Path
from markdown_examples import run_examples
print(run_examples(Path("CONTRIBUTING.md")))
"""


def test_its_examples_run(tmp_path):
    """In a process of their own, which forgets the event that they register."""
    (tmp_path / "CONTRIBUTING.md").write_text(TEXT, encoding="utf-8")
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "support")])
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", RUN],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 9


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
