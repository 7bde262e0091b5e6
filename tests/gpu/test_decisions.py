"""The plan says what the host reads to decide what runs next, and a run reads no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import Scalar, Tensor, f32, graph
from dslc.gpu.emulated import Emulated
from dslc.gpu.plan import plan_of
from dslc.ir.passes import optimize

n = dslc.dims("n")


@graph
def counted(x: Tensor[f32, n], trips: int):
    for _ in range(trips):
        x = np.tanh(x) + 1.0
    return x


@graph
def until(x: Tensor[f32, n], tol: Scalar[f32]):
    gap = np.max(x)
    while gap > tol:
        x = x * 0.5
        gap = np.max(x)
    return x


@graph
def chosen(x: Tensor[f32, n], tol: Scalar[f32]):
    if np.sum(x) > tol:
        return np.exp(x)
    return x + 1.0


@graph
def by_a_number(x: Tensor[f32, n], tol: Scalar[f32]):
    y = x * 2.0
    if tol > 1.0:
        y = np.exp(y)
    return y


@graph
def left(x: Tensor[f32, n], tol: Scalar[f32]):
    for _ in range(8):
        x = np.cumsum(x) * 0.25
        if np.max(x) < tol:
            break
    return x


CASES: list[tuple[Any, Any, list[str], Callable[[int], int]]] = [
    (counted, 4, [], lambda trips: 0),
    (until, np.float32(0.3), ["while, the host decides: it reads gap, each trip"], lambda t: t + 1),
    (chosen, np.float32(0.3), ["if, the host decides: it reads test_sum"], lambda trips: 1),
    (by_a_number, np.float32(2), ["if, the host decides without reading"], lambda trips: 0),
    (left, np.float32(0.05), ["if, the host decides: it reads test_max"], lambda t: t),
]


@pytest.mark.parametrize(("function", "given", "said", "reads"), CASES, ids=lambda c: str(c)[:24])
def test_what_the_host_reads(
    function: Any,
    given: Any,
    said: list[str],
    reads: Callable[[int], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = dslc.compile(function, device="cuda-emulated")
    text = str(plan_of(optimize(compiled.graph)))
    assert all(each in text for each in said), text
    assert said or "it reads" not in text, text
    downloads: list[int] = []
    download = Emulated.download

    def noted(self: Emulated, array: np.ndarray) -> np.ndarray:
        downloads.append(array.size)
        return download(self, array)

    monkeypatch.setattr(Emulated, "download", noted)
    x = np.linspace(0.5, 1.0, 5).astype(np.float32)
    found = compiled(x, given)
    np.testing.assert_allclose(found, function.__wrapped__(x, given), rtol=1e-6)
    trips = sum(1 for _ in iterated(function, x, given))
    assert len(downloads) <= reads(trips) + 1  # and the result


def iterated(function: Any, x: np.ndarray, given: Any) -> Any:
    """The trips of the loops of `until` and `left`."""
    for _ in range(8):
        if function is until and not np.max(x) > given:
            return
        yield x
        x = x * np.float32(0.5) if function is until else np.cumsum(x) * np.float32(0.25)
        if function is left and np.max(x) < given:
            return
