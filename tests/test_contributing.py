import base64
import io
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from assets.keep import keep
from markdown_examples import run_examples
from minevis.trace.snapshot import EFFECTS
from minevis.words.events import MEANINGS
from notebooks_made import maker

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


PARTS = re.findall(r"^\*\*An? ([\w ]+)\*\*.*?^Files: (.*?)\.$", TEXT, re.MULTILINE | re.DOTALL)


def test_each_part_has_a_short_list_of_files():
    assert len(PARTS) == TEXT.count("\nFiles: ") == 14
    long = [part for part, files in PARTS if files.count("minevis/") > 4]
    assert not long  # and a test and CHANGELOG


@pytest.mark.parametrize(("part", "files"), PARTS, ids=[part for part, _ in PARTS])
def test_the_files_of_a_part_have_what_is_to_be_extended(part, files):
    for path, names in re.findall(r"`([a-z]+/\S+)`(?:\s\((.*?)\))?", files):
        text = (ROOT / path).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", names):
            beginning = rf"^(?:def |class |const )?{name}\b[ (:=]"
            assert re.search(beginning, text, re.MULTILINE), (path, name)


def test_a_picture_is_written_only_if_it_has_changed(tmp_path):
    path = tmp_path / "new" / "picture.png"
    grey, paler, black = (Image.new("RGB", (9, 9), (level,) * 3) for level in (128, 132, 0))
    for picture, stored in ((grey, 128), (paler, 128), (black, 0)):
        keep(path, picture)
        assert Image.open(path).getpixel((0, 0)) == (stored,) * 3


def test_outputs_that_show_the_same_are_kept():
    def notebook(level, text):
        noise = np.random.default_rng(1).integers(0, 99, (40, 40), np.uint8)
        Image.fromarray(noise + np.uint8(level)).save(buffer := io.BytesIO(), "png")
        output = {"image/png": base64.b64encode(buffer.getvalue()).decode(), "text": text}
        cell = SimpleNamespace(cell_type="code", outputs=[output])
        return SimpleNamespace(cells=[cell])

    stored, keep_outputs = notebook(0, "a"), maker().with_outputs_of
    assert keep_outputs(stored, notebook(2, "a")) == stored
    assert keep_outputs(stored, notebook(99, "a")) == notebook(99, "a")
    assert keep_outputs(stored, notebook(2, "b")) == notebook(2, "b")


def test_hooks_check_what_make_lint_checks():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (lint,) = re.findall(r"^lint-python: .*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    checks = [line.strip().removesuffix(" .") for line in lint.splitlines()]
    entries = re.findall(r"entry: (.+)", hooks.replace(".venv/bin/", "$(BIN)/"))
    assert entries == [*checks, "make --no-print-directory lint-js"]
    assert "\nlint: lint-python lint-js" in makefile
    assert re.findall(r"repo: (.+)", hooks) == ["local"]  # nothing is fetched
