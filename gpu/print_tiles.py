"""Kernels of tiles: a product of matrices in shared memory, and what is made of its elements."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dslc.ir.cxx.lines import operand_text
from dslc.ir.dims import Size
from dslc.ir.nests.language import Apply, Loop, Product, Statement, position
from dslc.ir.types import ScalarType

from .expressions import half_of, type_name
from .print_points import PointsPrinter

TILE = 64
"""Rows and columns of a tile of `rt/tiles.h`."""

DEPTH = 16
"""Products that it keeps in shared memory at once."""


def tile_bytes(itemsize: int) -> int:
    """The shared memory of a block."""
    return DEPTH * (2 * TILE + 1) * itemsize


def tiles_of(rows: Size, columns: Size) -> Size:
    """How many tiles a matrix has."""
    return ((rows + (TILE - 1)) // TILE) * ((columns + (TILE - 1)) // TILE)


class TilesPrinter(PointsPrinter):
    """Prints a product of matrices and a loop over its elements.

    Attributes:
        row_bytes: of the rows of one team, or of the tiles of a block.
    """

    row_bytes: Size = 0

    def _tiles(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        product, over = body
        assert isinstance(product, Product) and isinstance(over, Loop)
        (*outer, rows) = loops
        self.row_bytes = tile_bytes(max(product.array.dtype.itemsize, 4))
        height, width = self._size(rows.extent), self._size(product.width)
        self._tell(product)
        self.line("DYNAMIC_SHARED(shared);")
        count = self.variables.new("tiles_of_matrix")
        self.line(f"const Index {count} = tiles::count({height}, {width});")
        matrices = self._size(prod((loop.extent for loop in outer), start=1))
        all_ = count if matrices == "1" else f"{operand_text(matrices)} * {count}"
        with self.block(f"for (Index tile = blockIdx.x; tile < {all_}; tile += gridDim.x)"):
            self._matrices(outer, count)
            self._tile(product, rows, over, f"tile % {count}")

    def _matrices(self, outer: Sequence[Loop], count: str) -> None:
        """The indices of the matrices of a stack."""
        for number, loop in enumerate(outer):
            index = self.symbols[str(loop.index)] = self._next_index()
            behind = prod((each.extent for each in outer[number + 1 :]), start=1)
            per = count if behind == 1 else f"({operand_text(self._size(behind))} * {count})"
            rest = f" % {operand_text(self._size(loop.extent))}" if number else ""
            self.line(f"const Index {index} = tile / {per}{rest};")

    def _tile(self, product: Product, rows: Loop, over: Loop, tile: str) -> None:
        assert isinstance(product.value, Apply)
        scalar = ScalarType(product.array.dtype)
        type_, half = type_name(scalar), half_of(scalar)
        row = self.symbols[str(rows.index)] = self._next_index()
        place = self.symbols[str(product.along)] = self.variables.new("place")
        column = self._next_index()
        self.symbols[str(product.across)] = self.symbols[str(over.index)] = column
        left, right = (self._texts.value(each, type_) for each in product.value.operands)
        sizes = (self._size(each) for each in (rows.extent, product.width, product.depth))
        self.line(f"tiles::product<{type_}>(")
        with self.indented():
            self.line(f"shared, {tile}, {', '.join(sizes)},")
            self.line(f"[=](Index {row}, Index {place}) {{ return {left}; }},")
            self.line(f"[=](Index {place}, Index {column}) {{ return {right}; }},")
            element = self.variables.new(f"{product.array.name}_element")
            at = position((*product.indices[:-1], over.index), product.array.shape)
            self._texts.held[product.array, at] = element
            head = f"[=](Index {row}, Index {column}, {type_} {element})"
            with self.block(head, "});"):
                if half:
                    self._texts.held[product.array, at] = held = self.variables.new(
                        product.array.name
                    )
                    self.line(f"const {half} {held}({element});")
                self._in_thread(over.body)
