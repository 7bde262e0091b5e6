"""What runs a graph: nests, other nodes and control flow, each with what it waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value, values_in
from dslc.ir.op import Effects
from dslc.ir.print_literals import literal_text
from dslc.ir.value_names import value_names, wished_name

from .language import Pick, statements
from .node import NEST
from .print import print_nest
from .segments import Segment

INDENT = "    "


def dependences(nodes: Sequence[Node]) -> list[list[int]]:
    """For each node of a region those before it that it waits for, by number.

    It reads what they make, or it writes to an array that they read. What can raise or shows
    something keeps its order, and what picks places or goes through
    segments waits for the checks of these.
    """
    makers: dict[Value, int] = {}
    readers: dict[Value, list[int]] = {}
    found: list[list[int]] = []
    effect: int | None = None
    for number, node in enumerate(nodes):
        read = list(dict.fromkeys(values_in(_read(node))))
        waits = {makers[value] for value in read if value in makers}
        if node.op.write is not None:
            for value in values_in(node.operands[:1]):
                waits.update(readers.get(value, ()))
        has_effects = node.effects is not Effects.NONE
        if effect is not None and (has_effects or _picks(node)):
            waits.add(effect)
        if has_effects:
            effect = number
        makers.update(dict.fromkeys(node.results, number))
        for value in read:
            readers.setdefault(value, []).append(number)
        found.append(sorted(waits))
    return found


def _picks(node: Node) -> bool:
    if node.op is not NEST:
        return False
    return any(
        isinstance(each, Pick | Segment) for each in statements(node.attributes["nest"].body)
    )


def _read(node: Node) -> Iterator[Operand]:
    """What a node reads, in its regions too."""
    yield from node.operands
    for region in node.regions:
        for inner in region.nodes:
            yield from _read(inner)
        yield from region.results


def print_plan(graph: Graph) -> str:
    """The plan of a graph of nests, and before it those of the graphs that it calls."""
    return "\n".join(line for each in (*graph.callees(), graph) for line in _of_graph(each))


def _of_graph(graph: Graph) -> Iterator[str]:
    given = ", ".join(f"{each.hint}: {each.type}" for each in graph.parameters)
    yield f"{graph.name}({given}):"
    yield from _Text(graph).region(graph.body, 1)
    yield ""


class _Text:
    """Writes the nodes of a graph, numbered as they stand."""

    def __init__(self, graph: Graph) -> None:
        self._names = value_names(graph)
        self._numbers = count(1)

    def region(self, region: Region, depth: int) -> Iterator[str]:
        """The lines of a region."""
        indent = INDENT * depth
        numbers: list[int] = []
        place = None
        for node, waits in zip(region.nodes, dependences(region.nodes), strict=True):
            numbers.append(next(self._numbers))
            if node.place.text and (node.place.source_line, node.place.text) != place:
                place = node.place.source_line, node.place.text
                yield f"{indent}# {node.place.file}:{place[0]}  {place[1]}"
            after = f" after {', '.join(str(numbers[n]) for n in waits)}" if waits else ""
            yield f"{indent}{numbers[-1]}{after}: {self._node(node)}"
            if node.op is NEST:
                lines = print_nest(node.attributes["nest"]).split("\n")
                yield from (f"{indent}{INDENT}{line}" for line in lines)
            for inner in node.regions:
                yield f"{indent}{INDENT}{inner.name or 'body'}:"
                yield from self.region(inner, depth + 2)

    def _node(self, node: Node) -> str:
        for value in node.results:
            self._names.setdefault(value, wished_name(node, value))
        if node.op is NEST:
            return "nest"
        made = ", ".join(self._names[value] for value in node.results)
        given = ", ".join(map(self._operand, node.operands))
        return f"{f'{made} = ' if made else ''}{node.op.name}({given})"

    def _operand(self, operand: Operand) -> str:
        if isinstance(operand, Value):
            return self._names.get(operand, operand.hint)
        if isinstance(operand, Literal):
            return "unset" if operand.value is None else literal_text(operand.value)
        return str(operand)
