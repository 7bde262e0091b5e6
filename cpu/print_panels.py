"""Loops with products of rows: in panels, first a product for all rows, then the rest of each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import prod

from dslc.ir.cxx.lines import operand_text
from dslc.ir.cxx.print_types import element_text
from dslc.ir.dims import Dim, Size
from dslc.ir.graph import type_of
from dslc.ir.nests.convolutions import window_places
from dslc.ir.nests.language import Array, Load, Loop, Product
from dslc.ir.nests.products import is_symmetric, is_turned, stride_of
from dslc.ir.nests.reach import defined
from dslc.ir.nests.rows import PANEL, height, stages
from dslc.ir.nests.trips import kept_between_stages
from dslc.ir.nests.window import Window
from dslc.ir.types import shape_of

from .print_steps import StepsPrinter
from .print_windows import axes_text


class PanelsPrinter(StepsPrinter):
    """The part of printing a nest that is about panels.

    Attributes:
        depth: how many loops are around.
        trips: of each loop that is printed in panels, the trip of the panel.
        panels: the rows of which each trip of a panel has one, by their loop.
    """

    depth: int
    panels: dict[Array, Loop]
    trips: dict[Loop, str]

    @abstractmethod
    def element(self, array: Array, indices: tuple[Size, ...]) -> str:
        """An element of an array."""

    def in_panels(self, loops: tuple[Loop, ...], start: str, stop: str) -> None:
        """Some trips at a time: first a product for all of them, then the rest of each trip."""
        loop = loops[-1]
        first, rows = (self.printer.variables.new(name) for name in ("panel", "rows"))
        count = self.size(prod(each.extent for each in loops))
        kept = dict.fromkeys(kept_between_stages(loop), "")
        most = self.size(height(loop, self.panels))
        head = f"for (i64 {first} = {start}; {first} < {stop}; {first} += {most})"
        with self.printer.nest([head]):
            self.printer.define_once("i64", rows, f"py::min({count} - {first}, {most})")
            for local in kept:
                kept[local] = self.new(local)
                self.printer.line(f"{element_text(local.type)} {kept[local]}[{PANEL}];")
            for stage in stages(loop):
                if isinstance(stage[0], Product):
                    self.trips[loop] = "0"
                    self._split(loops, first)
                    self.product(stage[0], rows, loop)
                    continue
                with self._stage(loops, first, rows) as row:
                    self.trips[loop] = row
                    self.names |= {local: f"{name}[{row}]" for local, name in kept.items()}
                    self.body(stage)
                    for local in (local for local in kept if local in defined(stage)):
                        self.printer.line(f"{kept[local]}[{row}] = {self.names[local]};")

    @contextmanager
    def _stage(self, loops: tuple[Loop, ...], first: str, rows: str) -> Iterator[str]:
        """The trips of a panel, which begins at a trip and has so many; gives which one it is."""
        if len(loops) == 1:
            with self.loop_of_trips(loops[0], first, f"{first} + {rows}"):
                yield f"{self.printer.symbols[str(loops[0].index)]} - {first}"
            return
        trip = self.printer.variables.new("trip")
        head = f"for (i64 {trip} = {first}; {trip} < {first} + {rows}; ++{trip})"
        with self.printer.block(head, "}"):
            names = [f"i{self.depth + number}" for number in range(len(loops))]
            self._split(loops, trip)
            for loop, name in zip(loops, names, strict=True):
                self.printer.define_once("i64", name, self.printer.symbols[str(loop.index)])
                self.printer.symbols[str(loop.index)] = name
            self.depth += len(loops)
            yield f"{trip} - {first}"
            self.depth -= len(loops)

    def _split(self, loops: tuple[Loop, ...], trip: str) -> None:
        """The index of each loop for a trip of all together."""
        inside: Size = 1
        for loop in reversed(loops):
            index = trip if inside == 1 else f"{trip} / {operand_text(self.size(inside))}"
            if loop is not loops[0]:
                index = f"{index} % {operand_text(self.size(loop.extent))}"
            self.printer.symbols[str(loop.index)] = index
            inside = inside * loop.extent

    def whole_product(self, loops: tuple[Loop, ...]) -> None:
        """A product that nothing joins, of all rows."""
        (product,) = loops[-1].body
        assert isinstance(product, Product)
        self.printer.symbols |= {str(loop.index): "0" for loop in loops}
        self.trips[loops[-1]] = "0"
        rows = self.size(prod(loop.extent for loop in loops))
        if not is_symmetric(product):
            self.product(product, rows, loops[-1])
            return
        self.tell(product)
        self.printer.symbols[str(product.along)] = "0"
        self.printer.symbols[str(product.across)] = "0"
        row = self._factor(product.loads[0], product.along, loops[-1].index)
        start = f"&{self.element(product.array, product.indices)}"
        self.printer.line(f"np::gram({row}, {start}, {rows}, {self.size(product.depth)});")

    def product(self, product: Product, rows: str, loop: Loop | None = None) -> None:
        """Rows times a matrix, one row for each trip of a loop from one on."""
        self.tell(product)
        self.printer.symbols |= {str(product.along): "0", str(product.across): "0"}
        row, matrix = product.loads
        if isinstance(matrix, Window):
            self._convolution(product, matrix, rows, loop)
            return
        factors = [self._place(row), self._place(matrix)]
        if not self._is_dense(product, loop):
            index = None if loop is None else loop.index
            factors = [
                self._factor(row, product.along, index),
                self._factor(matrix, product.across, product.along),
            ]
        start = f"&{self.element(product.array, product.indices)}"
        sizes = [rows, self.size(product.depth), self.size(product.width)]
        self.printer.line(f"np::matmul({', '.join([*factors, start, *sizes])});")

    def _convolution(self, product: Product, window: Window, rows: str, loop: Loop | None) -> None:
        """The weights of some outputs times what windows of an image have."""
        node = product.node
        weight, windows = shape_of(type_of(node.operands[1])), node.results[0].shape
        given = [
            axes_text(node),
            self._listed(weight[2:]),
            self._listed(windows[2:]),
            self._planes(product, window, weight[1]),
            self._place(product.loads[0]),
            f"&{self.element(product.array, product.indices)}",
            rows,
        ]
        if (groups := node.attributes["groups"]) > 1:
            assert loop is not None
            given += [self.printer.symbols[str(loop.index)], self.size(windows[1] // groups)]
        self.printer.line(f"np::convolve({', '.join(given)});")

    def _planes(self, product: Product, window: Window, channels: Size) -> str:
        """The planes of an image from its first channel on."""
        array, indices = window.array, window.indices
        _, *places = window_places(product.node, product.along, product.across)
        # Along an axis with one window of one place a row may have no axis: its size is 1.
        axes = [indices.index(each) if isinstance(each, Dim) else None for each in places]
        of_channel = next(
            axis
            for axis, each in enumerate(indices)
            if isinstance(each, Dim) and str(product.along) in each.names and axis not in axes
        )
        first = tuple(
            0 if axis in (of_channel, *axes) or (isinstance(each, int) and each < 0) else each
            for axis, each in enumerate(indices)
        )
        start = self.element(array, first)
        sizes = self._listed(1 if axis is None else array.shape[axis] for axis in axes)
        apart = [0 if axis is None else self._apart(array, axis) for axis in axes]
        between = self.size(self._apart(array, of_channel))
        type_ = f"np::Planes<{len(places)}, {element_text(product.value.type)}>"
        return (
            f"{type_}{{&{start}, {self.size(channels)}, {between}, {sizes}, {self._listed(apart)}}}"
        )

    @staticmethod
    def _apart(array: Array, axis: int) -> Size:
        return prod(array.shape[axis + 1 :], start=1)

    def _listed(self, sizes: Iterable[Size]) -> str:
        return f"{{{', '.join(map(self.size, sizes))}}}"

    def _is_dense(self, product: Product, loop: Loop | None) -> bool:
        """Whether rows lie one after the other, those of the matrix too."""
        row, matrix = product.loads
        if is_turned(row, product.along) or is_turned(matrix, product.across):
            return False
        alone = loop is None or self._between(row, loop.index) == product.depth
        return alone and stride_of(matrix, product.along) == product.width

    def _place(self, load: Load) -> str:
        return f"&{self.element(load.array, load.indices)}"

    def _factor(self, load: Load, minor: Dim, major: Dim | None) -> str:
        """A matrix with which of its two indices goes along what lies side by side."""
        if is_turned(load, minor):
            return f"np::by_columns({self._place(load)}, {self.size(stride_of(load, minor))})"
        between = load.array.shape[-1] if major is None else self._between(load, major)
        return f"np::by_rows({self._place(load)}, {self.size(between)})"

    def _between(self, load: Load, index: Dim) -> Size:
        """How far apart rows are."""
        if load.array in self.panels:
            return prod(load.array.shape, start=1)
        return stride_of(load, index)
