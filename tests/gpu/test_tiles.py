"""Products by tiles give what NumPy gives, with what follows them in the same kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.gpu.backend import Cuda
from dslc.gpu.emulated import Emulated
from dslc.gpu.emulator.machine import Schedule
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n, m, k, b = dims("n m k b")
F32, F64 = BY_NAME["f32"], BY_NAME["f64"]


def graph_of_text(text: Callable[..., Any], **types: TensorType) -> Graph:
    g = Builder("program", [*types.items()], source="program.py")
    results = text(g, *g.graph.parameters)
    return verify(g.finish(results if isinstance(results, tuple) else (results,)))


def drawn(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype)


def check(graph: Graph, device: Emulated, arguments: list[Any], sizes: dict[str, int]) -> list[str]:
    """The kernels that were launched for results as NumPy's."""
    native = Cuda("cuda-emulated", device).compile(graph)
    pairs = zip(native(arguments, sizes), evaluate(graph, arguments, sizes), strict=True)
    for one, other in pairs:
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)
    return [did.kernel for did in device.counts]


def layer(g: Builder, x: Any, w: Any, bias: Any) -> Any:
    return g.maximum(g.add(g.matmul(x, w), bias), 0.0)


def test_a_short_product_takes_in_what_follows() -> None:
    types = {"x": TensorType(F32, (n, 17)), "w": TensorType(F32, (17, m))}
    graph = graph_of_text(layer, **types, bias=TensorType(F32, (m,)))
    for rows, columns in ((1, 1), (5, 70), (130, 64)):
        device = Emulated()
        arguments = [drawn(rows, 17), drawn(17, columns), drawn(columns)]
        found = check(graph, device, arguments, {"n": rows, "m": columns})
        assert len(found) == 1
        arrays = 4 * (rows * 17 + 17 * columns + columns + rows * columns)
        assert device.counts[0].stored == 4 * rows * columns
        assert device.counts[0].loaded <= 4 * arrays


def test_a_nest_takes_in_one_of_two_products() -> None:
    def text(g: Builder, x: Any, w: Any) -> Any:
        return g.add(g.matmul(x, w), g.matmul(g.negative(x), w))

    types = {"x": TensorType(F32, (n, 9)), "w": TensorType(F32, (9, m))}
    found = check(
        graph_of_text(text, **types), Emulated(), [drawn(6, 9), drawn(9, 7)], {"n": 6, "m": 7}
    )
    assert len(found) == 2


def test_a_long_product_is_the_library_s() -> None:
    types = {"x": TensorType(F32, (n, k)), "w": TensorType(F32, (k, m))}
    graph = graph_of_text(layer, **types, bias=TensorType(F32, (m,)))
    plan = Cuda("cuda-emulated", Emulated()).compile(graph).plan
    assert "library matmul" in str(plan)
    assert "tiles" not in plan.text


def test_all_products_are_tiles_where_there_is_no_library() -> None:
    def text(g: Builder, x: Any, w: Any, y: Any) -> Any:
        one = g.matmul(x, w)
        turned = g.matmul(x, g.transpose(y, axes=(0, 2, 1)))
        return one, g.exp(g.multiply(turned, 0.1)), g.matmul(g.add(x, 1.0), w)

    types = {"x": TensorType(F64, (b, n, k)), "w": TensorType(F64, (k, m))}
    graph = graph_of_text(text, **types, y=TensorType(F64, (b, m, k)))
    schedules: tuple[Schedule, ...] = ("forward", "greedy", "random")
    for schedule in schedules:
        for batch, rows, columns, depth in ((2, 3, 5, 4), (3, 65, 1, 33), (1, 2, 130, 0)):
            device = Emulated(schedule, has_library=False)
            shapes = ((batch, rows, depth), (depth, columns), (batch, columns, depth))
            arguments: list[Any] = [drawn(*shape, dtype=np.float64) for shape in shapes]
            sizes = {"b": batch, "n": rows, "m": columns, "k": depth}
            found = check(graph, device, arguments, sizes)
            assert len(found) == 3 + (depth > 0)  # and the sum
