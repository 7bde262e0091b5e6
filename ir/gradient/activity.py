"""Which values of a graph carry a gradient: those that depend on what is differentiated.

What is differentiated are floats; on the way from them complex numbers carry a gradient too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dslc.ir.dtypes import is_complex, is_float
from dslc.ir.graph import Graph, Node, Operand, Region, Value, values_in
from dslc.ir.structure import carried_operands, carried_parameters, is_loop, shown_results
from dslc.ir.types import NumberType, Type, UnsetType, default_dtype

from .rule import CONSTANT


def is_differentiable(type_: Type) -> bool:
    """Whether it is a real float, in an array, a scalar or a Python number."""
    if isinstance(type_, NumberType):
        return type_.kind == "float"
    return not isinstance(type_, UnsetType) and is_float(default_dtype(type_))


def carries_gradient(type_: Type) -> bool:
    """Whether it is of floats or complex numbers."""
    if isinstance(type_, NumberType):
        return type_.kind in ("float", "complex")
    return is_differentiable(type_) or (
        not isinstance(type_, UnsetType) and is_complex(default_dtype(type_))
    )


def active_values(graph: Graph, wrt: Iterable[Value]) -> set[Value]:
    """The values that depend on these, in regions and in the graphs that are called too.

    Takes time linear in the nodes, times the depth of loops.
    """
    active = {value for value in wrt if is_differentiable(value.type)}
    _Activity(active).nodes(graph.body.nodes)
    return active


class _Activity:
    def __init__(self, active: set[Value]) -> None:
        self._active = active

    def nodes(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            if node.op.name == "call":
                self._call(node)
            elif is_loop(node):
                self._loop(node)
            elif node.regions:
                self._if(node)
            elif node.op.name not in CONSTANT and self._any(node.operands):
                self._mark(node.results)

    def _any(self, operands: Iterable[Operand]) -> bool:
        return not self._active.isdisjoint(values_in(operands))

    def _mark(self, values: Iterable[Value]) -> None:
        self._active.update(value for value in values if carries_gradient(value.type))

    def _pass_on(self, sources: Sequence[Operand], targets: Sequence[Value]) -> None:
        """What comes from an active value is active."""
        pairs = zip(sources, targets, strict=True)
        self._mark(target for source, target in pairs if source in self._active)

    def _call(self, node: Node) -> None:
        callee: Graph = node.attributes["callee"]
        if callee.gradient is not None:
            if self._any(node.operands):
                self._mark(shown_results(node))
            return
        self._pass_on(node.operands, callee.parameters)
        self.nodes(callee.body.nodes)
        self._pass_on(callee.results, shown_results(node))

    def _if(self, node: Node) -> None:
        for region in node.regions:
            self._pass_on(carried_operands(node), region.parameters)
            self.nodes(region.nodes)
            self._pass_on(region.results[node.hidden :], shown_results(node))

    def _loop(self, node: Node) -> None:
        region = node.regions[-1]
        carried = carried_parameters(node, region)
        self._pass_on(carried_operands(node), carried)
        before = -1
        while before != len(self._active):
            before = len(self._active)
            self.nodes(region.nodes)
            self._pass_on(body_results(node, region), carried)
        self._pass_on(carried, shown_results(node)[: len(carried)])


def body_results(node: Node, region: Region) -> tuple[Operand, ...]:
    """What the body of a loop gives its next trip, without sizes and exit code."""
    count = len(carried_parameters(node, region))
    return region.results[node.hidden : node.hidden + count]


def read_from_outside(node: Node) -> list[Value]:
    """The values that the regions of a node read, and that do not come from them, in order."""
    inside: set[Value] = set()
    found: dict[Value, None] = {}

    def visit(region: Region) -> None:
        inside.update(region.parameters)
        for inner in region.nodes:
            found.update(dict.fromkeys(values_in(inner.operands)))
            for part in inner.regions:
                visit(part)
            inside.update(inner.results)
        found.update(dict.fromkeys(values_in(region.results)))

    for region in node.regions:
        visit(region)
    return [value for value in found if value not in inside]
