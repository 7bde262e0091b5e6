"""Edits of a graph: found, put in, replaced, taken out; legal afterwards, and they run."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, Tensor, f32
from dslc.ir.copies import copy_graph
from dslc.ir.graph import Graph
from dslc.ir.same import difference, same_graph
from dslc.ir.surgery import Surgery
from dslc.ir.verify import verify
from dslc.transpile import load_functions

n, m = dslc.dims("n m")


def both(x: Tensor[f32, n], y: Tensor[f32, m]) -> tuple[Tensor[f32, n], Tensor[f32, m]]:
    return x + 1, y * 2


SAMPLES = Path(__file__).parent.parent.parent / "samples"


@pytest.fixture(scope="module")
def graph() -> Graph:
    return load_functions(SAMPLES / "newton.py")["newton_sqrt"].graph


def run(graph: Graph, *arguments: Any) -> Any:
    return dslc.compile_graph(graph, device="reference")(*arguments)


def refusal(action: Any) -> str:
    with pytest.raises(DslError) as caught:
        action()
    first = caught.value.diagnostics[0]
    return f"{first.code}: {first.message}"


X = np.array([2, 9], np.float32)


def test_a_copy_is_the_same_graph(graph: Graph) -> None:
    copied = copy_graph(graph)
    assert difference(graph, verify(copied)) is None
    shared = {id(node) for node in graph.walk()} & {id(node) for node in copied.walk()}
    assert not shared


def test_an_unedited_graph_runs_as_before(graph: Graph) -> None:
    before = str(graph)
    edited = Surgery(graph).finish()
    assert str(edited) == before
    np.testing.assert_array_equal(run(edited, X, 1e-6, 50), run(graph, X, 1e-6, 50))


def test_nodes_are_found(graph: Graph) -> None:
    edit = Surgery(graph)
    assert [node.op.name for node in edit.nodes(line=23)] == ["divide", "add", "multiply"]
    assert edit.node(line=23, op="divide").results[0] is edit.value("y_divide")
    assert len(edit.nodes(name="gap")) == 3  # before the loop, in it, and what it gives
    assert edit.value("x") in Surgery.nodes(edit, line=19)[0].operands
    assert refusal(lambda: edit.node(op="exp")).startswith("unknown-node: 0 nodes are of op exp")
    with pytest.raises(
        DslError, match=r"`gap_abs = abs` at line 20[^`]*`gap_abs = abs` at line 24"
    ):
        edit.value("gap_abs")


def test_a_print_is_put_into_a_loop(graph: Graph) -> None:
    edit = Surgery(graph)
    gap = edit.value("gap", line=24)
    edit.insert_after(gap, "print", "gap:", gap)
    edited = edit.finish()
    assert 'g.print("gap:", gap)' in str(edited)
    printed = io.StringIO()
    with redirect_stdout(printed):
        result = run(edited, X, 1e-6, 3)
    assert printed.getvalue() == "gap: 16.0\ngap: 2.5600004\ngap: 0.14173126\n"
    np.testing.assert_array_equal(result, run(graph, X, 1e-6, 3))
    assert "g.print" not in str(graph)


def test_a_node_is_put_in_and_read(graph: Graph) -> None:
    edit = Surgery(graph)
    y = edit.value("y", line=19)
    doubled = edit.insert_after(y, "multiply", y, 2.0, name="doubled")
    edit.replace_uses(y, doubled)
    edited = edit.finish()
    assert "doubled = g.multiply(y, 2.0)" in str(edited)
    trace = dslc.compile_graph(edited).trace(X, 1e-6, 50)
    np.testing.assert_array_equal(trace["doubled"][0], np.array([4, 18], np.float32))
    np.testing.assert_array_equal(trace["gap_multiply"][0], np.array([16, 324], np.float32))


def test_nodes_are_replaced_and_taken_out(graph: Graph) -> None:
    edit = Surgery(graph)
    absolute = edit.node(op="abs", line=24)
    edit.replace(absolute, "negative", absolute.operands[0])
    edit.delete(edit.node(line=19), edit.value("x"))
    edited = edit.finish()
    body = str(edited)
    assert "g.maximum" not in body and body.count("g.abs") == 1
    assert same_graph(edited, dslc.compile_graph(edited).graph)


def test_types_are_derived_again(graph: Graph) -> None:
    edit = Surgery(dslc.compile(both).graph)
    wide = edit.insert_after(
        edit.value("y"), "cast", edit.value("y"), dtype=np.dtype("f8"), name="wide"
    )
    edit.replace_uses(edit.value("y"), wide)
    edited = edit.finish()
    assert " = g.multiply(wide, 2)" in str(edited)
    assert [result.dtype.name for result in run(edited, X, X)] == ["float32", "float64"]


def test_sizes_that_must_be_equal_are_required() -> None:
    edit = Surgery(dslc.compile(both).graph)
    node = edit.nodes(op="add")[0]
    edit.replace(node, "add", edit.value("x"), edit.value("y"))
    edited = edit.finish()
    run(edited, X, X)
    with pytest.raises(DslError, match="must be equal"):
        run(edited, X, np.array([1], np.float32))


def test_edits_that_are_none(graph: Graph) -> None:
    edit = Surgery(graph)
    gap = edit.node(name="gap", line=20)
    assert refusal(lambda: Surgery(graph).insert_after(gap, "exp", 1.0)).startswith("unknown-node")
    assert refusal(lambda: edit.delete(gap)) == (
        "illegal-edit: `gap = max` at line 20 is still read by `y, gap, step = while` at line 22"
    )
    edit = Surgery(graph)
    x, tol = edit.value("x"), edit.value("tol")
    assert refusal(lambda: edit.insert_after(x, "matmul", x, tol)) == (
        "illegal-edit: `matmul` at line 19 does not apply: `@` needs arrays with axes "
        "(left is f32[n]; right is f32)"
    )
    assert refusal(lambda: edit.insert_after(x, "nothing", x)) == (
        "illegal-edit: there is no op `nothing` that can be put in"
    )
    assert refusal(lambda: edit.insert_after(x, "while", x)).startswith("illegal-edit: there is no")
    with pytest.raises(DslError, match="is a node: its results are operands"):
        edit.insert_after(x, "exp", edit.node(line=19))


def test_what_is_left_must_be_legal(graph: Graph) -> None:
    edit = Surgery(graph)
    inner = edit.value("y_divide")
    edit.insert_before(edit.node(line=19), "exp", inner)
    with pytest.raises(
        DslError, match=r"not legal: newton_sqrt / node 0 \(exp\): .* not defined here"
    ):
        edit.finish()
    edit = Surgery(graph)
    y = edit.value("y", line=23)
    wide = edit.insert_after(y, "cast", y, dtype=np.dtype("f8"))
    edit.replace_uses(y, wide)
    said = refusal(edit.finish)
    assert said.startswith("illegal-edit: the edited graph is not legal: newton_sqrt / ")
    assert "f64[n], not f32[n]" in said


def test_a_graph_that_calls_others_is_a_function() -> None:
    source = Path(__file__).parent.parent / "dsl" / "watched_source.py"
    settle = load_functions(source)["settle"]
    again = dslc.compile_graph(settle.graph, device="step")
    assert same_graph(settle.graph, again.graph)
    assert again.source in str(settle.graph)
    np.testing.assert_array_equal(again(X, 9), settle(X, 9))
    assert repr(again).startswith("<compiled settle(")
