"""Breaks: 2. One in each branch of an if."""

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
    if np.sum(y) > 0.0:
        show(y)
        y = y * 0.5
    else:
        y = y + 1.0
        show(k)
    return y + 1.0
