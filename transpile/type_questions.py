"""Questions about what a value is, answered while building: `isinstance`, `type`, `getattr`, ..."""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np

from dslc.ir.types import CLASSES, NumberType, ScalarType, TensorType, Type

from . import fence
from .access import attribute
from .binding import Argument
from .frame import Frame
from .kinds import (
    UNKNOWN,
    Built,
    Closure,
    Grown,
    Kind,
    Method,
    Record,
    Repeated,
    Sequence,
    StructMethod,
    Table,
    Template,
    describe,
    type_of_kind,
)
from .passed_over import pass_over
from .texts import built_value
from .tree import Attribute, Call

QUESTIONS = (callable, getattr, hasattr, isinstance, type)


def question(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call of one of `QUESTIONS` on a value of the run."""
    name = function.__name__
    wanted = {getattr: (2, 3), hasattr: (2,), isinstance: (2,)}.get(function, (1,))
    if keywords or len(arguments) not in wanted:
        return fence.refuse(frame, f"`{name}` with these arguments", e.span)
    kind = arguments[0].kind
    known = [built_value(argument.kind) for argument in arguments[1:2]]
    if UNKNOWN in known:
        return fence.refuse(frame, f"`{name}` of what is not known while building", e.span)
    if function is getattr:
        return _getattr(frame, arguments, str(known[0]), e, into)
    cls = class_of(kind)
    if cls is None:
        return frame.refuse(
            "depends-on-static" if type_of_kind(kind) is None else "joined-arithmetic",
            "what this is depends on the path taken",
            arguments[0].span,
            label=f"this is {describe(kind)}",
        )
    pass_over(frame, kind)
    if function is type:
        return _type(frame, cls, e)
    answer = _answer(function, kind, cls, known)
    if answer is None:
        return fence.refuse(frame, f"`{name}` with these arguments", e.span)
    return Built(repr(answer), answer)


def _answer(function: Any, kind: Kind, cls: type, known: list[Any]) -> bool | None:
    if function is callable:
        return isinstance(kind, Method | StructMethod) or _defines(cls, "__call__")
    if function is hasattr:
        return has(kind, cls, known[0])
    try:
        return issubclass(cls, known[0])
    except TypeError:
        return None


def has(kind: Kind, cls: type, name: Any) -> bool | None:
    """Whether a value of a class has an attribute; None where its name is no text."""
    if not isinstance(name, str):
        return None
    return (isinstance(kind, Record) and name in kind.fields) or _defines(cls, name)


def _defines(cls: type, name: str) -> bool:
    return any(name in vars(each) for each in cls.__mro__)


def class_of(kind: Kind) -> type | None:
    """The class of a value; None where it depends on the path, or on a build-time parameter."""
    match kind:
        case Record(cls=cls):
            return cls
        case Sequence(is_list=is_list):
            return list if is_list else tuple
        case Repeated(form=form) if form != "iterator":
            return {"list": list, "tuple": tuple, "dict": dict}[form]
        case Grown():
            return list
        case Closure():
            return FunctionType
        case Table() | Template():
            return dict if isinstance(kind, Table) else str
        case Built(known=True, value=value):
            return type(value)
    return _class_of_type(type_of_kind(kind))


def _class_of_type(type_: Type | None) -> type | None:
    if isinstance(type_, NumberType):
        return CLASSES[type_.kind]
    if type_ is None or getattr(type_, "joined", False):
        return None
    if isinstance(type_, ScalarType):
        found: type = type_.dtype.type
        return found
    return np.ndarray if isinstance(type_, TensorType) else None


def _type(frame: Frame, cls: type, e: Call) -> Kind:
    """`type(x)`, under a name that the module has for it."""
    names = [cls.__name__] if cls.__module__ == "builtins" else []
    numpy = [n for n, value in frame.session.root.items() if value is np]
    names += [f"{n}.{cls.__name__}" for n in numpy if getattr(np, cls.__name__, None) is cls]
    names += [n for n, value in frame.session.root.items() if value is cls]
    free = [n for n in names if n.partition(".")[0] not in frame.order]
    if not free:
        help_ = f"import `{cls.__name__}`, so that the module has a name for it"
        return fence.refuse(frame, f"the type of a `{cls.__name__}`", e.span, help=help_)
    return Built(free[0], cls)


def _getattr(frame: Frame, arguments: list[Argument], name: str, e: Call, into: str | None) -> Kind:
    """`getattr(object, "name", default)`."""
    kind = arguments[0].kind
    cls = class_of(kind)
    if len(arguments) == 3 and cls is not None and not has(kind, cls, name):
        return arguments[2].kind
    return attribute(frame, kind, Attribute(e.span, e.arguments[0], name), into)
