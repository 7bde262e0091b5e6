"""`sum`, `any` and `all` of tuples, lists and arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from dslc.ir.diagnostics import Span
from dslc.ir.dtypes import is_integer
from dslc.ir.op import REGISTRY
from dslc.ir.types import INT, NumberType, ScalarType, TensorType

from . import fence
from .binding import Argument
from .branches import Thunk, logical
from .comprehension_texts import WalkExpression as Walk
from .comprehensions import items_of
from .containers import anew
from .edits import instead
from .extremes import extreme
from .frame import Frame
from .kind_parts import retext
from .kinds import (
    POISON,
    Built,
    Computed,
    Kind,
    Poison,
    Repeated,
    Sequence,
    describe,
    opened,
    type_of_kind,
)
from .lazy_items import lazy_items
from .operations import apply
from .operators import binary
from .python_paths import merge
from .structs import as_sequence
from .tested import as_bool, tested
from .texts import text_of
from .tree import Call, Comprehension

Step = Callable[[Kind, Kind, str | None], Kind]
"""What a fold has after one more item; its node gets this name."""


# --- sum --------------------------------------------------------------------------------------


def sum_call(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`sum(items, start)`: one addition after the other."""
    first, start = arguments[0], Argument(Built("0", 0), e.span)
    if len(arguments) == 2:
        start = arguments[1]
    start = keywords.get("start", start)
    if len(arguments) > 2 or keywords.keys() - {"start"}:
        return fence.refuse(frame, "`sum` with these arguments", e.span)
    items = _in_short(as_sequence(first.kind))

    def step(total: Kind, item: Kind, name: str | None) -> Kind:
        return binary(frame, "+", (total, item), e, name, (first.span, first.span))

    if isinstance(items, Sequence):
        kinds = [start.kind, *items.items]
        if _compensates(kinds):
            return _refuse_compensated(frame, first.span)
        return _sum_of(kinds, step, into)
    if isinstance(items, Repeated) and items.form != "dict":
        if _compensates([start.kind, items.item, items.item, items.item]):
            return _refuse_compensated(frame, first.span)
        return _looped(frame, items, start.kind, step, e.span, into, "sum")
    return _refuse_sum(frame, first, e)


def _sum_of(kinds: list[Kind], step: Step, into: str | None) -> Kind:
    if len(kinds) > 1 and _is_zero(kinds[0]) and _keeps_zero(kinds[1]):
        del kinds[0]  # `0 + item` is the item
    total = kinds[0]
    for number, item in enumerate(kinds[1:], start=2):
        total = step(total, item, into if number == len(kinds) else None)
    return total


def _is_zero(kind: Kind) -> bool:
    return isinstance(kind, Built) and type(kind.value) is int and kind.value == 0


def _keeps_zero(kind: Kind) -> bool:
    """Whether `0 + x` is `x`: not where it is -0.0, a bool, or an array, of which it is a copy."""
    type_ = type_of_kind(kind)
    return opened(type_) == INT or (isinstance(type_, ScalarType) and is_integer(type_.dtype))


def _compensates(kinds: list[Kind]) -> bool:
    """Whether Python 3.12 and later round this sum otherwise than Python 3.11.

    From the first Python float on, more than one further addition.
    """
    floats = [n for n, kind in enumerate(kinds) if _is_float(kind)]
    return bool(floats) and len(kinds) - floats[0] > 2


def _is_float(kind: Kind) -> bool:
    type_ = type_of_kind(kind)
    return isinstance(type_, NumberType) and type_.kind in ("float", "complex")


def _refuse_compensated(frame: Frame, span: Span) -> Poison:
    message = "`sum` of Python floats"
    help_ = (
        "Python 3.12 and later round it otherwise than 3.11: add them in a loop, or use `np.sum`"
    )
    return fence.refuse(frame, message, span, help=help_)


def _refuse_sum(frame: Frame, first: Argument, e: Call) -> Poison:
    type_ = type_of_kind(first.kind)
    if not isinstance(type_, TensorType):
        return fence.refuse(frame, f"`sum` of {describe(first.kind)}", first.span)
    if type_.rank == 1 and len(e.arguments) == 1 and not e.keywords:
        edits = instead(frame, e.function.span, (), "np.sum")
        return fence.refuse(frame, "`sum` of an array", e.span, help="use `np.sum`", edits=edits)
    help_ = "use `np.sum`, with `axis=0` for the sum of the rows"
    return fence.refuse(frame, "`sum` of an array", e.span, help=help_)


# --- any, all ---------------------------------------------------------------------------------


def truth_call(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`any(items)` or `all(items)`: True or False."""
    if keywords or len(arguments) != 1:
        return fence.refuse(frame, f"`{function.__name__}` with these arguments", e.span)
    span = arguments[0].span
    items = _in_short(as_sequence(arguments[0].kind))
    operator = "or" if function is any else "and"
    if isinstance(items, Sequence):
        if len(items.items) < 2:
            only = items.items[0] if items.items else Built(repr(function(())), function(()))
            return as_bool(frame, only, span, into)
        thunks: list[Thunk] = [partial(tested, frame, item, span) for item in items.items]
        kind = logical(frame, operator, thunks, e.span, into, as_test=True)
        return as_bool(frame, kind, span, into)
    if isinstance(items, Repeated) and items.form != "dict":

        def step(found: Kind, item: Kind, name: str | None) -> Kind:
            item = tested(frame, item, span)
            return apply(frame, REGISTRY[operator], [found, item], {}, e.span, into=name)

        start = Built(repr(function(())), function(()))
        return _looped(frame, items, start, step, e.span, into, function.__name__)
    return _truth_of_array(frame, function.__name__, arguments[0], e, into)


def _truth_of_array(frame: Frame, name: str, first: Argument, e: Call, into: str | None) -> Kind:
    type_ = type_of_kind(first.kind)
    if not isinstance(type_, TensorType):
        return fence.refuse(frame, f"`{name}` of {describe(first.kind)}", e.span)
    if type_.rank != 1:
        message = (
            f"`{name}` of an array with more axes than one"
            if type_.rank
            else f"`{name}` of an array without axes"
        )
        return fence.refuse(frame, message, e.span, help=f"use `np.{name}`")
    op = REGISTRY[name]
    left_out: dict[str, Kind] = {each: Built("None", None) for each in op.optional}
    found = apply(frame, op, [first.kind], left_out, e.span, spans=[first.span])
    return as_bool(frame, found, e.span, into)


# --- items of a generator ---------------------------------------------------------------------


def folded(
    frame: Frame, function: Any, e: Call, items: Comprehension, into: str | None, walk: Walk
) -> Kind | None:
    """`sum(... for ...)`, also of `any`, `all`, `min` and `max`; None for what stays Python."""
    if function not in (all, any, max, min, sum):
        return None
    raises, state = frame.raises, frame.save()
    kind = items_of(frame, items, "list", None, walk)
    if kind is None or isinstance(kind, Poison):
        return kind
    if function in (all, any) and frame.raises > raises:
        frame.restore(state, within=True)
        return _in_turn(frame, function, e, items, into, walk)
    rest = [Argument(walk(frame, part), part.span) for part in e.arguments[1:]]
    named = {k.name: Argument(walk(frame, k.value), k.value.span) for k in e.keywords if k.name}
    arguments = [Argument(kind, items.span), *rest]
    if function in (max, min):
        return extreme(frame, function, arguments, named, e, into)
    call = sum_call if function is sum else truth_call
    return call(frame, function, arguments, named, e, into)


def _in_turn(
    frame: Frame, function: Any, e: Call, items: Comprehension, into: str | None, walk: Walk
) -> Kind:
    """`any` or `all` of items that may raise: none after the first that decides is computed."""
    thunks = lazy_items(frame, items, walk)
    if thunks is None:
        message = f"`{function.__name__}` of items that may raise, or show something,"
        return fence.refuse(frame, message, items.span, help="write a loop that ends at the first")
    operator = "or" if function is any else "and"
    kind = logical(frame, operator, thunks, e.span, into, as_test=True)
    return as_bool(frame, kind, e.span, into)


# --- loops ------------------------------------------------------------------------------------


_MOST_WRITTEN_OUT = 4
"""Items that are taken one by one in the text; more of one type get a loop."""


def _in_short(kind: Kind) -> Kind:
    """Many items of one type as what a loop goes through; any other kind as it is."""
    if not isinstance(kind, Sequence) or not kind.text or len(kind.items) <= _MOST_WRITTEN_OUT:
        return kind
    types = {opened(type_of_kind(item)) for item in kind.items}
    return (
        kind
        if len(types) > 1 or None in types
        else Repeated(kind.text, kind.items[0], "list", certain=True)
    )


def _looped(
    frame: Frame, items: Repeated, start: Kind, step: Step, span: Span, into: str | None, op: str
) -> Kind:
    """A fold over items of which only building knows how many: a Python loop in the text."""
    name = into or frame.names.temporary(frame.base, op)
    each = frame.names.fresh("each")
    item = retext(anew(frame, items.item), each)
    frame.writer.line(f"{name} = {text_of(start)}")
    frame.writer.line(f"for {each} in {items.text}:")
    with frame.writer.indented():
        state = frame.save()
        once = step(retext(start, name), item, name)
        if isinstance(once, Poison):
            return POISON
        frame.restore(state)
        total = step(_as_value(once, name), item, name)
        if not isinstance(total, Poison) and text_of(total) != name:
            frame.writer.line(f"{name} = {text_of(total)}")  # arithmetic of sizes makes no node
    if isinstance(total, Poison):
        return POISON
    if opened(type_of_kind(once)) != opened(type_of_kind(total)):
        return fence.refuse(frame, f"`{op}` of values whose types differ", span)
    return retext(total if items.certain else merge(frame, start, total, name, span), name)


def _as_value(kind: Kind, name: str) -> Kind:
    """What a fold has after a trip, so that nothing in the text depends on which trip it is."""
    if isinstance(kind, Built):
        return Computed(name, opened(type_of_kind(kind)))
    return retext(kind, name)
