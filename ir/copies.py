"""A graph once more, with values and nodes of its own."""

from __future__ import annotations

from dataclasses import replace

from .graph import Graph, Node, Operand, Region, Value


def copy_graph(graph: Graph) -> Graph:
    """A copy that shares only places, and the graphs it calls."""
    body = _Copying().region(graph.body)
    return replace(graph, body=body, symbols=dict(graph.symbols), requires=list(graph.requires))


class _Copying:
    """One walk; knows the copy of every value so far."""

    def __init__(self) -> None:
        self._copies: dict[Value, Value] = {}

    def region(self, region: Region) -> Region:
        parameters = [self._value(value) for value in region.parameters]
        nodes = [self._node(node) for node in region.nodes]
        return Region(parameters, nodes, self._operands(region.results), region.name, region.line)

    def _node(self, node: Node) -> Node:
        operands = self._operands(node.operands)
        regions = tuple(map(self.region, node.regions))
        results = tuple(map(self._value, node.results))
        attributes = dict(node.attributes)
        return Node(node.op, operands, attributes, regions, results, node.place, node.hidden)

    def _value(self, value: Value) -> Value:
        self._copies[value] = Value(value.type, value.hint, value.dim)
        return self._copies[value]

    def _operands(self, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        return tuple(
            self._copies.get(operand, operand) if isinstance(operand, Value) else operand
            for operand in operands
        )
