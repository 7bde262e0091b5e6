"""Breaks: 2. A return inside of a loop with breaks."""

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
    for i in range(k):
        x = x * 3.0
        if np.max(x) > 2.0:
            show(i)
            return x - 1.0
        show(x)
    return x
