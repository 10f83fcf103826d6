"""Every example of the guides runs."""

import doctest
from pathlib import Path

import pytest

GUIDES = sorted((Path(__file__).parents[1] / "docs").rglob("*.md"))


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_examples(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flags = doctest.ELLIPSIS
    results = doctest.testfile(
        str(path), module_relative=False, encoding="utf-8", optionflags=flags
    )
    assert results.failed == 0
    assert results.attempted or path.parent.name != "guides"
