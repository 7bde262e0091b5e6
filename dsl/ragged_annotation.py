"""`Ragged[f32, B, "*", 64]`: what it says, and what values it takes."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME, dtype_name

from .annotations import TensorSpec, read_dtype, read_size, unknown_annotation
from .parametric import ParametricSpec
from .separation import Unfit

_FORM = 'write Ragged[f32, B, "*"], or sizes after the "*" too: Ragged[f32, B, "*", 64]'


def ragged_spec(cls: type[Any], items: Any) -> ParametricSpec:
    """The spec of `Ragged[dtype, rows, "*", sizes of an element...]`.

    Raises:
        DslError: `annotation-unknown`.
    """
    dtype, *sizes = items if isinstance(items, tuple) else (items,)
    element = read_dtype("Ragged", dtype)
    if len(sizes) < 2 or sizes[1] != "*" or "*" in sizes[2:] or sizes[0] == "*":
        raise unknown_annotation(
            'the sizes in `Ragged[...]` are the number of rows, then "*" for their lengths', _FORM
        )
    rows, *rest = (read_size("Ragged", size) for n, size in enumerate(sizes) if n != 1)
    values = TensorSpec(element, (symbol("total"), *rest))
    offsets = TensorSpec(BY_NAME["i64"], (rows + 1,))
    text = ", ".join([dtype_name(element), str(rows), '"*"', *map(str, rest)])
    fields = (("values", values), ("offsets", offsets))
    return ParametricSpec(
        cls, "dataclass", fields, f"Ragged[{text}]", ("total",), check_rows, with_rows
    )


def check_rows(value: Any) -> None:
    """Refuse offsets that do not divide the values into rows; raises Unfit."""
    values, offsets = value.values, value.offsets
    if not isinstance(offsets, np.ndarray) or not isinstance(values, np.ndarray):
        return  # of a graph that is being built, whose ops look
    fault = fault_of(offsets, len(values))
    if fault:
        raise Unfit(f"a Ragged whose offsets {fault}", "make it with `dslc.ragged.from_lengths`")


def fault_of(offsets: np.ndarray[Any, Any], total: int) -> str:
    """What is wrong with offsets of rows of so many values in all; "" for nothing."""
    if len(offsets) == 0 or offsets[0] != 0:
        return "do not begin with 0"
    if offsets[-1] != total:
        return f"end with {offsets[-1]}, while there are {total} values"
    return "fall" if np.any(np.diff(offsets) < 0) else ""


def with_rows(value: Any) -> Any:
    """A value with offsets that divide its values, made of any integers in their place."""
    total = len(value.values) if len(value.offsets) > 1 else 0
    offsets = np.sort(value.offsets % (total + 1))
    offsets[:1], offsets[len(offsets) - 1 :] = 0, total
    return type(value)(value.values[:total], offsets)
