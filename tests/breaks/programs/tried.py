"""Breaks: 1. An exception that Python catches."""

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
    y = x + 1.0
    try:
        show(y)
        int("none")
    except ValueError:
        show("caught")
    return y * 2.0 + np.sum(y)
