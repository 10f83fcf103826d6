"""The house stands as it was designed: who may import whom, and how light the door is."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import minevis
from minevis.show.tiles.draw_pictures import PACKED, SOURCES
from minevis.show.tiles.theme import THEMES
from minevis.solver.guessing import value_net

HOME = Path(minevis.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))
PUBLIC_FUNCTIONS = {
    *("analyze", "explain", "play", "caption", "trials", "compare"),
    *("race", "sweep", "explorer", "optimal", "review", "win_chance", "thoughts", "ladder"),
}
STDLIB = sys.stdlib_module_names

# A room, and what its modules may import at their top: rooms of minevis, and packages.
# A module has the rule of the longest name here that its own name begins with.
MAY_IMPORT = {
    "core": {"core", "numpy"},
    "core.grid": {"numpy", "cv2", "skimage", "scipy"},
    "solver": {"core", "solver", "numpy", "scipy"},
    "players": {"solver", "numpy"},
    "playing": {"core", "solver", "players", "trace", "numpy"},
    "trace": {"core", "numpy"},
    "winning": {"core", "players", "playing", "solver", "numpy"},
    "reviewing": {"core", "players", "solver", "numpy"},
    "racing": {"core", "players", "playing"},
    "show": {"core", "show", "numpy", "cv2", "PIL", "tqdm", "imageio_ffmpeg"},
    "engine": {"core", "engine", "players", "solver", "numba", "numpy"},
    "experiments": {
        *("core", "experiments", "engine", "players", "playing", "solver", "trace"),
        *("numpy", "tqdm"),
    },
    "experiments.charts": {"core", "experiments", "show", "matplotlib", "numpy"},
    "widgets": {
        *("core", "widgets", "show", "solver", "players", "playing"),
        *("numpy", "PIL", "anywidget", "traitlets", "ipywidgets"),
    },
    "widgets.board.playground": {
        *("core", "widgets", "show", "solver", "players", "trace"),
        *("numpy", "traitlets"),
    },
    "widgets.explorer": {"core", "widgets", "players", "playing", "trace", "ipywidgets"},
    "show.words": {"core", "show"},
    "commands": {
        *("core", "commands", "experiments", "players", "playing", "show", "solver"),
        *("trace", "widgets", "racing", "reviewing", "numpy"),
    },
    "cli": {"commands", "core"},
    "__main__": {"cli"},
    "__init__": set(),
}


def room_of(path):
    """A module's dotted name within minevis."""
    return ".".join(path.relative_to(HOME).with_suffix("").parts)


def rule_of(room):
    """What the module may import."""
    names = [name for name in MAY_IMPORT if room == name or room.startswith(f"{name}.")]
    assert names, f"minevis/{room.replace('.', '/')}.py has no place in the design"
    return MAY_IMPORT[max(names, key=len)]


def imported_at_the_top(tree):
    """The modules that a module imports as soon as it is imported itself."""
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            if node.module == "minevis":
                yield from (f"minevis.{alias.name}" for alias in node.names)
            else:
                yield node.module
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def top_name(module):
    """The room of minevis, or the package, that an import leads to."""
    parts = module.split(".")
    return parts[1] if parts[0] == "minevis" else parts[0]


@pytest.mark.parametrize("path", MODULES, ids=room_of)
def test_each_room_imports_only_what_the_design_allows(path):
    room = room_of(path)
    found = {top_name(module) for module in imported_at_the_top(ast.parse(path.read_text()))}
    assert found - set(STDLIB) <= rule_of(room)


def test_the_walk_over_imports_sees_what_it_should():
    source = """
import os, cv2
from minevis.core import events as ev
from minevis.core.grid import Cell
if TYPE_CHECKING:
    from minevis.show.export.video import InlineVideo
try:
    import PIL.Image
except ImportError:
    pass
class A:
    import numba
    def method(self):
        import matplotlib
"""
    found = set(imported_at_the_top(ast.parse(source)))
    assert found == {"os", "cv2", "minevis.core", "minevis.core.grid", "PIL.Image", "numba"}


def test_the_solver_knows_neither_truth_nor_pictures():
    for path in HOME.glob("solver/**/*.py"):
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)
        }
        assert not names & {"Board", "Game"}, path


def test_no_module_shadows_a_public_function():
    """Only what stands directly in minevis/ could: `minevis.play` must be the function."""
    at_the_top = {path.stem for path in HOME.iterdir()}
    assert not at_the_top & PUBLIC_FUNCTIONS


def test_the_door_is_light():
    heavy = {"matplotlib", "IPython", "numba", "cv2", "skimage", "scipy", "PIL", "ipywidgets"}
    script = f"import sys, minevis; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_wheel_carries_the_tiles_to_where_they_are_looked_for():
    text = (HOME.parent / "pyproject.toml").read_text(encoding="utf-8")
    wheel = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]
    carried = {HOME.parent / source: to for source, to in wheel["force-include"].items()}
    assert carried[SOURCES] == PACKED.relative_to(HOME.parent).as_posix()
    assert carried[value_net.SOURCE] == value_net.PACKED.relative_to(HOME.parent).as_posix()
    assert all(source.exists() for source in carried)
    assert all((SOURCES / theme / "mine.png").is_file() for theme in THEMES)


def test_every_public_name_is_there():
    for name in minevis.__all__:
        assert getattr(minevis, name) is not None
    assert set(minevis.__all__) <= set(dir(minevis))
    with pytest.raises(AttributeError, match="no 'nonsense'"):
        _ = minevis.nonsense


@pytest.mark.parametrize("path", MODULES, ids=room_of)
def test_functions_are_short(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno + 1 <= 40, f"{node.name} is too long"


def test_no_room_is_crowded():
    """A dozen things side by side, or a few more, is what one can take in."""
    for folder in {path.parent for path in MODULES}:
        inside = [
            thing
            for thing in folder.iterdir()
            if thing.name[0] not in "_." and thing.name != "py.typed"
        ]
        assert len(inside) <= 14, f"{folder} holds {len(inside)} things"
