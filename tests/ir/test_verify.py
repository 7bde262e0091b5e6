"""`verify` finds every way in which a graph can be illegal, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.comparison import Comparison
from dslc.ir.diagnostics import CompilerBug, DslError
from dslc.ir.dims import dims, symbol
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph, Literal, Node, Require, Value
from dslc.ir.op import REGISTRY
from dslc.ir.place import Place
from dslc.ir.types import FLOAT, INT, ScalarType, TensorType
from dslc.ir.verify import illegality, trusted, verify

GraphOf = Callable[[str], Graph]

n, m = dims("n m")
F32, F64 = np.dtype(np.float32), np.dtype(np.float64)

TEXT = """\
import dslc
from dslc import Scalar, Tensor, f32, i64

n, m = dslc.dims("n m")

@dslc.builder("a.py")
def inner(g, x: Tensor[f32, m]):
    return g.concat((x, x))

@dslc.builder("a.py")
def f(g, x: Tensor[f32, n], y: Tensor[f32, m], flag: bool, i: Scalar[i64]):
    k = g.as_dim(i, low=0)
    z = g.add(x, y)

    def if1_then(c):
        c = g.concat((c, c))
        return c, 1

    def if1_else(c):
        return c, 2

    c, one = g.if_(flag, if1_then, if1_else, (z,))

    def loop1_test(h):
        return g.less(h.shape[0], 9)

    def loop1_body(h):
        h = g.concat((h, x))
        return h, g.BREAK

    h, code = g.while_(loop1_test, loop1_body, (x,), exits=True)

    def loop2_body(j, s):
        s = g.add(s, j)
        return s

    s = g.for_(g.range(k), loop2_body, (0,))
    e = g.call(inner, g.zeros((k,), dtype=f32))
    w = g.add(e, z)
    return c, h, s, e, w
"""


@pytest.fixture
def graph(graph_of: GraphOf) -> Graph:
    return graph_of(TEXT)


def node(graph: Graph, name: str) -> Node:
    return next(each for each in graph.walk() if each.op.name == name)


def refused(graph: Graph, *parts: str) -> None:
    """Expect that the graph is illegal, and that the message says so and shows the graph."""
    with pytest.raises(CompilerBug) as caught:
        verify(graph)
    for part in parts:
        assert part in caught.value.message
    assert "def f(g, x: Tensor[" in caught.value.context


def test_a_legal_graph_comes_back(graph: Graph) -> None:
    assert verify(graph) is graph
    assert len(graph.body.nodes) == 9
    assert verify(graph) is graph


# --- scope ------------------------------------------------------------------------------------


def test_a_value_is_defined_once(graph: Graph) -> None:
    graph.body.nodes.insert(2, graph.body.nodes[1])
    refused(graph, "f / node 2 (add): ", "is defined twice")


def test_graphs_that_are_only_compared_are_not_verified(graph: Graph) -> None:
    graph.body.nodes.append(graph.body.nodes[0])
    with trusted():
        assert verify(graph) is graph
    refused(graph, "is defined twice")


def test_a_value_is_defined_before_it_is_used(graph: Graph) -> None:
    graph.body.nodes.append(graph.body.nodes.pop(1))
    refused(graph, "node 1 (if): ", "is not defined here")


def test_what_a_region_defines_ends_with_it(graph: Graph) -> None:
    inner = node(graph, "concat").results[0]
    graph.body.results = (inner, *graph.results[1:])
    refused(graph, "f / results: ", "is not defined here")


def test_what_one_branch_defines_the_other_does_not_see(graph: Graph) -> None:
    then, otherwise = node(graph, "if").regions
    otherwise.results = (*otherwise.results[:1], then.results[1], otherwise.results[2])
    refused(graph, "node 2 (if) / if1_else / results: ", "is not defined here")


def test_a_dim_is_bound_before_it_is_used(graph: Graph) -> None:
    graph.body.results = (symbol("q"), *graph.results[1:])
    refused(graph, "results: the dim q is not bound here")


def test_a_type_names_bound_dims_only(graph: Graph) -> None:
    graph.parameters[0].type = TensorType(F32, (symbol("q"),))
    refused(graph, "f: the dim q is not bound here")


def test_a_dim_is_bound_once(graph: Graph) -> None:
    node(graph, "as_dim").results[0].dim = n
    refused(graph, "node 0 (as_dim): the dim n is bound twice")


def test_only_an_int_binds_a_dim(graph: Graph) -> None:
    graph.parameters[2].dim = n
    refused(graph, "binds n")


def test_a_dim_that_is_no_symbol_is_not_bound(graph: Graph) -> None:
    node(graph, "as_dim").results[0].dim = 2 * n
    refused(graph, "binds 2*n")


# --- types ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "type_", [TensorType(F64, (n,)), TensorType(F32, (n, n)), TensorType(F32, (7,)), FLOAT]
)
def test_types_follow_from_the_operands(type_: Any, graph: Graph) -> None:
    node(graph, "add").results[0].type = type_
    refused(graph, "node 1 (add): its result is ")


def test_a_rule_may_refuse_the_operands(graph: Graph) -> None:
    add = node(graph, "add")
    add.operands = (Literal(None), add.operands[1])
    refused(graph, "node 1 (add): its type rule refuses it: ")


def test_attributes_are_canonical(graph: Graph) -> None:
    node(graph, "concat").attributes["axis"] = -1
    refused(graph, "if1_then / node 0 (concat): its attribute axis is -1, not 0")


def test_attributes_are_the_declared_ones(graph: Graph) -> None:
    node(graph, "concat").attributes["order"] = "C"
    refused(graph, "node 0 (concat): it has the attributes axis, order, not axis")


def test_results_are_as_many_as_the_rule_says(graph: Graph) -> None:
    add = node(graph, "add")
    add.results = (*add.results, Value(INT))
    refused(graph, "node 1 (add): it has 2 results, not 1")


def test_an_assumption_must_be_required(graph: Graph) -> None:
    graph.requires.clear()
    refused(graph, "node 1 (add): it assumes n == m, which nothing requires")


def test_an_assumption_on_later_dims_must_be_required(graph: Graph) -> None:
    graph.body.nodes = [each for each in graph.body.nodes if each.op.name != "require"]
    refused(graph, "(add): it assumes ", "which nothing requires")


def test_requirements_are_on_entry_dims(graph: Graph) -> None:
    graph.requires.append(Require(Comparison("==", n, symbol("q")), Place()))
    refused(graph, "f: it requires something of q, which no parameter binds")


def test_requirements_may_contradict_each_other(graph: Graph) -> None:
    graph.requires += [Require(Comparison("==", n, k), Place()) for k in (3, 4)]
    verify(graph)


def test_a_require_that_never_holds_is_left_to_the_run(graph: Graph) -> None:
    """Passes may learn of sizes what was not known when the check was put there."""
    place = Place()
    graph.body.nodes.append(
        Node(REGISTRY["require"], (Literal(1), Literal(2)), {"relation": "=="}, (), (), place)
    )
    verify(graph)
    with pytest.raises(DslError, match="shape-assumption"):
        evaluate(graph, [np.zeros(3, F32), np.zeros(3, F32), True, np.int64(2)], {"n": 3, "m": 3})


# --- regions ----------------------------------------------------------------------------------


def test_a_test_has_one_truth(graph: Graph) -> None:
    branch = node(graph, "if")
    branch.operands = (graph.parameters[0], *branch.operands[1:])
    refused(graph, "node 2 (if): its test is f32[n]")


def test_the_test_of_a_loop_has_one_truth(graph: Graph) -> None:
    test = node(graph, "while").regions[0]
    test.results = (graph.parameters[0],)
    refused(graph, "node 3 (while) / loop1_test: its test is f32[n]")


def test_a_node_has_its_regions(graph: Graph) -> None:
    branch = node(graph, "if")
    branch.regions = branch.regions[:1]
    refused(graph, "node 2 (if): it has 1 regions, not 2")


def test_a_region_takes_what_is_carried(graph: Graph) -> None:
    branch = node(graph, "if")
    branch.operands = branch.operands[:1]
    refused(graph, "node 2 (if) / if1_then: it has 1 parameters in `if1_then`, not 0")


def test_parameters_have_the_types_of_what_is_carried(graph: Graph) -> None:
    node(graph, "if").regions[0].parameters[0].type = TensorType(F64, (n,))
    refused(graph, "if1_then: a value it carries is f32[n], not f64[n]")


def test_an_index_is_an_int(graph: Graph) -> None:
    index = node(graph, "for").regions[0].parameters[0]
    index.dim = symbol("j", low=0, high=1)
    refused(graph, "loop2_body: its index j is 0 to 1, not 0 to 2")
    index.dim = None
    refused(graph, "loop2_body: its index binds no dim")


def test_a_range_is_of_ints(graph: Graph) -> None:
    loop = node(graph, "for")
    loop.operands = (Literal(0.5), *loop.operands[1:])
    refused(graph, "(for): a bound of its range is float, not int")


def test_branches_end_with_as_many_results(graph: Graph) -> None:
    then = node(graph, "if").regions[0]
    then.results = then.results[:-1]
    refused(graph, "if1_then: it has 2 results in `if1_then`, not 3")


def test_branches_end_with_the_types_of_the_results(graph: Graph) -> None:
    otherwise = node(graph, "if").regions[1]
    otherwise.results = (*otherwise.results[:2], Literal(2.5))
    refused(graph, "if1_else: a result of `if1_else` is float, not int")


def test_hidden_results_are_the_sizes_they_say(graph: Graph) -> None:
    then = node(graph, "if").regions[0]
    then.results = (n, *then.results[1:])
    refused(graph, "if1_then: a result of `if1_then` is f32[2*n], not ")


def test_hidden_results_are_sizes(graph: Graph) -> None:
    then = node(graph, "if").regions[0]
    then.results = (Literal(1.5), *then.results[1:])
    refused(graph, "if1_then: ", "is no size")


def test_hidden_results_bind_dims(graph: Graph) -> None:
    node(graph, "if").results[0].dim = None
    refused(graph, "node 2 (if): a hidden result binds no dim")


def test_loops_start_with_the_sizes_they_say(graph: Graph) -> None:
    loop = node(graph, "while")
    loop.operands = (Literal(3), *loop.operands[1:])
    refused(graph, "loop1_test: a value it carries is f32[n], not f32[h_n]")


def test_trips_end_with_the_types_they_start_with(graph: Graph) -> None:
    body = node(graph, "for").regions[0]
    body.results = (Literal(1.0),)
    refused(graph, "loop2_body: a result of `loop2_body` is float, not int")


def test_exit_codes_are_ints(graph: Graph) -> None:
    body = node(graph, "while").regions[1]
    body.results = (*body.results[:-1], Literal(2.0))
    refused(graph, "loop1_body: a result of `loop1_body` is float, not int")


def test_loops_give_what_they_carry(graph: Graph) -> None:
    node(graph, "for").results[0].type = FLOAT
    refused(graph, "(for): its result is float, not int")


def test_loops_give_their_exit_code(graph: Graph) -> None:
    loop = node(graph, "while")
    loop.results = loop.results[:-1]
    refused(graph, "(while): it has 1 results, not 2")


# --- calls ------------------------------------------------------------------------------------


def test_arguments_are_what_the_callee_declares(graph: Graph) -> None:
    call = node(graph, "call")
    call.operands = (Literal(1.5),)
    refused(graph, "(call): `inner` refuses it: ")


def test_calls_say_what_the_dims_of_the_callee_are(graph: Graph) -> None:
    node(graph, "call").attributes["dims"] = {"m": n}
    refused(graph, "(call): its attribute dims is ")


def test_results_are_what_the_callee_returns(graph: Graph) -> None:
    node(graph, "call").results[0].type = ScalarType(F32)
    refused(graph, "(call): its result is f32, not ")


def test_callees_are_verified_too(graph: Graph) -> None:
    callee = node(graph, "call").attributes["callee"]
    callee.parameters[0].type = replace(callee.parameters[0].type, dtype=F64)
    with pytest.raises(CompilerBug, match="inner / node 0"):
        verify(graph)


def test_an_open_size_may_turn_out_to_be_known() -> None:
    array = TensorType(np.dtype("float32"), (symbol("n"),))
    p = symbol("p", low=None)
    g = Builder("f", [("x", array), ("p", INT)], integers={"p": p})
    x = g.graph.parameters[0]
    y = g.index(x, g.s_[p:])
    graph = g.finish([g.add(y, 1.0)])
    (index,) = (node for node in graph.walk() if node.op.name == "index")
    assert index.hidden == 1
    index.operands = (x, Literal(3))
    assert verify(graph) is graph
    index.results[1].type = array
    assert illegality(graph) is not None


def test_numbers_that_differ_are_derived_from_each_by_itself() -> None:
    g = Builder("f", [("x", TensorType(np.dtype(np.int8), (n,)))])
    (x,) = g.graph.parameters
    graph = verify(g.finish((g.add(x, 1), g.add(x, 2))))
    first, second = graph.body.nodes
    wrong = replace(second, operands=(second.operands[0], Literal(300)))
    changed = replace(graph, body=replace(graph.body, nodes=[first, wrong]))
    with pytest.raises(CompilerBug, match="its type rule refuses it: 300 does not fit"):
        verify(changed)


def test_a_requirement_may_come_before_what_it_is_about(graph_of: GraphOf) -> None:
    text = """\
import dslc
from dslc import Scalar, Tensor, f32, i64

n, m = dslc.dims("n m")

@dslc.builder("a.py")
def f(g, x: Tensor[f32, n], y: Tensor[f32, m], i: Scalar[i64]):
    s = g.as_dim(i, low=0)
    a = g.index(g.zeros((s,), dtype=f32), g.s_[:y.shape[0]])
    b = g.index(a, g.s_[a.shape[0] // 2:])
    g.require(y.shape[0] + a.shape[0] // 2, "==", y.shape[0] // 2 + a.shape[0])
    return b
"""
    graph = verify(graph_of(text))
    *_, half, require = graph.body.nodes
    assert (half.op.name, require.op.name) == ("index", "require")
    graph.body.nodes[-2:] = [require, half]
    assert verify(graph) is graph
