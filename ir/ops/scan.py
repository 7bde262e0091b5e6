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
from .reduce import result_dtype
from .rules import array, labels, refuse_joined


def _complete(record: Op, function: Callable[..., Any]) -> None:
    """The canonical attributes and the type rule of the op that is this NumPy function."""

    @record.normal
    def _(facts: Facts, x: Type, *, axis: Any, dtype: Any) -> dict[str, Any]:
        rank = array(x, f"`{record.name}`").rank
        axis = 0 if axis is None and rank == 1 else axis
        if axis is not None or record.attributes["axis"] == 0:
            axis = attributes.axis(axis, rank, f"`{record.name}`")
        return {"axis": axis, "dtype": None if dtype is None else attributes.dtype(dtype)}

    @record.type
    def _(facts: Facts, x: Type, *, axis: int | None, dtype: np.dtype | None) -> Type:
        refuse_joined((x,), f"`{record.name}`")
        shape = array(x, f"`{record.name}`").shape
        found = result_dtype(function, default_dtype(x), dtype=dtype)
        if found is None:
            message = f"`{record.name}` is not defined for this dtype"
            raise RuleError("dtype-mismatch", message, labels((x,)))
        return TensorType(found, (prod(shape, start=1),) if axis is None else shape)


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
