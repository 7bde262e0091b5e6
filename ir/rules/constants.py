"""Arrays full of one number: seen another way, and gathered from, they are such arrays too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dslc.ir.calling import sketch_facts
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import type_of
from dslc.ir.keys import join_key
from dslc.ir.op import Op
from dslc.ir.ops.advanced import is_mask
from dslc.ir.ops.create import cast, full, ones, zeros
from dslc.ir.ops.shape import expand_dims, squeeze
from dslc.ir.ops.slices import region
from dslc.ir.pattern import part
from dslc.ir.rule import DOES_NOT_APPLY, rule
from dslc.ir.types import TensorType

_VIEWS: dict[str, tuple[Callable[..., Any], Callable[[Any, Any], Any]]] = {
    "reshape": (np.reshape, lambda shape, given: None if -1 in given else given),
    "broadcast": (np.broadcast_to, lambda shape, given: given),
    "transpose": (np.transpose, lambda shape, given: tuple(shape[axis] for axis in given)),
    "squeeze": (
        lambda x, given: squeeze(x, axis=given),
        lambda shape, given: tuple(s for n, s in enumerate(shape) if n not in given),
    ),
    "expand_dims": (
        lambda x, given: expand_dims(x, axis=given),
        lambda shape, given: _with_ones(shape, given),
    ),
}


def _with_ones(shape: tuple[Any, ...], axes: tuple[int, ...]) -> tuple[Any, ...]:
    sizes = iter(shape)
    return tuple(1 if n in axes else next(sizes) for n in range(len(shape) + len(axes)))


def _seen(name: str, fill: Op) -> None:
    """The rule for one view of one kind of such arrays."""
    view, shape_of = _VIEWS[name]

    def right(*, shape: Any, dtype: Any, given: Any) -> Any:
        seen = shape_of(shape, given)
        return DOES_NOT_APPLY if seen is None else fill(seen, dtype)

    right.__name__ = f"{name}_of_{fill.name}"
    right.__doc__ = f"`{name}` of an array of {fill.name} is such an array of its shape."
    rule(lambda *, shape, dtype, given: view(fill(shape, dtype), given))(right)


def _seen_full(name: str) -> None:
    view, shape_of = _VIEWS[name]

    def right(fill: Any, *, shape: Any, dtype: Any, given: Any) -> Any:
        seen = shape_of(shape, given)
        return DOES_NOT_APPLY if seen is None else full(seen, fill, dtype)

    right.__name__ = f"{name}_of_full"
    right.__doc__ = f"`{name}` of an array full of a number is such an array of its shape."
    rule(lambda fill, *, shape, dtype, given: view(full(shape, fill, dtype), given))(right)


for _name in _VIEWS:
    _seen(_name, zeros)
    _seen(_name, ones)
    _seen_full(_name)


# --- parts ----------------------------------------------------------------------------------------


def _part_of(
    filled: Callable[[Any], Any],
    number: Any,
    shape: Any,
    dtype: Any,
    key: str,
    numbers: Sequence[Any],
) -> Any:
    """A part of an array of a number, which is such an array, or an element."""
    types = tuple(type_of(each.operand) for each in numbers)
    if any(map(is_mask, join_key(key, types))):
        return DOES_NOT_APPLY  # the run knows how many it picks
    taken = region(sketch_facts(), TensorType(BY_NAME["f64"], shape), key, types, first=1)
    if taken is not None:
        return filled(taken)
    return DOES_NOT_APPLY if dtype is None else cast(number, dtype=dtype)


def _part(fill: Op, number: int) -> None:
    def right(numbers: Any, *, shape: Any, dtype: Any, key: str) -> Any:
        return _part_of(lambda taken: fill(taken, dtype), number, shape, dtype, key, numbers)

    right.__name__ = f"part_of_{fill.name}"
    right.__doc__ = f"A part of an array of {fill.name} is such an array of its shape."
    rule(
        lambda numbers, *, shape, dtype, key: part(fill(shape, dtype), key, numbers),
        several=("numbers",),
    )(right)


_part(zeros, 0)
_part(ones, 1)


@rule(
    lambda fill, numbers, *, shape, dtype, key: part(full(shape, fill, dtype), key, numbers),
    several=("numbers",),
)
def part_of_full(fill: Any, numbers: Any, *, shape: Any, dtype: Any, key: str) -> Any:
    """A part of an array full of a number is such an array of its shape."""
    return _part_of(lambda taken: full(taken, fill, dtype), fill, shape, dtype, key, numbers)


# --- other dtypes ---------------------------------------------------------------------------------


@rule(lambda *, shape, dtype, target: zeros(shape, dtype).astype(target))
def cast_of_zeros(*, shape: Any, dtype: Any, target: Any) -> Any:
    """Zeros in another dtype are zeros."""
    return zeros(shape, target)


@rule(lambda *, shape, dtype, target: ones(shape, dtype).astype(target))
def cast_of_ones(*, shape: Any, dtype: Any, target: Any) -> Any:
    """Ones in another dtype are ones."""
    return ones(shape, target)


@rule(lambda x, *, dtype: np.zeros_like(x, dtype))
def zeros_like_is_zeros(x: Any, *, dtype: Any) -> Any:
    """`zeros_like(x)` needs only the shape of `x`."""
    return zeros(x.shape, dtype)


@rule(lambda x, *, dtype: np.ones_like(x, dtype))
def ones_like_is_ones(x: Any, *, dtype: Any) -> Any:
    """`ones_like(x)` needs only the shape of `x`."""
    return ones(x.shape, dtype)


@rule(lambda x, fill, *, dtype: np.full_like(x, fill, dtype))
def full_like_is_full(x: Any, fill: Any, *, dtype: Any) -> Any:
    """`full_like(x, v)` needs only the shape of `x`."""
    return full(x.shape, fill, dtype)
