"""A graph as the text of an emitted module: executing the text builds the same graph."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .comparison import Comparison
from .dims import Size, symbols
from .dtypes import BY_NAME, dtype_name
from .graph import Graph, Literal, Node, Operand, Region, Value
from .keys import spell_key
from .place import Place, listing
from .print_exits import Exits
from .print_lines import Lines, Piece
from .print_literals import attribute_text, literal_text, quoted, tuple_text
from .print_output import check_arguments, print_arguments
from .print_scopes import (
    ANNOTATIONS,
    BUILTINS,
    RESERVED,
    FunctionNames,
    Names,
    Scopes,
    identifier,
    numbered,
    preferred_operands,
    region_names,
)
from .print_sizes import Spellings, spelled
from .reading import read_parts
from .requires import required
from .structure import (
    carried_operands,
    has_exits,
    hidden_results,
    leading_operands,
    shown_parameters,
    shown_region_results,
    shown_results,
)
from .types import ScalarType, TensorType, Type, shape_of

_EXTREMUM = re.compile(r"\b(min|max)\(")


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed graph: its text, and what the lines of it show, in their order."""

    text: str
    pieces: tuple[Piece, ...]


def print_graph(graph: Graph) -> str:
    """The text of the module that builds a graph; the graphs it calls come first.

    A value has the name that its node's emitted line binds, or its hint, or the name of its op.
    """
    return printed_graph(graph).text


def printed_graph(graph: Graph) -> Printed:
    """The text of a graph with what its lines show."""
    functions: dict[int, str] = {}
    for each in (graph, *reversed(graph.callees())):
        functions[id(each)] = numbered(
            identifier(each.name), lambda name: name in RESERVED or name in functions.values()
        )
    dims = _module_dims([*graph.callees(), graph], functions.values())
    printers = [_Printer(each, functions, dims) for each in (*graph.callees(), graph)]
    texts = [printer.text() for printer in printers]
    words = set[str]().union(*(printer.words for printer in printers))
    parts, pieces = [_header(words, dims)], []
    for printer, text in zip(printers, texts, strict=True):
        above = sum(part.count("\n") + 1 for part in parts) + 2 * len(parts)
        pieces += [piece.moved(above) for piece in printer.pieces]
        parts.append(text)
    return Printed("\n\n\n".join(parts) + "\n", tuple(pieces))


def _module_dims(graphs: Sequence[Graph], functions: Collection[str]) -> dict[str, None]:
    """The symbols that annotations can name, in order of appearance."""
    found = dict.fromkeys(
        name
        for graph in graphs
        for parameter in graph.parameters
        for size in shape_of(parameter.type)
        for name in symbols(size)
    )
    return {name: None for name in found if name not in RESERVED and name not in functions}


def _header(words: set[str], dims: Mapping[str, None]) -> str:
    annotations = sorted(words & set(ANNOTATIONS))
    imported = annotations + sorted(words & BY_NAME.keys(), key=_width)
    lines = ["import dslc"]
    if imported:
        lines.append(f"from dslc import {', '.join(imported)}")
    if dims:
        lines += ["", f"{', '.join(dims)} = dslc.dims({quoted(' '.join(dims))})"]
    return "\n".join(lines)


def _width(name: str) -> tuple[str, int]:
    """Orders `i8` before `i16`."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


class _Printer:
    """Prints one function."""

    def __init__(
        self, graph: Graph, functions: Mapping[int, str], dims: Mapping[str, None]
    ) -> None:
        self._graph = graph
        self._functions = functions
        self._dims = dims
        self._regions = region_names(graph, functions.values())
        self._exits = Exits(graph)
        self._spellings = Spellings(graph)
        self._scopes = Scopes(graph)
        self._names = Names(self._scopes, [*functions.values(), *self._regions.values()])
        self._lines = Lines(depth=1)
        self.words: set[str] = set()
        self.pieces: list[Piece] = []

    def text(self) -> str:
        """The function: decorator, header, body."""
        graph, body = self._graph, self._lines
        names = self._names.function(graph.body)
        parameters = names.parameters(graph.parameters)
        for require in graph.requires:
            body.at(require.place)
            body.code(f"g.require({self._compared(require.comparison)})")
        self._nodes(graph.body, names)
        for number, update in zip(graph.updates, graph.updated, strict=True):
            body.code(f"g.update({parameters[number]}, {self._operand(update[1])})")
        self._return(self._results(graph.returned), graph.body, Place())
        head = Lines(depth=0)
        head.code(f"@dslc.builder({quoted(graph.source)})")
        given = zip(parameters, graph.parameters, strict=True)
        annotated = [f"{name}: {self._annotation(value.type)}" for name, value in given]
        for number in graph.updates:
            annotated[number] = annotated[number].replace(": Tensor", ": InOut", 1)
        title = f"def {self._functions[id(graph)]}({', '.join(['g', *annotated])}):"
        head.code(title)
        table = Lines(depth=1)
        table.line_table(body.source_lines)
        if table.text and body.text[0].lstrip().startswith("g.at("):
            table.text.append("")
        self.words = head.words | body.words
        named = tuple(zip(parameters, graph.parameters, strict=True))
        rows = range(len(head.text))
        gives = tuple(graph.parameters)
        whole = Piece(rows, title, Place(), gives=gives, named=named, graph=graph)
        above = len(head.text) + len(table.text)
        self.pieces = [whole, *(piece.moved(above) for piece in body.pieces)]
        return "\n".join([*head.text, *table.text, *body.text])

    def _annotation(self, type_: Type) -> str:
        if isinstance(type_, TensorType):
            sizes = [self._annotated_size(size) for size in type_.shape]
            return f"Tensor[{', '.join([dtype_name(type_.dtype), *(sizes or ['()'])])}]"
        return f"Scalar[{type_}]" if isinstance(type_, ScalarType) else str(type_)

    def _annotated_size(self, size: Size) -> str:
        text = str(size)
        plain = all(name in self._dims for name in symbols(size)) and not _EXTREMUM.search(text)
        return text if plain else quoted(text)  # `min(n, 4)` would compare dims

    # --- nodes ----------------------------------------------------------------------------------

    def _nodes(self, region: Region, names: FunctionNames) -> None:
        last = last_positions(region)
        for position, node in enumerate(region.nodes):
            self._lines.at(node.place)
            call, items = self._call(node)
            shown = shown_results(node)
            wishes = wished_names(node, position == last[line_of(node)])
            given: list[str] = []
            if any(wishes) or any(map(self._scopes.is_read, shown)):
                made_up = numbered(identifier(node.op.name), BUILTINS.__contains__)
                wishes = [wish or made_up for wish in wishes]
                given = names.results(shown, wishes, position)
            self._spellings.bind(hidden_results(node), shown)
            comment = ", ".join(str(value.type) for value in shown)
            target = f"{', '.join(given)} = " if given else ""
            title = f"g.{call}({', '.join(items)})"
            rows = self._lines.code(f"{target}{title}", comment)
            self._lines.pieces.append(
                Piece(
                    rows,
                    title,
                    node.place,
                    gives=node.results,
                    named=tuple(zip(given, shown, strict=False)),
                    takes=read_parts(node),
                    node=node,
                )
            )

    def _call(self, node: Node) -> tuple[str, list[str]]:
        """The builder's method that makes a node, and its arguments; prints the regions."""
        for region in node.regions:
            self._region(node, region)
        if node.regions:
            self._lines.blank()
        self._spellings.prefer(preferred_operands(node))
        functions = [self._regions[region] for region in node.regions]
        carried = tuple_text([self._operand(operand) for operand in carried_operands(node)])
        exits = ["exits=True"] if has_exits(node) else []
        match node.op.name:
            case "if":
                test = self._operand(node.operands[0])
                return "if_", [test, *functions, *([] if carried == "()" else [carried])]
            case "while":
                return "while_", [*functions, carried, *exits]
            case "for":
                return "for_", [self._range(node), *functions, carried, *exits]
            case "call":
                callee = self._functions[id(node.attributes["callee"])]
                method = "apply" if node.attributes["callee"].updates else "call"
                return method, [callee, *map(self._operand, node.operands)]
            case "require":
                return "require", [self._compared(required(node))]
            case "print":
                return "print", print_arguments(node, list(map(self._operand, node.operands)))
            case "check":
                return "check", check_arguments(node, list(map(self._operand, node.operands)))
            case _:
                return node.op.method, self._arguments(node)

    def _range(self, node: Node) -> str:
        start, stop, step = leading_operands(node)
        texts = [self._operand(each) for each in (start, stop, step)]
        if texts[2] == "1":
            texts = texts[1:2] if texts[0] == "0" else texts[:2]
        return f"g.range({', '.join(texts)})"

    def _region(self, node: Node, region: Region) -> None:
        names = self._names.function(region)
        shown = shown_parameters(node, region)
        parameters = names.parameters(shown)
        self._spellings.enter(node, region)
        comment = ", ".join(str(value.type) for value in shown)
        head = f"def {self._regions[region]}({', '.join(parameters)}):"
        with self._lines.block(head, comment) as rows:
            named = tuple(zip(parameters, shown, strict=True))
            gives = tuple(region.parameters)
            self._lines.pieces.append(Piece(rows, head, node.place, gives=gives, named=named))
            self._nodes(region, names)
            results = self._results(shown_region_results(node, region))
            for number, code in self._exits.names(node, region).items():
                results[number] = code
            self._return(results, region, node.place)

    def _results(self, results: Sequence[Operand]) -> list[str]:
        self._spellings.prefer(results)
        return [self._operand(result) for result in results]

    def _return(self, results: list[str], region: Region, place: Place) -> None:
        text = ", ".join(results) or "()"
        fits = self._lines.room >= len(f"return {text}")
        title = f"return {text}" if fits else f"return ({text})"
        rows = self._lines.code(title)
        self._lines.pieces.append(Piece(rows, title, place, takes=region.results))

    # --- arguments ------------------------------------------------------------------------------

    def _operand(self, operand: Operand) -> str:
        if isinstance(operand, Value):
            return self._names.name_of(operand) if operand.dim is None else self._size(operand.dim)
        return literal_text(operand.value) if isinstance(operand, Literal) else self._size(operand)

    def _size(self, size: Size) -> str:
        return spelled(self._spellings.parts(size), self._names.name_of)

    def _compared(self, comparison: Comparison) -> str:
        left, right = self._size(comparison.left), self._size(comparison.right)
        return f'{left}, "{comparison.relation}", {right}'

    def _arguments(self, node: Node) -> list[str]:
        """In the order of the op's call; by keyword from the first attribute that has a default."""
        given = self._given(node)
        items = []
        if node.op.starred is not None:
            del given[node.op.operands[0]]
            items = [given.pop(name) for name in node.op.call[: node.op.starred]]
            items += map(self._operand, node.operands)
        order = dict.fromkeys((*node.op.call, *given))
        positional = not items
        for name in order:
            default = node.op.attributes.get(name, inspect.Parameter.empty)
            positional = positional and name in given and default is inspect.Parameter.empty
            if name in given:
                items.append(given[name] if positional else f"{name}={given[name]}")
        return items

    def _given(self, node: Node) -> dict[str, str]:
        """The text of every argument but the defaults, by name."""
        op = node.op
        texts = [self._operand(operand) for operand in node.operands]
        if op.variadic:
            texts = [tuple_text(texts)]
        given = dict(zip(op.given(node.attributes), texts, strict=False))
        for name, value in op.without_absent(node.attributes).items():
            text = attribute_text(value, self._size)
            if op.keyed and name == "key":
                text = f"g.s_[{spell_key(value, texts[len(op.operands) :])}]"
            default = op.attributes.get(name, inspect.Parameter.empty)
            if default is inspect.Parameter.empty or text != attribute_text(default, str):
                given[name] = text
        return given


def line_of(node: Node) -> tuple[str, int]:
    """The emitted line of a node."""
    return node.place.emitted, node.place.line


def last_positions(region: Region) -> dict[tuple[str, int], int]:
    """The number of the last node of each emitted line: what the line binds is its result."""
    return {line_of(node): position for position, node in enumerate(region.nodes)}


def wished_names(node: Node, is_last: bool) -> list[str]:
    """The names that the shown results should have, "" for any; a line's are its last node's."""
    shown = shown_results(node)
    targets = list(listing(node.place.emitted).names.get(node.place.line, ()))
    if not is_last:
        targets = [f"{target}_{node.op.name}" for target in targets[:1] if target]
    if len(targets) == 1 and len(shown) > 1:
        targets = [f"{targets[0]}_{number}" for number in range(len(shown))]
    if len(targets) != len(shown):
        targets = [""] * len(shown)
    return [_own_name(v) or target or v.hint for v, target in zip(shown, targets, strict=True)]


def _own_name(value: Value) -> str:
    """The hint, unless it only says which dim the value binds."""
    return "" if value.dim is not None and value.hint == str(value.dim) else value.hint
