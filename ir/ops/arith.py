"""Arithmetic. On Python numbers alone the operators are Python's, otherwise NumPy's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.bounds import Bounds, divide_bounds, modulo_bounds, multiply_bounds, sum_bounds
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, Op, op
from dslc.ir.types import FLOAT, INT, NumberType, Type

from .rules import (
    all_numbers,
    always_numpy,
    elementwise,
    int_bounds,
    leaves_64_bits,
    may_overflow,
    number_kinds,
    refuse_complex_numbers,
)


def _negated(bounds: Bounds) -> Bounds:
    return -bounds[1], -bounds[0]


def _exact_integers(record: Op, ufunc: np.ufunc, bounds: Callable[..., Bounds]) -> None:
    """Complete an op that gives an int for Python ints and bools, a float for other Python numbers.

    Args:
        record: the op.
        ufunc: what it is on NumPy values.
        bounds: bounds of the Python int that it gives, from those of its operands.
    """
    on_arrays = elementwise(ufunc)

    @record.type
    def _(facts: Facts, *types: Type) -> Type:
        if all_numbers(types):
            refuse_complex_numbers(types)
            return FLOAT if "float" in number_kinds(types) else INT
        return on_arrays(facts, *types)  # type: ignore[return-value]  # one result

    @record.can_raise
    def _(*types: Type) -> bool:
        if not all_numbers(types):
            return may_overflow(ufunc, types)
        if "float" in number_kinds(types):
            return False
        return leaves_64_bits(bounds(*map(int_bounds, types)))


def _division(record: Op, ufunc: np.ufunc, bounds: Callable[..., Bounds]) -> None:
    """The same for ops by which Python refuses to divide by 0."""
    _exact_integers(record, ufunc, bounds)
    assert record.raises is not None
    leaves = record.raises

    @record.can_raise
    def _(x: Type, y: Type) -> bool:
        return may_divide_by_zero(x, y) or leaves(x, y)


def may_divide_by_zero(x: Type, y: Type) -> bool:
    """Whether `x / y` may be Python's ZeroDivisionError."""
    if not isinstance(x, NumberType) or not isinstance(y, NumberType):
        return False
    if y.constant is not None:
        return y.constant == 0
    if y.kind == "float":
        return True
    low, high = int_bounds(y)
    return low <= 0 <= high


@op(operator="+", numpy=("add",), effects=Effects.RAISES)
def add(x: Any, y: Any) -> Any:
    """Sum of each pair of elements.

    >>> np.add(np.array([1, 2]), 10)
    array([11, 12])
    """
    return x + y


_exact_integers(add, np.add, lambda x, y: sum_bounds((x, y)))


@op(operator="-", numpy=("subtract",), effects=Effects.RAISES)
def subtract(x: Any, y: Any) -> Any:
    """Difference of each pair of elements; not of bools in NumPy.

    >>> np.subtract(np.array([1, 2]), 10)
    array([-9, -8])
    """
    return x - y


_exact_integers(subtract, np.subtract, lambda x, y: sum_bounds((x, _negated(y))))


@op(operator="*", numpy=("multiply",), effects=Effects.RAISES)
def multiply(x: Any, y: Any) -> Any:
    """Product of each pair of elements.

    >>> np.multiply(np.array([1, 2]), 10)
    array([10, 20])
    """
    return x * y


_exact_integers(multiply, np.multiply, multiply_bounds)


@op(operator="/", numpy=("divide", "true_divide"), effects=Effects.RAISES)
def divide(x: Any, y: Any) -> Any:
    """Quotient of each pair of elements, a float also for integers.

    ZeroDivisionError for Python numbers only.

    >>> np.divide(np.array([1, 2]), 4)
    array([0.25, 0.5 ])
    """
    return x / y


_divide_arrays = elementwise(np.divide)


@divide.type
def _(facts: Facts, x: Type, y: Type) -> Any:
    if not all_numbers((x, y)):
        return _divide_arrays(facts, x, y)
    refuse_complex_numbers((x, y))
    return FLOAT


@divide.can_raise
def _(x: Type, y: Type) -> bool:
    if all_numbers((x, y)):
        return may_divide_by_zero(x, y)
    return may_overflow(np.divide, (x, y))


@op(operator="//", numpy=("floor_divide",), effects=Effects.RAISES)
def floor_divide(x: Any, y: Any) -> Any:
    """Quotient of each pair of elements, rounded down.

    ZeroDivisionError for Python numbers only.

    >>> np.floor_divide(np.array([7, -7]), 2)
    array([ 3, -4])
    """
    return x // y


_division(floor_divide, np.floor_divide, divide_bounds)


@op(operator="%", numpy=("remainder", "mod"), effects=Effects.RAISES)
def remainder(x: Any, y: Any) -> Any:
    """Remainder of `floor_divide`, with the sign of `y`.

    ZeroDivisionError for Python numbers only.

    >>> np.remainder(np.array([7, -7]), 3)
    array([1, 2])
    """
    return x % y


_division(remainder, np.remainder, modulo_bounds)


@op(operator="-x", numpy=("negative",), effects=Effects.RAISES)
def negative(x: Any) -> Any:
    """Each element with its sign changed; not of bools in NumPy.

    >>> np.negative(np.array([1, -2]))
    array([-1,  2])
    """
    return -x


_exact_integers(negative, np.negative, _negated)


@op(operator="+x", numpy=("positive",), effects=Effects.RAISES)
def positive(x: Any) -> Any:
    """A copy of each element (a Python bool becomes an int); not of bools in NumPy.

    >>> np.positive(np.array([1, -2]))
    array([ 1, -2])
    """
    return +x


_exact_integers(positive, np.positive, lambda x: x)


@op(numpy=("abs", "absolute"), effects=Effects.RAISES)
def abs_(x: Any) -> Any:
    """Absolute value of each element.

    >>> np.abs(np.array([1, -2]))
    array([1, 2])
    """
    # Python's own `abs` of a complex scalar rounds in another way.
    return np.absolute(x) if isinstance(x, np.complexfloating) else abs(x)


_exact_integers(abs_, np.absolute, lambda x: (0, max(abs(x[0]), abs(x[1]))))


@op(type=elementwise(np.fabs), numpy=("fabs",), strong=False)
def fabs(x: Any) -> Any:
    """Absolute value of each element, always a float.

    >>> np.fabs(np.array([1, -2]))
    array([1., 2.])
    """
    return np.fabs(x)


@op(type=elementwise(np.sign), numpy=("sign",), strong=False)
def sign(x: Any) -> Any:
    """-1, 0 or 1 as each element is negative, 0 or positive; NaN of NaN, not of bools.

    >>> np.sign(np.array([-2.5, 0.0, 7.0]))
    array([-1.,  0.,  1.])
    """
    return np.sign(x)


@op(numpy=("divmod",), effects=Effects.RAISES, expands=True)
def divmod_(x: Any, y: Any) -> Any:
    """Quotient and remainder of each pair of elements, as `floor_divide` and `remainder`.

    >>> np.divmod(np.array([7, -7]), 2)
    (array([ 3, -4]), array([1, 1]))
    """
    return x // y, x % y


@op(type=elementwise(np.square), numpy=("square",), strong=False)
def square(x: Any) -> Any:
    """Each element times itself.

    >>> np.square(np.array([2, -3]))
    array([4, 9])
    """
    return np.square(x)


@op(numpy=("fmod",), strong=False, effects=Effects.RAISES)
def fmod(x: Any, y: Any) -> Any:
    """Rest of each division rounded toward 0, with the sign of `x`; of integers by 0 it is 0.

    >>> np.fmod(np.array([7, -7]), 3)
    array([ 1, -1])
    """
    return np.fmod(x, y)


always_numpy(fmod, np.fmod)
