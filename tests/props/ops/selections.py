"""Drawn calls of ops whose results have as many elements as the data says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.op import Op

from .drawing import Call, Rng, draw_array, draw_dtype, draw_shape, pick, spelled


def of_one(record: Op, rng: Rng) -> Call:
    """An array of any rank, in which much is 0 or there several times."""
    x = _repetitive(rng, draw_shape(rng))
    attributes = {name: bool(rng.random() < 0.5) for name in record.attributes}
    return spelled(record, Call([x], attributes))


def of_two(record: Op, rng: Rng) -> Call:
    x, y = _repetitive(rng, draw_shape(rng)), _repetitive(rng, draw_shape(rng))
    if rng.random() < 0.6:
        y = y.astype(x.dtype)
    attributes = {"invert": bool(rng.random() < 0.5)} if "invert" in record.attributes else {}
    return spelled(record, Call([x, y], attributes))


def _repetitive(rng: Rng, shape: tuple[int, ...]) -> np.ndarray:
    x = draw_array(rng, shape)
    return np.where(rng.random(shape) < 0.5, np.asarray(rng.integers(3), x.dtype), x)


def _vector(rng: Rng, most: int = 5) -> tuple[int]:
    return (int(rng.integers(most)),)


def compress(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, (*_vector(rng), *draw_shape(rng, 1)))
    axis = pick(rng, [None, 0, -1, x.ndim - 1, *([2] if rng.random() < 0.1 else [])])
    size = x.size if axis is None else x.shape[min(axis, x.ndim - 1)]
    wide = max(0, size + pick(rng, [0, 0, 0, -1, 1]))
    condition: Any = rng.integers(2, size=wide) if rng.random() < 0.3 else rng.random(wide) < 0.5
    call = Call([condition, x], {"axis": axis})
    spellings = [
        lambda: np.compress(condition, x, axis),
        lambda: x.compress(condition, axis=axis),
    ]
    return Call(call.operands, call.attributes, spellings)


def extract(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    test = _repetitive(rng, x.shape if rng.random() < 0.8 else draw_shape(rng))
    return spelled(record, Call([test, x]))


def trim_zeros(record: Op, rng: Rng) -> Call:
    shape = _vector(rng, 8) if rng.random() < 0.9 else draw_shape(rng)
    x = draw_array(rng, shape)
    x = np.where(rng.random(shape) < 0.6, np.zeros_like(x), x)
    return spelled(record, Call([x], {"trim": pick(rng, ["fb", "f", "b", "bf"])}))


def delete(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, (*_vector(rng), *draw_shape(rng, 1)))
    axis = pick(rng, [None, 0, -1, x.ndim - 1])
    size = x.size if axis is None else x.shape[axis]
    wide = size + (rng.random() < 0.1)
    obj: Any = int(rng.integers(-wide, max(wide, 1))) if wide else 0
    kind = rng.random()
    if kind < 0.2:
        obj = pick(rng, [np.int64, np.int8, np.int32])(obj)
    elif kind < 0.5:
        obj = np.asarray(rng.integers(-wide, max(wide, 1), _vector(rng)) if wide else [], int)
    elif kind < 0.8:
        obj = rng.random(size + (rng.random() < 0.1)) < 0.5
    return spelled(record, Call([x, obj], {"axis": axis}))


def repeat(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, (*_vector(rng), *draw_shape(rng, 1)))
    axis = pick(rng, [None, 0, -1, x.ndim - 1])
    size = x.size if axis is None else x.shape[axis]
    repeats: Any = int(rng.integers(-1 if rng.random() < 0.1 else 0, 4))
    if rng.random() < 0.6:
        count = pick(rng, [size, size, size, 1, size + 1])
        repeats = rng.integers(-1 if rng.random() < 0.1 else 0, 4, count)
        repeats = repeats.astype(pick(rng, [np.int64, np.int64, np.int8, np.uint8, np.bool_]))
    return spelled(record, Call([x, repeats], {"axis": axis}))


def bincount(record: Op, rng: Rng) -> Call:
    shape = _vector(rng, 6) if rng.random() < 0.95 else draw_shape(rng)
    x = rng.integers(-1 if rng.random() < 0.1 else 0, 5, shape)
    x = x.astype(pick(rng, [np.int64, np.int32, np.uint8, np.bool_]))
    attributes = {"minlength": pick(rng, [0, 0, 1, 3, 7, -1])}
    if rng.random() < 0.5:
        return spelled(record, Call([x], {"weights": None, **attributes}))
    weights = draw_array(rng, shape if rng.random() < 0.9 else draw_shape(rng), draw_dtype(rng))
    return spelled(record, Call([x, weights], attributes))


def resize(record: Op, rng: Rng) -> Call:
    shape = pick(rng, [0, 1, 5, (2, 3), (), (4, 0), 7, -1])
    return spelled(record, Call([draw_array(rng, draw_shape(rng))], {"new_shape": shape}))


SELECTIONS: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("nonzero", "flatnonzero", "argwhere", "unique"), of_one),
    **dict.fromkeys(("unique_all", "unique_counts", "unique_inverse"), of_one),
    **dict.fromkeys(("union1d", "intersect1d", "setdiff1d", "setxor1d", "isin"), of_two),
    "compress": compress,
    "extract": extract,
    "trim_zeros": trim_zeros,
    "delete": delete,
    "repeat": repeat,
    "bincount": bincount,
    "resize": resize,
}
"""How a call of each op is drawn."""
