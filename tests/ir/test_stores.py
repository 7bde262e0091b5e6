"""Stores happen in place where nobody else sees the array, and nowhere else."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.evaluate import evaluate
from dslc.ir.execution import is_alone
from dslc.ir.graph import Graph, Value
from dslc.ir.liveness import schedules
from dslc.ir.op import REGISTRY
from dslc.ir.types import BOOL_NUMBER, INT, TensorType, Type
from dslc.ir.verify import verify

F32 = np.dtype(np.float32)
n = dims("n")
VECTOR = TensorType(F32, (n,))


def build(text: Callable[..., Any], parameters: Mapping[str, Type]) -> Graph:
    g = Builder(text.__name__, [*parameters.items()], source="prog.py")
    results = text(g, *g.graph.parameters)
    return verify(g.finish(results if isinstance(results, tuple) else (results,)))


@dataclass
class Copies:
    number: int = 0


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> Copies:
    """Counts the stores that copy the array: those that run as the op says."""
    counted = Copies()
    run = REGISTRY["store"].run

    def counting(*args: Any, **kwargs: Any) -> Any:
        counted.number += 1
        return run(*args, **kwargs)

    monkeypatch.setattr(REGISTRY["store"], "run", counting)
    return counted


def vector(*values: float) -> np.ndarray:
    return np.array(values, F32)


# --- in place ---------------------------------------------------------------------------------


def test_a_loop_of_stores_copies_nothing(copies: Copies) -> None:
    def text(g: Any, x: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            return g.store(y, g.s_[i], g.multiply(g.index(x, g.s_[i]), 2.0))

        return g.for_(g.range(x.shape[0]), body, (g.zeros((x.shape[0],), dtype=F32),))

    x = np.arange(20_000, dtype=F32)
    (found,) = evaluate(build(text, {"x": VECTOR}), [x], {"n": 20_000})
    np.testing.assert_array_equal(found, x * 2, strict=True)
    assert copies.number == 0


def test_an_argument_is_copied_once(copies: Copies) -> None:
    def text(g: Any, x: Any) -> Any:
        return g.for_(g.range(x.shape[0]), lambda i, y: g.store(y, g.s_[i], i), (x,))

    x = np.zeros(20_000, F32)
    (found,) = evaluate(build(text, {"x": VECTOR}), [x], {"n": 20_000})
    np.testing.assert_array_equal(found, np.arange(20_000, dtype=F32), strict=True)
    assert not x.any()
    assert copies.number == 1


def test_an_argument_nobody_else_holds_is_copied_too(copies: Copies) -> None:
    def text(g: Any, x: Any) -> Any:
        return g.store(x, g.s_[0], 1.0), g.store(x, g.s_[1], 2.0)

    arguments = [np.zeros(2, F32)]
    found = evaluate(build(text, {"x": VECTOR}), arguments, {"n": 2})
    np.testing.assert_array_equal(found[0], vector(1, 0))
    np.testing.assert_array_equal(found[1], vector(0, 2))
    np.testing.assert_array_equal(arguments[0], vector(0, 0))
    assert copies.number == 2


@pytest.mark.parametrize("shape", ["if", "while", "call", "nested"])
def test_structure_hands_the_array_over(copies: Copies, shape: str) -> None:
    inner = build(lambda g, x, i: g.store(x, g.s_[i], 1.0), {"x": VECTOR, "i": INT})

    def text(g: Any, count: Any) -> Any:
        def store_if_even(i: Any, y: Any) -> Any:
            even = g.equal(g.remainder(i, 2), 0)
            return g.if_(even, lambda y: g.store(y, g.s_[i], 1.0), lambda y: y, (y,))

        def while_body(i: Any, y: Any) -> Any:
            return g.add(i, 1), g.store(y, g.s_[i], 1.0)

        def while_test(i: Any, y: Any) -> Any:
            return g.and_(g.less(i, count), g.less(g.index(y, g.s_[0]), 2.0))

        def rows(i: Any, y: Any) -> Any:
            return g.for_(g.range(i, 8), lambda j, y: g.store(y, g.s_[j], 1.0), (y,))

        y = g.zeros((8,), dtype=F32)
        if shape == "if":
            return g.for_(g.range(count), store_if_even, (y,))
        if shape == "while":
            return g.while_(while_test, while_body, (0, y))[1]
        if shape == "call":
            return g.for_(g.range(count), lambda i, y: g.call_graph(inner, (y, i))[0], (y,))
        return g.for_(g.range(count), rows, (y,))

    (found,) = evaluate(build(text, {"count": INT}), [8], {})
    expected = vector(1, 0, 1, 0, 1, 0, 1, 0) if shape == "if" else np.ones(8, F32)
    np.testing.assert_array_equal(found, expected, strict=True)
    assert copies.number == 0


def test_a_double_buffer_copies_nothing(copies: Copies) -> None:
    """Two arrays that change places every trip."""

    def text(g: Any, count: Any) -> Any:
        def body(t: Any, old: Any, new: Any) -> Any:
            def point(i: Any, new: Any) -> Any:
                left = g.index(old, g.s_[g.subtract(i, 1)])
                right = g.index(old, g.s_[g.add(i, 1)])
                return g.store(new, g.s_[i], g.multiply(g.add(left, right), 0.5))

            return g.for_(g.range(1, 7), point, (new,)), old

        start = g.store(g.zeros((8,), dtype=F32), g.s_[0], 8.0)
        other = g.store(g.zeros((8,), dtype=F32), g.s_[0], 8.0)
        return g.for_(g.range(count), body, (start, other))[0]

    old, new = vector(8, *[0] * 7), vector(8, *[0] * 7)
    for _ in range(5):
        for i in range(1, 7):
            new[i] = (old[i - 1] + old[i + 1]) * np.float32(0.5)
        old, new = new, old
    (found,) = evaluate(build(text, {"count": INT}), [5], {})
    np.testing.assert_array_equal(found, old, strict=True)
    assert copies.number == 0


# --- not in place -----------------------------------------------------------------------------


def test_an_array_read_later_stays(copies: Copies) -> None:
    def text(g: Any) -> Any:
        x = g.zeros((3,), dtype=F32)
        y = g.store(x, g.s_[1], 5.0)
        z = g.store(x, g.s_[2], 7.0)
        return x, y, z

    x, y, z = evaluate(build(text, {}), [], {})
    np.testing.assert_array_equal(x, vector(0, 0, 0))
    np.testing.assert_array_equal(y, vector(0, 5, 0))
    np.testing.assert_array_equal(z, vector(0, 0, 7))
    assert copies.number == 2


@pytest.mark.parametrize("view", ["slice", "reshape", "transpose", "broadcast", "chain"])
def test_a_view_alive_elsewhere_never_changes(copies: Copies, view: str) -> None:
    def text(g: Any) -> Any:
        x = g.zeros((2, 3), dtype=F32)
        seen = {
            "slice": lambda: g.index(x, g.s_[0:1, 1:]),
            "reshape": lambda: g.reshape(x, (6,)),
            "transpose": lambda: g.transpose(x),
            "broadcast": lambda: g.broadcast_to(x, (4, 2, 3)),
            "chain": lambda: g.index(g.reshape(g.transpose(x), (3, 2)), g.s_[1:]),
        }[view]()
        y = g.store(x, g.s_[0:2], 5.0)
        return seen, y

    seen, y = evaluate(build(text, {}), [], {})
    assert not seen.any()
    assert (y == 5).all()
    assert copies.number == 1


def test_storing_into_a_view_leaves_its_base(copies: Copies) -> None:
    def text(g: Any) -> Any:
        x = g.zeros((4,), dtype=F32)
        part = g.index(x, g.s_[1:3])
        return g.store(part, g.s_[0], 5.0), x

    part, x = evaluate(build(text, {}), [], {})
    np.testing.assert_array_equal(part, vector(5, 0))
    np.testing.assert_array_equal(x, vector(0, 0, 0, 0))
    assert copies.number == 1


def test_a_part_of_the_array_itself_is_stored_as_it_was(copies: Copies) -> None:
    def text(g: Any, x: Any) -> Any:
        y = g.copy(x)
        return g.store(y, g.s_[1:], g.index(y, g.s_[:-1]))

    x = np.arange(5, dtype=F32)
    (found,) = evaluate(build(text, {"x": VECTOR}), [x], {"n": 5})
    np.testing.assert_array_equal(found, vector(0, 0, 1, 2, 3))


def test_one_array_carried_twice(copies: Copies) -> None:
    def text(g: Any) -> Any:
        def body(i: Any, a: Any, b: Any) -> Any:
            return g.store(a, g.s_[i], 1.0), b

        x = g.zeros((3,), dtype=F32)
        return g.for_(g.range(3), body, (x, x))

    a, b = evaluate(build(text, {}), [], {})
    np.testing.assert_array_equal(a, vector(1, 1, 1))
    np.testing.assert_array_equal(b, vector(0, 0, 0))
    assert copies.number == 1


def test_one_array_passed_twice_to_a_call(copies: Copies) -> None:
    parameters = {"x": VECTOR, "y": VECTOR}
    inner = build(lambda g, x, y: (g.store(x, g.s_[0], 1.0), y), parameters)

    def text(g: Any) -> Any:
        x = g.zeros((3,), dtype=F32)
        return g.call_graph(inner, (x, x))

    a, b = evaluate(build(text, {}), [], {})
    np.testing.assert_array_equal(a, vector(1, 0, 0))
    np.testing.assert_array_equal(b, vector(0, 0, 0))


def test_an_array_captured_by_a_loop_stays_for_the_next_trip(copies: Copies) -> None:
    def text(g: Any) -> Any:
        x = g.zeros((3,), dtype=F32)

        def body(i: Any, total: Any) -> Any:
            y = g.store(x, g.s_[i], 1.0)
            return g.add(total, g.sum(y))

        return g.for_(g.range(3), body, (np.float32(0),))

    assert evaluate(build(text, {}), [], {}) == [3.0]
    assert copies.number == 3


@pytest.mark.parametrize("test", [True, False])
def test_an_array_captured_by_a_branch_stays_for_later(copies: Copies, test: bool) -> None:
    def text(g: Any, c: Any) -> Any:
        x = g.zeros((3,), dtype=F32)
        y = g.if_(c, lambda: g.store(x, g.s_[0], 1.0), lambda: x)
        return y, x

    y, x = evaluate(build(text, {"c": BOOL_NUMBER}), [test], {})
    np.testing.assert_array_equal(x, vector(0, 0, 0))
    np.testing.assert_array_equal(y, vector(float(test), 0, 0))


def test_results_of_earlier_trips_stay(copies: Copies) -> None:
    """The array of the trip before is carried beside the one that is stored into."""

    def text(g: Any) -> Any:
        def body(i: Any, y: Any, before: Any) -> Any:
            return g.store(y, g.s_[i], 1.0), y

        x = g.zeros((3,), dtype=F32)
        return g.for_(g.range(3), body, (x, g.copy(x)))

    y, before = evaluate(build(text, {}), [], {})
    np.testing.assert_array_equal(y, vector(1, 1, 1))
    np.testing.assert_array_equal(before, vector(1, 1, 0))
    assert copies.number == 3


def test_a_store_that_fails_changes_no_argument() -> None:
    def text(g: Any, x: Any, i: Any) -> Any:
        y = g.store(x, g.s_[0], 9.0)
        return g.store(y, g.s_[i], 1.0)

    x = np.zeros(3, F32)
    with pytest.raises(IndexError):
        evaluate(build(text, {"x": VECTOR, "i": INT}), [x, 3], {"n": 3})
    assert not x.any()


def test_the_layout_of_a_copy_is_that_of_a_store_in_place() -> None:
    def text(g: Any, x: Any) -> Any:
        first = g.store(g.transpose(x), g.s_[0], 0.0)
        return g.store(first, g.s_[1], 1.0)

    x = np.arange(12, dtype=F32).reshape(3, 4)
    (found,) = evaluate(build(text, {"x": TensorType(F32, (3, 4))}), [x], {})
    expected = x.T.copy(order="K")
    expected[0], expected[1] = 0, 1
    np.testing.assert_array_equal(found, expected, strict=True)
    assert found.strides == expected.strides


# --- memory -----------------------------------------------------------------------------------


def test_values_end_at_their_last_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most two arrays of a long chain are alive at once."""
    alive: list[weakref.ref[np.ndarray]] = []
    most = 0
    run = REGISTRY["add"].run

    def watched(x: Any, y: Any) -> Any:
        nonlocal most
        result = run(x, y)
        alive.append(weakref.ref(result))
        most = max(most, sum(ref() is not None for ref in alive))
        return result

    monkeypatch.setattr(REGISTRY["add"], "run", watched)

    def text(g: Any, x: Any) -> Any:
        def body(i: Any, y: Any, unread: Any) -> Any:
            for _ in range(5):
                y = g.add(y, 1.0)
            g.add(y, 2.0)
            return y, unread

        return g.for_(g.range(4), body, (x, 0))[0]

    (found,) = evaluate(build(text, {"x": VECTOR}), [vector(0)], {"n": 1})
    np.testing.assert_array_equal(found, vector(20))
    assert len(alive) == 24
    assert most == 2


def test_a_schedule_goes_with_its_graph() -> None:
    graph = build(lambda g, x: g.add(x, 1.0), {"x": VECTOR})
    assert schedules(graph) is schedules(graph)
    seen = weakref.ref(graph)
    del graph
    gc.collect()
    assert seen() is None


def test_every_value_ends_once() -> None:
    def text(g: Any, x: Any, c: Any) -> Any:
        y = g.add(x, 1.0)
        z = g.if_(c, lambda a: g.add(a, y), lambda a: a, (x,))
        g.add(z, z)
        w = g.for_(g.range(3), lambda i, a, b: (g.add(a, y), a), (z, z))[0]
        return w, w, x

    for region, schedule in schedules(build(text, {"x": VECTOR, "c": BOOL_NUMBER})).items():
        ended: list[Value] = [*schedule.unread, *schedule.moved]
        for step in schedule.steps:
            ended += [*step.moved, *step.dropped]
        results = [value for node in region.nodes for value in node.results]
        assert len(ended) == len(set(ended))
        assert set(ended) == {*region.parameters, *results}


def test_the_count_of_references_tells_one_from_two() -> None:
    assert is_alone([np.zeros(3)])
    assert is_alone([np.zeros(()), 1])
    held = np.zeros(3)
    assert not is_alone([held])
    assert not is_alone([np.zeros(3)[1:]])
    readonly = [np.zeros(3)]
    readonly[0].flags.writeable = False
    assert not is_alone(readonly)
    assert not is_alone([np.float32(1)])
