import doctest
import inspect
from functools import cached_property
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import minevis
from notebooks import figures

HOME = Path(minevis.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(HOME.parent).with_suffix("").parts).removesuffix(".__init__")
    for folder in (HOME, HOME.parent / "research", HOME.parent / "notebooks")
    for path in folder.rglob("*.py")
    if ">>>" in path.read_text("utf-8")
)
ASSUMED = {
    "mv": minevis,
    "np": np,
    "figures": figures,
}  # what every example may use without importing it
PUBLIC = [name for name in minevis.__all__ if callable(getattr(minevis, name))]
CLASSES = [name for name in PUBLIC if inspect.isclass(getattr(minevis, name))]


class Finder(doctest.DocTestFinder):
    """Finds the examples of cached properties too, which doctest passes over."""

    def _find(self, tests, obj, name, *where):
        super()._find(tests, obj, name, *where)
        for title, value in vars(obj).items() if inspect.isclass(obj) else ():
            if isinstance(value, cached_property):
                super()._find(tests, value.func, f"{name}.{title}", *where)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # an example may write files
    module = import_module(name)
    globs = {**vars(module), **ASSUMED}
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    told = []
    for test in Finder().find(module, globs=globs):
        runner.run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_an_example(name):
    doc = getattr(minevis, name).__doc__ or ""
    assert doctest.DocTestParser().get_examples(doc), f"mv.{name} has no example in its docstring"


@pytest.mark.parametrize("name", CLASSES)
def test_every_public_method_is_documented(name):
    for title, thing in vars(getattr(minevis, name)).items():
        if inspect.isfunction(thing) and not title.startswith("_"):
            assert inspect.getdoc(thing), f"mv.{name}.{title} has no docstring"


def test_no_example_is_skipped():
    for path in HOME.rglob("*.py"):
        assert "doctest: +SKIP" not in path.read_text(encoding="utf-8"), path
