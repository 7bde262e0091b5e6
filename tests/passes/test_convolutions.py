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
from dslc.ir.nests.language import plain_statements
from dslc.ir.nests.node import NEST
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
    "own": TensorType(F64, (2, 1, 2, 3)),
    "bias": TensorType(F64, (2,)),
}


def small(g: Any, x: Any) -> Any:
    """Small integers stay small: every order of summation gives the same floats."""
    return g.subtract(g.remainder(x, 5.0), 2.0)


STEPS: dict[str, Callable[..., Any]] = {
    "same": lambda g, y, r, wide, one, own, bias: small(g, g.conv2d(y, wide, bias, padding=1)),
    "one": lambda g, y, r, wide, one, own, bias: small(g, g.conv2d(y, one)),
    "apart": lambda g, y, r, wide, one, own, bias: g.conv2d(
        small(g, y), wide, padding=((2, 1), (3, 2)), dilation=2, stride=(1, 2)
    ),
    "max": lambda g, y, r, wide, one, own, bias: g.max_pool2d(y, kernel_size=2, stride=1),
    "mean": lambda g, y, r, wide, one, own, bias: g.avg_pool2d(y, kernel_size=(1, 2)),
    "padded": lambda g, y, r, wide, one, own, bias: g.max_pool2d(
        y, kernel_size=3, padding=1, stride=1
    ),
    "padded mean": lambda g, y, r, wide, one, own, bias: g.avg_pool2d(
        y, kernel_size=(2, 4), padding=((0, 1), (2, 0)), stride=(2, 1)
    ),
    "groups": lambda g, y, r, wide, one, own, bias: small(
        g, g.conv2d(y, own, bias, padding=((1, 0), (1, 1)), groups=2)
    ),
    "transposed": lambda g, y, r, wide, one, own, bias: small(
        g, g.conv_transpose2d(y, wide, bias, stride=(2, 1), padding=1)
    ),
    "transposed groups": lambda g, y, r, wide, one, own, bias: g.conv_transpose2d(
        small(g, y), own, stride=2, groups=2, output_padding=(1, 0)
    ),
    "relu": lambda g, y, r, wide, one, own, bias: g.maximum(y, 0.0),
    "channels": lambda g, y, r, wide, one, own, bias: g.subtract(
        y, g.sum(y, axis=(2, 3), keepdims=True)
    ),
    "twice": lambda g, y, r, wide, one, own, bias: g.add(y, y),
    "rows": lambda g, y, r, wide, one, own, bias: g.transpose(r, (0, 3, 1, 2)),
    "swapped": lambda g, y, r, wide, one, own, bias: g.transpose(y, (0, 1, 3, 2)),
}
steps = st.lists(st.sampled_from(list(STEPS)), min_size=1, max_size=6)


def graph_of(program: list[str]) -> Graph:
    g = Builder("program", [*TYPES.items()], source="program.py")
    y, *others = g.graph.parameters
    values = [y]
    for name in program:
        values.append(STEPS[name](g, values[-1], *others))
    return verify(g.finish((values[-1], values[len(values) // 2])))


def nests_of(graph: Graph) -> Graph:
    primitive = run_pass(lambda each: expand(each, lambda op: op.name in ("conv", "pool")), graph)
    return run_pass(fuse, primitive)


def compiler_or_skip() -> None:
    try:
        find_compiler()
    except Unsupported as reason:
        pytest.skip(str(reason))


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
    nests = nests_of(graph)
    sizes = {"b": 2, "h": 5, "w": 6}
    arguments = drawn(sizes)
    check(evaluate(nests, arguments, sizes), evaluate(graph, arguments, sizes))


@pytest.mark.parametrize("seed", range(3))
def test_native_code_gives_what_the_graph_gives(seed: int) -> None:
    compiler_or_skip()
    every = np.random.default_rng(0).permutation(list(STEPS))
    graph = graph_of([str(each) for each in every[seed::3]])
    native = Native.of(graph)
    for count, high in ((1, 13), (0, 9), (3, 30)):
        sizes = {"b": count, "h": high, "w": high + 1}
        arguments = drawn(sizes)
        check(native(arguments, sizes), evaluate(graph, arguments, sizes))


def test_weights_that_are_not_finite_add_nothing_over_padding() -> None:
    graph = graph_of(["same", "relu"])
    nests = nests_of(graph)
    sizes = {"b": 1, "h": 3, "w": 3}
    arguments = drawn(sizes)
    arguments[2][0, 0, 0, 0] = np.inf
    with np.errstate(invalid="ignore"):
        check(evaluate(nests, arguments, sizes), evaluate(graph, arguments, sizes))


@pytest.mark.parametrize("padding", [0, ((1, 1), (0, 0))])
@pytest.mark.parametrize("batch", [1, b])
def test_images_of_one_column(batch: Any, padding: Any) -> None:
    """Windows have one place along an axis, and rows do not have that axis."""
    compiler_or_skip()
    types = {
        "x": TensorType(F64, (batch, 2, h, 1)),
        "long": TensorType(F64, (3, 2, 3, 1)),
        "one": TensorType(F64, (3, 1, 1, 1)),
    }
    g = Builder("program", [*types.items()], source="program.py")
    x, long, one = g.graph.parameters
    y = g.maximum(g.conv2d(g.maximum(x, 0.0), long, padding=padding), 0.0)
    graph = verify(g.finish((g.maximum(g.conv2d(y, one, groups=3), 0.0),)))
    sizes = {"b": 2, "h": 7}
    random = np.random.default_rng(0)
    shapes = [[sizes.get(str(size), size) for size in type_.shape] for type_ in types.values()]
    arguments = [random.integers(-2, 3, shape).astype(np.float64) for shape in shapes]
    check(Native.of(graph)(arguments, sizes), evaluate(graph, arguments, sizes))


@pytest.mark.parametrize("seed", range(2))
def test_what_a_convolution_is_followed_by_joins_it(seed: int) -> None:
    """Convolutions of groups, transposed ones, and pooling: one nest with one loop over images."""
    kinds = ("same", "groups", "transposed groups", "max")
    program = [str(each) for each in np.random.default_rng(seed).permutation(kinds)]
    (nest,) = (
        node.attributes["nest"]
        for node in nests_of(graph_of([*program, "relu"])).walk()
        if node.op is NEST and len(node.attributes["nest"].body) == 1
    )
    assert {"conv", "pool", "maximum"} <= {
        each.node.op.name for each in plain_statements(nest.body)
    }
