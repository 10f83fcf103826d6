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
    workers: Engine = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
    chunk: int | None = None,
) -> Trials:
    """Play many games and count how they end.

    Parameters
    ----------
    level : str or tuple of int
        A name from `minevis.LEVELS`, or (height, width, mines).
    player : str or Player
        A name from `minevis.PLAYERS`, or a custom player.
    games : int
        The number of games.
    seed : int
        Game i has the seed `seed + i`, which draws its board and settles its ties.
    first : tuple of int, str or None
        The first click: a cell, "uniform" for a random one, or None for the player's own choice,
        which is not protected.
    safe_radius : int or None
        The protection of the first click, as in `Board.random`.
    workers : int, str or distributed.Client, optional
        Where to play. By default in threads of this process. A number starts that many processes,
        including this one (1: without threads), at most one a core. "tcp://..." or a client uses
        a Dask cluster. The totals are the same everywhere.
    store : str, Path or Store, optional
        A file that saves finished chunks. A run from the same `seed` does not play them again,
        unless it begins or ends within a chunk. A custom function is known by the player's name
        and its source: if you change globals or functions that it uses, rename the player.
    progress : bool
        Show a progress bar.
    chunk : int, optional
        The number of games per chunk, rounded up to a power of two, at most 2²⁴. By default half a
        second's.

    Returns
    -------
    Trials
        The results. After Ctrl-C, those of the games played so far (`partial`).

    Raises
    ------
    ValueError
        If the arguments describe no game.
    StoreError
        If `store` is damaged or no store.
    WorkersLostError
        If workers keep dying, or a cluster is lost.

    Examples
    --------
    >>> trials("beginner", games=100, progress=False)
    <Trials of exact on 9×9/10: won 91 of 100 games, 91.00 % [83.77, 95.19]>
    """
    task = Task.of(level, player, games=games, seed=seed, first=first, safe_radius=safe_radius)
    return run_task(task, workers=workers, store=store, progress=progress, chunk=chunk)
