"""Drawn networks of convolutions: their nests, and native code, give what the reference gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dslc.cpu.native import Native
from dslc.ir.backend import Unsupported
from dslc.ir.builder import Builder
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

b, h, w = dims("b h w")
F64 = BY_NAME["f64"]
TYPES = {
    "x": TensorType(F64, (b, 2, h, w)),
    "rows": TensorType(F64, (b, h, w, 2)),
    "wide": TensorType(F64, (2, 2, 3, 3)),
    "small": TensorType(F64, (2, 2, 1, 1)),
    "bias": TensorType(F64, (2,)),
}


def small(g: Any, x: Any) -> Any:
    """Small integers stay small: every order of summation gives the same floats."""
    return g.subtract(g.remainder(x, 5.0), 2.0)


STEPS: dict[str, Callable[..., Any]] = {
    "same": lambda g, y, r, wide, one, bias: small(g, g.conv2d(y, wide, bias, padding=1)),
    "one": lambda g, y, r, wide, one, bias: small(g, g.conv2d(y, one)),
    "apart": lambda g, y, r, wide, one, bias: g.conv2d(
        small(g, y), wide, padding=((2, 1), (3, 2)), dilation=2, stride=(1, 2)
    ),
    "max": lambda g, y, r, wide, one, bias: g.max_pool2d(y, kernel_size=2, stride=1),
    "mean": lambda g, y, r, wide, one, bias: g.avg_pool2d(y, kernel_size=(1, 2)),
    "padded": lambda g, y, r, wide, one, bias: g.max_pool2d(y, kernel_size=3, padding=1, stride=1),
    "relu": lambda g, y, r, wide, one, bias: g.maximum(y, 0.0),
    "channels": lambda g, y, r, wide, one, bias: g.subtract(
        y, g.sum(y, axis=(2, 3), keepdims=True)
    ),
    "twice": lambda g, y, r, wide, one, bias: g.add(y, y),
    "rows": lambda g, y, r, wide, one, bias: g.transpose(r, (0, 3, 1, 2)),
    "swapped": lambda g, y, r, wide, one, bias: g.transpose(y, (0, 1, 3, 2)),
}
steps = st.lists(st.sampled_from(list(STEPS)), min_size=1, max_size=6)


def graph_of(program: list[str]) -> Graph:
    g = Builder("program", [*TYPES.items()], source="program.py")
    y, *others = g.graph.parameters
    values = [y]
    for name in program:
        values.append(STEPS[name](g, values[-1], *others))
    return verify(g.finish((values[-1], values[len(values) // 2])))


def drawn(sizes: dict[str, int]) -> list[Any]:
    random = np.random.default_rng(sum(sizes.values()))
    shapes = [[sizes.get(str(size), size) for size in type_.shape] for type_ in TYPES.values()]
    return [random.integers(-2, 3, shape).astype(np.float64) for shape in shapes]


def check(found: list[Any], expected: list[Any]) -> None:
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


@settings(max_examples=8, deadline=None)
@given(steps)
def test_nests_give_what_the_graph_gives(program: list[str]) -> None:
    graph = graph_of(program)
    nests = run_pass(
        fuse, run_pass(lambda each: expand(each, lambda op: op.name in ("conv", "pool")), graph)
    )
    sizes = {"b": 2, "h": 5, "w": 6}
    arguments = drawn(sizes)
    check(evaluate(nests, arguments, sizes), evaluate(graph, arguments, sizes))


@pytest.mark.parametrize("seed", range(3))
def test_native_code_gives_what_the_graph_gives(seed: int, monkeypatch: Any) -> None:
    try:
        find_compiler()
    except Unsupported as reason:
        pytest.skip(str(reason))
    monkeypatch.setenv("DSLC_OPTIMIZE", "1")
    random = np.random.default_rng(seed)
    graph = graph_of([str(random.choice(list(STEPS))) for _ in range(6)])
    native = Native(graph)
    for count, high in ((1, 13), (0, 9), (3, 30)):
        sizes = {"b": count, "h": high, "w": high + 1}
        arguments = drawn(sizes)
        check(native(arguments, sizes), evaluate(graph, arguments, sizes))


def test_weights_that_are_not_finite_add_nothing_over_padding() -> None:
    graph = graph_of(["same", "relu"])
    nests = run_pass(fuse, run_pass(lambda each: expand(each, lambda op: op.name == "conv"), graph))
    sizes = {"b": 1, "h": 3, "w": 3}
    arguments = drawn(sizes)
    arguments[2][0, 0, 0, 0] = np.inf
    with np.errstate(invalid="ignore"):
        check(evaluate(nests, arguments, sizes), evaluate(graph, arguments, sizes))
