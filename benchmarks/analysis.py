"""Analysis: exact odds of stuck expert positions, and the speed of recorded play"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

import numpy as np
from measuring import Row, game, ratio, timed

import minevis as mv
from minevis.engine import analysis as compiled
from minevis.solver import analysis as readable

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
SEARCHING = mv.Player(rules=("count", "search"), search="boxes")
ROUNDS = 5
GAMES = 6
PROCESSES = 5  # each with a loop of its own
COPIES = 20  # of the positions, for `analyze_many`
THEIRS = {-1: 10, -2: 11}  # codes of covered and flagged cells in ms_toollib


def stuck() -> list[tuple[mv.Position, dict[str, Any]]]:
    """The stuck expert positions of the tests, with the answers given for them."""
    entries = [
        entry
        for path in sorted(GOLDEN.glob("*.json"))
        for entry in json.loads(path.read_text(encoding="utf-8"))["positions"]
        if (entry["rows"], entry["cols"]) == (16, 30) and not entry["safe"]
    ]
    return [
        (mv.Position.parse("\n".join(entry["board"]), entry["mines"]), entry) for entry in entries
    ]


def check(analysis: mv.Analysis, entry: dict[str, Any]) -> None:
    """Stop the run when an answer is not the one given."""
    given = np.array(entry["p"], dtype=np.float64)
    assert analysis.configurations == int(entry["layouts"]), entry["id"]
    np.testing.assert_allclose(analysis.probability, given, rtol=0, atol=1e-12)


def rows() -> Iterator[Row]:
    """Times for one position, against a search that yields events and a Rust library."""
    positions = stuck()
    readable.analyze(positions[0][0])  # imports and first calls are not what is measured
    yield Row("positions analyzed, every chance as given to 1e-12", f"{len(positions)}")
    plain = best_times(positions, readable.analyze)
    searched = [timed(lambda one=one: list(mv.explain(one, SEARCHING)))[0] for one, _ in positions]
    yield Row("analyze without kernels, median", f"{1e3 * median(plain):.2f}", "ms")
    yield Row(
        "  against a search that visits every solution, all together",
        ratio(sum(searched), sum(plain)),
        "× faster",
    )
    compiled.warm_up()
    quick = best_times(positions, mv.analyze)
    yield Row("analyze by kernels, median", f"{1e3 * median(quick):.2f}", "ms", "aim: 0.2 ms")
    yield Row("analyze by kernels, worst", f"{1e3 * max(quick):.2f}", "ms")
    many = seconds_of_many(positions)
    yield Row("analyze_many, one core, a position", f"{1e3 * many:.3f}", "ms")
    yield from against_ms_toollib(positions, median(quick), many)
    seconds, events = timed(lambda: sum(len(game(seed=seed)) for seed in range(GAMES)))
    yield Row(f"recorded play, {GAMES} expert games", f"{events / seconds:,.0f}", "events/s")


def best_times(
    positions: list[tuple[mv.Position, dict[str, Any]]], way: Callable[[mv.Position], Any]
) -> list[float]:
    """The least of some times for each position, in seconds, all others in between; the answers
    are checked."""
    spent = [float("inf")] * len(positions)
    for _ in range(ROUNDS):
        for number, (position, entry) in enumerate(positions):
            seconds, found = timed(partial(way, position))
            spent[number] = min(spent[number], seconds)
            check(found, entry)
    return spent


def seconds_of_many(positions: list[tuple[mv.Position, dict[str, Any]]]) -> float:
    """Seconds a position of `analyze_many` on one core."""
    views = np.array([position.view for position, _ in positions] * COPIES)
    mines = [position.mines for position, _ in positions] * COPIES
    spent = min(
        timed(lambda: mv.analyze_many(views, mines, workers=1, progress=False))[0]
        for _ in range(ROUNDS)
    )
    return spent / len(views)


def against_ms_toollib(
    positions: list[tuple[mv.Position, dict[str, Any]]], one: float, many: float
) -> Iterator[Row]:
    """The same positions by ms_toollib (Rust), where it is installed: the extra `compare`."""
    if find_spec("ms_toollib") is None:
        yield Row("ms_toollib is not installed: pip install 'minevis[compare]'", "")
        return
    spent = [float("inf")] * len(positions)
    for number in ROUNDS * [*range(len(positions))]:
        spent[number] = min(spent[number], timed(theirs(positions[number][0]))[0])
    yield Row("ms_toollib, median", f"{1e3 * median(spent):.2f}", "ms")
    yield Row("  analyze by kernels against it, best times", ratio(median(spent), one), "× faster")
    yield Row("  analyze_many against it, means", ratio(mean(spent), many), "× faster", "aim: 7")
    for ready, way, aim in ((False, "without", ""), (True, "with", "aim: 5")):
        ratios = sorted(in_fresh_process(ready=ready) for _ in range(PROCESSES))
        found = f"{median(ratios):.1f} ({ratios[0]:.1f} to {ratios[-1]:.1f})"
        yield Row(f"  a loop of analyze {way} kernels against it", found, "× faster", aim)


def theirs(position: mv.Position) -> Callable[[], Any]:
    """The odds of a position by ms_toollib."""
    import ms_toollib

    board = [[THEIRS.get(code, code) for code in row] for row in position.view.tolist()]
    return partial(ms_toollib.cal_probability_onboard, board, position.mines)


def in_fresh_process(*, ready: bool) -> float:
    """How many times faster a loop is than ms_toollib, in a process of its own."""
    code = f"import analysis; print(analysis.each_once(ready={ready}))"
    command = [sys.executable, "-c", code]
    folder = Path(__file__).parent
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout)


def each_once(*, ready: bool) -> float:
    """Analyze each position once, alternately by both; the ratio of the median processor times.

    `ready` loads kernels before. Only the first position is asked for twice, to import.
    """
    positions = stuck()
    if ready:
        compiled.warm_up()
    ours, other = [], []
    for warm in (True, False):
        for position, _ in positions[: 1 if warm else None]:
            for spent, asked in ((ours, partial(mv.analyze, position)), (other, theirs(position))):
                start = process_time()
                asked()
                spent.append(process_time() - start)
    assert ("numba" in sys.modules) == ready
    return median(other[1:]) / median(ours[1:])
