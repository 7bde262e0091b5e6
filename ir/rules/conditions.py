"""What rules ask of the types and sizes of their operands.

A condition is `condition(facts, *operands, **attributes)`; those made here look at the operands
only. Python numbers count as what they are: ints as integers, floats as floats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL, FLOATS, is_complex, is_float, is_integer
from dslc.ir.facts import Facts
from dslc.ir.rule import When
from dslc.ir.types import NumberType, TensorType, default_dtype


def dtype_of(x: Any) -> np.dtype:
    """The dtype of an operand, which a Python number has as an array."""
    return default_dtype(x.type)


def is_array(x: Any) -> bool:
    """Whether an operand is an array."""
    return isinstance(x.type, TensorType)


def every(test: Callable[[np.dtype], bool]) -> When:
    """That the dtype of each operand passes a test."""

    def condition(facts: Facts, *operands: Any, **attributes: Any) -> bool:
        return all(test(dtype_of(each)) for each in operands)

    return condition


def first(test: Callable[[np.dtype], bool]) -> When:
    """That the dtype of the first operand passes a test."""

    def condition(facts: Facts, *operands: Any, **attributes: Any) -> bool:
        return test(dtype_of(operands[0]))

    return condition


def _is_signed(dtype: np.dtype) -> bool:
    return dtype.kind == "i"


def _is_unsigned(dtype: np.dtype) -> bool:
    return dtype.kind == "u"


def _is_bool(dtype: np.dtype) -> bool:
    return dtype == BOOL


integers = every(is_integer)
signed = every(_is_signed)
unsigned = every(_is_unsigned)
floats = every(is_float)
bools = every(_is_bool)
real = every(lambda dtype: not is_complex(dtype))
integers_or_bools = every(lambda dtype: is_integer(dtype) or dtype == BOOL)
signed_or_floats = every(lambda dtype: _is_signed(dtype) or dtype in FLOATS)
integers_or_floats = every(lambda dtype: is_integer(dtype) or dtype in FLOATS)


def arrays(facts: Facts, *operands: Any, **attributes: Any) -> bool:
    """That each operand is an array."""
    return all(map(is_array, operands))


def numbers(facts: Facts, *operands: Any, **attributes: Any) -> bool:
    """That each operand is a Python number."""
    return all(isinstance(each.type, NumberType) for each in operands)


def of_numpy(facts: Facts, *operands: Any, **attributes: Any) -> bool:
    """That no operand is a Python number."""
    return not any(isinstance(each.type, NumberType) for each in operands)


def both(one: When, other: When) -> When:
    """That two conditions hold."""

    def condition(*given: Any, **attributes: Any) -> bool:
        return one(*given, **attributes) and other(*given, **attributes)

    return condition


def same_shape(facts: Facts, a: tuple[Size, ...], b: tuple[Size, ...]) -> bool:
    """Whether two shapes are the same at every call."""
    return len(a) == len(b) and all(facts.equal(m, n) for m, n in zip(a, b, strict=True))


def alike(facts: Facts, x: Any, y: Any) -> bool:
    """Whether two operands have one dtype and one shape, so that either may stand for the other."""
    return dtype_of(x) == dtype_of(y) and same_shape(facts, x.shape, y.shape)
