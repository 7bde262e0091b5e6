"""Random numbers: known answers of the generator, distributions, the same bits natively."""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np
import pytest

from dslc import random
from dslc.ir.ops.quantiles import normal_quantile, portable_log
from dslc.ir.ops.random import philox

KEY = random.key(2026)
COUNT = 100_000

ALL = 0xFFFFFFFF
# From `kat_vectors` of the Random123 library.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ALL, ALL, ALL, ALL), (ALL, ALL), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_known_answers(counter: Any, key: Any, words: Any) -> None:
    found = philox(counter, np.array(key, np.uint32))
    assert tuple(int(word) for word in found) == words


def test_keys_differ() -> None:
    keys = [KEY, *random.split(KEY, num=3), *(random.fold_in(KEY, step) for step in range(3))]
    draws = {random.bits(key, (4,)).tobytes() for key in keys}
    assert len(draws) == len(keys)


def test_a_longer_draw_begins_alike() -> None:
    assert np.array_equal(random.bits(KEY, (7,)), random.bits(KEY, (1000,))[:7])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_uniform(dtype: str) -> None:
    x = random.uniform(KEY, (COUNT,), np.dtype(dtype)).astype(float)
    assert x.min() >= 0
    assert x.max() < 1
    assert abs(x.mean() - 0.5) < 0.005
    assert abs(x.std() - 12**-0.5) < 0.005


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_normal(dtype: str) -> None:
    x = random.normal(KEY, (COUNT,), np.dtype(dtype), loc=2.0, scale=3.0).astype(float)
    z = (x - 2) / 3
    assert np.allclose([z.mean(), z.std(), (z**3).mean(), (z**4).mean()], [0, 1, 0, 3], atol=0.06)
    assert abs((z < 1).mean() - statistics.NormalDist().cdf(1)) < 0.005


def test_other_distributions() -> None:
    dice = random.integers(KEY, 1, 7, (COUNT,))
    assert np.abs(np.bincount(dice)[1:] / COUNT - 1 / 6).max() < 0.005
    assert abs(random.bernoulli(KEY, 0.3, (COUNT,)).mean() - 0.3) < 0.005
    waits = random.exponential(KEY, (COUNT,))
    assert abs(waits.mean() - 1) < 0.01
    assert abs((waits > 1).mean() - np.exp(-1)) < 0.005
    assert abs(random.gumbel(KEY, (COUNT,)).mean() - 0.5772) < 0.01


def test_permutation() -> None:
    orders = [random.permutation(random.fold_in(KEY, step), n=3) for step in range(3000)]
    counts = np.unique(np.array(orders), axis=0, return_counts=True)[1]
    assert len(counts) == 6
    assert np.abs(counts / 3000 - 1 / 6).max() < 0.03


def test_categorical() -> None:
    logits = np.log(np.broadcast_to(np.array([0.1, 0.6, 0.3], np.float32), (COUNT, 3)))
    drawn = random.categorical(KEY, logits)
    assert np.abs(np.bincount(drawn) / COUNT - [0.1, 0.6, 0.3]).max() < 0.005


def test_quantile_is_that_of_python() -> None:
    p = np.array([1e-300, 1e-20, 1e-5, 0.02, 0.3, 0.5, 0.75, 0.99, 1 - 1e-12])
    expected = [statistics.NormalDist().inv_cdf(each) for each in p]
    assert np.allclose(normal_quantile(p), expected, rtol=1e-7, atol=0)
    assert np.allclose(normal_quantile(p[2:]), expected[2:], rtol=2e-15, atol=0)


def test_logarithm() -> None:
    x = np.exp2(np.linspace(-1000, 1000, 4001)) * 1.1
    assert np.abs(portable_log(x) / np.log(x) - 1).max() < 4e-16
