"""The judge: how likely a position is to be won, estimated at a glance.

A small net, fitted to own games: 25 features, two layers of rectified sums, and a
logistic share at the end. It is told only what `minevis.solver.guessing.features` tells of a
position; where its estimate counts is `minevis.solver.guessing.evaluation`.
"""

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from minevis.solver.guessing.features import FEATURES, Features

PACKED = Path(__file__).parents[2] / "_assets" / "judge.json"  # in an installed package
SOURCE = Path(__file__).parents[3] / "assets" / "judge.json"  # in the repository
DIGITS = 6  # significant digits of a weight that is written out


class Judge(NamedTuple):
    """The weights of the net; `mean` and `scale` bring the features to one size."""

    mean: np.ndarray  # float64 [25]
    scale: np.ndarray  # float64 [25]: one over the standard deviation
    w1: np.ndarray  # float64 [h, 25]
    b1: np.ndarray  # float64 [h]
    w2: np.ndarray  # float64 [k, h]
    b2: np.ndarray  # float64 [k]
    w3: np.ndarray  # float64 [1, k]
    b3: np.ndarray  # float64 [1]

    def worth(self, features: Features) -> float:
        """The estimated chance to win a position with these features."""
        return float(self.worths(np.array([features]))[0])

    def worths(self, features: np.ndarray) -> np.ndarray:
        """The estimated chances to win n positions: float64 [n] from float64 [n, 25]."""
        first = np.maximum(((features - self.mean) * self.scale) @ self.w1.T + self.b1, 0.0)
        second = np.maximum(first @ self.w2.T + self.b2, 0.0)
        return 0.5 + 0.5 * np.tanh((second @ self.w3.T + self.b3)[:, 0] / 2)  # logistic

    @property
    def fingerprint(self) -> str:
        """A short text that tells this judge from others: what it judges decides games."""
        return sha256(b"".join(weight.tobytes() for weight in self)).hexdigest()[:12]

    def to_json(self, note: str) -> str:
        """The judge as text, rounded to six digits, with a `note` of how it was fitted."""
        weights = {name: _rounded(weight) for name, weight in self._asdict().items()}
        lines = [f'"{name}": {json.dumps(value)}' for name, value in weights.items()]
        return "{\n" + ",\n".join([f'"note": {json.dumps(note)}', *lines]) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> "Judge":
        """The judge that `to_json` wrote. Raises `ValueError` for weights that do not fit."""
        read = json.loads(text)
        judge = cls(*(np.array(read[name], dtype=np.float64) for name in cls._fields))
        inputs, hidden, last = len(FEATURES), len(judge.b1), len(judge.b2)
        shapes = ((inputs,), (inputs,), (hidden, inputs), (hidden,), (last, hidden), (last,))
        for name, weight, shape in zip(cls._fields, judge, (*shapes, (1, last), (1,)), strict=True):
            if weight.shape != shape or not np.isfinite(weight).all():
                raise ValueError(f"{name} of a judge is {weight.shape}: it must be {shape}, finite")
        return judge


def _rounded(weights: np.ndarray) -> list:
    """Nested lists of the weights, each to `DIGITS` significant digits."""
    if weights.ndim > 1:
        return [_rounded(row) for row in weights]
    return [float(f"{weight:.{DIGITS}g}") for weight in weights.tolist()]


@lru_cache(maxsize=1)
def the_judge() -> Judge:
    """The judge that travels with minevis."""
    path = PACKED if PACKED.exists() else SOURCE
    return Judge.from_json(path.read_text(encoding="utf-8"))
