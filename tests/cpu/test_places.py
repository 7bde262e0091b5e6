"""Places, what is put there, and histograms with weights as native code: what NumPy gives."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

import dslc
from dslc import Tensor, f32, f64, graph, i64

n, m, k = dslc.dims("n m k")


@graph
def put_there(i: Tensor[i64, n], x: Tensor[f32, m, k], v: Tensor[f32, n]) -> Any:
    rows, columns = np.unravel_index(i, x.shape)
    again = np.ravel_multi_index((rows, columns), x.shape)
    y, z, w = x.copy(), x.copy(), x.copy()
    np.put(y, i, [5.0, 6.0])
    np.place(z, z > 0, [1, 2])
    np.putmask(w, w < 0, -w)
    longer = np.insert(x, i, v), np.insert(x, 1, 7, axis=0), np.insert(x, i[:2] % 2, 3.0, axis=1)
    return rows, columns, again, np.tril_indices_from(x), y, z, w, longer


@graph
def of_series(x: Tensor[f64, n], w: Tensor[f64, n], size: int) -> Any:
    counts, edges = np.histogram(x, 4, weights=w)
    between, _ = np.histogram(x, [-1.0, 0.0, 1.0], weights=w)
    return (
        counts, edges, between, np.nanmedian(x), np.correlate(x, w, "same"), np.hanning(size),
        np.kaiser(size, 8.6), np.polymul(x, w), np.polyadd(x, w[1:]), np.polyfit(x, w, 1),
        np.geomspace(1.0, 100.0, 5),
    )  # fmt: skip


def compare(found: Any, wanted: Any) -> None:
    if isinstance(wanted, tuple):
        assert isinstance(found, tuple) and len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            compare(one, other)
        return
    assert np.asarray(found).dtype == np.asarray(wanted).dtype
    np.testing.assert_allclose(found, wanted, rtol=1e-12)


def test_as_in_numpy() -> None:
    rng = np.random.default_rng(1)
    x = np.asarray(rng.standard_normal((2, 3)), np.float32)
    calls: list[tuple[Any, tuple[Any, ...]]] = [
        (put_there, (np.array([0, 5, 3]), x, np.array([7, 8, 9], np.float32))),
        (of_series, (rng.standard_normal(6), rng.standard_normal(6), 5)),
    ]
    for function, arguments in calls:
        native = dslc.compile(function, device="cpu")
        for _ in range(2):
            wanted = function.__wrapped__(*copy.deepcopy(arguments))
            compare(native(*copy.deepcopy(arguments)), wanted)
