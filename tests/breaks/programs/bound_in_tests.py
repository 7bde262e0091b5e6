"""Breaks: 3. Names that conditions of Python bind, and a context that swallows an exception."""

from contextlib import suppress

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
    if (t := gain()) > 0.2:
        y = y * t
    while (u := np.sum(y)) < 50.0:
        show(u)
        y = y * 2.0
    for i in range(v := k):
        show(i + v)
        y = y + 1.0
    with suppress(IndexError):
        y = y * 3.0
        show([][k])
        y = y * 5.0
    return y
