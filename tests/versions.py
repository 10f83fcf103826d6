"""Install the lowest versions that requirements.txt allows, or the newest, and run the core tests.

python tests/versions.py lowest
python tests/versions.py newest --python 3.13

Needs uv (python -m pip install uv), which can choose lowest versions.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}
TOOLS = ("pytest", "pytest-xdist", "hypothesis", "pandas")  # of those that `test` lists
CORE = (
    *("tests/game", "tests/solver", "tests/engine", "tests/render", "tests/film"),
    *("tests/api/test_trace.py", "tests/api/test_playing.py", "tests/experiments/test_trials.py"),
)


def main() -> int:
    """Make an environment, list its packages and run the tests; return their exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("versions", choices=RESOLUTIONS)
    parser.add_argument("--python", default="3.11", help="its version; default: 3.11, the lowest")
    parser.add_argument("tests", nargs="*", default=CORE, help="default: the core tests")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="minevis-versions-") as folder:
        python = install(Path(folder), options.versions, options.python)
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "NUMBA_CACHE_DIR": f"{folder}/kernels",
        }
        workers = ("-n", "auto", "--dist", "loadgroup")
        command = [python, "-m", "pytest", *workers, "-p", "no:cacheprovider", *options.tests]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def install(folder: Path, versions: str, version: str) -> str:
    """Make an environment in `folder` with those versions; returns its Python."""
    python = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    uv = [sys.executable, "-m", "uv"]
    if subprocess.run([*uv, "--version"], capture_output=True, check=False).returncode:
        uv = ["uv"]
    subprocess.run([*uv, "venv", "--quiet", "--python", version, folder / "venv"], check=True)
    needs = ["-r", str(ROOT / "requirements.txt"), *tools()]
    into = ["--python", python, "--resolution", RESOLUTIONS[versions]]
    subprocess.run([*uv, "pip", "install", "--quiet", *into, *needs], check=True)
    subprocess.run([*uv, "pip", "list", "--quiet", "--python", python], check=True)
    return python


def tools() -> list[str]:
    """The other packages of the core tests, with the versions that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = project["optional-dependencies"]["test"]
    named = {re.match(r"[\w-]+", need)[0]: need for need in listed}
    return [named[name] for name in TOOLS]


if __name__ == "__main__":
    sys.exit(main())
