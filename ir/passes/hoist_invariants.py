"""Hoist invariants: what a loop computes anew in each trip, and both ways of an `if`, goes before.

Before:

    def loop1_body(i, y):                                         # int, f32[n]
        y_exp = g.exp(x)                                          # f32[n]
        y = g.multiply(y, y_exp)                                  # f32[n]
        return y

    y = g.for_(g.range(k), loop1_body, (y,))                      # f32[n]

After:

    y_exp = g.exp(x)                                              # f32[n]

    def loop1_body(i, y):                                         # int, f32[n]
        y = g.multiply(y, y_exp)                                  # f32[n]
        return y

    y = g.for_(g.range(k), loop1_body, (y,))                      # f32[n]

A loop may make no trip. So what goes before it raises nothing and takes no more than one pass over
arrays that are there, unless a trip is certain. What is written to, and what a region gives, stays
inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dslc.ir.comparison import Comparison
from dslc.ir.dims import symbols
from dslc.ir.equal_nodes import key_of
from dslc.ir.escapes import escaping, written
from dslc.ir.facts import Facts, NeverHolds
from dslc.ir.graph import Graph, Node, Operand, Region, Value, type_of, values_in
from dslc.ir.op import Effects, RuleError
from dslc.ir.path_facts import checked_at_call
from dslc.ir.rebuild import Instead, rebuild, rebuild_region
from dslc.ir.region_facts import trips_of
from dslc.ir.remarks import remark
from dslc.ir.structure import STRUCTURED, is_loop
from dslc.ir.types import TensorType
from dslc.ir.verify_types import sizes_in


def hoist_invariants(graph: Graph) -> Graph:
    """The graph whose loops compute what is the same in every trip before the first."""
    return rebuild(graph, _Hoisting(graph).node)


class _Hoisting:
    """Looks at nodes with regions, inner ones first."""

    def __init__(self, graph: Graph) -> None:
        self._facts = checked_at_call(graph)
        self._kept = escaping(graph) | written(graph)

    def node(self, node: Node) -> Node | Instead:
        """A node, behind what it need not compute itself."""
        if is_loop(node):
            moved, regions = self._out_of_loop(node)
        elif node.op.name == "if":
            moved, regions = self._out_of_branches(node)
        else:
            return node
        if not moved:
            return node
        return Instead([*moved, replace(node, regions=regions)], node.results)

    def _out_of_loop(self, node: Node) -> tuple[list[Node], tuple[Region, ...]]:
        """The nodes that go before a loop, and its regions without them."""
        certain = _certain(node, self._facts)
        found = [self._split(region, certain[n]) for n, region in enumerate(node.regions)]
        moved = [each for part, _ in found for each in part]
        for each in moved:
            remark(f"`{each.op.name}` goes before the loop, which needs it once", each.place)
        return moved, tuple(region for _, region in found)

    def _out_of_branches(self, node: Node) -> tuple[list[Node], tuple[Region, ...]]:
        """The nodes that both branches have and that go before them; the branches without them."""
        then, otherwise = node.regions
        own = {key_of(each): each for each in then.nodes if self._is_pure(each)}
        standing: dict[Operand, Value] = {}
        moved: list[Node] = []
        inside = {value for each in otherwise.nodes for value in each.results}
        for each in otherwise.nodes if own else ():
            given = replace(each, operands=tuple(standing.get(o, o) for o in each.operands))
            if not (inside.isdisjoint(values_in(given.operands)) and self._is_pure(each)):
                continue
            first = own.pop(key_of(given), None)
            if first is not None and self._is_alike_outside(first):
                remark(
                    f"`{each.op.name}` goes before the `if`, whose branches both need it",
                    each.place,
                )
                standing.update(zip(each.results, first.results, strict=True))
                moved.append(first)
        if not moved:
            return [], node.regions
        gone = set(map(id, moved))
        then = replace(then, nodes=[each for each in then.nodes if id(each) not in gone])
        return moved, (then, rebuild_region(otherwise, lambda each: _stood(each, standing)))

    def _is_pure(self, node: Node) -> bool:
        """Whether a node can be computed anywhere where its operands are."""
        if node.op.name in STRUCTURED or node.hidden or not node.results:
            return False
        if any(v.dim is not None or v in self._kept for v in node.results):
            return False
        return not node.effects

    def _split(self, region: Region, certain: bool) -> tuple[list[Node], Region]:
        """The nodes of a region that go before it, and the region without them."""
        inside: set[Value] = set(region.parameters)
        dims = {str(value.dim) for value in region.parameters if value.dim is not None}
        moved: list[Node] = []
        kept: list[Node] = []
        first = True  # nothing before the node shows or raises anything
        for node in region.nodes:
            if self._is_invariant(node, inside, dims) and self._may_move(node, certain, first):
                moved.append(node)
                continue
            kept.append(node)
            inside.update(node.results)
            dims.update(str(value.dim) for value in node.results if value.dim is not None)
            first = first and not node.effects
        return moved, replace(region, nodes=kept) if moved else region

    def _is_invariant(self, node: Node, inside: set[Value], dims: set[str]) -> bool:
        """Whether a node reads only what is there before the region."""
        if node.op.name in STRUCTURED or node.hidden or not node.results:
            return False
        if any(value.dim is not None for value in node.results):
            return False
        if any(isinstance(o, Value) and o in inside for o in node.operands):
            return False
        return dims.isdisjoint(_names_in(node))

    def _may_move(self, node: Node, certain: bool, first: bool) -> bool:
        """Whether nobody can tell but by the time that it takes less."""
        if any(isinstance(v.type, TensorType) and v in self._kept for v in node.results):
            return False
        effects = node.effects
        if effects & ~Effects.RAISES or (effects and not (certain and first)):
            return False
        if not certain and not (_is_cheap(node) and self._is_no_larger(node)):
            remark(f"`{node.op.name}` stays in the loop, which may make no trip", node.place)
            return False
        return node.op.name not in _FILLS and self._is_alike_outside(node)

    def _is_no_larger(self, node: Node) -> bool:
        """Whether each result has no more elements than an operand, or is a view of one."""
        sizes = [o.size for o in node.operands if isinstance(o, Value)]
        return node.op.view or all(
            any(self._facts.answer(Comparison("<=", value.size, size)) for size in (*sizes, 1))
            for value in node.results
        )

    def _is_alike_outside(self, node: Node) -> bool:
        """Whether a node is of the same types without what is known of sizes in the region."""
        facts = self._facts.copy()
        known = len(facts.assumed)
        try:
            _, types = node.op.infer(facts, tuple(map(type_of, node.operands)), node.attributes)
        except (RuleError, NeverHolds):
            return False
        if len(facts.assumed) > known:
            return False
        return types == tuple(value.type for value in node.results)


def _stood(node: Node, standing: dict[Operand, Value]) -> Node | tuple[Operand, ...]:
    """What stands for the results of a node, where something does."""
    found = tuple(standing[value] for value in node.results if value in standing)
    return found or node


_FILLS = ("zeros", "ones", "full", "arange", "broadcast_to")
"""What costs less to compute again than to read."""

_COSTLY = frozenset(
    (
        *("matmul", "conv", "pool", "sort", "argsort", "searchsorted", "take", "concat"),
        *("allclose", "random_bits", "csr_matmul", "coo_matmul"),
    )
)
"""Ops that may take much longer than one pass over their arrays."""


def _is_cheap(node: Node) -> bool:
    """Whether a node takes about one pass over its operands."""
    return node.op.name not in _COSTLY and (node.op.expand is None or node.op.view)


def _certain(node: Node, facts: Facts) -> tuple[bool, ...]:
    """Whether each region of a loop runs: the test of a `while`, a body that makes a trip."""
    if node.op.name == "while":
        return True, False
    trips = trips_of(node)
    if trips is None or not isinstance(trips.step, int) or not trips.step:
        return (False,)
    if trips.start is None or trips.stop is None:
        return (False,)
    ends = (trips.start, trips.stop) if trips.step > 0 else (trips.stop, trips.start)
    return (facts.answer(Comparison("<", *ends)) is True,)


def _names_in(node: Node) -> Iterator[str]:
    """The symbols that a node's operands, attributes and types speak of."""
    sizes = [size for operand in node.operands for size in sizes_in(operand)]
    sizes += sizes_in(tuple(node.attributes.values()))
    sizes += [size for value in node.results for size in value.shape]
    for size in sizes:
        yield from symbols(size)
