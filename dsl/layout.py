"""The flat parameters of a function for one set of build-time values, their dims and sizes.

A dim is known by its name within one function. The dims of a struct are the instance's own: where
two instances, or an instance and the function, use one name, the later ones are named after the
parameter, as in `p_n`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from dslc.ir.dims import Dim, interval, substitute, symbol, symbol_dims
from dslc.ir.graph import Graph
from dslc.ir.outside import Outside
from dslc.ir.types import NumberType, ScalarType, TensorType, Type

from .annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from .sizes import Sizes
from .specs import DictSpec, ListSpec, NumberSpec, StructSpec, TupleSpec


@dataclass(frozen=True)
class Layout:
    """The flat form of a signature.

    Attributes:
        function: its name, for messages.
        parameters: names and types.
        integers: the dims that `int` parameters bind, by name.
        paths: each parameter as the source says it: `p.w1`.
        dims: the function's own dims, by the name they have in its annotations.
        inouts: the positions of the parameters that may be written to.
    """

    function: str
    parameters: tuple[tuple[str, Type], ...]
    integers: dict[str, Dim]
    paths: tuple[str, ...]
    dims: dict[str, Dim]
    inouts: tuple[int, ...] = ()

    def followed_by(self, graph: Graph, outside: Sequence[Outside]) -> Layout:
        """The layout of a graph that reads arrays from outside, which are its last parameters."""
        if not outside:
            return self
        last = [(value.hint, value.type) for value in graph.parameters[len(self.parameters) :]]
        paths = (*self.paths, *(each.path for each in outside))
        return replace(self, parameters=(*self.parameters, *last), paths=paths)

    @cached_property
    def _sizes(self) -> Sizes:
        return Sizes(self.function, self.parameters, self.integers, self.paths)

    def sizes(self, values: Sequence[Any]) -> dict[str, int]:
        """The numbers of all symbols, given values of the declared ranks and dtypes.

        Raises:
            DslError: `argument-mismatch` when sizes contradict each other or the declaration.
        """
        return self._sizes.of(values)


# --- making -----------------------------------------------------------------------------------


def lay_out(
    function: str, parameters: Sequence[tuple[str, Spec]], statics: Sequence[Any] | None
) -> Layout:
    """The layout of named specs.

    Args:
        function: the name of the function.
        parameters: their names and specs.
        statics: the build-time values in the order of `separate`. None for a pattern of all
            layouts: every list and dict has two items, every optional value is there.
    """
    leaves = _Leaves(None if statics is None else iter(statics))
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

    def __init__(self, statics: Iterator[Any] | None) -> None:
        self.outer = _Scope()
        self.scopes = [self.outer]
        self.found: list[_Leaf] = []
        self._statics = statics

    def walk(self, spec: Spec, path: str, local: str, scope: _Scope) -> None:
        if isinstance(spec, StaticSpec):
            self._static(None)
        elif isinstance(spec, OptionalSpec):
            if not self._static(False):
                self.walk(spec.inner, path, local, scope)
        elif isinstance(spec, StructSpec):
            inner = self._inside(path) if spec.has_own_dims else scope
            for name, field_spec in spec.fields_at(path):
                self.walk(field_spec, f"{path}.{name}", name, inner)
        elif isinstance(spec, TupleSpec | ListSpec | DictSpec):
            for key, item in self._items(spec):
                self.walk(item, f"{path}[{key!r}]", f"{local}_{key}", scope)
        else:
            self.found.append(_Leaf(_identifier(path), path, local, spec, scope))

    def _inside(self, path: str) -> _Scope:
        """The name space of a struct."""
        self.scopes.append(_Scope(_identifier(path)))
        return self.scopes[-1]

    def _items(self, spec: TupleSpec | ListSpec | DictSpec) -> Iterator[tuple[Any, Spec]]:
        """The positions or keys of a container's items, with their specs."""
        if isinstance(spec, TupleSpec):
            return enumerate(spec.items)
        if isinstance(spec, ListSpec):
            return ((number, spec.item) for number in range(self._static(2)))
        return ((key, spec.value) for key in self._static((0, 1)))

    def _static(self, of_pattern: Any) -> Any:
        """The next build-time value."""
        return of_pattern if self._statics is None else next(self._statics)


def _identifier(path: str) -> str:
    """A name like a path: `layers[0].w` gives `layers_0_w`."""
    return re.sub(r"\W+", "_", path).strip("_")


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
        inouts = tuple(
            number
            for number, leaf in enumerate(self._leaves)
            if isinstance(leaf.spec, TensorSpec) and leaf.spec.inout
        )
        return Layout(function, tuple(parameters), integers, paths, self._outer, inouts)


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
