"""Analysis: exact odds of stuck expert positions, and the speed of recorded play"""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from measuring import Row, game, ratio, timed

import minevis as mv

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
SEARCHING = mv.Player(rules=("count", "search"), search="boxes")
ROUNDS = 5
GAMES = 6


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
    """Times for one position, against a search that yields its events; then whole games."""
    positions = stuck()
    mv.analyze(positions[0][0])  # imports and first calls are not what is measured
    spent, searched = [], []
    for position, entry in positions:
        rounds = [timed(lambda position=position: mv.analyze(position)) for _ in range(ROUNDS)]
        check(rounds[0][1], entry)
        spent.append(min(seconds for seconds, _ in rounds))
        searched.append(timed(lambda position=position: list(mv.explain(position, SEARCHING)))[0])
    yield Row("positions analyzed, every chance as given to 1e-12", f"{len(positions)}")
    yield Row("analyze, median", f"{1e3 * median(spent):.1f}", "ms", "aim: under 50 ms")
    yield Row("analyze, 99 of 100", f"{1e3 * np.quantile(spent, 0.99):.1f}", "ms")
    yield Row("analyze, worst", f"{1e3 * max(spent):.1f}", "ms", "aim: under 50 ms")
    yield Row(
        "  against a search that visits every solution, all together",
        ratio(sum(searched), sum(spent)),
        "× faster",
    )
    seconds, events = timed(lambda: sum(len(game(seed=seed)) for seed in range(GAMES)))
    yield Row(f"recorded play, {GAMES} expert games", f"{events / seconds:,.0f}", "events/s")
