"""Native reading and writing along an axis, and on diagonals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import FLOAT, INT, TensorType, Type

Check = Callable[..., None]
F32, I64, U8, I8 = (BY_NAME[name] for name in ("f32", "i64", "u8", "i8"))
n, m, k = dims("n m k")


def matrix(rows: int, columns: int) -> np.ndarray:
    return np.arange(rows * columns, dtype=F32).reshape(rows, columns)


def sizes(x: np.ndarray, i: np.ndarray, *_: Any) -> dict[str, int]:
    return {"n": x.shape[0], "m": x.shape[1], "k": len(i)}


@pytest.mark.parametrize("mode", ["raise", "wrap", "clip"])
def test_take(mode: str, agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any, t: Any) -> Any:
        two = g.expand_dims(i, axis=0)
        return (
            g.take(x, i, mode=mode),
            g.take(x, two, axis=0, mode=mode),
            g.take(x, i, axis=-1, mode=mode),
            g.take(x, t, axis=1, mode=mode),
            g.take(x, t, mode=mode),
        )

    types: dict[str, Type] = {"x": TensorType(F32, (n, m)), "i": TensorType(I64, (k,)), "t": INT}
    indices = [0, 1], [-1, -2], [2, 0], [0, 7], [-9]
    calls = [(matrix(3, 2), np.array(i), i[0]) for i in indices]
    for shape in ((2, 0), (0, 2), (0, 0)):
        calls += [(matrix(*shape), np.array(i, int), 0) for i in ([], [0], [5])]
    agree(text, types, calls, sizes=sizes)


def test_one_element_of_a_vector(agree: Check) -> None:
    def text(g: Builder, x: Any, t: Any) -> Any:
        return g.take(x, t, axis=0), g.item(x, t), g.item(g.index(x, g.s_[:1]))

    calls = [(np.array([1, 2], U8), t) for t in (0, -1, 2, -3)]
    types: dict[str, Type] = {"x": TensorType(U8, (2,)), "t": INT}
    agree(text, types, calls)


def test_along_axis(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any, v: Any, f: Any) -> Any:
        return (
            g.take_along_axis(x, i, axis=1),
            g.take_along_axis(x, g.index(i, g.s_[:1]), axis=1),
            g.take_along_axis(g.index(x, g.s_[:1]), i, axis=-1),
            g.put_along_axis(x, i, v, axis=1),
            g.put_along_axis(x, i, f, axis=1),
        )

    types: dict[str, Type] = {
        "x": TensorType(F32, (n, m)),
        "i": TensorType(I64, (n, k)),
        "v": TensorType(I64, (k,)),
        "f": FLOAT,
    }
    calls = [
        (
            matrix(rows, 3),
            np.array(i, int).reshape(rows, -1),
            np.arange(len(i) // max(rows, 1)),
            0.5,
        )
        for rows, i in ((2, [0, 1, -1, 0]), (1, [2, 2]), (2, [0, 3]), (2, []), (1, [-4]))
    ]

    def known(x: np.ndarray, i: np.ndarray, *_: Any) -> dict[str, int]:
        return {"n": x.shape[0], "m": x.shape[1], "k": i.shape[1]}

    agree(text, types, calls, sizes=known)


def test_diagonals(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any, f: Any) -> Any:
        stack = g.expand_dims(x, axis=1)
        return (
            *(g.diagonal(x, offset=offset) for offset in (0, 1, -1, 9)),
            g.diagonal(stack, axis1=2, axis2=0),
            g.diagonal(stack, offset=-1, axis1=0, axis2=2),
            *(g.diag(i, k=offset) for offset in (0, 2, -1)),
            g.diag(x, k=-1),
            g.trace(x),
            g.trace(x, offset=1),
            g.fill_diagonal(x, f),
            g.fill_diagonal(g.cast(x, dtype=U8), 3),
            g.fill_diagonal(g.cast(x, dtype=I8), f),
        )

    types: dict[str, Type] = {"x": TensorType(F32, (n, m)), "i": TensorType(I64, (k,)), "f": FLOAT}
    shapes = (2, 3), (3, 2), (1, 1), (0, 2)
    calls = [(matrix(*shape), np.arange(3), 7.5) for shape in shapes]
    agree(text, types, [*calls, (matrix(2, 2), np.arange(0), 300.0)], sizes=sizes)
