"""Native writes to many elements: `add_at` and its like, `copyto`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.ops.scatter import ACCUMULATING
from dslc.ir.types import FLOAT, INT, TensorType, Type

Check = Callable[..., None]
I64, BOOL = BY_NAME["i64"], BY_NAME["bool_"]
n, m, k = dims("n m k")


@pytest.mark.parametrize(
    ("array", "value"),
    [("f32", "f32"), ("f32", "f64"), ("f64", "i8"), ("i8", "i64"), ("i64", "u8"), ("f32", "bool_")],
)
def test_in_order(array: str, value: str, agree: Check) -> None:
    """Every dtype is computed as NumPy does; of one element the order of sums shows in its bits."""

    def text(g: Builder, x: Any, i: Any, v: Any, t: Any) -> Any:
        s = g.s_
        ops = [getattr(g, name) for name in ACCUMULATING]
        return (
            *(op(x, s[i, 0], v) for op in ops),
            g.add_at(x, s[i], g.expand_dims(v, axis=1)),
            g.add_at(x, s[:, i, None], g.index(v, s[0])),
            g.maximum_at(x, s[[0, 0, -1], t], 3),
            g.add_at(x, s[t], 1),
            *((g.multiply_at(x, s[..., t], 0.1),) if array[0] == "f" else ()),
        )

    types: dict[str, Type] = {
        "x": TensorType(BY_NAME[array], (n, m)),
        "i": TensorType(I64, (k,)),
        "v": TensorType(BY_NAME[value], (k,)),
        "t": INT,
    }
    rng = np.random.default_rng(3)

    def call(picked: list[int], t: int) -> tuple[Any, ...]:
        x = (rng.random((3, 3)) * 9).astype(BY_NAME[array])
        v = (
            rng.standard_normal(len(picked)) * 1e8
            if value[0] == "f"
            else rng.integers(0, 90, len(picked))
        )
        return x, np.array(picked), v.astype(BY_NAME[value]), t

    calls = [call([0, 0, 2, 0, 1], 0), call([-1, -3], -2), call([0, 3], 0), call([1], 5)]
    agree(text, types, calls, sizes=lambda x, i, *_: {"n": len(x), "m": x.shape[1], "k": len(i)})


@pytest.mark.parametrize("dtype", ["f32", "u8", "bool_"])
def test_copyto(dtype: str, agree: Check) -> None:
    def text(g: Builder, x: Any, row: Any, mask: Any, f: Any, i: Any) -> Any:
        column = g.index(mask, g.s_[:, None])
        number = {"f32": f, "u8": i, "bool_": True}[dtype]
        return (
            g.copyto(x, row, where=column),
            g.copyto(x, number, where=g.equal(x, row)),
            g.copyto(x, g.index(row, g.s_[0]), where=True),
            g.copyto(x, row),
            g.copyto(x, row, where=g.index(mask, g.s_[0])),
        )

    element = BY_NAME[dtype]
    types: dict[str, Type] = {
        "x": TensorType(element, (n, m)),
        "row": TensorType(element, (m,)),
        "mask": TensorType(BOOL, (n,)),
        "f": FLOAT,
        "i": INT,
    }
    x = np.arange(6).reshape(3, 2).astype(element)
    masks = np.array([True, False, True]), np.array([False] * 3)
    calls = [(x, x[1].copy(), mask, 0.1, i) for mask in masks for i in (7, 300)]
    agree(text, types, calls, sizes=lambda x, *_: {"n": len(x), "m": x.shape[1]})
