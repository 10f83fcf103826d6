"""Proofs: one cell at a time on stuck expert positions, and a game told with them"""

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from statistics import median
from unittest.mock import patch

import numpy as np
from analysis import GOLDEN
from measuring import CORNER, Row, processor_seconds, ratio

import minevis as mv
from minevis.game.grid import cells_of
from minevis.game_loop import events_of
from minevis.solver import turn
from minevis.solver.events import Proved
from minevis.solver.knowledge import Knowledge

GAMES = 6
ROUNDS = 3
EASY = 4  # cells of a position that counting settles; of those that need more all are asked


def positions() -> list[mv.Position]:
    """The expert positions of the tests."""
    entries = [
        entry
        for path in sorted(GOLDEN.glob("*.json"))
        for entry in json.loads(path.read_text(encoding="utf-8"))["positions"]
        if (entry["rows"], entry["cols"]) == (16, 30)
    ]
    return [mv.Position.parse("\n".join(each["board"]), each["mines"]) for each in entries]


def asked(
    position: mv.Position, number: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The cells asked about: all that need more than counting, and a few that do not."""
    known = mv.analyze(position)
    certain = cells_of((known.safe | known.mined) & position.covered)
    easy = [cell for cell in certain if known.proof(cell).kind == "count"]
    order = np.random.default_rng(number).permutation(len(easy))
    return sorted({*certain} - {*easy}), [easy[i] for i in order[:EASY]]


def seconds_of(position: mv.Position, cell: tuple[int, int]) -> float:
    """Processor seconds of one proof, of an analysis that has given none yet: the least of some."""
    spent = []
    for _ in range(ROUNDS):
        known = mv.analyze(position)
        spent.append(processor_seconds(lambda known=known: known.proof(cell)))
    return min(spent)


def unreasoned(knowledge: Knowledge, certain: Mapping[int, bool]) -> Iterator[Proved]:
    """What is certain, without a reason: all mines at once, and all that is safe."""
    order = sorted(certain, key=lambda cell: certain[cell])
    for mined, cells in groupby(order, key=lambda cell: certain[cell]):
        yield Proved(tuple(knowledge.names(sorted(cells))), mined, (), False)


def told(seed: int) -> float:
    """Processor seconds of one expert game, event by event."""
    board = mv.Board.random("expert", seed=seed, first=CORNER)
    return processor_seconds(lambda: list(events_of(board, "exact", first=CORNER)))


def rows() -> Iterator[Row]:
    """Processor times, so that what else the machine does counts for little."""
    hard: list[float] = []
    easy: list[float] = []
    for number, position in enumerate(positions()):
        for spent, cells in zip((hard, easy), asked(position, number), strict=True):
            spent += [seconds_of(position, cell) for cell in cells]
    yield Row("cells of expert positions that need more than counting", f"{len(hard)}")
    yield Row("one proof of these, median", f"{1e3 * median(hard):.1f}", "ms", "aim: under 20 ms")
    yield Row("one proof of these, worst", f"{1e3 * max(hard):.1f}", "ms", "aim: under 300 ms")
    yield Row(f"one proof by counting, median of {len(easy)}", f"{1e3 * median(easy):.1f}", "ms")
    with_proofs = sum(min(told(seed) for _ in range(ROUNDS)) for seed in range(GAMES))
    with patch.object(turn, "reasons", unreasoned):
        without = sum(min(told(seed) for _ in range(ROUNDS)) for seed in range(GAMES))
    yield Row(
        f"{GAMES} expert games told with proofs, against none",
        ratio(with_proofs, without),
        "× as long",
        "aim: under 2",
    )
