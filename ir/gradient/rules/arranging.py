"""Gradients of ops that put elements elsewhere."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from dslc.ir.keys import Key
from dslc.ir.ops.create import arange, zeros
from dslc.ir.ops.index import store
from dslc.ir.ops.scatter import add_at

from ..rule import Share, gradient_of, reads_nothing

reads_nothing(
    "reshape", "squeeze", "expand_dims", "transpose", "broadcast_to", "concat", "diag", "diagonal",
    "full", "full_like",
)  # fmt: skip


@gradient_of("depend")
def _(x: Any, on: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d]


@gradient_of("reshape", "squeeze", "expand_dims")
def _(x: Any, *, y: Any, d: Any, **attributes: Any) -> list[Share]:
    return [lambda: np.reshape(d, x.shape)]


@gradient_of("transpose")
def _(x: Any, *, y: Any, d: Any, axes: Any) -> list[Share]:
    order = tuple(reversed(range(x.ndim))) if axes is None else axes
    back = tuple(sorted(range(len(order)), key=lambda axis: order[axis] % len(order)))
    return [lambda: np.transpose(d, back)]


@gradient_of("broadcast_to")
def _(x: Any, *, y: Any, d: Any, shape: Any) -> list[Share]:
    return [lambda: d]


@gradient_of("full")
def _(fill_value: Any, *, y: Any, d: Any, **attributes: Any) -> list[Share]:
    return [lambda: d]


@gradient_of("full_like")
def _(x: Any, fill_value: Any, *, y: Any, d: Any, **attributes: Any) -> list[Share]:
    return [None, lambda: d]


@gradient_of("concat")
def _(*arrays: Any, y: Any, d: Any, axis: int) -> list[Share]:
    def part(start: Any, stop: Any) -> Any:
        return d[(*[slice(None)] * axis, slice(start, stop))]

    shares: list[Share] = []
    start: Any = 0
    for array in arrays:
        stop = start + array.shape[axis]
        shares.append(partial(part, start, stop))
        start = stop
    return shares


@gradient_of("split")
def _(x: Any, *, y: Any, d: Any, indices_or_sections: Any, axis: int) -> list[Share]:
    before = (slice(None),) * (axis % x.ndim)
    ys, ds = (y, d) if isinstance(d, tuple) else ((y,), (d,))

    def of_equal_parts() -> Any:
        parts = [
            np.zeros_like(one) if own is None else own for one, own in zip(ys, ds, strict=True)
        ]
        return np.concatenate(parts, axis=axis)

    def of_parts() -> Any:
        """Parts between places in any order may overlap."""
        places = [None, *indices_or_sections, None]
        found = zeros(x.shape, x.dtype)
        for own, start, stop in zip(ds, places[:-1], places[1:], strict=True):
            part = (*before, slice(start, stop))
            if own is not None:
                found = store(found, Key(part), found[part] + own, inplace=True)
        return found

    return [of_parts if isinstance(indices_or_sections, tuple | list) else of_equal_parts]


reads_nothing("split")


@gradient_of("diag")
def _(x: Any, *, y: Any, d: Any, k: int) -> list[Share]:
    if x.ndim == 1:
        return [lambda: np.diagonal(d, k)]
    return [lambda: _on_diagonal(x.shape, d, k)]


@gradient_of("diagonal")
def _(x: Any, *, y: Any, d: Any, offset: int, axis1: int, axis2: int) -> list[Share]:
    axes = axis1 % x.ndim, axis2 % x.ndim
    order = (*(axis for axis in range(x.ndim) if axis not in axes), *axes)
    back = tuple(sorted(range(x.ndim), key=lambda axis: order[axis]))
    shape = tuple(x.shape[axis] for axis in order)
    return [lambda: np.transpose(_on_diagonal(shape, d, offset), back)]


def _on_diagonal(shape: tuple[Any, ...], d: Any, offset: int) -> Any:
    """An array that is 0 but on a diagonal of its last two axes."""
    length = d.shape[-1]
    steps = arange(length)
    rows, columns = steps + max(-offset, 0), steps + max(offset, 0)
    key = Key((..., rows, columns))
    return add_at(zeros(shape, d.dtype), key, d)


@gradient_of("append")
def _(rows: Any, item: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d[:-1], lambda: d[-1]]


reads_nothing("append")
