"""Functions of NumPy that are written in the language: those that take functions, and others.

np.piecewise(x, tests, functions)        y = piecewise_inlined(g, x, tests, functions)
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np

from dslc import numpy_functions
from dslc.ir.spellings import by_function, is_ufunc_method

from .binding import Argument
from .frame import Frame
from .kinds import Built, Kind
from .tree import Call

_WRITTEN: tuple[tuple[Any, Any], ...] = (
    (np.apply_along_axis, numpy_functions.apply_along_axis),
    (np.apply_over_axes, numpy_functions.apply_over_axes),
    (np.fromfunction, numpy_functions.fromfunction),
    (np.histogram2d, numpy_functions.histogram2d),
    (np.histogramdd, numpy_functions.histogramdd),
    (np.mask_indices, numpy_functions.mask_indices),
    (np.piecewise, numpy_functions.piecewise),
    (np.polydiv, numpy_functions.polydiv),
)

_REDUCING = frozenset(
    (
        *("subtract", "divide", "floor_divide", "remainder", "fmod", "power", "float_power"),
        *("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"),
        *("gcd", "lcm", "arctan2", "hypot", "logaddexp", "logaddexp2", "copysign", "logical_xor"),
    )
)
"""Ufuncs of two whose results may be operands again."""


def written_of(function: Any) -> FunctionType | None:
    """The function that a function of NumPy is written as; None for another one."""
    if is_ufunc_method(function):
        reducing = function.__self__.__name__ in _REDUCING and by_function(function.__self__)
        if function.__name__ == "reduceat" and by_function(function.__self__.reduce):
            reducing = function.__self__
        if not reducing or function.__name__ not in ("reduce", "accumulate", "reduceat"):
            return None
        return getattr(numpy_functions, function.__name__)  # type: ignore[no-any-return]
    return next((written for each, written in _WRITTEN if each is function), None)


def written_call(
    frame: Frame,
    callee: Built,
    written: FunctionType,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """What a function of NumPy that is written as this one gives."""
    function = callee.value
    name = f"{frame.session.dslc}.numpy_functions.{written.__name__}"
    if is_ufunc_method(function):
        ufunc = function.__self__
        first = [Built(callee.text.rpartition(".")[0], ufunc)]
        if function.__name__ == "reduce":
            start = ufunc.identity
            first.append(Built("None" if start is None else _text(start), start))
        arguments = [*(Argument(kind, e.function.span) for kind in first), *arguments]
    return frame.session.inline(frame, Built(name, written), arguments, dict(keywords), e, into)


def _text(start: Any) -> str:
    return f'float("{start}")' if start in (float("inf"), -float("inf")) else repr(start)


def described() -> dict[str, FunctionType]:
    """The functions of NumPy that are written in the language, by name."""
    return {written.__name__: written for _, written in _WRITTEN}
