"""Rows of different lengths as one value: `Ragged[f32, B, "*", 64]`.

The rows lie one after the other in `values`; row i is `values[offsets[i] : offsets[i + 1]]`. What
is written here is the meaning in plain Python, and it is inlined where a graph function calls it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dslc.ir.ops.attention import scaled_dot_product_attention
from dslc.ir.ops.segments import (
    segment_max,
    segment_mean,
    segment_min,
    segment_repeat,
    segment_softmax,
    segment_sum,
)

from .parametric import ParametricSpec
from .ragged_annotation import ragged_spec


@dataclass(frozen=True, eq=False)
class Ragged(np.lib.mixins.NDArrayOperatorsMixin):
    """Rows of different lengths.

    Axis 0 are the rows, axis 1 is what differs in length, further ones are those of an element.
    Operators and NumPy's elementwise functions act on the values. The other operand is a ragged
    value with rows of the same lengths; what broadcasts to an element; or an array `[B, 1, ...]`
    with one element for each row.

    Attributes:
        values: the rows, one after the other along axis 0.
        offsets: where each row begins and, at the end, where the last one ends: i64, one more than
            there are rows; from 0, never less than the one before.
    """

    values: Any
    offsets: Any

    def __class_getitem__(cls, items: Any) -> ParametricSpec:
        return ragged_spec(cls, items)

    # --- what it is -------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def astype(self, dtype: Any) -> Ragged:
        """The same rows of another dtype."""
        return Ragged(self.values.astype(dtype), self.offsets)

    # --- rows -------------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        """Row `key`; a ragged value of those that a slice, an array of integers or a mask chooses.

        Raises:
            IndexError: for a row that there is not.
        """
        if not isinstance(key, slice | list | np.ndarray):
            at = key - 1 if key < 0 else key
            return self.values[self.offsets[at] : self.offsets[at + 1]]
        starts = self.offsets[:-1][key]
        offsets = _ends(self.offsets[1:][key] - starts)
        total = int(offsets[-1])
        moved = segment_repeat(starts, offsets, size=total)
        return Ragged(self.values[_within(offsets, total) + moved], offsets)

    def __iter__(self) -> Iterator[Any]:
        for i in range(len(self)):
            yield self[i]

    # --- NumPy ------------------------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method != "__call__" or len(kwargs) > 0 or not 1 <= len(inputs) <= 2:
            return NotImplemented
        if len(inputs) == 1:
            return Ragged(ufunc(self.values), self.offsets)
        if ufunc is np.matmul:
            return _product(inputs[0], inputs[1])
        return _elementwise(ufunc, inputs[0], inputs[1])

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is np.concatenate:
            return concat(*args, **kwargs)
        if function is np.sum:
            return args[0].sum(*args[1:], **kwargs)
        if function is np.mean:
            return args[0].mean(*args[1:], **kwargs)
        if function is np.max:
            return args[0].max(*args[1:], **kwargs)
        if function is np.min:
            return args[0].min(*args[1:], **kwargs)
        if function is np.expand_dims:
            return _expanded(*args, **kwargs)
        return NotImplemented

    # --- reductions -------------------------------------------------------------------------------

    def sum(self, axis: Any = None, keepdims: bool = False) -> Any:
        """The sum of all values; of each row (axis 1), an array; or over a later axis, ragged."""
        if axis is None:
            return np.sum(self.values)
        if axis in (1, -self.values.ndim):
            return _of_rows(segment_sum(self.values, self.offsets), keepdims)
        later = _later(axis, self.values.ndim)
        return Ragged(np.sum(self.values, axis=later, keepdims=keepdims), self.offsets)

    def mean(self, axis: Any = None, keepdims: bool = False) -> Any:
        """The mean, as `sum`; NaN of an empty row."""
        if axis is None:
            return np.mean(self.values)
        if axis in (1, -self.values.ndim):
            return _of_rows(segment_mean(self.values * 1.0, self.offsets), keepdims)
        later = _later(axis, self.values.ndim)
        return Ragged(np.mean(self.values, axis=later, keepdims=keepdims), self.offsets)

    def max(self, axis: Any = None, keepdims: bool = False, initial: Any = None) -> Any:
        """The greatest, and of `initial`, as `sum`; ValueError for an empty row without that."""
        if axis is None:
            return np.max(self.values) if initial is None else np.max(self.values, initial=initial)
        if axis in (1, -self.values.ndim):
            found = segment_max(self.values, self.offsets, initial=initial)
            return _of_rows(found, keepdims)
        later = _later(axis, self.values.ndim)
        return Ragged(np.max(self.values, axis=later, keepdims=keepdims), self.offsets)

    def min(self, axis: Any = None, keepdims: bool = False, initial: Any = None) -> Any:
        """The least, as `max`."""
        if axis is None:
            return np.min(self.values) if initial is None else np.min(self.values, initial=initial)
        if axis in (1, -self.values.ndim):
            found = segment_min(self.values, self.offsets, initial=initial)
            return _of_rows(found, keepdims)
        later = _later(axis, self.values.ndim)
        return Ragged(np.min(self.values, axis=later, keepdims=keepdims), self.offsets)


# --- made of others -------------------------------------------------------------------------------


def from_offsets(values: Any, offsets: Any) -> Any:
    """Row i is `values[offsets[i] : offsets[i + 1]]`."""
    return Ragged(values, offsets)


def from_rows(rows: Sequence[Any], dtype: Any = None) -> Any:
    """The rows of a list, each an array or nested lists."""
    arrays = [np.asarray(row, dtype) for row in rows]
    filled = [row for row in arrays if len(row)] or arrays[:1] or [np.zeros(0, dtype)]
    return Ragged(np.concatenate(filled), _ends(np.array([len(row) for row in arrays], int)))


def from_lengths(values: Any, lengths: Any) -> Any:
    """Rows of these lengths that lie one after the other in `values`.

    Raises:
        ValueError: where a length is negative, or they are not those of all values.
    """
    lengths = np.asarray(lengths, np.int64)
    offsets = _ends(lengths)
    if np.any(lengths < 0) or offsets[-1] != len(values):
        raise ValueError("the lengths of the rows do not add up to the number of values")
    return Ragged(values, offsets)


def from_dense(x: Any, lengths: Any) -> Any:
    """The first elements of each row of `x`: `lengths[i]` of row i.

    Raises:
        ValueError: where a length is negative, or greater than a row is long.
    """
    lengths = np.asarray(lengths, np.int64)
    if np.any((lengths < 0) | (lengths > x.shape[1])):
        raise ValueError("a row is not as long as its length says")
    offsets = _ends(lengths)
    total = int(offsets[-1])
    rows = segment_repeat(np.arange(len(lengths)), offsets, size=total)
    return Ragged(x[rows, _within(offsets, total)], offsets)


# --- what it is -----------------------------------------------------------------------------------


def lengths(x: Any) -> Any:
    """How long each row is, i64."""
    return x.offsets[1:] - x.offsets[:-1]


def to_dense(x: Any, pad: Any = 0, width: Any = None) -> Any:
    """An array `[B, width, ...]` with `pad` behind each row.

    Args:
        x: rows of any lengths.
        pad: what stands where a row has ended.
        width: how long rows are then; by default as long as the longest.

    Raises:
        ValueError: where a row is longer than `width`.
    """
    total = len(x.values)
    if width is None:
        width = int(np.max(lengths(x), initial=0))
    elif np.any(lengths(x) > width):
        raise ValueError("a row is longer than the width")
    shape = (len(x), width, *x.values.shape[1:])
    dense = np.full(shape, pad, x.values.dtype)
    rows = segment_repeat(np.arange(len(x)), x.offsets, size=total)
    dense[rows, _within(x.offsets, total)] = x.values
    return dense


def take(table: Any, x: Any) -> Any:
    """The rows of a table at the integers of a ragged value."""
    return Ragged(table[x.values], x.offsets)


def softmax(x: Any) -> Any:
    """`softmax` along each row."""
    return Ragged(segment_softmax(x.values, x.offsets), x.offsets)


# --- several --------------------------------------------------------------------------------------


def concat(parts: Sequence[Any], axis: int = 0) -> Any:
    """The rows of all parts (axis 0), or each row with that of the next part behind it (1).

    Raises:
        ValueError: for axis 1 of parts with different numbers of rows.
    """
    whole = parts[0]
    for part in parts[1:]:
        whole = _behind(whole, part) if axis == 0 else _joined(whole, part)
    return whole


def attention(q: Any, k: Any, v: Any, causal: bool = False, scale: Any = None) -> Any:
    """`dslc.nn.scaled_dot_product_attention` of each row of queries, keys and values.

    An element is a vector, or an array `[heads, dim]`. Where a row has no keys, it is zeros.

    Raises:
        ValueError: where there are not as many rows of keys as of queries.
    """
    _check_lengths(k, v)
    if len(q.offsets) != len(k.offsets):
        raise ValueError("there are not as many rows of keys as of queries")
    out = np.zeros((*q.values.shape[:-1], v.values.shape[-1]), q.values.dtype)
    for i in range(len(q)):
        first, end = q.offsets[i], q.offsets[i + 1]
        if first < end and k.offsets[i] < k.offsets[i + 1]:
            out[first:end] = _attention(q.values[first:end], k[i], v[i], causal, scale)
    return Ragged(out, q.offsets)


# --- offsets --------------------------------------------------------------------------------------


def _ends(lengths: Any) -> Any:
    """The offsets of rows of these lengths."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _within(offsets: Any, total: Any) -> Any:
    """For each value its place in its row."""
    return np.arange(total) - segment_repeat(offsets[:-1], offsets, size=total)


def _check_lengths(left: Any, right: Any) -> None:
    if not np.array_equal(left.offsets, right.offsets):
        raise ValueError("the rows of two ragged values have different lengths")


# --- elements -------------------------------------------------------------------------------------


def _elementwise(function: Any, left: Any, right: Any) -> Any:
    """A function of two values, one of them ragged."""
    if not isinstance(right, Ragged):
        return Ragged(function(left.values, _spread(right, left)), left.offsets)
    if not isinstance(left, Ragged):
        return Ragged(function(_spread(left, right), right.values), right.offsets)
    _check_lengths(left, right)
    return Ragged(function(left.values, right.values), left.offsets)


def _spread(dense: Any, ragged: Any) -> Any:
    """What is no ragged value as it broadcasts to the values of one."""
    rank = dense.ndim if isinstance(dense, np.ndarray) else 0
    if rank < ragged.values.ndim:
        return dense
    if rank != ragged.values.ndim + 1 or dense.shape[1] != 1:
        raise ValueError("an array beside rows of different lengths is [B, 1, ...] or one element")
    return segment_repeat(dense[:, 0], ragged.offsets, size=len(ragged.values))


def _product(left: Any, right: Any) -> Any:
    """Each element of a ragged value times a matrix."""
    if isinstance(right, Ragged) or left.values.ndim < 2:
        raise ValueError("a ragged value is the left side of `@`, and its elements are vectors")
    return Ragged(left.values @ right, left.offsets)


def _attention(q: Any, k: Any, v: Any, causal: bool, scale: Any) -> Any:
    """Attention of one row; its heads come first for that."""
    if q.ndim == 2:
        return scaled_dot_product_attention(q, k, v, causal=causal, scale=scale)
    q, k, v = np.swapaxes(q, 0, 1), np.swapaxes(k, 0, 1), np.swapaxes(v, 0, 1)
    return np.swapaxes(scaled_dot_product_attention(q, k, v, causal=causal, scale=scale), 0, 1)


def _expanded(ragged: Any, axis: int) -> Any:
    """An axis of size 1 before one of an element, or behind the last."""
    if axis in (0, 1):
        raise ValueError("the axes 0 and 1 of a ragged value are its rows")
    return Ragged(np.expand_dims(ragged.values, axis - 1 if axis > 0 else axis), ragged.offsets)


# --- axes -----------------------------------------------------------------------------------------


def _later(axis: int, rank: int) -> int:
    """An axis of elements as one of the values."""
    if axis in (0, -1 - rank):
        raise ValueError("what stands in different rows is not reduced together: use to_dense")
    return axis - 1 if axis > 0 else axis


def _of_rows(found: Any, keepdims: bool) -> Any:
    return np.expand_dims(found, 1) if keepdims else found


# --- rows with rows -------------------------------------------------------------------------------


def _behind(left: Any, right: Any) -> Any:
    """The rows of both."""
    moved = right.offsets[1:] + left.offsets[-1]
    return Ragged(
        np.concatenate([left.values, right.values]), np.concatenate([left.offsets, moved])
    )


def _joined(left: Any, right: Any) -> Any:
    """Each row of one with that of the other behind it."""
    if len(left.offsets) != len(right.offsets):
        raise ValueError("there are not as many rows in all parts")
    one, two = len(left.values), len(right.values)
    values = np.zeros((one + two, *left.values.shape[1:]), left.values.dtype)
    before = segment_repeat(right.offsets[:-1], left.offsets, size=one)
    values[np.arange(one) + before] = left.values
    before = segment_repeat(left.offsets[1:], right.offsets, size=two)
    values[np.arange(two) + before] = right.values
    return Ragged(values, left.offsets + right.offsets)
