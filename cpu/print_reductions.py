"""Reductions over axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dslc.ir.cxx.lines import at
from dslc.ir.cxx.print_types import FLOATS, element_text, literal_text
from dslc.ir.dims import interval
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Node, type_of
from dslc.ir.ops.reduce import UFUNCS, nothing_to_start_with
from dslc.ir.types import TensorType, shape_of

from .print_elements import Read, converted, reader
from .print_function import FunctionPrinter


@dataclass(frozen=True, slots=True)
class Reduction:
    """What a reduction starts with and how it takes one more element, in C++ on the type {type}."""

    start: str
    step: str


REDUCTIONS = {
    "sum": Reduction("0", "{result} + {element}"),
    "mean": Reduction("0", "{result} + {element}"),
    "prod": Reduction("1", "{result} * {element}"),
    "max": Reduction("np::lowest<{type}>", "np::maximum<{type}>({result}, {element})"),
    "min": Reduction("np::highest<{type}>", "np::minimum<{type}>({result}, {element})"),
    "nanmax": Reduction("np::no_greatest<{type}>", "np::fmax<{type}>({result}, {element})"),
    "nanmin": Reduction("np::no_smallest<{type}>", "np::fmin<{type}>({result}, {element})"),
    "any": Reduction("false", "{result} || {element}"),
    "all": Reduction("true", "{result} && {element}"),
}


def print_reduction(printer: FunctionPrinter, node: Node) -> None:
    """All but `sum` and `mean`: one element after the other, those that take part."""
    operand = node.operands[0]
    if node.op.name in UFUNCS and node.attributes["initial"] is None:
        _refuse_empty(printer, node)
    reduction = REDUCTIONS[node.op.name]
    target = element_text(node.results[0].type)
    mask = _mask(printer, node)
    name = printer.started(node, _start(node))
    counts = _extents(printer, node)
    if _reduces_all(node) and mask is None and len(counts) > 1:
        type_ = type_of(operand)
        assert isinstance(type_, TensorType)
        counts = [printer.count(type_, printer.operand(operand, node))]
    with printer.loops(counts) as indices:
        to = f"{name}{_kept(node, indices)}"
        source = printer.element(operand, node, indices)
        element = converted(source, element_text(type_of(operand)), target)
        step = f"{to} = {reduction.step.format(result=to, element=element, type=target)};"
        printer.line(step if mask is None else f"if ({mask(indices)}) {step}")


def _start(node: Node) -> str:
    """What the result is before it takes an element."""
    initial = node.attributes.get("initial")
    target = element_text(node.results[0].type)
    if initial is None:
        return REDUCTIONS[node.op.name].start.format(type=target)
    return literal_text(initial, target)


def _mask(printer: FunctionPrinter, node: Node) -> Read | None:
    """Whether an element of the first operand takes part; None where all do."""
    if len(node.operands) == 1:
        return None
    return reader(printer, node, node.operands[1], "bool", shape_of(type_of(node.operands[0])))


def _refuse_empty(printer: FunctionPrinter, node: Node) -> None:
    shape, extents = shape_of(type_of(node.operands[0])), _extents(printer, node)
    unsure = [axis for axis in node.attributes["axis"] if (interval(shape[axis])[0] or 0) < 1]
    if unsure:
        condition = " || ".join(f"{extents[axis]} == 0" for axis in unsure)
        if _reduces_all(node) and len(unsure) > 1:
            condition = f"{printer.operand(node.operands[0], node)}.size() == 0"
        message = nothing_to_start_with(node.op.name)
        printer.fail_if(condition, "{Kind::empty_reduction}", printer.point(node, message))


def print_sum(printer: FunctionPrinter, node: Node) -> None:
    """`sum`, `mean`: trailing axes, dense in memory, are added in pairs, others in order."""
    operand, *mask = node.operands
    if mask:
        print_reduction(printer, node)
        if node.op.name == "mean":
            _divide(printer, node, _count(printer, node))
        return
    extents = _extents(printer, node)
    if _reduces_all(node):
        _print_total(printer, node, extents)
        return
    outer = len(extents)
    while outer and outer - 1 in node.attributes["axis"]:
        outer -= 1
    target = element_text(node.results[0].type)
    name = printer.started(node, _start(node))
    with printer.loops(extents[:outer], long=True) as indices:
        starts = [*indices, *["0"] * (len(extents) - outer)]
        element = printer.element(operand, node, starts)
        to = f"{name}{_kept(node, starts)}"
        if outer < len(extents):
            total = f"np::sum<{target}>(&{element}, {_product(extents[outer:])}, {to})"
            printer.line(f"{to} = {total};")
        else:
            printer.line(f"{to} += {converted(element, element_text(type_of(operand)), target)};")
    if node.op.name == "mean":
        count = _product([extents[axis] for axis in node.attributes["axis"]])
        _divide(printer, node, lambda indices: count)


def _print_total(printer: FunctionPrinter, node: Node, extents: Sequence[str]) -> None:
    """The sum or mean of all elements of an array."""
    target = element_text(node.results[0].type)
    array, start = printer.operand(node.operands[0], node), _start(node)
    given = "" if start == literal_text(0, target) or node.op.name == "mean" else f", {start}"
    total = f"np::sum<{target}>({array}.data, {_product(extents)}{given})"
    if node.op.name == "mean":
        total = _quotient(total, target, _product(extents))
    printer.define(node, total)


def _count(printer: FunctionPrinter, node: Node) -> Read:
    """How many elements take part in each element of the result."""
    result, mask = node.results[0].type, _mask(printer, node)
    assert mask is not None
    name = printer.variables.new("count")
    if isinstance(result, TensorType):
        type_ = replace(result, dtype=BY_NAME["i64"])
        made = f"np::empty_like<i64>(Spot(), {printer.names[node.results[0]]})"
        printer.declare(type_, name, printer.checked(made, node))
        printer.fill(name, type_, lambda indices: "0")
    else:
        printer.line(f"i64 {name} = 0;")
    with printer.loops(_extents(printer, node)) as indices:
        printer.line(f"{name}{_kept(node, indices)} += {mask(indices)};")
    return lambda indices: f"{name}{at(indices)}" if isinstance(result, TensorType) else name


def _divide(printer: FunctionPrinter, node: Node, count: Read) -> None:
    """Every sum by how many elements it has."""
    type_ = node.results[0].type
    target = element_text(type_)
    name = printer.names[node.results[0]]
    if isinstance(type_, TensorType):
        read = f"{name}{{}}".format
        printer.fill(
            name, type_, lambda indices: _quotient(read(at(indices)), target, count(indices))
        )
    else:
        printer.assign(name, _quotient(name, target, count([])))


def _quotient(total: str, target: str, count: str) -> str:
    """A sum by a number of elements; NumPy divides integers as f64."""
    into = target if target in (*FLOATS, "c64", "c128") else "f64"
    return converted(f"{converted(total, target, into)} / {into}({count})", into, target)


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
