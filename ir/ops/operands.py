"""What the bodies of ops of neural networks ask of their operands, in terms of the op itself.

All work on arrays and on traced values: they look at ranks, dtypes and sizes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from typing import Any

import numpy as np

from dslc.ir.calling import SKETCH
from dslc.ir.comparison import comparison
from dslc.ir.dims import Size
from dslc.ir.dtypes import BY_NAME, dtype_name, is_float, is_integer
from dslc.ir.facts import NeverHolds
from dslc.ir.op import RuleError

from .create import as_scalar

HALVES = (BY_NAME["f16"], BY_NAME["bf16"])
"""Floats of 16 bits, which are computed with in f32 where many are added."""


def floats(value: Any, role: str = "x") -> Any:
    """An operand of floats; of a Python number, the scalar that NumPy makes of it.

    Raises:
        RuleError: `dtype-mismatch` for anything else.
    """
    if getattr(value, "dtype", None) is None:
        value = as_scalar(value)
    if not is_float(value.dtype):
        message = f"`{role}` is of floats, and this is {dtype_name(value.dtype)}"
        raise RuleError("dtype-mismatch", message, help=f"cast it: `{role}.astype(np.float32)`")
    return value


def integers(value: Any, role: str) -> Any:
    """An operand of integers; of a Python number, the scalar that NumPy makes of it.

    Raises:
        RuleError: `dtype-mismatch` for anything else.
    """
    if getattr(value, "dtype", None) is None:
        value = as_scalar(value)
    if not is_integer(value.dtype):
        message = f"`{role}` is of integers, and this is {dtype_name(value.dtype)}"
        raise RuleError("dtype-mismatch", message)
    return value


def wide(value: Any) -> Any:
    """Floats as f32 at least."""
    return value.astype(np.float32) if value.dtype in HALVES else value


def narrow(value: Any, like: Any) -> Any:
    """What was computed with `wide(like)`, in the dtype of `like` if that has 16 bits."""
    return value.astype(like.dtype) if like.dtype in HALVES else value


def of_floats(body: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a body whose first operand is of floats; 16 bits are computed with in f32.

    The body gets that operand as f32 at least; where it has 16 bits, the result is rounded to them.
    """
    role = next(iter(signature(body).parameters))

    @wraps(body)
    def run(x: Any, *others: Any, **attributes: Any) -> Any:
        given = floats(x, role)
        return narrow(body(wide(given), *others, **attributes), given)

    return run


# --- shapes -------------------------------------------------------------------------------------


def check_rank(value: Any, rank: int, role: str, axes: str) -> None:
    """Refuse an operand of another rank.

    Args:
        value: the operand.
        rank: how many axes it must have.
        role: its name.
        axes: what they are, such as `[batch, channels, height, width]`.

    Raises:
        RuleError: `rank-mismatch`.
    """
    if value.ndim != rank:
        message = f"`{role}` has the axes {axes}, and this has {count(value.ndim, 'axis', 'axes')}"
        raise RuleError("rank-mismatch", message)


def check_equal(size: Size, other: Size, message: str) -> None:
    """Refuse two sizes that are never equal; in a graph, rely on those that may be.

    Raises:
        RuleError: `shape-mismatch` with this message.
    """
    sketch = SKETCH.get()
    if sketch is None:
        if size != other:
            raise RuleError("shape-mismatch", message)
        return
    try:
        sketch.take_as_equal(size, other)
    except RuleError:
        raise RuleError("shape-mismatch", message) from None


def check_at_least(size: Size, least: int, message: str) -> None:
    """Refuse a size that is always smaller; in a graph, rely on those that may not be.

    Raises:
        RuleError: `shape-mismatch` with this message.
    """
    sketch = SKETCH.get()
    if isinstance(size, int) and size < least:
        raise RuleError("shape-mismatch", message)
    if sketch is not None and not isinstance(size, int):
        try:
            sketch.facts.assume(comparison(size, ">=", least))
        except NeverHolds:
            raise RuleError("shape-mismatch", message) from None


def check_same_shape(x: Any, y: Any, roles: Sequence[str]) -> None:
    """Refuse two operands that are not element for element of each other.

    Raises:
        RuleError: `shape-mismatch`, also where NumPy would repeat an axis of size 1.
    """
    check_shape(x, y.shape, f"`{roles[0]}` and `{roles[1]}` have one shape")


def check_shape(value: Any, shape: Sequence[Size], message: str) -> None:
    """Refuse an operand of another shape.

    Raises:
        RuleError: `rank-mismatch` or `shape-mismatch` with this message.
    """
    if value.ndim != len(shape):
        raise RuleError("rank-mismatch", message)
    for size, other in zip(value.shape, shape, strict=True):
        check_equal(size, other, message)


def shape_text(shape: Sequence[Size]) -> str:
    """A shape as Python shows it: `(n,)`, `(n, 3)`."""
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def count(number: Size, one: str, many: str) -> str:
    """`1 axis`, `2 axes`."""
    return f"{number} {one if number == 1 else many}"


def choice(value: Any, choices: Sequence[str], role: str) -> None:
    """Refuse an attribute that is none of these words.

    Raises:
        RuleError: `argument-mismatch`.
    """
    if value not in choices:
        listed = ", ".join(f'"{each}"' for each in choices)
        raise RuleError("argument-mismatch", f"`{role}` is one of {listed}, not {value!r}")


def along(x: Any, axis: int, part: slice) -> Any:
    """A slice along one axis, counted from the front."""
    return x[(*(slice(None),) * axis, part)]
