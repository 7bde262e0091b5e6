"""Nodes that a kernel hands to Python: `print`, and functions of `math`.

The values are those of the graph; text, results and errors are Python's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dslc.ir.execution import run_node
from dslc.ir.graph import Node, type_of
from dslc.ir.types import ScalarType, Type


def handler(handed: Sequence[Node]) -> Callable[..., tuple[Any, ...]]:
    """Runs the node of a number, on arrays and Python numbers; gives its results.

    It raises what the node raises.
    """
    types = [[type_of(operand) for operand in node.operands] for node in handed]

    def run(number: int, *values: Any) -> tuple[Any, ...]:
        operands = list(map(_typed, values, types[number]))
        return tuple(run_node(handed[number], operands, {}))

    return run


def _typed(value: Any, type_: Type) -> Any:
    """A number as a kernel gives it, as the value it is."""
    if isinstance(type_, ScalarType):
        return type_.dtype.type(value)
    return value
