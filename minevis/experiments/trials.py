"""`trials`: many games of one player."""

from collections.abc import Sequence
from pathlib import Path

from minevis.experiments.runner.results import Trials
from minevis.experiments.runner.run import run_task
from minevis.experiments.runner.store import Store
from minevis.experiments.runner.task import First, Task
from minevis.experiments.runner.workers import Engine
from minevis.players import Player


def trials(
    level: str | Sequence[int],
    player: str | Player = "exact",
    *,
    games: int = 10_000,
    seed: int = 0,
    first: First = (0, 0),
    safe_radius: int | None = 0,
    engine: Engine = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
    chunk: int | None = None,
) -> Trials:
    """Play many games with `player` and count how they end.

    `level` is a name of `LEVELS` or (height, width, mines). Game i has the seed
    `seed + i`, which draws its board and settles its ties. `first` is the first
    click: a cell, "uniform" for a random one, None for the player's own, which
    nothing protects; `safe_radius` is that of `Board.random`.

    `engine` says who plays: None threads of this process, a number of processes, this
    one among them (1: without further threads), "tcp://…" or a `distributed.Client` a Dask
    cluster. Totals are the same whoever plays, and however many games are played in
    one go (`chunk`, rounded up to a power of two; None: half a second's).

    `store` is a file that keeps finished chunks: a run from the same `seed` on plays none of
    their games again. Sums of a chunk cannot be taken apart, so a run that begins or ends within
    one plays that part again. A custom function is known by the player's name and its
    source. If the source changes, its games are played again. Changes to globals, captured values
    and functions that it uses are not detected: rename the player with them.
    Ctrl-C returns the games played so far, `partial`.

    Raises `ValueError` for arguments that make no game, `StoreError` for a file
    that is no store, `WorkersLostError` when workers keep dying or a cluster is lost.

    >>> trials("beginner", games=100, progress=False)
    <Trials of exact on 9×9/10: won 91 of 100 games, 91.00 % [83.77, 95.19]>
    """
    task = Task.of(level, player, games=games, seed=seed, first=first, safe_radius=safe_radius)
    return run_task(task, engine=engine, store=store, progress=progress, chunk=chunk)
