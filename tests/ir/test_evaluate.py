"""Evaluating and stepping give what plain NumPy gives."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import Dim, dims
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.step import Stepper, step
from dslc.ir.types import BOOL_NUMBER, FLOAT, INT, ScalarType, TensorType, Type
from dslc.ir.verify import verify

Text = Callable[..., Any]
Run = Callable[..., list[Any]]

F32 = np.dtype(np.float32)
I64 = np.dtype(np.int64)
n, m, k = dims("n m k")
VECTOR = TensorType(F32, (n,))
OTHER = TensorType(F32, (m,))


def flat(results: Any) -> tuple[Any, ...]:
    return results if isinstance(results, tuple) else (results,)


def build(
    text: Text, parameters: Mapping[str, Type], integers: Mapping[str, Dim] | None = None
) -> Graph:
    g = Builder(
        text.__name__, [*parameters.items()], integers=dict(integers or {}), source="prog.py"
    )
    return verify(g.finish(flat(text(g, *g.graph.parameters))))


class Function:
    """A text as another text calls it."""

    def __init__(self, text: Text, parameters: Mapping[str, Type]) -> None:
        self.text = text
        self.graph = build(text, parameters)

    def build_call(self, g: Builder, args: Sequence[Any], _: Mapping[str, Any]) -> Any:
        results = g.call_graph(self.graph, args)
        return results[0] if len(results) == 1 else results

    def step_call(self, g: Stepper, args: Sequence[Any], _: Mapping[str, Any]) -> Any:
        results = g.step_into(lambda inner: flat(self.text(inner, *args)))
        return results[0] if len(results) == 1 else results


@pytest.fixture(params=["evaluate", "step"])
def run(request: pytest.FixtureRequest) -> Callable[..., list[Any]]:
    """`run(text, parameters, *arguments, **sizes)` gives the results."""

    def run(text: Text, parameters: Mapping[str, Type], *arguments: Any, **sizes: int) -> list[Any]:
        integers = {name: dims(name) for name in sizes if name in parameters}
        graph = build(text, parameters, integers)
        if request.param == "evaluate":
            return evaluate(graph, arguments, sizes)
        return step(graph, sizes, lambda g: flat(text(g, *arguments)))

    return run


def same(found: Any, expected: Any) -> None:
    """Same class, dtype and bits."""
    assert type(found) is type(expected)
    if isinstance(expected, np.ndarray | np.generic):
        assert found.dtype == expected.dtype
        assert found.shape == expected.shape
        assert found.tobytes() == expected.tobytes()
    else:
        assert repr(found) == repr(expected)


def vector(*values: float) -> np.ndarray:
    return np.array(values, F32)


SPECIAL = vector(0.0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan, 3e38)


# --- straight lines ---------------------------------------------------------------------------


def test_ops_give_what_numpy_gives(run: Run) -> None:
    def text(g: Any, x: Any, a: Any) -> Any:
        square = g.multiply(x, x)
        return g.subtract(square, a), g.sum(square), g.multiply(a, 2.5)

    a = np.float32(0.1)
    results = run(text, {"x": VECTOR, "a": ScalarType(F32)}, SPECIAL, a, n=8)
    with np.errstate(all="ignore"):
        for found, expected in zip(
            results, [SPECIAL * SPECIAL - a, np.sum(SPECIAL * SPECIAL), a * 2.5], strict=True
        ):
            same(found, expected)


@pytest.mark.parametrize("layout", ["reversed", "strided", "transposed", "readonly", "empty"])
def test_any_layout_of_an_argument(run: Run, layout: str) -> None:
    base = np.arange(12, dtype=F32).reshape(3, 4)
    x = {
        "reversed": base[::-1, ::-1],
        "strided": base[:, ::2],
        "transposed": base.T,
        "readonly": np.broadcast_to(base[0], (5, 4)),
        "empty": base[:0],
    }[layout]
    before = x.copy()

    def text(g: Any, x: Any) -> Any:
        y = g.store(x, g.s_[0:1], 7.0)
        return g.add(y, x)

    expected = before.copy()
    expected[0:1] = 7.0
    rows, columns = x.shape
    (found,) = run(text, {"x": TensorType(F32, (n, m))}, x, n=rows, m=columns)
    same(found, expected + before)
    same(np.array(x), before)


def test_python_numbers_stay_python_numbers(run: Run) -> None:
    def text(g: Any, i: Any, x: Any) -> Any:
        return g.add(i, 1), g.multiply(i, x), g.less(i, 3), g.multiply(True, True)

    found = run(text, {"i": INT, "x": FLOAT}, 2, -0.0)
    for one, expected in zip(found, [3, 2 * -0.0, 2 < 3, True * True], strict=True):
        same(one, expected)


# --- if ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("test", [True, False])
def test_if_takes_one_branch(run: Run, test: bool) -> None:
    def text(g: Any, x: Any, c: Any) -> Any:
        def then(y: Any) -> Any:
            return g.add(y, 1.0)

        def otherwise(y: Any) -> Any:
            return y

        return g.if_(c, then, otherwise, (x,))

    x = vector(1, 2)
    (found,) = run(text, {"x": VECTOR, "c": BOOL_NUMBER}, x, test, n=2)
    same(found, x + np.float32(1) if test else x)


@pytest.mark.parametrize("value", [0.0, -0.0, 2.0, np.nan])
def test_truth_is_pythons(run: Run, value: float) -> None:
    def text(g: Any, c: Any) -> Any:
        return g.if_(c, lambda: 1, lambda: 2)

    same(run(text, {"c": FLOAT}, value)[0], 1 if value else 2)


@pytest.mark.parametrize("test", [True, False])
def test_branches_of_different_sizes(run: Run, test: bool) -> None:
    def text(g: Any, x: Any, c: Any) -> Any:
        def then(y: Any) -> Any:
            return g.concat((y, x))

        def otherwise(y: Any) -> Any:
            return y

        y = g.if_(c, then, otherwise, (x,))
        return y, g.add(y, y), y.shape[0]

    x = vector(1, 2, 3)
    found = run(text, {"x": VECTOR, "c": BOOL_NUMBER}, x, test, n=3)
    y = np.concatenate((x, x)) if test else x
    for one, expected in zip(found, [y, y + y, len(y)], strict=True):
        same(one, expected)


@pytest.mark.parametrize("test", [True, False])
def test_a_constant_takes_the_type_of_the_other_branch(run: Run, test: bool) -> None:
    def text(g: Any, x: Any, c: Any) -> Any:
        return g.if_(c, lambda: 0, lambda: g.sum(x))

    (found,) = run(text, {"x": VECTOR, "c": BOOL_NUMBER}, vector(1, 2), test, n=2)
    same(found, np.float32(0) if test else np.float32(3))


@pytest.mark.parametrize("test", [True, False])
def test_unset_is_carried_and_never_read(run: Run, test: bool) -> None:
    def text(g: Any, x: Any, c: Any) -> Any:
        y = g.if_(c, lambda y: g.add(x, 1.0), lambda y: y, (g.unset,))
        return g.if_(c, lambda: g.sum(y), lambda: -1.0)

    (found,) = run(text, {"x": VECTOR, "c": BOOL_NUMBER}, vector(1, 2), test, n=2)
    same(found, np.float32(5) if test else np.float32(-1))


# --- loops ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tolerance", [1e-3, np.inf])
def test_while_until_a_tolerance(run: Run, tolerance: float) -> None:
    def text(g: Any, x: Any, tolerance: Any, most: Any) -> Any:
        def test(y: Any, gap: Any, number: Any) -> Any:
            def more() -> Any:
                return g.less(number, most)

            return g.if_(g.greater(gap, tolerance), more, lambda: False)

        def body(y: Any, gap: Any, number: Any) -> Any:
            y = g.multiply(g.add(y, g.divide(x, y)), 0.5)
            gap = g.max(g.abs(g.subtract(g.multiply(y, y), x)))
            return y, gap, g.add(number, 1)

        gap = g.max(g.abs(g.subtract(g.multiply(x, x), x)))
        return g.while_(test, body, (x, gap, 0))

    x = vector(1, 2, 30)
    parameters = {"x": VECTOR, "tolerance": FLOAT, "most": INT}
    found = run(text, parameters, x, tolerance, 50, n=3)

    y, number, gap = x, 0, np.max(np.abs(x * x - x))
    while gap > tolerance and number < 50:
        y = (y + x / y) * 0.5
        gap = np.max(np.abs(y * y - x))
        number += 1
    for one, expected in zip(found, [y, gap, number], strict=True):
        same(one, expected)
    assert (number > 0) == np.isfinite(tolerance)


@pytest.mark.parametrize("bounds", [(5,), (0,), (-3,), (2, 7), (7, 2), (7, 1, -2), (0, 10, 3)])
def test_for_takes_the_indices_of_a_range(run: Run, bounds: tuple[int, ...]) -> None:
    def text(g: Any, x: Any) -> Any:
        def body(i: Any, total: Any, last: Any) -> Any:
            return g.add(total, g.multiply(i, x)), i

        return g.for_(g.range(*bounds), body, (0, -1))

    total, last = 0, -1
    for i in range(*bounds):
        total, last = total + i * 3, i
    found = run(text, {"x": INT}, 3)
    same(found[0], total)
    same(found[1], last)


def test_for_over_no_trips_gives_what_it_was_given(run: Run) -> None:
    def text(g: Any, x: Any) -> Any:
        return g.for_(g.range(x.shape[0]), lambda i, y, a: (g.add(y, 1.0), 0.5), (x, 0))

    found = run(text, {"x": VECTOR}, vector(), n=0)
    same(found[0], vector())
    same(found[1], 0.0)


def test_step_zero_is_refused_as_in_python(run: Run) -> None:
    def text(g: Any, step: Any) -> Any:
        g.lines(12)
        g.at("for i in range(0, 3, step):")
        return g.for_(g.range(0, 3, step), lambda i, y: i, (0,))

    with pytest.raises(ValueError, match="must not be zero") as caught:
        run(text, {"step": INT}, 0)
    assert caught.value.__notes__ == ["  in prog.py:12: for i in range(0, 3, step):"]


def test_nested_loops(run: Run) -> None:
    def text(g: Any, x: Any) -> Any:
        def rows(i: Any, total: Any) -> Any:
            def columns(j: Any, total: Any) -> Any:
                return g.add(total, g.multiply(g.index(x, g.s_[i, j]), j))

            return g.for_(g.range(i, x.shape[1]), columns, (total,))

        return g.for_(g.range(x.shape[0]), rows, (np.float32(0),))

    x = np.arange(12, dtype=F32).reshape(3, 4)
    total = np.float32(0)
    for i in range(3):
        for j in range(i, 4):
            total = total + x[i, j] * j
    same(run(text, {"x": TensorType(F32, (n, m))}, x, n=3, m=4)[0], total)


def test_an_array_that_grows_in_a_loop(run: Run) -> None:
    def text(g: Any, x: Any, trips: Any) -> Any:
        def body(i: Any, y: Any, z: Any) -> Any:
            return g.concat((y, x)), g.multiply(y, 2.0)

        y, z = g.for_(g.range(trips), body, (x, x))
        return y, g.add(y, y), z, y.shape[0]

    x = vector(1, 2)
    for trips in range(4):
        y = z = x
        for _ in range(trips):
            y, z = np.concatenate((y, x)), y * np.float32(2)
        found = run(text, {"x": VECTOR, "trips": INT}, x, trips, n=2)
        for one, expected in zip(found, [y, y + y, z, len(y)], strict=True):
            same(one, expected)


@pytest.mark.parametrize(("limit", "code"), [(100.0, 0), (4.0, 2), (0.5, 3)])
def test_exits_of_a_for_loop(run: Run, limit: float, code: int) -> None:
    def text(g: Any, x: Any, limit: Any) -> Any:
        def body(i: Any, total: Any) -> Any:
            v = g.index(x, g.s_[i])

            def skip() -> Any:
                return total, g.CONTINUE

            def go_on() -> Any:
                return g.add(total, v), g.RUN

            def stop() -> Any:
                return total, g.if_(g.less(limit, 1.0), lambda: g.RETURN, lambda: g.BREAK)

            def decide() -> Any:
                return g.if_(g.equal(v, 2.0), skip, go_on)

            return g.if_(g.greater(v, limit), stop, decide)

        return g.for_(g.range(x.shape[0]), body, (np.float32(0),), exits=True)

    x = vector(0, 1, 2, 3, 4, 5, 6, 2)
    total, expected = np.float32(0), 0
    for v in x:
        if v > limit:
            expected = code
            break
        if v == 2:
            continue
        total = total + v
    found = run(text, {"x": VECTOR, "limit": FLOAT}, x, limit, n=8)
    same(found[0], total)
    same(found[1], expected)
    assert expected == code


@pytest.mark.parametrize("code", [0, 1, 2, 3])
def test_exits_of_a_while_loop(run: Run, code: int) -> None:
    def text(g: Any, code: Any) -> Any:
        return g.while_(
            lambda number: g.less(number, 3),
            lambda number: (g.add(number, 1), code),
            (0,),
            exits=True,
        )

    found = run(text, {"code": INT}, code)
    assert found == ([3, 0] if code < 2 else [1, code])


def test_a_growing_array_leaves_a_loop_early(run: Run) -> None:
    def text(g: Any, x: Any, most: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            y = g.concat((y, x))
            return y, g.if_(g.greater(g.sum(y), most), lambda: g.BREAK, lambda: g.RUN)

        y, code = g.for_(g.range(10), body, (x,), exits=True)
        return y, code, y.shape[0]

    x = vector(1, 1)
    found = run(text, {"x": VECTOR, "most": FLOAT}, x, 6.5, n=2)
    same(found[0], np.ones(8, F32))
    assert found[1:] == [2, 8]


@pytest.mark.parametrize("start", [0, 0.0, -0.0])
@pytest.mark.parametrize("limit", [2.0, 100.0])
def test_a_constant_start_takes_the_type_of_what_is_added(
    run: Run, start: float, limit: float
) -> None:
    """Though it passes through branches and loops on its way."""

    def text(g: Any, x: Any, limit: Any) -> Any:
        def rows(i: Any, total: Any) -> Any:
            def columns(j: Any, total: Any) -> Any:
                v = g.index(x, g.s_[i, j])

                def stop(total: Any) -> Any:
                    return total, g.BREAK

                def go_on(total: Any) -> Any:
                    return g.add(total, v), g.RUN

                return g.if_(g.greater(v, limit), stop, go_on, (total,))

            return g.for_(g.range(x.shape[1]), columns, (total,), exits=True)[0]

        return g.for_(g.range(x.shape[0]), rows, (start,))

    for rows in (0, 3):
        x = np.arange(rows * 4, dtype=F32).reshape(rows, 4)
        parameters = {"x": TensorType(F32, (n, m)), "limit": FLOAT}
        total = np.float32(start)
        for row in x:
            for v in row:
                if v > limit:
                    break
                total = total + v
        same(run(text, parameters, x, limit, n=rows, m=4)[0], total)


def test_a_constant_start_is_no_constant_in_the_loop(run: Run) -> None:
    """What is refused of a constant 0 is behind a test."""

    def text(g: Any, x: Any, trips: Any) -> Any:
        def body(i: Any, total: Any, divisor: Any) -> Any:
            def divide(total: Any) -> Any:
                return g.add(total, g.floor_divide(x, divisor))

            total = g.if_(g.greater(divisor, 0), divide, lambda total: total, (total,))
            return total, g.add(divisor, 1)

        return g.for_(g.range(trips), body, (0, 0))

    assert run(text, {"x": INT, "trips": INT}, 12, 4) == [12 // 1 + 12 // 2 + 12 // 3, 4]


def test_assumptions_in_a_loop_are_made_once() -> None:
    def text(g: Any, x: Any, y: Any) -> Any:
        g.at("total = total + x + y")
        return g.for_(g.range(3), lambda i, total: g.add(total, g.sum(g.add(x, y))), (0,))

    assert len(build(text, {"x": VECTOR, "y": OTHER}).requires) == 1


@dataclass(frozen=True)
class Pair:
    first: Any
    second: tuple[Any, Any]


@pytest.mark.parametrize("trips", [0, 1, 3])
@pytest.mark.parametrize("exits", [False, True])
def test_tuples_and_structs_are_carried_whole(run: Run, trips: int, exits: bool) -> None:
    def text(g: Any, x: Any, trips: Any) -> Any:
        def body(i: Any, pair: Any) -> Any:
            assert isinstance(pair, Pair)
            left, right = pair.second
            new = Pair(g.add(pair.first, left), (right, g.multiply(left, 2.0)))
            return (new, g.RUN) if exits else new

        pair = g.for_(g.range(trips), body, (Pair(x, (x, x)),), exits=exits)
        pair = pair[0] if exits else pair
        pair = g.if_(g.less(trips, 2), lambda p: p, lambda p: Pair(p.first, (x, x)), (pair,))
        return pair.first, *pair.second

    x = vector(1, 2)
    found = run(text, {"x": VECTOR, "trips": INT}, x, trips, n=2)
    first, left, right = x, x, x
    for _ in range(trips):
        first, left, right = first + left, right, left * np.float32(2)
    expected = [first, left, right] if trips < 2 else [first, x, x]
    for one, other in zip(found, expected, strict=True):
        same(one, other)


# --- sizes ------------------------------------------------------------------------------------


def test_an_integer_parameter_sizes_an_array(run: Run) -> None:
    def text(g: Any, count: Any) -> Any:
        size = g.as_dim(count, low=0)
        y = g.zeros((size,), dtype=F32)
        return y, g.concat((y, y)), size, g.as_dim(y.shape[0])

    found = run(text, {"count": INT}, 3)
    same(found[0], np.zeros(3, F32))
    same(found[1], np.zeros(6, F32))
    assert found[2:] == [3, 3]


def test_dims_are_numbers_of_their_own(run: Run) -> None:
    def text(g: Any, x: Any, count: Any) -> Any:
        size = x.shape[0]
        return g.add(size, 1), g.multiply(x, 2 * size + 1), size

    x = vector(1, 2, 3)
    found = run(text, {"x": VECTOR, "count": INT}, x, 5, n=3, count=5)
    same(found[0], 4)
    same(found[1], x * 7)
    same(found[2], 3)


def test_a_size_below_the_least_is_refused(run: Run) -> None:
    def text(g: Any, count: Any) -> Any:
        g.lines(8)
        g.at("y = np.zeros(count)")
        return g.zeros((g.as_dim(count, low=0),), dtype=F32)

    same(run(text, {"count": INT}, 0)[0], np.zeros(0, F32))
    with pytest.raises(DslError) as caught:
        run(text, {"count": INT}, -1)
    for part in ("-1", "prog.py:8", "`y = np.zeros(count)`"):
        assert part in str(caught.value)


# --- calls ------------------------------------------------------------------------------------


def test_a_call_with_sizes_of_its_own(run: Run) -> None:
    def pad(g: Any, x: Any, count: Any) -> Any:
        zeros = g.zeros((g.as_dim(count, low=0),), dtype=F32)
        return g.concat((x, zeros)), x.shape[0]

    function = Function(pad, {"x": OTHER, "count": INT})

    def text(g: Any, x: Any, count: Any) -> Any:
        y, size = g.call(function, x, g.add(count, 1))
        z, other = g.call(function, y, count)
        return z, g.add(z, z), z.shape[0], size, other

    x = vector(1, 2)
    found = run(text, {"x": VECTOR, "count": INT}, x, 1, n=2)
    z = np.concatenate((x, np.zeros(3, F32)))
    for one, expected in zip(found, [z, z + z, 5, 2, 4], strict=True):
        same(one, expected)


@pytest.fixture(scope="module")
def chain() -> list[Graph]:
    """Graphs that hold as many calls inside each other as their number, each in a branch."""
    parameters: list[tuple[str, Type]] = [("x", VECTOR), ("c", BOOL_NUMBER)]
    graphs: list[Graph] = []
    for number in range(202):
        g = Builder(f"f{number}", parameters, source="prog.py")
        x, c = g.graph.parameters
        g.at(f"f{number - 1}(x, c)")
        if graphs:
            y = g.if_(c, lambda: g.call_graph(graphs[-1], (x, c))[0], lambda: x)  # noqa: B023
        else:
            y = g.add(x, 1.0)
        graphs.append(g.finish((y,)))
    return graphs


def test_two_hundred_calls_inside_each_other(chain: list[Graph]) -> None:
    limit = sys.getrecursionlimit()
    (found,) = evaluate(chain[200], (vector(1), True), {"n": 1})
    same(found, vector(2))
    assert sys.getrecursionlimit() == limit


def test_more_calls_are_refused(chain: list[Graph]) -> None:
    limit = sys.getrecursionlimit()
    with pytest.raises(DslError) as caught:
        evaluate(chain[201], (vector(1), True), {"n": 1})
    assert caught.value.code == "too-deep"
    assert "`f0(x, c)`" in str(caught.value)
    assert sys.getrecursionlimit() == limit
    same(evaluate(chain[201], (vector(1), False), {"n": 1})[0], vector(1))


# --- what is refused --------------------------------------------------------------------------


def test_an_exception_names_its_statement(run: Run) -> None:
    def text(g: Any, x: Any, i: Any) -> Any:
        g.lines(3, 5)
        g.at("while True:")

        def body(i: Any) -> Any:
            g.at("y = x[i]")
            g.index(x, g.s_[i])
            return g.add(i, 1)

        return g.while_(lambda i: True, body, (i,))

    with pytest.raises(IndexError, match="index 3 is out of bounds") as caught:
        run(text, {"x": VECTOR, "i": INT}, vector(1, 2, 3), 1, n=3)
    assert caught.value.__notes__ == ["  in prog.py:5: y = x[i]"]


def test_an_exception_in_a_call_names_both_statements(run: Run) -> None:
    def inner(g: Any, i: Any, j: Any) -> Any:
        g.lines(2)
        g.at("return i // j")
        return g.floor_divide(i, j)

    function = Function(inner, {"i": INT, "j": INT})

    def outer(g: Any, i: Any) -> Any:
        g.lines(7)
        g.at("k = inner(i, 0)")
        return g.call(function, i, 0)

    with pytest.raises(ZeroDivisionError) as caught:
        run(outer, {"i": INT}, 1)
    assert caught.value.__notes__ == [
        "  in prog.py:2: return i // j",
        "  in prog.py:7: k = inner(i, 0)",
    ]


def test_a_check_that_fails(run: Run) -> None:
    def text(g: Any, c: Any) -> Any:
        g.lines(4)
        g.at('assert c, "no c"')
        g.check(c, message="no c")
        return 1

    assert run(text, {"c": BOOL_NUMBER}, True) == [1]
    with pytest.raises(AssertionError, match="no c") as caught:
        run(text, {"c": BOOL_NUMBER}, False)
    assert caught.value.__notes__ == ['  in prog.py:4: assert c, "no c"']


@pytest.mark.parametrize("value", [2**32, -(2**40), 3037000500])
def test_an_int_outside_64_bits_is_refused(run: Run, value: float) -> None:
    def text(g: Any, i: Any) -> Any:
        g.lines(6)
        g.at("j = i * i")
        return g.multiply(i, i)

    assert run(text, {"i": INT}, 3037000499) == [3037000499**2]
    with pytest.raises(DslError) as caught:
        run(text, {"i": INT}, value)
    assert caught.value.code == "integer-overflow"
    shown = str(caught.value)
    assert str(value * value) in shown
    assert "prog.py:6" in shown
    assert "`j = i * i`" in shown


def test_a_size_outside_64_bits_is_refused(run: Run) -> None:
    def text(g: Any, count: Any) -> Any:
        return g.add(count * count, 1)

    count: Any = dims("count")

    def with_dim(g: Any, _: Any) -> Any:
        return text(g, count if isinstance(g, Builder) else _)

    assert run(with_dim, {"count": INT}, 3, count=3) == [10]
    with pytest.raises(DslError) as caught:
        run(with_dim, {"count": INT}, 2**62, count=2**62)
    assert caught.value.code == "integer-overflow"


def test_sizes_that_must_be_equal(run: Run) -> None:
    def text(g: Any, x: Any, y: Any) -> Any:
        g.lines(9)
        g.at("z = x + y")
        return g.add(x, y)

    parameters = {"x": VECTOR, "y": OTHER}
    same(run(text, parameters, vector(1, 2), vector(3, 4), n=2, m=2)[0], vector(4, 6))
    with pytest.raises(DslError) as caught:
        run(text, parameters, vector(1, 2), vector(3), n=2, m=1)
    assert caught.value.code == "shape-assumption"
    shown = str(caught.value)
    for part in ("`n` = 2", "`m` = 1", "prog.py:9", "`z = x + y`"):
        assert part in shown


def test_sizes_known_late_that_must_be_equal(run: Run) -> None:
    def text(g: Any, x: Any, count: Any) -> Any:
        g.lines(9, 10)
        g.at("y = np.zeros(count)")
        y = g.zeros((g.as_dim(count, low=0),), dtype=F32)
        g.at("z = x + y")
        return g.add(x, y)

    parameters = {"x": VECTOR, "count": INT}
    same(run(text, parameters, vector(1, 2), 2, n=2)[0], vector(1, 2))
    with pytest.raises(DslError) as caught:
        run(text, parameters, vector(1, 2), 1, n=2)
    assert caught.value.code == "shape-assumption"
    for part in ("`n` = 2", "= 1", "prog.py:10", "`z = x + y`"):
        assert part in str(caught.value)
