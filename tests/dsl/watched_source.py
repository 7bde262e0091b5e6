"""What the tests of watching watch: every line here is named there by its number."""

import numpy as np

from dslc import Scalar, Tensor, c64, dims, f32, graph, i64

n = dims("n")


@graph
def halved(x: Tensor[f32, n]) -> Tensor[f32, n]:
    half = x * 0.5
    return half  # noqa: RET504


@graph
def settle(x: Tensor[f32, n], most: Scalar[i64]) -> Tensor[f32, n]:
    step = 0
    gap = np.max(x)
    kept = gap
    while gap > 1.0 and step < most:
        x = halved(x)
        gap = np.max(x)
        for i in range(2):
            kept = gap + i
        step += 1
    best = kept if step > 1 else gap
    return x - best


@graph
def stores(x: Tensor[f32, n]) -> Tensor[f32, n]:
    y = x.copy()
    for i in range(x.shape[0]):
        y[i] = y[i] + 1
    return y


@graph
def ratio(x: Tensor[f32, n], y: Tensor[f32, n]) -> Tensor[f32, n]:
    top = x + 1.0
    scaled = top
    for _ in range(3):
        top = top - 1.0
        low = top * y
        quotient = top / low
        scaled = np.exp(quotient)
    return scaled


@graph
def asserting(x: Tensor[f32, n]) -> Tensor[f32, n]:
    y = x + 1.0
    assert y[0] > 0, "below"
    return y


@graph
def rooted(z: Tensor[c64, n]) -> Tensor[c64, n]:
    square = z * z
    return np.sqrt(square)
