"""The network that names the cells of a board: `research/reader` trained it on drawn boards.

It sees a window of cells at `SIZE` pixels a cell. Convolutions look at each cell. Attention over
all cells of the window gives the context: what a blank cell means depends on the board.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
from scipy.special import erf, log_softmax, softmax

from minevis.utils.files import asset_path

SIZE = 24  # pixels of a cell
COVERED, FLAG, MINE, QUESTION, OUTSIDE = range(9, 14)  # names after the digits 0 to 8
NAMES = 14
HEADS = 4
CODES = np.array(
    [*range(9), -1, -2, -3, -1, -1], dtype=np.int8
)  # of the names, as in `Position.view`
BLOCKS = ("blocks.0.", "blocks.1.")


class Network:
    """The weights by the name of their layer, float32."""

    def __init__(self, weights: Mapping[str, np.ndarray]) -> None:
        self.weights = weights

    def __call__(self, window: np.ndarray) -> np.ndarray:
        """Return the logarithms of the chances of all names, float [rows, columns, NAMES].

        `window` is RGB, [rows * SIZE, columns * SIZE, 3].
        """
        x = window.astype(np.float32)
        x = (x - x.mean()) / (x.std(ddof=1) + 8)
        for name in ("c1", "c2", "c3"):
            x = np.maximum(self._convolved(name, x, step=2), 0)
        x += np.maximum(self._convolved("c3b", x, step=1), 0)
        x = self._convolved("c4", x, step=3, pad=0)
        for block in BLOCKS:
            x = self._with_context(block, x)
        result: np.ndarray = log_softmax(self._linear("head", self._normed("norm", x)), axis=-1)
        return result

    def _with_context(self, block: str, x: np.ndarray) -> np.ndarray:
        """Add what the other cells of the window say, then what the neighbours say."""
        rows, columns, depth = x.shape
        parts = self._linear(f"{block}qkv", self._normed(f"{block}n1", x))
        seen = []
        for query, key, value in parts.reshape(-1, 3, HEADS, depth // HEADS).transpose(2, 1, 0, 3):
            seen.append(softmax(query @ key.T / np.sqrt(np.float32(depth // HEADS)), -1) @ value)
        x = x + self._linear(f"{block}out", np.hstack(seen)).reshape(x.shape)
        y = self._normed(f"{block}n2", x)
        padded, weights = np.pad(y, ((1, 1), (1, 1), (0, 0))), self.weights[f"{block}dw.weight"]
        near = [
            padded[row : row + rows, col : col + columns] * weights[:, 0, row, col]
            for row, col in np.ndindex(3, 3)
        ]
        y = y + np.sum(near, axis=0) + self.weights[f"{block}dw.bias"]
        wide = self._linear(f"{block}up", y)
        wide = wide * 0.5 * (1 + erf(wide / np.sqrt(np.float32(2))))
        return x + self._linear(f"{block}down", wide)

    def _convolved(self, name: str, x: np.ndarray, step: int, pad: int = 1) -> np.ndarray:
        weights = self.weights[f"{name}.weight"]
        padded = np.pad(x, ((pad, pad), (pad, pad), (0, 0)))
        near = [
            padded[row : row + len(padded) - 2 : step, col : col + padded.shape[1] - 2 : step]
            for row, col in np.ndindex(3, 3)
        ]
        kernel = weights.transpose(2, 3, 1, 0).reshape(-1, len(weights))
        return np.concatenate(near, -1) @ kernel + self.weights[f"{name}.bias"]

    def _linear(self, name: str, x: np.ndarray) -> np.ndarray:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _normed(self, name: str, x: np.ndarray) -> np.ndarray:
        spread = np.sqrt(x.var(-1, keepdims=True) + 1e-5)
        scaled = (x - x.mean(-1, keepdims=True)) / spread
        return scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]


@cache
def reader_network() -> Network:
    """Return the network that comes with minevis."""
    return load(asset_path("reader_net.npz"))


def load(path: Path) -> Network:
    """Return the network in a file that `research.reader.train` exported.

    Large arrays are stored as int8, with a scale for each output; biases and scales as float16.
    """
    with np.load(path, allow_pickle=False) as stored:
        small, exact = stored["small"].astype(np.float32), stored["exact"].astype(np.float32)
        shapes: dict[str, list[int]] = json.loads(stored["shapes"].tobytes())
    weights = {}
    for name, shape in shapes.items():
        if len(shape) > 1:
            values, small = np.split(small, [math.prod(shape)])
            scale, exact = np.split(exact, [shape[0]])
            weights[name] = values.reshape(shape) * scale.reshape(-1, *[1] * (len(shape) - 1))
        else:
            weights[name], exact = np.split(exact, shape)
    return Network(weights)
