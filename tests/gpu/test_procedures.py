"""Kernels that are written by hand give what NumPy gives: parts, writes, windows, segments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from dslc.gpu.backend import Cuda
from dslc.gpu.emulated import Emulated
from dslc.gpu.emulator.machine import Schedule
from dslc.gpu.procedures import sorting
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.types import ScalarType, TensorType, Type
from dslc.ir.verify import verify

n, m, k = dims("n m k")
F32, F64, I64, I32, U8 = (BY_NAME[name] for name in ("f32", "f64", "i64", "i32", "u8"))


class Program:
    """A graph on the emulator and on NumPy."""

    def __init__(self, text: Callable[..., Any], **types: Type) -> None:
        g = Builder("program", [*types.items()], source="program.py")
        results = text(g, *g.graph.parameters)
        self.graph = verify(g.finish(results if isinstance(results, tuple) else (results,)))
        self.device = Emulated()
        self.native = Cuda("cuda-emulated", self.device).compile(self.graph)

    def check(
        self,
        arguments: Sequence[Any],
        sizes: Mapping[str, int],
        rtol: float = 0,
        schedules: Sequence[Schedule] = ("forward", "greedy"),
    ) -> None:
        """The same results, bit for bit or so close, or the same error."""
        for schedule in schedules:
            self.device.schedule = schedule
            try:
                expected = evaluate(self.graph, arguments, sizes)
            except Exception as error:  # noqa: BLE001
                with pytest.raises(type(error)) as raised:
                    self.native(arguments, sizes)
                assert str(raised.value) == str(error)
                continue
            for one, other in zip(self.native(arguments, sizes), expected, strict=True):
                assert type(one) is type(other)
                assert np.asarray(one).dtype == np.asarray(other).dtype
                assert np.shape(one) == np.shape(other)
                np.testing.assert_allclose(one, other, rtol=rtol, atol=rtol)

    def launched(self) -> list[str]:
        """The kernels since somebody asked."""
        found = [did.kernel for did in self.device.counts]
        self.device.counts.clear()
        return found

    def hosts(self) -> list[str]:
        """What the plan shows to run on the host."""
        lines = (line.strip() for line in str(self.native.plan).splitlines())
        return [line for line in lines if line.startswith("host")]


def drawn(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    made = np.random.default_rng(sum(shape)).standard_normal(shape)
    return (made if np.dtype(dtype).kind == "f" else made * 50).astype(dtype)


# --- parts ----------------------------------------------------------------------------------------


def test_parts_are_views_or_copied() -> None:
    def text(g: Builder, x: Any) -> Any:
        y, s = g.add(x, 1.0), g.s_
        keys = (s[2], s[1:3], s[:, 1], s[::-1, None], s[..., 1:9:3], s[-1, ..., 0], s[2, 1:5, ::-2])
        return (
            *(g.index(y, key) for key in keys),
            g.transpose(y, axes=(0, 2, 1)),
            g.transpose(y, axes=(2, 1, 0)),
            g.transpose(y, axes=(1, 0, 2)),
        )

    program = Program(text, x=TensorType(F32, (n, m, k)))
    for shape in ((3, 7, 9), (3, 40, 33), (5, 2, 1), (4, 70, 1)):
        program.check([drawn(*shape)], dict(zip("nmk", shape, strict=True)))
    assert program.hosts() == []
    assert {"copy_part_4", "turn_part_4"} <= set(program.launched())


def test_a_part_that_lies_in_one_piece_is_not_copied() -> None:
    def text(g: Builder, x: Any) -> Any:
        return g.index(g.add(x, 1.0), g.s_[1:])

    program = Program(text, x=TensorType(F32, (n, m)))
    program.check([drawn(5, 40)], {"n": 5, "m": 40}, schedules=["forward"])
    assert program.launched() == ["add_kernel"]


def test_parts_are_written_to() -> None:
    def text(g: Builder, x: Any, v: Any) -> Any:
        y, s = g.add(x, 1.0), g.s_
        return (
            g.store(y, s[1:3], v),
            g.store(y, s[:, 1], 7.5),
            g.store(y, s[..., ::-1, :], y),
            g.store(y, s[-1], g.index(v, s[0])),
            g.store(x, s[2, 1:2], 3),
        )

    program = Program(text, x=TensorType(F32, (n, m, k)), v=TensorType(F32, (m, k)))
    for shape in ((3, 7, 9), (4, 2, 1)):
        sizes = dict(zip("nmk", shape, strict=True))
        program.check([drawn(*shape), drawn(*shape[1:])], sizes)
    assert program.hosts() == []


def test_a_loop_writes_to_its_array_in_place() -> None:
    def text(g: Builder, x: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            return (g.store(y, g.s_[i], g.multiply(g.index(x, g.s_[i]), 2.0)),)

        return g.for_(g.range(n), body, (g.zeros((n, m), dtype=F32),))

    program = Program(text, x=TensorType(F32, (n, m)))
    program.check([drawn(9, 300)], {"n": 9, "m": 300}, schedules=["forward"])
    copied = [did for did in program.device.counts if did.kernel == "copy_part_4"]
    assert len(copied) == 9
    assert all(did.loaded <= 300 * 4 for did in copied)


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", ["i64", "i32", "u8"])
def test_rows_that_arrays_name(index: str) -> None:
    def text(g: Builder, x: Any, i: Any, j: Any, v: Any) -> Any:
        y, s = g.add(x, 1.0), g.s_
        rows = g.index(y, s[i])
        return (
            g.index(y, s[i, j]),
            g.add_at(y, s[i], rows),
            g.add_at(y, s[i, j], v),
            g.subtract_at(y, s[i], 0.1),
            g.multiply_at(y, s[i, j], 1.5),
            g.maximum_at(y, s[i], 0.5),
            g.store(y, s[i, j], v),
        )

    places = TensorType(BY_NAME[index], (k,))
    program = Program(text, x=TensorType(F32, (n, m)), i=places, j=places, v=TensorType(F32, (k,)))
    random = np.random.default_rng(2)
    for rows, width, count in ((5, 7, 3), (40, 3, 100), (2, 70, 1), (3, 2, 0)):
        i, j = (random.integers(0, size, count).astype(BY_NAME[index]) for size in (rows, width))
        sizes = {"n": rows, "m": width, "k": count}
        program.check([drawn(rows, width), i, j, drawn(count)], sizes)
        if count == 3 and index != "u8":
            program.check([drawn(rows, width), -i - 1, j, drawn(count)], sizes)
            j[1] = width
            program.check([drawn(rows, width), i, j, drawn(count)], sizes)


def test_counts_and_bins() -> None:
    def text(g: Builder, x: Any, c: Any, i: Any) -> Any:
        return g.add_at(c, g.s_[g.add(i, 0)], 1), g.add_at(x, g.s_[i], 1.0)

    types = {"x": TensorType(F32, (n,)), "c": TensorType(I64, (m,)), "i": TensorType(I64, (k,))}
    program = Program(text, **types)
    for count in (1, 33, 500):
        i = np.random.default_rng(0).integers(0, 6, count)
        program.check([drawn(6), np.arange(2000), i], {"n": 6, "m": 2000, "k": count})
    assert any("add_at" in name for name in program.launched())


# --- windows --------------------------------------------------------------------------------------

CONVOLUTIONS: list[tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((2, 3, 9, 8), (5, 3, 3, 2), {"padding": ((1, 1), (0, 2))}),
    ((1, 4, 10, 10), (6, 2, 3, 3), {"stride": (2, 3), "groups": 2}),
    ((2, 2, 7), (70, 2, 3), {"stretch": (2,), "padding": ((1, 2),)}),
    ((1, 1, 5, 6, 7), (2, 1, 2, 2, 2), {"dilation": (2, 1, 3)}),
    ((3, 2, 6, 5), (2, 2, 3, 3), {"padding": ((-1, 2), (2, -1))}),
]


@pytest.mark.parametrize(("shape", "window", "form"), CONVOLUTIONS, ids=lambda each: str(each)[:14])
def test_convolutions(
    shape: tuple[int, ...], window: tuple[int, ...], form: dict[str, Any]
) -> None:
    axes = len(shape) - 2
    plain: dict[str, Any] = {"stride": (1,) * axes, "dilation": (1,) * axes, "groups": 1}
    plain |= {"stretch": (1,) * axes, "padding": ((0, 0),) * axes, **form}

    def text(g: Builder, x: Any, w: Any) -> Any:
        own = {key: plain[key] for key in ("stride", "dilation", "padding")}
        return (
            g.conv(x, w, **plain),
            *(g.pool(x, kind=kind, window=window[2:], **own) for kind in ("max", "sum")),
        )

    program = Program(text, x=TensorType(F64, shape), w=TensorType(F64, window))
    assert program.hosts() == []
    x, w = drawn(*shape, dtype=np.float64), drawn(*window, dtype=np.float64)
    program.check([x, w], {}, 1e-13)
    w.flat[0], x.flat[-1] = np.inf, np.nan
    program.check([x, w], {}, 1e-13, ["forward"])


# --- segments, sparse matrices, bits --------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["f32", "i32"])
def test_segments(dtype: str) -> None:
    def text(g: Builder, x: Any, offsets: Any) -> Any:
        y = g.add(x, x)
        found = [g.segment_sum(y, offsets), g.segment_max(y, offsets, initial=0)]
        found += [g.segment_min(y, offsets, initial=3)]
        found += [g.segment_repeat(found[0], offsets, size=n)]
        return (*found, g.segment_softmax(y, offsets)) if dtype == "f32" else tuple(found)

    for width in (1, 3):
        types = {"x": TensorType(BY_NAME[dtype], (n, width)), "o": TensorType(I64, (k,))}
        program = Program(text, **types)
        assert program.hosts() == []
        for ends in ([0, 4, 4, 9], [0, 0, 1], [0, 300, 301], [0, 5, 3, 9], [1, 9], [0]):
            x = drawn(max(ends[-1], 1), width, dtype=BY_NAME[dtype])
            program.check([x, np.array(ends)], {"n": len(x), "k": len(ends)}, 1e-6)


def test_softmax_of_segments_is_one_kernel() -> None:
    """What is around it too; no row is padded, and one without elements is nothing."""

    def text(g: Builder, x: Any, y: Any, offsets: Any, bias: Any) -> Any:
        weights = g.segment_softmax(g.multiply(x, 2.0), offsets)
        total = g.segment_sum(g.multiply(weights, y), offsets)
        back = g.segment_repeat(total, offsets, size=n)
        return weights, g.add(total, bias), g.subtract(y, back)

    for width in (1, 5):
        types = {name: TensorType(F32, (n, width)) for name in ("x", "y")}
        more = {"o": TensorType(I64, (k + 1,)), "bias": TensorType(F32, (k, width))}
        program = Program(text, **types, **more)
        assert program.hosts() == []
        for ends in ([0, 4, 4, 9, 40], [0, 0], [0, 300, 301], [0]):
            total, count = ends[-1], len(ends) - 1
            arrays = [drawn(total, width), drawn(total + 1, width)[1:], np.array(ends)]
            sizes = {"n": total, "k": count}
            program.check([*arrays, drawn(count, width)], sizes, 1e-6, ["forward"])
        made = {name for name in program.launched() if name.endswith("_kernel")}
        assert len(made) == 1


def test_a_greatest_of_nothing() -> None:
    def text(g: Builder, x: Any, offsets: Any) -> Any:
        return g.segment_max(g.add(x, 0.0), offsets)

    program = Program(text, x=TensorType(F32, (n,)), o=TensorType(I64, (k,)))
    for ends in ([0, 4, 9], [0, 4, 4, 9]):
        program.check([drawn(9), np.array(ends)], {"n": 9, "k": len(ends)})


def test_sparse_products() -> None:
    def text(g: Builder, data: Any, i: Any, j: Any, pointers: Any, x: Any) -> Any:
        y = g.add(x, 1.0)
        return g.csr_matmul(data, j, pointers, y), g.coo_matmul(data, i, j, y, size=n)

    types = {name: TensorType(F64 if name == "data" else I32, (k,)) for name in ("data", "i", "j")}
    types |= {"pointers": TensorType(I64, (n + 1,)), "x": TensorType(F64, (m, 5))}
    program = Program(text, **types)
    assert program.hosts() == []
    random = np.random.default_rng(4)
    for rows, columns, entries in ((6, 4, 20), (40, 9, 300), (3, 2, 1)):
        i, j = (random.integers(0, each, entries).astype("i4") for each in (rows, columns))
        pointers = np.searchsorted(np.sort(i), np.arange(rows + 1))
        data, x = drawn(entries, dtype="f8"), drawn(columns, 5, dtype="f8")
        sizes = {"n": rows, "m": columns, "k": entries}
        program.check([data, i, j, pointers, x], sizes)
        for wrong, at in ((2, 0), (1, -1), (3, 1)):
            changed = [each.copy() for each in (data, i, j, pointers)]
            changed[wrong][at] = 1000
            program.check([*changed, x], sizes, schedules=["forward"])


def test_random_bits() -> None:
    def text(g: Builder, x: Any, seed: Any) -> Any:
        key = g.random_key(seed)
        return g.random_bits(key, (n, m)), g.random_bits(key, (n,), stream=3)

    program = Program(text, x=TensorType(F32, (n, m)), seed=ScalarType(I64))
    program.check([drawn(70, 33), np.int64(7)], {"n": 70, "m": 33})
    assert "random_bits" in program.launched()


# --- masks and order ------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["f32", "i64", "u8"])
def test_rows_where_a_mask_is_true(dtype: str) -> None:
    of = BY_NAME[dtype]
    program = Program(
        lambda g, x, y: g.add(
            g.index(g.add(x, x), g.s_[g.greater(y, 0.0)]), g.full((), 1, dtype=of)
        ),
        x=TensorType(of, (n, m)),
        y=TensorType(F32, (n,)),
    )
    for size, width in ((1, 3), (300, 2), (5000, 1)):
        x, y = drawn(size, width, dtype=of), drawn(size)
        program.check([x, y], {"n": size, "m": width}, schedules=("forward", "random"))
        program.check([x, np.zeros_like(y)], {"n": size, "m": width}, schedules=("greedy",))
    assert "places_of_true" in program.launched()


def test_a_mask_of_several_axes() -> None:
    program = Program(lambda g, x: g.index(x, g.s_[g.greater(x, 0.5)]), x=TensorType(F32, (n, m)))
    program.check([drawn(9, 7)], {"n": 9, "m": 7})
    assert {"count_true", "add_up_tiles", "places_of_true"} <= {*program.launched()}


@pytest.mark.parametrize("dtype", ["f32", "f64", "i32", "u8"])
def test_rows_in_order(dtype: str) -> None:
    of = BY_NAME[dtype]
    program = Program(
        lambda g, x: (g.sort(g.add(x, x)), g.argsort(g.add(x, x), stable=True)),
        x=TensorType(of, (n, m)),
    )
    for rows, length in ((3, 1), (5, 77), (2, 600)):
        x = drawn(rows, length, dtype=of)
        if of.kind == "f":
            x[0, ::3], x[-1, ::2], x[-1, ::4] = np.nan, -0.0, 0.0
        x[rows // 2] = x[rows // 2, 0]  # equal elements keep their order
        program.check([x], {"n": rows, "m": length})
        (found, _), (expected, _) = (
            each([x], {"n": rows, "m": length})
            for each in (program.native, lambda a, s: evaluate(program.graph, a, s))
        )
        assert found.tobytes() == expected.tobytes()  # the signs of zeros too
    assert {f"sort_rows_{dtype}", f"take_in_order_{dtype}"} <= {*program.launched()}


def test_a_row_that_shared_memory_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sorting, "SHARED", 256)
    program = Program(lambda g, x: g.argsort(g.add(x, x)), x=TensorType(F32, (n, m)))
    program.check([drawn(3, 300)], {"n": 3, "m": 300}, schedules=("forward", "random"))
    assert "sort_step_f32" in program.launched()
