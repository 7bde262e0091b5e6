"""Functions of Python's module `math`, on single values: its results and its errors."""

from __future__ import annotations

import math as python
from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import is_complex
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import (
    CLASSES,
    NumberType,
    ScalarType,
    TensorType,
    Type,
    default_dtype,
    type_of_python,
)

from .rules import refuse_joined


def _is_close(a: Any, b: Any, rel_tol: Any, abs_tol: Any) -> bool:
    return python.isclose(a, b, rel_tol=rel_tol, abs_tol=abs_tol)


def _halves(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of two sequences of one length, as one of their items in a row."""
    return lambda *values: function(values[: len(values) // 2], values[len(values) // 2 :])


_SPREAD: dict[str, Callable[[], Callable[..., Any]]] = {
    "dist": lambda: _halves(python.dist),
    "fsum": lambda: lambda *values: python.fsum(values),
    "isclose": lambda: _is_close,
    "sumprod": lambda: _halves(python.sumprod),  # type: ignore[attr-defined,unused-ignore]
}
"""Those that take sequences or keywords; a node has all values in a row."""

NEVER_RAISE = (
    "asinh", "atan", "atan2", "copysign", "degrees", "erf", "erfc", "fabs", "isfinite", "isinf",
    "isnan", "radians", "tanh", "ulp",
)  # fmt: skip
"""Those that give a result for every number."""


def meaning(function: str) -> Callable[..., Any]:
    """What a function of `math` does on the values of a node.

    Raises:
        RuleError: `unknown-function` where this Python has none of that name.
    """
    if not callable(getattr(python, function, None)):
        raise RuleError("unknown-function", f"this Python has no `math.{function}`")
    found: Callable[..., Any] = getattr(python, function)
    return _SPREAD[function]() if function in _SPREAD else found


@op(call="function, *values", strong=False, variadic=True, effects=Effects.RAISES)
def math(*values: Any, function: str) -> Any:
    """A function of Python's module `math`: a Python number, or two of `frexp` and `modf`.

    ValueError and OverflowError where `math` raises them, where NumPy gives NaN or inf.

    >>> import math
    >>> math.hypot(3, np.float32(4))
    5.0
    """
    return meaning(function)(*values)


@math.type
def _(facts: Facts, *types: Type, function: str) -> Any:
    refuse_joined(types, f"`math.{function}`")
    for number, type_ in enumerate(types):
        if is_complex(default_dtype(type_)):
            message = f"`math.{function}` of a complex number"
            raise RuleError("dtype-mismatch", message, {number: f"this is {type_}"})
        if isinstance(type_, TensorType) and type_.rank:
            message = f"`math.{function}` takes single values"
            written = f"np.{function}({{0}})" if len(types) == 1 else None
            help_ = f"use `np.{function}`" if hasattr(np, function) else None
            raise RuleError(
                "rank-mismatch",
                message,
                {number: f"this is {type_}"},
                help=help_,
                instead=written if help_ else None,
            )
    result = _sample_result(function, types)
    if isinstance(result, tuple):
        return tuple(map(_number_type, result))
    return _number_type(result)


@math.can_raise
def _(*types: Type, function: str) -> bool:
    return function not in NEVER_RAISE


def _sample_result(function: str, types: tuple[Type, ...]) -> Any:
    """What the function gives for some values of these types, which tells the type for all."""
    run = meaning(function)
    for number in (1, 0):
        try:
            return run(*(_sample(type_, number * (n + 1)) for n, type_ in enumerate(types)))
        except (ValueError, ArithmeticError):
            continue
        except TypeError as error:
            message = f"`math.{function}` does not take {' and '.join(map(str, types))}"
            raise RuleError("dtype-mismatch", message, help=f"Python says: {error}") from None
    raise RuleError("argument-mismatch", f"`math.{function}` of these has no value")


def _sample(type_: Type, number: int) -> Any:
    if isinstance(type_, NumberType):
        return CLASSES[type_.kind](number)
    if isinstance(type_, ScalarType):
        return type_.dtype.type(number)
    assert isinstance(type_, TensorType)
    return np.full((), number, type_.dtype)


def _number_type(value: Any) -> Type:
    """The type of what a function gives, the constant in it forgotten."""
    type_ = type_of_python(value)
    if not isinstance(type_, NumberType):
        raise RuleError("dtype-mismatch", f"`math` gives {type_} here, which is no Python number")
    return NumberType(type_.kind)
