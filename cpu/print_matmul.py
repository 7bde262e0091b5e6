"""`matmul`: products of matrices, of stacks of these, and of vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dslc.ir.cxx.lines import at, operand_text
from dslc.ir.cxx.print_types import dtype_text, element_text, literal_text
from dslc.ir.dims import Size
from dslc.ir.graph import Node, type_of
from dslc.ir.ops.rules import loop_of
from dslc.ir.types import TensorType, shape_of

from .print_elements import converted
from .print_function import FunctionPrinter


def print_matmul(printer: FunctionPrinter, node: Node) -> None:
    """`matmul`: of floats of one dtype by blocks, see `rt/matmul.h`."""
    left, right = (type_of(operand) for operand in node.operands)
    assert isinstance(left, TensorType) and isinstance(right, TensorType)
    elements = {element_text(type_) for type_ in (left, right, node.results[0].type)}
    if len(elements) > 1 or not elements <= {"f32", "f64"}:
        _print_loops(printer, node, left, right)
    elif right.rank == 1:
        _print_dot(printer, node, left)
    else:
        _print_product(printer, node, left, right)


def _print_dot(printer: FunctionPrinter, node: Node, left: TensorType) -> None:
    """A vector for each row, or one number."""
    result = node.results[0]
    x, y = (printer.operand(operand, node) for operand in node.operands)
    depth = printer.size(left.shape[-1])
    if not isinstance(result.type, TensorType):
        printer.define(node, f"np::dot({x}.data, {y}.data, {depth})")
        return
    name = printer.empty(node, result)
    with printer.loops(printer.extents(result.type.shape, name), long=True) as indices:
        row = f"&{x}{at([*indices, '0'])}"
        printer.line(f"{name}{at(indices)} = np::dot({row}, {y}.data, {depth});")


def print_column_dots(printer: FunctionPrinter, node: Node) -> None:
    """`column_dots`: a transposed matrix times a vector."""
    depth, rows = map(printer.size, shape_of(type_of(node.operands[0])))
    name = printer.empty(node, node.results[0])
    x, v = (printer.operand(operand, node) for operand in node.operands)
    matrix = f"np::by_columns({x}.data, {rows})"
    printer.line(f"np::dots({matrix}, {v}.data, {name}.data, {rows}, {depth});")


def _print_product(
    printer: FunctionPrinter, node: Node, left: TensorType, right: TensorType
) -> None:
    """A product for each matrix of a stack; where all have one right side, it is one."""
    result = node.results[0]
    name = printer.empty(node, result)
    x, y = (printer.operand(operand, node) for operand in node.operands)
    stack = _stack(node, left, right) if right.rank > 2 else ()
    rows = left.shape[-2:-1] if stack else left.shape[:-1]
    sizes = [_product(printer, rows), *map(printer.size, (left.shape[-1], right.shape[-1]))]
    with printer.loops([*map(printer.size, stack)], long=True) as outer:
        parts = [
            (x, _stacked(outer, left, stack), left.rank),
            (y, _stacked(outer, right, stack), right.rank),
            (name, outer, len(shape_of(result.type))),
        ]
        starts = [_first(array, indices, rank) for array, indices, rank in parts]
        printer.line(f"np::matmul({', '.join([*starts, *sizes])});")


def _first(array: str, outer: Sequence[str], rank: int) -> str:
    """Where a matrix of a stack begins."""
    if not outer:
        return f"{array}.data"
    return f"&{array}{at([*outer, *['0'] * (rank - len(outer))])}"


def _product(printer: FunctionPrinter, sizes: Sequence[Size]) -> str:
    return " * ".join(operand_text(printer.size(size)) for size in sizes) or "1"


def _stack(node: Node, left: TensorType, right: TensorType) -> tuple[Size, ...]:
    """The axes before those of the matrices."""
    return shape_of(node.results[0].type)[: max(left.rank, right.rank, 2) - 2]


def _print_loops(printer: FunctionPrinter, node: Node, left: TensorType, right: TensorType) -> None:
    """Every product is added in its turn, in the dtype of the result."""
    result = node.results[0]
    name = printer.started(node, literal_text(0, element_text(result.type)))
    stack = _stack(node, left, right)
    rows, columns = left.shape[-2:-1], right.shape[-1:] if right.rank > 1 else ()
    sizes = map(printer.size, [*stack, *rows, left.shape[-1], *columns])
    with printer.loops([*sizes]) as indices:
        inner = len(stack) + len(rows)
        outer, row, column = (
            indices[: len(stack)],
            indices[len(stack) : inner],
            indices[inner + 1 :],
        )
        x = _factor(printer, node, 0, [*_stacked(outer, left, stack), *row, indices[inner]])
        y = _factor(printer, node, 1, [*_stacked(outer, right, stack), indices[inner], *column])
        to = name + (at([*outer, *row, *column]) if isinstance(result.type, TensorType) else "")
        if element_text(result.type) == "bool":
            printer.line(f"{to} = {to} || ({x} && {y});")
        else:
            printer.line(f"{to} += {x} * {y};")


def _stacked(outer: Sequence[str], type_: TensorType, stack: Sequence[Size]) -> list[str]:
    """The indices of the axes before the last two; 0 where one is repeated."""
    own = type_.shape[:-2] if outer else ()
    missing = len(stack) - len(own)
    pairs = zip(outer[missing:], own, stack[missing:], strict=True)
    return ["0" if size == 1 != full else index for index, size, full in pairs]


def _factor(printer: FunctionPrinter, node: Node, number: int, indices: list[str]) -> str:
    operand = node.operands[number]
    target = dtype_text(loop_of(np.matmul, [type_of(o) for o in node.operands])[number])
    text = f"{printer.operand(operand, node)}{at(indices)}"
    return converted(text, element_text(type_of(operand)), target)
