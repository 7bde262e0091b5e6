"""Breaks: 1. A call inside of an expression stands before it."""

import numpy as np

from dslc import InOut, Tensor, dims, f64, graph

n, m = dims("n m")
SEEN: list[object] = []


def show(value):
    SEEN.append(np.array(value).tolist())


def gain() -> float:
    SEEN.append("gain")
    return 0.5


@graph(breaks=True)
def f(x: Tensor[f64, n], w: InOut[f64, n], k: int) -> Tensor[f64, n]:
    y = np.exp(x)
    z = x * gain() + np.exp(y)
    return np.sqrt(z * z)
