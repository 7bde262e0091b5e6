"""Breaks: 1. A loop without a break is whole in its graph."""

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
    y = np.maximum(np.abs(x), 1.0)
    for _ in range(k):
        for _ in range(3):
            y = 0.5 * (y + np.abs(x) / y)
        show(np.max(y))
    return y
