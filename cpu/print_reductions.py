"""Reductions: `sum`, `mean`, `max`, `min`, `any`, `all`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dslc.ir.dims import Size, interval
from dslc.ir.graph import Node, type_of
from dslc.ir.types import TensorType, shape_of

from .lines import at
from .print_elements import converted
from .print_function import FunctionPrinter
from .print_types import element_text, type_text


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
    axes = node.attributes["axis"]
    if node.op.name in ("max", "min"):
        _refuse_empty(printer, node, axes)
    reduction = REDUCTIONS[node.op.name]
    target = element_text(node.results[0].type)
    name = _started(printer, node, reduction.start.format(type=target))
    shape = shape_of(type_of(operand))
    with printer.loops(shape) as indices:
        to = f"{name}{_kept(node, indices)}"
        element = converted(
            printer.element(operand, node, indices), element_text(type_of(operand)), target
        )
        printer.line(f"{to} = {reduction.step.format(result=to, element=element, type=target)};")


def _refuse_empty(printer: FunctionPrinter, node: Node, axes: Sequence[int]) -> None:
    shape = shape_of(type_of(node.operands[0]))
    unsure = [shape[axis] for axis in axes if (interval(shape[axis])[0] or 0) < 1]
    if unsure:
        condition = " || ".join(f"{printer.size(size)} == 0" for size in unsure)
        what = "maximum" if node.op.name == "max" else "minimum"
        message = f"zero-size array to reduction operation {what} which has no identity"
        printer.fail_if(condition, "{Kind::empty_reduction}", printer.point(node, message))


def print_sum(printer: FunctionPrinter, node: Node) -> None:
    """`sum`, `mean`: trailing axes, dense in memory, are added in pairs, others in order."""
    operand = node.operands[0]
    axes: tuple[int, ...] = node.attributes["axis"]
    target = element_text(node.results[0].type)
    shape = shape_of(type_of(operand))
    outer = len(shape)
    while outer and outer - 1 in axes:
        outer -= 1
    name = _started(printer, node, "0")
    with printer.loops(shape[:outer]) as indices:
        starts = [*indices, *["0"] * (len(shape) - outer)]
        to, first = _kept(node, starts), printer.element(operand, node, starts)
        if outer == len(shape):
            element = converted(first, element_text(type_of(operand)), target)
        else:
            element = f"np::sum<{target}>(&{first}, {_count(printer, shape[outer:])})"
        printer.line(f"{name}{to} += {element};")
    if node.op.name == "mean":
        _divide(printer, node, name, [shape[axis] for axis in axes])


def _divide(printer: FunctionPrinter, node: Node, name: str, sizes: Sequence[Size]) -> None:
    target = element_text(node.results[0].type)
    into = target if target in ("f32", "f64") else "f64"
    count = f"{into}({_count(printer, sizes)})"

    def quotient(value: str) -> str:
        return converted(f"{converted(value, target, into)} / {count}", into, target)

    type_ = node.results[0].type
    if isinstance(type_, TensorType):
        printer.fill(name, type_, lambda indices: quotient(f"{name}{at(indices)}"))
    else:
        printer.line(f"{name} = {quotient(name)};")


def _count(printer: FunctionPrinter, sizes: Sequence[Size]) -> str:
    total: Size = 1
    for size in sizes:
        total = total * size
    return printer.size(total)


def _started(printer: FunctionPrinter, node: Node, start: str) -> str:
    """The result's variable, every element set to the start."""
    result = node.results[0]
    if isinstance(result.type, TensorType):
        name = printer.empty(node, result)
        printer.fill(name, result.type, lambda indices: start)
        return name
    name = printer.new(node, result)
    printer.line(f"{type_text(result.type)} {name} = {start};")
    return name


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
