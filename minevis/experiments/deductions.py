"""How hard the deductions of games are, and how far each idea carries.

A game is played with proofs alone as long as they find a safe cell, by the easiest idea that
finds anything, and where nothing is certain by opening the cell that is the least likely to
be a mine. Each deduction is
counted under the idea that it takes: counting, two clues, a supposition of so many steps, the
mines left, or cases. A game that is won without a guess is won with the hardest idea that it
took, and with all harder ones; so one game tells how far each idea carries.
"""

import csv
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import numpy as np

from minevis.core.atomic_files import write_whole
from minevis.core.board import Board, Level, level_of
from minevis.core.events import Counted, Event, Finished, Guessed, Proved
from minevis.core.game import Game
from minevis.core.grid import Cell, cells_of
from minevis.core.position import ViewCode
from minevis.core.proofs import KINDS, Need, Proof, Suppose
from minevis.solver.counting.survey import survey_of
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.reasons import reasons
from minevis.solver.rules import count
from minevis.solver.turn import certainties, odds_of, probability_map

IDEAS = KINDS[1:]  # the easiest first


@dataclass
class Deductions:
    """What came of some games: counts, to be added up.

    >>> found = Deductions()
    >>> found.add(play_one(mv.Board.random("beginner", seed=3, first=(0, 0))))
    >>> found.games
    1
    """

    games: int = 0
    won: int = 0
    unguessed: Counter[str] = field(default_factory=Counter)  # won unguessed, by hardest idea
    deductions: Counter[tuple[str, int]] = field(default_factory=Counter)  # idea, steps

    def add(self, other: "Deductions") -> None:
        """Take up the counts of other games."""
        self.games += other.games
        self.won += other.won
        self.unguessed.update(other.unguessed)
        self.deductions.update(other.deductions)

    def share(self, idea: str) -> float:
        """The share of deductions that need an idea, and no harder one."""
        total = sum(self.deductions.values())
        return sum(n for (kind, _), n in self.deductions.items() if kind == idea) / max(total, 1)

    def won_with(self, idea: str) -> int:
        """Games won without a guess by this idea and those easier."""
        easier = IDEAS[: IDEAS.index(idea) + 1]
        return sum(self.unguessed[each] for each in easier)


def steps_of(proof: Proof) -> int:
    """The steps of a proof, what it supposes and what clues need left out.

    >>> steps_of(mv.analyze(mv.Position.parse("####\\n1221", mines=2)).proof((0, 2)))
    1
    """
    return sum(not isinstance(step, Need | Suppose) for step in proof.steps)


def play_one(board: Board, *, first: Cell = (0, 0)) -> Deductions:
    """The deductions of one game, opened at `first`.

    >>> play_one(mv.Board.parse(".*.")).won
    1
    """
    return counted(game_told(board, first=first))


def game_told(board: Board, *, first: Cell = (0, 0)) -> Iterator[Event]:
    """The deductions, guesses and end of a game, without its search: four times as fast.

    Where nothing is certain the cell is opened that is the least likely to be a mine, the
    first of those by rows.

    >>> [type(event).__name__ for event in game_told(mv.Board.parse(".*."))]
    ['Counted', 'Proved', 'Finished']
    """
    game = Game(board)
    knowledge = Knowledge(game.position)
    cells: Sequence[Cell] = (first,)
    while True:
        for cell in cells:
            if game.view[cell] == ViewCode.COVERED and not game.over:
                opened = game.open(cell)
                knowledge.see(opened, [int(game.view[each]) for each in opened])
        if game.over:
            yield Finished(game.won, ())
            return
        yield from count(knowledge)
        cells = cells_of(knowledge.safe)
        if not cells:
            cells = yield from _search(knowledge)


def _search(knowledge: Knowledge) -> Generator[Event, None, Sequence[Cell]]:
    """What is certain by all clues together, the easiest first, else a guess: cells to open."""
    survey = survey_of(knowledge)
    odds = odds_of("exact", survey, knowledge.mines_left)
    certain = certainties(odds, survey, knowledge)
    yield from reasons(knowledge, certain)
    chances = probability_map(odds, survey, knowledge)
    for cell, mined in certain.items():
        knowledge.mark(knowledge.names([cell]), mined)
    if knowledge.safe.any():
        return cells_of(knowledge.safe)
    risks = np.where(knowledge.unknown, chances, 2.0)
    row, col = divmod(int(risks.argmin()), knowledge.shape[1])
    safest = (row, col)
    yield Guessed(safest, "least_risk", float(risks[safest]), (safest,), (), None, True)
    return (safest,)


def counted(events: Iterable[Event]) -> Deductions:
    """The deductions among the events of one game.

    >>> trace = mv.play(mv.Board.parse(".*."), first=(0, 0))
    >>> counted(trace.events).deductions
    Counter({('count', 1): 1, ('mines left', 1): 1})
    """
    found = Deductions(games=1)
    guessed, hardest = False, IDEAS[0]
    for event in events:
        if isinstance(event, Counted):
            found.deductions["count", 1] += 1
        elif isinstance(event, Proved) and event.proof is not None:
            kind = event.proof.kind
            found.deductions[kind, steps_of(event.proof)] += 1
            hardest = max(hardest, kind, key=IDEAS.index)
        elif isinstance(event, Guessed):
            guessed = True
        elif isinstance(event, Finished) and event.won:
            found.won = 1
            found.unguessed.update([] if guessed else [hardest])
    return found


def measure(
    level: str | Level = "expert",
    *,
    games: int = 100,
    seed: int = 0,
    first: Cell = (3, 3),
    safe_radius: int | None = 1,
) -> Deductions:
    """The deductions of `games` games, one board a seed, from `seed` on.

    The first click opens a zero; a smaller `safe_radius` protects less.

    >>> measure("beginner", games=2).games
    2
    """
    found, level = Deductions(), level_of(level)
    for number in range(seed, seed + games):
        board = Board.random(level, seed=number, first=first, safe_radius=safe_radius)
        found.add(play_one(board, first=first))
    return found


def rows(found: Deductions) -> list[dict[str, object]]:
    """A row for each idea, and each number of steps of a supposition.

    >>> [row["idea"] for row in rows(measure("beginner", games=2))][:2]
    ['count', 'overlap']
    """
    total = max(sum(found.deductions.values()), 1)
    table: list[dict[str, object]] = []
    for idea in IDEAS:
        each = {steps: n for (kind, steps), n in sorted(found.deductions.items()) if kind == idea}
        row = {"idea": idea, "steps": "all", "deductions": sum(each.values())}
        table.append({**row, "won unguessed": found.won_with(idea)})
        if idea == "suppose":
            table += [{"idea": idea, "steps": k, "deductions": n} for k, n in each.items()]
    for row in table:
        row["share"] = f"{int(str(row['deductions'])) / total:.6f}"
        row["games"] = found.games
    return table


COLUMNS = ("idea", "steps", "deductions", "share", "won unguessed", "games")


def write(found: Deductions, path: str | Path) -> Path:
    """Write the rows of `found` as CSV, all of them or nothing.

    >>> write(measure("beginner", games=1), "deductions.csv").read_text().splitlines()[0]
    'idea,steps,deductions,share,won unguessed,games'
    """
    text = StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(found))
    return write_whole(path, text.getvalue())
