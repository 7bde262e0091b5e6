"""What crosses between subgraphs and Python: the types that names have there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import dslc
from dslc.annotations import ScalarSpec, Spec, TensorSpec
from dslc.ir.dims import Dim, Size, symbol, symbols
from dslc.ir.dtypes import NAMES, dtype_name
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, type_of_python
from dslc.specs import NumberSpec, StructSpec, TupleSpec, inner_specs

from .kinds import Built, Computed, Kind, Record, Sequence, Sized, is_number, type_of_kind


@dataclass(frozen=True, slots=True)
class Typed:
    """A name whose type is known.

    Attributes:
        spec: the type.
        text: how the source spells it, where it does.
        parameter: whether it still is the function's parameter.
        inout: whether that may be written to.
        apart: whether a subgraph made it, or it is a parameter: it shares memory with no other
            such name.
    """

    spec: Spec
    text: str | None = None
    parameter: bool = False
    inout: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Untyped:
    """A name that no subgraph can take; `why` ends a sentence that begins with the name."""

    why: str


Crossing: TypeAlias = Typed | Untyped

OUT_OF_PYTHON = Untyped("comes out of Python, and nothing declares its type")


# --- types of kinds ---------------------------------------------------------------------------


def spec_of(kind: Kind, struct: Callable[[type], Spec | None]) -> Spec | None:
    """The type of what a subgraph gives; None for what it cannot give to Python.

    Args:
        kind: a name's at the end of the subgraph.
        struct: reads the fields of a struct's class.
    """
    if isinstance(kind, Sequence) and not kind.is_list:
        items = [spec_of(item, struct) for item in kind.items]
        return TupleSpec(tuple(s for s in items if s is not None)) if None not in items else None
    if isinstance(kind, Record):
        return _struct_spec(kind, struct)
    if isinstance(kind, Built) and kind.known:
        return _spec(type_of_python(kind.value)) if is_number(kind.value) else None
    return _spec(type_of_kind(kind)) if isinstance(kind, Built | Sized | Computed) else None


def _spec(type_: Type | None) -> Spec | None:
    match type_:
        case TensorType() if not type_.joined and type_.dtype in NAMES:
            return TensorSpec(type_.dtype, type_.shape)
        case ScalarType() if not type_.joined and type_.dtype in NAMES:
            return ScalarSpec(type_.dtype)
        case NumberType() if type_.kind != "complex":
            return NumberSpec(type_.kind)
    return None


def _struct_spec(kind: Record, struct: Callable[[type], Spec | None]) -> Spec | None:
    """The spec of a struct that nobody can change, whose fields are as declared."""
    parameters = getattr(kind.cls, "__dataclass_params__", None)
    spec = struct(kind.cls) if parameters is None or parameters.frozen else None
    if not isinstance(spec, StructSpec):
        return None
    fits = all(_fits(inner, kind.fields[name], struct) for name, inner in spec.fields)
    return spec if fits else None


def _fits(declared: Spec, kind: Kind, struct: Callable[[type], Spec | None]) -> bool:
    found = spec_of(kind, struct)
    if isinstance(declared, TensorSpec) and isinstance(found, TensorSpec):
        same_rank = len(found.shape) == len(declared.shape)
        return not declared.inout and found.dtype == declared.dtype and same_rank
    return found == declared and not isinstance(found, TensorSpec)


def has_arrays(spec: Spec) -> bool:
    """Whether there may be arrays in what a spec describes."""
    inner = getattr(spec, "inner", None)
    inside = (*inner_specs(spec), *((inner,) if isinstance(inner, Spec) else ()))
    return isinstance(spec, TensorSpec) or any(map(has_arrays, inside))


# --- sizes ------------------------------------------------------------------------------------


@dataclass(slots=True)
class SizeNames:
    """Names for the sizes of what crosses: each is a plain symbol that one name tells.

    What is said once of a place stays: the same statement gives the same names when it is walked
    again.

    Attributes:
        own: the dims of the function's annotations.
    """

    own: frozenset[str]
    taken: set[str]
    _known: dict[object, Dim]

    @classmethod
    def of(cls, own: frozenset[str], identifiers: frozenset[str]) -> SizeNames:
        """None given so far; `identifiers` are not used."""
        return cls(own, set(identifiers | own), {})

    def settle(self, spec: Spec, name: str, place: object) -> Spec:
        """A spec whose sizes are numbers and plain symbols: those of the function, or new ones."""
        return map_tensors(spec, lambda t, path: self._settled(t, f"{name}{path}", place))

    def _settled(self, spec: TensorSpec, name: str, place: object) -> TensorSpec:
        sizes = [self._size(size, f"{name}{axis}", place) for axis, size in enumerate(spec.shape)]
        return replace(spec, shape=tuple(sizes))

    def _size(self, size: Size, name: str, place: object) -> Size:
        if isinstance(size, int) or str(size) in self.own:
            return size
        return self._named((place, str(size)), name)

    def joined(self, one: Spec, other: Spec, name: str, place: object) -> Spec | None:
        """What both are, with new symbols for sizes that differ; None where they are not alike."""
        if isinstance(one, TupleSpec) and isinstance(other, TupleSpec):
            if len(one.items) != len(other.items):
                return None
            pairs = enumerate(zip(one.items, other.items, strict=True))
            items = [self.joined(a, b, f"{name}_{n}_", place) for n, (a, b) in pairs]
            return None if None in items else TupleSpec(tuple(s for s in items if s is not None))
        if isinstance(one, TensorSpec) and isinstance(other, TensorSpec):
            if one.dtype != other.dtype or len(one.shape) != len(other.shape):
                return None
            sizes = [
                a if a == b else self._named((place, name, axis), f"{name}{axis}")
                for axis, (a, b) in enumerate(zip(one.shape, other.shape, strict=True))
            ]
            return replace(one, shape=tuple(sizes))
        return one if one == other else None

    def _named(self, key: object, wish: str) -> Dim:
        if key not in self._known:
            name = wish if wish not in self.taken else f"{wish}_"
            while name in self.taken:
                name += "_"
            self.taken.add(name)
            self._known[key] = symbol(name)
        return self._known[key]


def map_tensors(
    spec: Spec, change: Callable[[TensorSpec, str], TensorSpec], path: str = ""
) -> Spec:
    """The same spec with other arrays in its tuples; structs declare their own."""
    if isinstance(spec, TensorSpec):
        return change(spec, path)
    if isinstance(spec, TupleSpec):
        items = enumerate(spec.items)
        return TupleSpec(tuple(map_tensors(s, change, f"{path}_{n}_") for n, s in items))
    return spec


def tensors(spec: Spec) -> Iterator[TensorSpec]:
    """The arrays in a spec and its tuples."""
    if isinstance(spec, TensorSpec):
        yield spec
    elif isinstance(spec, TupleSpec):
        for item in spec.items:
            yield from tensors(item)


# --- text -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a module spells annotations.

    Attributes:
        namespace: its globals.
        alias: its name for dslc.
    """

    namespace: Mapping[str, Any]
    alias: str

    def text(self, spec: Spec) -> str:
        """An annotation as code."""
        match spec:
            case TensorSpec():
                head = self._name("InOut" if spec.inout else "Tensor")
                sizes = ", ".join(map(self._size, spec.shape)) or "()"
                return f"{head}[{self._dtype(spec.dtype)}, {sizes}]"
            case ScalarSpec():
                return f"{self._name('Scalar')}[{self._dtype(spec.dtype)}]"
            case TupleSpec():
                return f"tuple[{', '.join(map(self.text, spec.items)) or '()'}]"
            case StructSpec():
                return spec.cls.__name__
        return repr(spec)

    def spells(self, spec: StructSpec) -> bool:
        """Whether the module knows a struct by its own name."""
        return self.namespace.get(spec.cls.__name__) is spec.cls

    def _name(self, name: str) -> str:
        known = self.namespace.get(name) is getattr(dslc, name)
        return name if known else f"{self.alias}.{name}"

    def _dtype(self, dtype: Any) -> str:
        return self._name(dtype_name(dtype))

    def _size(self, size: Size) -> str:
        if isinstance(size, int):
            return str(size)
        name = str(size)
        known = self.namespace.get(name)
        plain = isinstance(known, Dim) and known == size and symbols(size) == (name,)
        return name if plain else f'"{name}"'
