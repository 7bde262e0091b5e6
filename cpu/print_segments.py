"""Reductions over segments, and what stands beside them: calls of `rt/segments.h`."""

from __future__ import annotations

from dslc.ir.cxx.print_types import element_text, literal_text
from dslc.ir.graph import Node
from dslc.ir.ops.segments import WRONG_OFFSETS

from .print_function import FunctionPrinter


def print_segments(printer: FunctionPrinter, node: Node) -> None:
    """`segment_sum`, `segment_repeat`, `segment_softmax`: one loop over the segments."""
    values, offsets = _operands(printer, node)
    element = element_text(node.results[0].type)
    name = printer.empty(node, node.results[0])
    of_sum = f"<{element}>" if node.op.name == "segment_sum" else ""
    printer.line(f"np::{node.op.name}{of_sum}({values}, {offsets}, {name});")


def print_segment_best(printer: FunctionPrinter, node: Node) -> None:
    """`segment_max`, `segment_min`."""
    values, offsets = _operands(printer, node)
    element, initial = element_text(node.results[0].type), node.attributes["initial"]
    which = "maximum" if node.op.name == "segment_max" else "minimum"
    if initial is None:
        message = f"zero-size array to reduction operation {which} which has no identity"
        empty = f"np::has_empty_segment({offsets}) && np::row_size({values}) > 0"
        printer.fail_if(empty, "{Kind::empty_reduction}", printer.point(node, message))
    begins = f"false, {element}()" if initial is None else f"true, {_start(initial, element)}"
    name = printer.empty(node, node.results[0])
    better = f"[]({element} a, {element} b) {{ return np::{which}<{element}>(a, b); }}"
    printer.line(f"np::segment_best({values}, {offsets}, {name}, {begins}, {better});")


def print_divided(printer: FunctionPrinter, node: Node) -> None:
    """`divided`: the offsets of segments before the loops over these."""
    offsets = printer.operand(node.operands[0], node)
    _check_offsets(printer, node, offsets, printer.size(node.attributes["size"]))
    message = node.attributes["message"]
    if message:
        sizes = node.attributes["unless"]
        some = [f"{printer.size(each)} != 0" for each in sizes if not isinstance(each, int)]
        empty = " && ".join([*some, f"np::has_empty_segment({offsets})"])
        if 0 not in sizes:
            printer.fail_if(empty, "{Kind::empty_reduction}", printer.point(node, message))


def _start(initial: float, element: str) -> str:
    return literal_text(initial, element)


def _operands(printer: FunctionPrinter, node: Node) -> tuple[str, str]:
    """The values and the offsets, which are looked at first."""
    values, offsets = (printer.operand(operand, node) for operand in node.operands)
    total = f"{values}.shape[0]"
    if "size" in node.attributes:
        total = printer.size(node.attributes["size"])
    _check_offsets(printer, node, offsets, total)
    return values, offsets


def _check_offsets(printer: FunctionPrinter, node: Node, offsets: str, total: str) -> None:
    wrong = f"!np::are_offsets({offsets}, {total})"
    printer.fail_if(wrong, "{Kind::empty_reduction}", printer.point(node, WRONG_OFFSETS))
