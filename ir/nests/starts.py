"""What totals start with."""

from __future__ import annotations

import numpy as np

from dslc.ir.dtypes import BOOL, is_complex, is_float
from dslc.ir.types import Number, default_dtype, same_bits

from .language import ElementType

_STARTS = {"sum": 0, "prod": 1, "any": False, "all": True, "argmax": 0, "argmin": 0}
"""What a total starts with; all others have the least or greatest number, by their name."""


def start_of(how: str, type_: ElementType, *, running: bool = False) -> np.generic:
    """What a total of a kind starts with, unless it is told another start.

    A running sum starts so that its first element is the first value, also -0.0.
    """
    dtype = default_dtype(type_)
    if running and how == "sum" and (is_float(dtype) or is_complex(dtype)):
        return _number(dtype, -0.0)
    start = _STARTS.get(how)
    return extreme(how, dtype) if start is None else _number(dtype, start)


def _number(dtype: np.dtype, value: float) -> np.generic:
    found: np.generic = dtype.type(value)
    return found


def extreme(how: str, dtype: np.dtype) -> np.generic:
    """What no element is below, for `max`, or above, for `min`; NaN where NaN is left out."""
    if is_float(dtype):
        of_float = {"max": -np.inf, "min": np.inf, "nanmax": np.nan, "nanmin": np.nan}
        return _number(dtype, of_float[how])
    if dtype == BOOL:
        return np.bool_(how in ("min", "nanmin"))
    limits = np.iinfo(dtype)
    return _number(dtype, limits.min if how in ("max", "nanmax") else limits.max)


def same_number(a: Number | np.generic, b: Number | np.generic) -> bool:
    """Whether two numbers have one class and the same bits."""
    if isinstance(a, np.generic) or isinstance(b, np.generic):
        return type(a) is type(b) and np.asarray(a).tobytes() == np.asarray(b).tobytes()
    return same_bits(a, b)
