"""The value network: how likely a position is to be won, estimated at a glance.

A small net, fitted to own games: 25 features, two layers of rectified sums, and a
logistic share at the end. Its input is only what `minevis.solver.guessing.features` says of a
position; its estimate is used in `minevis.solver.guessing.evaluation`.

A second net of the same form adds the effect of the cells around a guess: its input is
`minevis.solver.guessing.surroundings`, and its output is added to the estimate.
"""

import json
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from minevis.core.files import asset_path
from minevis.solver.guessing.features import Feature
from minevis.solver.guessing.surroundings import INPUTS

DIGITS = 6  # significant digits of a weight that is written out


class ValueNet(NamedTuple):
    """The weights of a net with f inputs; `mean` and `scale` bring these to one size.

    >>> net = default_value_net()
    >>> net.w1.shape
    (64, 25)
    >>> ValueNet.from_json(net.to_json("as it is")).fingerprint == net.fingerprint
    True
    """

    mean: np.ndarray  # float64 [f]
    scale: np.ndarray  # float64 [f]: one over the standard deviation
    w1: np.ndarray  # float64 [h, f]
    b1: np.ndarray  # float64 [h]
    w2: np.ndarray  # float64 [k, h]
    b2: np.ndarray  # float64 [k]
    w3: np.ndarray  # float64 [1, k]
    b3: np.ndarray  # float64 [1]

    def estimate(self, features: np.ndarray) -> float:
        """The estimated chance to win a position with these features: float64 [25] -> float."""
        return float(self.estimates(features[np.newaxis])[0])

    def estimates(self, features: np.ndarray) -> np.ndarray:
        """The estimated chances to win n positions: float64 [n] from float64 [n, 25]."""
        return 0.5 + 0.5 * np.tanh(self.outputs(features) / 2)  # logistic

    def output(self, inputs: np.ndarray) -> float:
        """The last sum of the net, as it is: float64 [f] -> float."""
        return float(self.outputs(inputs[np.newaxis])[0])

    def outputs(self, inputs: np.ndarray) -> np.ndarray:
        """The last sums for n inputs: float64 [n] from float64 [n, f]."""
        first = np.maximum(((inputs - self.mean) * self.scale) @ self.w1.T + self.b1, 0.0)
        second = np.maximum(first @ self.w2.T + self.b2, 0.0)
        last: np.ndarray = (second @ self.w3.T + self.b3)[:, 0]
        return last

    @property
    def fingerprint(self) -> str:
        """A short text that identifies this net: its estimates decide games."""
        return sha256(b"".join(weight.tobytes() for weight in self)).hexdigest()[:12]

    def to_json(self, note: str) -> str:
        """The net as text, rounded to six digits, with a `note` of how it was fitted."""
        weights = {name: _rounded(weight) for name, weight in self._asdict().items()}
        lines = [f'"{name}": {json.dumps(value)}' for name, value in weights.items()]
        return "{\n" + ",\n".join([f'"note": {json.dumps(note)}', *lines]) + "\n}\n"

    @classmethod
    def from_json(cls, text: str, inputs: int = len(Feature)) -> "ValueNet":
        """The net that `to_json` wrote. Raises `ValueError` for weights that do not fit."""
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
    """The value network that travels with minevis.

    >>> len(default_value_net().fingerprint)
    12
    """
    return ValueNet.from_json(asset_path("value_net.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def default_surroundings_net() -> ValueNet:
    """The second network that travels with minevis: the effect of the cells around a guess.

    >>> default_surroundings_net().mean.size
    270
    """
    text = asset_path("surroundings_net.json").read_text(encoding="utf-8")
    return ValueNet.from_json(text, INPUTS)
