"""Drawn calls of every op: operands of every kind, and what plain Python says of the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dslc.ir.ops  # noqa: F401  (fills the registry)
from dslc.ir.keys import Key, split_key
from dslc.ir.op import REGISTRY, Op
from dslc.ir.ops.scatter import ACCUMULATING

from .arrangements import ARRANGEMENTS
from .curves import CURVES
from .drawing import (
    Call,
    Rng,
    draw_array,
    draw_axis,
    draw_dtype,
    draw_operand,
    draw_operands,
    draw_shape,
    draw_single,
    pick,
    spelled,
)  # fmt: skip
from .elements import ELEMENTS
from .linear_algebra import LINEAR_ALGEBRA
from .networks import NETWORKS
from .places import PLACES
from .random_numbers import RANDOM
from .reductions import REDUCTIONS
from .segments import SEGMENTS
from .selections import SELECTIONS
from .sparse import SPARSE
from .transforms import TRANSFORMS

# --- one function for each op -------------------------------------------------------------------


def elementwise(record: Op, rng: Rng) -> Call:
    return spelled(record, Call(draw_operands(rng, len(record.operands))))


def power(record: Op, rng: Rng) -> Call:
    x, y = draw_operands(rng, 2)
    if type(x) is int and type(y) is int:
        y = min(y, 100)  # Python would fill the memory with digits
    return spelled(record, Call([x, y]))


def truth(record: Op, rng: Rng) -> Call:
    call = elementwise(record, rng)
    word = {"and": all, "or": any}.get(record.name)
    if word is not None:
        call.spellings.append(lambda: word([bool(x) for x in call.operands]))
    return call


def matmul(record: Op, rng: Rng) -> Call:
    rows, inner, columns = (int(size) for size in rng.integers(0, 4, 3))
    stack = draw_shape(rng, 1)
    left = (*stack, rows, inner) if rng.random() < 0.7 else (inner,)
    right = (*stack[: rng.integers(2)], inner, columns) if rng.random() < 0.7 else (inner,)
    if rng.random() < 0.1:
        left = draw_shape(rng)
    return spelled(record, Call([draw_array(rng, left), draw_array(rng, right)]))


def reshape(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    sizes = [int(size) for size in rng.permutation(np.array(x.shape, int))]
    if sizes and rng.random() < 0.5:
        sizes = [sizes[0] * int(np.prod(sizes[1:])), *[1] * int(rng.integers(2))]
    if rng.random() < 0.5:
        sizes.insert(int(rng.integers(len(sizes) + 1)), -1)
    if sizes and rng.random() < 0.3:
        sizes[rng.integers(len(sizes))] = pick(rng, [-1, -2, 0, 2, 6])
    call = Call([x], {"shape": sizes[0] if len(sizes) == 1 else tuple(sizes)})
    return replace(call, spellings=[lambda: np.reshape(x, sizes), lambda: x.reshape(sizes)])


def with_shape(record: Op, rng: Rng) -> Call:
    x = draw_operand(rng, draw_shape(rng, 2))
    shape = draw_shape(rng)
    if rng.random() < 0.7:
        shape = (*draw_shape(rng, 1), *(3 if size == 1 else size for size in np.shape(x)))
    return spelled(record, Call([x], {"shape": shape}))


def transpose(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    axes = tuple(int(a) - x.ndim * int(rng.integers(2)) for a in rng.permutation(x.ndim))
    return spelled(record, Call([x], {"axes": pick(rng, [None, axes, axes, axes[1:], (0, 0)])}))


def with_axis(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    return spelled(record, Call([x], {"axis": draw_axis(rng, x.ndim)}))


def copy(record: Op, rng: Rng) -> Call:
    return spelled(record, Call([draw_array(rng, draw_shape(rng))]))


def depend(record: Op, rng: Rng) -> Call:
    return spelled(
        record, Call([draw_array(rng, draw_shape(rng)), draw_operand(rng, draw_shape(rng))])
    )


def concat(record: Op, rng: Rng) -> Call:
    shape = draw_shape(rng)
    axis = int(rng.integers(-len(shape), len(shape))) if shape and rng.random() < 0.9 else 0
    parts = []
    for _ in range(rng.integers(0, 4)):
        own = list(shape) if rng.random() < 0.95 else list(draw_shape(rng))
        if len(own) > axis >= -len(own):
            own[axis] = int(rng.integers(4))
        parts.append(draw_array(rng, tuple(own)))
    call = Call(parts, {"axis": axis})
    return spelled(record, call, parts)


def append(record: Op, rng: Rng) -> Call:
    rows = draw_array(rng, draw_shape(rng))
    if not rows.ndim or rng.random() < 0.1:
        return spelled(record, Call([rows, draw_array(rng, draw_shape(rng))]))
    item: Any = np.resize(draw_array(rng, (7,)), rows.shape[1:]).astype(rows.dtype)
    if rows.ndim == 1 and rng.random() < 0.6:
        item = pick(rng, [item[()], rows.dtype.type(3), 3, 2.5, True])
    return spelled(record, Call([rows, item]))


def draw_item(rng: Rng, size: int) -> Any:
    kind = rng.integers(10)
    if kind < 3:
        return int(rng.integers(-size - 1, size + 1))
    if kind == 3:
        return pick(rng, [np.int64, np.uint8, np.int32])(max(size - 1, 0))
    if kind == 4:
        return pick(rng, [None, ..., 1.5, True, np.int64(7), [True, False], [[0], [0, 0]], []])
    if kind in (5, 6):
        return draw_indices(rng, size)
    bounds = [None, *range(-size - 2, size + 3)]
    step = pick(rng, [None, None, 1, 2, -1, -2, 3])
    return slice(pick(rng, bounds), pick(rng, bounds), step)


def draw_indices(rng: Rng, size: int) -> Any:
    """An array or a list of integers, now and then with one that is out of bounds."""
    shape = pick(rng, [(), (2,), (2,), (3,), (1,), (0,), (3, 1), (3, 2), (1, 2)])
    wide = size + (rng.random() < 0.05)
    drawn = np.asarray(rng.integers(-wide, max(wide, 1), shape) if wide else np.zeros(shape, int))
    if rng.random() < 0.3:
        return drawn.tolist()
    if rng.random() < 0.2:
        return drawn.astype(pick(rng, [np.int8, np.uint8, np.uint64, np.float32, np.bool_]))
    # In C order: of the others NumPy does not say which of several values comes last.
    return drawn if rng.random() < 0.6 or drawn.ndim > 1 else np.repeat(drawn, 2)[::2]


def draw_key(rng: Rng, shape: tuple[int, ...]) -> Key:
    if rng.random() < 0.1:
        sizes = [size + (rng.random() < 0.05) for size in shape[: rng.integers(len(shape) + 1)]]
        return Key((rng.integers(2, size=sizes, dtype=np.int8).astype(bool),))
    count = rng.integers(len(shape) + 1) if rng.random() < 0.6 else len(shape)
    items = [draw_item(rng, shape[axis]) for axis in range(count)]
    if rng.random() < 0.3:
        items.insert(int(rng.integers(len(items) + 1)), pick(rng, [None, ...]))
    return Key(tuple(items))


def index(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    key = draw_key(rng, x.shape)
    form, numbers = split_key(key)
    return Call([x, *numbers], {"key": form}, [lambda: x[key.items]])


def store(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    key = draw_key(rng, x.shape)
    form, numbers = split_key(key)
    value = draw_operand(rng, outcome_shape(lambda: x[key.items]))
    if np.ndim(value) and rng.random() < 0.3:
        value = value[None] if rng.random() < 0.5 else value[:1]
    inplace = isinstance(value, np.ndarray | np.generic) and bool(rng.random() < 0.5)

    def in_python() -> Any:
        result = x.copy(order="K")
        if inplace and isinstance(part := result[key.items], np.ndarray):
            # A ufunc's `out=`, which is what `+=` writes with.
            np.maximum(value, value, out=part, casting="same_kind")
            result[key.items] = part
        else:
            result[key.items] = value
        return result

    return Call([x, value, *numbers], {"key": form, "inplace": inplace}, [in_python])


def scatter(record: Op, rng: Rng) -> Call:
    """`np.add.at` and its like."""
    x = draw_array(rng, draw_shape(rng))
    key = draw_key(rng, x.shape)
    form, numbers = split_key(key)
    part = outcome_shape(lambda: x[key.items])
    value = draw_operand(rng, part[rng.integers(2) :] if rng.random() < 0.2 else part)
    if rng.random() < 0.5:
        value = np.asarray(value).astype(x.dtype)
    ufunc = getattr(np, record.name.removesuffix("_at"))

    def in_python() -> Any:
        result = x.copy(order="K")
        ufunc.at(result, key.items, value)
        return result

    return Call([x, value, *numbers], {"key": form}, [in_python])


def outcome_shape(read: Callable[[], Any]) -> tuple[int, ...]:
    """The shape of a part; any where there is none."""
    try:
        return np.shape(read())
    except (IndexError, ValueError, OverflowError):
        return (2,)


def copyto(record: Op, rng: Rng) -> Call:
    x, value, where = draw_operands(rng, 3)
    x = np.array(x)
    if rng.random() < 0.5:
        value = np.asarray(value).astype(x.dtype)
    if rng.random() < 0.9:
        where = np.asarray(where).astype(bool)
    operands = [x, value, where] if rng.random() < 0.8 else [x, value]

    def in_python() -> Any:
        result = x.copy(order="K")
        np.copyto(result, value, **dict(zip(["where"], operands[2:], strict=False)))
        return result

    return Call(operands, {} if operands[2:] else {"where": None}, [in_python])


def take(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    axis = None if rng.random() < 0.3 else int(rng.integers(-3, 3))
    in_range = axis is not None and -x.ndim <= axis < x.ndim
    size = x.shape[axis] if axis is not None and in_range else x.size
    attributes = {"axis": axis, "mode": pick(rng, ["raise", "raise", "wrap", "clip"])}
    drawn = draw_indices(rng, size)
    indices = np.asarray(drawn)
    call = Call([x, indices], attributes)
    return replace(call, spellings=[lambda: np.take(x, indices, **attributes)])


def along_axis(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    axis = int(rng.integers(-x.ndim, x.ndim)) if x.ndim else 0
    shape = [1 if rng.random() < 0.2 else size for size in x.shape]
    if shape:
        shape[axis] = int(rng.integers(3))
    size = x.shape[axis] if x.ndim else 1
    indices = rng.integers(-size, size + (rng.random() < 0.1) + (size == 0), shape)
    if rng.random() < 0.1:
        indices = np.asarray(draw_indices(rng, 2))
    call = Call([x, np.asarray(indices)], {"axis": axis})
    if record.write is None:
        return spelled(record, call)
    values = draw_operand(rng, outcome_shape(lambda: np.take_along_axis(x, indices, axis)))

    def in_python() -> Any:
        result = x.copy(order="K")
        np.put_along_axis(result, np.asarray(indices), values, axis)
        return result

    return Call([x, call.operands[1], values], {"axis": axis}, [in_python])


def item(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, pick(rng, [(), (1,), (1, 1), (2,), (2, 3)]))
    if rng.random() < 0.5:
        return Call([x], {"index": None}, [x.item])
    index = int(rng.integers(-x.size - 1, x.size + 1))
    return Call([x, index], {}, [lambda: x.item(index)])


def diagonal(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    if record.name == "diag":
        return spelled(record, Call([x], {"k": int(rng.integers(-3, 4))}))
    if record.write is None:
        axes = {f"axis{i}": int(rng.integers(-x.ndim - 1, x.ndim + 1)) for i in (1, 2)}
        return spelled(record, Call([x], {"offset": int(rng.integers(-3, 4)), **axes}))
    value = draw_operand(rng, ())

    def in_python() -> Any:
        result = x.copy(order="K")
        np.fill_diagonal(result, value)
        return result

    return Call([x, value], {}, [in_python])


def create(record: Op, rng: Rng) -> Call:
    shape = draw_shape(rng) if rng.random() < 0.7 else int(rng.integers(-1, 4))
    attributes: dict[str, Any] = {"shape": shape}
    if rng.random() < 0.6:
        attributes["dtype"] = draw_dtype(rng)
    if record.name != "full":
        return spelled(record, Call([], attributes))
    fill = draw_operand(rng, ())
    call = Call([fill], attributes)
    call.spellings.append(lambda: np.full(fill_value=fill, **attributes))
    return call


def like(record: Op, rng: Rng) -> Call:
    operands = [draw_operand(rng, draw_shape(rng))]
    if record.name == "full_like":
        operands.append(draw_single(rng))
    attributes = {"dtype": draw_dtype(rng)} if rng.random() < 0.5 else {}
    return spelled(record, Call(operands, attributes))


def arange(record: Op, rng: Rng) -> Call:
    bounds = [-3, 0, 1, 2, 7, 300, *([0.5, 2.25, -1.0] if rng.random() < 0.3 else [])]
    given = [pick(rng, bounds) for _ in range(rng.integers(1, 4))]
    attributes: dict[str, Any] = dict(zip(("start", "stop", "step"), given, strict=False))
    dtype = draw_dtype(rng) if rng.random() < 0.4 else None
    call = Call([], attributes if dtype is None else {**attributes, "dtype": dtype})
    return replace(call, spellings=[lambda: np.arange(*given, dtype=dtype)])


def cast(record: Op, rng: Rng) -> Call:
    x = draw_operand(rng, draw_shape(rng))
    if rng.random() < 0.3:
        number = pick(rng, [int, float, bool])
        return Call([x], {"dtype": number}, [lambda: number(x)])
    dtype = draw_dtype(rng)
    convert = x.astype if hasattr(x, "astype") else lambda dtype: dtype.type(x)
    return Call([x], {"dtype": dtype}, [lambda: convert(dtype)])


def as_scalar(record: Op, rng: Rng) -> Call:
    x = draw_operand(rng, draw_shape(rng))
    number = not isinstance(x, np.ndarray | np.generic)
    return Call([x], {}, [lambda: np.asarray(x)[()] if number else x])


def check(record: Op, rng: Rng) -> Call:
    x = draw_operand(rng, ())
    values = [draw_operand(rng, draw_shape(rng)) for _ in range(rng.integers(3))]
    message = "{{text}}" + pick(rng, [" {!s}", "{}", " a {!r} b"]) * len(values)

    def in_python() -> bool:
        if not x:
            raise ValueError(message.format(*values))
        return True

    return Call([x, *values], {"message": message, "error": "ValueError"}, [in_python])


def print_(record: Op, rng: Rng) -> Call:
    values = [draw_operand(rng, draw_shape(rng)) for _ in range(rng.integers(4))]
    form = pick(rng, ["{!s}", "{}", "a {!r} b", "{:>9}", "{:.2f}", "{:d}"])
    attributes = {"templates": tuple(form for _ in values), "sep": pick(rng, [" ", "", None])}

    def in_python() -> tuple[()]:
        print(*map(form.format, values))
        return ()

    return Call(values, attributes, [in_python])


def require(record: Op, rng: Rng) -> Call:
    size = int(rng.integers(5))
    return Call([size, size], {}, [lambda: ()])


def as_dim(record: Op, rng: Rng) -> Call:
    x = draw_single(rng)
    return Call([x], {"low": None}, [lambda: int(x.__index__())])


DRAW: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("not", "and", "or"), truth),
    **REDUCTIONS, **ARRANGEMENTS, **RANDOM, **LINEAR_ALGEBRA, **TRANSFORMS,
    **dict.fromkeys(("zeros", "ones", "full"), create),
    **dict.fromkeys(("zeros_like", "ones_like", "full_like"), like),
    **dict.fromkeys(("power", "pow", "left_shift", "right_shift"), power),
    **dict.fromkeys(ACCUMULATING, scatter),
    **dict.fromkeys(("take_along_axis", "put_along_axis"), along_axis),
    **dict.fromkeys(("diagonal", "diag", "trace", "fill_diagonal"), diagonal),
    "item": item,
    "copyto": copyto,
    "take": take,
    **ELEMENTS, **SEGMENTS, **SELECTIONS, **CURVES, **PLACES,
    **dict.fromkeys(("squeeze", "expand_dims"), with_axis),
    **NETWORKS, **SPARSE,
    "matmul": matmul, "reshape": reshape, "broadcast_to": with_shape, "transpose": transpose,
    "copy": copy, "depend": depend, "concat": concat, "append": append,
    "index": index, "store": store,
    "arange": arange, "cast": cast,
    "as_scalar": as_scalar, "check": check, "print": print_, "require": require, "as_dim": as_dim,
}  # fmt: skip
"""The op's own function; without one it takes arrays element by element."""


@pytest.fixture
def draw_call() -> Callable[[str, Rng], Call]:
    """`draw_call(op name, generator)`."""

    def draw(name: str, rng: Rng) -> Call:
        record = REGISTRY[name]
        return DRAW.get(name, elementwise)(record, rng)

    return draw
