"""Structs: their fields and methods, and those that are made in the graph."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Span
from dslc.ir.types import BOOL_NUMBER
from dslc.parametric import is_library
from dslc.specs import struct_fields

from . import fence
from .binding import Argument, is_simple
from .captured import is_function
from .edits import refuse_misspelt
from .frame import Frame, is_data
from .kind_parts import leaves, retext
from .kinds import Built, Closure, Kind, Parent, Record, Sequence, StructMethod
from .passed_over import taken
from .texts import text_of
from .tree import Attribute, Call

ABSENT = object()


def member(frame: Frame, kind: Record, e: Attribute, into: str | None) -> Kind:
    """`struct.name`: a field, a method, the value of a property, or what the class has."""
    if e.name in kind.fields:
        return taken(frame, kind, kind.fields[e.name])
    return _of_class(frame, kind, inspect.getattr_static(kind.cls, e.name, ABSENT), e, into)


def of_parent(frame: Frame, parent: Parent, e: Attribute, into: str | None) -> Kind:
    """`super().name`: what the classes after the method's own have under this name."""
    mro = parent.object.cls.__mro__
    after = mro[mro.index(parent.cls) + 1 :] if parent.cls in mro else ()
    found = next((vars(cls)[e.name] for cls in after if e.name in vars(cls)), ABSENT)
    return _of_class(frame, parent.object, found, e, into)


def _of_class(frame: Frame, kind: Record, found: Any, e: Attribute, into: str | None) -> Kind:
    """What an attribute of a class means for an instance."""
    text = f"{kind.cls.__name__}.{e.name}"
    if not isinstance(kind, Parent):
        capture_member(frame, kind, e.name)
    match found:
        case FunctionType() | GraphFunction() | CompiledFunction():
            return StructMethod(kind, found, text)
        case classmethod():
            return StructMethod(Built(_class_text(frame, kind), kind.cls), found.__func__, text)
        case staticmethod():
            return Built(text, found.__func__)
        case property(fget=getter) if getter is not None:
            return call_method(frame, StructMethod(kind, getter, text), [], {}, _as_call(e), into)
        case functools.cached_property(func=getter):
            return call_method(frame, StructMethod(kind, getter, text), [], {}, _as_call(e), into)
    if found is ABSENT:
        message = f"`{kind.cls.__name__}` has no field `{e.name}`"
        return refuse_misspelt(frame, message, e, list(kind.fields))
    return _constant(frame, kind, found, e)


def _is_code(found: Any) -> bool:
    return is_function(found) or isinstance(found, property)


def capture_member(frame: Frame, kind: Record, name: str) -> None:
    """Note a method, whose body is in the emitted text, where the class has a name."""
    cls = kind.cls.__name__
    found = inspect.getattr_static(kind.cls, name, ABSENT)
    if is_library(kind.cls):
        return  # nobody changes it
    if _is_code(found) and frame.session.root.get(cls) is kind.cls:
        frame.captures[f"{cls}.{name}"] = found


def _constant(frame: Frame, kind: Record, value: Any, e: Attribute) -> Kind:
    """A number or text that stands in the class."""
    name = _class_text(frame, kind)
    if not is_data(value) or name not in frame.session.root:
        return fence.refuse(frame, "an attribute of this kind in a struct's class", e.span)
    frame.captures[f"{name}.{e.name}"] = value
    return Built(f"{text_of(kind)}.{e.name}", value)


def _class_text(frame: Frame, kind: Record) -> str:
    """The class of a struct in the emitted text."""
    name = kind.cls.__name__
    return name if frame.session.root.get(name) is kind.cls else f"type({text_of(kind)})"


def class_kind(frame: Frame, kind: Record) -> Built:
    """The class of a struct."""
    return Built(_class_text(frame, kind), kind.cls)


def _as_call(e: Attribute) -> Call:
    """Reading a property, as the call that it is."""
    return Call(e.span, e, (), ())


def call_method(
    frame: Frame,
    method: StructMethod,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call of a method: the function of the class on the struct and the arguments."""
    if isinstance(method.object, Record) and method.text.endswith("._replace"):
        return replaced(frame, method.object, keywords, f"{text_of(method.object)}._replace(", e)
    callee = Built(method.text, method.function)
    every = [Argument(method.object, e.function.span), *arguments]
    if isinstance(method.function, GraphFunction | CompiledFunction):
        return frame.session.call_graph(frame, callee, every, dict(keywords), e, into)
    return frame.session.inline(frame, callee, every, dict(keywords), e, into)


def call_struct(
    frame: Frame,
    kind: Record,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`layer(x)`: the method `__call__`."""
    found = inspect.getattr_static(kind.cls, "__call__", ABSENT)
    if not isinstance(found, FunctionType):
        return fence.refuse(frame, f"calling a `{kind.cls.__name__}`", e.span)
    method = StructMethod(kind, found, f"{kind.cls.__name__}.__call__")
    capture_member(frame, kind, "__call__")
    return call_method(frame, method, arguments, keywords, e, into)


def parent_of(frame: Frame, e: Call) -> Kind:
    """`super()` in a method."""
    first = frame.function.parameters[0] if frame.function.parameters else ""
    kind = frame.environment.get(first)
    if frame.owner is None or not isinstance(kind, Record):
        return fence.refuse(frame, "`super()` here", e.span)
    return Parent(kind, frame.owner)


def truth(frame: Frame, kind: Record, span: Span) -> Kind:
    """The truth of a struct: it is true, unless its class says otherwise."""
    own = any(
        inspect.getattr_static(kind.cls, name, None) is not None for name in ("__bool__", "__len__")
    )
    if own:
        return fence.refuse(frame, f"the truth of a `{kind.cls.__name__}`", span)
    return Built("True", True, type=BOOL_NUMBER)


def as_sequence(kind: Kind) -> Kind:
    """A NamedTuple as the tuple that it is; other kinds as they are."""
    if isinstance(kind, Record) and issubclass(kind.cls, tuple):
        return Sequence(kind.text, tuple(kind.fields.values()))
    return kind


def is_assignable(cls: type[Any]) -> bool:
    """Whether a field of an instance may be assigned to."""
    return not issubclass(cls, tuple) and "__setattr__" not in _defined(cls)


def _defined(cls: type[Any]) -> set[str]:
    """What a class and those that it inherits from define, but for `object`."""
    return {name for each in cls.__mro__[:-1] for name in vars(each)}


# --- made in the graph ------------------------------------------------------------------------


def construct(
    frame: Frame,
    callee: Built,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
) -> Kind:
    """A struct made in the graph: its constructor is called in the emitted text."""
    cls = callee.value
    if not _is_plain(cls):
        return fence.refuse(
            frame,
            f"making a `{cls.__name__}` in a graph, which runs its own `__init__` or "
            "`__post_init__`,",
            e.span,
            help="write a function that computes the fields, and let the dataclass only hold them",
        )
    try:
        bound = inspect.signature(cls).bind(*arguments, **keywords)
    except TypeError as error:
        return frame.refuse("argument-mismatch", f"`{callee.text}`: {error}", e.span)
    for each in (*arguments, *keywords.values()):
        if any(isinstance(leaf, Closure) for leaf in leaves(each.kind)):
            return fence.refuse(
                frame, "a function made here in a struct", each.span,
                help="let it be a function of the module, or a method",
            )  # fmt: skip
    given = {n: text_of(a.kind) for n, a in keywords.items()}
    texts = [text_of(a.kind) for a in arguments] + [f"{n}={text}" for n, text in given.items()]
    text = f"{callee.text}({', '.join(texts)})"
    fields: dict[str, Kind] = {}
    for name, default in _defaults(cls).items():
        argument = bound.arguments.get(name)
        if argument is not None:
            fields[name] = argument.kind
        elif is_simple(default):
            fields[name] = Built(repr(default), default)
        else:
            return fence.refuse(
                frame, f"the default of `{name}` in a struct made in a graph", e.span,
                help=f"give `{name}`",
            )  # fmt: skip
    return Record(text, cls, fields)


def _is_plain(cls: type[Any]) -> bool:
    """Whether making an instance only sets its fields."""
    function: Any = cls.__new__ if issubclass(cls, tuple) else cls.__init__
    code = getattr(function, "__code__", None)
    # What `dataclass` and `NamedTuple` write has no file.
    generated = code is not None and code.co_filename.startswith("<string")
    return generated and not hasattr(cls, "__post_init__")


def _defaults(cls: type[Any]) -> dict[str, Any]:
    """The fields of a struct with their defaults, `ABSENT` where there is none."""
    if dataclasses.is_dataclass(cls):
        return {
            f.name: ABSENT if f.default is dataclasses.MISSING else f.default
            for f in dataclasses.fields(cls)
        }
    _, names = struct_fields(cls) or ("", ())
    defaults = getattr(cls, "_field_defaults", {})
    return {name: defaults.get(name, ABSENT) for name in names}


def replaced(
    frame: Frame, kind: Record, changes: Mapping[str, Argument], head: str, e: Call
) -> Kind:
    """`dataclasses.replace(struct, name=value)`; `head` is the text before the changes."""
    for name in changes:
        if name not in kind.fields:
            return frame.refuse(
                "argument-mismatch", f"`{kind.cls.__name__}` has no field `{name}`", e.span
            )
    if not _is_plain(kind.cls):
        return fence.refuse(
            frame,
            f"replacing fields of a `{kind.cls.__name__}`, which runs its own `__init__` or "
            "`__post_init__`,",
            e.span,
        )
    texts = ", ".join(f"{name}={text_of(a.kind)}" for name, a in changes.items())
    kept = retext(kind, kind.text) if kind.text else kind
    assert isinstance(kept, Record)
    fields = {**kept.fields, **{name: a.kind for name, a in changes.items()}}
    return Record(f"{head}{texts})", kind.cls, fields)
