"""Dependencies between packages, light imports, and what the wheel carries."""

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
from public_names import MODULE_OF

HOME = Path(minevis.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))
PUBLIC_FUNCTIONS = {name for name in MODULE_OF if name.islower()}
ASSET = re.compile(r'asset_path\("([^"]+)"\)')

# The packages of minevis, and top-level modules, that each may import, inside functions too.
# A module has the rule of the longest name here that its own name begins with.
MAY_IMPORT = {
    "core": set(),
    "solver": {"core"},
    "solver.turn": {"core", "engine"},
    "solver.guessing": {"core", "engine"},  # kernels evaluate guesses
    "players": {"core", "solver"},
    "game_loop": {"core", "engine", "players", "solver"},
    "engine": {"core", "players", "solver"},
    "advising": {"core", "players", "show", "solver"},
    "analyzing": {"core", "engine", "solver"},
    "winning": {"analyzing", "core", "engine", "game_loop", "players", "solver"},
    "reviewing": {"analyzing", "core", "players", "solver", "winning"},
    "practice": {"analyzing", "core", "engine", "game_loop", "players", "reviewing", "solver"},
    "practice.puzzle": {"analyzing", "core", "show", "solver"},  # a puzzle shows itself
    "experiments": {"analyzing", "core", "engine", "game_loop", "players", "solver"},
    "experiments.charts": {"core", "show"},
    "experiments.trials": {"core", "players", "trace"},  # a game of a run is a trace
    "replays": {"core", "experiments", "game_loop", "reviewing", "solver", "winning"},
    "replays.profile": {"core", "experiments", "widgets"},  # a profile can be written as a page
    "show": {"core"},
    "widgets": {
        *("analyzing", "core", "engine", "game_loop", "players", "practice", "replays"),
        *("reviewing", "show", "solver", "winning"),
    },
    "trace": {"core", "practice", "reviewing", "show", "solver", "widgets"},
    "racing": {"show", "widgets"},
    "playground": {"trace", "widgets"},
    "figures": {"widgets"},
    "playing": {"core", "game_loop", "players", "racing", "replays", "solver", "trace"},
    "widgets.explorer": {"core", "players", "playing", "practice", "show", "trace"},
    "widgets.app": {"core", "playing", "practice", "show"},  # with a game and puzzles of its own
    "widgets.figures": {"analyzing", "core", "playing", "show", "solver"},
    "commands": {
        *("advising", "analyzing", "core", "engine", "experiments", "players", "playing"),
        *("practice", "racing", "replays", "reviewing", "show", "solver", "trace", "widgets"),
    },
    "cli": {"__init__", "commands", "core"},
    "__main__": {"cli"},
    "__init__": {"core"},
}


def module_name(path):
    return ".".join(path.relative_to(HOME).with_suffix("").parts)


FILES = {module_name(path).removesuffix(".__init__"): path for path in MODULES}


def imports(tree):
    """Everything that a module imports, inside functions too, except for types only.

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


IN_WORDS = {  # values that say what they are: the words are imported when they are displayed
    "core.proofs": "show.words.captions",
    "players": "experiments.ladder",
    "solver.analysis": "advising",
}
GRAPH = {
    name: {module_of(thing) for thing in imports(ast.parse(path.read_text("utf-8")))}
    - {None, IN_WORDS.get(name)}
    for name, path in FILES.items()
}


@pytest.mark.parametrize("name", FILES)
def test_each_module_imports_only_what_the_design_allows(name):
    package = name.split(".")[0]
    rule = max((each for each in MAY_IMPORT if f"{name}.".startswith(f"{each}.")), key=len)
    found = {other.split(".")[0] for other in GRAPH[name]} - {package}
    assert found <= MAY_IMPORT[rule]


def test_words_are_not_loaded_before_they_are_displayed():
    modules = [f"minevis.{name}" for name in IN_WORDS]
    words = {f"minevis.{name}" for name in IN_WORDS.values()}
    script = f"import sys, {', '.join(modules)}; print(sorted({words!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "[]\n"


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


def test_there_are_no_dependency_cycles():
    assert cycles(GRAPH) == set()


ENGINE_ALONE = {  # modules of kernels that no readable module has to answer for
    "_jit": "compiles and finds kernels again",
    "plain": "marks kernels",
    "twins": "chooses between plain and compiled",
    "kernels": "what other packages call",
    "hashing": "its twin is minevis.core.hashing",
    "shared": "the names and constants of the solver, as kernels take them",
}


def test_kernels_bear_the_names_of_their_readable_twins():
    """Except for guesses: the same kernels evaluate these for the readable solver."""
    kernels = {name.removeprefix("engine.") for name in FILES if name.startswith("engine.")}
    kernels = {name for name in kernels if not name.startswith("guessing.")}
    alone = {name for name in kernels if f"solver.{name}" not in FILES}
    assert alone == set(ENGINE_ALONE)
    assert "core.hashing" in FILES


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
    """An entry added to one would be known in some modules and unknown in others."""
    tables = {name for name in minevis.__all__ if name.isupper()}
    assert tables >= {"LEVELS", "PLAYERS", "GUESSES", "LOGICS", "PANELS", "PRESETS", "THEMES"}
    for name in tables:
        with pytest.raises(TypeError, match="does not support item assignment"):
            getattr(minevis, name)["mine"] = None


def test_every_public_name_is_there():
    for name in minevis.__all__:
        assert getattr(minevis, name) is not None
    assert dir(minevis) == sorted(minevis.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = minevis.nonsense


def test_rarely_used_names_are_found_in_their_modules_only():
    rare = {"RaceScrubber", "ProofFormatError", "SearchExhaustedError", "WorkersLostError"}
    assert {*rare, "optimal"}.isdisjoint(minevis.__all__)


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
