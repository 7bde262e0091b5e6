"""Breaks: 1. Random numbers of the host, whose type is declared."""

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
    noise: Tensor[f64, n] = np.random.default_rng(k).normal(size=x.shape)
    return y + noise * np.exp(y)
