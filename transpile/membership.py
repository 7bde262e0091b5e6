"""`in` and `not in` of values of the run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from dslc.ir.diagnostics import Span
from dslc.ir.dtypes import is_integer
from dslc.ir.op import REGISTRY
from dslc.ir.types import NumberType, ScalarType, TensorType, default_dtype

from . import fence
from .branches import Thunk, logical
from .frame import Frame
from .kinds import UNKNOWN, Built, Computed, Kind, Poison, Sequence, rank_of, type_of_kind
from .operations import apply
from .operators import binary
from .structs import as_sequence
from .tested import as_bool, tested
from .texts import atom
from .tree import Expression

Compare = Callable[[str, Kind, Kind], Kind]
"""One comparison of two kinds, by its operator."""


def member(
    frame: Frame, operator: str, left: Kind, right: Kind, e: Expression, into: str | None,
    compare: Compare,
) -> Kind:  # fmt: skip
    """`left in right` of a tuple, list or set of numbers, or of an array."""
    if isinstance(type_of_kind(right), TensorType) and rank_of(left) == 0:
        return _in_array(frame, operator, left, right, e, into)
    items = _items(right)
    if items is None:
        return fence.refuse(frame, f"`{operator}` on run-time values", e.span)
    if any(both_may_be_nan(left, item) for item in items):
        return refuse_nan(frame, f"`{operator}`", e.span)
    if not items:
        return Built(repr(operator == "not in"), operator == "not in")
    word, each = ("or", "==") if operator == "in" else ("and", "!=")

    def compared(item: Kind) -> Kind:
        return tested(frame, compare(each, left, item), e.span)

    if len(items) == 1:
        return as_bool(frame, compared(items[0]), e.span, into)
    thunks: list[Thunk] = [partial(compared, item) for item in items]
    return as_bool(frame, logical(frame, word, thunks, e.span, into, as_test=True), e.span, into)


def _items(kind: Kind) -> list[Kind] | None:
    """The items of a container, one by one; None for another kind, or where they are not known."""
    kind = as_sequence(kind)
    if isinstance(kind, Sequence):
        return list(kind.items)
    if not isinstance(kind, Built):
        return None
    if isinstance(kind.value, tuple | list):
        return [Built(f"{atom(kind)}[{n}]", value) for n, value in enumerate(kind.value)]
    if kind.value is not UNKNOWN or not kind.text.startswith("{"):
        return None
    shown = ast.parse(kind.text, mode="eval").body
    if not isinstance(shown, ast.Set):
        return None
    try:
        return [Built(ast.unparse(item), ast.literal_eval(item)) for item in shown.elts]
    except ValueError:
        return None


def both_may_be_nan(left: Kind, right: Kind) -> bool:
    """Whether two values may be one NaN, which Python finds in a tuple though it is not equal."""
    return _may_be_nan(left) and _may_be_nan(right)


def _may_be_nan(kind: Kind) -> bool:
    if isinstance(kind, Built) and kind.known:
        return bool(isinstance(kind.value, float | complex) and kind.value != kind.value)
    type_ = type_of_kind(kind)
    if isinstance(type_, NumberType):
        return type_.kind in ("float", "complex")
    return isinstance(type_, ScalarType) and type_.dtype.kind not in "biu"


def refuse_nan(frame: Frame, construct: str, span: Span) -> Poison:
    """Refuse what depends on whether two floats are one object."""
    help_ = "compare them one by one: in a tuple Python takes a NaN for equal to itself"
    return fence.refuse(frame, f"{construct} of floats in a tuple or list", span, help=help_)


def _in_array(
    frame: Frame, operator: str, left: Kind, right: Kind, e: Expression, into: str | None
) -> Kind:
    """`value in array`: whether any element is equal."""
    equal = apply(frame, REGISTRY["equal"], [right, left], {}, e.span)
    op = REGISTRY["any"]
    left_out: dict[str, Kind] = {each: Built("None", None) for each in op.optional}
    found = apply(frame, op, [equal], left_out, e.span)
    if operator == "in":
        return as_bool(frame, found, e.span, into)
    return apply(frame, REGISTRY["not"], [found], {}, e.span, into=into)


def in_range(
    frame: Frame, operator: str, left: Kind, bounds: list[Kind], e: Expression, into: str | None,
    compare: Compare,
) -> Kind:  # fmt: skip
    """`left in range(start, stop, step)` of an integer."""
    start, stop, step = _range_parts(bounds)
    type_ = type_of_kind(left)
    if type_ is None or not (is_integer(default_dtype(type_)) and rank_of(left) == 0):
        return fence.refuse(frame, f"`{operator}` a range of what is no integer", e.span)
    if type(step) is not int or step == 0:
        help_ = "write its step as a number"
        return fence.refuse(frame, "a range whose step is not known here", e.span, help=help_)
    if isinstance(type_, ScalarType):
        left = apply(frame, REGISTRY["cast"], [left], {"dtype": Built("int", int)}, e.span)
    low, high = (">=", "<") if step > 0 else ("<=", ">")
    thunks: list[Thunk] = [partial(compare, low, left, start), partial(compare, high, left, stop)]
    if abs(step) != 1:
        thunks.append(partial(_is_step, frame, left, start, abs(step), e, compare))
    found = as_bool(frame, logical(frame, "and", thunks, e.span, None, as_test=True), e.span, None)
    if operator == "in" or isinstance(found, Poison):
        return found
    return apply(frame, REGISTRY["not"], [found], {}, e.span, into=into)


def _range_parts(bounds: list[Kind]) -> tuple[Kind, Kind, Any]:
    """Start and stop of a range, and the number that its step is; None where that is not known."""
    start: Kind = Built("0", 0) if len(bounds) == 1 else bounds[0]
    stop = bounds[0] if len(bounds) == 1 else bounds[1]
    if len(bounds) < 3:
        return start, stop, 1
    step = bounds[2]
    return start, stop, step.value if isinstance(step, Built) else None


def _is_step(
    frame: Frame, left: Kind, start: Kind, step: int, e: Expression, compare: Compare
) -> Kind:
    """Whether a whole number of steps lies between a start and an integer."""
    gap = left
    if not (isinstance(start, Built) and start.value == 0):
        gap = binary(frame, "-", (left, start), e, None, (e.span, e.span))
    rest = binary(frame, "%", (gap, Built(str(step), step)), e, None, (e.span, e.span))
    return compare("==", rest, Built("0", 0))


def is_one(left: Kind, right: Kind) -> bool | None:
    """Whether two kinds are one object; None where that is not certain."""
    if not (isinstance(left, Computed) and isinstance(right, Computed)):
        return None
    one, other = left.memory, right.memory
    if one is None or other is None:
        return None
    if one is other and one.origin in ("fresh", "parameter", "inout") and not one.many:
        return True
    made = [memory for memory in (one, other) if memory.origin == "fresh" and not memory.bases]
    plain = one.origin in _PLAIN and other.origin in _PLAIN
    return False if made and plain and not one.overlaps(other) else None


_PLAIN = ("fresh", "parameter", "inout")
