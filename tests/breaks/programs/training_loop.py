"""Breaks: 1. A training step that writes to its weights, and logs."""

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
    losses = []
    for _ in range(k):
        error = x * w - 1.0
        loss = np.mean(error * error)
        grad = x * error
        show(loss)
        losses.append(loss)
        w -= 0.1 * grad
    return w * 2.0
