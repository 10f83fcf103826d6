"""Kernel of the value network: twin of `minevis.solver.guessing.value_net`."""

from math import exp
from typing import NamedTuple

import numpy as np

from minevis.engine._jit import leaf
from minevis.solver.guessing.value_net import ValueNet


class KernelNet(NamedTuple):
    """A net with two hidden layers; f features, h and k hidden values."""

    mean: np.ndarray  # float64 [f]
    scale: np.ndarray  # float64 [f]
    first: np.ndarray  # float64 [h, f]
    first_bias: np.ndarray  # float64 [h]
    second_look: np.ndarray  # float64 [k, h]
    second_bias: np.ndarray  # float64 [k]
    last: np.ndarray  # float64 [k]
    last_bias: float
    hidden: np.ndarray  # float64 [h]: scratch


def kernel_net(net: ValueNet) -> KernelNet:
    """The weights of a value network as the kernel takes them."""
    return KernelNet(*net[:6], net.w3[0], float(net.b3[0]), np.zeros(len(net.b1)))


@leaf
def estimate(net, features):
    """The estimated chance to win a position with these features: float64 [f] -> float."""
    for k in range(net.hidden.size):
        value = net.first_bias[k]
        for i in range(features.size):
            value += net.first[k, i] * (features[i] - net.mean[i]) * net.scale[i]
        net.hidden[k] = max(value, 0.0)
    total = net.last_bias
    for k in range(net.last.size):
        value = net.second_bias[k]
        for i in range(net.hidden.size):
            value += net.second_look[k, i] * net.hidden[i]
        total += net.last[k] * max(value, 0.0)
    return 1.0 / (1.0 + exp(-total))
