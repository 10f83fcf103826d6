import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def tracked(*patterns):
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_texts_are_tidy_and_requirements_say_why():
    paths = tracked("*.py", "*.md", "*.toml", "*.txt", "*.yml", "Makefile", ".ci/run")
    assert len(paths) > 30
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"[ \t]+$", text, re.MULTILINE), f"{path}: trailing blanks"
        assert not text or text.endswith("\n"), f"{path}: the last line is not ended"
        assert "\r" not in text, path
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    needs = [line for line in lines if line and not line.startswith("#")]
    assert len(needs) >= 9
    for line in needs:
        assert re.search(r"  # \w.{8,}", line), line
