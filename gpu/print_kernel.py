"""One kernel: what it is given, its header, its text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import prod

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.lines import comment, wrapped
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dims import Dim, Size, symbol_dims
from dslc.ir.dtypes import dtype_name
from dslc.ir.graph import Node
from dslc.ir.nests.language import (
    Array,
    Let,
    Local,
    Loop,
    Pick,
    Product,
    Setting,
    Statement,
    Store,
    Taking,
    Total,
    Update,
    indices_of,
    plain_statements,
    statements,
)
from dslc.ir.nests.segments import Segment
from dslc.ir.nests.stepping import While

from .costs import bytes_of, operations
from .expressions import TYPES, half_of, type_name
from .kernels import (
    ArrayParameter,
    Kernel,
    Kind,
    LocalParameter,
    Parameter,
    PartsParameter,
    RowsParameter,
    SizeParameter,
)
from .pieces import Piece
from .print_body import BodyPrinter, exchanged
from .print_tiles import tiles_of

RESERVED = """
    threadIdx blockIdx blockDim gridDim warpSize shared team part parts row_memory row_bytes
    rows terms sum quiet_nan Team Part Segment segment_of tile tiles Index
"""
"""Names that the text of kernels uses besides those of all C++."""


@dataclass(slots=True, eq=False)
class Surroundings:
    """What kernels know of the nest that they are of.

    Attributes:
        piece: what they do of it.
        cells: what holds a local that outlives a kernel.
        given: the scalars that the nest is given.
        rows: arrays that each team has for itself.
        parts: of totals of a reduction over everything, what each block holds.
    """

    piece: Piece
    cells: dict[Local, Array]
    given: Collection[Local]
    rows: Collection[Array]
    parts: dict[Total, tuple[Array, ...]] = field(default_factory=dict)


class KernelPrinter:
    """Prints one kernel.

    Args:
        around: the nest.
        kind: how threads share the work.
        body: what they do.
    """

    def __init__(self, around: Surroundings, kind: Kind, body: list[Statement]) -> None:
        self.around = around
        self.kind: Kind = kind
        self.body = body
        self.plain = list(plain_statements(body))
        for each in self.plain:
            if not isinstance(each, Let | Pick | Store | Update | Product | Taking | While):
                raise Unsupported(f"kernels have no {type(each).__name__}")
        self.printer = BodyPrinter(around.rows, around.parts, Names(RESERVED.split()))

    def kernel(self, name: str) -> Kernel:
        """The kernel, under this name."""
        parameters: list[Parameter] = [
            *self._arrays(),
            *self._locals(),
            *self._sizes(),
            *self._more(),
        ]
        declared = ", ".join(map(self._declare, parameters))
        printer = self.printer
        with printer.indented():
            self._load_cells()
            printer.print(self.kind, self.around.piece.loops, self.body)
            self._store_cells()
        head = wrapped(f'extern "C" __global__ void {name}({declared}) {{')
        before = [*self._header(), *head]
        return Kernel(
            name,
            self.kind,
            tuple(parameters),
            self._extent(),
            printer.grouped,
            tuple(dict.fromkeys(printer.widths)),
            printer.row_bytes,
            bytes_of(p.array for p in parameters if isinstance(p, ArrayParameter)),
            self._operations(),
            tuple(printer.wide),
            tuple(printer.counted),
            tuple(self._indices()),
            (*before, *printer.text(), "}"),
            (*[None] * len(before), *printer.origins(), None),
        )

    def _indices(self) -> Iterator[tuple[str, Size]]:
        """The indices of its text, each with how many it counts."""
        loops = self.around.piece.loops if self.kind != "total" else ()
        for each in (*loops, *statements(self.body)):
            match each:
                case Loop():
                    yield str(each.index), each.extent
                case Pick():
                    yield str(each.index), each.size
                case Product():
                    yield str(each.along), each.depth
                    yield str(each.across), each.width

    def _extent(self) -> Size:
        """How many points, rows, tiles, or trips of a reduction there are."""
        extents = [loop.extent for loop in self.around.piece.loops]
        if self.kind == "tiles":
            (product, *_) = self.plain
            assert isinstance(product, Product)
            extents[-1] = tiles_of(extents[-1], product.width)
        return 1 if self.kind == "total" else prod(extents, start=1)

    # --- what it is given -------------------------------------------------------------------------

    def _defined(self) -> set[Local]:
        own = {each.local for each in self.plain if isinstance(each, Let | Taking)}
        return own | {total.local for total in self.around.parts}

    def _read(self) -> set[Local]:
        """The locals that it reads: those that totals start with are read once, at the end."""
        totals = self.around.parts if self.kind == "total" else ()
        return {local for each in (*self.plain, *totals) for local in each.reads}

    def _cells(self) -> Iterator[tuple[Local, Array, bool]]:
        """The cells that it reads, and those that it sets."""
        defined, read = self._defined(), self._read()
        for local, cell in self.around.cells.items():
            if local in defined:
                if self.kind != "parts":
                    yield local, cell, False
            elif local in read:
                yield local, cell, True

    def _arrays(self) -> list[ArrayParameter]:
        """The arrays in device memory: those that it reads, then those that it writes."""
        written = dict.fromkeys(each.array for each in self.plain if isinstance(each, Setting))
        read = dict.fromkeys(load.array for each in self.plain for load in each.loads)
        segments = (each for each in statements(self.body) if isinstance(each, Segment))
        read |= dict.fromkeys(each.offsets for each in segments)
        given = {array: True for array in read if array not in written}
        if self.kind == "total":
            given.update((array, True) for array in self._parts())
        given.update((cell, True) for _, cell, constant in self._cells() if constant)
        given.update((array, False) for array in written)
        if self.kind == "parts":
            given.update((array, False) for array in self._parts())
        given.update((cell, False) for _, cell, constant in self._cells() if not constant)
        rows = self.around.rows
        return [ArrayParameter(each, flag) for each, flag in given.items() if each not in rows]

    def _parts(self) -> list[Array]:
        return [array for arrays in self.around.parts.values() for array in arrays]

    def _locals(self) -> list[Parameter]:
        read = self._read()
        return [LocalParameter(local) for local in self.around.given if local in read]

    def _sizes(self) -> list[Parameter]:
        """The symbols of all sizes that its text names."""
        loops = [each for each in statements(self.body) if isinstance(each, Loop)]
        loops += self.around.piece.loops if self.kind != "total" else []
        sizes: list[Size] = [loop.extent for loop in loops]
        for each in self.plain:
            sizes += each.places()
            sizes += (size for load in each.loads for size in load.array.shape)
            sizes += each.array.shape if isinstance(each, Setting) else ()
        own = {str(index) for each in statements(self.body) for index in indices_of(each)}
        own |= {str(loop.index) for loop in self.around.piece.loops}
        symbols = [str(s) for size in sizes if isinstance(size, Dim) for s in symbol_dims(size)]
        return [SizeParameter(each) for each in dict.fromkeys(symbols) if each not in own]

    def _more(self) -> list[Parameter]:
        own_rows = self.kind != "tiles" and self._rows()
        found: list[Parameter] = [RowsParameter()] if own_rows else []
        return [*found, PartsParameter()] if self.kind == "total" else found

    def _rows(self) -> list[Array]:
        written = dict.fromkeys(each.array for each in self.plain if isinstance(each, Setting))
        return [array for array in written if array in self.around.rows]

    def _declare(self, parameter: Parameter) -> str:
        printer = self.printer
        match parameter:
            case ArrayParameter(array, constant):
                is_cell = array in self.around.cells.values()
                wish = f"{array.name}_at" if is_cell else array.name
                name = printer.names[array] = printer.variables.new(wish)
                const = "const " if constant else ""
                return f"{const}{element_of(array)}* {self._restrict(array)}{name}"
            case LocalParameter(local):
                name = printer.names[local] = printer.variables.new(local.name)
                return f"{type_name(local.type)} {name}"
            case SizeParameter(symbol):
                printer.symbols[symbol] = printer.variables.new(symbol)
                return f"Index {printer.symbols[symbol]}"
            case RowsParameter():
                return "unsigned char* __restrict__ row_memory, i64 row_bytes"
            case PartsParameter():
                return "i64 parts"

    def _restrict(self, array: Array) -> str:
        """Nothing for what threads hand each other: a compiler may keep all else in registers."""
        return "" if array in exchanged(self.body) else "__restrict__ "

    # --- scalars that outlive a kernel ------------------------------------------------------------

    def _load_cells(self) -> None:
        printer = self.printer
        for local, cell, constant in self._cells():
            if constant:
                name = printer.variables.new(local.name)
                text = f"const {type_name(local.type)} {name} = "
                held = f"*{printer.names[cell]}"
                printer.line(f"{text}{f'f32({held})' if half_of(local.type) else held};")
                printer.names[local] = name

    def _store_cells(self) -> None:
        printer = self.printer
        for local, cell, constant in self._cells():
            if not constant:
                half, name = half_of(local.type), printer.names[local]
                value = f"{half}({name})" if half else name
                text = f"*{printer.names[cell]} = {value};"
                alone = self.kind == "single"
                printer.line(text if alone else f"if (team.rank == 0) {text}")

    # --- the header -------------------------------------------------------------------------------

    def _header(self) -> list[str]:
        """The lines of the source that it is for, and the bytes that it must move."""
        plain = [*self.plain, *(self.around.parts if self.kind == "total" else ())]
        lines: list[str] = []
        for place in dict.fromkeys(shown_place(each.node) for each in plain):
            lines += wrapped(f"// {comment(place)}") if place else []
        for verb, constant in (("reads", True), ("writes", False)):
            arrays = [p.array for p in self._arrays() if p.constant is constant]
            if arrays:
                shown = ", ".join(map(_type, arrays))
                lines += wrapped(f"// {verb} {comment(shown)}: {bytes_of(arrays)} bytes")
        done = self._operations()
        return [*lines, f"// does {done} operations"] if done != 0 else lines

    def _operations(self) -> Size:
        shared = self.around.piece.loops if self.kind != "total" else ()
        return operations(self.body, prod((loop.extent for loop in shared), start=1))


def shown_place(node: Node) -> str:
    """The line of the source that a node is for."""
    place = node.place
    where = f"{place.file}:{place.source_line}  " if place.file else ""
    return where + place.text if place.text else ""


def element_of(array: Array) -> str:
    """The C++ type of an element.

    Raises:
        Unsupported: for a type that kernels do not have.
    """
    name = dtype_text(array.dtype)
    if name not in TYPES:
        raise Unsupported(f"kernels have no {dtype_name(array.dtype)}")
    return name


def _type(array: Array) -> str:
    shape = ", ".join(map(str, array.shape))
    return f"{array.name} {dtype_name(array.dtype)}[{shape}]"


def nodes_of(kernel: Kernel) -> list[Node]:
    """The nodes that a kernel implements."""
    return list(dict.fromkeys(node for node in kernel.origins if node is not None))
