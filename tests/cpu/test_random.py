"""Random numbers have the same bits natively."""

import numpy as np

import dslc
from dslc import random

n, m = dslc.dims("n m")


@dslc.graph
def drawn(key: random.Key, steps: dslc.Tensor[dslc.i64, n], x: dslc.Tensor[dslc.f32, n, m]):
    first, second = random.split(key)
    total = x + random.normal(first, x.shape)
    for i in range(len(steps)):
        step = random.fold_in(second, steps[i])
        total = total + random.uniform(step, x.shape, low=-0.5, high=0.5)
    k = random.key(-3)
    return (
        total,
        random.bits(k, (5, m_of(x))),
        random.uniform(k, (3,), np.float64),
        random.normal(k, (33,), np.float64),
        random.gumbel(k, (9,)),
        random.exponential(k, x.shape, np.float64),
        random.integers(k, -2, len(steps), (17,)),
        random.bernoulli(k, 0.5, (21,)),
        random.permutation(k, len(steps)),
        random.categorical(k, x),
    )


def m_of(x):
    return x.shape[1]


def test_same_bits() -> None:
    for n_, m_ in [(3, 4), (1, 7), (5, 1)]:
        arguments = random.key(n_), np.arange(n_) * 2**40 - 7, np.ones((n_, m_), np.float32)
        expected = drawn.__wrapped__(*arguments)
        for device in ("reference", "cpu"):
            found = dslc.compile(drawn, device=device)(*arguments)
            for a, b in zip(expected, found, strict=True):
                assert a.dtype == b.dtype
                assert np.array_equal(a, b)
