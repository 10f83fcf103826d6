"""Two small networks: a quick estimate of the chance to win a position.

Both are fitted to our own games and have two hidden layers of rectified sums. The value network
sees 25 features of a position, without places; its output is logistic. The second network also
sees the 7×7 cells around the opened cell, as five pictures. It corrects the first estimate.
"""

import json
from functools import lru_cache
from hashlib import sha256
from math import tanh
from typing import NamedTuple

import numpy as np

from minevis.engine.guess.features import Feature, is_mine, is_unknown
from minevis.engine.twins import leaf, leaf_of
from minevis.utils.files import asset_path

DIGITS = 6  # significant digits of a saved weight


class ValueNet(NamedTuple):
    """Weights of a network with f inputs, normalised by `mean` and `scale`."""

    mean: np.ndarray  # float64 [f]
    scale: np.ndarray  # float64 [f]: one over the standard deviation
    w1: np.ndarray  # float64 [h, f]
    b1: np.ndarray  # float64 [h]
    w2: np.ndarray  # float64 [k, h]
    b2: np.ndarray  # float64 [k]
    w3: np.ndarray  # float64 [1, k]
    b3: np.ndarray  # float64 [1]

    @property
    def fingerprint(self) -> str:
        """Return a short text that identifies the network, because it decides games."""
        return sha256(b"".join(weight.tobytes() for weight in self)).hexdigest()[:12]

    def to_json(self, note: str) -> str:
        """Return the network as text, rounded to six digits, with a `note` on its fitting."""
        weights = {name: _rounded(weight) for name, weight in self._asdict().items()}
        lines = [f'"{name}": {json.dumps(value)}' for name, value in weights.items()]
        return "{\n" + ",\n".join([f'"note": {json.dumps(note)}', *lines]) + "\n}\n"

    @classmethod
    def from_json(cls, text: str, inputs: int = len(Feature)) -> "ValueNet":
        """Return the network from the text of `to_json`. Raises `ValueError` for unfit weights."""
        read = json.loads(text)
        net = cls(*(np.array(read[name], dtype=np.float64) for name in cls._fields))
        hidden, last = len(net.b1), len(net.b2)
        shapes = ((inputs,), (inputs,), (hidden, inputs), (hidden,), (last, hidden), (last,))
        for name, weight, shape in zip(cls._fields, net, (*shapes, (1, last), (1,)), strict=True):
            if weight.shape != shape or not np.isfinite(weight).all():
                raise ValueError(
                    f"{name} of a value network is {weight.shape}: it must be {shape}, finite"
                )
        return net


def _rounded(weights: np.ndarray) -> list[object]:
    """Return weights as nested lists, rounded to `DIGITS` significant digits."""
    if weights.ndim > 1:
        return [_rounded(row) for row in weights]
    return [float(f"{weight:.{DIGITS}g}") for weight in weights.tolist()]


@lru_cache(maxsize=1)
def default_value_net() -> ValueNet:
    """Return the value network shipped with minevis."""
    return ValueNet.from_json(asset_path("value_net.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def default_surroundings_net() -> ValueNet:
    """Return the second network shipped with minevis, for the cells around a guess."""
    text = asset_path("surroundings_net.json").read_text(encoding="utf-8")
    return ValueNet.from_json(text, INPUTS)


class KernelNet(NamedTuple):
    """A network with f inputs, and h and k hidden values.

    Weights are transposed, so that a layer is a sum of rows: the compiler vectorises it.
    """

    mean: np.ndarray  # float64 [f]
    scale: np.ndarray  # float64 [f]
    first: np.ndarray  # float64 [f, h]
    first_bias: np.ndarray  # float64 [h]
    second: np.ndarray  # float64 [h, k]
    second_bias: np.ndarray  # float64 [k]
    last: np.ndarray  # float64 [k]
    last_bias: float
    hidden: np.ndarray  # float64 [h]: scratch
    deeper: np.ndarray  # float64 [k]: scratch


def kernel_net(net: ValueNet) -> KernelNet:
    """Return a network for kernels."""
    first, second = (np.ascontiguousarray(weights.T) for weights in (net.w1, net.w2))
    return KernelNet(
        net.mean, net.scale, first, net.b1, second, net.b2, net.w3[0], float(net.b3[0]),
        np.zeros(len(net.b1)), np.zeros(len(net.b2)),
    )  # fmt: skip


@leaf
def estimate(net, features):
    """Return the estimated chance to win a position with these features, float64 [f]."""
    return 0.5 + 0.5 * tanh(output(net, features) / 2.0)  # logistic, also for large sums


@leaf
def output(net, inputs):
    """Return a network's output before the logistic function, for inputs float64 [f]."""
    hidden, deeper = net.hidden, net.deeper
    for k in range(hidden.size):
        hidden[k] = net.first_bias[k]
    for i in range(inputs.size):
        value = (inputs[i] - net.mean[i]) * net.scale[i]
        if value != 0.0:  # pictures are mostly empty
            _add_row(net.first[i], value, hidden)
    for k in range(deeper.size):
        deeper[k] = net.second_bias[k]
    for i in range(hidden.size):
        if hidden[i] > 0.0:
            _add_row(net.second[i], hidden[i], deeper)
    total = net.last_bias
    for k in range(deeper.size):
        total += net.last[k] * max(deeper[k], 0.0)
    return total


def _add_row_in_loops(weights, value, sums):
    for k in range(sums.size):
        sums[k] += weights[k] * value


@leaf_of(_add_row_in_loops)
def _add_row(weights, value, sums):
    sums += weights * value


RADIUS = 3  # cells around the opened cell in the second network's input
SIDE = 2 * RADIUS + 1


class _Pictures(NamedTuple):
    """The second network's input for each cell around, in this order."""

    OFF_BOARD: int = 0
    UNKNOWN: int = 1
    CHANCE: int = 2  # of a mine, if unknown
    MINE: int = 3  # known to be one
    CLUE: int = 4  # divided by 4, if opened


Picture = _Pictures()
INPUTS = len(Feature) + len(Picture) * SIDE**2


@leaf
def show_surroundings(grid, game, fifty_fifties, cell, number, pictures):
    """Fill `pictures` (float64 [5 * 7 * 7]) for `cell` showing `number`.

    `fifty_fifties` has the kind and the chance of each cell."""
    area = SIDE * SIDE
    pictures[:] = 0.0
    row, col = cell // grid.width, cell % grid.width
    for place in range(area):
        r, c = row + place // SIDE - RADIUS, col + place % SIDE - RADIUS
        if not (0 <= r < grid.height and 0 <= c < grid.width):
            pictures[Picture.OFF_BOARD * area + place] = 1.0
            continue
        near = r * grid.width + c
        if is_unknown(fifty_fifties, near):
            pictures[Picture.UNKNOWN * area + place] = 1.0
            pictures[Picture.CHANCE * area + place] = fifty_fifties.chance[near]
        elif is_mine(fifty_fifties, near):
            pictures[Picture.MINE * area + place] = 1.0
        else:
            clue = number if near == cell else max(game.shown[near], 0)
            pictures[Picture.CLUE * area + place] = clue / 4.0
