"""Whether two graphs are the same but for names and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from .comparison import Comparison
from .dims import Dim, Size, substitute
from .graph import Graph, Literal, Node, Operand, Region, Value
from .path_facts import PathFacts
from .types import ScalarType, TensorType, Type, UnsetType, type_of_python


def same_graph(a: Graph, b: Graph) -> bool:
    """Whether two graphs have the same nodes in the same order, regions, types and requires.

    Names and places do not count, dims may be named differently. Neither does `joined`, which says
    what the front end may do with a value.
    """
    return difference(a, b) is None


def difference(a: Graph, b: Graph) -> str | None:
    """The first place where graphs differ, as `node 2 (add): ...`; None if they are the same."""
    try:
        _Comparison(b, {}).graphs(a, b)
    except _Differ as found:
        return str(found)
    return None


class _Differ(Exception):
    """Two parts are not the same; the text says where and what they are."""


class _Comparison:
    """Walks two graphs at once.

    Args:
        callees: pairs of graphs that are known to be the same, with their symbols' names.
    """

    def __init__(self, b: Graph, callees: dict[tuple[int, int], dict[str, Dim]]) -> None:
        self._callees = callees
        self._values: dict[Value, Value] = {}
        self._dims: dict[str, Dim] = {}  # symbols of the first graph by name, in the second
        self._where: list[str] = []
        self._known = PathFacts(b)

    def graphs(self, a: Graph, b: Graph) -> None:
        self._equal("symbols", len(a.symbols), len(b.symbols))
        for name, other in zip(a.symbols, b.symbols.values(), strict=True):
            self._dims[name] = other
        self._bind("parameters", a.parameters, b.parameters)
        self._region(a.body, b.body)
        self._equal("updates", a.updates, b.updates)
        # All are checked before anything runs: their order tells nothing.
        renamed = {_sides(r.comparison.substituted(self._dims)) for r in a.requires}
        others = {_sides(r.comparison) for r in b.requires}
        self._equal("requires", sorted(map(str, renamed)), sorted(map(str, others)))
        self._callees[id(a), id(b)] = self._dims

    def _region(self, a: Region, b: Region) -> None:
        self._equal("ops", [n.op.name for n in a.nodes], [n.op.name for n in b.nodes])
        for number, (one, other) in enumerate(zip(a.nodes, b.nodes, strict=True)):
            with self._within(f"node {number} ({one.op.name})"):
                self._node(one, other)
                self._known.after(other)
        self._operands("results", a.results, b.results)

    def _node(self, a: Node, b: Node) -> None:
        self._operands("operands", a.operands, b.operands)
        self._attributes(a, b)
        self._equal("hidden", a.hidden, b.hidden)
        self._equal("regions", len(a.regions), len(b.regions))
        for number, (one, other) in enumerate(zip(a.regions, b.regions, strict=True)):
            inside = self._known.inside(b, other)
            with self._within(one.name or f"region {number}"), inside:
                self._bind("parameters", one.parameters, other.parameters)
                self._region(one, other)
        self._bind("results", a.results, b.results)
        # Of symbols that the results of a loop bind as its regions do.
        one, other = (node.attributes.get("invariants", ()) for node in (a, b))
        self._equal("invariants", self._attribute(one, other), other)

    def _bind(self, what: str, a: Sequence[Value], b: Sequence[Value]) -> None:
        """Take values that stand at the same place for the same, if their types are."""
        self._equal(what, len(a), len(b))
        for one, other in zip(a, b, strict=True):
            self._equal(f"{what} that bind dims", one.dim is None, other.dim is None)
            if one.dim is not None and other.dim is not None:
                self._dims[str(one.dim)] = other.dim
        for number, (one, other) in enumerate(zip(a, b, strict=True)):
            self._values[one] = other
            self._types(f"type of {what} {number}", self._type(one.type), plain_type(other.type))

    def _operands(self, what: str, a: Sequence[Operand], b: Sequence[Operand]) -> None:
        self._equal(what, len(a), len(b))
        for number, (one, other) in enumerate(zip(a, b, strict=True)):
            self._operand(f"{what} {number}", one, other)

    def _operand(self, what: str, a: Operand, b: Operand) -> None:
        one, other = bound_size(a), bound_size(b)
        if isinstance(one, Dim):
            size = other.value if isinstance(other, Literal) else other
            self._equal(what, self._attribute(one, size), size)
        elif isinstance(one, Literal) and isinstance(other, Literal):
            if not same_literals(one, other):
                self._differ(what, one.value, other.value)
        elif not isinstance(one, Value) or self._values.get(one) is not other:
            self._differ(what, one, other)

    def _attributes(self, a: Node, b: Node) -> None:
        self._equal("attributes", list(a.attributes), list(b.attributes))
        inner = self._callee(a.attributes.get("callee"), b.attributes.get("callee"))
        for name, one in a.attributes.items():
            other = b.attributes[name]
            if name == "dims":
                renamed = {str(inner[symbol]): self._size(size) for symbol, size in one.items()}
                self._equal("dims", renamed, other)
            elif name not in ("callee", "invariants"):
                renamed_ = self._attribute(one, other)
                self._equal(name, _comparable(renamed_), _comparable(other))

    def _callee(self, a: Graph | None, b: Graph | None) -> dict[str, Dim]:
        """The names of a callee's symbols, if there is one."""
        if a is None or b is None:
            return {}
        if (id(a), id(b)) not in self._callees:
            with self._within(a.name):
                inner = _Comparison(b, self._callees)
                inner._where = self._where
                inner.graphs(a, b)
        return self._callees[id(a), id(b)]

    # --- renaming -------------------------------------------------------------------------------

    def _attribute(self, value: Any, other: Any) -> Any:
        """An attribute with the second graph's symbols, and as that spells sizes it is equal to."""
        if isinstance(value, tuple):
            others = other if isinstance(other, tuple) and len(other) == len(value) else value
            return tuple(map(self._attribute, value, others))
        if not isinstance(value, Dim):
            return value
        size = self._size(value)
        # One symbol is no other way to write another.
        written = type(other) is int or (isinstance(other, Dim) and not _are_symbols(size, other))
        return other if written and self._known.facts.equal(size, other) else size

    def _size(self, size: Size) -> Size:
        return size if isinstance(size, int) else substitute(size, self._dims)

    def _type(self, type_: Type) -> Type:
        plain = plain_type(type_)
        if isinstance(plain, TensorType):
            return replace(plain, shape=tuple(map(self._size, plain.shape)))
        return plain

    # --- differences ----------------------------------------------------------------------------

    def _types(self, what: str, a: Type, b: Type) -> None:
        """Sizes may be the same only because of what is known where they stand."""
        if isinstance(a, TensorType) and isinstance(b, TensorType) and a.rank == b.rank:
            pairs = zip(a.shape, b.shape, strict=True)
            equal = self._known.facts.equal
            a = replace(a, shape=tuple(n if equal(m, n) else m for m, n in pairs))
        self._equal(what, a, b)

    def _equal(self, what: str, a: Any, b: Any) -> None:
        if a != b:
            self._differ(what, a, b)

    def _differ(self, what: str, a: Any, b: Any) -> None:
        raise _Differ(": ".join([" / ".join(self._where), f"{what}: {a} and {b}"]).lstrip(": "))

    @contextmanager
    def _within(self, part: str) -> Iterator[None]:
        self._where.append(part)
        yield  # a difference leaves the way as it is
        self._where.pop()


def _are_symbols(*sizes: Size) -> bool:
    return all(isinstance(size, Dim) and str(size) in size.names for size in sizes)


def _sides(comparison: Comparison) -> Comparison:
    """The comparison, those that are the same either way in one order."""
    left, right = comparison.left, comparison.right
    if comparison.relation in ("==", "!=") and str(right) < str(left):
        return Comparison(comparison.relation, right, left)
    return comparison


def plain_type(type_: Type) -> Type:
    """The type without the mark `joined`."""
    if isinstance(type_, ScalarType):
        return ScalarType(type_.dtype)
    if isinstance(type_, TensorType) and type_.joined:
        return replace(type_, joined=False)
    return type_


def bound_size(operand: Operand) -> Operand:
    """The dim that an operand is, if it is one: a value that binds a dim is as good as the dim."""
    return operand.dim if isinstance(operand, Value) and operand.dim is not None else operand


def same_literals(a: Literal, b: Literal) -> bool:
    """Whether two literals are the same value of the same type, bit for bit."""
    if a.type != b.type or isinstance(a.type, UnsetType):
        return a.type == b.type
    return np.asarray(a.value).tobytes() == np.asarray(b.value).tobytes()


def _comparable(value: Any) -> Any:
    """An attribute such that only what is the same is equal: `True` is not 1, -0.0 not 0.0."""
    if isinstance(value, tuple):
        return tuple(map(_comparable, value))
    if isinstance(value, np.dtype | Dim | str | None):
        return value
    if isinstance(value, type):
        return np.dtype(value) if issubclass(value, np.generic) else value
    return type_of_python(value), np.asarray(value).tobytes()
