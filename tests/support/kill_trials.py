"""Kill a run of trials in the middle, again and again, and check its store.

Each round starts `trials` in a process of its own and ends it by SIGKILL at a random
moment. A chunk is *finished* when the process has said so.
"""

import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import minevis as mv

CHILD = """
import sys
import minevis as mv

class Reporting(mv.Store):
    def add(self, task, start, totals):
        super().add(task, start, totals)
        print(start, flush=True)

with Reporting(sys.argv[1]) as store:
    mv.trials("beginner", games=int(sys.argv[2]), store=store, progress=False)
"""
MOST_CHUNKS = 8  # finished before the kill


def kill_often(path: Path, *, rounds: int, games: int, seed: int) -> list[int]:
    """Kill `rounds` runs; returns how many chunks were kept after each.

    Raises `AssertionError` when a finished chunk is lost or the store is damaged.
    """
    moments = random.Random(seed)
    finished: set[int] = set()
    kept: list[int] = []
    for _ in range(rounds):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, path, str(games)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        reported = [child.stdout.readline() for _ in range(moments.randint(1, MOST_CHUNKS))]
        child.send_signal(signal.SIGKILL)
        reported += child.communicate()[0].splitlines()
        finished |= {int(line) for line in reported if line.strip()}
        kept.append(len(starts_in(path)))
        lost = finished - starts_in(path)
        assert not lost, f"finished, but not in the store: {sorted(lost)}"
    return kept


def starts_in(path: Path) -> set[int]:
    """The first seeds of the chunks in a store, which is checked as it is opened."""
    with mv.Store(path) as store:
        return {int(chunk.start) for run in store.runs() for chunk in run.chunks}


def undisturbed(games: int) -> Any:
    """The same run, in one go and without a store."""
    return mv.trials("beginner", games=games, progress=False)
