"""Native indices by arrays and lists: reads, stores, what is out of bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import FLOAT, INT, TensorType, Type

Check = Callable[..., None]
F32, F64, I8, I64, U64, BOOL = (
    BY_NAME[name] for name in ("f32", "f64", "i8", "i64", "u64", "bool_")
)
n, m, k = dims("n m k")
CUBE = TensorType(F32, (n, m, 3))


def cube(rows: int, columns: int) -> np.ndarray:
    return np.arange(rows * columns * 3, dtype=F32).reshape(rows, columns, 3)


def sizes(x: np.ndarray, i: np.ndarray, *_: Any) -> dict[str, int]:
    return {"n": x.shape[0], "m": x.shape[1], "k": len(i)}


def test_reads(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any, j: Any, t: Any) -> Any:
        s = g.s_
        keys = [
            s[i], s[:, i], s[..., i], s[i, i], s[i, :, i], s[i, None, i], s[None, i], s[1, :, i],
            s[0, i], s[i, -1, 1:], s[[0, -1]], s[:, [[0], [1]], [0, 2, 2]], s[[0, t]], s[i, t],
            s[j], s[g.expand_dims(i, axis=1), i], s[:0, i], s[[]], s[[[]]], s[..., i, None],
            s[::-1, i, ::-1],
        ]  # fmt: skip
        return tuple(g.index(x, key) for key in keys)

    types: dict[str, Type] = {
        "x": CUBE,
        "i": TensorType(I64, (k,)),
        "j": TensorType(I8, (2, 2)),
        "t": INT,
    }
    j = np.array([[0, -1], [1, 1]], np.int8)
    calls = [
        (cube(3, 4), np.array(i), j, t)
        for i, t in (([0, 1], 0), ([-1, 1, 0], -1), ([1], 1), ([2, 3], 0), ([0, -4], 1), ([0], 3))
    ]
    calls += [(cube(3, 4), np.zeros(0, int), j, 1), (cube(2, 2), np.array([1, -2]), j, 1)]
    agree(text, types, calls, sizes=sizes)


def test_stores(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any, v: Any, f: Any) -> Any:
        s = g.s_
        return (
            g.store(x, s[i], 2.5),
            g.store(x, s[i], f),
            g.store(x, s[:, i], g.expand_dims(v, axis=1)),
            g.store(x, s[i, i], g.index(x, s[i, i, ::-1])),
            g.store(x, s[i, :, i], g.index(x, s[i, :, i]), inplace=True),
            g.store(x, s[[0, 0], [1, 1], [2, 2]], g.index(v, s[:2])),
            g.store(g.cast(x, dtype=I8), s[i, 0, 0], v),
            g.store(x, s[i, 0], g.index(x, s[0, 0])),
            x,
        )

    types: dict[str, Type] = {
        "x": CUBE,
        "i": TensorType(I64, (k,)),
        "v": TensorType(F64, (k,)),
        "f": FLOAT,
    }
    calls = [
        (cube(3, 3), np.array(i), np.arange(len(i)) + 0.5, 7.0)
        for i in ([0, 1], [-1, 1, -1], [1, 1, 1, 1], [0, 3], [-4, 0])
    ]
    agree(text, types, calls, sizes=sizes)


def test_masked_stores(agree: Check) -> None:
    def text(g: Builder, x: Any, rows: Any, points: Any, row: Any, f: Any) -> Any:
        s = g.s_
        return (
            g.store(x, s[rows], 2.5),
            g.store(x, s[rows], row),
            g.store(x, s[points], f),
            g.store(x, s[points], g.index(row, s[0])),
            g.store(x, s[g.greater(x, 4.0)], -1),
            g.store(g.cast(x, dtype=I8), s[rows], f),
        )

    types: dict[str, Type] = {
        "x": CUBE,
        "rows": TensorType(BOOL, (n,)),
        "points": TensorType(BOOL, (n, m)),
        "row": TensorType(F64, (m, 3)),
        "f": FLOAT,
    }
    rng = np.random.default_rng(1)
    calls = [
        (cube(a, b), rng.random(a) < 0.5, rng.random((a, b)) < 0.5, rng.random((b, 3)), f)
        for a, b, f in ((3, 4, 7.0), (1, 1, -2.0), (0, 3, 1.0), (2, 2, 300.0))
    ]
    agree(text, types, calls, sizes=lambda x, *_: {"n": x.shape[0], "m": x.shape[1]})


def test_unsigned_index_arrays_wrap(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any) -> Any:
        return g.index(x, g.s_[i])

    types: dict[str, Type] = {"x": TensorType(F32, (n,)), "i": TensorType(U64, (k,))}
    calls = [(np.arange(3, dtype=F32), np.array([i], np.uint64)) for i in (2, 3, 2**63, 2**64 - 1)]
    agree(text, types, calls, sizes=lambda x, i: {"n": len(x), "k": len(i)})
