"""Breaks: 1. Names that trade their arrays in a loop of Python."""

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
    a = x * 2.0
    b = x * 3.0
    for _ in range(k):
        show(a)
        a, b = b, a
        a[0] = a[0] + 1.0
    return a - b
