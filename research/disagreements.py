"""What another way of guessing is worth, by the guesses in which it chooses another cell.

Two players of the same boards win most of them alike, so that pairs of games tell apart only what
is far apart. Here one player plays, and at each of its guesses another is asked. Where that one
would open another cell, both cells are valued: each number they may show with its exact chance,
and after it games of the first player on layouts drawn from those that fit, less the luck in
them. The differences of a game, added up, are what the other's guesses gain in it, to first
order: some twenty times fewer games than pairs need.

Source of the idea to leave luck out: AIVAT (Burch, Schmid, Moravcik, Bowling, 2018).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from minevis.analysis import analyze_many
from minevis.engine.guess.evaluation import Outcome, evaluate
from minevis.experiments.statistics import Estimate, paired_interval
from minevis.experiments.task import Task
from minevis.game.board import Board
from minevis.game.game import Game
from minevis.game.grid import Cell
from minevis.game.position import Position
from minevis.game_loop import has_kernels
from minevis.players import Player, player_of
from minevis.solver.counting.sampling import Sampler
from minevis.solver.counting.survey import survey_of
from minevis.solver.guess.effort import EFFORTS
from minevis.solver.knowledge import Knowledge
from minevis.utils.checks import check_count

PLAYOUTS = 64  # for each of the two cells, shared out among the numbers by their chances
FEWEST = 2  # for each number


class Asked(NamedTuple):
    """What came of one game: its guesses, those on which the players differ, and the gain.

    >>> print(Asked(guesses=4, differ=1, gain=0.02))
    1 of 4 guesses differ, worth +2.00 points
    """

    guesses: int
    differ: int
    gain: float  # in chances to win, from the other's guesses

    def __str__(self) -> str:
        points = f"{100 * self.gain:+.2f} points"
        return f"{self.differ} of {self.guesses} guesses differ, worth {points}"


class Gain(Estimate):
    """What a player gains a game: a difference, and shown as one.

    >>> print(Gain(0.0008, -0.0053, 0.0069))
    +0.08 points [−0.53, +0.69]
    """

    __slots__ = ()

    def __str__(self) -> str:
        return self.points


def gain_of(games: list[Asked]) -> Gain:
    """The mean gain of a game, with its 95 % interval by t; unknown of no games.

    Where no guess differs: as far as so rare a game could move it that is all gain.

    >>> gain_of([Asked(3, 1, 0.01), Asked(2, 0, 0.0), Asked(4, 1, 0.02)]).ratio
    0.01
    """
    from scipy.stats import sem
    from scipy.stats import t as student

    gains = np.array([game.gain for game in games])
    if gains.size < 2:
        return Gain(float(gains.mean()) if gains.size else np.nan, -1.0, 1.0)
    if not any(game.differ for game in games):
        return Gain(0.0, *paired_interval(0, 0, gains.size))
    reach = float(sem(gains) * student.ppf(0.975, gains.size - 1))
    mean = float(gains.mean())
    return Gain(mean, mean - reach, mean + reach)


def disagreements(task: Task, other: str | Player, *, playouts: int = PLAYOUTS) -> Iterator[Asked]:
    """Play the games of `task` and ask `other` at each guess: an `Asked` for each game.

    Its player and `other` must be played by kernels and guess "best". Raises `ValueError` when
    they do not, when the first click is at random, or for `playouts` below 1.

    >>> best = mv.Player(guess="best", rules=("count", "search"), effort="quick")
    >>> task = Task.of("beginner8", best, games=2, seed=1, first=(0, 0), safe_radius=0)
    >>> [asked.guesses for asked in disagreements(task, mv.PLAYERS["best"])]
    [0, 4]
    """
    for (asked,) in disagreements_of_all(task, (other,), playouts=playouts):
        yield asked


def disagreements_of_all(
    task: Task, others: Sequence[str | Player], *, playouts: int = PLAYOUTS
) -> Iterator[tuple[Asked, ...]]:
    """As `disagreements` for several others at once: for each game an `Asked` of each.

    A cell is valued once for all who would open it, so that the others can be told apart too:
    where they agree, the difference of their gains is free of noise.

    >>> best = mv.Player(guess="best", rules=("count", "search"), effort="quick")
    >>> task = Task.of("beginner8", best, games=1, seed=1, first=(0, 0), safe_radius=0)
    >>> [[asked.differ for asked in game] for game in disagreements_of_all(task, (best, best))]
    [[0, 0]]
    """
    playouts = check_count("playouts", playouts)
    asked = [player_of(other) for other in others]
    for other in asked:
        if not (task.player.guess == other.guess == "best"):
            raise ValueError(
                f"guesses {task.player.guess!r} and {other.guess!r}: both must be 'best'"
            )
    for player in (task.player, *asked):
        if not has_kernels(player):
            raise ValueError(f"{player}: no kernels play it, so it cannot be asked")
    if task.first == "uniform":
        raise ValueError("first='uniform': the first click must be a cell, or the player's own")
    for seed in range(task.seed, task.stop):
        views = _guesses_of(task, seed)
        gains = [
            _gains(task, asked, view, seed + number, playouts) for number, view in enumerate(views)
        ]
        yield tuple(_asked(len(views), [each[i] for each in gains]) for i in range(len(asked)))


def _asked(guesses: int, gains: list[float | None]) -> Asked:
    found = [gain for gain in gains if gain is not None]
    return Asked(guesses, len(found), sum(found))


def _guesses_of(task: Task, seed: int) -> list[np.ndarray]:
    """What is seen before each guess of a game, after the first click: int8 [H, W] each."""
    from minevis.engine.kernels import clicks_of

    first = None if isinstance(task.first, str) else task.first
    board = Board.random(task.level, seed=seed, first=first, safe_radius=task.safe_radius)
    game, views = Game(board), []
    for cell in clicks_of(task.level, task.player, seed, first=first, safe_radius=task.safe_radius):
        if game.view[cell] < 0:
            views.append(game.view.copy())
            game.open(cell)
    if len(views) < 2:
        return []
    found = analyze_many(np.array(views[1:]), task.level.mines, workers=1, progress=False)
    stuck = np.flatnonzero(~found.safe.any(axis=(1, 2)))
    return [views[1 + number] for number in stuck]


def _gains(
    task: Task, others: Sequence[Player], view: np.ndarray, seed: int, playouts: int
) -> list[float | None]:
    """What the cell of each of `others` is worth more; None for who opens the same."""
    from research.noted_games import first_click

    own, *theirs = (
        first_click(task.level, player, view, seed=seed) for player in (task.player, *others)
    )
    cells = {own, *theirs}
    if len(cells) == 1:
        return [None] * len(others)
    position = Position(view, task.level.mines)
    values = {cell: _value(task, position, cell, seed, playouts) for cell in cells}
    return [None if cell == own else values[cell] - values[own] for cell in theirs]


def _value(task: Task, position: Position, cell: Cell, seed: int, playouts: int) -> float:
    """The chance to win from opening a cell on: over its numbers, each by games played out."""
    flat = cell[0] * position.shape[1] + cell[1]
    found = evaluate(position, "lookahead", EFFORTS["quick"], [flat], shown=False)
    value = sum(
        after.chance * _value_after(task, position, cell, after, seed, playouts)
        for after in found.outcomes(flat)
    )
    return (1.0 - float(found.risk[flat])) * value


def _value_after(
    task: Task, position: Position, cell: Cell, after: Outcome, seed: int, playouts: int
) -> float:
    """The mean of games played out, less their luck."""
    from research.noted_games import finish_without_luck

    if after.won:
        return 1.0
    view, mines = position.view.copy(), task.level.mines
    view[cell] = after.number
    known, games = Knowledge(Position(view, mines)), max(FEWEST, round(playouts * after.chance))
    layouts = Sampler(known, survey_of(known)).draw(games, seed)
    return float(finish_without_luck(view, mines, layouts, task.player, seed=seed).mean())
