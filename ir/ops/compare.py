"""Comparison, logic, choice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, converts_exactly, f16, is_integer
from dslc.ir.dtypes import bf16 as _bf16
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, TypeRule, op
from dslc.ir.types import BOOL_NUMBER, NumberType, ScalarType, TensorType, Type, default_dtype

from .rules import (
    all_numbers,
    always_numpy,
    broadcast,
    check_truth,
    element,
    labels,
    loop_of,
    refuse_complex_numbers,
    refuse_joined,
    stand_in,
)


def comparison(ufunc: np.ufunc) -> TypeRule:
    """The rule of a comparison: a Python bool for Python numbers, else bools as NumPy broadcasts.

    Python ints need not fit the other dtype: NumPy compares them exactly.
    """

    def rule(facts: Facts, x: Type, y: Type) -> Type:
        if all_numbers((x, y)):
            refuse_complex_numbers((x, y))
            return BOOL_NUMBER
        _check_joined((x, y))
        loop_of(ufunc, (x, y))
        result = element(BOOL, broadcast(facts, (x, y)))
        if isinstance(result, ScalarType) and _may_be_numbers((x, y)):
            return ScalarType(BOOL, joined=True, number="bool")
        return result

    return rule


def _may_be_numbers(types: Sequence[Type]) -> bool:
    """Whether all operands are Python numbers on a path."""
    return all(isinstance(t, NumberType) or getattr(t, "number", None) for t in types)


def _check_joined(types: Sequence[Type]) -> None:
    """Refuse a comparison that could differ between the dtypes of a joined value."""
    for joined, other in (types, types[::-1]):
        if getattr(joined, "joined", False) and not _same_on_every_path(joined, other):
            refuse_joined(types, "this comparison")


def _same_on_every_path(joined: Type, other: Type) -> bool:
    if not isinstance(other, NumberType):
        a, b = default_dtype(joined), default_dtype(other)
        both = getattr(other, "joined", False)
        return converts_exactly(b, a) or (both and converts_exactly(a, b))
    if other.kind == "bool":
        return True
    if other.kind == "int" and getattr(joined, "number", None) == "int":
        return is_integer(default_dtype(joined))  # NumPy compares them exactly
    return isinstance(other.constant, int | float) and _exact_in_short_floats(other.constant)


def _exact_in_short_floats(number: float) -> bool:
    """Whether a number is the same in every float dtype, so that it is weak without rounding."""
    if not math.isfinite(number):
        return True
    if abs(number) > np.finfo(f16).max:
        return False
    return float(f16(number)) == number == float(_bf16(number))


@op(type=comparison(np.equal), operator="==", numpy=("equal",))
def equal(x: Any, y: Any) -> Any:
    """Whether the elements of each pair are equal.

    >>> np.equal(np.array([1, 2]), 2)
    array([False,  True])
    """
    return x == y


@op(type=comparison(np.not_equal), operator="!=", numpy=("not_equal",))
def not_equal(x: Any, y: Any) -> Any:
    """Whether the elements of each pair differ; true for NaN.

    >>> np.not_equal(np.array([1, 2]), 2)
    array([ True, False])
    """
    return x != y


@op(type=comparison(np.less), operator="<", numpy=("less",))
def less(x: Any, y: Any) -> Any:
    """Whether the first element of each pair is smaller.

    >>> np.less(np.array([1, 2]), 2)
    array([ True, False])
    """
    return x < y


@op(type=comparison(np.less_equal), operator="<=", numpy=("less_equal",))
def less_equal(x: Any, y: Any) -> Any:
    """Whether the first element of each pair is smaller or equal.

    >>> np.less_equal(np.array([1, 2]), 2)
    array([ True,  True])
    """
    return x <= y


@op(type=comparison(np.greater), operator=">", numpy=("greater",))
def greater(x: Any, y: Any) -> Any:
    """Whether the first element of each pair is greater.

    >>> np.greater(np.array([1, 2]), 1)
    array([False,  True])
    """
    return x > y


@op(type=comparison(np.greater_equal), operator=">=", numpy=("greater_equal",))
def greater_equal(x: Any, y: Any) -> Any:
    """Whether the first element of each pair is greater or equal.

    >>> np.greater_equal(np.array([1, 2]), 2)
    array([False,  True])
    """
    return x >= y


@op(numpy=("logical_and",), strong=False, effects=Effects.RAISES)
def logical_and(x: Any, y: Any) -> Any:
    """Whether both elements of each pair are true, as a NumPy bool.

    >>> np.logical_and(np.array([True, False]), True)
    array([ True, False])
    """
    return np.logical_and(x, y)


@op(numpy=("logical_or",), strong=False, effects=Effects.RAISES)
def logical_or(x: Any, y: Any) -> Any:
    """Whether an element of each pair is true, as a NumPy bool.

    >>> np.logical_or(np.array([True, False]), False)
    array([ True, False])
    """
    return np.logical_or(x, y)


@op(numpy=("logical_xor",), strong=False, effects=Effects.RAISES)
def logical_xor(x: Any, y: Any) -> Any:
    """Whether exactly one element of each pair is true, as a NumPy bool.

    >>> np.logical_xor(np.array([True, False]), True)
    array([False,  True])
    """
    return np.logical_xor(x, y)


@op(numpy=("logical_not",), strong=False, effects=Effects.RAISES)
def logical_not(x: Any) -> Any:
    """Whether each element is false, as a NumPy bool.

    >>> np.logical_not(np.array([True, False]))
    array([False,  True])
    """
    return np.logical_not(x)


always_numpy(logical_and, np.logical_and)
always_numpy(logical_or, np.logical_or)
always_numpy(logical_xor, np.logical_xor)
always_numpy(logical_not, np.logical_not)


def _truth(facts: Facts, *types: Type) -> Type:
    for number, type_ in enumerate(types):
        check_truth(type_, number)
    return BOOL_NUMBER


@op(type=_truth, operator="not x")
def not_(x: Any) -> bool:
    """Whether `x` is false, as a Python bool; of an array without axes or a scalar.

    >>> not np.bool_(True)
    False
    """
    return not x


@op(type=_truth)
def and_(x: Any, y: Any) -> bool:
    """Whether both are true, as a Python bool; both are evaluated.

    >>> bool(np.float32(1) and True)
    True
    """
    return bool(x) and bool(y)


@op(type=_truth)
def or_(x: Any, y: Any) -> bool:
    """Whether one of both is true, as a Python bool; both are evaluated.

    >>> bool(np.float32(0) or True)
    True
    """
    return bool(x) or bool(y)


@op(numpy=("where",), strong=False)
def where(condition: Any, x: Any, y: Any) -> Any:
    """`x` where the condition is true, `y` elsewhere: an array, even of rank 0.

    Python numbers are weak; an int that does not fit wraps.

    >>> np.where(np.array([True, False]), 1.0, np.array([5.0, 6.0]))
    array([1., 6.])
    """
    return np.where(condition, x, y)


@where.type
def _(facts: Facts, *types: Type) -> Type:
    roles = ("the condition", "the first choice", "the second choice")
    refuse_joined(types, "`where`")
    try:
        dtype = np.result_type(*map(stand_in, types[1:]))
    except TypeError:
        message = "the two choices have no common dtype"
        raise RuleError("dtype-mismatch", message, labels(types, roles)) from None
    return TensorType(dtype, broadcast(facts, types, roles))
