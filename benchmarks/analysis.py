"""Analysis: exact odds of stuck expert positions, and the speed of recorded play"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import mean, median
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
    try:
        import ms_toollib
    except ImportError:
        yield Row("ms_toollib is not installed: pip install 'minevis[compare]'", "")
        return
    spent = [float("inf")] * len(positions)
    for number in ROUNDS * [*range(len(positions))]:
        position, _ = positions[number]
        board = [[THEIRS.get(code, code) for code in row] for row in position.view.tolist()]
        asked = partial(ms_toollib.cal_probability_onboard, board, position.mines)
        spent[number] = min(spent[number], timed(asked)[0])
    yield Row("ms_toollib, median", f"{1e3 * median(spent):.2f}", "ms")
    yield Row(
        "  analyze by kernels against it, medians", ratio(median(spent), one), "× faster", "aim: 5"
    )
    yield Row("  analyze_many against it, means", ratio(mean(spent), many), "× faster", "aim: 7")
