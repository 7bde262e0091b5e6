"""Printed text builds the graph it was printed from, and reads as an emitted module should."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import f32
from dslc.ir.graph import Graph, Literal, Node, Region, Value
from dslc.ir.op import REGISTRY
from dslc.ir.place import Place
from dslc.ir.print import print_graph
from dslc.ir.same import difference
from dslc.ir.types import BOOL_NUMBER, ScalarType, TensorType
from dslc.ir.verify import verify

GraphOf: TypeAlias = Callable[[str], Graph]

n, m = dims("n m")
F32, I64 = np.dtype(np.float32), np.dtype(np.int64)
VECTOR = TensorType(F32, (n,))

NEWTON = """\
import dslc
from dslc import Scalar, Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("newton.py")
def newton_sqrt(g, x: Tensor[f32, n], tol: Scalar[f32], max_steps: Scalar[i64]):
    g.lines(10, 11, 13, 14, 15, 16)

    g.at("y = np.maximum(x, 1.0)")
    y = g.maximum(x, 1.0)                                         # f32[n]

    g.at("gap = np.max(np.abs(y * y - x))")
    gap_mul = g.multiply(y, y)                                    # f32[n]
    gap_sub = g.subtract(gap_mul, x)                              # f32[n]
    gap_abs = g.abs(gap_sub)                                      # f32[n]
    gap = g.max(gap_abs, axis=(0,))                               # f32

    g.at("while gap > tol and step < max_steps:")

    def loop1_test(y, gap, step):                                 # f32[n], f32, int
        test_greater = g.greater(gap, tol)                        # bool_

        def if1_then():
            test_less = g.less(step, max_steps)                   # bool_
            return test_less

        def if1_else():
            return test_greater

        test = g.if_(test_greater, if1_then, if1_else)            # bool_
        return test

    def loop1_body(y, gap, step):                                 # f32[n], f32, int
        g.at("y = 0.5 * (y + x / y)")
        y_div = g.divide(x, y)                                    # f32[n]
        y_add = g.add(y, y_div)                                   # f32[n]
        y = g.multiply(0.5, y_add)                                # f32[n]

        g.at("gap = np.max(np.abs(y * y - x))")
        gap_mul = g.multiply(y, y)                                # f32[n]
        gap_sub = g.subtract(gap_mul, x)                          # f32[n]
        gap_abs = g.abs(gap_sub)                                  # f32[n]
        gap = g.max(gap_abs, axis=(0,))                           # f32

        g.at("step += 1")
        step = g.add(step, 1)                                     # int
        return y, gap, step

    y, gap, step = g.while_(loop1_test, loop1_body, (y, gap, 0))  # f32[n], f32, int
    return y
"""

CALLS = """\
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("model.py")
def layer(g, h: Tensor[f32, n], w: Tensor[f32, n, n]):
    h = g.matmul(w, h)                                            # f32[n]
    return h


@dslc.builder("model.py")
def model(g, h: Tensor[f32, 2*n], w: Tensor[f32, 2*n, 2*n]):
    def loop1_body(i, h):                                         # int, f32[2*n]
        h = g.call(layer, h, w)                                   # f32[2*n]
        return h

    h = g.for_(g.range(12), loop1_body, (h,))                     # f32[2*n]
    half = g.index(h, g.s_[:h.shape[0] // 2])                     # f32[n]
    return half
"""

SIZES = """\
import dslc
from dslc import Scalar, Tensor, f32, f64, i64

n, m = dslc.dims("n m")


@dslc.builder("")
def sizes(g, x: Tensor[f32, n + 1, "min(m, 4)"], y: Tensor[f32, m + n], k: int, i: Scalar[i64]):
    size = g.as_dim(i, low=0)                                     # int
    a = g.zeros((x.shape[0] - 1, k, size), dtype=f64)             # f64[n, k, size_n]
    b = g.add(2*k + 1, 0.5)                                       # float
    c = g.index(y, g.s_[1:, None])                                # f32[max(m + n - 1, 0), 1]
    return a, b, c, y.shape[0] - (x.shape[0] - 1), g.dim_min(k, size)
"""

GROWING = """\
import dslc
from dslc import Tensor, f32, f64

n = dslc.dims("n")


@dslc.builder("grow.py")
def grow(g, x: Tensor[f32, n], flag: bool, k: int):
    def if1_then():
        z = g.concat((x, x))                                      # f32[2*n]
        return z, 1

    def if1_else():
        return x, g.unset

    y, one = g.if_(flag, if1_then, if1_else)                      # f32[y_n], int

    def loop1_body(i, y):                                         # int, f32[y_n_2]
        y = g.concat((y, x))                                      # f32[n + y_n_2]
        code = g.remainder(i, 4)                                  # int
        return y, code

    y, code = g.for_(g.range(1, k), loop1_body, (y,), exits=True)  # f32[y_n_2], int

    def loop2_test(z):                                            # f32[z_n]
        z = g.less(z.shape[0], 100)                               # bool
        return z

    def loop2_body(z):                                            # f32[z_n]
        z = g.concat((z, y))                                      # f32[y_n_2 + z_n]
        return z, g.BREAK

    z, code_2 = g.while_(loop2_test, loop2_body, (y,), exits=True)  # f32[z_n], int
    table = g.zeros((y.shape[0], z.shape[0]), dtype=f64)          # f64[y_n_2, z_n]
    return table, one, code, code_2
"""

LITERALS = """\
import dslc
from dslc import Tensor, bf16, bool_, f16, f32, f64, i8, u64


@dslc.builder("literals.py")
def literals(g, x: Tensor[f64, ()]):
    y = g.add(x, float("inf"))                                    # f64
    y = g.add(y, float("-inf"))                                   # f64
    y = g.add(y, float("nan"))                                    # f64
    y = g.add(y, -0.0)                                            # f64
    y = g.add(y, f32(float("-nan")))                              # f64
    y = g.add(y, f32(0.1))                                        # f64
    y = g.add(y, f16(6e-08))                                      # f64
    y = g.add(y, bool_(True))                                     # f64
    y = g.add(y, u64(18446744073709551615))                       # f64
    y = g.cast(y, bf16)                                           # bf16
    y = g.cast(y, int)                                            # int
    return y, -1, True, 1e+300, i8(-128), bf16(0.5)
"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(NEWTON, id="newton"),
        pytest.param(CALLS, id="calls"),
        pytest.param(SIZES, id="sizes"),
        pytest.param(GROWING, id="growing"),
        pytest.param(LITERALS, id="literals"),
    ],
)
def test_text_is_printed_as_it_stands(text: str, graph_of: GraphOf) -> None:
    graph = verify(graph_of(text))
    assert print_graph(graph) == text
    assert difference(graph, verify(graph_of(print_graph(graph)))) is None
    assert str(graph) == text


def test_nodes_alone_are_enough(graph_of: GraphOf) -> None:
    x = Value(VECTOR, "x")
    doubled, total = Value(VECTOR), Value(ScalarType(F32))
    nodes = [
        Node(REGISTRY["multiply"], (x, Literal(2.0)), {}, (), (doubled,), Place()),
        Node(
            REGISTRY["sum"],
            (doubled,),
            {"where": None, "axis": (0,), "dtype": None, "keepdims": False, "initial": 0},
            (),
            (total,),
            Place(),
        ),
    ]
    graph = Graph("made", Region([x], nodes, (total, n)), {"n": n}, [])
    assert (
        print_graph(verify(graph))
        == """\
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("")
def made(g, x: Tensor[f32, n]):
    multiply = g.multiply(x, 2.0)                                 # f32[n]
    sum_2 = g.sum(multiply, axis=(0,))                            # f32
    return sum_2, x.shape[0]
"""
    )
    assert difference(graph, graph_of(print_graph(graph))) is None


def test_names_come_from_the_line_a_node_was_built_on() -> None:
    g = Builder("f", [("x", VECTOR)])
    (x,) = g.graph.parameters
    y = g.add(g.exp(x), 1.0)
    y = g.add(y, y)
    print_ = g.sin(y)
    text = print_graph(g.finish([print_]))
    assert "    y_exp = g.exp(x)   " in text
    assert "    y = g.add(y_exp, 1.0)   " in text
    assert "    y = g.add(y, y)   " in text
    assert "    print_ = g.sin(y)   " in text


def test_a_name_is_captured_or_bound_never_both(graph_of: GraphOf) -> None:
    g = Builder("f", [("x", VECTOR), ("flag", BOOL_NUMBER)])
    x, flag = g.graph.parameters
    y = g.exp(x)

    def then(z: Value) -> tuple[Value, ...]:
        inner = g.add(z, y)
        inner.hint = "y"  # while the outer `y` is captured
        return inner, z

    def otherwise(y: Value) -> tuple[Value, ...]:
        return g.add(y, 1.0), x  # its own `y`; the outer one is not captured here

    a, b = g.if_(flag, then, otherwise, (x,))
    a.hint = b.hint = "x"  # both at once, while `x` is still read
    graph = g.finish([g.add(a, b), x])
    text = print_graph(graph)
    assert "        y_2 = g.add(z, y)   " in text
    assert "    def otherwise(y):   " in text
    assert "    x_2, x_3 = g.if_(flag, then, otherwise, (x,))   " in text
    assert difference(graph, graph_of(text)) is None


@pytest.mark.parametrize("name", ["g", "dslc", "f32", "float", "lambda", "layer.w", "2nd", "f", ""])
def test_parameters_get_names_that_hide_nothing(name: str, graph_of: GraphOf) -> None:
    g = Builder("f", [(name, VECTOR)])
    (x,) = g.graph.parameters
    graph = g.finish([g.add(g.multiply(x, f32(2.0)), float("inf"))])
    assert difference(graph, graph_of(print_graph(graph))) is None


def test_parameters_keep_names_of_builtins() -> None:
    g = Builder("f", [("input", VECTOR)])
    assert "def f(g, input: Tensor[f32, n]):\n" in print_graph(g.finish(g.graph.parameters))


@pytest.mark.parametrize("name", ["dslc", "f", "Tensor", "f32", "min"])
def test_dims_that_cannot_be_named_stand_as_text(name: str, graph_of: GraphOf) -> None:
    g = Builder("f", [("x", TensorType(F32, (2 * dims(name),)))])
    graph = g.finish([g.zeros((dims(name),))])
    again = graph_of(print_graph(graph))
    assert difference(graph, again) is None
    assert list(again.symbols) == [name]


@pytest.mark.parametrize(
    "statement",
    [
        'print("a")',
        "print('a')",
        "x = 'a' + \"b\"",
        "x = '\\n'",
        "# \u00e4\u2028",
        "quit()\n  \x00\\",
    ],
)
def test_statements_are_only_ever_strings(statement: str, graph_of: GraphOf) -> None:
    g = Builder("f", [("x", VECTOR)], source='a"b\\.py')
    (x,) = g.graph.parameters
    g.at(statement)
    graph = g.finish([g.exp(x)])
    again = graph_of(print_graph(graph))
    assert again.body.nodes[0].place.text == statement
    assert again.source == 'a"b\\.py'


def test_an_assumption_whose_node_is_gone_is_written(graph_of: GraphOf) -> None:
    g = Builder("f", [("x", VECTOR), ("y", TensorType(F32, (m,))), ("i", ScalarType(I64))])
    x, y, i = g.graph.parameters
    g.add(x, y)
    k = g.as_dim(i, low=0)
    g.add(x, g.zeros((k,)))
    graph = g.finish([x])
    graph.body.nodes = [n for n in graph.body.nodes if n.op.name in ("as_dim", "require")]
    text = print_graph(graph)
    assert '    g.require(y.shape[0], "==", x.shape[0])\n' in text
    assert '    g.require(k, "==", x.shape[0])\n' in text
    again = graph_of(text)
    assert difference(graph, again) is None
    assert print_graph(again) == text


def test_long_lines_are_wrapped(graph_of: GraphOf) -> None:
    names = [f"a_long_parameter_name_{number}" for number in range(6)]
    g = Builder("f", [(name, VECTOR) for name in names])
    for number in range(40):
        g.at(f"statement {number}")
        g.exp(g.graph.parameters[0])
    graph = g.finish([g.concat(tuple(g.graph.parameters)), *g.graph.parameters])
    text = print_graph(graph)
    wide = [line for line in text.splitlines() if len(line) > 100]
    assert wide == []
    assert difference(graph, graph_of(text)) is None
