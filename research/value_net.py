"""Fit the value network of the player `best` to games: `python -m research.value_net FILE`.

Games are played, the positions after each guess are noted, and the network is fitted to how the
games ended. `best` plays by the file once it replaces `assets/value_net.json`. 10,000 expert games
take about a minute. Needs scikit-learn: `pip install -e ".[research]"`.
"""

import argparse
import warnings
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from minevis.api.playing import play
from minevis.engine.guess.evaluation import features_of
from minevis.engine.guess.features import Feature
from minevis.engine.guess.value_net import ValueNet
from minevis.experiments.run import first_click
from minevis.experiments.task import Task
from minevis.game.board import LEVELS, Board
from minevis.game.position import Position, ViewCode
from minevis.game_loop import has_kernels
from minevis.solver.events import Guessed
from minevis.utils.files import write_whole

HIDDEN = (64, 32)
EPOCHS = 8
STEPS, BATCH = 500, 2048  # an epoch takes so many steps, or more of so many positions
FASTEST, SLOWEST = 3e-3, 1e-4  # steps of the first epoch and of the last
GAMES_AT_ONCE = 5_000  # that kernels note in one go
MISSING = 'fitting needs scikit-learn: pip install -e ".[research]"'
HELD_OUT = 20  # every twentieth game is held out, to measure the fit


class Positions(NamedTuple):
    """Positions just after a guess that survived; n of them.

    >>> Positions(np.zeros((2, 25)), np.array([0.0, 1.0]), np.array([0, 1])).target
    array([0., 1.])
    """

    features: np.ndarray  # float64 [n, 25], in the order of `Feature`
    target: np.ndarray  # float64 [n]: 1 for a game that was won, 0 for a lost one, or a chance
    game: np.ndarray  # int64 [n]: the number of the game it is from


class Fit(NamedTuple):
    """A value network, and its cross-entropy per position in nats over games held out.

    >>> from minevis.engine.guess.value_net import default_value_net
    >>> print(Fit(default_value_net(), loss=0.51, baseline=0.63))
    cross-entropy 0.5100, where one and the same chance for all has 0.6300
    """

    network: ValueNet
    loss: float
    baseline: float  # the loss of one and the same chance for every position

    def __str__(self) -> str:
        constant = f"where one and the same chance for all has {self.baseline:.4f}"
        return f"cross-entropy {self.loss:.4f}, {constant}"


def positions_of(task: Task, *, explore: float = 0.0) -> Positions:
    """The positions after the guesses of the games of `task`.

    The target is the outcome; for the guess "best" less the luck that came after, as its
    own network sees it, which is nothing on average but leaves a third of the noise. A share
    `explore` of the guesses strays to other cells, so that the network also learns of what
    its player avoids; kernels only can do that. Raises `ValueError` for a share outside 0 to 1.

    >>> task = Task.of("beginner8", "exact", games=20, seed=0, first=(0, 0), safe_radius=0)
    >>> positions_of(task).features.shape[1]
    25
    """
    _check_share(task, explore)
    if has_kernels(task.player):
        starts = range(task.seed, task.stop, GAMES_AT_ONCE)
        return joined(
            _by_kernels(task, start, min(GAMES_AT_ONCE, task.stop - start), explore)
            for start in starts
        )
    return _readably(task)


def check_asked(tasks: Sequence[Task], *, explore: float = 0.0) -> None:
    """Whether a fit to the games of `tasks` can be, asked before they are played.

    Raises `ValueError` for too few games and for a share that `positions_of` refuses, and
    `ModuleNotFoundError` without scikit-learn.

    >>> check_asked([Task.of("beginner", "exact", games=5, seed=0, first=(0, 0), safe_radius=0)])
    Traceback (most recent call last):
    ValueError: games=5: a fit takes 20 games or more, each with a guess that was survived
    """
    for task in tasks:
        _check_share(task, explore)
    games = sum(task.games for task in tasks)
    if games < HELD_OUT:
        rule = f"a fit takes {HELD_OUT} games or more, each with a guess that was survived"
        raise ValueError(f"games={games}: {rule}")
    if find_spec("sklearn") is None:
        raise ModuleNotFoundError(MISSING)


def _check_share(task: Task, explore: float) -> None:
    if not 0 <= explore <= 1:
        raise ValueError(f"explore={explore}: a share of the guesses, from 0 to 1")
    if explore and not has_kernels(task.player):
        raise ValueError(f"explore={explore}: this player is left to the readable solver")


def _by_kernels(task: Task, start: int, games: int, explore: float) -> Positions:
    from research.noted_games import note_guesses

    seeds = np.arange(games, dtype=np.uint64) + np.uint64(start)
    features, game, luck, won = note_guesses(
        task.level,
        task.player,
        seeds,
        first=task.first,
        safe_radius=task.safe_radius,
        explore=explore,
    )
    return Positions(features, np.clip(won[game] - luck, 0.0, 1.0), game)


def _readably(task: Task) -> Positions:
    found = [
        (number, features, won)
        for number in range(task.games)
        for features, won in _of_game(task, task.seed + number)
    ]
    games, features, won = zip(*found, strict=True) if found else ((), (), ())
    return Positions(
        np.array(features, dtype=np.float64).reshape(-1, len(Feature)),
        np.array(won, dtype=np.float64),
        np.array(games, dtype=np.int64),
    )


def joined(parts: Iterable[Positions]) -> Positions:
    """The positions of several runs as one, their games numbered on.

    >>> one = Positions(np.zeros((2, 25)), np.array([0.0, 1.0]), np.array([0, 1]))
    >>> joined([one, one]).game
    array([0, 1, 2, 3])
    """
    found = list(parts)
    games, first = [], 0
    for part in found:
        games.append(part.game + first)
        first += int(part.game.max(initial=-1)) + 1
    features, target = (np.concatenate([part[i] for part in found]) for i in (0, 1))
    return Positions(features, target, np.concatenate(games))


def fit(
    positions: Positions,
    *,
    hidden: tuple[int, int] = HIDDEN,
    epochs: int = EPOCHS,
    seed: int = 0,
) -> Fit:
    """Fit a value network to positions by their cross-entropy, with ever smaller steps.

    A target between 0 and 1 counts as so much of a game won and the rest of one lost.
    Raises `ValueError` for arrays that do not fit together, `ModuleNotFoundError` without
    scikit-learn.

    >>> random = np.random.default_rng(0)
    >>> targets, games = random.random(200), np.arange(200)
    >>> fit(Positions(random.random((200, 25)), targets, games), epochs=1).network.b1.shape
    (64,)
    """
    _check(positions)
    games, number = np.unique(positions.game, return_inverse=True)
    if games.size < HELD_OUT:
        raise ValueError(f"positions of {HELD_OUT} games or more are needed for a fit")
    held_out = number % HELD_OUT == 0
    features, target = positions.features[~held_out], positions.target[~held_out]
    mean, scale = features.mean(axis=0), 1.0 / (features.std(axis=0) + 1e-6)
    batch = int(np.clip(len(target) // STEPS, 1, BATCH))
    net = sklearn_net("MLPClassifier", hidden, batch, seed)
    for step in np.geomspace(FASTEST, SLOWEST, epochs).tolist():
        net.set_params(learning_rate_init=step)
        _train(net, (features - mean) * scale, target)
    network = net_of(mean, scale, net)
    found = estimates(network, positions.features[held_out])
    constant = np.full(found.shape, target.mean())
    left = positions.target[held_out]
    return Fit(network, *(cross_entropy(chances, left) for chances in (found, constant)))


def outputs(net: ValueNet, inputs: np.ndarray) -> np.ndarray:
    """The last sums of a net for n inputs: float64 [n] from float64 [n, f]."""
    first = np.maximum(((inputs - net.mean) * net.scale) @ net.w1.T + net.b1, 0.0)
    second = np.maximum(first @ net.w2.T + net.b2, 0.0)
    last: np.ndarray = (second @ net.w3.T + net.b3)[:, 0]
    return last


def estimates(net: ValueNet, features: np.ndarray) -> np.ndarray:
    """The estimated chances to win n positions: float64 [n] from float64 [n, 25]."""
    chances: np.ndarray = 0.5 + 0.5 * np.tanh(outputs(net, features) / 2)  # logistic
    return chances


def cross_entropy(chances: np.ndarray, target: np.ndarray) -> float:
    """The mean surprise of targets at the chances stated, in nats; both float64 [n].

    >>> round(cross_entropy(np.array([0.5]), np.array([1.0])), 4)
    0.6931
    """
    from scipy.special import xlogy

    return float(-(xlogy(target, chances) + xlogy(1.0 - target, 1.0 - chances)).mean())


def _of_game(task: Task, seed: int) -> Iterator[tuple[tuple[float, ...], bool]]:
    """The features after each guess that survived, and whether the game was won."""
    first = first_click(task, seed)
    board = Board.random(task.level, seed=seed, first=first, safe_radius=task.safe_radius)
    trace = play(board, task.player, first=first, seed=seed, progress=False)
    for index, event in enumerate(trace.events):
        if isinstance(event, Guessed) and not board.mined[event.cell]:
            snapshot = trace[index]
            view = np.where(snapshot.mined, ViewCode.FLAGGED, snapshot.view)
            view[event.cell] = board.clues[event.cell]
            yield tuple(features_of(Position(view, board.mines))), bool(trace.won)


def sklearn_net(kind: str, hidden: tuple[int, int], batch: int, seed: int, **options: float) -> Any:
    """A net of scikit-learn that is trained one epoch a call; `kind` is its class.

    >>> sklearn_net("MLPClassifier", (64, 32), batch=2_048, seed=0).max_iter
    1
    """
    try:
        from sklearn.neural_network import MLPClassifier, MLPRegressor
    except ImportError as error:
        raise ModuleNotFoundError(MISSING) from error
    net = MLPClassifier if kind == "MLPClassifier" else MLPRegressor
    return net(
        hidden_layer_sizes=hidden,
        batch_size=batch,
        max_iter=1,
        warm_start=True,
        random_state=seed,
        **options,
    )


def _train(net: Any, features: np.ndarray, target: np.ndarray) -> None:
    """One epoch; a target that is neither 0 nor 1 is split among two copies."""
    split = (target > 0) & (target < 1)
    whole = np.where(split, 1, target).astype(np.int64)
    twice = np.concatenate([features, features[split]])
    weights = np.concatenate([np.where(split, target, 1.0), 1.0 - target[split]])
    labels = np.concatenate([whole, np.zeros(int(split.sum()), dtype=np.int64)])
    one_epoch(net, twice, labels, weights)


def one_epoch(net: Any, inputs: np.ndarray, target: np.ndarray, weights: np.ndarray) -> None:
    """Train a net for one epoch: on float [n, f] towards [n], each weighed by float64 [n].

    >>> net = sklearn_net("MLPRegressor", (2, 2), batch=4, seed=0)
    >>> one_epoch(net, np.zeros((4, 3)), np.ones(4), np.ones(4))
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one epoch does not converge, of course
        net.fit(inputs, target, sample_weight=weights)


def net_of(
    mean: np.ndarray,
    scale: np.ndarray,
    net: Any,
    inputs: int = len(Feature),
    output: float = 1.0,
) -> ValueNet:
    """The weights of a trained net, its last sum times `output`, rounded as they are when written.

    >>> net = sklearn_net("MLPRegressor", (2, 2), batch=4, seed=0)
    >>> one_epoch(net, np.zeros((4, 25)), np.ones(4), np.ones(4))
    >>> net_of(np.zeros(25), np.ones(25), net).w1.shape
    (2, 25)
    """
    layers = [
        np.ascontiguousarray(part.T, dtype=np.float64)
        for weights, biases in zip(net.coefs_, net.intercepts_, strict=True)
        for part in (weights, biases)
    ]
    layers[-2:] = [output * part for part in layers[-2:]]
    return ValueNet.from_json(ValueNet(mean, scale, *layers).to_json(""), inputs)


def _check(positions: Positions) -> None:
    """Raise `ValueError` where arrays are no positions."""
    features, target, game = positions
    n = len(target)
    if features.shape != (n, len(Feature)) or game.shape != (n,):
        raise ValueError(
            f"features {features.shape}, target {target.shape}, game {game.shape}: "
            f"they must be (n, {len(Feature)}), (n,) and (n,)"
        )
    if not (np.isfinite(features).all() and (target >= 0).all() and (target <= 1).all()):
        raise ValueError("features must be finite, and targets chances from 0 to 1")


def note_of(parts: Iterable[Task], fitted: Fit) -> str:
    """How a network was fitted, in words that are written into its file.

    >>> from minevis.engine.guess.value_net import default_value_net
    >>> task = Task.of("beginner8", "exact", games=20, seed=0, first=(0, 0), safe_radius=0)
    >>> note_of([task], Fit(default_value_net(), 0.5, 0.6))[:46]
    'Fitted to the guesses of 20 games of exact on '
    """
    games = "; ".join(f"{task.games:,} games of {task}" for task in parts)
    return f"Fitted to the guesses of {games}. On games held out: {fitted}."


def main() -> None:
    """Play, fit, write the network, and print how well it fits."""
    parser = argparse.ArgumentParser(description="Fit the value network of the player best.")
    parser.add_argument("file", type=Path, help="the network, as JSON")
    parser.add_argument("--level", action="append", choices=tuple(LEVELS), help="several to mix")
    parser.add_argument("--player", default="best", help="who plays; default: best")
    parser.add_argument("--games", type=int, default=10_000, help="of each level; default: 10000")
    parser.add_argument("--explore", type=float, default=0.1, help="share of guesses that stray")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    tasks = [
        Task.of(
            level,
            options.player,
            games=options.games,
            seed=options.seed,
            first=(0, 0),
            safe_radius=0,
        )
        for level in options.level or ["expert"]
    ]
    check_asked(tasks, explore=options.explore)
    fitted = fit(joined(positions_of(task, explore=options.explore) for task in tasks))
    write_whole(options.file, fitted.network.to_json(note_of(tasks, fitted)))
    print(f"The value network is {options.file}. On games held out: {fitted}.")


if __name__ == "__main__":
    main()
