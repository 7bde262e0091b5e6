"""A nest as kernels."""

from __future__ import annotations

from collections.abc import Collection

from dslc.ir.cxx.names import Names
from dslc.ir.nests.language import (
    Array,
    Let,
    Local,
    Loop,
    Nest,
    Setting,
    Taking,
    plain_statements,
)
from dslc.ir.types import default_dtype

from .kernels import Kernel, NestKernels
from .pieces import Piece, in_pieces
from .print_kernel import KernelPrinter, Surroundings
from .totals import parts_of


def print_nest(nest: Nest, names: Names, made: Collection[Local] = ()) -> NestKernels:
    """The kernels of a nest.

    Args:
        nest: the nest.
        names: of all kernels of the text.
        made: scalars that it is given by other kernels, which stay on the device.

    Raises:
        Unsupported: where kernels do not have what it needs.
    """
    pieces = in_pieces(nest)
    held = [*made, *_outer(nest)]
    cells = {local: Array(local.name, default_dtype(local.type), ()) for local in held}
    given = {each for each in nest.operands if isinstance(each, Local) and each not in cells}
    kernels: list[Kernel] = []
    parts: list[Array] = []
    for piece in pieces.pieces:
        around = Surroundings(piece, cells, given, pieces.rows)
        if piece.kind == "parts":
            around.parts = {total: parts_of(total) for total in piece.loops[0].totals()}
            parts += (array for arrays in around.parts.values() for array in arrays)
            first = KernelPrinter(around, "parts", piece.body)
            second = KernelPrinter(around, "total", piece.after)
            kernels.append(first.kernel(names.new(f"{_wish(piece)}_parts_kernel")))
            kernels.append(second.kernel(names.new(f"{_wish(piece)}_kernel")))
        else:
            printer = KernelPrinter(around, piece.kind, piece.body)
            kernels.append(printer.kernel(names.new(f"{_wish(piece)}_kernel")))
    rows = [row for row in nest.rows if row not in pieces.rows]
    return NestKernels(nest, tuple(kernels), (*pieces.terms, *rows), tuple(parts), cells)


def _outer(nest: Nest) -> list[Local]:
    """The locals that outlive a kernel: those of no loop."""
    found: list[Local] = []
    for each in nest.body:
        if isinstance(each, Let):
            found.append(each.local)
        elif isinstance(each, Loop):
            found += [total.local for total in each.totals()]
    return found


def _wish(piece: Piece) -> str:
    """What a kernel is called: as what it computes last."""
    last = [*plain_statements(piece.body), *plain_statements(piece.after)][-1]
    if isinstance(last, Let | Taking):
        return last.local.name
    assert isinstance(last, Setting)
    return last.array.name
