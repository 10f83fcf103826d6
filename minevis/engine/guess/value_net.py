"""The value network: a quick estimate of the chance to win a position.

A small net, fitted to our own games: 25 features, two hidden layers of rectified sums, and a
logistic output. Its input comes from `minevis.engine.guess.features`; its estimate is used in
`minevis.engine.guess.successors`.

A second net of the same form adds the effect of the cells around a guess: its input comes from
`minevis.engine.guess.surroundings`, and its output is added to the estimate.
"""

import json
from functools import lru_cache
from hashlib import sha256
from math import tanh
from typing import NamedTuple

import numpy as np

from minevis.engine.guess.features import Feature
from minevis.engine.guess.surroundings import INPUTS
from minevis.engine.plain import leaf, leaf_of
from minevis.utils.files import asset_path

DIGITS = 6  # significant digits of a saved weight


class ValueNet(NamedTuple):
    """The weights of a net with f inputs; `mean` and `scale` normalise these."""

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
        """Return a short text that identifies this net: its estimates decide games."""
        return sha256(b"".join(weight.tobytes() for weight in self)).hexdigest()[:12]

    def to_json(self, note: str) -> str:
        """The net as text, rounded to six digits, with a `note` of how it was fitted."""
        weights = {name: _rounded(weight) for name, weight in self._asdict().items()}
        lines = [f'"{name}": {json.dumps(value)}' for name, value in weights.items()]
        return "{\n" + ",\n".join([f'"note": {json.dumps(note)}', *lines]) + "\n}\n"

    @classmethod
    def from_json(cls, text: str, inputs: int = len(Feature)) -> "ValueNet":
        """Return the net from the text of `to_json`. Raises `ValueError` for unfit weights."""
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
    """Nested lists of the weights, each to `DIGITS` significant digits."""
    if weights.ndim > 1:
        return [_rounded(row) for row in weights]
    return [float(f"{weight:.{DIGITS}g}") for weight in weights.tolist()]


@lru_cache(maxsize=1)
def default_value_net() -> ValueNet:
    """Return the value network shipped with minevis."""
    return ValueNet.from_json(asset_path("value_net.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def default_surroundings_net() -> ValueNet:
    """Return the second network shipped with minevis: the effect of the cells around a guess."""
    text = asset_path("surroundings_net.json").read_text(encoding="utf-8")
    return ValueNet.from_json(text, INPUTS)


class KernelNet(NamedTuple):
    """A net with two hidden layers; f features, h and k hidden values.

    Weights are transposed, so that a layer is a sum of rows: many numbers at a time.
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
    """The weights of a value network as the kernel takes them."""
    first, second = (np.ascontiguousarray(weights.T) for weights in (net.w1, net.w2))
    return KernelNet(
        net.mean, net.scale, first, net.b1, second, net.b2, net.w3[0], float(net.b3[0]),
        np.zeros(len(net.b1)), np.zeros(len(net.b2)),
    )  # fmt: skip


@leaf
def estimate(net, features):
    """The estimated chance to win a position with these features: float64 [f] -> float."""
    return 0.5 + 0.5 * tanh(output(net, features) / 2.0)  # logistic, also for large sums


@leaf
def output(net, inputs):
    """The last sum of a net: float64 [f] -> float."""
    hidden, deeper = net.hidden, net.deeper
    for k in range(hidden.size):
        hidden[k] = net.first_bias[k]
    for i in range(inputs.size):
        value = (inputs[i] - net.mean[i]) * net.scale[i]
        if value != 0.0:  # most of a picture is empty
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
