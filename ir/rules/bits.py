"""Bits of integers, and the same operators on arrays of bools."""

from __future__ import annotations

from typing import Any

from dslc.ir.ops.create import zeros
from dslc.ir.rule import rule

from .conditions import arrays, bools, both, integers, integers_or_bools, signed


@rule(lambda x: ~~x, when=integers_or_bools)
def invert_of_invert(x: Any) -> Any:
    """`~~x` is `x`."""
    return x


@rule(lambda x: x & x, when=integers_or_bools)
def and_itself(x: Any) -> Any:
    """`x & x` is `x`."""
    return x


@rule(lambda x: x | x, when=integers_or_bools)
def or_itself(x: Any) -> Any:
    """`x | x` is `x`."""
    return x


@rule(lambda x: x ^ x, when=both(integers_or_bools, arrays))
def xor_itself(x: Any) -> Any:
    """`x ^ x` is 0."""
    return zeros(x.shape, x.dtype)


@rule(lambda x: x | 0, when=integers_or_bools)
def or_zero(x: Any) -> Any:
    """`x | 0` is `x`."""
    return x


@rule(lambda x: x ^ 0, when=integers_or_bools)
def xor_zero(x: Any) -> Any:
    """`x ^ 0` is `x`."""
    return x


@rule(lambda x: x & 0, when=both(integers_or_bools, arrays))
def and_zero(x: Any) -> Any:
    """`x & 0` is 0."""
    return zeros(x.shape, x.dtype)


@rule(lambda x: x & -1, when=signed)
def and_all_bits(x: Any) -> Any:
    """`x & -1` is `x`."""
    return x


@rule(lambda x: x & True, when=bools)
def and_true(x: Any) -> Any:
    """`x & True` of bools is `x`."""
    return x


@rule(lambda x: x ^ True, when=bools)
def xor_true(x: Any) -> Any:
    """`x ^ True` of bools is `~x`."""
    return ~x


@rule(lambda x: x ^ -1, when=signed)
def xor_all_bits(x: Any) -> Any:
    """`x ^ -1` is `~x`."""
    return ~x


@rule(lambda x, y: x & (x | y), when=integers_or_bools)
def and_of_or(x: Any, y: Any) -> Any:
    """`x & (x | y)` is `x`."""
    return x


@rule(lambda x, y: x | x & y, when=integers_or_bools)
def or_of_and(x: Any, y: Any) -> Any:
    """`x | x & y` is `x`."""
    return x


@rule(lambda x, y: x ^ y ^ y, when=integers_or_bools)
def xor_twice(x: Any, y: Any) -> Any:
    """`x ^ y ^ y` is `x`."""
    return x


@rule(lambda x, y: ~x & ~y, when=integers_or_bools)
def and_of_inverses(x: Any, y: Any) -> Any:
    """`~x & ~y` is `~(x | y)`."""
    return ~(x | y)


@rule(lambda x, y: ~x | ~y, when=integers_or_bools)
def or_of_inverses(x: Any, y: Any) -> Any:
    """`~x | ~y` is `~(x & y)`."""
    return ~(x & y)


@rule(lambda x, y: ~x ^ ~y, when=integers_or_bools)
def xor_of_inverses(x: Any, y: Any) -> Any:
    """`~x ^ ~y` is `x ^ y`."""
    return x ^ y


@rule(lambda x: ~x + 1, when=integers)
def invert_plus_one(x: Any) -> Any:
    """`~x + 1` is `-x`."""
    return -x


@rule(lambda x: x << 0, when=integers)
def left_shift_by_zero(x: Any) -> Any:
    """`x << 0` is `x`."""
    return x


@rule(lambda x: x >> 0, when=integers)
def right_shift_by_zero(x: Any) -> Any:
    """`x >> 0` is `x`."""
    return x
