"""Trials: games a second of every player, against the readable solver; scaling; slow moves"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from time import perf_counter, process_time

import numpy as np
import plain_player
from measuring import Row, timed

import minevis as mv
from minevis.engine.kernels import clicks_of, odds_of, warm_up
from minevis.experiments.run import play_chunk, play_readably
from minevis.experiments.task import Task, level_text
from minevis.game.board import Level
from minevis.players import best_with

BOARDS = ("beginner", "beginner8", "intermediate", "expert", "expert24", (10, 10, 10))
AIMS = {
    ("expert", "exact"): 2_000,
    ("beginner", "exact"): 30_000,
    ("expert24", "exact"): 4_500,
    ((10, 10, 10), "counting"): 50_000,
}
GAMES_AT_ONCE = 64
SECONDS = 0.5  # of play for each figure, at least
ROUNDS, ROUND_GAMES = 20, 500  # in turns, so that both meet the same weather
SCALING_GAMES = 60_000
HARD = (((16, 30, 150), 30), ((16, 30, 160), 30), ((16, 30, 170), 30), ((60, 60, 720), 4))
MEMORY = """
import resource, sys
import minevis as mv
run = mv.trials("expert", games=int(sys.argv[1]), workers=1, progress=False)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def rows() -> Iterator[Row]:
    """Speeds, then memory, then scaling, then single moves."""
    for player in (*mv.PLAYERS.values(), best_with("quick"), best_with("hard")):
        warm_up(player)
    for board in BOARDS:
        for name in mv.PLAYERS:
            yield _speed(board, name)
    for effort in ("quick", "hard"):
        task = Task.of("expert", best_with(effort), games=10**9)
        rate = _rate(partial(play_chunk, task), GAMES_AT_ONCE)
        yield Row(f"{level_text(task.level)}, {task.player}", f"{rate:,.0f}", "games/s")
    yield from _against_plain_kernels()
    yield from _memory()
    yield from _scaling()
    for level, games in HARD:
        yield from _moves(Level(*level), games)


def _speed(board: str | tuple[int, int, int], name: str) -> Row:
    """Games a second of the kernels on one core, and of the readable solver."""
    table_d = board == (10, 10, 10)
    options = {"first": "uniform" if table_d else (0, 0), "safe_radius": 1 if table_d else 0}
    task = Task.of(board, name, games=10**9, seed=0, **options)
    play_chunk(task, (0, GAMES_AT_ONCE))
    fast = _rate(partial(play_chunk, task), GAMES_AT_ONCE)
    slow = _rate(
        lambda chunk: play_readably(task, np.arange(chunk[0], sum(chunk), dtype=np.uint64)), 1
    )
    aim = AIMS.get((board, name))
    what = f"{level_text(task.level)}, {name}: × {fast / slow:.0f} the readable solver"
    return Row(what, f"{fast:,.0f}", "games/s", f"aim {aim:,}" if aim else "")


def _against_plain_kernels() -> Iterator[Row]:
    """The player `exact` against plain kernels that play nearly alike, on one core, in turns."""
    tables = plain_player.neighbors_table(16, 30)
    task = Task.of("expert", "exact", games=10**9, seed=0, first=(0, 0), safe_radius=0)
    ours = plain = 0.0
    for start in range(0, (ROUNDS + 1) * ROUND_GAMES, ROUND_GAMES):
        seeds = range(start, start + ROUND_GAMES)
        since = process_time()
        for seed in seeds:
            plain_player.play(16, 30, 99, seed, 0, 1, *tables, 1)
        between = process_time()
        play_chunk(task, (start, ROUND_GAMES))
        if start:  # the first round compiles
            plain, ours = plain + between - since, ours + process_time() - between
    games = ROUNDS * ROUND_GAMES
    yield Row("expert by plain kernels", f"{games / plain:,.0f}", "games/s")
    yield Row("  exact against them, in turns", f"{plain / ours:.2f}", "× faster", "aim: 1")


def _rate(play: Callable[[tuple[int, int]], object], games: int) -> float:
    """Games a second of processor time, over ever more games until they take long enough."""
    start = 0
    while True:
        since = process_time()
        play((start, games))
        seconds = process_time() - since
        if seconds >= SECONDS:
            return games / seconds
        start += games
        games = max(int(games * min(2 * SECONDS / max(seconds, 1e-4), 16)), games + 1)


def _memory() -> Iterator[Row]:
    """The most memory of a process that plays a few games, and many."""
    for games in (64, 20_000):
        done = subprocess.run(
            [sys.executable, "-c", MEMORY, str(games)], capture_output=True, text=True, check=True
        )
        yield Row(f"memory of a process, {games:,} expert games", f"{int(done.stdout) >> 10}", "MB")


def _scaling() -> Iterator[Row]:
    """The same games by one thread, by two and by Dask."""
    single, threads = _seconds(1), _seconds(2)
    yield Row("expert games by one thread", f"{SCALING_GAMES / single:,.0f}", "games/s")
    yield Row("  two threads, against one", f"{single / threads:.2f}", "times", "aim 1.8")
    with suppress(ImportError):
        from distributed import Client, LocalCluster

        local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
        with local as cluster, Client(cluster) as client:
            dask = _seconds(client)
        yield Row("  Dask with two workers, against two threads", f"{threads / dask:.2f}", "times",
                  "aim 0.85")  # fmt: skip


def _seconds(workers: object) -> float:
    """How long the games take, once everybody has loaded the kernels."""
    mv.trials("expert", games=2_000, seed=10**6, workers=workers, progress=False)
    play = partial(mv.trials, "expert", games=SCALING_GAMES, workers=workers, progress=False)
    return timed(play)[0]


def _moves(level: Level, games: int) -> Iterator[Row]:
    """How long the exact odds take in every position of some games."""
    spent, wide = [], 0
    for seed in range(games):
        for view in _views(level, seed):
            start = perf_counter()
            try:
                odds_of(view, level.mines)
            except ValueError:
                wide += 1
            spent.append(1000 * (perf_counter() - start))
    p50, p99, most = np.percentile(spent, [50, 99, 100])
    what = f"{level_text(level)}: exact odds of {len(spent):,} positions, p50 / p99 / max"
    yield Row(what, f"{p50:.2f} / {p99:.2f} / {most:.2f}", "ms")
    if wide:
        yield Row("  of them left to the readable solver", f"{wide:,}")


def _views(level: Level, seed: int) -> Iterator[np.ndarray]:
    """What the exact player sees before each click of a game that begins with a zero."""
    first = (level.height // 2, level.width // 2)
    game = mv.Game(mv.Board.random(level, seed=seed, first=first, safe_radius=1))
    for cell in clicks_of(level, mv.PLAYERS["exact"], seed, first=first, safe_radius=1):
        if game.over or game.view[cell] >= 0:
            continue
        if (game.view >= 0).any():
            yield game.view.copy()
        game.open(cell)
