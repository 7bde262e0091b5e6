"""Segments: parts of axis 0 that lie one after the other, as the rows of a ragged value do.

Segment i is `values[offsets[i] : offsets[i + 1]]`. Offsets are i64: from 0, never less than the one
before, to the size of the axis; ValueError where they are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max
from dslc.ir.dtypes import BY_NAME, is_complex
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import TensorType, Type

from . import attributes
from .operands import floats, narrow, of_floats, wide
from .reduce import check_initial, result_dtype
from .rules import array, refuse_joined

WRONG_OFFSETS = "the offsets do not divide the values into segments"
"""What a ValueError says of offsets that fall, or do not go from 0 to the size of the axis."""

_OFFSETS = BY_NAME["i64"]


def _segments(values: Any, offsets: Any) -> Iterator[Any]:
    """The segments one by one."""
    check_offsets(offsets, len(values))
    for first, end in pairwise(offsets):
        yield values[first:end]


def check_offsets(offsets: Any, total: int) -> None:
    """Refuse offsets that do not divide so many values; raises ValueError."""
    ends = len(offsets) and offsets[0] == 0 and offsets[-1] == total
    if not ends or np.any(offsets[1:] < offsets[:-1]):
        raise ValueError(WRONG_OFFSETS)


def _reduced(reduce: Callable[..., Any], values: Any, offsets: Any, **given: Any) -> Any:
    """Each segment reduced along axis 0."""
    dtype = reduce(np.ones(1, values.dtype)).dtype
    rows = [reduce(each, axis=0, **given) for each in _segments(values, offsets)]
    return np.array(rows, dtype).reshape(len(rows), *values.shape[1:])


@op(public="nn.segment_sum", effects=Effects.RAISES)
def segment_sum(values: Any, offsets: Any) -> Any:
    """The sum of each segment along axis 0, in the dtype of `np.sum`; 0 where one is empty.

    Offsets are i64: from 0, never less than the one before, to the size of the axis; ValueError
    where they are not.

    >>> dslc.nn.segment_sum(np.array([1, 2, 3]), np.array([0, 2, 2, 3]))
    array([3, 0, 3])
    """
    return _reduced(np.sum, values, offsets)


@op(public="nn.segment_max", effects=Effects.RAISES)
def segment_max(values: Any, offsets: Any, *, initial: Any = None) -> Any:
    """The greatest of each segment along axis 0, and of `initial`; offsets as in `segment_sum`.

    ValueError where a segment is empty and there is no `initial`.

    >>> dslc.nn.segment_max(np.array([1, 2, 3]), np.array([0, 2, 2, 3]), initial=0)
    array([2, 0, 3])
    """
    given = {} if initial is None else {"initial": initial}
    return _reduced(np.max, values, offsets, **given)


@op(public="nn.segment_min", effects=Effects.RAISES)
def segment_min(values: Any, offsets: Any, *, initial: Any = None) -> Any:
    """The least of each segment along axis 0, and of `initial`; see `segment_max`.

    >>> dslc.nn.segment_min(np.array([1, 2, 3]), np.array([0, 2, 3]))
    array([1, 3])
    """
    given = {} if initial is None else {"initial": initial}
    return _reduced(np.min, values, offsets, **given)


@op(public="nn.segment_repeat", effects=Effects.RAISES, sizes=("size",))
def segment_repeat(rows: Any, offsets: Any, *, size: Any) -> Any:
    """Row i of `rows` once for each value of segment i; `size` is how many values there are.

    Offsets as in `segment_sum`.

    >>> dslc.nn.segment_repeat(np.array([7, 8, 9]), np.array([0, 2, 2, 3]), size=3)
    array([7, 7, 9])
    """
    check_offsets(offsets, size)
    return np.repeat(rows, np.diff(offsets), axis=0)


@op(public="nn.segment_softmax", effects=Effects.RAISES, ulp=16)
@of_floats
def segment_softmax(values: Any, offsets: Any) -> Any:
    """`softmax` of each segment along axis 0; offsets as in `segment_sum`.

    >>> dslc.nn.segment_softmax(np.array([1.0, 1.0, 5.0]), np.array([0, 2, 2, 3]))
    array([0.5, 0.5, 1. ])
    """
    check_offsets(offsets, len(values))
    result = np.empty_like(values)
    for first, end in pairwise(offsets):
        row = values[first:end]
        shifted = np.exp(row - np.max(row, axis=0, initial=-np.inf))
        result[first:end] = shifted / np.sum(shifted, axis=0)
    return result


@op(public="nn.segment_mean", expands=True)
def segment_mean(values: Any, offsets: Any) -> Any:
    """The mean of each segment of floats along axis 0, NaN where one is empty.

    Offsets as in `segment_sum`.

    >>> dslc.nn.segment_mean(np.array([1.0, 2.0, 6.0]), np.array([0, 2, 3]))
    array([1.5, 6. ])
    """
    values = floats(values, "values")
    total = segment_sum(wide(values), offsets)
    lengths = (offsets[1:] - offsets[:-1]).astype(total.dtype)
    return narrow(total / np.reshape(lengths, (-1, *[1] * (values.ndim - 1))), values)


# --- types ----------------------------------------------------------------------------------------


def _count(offsets: Type, what: str) -> Size:
    """How many segments there are."""
    given = array(offsets, what, 1)
    shown = {1: f"this is {offsets}"}
    if given.rank != 1:
        raise RuleError("rank-mismatch", f"the offsets of {what} have one axis", shown)
    if given.dtype != _OFFSETS:
        help_ = "cast them: `offsets.astype(np.int64)`"
        raise RuleError("dtype-mismatch", f"the offsets of {what} are i64", shown, help=help_)
    return dim_max(given.shape[0] - 1, 0)


def _operand(values: Type, what: str) -> TensorType:
    refuse_joined((values,), what)
    given = array(values, what)
    if not given.rank:
        raise RuleError("rank-mismatch", f"{what} takes an array with axes", {0: "this has none"})
    return given


def _reduction(record: Op, function: Callable[..., Any]) -> None:
    what = f"`{record.name}`"

    def rule(facts: Facts, values: Type, offsets: Type, *, initial: Any = None) -> Type:
        given = _operand(values, what)
        if "initial" in record.attributes and is_complex(given.dtype):
            raise RuleError("dtype-mismatch", f"{what} of complex numbers, which have no order")
        dtype = result_dtype(function, given.dtype)
        if dtype is None:
            raise RuleError("dtype-mismatch", f"{what} is not defined for this dtype")
        if initial is not None:
            check_initial(initial, dtype)
        return TensorType(dtype, (_count(offsets, what), *given.shape[1:]))

    record.type(rule)
    if "initial" in record.attributes:

        def normal(facts: Facts, values: Type, offsets: Type, *, initial: Any) -> dict[str, Any]:
            number = None if initial is None else attributes.number(initial, "`initial`")
            return {"initial": number}

        record.normal(normal)


for _record, _function in ((segment_sum, np.sum), (segment_max, np.max), (segment_min, np.min)):
    _reduction(_record, _function)


@segment_softmax.type
def _(facts: Facts, values: Type, offsets: Type) -> Type:
    given = _operand(values, "`segment_softmax`")
    _count(offsets, "`segment_softmax`")
    floats(given, "values")
    return TensorType(given.dtype, given.shape)


@segment_repeat.type
def _(facts: Facts, rows: Type, offsets: Type, *, size: Any) -> Type:
    given = _operand(rows, "`segment_repeat`")
    try:
        facts.meet(given.shape[0], _count(offsets, "`segment_repeat`"))
    except DimMismatch:
        message = "`segment_repeat` takes a row for each segment"
        raise RuleError("shape-mismatch", message, {0: f"this is {rows}"}) from None
    return TensorType(given.dtype, (size, *given.shape[1:]))
