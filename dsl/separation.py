"""Arguments taken apart into flat values and build-time values, and put together again.

Both walk the specs in the same order, so that the two lists need no names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .annotations import OptionalSpec, Spec, StaticSpec
from .specs import DictSpec, ListSpec, StructSpec, TupleSpec, make_struct

Convert: TypeAlias = Callable[[Spec, Any], Any]
"""Checks the value of a leaf spec and gives it in the declared type; raises Unfit."""


class Unfit(Exception):
    """A value is not what its spec says.

    Attributes:
        got: what it is.
        help: what to do, or None.
        path: where in the argument it is, as in `.layers[0].w`.
        spec: what was declared there.
    """

    def __init__(self, got: str, help: str | None = None) -> None:
        super().__init__(got)
        self.got = got
        self.help = help
        self.path = ""
        self.spec: Spec | None = None


@dataclass(slots=True)
class Parts:
    """What arguments come to: values for the flat parameters, and what chooses the graph."""

    values: list[Any] = field(default_factory=list)
    statics: list[Any] = field(default_factory=list)


def separate(spec: Spec, value: Any, convert: Convert, parts: Parts) -> Any:
    """Append the leaves of `value` to `parts`.

    Returns:
        The value with its leaves converted, itself where nothing changed.

    Raises:
        Unfit: with `path` and `spec` set.
    """
    try:
        return _separate(spec, value, convert, parts)
    except Unfit as unfit:
        unfit.spec = unfit.spec or spec
        raise


def _separate(spec: Spec, value: Any, convert: Convert, parts: Parts) -> Any:
    if isinstance(spec, StaticSpec):
        convert(spec, value)
        parts.statics.append(value)
        return value
    if isinstance(spec, OptionalSpec):
        parts.statics.append(value is None)
        return None if value is None else separate(spec.inner, value, convert, parts)
    if isinstance(spec, StructSpec):
        return _separate_struct(spec, value, convert, parts)
    if isinstance(spec, TupleSpec):
        return _separate_tuple(spec, value, convert, parts)
    if isinstance(spec, ListSpec):
        return _separate_list(spec, value, convert, parts)
    if isinstance(spec, DictSpec):
        return _separate_dict(spec, value, convert, parts)
    converted = convert(spec, value)
    parts.values.append(converted)
    return converted


def _separate_struct(spec: StructSpec, value: Any, convert: Convert, parts: Parts) -> Any:
    if not spec.accepts(value):
        raise Unfit(
            f"a {type(value).__name__}", f"pass a {spec} with the fields {', '.join(spec.names)}"
        )
    before, after = [], []
    for name, inner in spec.fields:
        try:
            before.append(getattr(value, name))
        except AttributeError:
            raise Unfit(f"a {type(value).__name__} whose `{name}` is not set") from None
        after.append(_inside(f".{name}", inner, before[-1], convert, parts))
    spec.check(value)
    if all(a is b for a, b in zip(before, after, strict=True)):
        return value
    return make_struct(type(value), spec.names, after)


def _separate_tuple(spec: TupleSpec, value: Any, convert: Convert, parts: Parts) -> Any:
    if not isinstance(value, tuple) or len(value) != len(spec.items):
        got = (
            f"a tuple of {len(value)}" if isinstance(value, tuple) else f"a {type(value).__name__}"
        )
        raise Unfit(got, f"pass a tuple of {len(spec.items)}")
    after = [
        _inside(f"[{number}]", inner, item, convert, parts)
        for number, (inner, item) in enumerate(zip(spec.items, value, strict=True))
    ]
    return value if all(a is b for a, b in zip(value, after, strict=True)) else tuple(after)


def _separate_list(spec: ListSpec, value: Any, convert: Convert, parts: Parts) -> Any:
    if type(value) is not spec.cls:
        raise Unfit(f"a {type(value).__name__}", f"pass a {spec.cls.__name__}")
    parts.statics.append(len(value))
    after = [
        _inside(f"[{number}]", spec.item, item, convert, parts) for number, item in enumerate(value)
    ]
    return value if all(a is b for a, b in zip(value, after, strict=True)) else spec.cls(after)


def _separate_dict(spec: DictSpec, value: Any, convert: Convert, parts: Parts) -> Any:
    if type(value) is not dict:
        raise Unfit(f"a {type(value).__name__}", "pass a dict")
    for key in value:
        if type(key) is not spec.key:
            raise Unfit(f"a dict with the key {key!r}", f"let its keys be {spec.key.__name__}")
    parts.statics.append(tuple(value))
    after = {
        key: _inside(f"[{key!r}]", spec.value, item, convert, parts) for key, item in value.items()
    }
    return value if all(value[key] is after[key] for key in value) else after


def _inside(step: str, spec: Spec, value: Any, convert: Convert, parts: Parts) -> Any:
    try:
        return separate(spec, value, convert, parts)
    except Unfit as unfit:
        unfit.path = step + unfit.path
        raise


def stand_in(spec: Spec, present: bool) -> Any:
    """A value of the form of a spec, with None for arrays and numbers, two items in each list.

    Args:
        spec: what it is to fit.
        present: whether optional values are there.

    Raises:
        LookupError: where a build-time value or the keys of a dict are open and no field's default
            says them.
    """
    match spec:
        case StaticSpec() | DictSpec():
            raise LookupError
        case OptionalSpec():
            return stand_in(spec.inner, present) if present else None
        case StructSpec():
            return spec.make([_field(spec, name, inner, present) for name, inner in spec.fields])
        case TupleSpec():
            return tuple(stand_in(inner, present) for inner in spec.items)
        case ListSpec():
            return spec.cls([stand_in(spec.item, present) for _ in range(2)])
    return None


def _field(struct: StructSpec, name: str, spec: Spec, present: bool) -> Any:
    """What stands for a field: its default where a build-time value is open."""
    try:
        return stand_in(spec, present)
    except LookupError:
        return struct.defaults[name]


def assemble(spec: Spec, values: Iterator[Any], statics: Iterator[Any]) -> Any:
    """The inverse of `separate`, structs being instances of the declared classes."""
    if isinstance(spec, StaticSpec):
        return next(statics)
    if isinstance(spec, OptionalSpec):
        return None if next(statics) else assemble(spec.inner, values, statics)
    if isinstance(spec, StructSpec):
        return spec.make([assemble(inner, values, statics) for _, inner in spec.fields])
    if isinstance(spec, TupleSpec):
        return tuple(assemble(inner, values, statics) for inner in spec.items)
    if isinstance(spec, ListSpec):
        return spec.cls([assemble(spec.item, values, statics) for _ in range(next(statics))])
    if isinstance(spec, DictSpec):
        return {key: assemble(spec.value, values, statics) for key in next(statics)}
    return next(values)
