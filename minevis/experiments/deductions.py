"""How hard the deductions of games are, and how far each idea carries.

The counts that are kept with the project were made by `research/deductions.py`, which also says how
games are played for them.
"""

import csv
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from minevis.core.files import asset_path
from minevis.core.proofs import IDEAS


@dataclass
class Deductions:
    """The results of some games: counts, to be added up.

    >>> kept().games
    100000
    """

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
    """The deductions of the games whose counts are kept with the project, on expert boards.

    >>> kept().share("count") > 0.9
    True
    """
    return read(asset_path("deductions.csv"))


def read(path: Path) -> Deductions:
    """The counts that a CSV file of `write` holds. It does not hold those of games won with a
    guess, so that `won` is None.

    >>> read(asset_path("deductions.csv")).won is None
    True
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
    """A row for each idea, each pattern of two clues, and each number of steps of a supposition.

    >>> [row["idea"] for row in rows(kept())][:2]
    ['count', 'overlap']
    """
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
