"""Put each fault of mutants.toml into a copy of the package, and see that a test fails.

python tests/mutants.py             all of them
python tests/mutants.py 3 17-20     some, by number

The copies stay in out/mutants, with the kernels that they compile once.
"""

import filecmp
import os
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

ROOT = Path(__file__).parents[1]
LONGEST = 300  # seconds: tests that do not end have found the fault; others take one minute
COPIES = max((os.cpu_count() or 2) // 2, 1)


def copied(folder: Path) -> Path:
    """Bring a copy of all files that git knows or would add up to date."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        source, target = ROOT / name, folder / name
        if source.is_file() and not (target.is_file() and filecmp.cmp(source, target, False)):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    return folder


def fails(tests: list[str], root: Path) -> bool:
    """Return whether one of the tests fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, *tests],
            cwd=root,
            env=os.environ | {"PYTHONPATH": str(root)},
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
    """Return whether a test fails with the fault."""
    path = root / mutant["file"]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    try:
        return fails(mutant["tests"], root)
    finally:
        path.write_text(text, encoding="utf-8")


def stale(mutant: dict[str, Any]) -> str:
    """Return what is wrong with a fault's text, or nothing."""
    times = (ROOT / mutant["file"]).read_text(encoding="utf-8").count(mutant["old"])
    is_right = times == mutant.get("count", 1)
    return "" if is_right else f"{mutant['file']} has {times} × {mutant['old']!r}"


def chosen_of(words: list[str], count: int) -> list[int]:
    """Return numbers, of words such as `3` and `17-20`; all without a word."""
    spans = [word.partition("-")[::2] for word in words] or [("1", str(count))]
    return [number for first, last in spans for number in range(int(first), int(last or first) + 1)]


def main(words: list[str]) -> int:
    """Print a line for every fault; return the number of those that no test finds."""
    with open(ROOT / "tests" / "mutants.toml", "rb") as file:
        mutants = tomllib.load(file)["mutant"]
    chosen = [(number, mutants[number - 1]) for number in chosen_of(words, len(mutants))]
    if wrong := list(filter(None, (stale(mutant) for _, mutant in chosen))):
        raise ValueError("\n".join(wrong))
    roots: Queue[Path] = Queue()
    for number in range(COPIES):
        roots.put(copied(ROOT / "out" / "mutants" / str(number)))
    tests = sorted({each for _, mutant in chosen for each in mutant["tests"]})
    if fails(tests, roots.queue[0]):
        raise RuntimeError("some of these tests fail without any fault: " + " ".join(tests))

    def run(mutant: dict[str, Any]) -> bool:
        root = roots.get()
        try:
            return is_found(mutant, root)
        finally:
            roots.put(root)

    lost = 0
    with ThreadPoolExecutor(COPIES) as pool:
        results = pool.map(run, [mutant for _, mutant in chosen])
        for (number, mutant), found in zip(chosen, results, strict=True):
            said = "found" if found else f"SURVIVES {mutant.get('survives', '')}"
            print(f"{number:3} {said:8} {mutant['file']}: {mutant['old'][:60]}", flush=True)
            lost += not found and "survives" not in mutant
    print(f"{len(chosen) - lost} of {len(chosen)} are found, or cannot be")
    return lost


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
