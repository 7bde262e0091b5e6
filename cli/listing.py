"""A graph as rows and as plain records: what `dslc show` prints besides the graph's own text."""

import inspect
import io
from collections.abc import Iterator
from typing import Any

import numpy as np

from dslc.ir.dtypes import dtype_name
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value, type_of
from dslc.ir.keys import spell_key
from dslc.ir.print import last_positions, line_of, wished_names
from dslc.ir.print_literals import attribute_text, literal_text
from dslc.ir.print_output import check_arguments, print_arguments
from dslc.ir.print_scopes import numbered
from dslc.ir.structure import shown_results


class Names:
    """One name for every value of a graph: the source's where it has one, numbered when taken."""

    def __init__(self, graph: Graph) -> None:
        self._of: dict[Value, str] = {}
        self._taken: set[str] = set()
        self._enter(graph.body)

    def __getitem__(self, value: Value) -> str:
        return self._of[value]

    def text(self, operand: Operand) -> str:
        """An operand as it stands in a row."""
        if isinstance(operand, Value):
            return self[operand]
        return literal_text(operand.value) if isinstance(operand, Literal) else str(operand)

    def _enter(self, region: Region) -> None:
        for value in region.parameters:
            self._define(value, value.hint or region.name or "value")
        last = last_positions(region)
        for position, node in enumerate(region.nodes):
            wishes = wished_names(node, position == last[line_of(node)])
            named = dict(zip(shown_results(node), wishes, strict=True))
            for value in node.results:
                self._define(value, named.get(value) or value.hint or node.op.method)
            for inner in node.regions:
                self._enter(inner)

    def _define(self, value: Value, wish: str) -> None:
        name = numbered(wish, self._taken.__contains__)
        self._taken.add(name)
        self._of[value] = name


def as_table(graph: Graph) -> str:
    """One row a node: source line, result, type, op, operands and attributes."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("line", "result", "type", "op", "operands", box=None, pad_edge=False)
    for row in _rows(graph.body, Names(graph), 0):
        table.add_row(*map(Text, row))
    stream = io.StringIO()
    Console(file=stream, width=1000, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _rows(region: Region, names: Names, depth: int) -> Iterator[tuple[str, str, str, str, str]]:
    indent = "  " * depth
    if depth:
        given = ", ".join(names[value] for value in region.parameters)
        yield "", "", "", f"{indent}{region.name or 'region'}({given})", ""
    for node in region.nodes:
        results = ", ".join(names[value] for value in node.results)
        types = ", ".join(str(value.type) for value in node.results)
        operands = [names.text(operand) for operand in node.operands]
        attributes = [f"{key}={_cell(value)}" for key, value in node.attributes.items()]
        line = str(node.place.source_line or "")
        yield line, results, types, indent + node.op.name, ", ".join([*operands, *attributes])
        for inner in node.regions:
            yield from _rows(inner, names, depth + 1)
    returned = ", ".join(names.text(operand) for operand in region.results)
    yield "", "", ", ".join(str(type_of(o)) for o in region.results), f"{indent}return", returned


def _cell(value: Any) -> str:
    """An attribute on one line; text in quotes where its ends would not be seen."""
    plain = _plain(value)
    hidden = isinstance(plain, str) and not (plain.isprintable() and plain == plain.strip() != "")
    return repr(plain) if hidden else str(plain)


def graph_record(graph: Graph) -> dict[str, Any]:
    """The graph as JSON can hold it, the graphs it calls under `callees`."""
    return {
        "name": graph.name,
        "source": graph.source,
        "dims": list(graph.symbols),
        "requires": [
            {"holds": str(each.comparison), "line": each.place.source_line}
            for each in graph.requires
        ],
        **_region_record(graph.body, Names(graph)),
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
    return {"value": names[value], "type": str(value.type)}


def _operand_record(operand: Operand, names: Names) -> dict[str, str]:
    if isinstance(operand, Value):
        return _value_record(operand, names)
    kind = "literal" if isinstance(operand, Literal) else "dim"
    return {kind: names.text(operand), "type": str(type_of(operand))}


def call_text(node: Node, names: Names) -> str:
    """A node as a call: operands, and the attributes that are no defaults."""
    texts = [operand_text(operand, names) for operand in node.operands]
    callee = node.attributes.get("callee")
    if isinstance(callee, Graph):
        return f"{callee.name}({', '.join(texts)})"
    if node.regions:
        return f"{node.op.name}({', '.join(texts)})"
    if node.op.name == "print":
        return f"print({', '.join(print_arguments(node, texts))})"
    if node.op.name == "check":
        return f"check({', '.join(check_arguments(node, texts))})"
    if node.op.keyed:
        given = len(node.op.operands)
        key = spell_key(node.attributes["key"], texts[given:])
        texts = [f"{texts[0]}[{key}]", *texts[1:given]]
    elif not node.op.variadic:
        # After an operand that is left out the others are named.
        places = zip(node.op.given(node.attributes), node.op.operands, texts, strict=False)
        texts = [text if name == place else f"{name}={text}" for name, place, text in places]
    return f"{node.op.name}({', '.join([*texts, *_attribute_texts(node)])})"


def operand_text(operand: Operand, names: Names) -> str:
    """An operand as a reader sees it."""
    unset = isinstance(operand, Literal) and operand.value is None
    return "unset" if unset else names.text(operand)


def _attribute_texts(node: Node) -> list[str]:
    texts = []
    for name, value in node.op.without_absent(node.attributes).items():
        text = attribute_text(value, str)
        if node.op.keyed and name == "key":
            continue
        default = node.op.attributes.get(name, inspect.Parameter.empty)
        if default is inspect.Parameter.empty or text != attribute_text(default, str):
            texts.append(f"{name}={text}")
    return texts


def _plain(value: Any) -> Any:
    """An attribute as JSON can hold it: a graph by its name, other objects by their text."""
    if isinstance(value, Graph):
        return value.name
    if isinstance(value, np.dtype):
        return dtype_name(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, float | complex | np.generic):
        return literal_text(value)
    return value if isinstance(value, int | str | None) else str(value)
