"""Truths as the bits of bytes, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import dim_max
from dslc.ir.dtypes import BOOL, BY_NAME, is_integer
from dslc.ir.op import RuleError, op

from . import attributes
from .create import arange, ones, zeros
from .operands import choice

U8 = BY_NAME["u8"]


@op(call="a, axis, bitorder", numpy=("packbits",), strong=False)
def packbits(a: Any, *, axis: Any = None, bitorder: str = "big") -> Any:
    """Which elements are not 0, eight to a byte along an axis, or of all in row-major order.

    The first of eight is the highest bit of its byte, with "little" the lowest. Bits behind the
    last element are 0. Of integers and bools.

    >>> np.packbits(np.array([1, 0, 1, 0, 0, 0, 0, 0, 1]))
    array([160, 128], dtype=uint8)
    """
    packed: Any = np.packbits
    return packed(a, axis, bitorder)


@packbits.expansion
def _(a: Any, *, axis: Any, bitorder: Any) -> Any:
    if a.dtype != BOOL and not is_integer(a.dtype):
        raise RuleError("dtype-mismatch", "`packbits` is of integers and bools")
    a, place = _along(a, axis, "`packbits`")
    bits = np.moveaxis(np.not_equal(a, 0).astype(U8), place, -1)
    before, size = bits.shape[:-1], bits.shape[-1]
    count = (size + 7) // 8
    padded = np.concatenate((bits, zeros((*before, count * 8 - size), U8)), axis=-1)
    values = np.left_shift(ones((8,), U8), _shifts(bitorder))
    packed = np.sum(np.reshape(padded, (*before, count, 8)) * values, axis=-1, dtype=U8)
    return np.moveaxis(packed, -1, place)


@op(call="a, axis, count, bitorder", numpy=("unpackbits",), strong=False)
def unpackbits(a: Any, *, axis: Any = None, count: Any = None, bitorder: str = "big") -> Any:
    """The bits of bytes, each 0 or 1 as a byte, along an axis, or of all in row-major order.

    The highest bit of a byte is the first, with "little" the lowest. With `count`, so many: fewer
    than there are, or 0 behind them.

    >>> np.unpackbits(np.array([160], np.uint8), count=3)
    array([1, 0, 1], dtype=uint8)
    """
    bits: Any = np.unpackbits
    return bits(a, axis, count, bitorder)


@unpackbits.expansion
def _(a: Any, *, axis: Any, count: Any, bitorder: Any) -> Any:
    if a.dtype != U8:
        raise RuleError("dtype-mismatch", "`unpackbits` is of u8")
    a, place = _along(a, axis, "`unpackbits`")
    bytes_ = np.moveaxis(a, place, -1)
    before, size = bytes_.shape[:-1], bytes_.shape[-1] * 8
    eights = np.bitwise_and(np.right_shift(np.expand_dims(bytes_, -1), _shifts(bitorder)), 1)
    bits = np.reshape(eights, (*before, size))
    if count is not None:
        wanted = attributes.integer(count, "`count`")
        if wanted < 0:
            message = "`count` of `unpackbits` is not negative"
            raise RuleError("argument-mismatch", message, help="take a slice of all bits")
        rest = zeros((*before, dim_max(wanted - size, 0)), U8)
        bits = np.concatenate((bits[..., :wanted], rest), axis=-1)
    return np.moveaxis(bits, -1, place)


def _along(a: Any, axis: Any, what: str) -> tuple[Any, int]:
    """An array and one of its axes; all elements in one row without an axis."""
    if axis is None:
        return np.ravel(a), 0
    return a, attributes.axis(axis, a.ndim, what)


def _shifts(bitorder: Any) -> Any:
    """How far from the lowest bit of a byte each of its bits is, in their order."""
    choice(bitorder, ("big", "little"), "bitorder")
    lowest_first = arange(8).astype(U8)
    return lowest_first if bitorder == "little" else np.flip(lowest_first)
