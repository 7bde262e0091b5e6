"""Nests that compute what they read of another one, and that one without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dslc.ir.dims import Dim, Size, substitute
from dslc.ir.graph import Node, Value

from .contract import contract
from .cost import weight
from .language import (
    Apply,
    Array,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Nest,
    Plain,
    Statement,
    Store,
    parts,
    statements,
)
from .pending import reached_by
from .reach import defined
from .rewriting import Rewriting
from .rows import ordered, room


@dataclass(slots=True)
class Made:
    """How a nest makes an element of an array.

    Attributes:
        array: of which it is.
        store: the statement that sets it.
        value: what it is, of operands of the nest and its indices alone.
        operands: of the nest, by what stands for them in it.
        values: those of them that it is made of.
        is_read: whether the nest itself reads it too.
    """

    array: Array
    store: Store
    value: Expression
    operands: Mapping[Array | Local, Value]
    values: tuple[Value, ...]
    is_read: bool

    @property
    def work(self) -> int:
        """The operations that it takes."""
        return sum(weight(each.op) for each in parts(self.value) if isinstance(each, Apply))


def inside(body: list[Statement], loops: list[Loop]) -> Iterator[tuple[Plain, list[Loop]]]:
    """All statements that are no loops, each with those around it."""
    for each in body:
        if isinstance(each, Loop):
            yield from inside(each.body, [*loops, each])
        else:
            yield each, loops


# --- the nest that reads it, and the one that makes it --------------------


@dataclass(slots=True)
class _At(Rewriting):
    """What stands for an element at other indices."""

    indices: Mapping[str, Size]

    def size(self, size: Size) -> Size:
        return substitute(size, self.indices) if isinstance(size, Dim) else size

    def access(self, access: tuple[Array, tuple[Size, ...]]) -> tuple[Array, tuple[Size, ...]]:
        return access[0], tuple(map(self.size, access[1]))

    def leaf(self, expression: Expression) -> Expression:
        """An expression that applies no op."""
        return self._expression(expression)


@dataclass(slots=True)
class _Computing(Rewriting):
    """Puts locals in place of elements of an array, behind statements that compute them."""

    made: Made
    _before: list[Statement] = field(default_factory=list)
    _known: dict[tuple[Size, ...], Local] = field(default_factory=dict)

    def body(self, body: list[Statement]) -> list[Statement]:
        outer = self._before, self._known
        found: list[Statement] = []
        self._known = {}
        for each in body:
            self._before = []
            statement = self._statement(each)
            found += [*self._before, statement]
        self._before, self._known = outer
        return found

    def load(self, load: Load) -> Expression:
        if load.array is not self.made.array:
            return load
        if load.indices not in self._known:
            pairs = zip(self.made.store.indices, load.indices, strict=True)
            at = _At({str(own): index for own, index in pairs if isinstance(own, Dim)})
            local = self._local(self.made.value, at)
            self._known[load.indices] = local
        return self._known[load.indices]

    def _local(self, value: Expression, at: _At) -> Local:
        """A local with the value of an expression."""
        if isinstance(value, Apply):
            operands = tuple(
                self._local(each, at) if isinstance(each, Apply) else at.leaf(each)
                for each in value.operands
            )
            value = replace(value, operands=operands)
        else:
            value = at.leaf(value)
        found = Local(self.made.array.name, value.type)
        self._before.append(Let(value, self.made.store.node, found))
        return found


def with_it(node: Node, made: Made) -> Node:
    """A nest that computes what it read."""
    nest: Nest = node.attributes["nest"]
    return _again(node, _Computing(made).body(nest.body), nest.rows, node.results, made.operands)


def without(node: Node, made: Made) -> Node:
    """A nest that keeps an array no more."""
    nest: Nest = node.attributes["nest"]
    pairs = zip(node.results, nest.results, strict=False)
    results = [value for value, each in pairs if each is not made.array]
    kept = {each for each in nest.results if isinstance(each, Array) and each is not made.array}
    body, rows = contract(nest.body, kept)
    scalars = {each for each in nest.results if isinstance(each, Local)}
    return _again(node, _needed(body, scalars), rows, results, {}, made.array)


def _needed(body: list[Statement], kept: set[Local]) -> list[Statement]:
    """The statements without those that define what nothing reads."""
    while True:
        read = {*kept, *(local for each, _ in inside(body, []) for local in each.reads)}
        found = _without_unread(body, read)
        if sum(1 for _ in statements(found)) == sum(1 for _ in statements(body)):
            return found
        body = found


def _without_unread(body: list[Statement], read: set[Local]) -> list[Statement]:
    found: list[Statement] = []
    for each in body:
        if isinstance(each, Loop):
            inner = _without_unread(each.body, read)
            if inner:
                found.append(each if inner == each.body else replace(each, body=inner))
        elif not (isinstance(each, Let) and each.local not in read):
            found.append(each)
    return found


def _again(
    node: Node,
    body: list[Statement],
    rows: tuple[Array, ...],
    results: Sequence[Value],
    more: Mapping[Array | Local, Value],
    gone: Array | None = None,
) -> Node:
    """The node of a nest with another body."""
    nest: Nest = node.attributes["nest"]
    made = tuple(each for each in nest.results if each is not gone)
    operands = {**more, **dict(zip(nest.operands, node.operands, strict=True))}
    own = {*rows, *made, *defined(body)}
    given = [each for each in dict.fromkeys(reached_by(body)) if each not in own]
    changed = ordered(Nest(tuple(given), made, rows, body))
    values = (*results[: len(made)], *(Value(t, row.name) for row, t in room(changed).items()))
    return replace(
        node,
        operands=tuple(operands[each] for each in given),
        attributes={"nest": changed},
        results=values,
    )
