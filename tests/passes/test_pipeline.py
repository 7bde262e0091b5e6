"""The pipeline: what it runs, in which order, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from dslc.ir.diagnostics import CompilerBug
from dslc.ir.graph import Graph
from dslc.ir.passes import PIPELINE, optimize, run_pass
from dslc.ir.print import print_graph

GraphOf = Callable[[str], Graph]

TEXT = """\
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")

@dslc.builder("a.py")
def inner(g, x: Tensor[f32, n]):
    dead = g.exp(x)
    half = g.divide(1, 2)
    g.print(half)
    return g.multiply(x, half)

@dslc.builder("a.py")
def middle(g, x: Tensor[f32, n]):
    return g.call(inner, x)

@dslc.builder("a.py")
def outer(g, x: Tensor[f32, n]):
    def loop1_body(i, x):
        x = g.call(inner, x)
        x = g.call(middle, x)
        return x

    x = g.for_(g.range(3), loop1_body, (x,))
    return x
"""


def test_each_pass_is_watched_in_order(graph_of: GraphOf) -> None:
    seen: list[tuple[str, Graph]] = []
    result = optimize(graph_of(TEXT), lambda name, graph: seen.append((name, graph)))
    assert [name for name, _ in seen] == [each.__name__ for each in PIPELINE]
    assert seen[-1][1] is result


def test_callees_are_optimized_each_once(graph_of: GraphOf) -> None:
    result = optimize(graph_of(TEXT))
    inner, middle = result.callees()
    assert [node.op.name for node in inner.walk()] == ["print", "multiply"]
    assert middle.body.nodes[0].attributes["callee"] is inner
    assert len(result.callees()) == 2


def test_the_graph_that_was_given_stays_as_it_is(graph_of: GraphOf) -> None:
    graph = graph_of(TEXT)
    before = print_graph(graph)
    assert optimize(graph) is not graph
    assert print_graph(graph) == before


def test_a_graph_without_anything_to_do_comes_back(graph_of: GraphOf) -> None:
    once = optimize(graph_of(TEXT))
    assert optimize(once) is once


def test_a_pass_that_breaks_a_graph_is_found(graph_of: GraphOf) -> None:
    def lose_a_node(graph: Graph) -> Graph:
        nodes = [node for node in graph.body.nodes if node.op.name != "divide"]
        return replace(graph, body=replace(graph.body, nodes=nodes))

    with pytest.raises(CompilerBug, match="illegal graph: inner / node 1"):
        run_pass(lose_a_node, graph_of(TEXT))


def test_an_illegal_graph_is_not_optimized(graph_of: GraphOf) -> None:
    graph = graph_of(TEXT)
    graph.body.nodes.clear()
    with pytest.raises(CompilerBug, match="illegal graph: outer / results"):
        optimize(graph)
