"""Kernels of the two networks: twins of `minevis.solver.guessing.value_net`."""

from math import exp
from typing import NamedTuple

import numpy as np

from minevis.engine._jit import leaf
from minevis.solver.guessing.value_net import ValueNet


class KernelNet(NamedTuple):
    """A net with two hidden layers; f features, h and k hidden values.

    Weights are turned, so that a layer is a sum of rows: many numbers at a time.
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
    return 1.0 / (1.0 + exp(-output(net, features)))


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


@leaf
def _add_row(weights, value, sums):
    for k in range(sums.size):
        sums[k] += weights[k] * value
