"""Calls of functions of `math` with values of the run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import reduce
from typing import Any

from dslc.ir.op import REGISTRY
from dslc.ir.types import NumberType

from . import fence
from .binding import Argument
from .frame import Frame
from .kinds import Built, Kind, Poison, Sequence, type_of_kind
from .operations import apply
from .operators import binary
from .structs import as_sequence
from .tree import Call


def is_math(function: Any) -> bool:
    """Whether a function is one of Python's module `math`."""
    return callable(function) and getattr(math, getattr(function, "__name__", ""), None) is function


def math_call(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call of a function of `math`: one node, but for `math.prod`."""
    name = function.__name__
    given = _in_a_row(name, arguments, keywords)
    if given is None:
        return fence.refuse(frame, f"`math.{name}` with these arguments", e.span)
    if name == "prod":
        return _product(frame, given, e)
    kinds = [argument.kind for argument in given]
    attributes: dict[str, Kind] = {"function": Built(f'"{name}"', name)}
    into = into or frame.names.temporary(frame.base, name)
    spans = [argument.span for argument in given]
    return apply(frame, REGISTRY["math"], kinds, attributes, e.span, into=into, spans=spans)


def _in_a_row(
    name: str, arguments: list[Argument], keywords: Mapping[str, Argument]
) -> list[Argument] | None:
    """The values of a call, items of sequences one by one; None for a call of another form."""
    if name == "isclose" and len(arguments) == 2 and keywords.keys() <= {"rel_tol", "abs_tol"}:
        defaults = {"rel_tol": Built("1e-09", 1e-09), "abs_tol": Built("0.0", 0.0)}
        span = arguments[0].span
        rest = [keywords.get(n, Argument(kind, span)) for n, kind in defaults.items()]
        return [*arguments, *rest]
    if name == "prod" and keywords.keys() <= {"start"}:
        items = _items(arguments)
        start = keywords.get("start", Argument(Built("1", 1), arguments[0].span))
        return None if items is None or len(arguments) != 1 else [start, *items]
    if keywords:
        return None
    if name in ("dist", "sumprod", "fsum"):
        parts = [_items([argument]) for argument in arguments]
        rows = [part for part in parts if part is not None]
        alike = len({len(row) for row in rows}) == 1
        if len(rows) < len(parts) or not alike or len(rows) != (1 if name == "fsum" else 2):
            return None
        return [item for row in rows for item in row]
    return arguments


def _items(arguments: list[Argument]) -> list[Argument] | None:
    """The items of a tuple or list whose items are known."""
    kind = as_sequence(arguments[0].kind) if arguments else None
    if not isinstance(kind, Sequence):
        return None
    return [Argument(item, arguments[0].span) for item in kind.items]


def _product(frame: Frame, given: list[Argument], e: Call) -> Kind:
    """`math.prod`: one multiplication after the other."""
    kinds = [argument.kind for argument in given]
    if _is_one(kinds[0]) and len(kinds) > 1 and isinstance(type_of_kind(kinds[1]), NumberType):
        first = type_of_kind(kinds[1])
        if isinstance(first, NumberType) and first.kind != "bool":
            del kinds[0]  # `1 * item` is the item

    def times(product: Kind, item: Kind) -> Kind:
        if isinstance(product, Poison):
            return product
        return binary(frame, "*", (product, item), e, None, (given[0].span, given[0].span))

    return reduce(times, kinds)


def _is_one(kind: Kind) -> bool:
    return isinstance(kind, Built) and type(kind.value) is int and kind.value == 1
