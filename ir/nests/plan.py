"""The text of what runs a graph: nests, other nodes and control flow, and what each waits for.

    relax(x: f32[n], most: int is most_n in 0..9) in samples/relax.py:
        sizes n, most_n in 0..9
        requires n >= 2
        # samples/relax.py:12  top = x.max()
        1: y, top = nest(x)
            (x: f32[n]) -> (y: f32[n], top: f32)
            for i0 < n:
                ...
        2: (z_n: int is z_n), z: f32[z_n] = index(y, mask, key="_")
        3 after 1, 2: w: f32[n] = for(0, most, 1, y)
            body(i: int is i in 0..8, v: f32[n]):
                1: ...
                return u
        return w
        update x = y

Graphs that it calls come first; the nodes of a graph have one count. A result stands with its type,
but for those of a nest, whose text has them; the first results, in brackets, bind sizes that only
the run knows. An integer that sizes something `is` a symbol, with bounds where they are not those
of a size. `size(n + 1)` is a size as an integer. `always` says what each trip of a loop keeps true
of such symbols. `parse_plan` reads all of it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from dslc.ir.comparison import Comparison
from dslc.ir.dims import LARGEST, Dim, interval
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value
from dslc.ir.place import Place
from dslc.ir.print_literals import attribute_text, literal_text
from dslc.ir.print_scopes import identifier, numbered
from dslc.ir.structure import hidden_results, shown_results
from dslc.ir.types import ScalarType, Type
from dslc.ir.value_names import value_names, wished_name

from .dependences import dependences
from .node import NEST
from .print import print_nest

INDENT = "    "
UNSET = "unset"

OF_LOOPS = {"exits": False, "invariants": ()}
"""The attributes of a loop, which its op does not declare."""


def print_plan(graph: Graph) -> str:
    """The plan of a graph of nests, and before it those of the graphs that it calls."""
    titles: dict[int, str] = {}
    for each in (graph, *reversed(graph.callees())):
        titles[id(each)] = numbered(identifier(each.name), lambda name: name in titles.values())
    graphs = (*graph.callees(), graph)
    return "\n".join(line for each in graphs for line in _Text(each, titles).lines())


class _Text:
    """Writes the nodes of a graph, numbered as they stand; each value has a name of its own."""

    def __init__(self, graph: Graph, titles: dict[int, str]) -> None:
        self._graph = graph
        self._titles = titles
        self._wished = value_names(graph)
        self._names: dict[Value, str] = {}
        self._taken = {UNSET}
        self._numbers = count(1)

    def lines(self) -> Iterator[str]:
        """The lines of the graph, and an empty one."""
        graph = self._graph
        source = f" in {graph.source}" if graph.source else ""
        given = ", ".join(self._declared(value) for value in graph.parameters)
        yield f"{self._titles[id(graph)]}({given}){source}:"
        if graph.symbols:
            sizes = (f"{name}{_bounds(dim)}" for name, dim in graph.symbols.items())
            yield f"{INDENT}sizes {', '.join(sizes)}"
        place = Place()
        for require in graph.requires:
            yield from self._statement(require.place, place, INDENT)
            place = require.place
            yield f"{INDENT}requires {require.comparison}"
        yield from self._nodes(graph.body, place, INDENT)
        yield f"{INDENT}{self._return(graph.returned)}"
        for value, operand in graph.updated:
            yield f"{INDENT}update {self._name(value)} = {self._operand(operand)}"
        yield ""

    def _statement(self, place: Place, before: Place, indent: str) -> Iterator[str]:
        """The statement of the source, where it is another one than before."""
        if place.text and _line(place) != _line(before):
            yield f"{indent}# {place.file}:{place.source_line}  {place.text}"

    def _nodes(self, region: Region, place: Place, indent: str) -> Iterator[str]:
        numbers: list[int] = []
        for node, waits in zip(region.nodes, dependences(region.nodes), strict=True):
            numbers.append(next(self._numbers))
            yield from self._statement(node.place, place, indent)
            place = node.place if node.place.text else place
            after = f" after {', '.join(str(numbers[n]) for n in waits)}" if waits else ""
            yield f"{indent}{numbers[-1]}{after}: {self._node(node)}"
            if node.op is NEST:
                lines = print_nest(node.attributes["nest"]).split("\n")
                yield from (f"{indent}{INDENT}{line}" for line in lines)
            always = [Comparison(*each) for each in node.attributes.get("invariants", ())]
            for inner in node.regions:
                yield from self._region(inner, always, place, indent + INDENT)
                always = []

    def _region(
        self, region: Region, always: Iterable[Comparison], place: Place, indent: str
    ) -> Iterator[str]:
        given = ", ".join(self._declared(value) for value in region.parameters)
        yield f"{indent}{region.name or 'body'}({given}):"
        yield from (f"{indent}{INDENT}always {each}" for each in always)
        yield from self._nodes(region, place, indent + INDENT)
        yield f"{indent}{INDENT}{self._return(region.results)}"

    def _return(self, results: Sequence[Operand]) -> str:
        return f"return {', '.join(map(self._operand, results))}".rstrip()

    # --- nodes ------------------------------------------------------------------------------------

    def _node(self, node: Node) -> str:
        given = [self._operand(operand) for operand in node.operands]
        call = f"{node.op.name}({', '.join([*self._callee(node), *given, *_attributes(node)])})"
        if node.op is NEST:
            results = node.results[: len(node.attributes["nest"].results)]
            self._wished |= {value: wished_name(node, value) for value in results}
            made = [self._name(value) for value in results]
        else:
            for value in shown_results(node):
                self._wished.setdefault(value, wished_name(node, value))
            hidden = [self._declared(value) for value in hidden_results(node)]
            made = [f"({', '.join(hidden)})"] if hidden else []
            made += [self._declared(value) for value in shown_results(node)]
        return f"{', '.join(made)} = {call}" if made else call

    def _callee(self, node: Node) -> list[str]:
        callee = node.attributes.get("callee")
        return [self._titles[id(callee)]] if isinstance(callee, Graph) else []

    def _operand(self, operand: Operand) -> str:
        if isinstance(operand, Value):
            return self._name(operand)
        if isinstance(operand, Literal):
            return UNSET if operand.value is None else literal_text(operand.value)
        return f"size({operand})"

    def _declared(self, value: Value) -> str:
        bound = "" if value.dim is None else f" is {value.dim}{_bounds(value.dim)}"
        return f"{self._name(value)}: {_type_text(value.type)}{bound}"

    def _name(self, value: Value) -> str:
        if value not in self._names:
            wished = identifier(self._wished.get(value) or value.hint)
            self._names[value] = numbered(wished, self._taken.__contains__)
            self._taken.add(self._names[value])
        return self._names[value]


def _line(place: Place) -> tuple[str, int, str]:
    return place.file, place.source_line, place.text


def _bounds(dim: Dim) -> str:
    low, high = interval(dim)
    if (low, high) == (0, LARGEST):
        return ""
    return f" in {'' if low is None else low}..{'' if high is None else high}"


def _type_text(type_: Type) -> str:
    number = type_.number if isinstance(type_, ScalarType) else None
    return f"{type_} or {number}" if number else str(type_)


def _attributes(node: Node) -> Iterator[str]:
    """Those that are not the op's own; what a nest or a region says stands in its lines."""
    if node.op.name == "call":
        for name, size in node.attributes["dims"].items():
            yield f"{name}={_attribute_text(size)}"
        return
    defaults = OF_LOOPS | node.op.attributes
    for name in (*node.op.optional, *defaults):
        if name not in node.attributes or name in ("nest", "invariants"):
            continue
        text = _attribute_text(node.attributes[name])
        if name in node.op.optional or text != _attribute_text(defaults[name]):
            yield f"{name}={text}"


def _attribute_text(value: object) -> str:
    return attribute_text(value, lambda size: f"size({size})")
