import re
from pathlib import Path

from markdown_examples import run_examples
from minevis.trace.snapshot import EFFECTS
from minevis.words.events.known import MEANINGS

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_its_examples_run_and_leave_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = set(EFFECTS), set(MEANINGS)
    assert run_examples(ROOT / "CONTRIBUTING.md") >= 9
    assert (set(EFFECTS), set(MEANINGS)) == before


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
