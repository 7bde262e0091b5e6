"""Where the sizes come from that a graph makes by itself, in the words of the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .dims import Dim
from .graph import Graph, Literal, Node, Operand, Value
from .structure import hidden_results, shown_results
from .value_names import result_names, value_names

_INFIX = {
    "add": ("+", 1),
    "subtract": ("-", 1),
    "multiply": ("*", 2),
    "floor_divide": ("//", 2),
    "remainder": ("%", 2),
}
"""The operators of integers, and how tightly they bind."""


def made_origins(graph: Graph, names: set[str]) -> dict[str, str]:
    """What symbols of these names are that no argument binds: "`k_n` is `m // heads`".

    An integer of the run is told as the source computes it, any other as an axis of what has it.
    """
    texts = _Texts(graph)
    found: dict[str, str] = {}
    for name, text in _origins(graph, texts):
        if name in names:
            found.setdefault(name, text)
    return found


def _origins(graph: Graph, texts: _Texts) -> Iterator[tuple[str, str]]:
    for node in graph.walk():
        if node.op.name == "as_dim":
            (value,) = node.results
            yield str(value.dim), f"`{texts.of(node.operands[0])}`"
            continue
        hidden = {str(value.dim) for value in hidden_results(node)}
        yield from _axes(hidden, zip(result_names(node), shown_results(node), strict=True))
        for region in node.regions:
            bound = {str(value.dim) for value in region.parameters if value.dim is not None}
            yield from _axes(bound, ((value.hint, value) for value in region.parameters))


def _axes(names: set[str], values: Iterator[tuple[str, Value]]) -> Iterator[tuple[str, str]]:
    """The axes of named values that these symbols are."""
    for name, value in values:
        if value.dim is not None and str(value.dim) in names:
            yield str(value.dim), f"`{name}`"
        for axis, size in enumerate(value.shape):
            if isinstance(size, Dim) and str(size) in names and name:
                yield str(size), f"axis {axis} of `{name}`"


class _Texts:
    """Integers of a graph as the source writes them."""

    def __init__(self, graph: Graph) -> None:
        self._names = value_names(graph)
        self._nodes: Mapping[Value, Node] = {
            result: node for node in graph.walk() for result in node.results
        }

    def of(self, operand: Operand, tight: int = 0) -> str:
        """The text of an integer; in parentheses where it binds less tightly."""
        if isinstance(operand, Literal):
            return repr(operand.value)
        if not isinstance(operand, Value):
            return f"({operand})" if tight and " " in str(operand) else str(operand)
        node = self._nodes.get(operand)
        name = self._names.get(operand, "")
        if node is None or (name and not _is_temporary(name, node)):
            return name
        text = self._computed(node)
        return f"({text})" if _INFIX.get(node.op.name, ("", 3))[1] < tight else text

    def _computed(self, node: Node) -> str:
        if node.op.name in _INFIX:
            symbol, own = _INFIX[node.op.name]
            left, right = node.operands
            return f"{self.of(left, own)} {symbol} {self.of(right, own + 1)}"
        if node.op.name == "cast":
            return f"int({self.of(node.operands[0])})"
        operands = ", ".join(self.of(operand) for operand in node.operands)
        return f"{node.op.method}({operands})"


def _is_temporary(name: str, node: Node) -> bool:
    """Whether a name was made for a step on the way: `y_floor_divide`, `y_add_2`."""
    return f"_{node.op.name}" in name
