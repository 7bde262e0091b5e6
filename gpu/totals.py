"""What a thread holds of a total: the total so far, or the best value and its place."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dslc.ir.backend import Unsupported
from dslc.ir.nests.language import Array, Number, Total
from dslc.ir.nests.scans import PLACES
from dslc.ir.nests.starts import extreme
from dslc.ir.types import default_dtype

from .expressions import half_of, identity, step, type_name, wide
from .kernels import BLOCKS


def is_place(total: Total) -> bool:
    """Whether a total is where the best value is."""
    return total.how in PLACES


def value_type(total: Total) -> str:
    """The C++ type of what a trip gives.

    Raises:
        Unsupported: for a product of 16 bits, which NumPy rounds behind each factor.
    """
    if total.how == "prod" and (half := half_of(total.local.type)):
        raise Unsupported(f"kernels have no product of {half}")
    return type_name(total.value.type if is_place(total) else total.local.type)


def held_type(total: Total) -> str:
    """The C++ type of what a thread holds."""
    return f"Best<{value_type(total)}>" if is_place(total) else value_type(total)


def nothing(total: Total) -> str:
    """What a thread holds before its first trip."""
    if is_place(total):
        return f"{{{value_type(total)}(0), -1}}"
    return identity(total.how, value_type(total))


def of_trip(total: Total, value: str, index: str) -> str:
    """What one trip gives."""
    return f"{held_type(total)}{{{value}, {index}}}" if is_place(total) else value


def together(total: Total, one: str, other: str) -> str:
    """What two threads, or a thread and a trip, hold together."""
    if is_place(total):
        return f"{BETTER[total.how]}({one}, {other})"
    return step(total.how, one, other, value_type(total))


BETTER = {"argmax": "first_greatest", "argmin": "first_least"}
"""The better of two, and as a method of a team the best of all its threads."""


def parts_of(total: Total) -> tuple[Array, ...]:
    """Arrays for what each block of a reduction holds: the totals, or the places and the values."""
    name = total.local.name
    whole = Array(f"{name}_parts", default_dtype(wide(total.local.type)), (BLOCKS,))
    if not is_place(total):
        return (whole,)
    return whole, Array(f"{name}_values", default_dtype(wide(total.value.type)), (BLOCKS,))


def stored(total: Total, held: str, parts: tuple[str, ...]) -> Iterator[str]:
    """Assignments of what a block holds to its elements."""
    fields = (".place", ".value") if is_place(total) else ("",)
    for part, field in zip(parts, fields, strict=True):
        yield f"{part}[blockIdx.x] = {held}{field};"


def loaded(total: Total, parts: tuple[str, ...], index: str) -> str:
    """What a block has held."""
    places, *values = (f"{part}[{index}]" for part in parts)
    return of_trip(total, values[0], places) if values else places


def is_identity(total: Total) -> bool:
    """Whether a total starts with what changes nothing."""
    if is_place(total):
        return True
    if not isinstance(total.start, Number):
        return False
    simple = {"sum": 0, "prod": 1, "any": False, "all": True}
    value = total.start.value
    if total.how in simple:
        return bool(value == simple[total.how])
    least = extreme(total.how, default_dtype(total.local.type))
    return bool(value == least) or bool(np.isnan(value) and np.isnan(least))
