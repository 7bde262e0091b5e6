"""Whole graphs as kernels in the emulator give what NumPy gives, whatever the grid and schedule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.gpu import run
from dslc.gpu.arena import Arena
from dslc.gpu.backend import Cuda, Planned
from dslc.gpu.device import launch_of
from dslc.gpu.emulated import Emulated
from dslc.gpu.emulator.machine import Schedule
from dslc.gpu.placed import Placed
from dslc.gpu.plan import plan_of
from dslc.gpu.print_nest import print_nest
from dslc.ir.builder import Builder
from dslc.ir.cxx.names import Names
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.nests.language import Array
from dslc.ir.nests.parse import parse_nest
from dslc.ir.nests.run import run as run_nest
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

NESTS = sorted((Path(__file__).parent.parent / "golden" / "nests").glob("*.py"))
n, m, k = dims("n m k")
F32 = BY_NAME["f32"]


def compiled(graph: Graph, schedule: Schedule = "forward") -> tuple[Planned, Emulated]:
    device = Emulated(schedule)
    return Cuda("cuda-emulated", device).compile(graph), device


def graph_of_text(text: Callable[..., Any], **parameters: TensorType) -> Graph:
    g = Builder("program", [*parameters.items()], source="program.py")
    results = text(g, *g.graph.parameters)
    return verify(g.finish(results if isinstance(results, tuple) else (results,)))


def same(found: list[Any], expected: list[Any], rtol: float = 0) -> None:
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert type(one) is type(other)
        assert np.asarray(one).dtype == np.asarray(other).dtype
        np.testing.assert_allclose(one, other, rtol=rtol)


IN_ANOTHER_ORDER = ("places_of_rows", "scan")
"""Nests with sums so far, which a team of threads adds in an order of its own."""


@pytest.mark.parametrize("path", NESTS, ids=lambda path: path.stem)
def test_nests(path: Path, graph_of: Any, draw: Any) -> None:
    graph = verify(graph_of(path.read_text("utf-8")))
    native, device = compiled(graph)
    for schedule in ("forward", "greedy", "random"):
        device.schedule = schedule
        for size in (0, 1, 3, 8):
            arguments, sizes = draw(graph, size)
            try:
                expected = evaluate(graph, arguments, sizes)
            except Exception as error:  # noqa: BLE001
                with pytest.raises(type(error)) as raised:
                    native(arguments, sizes)
                assert str(raised.value) == str(error)
                continue
            rtol = 1e-6 if path.stem in IN_ANOTHER_ORDER else 0
            same(native(arguments, sizes), expected, rtol)


# --- reductions -----------------------------------------------------------------------------------


def reductions(g: Builder, x: Any) -> Any:
    return (
        *(getattr(g, name)(x) for name in ("sum", "mean", "max", "min")),
        *(getattr(g, name)(x, axis=1) for name in ("sum", "mean", "max", "prod")),
        *(getattr(g, name)(x, axis=0) for name in ("sum", "max")),
        g.any(g.greater(x, 3.0)),
        g.sum(g.greater(x, 0.0)),
    )


def drawn(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("most", [1, 3, 1 << 16])
def test_sums_are_added_as_numpy_does_it(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bit for bit, and whatever the number of blocks."""
    monkeypatch.setattr(run, "launch_of", partial(launch_of, most=most))
    graph = graph_of_text(reductions, x=TensorType(F32, (n, m)))
    native, _ = compiled(graph)
    for shape in ((1, 7), (3, 8), (2, 129), (5, 300), (40, 1000), (1, 1), (2, 3000)):
        x = drawn(*shape)
        sizes = {"n": shape[0], "m": shape[1]}
        same(native([x], sizes), evaluate(graph, [x], sizes))
    x = drawn(8, 130)
    x[2, 5], x[3] = np.nan, np.inf
    same(native([x], {"n": 8, "m": 130}), evaluate(graph, [x], {"n": 8, "m": 130}))


def test_places_are_the_first_of_the_best() -> None:
    """With ties, infinities and NaN, along an axis and of all."""

    def text(g: Builder, x: Any) -> Any:
        found = [g.argmax(x, axis=axis) for axis in (0, 1, None)]
        whole = g.cast(g.rint(g.multiply(x, 2.0)), BY_NAME["i32"])
        found += [g.argmin(each, axis=axis) for axis in (0, 1, None) for each in (x, whole)]
        return (*found, g.argmax(g.greater(x, 1.0), axis=1))

    graph = graph_of_text(text, x=TensorType(F32, (n, m)))
    assert "host nest" not in str(plan_of(graph))
    native, _ = compiled(graph)
    for shape in ((1, 1), (3, 8), (2, 129), (40, 300), (3, 3000)):
        x = np.round(drawn(*shape), 1)
        sizes = {"n": shape[0], "m": shape[1]}
        same(native([x], sizes), evaluate(graph, [x], sizes))
        x[-1, -1], x[shape[0] // 2, shape[1] // 2] = np.inf, -np.inf
        same(native([x], sizes), evaluate(graph, [x], sizes))
        x[shape[0] // 2, shape[1] // 2 :] = np.nan
        with np.errstate(invalid="ignore"):
            same(native([x], sizes), evaluate(graph, [x], sizes))


@pytest.mark.parametrize("schedule", ["forward", "greedy", "random"])
def test_scans_take_as_many_trips_at_once_as_a_team_has_threads(schedule: Schedule) -> None:
    def text(g: Builder, x: Any, y: Any) -> Any:
        squared = g.multiply(x, x)
        return (
            *(g.cumsum(squared, axis=axis) for axis in (1, None)),
            g.maximum_accumulate(x, axis=1),
            *(
                getattr(g, name)(y, axis=axis)
                for name in ("cumsum", "cumprod")
                for axis in (1, None)
            ),
            g.cumprod(x, axis=1),
        )

    types = {"x": TensorType(F32, (n, m)), "y": TensorType(BY_NAME["i32"], (n, m))}
    graph = graph_of_text(text, **types)
    assert "host nest" not in str(plan_of(graph))
    native, _ = compiled(graph, schedule)
    for shape in ((0, 5), (5, 0), (1, 1), (3, 8), (2, 9), (40, 33), (3, 1000), (2, 1027)):
        x, sizes = drawn(*shape), {"n": shape[0], "m": shape[1]}
        arguments = [x, (x * 10).astype(np.int32)]
        expected = evaluate(graph, arguments, sizes)
        found = native(arguments, sizes)
        same(found[:2], expected[:2], rtol=1e-5)
        same(found[2:], expected[2:])


def test_axes_in_the_middle_and_rows_that_need_memory() -> None:
    def text(g: Builder, x: Any) -> Any:
        inner = g.sum(x, axis=(0, 2))
        shifted = g.subtract(x, g.max(x, axis=2, keepdims=True))
        power = g.exp(shifted)
        return inner, g.divide(power, g.sum(power, axis=2, keepdims=True))

    graph = graph_of_text(text, x=TensorType(F32, (n, m, k)))
    native, _ = compiled(graph)
    for shape in ((2, 3, 4), (3, 1, 40), (1, 2, 13000)):
        x = drawn(*shape)
        sizes = dict(zip("nmk", shape, strict=True))
        for one, other in zip(native([x], sizes), evaluate(graph, [x], sizes), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)


def test_integers_wrap_around() -> None:
    dtypes = [BY_NAME[name] for name in ("i8", "u8", "i16", "i32", "i64", "u64")]

    def text(g: Builder, *values: Any) -> Any:
        return tuple(
            each
            for x in values
            for each in (
                g.greater(g.add(x, x), x),
                g.multiply(x, x),
                g.negative(x),
                g.sum(x),
                g.less(g.invert(x), x),
                g.floor_divide(x, g.subtract(x, x)),
            )
        )

    types = {f"x{number}": TensorType(dtype, (n,)) for number, dtype in enumerate(dtypes)}
    graph = graph_of_text(text, **types)
    native, _ = compiled(graph)
    values = [np.array([np.iinfo(d).min, np.iinfo(d).max, 3, 0, 100], d).astype(d) for d in dtypes]
    same(native(values, {"n": 5}), evaluate(graph, values, {"n": 5}))


# --- what kernels move ----------------------------------------------------------------------------


def standard(g: Builder, x: Any, y: Any) -> Any:
    total = g.add(g.multiply(x, 2.0), y)
    return g.where(g.greater(total, 0.0), total, x)


def everything(g: Builder, x: Any) -> Any:
    return g.sum(g.multiply(x, x))


def greatest(g: Builder, x: Any) -> Any:
    return g.argmax(g.abs(x))


@pytest.mark.parametrize(
    ("text", "count", "least"),
    [(standard, 2, 12), (everything, 1, 4), (greatest, 1, 4)],
    ids=["points", "sum", "place"],
)
def test_a_million_elements(text: Callable[..., Any], count: int, least: int) -> None:
    size = 1 << 20
    graph = graph_of_text(text, **{f"x{i}": TensorType(F32, (n,)) for i in range(count)})
    native, device = compiled(graph)
    arguments = [drawn(size) for _ in range(count)]
    same(native(arguments, {"n": size}), evaluate(graph, arguments, {"n": size}))
    first = device.counts[0]
    assert first.blocks >= 64
    assert first.active >= 0.9 * first.threads
    assert sum(did.loaded + did.stored for did in device.counts) <= 1.1 * least * size


# --- the plan -------------------------------------------------------------------------------------


def test_what_has_no_kernel_is_shown_to_run_on_the_host() -> None:
    def text(g: Builder, x: Any) -> Any:
        return g.add(g.sort(x, axis=0), 1.0)

    graph = graph_of_text(text, x=TensorType(F32, (n, 3)))
    shown = str(plan_of(graph)).splitlines()
    assert shown == [
        "program:",
        "    host sort (copies x)",
        "    launch add_kernel(sort, add): 24*n bytes, 3*n operations",
        "    in all 24*n bytes by kernels, 24*n bytes of arguments and results",
    ]
    native, _ = compiled(graph)
    sizes: Mapping[str, int] = {"n": 9}
    x = drawn(9, 3)
    same(native([x], sizes), evaluate(graph, [x], sizes))


def test_the_library_reads_transposed_matrices_in_place() -> None:
    def text(g: Builder, x: Any, w: Any) -> Any:
        turned = g.transpose(w, axes=(1, 0))
        return g.matmul(x, turned), g.matmul(g.add(x, 1.0), turned)

    graph = graph_of_text(text, x=TensorType(F32, (n, m)), w=TensorType(F32, (k, m)))
    shown = [line.split("(")[0].strip() for line in str(plan_of(graph)).splitlines()[1:-1]]
    assert shown == ["view transpose", "library matmul", "launch add_kernel", "library matmul"]
    native, _ = compiled(graph)
    x, w = drawn(3, 5), drawn(4, 5)
    same(
        native([x, w], {"n": 3, "m": 5, "k": 4}), evaluate(graph, [x, w], {"n": 3, "m": 5, "k": 4})
    )


def test_types_that_kernels_do_not_have_run_on_the_host() -> None:
    def text(g: Builder, x: Any) -> Any:
        return g.add(x, x)

    graph = graph_of_text(text, x=TensorType(BY_NAME["c64"], (n,)))
    assert "host nest (copies x): kernels have no c64" in str(plan_of(graph))
    native, _ = compiled(graph)
    x = drawn(4).astype(np.complex64)
    same(native([x], {"n": 4}), evaluate(graph, [x], {"n": 4}))


def launched(text: str, operands: list[np.ndarray], sizes: dict[str, int]) -> list[Any]:
    """What a nest gives by its kernels."""
    nest = parse_nest(text)
    made = print_nest(nest, Names())
    lines = [line for kernel in made.kernels for line in kernel.lines]
    device = Emulated()
    source = "\n".join(['#include "device.h"', *lines])
    code = device.compile(source, {kernel.name: source for kernel in made.kernels})
    blocks = Arena(device).begin(sizes)
    launches = run.Launches(made, blocks, code, sizes, lambda value: value)
    for each, value in zip(nest.operands, operands, strict=True):
        type_ = TensorType(value.dtype, value.shape)
        launches.give(each, Placed(device, blocks, type_, host=value))
    for result in nest.results:
        if isinstance(result, Array):
            launches.make(result)
    launches.run()
    found = [launches.block_of(each).memory for each in nest.results]
    return [each if each.ndim else each[()] for each in found]


def test_products_by_teams_and_by_threads() -> None:
    text = """\
(x: f64[n, d], w: f64[d, e]) -> (y: f64[n, e], z: f64[n, e])
for i0 < n:
    y[i0, c0] = x[i0, a0] @ w[a0, c0] along a0 < d across c0 < e
for i0 < n:
    for i1 < 1:
        z[i0, c0] = x[i0, a0] @ w[a0, c0] along a0 < d across c0 < e
"""
    random = np.random.default_rng(3)
    for n_, d, e in ((2, 3, 4), (3, 700, 2), (2, 40, 33), (1, 5, 1200), (2, 0, 3), (1, 300, 97)):
        x, w = random.standard_normal((n_, d)), random.standard_normal((d, e))
        for found in launched(text, [x, w], {"n": n_, "d": d, "e": e}):
            np.testing.assert_allclose(found, x @ w, rtol=1e-9, atol=1e-11)


def test_loops_of_points_in_one_loop_are_a_kernel_each() -> None:
    text = """\
(x: f64[n, m]) -> (y: f64[n, m], z: f64[n, m])
for i0 < n:
    for i1 < m:
        y[i0, i1] = multiply(x[i0, i1], 2.0)
    for i1 < m:
        z[i0, i1] = add(y[i0, i1], x[i0, i1])
"""
    made = print_nest(parse_nest(text), Names())
    assert [kernel.kind for kernel in made.kernels] == ["points", "points"]
    x = np.random.default_rng(2).standard_normal((5, 7))
    same(launched(text, [x], {"n": 5, "m": 7}), [x * 2.0, x * 2.0 + x])


def test_a_place_that_is_picked_outside_of_all_loops() -> None:
    text = """\
(x: f64[n, 5], t: i32[1]) -> (y: f64[2, 5], whole: f64)
pick p0 < n = t[0]
for i0 < 2:
    for i1 < 5:
        y[i0, i1] = x[p0, i1]
for i1 < 5:
    whole sum= x[p0, i1]
"""
    x = np.random.default_rng(1).standard_normal((7, 5))
    for place in (3, -1):
        given: list[np.ndarray] = [x, np.array([place], np.int32)]
        same(launched(text, given, {"n": 7}), list(run_nest(parse_nest(text), given, {"n": 7})))


def test_picked_indices_and_totals_of_totals() -> None:
    """Nests by their text: what no op is lowered to yet."""
    text = """\
(x: f64[n, 5], t: i32[m]) -> (y: f64[m, 5], whole: f64)
for i0 < m:
    pick p0 < n = t[i0]
    for i1 < 5:
        y[i0, i1] = x[p0, i1]
    for i1 < 5:
        part sum= x[p0, i1]
    whole sum= part
"""
    x, t = np.random.default_rng(1).standard_normal((7, 5)), np.array([3, -1, 0, 6] * 40, np.int32)
    sizes = {"n": 7, "m": t.size}
    same(launched(text, [x, t], sizes), list(run_nest(parse_nest(text), [x, t], sizes)))
