"""Stepping: what the text sees while it runs, and that it follows its graph.

That the results are those of evaluating, tests/ir/test_evaluate.py shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from dslc.ir.backend import Backend, Reference, Unsupported
from dslc.ir.builder import Builder
from dslc.ir.diagnostics import CompilerBug, DslError
from dslc.ir.dims import dims
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.op import REGISTRY
from dslc.ir.place import Place
from dslc.ir.step import Stepper, step
from dslc.ir.types import BOOL_NUMBER, INT, TensorType, Type

Text = Callable[..., Any]

F32 = np.dtype(np.float32)
n, m = dims("n m")
VECTOR = TensorType(F32, (n,))


def flat(results: Any) -> tuple[Any, ...]:
    return results if isinstance(results, tuple) else (results,)


def build(text: Text, parameters: Mapping[str, Type]) -> Graph:
    g = Builder(text.__name__, [*parameters.items()], source="prog.py")
    return g.finish(flat(text(g, *g.graph.parameters)))


def stepped(graph: Graph, text: Text, arguments: Sequence[Any], **sizes: int) -> list[Any]:
    return step(graph, sizes, lambda g: flat(text(g, *arguments)))


def vector(*values: float) -> np.ndarray:
    return np.array(values, F32)


def test_every_line_has_its_value_at_once() -> None:
    seen: list[Any] = []

    def text(g: Any, x: Any) -> Any:
        y = g.add(x, 1.0)

        def test(y: Any, i: Any) -> Any:
            seen.append(i)
            return g.less(i, 2)

        def body(y: Any, i: Any) -> Any:
            y = g.multiply(y, y)
            seen.append(y)
            return y, g.add(i, 1)

        y, _ = g.while_(test, body, (y, 0))
        total = g.sum(y)
        seen.append(total)
        return total

    graph = build(text, {"x": VECTOR})
    seen.clear()
    assert stepped(graph, text, [vector(1, 0)], n=2) == [17.0]
    classes = [int, np.ndarray, int, np.ndarray, int, np.float32]
    assert [type(value) for value in seen] == classes
    np.testing.assert_array_equal(seen[1], vector(4, 1))
    np.testing.assert_array_equal(seen[3], vector(16, 1))


def test_only_the_branch_taken_runs() -> None:
    seen: list[str] = []

    def text(g: Any, c: Any) -> Any:
        def then() -> Any:
            seen.append("then")
            return 1

        def otherwise() -> Any:
            seen.append("else")
            return 2

        return g.if_(c, then, otherwise)

    graph = build(text, {"c": BOOL_NUMBER})
    seen.clear()
    assert stepped(graph, text, [True]) == [1]
    assert stepped(graph, text, [False]) == [2]
    assert seen == ["then", "else"]


@pytest.mark.parametrize("trips", [0, 1, 3])
def test_a_carried_constant_has_its_joined_type_from_the_start(trips: int) -> None:
    seen: list[type] = []

    def text(g: Any, x: Any, trips: Any) -> Any:
        def body(i: Any, total: Any) -> Any:
            seen.append(type(total))
            return g.add(total, g.sum(x))

        return g.for_(g.range(trips), body, (0,))

    graph = build(text, {"x": VECTOR, "trips": INT})
    seen.clear()
    found = stepped(graph, text, [vector(1, 2), trips], n=2)
    expected = evaluate(graph, [vector(1, 2), trips], {"n": 2})
    assert type(found[0]) is type(expected[0])
    assert found == expected
    assert len(set(seen)) <= 1
    assert len(seen) == trips


def test_what_is_a_size_already_takes_no_node() -> None:
    def text(g: Any, x: Any, count: Any) -> Any:
        same = g.as_dim(x.shape[0])
        new = g.as_dim(count)
        fixed = g.as_dim(4)
        y = g.zeros((same + fixed,), dtype=F32)
        z = g.zeros((new,), dtype=F32)
        return g.concat((y, z)), new

    graph = build(text, {"x": VECTOR, "count": INT})
    found, size = stepped(graph, text, [vector(1, 2), 3], n=2)
    assert found.shape == (2 + 4 + 3,)
    assert size == 3


def test_what_the_builder_adds_unasked_is_passed() -> None:
    """A cast where branches join, and an assumption about sizes known late."""

    def text(g: Any, x: Any, count: Any, c: Any) -> Any:
        y = g.zeros((g.as_dim(count),), dtype=F32)

        def then() -> Any:
            z = g.add(x, y)
            return g.sum(z), z

        def otherwise() -> Any:
            return g.cast(1, dtype=np.dtype(np.float64)), x

        return g.if_(c, then, otherwise)

    graph = build(text, {"x": VECTOR, "count": INT, "c": BOOL_NUMBER})
    for c in (True, False):
        total, z = stepped(graph, text, [vector(1, 2), 2, c], n=2)
        assert type(total) is np.float64
        assert total == (3 if c else 1)
        np.testing.assert_array_equal(z, vector(1, 2))
    with pytest.raises(DslError) as caught:
        stepped(graph, text, [vector(1, 2), 1, True], n=2)
    assert caught.value.code == "shape-assumption"
    assert stepped(graph, text, [vector(1, 2), 1, False], n=2)[0] == 1


def test_attributes_are_the_canonical_ones() -> None:
    def text(g: Any, x: Any) -> Any:
        return g.sum(x, axis=-1), g.reshape(x, (-1, 2))

    graph = build(text, {"x": TensorType(F32, (n, 4))})
    x = np.arange(8, dtype=F32).reshape(2, 4)
    total, shaped = stepped(graph, text, [x], n=2)
    np.testing.assert_array_equal(total, x.sum(axis=-1))
    np.testing.assert_array_equal(shaped, x.reshape(-1, 2))


def test_an_array_in_the_text_never_changes() -> None:
    def text(g: Any, x: Any) -> Any:
        y = g.zeros_like(x)
        z = g.store(y, g.s_[0], 1.0)
        return y, z, x

    graph = build(text, {"x": VECTOR})
    y, z, _ = stepped(graph, text, [vector(0, 0)], n=2)
    np.testing.assert_array_equal(y, vector(0, 0))
    np.testing.assert_array_equal(z, vector(1, 0))


@pytest.mark.parametrize(
    "text",
    [
        lambda g, x: g.multiply(x, 2.0),
        lambda g, x: g.add(g.add(x, 2.0), 1.0),
        lambda g, x: x,
        lambda g, x: g.if_(True, lambda: x, lambda: x),
    ],
)
def test_a_text_that_is_not_the_graphs(text: Any) -> None:
    graph = build(lambda g, x: g.add(x, 2.0), {"x": VECTOR})
    with pytest.raises(CompilerBug, match="the text has"):
        stepped(graph, text, [vector(1)], n=1)


def test_a_stepper_has_what_a_text_may_use() -> None:
    graph = build(lambda g, x: x, {"x": VECTOR})
    stepper = Stepper(graph, {"n": 1})
    for name in dir(Builder):
        only_while_building = {"append_structured", "assume", "assume_equal", "begin_function",
                               "begin_statement", "call_graph", "convert", "emit", "end", "finish",
                               "fresh_dim", "in_scope", "index_dim", "knew_requires", "learn",
                               "names", "parameter", "take_back_names", "told", "trace_body",
                               "way_to"}  # fmt: skip
        if not name.startswith("_") and name not in only_while_building:
            assert hasattr(stepper, name), name
    for name in REGISTRY:
        assert callable(getattr(stepper, name))
    assert not hasattr(stepper, "no_such_op")


# --- backends ---------------------------------------------------------------------------------


def test_the_reference_backend_evaluates() -> None:
    graph = build(lambda g, x, y: g.add(x, y), {"x": VECTOR, "y": TensorType(F32, (m,))})
    backend: Backend = Reference()
    executable = backend.compile(graph)
    assert backend.name == "reference"
    for size in (0, 1, 3):
        x = np.arange(size, dtype=F32)
        (found,) = executable([x, x], {"n": size, "m": size})
        np.testing.assert_array_equal(found, x + x, strict=True)
    with pytest.raises(DslError) as caught:
        executable([vector(1), vector(1, 2)], {"n": 1, "m": 2})
    assert caught.value.code == "shape-assumption"


def test_what_a_backend_cannot_do_names_the_statement() -> None:
    place = Place("prog.py", "y = x.sort()", number=4)
    assert str(Unsupported("no sort", place)) == "no sort, in prog.py:4: y = x.sort()"
    assert str(Unsupported("no compiler")) == "no compiler"
