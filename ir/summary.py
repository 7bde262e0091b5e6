"""Values in a few words, for tables and messages."""

from __future__ import annotations

from typing import Any

import numpy as np

from .dtypes import is_complex, is_float
from .types import type_of_python

FEW = 6
"""Elements that are shown one by one."""


def type_text(value: Any) -> str:
    """The type of a value, its sizes as numbers: `f32[3]`, `int`."""
    return str(type_of_python(value))


def summary(value: Any) -> str:
    """A value: itself where it is short, else what its elements are like."""
    if not isinstance(value, np.ndarray):
        return str(value)
    if value.size <= FEW:
        text = np.array2string(value, precision=6, separator=", ", threshold=FEW + 1)
        return " ".join(text.split())
    if value.dtype == bool:
        return f"{np.count_nonzero(value)} of {value.size} true"
    if is_complex(value.dtype):
        return f"of magnitude {_range(np.abs(value))}"
    return _range(value) if is_float(value.dtype) else f"min {value.min()}, max {value.max()}"


def _range(value: np.ndarray) -> str:
    """Of many floats."""
    wide = value.astype(np.float64)
    finite = wide[np.isfinite(wide)]
    parts = []
    if finite.size:
        mean = finite.mean(dtype=np.longdouble)
        parts.append(f"min {finite.min():.6g}, max {finite.max():.6g}, mean {float(mean):.6g}")
    for count, name in ((np.isnan(wide).sum(), "NaN"), (np.isinf(wide).sum(), "infinite")):
        parts += [f"{count} of {value.size} {name}"] * bool(count)
    return ", ".join(parts)
