"""`range(...)` in a loop or a comprehension."""

from __future__ import annotations

import builtins
from collections.abc import Callable

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY
from dslc.ir.types import INT, ScalarType

from . import fence
from .frame import Frame
from .kinds import Built, Computed, Kind, Poison, Repeated, describe, type_of_kind
from .operations import apply
from .texts import text_of
from .tree import Call, Expression, Name

MOST_COUNTED = 64
"""Items of which the walk keeps count; what more there are is for building to know."""


def is_range(frame: Frame, e: Expression) -> bool:
    """Whether it is a call of Python's `range`."""
    if not (isinstance(e, Call) and isinstance(e.function, Name) and e.function.id == "range"):
        return False
    return (
        "range" not in frame.environment
        and frame.session.namespace.get("range", builtins.range) is builtins.range
        and frame.session.root.get("range", builtins.range) is builtins.range
    )


def range_bounds(
    frame: Frame, e: Expression, walk: Callable[[Frame, Expression], Kind]
) -> list[Kind] | None:
    """The bounds of a range as Python ints, one to three; None after a refusal."""
    assert isinstance(e, Call)
    bounds = [walk(frame, a) for a in e.arguments]
    bounds = [_bound(frame, b, a.span) for b, a in zip(bounds, e.arguments, strict=True)]
    if any(isinstance(b, Poison) for b in bounds):
        return None
    if not 1 <= len(bounds) <= 3 or e.keywords:
        fence.refuse(frame, "this form of `for`", e.span, help="write `for i in range(...)`")
        return None
    return bounds


def built_range(bounds: list[Built]) -> Repeated:
    """A range whose bounds building knows."""
    text = f"range({', '.join(text_of(b) for b in bounds)})"
    values = [b.value for b in bounds]
    known = all(type(value) is int for value in values) and 0 not in values[2:]
    numbers = range(*values) if known else range(0)
    items = None
    if known and len(numbers[: MOST_COUNTED + 1]) <= MOST_COUNTED:
        items = tuple(Built(repr(number), number) for number in numbers)
    return Repeated(text, Built("", type=INT), "iterator", bool(numbers), items)


def _bound(frame: Frame, kind: Kind, span: Span) -> Kind:
    """A bound of a range as a Python int."""
    type_ = type_of_kind(kind)
    if isinstance(type_, ScalarType) and type_.dtype.kind in "iu":
        return apply(frame, REGISTRY["cast"], [kind], {"dtype": Built("int", int)}, span)
    if (
        isinstance(kind, Poison)
        or type_ == INT
        or (type_ is None and isinstance(kind, Built | Computed))
    ):
        return kind
    return frame.refuse(
        "dtype-mismatch",
        "the bounds of a range are integers",
        span,
        label=f"this is {describe(kind)}",
    )
