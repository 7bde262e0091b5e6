"""Breaks: 2. Views and names of one array are the same object everywhere."""

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
    y = x * 2.0
    v = y[1:]
    other = y
    show(v)
    z = np.exp(y)
    v[0] = 7.0
    other[0] = 1.0
    show(y)
    return y * z
