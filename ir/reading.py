"""Which values a node reads: those among its operands, and those that its sizes are read from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .dims import Dim, symbols
from .graph import Graph, Node, Operand, Region, Value, type_of, values_in
from .structure import STRUCTURED
from .types import shape_of


def read_parts(node: Node) -> tuple[object, ...]:
    """The operands of a node, and the attributes that may hold sizes."""
    if node.op.name in STRUCTURED:
        return node.operands
    return (*node.operands, *node.attributes.values())


class Reading:
    """What is read in one graph, in the order of the text: `bind` what a node or region gives."""

    def __init__(self, graph: Graph) -> None:
        self._binding: dict[str, Value] = {}
        for value in graph.parameters:
            for size in shape_of(value.type):
                for name in symbols(size):
                    self._binding.setdefault(name, value)
        self.bind(graph.parameters)

    def bind(self, values: Iterable[Value]) -> None:
        """Let each integer that binds a symbol be what the symbol is read from."""
        self._binding.update({str(v.dim): v for v in values if v.dim is not None})

    def values(self, parts: Iterable[object]) -> list[tuple[Value, str]]:
        """The values that operands or attributes read, each with its type or the size read."""
        return list(dict.fromkeys(read for part in parts for read in self._of(part)))

    def _of(self, part: object) -> Iterator[tuple[Value, str]]:
        if isinstance(part, Value):
            yield part, str(type_of(part))
        elif isinstance(part, Dim):
            named = ((self._binding.get(name), name) for name in symbols(part))
            yield from ((value, name) for value, name in named if value is not None)
        elif isinstance(part, tuple):
            for item in part:
                yield from self._of(item)


def users_of(graph: Graph) -> dict[Value, list[Node | None]]:
    """The nodes that read each value, None for the results of regions."""
    users: dict[Value, list[Node | None]] = {}

    def visit(region: Region) -> None:
        for node in region.nodes:
            for value in values_in(node.operands):
                users.setdefault(value, []).append(node)
            for inner in node.regions:
                visit(inner)
        for value in values_in(region.results):
            users.setdefault(value, []).append(None)

    visit(graph.body)
    return users


def captured_by(node: Node) -> Iterator[Operand]:
    """What the regions of a node read, from outside or not."""
    for region in node.regions:
        for inner in region.walk():
            yield from inner.operands
            for each in inner.regions:
                yield from each.results
        yield from region.results
