"""`np.array`, `np.asarray` and `np.asanyarray`: of nested lists, of single values, of arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from dslc.ir.dtypes import NAMES
from dslc.ir.op import REGISTRY, Op
from dslc.ir.types import CLASSES, TensorType

from . import fence
from .binding import Argument
from .frame import Frame
from .grown_arrays import array_of_list
from .kinds import Built, Grown, Kind, Poison, Repeated, Sequence, type_of_kind
from .operations import apply
from .tree import Call

_FUNCTIONS = (np.array, np.asarray, np.asanyarray)


def is_array_call(function: Any) -> bool:
    """Whether a function makes an array of what it is given."""
    return any(function is each for each in _FUNCTIONS)


def array_call(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call of `np.array` or `np.asarray` with a value and perhaps a dtype."""
    dtype = keywords.get("dtype", arguments[1] if len(arguments) > 1 else None)
    if len(arguments) > 2 or set(keywords) - {"dtype"}:
        return fence.refuse(frame, f"`np.{function.__name__}` with these arguments", e.span)
    return _made(frame, function, arguments[0].kind, _attributes(dtype), e, into)


def array_of_items(
    frame: Frame, kind: Kind, e: Call, attributes: dict[str, Kind] | None = None
) -> Kind:
    """The array that a function of NumPy makes of a list or tuple; anything else as it is."""
    opened = _opened(kind)
    listed = isinstance(opened, Sequence | Grown) or _is_list(opened)
    return _made(frame, np.array, opened, attributes or {}, e, None) if listed else kind


def _is_list(kind: Kind) -> bool:
    """Whether it is a list or tuple whose length is known only while building."""
    return isinstance(kind, Repeated) and kind.form in ("list", "tuple")


def _attributes(dtype: Argument | None) -> dict[str, Kind]:
    none = dtype is None or (isinstance(dtype.kind, Built) and dtype.kind.value is None)
    return {} if dtype is None or none else {"dtype": dtype.kind}


def _made(
    frame: Frame, function: Any, kind: Kind, attributes: dict[str, Kind], e: Call, into: str | None
) -> Kind:
    if isinstance(kind, Poison):
        return kind
    kind = _opened(kind)
    if isinstance(kind, Sequence):
        nested = any(isinstance(item, Sequence) for item in kind.items)
        items = [
            _made(frame, function, item, attributes, e, None) if nested else item
            for item in kind.items
        ]
        return apply(frame, REGISTRY["array"], items, attributes, e.span, into=into)
    if isinstance(kind, Grown):
        return array_of_list(frame, kind, attributes, e, into)
    if _is_list(kind):
        return apply(frame, REGISTRY["array"], [kind], attributes, e.span, into=into)
    type_ = type_of_kind(kind)
    if not isinstance(type_, TensorType):
        shape: dict[str, Kind] = {"shape": Sequence("", ())}
        return apply(frame, REGISTRY["full"], [kind], {**shape, **attributes}, e.span, into=into)
    if attributes:
        return _cast(frame, function, kind, type_, attributes, e, into)
    return (
        kind
        if function is not np.array
        else apply(frame, REGISTRY["copy"], [kind], {}, e.span, into=into)
    )


def _opened(kind: Kind) -> Kind:
    """Tuples and lists that are known while building as sequences of their items, at all depths."""
    if isinstance(kind, Sequence):
        return replace(kind, items=tuple(map(_opened, kind.items)))
    if not (isinstance(kind, Built) and isinstance(kind.value, tuple | list)):
        return kind
    values = (Built(f"{kind.text}[{n}]", value) for n, value in enumerate(kind.value))
    return Sequence("", tuple(map(_opened, values)), is_list=True)


def _cast(
    frame: Frame,
    function: Any,
    kind: Kind,
    type_: TensorType,
    attributes: dict[str, Kind],
    e: Call,
    into: str | None,
) -> Kind:
    """An array of this dtype; `np.asarray` gives the same array where it has it already."""
    given = attributes["dtype"]
    value = given.value if isinstance(given, Built) else None
    same = value is not None and np.dtype(value) in NAMES and np.dtype(value) == type_.dtype
    if same and function is not np.array:
        return kind
    return apply(frame, REGISTRY["cast"], [kind], attributes, e.span, into=into)


def all_items(frame: Frame, op: Op, together: Argument) -> list[Argument] | None:
    """The operands of a variadic op, given as one tuple or list; None after a refusal."""
    kind = together.kind
    many = isinstance(kind, Repeated) and kind.form in ("list", "tuple")
    if not (many or isinstance(kind, Sequence)):
        frame.refuse("argument-mismatch", f"`{op.name}` takes a tuple of arrays", together.span)
        return None
    items = kind.items if isinstance(kind, Sequence) else (kind,)
    return [Argument(item, together.span) for item in items]


def array_dtype(frame: Frame, argument: Argument) -> Argument:
    """`float` as the dtype of an array, which is float64."""
    kind = argument.kind
    if isinstance(kind, Built) and kind.known and any(kind.value is c for c in CLASSES.values()):
        kind = Built(f"{frame.g}.dtype({kind.text})", np.dtype(kind.value))
    return Argument(kind, argument.span)
