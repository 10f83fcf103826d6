"""What each effort of the guess "best" is worth: `python -m research.compare_efforts FILE 1000`.

`best` plays expert games from a safe corner; at each guess the other efforts are asked, and where
one of them would open another cell, both are valued. Each game becomes a row of FILE, and a run
goes on where the rows end. Printed are the gains in points with their 95 % intervals, and the
games that each effort plays a second on one core.
"""

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import minevis as mv
from minevis.experiments.task import Task
from minevis.players import best_with
from minevis.solver.guess.effort import DEFAULT_EFFORT
from research.disagreements import PLAYOUTS, Asked, disagreements_of_all, gain_of

EFFORTS = ("quick", "hard")
CORNER, FIRST_SEED, TIMED = (0, 0), 600_000, 200


def ask(seed: int, playouts: int) -> tuple[Asked, ...]:
    """One game: what each effort would do otherwise."""
    best = mv.PLAYERS["best"]
    task = Task.of("expert", best, games=1, seed=seed, first=CORNER, safe_radius=0)
    others = [best_with(effort) for effort in EFFORTS]
    return next(disagreements_of_all(task, others, playouts=playouts))


def read(path: Path) -> list[tuple[Asked, ...]]:
    """The games that a file holds, none when there is no file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [_game(list(map(float, row))) for row in csv.reader(file)]


def _game(row: list[float]) -> tuple[Asked, ...]:
    return tuple(
        Asked(int(row[0]), int(differ), gain)
        for differ, gain in zip(row[1::2], row[2::2], strict=True)
    )


def go_on(path: Path, games: int, playouts: int = PLAYOUTS) -> list[tuple[Asked, ...]]:
    """Add games to a file until it holds so many; returns them all."""
    found = read(path)
    with path.open("a", encoding="utf-8", newline="") as file:
        for number in range(len(found), games):
            game = ask(FIRST_SEED + number, playouts)
            row = [number for asked in game for number in (asked.differ, asked.gain)]
            csv.writer(file).writerow([game[0].guesses, *row])
            file.flush()
            found.append(game)
    return found


def speed(effort: str, games: int = TIMED) -> float:
    """Games a second and core."""
    _play(effort, 1)  # compiles
    start = process_time()
    _play(effort, games)
    return games / (process_time() - start)


def _play(effort: str, games: int) -> None:
    player = best_with(effort)
    mv.trials("expert", player=player, games=games, first=CORNER, workers=1, progress=False)


def lines(games: list[tuple[Asked, ...]]) -> Iterator[str]:
    """What came of the games, a line an effort."""
    for effort, asked in zip(EFFORTS, zip(*games, strict=True), strict=True):
        gain, low, high = (100 * bound for bound in gain_of(list(asked)))
        differ = sum(game.differ for game in asked)
        interval = f"{gain:+.2f} points [{low:+.2f}, {high:+.2f}]"
        yield f"{effort}: {interval}, {differ} guesses differ"


def main() -> None:
    """Go on with a file, and print what it says."""
    parser = argparse.ArgumentParser(description="What each effort of the player best is worth.")
    parser.add_argument("file", type=Path, help="a row a game (CSV); a run goes on where it ends")
    parser.add_argument("games", type=int, nargs="?", default=1000, help="default: 1000")
    options = parser.parse_args()
    print(*lines(go_on(options.file, options.games)), sep="\n")
    for effort in (DEFAULT_EFFORT, *EFFORTS):
        print(f"{effort}: {speed(effort):,.0f} games a second and core")


if __name__ == "__main__":
    main()
