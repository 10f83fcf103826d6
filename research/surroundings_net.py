"""Fit the network that sees around a guess: `python -m research.surroundings_net FILE`.

A cell is opened on layouts that fit, and the game is played on up to the next guess. What the best
cell is worth there, on average, is nearer to the truth than the estimate right after the cell was
opened. So the look after a guess learns from the look at the next one, by the player that has the
present networks. 19 guesses a second and core; the fit itself takes a few minutes.

Source of the idea: temporal differences (Sutton, "Learning to predict by the methods of temporal
differences", 1988).
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from minevis.analysis import analyze
from minevis.engine.guess.features import Feature
from minevis.engine.guess.value_net import (
    INPUTS,
    SIDE,
    Picture,
    ValueNet,
    default_value_net,
    kernel_net,
)
from minevis.engine.guess.value_net import estimate as estimate_of
from minevis.engine.kernels import Workspace, given_position
from minevis.engine.shared import UNDECIDED
from minevis.experiments.task import Task
from minevis.game.board import LEVELS
from minevis.game.grid import Cell, neighbour_counts
from minevis.game.position import Position
from minevis.players import Player
from minevis.solver.guess.effort import Effort
from minevis.utils.files import write_whole
from research.noted_games import after_number, play_to_guess, values_at_next_guess
from research.value_net import HELD_OUT, net_of, one_epoch, outputs, sklearn_net

FEWEST_LAYOUTS = 2_000  # with fewer perfect play is near
BEST, OTHERS = 6, 2  # cells that are opened at a guess: so many of the best, and of the others
LAYOUTS = 24  # drawn at a guess
LIKELY = 1e-3  # numbers with a smaller chance are left out
HIDDEN, EPOCHS = (48, 16), 15
STEPS, BATCH = 300, 2048  # an epoch takes so many steps, or more of so many numbers
FASTEST, SLOWEST = 2e-3, 5e-5  # steps of the first epoch and of the last
STRETCH = 20.0  # targets are a few hundredths: brought to the size that weights start with
NEXT = Player(
    guess="best",
    rules=("count", "search"),
    effort=Effort(8, 0.9, 100, 1_000, surroundings=True),
    name="at the next guess",
)


class Values(NamedTuple):
    """Cells opened at guesses: n numbers shown.

    >>> joined([]).inputs.shape
    (0, 270)
    """

    inputs: np.ndarray  # float32 [n, 270]: of the second network, after the number
    estimate: np.ndarray  # float64 [n]: of the number, by the value network alone
    target: np.ndarray  # float64 [n]: what the best cell is worth at the next guess, on average
    layouts: np.ndarray  # float64 [n]: over so many
    chance: np.ndarray  # float64 [n]: of the number, if the cell is no mine
    cell: np.ndarray  # int64 [n]: the flat cell
    guess: np.ndarray  # int64 [n]: the number of the guess


def values_of(task: Task) -> Values:
    """The values at the guesses of the games of `task`, whose player guesses "best".

    >>> task = Task.of("beginner", "best", games=2, seed=2, first=(0, 0), safe_radius=0)
    >>> values_of(task).inputs.shape[1]
    270
    """
    seeds = range(task.seed, task.stop)
    return joined(found for seed in seeds for found in _values_of_game(task, seed))


def joined(parts: Iterable[Values]) -> Values:
    """The values of several runs as one, their guesses numbered on.

    >>> joined([joined([]), joined([])]).guess.size
    0
    """
    found, guesses = list(parts), 0
    for number, part in enumerate(found):
        found[number] = part._replace(guess=part.guess + guesses)
        guesses += int(part.guess.max(initial=-1)) + 1
    found = found or [_values([])]
    return Values(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _values_of_game(task: Task, seed: int) -> Iterator[Values]:
    """The values at one guess of a game after the other."""
    level, first = task.level, task.first
    assert not isinstance(first, str), "a first click at random is none to begin with"
    workspace, end = play_to_guess(
        level, task.player, seed, first=first, safe_radius=task.safe_radius
    )
    while end == UNDECIDED:
        view = workspace.game.shown.reshape(level.height, level.width).copy()
        mined = workspace.game.mined.reshape(view.shape) == 1
        scores = workspace.scratch.values.copy()
        best = divmod(int(scores.argmin()), level.width)
        if np.isinf(scores.min()):
            return
        analysis = analyze(Position(view, level.mines))
        if analysis.configurations <= FEWEST_LAYOUTS:
            return
        random = np.random.default_rng([seed, int((view >= 0).sum())])
        layouts = analysis.sample(LAYOUTS, seed=int(random.integers(1 << 30)))
        rows = [
            row
            for cell in _opened_cells(scores, level.width, random)
            for row in _rows_of_cell(task, workspace, view, cell, layouts)
        ]
        yield _values(rows)
        given = given_position(view, mined[np.newaxis])
        workspace, end = play_to_guess(level, task.player, seed, first=best, given=given)


def _opened_cells(scores: np.ndarray, width: int, random: np.random.Generator) -> list[Cell]:
    order = np.argsort(scores, kind="stable")[: int(np.isfinite(scores).sum())]
    chosen = [*order[:BEST], *random.permutation(order[BEST:])[:OTHERS]]
    return [divmod(int(flat), width) for flat in chosen]


def _rows_of_cell(
    task: Task, workspace: Workspace, view: np.ndarray, cell: Cell, layouts: np.ndarray
) -> Iterator[tuple[object, ...]]:
    """The numbers that opening `cell` showed: each with what is wanted in `Values`."""
    first = kernel_net(default_value_net())
    free = layouts[~layouts[:, *cell]]
    flat = cell[0] * view.shape[1] + cell[1]
    values = values_at_next_guess(task.level, NEXT, view, cell, free)
    shown = np.array([neighbour_counts(layout)[cell] for layout in free], np.int64)
    for number in np.unique(shown[~np.isnan(values)]).tolist():
        chance, _, inputs = after_number(workspace, cell, number)
        estimate = estimate_of(first, inputs[: len(Feature)])
        here = values[(shown == number) & ~np.isnan(values)]
        if chance > LIKELY:
            yield inputs, estimate, here.mean(), here.size, chance, flat, 0


def _values(rows: list[tuple[object, ...]]) -> Values:
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(Values._fields)
    floats = (np.array(column, np.float64) for column in columns[1:5])
    places = (np.array(column, np.int64) for column in columns[5:])
    inputs = np.array(columns[0], np.float32).reshape(-1, INPUTS)
    return Values(inputs, *floats, *places)


class SecondFit(NamedTuple):
    """A second network, and what is left of the error of the estimates at guesses held out.

    >>> from minevis.engine.guess.value_net import default_surroundings_net
    >>> print(SecondFit(default_surroundings_net(), error=0.0583, before=0.0591))
    an error of 0.0583 from the values at the next guess (rms), 0.0591 without it
    """

    network: ValueNet
    error: float  # rms, over layouts
    before: float  # that of the value network alone

    def __str__(self) -> str:
        at = "from the values at the next guess"
        return f"an error of {self.error:.4f} {at} (rms), {self.before:.4f} without it"


def fit_second(values: Values, *, epochs: int = EPOCHS, seed: int = 0) -> SecondFit:
    """Fit a second network to what the values at the next guess say beyond the estimates.

    Every twentieth guess is held out. In each epoch each cell is seen turned or in a mirror, at
    random: what lies around means the same from all sides. Raises `ValueError` for fewer guesses
    than that, `ModuleNotFoundError` without scikit-learn.

    >>> fit_second(joined([]))
    Traceback (most recent call last):
    ValueError: guesses=0: a fit takes 20 or more with over 2,000 layouts each
    """
    guesses = np.unique(values.guess).size
    if guesses < HELD_OUT:
        rule = f"a fit takes {HELD_OUT} or more with over {FEWEST_LAYOUTS:,} layouts each"
        raise ValueError(f"guesses={guesses}: {rule}")
    held_out = values.guess % HELD_OUT == 0
    mean, scale = _sizes(values.inputs[~held_out, : len(Feature)])
    inputs = (values.inputs[~held_out] - mean) * scale
    target = STRETCH * (values.target - values.estimate)[~held_out]
    layouts = values.layouts[~held_out]
    batch = int(np.clip(layouts.size // STEPS, 1, BATCH))
    net = sklearn_net("MLPRegressor", HIDDEN, batch, seed, alpha=1.0)
    random = np.random.default_rng(seed)
    for step in np.geomspace(FASTEST, SLOWEST, epochs).tolist():
        net.set_params(learning_rate_init=step)
        seen = turned(inputs, random.integers(8, size=layouts.size)).astype(np.float32)
        one_epoch(net, seen, target.astype(np.float32), layouts / layouts.mean())
    network = net_of(mean, scale, net, INPUTS, 1.0 / STRETCH)
    left = (values.target - values.estimate)[held_out]
    weights = values.layouts[held_out]
    after = left - outputs(network, values.inputs[held_out].astype(np.float64))
    error, before = (np.sqrt(np.average(each**2, weights=weights)) for each in (after, left))
    return SecondFit(network, float(error), float(before))


def _sizes(features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mean and one over the standard deviation of the features, 0 and 1 for the pictures,
    whose empty places are to stay 0: float32 [270] each."""
    mean, scale = np.zeros(INPUTS, np.float32), np.ones(INPUTS, np.float32)
    mean[: len(Feature)] = features.mean(axis=0, dtype=np.float64)
    scale[: len(Feature)] = 1.0 / (features.std(axis=0, dtype=np.float64) + 1e-6)
    return mean, scale


def turned(inputs: np.ndarray, ways: np.ndarray) -> np.ndarray:
    """Inputs (float [n, 270]) whose pictures are turned by a quarter `way % 4` times, and mirrored
    for ways from 4 to 7 (int64 [n]).

    >>> turned(np.zeros((1, 270)), np.array([5])).shape
    (1, 270)
    """
    found = inputs.copy()
    for way in range(8):
        here = ways == way
        shape = (-1, len(Picture), SIDE, SIDE)
        pictures = np.rot90(inputs[here, len(Feature) :].reshape(shape), way % 4, axes=(2, 3))
        pictures = pictures[..., ::-1] if way >= 4 else pictures
        found[here, len(Feature) :] = pictures.reshape(int(here.sum()), INPUTS - len(Feature))
    return found


def main() -> None:
    """Gather values at the next guess, fit the network to them, and print how well it fits."""
    parser = argparse.ArgumentParser(description="Fit the network that sees around a guess.")
    parser.add_argument("file", type=Path, help="the network, as JSON")
    parser.add_argument("--level", action="append", choices=tuple(LEVELS), help="several to mix")
    parser.add_argument("--games", type=int, default=1_000, help="of each level; default: 1000")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    tasks = [
        Task.of(level, "best", games=options.games, seed=options.seed, first=(0, 0), safe_radius=0)
        for level in options.level or ["expert"]
    ]
    fitted = fit_second(joined(map(values_of, tasks)))
    games = "; ".join(f"{task.games:,} games of {task}" for task in tasks)
    note = f"Fitted to values at the next guess of {games}. At guesses held out: {fitted}."
    write_whole(options.file, fitted.network.to_json(note))
    print(f"The network is {options.file}. At guesses held out: {fitted}.")


if __name__ == "__main__":
    main()
