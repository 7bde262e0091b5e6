"""`conv` and `pool`: calls of the templates in `rt/windows.h`."""

from __future__ import annotations

from dslc.ir.graph import Node

from .print_function import FunctionPrinter


def print_conv(printer: FunctionPrinter, node: Node) -> None:
    """`conv`: for every place of the window, rows of products are added to rows of the result."""
    x, weight = (printer.operand(operand, node) for operand in node.operands)
    name = printer.empty(node, node.results[0], novel=True)
    groups = node.attributes["groups"]
    printer.line(f"np::convolve({axes_text(node)}, {groups}, {x}, {weight}, {name});")


def print_pool(printer: FunctionPrinter, node: Node) -> None:
    """`pool`: for every place of the window, rows are combined with rows of the result."""
    x = printer.operand(node.operands[0], node)
    name = printer.empty(node, node.results[0], novel=True)
    window = ", ".join(map(str, node.attributes["window"]))
    kind = node.attributes["kind"]
    printer.line(f"np::{kind}_pool({axes_text(node)}, {{{window}}}, {x}, {name});")


def axes_text(node: Node) -> str:
    """What `rt/windows.h` knows of each axis."""
    given = node.attributes
    before = [first for first, _ in given["padding"]]
    stretch = given.get("stretch", (1,) * len(before))
    axes = zip(given["stride"], before, given["dilation"], stretch, strict=True)
    return f"{{{', '.join(f'{{{a}, {b}, {c}, {d}}}' for a, b, c, d in axes)}}}"
