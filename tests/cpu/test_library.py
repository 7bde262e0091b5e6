"""Calls of NumPy's libraries natively: what they give and raise is NumPy's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import TensorType

Check = Callable[..., None]
n, m = dims("n m")


def sizes(a: Any, b: Any, *_: Any) -> dict[str, int]:
    return {"m": a.shape[0], "n": b.shape[-1]}


@pytest.mark.parametrize("name", ["f32", "c128", "i64"])
def test_calls_of_lapack(name: str, agree: Check) -> None:
    dtype = BY_NAME[name]

    def text(g: Builder, a: Any, b: Any, stack: Any) -> Any:
        found = [*g.qr(b), *g.svd(b), g.svd(b, compute_uv=False), *g.eigh(a), *g.slogdet(stack)]
        found += [g.det(a), g.det(stack), g.matrix_rank(b), g.cond(stack, p=1), *g.lstsq(b, b)]
        return *found, g.norm(stack, ord="nuc", axis=(0, 2)), g.solve(a, b), g.inv(stack)

    types = {
        "a": TensorType(dtype, (m, m)),
        "b": TensorType(dtype, (m, n)),
        "stack": TensorType(dtype, (2, m, m)),
    }
    rng = np.random.default_rng(1)

    def drawn(rows: int, columns: int) -> list[np.ndarray]:
        shapes = [(rows, rows), (rows, columns), (2, rows, rows)]
        return [(rng.standard_normal(shape) * 5).astype(dtype) for shape in shapes]

    singular = [np.zeros(each.shape, dtype) for each in drawn(2, 1)]
    calls = [drawn(3, 2), drawn(2, 3), drawn(4, 4), drawn(1, 1), singular]
    agree(text, types, calls, sizes=sizes, ulp=8)


def test_a_singular_matrix_in_a_loop(agree: Check) -> None:
    """What is raised in a trip, and what the trips before gave."""

    def text(g: Builder, a: Any, b: Any) -> Any:
        def body(i: Any, b: Any) -> Any:
            return g.solve(g.subtract(a, g.multiply(i, g.eye(m))), b)

        return g.for_(g.range(3), body, (b,))

    types = {"a": TensorType(BY_NAME["f64"], (m, m)), "b": TensorType(BY_NAME["f64"], (m, n))}
    regular, singular = np.diag([4.0, 5.0]), np.diag([4.0, 2.0])
    agree(text, types, [(each, np.ones((2, 3))) for each in (regular, singular)], sizes=sizes)


def test_transforms(agree: Check) -> None:
    def text(g: Builder, x: Any, z: Any) -> Any:
        k = x.shape[1]
        found = [g.fft(z), g.ifft(x, axis=0, norm="ortho"), g.rfft(x, n=k + 3), g.irfft(z, n=2 * k)]
        several = [g.fftn(z), g.rfft2(x), g.irfftn(z, s=(k, 4), axes=(1, 0)), g.hfft(z, n=5)]
        return *found, *several, g.fftfreq(n=k), g.fftshift(x), g.ifftshift(z, axes=1)

    types = {"x": TensorType(BY_NAME["f32"], (m, n)), "z": TensorType(BY_NAME["c128"], (m, n))}
    rng = np.random.default_rng(2)
    calls = []
    for shape in ((2, 3), (1, 1), (3, 4)):
        x, y = rng.standard_normal((2, *shape))
        calls.append((x.astype(np.float32), x + 1j * y))
    agree(text, types, calls, sizes=sizes, ulp=8)
