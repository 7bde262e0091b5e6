"""Reductions: `sum`, `mean`, `max`, `min`, `any`, `all`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dslc.ir.dims import interval
from dslc.ir.graph import Node, type_of
from dslc.ir.types import TensorType, shape_of

from .lines import at
from .print_elements import converted
from .print_function import FunctionPrinter
from .print_types import element_text


@dataclass(frozen=True, slots=True)
class Reduction:
    """What a reduction starts with and how it takes one more element, in C++ on the type {type}."""

    start: str
    step: str


REDUCTIONS = {
    "max": Reduction("np::lowest<{type}>", "np::maximum<{type}>({result}, {element})"),
    "min": Reduction("np::highest<{type}>", "np::minimum<{type}>({result}, {element})"),
    "any": Reduction("false", "{result} || {element}"),
    "all": Reduction("true", "{result} && {element}"),
}


def print_reduction(printer: FunctionPrinter, node: Node) -> None:
    """`max`, `min`, `any`, `all`: one element after the other."""
    operand = node.operands[0]
    if node.op.name in ("max", "min"):
        _refuse_empty(printer, node)
    reduction = REDUCTIONS[node.op.name]
    target = element_text(node.results[0].type)
    name = printer.started(node, reduction.start.format(type=target))
    counts = _extents(printer, node)
    if _reduces_all(node):
        counts = [f"{printer.operand(operand, node)}.size()"] if len(counts) > 1 else counts
    with printer.loops(counts) as indices:
        to = f"{name}{_kept(node, indices)}"
        source = printer.element(operand, node, indices)
        element = converted(source, element_text(type_of(operand)), target)
        printer.line(f"{to} = {reduction.step.format(result=to, element=element, type=target)};")


def _refuse_empty(printer: FunctionPrinter, node: Node) -> None:
    shape, extents = shape_of(type_of(node.operands[0])), _extents(printer, node)
    unsure = [axis for axis in node.attributes["axis"] if (interval(shape[axis])[0] or 0) < 1]
    if unsure:
        condition = " || ".join(f"{extents[axis]} == 0" for axis in unsure)
        if _reduces_all(node) and len(unsure) > 1:
            condition = f"{printer.operand(node.operands[0], node)}.size() == 0"
        what = "maximum" if node.op.name == "max" else "minimum"
        message = f"zero-size array to reduction operation {what} which has no identity"
        printer.fail_if(condition, "{Kind::empty_reduction}", printer.point(node, message))


def print_sum(printer: FunctionPrinter, node: Node) -> None:
    """`sum`, `mean`: trailing axes, dense in memory, are added in pairs, others in order."""
    operand = node.operands[0]
    target = element_text(node.results[0].type)
    extents = _extents(printer, node)
    if _reduces_all(node):
        array = printer.operand(operand, node)
        total = f"np::sum<{target}>({array}.data, {_product(extents)})"
        mean = node.op.name == "mean"
        printer.define(node, _quotient(total, target, extents) if mean else total)
        return
    outer = len(extents)
    while outer and outer - 1 in node.attributes["axis"]:
        outer -= 1
    name = printer.started(node, "0")
    with printer.loops(extents[:outer]) as indices:
        starts = [*indices, *["0"] * (len(extents) - outer)]
        element = printer.element(operand, node, starts)
        if outer < len(extents):
            element = f"np::sum<{target}>(&{element}, {_product(extents[outer:])})"
        else:
            element = converted(element, element_text(type_of(operand)), target)
        printer.line(f"{name}{_kept(node, starts)} += {element};")
    if node.op.name == "mean":
        _divide(printer, node, name, [extents[axis] for axis in node.attributes["axis"]])


def _divide(printer: FunctionPrinter, node: Node, name: str, extents: Sequence[str]) -> None:
    """Every sum by how many elements it has."""
    type_ = node.results[0].type
    target = element_text(type_)
    if isinstance(type_, TensorType):
        read = f"{name}{{}}".format
        printer.fill(name, type_, lambda indices: _quotient(read(at(indices)), target, extents))
    else:
        printer.assign(name, _quotient(name, target, extents))


def _quotient(total: str, target: str, extents: Sequence[str]) -> str:
    """A sum by a number of elements; NumPy divides integers as f64."""
    into = target if target in ("f32", "f64") else "f64"
    return converted(
        f"{converted(total, target, into)} / {into}({_product(extents)})", into, target
    )


def _extents(printer: FunctionPrinter, node: Node) -> list[str]:
    operand = node.operands[0]
    return printer.extents(shape_of(type_of(operand)), printer.operand(operand, node))


def _product(extents: Sequence[str]) -> str:
    return " * ".join(extents) or "1"


def _reduces_all(node: Node) -> bool:
    """Whether an array becomes one number."""
    operand = type_of(node.operands[0])
    return isinstance(operand, TensorType) and not isinstance(node.results[0].type, TensorType)


def _kept(node: Node, indices: Sequence[str]) -> str:
    """The index of the result's element that an operand's element goes to."""
    if not isinstance(node.results[0].type, TensorType):
        return ""
    axes, keepdims = node.attributes["axis"], node.attributes["keepdims"]
    kept = [
        "0" if axis in axes else index
        for axis, index in enumerate(indices)
        if keepdims or axis not in axes
    ]
    return at(kept)
