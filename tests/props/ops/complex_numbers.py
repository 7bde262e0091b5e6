"""What ops document not to take of complex numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, COMPLEX
from dslc.ir.op import Op
from dslc.ir.types import NumberType, Type, default_dtype

ORDERED = frozenset(
    (
        *("less", "less_equal", "greater", "greater_equal", "maximum", "minimum", "fmax", "fmin"),
        *("clip", "max", "min", "nanmax", "nanmin", "argmax", "argmin", "nanargmax", "nanargmin"),
        *("maximum_accumulate", "minimum_accumulate", "maximum_at", "minimum_at", "ptp"),
        *(
            "sort",
            "sort_in_place",
            "argsort",
            "searchsorted",
            "median",
            "quantile",
            "percentile",
            "digitize",
        ),
        *("unique", "unique_all", "unique_counts", "unique_inverse"),
        *("union1d", "intersect1d", "setdiff1d", "setxor1d", "isin"),
        *("nanmedian", "nanquantile", "nanpercentile", "greatest", "least"),
    )
)
"""Ops that need an order, which NumPy gives complex numbers by their real parts first."""

OF_REAL_NUMBERS = frozenset(("item",))
"""Ops that give what a graph does not have of complex numbers."""

INTO_THE_FIRST = frozenset(
    (
        *("store", "put_along_axis", "fill_diagonal", "copyto", "full_like"),
        *("put", "place", "putmask"),
    )
)
"""Ops that write the second or a later operand into the first."""


def refuses_complex(
    record: Op, values: list[Any], types: list[Type], attributes: dict[str, Any]
) -> bool:
    """Whether an op refuses these operands for a complex number among them."""
    dtypes = [np.asarray(value).dtype for value in values]
    if not any(dtype in COMPLEX for dtype in dtypes):
        return False
    if record.name in ORDERED | OF_REAL_NUMBERS:
        return True
    if all(isinstance(type_, NumberType) for type_ in types):
        return True
    into = attributes.get("dtype")
    if into is None and (record.name in INTO_THE_FIRST or record.name.endswith("_at")):
        into = default_dtype(types[0])
    if into is None:
        return False
    return into in (int, float) or (np.dtype(into) not in COMPLEX and np.dtype(into) != BOOL)
