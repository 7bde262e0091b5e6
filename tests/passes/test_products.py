"""Drawn graphs around products: their nests, and native code, give what NumPy gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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

b, n, k = dims("b n k")
F64 = BY_NAME["f64"]
TYPES = {
    "x": TensorType(F64, (b, n, k)),
    "w": TensorType(F64, (k, k)),
    "v": TensorType(F64, (k,)),
    "s": TensorType(F64, (b, n, n)),
}

Step = tuple[str, int, int]


@dataclass
class Given:
    """What a step may take: two values, a matrix, and what all steps share."""

    xp: Any
    one: Any
    other: Any
    weight: Any
    v: Any
    s: Any
    axis: int

    def small(self, x: Any) -> Any:
        """Small integers stay small: every order of summation gives the same floats."""
        return self.xp.subtract(self.xp.remainder(x, 7.0), 3.0)

    def turned(self, x: Any) -> Any:
        return self.xp.transpose(x, axes=(0, 2, 1))


ROWS: dict[str, Callable[[Given], Any]] = {
    "rows": lambda g: g.xp.matmul(g.one, g.weight),
    "more rows": lambda g: g.xp.matmul(g.other, g.weight),
    "stack": lambda g: g.xp.matmul(g.s, g.one),
    "scores": lambda g: g.xp.matmul(
        g.small(g.xp.matmul(g.one, g.turned(g.other))), g.small(g.other)
    ),
    "columns": lambda g: g.xp.matmul(
        g.small(g.one), g.small(g.xp.matmul(g.turned(g.small(g.one)), g.other))
    ),
    "of itself": lambda g: g.xp.matmul(g.one, g.small(g.xp.matmul(g.turned(g.one), g.one))),
    "both turned": lambda g: g.turned(
        g.xp.matmul(g.xp.transpose(g.weight, axes=(1, 0)), g.turned(g.one))
    ),
    "add": lambda g: g.xp.add(g.one, g.other),
    "maximum": lambda g: g.xp.maximum(g.one, g.other),
    "bias": lambda g: g.xp.maximum(g.xp.subtract(g.one, g.v), -5.0),
    "centre": lambda g: g.xp.subtract(g.one, g.xp.sum(g.other, axis=-1, keepdims=True)),
    "greatest": lambda g: g.xp.subtract(g.one, g.xp.max(g.other, axis=-1, keepdims=True)),
    "scan": lambda g: g.xp.cumsum(g.one, axis=g.axis),
}
MATRICES: dict[str, Callable[[Given], Any]] = {
    "weights": lambda g: g.small(g.xp.matmul(g.weight, g.weight)),
    "turned": lambda g: g.xp.transpose(g.weight, axes=(1, 0)),
    "gram": lambda g: g.small(g.xp.matmul(g.xp.transpose(g.weight, axes=(1, 0)), g.weight)),
}
OTHERS: dict[str, Callable[[Given], Any]] = {
    "columns": lambda g: g.xp.sum(g.one, axis=1),
    "places": lambda g: g.xp.argmax(g.one, axis=-1),
    "vector": lambda g: g.xp.matmul(g.xp.transpose(g.weight, axes=(1, 0)), g.v),
    "row": lambda g: g.xp.matmul(g.v, g.xp.transpose(g.weight, axes=(1, 0))),
    "all": lambda g: g.xp.max(g.one),
}
STEPS = (*ROWS, *MATRICES, *OTHERS)
steps = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 99), st.integers(0, 99)), max_size=14
)


def run(xp: Any, program: list[Step], x: Any, w: Any, v: Any, s: Any) -> tuple[Any, ...]:
    """A program on arrays, or on values of a graph; each step reads values before it."""
    values, weights, others = [x], [w], list[Any]()
    for name, first, second in program:
        one, other = values[first % len(values)], values[second % len(values)]
        given = Given(xp, one, other, weights[second % len(weights)], v, s, first % 3)
        if name in ROWS:
            values.append(given.small(ROWS[name](given)))
        elif name in MATRICES:
            weights.append(MATRICES[name](given))
        else:
            others.append(OTHERS[name](given))
    return (values[-1], weights[-1], *others)


def graph_of(program: list[Step]) -> Graph:
    """The graph of a program."""
    g = Builder("program", [*TYPES.items()], source="program.py")
    return verify(g.finish(run(g, program, *g.graph.parameters)))


def drawn(sizes: dict[str, int]) -> list[Any]:
    random = np.random.default_rng(sum(sizes.values()))
    shapes = [[sizes[str(size)] for size in type_.shape] for type_ in TYPES.values()]
    return [random.integers(-3, 4, shape).astype(np.float64) for shape in shapes]


def check(found: list[Any], program: list[Step], arguments: list[Any]) -> None:
    for one, other in zip(found, run(np, program, *arguments), strict=True):
        np.testing.assert_array_equal(one, other)


@settings(max_examples=60, deadline=None)
@given(steps)
def test_nests_give_what_numpy_gives(program: list[Step]) -> None:
    graph = run_pass(lambda each: expand(each, lambda op: False), graph_of(program))
    nests = run_pass(fuse, graph)
    sizes = {"b": 2, "n": 3, "k": 2}
    arguments = drawn(sizes)
    check(evaluate(nests, arguments, sizes), program, arguments)


@pytest.mark.parametrize("seed", range(4))
def test_native_code_gives_what_numpy_gives(seed: int) -> None:
    try:
        find_compiler()
    except Unsupported as reason:
        pytest.skip(str(reason))
    random = np.random.default_rng(seed)
    numbers = random.integers(0, 99, (14, 2)).tolist()
    program = [(str(random.choice(STEPS)), one, other) for one, other in numbers]
    native = Native.of(graph_of(program))
    for size in (1, 2, 97, 130):
        sizes = {"b": 3, "n": size, "k": 5}
        arguments = drawn(sizes)
        check(native(arguments, sizes), program, arguments)


def test_one_column_is_no_product_of_rows() -> None:
    """A product with one column is a node of its own, also where a matrix is turned."""
    matrix, column = TensorType(F64, (n, 3)), TensorType(F64, (1, 3))
    g = Builder("column", [("x", matrix), ("y", column)], source="program.py")
    x, y = g.graph.parameters
    product = g.matmul(g.multiply(x, 2.0), g.transpose(y))
    nests = run_pass(fuse, verify(g.finish((product,))))
    arguments = [np.arange(6.0).reshape(2, 3), np.ones((1, 3))]
    np.testing.assert_array_equal(evaluate(nests, arguments, {"n": 2})[0], [[6.0], [24.0]])
