"""Elements of 16 bits: kernels compute in f32 and round what each op gives, as NumPy does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dslc.gpu.backend import Cuda
from dslc.gpu.emulated import Emulated
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.types import ScalarType, TensorType
from dslc.ir.verify import verify

n, m = dims("n m")
HALVES = ("f16", "bf16")


def check(text: Any, arguments: list[Any], sizes: dict[str, int], ulps: int, **types: Any) -> Any:
    """The plan, whose results are NumPy's, or so many units in the last place from them."""
    g = Builder("program", [*types.items()], source="program.py")
    results = text(g, *g.graph.parameters)
    graph = verify(g.finish(results if isinstance(results, tuple) else (results,)))
    native = Cuda("cuda-emulated", Emulated()).compile(graph)
    pairs = zip(native(arguments, sizes), evaluate(graph, arguments, sizes), strict=True)
    for number, (one, other) in enumerate(pairs):
        assert type(one) is type(other)
        assert np.asarray(one).dtype == np.asarray(other).dtype
        found, expected = (np.asarray(each).astype(np.float64) for each in (one, other))
        unit = 2.0**-10 if np.asarray(one).dtype == np.float16 else 2.0**-7
        np.testing.assert_allclose(found, expected, ulps * unit, ulps * 1e-7, err_msg=str(number))
    return native.plan


def drawn(half: str, *shape: int) -> np.ndarray:
    made = np.random.default_rng(sum(shape)).standard_normal(shape)
    return made.astype(BY_NAME[half])


@pytest.mark.parametrize("half", HALVES)
def test_ops_on_elements_are_exact(half: str) -> None:
    def text(g: Builder, x: Any, y: Any, s: Any) -> Any:
        total = g.add(g.multiply(x, 2.1), y)
        return (
            total,
            g.where(g.greater(total, 0.1), total, g.negative(x)),
            g.divide(x, y),
            g.maximum(g.subtract(x, s), 0.3),
            g.cast(g.multiply(x, 100.0), BY_NAME["i32"]),
            g.cast(g.cast(x, BY_NAME["f64"]), BY_NAME[half]),
            g.sqrt(g.abs(x)),
            g.less(x, y),
        )

    array = TensorType(BY_NAME[half], (n,))
    x, y = drawn(half, 100), drawn(half, 100)[::-1].copy()
    if half == "f16":
        x[:3] = np.inf, np.nan, 6e4
    types = {"x": array, "y": array, "s": ScalarType(BY_NAME[half])}
    plan = check(text, [x, y, BY_NAME[half].type(1.7)], {"n": 100}, 0, **types)
    assert "host" not in str(plan)


@pytest.mark.parametrize("half", HALVES)
def test_reductions_and_rows(half: str) -> None:
    def text(g: Builder, x: Any) -> Any:
        return (
            g.max(x, axis=0),
            g.max(x),
            g.argmax(x, axis=1),
            g.softmax(x),
            g.layer_norm(x),
            g.exp(x),
        )

    plan = check(
        text, [drawn(half, 7, 300)], {"n": 7, "m": 300}, 4, x=TensorType(BY_NAME[half], (n, m))
    )
    assert "host nest" not in str(plan)


@pytest.mark.parametrize("half", HALVES)
def test_sums_are_rounded_once(half: str) -> None:
    g = Builder("program", [("x", TensorType(BY_NAME[half], (n, m)))], source="program.py")
    (x,) = g.graph.parameters
    graph = verify(g.finish((g.sum(x, axis=1), g.sum(x))))
    native = Cuda("cuda-emulated", Emulated()).compile(graph)
    given = drawn(half, 7, 1000)
    rows, whole = native([given], {"n": 7, "m": 1000})
    exact = given.astype(np.float64)
    near = 1.01 * 2.0 ** (-11 if half == "f16" else -8)
    np.testing.assert_allclose(rows.astype(np.float64), exact.sum(axis=1), near)
    np.testing.assert_allclose(float(whole), exact.sum(), near)


@pytest.mark.parametrize("half", HALVES)
def test_products_are_added_in_f32(half: str) -> None:
    def text(g: Builder, x: Any, w: Any, b: Any) -> Any:
        return g.maximum(g.add(g.matmul(x, w), b), 0.0), g.matmul(g.negative(x), w)

    types = {"x": (n, 300), "w": (300, m), "b": (m,)}
    arguments: list[Any] = [drawn(half, 5, 300), drawn(half, 300, 70), drawn(half, 70)]
    given = {name: TensorType(BY_NAME[half], shape) for name, shape in types.items()}
    plan = check(text, arguments, {"n": 5, "m": 70}, 8, **given)
    assert "tiles::product<f32>" in plan.text
