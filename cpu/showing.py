"""What a kernel prints: its numbers and arrays as the values of the graph, shown by Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dslc.ir.execution import run_node
from dslc.ir.graph import Node, type_of
from dslc.ir.types import ScalarType, Type


def shower(prints: Sequence[Node]) -> Callable[..., None]:
    """Runs the node of a number that prints, on arrays and Python numbers.

    It raises what the node raises.
    """
    types = [[type_of(operand) for operand in node.operands] for node in prints]

    def show(number: int, *values: Any) -> None:
        operands = list(map(_typed, values, types[number]))
        run_node(prints[number], operands, {})

    return show


def _typed(value: Any, type_: Type) -> Any:
    """A number as a kernel gives it, as the value it is."""
    if isinstance(type_, ScalarType):
        return type_.dtype.type(value)
    return value
