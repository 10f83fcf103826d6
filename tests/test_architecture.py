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
GROUND = {"errors", "numbers", "grid", "hashing", "events", "board", "lettering", "game"}

# A room, and what its modules may import at their top: rooms of minevis, and packages.
# A module has the rule of the longest name here that its own name begins with.
MAY_IMPORT = {
    "errors": set(),
    "writing": set(),
    "numbers": set(),
    "events": set(),
    "hashing": {"numpy"},
    "lettering": {"errors", "numpy"},
    "grid": {"numpy", "cv2", "skimage", "scipy"},
    "board": {"errors", "grid", "hashing", "numbers", "numpy"},
    "game": {"board", "errors", "grid", "numbers", "numpy"},
    "snapshot": {"events", "numpy"},
    "recording": {"errors", "events", "snapshot", "numpy"},
    "trace": {"errors", "events", "numbers", "snapshot", "numpy"},
    "solver": {*GROUND, "solver", "numpy", "scipy"},
    "players": {"solver", "numpy"},
    "playing": {*GROUND, "solver", "players", "trace", "numpy"},
    "winning": {*GROUND, "outcomes", "players", "playing", "solver", "numpy"},
    "reviewing": {*GROUND, "players", "solver", "trace", "numpy"},
    "racing": {"board", "grid", "players", "playing"},
    "show": {
        *("show", "errors", "events", "grid", "numbers", "snapshot", "trace"),
        *("numpy", "cv2", "PIL", "tqdm", "imageio_ffmpeg"),
    },
    "outcomes": {"numpy"},
    "engine": {
        *("engine", "errors", "grid", "hashing", "board", "players", "outcomes", "solver"),
        *("numba", "numpy"),
    },
    "experiments": {
        *GROUND,
        *("experiments", "engine", "outcomes", "players", "playing", "solver", "trace"),
        *("writing", "numpy", "tqdm"),
    },
    "experiments.charts": {"experiments", "outcomes", "show", "matplotlib", "numpy"},
    "widgets": {
        *(*GROUND, "numbers", "widgets", "show", "solver", "players", "playing"),
        *("snapshot", "trace", "writing", "numpy", "PIL", "anywidget", "traitlets", "ipywidgets"),
    },
    "show.language": {"numbers"},
    "show.english": {"numbers", "show"},
    "show.captions": {"show", "events"},
    "printing": {*GROUND, "solver", "trace", "show", "numpy"},
    "commands": {
        *GROUND,
        *("commands", "experiments", "players", "playing", "printing", "show", "solver"),
        *("trace", "widgets", "racing", "reviewing", "writing"),
    },
    "cli": {"commands", "errors"},
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
    assert found == {"os", "cv2", "minevis.core.events", "minevis.core.grid", "PIL.Image", "numba"}


def test_the_solver_knows_neither_truth_nor_pictures():
    for path in HOME.glob("solver/**/*.py"):
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)
        }
        assert not names & {"Board", "Game"}, path


def test_no_module_shadows_a_public_function():
    assert not {path.stem for path in MODULES} & PUBLIC_FUNCTIONS
    assert not {path.parent.name for path in MODULES} & PUBLIC_FUNCTIONS


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
def test_modules_and_functions_are_short(path):
    text = path.read_text()
    assert len(text.splitlines()) < 300
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno + 1 <= 40, f"{node.name} is too long"
