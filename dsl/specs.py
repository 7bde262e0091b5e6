"""Annotations read into specs: besides those of `annotations`, numbers, containers and structs.

A struct is a dataclass or a NamedTuple whose fields are annotated as parameters are.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError, Span
from dslc.ir.dtypes import dtype_name
from dslc.ir.types import NumberKind

from .annotations import OptionalSpec, Spec, StaticSpec, spell
from .arrays import Array
from .declared_at import field_span

Place: TypeAlias = Callable[[], Span | None]
"""Finds the place an error is about; called only when there is one."""

CHOICES = (
    "write Tensor[f32, n], Scalar[f32], float, int, bool, Static[...], or a dataclass, tuple, list "
    "or dict of these"
)


PARAMETRIC = {
    "dslc.ragged": 'write Ragged[f32, B, "*"]',
    "dslc.sparse_matrices": "write CSR[f32, n, m] or COO[f32, n, m]",
}
"""Modules of structs that stand in annotations with parameters, and how."""


@dataclass(frozen=True, slots=True, repr=False)
class NumberSpec(Spec):
    """A Python number that a call gives; an `int` is a dim in the graph."""

    kind: NumberKind

    def __repr__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True, repr=False)
class TupleSpec(Spec):
    """A tuple of a fixed length."""

    items: tuple[Spec, ...]

    def __repr__(self) -> str:
        return f"tuple[{', '.join(map(repr, self.items)) or '()'}]"


@dataclass(frozen=True, slots=True, repr=False)
class ListSpec(Spec):
    """A list or tuple of any length, which is known while the graph is built."""

    cls: type[Any]
    item: Spec

    def __repr__(self) -> str:
        return f"list[{self.item!r}]" if self.cls is list else f"tuple[{self.item!r}, ...]"


@dataclass(frozen=True, slots=True, repr=False)
class DictSpec(Spec):
    """A dict whose keys, and their order, are known while the graph is built."""

    key: type[Any]
    value: Spec

    def __repr__(self) -> str:
        return f"dict[{self.key.__name__}, {self.value!r}]"


@dataclass(frozen=True, slots=True, repr=False)
class StructSpec(Spec):
    """A dataclass or a NamedTuple, or any of the same kind, name and field names."""

    cls: type[Any]
    kind: Literal["dataclass", "NamedTuple"]
    fields: tuple[tuple[str, Spec], ...]
    has_own_dims: ClassVar[bool] = True
    is_checked: ClassVar[bool] = False

    def __repr__(self) -> str:
        return self.cls.__name__

    def fields_at(self, path: str) -> tuple[tuple[str, Spec], ...]:
        """The fields of one that stands at a path, such as `layers[0].rows`."""
        return self.fields

    def check(self, value: Any) -> None:
        """Refuse what types and sizes do not tell; raises Unfit."""

    def repaired(self, value: Any) -> Any:
        """What `check` takes, made of an instance whose fields were drawn."""
        return value

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.fields)

    @property
    def defaults(self) -> dict[str, Any]:
        """The defaults that fields have, by name; not those that a factory makes."""
        if self.kind == "NamedTuple":
            return dict(self.cls._field_defaults)
        fields = ((each.name, each.default) for each in dataclasses.fields(self.cls))
        return {name: value for name, value in fields if value is not dataclasses.MISSING}

    def accepts(self, value: object) -> bool:
        """Whether `value` is an instance of this struct or of one that matches it."""
        cls = type(value)
        if cls is self.cls:
            return True
        return cls.__name__ == self.cls.__name__ and struct_fields(cls) == (self.kind, self.names)

    def make(self, values: list[Any]) -> Any:
        """An instance with these field values; a dataclass's `__init__` does not run."""
        return make_struct(self.cls, self.names, values)


def struct_fields(
    cls: type[Any],
) -> tuple[Literal["dataclass", "NamedTuple"], tuple[str, ...]] | None:
    """What kind of struct a class is and its field names; None when it is none."""
    if dataclasses.is_dataclass(cls):
        return "dataclass", tuple(field.name for field in dataclasses.fields(cls))
    if issubclass(cls, tuple):
        names: tuple[str, ...] | None = getattr(cls, "_fields", None)
        return None if names is None else ("NamedTuple", names)
    return None


def make_struct(cls: type[Any], names: tuple[str, ...], values: list[Any]) -> Any:
    """An instance of a struct with these field values, made without running `__init__`."""
    if issubclass(cls, tuple):
        return tuple.__new__(cls, values)
    instance = object.__new__(cls)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(instance, name, value)
    return instance


_NUMBERS = {int: NumberSpec("int"), float: NumberSpec("float"), bool: NumberSpec("bool")}


class SpecReader:
    """Reads annotations; text is evaluated in the namespaces given.

    Args:
        namespaces: where the names of text annotations are looked up, the first first.
    """

    def __init__(self, *namespaces: Mapping[str, Any]) -> None:
        self._namespaces = namespaces
        self._open: list[type[Any]] = []  # structs that are being read

    def read(self, annotation: Any, subject: str, place: Place) -> Spec:
        """The spec of an annotation; `subject` is what has it, as in "parameter `x` of `f`".

        Raises:
            DslError: `annotation-unknown`, `annotation-missing`.
        """
        try:
            annotation = self._evaluated(annotation)
        except DslError as error:
            first = error.diagnostics[0]
            raise _unknown(f"{subject}: {first.message}", place, first.help) from None
        except Exception as error:  # noqa: BLE001  (the text may do anything)
            raise _unknown(
                f"the annotation of {subject} cannot be evaluated: {error}", place
            ) from None
        spec = self._known(annotation, subject, place)
        if spec is None:
            raise _unknown(
                f"`{spell(annotation)}` is no annotation for {subject}", place, _advice(annotation)
            )
        return spec

    def _evaluated(self, annotation: Any) -> Any:
        if isinstance(annotation, typing.ForwardRef):
            annotation = annotation.__forward_arg__
        names: dict[str, Any] = {}
        for namespace in reversed(self._namespaces):
            names.update(namespace)
        # Text in text: a quoted annotation below `from __future__ import annotations`.
        for _ in range(2):
            if isinstance(annotation, str):
                annotation = eval(annotation, names)
        return annotation

    def _known(self, annotation: Any, subject: str, place: Place) -> Spec | None:
        if isinstance(annotation, Spec):
            return annotation
        if isinstance(annotation, type) and annotation in _NUMBERS:
            return _NUMBERS[annotation]
        if annotation is str or annotation is None or annotation is type(None):
            return StaticSpec(str if annotation is str else type(None), bare=True)
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if origin in (list, tuple, dict):
            return self._container(origin, arguments, subject, place)
        if (
            origin in (typing.Union, types.UnionType)
            and type(None) in arguments
            and len(arguments) == 2
        ):
            inner = next(each for each in arguments if each is not type(None))
            return OptionalSpec(self.read(inner, subject, place))
        if isinstance(annotation, type) and struct_fields(annotation):
            if annotation.__module__ in PARAMETRIC:
                message = f"`{annotation.__name__}` of {subject} needs its dtype and sizes"
                raise _unknown(message, place, PARAMETRIC[annotation.__module__])
            return self._struct(annotation, place)
        return None

    def _container(
        self, cls: type[Any], arguments: tuple[Any, ...], subject: str, place: Place
    ) -> Spec | None:
        """`list[X]`, `tuple[X, ...]`, `tuple[X, Y]` or `dict[str, X]`."""
        if cls is dict:
            key, value = arguments
            return DictSpec(key, self.read(value, subject, place)) if key in (str, int) else None
        if cls is list:
            return ListSpec(list, self.read(arguments[0], subject, place))
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return ListSpec(tuple, self.read(arguments[0], subject, place))
        return TupleSpec(tuple(self.read(each, subject, place) for each in arguments))

    def _struct(self, cls: type[Any], place: Place) -> StructSpec:
        if cls in self._open:
            raise _unknown(f"`{cls.__name__}` contains itself", place)
        found = struct_fields(cls)
        assert found is not None
        kind, names = found
        annotations: dict[str, Any] = {}
        for ancestor in reversed(cls.__mro__):
            annotations.update(inspect.get_annotations(ancestor))
        module = sys.modules.get(cls.__module__)
        reader = SpecReader(vars(module) if module else {}, *self._namespaces)
        reader._open = [*self._open, cls]
        fields = []
        for name in names:
            subject = f"field `{name}` of `{cls.__name__}`"
            if name not in annotations:
                raise DslError(
                    Diagnostic("annotation-missing", f"{subject} has no annotation", help=CHOICES)
                )
            field_place = partial(field_span, cls, name)
            fields.append((name, reader.read(annotations[name], subject, field_place)))
        return StructSpec(cls, kind, tuple(fields))


def inner_specs(spec: Spec) -> tuple[Spec, ...]:
    """The specs of what a container or a struct holds."""
    if isinstance(spec, StructSpec):
        return tuple(field_spec for _, field_spec in spec.fields)
    if isinstance(spec, ListSpec):
        return (spec.item,)
    if isinstance(spec, DictSpec):
        return (spec.value,)
    return spec.items if isinstance(spec, TupleSpec) else ()


def _advice(annotation: Any) -> str:
    if typing.get_origin(annotation) is dict:
        return "let its keys be str or int"
    if annotation is np.ndarray or annotation is Array:
        return "write its dtype and shape: Tensor[f32, n]"
    if isinstance(annotation, type) and issubclass(annotation, np.generic):
        name = dtype_name(np.dtype(annotation))
        return f"write Scalar[{name}] or Tensor[{name}, n]"
    return CHOICES


def _unknown(message: str, place: Place, help_text: str | None = None) -> DslError:
    return DslError(Diagnostic("annotation-unknown", message, place(), help=help_text))
