"""How flat values make up the result of a function: data, which another process can read."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal, Protocol, cast

from dslc.ir.listed import Item, Listed

from .specs import make_struct


class Unwritable(Exception):
    """A result is of what other processes need not have."""


class Part(Protocol):
    """A part of a result."""

    def of(self, values: Iterator[Any]) -> Any:
        """The part, made of the next flat values."""
        ...

    def written(self) -> list[Any]:
        """The part as `read_part` reads it, of numbers, texts and lists.

        Raises:
            Unwritable: for a class that no module has under its name.
        """
        ...


@dataclass(frozen=True, slots=True)
class OneValue:
    """A value of the graph."""

    def of(self, values: Iterator[Any]) -> Any:
        return next(values)

    def written(self) -> list[Any]:
        return ["value"]


@dataclass(frozen=True, slots=True)
class Rows:
    """A list as long as the run decides: the rows of an array."""

    item: Item

    def of(self, values: Iterator[Any]) -> Any:
        return Listed(None, self.item).items(next(values))

    def written(self) -> list[Any]:
        return ["rows", self.item]


@dataclass(frozen=True, slots=True)
class Constant:
    """None or a text."""

    value: str | None

    def of(self, values: Iterator[Any]) -> Any:
        return self.value

    def written(self) -> list[Any]:
        if self.value is not None and type(self.value) is not str:
            raise Unwritable
        return ["constant", self.value]


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple or a list."""

    cls: type[Any]
    parts: tuple[Part, ...]

    def of(self, values: Iterator[Any]) -> Any:
        return self.cls([part.of(values) for part in self.parts])

    def written(self) -> list[Any]:
        return [self.cls.__name__, [part.written() for part in self.parts]]


@dataclass(frozen=True, slots=True)
class Entries:
    """A dict."""

    keys: tuple[Any, ...]
    parts: tuple[Part, ...]

    def of(self, values: Iterator[Any]) -> Any:
        return {key: part.of(values) for key, part in zip(self.keys, self.parts, strict=True)}

    def written(self) -> list[Any]:
        if any(type(key) not in (str, int) for key in self.keys):
            raise Unwritable
        return ["dict", list(self.keys), [part.written() for part in self.parts]]


@dataclass(frozen=True, slots=True)
class Fields:
    """A struct."""

    cls: type[Any]
    names: tuple[str, ...]
    parts: tuple[Part, ...]

    def of(self, values: Iterator[Any]) -> Any:
        return make_struct(self.cls, self.names, [part.of(values) for part in self.parts])

    def written(self) -> list[Any]:
        module, name = self.cls.__module__, self.cls.__qualname__
        if loaded(module, name) is not self.cls:
            raise Unwritable
        return ["struct", module, name, list(self.names), [part.written() for part in self.parts]]


@dataclass(frozen=True, slots=True)
class Structure:
    """How flat values make up a result.

    Attributes:
        whole: the result.
        form: one value, a tuple of values, or anything else.
    """

    whole: Part
    form: Literal["one", "tuple", "other"] = "other"

    def of(self, values: Sequence[Any]) -> Any:
        """The result that these flat values make up."""
        return self.whole.of(iter(values))

    def written(self) -> list[Any]:
        """The structure as `read_structure` reads it; raises Unwritable."""
        return [self.form, self.whole.written()]


def read_structure(data: Any) -> Structure | None:
    """The structure that was written; None where a class in it is not loaded, or is no struct."""
    form, whole = data
    try:
        return Structure(_read(whole), form)
    except Unwritable:
        return None


def _read(data: Any) -> Part:
    kind, *rest = data
    match kind:
        case "value":
            return OneValue()
        case "rows":
            return Rows(*rest)
        case "constant":
            return Constant(*rest)
        case "dict":
            keys, parts = rest
            return Entries(tuple(keys), _read_all(parts))
        case "struct":
            module, name, names, parts = rest
            cls = loaded(module, name)
            if not isinstance(cls, type):
                raise Unwritable
            return Fields(cls, tuple(names), _read_all(parts))
    return Items({"tuple": tuple, "list": list}[kind], _read_all(rest[0]))


def _read_all(parts: Sequence[Any]) -> tuple[Part, ...]:
    return tuple(map(_read, parts))


def loaded(module: str, name: str) -> Any:
    """What a module that is loaded has under a name such as `Outer.Inner`; None for nothing."""
    found = cast(Any, sys.modules.get(module))
    return reduce(lambda value, part: getattr(value, part, None), name.split("."), found)
