"""Compiled functions: builder functions in the emitted form, called, stepped and looked at."""

from __future__ import annotations

import inspect
import linecache
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import pytest

import dslc
from dslc import DslError, Scalar, Static, Tensor, f32, i64
from dslc.compiled import CompiledFunction, builder

n, m, k = dslc.dims("n m k")
DEVICES = ["reference", "step", "cpu"]


def zeros(*shape: int) -> np.ndarray[Any, Any]:
    return np.zeros(shape, np.float32)


def counted(*shape: int) -> np.ndarray[Any, Any]:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


def fault_of(action: Callable[[], object]) -> str:
    with pytest.raises(DslError) as raised:
        action()
    (diagnostic,) = raised.value.diagnostics
    return f"{diagnostic.code}: {diagnostic.message}"


# --- one function -----------------------------------------------------------------------------


@builder("newton.py")
def newton_sqrt(g, x: Tensor[f32, n], tol: Scalar[f32], most: Scalar[i64]) -> Tensor[f32, n]:
    """The square root of each element."""
    g.lines(8, 9, 10, 11, 12, 13)

    g.at("y = np.maximum(x, 1.0)")
    y = g.maximum(x, 1.0)

    g.at("gap = np.max(np.abs(y * y - x))")
    gap_multiply = g.multiply(y, y)
    gap_subtract = g.subtract(gap_multiply, x)
    gap_abs = g.abs(gap_subtract)
    gap = g.max(gap_abs, axis=(0,))

    g.at("while gap > tol and step < most:")

    def loop1_test(y, gap, step):
        test_greater = g.greater(gap, tol)
        test_less = g.less(step, most)
        return g.logical_and(test_greater, test_less)

    def loop1_body(y, gap, step):
        g.at("y = 0.5 * (y + x / y)")
        y_divide = g.divide(x, y)
        y_add = g.add(y, y_divide)
        y = g.multiply(0.5, y_add)

        g.at("gap = np.max(np.abs(y * y - x))")
        gap_multiply = g.multiply(y, y)
        gap_subtract = g.subtract(gap_multiply, x)
        gap_abs = g.abs(gap_subtract)
        gap = g.max(gap_abs, axis=(0,))

        g.at("step = step + 1")
        step = g.add(step, 1)
        return y, gap, step

    y, _, _ = g.while_(loop1_test, loop1_body, (y, gap, 0))
    return y


def plain_newton_sqrt(x: Any, tol: Any, most: Any) -> Any:
    y = np.maximum(x, np.float32(1.0))
    gap = np.max(np.abs(y * y - x))
    step = 0
    while gap > tol and step < most:
        y = np.float32(0.5) * (y + x / y)
        gap = np.max(np.abs(y * y - x))
        step += 1
    return y


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("x", [[4.0], [1.0, 2.0, 9.0], [0.0, np.nan], [np.inf]])
def test_a_loop_equals_numpy(device: str, x: list[float]) -> None:
    given = np.asarray(x, np.float32)
    with np.errstate(all="ignore"):
        expected = plain_newton_sqrt(given, np.float32(1e-6), np.int64(50))
    actual = newton_sqrt.with_device(device)(given, 1e-6, 50)
    assert actual.dtype == expected.dtype
    np.testing.assert_array_equal(actual, expected)


def test_it_shows_what_it_is() -> None:
    assert repr(newton_sqrt.with_device("reference")) == (
        "<compiled newton_sqrt(x: Tensor[f32, n], tol: Scalar[f32], most: Scalar[i64])"
        " -> Tensor[f32, n], device reference>"
    )
    assert newton_sqrt.__name__ == "newton_sqrt"
    assert newton_sqrt.__doc__ == "The square root of each element."
    assert list(inspect.signature(newton_sqrt).parameters) == ["x", "tol", "most"]
    assert newton_sqrt.source.startswith('@builder("newton.py")\ndef newton_sqrt(g, ')
    assert newton_sqrt.source.endswith("    return y\n")
    assert newton_sqrt.graph.name == "newton_sqrt"
    assert newton_sqrt.graph is newton_sqrt.graph
    assert newton_sqrt.graph.source.endswith("newton.py")


def test_wrong_arguments_say_what_is_expected() -> None:
    assert fault_of(lambda: newton_sqrt(np.zeros(3), 1e-6, 50)) == (
        "argument-mismatch: `x` of `newton_sqrt` is declared Tensor[f32, n], the argument is f64[3]"
    )
    assert fault_of(lambda: newton_sqrt(zeros(3), 1e-6, 1.5)) == (
        "argument-mismatch: `most` of `newton_sqrt` is declared Scalar[i64],"
        " the argument is the float 1.5"
    )
    assert fault_of(lambda: newton_sqrt(zeros(3), 1e-6)) == (
        "argument-mismatch: `newton_sqrt` needs `most`"
    )


# --- structs and calls ------------------------------------------------------------------------


@dataclass(frozen=True)
class Dense:
    w: Tensor[f32, n, m]
    b: Tensor[f32, m]


class Statistics(NamedTuple):
    total: Any
    count: Any


@builder("model.py")
def dense(
    g, x: Tensor[f32, n], layer: Dense, scale: float = 1.0, times: Static[int] = 1
) -> Tensor[f32, m]:
    g.lines(5)
    g.at("h = x @ layer.w + layer.b")
    h_matmul = g.matmul(x, layer.w)
    h = g.add(h_matmul, layer.b)
    for _ in range(times):
        h = g.multiply(h, scale)
    return h


@builder("model.py")
def two_layers(g, x: Tensor[f32, n], first: Dense, second: Dense, k: int):
    g.lines(12, 13, 14)
    g.at("h = dense(x, first)")
    h = g.call(dense, x, first)

    g.at("y = dense(h, second, k, times=2)")
    y = g.call(dense, h, second, k, times=2)

    g.at("return {...}")
    total = g.sum(y, axis=None)
    return {"h": h, "parts": [Statistics(total, k), (y, None, "text", 1.5)]}


@pytest.mark.parametrize("device", ["reference", "step"])
def test_structs_and_calls(device: str) -> None:
    x, first, second = (
        counted(3),
        Dense(counted(3, 4), counted(4)),
        Dense(counted(4, 2), counted(2)),
    )
    result = two_layers.with_device(device)(x, first, second, k=3)
    h = x @ first.w + first.b
    y = (h @ second.w + second.b) * 3.0 * 3.0
    assert list(result) == ["h", "parts"]
    np.testing.assert_array_equal(result["h"], h)
    statistics, rest = result["parts"]
    assert type(statistics) is Statistics
    assert (statistics.total, statistics.count) == (np.sum(y), 3)
    assert type(statistics.total) is np.float32
    np.testing.assert_array_equal(rest[0], y)
    assert rest[1:] == (None, "text", 1.5)


def test_calls_share_a_graph_for_equal_build_time_arguments() -> None:
    callees = [
        node.attributes["callee"] for node in two_layers.graph.walk() if node.op.name == "call"
    ]
    assert callees[0] is dense.graph
    assert callees[1] is dense.graph_for(times=2)
    assert dense.graph_for(times=True) is not dense.graph


def test_assumed_sizes_are_checked_at_the_call() -> None:
    first, second = Dense(counted(3, 4), counted(4)), Dense(counted(5, 2), counted(2))
    fault = "shape-assumption: the sizes `m` = 4 and `second_n` = 5"
    reference = two_layers.with_device("reference")
    assert fault_of(lambda: reference(counted(3), first, second, 1)).startswith(fault)
    assert fault_of(lambda: reference.step(counted(3), first, second, 1)).startswith(fault)


def refused(text: str) -> str:
    """What building the last function of an emitted text says."""
    file = f"<refused {len(linecache.cache)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    namespace = {**globals()}
    exec(compile(text, file, "exec", dont_inherit=True), namespace)
    *_, last = (each for each in namespace.values() if isinstance(each, CompiledFunction))
    return fault_of(lambda: last.graph)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (
            "x, layer, 1.0, y",
            "`times` of `dense` is declared Static[int], the argument is int, known",
        ),
        ("x, layer, x", "`scale` of `dense` is declared float, the argument is f32[n]"),
        ("y, layer", "`x` of `dense` is declared Tensor[f32, n], the argument is int"),
        ("layer, x", "`x` of `dense` is declared Tensor[f32, n], the argument is a Dense"),
        ("x, x", "`layer` of `dense` is declared Dense, the argument is a Value"),
        ("x", "`dense` needs `layer`"),
    ],
)
def test_wrong_arguments_of_a_call(arguments: str, fault: str) -> None:
    text = f"""
@builder("model.py")
def caller(g, x: Tensor[f32, n], layer: Dense, y: int):
    g.lines(7)
    g.at("return dense(...)")
    return g.call(dense, {arguments})
"""
    assert refused(text).startswith(f"argument-mismatch: {fault}")


def test_numbers_become_declared_scalars_in_a_call() -> None:
    @builder("model.py")
    def scaled(g, x: Tensor[f32, n], a: Scalar[f32], b: float, c: bool):
        chosen = g.if_(c, lambda: g.multiply(x, a), lambda: g.multiply(x, b))
        return chosen, a, b, c

    @builder("model.py")
    def caller(g, x: Tensor[f32, n], k: int, a: Scalar[f32]):
        first = g.call(scaled, x, 0.1, 1, True)
        second = g.call(scaled, x, k, k, g.less(k, 3))
        return first, second, g.call(scaled, x, a, a, np.True_)

    for device in ("reference", "step"):
        first, second, third = caller.with_device(device)(counted(2), 4, 0.5)
        np.testing.assert_array_equal(first[0], counted(2) * np.float32(0.1))
        assert [repr(value) for value in first[1:]] == [repr(np.float32(0.1)), "1.0", "True"]
        assert [repr(value) for value in second[1:]] == [repr(np.float32(4)), "4.0", "False"]
        assert [repr(value) for value in third[1:]] == [repr(np.float32(0.5)), "0.5", "True"]


# --- declared results -------------------------------------------------------------------------


WRONG_RESULTS = [
    ("Tensor[f32, n]", "g.sum(x, axis=0)", "dtype", "the result", "the scalar f32"),
    ("Tensor[f32, n + 1]", "x", "shape", "the result", "f32[n]"),
    ("Tensor[f32, n, n]", "x", "shape", "the result", "f32[n]"),
    ("Tensor[i64, n]", "x", "dtype", "the result", "f32[n]"),
    ("Scalar[f32]", "1.0", "dtype", "the result", "float"),
    ("float", "1", "dtype", "the result", "int"),
    ("None", "x", "dtype", "the result", "f32[n]"),
    ("tuple[Tensor[f32, n], float]", "x", "dtype", "the result", "f32[n]"),
    ("tuple[Tensor[f32, n], float]", "[x, 1.0]", "dtype", "the result", "a list"),
]


@pytest.mark.parametrize(("declared", "returned", "kind", "part", "actual"), WRONG_RESULTS)
def test_a_result_that_is_not_as_declared(
    declared: str, returned: str, kind: str, part: str, actual: str
) -> None:
    fault = f"{kind}-mismatch: {part} of `f` is declared {declared}, but is {actual}"
    assert refused(returning(declared, returned)) == fault


def test_parts_of_a_result_are_named() -> None:
    assert refused(returning("tuple[Tensor[f32, n], float]", "(x, 2)")) == (
        "dtype-mismatch: item 1 of the result of `f` is declared float, but is int"
    )
    assert refused(returning("Dense", "Dense(x, x)")) == (
        "shape-mismatch: `w` of the result of `f` is declared Tensor[f32, n, m], but is f32[n]"
    )
    assert refused(returning("Tensor[f32, n]", "object()")) == (
        "result-unsupported: a object cannot be returned"
    )


def returning(declared: str, returned: str) -> str:
    return f"""
@builder("model.py")
def f(g, x: Tensor[f32, n]) -> {declared}:
    return {returned}
"""


def test_a_declared_size_is_assumed_and_checked() -> None:
    @builder("model.py")
    def paired(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> tuple[Tensor[f32, n], Tensor[f32, n]]:
        return x, y

    assert [str(each.comparison) for each in paired.graph.requires] == ["m == n"]
    compiled = paired.with_device("reference")
    assert compiled(counted(2), counted(2))[1].tolist() == [0.0, 1.0]
    assert fault_of(lambda: compiled(counted(2), counted(3))).startswith("shape-assumption: ")


def test_a_new_name_in_a_result_stands_for_any_size() -> None:
    @builder("model.py")
    def doubled(g, x: Tensor[f32, n]) -> tuple[Tensor[f32, k], Tensor[f32, k]]:
        twice = g.concat((x, x), axis=0)
        return twice, twice

    assert doubled.graph.requires == []
    assert doubled.with_device("reference")(counted(2))[0].tolist() == [0.0, 1.0, 0.0, 1.0]


# --- build-time arguments ---------------------------------------------------------------------


def test_each_build_time_argument_has_its_graph() -> None:
    built: list[Any] = []

    @builder("model.py")
    def scaled(
        g, x: Tensor[f32, n], factor: Static[object] = 1, bias: Tensor[f32, n] | None = None
    ):
        built.append(factor)
        product = g.multiply(x, factor)
        return product if bias is None else g.add(product, bias)

    compiled = scaled.with_device("reference")
    assert built == []
    for factor in (2, 2, 2.0, -0.0, 0.0, -0.0, 2):
        compiled(counted(2), factor)
    assert [repr(each) for each in built] == ["2", "2.0", "-0.0", "0.0"]
    assert compiled(counted(2), 2, counted(2)).tolist() == [0.0, 3.0]
    assert len(built) == 5


def test_recursion_ends_by_build_time_arguments() -> None:
    @builder("model.py")
    def power(g, x: Tensor[f32, n], times: Static[int] = 0):
        return x if times == 0 else g.multiply(x, g.call(power, x, times - 1))

    for device in ("reference", "step"):
        np.testing.assert_array_equal(power.with_device(device)(counted(3), 3), counted(3) ** 4)
    assert fault_of(lambda: power.graph_for(times=250)) == (
        "too-deep: the call of `power` is more than 200 calls deep"
    )
    assert power.graph_for(times=150).name == "power"


def test_recursion_without_end() -> None:
    @builder("model.py")
    def odd(g, x: Tensor[f32, n]):
        return g.call(even, x)

    @builder("model.py")
    def even(g, x: Tensor[f32, n]):
        return g.call(odd, x)

    assert fault_of(lambda: odd.graph) == "recursive-call: `odd` calls itself"
    assert fault_of(lambda: even.graph) == "recursive-call: `even` calls itself"


GAIN = 2.0


@builder("model.py", captures=("GAIN",))
def gained(g, x: Tensor[f32, n]):
    return g.multiply(x, GAIN)


@builder("model.py")
def gained_twice(g, x: Tensor[f32, n]):
    return g.call(gained, g.call(gained, x))


RATES = (1.0, 2.0)


@builder("rates.py")
def scaled(g: Any, x: Tensor[f32, n], by: Static[int] = 0) -> Any:
    test = g.greater(g.sum(x), 0)

    def if1_then() -> Any:
        return g.multiply(x, RATES[by])

    def if1_else() -> Any:
        return x

    return g.if_(test, if1_then, if1_else)


def test_python_that_raises_where_the_run_may_not_come_is_no_exception_of_the_call() -> None:
    assert scaled(counted(3), 1).tolist() == [0, 2, 4]
    said = "build-failed: building `scaled` raises IndexError: tuple index out of range"
    assert fault_of(lambda: scaled(zeros(3), 2)) == said


def test_a_captured_value_that_changes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, caller = gained.with_device("reference"), gained_twice.with_device("reference")
    assert (compiled(counted(2))[1], caller(counted(2))[1]) == (2.0, 4.0)
    graph = gained_twice.graph
    assert gained_twice.graph is graph
    monkeypatch.setitem(globals(), "GAIN", 3.0)
    assert (compiled(counted(2))[1], caller(counted(2))[1]) == (3.0, 9.0)
    assert caller.step(counted(2))[1] == 9.0


# --- devices, threads -------------------------------------------------------------------------


def test_devices_by_name() -> None:
    assert fault_of(lambda: newton_sqrt.with_device("gpu")) == (
        "device-unknown: there is no device `gpu`"
    )
    if find_spec("cupy") is None:
        compiled = newton_sqrt.with_device("cuda")
        assert fault_of(lambda: compiled(zeros(1), 1, 1)) == (
            "device-unavailable: CuPy is not installed"
        )


def test_the_environment_chooses_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    @builder("model.py")
    def same(g, x: Tensor[f32, n]):
        return x

    monkeypatch.setenv("DSLC_DEVICE", "step")
    assert repr(same).endswith(", device step>")

    @builder("model.py")
    def other(g, x: Tensor[f32, n]):
        return x

    monkeypatch.setenv("DSLC_DEVICE", "gpu")
    assert fault_of(lambda: other(zeros(1))) == (
        "device-unknown: there is no device `gpu` in DSLC_DEVICE"
    )


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DSLC_CXX", "no-such-compiler")
    monkeypatch.setattr("dslc.devices._warned", set())
    with pytest.warns(UserWarning, match="no-such-compiler"):
        result = newton_sqrt.with_device("auto")(np.ones(2, np.float32), 1e-6, 50)
    assert result.tolist() == [1.0, 1.0]
    assert repr(newton_sqrt.with_device("auto")).endswith(", device reference>")
    assert fault_of(lambda: newton_sqrt.with_device("cpu")(zeros(2), 1e-6, 50)).startswith(
        "device-unavailable: "
    )


def test_threads_share_one_graph() -> None:
    built: list[int] = []

    @builder("model.py")
    def slow(g, x: Tensor[f32, n], times: Static[int] = 0):
        built.append(times)
        for _ in range(50):
            x = g.add(x, 1.0)
        return x if times == 0 else g.call(slow, x, times - 1)

    compiled = slow.with_device("reference")
    start = threading.Barrier(8)
    results: list[float] = []

    def run(times: int) -> None:
        start.wait()
        results.append(float(compiled(zeros(1), times)[0]))

    threads = [threading.Thread(target=run, args=(number % 4,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [50.0, 50.0, 100.0, 100.0, 150.0, 150.0, 200.0, 200.0]
    assert sorted(built) == [0, 1, 2, 3]


@pytest.mark.parametrize("device", ["reference", "step", "auto"])
def test_a_broken_assumption_says_whence_and_what_to_do(device: str) -> None:
    @dslc.graph
    def shifted(x: Tensor[f32, n], y: Tensor[f32, m], rows: Scalar[i64]) -> Tensor[f32, n]:
        z = np.ones(int(rows), np.float32) + x
        return z + y

    compiled = dslc.compile(shifted).with_device(device)
    x, y = np.ones(4, np.float32), np.ones(1, np.float32)
    with pytest.raises(DslError) as entry:
        compiled(x, y, 4)
    text = str(entry.value)
    assert "the sizes `m` = 1 and `n` = 4 must be equal" in text
    assert "note: `m` is axis 0 of `y`, `n` is axis 0 of `x`" in text
    assert "help: an axis is stretched only where it is declared as 1, not as `m`" in text
    with pytest.raises(DslError) as inside:
        compiled(x, x, 3)
    text = str(inside.value)
    assert "the sizes `n` = 4 and `z_cast_n` = 3 must be equal" in text
    assert "note: `n` is axis 0 of `x`, `z_cast_n` is `int(rows)`" in text
