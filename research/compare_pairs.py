"""What the rule `overlap` adds between `subset` and the search: `python -m research.compare_pairs`.

The same boards are played by both rules; of all cells that are deduced it is counted which rule
found them, and how many searches and guesses a game needs.
"""

import argparse
from collections import Counter

import minevis as mv
from minevis.solver import events as ev

RULES = (("count", "subset", "search"), ("count", "overlap", "search"))
GAMES, CORNER = 300, (0, 0)


def rule_of(event: ev.Deduction) -> str:
    """The rule that found what an event tells."""
    if isinstance(event, ev.Proved):
        return "two clues" if event.proof and event.proof.kind == "overlap" else "search"
    return "count" if isinstance(event, ev.Counted) else "subset"


def compare(rules: tuple[str, ...], games: int) -> tuple[Counter[str], float, float]:
    """Cells deduced by each rule in so many games, and searches and guesses a game."""
    cells: Counter[str] = Counter()
    moments: Counter[type] = Counter()
    for seed in range(games):
        board = mv.Board.random("expert", seed=seed, first=CORNER)
        trace = mv.play(board, mv.Player(name="pairs", rules=rules), first=CORNER)
        moments.update(map(type, trace.events))
        for event in trace.events:
            if isinstance(event, ev.Deduction):
                cells[rule_of(event)] += len(event.cells)
    return cells, moments[ev.FrontierFound] / games, moments[ev.Guessed] / games


def main() -> None:
    """Print a line for each set of rules."""
    parser = argparse.ArgumentParser(description="What the rule overlap adds to the rule subset.")
    parser.add_argument("games", type=int, nargs="?", default=GAMES, help=f"default: {GAMES}")
    games = parser.parse_args().games
    for rules in RULES:
        cells, searches, guesses = compare(rules, games)
        shares = ", ".join(f"{name} {n / cells.total():.2%}" for name, n in cells.most_common())
        print(
            f"{' + '.join(rules)}: {shares}; a game {searches:.2f} searches, {guesses:.2f} guesses"
        )


if __name__ == "__main__":
    main()
