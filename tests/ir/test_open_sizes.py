"""Open sizes: dims that a plain node binds, what is known of them, and which are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.comparison import Comparison
from dslc.ir.diagnostics import CompilerBug
from dslc.ir.dims import dims, symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph, Literal, Node, Value
from dslc.ir.print import print_graph
from dslc.ir.same import difference
from dslc.ir.surgery import Surgery
from dslc.ir.types import INT, TensorType, Type
from dslc.ir.verify import verify

GraphOf = Callable[[str], Graph]

n, m = dims("n m")
F32, BOOL, I64 = BY_NAME["f32"], BY_NAME["bool_"], BY_NAME["i64"]
VECTOR, MASK = TensorType(F32, (n,)), TensorType(BOOL, (n,))

TEXT = """\
import dslc
from dslc import Tensor, bool_, f32, i64

n, m = dslc.dims("n m")

@dslc.builder("a.py")
def f(g, x: Tensor[f32, n, m], mask: Tensor[bool_, n], k: int, c: Tensor[i64, n]):
    kept = g.index(x, g.s_[mask])
    rows, cols = g.nonzero(kept)
    tail = g.index(x, g.s_[k:, 0])
    both = g.add(tail, g.index(x, g.s_[k:, 1]))

    def if1_then(kept):
        kept = g.index(kept, g.s_[:1])
        return kept

    def if1_else(kept):
        return kept

    kept = g.if_(g.greater(kept.shape[0], 2), if1_then, if1_else, (kept,))
    spread = g.repeat(x, c, axis=0)
    return kept, rows, cols, both, spread, g.unique(x)
"""


@pytest.fixture
def graph(graph_of: GraphOf) -> Graph:
    return verify(graph_of(TEXT))


def builder(**parameters: Type) -> tuple[Builder, list[Value]]:
    g = Builder("f", [*parameters.items()])
    return g, g.graph.parameters


def node(graph: Graph, name: str) -> Node:
    return next(each for each in graph.walk() if each.op.name == name)


# --- what binds them ------------------------------------------------------------------------------


def test_a_hidden_result_binds_the_size(graph: Graph) -> None:
    kept = node(graph, "index")
    assert kept.hidden == 1
    size, array = kept.results
    assert array.shape == (size.dim, m)


def test_results_of_one_size_share_it(graph: Graph) -> None:
    size, rows, cols = node(graph, "nonzero").results
    assert rows.shape == cols.shape == (size.dim,)


def test_text_does_not_show_them(graph: Graph, graph_of: GraphOf) -> None:
    text = print_graph(graph)
    assert "kept = g.index(x, g.s_[mask])" in text
    again = graph_of(text)
    assert difference(graph, again) is None
    assert print_graph(again) == text


def test_numbers_come_from_the_results(graph: Graph) -> None:
    x = np.arange(6, dtype=F32).reshape(3, 2)
    mask, counts = np.array([True, False, True]), np.array([2, 0, 1])
    kept, rows, _, both, spread, unique = evaluate(
        graph, [x, mask, -2, counts], {"n": 3, "m": 2, "k": -2}
    )
    np.testing.assert_array_equal(kept, x[mask])
    np.testing.assert_array_equal(rows, [0, 1, 1])
    np.testing.assert_array_equal(both, x[-2:, 0] + x[-2:, 1])
    np.testing.assert_array_equal(spread, np.repeat(x, counts, axis=0))
    np.testing.assert_array_equal(unique, np.unique(x))


# --- which are the same ---------------------------------------------------------------------------


def test_a_mask_gives_one_size() -> None:
    g, (x, y, mask) = builder(x=VECTOR, y=VECTOR, mask=MASK)
    first, second = g.index(x, g.s_[mask]), g.index(y, g.s_[mask])
    assert first.shape == second.shape == g.nonzero(mask).shape == g.flatnonzero(mask).shape
    verify(g.finish([g.add(first, second)]))
    assert not g.graph.requires
    assert all(each.op.name != "require" for each in g.graph.walk())


def test_a_mask_that_is_computed_again_is_the_same() -> None:
    g, (x, y) = builder(x=VECTOR, y=VECTOR)
    first = g.index(x, g.s_[g.greater(g.abs(y), 0.5)])
    assert g.index(y, g.s_[g.greater(g.abs(y), 0.5)]).shape == first.shape
    assert g.index(y, g.s_[g.greater(g.abs(y), 0.25)]).shape != first.shape
    assert g.index(y, g.s_[g.greater(g.abs(x), 0.5)]).shape != first.shape
    verify(g.finish([first]))


def test_a_mask_and_its_opposite_have_all() -> None:
    g, (x, mask) = builder(x=VECTOR, mask=MASK)
    opposite = g.invert(mask)
    parts = g.index(x, g.s_[opposite]), g.index(x, g.s_[g.logical_not(opposite)])
    whole = g.concat(parts)
    assert whole.shape == (n,)
    graph = verify(g.finish([whole]))
    assert sum(each.hidden for each in graph.walk()) == 1
    for given in ([True, False, True], [True] * 3, [False] * 3):
        x_now = np.arange(3, dtype=F32)
        (found,) = evaluate(graph, [x_now, np.array(given)], {"n": 3})
        expected = np.concatenate((x_now[~np.array(given)], x_now[np.array(given)]))
        np.testing.assert_array_equal(found, expected)


def test_slices_at_the_same_numbers_have_one_size() -> None:
    k = symbol("k", low=None, high=None)
    g = Builder("f", [("x", VECTOR), ("y", VECTOR), ("k", INT)], integers={"k": k})
    x, y, number = g.graph.parameters
    first = g.index(x, g.s_[number:])
    assert g.index(y, g.s_[number:]).shape == first.shape
    assert g.index(y, g.s_[:number]).shape != first.shape
    assert g.index(y, g.s_[number:None:2]).shape != first.shape
    verify(g.finish([first]))


def test_what_is_known_of_a_mask_ends_with_its_region() -> None:
    g, (x, mask, flag) = builder(x=VECTOR, mask=MASK, flag=TensorType(BOOL, ()))
    sizes = []

    def branch() -> Any:
        sizes.append(g.index(x, g.s_[mask]).shape)
        return g.sum(g.index(x, g.s_[mask]))

    total = g.if_(flag, branch, branch)
    after = g.index(x, g.s_[mask])
    assert len({*sizes, after.shape}) == 3
    verify(g.finish([total, after]))


# --- what is known of them ------------------------------------------------------------------------


def test_bounds() -> None:
    matrix, few = TensorType(F32, (n, m)), TensorType(F32, (4,))
    g, (x, y, c) = builder(x=matrix, y=few, c=TensorType(I64, (n,)))
    (kept,) = g.index(x, g.s_[g.greater(x, 0)]).shape
    assert g.facts.answer(Comparison("<=", kept, n * m))
    (different,) = g.unique(c).shape
    assert g.facts.answer(Comparison("<=", different, n))
    (bins,) = g.bincount(c, minlength=7).shape
    assert g.facts.answer(Comparison("<=", 7, bins))
    (picked,) = g.index(y, g.s_[g.greater(y, 0)]).shape
    assert g.facts.answer(Comparison("<=", 5, picked)) is False


# --- what verify finds ----------------------------------------------------------------------------


def refused(graph: Graph, *parts: str) -> None:
    with pytest.raises(CompilerBug) as caught:
        verify(graph)
    for part in parts:
        assert part in str(caught.value)


def test_a_size_is_bound(graph: Graph) -> None:
    kept = node(graph, "index")
    kept.results, kept.hidden = kept.results[1:], 0
    refused(graph, "node 0 (index): ", "is open, and no hidden result binds it")


def test_a_hidden_result_is_the_size(graph: Graph) -> None:
    node(graph, "index").results[0].dim = symbol("other")
    refused(graph, "node 0 (index): ")


def test_hidden_results_are_no_more_than_the_open_sizes(graph: Graph) -> None:
    kept = node(graph, "index")
    more = Value(INT, "more", symbol("more"))
    kept.results, kept.hidden = (more, *kept.results), 2
    refused(graph, "node 0 (index): it has 2 hidden results, not 1")


# --- editing, expanding -------------------------------------------------------------------------


def test_surgery_keeps_and_makes_them(graph: Graph) -> None:
    edit = Surgery(graph)
    assert difference(graph, edit.finish()) is None
    edit = Surgery(graph)
    places = edit.insert_after(edit.value("x"), "flatnonzero", edit.value("x"), name="places")
    edited = edit.finish()
    assert any(places in each.results for each in edited.walk())
    assert node(edited, "flatnonzero").hidden == 1


def test_what_an_op_is_made_of_binds_its_sizes(graph: Graph) -> None:
    made = verify(expand(graph, lambda op: False))
    assert all(each.op.expand is None for each in made.walk())
    x = np.array([[1, 1], [0, 2]], F32)
    given = [x, np.array([True, True]), 1, np.array([1, 3])]
    sizes = {"n": 2, "m": 2, "k": 1}
    for one, other in zip(evaluate(graph, given, sizes), evaluate(made, given, sizes), strict=True):
        np.testing.assert_array_equal(one, other)


def test_literals_count_by_value() -> None:
    g, (x,) = builder(x=VECTOR)
    first = g.index(x, g.s_[g.greater(x, Literal(0.0))])
    assert g.index(x, g.s_[g.greater(x, Literal(0))]).shape != first.shape
    assert g.index(x, g.s_[g.greater(x, Literal(-0.0))]).shape != first.shape
    verify(g.finish([first]))
