"""A graph as rows and as plain records: what `dslc show` prints besides the graph's own text."""

import io
from collections.abc import Iterator
from typing import Any

from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value, type_of


class Names:
    """One name for every value of a graph: its hint, numbered where another value has it."""

    def __init__(self) -> None:
        self._of: dict[Value, str] = {}
        self._uses: dict[str, int] = {}

    def __call__(self, value: Value) -> str:
        if value not in self._of:
            hint = value.hint or "value"
            self._uses[hint] = count = self._uses.get(hint, 0) + 1
            self._of[value] = hint if count == 1 else f"{hint}_{count}"
        return self._of[value]

    def text(self, operand: Operand) -> str:
        """An operand as it stands in a row."""
        if isinstance(operand, Value):
            return self(operand)
        return repr(operand.value) if isinstance(operand, Literal) else str(operand)


def as_table(graph: Graph) -> str:
    """One row a node: source line, result, type, op, operands and attributes."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("line", "result", "type", "op", "operands", box=None, pad_edge=False)
    for row in _rows(graph.body, Names(), 0):
        table.add_row(*map(Text, row))
    stream = io.StringIO()
    Console(file=stream, width=1000, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _rows(region: Region, names: Names, depth: int) -> Iterator[tuple[str, str, str, str, str]]:
    indent = "  " * depth
    if depth:
        given = ", ".join(names(value) for value in region.parameters)
        yield "", "", "", f"{indent}{region.name or 'region'}({given})", ""
    for node in region.nodes:
        results = ", ".join(names(value) for value in node.results)
        types = ", ".join(str(value.type) for value in node.results)
        operands = [names.text(operand) for operand in node.operands]
        attributes = [f"{key}={_plain(value)}" for key, value in node.attributes.items()]
        line = str(node.place.source_line or "")
        yield line, results, types, indent + node.op.name, ", ".join([*operands, *attributes])
        for inner in node.regions:
            yield from _rows(inner, names, depth + 1)
    returned = ", ".join(names.text(operand) for operand in region.results)
    yield "", "", ", ".join(str(type_of(o)) for o in region.results), f"{indent}return", returned


def graph_record(graph: Graph) -> dict[str, Any]:
    """The graph as JSON can hold it, the graphs it calls under `callees`."""
    return {
        "name": graph.name,
        "source": graph.source,
        "dims": list(graph.symbols),
        "requires": [
            {"equal": [str(each.left), str(each.right)], "line": each.place.source_line}
            for each in graph.requires
        ],
        **_region_record(graph.body, Names()),
        "callees": [
            {key: value for key, value in graph_record(callee).items() if key != "callees"}
            for callee in graph.callees()
        ],
    }


def _region_record(region: Region, names: Names) -> dict[str, Any]:
    return {
        "parameters": [_value_record(value, names) for value in region.parameters],
        "nodes": [_node_record(node, names) for node in region.nodes],
        "results": [_operand_record(operand, names) for operand in region.results],
    }


def _node_record(node: Node, names: Names) -> dict[str, Any]:
    return {
        "op": node.op.name,
        "operands": [_operand_record(operand, names) for operand in node.operands],
        "attributes": {key: _plain(value) for key, value in node.attributes.items()},
        "regions": [
            {"name": region.name, **_region_record(region, names)} for region in node.regions
        ],
        "results": [_value_record(value, names) for value in node.results],
        "line": node.place.source_line,
        "statement": node.place.text,
    }


def _value_record(value: Value, names: Names) -> dict[str, str]:
    return {"value": names(value), "type": str(value.type)}


def _operand_record(operand: Operand, names: Names) -> dict[str, str]:
    if isinstance(operand, Value):
        return _value_record(operand, names)
    kind = "literal" if isinstance(operand, Literal) else "dim"
    return {kind: names.text(operand), "type": str(type_of(operand))}


def _plain(value: Any) -> Any:
    """An attribute as JSON can hold it: a graph by its name, other objects by their text."""
    if isinstance(value, Graph):
        return value.name
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value if isinstance(value, int | str | None) else str(value)
