"""The flat parameters of a function for one set of build-time values, their dims and sizes.

A dim is known by its name within one function. The dims of a struct are the instance's own: where
two instances, or an instance and the function, use one name, the later ones are named after the
parameter, as in `p_n`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim, Size, evaluate, interval, substitute, symbol, symbol_dims, symbols
from dslc.ir.types import NumberType, ScalarType, TensorType, Type
from dslc.ir.unify import bind_shapes

from .annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from .specs import NumberSpec, StructSpec, TupleSpec


@dataclass(frozen=True, slots=True)
class Layout:
    """The flat form of a signature.

    Attributes:
        function: its name, for messages.
        parameters: names and types.
        integers: the dims that `int` parameters bind, by name.
        paths: each parameter as the source says it: `p.w1`.
        dims: the function's own dims, by the name they have in its annotations.
    """

    function: str
    parameters: tuple[tuple[str, Type], ...]
    integers: dict[str, Dim]
    paths: tuple[str, ...]
    dims: dict[str, Dim]

    def sizes(self, values: Sequence[Any]) -> dict[str, int]:
        """The numbers of all symbols, given values of the declared ranks and dtypes.

        Raises:
            DslError: `argument-mismatch` when sizes contradict each other or the declaration.
        """
        return _Sizes(self, values).bind()


# --- making -----------------------------------------------------------------------------------


def lay_out(
    function: str, parameters: Sequence[tuple[str, Spec]], statics: Sequence[Any]
) -> Layout:
    """The layout of named specs; `statics` are the build-time values in the order of `separate`."""
    leaves = _Leaves(iter(statics))
    for name, spec in parameters:
        leaves.walk(spec, name, name, leaves.outer)
    return _Naming(leaves).layout(function)


@dataclass(slots=True)
class _Scope:
    """One name space of dims: the function, or an instance of a struct with the names before it."""

    prefix: str = ""
    leaves: list[tuple[str, Spec]] = field(default_factory=list)


@dataclass(slots=True)
class _Leaf:
    hint: str
    path: str
    local: str
    spec: Spec
    scope: _Scope


class _Leaves:
    """Walks specs in the order of `separate`."""

    def __init__(self, statics: Iterator[Any]) -> None:
        self.outer = _Scope()
        self.scopes = [self.outer]
        self.found: list[_Leaf] = []
        self._statics = statics

    def walk(self, spec: Spec, path: str, local: str, scope: _Scope) -> None:
        if isinstance(spec, StaticSpec):
            next(self._statics)
        elif isinstance(spec, OptionalSpec):
            if not next(self._statics):
                self.walk(spec.inner, path, local, scope)
        elif isinstance(spec, StructSpec):
            inner = _Scope(_identifier(path))
            self.scopes.append(inner)
            for name, field_spec in spec.fields:
                self.walk(field_spec, f"{path}.{name}", name, inner)
        elif isinstance(spec, TupleSpec):
            for number, item in enumerate(spec.items):
                self.walk(item, f"{path}[{number}]", f"{local}_{number}", scope)
        else:
            self.found.append(_Leaf(_identifier(path), path, local, spec, scope))


def _identifier(path: str) -> str:
    return path.replace(".", "_").replace("[", "_").replace("]", "")


class _Naming:
    """Gives hints and dims names that are unique in the function, the function's own first."""

    def __init__(self, leaves: _Leaves) -> None:
        self._leaves = leaves.found
        self._symbols: set[str] = set()
        self._dims: dict[int, dict[str, Dim]] = {}
        for scope in leaves.scopes:
            self._dims[id(scope)] = self._named(
                [leaf for leaf in self._leaves if leaf.scope is scope], scope
            )
        self._outer = self._dims[id(leaves.outer)]

    def _named(self, leaves: list[_Leaf], scope: _Scope) -> dict[str, Dim]:
        dims: dict[str, Dim] = {}
        for leaf in leaves:
            for dim in _symbols_of(leaf.spec):
                if str(dim) not in dims:
                    dims[str(dim)] = symbol(self._fresh(str(dim), scope.prefix), *interval(dim))
        for leaf in leaves:
            if leaf.spec == NumberSpec("int") and leaf.local not in dims:
                name = self._fresh(leaf.hint if scope.prefix else leaf.local, "")
                dims[leaf.local] = symbol(name, low=None, high=None)
        return dims

    def _fresh(self, name: str, prefix: str) -> str:
        if name in self._symbols and prefix:
            name = f"{prefix}_{name}"
        return _unique(name, self._symbols)

    def layout(self, function: str) -> Layout:
        parameters: list[tuple[str, Type]] = []
        integers: dict[str, Dim] = {}
        taken: set[str] = set()
        for leaf in self._leaves:
            hint = _unique(leaf.hint, taken)
            dims = self._dims[id(leaf.scope)]
            parameters.append((hint, _type(leaf.spec, dims)))
            if leaf.spec == NumberSpec("int"):
                integers[hint] = dims[leaf.local]
        paths = tuple(leaf.path for leaf in self._leaves)
        return Layout(function, tuple(parameters), integers, paths, self._outer)


def _unique(name: str, taken: set[str]) -> str:
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    taken.add(found)
    return found


def _symbols_of(spec: Spec) -> Iterator[Dim]:
    """The symbols in a declared shape, in order of appearance."""
    if isinstance(spec, TensorSpec):
        for size in spec.shape:
            yield from symbol_dims(size)


def _type(spec: Spec, dims: dict[str, Dim]) -> Type:
    if isinstance(spec, TensorSpec):
        return tensor_type(spec, dims)
    if isinstance(spec, ScalarSpec):
        return ScalarType(spec.dtype)
    assert isinstance(spec, NumberSpec)
    return NumberType(spec.kind)


def tensor_type(spec: TensorSpec, dims: dict[str, Dim]) -> TensorType:
    """The type that a spec declares, its dims by name in `dims`."""
    return TensorType(spec.dtype, tuple(substitute(size, dims) for size in spec.shape))


# --- sizes of a call --------------------------------------------------------------------------


class _Sizes:
    """Solves for the symbols of the declared shapes, and checks every axis against them."""

    def __init__(self, layout: Layout, values: Sequence[Any]) -> None:
        self._layout = layout
        self._values = values
        self._sizes: dict[str, int] = {}
        self._origins: dict[str, str] = {}
        self._axes = [
            (declared, int(actual), axis, path)
            for (_, type_), path, value in zip(layout.parameters, layout.paths, values, strict=True)
            if isinstance(type_, TensorType)
            for axis, (declared, actual) in enumerate(zip(type_.shape, value.shape, strict=True))
        ]

    def bind(self) -> dict[str, int]:
        for (hint, _), path, value in zip(
            self._layout.parameters, self._layout.paths, self._values, strict=True
        ):
            if hint in self._layout.integers:
                self._give(str(self._layout.integers[hint]), value, f"`{path}`")
        composed = []
        for declared, actual, axis, path in self._axes:
            if isinstance(declared, Dim) and str(declared) in declared.names:
                self._give(str(declared), actual, f"axis {axis} of `{path}`")
            elif isinstance(declared, Dim):
                composed.append((declared, actual, axis, path))
            elif declared != actual:
                self._refuse(f"axis {axis} of `{path}` is {actual}, declared {declared}")
        if composed:
            self._solve(composed)
        return self._sizes

    def _give(self, name: str, number: int, origin: str) -> None:
        known = self._sizes.setdefault(name, number)
        self._origins.setdefault(name, origin)
        if known != number:
            self._refuse(f"`{name}` is {known} by {self._origins[name]}, but {number} by {origin}")

    def _solve(self, composed: Sequence[tuple[Dim, int, int, str]]) -> None:
        bound: dict[str, Size] = dict(self._sizes)
        types = [("", type_) for _, type_ in self._layout.parameters]
        bind_shapes(types, [getattr(value, "shape", None) for value in self._values], bound)
        for declared, actual, axis, path in composed:
            where = f"axis {axis} of `{path}` is {actual}, declared {declared}"
            for dim in symbol_dims(declared):
                found = bound.get(str(dim))
                if not isinstance(found, int) or found < (interval(dim)[0] or 0):
                    self._refuse(f"{where}: no `{dim}` fits")
                self._sizes[str(dim)] = found
            try:
                expected = evaluate(declared, self._sizes)
            except ZeroDivisionError:
                self._refuse(f"{where}: a divisor is 0")
            if expected != actual:
                given = ", ".join(f"`{name}` is {self._sizes[name]}" for name in symbols(declared))
                self._refuse(f"{where}, which is {expected} where {given}")

    def _refuse(self, fault: str) -> NoReturn:
        message = f"the sizes given to `{self._layout.function}` do not agree: {fault}"
        raise DslError(Diagnostic("argument-mismatch", message))
