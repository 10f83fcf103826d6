"""Count which ideas the deductions of games need: `python -m research.deductions FILE`.

A game is played with proofs alone as long as they find a safe cell, always by the easiest idea
that proves anything. What a cell shows once it is open is therefore used before harder ideas. If
nothing is certain, the cell that is least likely to be a mine is opened. Each deduction is counted
under the idea that it takes: counting, two clues, a supposition of so many steps, the mines left,
or cases. A game won without a guess is won with the hardest idea that it took and with all harder
ones, so one game shows how far each idea carries. Deductions from two clues are also counted by the
name that players use, 1-1, 1-2, 1-2-1 or 1-2-2-1, with the number of games that need each name.

About 30 ms a game and core. The kept table, `assets/deductions.csv`, holds 100,000 expert games.
"""

import argparse
import csv
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path

import numpy as np

from minevis.game.board import LEVELS, Board, Level, check_room, level_of, safe_zone
from minevis.game.game import Game
from minevis.game.grid import Cell, cells_of, check_cell
from minevis.game.hashing import check_seeds
from minevis.game.position import ViewCode
from minevis.solver.counting.survey import survey_of
from minevis.solver.events import Counted, Event, Finished, Guessed, Proved
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.prove import reasons
from minevis.solver.proofs.steps import IDEAS, Need, Proof, Suppose
from minevis.solver.rules import count
from minevis.solver.turn import certainties, odds_of, probability_map
from minevis.utils.checks import check_count
from minevis.utils.files import write_whole
from minevis.utils.progress import progress_bar

CHUNK = 25  # games that one process plays at a time: a second or two


@dataclass
class Deductions:
    """The results of some games: counts, to be added up."""

    games: int = 0
    won: int | None = 0  # None if it is not known
    unguessed: Counter[str] = field(default_factory=Counter)  # won unguessed, by hardest idea
    deductions: Counter[tuple[str, int]] = field(default_factory=Counter)  # idea, steps
    patterns: Counter[str] = field(default_factory=Counter)  # deductions by the pattern's name
    games_with: Counter[str] = field(default_factory=Counter)  # games that need the pattern

    def add(self, other: "Deductions") -> None:
        """Take up the counts of other games."""
        self.games += other.games
        self.won = None if self.won is None or other.won is None else self.won + other.won
        self.unguessed.update(other.unguessed)
        self.deductions.update(other.deductions)
        self.patterns.update(other.patterns)
        self.games_with.update(other.games_with)

    def share(self, idea: str) -> float:
        """The share of deductions that need an idea, and no harder one."""
        total = sum(self.deductions.values())
        return sum(n for (kind, _), n in self.deductions.items() if kind == idea) / max(total, 1)

    def won_with(self, idea: str) -> int:
        """Games won without a guess by this idea and those easier."""
        easier = IDEAS[: IDEAS.index(idea) + 1]
        return sum(self.unguessed[each] for each in easier)


def kept() -> Deductions:
    """The deductions of the games whose counts are kept with the project, on expert boards."""
    return read(Path(__file__).parents[1] / "assets" / "deductions.csv")


def read(path: Path) -> Deductions:
    """The counts that a CSV file of `write` holds. It does not hold those of games won with a
    guess, so that `won` is None.
    """
    with path.open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    found, before = Deductions(games=int(table[0]["games"]), won=None), 0
    for row in table:
        idea, whole = row["idea"], row["steps"] == "all"
        if row.get("pattern"):
            found.patterns[row["pattern"]] = int(row["deductions"])
            found.games_with[row["pattern"]] = int(row["games with it"])
            continue
        if whole:
            found.unguessed[idea] = int(row["won unguessed"]) - before
            before = int(row["won unguessed"])
        if not whole or idea != "suppose":
            found.deductions[idea, 0 if whole else int(row["steps"])] += int(row["deductions"])
    return found


def rows(found: Deductions) -> list[dict[str, object]]:
    """A row for each idea, each pattern of two clues, and each number of steps of a supposition."""
    total = max(sum(found.deductions.values()), 1)
    table: list[dict[str, object]] = []
    for idea in IDEAS:
        each = {steps: n for (kind, steps), n in sorted(found.deductions.items()) if kind == idea}
        row = {"idea": idea, "steps": "all", "deductions": sum(each.values())}
        table.append({**row, "won unguessed": found.won_with(idea)})
        if idea == "overlap":
            table += [_pattern_row(found, name) for name in sorted(found.patterns)]
        if idea == "suppose":
            table += [{"idea": idea, "steps": k, "deductions": n} for k, n in each.items()]
    for row in table:
        row["share"] = f"{int(str(row['deductions'])) / total:.6f}"
        row["games"] = found.games
    return table


def _pattern_row(found: Deductions, name: str) -> dict[str, object]:
    row = {"idea": "overlap", "pattern": name, "deductions": found.patterns[name]}
    return {**row, "games with it": found.games_with[name]}


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
    """The easiest reasons up to a safe cell, else a guess: cells to open."""
    survey = survey_of(knowledge)
    odds = odds_of("exact", survey, knowledge.mines_left)
    certain = certainties(odds, survey, knowledge)
    safe = yield from _easiest(knowledge, certain)
    if safe:
        return safe
    risks = np.where(knowledge.unknown, probability_map(odds, survey, knowledge), 2.0)
    row, col = divmod(int(risks.argmin()), knowledge.shape[1])
    safest = (row, col)
    yield Guessed(safest, "least_risk", float(risks[safest]), (safest,), (), None, True)
    return (safest,)


def _easiest(
    knowledge: Knowledge, certain: Mapping[int, bool]
) -> Generator[Event, None, Sequence[Cell]]:
    """The easiest reasons, up to the first that shows cells safe; these, and mines are noted."""
    known = []
    for event in reasons(knowledge, certain):
        yield event
        if isinstance(event, Counted | Proved):
            known.append(event)
            if not event.mined:
                break
    for event in known:
        knowledge.mark(event.cells, event.mined)
    return cells_of(knowledge.safe)


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
            found.patterns.update([event.proof.pattern] if event.proof.pattern else [])
        elif isinstance(event, Guessed):
            guessed = True
        elif isinstance(event, Finished) and event.won:
            found.won = 1
            found.unguessed.update([] if guessed else [hardest])
    found.games_with.update(found.patterns.keys())
    return found


def measure(
    level: str | Sequence[int] = "expert",
    *,
    games: int = 100,
    seed: int = 0,
    first: Cell = (3, 3),
    safe_radius: int | None = 1,
    workers: int | None = 1,
    progress: bool = False,
) -> Deductions:
    """The deductions of `games` games, one board a seed, from `seed` on.

    The first click opens a zero; a smaller `safe_radius` protects less. `workers` processes play
    them, None for one a core; the counts are the same for any number. Interrupted by Ctrl-C it
    returns what was counted so far, and `games` says how many these are.

    >>> measure("beginner", games=2).games
    2
    """
    games = check_count("games", games)
    seed = check_seeds(seed, games)
    first = check_cell("first", first)
    workers = None if workers is None else check_count("workers", workers)
    size = level_of(level)
    check_room(size, int(safe_zone(size[:2], first, safe_radius).sum()))
    play = partial(_play_chunk, size, first=first, safe_radius=safe_radius)
    chunks = [range(i, min(i + CHUNK, seed + games)) for i in range(seed, seed + games, CHUNK)]
    found = Deductions()
    with progress_bar(progress=progress, total=games, unit=" games") as bar:
        try:
            for each in _played(play, chunks, workers):
                found.add(each)
                bar.update(each.games)
        except KeyboardInterrupt:
            bar.set_description("interrupted")
    return found


def _played(
    play: Callable[[range], Deductions], chunks: Sequence[range], workers: int | None
) -> Iterator[Deductions]:
    """What came of each chunk, in any order."""
    if workers == 1 or len(chunks) < 2:
        yield from map(play, chunks)
        return
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=workers or -1, return_as="generator_unordered")
    yield from parallel(delayed(play)(chunk) for chunk in chunks)


def _play_chunk(level: Level, seeds: range, *, first: Cell, safe_radius: int | None) -> Deductions:
    found = Deductions()
    for number in seeds:
        board = Board.random(level, seed=number, first=first, safe_radius=safe_radius)
        found.add(play_one(board, first=first))
    return found


COLUMNS = (
    "idea",
    "steps",
    "pattern",
    "deductions",
    "share",
    "won unguessed",
    "games with it",
    "games",
)


def write(found: Deductions, path: str | Path) -> Path:
    """Write the rows of `found` as CSV, all of them or nothing.

    >>> write(measure("beginner", games=1), "deductions.csv").read_text().splitlines()[0]
    'idea,steps,pattern,deductions,share,won unguessed,games with it,games'
    """
    text = StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(found))
    return write_whole(path, text.getvalue())


def main() -> None:
    """Count the deductions of games, print a summary and write the table."""
    parser = argparse.ArgumentParser(description="Which ideas deductions need.")
    parser.add_argument("file", type=Path, help="the table, as CSV")
    parser.add_argument("--level", choices=tuple(LEVELS), default="expert")
    parser.add_argument("--games", type=int, default=100, help="default: 100")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; default: 0")
    options = parser.parse_args()
    found = measure(
        options.level, games=options.games, seed=options.seed, workers=None, progress=True
    )
    for idea in IDEAS:
        won = found.won_with(idea)
        print(f"{idea:10}  {100 * found.share(idea):8.3f} %  won unguessed {won}/{found.games}")
    for name in sorted(found.patterns):
        print(f"{name:10}  needed in {found.games_with[name]}/{found.games} games")
    print(f"The table is {write(found, options.file)}.")


if __name__ == "__main__":
    main()
