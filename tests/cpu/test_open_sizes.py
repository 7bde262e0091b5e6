"""Native results whose sizes the data decides: masks, places, sets, slices at any number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims, symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.ops.rules import EITHER_ZERO
from dslc.ir.types import INT, ScalarType, TensorType, Type

Check = Callable[..., None]
F32, F64, I8, I64, U64, BOOL = (
    BY_NAME[name] for name in ("f32", "f64", "i8", "i64", "u64", "bool_")
)
n, m, k = dims("n m k")
CUBE = TensorType(F32, (n, m, 3))


def cube(rows: int, columns: int) -> np.ndarray:
    return np.arange(rows * columns * 3, dtype=F32).reshape(rows, columns, 3)


def rows_and_columns(x: np.ndarray, *_: Any) -> dict[str, int]:
    return {"n": x.shape[0], "m": x.shape[1]}


def masks() -> list[tuple[np.ndarray, ...]]:
    """Cubes with masks of their rows, columns and points: drawn, all true, all false."""
    rng = np.random.default_rng(3)
    drawn: list[tuple[np.ndarray, ...]] = []
    for a, b, share in ((3, 4, 0.5), (1, 1, 0.5), (0, 3, 0.5), (2, 2, 1.0), (3, 2, 0.0)):
        sizes = ((a,), (b,), (a, b))
        drawn.append((cube(a, b), *(rng.random(size) < share for size in sizes)))
    return drawn


MASKS: dict[str, Type] = {
    "x": CUBE,
    "rows": TensorType(BOOL, (n,)),
    "columns": TensorType(BOOL, (m,)),
    "points": TensorType(BOOL, (n, m)),
}


def test_masks_read(agree: Check) -> None:
    def text(g: Builder, x: Any, rows: Any, columns: Any, points: Any) -> Any:
        s = g.s_
        keys = [
            s[rows], s[points], s[g.greater(x, 4.0)], s[:, columns], s[rows, :, 1], s[..., None, 0],
            s[rows, None, :, ::-1], s[1:, columns, 0], s[points, -1], s[points, [1]],
            s[:, columns, 1], s[rows, ..., [2]],
        ]  # fmt: skip
        return tuple(g.index(x, key) for key in keys)

    agree(text, MASKS, masks(), sizes=rows_and_columns)


def test_masks_write(agree: Check) -> None:
    def text(g: Builder, x: Any, rows: Any, columns: Any, points: Any, v: Any, one: Any) -> Any:
        s = g.s_
        twice = g.multiply(g.index(x, s[points]), 2)
        return (
            g.store(x, s[points], twice),
            g.store(x, s[points], twice, inplace=True),
            g.store(x, s[:, columns], 7.5),
            g.store(g.cast(x, dtype=I8), s[rows, 0], g.index(x, s[rows, 1])),
            g.add_at(x, s[points, 0], 1),
            g.store(x, s[g.greater(x, 1.0)], one),
            g.add_at(x, s[:, columns], g.index(v, s[:, None])),
            g.store(x, s[:, columns, 0], v),
            x,
        )

    types = {**MASKS, "v": TensorType(F64, (k,)), "one": TensorType(F32, (1,))}
    calls = [
        (*drawn, np.arange(size) + 0.5, np.ones(1, F32)) for drawn in masks() for size in (1, 3)
    ]
    agree(text, types, calls, sizes=lambda x, *a: {**rows_and_columns(x), "k": len(a[3])})


@pytest.mark.parametrize("inplace", [False, True])
def test_values_that_do_not_fit(inplace: bool, agree: Check) -> None:
    def whole(g: Builder, x: Any, v: Any) -> Any:
        return g.store(x, g.s_[g.greater(x, 2.0)], v, inplace=inplace)

    def slices(g: Builder, x: Any, v: Any, at: Any) -> Any:
        return g.store(x, g.s_[at:], v, inplace=inplace)

    vectors: dict[str, Type] = {"x": TensorType(F32, (n,)), "v": TensorType(F32, (m,))}
    x = np.arange(6, dtype=F32)
    calls = [(x, np.ones(size, F32)) for size in (0, 1, 2, 3, 6)]

    def sizes(x: np.ndarray, v: np.ndarray, at: int = 0) -> dict[str, int]:
        return {"n": len(x), "m": len(v), "at": at}

    agree(whole, vectors, calls, sizes=sizes)
    at = symbol("at", low=None, high=None)
    placed = [(*call, place) for call in calls for place in (-3, 4, 9, -9)]
    agree(slices, {**vectors, "at": INT}, placed, integers={"at": at}, sizes=sizes)


def test_places(agree: Check) -> None:
    def text(g: Builder, x: Any, flags: Any) -> Any:
        rows, columns, depths = g.nonzero(x)
        return rows, columns, depths, g.flatnonzero(x), g.argwhere(flags), g.nonzero(flags)[0]

    types: dict[str, Type] = {"x": CUBE, "flags": TensorType(BOOL, (n, m))}
    rng = np.random.default_rng(5)
    calls = [
        (cube(a, b) * (rng.random((a, b, 3)) < 0.5), rng.random((a, b)) < 0.5)
        for a, b in ((3, 4), (1, 1), (0, 2), (2, 0))
    ]
    calls.append((np.full((1, 1, 3), np.nan, F32), np.zeros((1, 1), bool)))
    agree(text, types, calls, sizes=rows_and_columns)


def test_sets(agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any, i: Any) -> Any:
        found = g.unique(x, return_index=True, return_inverse=True, return_counts=True)
        two = g.union1d(x, y), g.intersect1d(x, y), g.setdiff1d(x, y), g.isin(x, y)
        return *found, *two, g.isin(i, i, invert=True), g.unique(i), g.bincount(i, minlength=2)

    types: dict[str, Type] = {
        "x": TensorType(F64, (n,)),
        "y": TensorType(F64, (m,)),
        "i": TensorType(I64, (k,)),
    }
    rng = np.random.default_rng(7)
    values = np.array([0.0, 1.0, -0.0, np.nan, 2.5, np.inf])
    calls = [
        (rng.choice(values, a), rng.choice(values, b), rng.integers(-(c > 4), 5, c))
        for a, b, c in ((9, 4, 4), (1, 0, 0), (0, 3, 1), (30, 30, 30), (2, 1, 5))
    ]
    agree(
        text, types, calls,
        sizes=lambda x, y, i: {"n": len(x), "m": len(y), "k": len(i)}, ulp=EITHER_ZERO,
    )  # fmt: skip


def test_elements_repeated_chosen_and_left_out(agree: Check) -> None:
    def text(g: Builder, x: Any, counts: Any, i: Any, at: Any) -> Any:
        rows = g.index(x, g.s_[:, :, 0])
        tests = g.greater(counts, 1)
        return (
            g.repeat(rows, counts, axis=0),
            g.compress(tests, rows, axis=0),
            g.extract(g.greater(rows, 4.0), rows),
            g.trim_zeros(counts),
            g.trim_zeros(counts, trim="f"),
            g.resize(rows, (7,)),
            g.delete(rows, i, axis=1),
            g.delete(rows, tests, axis=0),
            g.delete(rows, at, axis=0),
        )

    types: dict[str, Type] = {
        "x": CUBE,
        "counts": TensorType(I8, (n,)),
        "i": TensorType(I64, (k,)),
        "at": ScalarType(I64),
    }
    calls = [
        (cube(3, 4), np.array(counts, np.int8), np.array(i, int), np.int64(at))
        for counts, i, at in (
            ([2, 0, 1], [0, -1], 1),
            ([0, 0, 0], [], -3),
            ([0, 3, 0], [1, 1], 0),
            ([1, -1, 1], [0], 0),
            ([1, 1, 1], [4, 0], 0),
            ([1, 1, 1], [0], 3),
        )
    ]
    agree(text, types, calls, sizes=lambda x, c, i, _: {**rows_and_columns(x), "k": len(i)})


def test_slices_at_any_number(agree: Check) -> None:
    def text(g: Builder, x: Any, a: Any, b: Any, c: Any, u: Any) -> Any:
        s = g.s_
        keys = [s[a:], s[:a], s[a:b], s[b:a:2], s[a:b:-1], s[a::-3], s[::c], s[b:a:c],
                s[:u], s[u:b], s[:, a:b, 1], s[a:b, None, ::c]]  # fmt: skip
        stored = g.store(x, s[a:b], 0.5), g.store(x, s[:, ::c], -1.0)
        return *(g.index(x, key) for key in keys), *stored

    integers = {name: symbol(name, low=None, high=None) for name in ("a", "b", "c")}
    types: dict[str, Type] = {"x": CUBE, **dict.fromkeys(integers, INT), "u": ScalarType(U64)}
    far = 2**62
    numbers = [(-3, 2, 1), (0, 0, -1), (2, -1, 2), (-far, far, -2), (far, -far, 3), (1, 3, 0)]
    calls = [(cube(a, 3), *each, np.uint64(2)) for a in (3, 0) for each in numbers]
    calls.append((cube(3, 3), 1, 2, 1, np.uint64(2**63 + 5)))
    agree(
        text, types, calls, integers=integers,
        sizes=lambda x, a, b, c, _: {**rows_and_columns(x), "a": a, "b": b, "c": c},
    )  # fmt: skip


def test_loops_that_filter(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        def test(y: Any, steps: Any) -> Any:
            return g.greater(y.shape[0], 1)

        def body(y: Any, steps: Any) -> Any:
            y = g.index(y, g.s_[g.greater(y, g.mean(y))])
            return y, g.add(steps, 1)

        y, steps = g.while_(test, body, (x, 0))
        return y, steps, g.concat((y, x))

    calls = [(np.arange(size, dtype=F64) % 7,) for size in (0, 1, 2, 9, 40)]
    agree(text, {"x": TensorType(F64, (n,))}, calls, sizes=lambda x: {"n": len(x)}, ulp=4)
