"""Functions whose values are seen while they run: hooks, traces, checks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc import DslError, Trace
from dslc.ir.summary import summary
from dslc.ir.watch import Event
from dslc.transpile import load_functions

SOURCE = Path(__file__).parent / "watched_source.py"


@pytest.fixture(scope="module")
def functions() -> dict[str, Any]:
    return load_functions(SOURCE)


def vector(*elements: float) -> np.ndarray:
    return np.array(elements, np.float32)


# --- hooks ----------------------------------------------------------------------------------------


def test_a_hook_at_a_name_is_called_each_time(functions: dict[str, Any]) -> None:
    seen: list[tuple[str, Any, tuple[int, ...]]] = []
    watched = functions["settle"].with_hook(
        "kept", lambda e: seen.append((e.name, e.value, e.trips))
    )
    result = watched(vector(4, 2), 9)
    np.testing.assert_array_equal(result, functions["settle"](vector(4, 2), 9))
    assert seen == [
        ("kept", np.float32(2), (0, 0)),
        ("kept", np.float32(3), (0, 1)),
        ("kept", np.float32(1), (1, 0)),
        ("kept", np.float32(2), (1, 1)),
    ]


def test_a_hook_at_a_line_sees_all_that_the_line_computes(functions: dict[str, Any]) -> None:
    seen: list[Event] = []
    functions["ratio"].with_hook(44, seen.append)(vector(1), vector(1))
    assert [(e.name, e.line, e.statement) for e in seen] == [("top", 44, "top = top - 1.0")] * 3
    assert [float(e.value[0]) for e in seen] == [1.0, 0.0, -1.0]
    assert repr(seen[0]) == "<top = [1.], line 44>"


def test_hooks_see_into_graphs_that_are_called(functions: dict[str, Any]) -> None:
    seen: list[Event] = []
    functions["settle"].with_hook("half", seen.append)(vector(4), 9)
    assert [float(e.value[0]) for e in seen] == [2.0, 1.0]
    assert [e.trips for e in seen] == [(0,), (1,)]


def test_what_a_hook_keeps_stays_as_it_was(functions: dict[str, Any]) -> None:
    seen: list[np.ndarray] = []
    functions["stores"].with_hook("y", lambda e: seen.append(e.value))(vector(1, 2))
    assert [list(map(float, y)) for y in seen] == [[1, 2], [2, 2], [2, 3]]


def test_a_hook_may_not_write(functions: dict[str, Any]) -> None:
    def write(event: Event) -> None:
        event.value[0] = 5

    with pytest.raises(ValueError, match="read-only"):
        functions["stores"].with_hook("y", write)(vector(1, 2))


def test_hooks_compose_in_order(functions: dict[str, Any]) -> None:
    seen: list[str] = []
    watched = functions["stores"].with_hook("y", lambda e: seen.append("first"))
    watched.with_hook(33, lambda e: seen.append("second")).with_checks()(vector())
    assert seen == ["first", "second"]
    watched(vector())
    assert seen == ["first", "second", "first"]


@pytest.mark.parametrize("where", ["nothing", 1])
def test_a_hook_where_nothing_is_computed(functions: dict[str, Any], where: Any) -> None:
    with pytest.raises(DslError) as caught:
        functions["stores"].with_hook(where, print)(vector(1))
    assert caught.value.code == "unknown-node"
    assert "it computes y" in str(caught.value)


# --- traces ---------------------------------------------------------------------------------------


def test_a_trace_has_the_values_of_every_name(functions: dict[str, Any]) -> None:
    trace = functions["settle"].trace(vector(8, 2), 9)
    gaps, x = [], vector(8, 2)
    gap = np.max(x)
    gaps.append(gap)
    while gap > 1:
        x = x * np.float32(0.5)
        gap = np.max(x)
        gaps.append(gap)
    assert trace["gap"] == gaps
    assert trace["step"] == [1, 2, 3]
    assert trace["best"] == [np.float32(2)]
    assert "half" in trace and "x" in trace
    assert [event.name for event in trace.line(26)] == ["step"] * 3
    np.testing.assert_array_equal(trace.result, functions["settle"](vector(8, 2), 9))
    with pytest.raises(KeyError, match="nothing"):
        trace["nothing"]


def test_a_trace_is_a_table(functions: dict[str, Any]) -> None:
    assert str(functions["stores"].trace(vector(1, 2))) == (
        "line  trip  name     type    value     statement\n"
        "33          y        f32[2]  [1., 2.]  y = x.copy()\n"
        "35    0     y_index  f32     1.0       y[i] = y[i] + 1\n"
        "35    0     y_add    f32     2.0       y[i] = y[i] + 1\n"
        "35    0     y        f32[2]  [2., 2.]  y[i] = y[i] + 1\n"
        "35    1     y_index  f32     2.0       y[i] = y[i] + 1\n"
        "35    1     y_add    f32     3.0       y[i] = y[i] + 1\n"
        "35    1     y        f32[2]  [2., 3.]  y[i] = y[i] + 1"
    )


def test_a_trace_copies_and_forgets(functions: dict[str, Any]) -> None:
    trace = Trace(last=2)
    x = vector(*range(5))
    functions["stores"].with_hook("y", trace)(x)
    x[:] = 9
    assert [list(map(float, y)) for y in trace["y"]] == [
        [0, 1, 2, 3, 4],  # of another node
        [1, 2, 3, 4, 4],
        [1, 2, 3, 4, 5],
    ]
    assert len(trace) == 3
    assert trace.dropped == 3
    assert str(trace).endswith("3 earlier values are not kept")


def test_a_trace_holds_what_came_before_an_exception(functions: dict[str, Any]) -> None:
    trace = functions["asserting"].trace(vector(-3))
    assert [float(y[0]) for y in trace["y"]] == [-2.0]
    assert isinstance(trace.raised, AssertionError)
    assert str(trace).endswith("raised AssertionError: below")
    with pytest.raises(AssertionError, match="below"):
        trace.result  # noqa: B018
    with pytest.raises(DslError):  # of the call itself
        functions["asserting"].trace(3)


# --- checks ---------------------------------------------------------------------------------------


def found(function: Any, *arguments: Any, **checks: Any) -> DslError:
    with pytest.raises(DslError) as caught:
        function.with_checks(**checks)(*arguments)
    return caught.value


def test_a_part_of_a_complex_number_is_found(functions: dict[str, Any]) -> None:
    rooted = functions["rooted"]
    z = np.array([1, complex(np.inf, 0)], np.complex64)
    (diagnostic,) = found(rooted, z, nan=True).diagnostics
    assert diagnostic.message.startswith("`square` has a NaN")
    assert diagnostic.message.endswith("1 of 2 elements, first at [1]")
    assert found(rooted, np.array([3j], np.complex64), high=2.5).code == "out-of-range"


def test_the_first_node_that_makes_a_nan_is_named(functions: dict[str, Any]) -> None:
    error = found(functions["ratio"], vector(5, 1), vector(2, 2))
    assert error.code == "nan-found"
    title, place, *lines = str(error).splitlines()
    assert title == (
        "error[nan-found]: `quotient` has a NaN that its operands have not: 1 of 2 elements, "
        "first at [1]"
    )
    assert place.endswith("watched_source.py:46:1")
    assert lines == [
        "   |",
        "46 |         quotient = top / low",
        "   |         ^^^^^^^^^^^^^^^^^^^^",
        "note: `quotient = g.divide(top, low)` gives f32[2], [0.5, nan]",
        "note: `top` is f32[2], [4., 0.]; 0.0 at [1]",
        "note: `low` is f32[2], [8., 0.]; 0.0 at [1]",
        "note: in trip 1 of the loop at line 43, counted from 0",
    ]


def test_what_passes_a_nan_on_is_not_told_of(functions: dict[str, Any]) -> None:
    ratio = functions["ratio"].with_checks()
    assert np.isnan(ratio(vector(5, np.nan), vector(2, 1))).tolist() == [False, True]
    error = found(functions["ratio"], vector(1, np.nan), vector(2, 1))
    assert "first at [0]" in str(error)


def test_infinities_and_ranges(functions: dict[str, Any]) -> None:
    arguments = vector(5), vector(1e-4)
    error = found(functions["ratio"], *arguments, inf=True)
    assert error.code == "infinity-found"
    assert "`scaled`" in str(error)
    error = found(functions["ratio"], *arguments, low=-10, high=10)
    assert error.code == "out-of-range"
    assert "`quotient` has a value below -10 or above 10" in str(error)
    functions["ratio"].with_checks(nan=False)(vector(1), vector(1))
    functions["ratio"].with_checks(nan=False, inf=True, high=100.0)(vector(5, np.inf), vector(1, 1))


def test_checks_change_nothing(functions: dict[str, Any]) -> None:
    for name, arguments in (("settle", (vector(8, 2), 9)), ("stores", (vector(1, 2),))):
        expected = functions[name](*arguments)
        np.testing.assert_array_equal(functions[name].with_checks(inf=True)(*arguments), expected)


# --- summaries ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (True, "True"),
        (np.float32(0.1), "0.1"),
        (np.arange(3), "[0, 1, 2]"),
        (np.zeros((2, 2), np.float32), "[[0., 0.], [0., 0.]]"),
        (np.zeros(0), "[]"),
        (np.arange(10), "min 0, max 9"),
        (np.arange(10) > 6, "3 of 10 true"),
        (
            np.array([1.0] * 6 + [np.nan, np.inf]),
            "min 1, max 1, mean 1, 1 of 8 NaN, 1 of 8 infinite",
        ),
        (np.full(7, np.nan), "7 of 7 NaN"),
        (np.full(8, 3 - 4j), "of magnitude min 5, max 5, mean 5"),
    ],
)
def test_a_summary(value: Any, text: str) -> None:
    assert summary(value) == text
