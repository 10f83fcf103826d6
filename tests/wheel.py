"""Build the wheel, install it away from the source, and use it as a stranger would.

python tests/wheel.py

The environment lies on a path with blanks and umlauts, its packages are read-only, the locale
is C, no ffmpeg is on the path, and where root asks, another user runs it all.
"""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILM = ("solve", "--level", "beginner", "--detail", "0", "--cell", "8", "--quiet", "--video")
GAMES = ("trials", "--level", "beginner", "--games", "64", "--store")
NOBODY = 65534
ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
HOMELESS = {"HOME": "/no/such", "XDG_CACHE_HOME": "/no/such"}  # kernels cannot be kept


def main() -> int:
    """Do all of it; returns how many of the commands failed."""
    with tempfile.TemporaryDirectory(prefix="minevis wheel über ") as name:
        folder = Path(name)
        folder.chmod(0o755)
        wheel = build(folder)
        failed = not runs_a_notebook(folder, wheel)
        python = install(folder / "venv", str(wheel))
        lock(folder / "venv")
        home = folder / "Zu Hause"
        home.mkdir()
        another = another_user(python)
        if another:
            os.chown(home, NOBODY, NOBODY)
        failed += sum(not attempt(python, home, another, *each) for each in attempts(home))
    print(f"{failed} failed" if failed else "All of it works.")
    return failed


def build(folder: Path) -> Path:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-qq"]
    subprocess.run([*pip, "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True)
    return next(folder.glob("minevis-*.whl"))


def install(folder: Path, wheel: str) -> str:
    """The Python of an environment with only the wheel and its dependencies."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
    subprocess.run([*pip, wheel], check=True)
    return python


def runs_a_notebook(folder: Path, wheel: Path) -> bool:
    """Whether the extra for notebooks is enough."""
    python = install(folder / "notebook", f"{wheel}[notebook]")
    path = shutil.copy(ROOT / "notebooks" / "your_own_game.ipynb", folder)
    done = subprocess.run([python, "-m", "jupyter", "execute", path], check=False)
    print("FAILS " if done.returncode else "works ", "a notebook", flush=True)
    return not done.returncode


def lock(folder: Path) -> None:
    """Nobody may write here; folders last, from the inside out."""
    writing = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
    for path in sorted(folder.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~writing)


def another_user(python: str) -> dict[str, int]:
    """The options that run a process as another user, where we may and that one may run it."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0):
        print("Not root: all of it runs as the same user.")
        return {}
    another = {"user": NOBODY, "group": NOBODY}
    try:
        subprocess.run([python, "-c", ""], check=True, **another)
    except PermissionError:
        print(f"Others may not run {sys.executable}: all of it runs as the same user.")
        return {}
    return another


def attempts(home: Path):
    """Each command with the files that it should write, the settings and the exit code."""
    (home / "brett.txt").write_text("*..\n...\n...\n")
    yield ((), None, {}, 0)
    for suffix in ("mp4", "webm", "gif", "webp"):
        yield ((*FILM, f"gelöst {suffix}.{suffix}"), f"gelöst {suffix}.{suffix}", {}, 0)
    yield (("solve", "--board", "brett.txt"), None, ASCII, 0)
    yield (("page", "über.html", "--level", "beginner"), "über.html", ASCII, 0)
    yield ((*FILM, "ohne.mp4"), None, {"IMAGEIO_FFMPEG_EXE": "/no/such/ffmpeg"}, 1)
    yield (("warm-up", "exact"), None, {}, 0)
    yield ((*GAMES, "spiele.sqlite"), "spiele.sqlite", {}, 0)
    yield ((*GAMES, "none", "--quiet"), None, HOMELESS, 0)
    yield ((*GAMES, "none", "--player", "best"), None, {}, 0)
    yield (("ladder",), None, {}, 0)


def attempt(python: str, home: Path, another, arguments, file, settings, code: int) -> bool:
    done = subprocess.run(
        [python, "-m", "minevis", *arguments],
        cwd=home,
        env={"HOME": str(home), "PATH": str(Path(python).parent), "LC_ALL": "C", **settings},
        capture_output=True,
        check=False,
        **another,
    )
    fine = done.returncode == code and b"Traceback" not in done.stderr
    fine = fine and (file is None or (home / file).stat().st_size > 0)
    print("works " if fine else "FAILS ", "minevis", *arguments, settings or "", flush=True)
    if not fine:
        print(f"exit code {done.returncode}:", done.stderr.decode("utf-8", "replace")[-3000:])
    return fine


if __name__ == "__main__":
    sys.exit(main())
