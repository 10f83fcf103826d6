"""`race`: several players on one board."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from minevis.core.board import Board
from minevis.core.grid import Cell
from minevis.players import Player, player_of
from minevis.playing import play

if TYPE_CHECKING:
    from minevis.show.export.race import Race

PLAYERS_AT_MOST = 12
IN_RACE = ("counting", "local", "csp", "exact")


def race(
    board: Board,
    players: Sequence[str | Player] = IN_RACE,
    *,
    first: Cell | None = None,
    seed: int = 0,
) -> "Race":
    """Let `players` play the same board, to be seen side by side and in step by move.

    `first` is the first click of all, or None to leave it to each; `seed` settles
    their random choices. The result is shown like a trace: `race[k]`, `frame(k)`,
    `video(path)`, `show()`. Raises `ValueError` for unknown players, for none and
    for more than twelve.
    """
    from minevis.show.export.race import Race

    chosen = [player_of(player) for player in players]
    if not 1 <= len(chosen) <= PLAYERS_AT_MOST:
        raise ValueError(f"{len(chosen)} players: a race takes 1 to {PLAYERS_AT_MOST}")
    traces = [play(board, player, first=first, seed=seed) for player in chosen]
    return Race(traces, [str(player) for player in chosen])
