"""The test of a `while` as one expression, where it is short and cannot fail."""

from __future__ import annotations

from dslc.ir.cxx.forms import is_elementwise
from dslc.ir.cxx.print_types import element_text
from dslc.ir.graph import Node, Region
from dslc.ir.types import TensorType

from .print_elements import element
from .print_function import FunctionPrinter

MOST_NODES = 5

NARROW = ("i8", "i16", "u8", "u16")
"""Types whose arithmetic is that of `int` in C++, and wraps only where it is stored."""


def inlined(printer: FunctionPrinter, node: Node, region: Region) -> str | None:
    """The truth of a test as an expression; None where it needs statements of its own."""
    reads = [o for inner in region.nodes for o in inner.operands] + list(region.results)
    if len(region.nodes) > MOST_NODES or any(
        not is_elementwise(inner)
        or isinstance(inner.results[0].type, TensorType)
        or reads.count(inner.results[0]) != 1
        for inner in region.nodes
    ):
        return None
    with printer.captured() as lines:
        for inner in region.nodes:
            text = element(printer, inner)([])
            if (type_ := element_text(inner.results[0].type)) in NARROW:
                text = f"{type_}({text})"
            printer.bind(inner.results[0], text)
        truth = printer.truth(region.results[0], node)
    failing = lines or "TRY(" in truth
    return None if failing else truth
