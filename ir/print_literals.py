"""Literals and attributes as the Python text that makes them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .dims import Dim, Size
from .dtypes import dtype_name


def quoted(text: str) -> str:
    """A string literal, in double quotes unless the other kind needs fewer escapes."""
    return repr(text) if '"' in text else '"' + repr("'" + text)[2:]


def literal_text(value: int | float | complex | bool | np.generic | None) -> str:
    """`1.5`, `f32(1.5)`, `float("inf")`, `2j`; None is unset."""
    if value is None:
        return "g.unset"
    if isinstance(value, np.generic):
        return f"{dtype_name(value.dtype)}({_element_text(value)})"
    if isinstance(value, complex):
        return _complex_text(value, _float_text(value.real), _float_text(value.imag))
    return _float_text(value) if isinstance(value, float) else repr(value)


def _complex_text(value: complex, real: str, imaginary: str) -> str:
    """`2.5j`, or both parts: a sum of them would change zeros, infinities and NaNs."""
    plain = imaginary[0].isdigit() and real == "0.0"
    return f"{imaginary.removesuffix('.0')}j" if plain else f"complex({real}, {imaginary})"


def _element_text(value: np.generic) -> str:
    if value.dtype.kind in "biu":
        return repr(value.item())
    if isinstance(value, np.complexfloating):
        return _complex_text(complex(value), *map(_element_text, (value.real, value.imag)))
    number = float(value)
    if math.isfinite(number) and value.dtype.type(float(str(value))).tobytes() == value.tobytes():
        return str(value)  # shorter than the digits of a double
    return _float_text(number)


def _float_text(value: float) -> str:
    if math.isfinite(value):
        return repr(value)
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    return f'float("{sign}{"nan" if math.isnan(value) else "inf"}")'


def attribute_text(value: Any, size_text: Callable[[Size], str]) -> str:
    """The text of an attribute: a dtype by its short name, a tuple, a size, a number, a string."""
    if isinstance(value, Dim):
        return size_text(value)
    if isinstance(value, tuple):
        return tuple_text([attribute_text(item, size_text) for item in value])
    if isinstance(value, np.dtype):
        return dtype_name(value)
    if isinstance(value, type):
        if issubclass(value, BaseException):
            return quoted(f"{value.__module__}:{value.__qualname__}")
        return dtype_name(np.dtype(value)) if issubclass(value, np.generic) else value.__name__
    if isinstance(value, str):
        return quoted(value)
    return repr(value) if value is None else literal_text(value)


def tuple_text(items: list[str]) -> str:
    """`()`, `(a,)`, `(a, b)`."""
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
