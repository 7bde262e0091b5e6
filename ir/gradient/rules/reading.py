"""Gradients of reading and writing parts of arrays; elements that are read twice count twice."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

import numpy as np

from dslc.ir.graph import type_of
from dslc.ir.keys import Key, join_key
from dslc.ir.ops.create import arange, zeros
from dslc.ir.ops.gather import put_along_axis
from dslc.ir.ops.index import store
from dslc.ir.ops.patterns import eye
from dslc.ir.ops.scatter import add_at
from dslc.ir.types import TensorType

from ..rule import READS, Share, gathers, gradient_of, reads_others

reads_others("index", "take", "take_along_axis")
for _name in ("store", "add_at", "subtract_at"):
    READS[_name] = lambda node, active: node.operands[2:]
READS["put_along_axis"] = lambda node, active: node.operands[1:2]
READS["copyto"] = lambda node, active: node.operands[2:]
READS["fill_diagonal"] = lambda node, active: ()
READS["where"] = lambda node, active: node.operands[:1]


def _has_arrays(numbers: tuple[Any, ...]) -> bool:
    return any(isinstance(type_of(each.operand), TensorType) for each in numbers)


def _key(key: str, numbers: tuple[Any, ...]) -> Key:
    return Key(join_key(key, numbers))


@gathers("index")
def _(c: Any, x: Any, *numbers: Any, d: Any, fresh: bool, key: str) -> Any:
    place = _key(key, numbers)
    if _has_arrays(numbers) or "[" in key:
        return add_at(c, place, d)
    if fresh:
        return store(c, place, d, inplace=True)
    return store(c, place, c[place.items] + d, inplace=True)


@gathers("take")
def _(c: Any, x: Any, indices: Any, *, d: Any, fresh: bool, axis: Any, mode: str) -> Any:
    if axis is None:
        flat = np.reshape(c, (prod(x.shape, start=1),))
        return np.reshape(add_at(flat, Key((_inside(indices, flat.shape[0], mode),)), d), x.shape)
    before = (slice(None),) * (axis % x.ndim)
    place = _inside(indices, x.shape[axis], mode)
    return add_at(c, Key((*before, place)), d)


def _inside(indices: Any, size: Any, mode: str) -> Any:
    if mode == "wrap":
        return indices % size
    return np.clip(indices, 0, size - 1) if mode == "clip" else indices


@gathers("take_along_axis")
def _(c: Any, x: Any, indices: Any, *, d: Any, fresh: bool, axis: Any) -> Any:
    if axis is None:
        flat = np.reshape(c, (prod(x.shape, start=1),))
        return np.reshape(add_at(flat, Key((indices,)), d), x.shape)
    places = [
        indices if n == axis % x.ndim else np.reshape(arange(size), _along(n, x.ndim, size))
        for n, size in enumerate(x.shape)
    ]
    return add_at(c, Key(tuple(places)), d)


def _along(axis: int, rank: int, size: Any) -> tuple[Any, ...]:
    return tuple(size if n == axis else 1 for n in range(rank))


@gradient_of("store")
def _(x: Any, value: Any, *numbers: Any, y: Any, d: Any, key: str, inplace: bool) -> list[Share]:
    place = _key(key, numbers)

    def of_value() -> Any:
        part = d[place.items]
        if not _has_arrays(numbers) and "[" not in key:
            return part
        # Of elements that are named more than once the last one counts.
        writers = np.reshape(arange(prod(part.shape, start=1)), part.shape)
        last = store(zeros(x.shape, np.int64), place, writers)[place.items]
        return np.where(last == writers, part, 0.0)

    return [lambda: store(d, place, 0.0), of_value]


@gradient_of("add_at")
def _(x: Any, value: Any, *numbers: Any, y: Any, d: Any, key: str) -> list[Share]:
    return [lambda: d, lambda: d[_key(key, numbers).items]]


@gradient_of("subtract_at")
def _(x: Any, value: Any, *numbers: Any, y: Any, d: Any, key: str) -> list[Share]:
    return [lambda: d, lambda: -d[_key(key, numbers).items]]


@gradient_of("copyto")
def _(x: Any, value: Any, where: Any = None, *, y: Any, d: Any) -> list[Share]:
    if where is None:
        return [None, lambda: d]
    return [lambda: np.where(where, 0.0, d), lambda: np.where(where, d, 0.0)]


@gradient_of("put_along_axis")
def _(x: Any, indices: Any, values: Any, *, y: Any, d: Any, axis: Any) -> list[Share]:
    def of_values() -> Any:
        writers = np.reshape(arange(prod(indices.shape, start=1)), indices.shape)
        last = put_along_axis(zeros(x.shape, np.int64), indices, writers, axis)
        winning = np.take_along_axis(last, indices, axis) == writers
        return np.where(winning, np.take_along_axis(d, indices, axis), 0.0)

    return [partial(put_along_axis, d, indices, 0.0, axis), None, of_values]


def winners(x: Any, value: Any, y: Any, place: Key) -> tuple[Any, Any, Any]:
    """Where the old elements stayed, which values are in the result, how many are in each place."""
    kept, won = x == y, y[place.items] == value
    return kept, won, add_at(kept.astype(y.dtype), place, won.astype(y.dtype))


@gradient_of("maximum_at", "minimum_at")
def _(x: Any, value: Any, *numbers: Any, y: Any, d: Any, key: str) -> list[Share]:
    place = _key(key, numbers)
    kept, won, count = winners(x, value, y, place)
    share = d / np.maximum(count, 1.0)
    return [
        lambda: np.where(kept, share, 0.0),
        lambda: np.where(won, share[place.items], 0.0),
    ]


@gradient_of("fill_diagonal")
def _(x: Any, value: Any, *, y: Any, d: Any) -> list[Share]:
    filled = eye(x.shape[0], x.shape[1], dtype=np.bool_)
    return [lambda: np.where(filled, 0.0, d), lambda: np.sum(np.diagonal(d))]
