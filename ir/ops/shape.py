"""The same elements under another shape; joining arrays."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max, exact_div, interval
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import TensorType, Type, default_dtype, shape_of

from . import attributes
from .rules import array, labels, refuse_joined


def _reshaped(type_: Type, shape: tuple[Size, ...]) -> TensorType:
    """An array of the same elements."""
    return TensorType(default_dtype(type_), shape, joined=getattr(type_, "joined", False))


# --- reshape ------------------------------------------------------------------------------------


@op(
    call="x, shape, order",
    numpy=("reshape",),
    methods=("reshape",),
    strong=False,
    view=True,
    effects=Effects.RAISES,
)
def reshape(x: Any, *, shape: Any) -> Any:
    """The elements of an array in the same (row-major) order under a new shape.

    One size may be -1: what remains. ValueError where a size is negative, or 0 beside a -1.

    >>> np.reshape(np.arange(6), (2, -1))
    array([[0, 1, 2],
           [3, 4, 5]])
    """
    return np.reshape(x, shape)


@reshape.normal
def _(facts: Facts, x: Type, *, shape: Any) -> dict[str, Any]:
    extents = attributes.sizes(shape)
    if extents.count(-1) > 1:
        raise RuleError("argument-mismatch", "a shape has at most one -1")
    attributes.shape(tuple(extent for extent in extents if extent != -1))
    return {"shape": extents}


@reshape.type
def _(facts: Facts, x: Type, *, shape: tuple[Size, ...]) -> Type:
    source = array(x, "`reshape`")
    total: Size = prod(source.shape, start=1)
    known: Size = prod((size for size in shape if size != -1), start=1)
    if known == 0 and -1 in shape:
        raise RuleError("shape-mismatch", "nothing follows for the -1 beside a 0", labels((x,)))
    rest: Size = 1
    if -1 in shape:
        quotient = exact_div(facts.simplify(total), facts.simplify(known))
        # A size of 0 beside the -1 is refused when the graph runs; till then nothing divides by it.
        rest = total // dim_max(known, 1) if quotient is None else quotient
    try:
        facts.meet(total, known * rest)
    except DimMismatch as mismatch:
        text, never = ", ".join(map(str, shape)), mismatch.comparison
        message = f"{total} elements do not fill the shape ({text})"
        raise RuleError("shape-mismatch", message, labels((x,)), never=never) from None
    return _reshaped(x, tuple(rest if size == -1 else size for size in shape))


@reshape.can_raise
def _(x: Type, *, shape: tuple[Size, ...]) -> bool:
    given = [size for size in shape if size != -1]
    lows = [interval(size)[0] for size in given]
    least = 1 if -1 in shape else 0
    return any(low is None or low < least for low in lows)


# --- axes ---------------------------------------------------------------------------------------


@op(
    call="x, axes", numpy=("transpose", "permute_dims"), methods=("transpose",), strong=False,
    view=True,
)  # fmt: skip
def transpose(x: Any, *, axes: Any = None) -> Any:
    """An array with its axes in another order, by default reversed.

    >>> np.transpose(np.array([[1, 2], [3, 4]]))
    array([[1, 3],
           [2, 4]])
    """
    return np.transpose(x, axes)


@transpose.normal
def _(facts: Facts, x: Type, *, axes: Any) -> dict[str, Any]:
    rank = len(shape_of(x))
    if axes is None:
        return {"axes": tuple(reversed(range(rank)))}
    listed = axes if isinstance(axes, tuple | list) else (axes,)
    order = tuple(attributes.axis(part, rank, "`transpose`") for part in listed)
    if sorted(order) != list(range(rank)):
        message = "the axes of `transpose` are every axis once"
        raise RuleError("rank-mismatch", message, labels((x,)))
    return {"axes": order}


@transpose.type
def _(facts: Facts, x: Type, *, axes: tuple[int, ...]) -> Type:
    source = array(x, "`transpose`")
    return _reshaped(x, tuple(source.shape[number] for number in axes))


@op(call="x, axis", numpy=("squeeze",), methods=("squeeze",), strong=False, view=True)
def squeeze(x: Any, *, axis: Any = None) -> Any:
    """An array without these axes of size 1; without all of them where every size is a number.

    >>> np.squeeze(np.array([[1], [2]]), axis=1)
    array([1, 2])
    """
    return np.squeeze(x, axis)


@squeeze.normal
def _(facts: Facts, x: Type, *, axis: Any) -> dict[str, Any]:
    source = array(x, "`squeeze`")
    if axis is not None:
        return {"axis": attributes.axes(axis, source.rank, "`squeeze`")}
    if not all(isinstance(size, int) for size in source.shape):
        message = "it is not known which sizes are 1"
        raise RuleError("shape-mismatch", message, labels((x,)), help="name the `axis`")
    return {"axis": tuple(number for number, size in enumerate(source.shape) if size == 1)}


@squeeze.type
def _(facts: Facts, x: Type, *, axis: tuple[int, ...]) -> Type:
    source = array(x, "`squeeze`")
    try:
        for number in axis:
            facts.meet(source.shape[number], 1)
    except DimMismatch:
        raise RuleError("shape-mismatch", "a squeezed size must be 1", labels((x,))) from None
    return _reshaped(x, tuple(s for number, s in enumerate(source.shape) if number not in axis))


@op(call="x, axis", numpy=("expand_dims",), strong=False, view=True)
def expand_dims(x: Any, *, axis: Any) -> Any:
    """An array with new axes of size 1 at these places of the result.

    >>> np.expand_dims(np.array([1, 2]), axis=1)
    array([[1],
           [2]])
    """
    return np.expand_dims(x, axis)


@expand_dims.normal
def _(facts: Facts, x: Type, *, axis: Any) -> dict[str, Any]:
    if axis is None:
        raise RuleError("argument-mismatch", "`expand_dims` needs an axis")
    count = len(axis) if isinstance(axis, tuple | list) else 1
    return {"axis": attributes.axes(axis, len(shape_of(x)) + count, "`expand_dims`")}


@expand_dims.type
def _(facts: Facts, x: Type, *, axis: tuple[int, ...]) -> Type:
    sizes = iter(shape_of(x))
    rank = len(shape_of(x)) + len(axis)
    return _reshaped(x, tuple(1 if number in axis else next(sizes) for number in range(rank)))


@op(
    call="x, shape, subok",
    numpy=("broadcast_to",),
    strong=False,
    view=True,
    effects=Effects.RAISES,
)
def broadcast_to(x: Any, *, shape: Any) -> Any:
    """An array repeated along new axes and axes of size 1; a view, in NumPy a read-only one.

    >>> np.broadcast_to(np.array([1, 2]), (2, 2))
    array([[1, 2],
           [1, 2]])
    """
    return np.broadcast_to(x, shape)


@broadcast_to.normal
def _(facts: Facts, x: Type, *, shape: Any) -> dict[str, Any]:
    return {"shape": attributes.shape(shape)}


@broadcast_to.type
def _(facts: Facts, x: Type, *, shape: tuple[Size, ...]) -> Type:
    source = shape_of(x)
    text = ", ".join(map(str, shape))
    if len(source) > len(shape):
        message = f"the shape ({text}) has fewer axes than the array"
        raise RuleError("rank-mismatch", message, labels((x,)))
    try:
        for size, target in zip(reversed(source), reversed(shape), strict=False):
            if size != 1:
                facts.meet(size, target)
    except DimMismatch as mismatch:
        message, never = f"this does not broadcast to ({text})", mismatch.comparison
        raise RuleError("shape-mismatch", message, labels((x,)), never=never) from None
    return _reshaped(x, shape)


@broadcast_to.can_raise
def _(x: Type, *, shape: tuple[Size, ...]) -> bool:
    return attributes.may_be_negative(shape)


# --- whole arrays -------------------------------------------------------------------------------


@op(call="x, order, subok", numpy=("copy",), methods=("copy",), strong=False)
def copy(x: Any) -> Any:
    """An array of its own with the same elements.

    >>> np.copy(np.array([1, 2]))
    array([1, 2])
    """
    return np.copy(x)


@copy.type
def _(facts: Facts, x: Type) -> Type:
    return replace(array(x, "`copy`"), device=None, layout=None, strides=None)


@op(
    call="arrays, axis, out, dtype, casting",
    numpy=("concatenate", "concat"),
    strong=False,
    variadic=True,
)
def concat(*arrays: Any, axis: int = 0) -> Any:
    """Arrays one after the other along an axis, in their common dtype; other sizes are equal.

    >>> np.concatenate((np.array([1, 2]), np.array([3])))
    array([1, 2, 3])
    """
    return np.concatenate(arrays, axis=axis)


@concat.normal
def _(facts: Facts, *types: Type, axis: Any) -> dict[str, Any]:
    if not types:
        raise RuleError("argument-mismatch", "`concat` needs at least one array")
    for number, type_ in enumerate(types):
        if not shape_of(type_):
            message = "`concat` needs arrays with axes"
            raise RuleError("rank-mismatch", message, {number: f"this is {type_}"})
    return {"axis": attributes.axis(axis, len(shape_of(types[0])), "`concat`")}


@concat.type
def _(facts: Facts, *types: Type, axis: int) -> Type:
    parts = [array(type_, "`concat`", number) for number, type_ in enumerate(types)]
    refuse_joined(types, "`concat`")
    shown = labels(types, [f"part {number}" for number in range(len(types))])
    first, *others = parts
    if any(part.rank != first.rank for part in others):
        raise RuleError("rank-mismatch", "the arrays differ in rank", shown)
    shape = list(first.shape)
    try:
        dtype = np.result_type(*(part.dtype for part in parts))
        for part in others:
            for number, size in enumerate(part.shape):
                if number == axis:
                    shape[number] = shape[number] + size
                else:
                    shape[number] = facts.meet(shape[number], size)
    except TypeError:
        raise RuleError("dtype-mismatch", "the arrays have no common dtype", shown) from None
    except DimMismatch as mismatch:
        message, never = f"sizes beside the axis differ: {mismatch}", mismatch.comparison
        raise RuleError("shape-mismatch", message, shown, never=never) from None
    return TensorType(dtype, tuple(shape))
