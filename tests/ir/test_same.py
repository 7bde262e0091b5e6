"""Two graphs are the same but for names and places; a difference is told with where it is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from dslc.ir.graph import Graph, Literal
from dslc.ir.same import difference, same_graph, same_literals

GraphOf = Callable[[str], Graph]

TEXT = """\
import dslc
from dslc import Scalar, Tensor, f32, i32, i64

n, m = dslc.dims("n m")

@dslc.builder("a.py")
def inner(g, x: Tensor[f32, m]):
    return g.multiply(x, 2.0)

@dslc.builder("a.py")
def f(g, x: Tensor[f32, n], y: Tensor[f32, m], flag: bool, i: Scalar[i64]):
    k = g.as_dim(i, low=0)
    z = g.add(x, y)
    c = g.concat((x, g.zeros((k,), dtype=f32)))

    def if1_then(c):
        c = g.concat((c, c))
        return c

    def if1_else(c):
        return c

    c = g.if_(flag, if1_then, if1_else, (c,))
    d = g.sum(c, axis=0)
    e = g.call(inner, z)
    return c, d, e, g.add(k, 1), x.shape[0]
"""


@pytest.fixture
def change(graph_of: GraphOf) -> Callable[[str, str], str | None]:
    """The difference that a change of the text makes."""

    def compare(old: str, new: str) -> str | None:
        assert old in TEXT
        changed = graph_of(TEXT.replace(old, new))
        found = difference(graph_of(TEXT), changed)
        assert same_graph(graph_of(TEXT), changed) is (found is None)
        return found

    return compare


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("x", "x", id="nothing"),
        pytest.param('"n m"', '"a b"', id="dims"),
        pytest.param("flag", "choice", id="parameter"),
        pytest.param("k = g.as_dim", "k = size = g.as_dim", id="value"),
        pytest.param("inner", "scale", id="callee"),
        pytest.param("if1_then", "then", id="region"),
        pytest.param("    k =", '    g.lines(3)\n    g.at("k = i")\n    k =', id="places"),
    ],
)
def test_names_and_places_do_not_count(
    old: str, new: str, change: Callable[[str, str], str | None]
) -> None:
    assert change(old, new) is None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("z = g.add", "z = g.subtract", "ops: "),
        ("g.add(x, y)", "g.add(y, x)", "node 1 (add): operands 0: "),
        ("low=0", "low=1", "node 0 (as_dim): low: "),
        ("2.0", "2.5", "node 6 (call) / inner / node 0 (multiply): operands 1: 2.0 and 2.5"),
        ("2.0", "f32(2.0)", "node 6 (call) / inner / node 0 (multiply): operands 1: "),
        ("(c, c)", "(c, x)", "node 4 (if) / if1_then / node 0 (concat): operands 1: "),
        ("axis=0)", "axis=0, keepdims=True)", "node 5 (sum): keepdims: "),
        ("Scalar[i64]", "Scalar[i32]", "type of parameters 3: i64 and i32"),
        ("flag: bool, ", "flag: bool, more: int, ", "symbols: 2 and 3"),
        ("return c, d", "return c, g.add(d, 0)", "ops: "),
        ("return c, d", "return d, c", "results 0: "),
        ("return c, d", "return c", "results: 5 and 4"),
        ("x.shape[0]\n", "y.shape[0]\n", "results 4: n and m"),
        ("y: Tensor[f32, m]", "y: Tensor[f32, 2*m]", "type of parameters 1: "),
    ],
)
def test_everything_else_counts(
    old: str, new: str, expected: str, change: Callable[[str, str], str | None]
) -> None:
    found = change(old, new)
    assert found is not None
    assert found.startswith(expected)


def test_requires_count(graph_of: GraphOf) -> None:
    one, other = graph_of(TEXT), graph_of(TEXT)
    assert same_graph(one, other)
    other.requires.clear()
    assert difference(one, other) == "requires: ['m == n'] and []"


NAN = float("nan")


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (0.0, -0.0, False),
        (NAN, float("nan"), True),
        (NAN, -NAN, False),
        (1, True, False),
        (1, 1.0, False),
        (1.0, np.float64(1.0), False),
        (np.float32(1.0), np.float64(1.0), False),
        (np.float32(0.1), np.float32(0.1), True),
        (None, 0, False),
        (None, None, True),
    ],
)
def test_literals_are_the_same_bit_for_bit(a: float | None, b: float | None, same: bool) -> None:
    assert same_literals(Literal(a), Literal(b)) is same
