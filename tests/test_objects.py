"""The table of objects in the guide: every public class is in it, with true entries."""

import re
from contextlib import chdir
from pathlib import Path

import pytest

import minevis as mv
from minevis.film.ffmpeg import ENCODERS

TEXT = (Path(__file__).parents[1] / "docs" / "guides" / "objects.md").read_text("utf-8")
CODE = re.compile(r"```python\n(.*?)```", re.S)
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.splitlines()
    if line.startswith("| ") and line.count("`") > 1 and "made by" not in line
]


def test_every_public_class_is_in_the_guide():
    classes = [name for name in mv.__all__ if isinstance(getattr(mv, name), type)]
    errors = {name for name in classes if issubclass(getattr(mv, name), Exception)}
    assert [name for name in classes if f"`{name}`" not in TEXT and name not in errors] == []


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    """The names that the guide's code defines, in the folder with its files."""
    names = {}
    with chdir(tmp_path_factory.mktemp("guide")):
        exec(CODE.search(TEXT)[1], names)
        yield names


def shown(thing):
    """The kind of output that a notebook shows of a thing."""
    bundle = thing._repr_mimebundle_() if hasattr(thing, "_repr_mimebundle_") else {}
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    if any("widget" in kind for kind in data):
        return "widget"
    if "text/html" in data:
        return "page"
    if "image/png" in data:
        return "picture"
    return "table" if "<table" in thing._repr_html_() else "text"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].split(":")[0].strip("`"))
def test_an_object_shows_and_saves_what_its_row_says(row, names, tmp_path, monkeypatch):
    monkeypatch.setattr(mv, "profile", lambda _: mv.Profile(()))  # there are no recorded games
    name, made, *about, endings = row
    thing = eval(made.strip("`"), names)
    if "`:" in name:
        assert name.startswith(f"`{type(thing).__name__}`:")
    if about:
        kind, plots = about
        assert shown(thing) == ("text" if thing == mv.Profile(()) else kind)
        assert hasattr(thing, "plot") == (plots == "yes")
        assert sorted(thing._writers()) == sorted(endings.split())
    else:
        assert shown(thing) in ("widget", "page")
    for ending in endings.split():
        if ending not in ENCODERS:  # films take seconds
            assert thing.save(tmp_path / f"saved{ending}").stat().st_size > 0
    with pytest.raises((ValueError, mv.MinevisError), match=re.escape(endings.split()[0])):
        thing.save(tmp_path / "saved.xyz")
