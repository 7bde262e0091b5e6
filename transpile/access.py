"""Names and attributes: what they refer to."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from dslc.ir.diagnostics import Edit
from dslc.ir.op import REGISTRY
from dslc.ir.ops.rules import AS_ARRAY, AS_SCALAR
from dslc.ir.spellings import by_method
from dslc.ir.types import NumberType, TensorType, Type

from . import fence, structs
from .captured import capture, capture_attribute
from .captured_arrays import array_kind
from .changing import CHANGING
from .edits import imported, nearest, refuse_misspelt
from .frame import Frame
from .identities import is_changeable
from .kinds import (
    Built,
    Computed,
    Grown,
    ItemsMethod,
    Kind,
    MaybeUnbound,
    Method,
    Parent,
    Poison,
    Record,
    Repeated,
    Sequence,
    Sized,
    Table,
    describe,
    present,
    type_of_kind,
)
from .numpy_names import ATTRIBUTES
from .operations import apply
from .passed_over import taken
from .texts import atom
from .tree import Attribute, Expression, Name
from .unbound import read_unbound


def name(frame: Frame, e: Name, *, whole: bool = True) -> Kind:
    """What a name refers to: a local, a global of the module, or a builtin.

    Not `whole` where only an attribute of it is read, or it is called.
    """
    kind = frame.environment.get(e.id)
    if isinstance(kind, MaybeUnbound):
        return read_unbound(frame, e, kind)
    if kind is not None:
        return kind
    if e.id in frame.order:
        return frame.refuse(
            "unbound-name", f"`{e.id}` is read before anything is bound to it", e.span
        )
    if e.id in frame.session.namespace:
        return capture(frame, e.id, frame.session.namespace[e.id], e.span, whole=whole)
    if frame.session.prefix and e.id in frame.session.root:
        return fence.refuse(
            frame, f"`{e.id}` of another module, which is no builtin in this one,", e.span
        )
    if hasattr(builtins, e.id):
        return Built(e.id, getattr(builtins, e.id))
    return _undefined(frame, e)


def _undefined(frame: Frame, e: Name) -> Poison:
    message = f"the name `{e.id}` is not defined"
    if e.id in _MODULES:
        statement = _MODULES[e.id]
        help, edits = f"write `{statement}` at the top", imported(frame.session.module, statement)
        return frame.refuse("unbound-name", message, e.span, help=help, edits=edits)
    bound = [n for n, kind in frame.environment.items() if not isinstance(kind, MaybeUnbound)]
    near = nearest(e.id, [*bound, *frame.session.namespace])
    if near is None:
        return frame.refuse("unbound-name", message, e.span)
    edits = (Edit(e.span, near),)
    return frame.refuse("unbound-name", message, e.span, help=f"write `{near}`", edits=edits)


_MODULES = {"np": "import numpy as np", "numpy": "import numpy", "dslc": "import dslc"}
"""Modules that a function reads by these names, and how they are imported."""


def attribute(
    frame: Frame, kind: Kind, e: Attribute, into: str | None, *, whole: bool = True
) -> Kind:
    """`object.name`: a field, a property or method of an array, an attribute of a build value."""
    kind = present(kind)
    if isinstance(kind, Computed) and _is_unclear(kind.type, e.name):
        kind = _joined_attribute(frame, kind, e)
    match kind:
        case Poison():
            return kind
        case Record():
            return structs.member(frame, kind, e, into)
        case Parent():
            return structs.of_parent(frame, kind, e, into)
        case Computed() | Sized():
            return _array_attribute(frame, kind, e, into)
        case Built():
            return _built_attribute(frame, kind, e, whole)
    found = _of_items(frame, kind, e.name)
    return found or frame.refuse(
        "unknown-attribute", f"{describe(kind)} has no attribute `{e.name}` here", e.span
    )


def _of_items(frame: Frame, kind: Kind, name: str) -> Kind | None:
    """A named item, or a method, of a tuple, list or dict; None where it has none."""
    match kind:
        case Sequence(names=names) if name in names:
            return taken(frame, kind, kind.items[names.index(name)])
        case Table() | Repeated(form="dict") if name in _OF_DICTS:
            return ItemsMethod(kind, name)
        case Table() | Sequence() | Repeated() | Grown() if name in (*CHANGING, "copy"):
            return ItemsMethod(kind, name) if is_changeable(kind) else None
    return None


_OF_DICTS = ("get", "items", "keys", "values")


def _built_attribute(frame: Frame, kind: Built, e: Attribute, whole: bool) -> Kind:
    text = f"{atom(kind)}.{e.name}"
    if not kind.known:
        if e.name in CHANGING:
            return fence.refuse(frame, "changing a build-time value in place", e.span)
        return Built(text)
    try:
        value = getattr(kind.value, e.name)
    except AttributeError:
        known = _numpy_names() if kind.value is np else dir(kind.value)
        return refuse_misspelt(frame, f"{describe(kind)} has no attribute `{e.name}`", e, known)
    capture_attribute(frame, text, kind.value, value, whole=whole)
    return array_kind(frame, text, value, e.span) or Built(text, value)


def _numpy_names() -> list[str]:
    return [name for op in REGISTRY.values() for name in op.numpy if hasattr(np, name)]


def _joined_attribute(frame: Frame, kind: Computed, e: Attribute) -> Poison:
    """The refusal of an attribute that not every path to a value gives alike."""
    type_ = type_of_kind(kind)
    return frame.refuse(
        "joined-arithmetic",
        f"`.{e.name}` depends on the path taken",
        e.span,
        label=f"this is {type_}",
        notes=kind.origins,
        help=AS_SCALAR if getattr(type_, "number", None) else AS_ARRAY,
    )


def _array_attribute(frame: Frame, kind: Computed | Sized, e: Attribute, into: str | None) -> Kind:
    type_ = type_of_kind(kind)
    if e.name in _OPS:
        op = REGISTRY[_OPS[e.name]]
        return apply(frame, op, [kind], {}, e.span, into=into, spans=[e.value.span])
    if e.name == "shape" and isinstance(kind, Computed):
        if not isinstance(type_, TensorType):
            return _depends(frame, kind, e) if type_ is None else Sequence("", ())
        return Sequence(
            "", tuple(Sized(f"{kind.text}.shape[{i}]", s) for i, s in enumerate(type_.shape))
        )
    if e.name in ("ndim", "size", "dtype") and isinstance(kind, Computed):
        if type_ is None:
            return Built(f"{kind.text}.{e.name}")
        if isinstance(type_, NumberType):
            return frame.refuse("unknown-attribute", f"a Python {type_} has no `{e.name}`", e.span)
        return _property(kind, type_, e.name)
    if by_method(e.name) is not None:
        return Method(kind, e.name)
    known = [*PROPERTIES, *(name for op in REGISTRY.values() for name in op.methods)]
    message = f"`.{e.name}` of {describe(kind)} is not part of the language"
    return refuse_misspelt(
        frame,
        message,
        e,
        known if isinstance(type_, TensorType) else [],
        help=ATTRIBUTES.get(e.name),
    )


def _is_unclear(type_: Type | None, name: str) -> bool:
    """Whether an attribute is not the same on every path to a value: a number has hardly any."""
    joined = getattr(type_, "joined", False)
    return bool(getattr(type_, "number", None)) or (joined and name == "dtype")


_OPS = {"T": "transpose", "mT": "matrix_transpose", "real": "real", "imag": "imag"}
"""Attributes of arrays and NumPy scalars that are ops."""

PROPERTIES = (*_OPS, "dtype", "ndim", "shape", "size")


def _property(kind: Computed, type_: Any, name: str) -> Kind:
    text = f"{kind.text}.{name}"
    shape = type_.shape if isinstance(type_, TensorType) else ()
    if name == "ndim":
        return Built(text, len(shape))
    if name == "dtype":
        return Built(text, type_.dtype)
    total: Any = 1
    for size in shape:
        total = total * size
    return Sized(text, total)


def _depends(frame: Frame, kind: Kind, e: Expression) -> Kind:
    return frame.refuse(
        "depends-on-static",
        "what this is depends on a build-time parameter",
        e.span,
        label=f"this is {describe(kind)}",
    )
