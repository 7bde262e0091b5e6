"""Bits of integers: logic, shifts, counting; and what integers have in common.

The operators on Python ints and bools are Python's; on everything else they are NumPy's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.bounds import multiply_bounds
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import BOOL_NUMBER, INT, Type

from .rules import (
    all_numbers,
    always_numpy,
    elementwise,
    int_bounds,
    labels,
    leaves_64_bits,
    may_overflow,
    number_kinds,
)


def _check_integers(record: Op, types: tuple[Type, ...]) -> None:
    """Refuse Python floats and complex numbers."""
    if {"float", "complex"}.intersection(number_kinds(types)):
        raise RuleError("dtype-mismatch", f"`{record.name}` is of integers", labels(types))


def _logic(record: Op, ufunc: np.ufunc) -> None:
    """Complete a bitwise op, which gives a bool for two Python bools."""
    on_arrays = elementwise(ufunc)

    @record.type
    def _(facts: Facts, x: Type, y: Type) -> Any:
        if not all_numbers((x, y)):
            return on_arrays(facts, x, y)
        _check_integers(record, (x, y))
        return INT if "int" in number_kinds((x, y)) else BOOL_NUMBER

    @record.can_raise
    def _(x: Type, y: Type) -> bool:
        return not all_numbers((x, y)) and may_overflow(ufunc, (x, y))


@op(operator="&", numpy=("bitwise_and",), effects=Effects.RAISES)
def bitwise_and(x: Any, y: Any) -> Any:
    """The bits that both of each pair of elements have; of bools, whether both are true.

    >>> np.bitwise_and(np.array([6, 7]), 3)
    array([2, 3])
    """
    return x & y


@op(operator="|", numpy=("bitwise_or",), effects=Effects.RAISES)
def bitwise_or(x: Any, y: Any) -> Any:
    """The bits that one or both of each pair of elements have; of bools, whether one is true.

    >>> np.bitwise_or(np.array([4, 5]), 3)
    array([7, 7])
    """
    return x | y


@op(operator="^", numpy=("bitwise_xor",), effects=Effects.RAISES)
def bitwise_xor(x: Any, y: Any) -> Any:
    """The bits that only one of each pair of elements has; of bools, whether they differ.

    >>> np.bitwise_xor(np.array([6, 7]), 3)
    array([5, 4])
    """
    return x ^ y


_logic(bitwise_and, np.bitwise_and)
_logic(bitwise_or, np.bitwise_or)
_logic(bitwise_xor, np.bitwise_xor)


@op(operator="~x", numpy=("invert", "bitwise_not", "bitwise_invert"))
def invert(x: Any) -> Any:
    """Each element with every bit changed: `-x - 1`; the opposite of a NumPy bool.

    A Python bool is an int here: `~True` is -2.

    >>> np.invert(np.array([0, 5]))
    array([-1, -6])
    """
    return ~int(x) if isinstance(x, bool) else ~x


_invert_arrays = elementwise(np.invert)


@invert.type
def _(facts: Facts, x: Type) -> Any:
    if not all_numbers((x,)):
        return _invert_arrays(facts, x)
    _check_integers(invert, (x,))
    return INT


# --- shifts -------------------------------------------------------------------------------------


@op(operator="<<", numpy=("left_shift", "bitwise_left_shift"), effects=Effects.RAISES)
def left_shift(x: Any, y: Any) -> Any:
    """`x` times 2 to the power of `y`, for each pair of elements.

    In NumPy bits that leave the dtype are lost, and a negative `y` gives 0; Python refuses it with
    a ValueError.

    >>> np.left_shift(np.array([1, 5]), 2)
    array([ 4, 20])
    """
    if isinstance(x, int) and isinstance(y, int):
        y = min(y, 64)  # more would only make a longer number, which leaves 64 bits too
    return x << y


@op(operator=">>", numpy=("right_shift", "bitwise_right_shift"), effects=Effects.RAISES)
def right_shift(x: Any, y: Any) -> Any:
    """`x` divided by 2 to the power of `y` and rounded down, for each pair of elements.

    In NumPy a negative `y` counts as a very large one; Python refuses it with a ValueError.

    >>> np.right_shift(np.array([4, -5]), 1)
    array([ 2, -3])
    """
    return x >> y


def _shift(record: Op, ufunc: np.ufunc) -> None:
    """Complete a shift."""
    on_arrays = elementwise(ufunc)

    @record.type
    def _(facts: Facts, x: Type, y: Type) -> Any:
        if not all_numbers((x, y)):
            return on_arrays(facts, x, y)
        _check_integers(record, (x, y))
        return INT

    @record.can_raise
    def _(x: Type, y: Type) -> bool:
        if not all_numbers((x, y)):
            return may_overflow(ufunc, (x, y))
        value, count = int_bounds(x), int_bounds(y)
        if record is right_shift or count[0] < 0:
            return count[0] < 0
        return leaves_64_bits(multiply_bounds(value, (1, 2 ** int(min(count[1], 64)))))


_shift(left_shift, np.left_shift)
_shift(right_shift, np.right_shift)


# --- functions ----------------------------------------------------------------------------------


@op(type=elementwise(np.bitwise_count), numpy=("bitwise_count",), strong=False)
def bitwise_count(x: Any) -> Any:
    """How many bits of the absolute value of each element are set, as u8.

    >>> np.bitwise_count(np.array([0, 7, -8]))
    array([0, 3, 1], dtype=uint8)
    """
    return np.bitwise_count(x)


@op(numpy=("gcd",), strong=False, effects=Effects.RAISES)
def gcd(x: Any, y: Any) -> Any:
    """Greatest common divisor of each pair of integers; of 0 and 0 it is 0.

    >>> np.gcd(np.array([12, 7]), 18)
    array([6, 1])
    """
    return np.gcd(x, y)


@op(numpy=("lcm",), strong=False, effects=Effects.RAISES)
def lcm(x: Any, y: Any) -> Any:
    """Least common multiple of each pair of integers; with 0 it is 0.

    >>> np.lcm(np.array([12, 7]), 18)
    array([ 36, 126])
    """
    return np.lcm(x, y)


always_numpy(gcd, np.gcd)
always_numpy(lcm, np.lcm)
