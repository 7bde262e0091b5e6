"""Ops that are made of others: their body runs on values of a graph, and leaves nodes there.

One text serves for everything: on arrays it is the meaning, on types it is the type rule, and
before native code is printed it gives the nodes that stand for the op.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any, TypeAlias

from .calling import SKETCH
from .comparison import Comparison
from .diagnostics import CompilerBug
from .dims import LARGEST, Dim, Size, symbols
from .facts import Facts
from .graph import Graph, Literal, Node, Operand, Region, Value, type_of
from .op import REGISTRY, Effects, Op, RuleError
from .place import Place
from .rebuild import Instead, rebuild, rebuild_region
from .traced import Traced, Tracing, traced_operand
from .types import NumberType, TensorType, Type, shape_of
from .verify_types import dims_of


class Sketch(Tracing):
    """Where the nodes go that an op is made of.

    Args:
        facts: what is known of sizes where the op stands.
        place: the statement that the nodes implement.
        taken: names of dims that mean others; those made here are added.
    """

    def __init__(
        self, facts: Facts | None = None, place: Place | None = None, taken: set[str] | None = None
    ) -> None:
        super().__init__("sketch")
        self.facts = (facts or Facts()).copy()
        self.facts.known.clear()  # nodes in here bind their own
        self._at = place or Place()
        around = SKETCH.get()
        self._prefix = "" if taken else "?" + getattr(around, "_prefix", "")
        if taken is not None:
            self._names = taken

    def _place(self) -> Place:
        return self._at

    def fresh_dim(self, hint: str, *, low: int | None = 0) -> Dim:
        """A new symbol, which is none of those around the op."""
        return super().fresh_dim(self._prefix + hint, low=low)

    def _rely_on(self, comparison: Comparison, place: Place) -> None:
        """Nothing: that is required where the op itself stands."""

    def is_from_around(self, size: Size) -> bool:
        """Whether a size is one that the op has from around it."""
        return self._names.isdisjoint(symbols(size))

    def limits(self, size: Size, operands: Sequence[Type | None]) -> tuple[Size, Size]:
        """The bounds of a size that the body makes, the upper one by sizes of the operands."""
        shapes = [shape_of(type_) for type_ in operands if type_ is not None]
        greatest = [*(each for shape in shapes for each in shape), *map(_product, shapes)]
        below = (each for each in greatest if self.facts.answer(Comparison("<=", size, each)))
        return max(self.facts.bounds(size)[0] or 0, 0), next(below, LARGEST)


def _product(shape: tuple[Size, ...]) -> Size:
    return prod(shape, start=1)


# --- running a body -------------------------------------------------------------------------------

Body: TypeAlias = Callable[..., Any]
"""What a node is made of, on its operands and attributes, in NumPy's words."""


def _run(
    body: Body,
    operands: Sequence[Any],
    attributes: Mapping[str, Any],
    sketch: Sketch,
) -> tuple[Operand, ...]:
    """Run a body on operands, None where one is left out; gives its results."""
    given = [None if operand is None else Traced(operand) for operand in operands]
    with sketch.open():
        results = body(*given, **attributes)
    return tuple(map(traced_operand, results if isinstance(results, tuple | list) else (results,)))


def _sketched(
    record: Op, types: Sequence[Type | None], attributes: Mapping[str, Any], facts: Facts
) -> tuple[Sketch, tuple[Operand, ...]]:
    """The nodes of an op for operands of these types; facts get what they assume."""
    sketch = Sketch(facts)
    known = len(facts.assumed)
    assert record.expand is not None
    try:
        results = _run(record.expand, list(map(_stand_in, types)), attributes, sketch)
    except RuleError as error:
        named = zip(_roles(record, len(types)), types, strict=True)
        labels = {n: f"{role} is {type_}" for n, (role, type_) in enumerate(named) if type_}
        message = f"in `{record.public or record.name}`: {error.message}"
        raise RuleError(error.code, message, labels, error.help) from None
    for comparison in sketch.facts.assumed[known:]:
        if not all(map(sketch.is_from_around, (comparison.left, comparison.right))):
            raise CompilerBug(f"`{record.name}` relies on {comparison} inside", "")
        facts.assume(comparison)
    return sketch, results


def _stand_in(type_: Type | None) -> Operand | None:
    if isinstance(type_, NumberType) and type_.dim is not None:
        return type_.dim
    if isinstance(type_, NumberType) and type_.constant is not None:
        return Literal(type_.constant)
    return None if type_ is None else Value(type_)


def _roles(record: Op, count: int) -> Sequence[str]:
    return [f"part {n}" for n in range(count)] if record.variadic else record.operands


def types_of(
    record: Op, facts: Facts, types: Sequence[Type | None], attributes: Mapping[str, Any]
) -> tuple[Type, ...]:
    """The types of an op's results, from what it is made of: its type rule.

    Raises:
        RuleError: where an op in it refuses its operands.
    """
    sketch, results = _sketched(record, types, attributes, facts)
    opened: dict[Size, Size] = {}

    def outer(size: Size) -> Size:
        if sketch.is_from_around(size):
            return size
        if size not in opened:
            opened[size] = facts.open(*sketch.limits(size, types))
        return opened[size]

    return tuple(_in_sizes(type_of(result), outer) for result in results)


def _in_sizes(type_: Type, outer: Callable[[Size], Size]) -> Type:
    """A type outside of the op."""
    if isinstance(type_, TensorType):
        return replace(type_, shape=tuple(map(outer, type_.shape)))
    return NumberType(type_.kind) if isinstance(type_, NumberType) else type_


def may_raise(record: Op, types: Sequence[Type | None], attributes: Mapping[str, Any]) -> bool:
    """Whether something in an op can raise; so does what stands where control never comes."""
    try:
        sketch, _ = _sketched(record, types, attributes, Facts())
    except RuleError:
        return True
    return any(node.effects & Effects.RAISES for node in _nodes(sketch))


def _nodes(sketch: Sketch) -> list[Node]:
    return sketch.graph.body.nodes


# --- expanding a graph --------------------------------------------------------------------------


def _no_other(node: Node) -> Body | None:
    return None


def expand(
    graph: Graph, keep: Callable[[Op], bool], other: Callable[[Node], Body | None] = _no_other
) -> Graph:
    """The graph with what they are made of in place of ops.

    Args:
        graph: any.
        keep: the ops that stay; primitive ones do so anyway.
        other: what a node is made of instead, if anything.
    """
    bound = [value for node in graph.walk() for value in _bound_by(node)]
    names = {*graph.symbols, *dims_of(bound)}

    def rewrite(node: Node) -> Node | Instead:
        body = other(node) or (None if keep(node.op) else node.op.expand)
        return node if body is None else _expanded(node, body, rewrite, names)

    return rebuild(graph, rewrite)


def _bound_by(node: Node) -> Iterator[Value]:
    """The values that a node defines, in its regions too."""
    yield from node.results
    for region in node.regions:
        yield from region.parameters


def _expanded(
    node: Node,
    body: Body,
    rewrite: Callable[[Node], Node | Instead],
    names: set[str],
) -> Instead:
    """What a node is made of; `names` are those of the graph's dims, to which new ones come."""
    op = node.op
    operands, attributes = (
        op.spread(node.operands, node.attributes),
        op.without_absent(node.attributes),
    )
    sketch = Sketch(place=node.place, taken=names)
    try:
        results = _run(body, operands, attributes, sketch)
    except RuleError:  # control never comes here, so nothing is wrong with any size
        nothing_holds = Facts()
        nothing_holds.rule_out()
        sketch = Sketch(nothing_holds, node.place, names)
        results = _run(body, operands, attributes, sketch)
    nodes = _nodes(sketch)
    for inner in nodes:
        for value in inner.results[inner.hidden :]:
            value.hint = "" if value in results else f"{op.name}_{inner.op.name}"
    region = rebuild_region(Region([], nodes, results), rewrite)
    sizes = [_sized(node, value, region.results) for value in node.results[: node.hidden]]
    hidden = tuple(result for size in sizes for result in size.results)
    return Instead([*region.nodes, *sizes], (*hidden, *region.results))


def _sized(node: Node, hidden: Value, results: Sequence[Operand]) -> Node:
    """The node that binds an open size of a node, read from what stands for its results."""
    pairs = zip(node.results[node.hidden :], results, strict=True)
    size = next(
        inner
        for value, made in pairs
        for outer, inner in zip(value.shape, shape_of(type_of(made)), strict=True)
        if outer is hidden.dim
    )
    operand = size if isinstance(size, Dim) else Literal(size)
    return Node(REGISTRY["as_dim"], (operand,), {"low": None}, (), (hidden,), node.place)
