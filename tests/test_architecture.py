"""Dependencies between packages, light imports, and the content of the wheel."""

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
from minevis.render.tiles.theme import THEMES
from minevis.utils.files import PACKED, SOURCE
from public_names import MODULE_OF

HOME = Path(minevis.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))
PUBLIC_FUNCTIONS = {name for name in MODULE_OF if name.islower()}
ASSET = re.compile(r'asset_path\("([^"]+)"\)')

# From top to bottom. Imports point upwards, those inside functions too.
CORE = (
    *("errors", "utils", "game", "solver", "players", "trace", "words"),
    *("engine", "analysis", "game_loop", "render", "film"),
)
ORDER = (
    *CORE,
    *("vision", "experiments", "reviews", "practice", "replays"),
    *("web", "api", "cli", "__main__", "__init__"),
)
PLACES = {  # pictures that modules above use: options of a trace, marks of an event
    "render.options": "utils",
    "render.marks": "game",
}
ON_USE = {  # values with methods that import these packages below them when they are called
    "utils.showing": {"words", "film", "web"},  # picture and save of every value
    "game.shown": {"film"},  # picture and plot of values with cells
    "game.position": {"vision"},  # Position.from_image
    "solver.analysis": {"words"},  # print(analysis)
    "render.options": {"render"},  # a look checks its panels and theme
    "trace.trace": {"film", "reviews", "practice", "web"},  # all ways to show a trace
    "film.race": {"web"},  # Race.scrubber
    "replays.profile": {"web"},  # Profile.save
    "reviews.review": {"reviews"},  # the curve of a review
}
KERNELS = {"solver.guess.evaluation"}  # guesses that look ahead are evaluated by kernels


def module_name(path):
    return ".".join(path.relative_to(HOME).with_suffix("").parts)


FILES = {module_name(path).removesuffix(".__init__"): path for path in MODULES}


def imports(tree, below=()):
    """Everything that a module imports, except for types only.

    Inside functions it may import the packages `below`.

    Public names that minevis loads lazily count as the modules that they come from, whether
    they are imported (`from minevis import rate`) or read (`mv.rate`).
    """
    aliases = set()
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif isinstance(node, ast.Import):
            aliases |= {each.asname or each.name for each in node.names if each.name == "minevis"}
            yield from (alias.name for alias in node.names if alias.name != "minevis")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            for alias in node.names:
                yield public_source(f"{node.module}.{alias.name}")
        elif isinstance(node, ast.FunctionDef) and below:
            inside = imports(ast.Module(node.body))
            yield from (thing for thing in inside if package_of(module_of(thing)) not in below)
        else:
            waiting += ast.iter_child_nodes(node)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in aliases:
            yield public_source(f"minevis.{node.attr}")


def public_source(thing):
    """The thing itself, or the full name of a name that minevis loads lazily."""
    name = thing.removeprefix("minevis.")
    if thing == f"minevis.{name}" and name in MODULE_OF:
        return f"minevis.{MODULE_OF[name]}.{name}"
    return thing


def module_of(thing):
    """The module of minevis that contains an imported thing; None for other packages."""
    if not thing.startswith("minevis."):
        return None
    name = thing.removeprefix("minevis.")
    while name and name not in FILES:
        name = name.rpartition(".")[0]
    return name or "__init__"


def package_of(name):
    """The package that a module stands with in the order; None without a module."""
    return PLACES.get(name) or (name and name.split(".")[0])


GRAPH = {
    name: set(
        map(module_of, imports(ast.parse(path.read_text("utf-8")), below=ON_USE.get(name, ())))
    )
    - {None}
    for name, path in FILES.items()
}


@pytest.mark.parametrize("name", FILES)
def test_imports_point_upwards(name):
    package = package_of(name)
    above = {*ORDER[: ORDER.index(package) + 1], *({"engine"} if name in KERNELS else ())}
    found = set(map(package_of, GRAPH[name]))
    assert found <= above | ({"__init__"} if package == "cli" else set())  # its version


def test_what_is_imported_on_use_is_not_loaded_before():
    """Nor does the core import packages that are built on it."""
    modules = sorted(name for name in FILES if name.split(".")[0] in CORE)
    script = f"""import importlib, sys
for name in {modules}: importlib.import_module(f"minevis.{{name}}")
print(sorted({{name.split(".")[1] for name in sys.modules if name.startswith("minevis.")}}))"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ast.literal_eval(done.stdout) == sorted(CORE), done.stderr


def cycles(graph):
    """Sets of names each of which leads to all others of its set."""
    reached = {}
    for start in graph:
        seen, waiting = set(), [start]
        while waiting:
            fresh = graph[waiting.pop()] - seen
            seen |= fresh
            waiting += fresh
        reached[start] = seen
    return {
        frozenset(other for other in seen if start in reached[other])
        for start, seen in reached.items()
        if start in seen
    }


def test_imports_form_an_order_that_names_each_package_once():
    assert cycles(GRAPH) == set()
    assert sorted(ORDER) == sorted({name.split(".")[0] or "__init__" for name in FILES})


ENGINE_ALONE = {  # modules of kernels that no readable module has to answer for
    "_jit": "compiles and finds kernels again",
    "kernel_folder": "where kernels are kept, and what is compiled into them",
    "loading": "whether kernels may be compiled",
    "twins": "marks kernels, chooses between plain and compiled",
    "kernels": "what other packages call",
    "hashing": "its twin is minevis.game.hashing",
    "shared": "outcomes of games; the solver's names and constants as numbers",
}


def test_kernels_are_twins_and_the_solver_knows_neither_truth_nor_pictures():
    """Except for guesses: the same kernels evaluate these for the readable solver."""
    kernels = {name.removeprefix("engine.") for name in FILES if name.startswith("engine.")}
    kernels = {name for name in kernels if not name.startswith("guess.")}
    alone = {name for name in kernels if f"solver.{name}" not in FILES}
    assert alone == set(ENGINE_ALONE)
    assert "game.hashing" in FILES
    for path in HOME.glob("solver/**/*.py"):
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)
        }
        assert not names & {"Board", "Game"}, path


PLAYED = """, minevis as mv
board = mv.Board.random("intermediate", seed=3, first=(0, 0))
mv.play(board, first=(0, 0)).scrubber().fallback()"""


@pytest.mark.parametrize(
    ("used", "heavy"),
    [
        (", minevis", "matplotlib IPython numba cv2 skimage scipy PIL ipywidgets"),
        (PLAYED, "matplotlib numba skimage scipy joblib imageio_ffmpeg"),
    ],
    ids=["imported", "played and seen"],
)
def test_heavy_libraries_are_loaded_when_they_are_needed(used, heavy):
    script = f"import sys{used}\nprint(sorted({{*{heavy.split()}}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_a_wheel_carries_its_data_and_extras_agree_on_versions():
    text = (HOME.parent / "pyproject.toml").read_text(encoding="utf-8")
    wheel = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]
    carried = {HOME.parent / source: to for source, to in wheel["force-include"].items()}
    packed = PACKED.relative_to(HOME.parent)
    assert {SOURCE / Path(to).relative_to(packed): to for to in carried.values()} == carried
    asked = {name for path in MODULES for name in ASSET.findall(path.read_text("utf-8"))}
    assert {"tiles", "value_net.json"} <= asked <= {path.name for path in carried}
    assert all(source.exists() for source in carried)
    assert all((SOURCE / "tiles" / theme / "mine.png").is_file() for theme in THEMES)
    text = (HOME.parent / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    needs = set(chain(*extras.values()))
    names = [re.match(r"[\w-]+", need)[0] for need in needs]
    assert sorted(names) == sorted(set(names))


def test_public_tables_are_read_only():
    """An entry added to one would be known in some modules and unknown in others."""
    tables = {name for name in minevis.__all__ if name.isupper()}
    assert tables >= {"LEVELS", "PLAYERS", "GUESSES", "LOGICS", "PANELS", "PRESETS", "THEMES"}
    for name in tables:
        with pytest.raises(TypeError, match="does not support item assignment"):
            getattr(minevis, name)["mine"] = None


def test_every_public_name_is_there_rare_ones_in_their_modules_and_no_module_shadows_one():
    for name in minevis.__all__:
        assert getattr(minevis, name) is not None
    assert dir(minevis) == sorted(minevis.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = minevis.nonsense
    rare = {"RaceScrubber", "ProofFormatError", "SearchExhaustedError", "WorkersLostError"}
    assert {*rare, "optimal"}.isdisjoint(minevis.__all__)
    # Only modules directly in minevis/ could: `minevis.play` must be the function.
    at_the_top = {path.stem for path in HOME.iterdir()}
    assert not at_the_top & PUBLIC_FUNCTIONS


def test_the_top_level_holds_nothing_by_mistake():
    """A file that an example wrote there is easily committed with the rest."""
    git = ["git", "ls-files", "--cached"]
    if not (HOME.parent / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no checkout: what belongs to it is not known")
    names = subprocess.check_output(git, cwd=HOME.parent, text=True).splitlines()
    top = {name.split("/")[0] for name in names}
    folders = {"assets", "benchmarks", "docs", "minevis", "notebooks", "research", "tests"}
    papers = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"}
    tools = {"Makefile", "mkdocs.yml", "package.json", "pyproject.toml", "requirements.txt"}
    tools |= {"tsconfig.json"}
    assert {name for name in top if not name.startswith(".")} == folders | papers | tools
