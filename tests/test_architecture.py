"""The house stands as it was designed: who may import whom, and how light the door is."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import minevis
from minevis.core.files import PACKED, SOURCE
from minevis.show.tiles.theme import THEMES

HOME = Path(minevis.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))
PUBLIC_FUNCTIONS = {name for name in minevis.__all__ if name.islower()}
ASSET = re.compile(r'asset_path\("([^"]+)"\)')
STDLIB = sys.stdlib_module_names

# A room, and what its modules may import anywhere: rooms of minevis, and packages.
# A module has the rule of the longest name here that its own name begins with.
MAY_IMPORT = {
    "core": {"core", "numpy"},
    "core.grid": {"numpy", "cv2", "skimage"},
    "solver": {"core", "solver", "numpy", "scipy"},
    "players": {"core", "solver", "numpy"},
    "game_loop": {"core", "players", "solver"},
    "trace": {"core", "show", "solver", "numpy"},  # names and defaults of options alone
    "playing": {"core", "game_loop", "players", "solver", "trace", "tqdm"},
    "racing": {"show"},
    "analyzing": {"core", "solver", "numpy", "tqdm"},
    "winning": {"analyzing", "core", "game_loop", "players", "solver", "numpy", "tqdm"},
    "reviewing": {"analyzing", "core", "players", "solver", "winning", "numpy", "tqdm"},
    "practice": {
        *("analyzing", "core", "game_loop", "players", "practice", "solver"),
        *("numpy", "tqdm"),
    },
    "replays": {
        *("core", "experiments", "players", "playing", "replays", "solver", "trace"),
        *("numpy", "tqdm"),
    },
    "show": {"core", "show", "numpy", "cv2", "PIL", "tqdm", "imageio_ffmpeg"},
    "show.words": {"core", "show"},
    "interrupts": set(),
    "engine": {"core", "engine", "interrupts", "players", "solver", "numba", "numpy"},
    "experiments": {
        *("core", "engine", "experiments", "game_loop", "interrupts", "players", "playing"),
        *("solver", "numpy", "tqdm"),
    },
    "experiments.disagreements": {
        *("analyzing", "core", "engine", "experiments", "game_loop", "players", "solver", "numpy"),
    },
    "experiments.next_guess": {
        *("analyzing", "core", "engine", "experiments", "players", "solver", "numpy"),
    },
    "experiments.charts": {"core", "experiments", "show", "matplotlib", "numpy"},
    "widgets": {
        *("analyzing", "core", "game_loop", "players", "playing", "practice", "reviewing", "show"),
        *(
            "solver",
            "widgets",
            "winning",
            "numpy",
            "PIL",
            "anywidget",
            "traitlets",
            "ipywidgets",
            "tqdm",
        ),
    },
    "widgets.board.playground": {  # beside `Trace`, not below it: what was played is one
        *("core", "players", "replays", "reviewing", "show", "solver", "trace", "widgets"),
        *("numpy", "traitlets"),
    },
    "widgets.explorer": {  # beside `Trace` as well: what it solves is one
        *("core", "players", "playing", "practice", "show", "trace", "widgets"),
        "ipywidgets",
    },
    "commands": {
        *("analyzing", "commands", "core", "experiments", "players", "playing"),
        *("practice", "replays", "reviewing"),
        *("show", "solver", "trace", "widgets", "numpy", "tqdm"),
    },
    "cli": {"commands", "core"},
    "__main__": {"cli"},
    "__init__": set(),
}

# What may be imported inside functions only, and why there.
LATE = {
    "trace": {
        "widgets": "the public Trace looks down on widgets",
        "reviewing": "the public Trace looks down on reviews, which take a record",
        "practice": "the mistakes of a game as puzzles",
    },
    "replays.profile": {"widgets": "a profile can be written as a page"},
    "replays.summary": {"engine": "kernels play for many games, readable players for a few"},
    "replays.account": {
        "ms_toollib": "an extra; only in the process that reads",
    },
    "playing": {"racing": "a race is shown side by side; a game alone needs no pictures"},
    "racing": {"widgets": "the public Race looks down on widgets"},
    "solver.analysis": {"winning": "`Analysis.win_chance` forwards to `mv.win_chance`"},
    "analyzing": {
        "engine": "kernels answer where there is numba and they are at hand",
    },
    "game_loop": {"engine": "whether kernels know a player is asked where numba may be missing"},
    "winning": {
        "engine": "kernels play where there is numba, readable players elsewhere",
    },
    "cli": {"__init__": "the version, where the package is not installed"},
    "core.outcomes": {"scipy": "statistics take half a second to load"},
    "core.tables": {"pandas": "an extra: `to_frame` only"},
    "core.board": {
        "PIL": "letters are drawn for word boards only",
        "__init__": "boards without a guess, and ratings, are asked of the public face",
    },
    "practice.puzzle": {"show": "a puzzle is shown with its window; to find one needs no pictures"},
    "practice.boards": {"engine": "kernels try boards where there is numba, readable players else"},
    "commands.warm_up": {"engine": "numba takes a second to load"},
    "show.export.figure": {"matplotlib": "figures only"},
    "show.export.gallery": {"matplotlib": "figures only"},
    "show.search_tree.figure": {"matplotlib": "figures only"},
    "widgets.film.fallback": {"IPython": "only there is a notebook to show something in"},
    "experiments.deductions": {"joblib": "for more than one process"},
    "experiments.fitting": {
        "scipy": "statistics take half a second to load",
        "sklearn": "an extra, for fitting only",
    },
    "experiments.runner.workers": {
        "joblib": "for more than one process",
        "distributed": "an extra, for many machines",
    },
    "experiments.statistics": {"scipy": "statistics take half a second to load"},
    "experiments.next_guess": {"engine": "numba takes a second to load"},
    "experiments.disagreements": {
        "scipy": "statistics take half a second to load",
        "engine": "numba takes a second to load",
    },
}

# Modules that may import each other, and why.
CIRCLES = {
    frozenset(
        {"solver.analysis", "winning", "analyzing", "engine.analysis"}
    ): "the forwarder `Analysis.win_chance`",
    frozenset(
        {"trace", "widgets.scrubber", "widgets.board.playground", "replays.reading"}
    ): "a scrubber opens a playground, whose game is a trace that has a scrubber",
}


def room_of(path):
    """A module's dotted name within minevis."""
    return ".".join(path.relative_to(HOME).with_suffix("").parts)


ROOMS = {room_of(path).removesuffix(".__init__"): path for path in MODULES}


def rule_of(room, rules=MAY_IMPORT):
    """What the module may import."""
    names = [name for name in rules if room == name or room.startswith(f"{name}.")]
    assert names, f"minevis/{room.replace('.', '/')}.py has no place in the design"
    return rules[max(names, key=len)]


def imports(tree):
    """Each thing that a module imports, and whether inside a function; none for types only."""
    waiting = [(node, False) for node in tree.body]
    while waiting:
        node, late = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += [(inside, late) for inside in node.orelse]
        elif isinstance(node, ast.Import):
            yield from ((alias.name, late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from ((f"{node.module}.{alias.name}", late) for alias in node.names)
        else:
            late |= isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            waiting += [(inside, late) for inside in ast.iter_child_nodes(node)]


def top_name(thing):
    """The room of minevis, or the package, that an import leads to."""
    parts = thing.split(".")
    if parts[0] != "minevis":
        return parts[0]
    return parts[1] if (HOME / parts[1]).is_dir() or parts[1] in ROOMS else "__init__"


def imported(path):
    """The names of rooms and packages that a module imports: at its top, and late."""
    found = [(top_name(thing), late) for thing, late in imports(ast.parse(path.read_text()))]
    return tuple(
        {name for name, inside in found if inside is late and name not in STDLIB}
        for late in (False, True)
    )


@pytest.mark.parametrize("path", MODULES, ids=room_of)
def test_each_room_imports_only_what_the_design_allows(path):
    room = room_of(path)
    at_the_top, late = imported(path)
    assert at_the_top <= rule_of(room)
    assert late <= rule_of(room) | set(LATE.get(room, {}))


def test_no_reason_outlives_the_import_it_was_given_for():
    for room, reasons in LATE.items():
        at_the_top, late = imported(ROOMS[room])
        assert set(reasons) <= late - at_the_top, room


def test_only_what_is_public_looks_down_on_show_widgets_and_reviewing():
    above = {"show", "widgets", "reviewing"}
    allowed = {room for room, rule in MAY_IMPORT.items() if above & rule}
    assert allowed == {"show", "show.words", "experiments.charts", "commands", "widgets"} | {
        "trace",
        "racing",
        "widgets.board.playground",
        "widgets.explorer",
    }
    late = {room: above & set(reasons) for room, reasons in LATE.items() if above & set(reasons)}
    assert late == {
        "trace": above - {"show"},
        "racing": {"widgets"},
        "practice.puzzle": {"show"},
        "replays.profile": {"widgets"},
    }


def test_a_trace_without_pictures_stays_light():
    """Of show it knows the options from the start, and all else when it is asked to show."""
    things = imports(ast.parse(ROOMS["trace"].read_text()))
    early = {module_of(thing) for thing, late in things if not late} - {None}
    assert early == {"core.record", "show.options", "solver.guessing.effort"}
    assert imported(ROOMS["show.options"])[0] == {"core"}  # its errors, which a record has too
    assert imported(ROOMS["solver.guessing.effort"])[0] == set()


def module_of(thing):
    """The module of minevis in which an imported thing stands; None for other packages."""
    name = thing.removeprefix("minevis.")
    while name and name not in ROOMS:
        name = name.rpartition(".")[0]
    return name if name and thing.startswith("minevis.") else None


def circles(graph):
    """Sets of names each of which leads to all others of its set."""
    reached = {}
    for start in graph:
        seen, waiting = set(), [start]
        while waiting:
            fresh = set(graph[waiting.pop()]) - seen
            seen |= fresh
            waiting += fresh
        reached[start] = seen
    return {
        frozenset(other for other in seen if start in reached[other])
        for start, seen in reached.items()
        if start in seen
    }


def test_no_module_leads_back_to_itself():
    """Imports inside functions count; those for types alone do not run."""
    graph = {
        room: {module_of(thing) for thing, _ in imports(ast.parse(path.read_text()))} - {None}
        for room, path in ROOMS.items()
    }
    assert circles(graph) <= set(CIRCLES)


def test_circles_are_found():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}, "e": {"a"}}
    assert circles(graph) == {frozenset("bc"), frozenset("d")}


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
        from minevis import __version__
"""
    found = set(imports(ast.parse(source)))
    top = {"os", "cv2", "minevis.core.events", "minevis.core.grid.Cell", "PIL.Image", "numba"}
    late = {"matplotlib", "minevis.__version__"}
    assert found == {(thing, False) for thing in top} | {(thing, True) for thing in late}
    assert [top_name(thing) for thing in ("minevis.core.grid.Cell", "minevis.__version__")] == [
        "core",
        "__init__",
    ]
    assert module_of("minevis.core.grid.Cell") == module_of("minevis.core.grid") == "core.grid"
    assert module_of("numpy") is None


ENGINE_ALONE = {  # modules of kernels that no readable module has to answer for
    "_jit": "compiles and finds kernels again",
    "api": "what the rest of the house calls",
    "hashing": "its twin is minevis.core.hashing",
    "shared": "the names and constants of the solver, as kernels take them",
    "guessing.component_tables": "what looking ahead keeps between cells",
    "guessing.touched_component": "what looking ahead counts anew",
}


def test_kernels_bear_the_names_of_their_readable_twins():
    kernels = {room.removeprefix("engine.") for room in ROOMS if room.startswith("engine.")}
    alone = {room for room in kernels if f"solver.{room}" not in ROOMS}
    assert alone == set(ENGINE_ALONE)
    assert "core.hashing" in ROOMS


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


def test_a_game_is_played_and_seen_before_heavy_libraries_are_loaded():
    heavy = {"matplotlib", "numba", "skimage", "scipy", "joblib", "imageio_ffmpeg"}
    script = (
        "import sys, minevis as mv\n"
        "board = mv.Board.random('intermediate', seed=3, first=(0, 0))\n"
        "mv.play(board, first=(0, 0)).scrubber().fallback()\n"
        f"print(sorted({heavy!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_wheel_carries_its_data_to_where_they_are_looked_for():
    text = (HOME.parent / "pyproject.toml").read_text(encoding="utf-8")
    wheel = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]
    carried = {HOME.parent / source: to for source, to in wheel["force-include"].items()}
    packed = PACKED.relative_to(HOME.parent)
    assert {SOURCE / Path(to).relative_to(packed): to for to in carried.values()} == carried
    asked = {name for path in MODULES for name in ASSET.findall(path.read_text("utf-8"))}
    assert {"tiles", "value_net.json"} <= asked <= {path.name for path in carried}
    assert all(source.exists() for source in carried)
    assert all((SOURCE / "tiles" / theme / "mine.png").is_file() for theme in THEMES)


def test_a_package_has_the_same_versions_in_all_extras():
    text = (HOME.parent / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    needs = set(chain(*extras.values()))
    names = [re.match(r"[\w-]+", need)[0] for need in needs]
    assert sorted(names) == sorted(set(names))


def test_public_tables_are_read_only():
    """What is added to one would be known in some rooms and unknown in others."""
    tables = {name for name in minevis.__all__ if name.isupper()}
    assert tables >= {"LEVELS", "PLAYERS", "GUESSES", "LOGICS", "PANELS", "PRESETS", "THEMES"}
    for name in tables:
        with pytest.raises(TypeError, match="does not support item assignment"):
            getattr(minevis, name)["mine"] = None


def test_every_public_name_is_there():
    for name in minevis.__all__:
        assert getattr(minevis, name) is not None
    assert {*dir(minevis)} - {*minevis.__all__} == {"__doc__", "__version__"}
    with pytest.raises(AttributeError, match="no 'nonsense'"):
        _ = minevis.nonsense


@pytest.mark.parametrize("path", MODULES, ids=room_of)
def test_functions_are_short(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno + 1 <= 40, f"{node.name} is too long"


def test_the_top_level_holds_nothing_by_mistake():
    """What an example or a try-out wrote there is easily committed with the rest."""
    git = ["git", "ls-files", "--cached"]
    if not (HOME.parent / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no checkout: what belongs to it is not known")
    names = subprocess.check_output(git, cwd=HOME.parent, text=True).splitlines()
    top = {name.split("/")[0] for name in names}
    rooms = {"assets", "benchmarks", "docs", "minevis", "notebooks", "tests"}
    papers = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"}
    tools = {"Makefile", "mkdocs.yml", "pyproject.toml", "requirements.txt"}
    assert {name for name in top if not name.startswith(".")} == rooms | papers | tools


def test_no_room_is_crowded():
    """A dozen things side by side, or three more, is what one can take in; the rooms apart."""
    for folder in {path.parent for path in MODULES}:
        inside = [
            thing
            for thing in folder.iterdir()
            if thing.name[0] not in "_." and thing.name != "py.typed"
            if not (folder == HOME and thing.is_dir())
        ]
        assert len(inside) <= 15, f"{folder} holds {len(inside)} things"
