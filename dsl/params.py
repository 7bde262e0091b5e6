"""Parameters of models in files: `load_params` fills a struct, `save_params` writes one.

An array's name in the file is the path to it: `blocks.0.dense.weight`.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError, Note

from .annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from .array_files import BFLOAT16, Arrays, read_arrays, write_arrays
from .conversion import convert, describe
from .layout import lay_out
from .separation import Parts, Unfit, separate
from .specs import DictSpec, ListSpec, NumberSpec, SpecReader, StructSpec, TupleSpec, struct_fields

T = TypeVar("T")

ABSENT = dataclasses.MISSING
"""Stands for a value that there is none of."""


@overload
def load_params(path: str | os.PathLike[str], into: type[T]) -> T: ...
@overload
def load_params(path: str | os.PathLike[str], into: T) -> T: ...
def load_params(path: str | os.PathLike[str], into: Any) -> Any:
    """A struct filled from a file of arrays.

    Args:
        path: a `.npz` or `.safetensors` file.
        into: the class of the struct, or an annotation such as `dict[str, Tensor[f32, n]]`; or a
            struct, whose build-time values and lengths of lists the result has.

    Returns:
        A new struct. A list is as long, and a dict has the keys, that the names in the file say,
        unless `into` is a struct.

    Raises:
        DslError: `params-mismatch` with all names that are missing or unexpected, and all arrays
            of another dtype or shape; `params-unreadable`; `annotation-missing` or
            `annotation-unknown` for fields that are not annotated.
    """
    is_struct = not isinstance(into, type | Spec) and struct_fields(type(into)) is not None
    spec = _spec_of(type(into) if is_struct else into)
    if is_struct:
        _check_form(spec, into)
    filling = _Filling(read_arrays(path))
    value = filling.fill(spec, "", into if is_struct else ABSENT)
    faults = filling.faults()
    if not faults:
        faults = _contradictions(spec, value)
    if faults:
        message = f"the arrays in `{os.fspath(path)}` are not those of {spec!r}"
        raise DslError(
            Diagnostic("params-mismatch", message, notes=tuple(Note(fault) for fault in faults))
        )
    return value


def save_params(path: str | os.PathLike[str], params: Any) -> None:
    """Write the arrays and numbers of a struct, or of a list or dict of them, to a file.

    Build-time values and what is None are left out.

    Args:
        path: a `.npz` or `.safetensors` file.
        params: the struct.

    Raises:
        DslError: `params-mismatch` for what is no array or number, `params-unreadable` for another
            kind of file.
    """
    write_arrays(path, dict(_named("", params)))


def _spec_of(annotation: Any) -> Spec:
    return SpecReader().read(annotation, "the parameters", lambda: None)


def _joined(name: str, part: object) -> str:
    return f"{name}.{part}" if name else str(part)


# --- from a file --------------------------------------------------------------------------------


@dataclass(slots=True)
class _Filling:
    """Fills a value; keeps which arrays it has used, and what was wrong."""

    arrays: Arrays
    used: set[str] = field(default_factory=set)
    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def faults(self) -> list[str]:
        """All that is wrong, a line each."""
        unexpected = sorted(name for name in self.arrays if name not in self.used)
        return [
            *(f"`{name}` is not in the file" for name in self.missing),
            *(f"`{name}` in the file is not expected" for name in unexpected),
            *self.wrong,
        ]

    def fill(self, spec: Spec, name: str, like: Any) -> Any:
        """The value of a spec; `like` is one of the same form, or `ABSENT`."""
        match spec:
            case StaticSpec():
                return self._static(spec, name, like)
            case OptionalSpec(inner=inner):
                there = self._has(name) if like is ABSENT else like is not None
                return self.fill(inner, name, like) if there else None
            case StructSpec(fields=fields):
                return spec.make([self._field(spec, n, inner, name, like) for n, inner in fields])
            case TupleSpec(items=items):
                return tuple(self._items(items, name, like))
            case ListSpec():
                length = self._length(name) if like is ABSENT else len(like)
                return spec.cls(self._items((spec.item,) * length, name, like))
            case DictSpec():
                return self._dict(spec, name, like)
        return self._leaf(spec, name)

    def _field(self, spec: StructSpec, own: str, inner: Spec, name: str, like: Any) -> Any:
        if like is not ABSENT:
            return self.fill(inner, _joined(name, own), getattr(like, own))
        if isinstance(inner, StaticSpec):
            return self._static(inner, _joined(name, own), _default(spec.cls, own))
        return self.fill(inner, _joined(name, own), ABSENT)

    def _items(self, specs: Sequence[Spec], name: str, like: Any) -> list[Any]:
        parts = (ABSENT,) * len(specs) if like is ABSENT else like
        pairs = enumerate(zip(specs, parts, strict=True))
        return [self.fill(spec, _joined(name, n), part) for n, (spec, part) in pairs]

    def _static(self, spec: StaticSpec, name: str, like: Any) -> Any:
        if like is ABSENT and spec.type is not type(None):
            self.wrong.append(
                f"`{name}` is a build-time value without a default: load into a struct that has it"
            )
        return None if like is ABSENT else like

    def _parts(self, name: str) -> list[str]:
        """What follows a name in those of the file, in its order."""
        start = f"{name}." if name else ""
        rest = [each.removeprefix(start) for each in self.arrays if each.startswith(start)]
        return list(dict.fromkeys(each.partition(".")[0] for each in rest))

    def _has(self, name: str) -> bool:
        return name in self.arrays or bool(self._parts(name))

    def _length(self, name: str) -> int:
        """How many items a list has: as many as there are numbers, whichever these are."""
        return sum(map(_is_number, self._parts(name)))

    def _dict(self, spec: DictSpec, name: str, like: Any) -> Any:
        if like is not ABSENT:
            return {k: self.fill(spec.value, _joined(name, k), item) for k, item in like.items()}
        keys: list[Any] = self._parts(name)
        if spec.key is int:
            keys = [int(key) for key in keys if _is_number(key)]
        return {key: self.fill(spec.value, _joined(name, key), ABSENT) for key in keys}

    def _leaf(self, spec: Spec, name: str) -> Any:
        if name not in self.arrays:
            self.missing.append(name)
            return None
        self.used.add(name)
        array = _native(self.arrays[name], spec)
        try:
            if isinstance(spec, TensorSpec):
                return convert(spec, array)
            return _single(spec, array)
        except Unfit as unfit:
            self.wrong.append(f"`{name}` is declared {spec!r}, the file has {unfit.got}")
            return None


def _is_number(part: str) -> bool:
    """Whether a part of a name is a number as `_joined` writes it."""
    return part.isascii() and part.isdecimal() and str(int(part)) == part


def _check_form(spec: Spec, into: Any) -> None:
    """Check that a struct to load into has the lists, dicts and structs that it declares."""
    try:
        separate(spec, into, lambda _, leaf: leaf, Parts())
    except Unfit as unfit:
        message = f"`{unfit.path.lstrip('.')}` of the {spec!r} to load into is {unfit.got}"
        raise DslError(Diagnostic("params-mismatch", message, help=unfit.help)) from None


def _default(cls: type[Any], name: str) -> Any:
    """The default of a field, `ABSENT` where there is none."""
    if not dataclasses.is_dataclass(cls):
        return getattr(cls, "_field_defaults", {}).get(name, ABSENT)
    own = next(each for each in dataclasses.fields(cls) if each.name == name)
    made = own.default_factory
    return own.default if made is dataclasses.MISSING else made()


def _native(array: np.ndarray[Any, Any], spec: Spec) -> np.ndarray[Any, Any]:
    """The array in this machine's byte order, its type found where NumPy could not write it."""
    wanted = getattr(spec, "dtype", None)
    if wanted == BFLOAT16 and array.dtype == np.dtype("V2"):
        return array.view(BFLOAT16)
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _single(spec: Spec, array: np.ndarray[Any, Any]) -> Any:
    """A scalar or number that the file has as an array of rank 0."""
    kinds = {"int": "iu", "float": "f", "bool": "b"}
    if isinstance(spec, ScalarSpec):
        fits = array.dtype == spec.dtype
    else:
        assert isinstance(spec, NumberSpec)
        fits = array.dtype.kind in kinds[spec.kind]
    if array.ndim or not fits:
        raise Unfit(describe(array))
    return convert(spec, array[()])


def _contradictions(spec: Spec, value: Any) -> list[str]:
    """Sizes that do not agree with each other or with the declaration."""
    parts = Parts()
    separate(spec, value, lambda _, leaf: leaf, parts)
    named = list(spec.fields) if isinstance(spec, StructSpec) else [("params", spec)]
    try:
        lay_out(repr(spec), named, parts.statics).sizes(parts.values)
    except DslError as error:
        return [error.diagnostics[0].message]
    return []


# --- to a file ----------------------------------------------------------------------------------


def _named(name: str, value: Any) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """The arrays in a value with their names."""
    found = struct_fields(type(value))
    if found is not None:
        spec = _spec_of(type(value))
        assert isinstance(spec, StructSpec)
        for own, inner in spec.fields:
            if not isinstance(inner, StaticSpec):
                yield from _named(_joined(name, own), getattr(value, own))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _named(_joined(name, number), item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _named(_joined(name, key), item)
    elif isinstance(value, np.ndarray | np.generic | bool | int | float):
        yield name, np.asarray(value)
    elif value is not None:
        message = f"`{name}` is {describe(value)}: only arrays and numbers can be saved"
        raise DslError(Diagnostic("params-mismatch", message))
