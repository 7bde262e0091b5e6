"""Native arrays: fills, shapes, indices, stores, reductions, products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import FLOAT, INT, ScalarType, TensorType, Type

Check = Callable[..., None]
F32, F64, I8, I64, U8, U64, BOOL = (
    BY_NAME[name] for name in ("f32", "f64", "i8", "i64", "u8", "u64", "bool_")
)
n, m, k = dims("n m k")
VECTOR = TensorType(F32, (n,))
MATRIX = TensorType(F32, (n, m))


def rows_and_columns(x: np.ndarray, *_: Any) -> dict[str, int]:
    return {"n": x.shape[0], "m": x.shape[1]} if x.ndim == 2 else {"n": x.shape[0]}


def drawn(*shape: int, dtype: np.dtype = F32) -> np.ndarray:
    return (np.random.default_rng(len(shape)).standard_normal(shape) * 4).astype(dtype)


def test_fills(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any, f: Any, s: Any) -> Any:
        return (
            g.zeros(shape=(n, 2)),
            g.ones(shape=(m,), dtype=BOOL),
            g.zeros(shape=(), dtype=I8),
            g.full((n,), i),
            g.full((2, n), f, dtype=F32),
            g.full((2,), s, dtype=I64),
            g.full((2,), 2.75, dtype=I8),
            g.full((1, 1), True),
            g.zeros_like(x),
            g.ones_like(x, dtype=I64),
            g.full_like(x, i),
            g.full_like(s, f),
        )

    types: dict[str, Type] = {"x": MATRIX, "i": INT, "f": FLOAT, "s": ScalarType(F64)}
    calls = [[drawn(*shape), 7, -0.5, np.float64(3.5)] for shape in ((2, 3), (0, 1), (1, 0))]
    agree(text, types, calls, sizes=rows_and_columns)


def test_fill_that_does_not_fit(agree: Check) -> None:
    def text(g: Builder, i: Any) -> Any:
        return g.full((2,), i, dtype=I8)

    agree(text, {"i": INT}, [[-128], [127], [128], [-129], [2**63 - 1]])


def test_ranges(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        return (
            g.arange(start=n),
            g.arange(start=1, stop=n, step=3),
            g.arange(start=n, stop=-2, step=-2, dtype=F32),
            g.arange(start=0.1, stop=1.0, step=0.3),
            g.arange(start=0.1, stop=1.0, step=0.3, dtype=F32),
            g.arange(start=250, stop=260, step=1, dtype=U8),
            g.arange(start=n - 3, stop=n, dtype=U8),
        )

    agree(
        text,
        {"x": VECTOR},
        [[drawn(size)] for size in (0, 1, 2, 3, 10, 500)],
        sizes=rows_and_columns,
    )


def test_negative_size(agree: Check) -> None:
    def text(g: Builder, size_: Any) -> Any:
        return g.zeros(shape=(g.as_dim(size_), 2)), g.ones(shape=(3,))

    agree(text, {"size": INT}, [[2], [0], [-1]], sizes=lambda size: {"size": size})


def test_shapes(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        return (
            g.reshape(x, shape=(m, n)),
            g.reshape(x, shape=-1),
            g.reshape(x, shape=(n * m, 1)),
            g.transpose(x),
            g.transpose(g.expand_dims(x, axis=1), axes=(2, 0, 1)),
            g.expand_dims(x, axis=(0, 3)),
            g.squeeze(g.expand_dims(x, axis=0), axis=0),
            g.broadcast_to(x, shape=(2, n, m)),
            g.broadcast_to(1.5, shape=(n,)),
            g.broadcast_to(g.expand_dims(x, axis=1), shape=(n, 3, m)),
            g.copy(x),
            g.concat((x, x)),
            g.concat((x, g.cast(x, dtype=F64), g.zeros(shape=(n, 2))), axis=-1),
            g.concat((x,), axis=1),
        )

    agree(
        text,
        {"x": MATRIX},
        [[drawn(*shape)] for shape in ((2, 3), (1, 1), (3, 1))],
        sizes=rows_and_columns,
    )


def test_reshape_of_nothing(agree: Check) -> None:
    for shape in ((n, -1), (-1, n), (2, n, -1)):

        def text(g: Builder, x: Any, shape: tuple[Any, ...] = shape) -> Any:
            return g.reshape(x, shape=shape)

        calls = [[drawn(2, 4)], [drawn(0, 4)], [drawn(3, 4)], [drawn(2, 0)]]
        agree(text, {"x": MATRIX}, calls, sizes=rows_and_columns)


def test_indices(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        s = g.s_
        keys = [
            s[0], s[-1], s[...], s[1:], s[:-1], s[::2], s[::-1], s[-2:], s[:, 1], s[:, -1],
            s[1:n, ::-2], s[None, 0], s[..., None], s[0, 1], s[0, 1, ...], s[-1, ..., -2], s[5:],
            s[:9:4], s[7::-3, None], s[:0], s[-1:-9:-1], s[n - 1], s[m - m : n : 2], s[-2::-1],
            s[:-9:-1],
        ]  # fmt: skip
        return tuple(g.index(x, key) for key in keys)

    agree(
        text, {"x": MATRIX}, [[drawn(3, 4)], [drawn(1, 2)], [drawn(2, 7)]], sizes=rows_and_columns
    )


def test_indices_of_the_run(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any, j: Any) -> Any:
        return g.index(x, g.s_[i, j]), g.index(x, g.s_[i]), g.index(x, g.s_[..., j])

    types: dict[str, Type] = {"x": MATRIX, "i": INT, "j": ScalarType(U8)}
    calls = [(drawn(3, 4), i, np.uint8(j)) for i in (0, 2, -3, 3, -4, 2**62) for j in (0, 3, 4)]
    agree(text, types, [*calls, (drawn(0, 4), 0, np.uint8(0))], sizes=rows_and_columns)


def test_index_by_unsigned_64_bits(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any) -> Any:
        return g.index(x, g.s_[i])

    calls = [(drawn(3), np.uint64(i)) for i in (0, 2, 3, 2**63 - 1)]
    agree(text, {"x": VECTOR, "i": ScalarType(U64)}, calls, sizes=rows_and_columns)


def test_stores(agree: Check) -> None:
    def text(g: Builder, x: Any, row: Any, i: Any) -> Any:
        s = g.s_
        part = g.index(x, s[::-1])
        return (
            g.store(x, s[0, 1], 2.5),
            g.store(x, s[i], row),
            g.store(x, s[...], part),
            g.store(x, s[...], x),
            g.store(x, s[:, 0], 7),
            g.store(x, s[1:], row),
            g.store(x, s[i, ::2], g.index(x, s[0, 0])),
            g.store(x, s[:], g.expand_dims(row, axis=(0, 1))),
            g.store(x, s[None], 1.0),
            g.store(g.cast(x, dtype=I64), s[0], row),
            g.store(x, s[1:, 1:], g.index(x, s[1:, 1:]), inplace=True),
            x,
        )

    calls = [(drawn(3, 4), drawn(4), i) for i in (0, -1, 2, 3)] + [(drawn(1, 2), drawn(2), 0)]
    agree(
        text, {"x": MATRIX, "row": TensorType(F32, (m,)), "i": INT}, calls, sizes=rows_and_columns
    )


@pytest.mark.parametrize("target", ["i8", "u8", "i64", "u64", "f32"])
def test_stored_single_values(target: str, agree: Check) -> None:
    """An integer array refuses what has no value in it; each kind of number in its own way."""
    array = TensorType(BY_NAME[target], (n,))
    given: dict[str, tuple[Type, list[Any]]] = {
        "float": (FLOAT, [0.0, 3.7, -1.5, 300.0, np.nan, np.inf, 1e30]),
        "int": (INT, [0, -1, 127, 128, 300, 2**40, -(2**63)]),
        "f64": (ScalarType(F64), [np.float64(v) for v in (0.0, 3.7, -0.5, 300.0)]),
        "i64": (ScalarType(I64), [np.int64(v) for v in (0, 5, 300, -1)]),
        "u64": (ScalarType(U64), [np.uint64(v) for v in (5, 300, 2**63)]),
        "bool": (ScalarType(BOOL), [np.True_]),
        "array": (TensorType(F64, ()), [np.array(3.7)]),
    }
    for type_, samples in given.values():

        def text(g: Builder, x: Any, v: Any) -> Any:
            return g.store(x, g.s_[1], v), g.store(x, g.s_[1:], v)

        calls = [(np.ones(3, BY_NAME[target]), sample) for sample in samples]
        agree(text, {"x": array, "v": type_}, calls, sizes=rows_and_columns)


@pytest.mark.parametrize("dtype", ["f32", "f64", "i8", "u64", "bool_"])
def test_reductions(dtype: str, agree: Check) -> None:
    element = BY_NAME[dtype]
    types: dict[str, Type] = {
        "x": TensorType(element, (n, m, 3)),
        "s": ScalarType(element),
        "v": TensorType(element, (k,)),
    }

    def text(g: Builder, x: Any, s: Any, v: Any) -> Any:
        axes = (None, 0, 1, 2, (1, 2), (0, 1), (0, 2), (), -1)
        ops = (g.sum, g.mean, g.max, g.min, g.any, g.all)
        return (
            *(op(x, axis=axis) for op in ops for axis in axes),
            *(op(x, axis=axis, keepdims=True) for op in ops for axis in axes[:4]),
            *(op(each) for op in ops for each in (s, v)),
            g.sum(x, dtype=F64),
            g.sum(v, axis=0, dtype=F32),
            g.mean(v, dtype=F64),
            g.sum(x, axis=1, dtype=I64),
        )

    def call(length: int, *shape: int) -> list[Any]:
        x, v = drawn(*shape, 3, dtype=F64), drawn(length, dtype=F64)
        if element.kind in "ub":
            x, v = abs(x), abs(v)
        return [x.astype(element), element.type(3), v.astype(element)]

    def sizes(x: np.ndarray, _: Any, v: np.ndarray) -> dict[str, int]:
        return {"n": x.shape[0], "m": x.shape[1], "k": len(v)}

    calls = [call(1000, 4, 5), call(7, 1, 1), call(8, 2, 1), call(20000, 3, 100)]
    agree(text, types, calls, sizes=sizes, ulp=4)


def test_sums_are_numpys_to_the_bit(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        return g.sum(x), g.sum(x, axis=1), g.sum(x, axis=0), g.sum(x, dtype=F64), g.mean(x, axis=1)

    calls = [
        [drawn(*shape)] for shape in ((3, 1001), (2, 128), (5, 129), (1, 9), (4, 20000), (700, 2))
    ]
    agree(text, {"x": MATRIX}, [*calls, [np.full((2, 3), -0.0, F32)]], sizes=rows_and_columns)


@pytest.mark.filterwarnings("ignore:Mean of empty slice")
def test_reductions_of_nothing(agree: Check) -> None:
    empty = [[drawn(0, 3)], [drawn(3, 0)], [drawn(0, 0)]]

    def sums(g: Builder, x: Any) -> Any:
        axes = (None, 0, 1)
        return tuple(op(x, axis=axis) for op in (g.sum, g.mean, g.any, g.all) for axis in axes)

    agree(sums, {"x": MATRIX}, empty, sizes=rows_and_columns)
    for axis in (None, 0, 1):

        def text(g: Builder, x: Any, axis: int | None = axis) -> Any:
            return g.max(x, axis=axis), g.min(x, axis=axis)

        agree(text, {"x": MATRIX}, empty, sizes=rows_and_columns)


def test_greatest_with_nan_and_signed_zeros(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        return g.max(x), g.min(x), g.max(x, axis=0), g.min(x, axis=1)

    calls = [
        [np.array(rows, F32)]
        for rows in ([[1, np.nan], [-np.inf, 3]], [[np.inf, -1]], [[-2, -np.inf]])
    ]
    agree(text, {"x": MATRIX}, calls, sizes=rows_and_columns)


@pytest.mark.parametrize(
    ("left", "right"),
    [("f32", "f32"), ("f64", "f32"), ("i8", "i8"), ("i64", "f32"), ("bool_", "bool_")],
)
def test_products(left: str, right: str, agree: Check) -> None:
    a, b = BY_NAME[left], BY_NAME[right]
    types: dict[str, Type] = {
        "x": TensorType(a, (n, k)),
        "y": TensorType(b, (k, m)),
        "stack": TensorType(b, (2, k, m)),
    }

    def text(g: Builder, x: Any, y: Any, stack: Any) -> Any:
        row, column = g.index(x, g.s_[0]), g.index(y, g.s_[:, 0])
        return (
            g.matmul(x, y),
            g.matmul(x, column),
            g.matmul(row, y),
            g.matmul(row, column),
            g.matmul(x, stack),
            g.matmul(row, stack),
            g.matmul(g.expand_dims(x, axis=(0, 1)), stack),
        )

    def call(rows: int, inner: int, columns: int) -> list[Any]:
        # Small integers: every order of summation gives the same floats.
        draw = np.random.default_rng(rows).integers
        shapes = (rows, inner), (inner, columns), (2, inner, columns)
        return [draw(0, 5, shape).astype(t) for shape, t in zip(shapes, (a, b, b), strict=True)]

    def sizes(x: np.ndarray, y: np.ndarray, _: Any) -> dict[str, int]:
        return {"n": x.shape[0], "k": x.shape[1], "m": y.shape[1]}

    agree(text, types, [call(3, 4, 5), call(1, 1, 1), call(2, 70, 3)], sizes=sizes)


def test_product_of_nothing(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        return g.matmul(x, g.transpose(x)), g.matmul(g.transpose(x), x)

    agree(
        text, {"x": MATRIX}, [[drawn(0, 3)], [drawn(2, 0)], [drawn(0, 0)]], sizes=rows_and_columns
    )
