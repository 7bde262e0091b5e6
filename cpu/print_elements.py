"""Elementwise nodes: one expression for a number, one loop nest for an array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from dslc.ir.cxx.forms import form_of
from dslc.ir.cxx.lines import at, operand_text
from dslc.ir.cxx.print_types import FLOATS, element_text, literal_text
from dslc.ir.dims import Dim, Size
from dslc.ir.graph import Literal, Node, Operand, Value, type_of
from dslc.ir.types import NumberType, TensorType, shape_of

from .print_function import FunctionPrinter

Read: TypeAlias = Callable[[Sequence[str]], str]
"""The text of an element at the indices of a loop nest; one index alone counts in C order."""


def print_elementwise(printer: FunctionPrinter, node: Node) -> None:
    """Print a node that computes every element of its result from one element of each operand."""
    result = node.results[0]
    read = element(printer, node)
    if not isinstance(result.type, TensorType):
        printer.define(node, read([]))
        return
    name = printer.empty(node, result)
    if is_flat(node):
        printer.fill(name, result.type, read)
    else:
        with printer.loops(printer.extents(result.type.shape, name)) as indices:
            printer.line(f"{name}{at(indices)} = {read(indices)};")


def print_cast(printer: FunctionPrinter, node: Node) -> None:
    """Print `cast`; a number must fit the integer that it becomes."""
    operand, result = node.operands[0], node.results[0].type
    source, target = element_text(type_of(operand)), element_text(result)
    if isinstance(result, NumberType) and target == "i64" and source in (*FLOATS, "u64"):
        wide = converted(
            printer.element(operand, node), source, "u64" if source == "u64" else "f64"
        )
        printer.define(node, printer.checked(f"py::integer({wide})", node))
    elif (
        isinstance(type_of(operand), NumberType)
        and source != "bool"
        and not isinstance(result, NumberType)
        and is_integer(target)
    ):
        printer.define(node, weak(printer, node, operand, target))
    else:
        print_elementwise(printer, node)


def is_flat(node: Node) -> bool:
    """Whether all arrays have the shape of the result, so that one loop reaches all elements."""
    result = node.results[0].type
    assert isinstance(result, TensorType)
    return all(
        type_.rank == result.rank
        and not any(_broadcast(a, b) for a, b in zip(type_.shape, result.shape, strict=True))
        for type_ in map(type_of, node.operands)
        if isinstance(type_, TensorType) and type_.rank
    )


def _broadcast(own: int | Dim, full: int | Dim) -> bool:
    """Whether an axis is repeated: only a literal 1 is."""
    return own == 1 and full != 1


def element(printer: FunctionPrinter, node: Node) -> Read:
    """The text of an element of the result; what all elements share is printed first."""
    types = [type_of(operand) for operand in node.operands]
    form = form_of(node.op.name, types, node.results[0].type, node.attributes)
    reads = [
        reader(printer, node, o, into) for o, into in zip(node.operands, form.into, strict=True)
    ]

    def text(indices: Sequence[str]) -> str:
        operands = [operand_text(read(indices)) for read in reads]
        if form.fails and all(map(_is_literal, operands)):
            # Literals alone do not choose an overload.
            operands[0] = f"{form.into[0]}({operands[0]})"
        expression = form.text.format(*operands)
        return printer.checked(expression, node) if form.fails else expression

    return text


def _is_literal(text: str) -> bool:
    """Whether an operand is a literal; a variable of the graph may be printed as one too."""
    return text.lstrip("(-")[0].isdigit()


def reader(
    printer: FunctionPrinter,
    node: Node,
    operand: Operand,
    target: str,
    shape: tuple[Size, ...] | None = None,
) -> Read:
    """How an operand's element is read as a value of C++ type `target`; "" is its own.

    The indices are those of the result, or of an array of this shape.
    """
    type_ = type_of(operand)
    full = shape_of(node.results[0].type) if shape is None else shape
    source = element_text(type_)
    if isinstance(type_, TensorType):
        name = printer.operand(operand, node)
        return lambda indices: converted(f"{name}{_aligned(indices, type_, full)}", source, target)
    if isinstance(type_, NumberType) and source == "i64" and target in _INTEGERS:
        adapt = wrapped if node.op.name == "where" else weak
        number = adapt(printer, node, operand, target)
        return lambda indices: number
    if isinstance(operand, Literal) and operand.value is not None:
        literal = literal_text(operand.value, target or source)
        return lambda indices: literal
    text = operand_text(printer.operand(operand, node))
    if isinstance(type_, NumberType) and source == "i64" and target in BY_WAY_OF_F64:
        source, text = "f64", f"f64({text})"
    number = converted(text, source, target)
    return lambda indices: number


BY_WAY_OF_F64 = ("f16", "bf16", "f32", "c64")
"""What Python's integers become by way of f64."""


def _aligned(indices: Sequence[str], type_: TensorType, full: tuple[Size, ...]) -> str:
    """The index of an operand that is broadcast: leading axes left out, 0 where its size is 1."""
    if not full or len(indices) != len(full) or not type_.rank:
        return at(indices[: type_.rank])
    missing = len(full) - type_.rank
    axes = zip(indices[missing:], type_.shape, full[missing:], strict=True)
    return at(["0" if _broadcast(own, size) else index for index, own, size in axes])


_INTEGERS = {
    f"{kind}{bits}": f"{numpy}{bits}"
    for kind, numpy in (("i", "int"), ("u", "uint"))
    for bits in (8, 16, 32, 64)
}
"""The C++ integers, with NumPy's names."""


def weak(printer: FunctionPrinter, node: Node, operand: Operand, target: str) -> str:
    """A number as a NumPy integer, which it must fit, even where there are no elements."""
    if isinstance(operand, Literal) and isinstance(operand.value, int):
        limits = np.iinfo(_INTEGERS[target])
        if limits.min <= operand.value <= limits.max:
            return literal_text(operand.value, target)
    given = printer.operand(operand, node)
    source = element_text(type_of(operand))
    if source == target == "i64":
        return given
    if isinstance(operand, Literal) or source not in ("i64", "u64", "f64"):
        given = f"{'f64' if source in FLOATS else 'i64'}({given})"
    name = printer.variables.new(
        f"{printer.operand(operand, node)}_{target}"
        if isinstance(operand, Value)
        else f"as_{target}"
    )
    printer.line(
        f"const {target} {name} = {printer.checked(f'np::weak<{target}>({given})', node)};"
    )
    return name


def wrapped(printer: FunctionPrinter, node: Node, operand: Operand, target: str) -> str:
    """A number as a NumPy integer, modulo the number of its values."""
    if isinstance(operand, Literal) and isinstance(operand.value, int):
        number = int(np.array(operand.value).astype(_INTEGERS[target]))
        return literal_text(number, target)
    return converted(operand_text(printer.operand(operand, node)), "i64", target)


def is_integer(target: str) -> bool:
    """Whether a C++ type is that of an integer."""
    return target in _INTEGERS


def converted(text: str, source: str, target: str) -> str:
    """An expression of one C++ type as another, as NumPy converts it."""
    if not target or source == target:
        return text
    if target == "bool":
        return f"({operand_text(text)} != 0)"
    if source in FLOATS and target not in (*FLOATS, "c64", "c128"):
        return f"np::cast<{target}>({text})"
    return f"{target}({text})"
