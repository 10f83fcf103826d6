"""The examples in the docstrings of the widgets run, and say what they said."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import minevis
from minevis.widgets import javascript

HOME = Path(minevis.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(HOME.parent).with_suffix("").parts)
    for path in javascript.STATIC.parent.rglob("*.py")
    if path.stem != "__init__"
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name):
    results = doctest.testmod(import_module(name))
    assert results.attempted > 0 or name.endswith("widget_with_fallback")
    assert results.failed == 0
