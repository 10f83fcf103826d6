"""Put each fault of mutants.toml into a copy of the package, and see that a test fails.

python tests/mutants.py             all of them: half an hour
python tests/mutants.py 3 17        some, by number
"""

import os
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
LONGEST = 900  # seconds: tests that do not end have found the fault
COPIES = max((os.cpu_count() or 2) // 2, 1)


def copied(folder: Path) -> Path:
    """Return a copy of all files that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def fails(tests: str, root: Path) -> bool:
    """Return whether one of the tests fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    environment = os.environ | {"PYTHONPATH": str(root)}
    try:
        done = subprocess.run(
            [*command, tests],
            cwd=root,
            env=environment,
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{tests}: {done.stdout.decode()[-500:]}")
    return done.returncode == 1


def is_found(mutant: dict[str, Any], root: Path) -> bool:
    """Return whether a test fails with the fault. Raises `ValueError` if the text is not there."""
    path = root / mutant["file"]
    text = path.read_text(encoding="utf-8")
    if text.count(mutant["old"]) != mutant.get("count", 1):
        raise ValueError(f"{mutant['file']} has {text.count(mutant['old'])} × {mutant['old']!r}")
    path.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    try:
        return any(fails(tests, root) for tests in mutant["tests"])
    finally:
        path.write_text(text, encoding="utf-8")


def main(numbers: list[int]) -> int:
    """Print a line for every fault; return the number of those that no test finds."""
    with open(ROOT / "tests" / "mutants.toml", "rb") as file:
        mutants = tomllib.load(file)["mutant"]
    chosen = [(i, each) for i, each in enumerate(mutants, 1) if not numbers or i in numbers]
    lost = 0
    with TemporaryDirectory() as folder, ThreadPoolExecutor(COPIES) as pool:
        roots: Queue[Path] = Queue()
        for number in range(COPIES):
            roots.put(copied(Path(folder, str(number))))

        for tests in sorted({each for _, mutant in chosen for each in mutant["tests"]}):
            if fails(tests, copied(Path(folder, "whole"))):
                raise RuntimeError(f"{tests} fails without any fault")

        def run(mutant: dict[str, Any]) -> bool:
            root = roots.get()
            try:
                return is_found(mutant, root)
            finally:
                roots.put(root)

        for (number, mutant), found in zip(
            chosen, pool.map(run, [each for _, each in chosen]), strict=True
        ):
            said = "found" if found else f"SURVIVES {mutant.get('survives', '')}"
            print(f"{number:3} {said:8} {mutant['file']}: {mutant['old'][:60]}", flush=True)
            lost += not found and "survives" not in mutant
    print(f"{len(chosen) - lost} of {len(chosen)} are found, or cannot be")
    return lost


if __name__ == "__main__":
    sys.exit(bool(main([int(number) for number in sys.argv[1:]])))
