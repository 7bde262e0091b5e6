"""Conversions of values, and the truth of Python numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, converts_exactly, is_complex, is_float, is_integer
from dslc.ir.facts import Facts
from dslc.ir.ops.compare import and_, not_, or_
from dslc.ir.ops.create import as_scalar, cast
from dslc.ir.rule import rule

from .conditions import bools, both, dtype_of, is_array, numbers


def _kept(facts: Facts, x: Any, *, wide: Any, narrow: Any = None) -> bool:
    """That the first cast keeps every value, and both are of NumPy."""
    if not isinstance(wide, np.dtype) or not _is_dtype(narrow):
        return False
    return converts_exactly(dtype_of(x), wide) and not numbers(facts, x)


def _is_dtype(dtype: Any) -> bool:
    return dtype is None or isinstance(dtype, np.dtype)


def _alike(facts: Facts, x: Any, *, wide: np.dtype, narrow: np.dtype) -> bool:
    """That a cast straight to the second dtype rounds, wraps or cuts in the same way."""
    if not _kept(facts, x, wide=wide, narrow=narrow) or is_complex(wide) or is_complex(narrow):
        return False
    source = dtype_of(x)
    if is_float(source):
        return is_float(narrow)
    # Integers wrap alike; a float in between that holds them rounds as they do.
    return is_integer(wide) or (is_float(narrow) and is_float(wide))


@rule(lambda x, *, dtype: cast(x, dtype))
def cast_to_own_dtype(x: Any, *, dtype: Any) -> Any:
    """A cast to the dtype that a value has is the value."""
    return x


@rule(lambda x, *, wide, narrow: cast(cast(x, wide), narrow), when=_alike)
def cast_of_wider(x: Any, *, wide: Any, narrow: Any) -> Any:
    """A cast of a cast to a wider dtype is one cast."""
    return cast(x, narrow)


@rule(
    lambda x, *, wide, narrow: cast(cast(x, wide), narrow),
    when=lambda facts, x, *, wide, narrow: (
        _kept(facts, x, wide=wide, narrow=narrow) and dtype_of(x) == narrow
    ),
)
def cast_there_and_back(x: Any, *, wide: Any, narrow: Any) -> Any:
    """A cast to a wider dtype and back is the value."""
    return x


@rule(lambda x, *, dtype: cast(x, dtype) != 0, when=lambda facts, x, *, dtype: _of_bool(x, dtype))
def cast_truth_is_not_zero(x: Any, *, dtype: Any) -> Any:
    """Whether a bool as a number is not 0 is the bool."""
    return x


@rule(lambda x, *, dtype: cast(x, dtype) == 0, when=lambda facts, x, *, dtype: _of_bool(x, dtype))
def cast_truth_is_zero(x: Any, *, dtype: Any) -> Any:
    """Whether a bool as a number is 0 is the opposite of the bool."""
    return ~x


@rule(lambda x, *, dtype: cast(x, dtype) > 0, when=lambda facts, x, *, dtype: _of_bool(x, dtype))
def cast_truth_is_positive(x: Any, *, dtype: Any) -> Any:
    """Whether a bool as a number is above 0 is the bool."""
    return x


def _of_bool(x: Any, dtype: Any) -> bool:
    return is_array(x) and dtype_of(x) == BOOL and isinstance(dtype, np.dtype)


@rule(
    lambda x, *, dtype: np.logical_not(cast(x, dtype)),
    when=lambda facts, x, *, dtype: _of_bool(x, dtype),
)
def not_of_cast_truth(x: Any, *, dtype: Any) -> Any:
    """`logical_not` of a bool as a number is that of the bool."""
    return np.logical_not(x)


@rule(lambda c, x, y: np.where(c != 0, x, y), when=lambda facts, c, x, y: not numbers(facts, c))
def where_not_zero(c: Any, x: Any, y: Any) -> Any:
    """`where(c != 0, x, y)` is `where(c, x, y)`."""
    return np.where(c, x, y)


@rule(lambda x: as_scalar(x))
def scalar_of_scalar(x: Any) -> Any:
    """The NumPy scalar of what is no Python number is the value."""
    return x


# --- the truth of Python numbers ------------------------------------------------------------------


@rule(lambda x: not_(not_(x)), when=both(bools, numbers))
def python_not_of_not(x: Any) -> Any:
    """`not not x` of a bool is `x`."""
    return x


@rule(lambda x: and_(x, True), when=both(bools, numbers))
def python_and_true(x: Any) -> Any:
    """`x and True` of a bool is `x`."""
    return x


@rule(lambda x: or_(x, False), when=both(bools, numbers))
def python_or_false(x: Any) -> Any:
    """`x or False` of a bool is `x`."""
    return x


@rule(lambda x: and_(x, x), when=both(bools, numbers))
def python_and_itself(x: Any) -> Any:
    """`x and x` of a bool is `x`."""
    return x


@rule(lambda x: or_(x, x), when=both(bools, numbers))
def python_or_itself(x: Any) -> Any:
    """`x or x` of a bool is `x`."""
    return x


@rule(lambda x, y: and_(not_(x), not_(y)))
def python_and_of_nots(x: Any, y: Any) -> Any:
    """`not x and not y` is `not (x or y)`."""
    return not_(or_(x, y))


@rule(lambda x, y: or_(not_(x), not_(y)))
def python_or_of_nots(x: Any, y: Any) -> Any:
    """`not x or not y` is `not (x and y)`."""
    return not_(and_(x, y))
