"""Every example of the guides runs, and shows what it says."""

from pathlib import Path

import pytest

from markdown_examples import run_examples

GUIDES = sorted((Path(__file__).parents[1] / "docs").rglob("*.md"))


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_examples(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    compared = run_examples(path)
    assert compared or path.parent.name != "guides" or path.stem == "class"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("1 + 1\n# 3\n", "Expected:\n    3\nGot:\n    2\n"),
        ("x = 2\n# 2\n", "Expected:\n    2\nGot nothing"),
        ("# 2\n1 + 1\n", "begins with a comment"),
        (">>> 1 + 1\n2\n", "prompts cannot be pasted"),
    ],
)
def test_an_example_that_shows_something_else_fails(code, told, tmp_path):
    path = tmp_path / "guide.md"
    path.write_text(f"```python\n{code}```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=told):
        run_examples(path)
