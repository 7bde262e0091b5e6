"""Nodes that a kernel hands to Python: `print`, functions of `math`, calls of NumPy's libraries.

The values are those of the graph; text, results and errors are Python's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from dslc.ir.dims import Dim, symbols
from dslc.ir.execution import run_node
from dslc.ir.graph import Node, type_of
from dslc.ir.types import ScalarType, Type


def handler(handed: Sequence[Node]) -> Callable[..., tuple[Any, ...]]:
    """Runs the node of a number, on arrays, Python numbers and sizes; gives its results.

    Arrays that it gives are in C order. It raises what the node raises.
    """
    types = [[type_of(operand) for operand in node.operands] for node in handed]
    names = list(map(sizes_of, handed))

    def run(number: int, *values: Any) -> tuple[Any, ...]:
        node = handed[number]
        operands = list(map(_typed, values, types[number]))
        sizes = dict(zip(names[number], values[len(operands) :], strict=True))
        results = run_node(node, operands, sizes)[node.hidden :]
        return tuple(map(_in_order, results))

    return run


def sizes_of(node: Node) -> list[str]:
    """The names of the sizes in a node's attributes, in order."""
    return sorted({name for value in node.attributes.values() for name in _names(value)})


def _names(attribute: Any) -> Iterator[str]:
    if isinstance(attribute, tuple):
        for item in attribute:
            yield from _names(item)
    elif isinstance(attribute, Dim):
        yield from symbols(attribute)


def _in_order(value: Any) -> Any:
    return np.asarray(value, order="C") if isinstance(value, np.ndarray) else value


def _typed(value: Any, type_: Type) -> Any:
    """A number as a kernel gives it, as the value it is."""
    if isinstance(type_, ScalarType):
        return type_.dtype.type(value)
    return value
