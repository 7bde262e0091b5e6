"""Cumulative ops: every element of the result takes in what stands before it on an axis."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from dslc.ir.facts import Facts
from dslc.ir.op import Op, RuleError, op
from dslc.ir.types import TensorType, Type, default_dtype

from . import attributes
from .create import ones, zeros
from .reduce import result_dtype
from .rules import BY_PART, array, labels, refuse_complex, refuse_joined, refuse_part


def _complete(record: Op, function: Callable[..., Any]) -> None:
    """The canonical attributes and the type rule of the op that is this NumPy function."""

    @record.normal
    def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
        return _normal(record, x, **given)

    @record.type
    def _(facts: Facts, x: Type, *, axis: int | None, dtype: np.dtype | None) -> Type:
        refuse_joined((x,), f"`{record.name}`")
        shape = array(x, f"`{record.name}`").shape
        if record in (maximum_accumulate, minimum_accumulate):
            refuse_complex((x,), f"`{record.name}`", BY_PART)
        if dtype is not None:
            refuse_part(x, dtype)
        found = result_dtype(function, default_dtype(x), dtype=dtype)
        if found is None:
            message = f"`{record.name}` is not defined for this dtype"
            raise RuleError("dtype-mismatch", message, labels((x,)))
        return TensorType(found, (prod(shape, start=1),) if axis is None else shape)


def _normal(record: Op, x: Type, *, axis: Any, dtype: Any) -> dict[str, Any]:
    """The canonical attributes; only `cumsum` and `cumprod` work along all axes."""
    what = f"`{record.name}`"
    rank = array(x, what).rank
    axis = 0 if axis is None and rank == 1 else axis
    if axis is not None or record not in (cumsum, cumprod):
        axis = attributes.axis(axis, rank, what)
    return {"axis": axis, "dtype": None if dtype is None else attributes.dtype(dtype)}


@op(call="x, axis, dtype, out", numpy=("cumsum",), methods=("cumsum",), strong=False)
def cumsum(x: Any, *, axis: Any = None, dtype: Any = None) -> Any:
    """Sums of the elements up to each one along an axis; by default of all in row-major order.

    Small integers and bools are summed in 64 bits.

    >>> np.cumsum(np.array([[1, 2], [3, 4]]), axis=1)
    array([[1, 3],
           [3, 7]])
    """
    return np.cumsum(x, axis=axis, dtype=dtype)


@op(call="x, axis, dtype, out", numpy=("cumprod",), methods=("cumprod",), strong=False)
def cumprod(x: Any, *, axis: Any = None, dtype: Any = None) -> Any:
    """Products of the elements up to each one along an axis; by default of all in row-major order.

    Small integers and bools are multiplied in 64 bits.

    >>> np.cumprod(np.array([1, 2, 3, 4]))
    array([ 1,  2,  6, 24])
    """
    return np.cumprod(x, axis=axis, dtype=dtype)


@op(call="x, axis, dtype, out", numpy=("add.accumulate",), strong=False)
def add_accumulate(x: Any, *, axis: Any = 0, dtype: Any = None) -> Any:
    """Sums of the elements up to each one along an axis; small integers in 64 bits.

    >>> np.add.accumulate(np.array([[1, 2], [3, 4]]))
    array([[1, 2],
           [4, 6]])
    """
    return np.add.accumulate(x, axis=axis, dtype=dtype)


@op(call="x, axis, dtype, out", numpy=("multiply.accumulate",), strong=False)
def multiply_accumulate(x: Any, *, axis: Any = 0, dtype: Any = None) -> Any:
    """Products of the elements up to each one along an axis; small integers in 64 bits.

    >>> np.multiply.accumulate(np.array([[1, 2], [3, 4]]))
    array([[1, 2],
           [3, 8]])
    """
    return np.multiply.accumulate(x, axis=axis, dtype=dtype)


@op(call="x, axis, dtype, out", numpy=("maximum.accumulate",), strong=False)
def maximum_accumulate(x: Any, *, axis: Any = 0, dtype: Any = None) -> Any:
    """Greatest of the elements up to each one along an axis; NaN from the first NaN on.

    >>> np.maximum.accumulate(np.array([1, 3, 2, 5]))
    array([1, 3, 3, 5])
    """
    return np.maximum.accumulate(x, axis=axis, dtype=dtype)


@op(call="x, axis, dtype, out", numpy=("minimum.accumulate",), strong=False)
def minimum_accumulate(x: Any, *, axis: Any = 0, dtype: Any = None) -> Any:
    """Smallest of the elements up to each one along an axis; NaN from the first NaN on.

    >>> np.minimum.accumulate(np.array([3, 4, 1, 2]))
    array([3, 3, 1, 1])
    """
    return np.minimum.accumulate(x, axis=axis, dtype=dtype)


_complete(cumsum, np.cumsum)
_complete(cumprod, np.cumprod)
_complete(add_accumulate, np.add.accumulate)
_complete(multiply_accumulate, np.multiply.accumulate)
_complete(maximum_accumulate, np.maximum.accumulate)
_complete(minimum_accumulate, np.minimum.accumulate)

# --- with what stands before the first ------------------------------------------------------------


@op(call="x, axis, dtype, out, include_initial", numpy=("cumulative_sum",), strong=False,
    expands=True)  # fmt: skip
def cumulative_sum(
    x: Any, *, axis: Any = None, dtype: Any = None, include_initial: bool = False
) -> Any:
    """`cumsum` along an axis, which may be left out where there is only one.

    With `include_initial` a 0 stands before the first sum.

    >>> np.cumulative_sum(np.array([1, 2, 3]), include_initial=True)
    array([0, 1, 3, 6])
    """
    running = add_accumulate(x, axis=axis, dtype=dtype)
    return _after(zeros, running, axis) if include_initial else running


@op(call="x, axis, dtype, out, include_initial", numpy=("cumulative_prod",), strong=False,
    expands=True)  # fmt: skip
def cumulative_prod(
    x: Any, *, axis: Any = None, dtype: Any = None, include_initial: bool = False
) -> Any:
    """`cumprod` along an axis, which may be left out where there is only one.

    With `include_initial` a 1 stands before the first product.

    >>> np.cumulative_prod(np.array([1, 2, 3]), include_initial=True)
    array([1, 1, 2, 6])
    """
    running = multiply_accumulate(x, axis=axis, dtype=dtype)
    return _after(ones, running, axis) if include_initial else running


def _after(start: Op, running: Any, axis: int) -> Any:
    """What is cumulated, after what there is before the first element."""
    shape = (*running.shape[:axis], 1, *running.shape[axis + 1 :])
    return np.concatenate((start(shape=shape, dtype=running.dtype), running), axis=axis)


def _complete_cumulative(record: Op) -> None:
    @record.normal
    def _(facts: Facts, x: Type, *, include_initial: Any, **given: Any) -> dict[str, Any]:
        canonical = _normal(record, x, **given)
        initial = attributes.flag(include_initial, "`include_initial`")
        return {**canonical, "include_initial": initial}


_complete_cumulative(cumulative_sum)
_complete_cumulative(cumulative_prod)
