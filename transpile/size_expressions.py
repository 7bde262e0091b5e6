"""Expressions that size something: integers of the run in them become dims, one by one.

So `x[k : k + 2]` has a size of which more is known than that of a sum that is a dim.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dslc.ir.op import Op
from dslc.ir.spellings import by_function, by_method
from dslc.ir.types import INT

from .binding import Argument
from .builtin_calls import builtin_call
from .frame import Frame
from .kinds import Built, Computed, Kind, Method, Poison, Sized, type_of_kind
from .kinds import Sequence as Items
from .operations import as_size
from .operators import binary, stays_python, unary
from .spreading import display
from .tree import Binary, Call, Expression, List, Name, Starred, Tuple, Unary

Walk = Callable[[Frame, Expression], Kind]


def size_expression(frame: Frame, e: Expression, walk: Walk) -> Kind:
    """Walk an expression whose value sizes something; `walk` walks what is no arithmetic."""
    match e:
        case Tuple(items=items) | List(items=items) if any(isinstance(i, Starred) for i in items):
            return display(frame, e, lambda inner, item: size_expression(inner, item, walk))
        case Tuple(items=items) | List(items=items):
            kinds = tuple(size_expression(frame, item, walk) for item in items)
            poison = next((kind for kind in kinds if isinstance(kind, Poison)), None)
            return poison or Items("", kinds, isinstance(e, List))
        case Unary(operator="-", operand=operand):
            (kind,) = _dims(frame, [size_expression(frame, operand, walk)], [operand])
            return unary(frame, kind, e, None)
        case Binary(operator=operator, left=left, right=right):
            first, second = (size_expression(frame, part, walk) for part in (left, right))
            if stays_python(operator, second):
                first, second = _dims(frame, [first, second], [left, right])
            return binary(frame, operator, (first, second), e, None, (left.span, right.span))
        case Call(function=Name(), arguments=parts, keywords=[] | ()):
            callee = walk(frame, e.function)
            if isinstance(callee, Built) and callee.value in (min, max) and len(parts) > 1:
                kinds_ = _dims(frame, [size_expression(frame, p, walk) for p in parts], parts)
                pairs = zip(kinds_, parts, strict=True)
                given = [Argument(kind, part.span) for kind, part in pairs]
                return builtin_call(frame, callee.value, given, {}, e, None)
    return walk(frame, e)


def _dims(frame: Frame, kinds: Sequence[Kind], parts: Sequence[Expression]) -> list[Kind]:
    """Integers with those of the run as dims; other kinds as they are."""
    if not all(map(_is_integer, kinds)):
        return list(kinds)
    return [as_size(frame, kind, part.span) for kind, part in zip(kinds, parts, strict=True)]


def _is_integer(kind: Kind) -> bool:
    """Whether a kind is a Python int; arithmetic on those of NumPy wraps."""
    return isinstance(kind, Built | Sized | Computed) and type_of_kind(kind) == INT


def sizing(callee: Kind) -> Callable[[int | str], bool]:
    """Which arguments of a call are sizes, by position or keyword."""
    op: Op | None = None
    first = 0
    if isinstance(callee, Method):
        op, first = by_method(callee.name), 1
    elif isinstance(callee, Built):
        op = by_function(callee.value)
    if op is None or not op.sizes:
        return lambda _: False
    names, sizes = op.call, op.sizes

    def is_size(place: int | str) -> bool:
        if isinstance(place, str):
            return place in sizes
        if first and op.name == "reshape":
            return True  # the sizes one by one
        return place + first < len(names) and names[place + first] in sizes

    return is_size
