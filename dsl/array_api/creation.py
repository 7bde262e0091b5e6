"""New arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.ops import create, patterns
from dslc.ir.traced import Traced
from dslc.on_numpy import ON_NUMPY

from .array import Array
from .device import check_device
from .function import Function, function


class _AsArray(Function):
    """`asarray`, which makes an array of what a program has, or gives a value of the graph."""

    def __call__(
        self, obj: Any, /, *, dtype: Any = None, device: Any = None, copy: bool | None = None
    ) -> Any:
        check_device(device)
        if isinstance(obj, Traced):
            return obj if dtype is None else obj.astype(dtype)
        if isinstance(obj, Array):
            return _converted(obj, dtype, copy)
        if isinstance(obj, tuple | list):
            obj = _numbers(obj)
        values = np.array(obj, dtype=dtype, copy=copy)
        return values if ON_NUMPY.get() else Array(values)


def _converted(x: Array, dtype: Any, copy: bool | None) -> Array:
    changes = dtype is not None and np.dtype(dtype) != x.dtype
    if changes and copy is False:
        raise ValueError(f"{x.dtype} becomes {np.dtype(dtype)} only in a copy")
    if not changes and not copy:
        return x
    result: Array = astype(x, x.dtype if dtype is None else dtype)
    return result


def _numbers(items: Any) -> Any:
    """Nested lists with NumPy's scalars for arrays without axes."""
    if isinstance(items, tuple | list):
        return [_numbers(item) for item in items]
    return items.__array__() if isinstance(items, Array) else items


def _asarray(
    obj: Any, /, *, dtype: Any = None, device: Any = None, copy: bool | None = None
) -> Any:
    """An array of numbers, nested lists of them, or another array or buffer."""
    return np.asarray(obj, dtype)


asarray = _AsArray.of(_asarray, "asarray")


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Array:
    """The array of another library that has `__dlpack__`; it shares memory unless `copy` is True.

    Raises:
        BufferError: for memory that is not on the host.
    """
    check_device(device)
    values = np.from_dlpack(x)
    return Array(values.copy() if copy else values)


@function
def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    """The elements of `x` in another dtype."""
    return x.astype(dtype)


@function
def arange(
    start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None
) -> Any:
    """Numbers from `start` up to `stop` without it; from 0 up to `start` where that is alone."""
    return create.arange(start, stop, step, dtype)


@function
def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of zeros: an array of a graph always has values."""
    return create.zeros(shape, dtype)


@function
def empty_like(x: Any, /, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of zeros with the shape and by default the dtype of `x`."""
    return create.zeros_like(x, dtype)


@function
def eye(
    n_rows: Any, n_cols: Any = None, /, *, k: int = 0, dtype: Any = None, device: Any = None
) -> Any:
    """Ones on the diagonal `k`, and else zeros."""
    given = {} if dtype is None else {"dtype": dtype}
    return patterns.eye(n_rows, n_cols, k, **given)


@function
def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of one value."""
    return create.full(shape, fill_value, dtype)


@function
def full_like(x: Any, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of one value with the shape and by default the dtype of `x`."""
    return create.full_like(x, fill_value, dtype)


@function
def linspace(
    start: Any, stop: Any, /, num: Any, *, dtype: Any = None, device: Any = None,
    endpoint: bool = True,
) -> Any:  # fmt: skip
    """`num` numbers from `start` to `stop`, at equal distances."""
    return patterns.linspace(start, stop, num, endpoint=endpoint, dtype=dtype)


@function
def meshgrid(*arrays: Any, indexing: Any = "xy") -> Any:
    """The coordinates of a grid: one array for each axis."""
    return list(np.meshgrid(*arrays, indexing=indexing))


@function
def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of ones."""
    return create.ones(shape, dtype)


@function
def ones_like(x: Any, /, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of ones with the shape and by default the dtype of `x`."""
    return create.ones_like(x, dtype)


@function
def tril(x: Any, /, *, k: int = 0) -> Any:
    """Matrices with zeros above the diagonal `k`."""
    return np.tril(x, k)


@function
def triu(x: Any, /, *, k: int = 0) -> Any:
    """Matrices with zeros below the diagonal `k`."""
    return np.triu(x, k)


@function
def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of zeros."""
    return create.zeros(shape, dtype)


@function
def zeros_like(x: Any, /, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of zeros with the shape and by default the dtype of `x`."""
    return create.zeros_like(x, dtype)
