"""Notebooks run from end to end, and all texts keep the house rules."""

import re
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def read(path):
    return nbformat.read(path, as_version=4)


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    notebook = read(path)
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": ROOT}})
    client.execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells
    assert all(cell.execution_count for cell in cells if cell.source.strip())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_no_widget_state(path):
    notebook = read(path)
    assert "widgets" not in notebook.metadata
    views = "application/vnd.jupyter.widget-view+json"
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if views in output.get("data", {})]


def tracked(*patterns):
    """The project's own texts."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_requirements_each_say_why():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    needs = [line for line in lines if line and not line.startswith("#")]
    assert len(needs) >= 9
    for line in needs:
        assert re.search(r"  # \w.{8,}", line), line


def test_texts_are_tidy():
    paths = tracked("*.py", "*.md", "*.toml", "*.txt", "*.yml", "Makefile", ".ci/run")
    assert len(paths) > 30
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"[ \t]+$", text, re.MULTILINE), f"{path}: trailing blanks"
        assert not text or text.endswith("\n"), f"{path}: the last line is not ended"
        assert "\r" not in text, path
