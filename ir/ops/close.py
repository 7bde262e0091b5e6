"""Whether arrays are equal, exactly or within a tolerance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL
from dslc.ir.facts import Facts
from dslc.ir.op import op
from dslc.ir.types import BOOL_NUMBER, FLOAT, ScalarType, Type, default_dtype, is_number, shape_of

from .attributes import flag, real
from .create import cast
from .rules import broadcast, element, loop_of, refuse_joined

_CALL = "x, y, rtol, atol, equal_nan"


@op(call=_CALL, numpy=("isclose",), strong=False)
def isclose(
    x: Any, y: Any, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Any:
    """Whether the elements of each pair differ by at most `atol + rtol * abs(y)`.

    Args:
        x: the values.
        y: what they are compared with.
        rtol: the tolerance relative to `y`.
        atol: the absolute tolerance.
        equal_nan: whether two NaNs are close.

    >>> np.isclose(np.array([1.0, 1.1]), 1.0)
    array([ True, False])
    """
    return np.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)


@op(call=_CALL, numpy=("allclose",), strong=False)
def allclose(
    x: Any, y: Any, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Any:
    """Whether all pairs of elements are close, as `isclose` has it: a Python bool.

    >>> np.allclose(np.array([1.0, 1.0 + 1e-9]), 1.0)
    True
    """
    return np.allclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)


def dtypes_of_closeness(types: Sequence[Type]) -> tuple[np.dtype, np.dtype]:
    """The dtype of the difference of two operands, and that of the tolerance."""
    x, y = types
    tolerance = np.result_type(default_dtype(y), 1.0)
    reference = FLOAT if is_number(y) else ScalarType(tolerance)
    return loop_of(np.subtract, (x, reference))[-1], tolerance


def _closeness(facts: Facts, x: Type, y: Type) -> tuple[Size, ...]:
    """The common shape of operands that may be close."""
    refuse_joined((x, y), "a comparison within a tolerance")
    dtypes_of_closeness((x, y))
    return broadcast(facts, (x, y))


def _tolerances(facts: Facts, x: Type, y: Type, **given: Any) -> dict[str, Any]:
    equal_nan = flag(given.pop("equal_nan"), "`equal_nan`")
    numbers = {name: real(number, f"`{name}`") for name, number in given.items()}
    return {**numbers, "equal_nan": equal_nan}


isclose.normal(_tolerances)
allclose.normal(_tolerances)


@isclose.type
def _(facts: Facts, x: Type, y: Type, **_: Any) -> Type:
    return element(BOOL, _closeness(facts, x, y))


@allclose.type
def _(facts: Facts, x: Type, y: Type, **_: Any) -> Type:
    _closeness(facts, x, y)
    return BOOL_NUMBER


@op(numpy=("array_equal",), strong=False)
def array_equal(x: Any, y: Any, *, equal_nan: bool = False) -> Any:
    """Whether two arrays have the same shape and elements: a Python bool.

    Sizes that are not known to differ are assumed to be equal.

    Args:
        x: one array.
        y: the other.
        equal_nan: whether two NaNs are equal.

    >>> np.array_equal(np.array([1, 2]), np.array([1, 3]))
    False
    """
    return np.array_equal(x, y, equal_nan=equal_nan)


@array_equal.normal
def _(facts: Facts, x: Type, y: Type, *, equal_nan: Any) -> dict[str, Any]:
    return {"equal_nan": flag(equal_nan, "`equal_nan`")}


@array_equal.type
def _(facts: Facts, x: Type, y: Type, **_: Any) -> Type:
    refuse_joined((x, y), "`array_equal`")
    if not differ_in_shape(facts, x, y):
        for one, other in zip(shape_of(x), shape_of(y), strict=True):
            facts.meet(one, other)
    return BOOL_NUMBER


def differ_in_shape(facts: Facts, x: Type, y: Type) -> bool:
    """Whether two values never have the same shape."""
    left, right = shape_of(x), shape_of(y)
    if len(left) != len(right):
        return True
    return any(facts.equal(one, other) is False for one, other in zip(left, right, strict=True))


@op(numpy=("array_equiv",), strong=False)
def array_equiv(x: Any, y: Any) -> Any:
    """Whether two arrays have the same elements where they are broadcast together: a Python bool.

    Sizes that are not known to differ are assumed to be equal, or 1.

    >>> np.array_equiv(np.array([1, 2]), np.array([[1, 2], [1, 2]]))
    True
    """
    return np.array_equiv(x, y)


@array_equiv.expansion
def _(x: Any, y: Any) -> Any:
    return cast(np.all(np.equal(x, y)), dtype=bool)
