"""Indices have 32 bits where the sizes of a run allow it, else 64."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from dslc.gpu import widths
from dslc.gpu.backend import Cuda
from dslc.gpu.emulated import Emulated
from dslc.gpu.plan import plan_of
from dslc.gpu.widths import is_wide
from dslc.ir.builder import Builder
from dslc.ir.dims import dims, evaluate, terms_of
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate as run
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n, m = dims("n m")
F32 = BY_NAME["f32"]


def graph_of(*shapes: tuple[Any, ...]) -> Any:
    g = Builder("program", [(f"x{i}", TensorType(F32, s)) for i, s in enumerate(shapes)])
    x, y = g.graph.parameters
    parts = g.add(g.exp(x), g.transpose(y, axes=(1, 0)))
    rows = g.softmax(parts)
    picked = g.cumsum(g.reshape(rows, (-1,)), axis=0)
    return verify(g.finish((rows, g.sum(rows), picked, g.argmax(rows, axis=1))))


def test_wide_kernels_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, sizes = graph_of((n, m), (m, n)), {"n": 5, "m": 9}
    random = np.random.default_rng(0)
    given = [random.standard_normal(s).astype(np.float32) for s in ((5, 9), (9, 5))]
    texts: list[str] = []
    compile_ = Emulated.compile

    def noted(self: Emulated, text: str, kernels: Any) -> Any:
        texts.append(text)
        return compile_(self, text, kernels)

    monkeypatch.setattr(Emulated, "compile", noted)
    native = Cuda("cuda-emulated", Emulated()).compile(graph)
    narrow = native(given, sizes)
    assert len(texts) == 1 and "WIDE_INDICES" not in texts[0]
    monkeypatch.setattr(widths, "LIMIT", 20)
    wide = native(given, sizes)
    assert len(texts) == 2 and "WIDE_INDICES" in texts[1]
    for one, other, expected in zip(narrow, wide, run(graph, given, sizes), strict=True):
        np.testing.assert_array_equal(one, other)
        np.testing.assert_allclose(one, expected, rtol=1e-5)


def test_the_guard_looks_at_sizes_and_places() -> None:
    plan = plan_of(graph_of((n, m), (m, n)))
    kernels = [kernel for each in plan.kernels.values() for kernel in each.kernels]
    assert any("Index " in "\n".join(kernel.lines) for kernel in kernels)

    def wide(*sizes: int) -> list[bool]:
        return [is_wide(kernel, {"n": sizes[0], "m": sizes[1]}) for kernel in kernels]

    assert not any(wide(1 << 15, 1 << 14))
    assert any(wide(1 << 16, 1 << 16)) and any(wide(1 << 31, 1))


def drawn() -> Iterator[tuple[Any, dict[str, int]]]:
    """Sizes with an index i below n, and numbers for the others."""
    i = dims("i")
    for a, b in ((3, 5), (8, 2), (1, 7)):
        for size in (i * m, i // 2 * m - i % 3, n * m - i * i, (i + 1) // m, min_of(i), i - n):
            yield size, {"n": a, "m": b}


def min_of(i: Any) -> Any:
    return (i * i + m) % (m + 1) * 2


def test_no_step_leaves_the_bounds() -> None:
    for size, sizes in drawn():
        known: dict[str, Any] = {name: (each, each) for name, each in sizes.items()}
        low, high = widths._bounds(terms_of(size), {**known, "i": (0, sizes["n"] - 1)}, 1 << 30)
        for (index,) in product(range(sizes["n"])):
            assert low <= evaluate(size, {**sizes, "i": index}) <= high
