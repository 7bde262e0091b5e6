"""Writing to many elements: NumPy's functions that change an array, as ops that give it changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, dtype_name
from dslc.ir.facts import Facts
from dslc.ir.keys import join_key
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, default_dtype, shape_of

from .index import check_fits, may_not_fit, written_part
from .rules import array, fits, loop_of, no_value, refuse_joined
from .slices import may_fail

# --- one after the other --------------------------------------------------------------------------


def at(name: str) -> Callable[[Callable[..., Any]], Op]:
    """Declares the op of a ufunc's method `at`."""
    return op(
        call="x, key, value",
        keyed=True,
        strong=False,
        writes=True,
        numpy=(f"{name}.at",),
        effects=Effects.RAISES,
    )


@at("add")
def add_at(x: Any, value: Any, *numbers: Any, key: str) -> None:
    """The array with `value` added to `x[...]`, once for each time an element is named, in order.

    The sums are computed in the common dtype of the array and the value's own (a Python float is
    f64, an int i64), then converted to the array's. IndexError for an integer outside of its axis.

    >>> x = np.array([0, 0, 0])
    >>> np.add.at(x, [0, 0, 2], 5)
    >>> x
    array([10,  0,  5])
    """
    np.add.at(x, join_key(key, numbers), value)


@at("subtract")
def subtract_at(x: Any, value: Any, *numbers: Any, key: str) -> None:
    """The array with `value` subtracted from `x[...]`, as in `add_at`.

    >>> x = np.array([0, 0, 0])
    >>> np.subtract.at(x, [0, 0, 2], [1, 2, 3])
    >>> x
    array([-3,  0, -3])
    """
    np.subtract.at(x, join_key(key, numbers), value)


@at("multiply")
def multiply_at(x: Any, value: Any, *numbers: Any, key: str) -> None:
    """The array with `x[...]` multiplied by `value`, as in `add_at`.

    >>> x = np.array([1, 1, 1])
    >>> np.multiply.at(x, [0, 0, 2], 3)
    >>> x
    array([9, 1, 3])
    """
    np.multiply.at(x, join_key(key, numbers), value)


@at("maximum")
def maximum_at(x: Any, value: Any, *numbers: Any, key: str) -> None:
    """The array with the greater of `x[...]` and `value`, as in `add_at`.

    >>> x = np.array([1, 1, 1])
    >>> np.maximum.at(x, [0, 0, 2], [5, 3, 0])
    >>> x
    array([5, 1, 1])
    """
    np.maximum.at(x, join_key(key, numbers), value)


@at("minimum")
def minimum_at(x: Any, value: Any, *numbers: Any, key: str) -> None:
    """The array with the less of `x[...]` and `value`, as in `add_at`.

    >>> x = np.array([1, 1, 1])
    >>> np.minimum.at(x, [0, 0, 2], [-5, -3, 4])
    >>> x
    array([-5,  1,  1])
    """
    np.minimum.at(x, join_key(key, numbers), value)


ACCUMULATING: dict[str, np.ufunc] = {
    "add_at": np.add,
    "subtract_at": np.subtract,
    "multiply_at": np.multiply,
    "maximum_at": np.maximum,
    "minimum_at": np.minimum,
}
"""The ufunc that each of these ops applies."""


def own_type(type_: Type) -> Type:
    """The type of a value where a Python number counts as what NumPy makes of it alone."""
    return ScalarType(default_dtype(type_)) if isinstance(type_, NumberType) else type_


def _complete(record: Op, ufunc: np.ufunc) -> None:
    def rule(facts: Facts, x: Type, value: Type, *numbers: Type, key: str) -> Type:
        target = array(x, f"`{ufunc.__name__}.at`")
        refuse_joined((x, value), f"`{ufunc.__name__}.at`")
        shown = {0: f"the array is {x}", 1: f"the value is {value}"}
        dtype = loop_of(ufunc, (x, own_type(value)))[-1]
        if not np.can_cast(dtype, target.dtype, "same_kind"):
            source, into = dtype_name(dtype), dtype_name(target.dtype)
            message = f"the result is {source}, which is not stored as {into}"
            raise RuleError("dtype-mismatch", message, shown, help="cast the value")
        shape, free = written_part(facts, target, key, numbers)
        check_fits(facts, shape_of(value), shape or (), shown, stripped=False, free=free)
        return TensorType(target.dtype, target.shape)

    def raises(x: Type, value: Type, *numbers: Type, key: str) -> bool:
        target = array(x, record.name)
        return may_fail(target, key, numbers) or may_not_fit(target, value, key, numbers)

    record.type(rule)
    record.can_raise(raises)


for _record in (add_at, subtract_at, multiply_at, maximum_at, minimum_at):
    _complete(_record, ACCUMULATING[_record.name])


# --- where a mask is true -------------------------------------------------------------------------


@op(
    call="x, value, casting, where",
    numpy=("copyto",),
    strong=False,
    writes=True,
    effects=Effects.RAISES,
)
def copyto(x: Any, value: Any, where: Any = None) -> None:
    """The array with `value` where a mask is true, by default everywhere.

    The value and the mask are broadcast to the array's shape.

    The value's dtype is of the same kind as the array's. OverflowError for a Python int that does
    not fit.

    >>> x = np.array([1, 2, 3])
    >>> np.copyto(x, 0, where=x > 1)
    >>> x
    array([1, 0, 0])
    """
    np.copyto(x, value, where=True if where is None else where)


@copyto.type
def _(facts: Facts, x: Type, value: Type, where: Type | None) -> Type:
    target = array(x, "`copyto`")
    refuse_joined((x, value), "`copyto`")
    shown = {0: f"the array is {x}", 1: f"the value is {value}"}
    weak = isinstance(value, NumberType) and value.kind == "int" and target.dtype != BOOL
    if not weak and not np.can_cast(default_dtype(value), target.dtype, "same_kind"):
        source, into = dtype_name(default_dtype(value)), dtype_name(target.dtype)
        raise RuleError("dtype-mismatch", f"{source} cannot be stored in place as {into}", shown)
    if fits(value, target.dtype) is False:
        raise no_value(value, target.dtype, 1)
    check_fits(facts, shape_of(value), target.shape, shown, stripped=True)
    if where is not None:
        refuse_joined((where,), "a mask")
        if default_dtype(where) != BOOL:
            raise RuleError("dtype-mismatch", "a mask is of truths", {2: f"this is {where}"})
        masks = {0: f"the array is {x}", 2: f"the mask is {where}"}
        check_fits(facts, shape_of(where), target.shape, masks, stripped=False)
    return TensorType(target.dtype, target.shape)


@copyto.can_raise
def _(x: Type, value: Type, where: Type | None) -> bool:
    return fits(value, array(x, "`copyto`").dtype) is not True
