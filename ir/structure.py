"""What a structured node hides and what its text shows, by the table in `graph.Node`.

Hidden operands, parameters and results bind dims. The builder finds them again, so the text leaves
them out.
"""

from __future__ import annotations

from .dims import Dim
from .graph import Node, Operand, Region, Value

STRUCTURED = ("if", "while", "for", "call")
"""The ops whose nodes have regions or a callee."""

_LEADING = {"if": 1, "for": 3}
"""How many operands stand before the hidden ones: the test, the range."""


def leading_operands(node: Node) -> tuple[Operand, ...]:
    """The test of an `if`, the range of a `for`."""
    return node.operands[: _LEADING.get(node.op.name, 0)]


def hidden_operands(node: Node) -> tuple[Operand, ...]:
    """The sizes a loop starts with."""
    start = len(leading_operands(node))
    return node.operands[start : start + node.hidden] if is_loop(node) else ()


def carried_operands(node: Node) -> tuple[Operand, ...]:
    """What an `if` or a loop is given to carry."""
    return node.operands[len(leading_operands(node)) + len(hidden_operands(node)) :]


def hidden_results(node: Node) -> tuple[Value, ...]:
    """The results that bind dims."""
    return node.results[: node.hidden]


def after_loop(node: Node, region: Region) -> dict[str, Dim]:
    """What the symbols that a region of a loop carries are after it, by name."""
    dims = zip(hidden_parameters(node, region), hidden_results(node), strict=True)
    return {str(inner.dim): outer.dim for inner, outer in dims if outer.dim is not None}


def shown_results(node: Node) -> tuple[Value, ...]:
    """The results that the text names."""
    return node.results[node.hidden :]


def index_parameter(node: Node, region: Region) -> tuple[Value, ...]:
    """The index of a `for`."""
    return tuple(region.parameters[: node.op.name == "for"])


def hidden_parameters(node: Node, region: Region) -> tuple[Value, ...]:
    """The parameters of a loop's region that bind dims."""
    start = len(index_parameter(node, region))
    return tuple(region.parameters[start : start + len(hidden_operands(node))])


def carried_parameters(node: Node, region: Region) -> tuple[Value, ...]:
    """The parameters of a region that stand for what is carried."""
    return tuple(region.parameters[node.op.name == "for" :][len(hidden_operands(node)) :])


def shown_parameters(node: Node, region: Region) -> tuple[Value, ...]:
    """The parameters that the text names: the index, what is carried."""
    return index_parameter(node, region) + carried_parameters(node, region)


def is_test(node: Node, region: Region) -> bool:
    """Whether a region is the test of a `while`: it returns one truth value and nothing carried."""
    return node.op.name == "while" and region is node.regions[0]


def hidden_region_results(node: Node, region: Region) -> tuple[Operand, ...]:
    """The sizes that a region ends with."""
    return () if is_test(node, region) else region.results[: node.hidden]


def shown_region_results(node: Node, region: Region) -> tuple[Operand, ...]:
    """What the text of a region returns."""
    return region.results[len(hidden_region_results(node, region)) :]


def is_loop(node: Node) -> bool:
    """Whether a node is a `while` or a `for`."""
    return node.op.name in ("while", "for")


def has_exits(node: Node) -> bool:
    """Whether a node is a loop whose body ends with an exit code."""
    return is_loop(node) and bool(node.attributes["exits"])
