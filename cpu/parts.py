"""Which elements an index expression names: the part of an array that is read or written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from dslc.ir.cxx.lines import at
from dslc.ir.cxx.print_types import element_text, is_safe
from dslc.ir.dims import Dim, Size, dim_max, dim_min
from dslc.ir.facts import Facts
from dslc.ir.graph import Node, Operand, Value, as_size, type_of
from dslc.ir.keys import Item
from dslc.ir.ops.advanced import is_mask, items_of, picked, picks
from dslc.ir.ops.slices import checked_items, region, taken
from dslc.ir.types import TensorType, shape_of

from .print_function import FunctionPrinter
from .print_picks import print_picks


@dataclass(slots=True)
class Part:
    """The part of an array that an index names.

    Attributes:
        axes: the index of an element on each axis of the array, {0}, {1}, ... being the part's.
        shape: the part's.
        opened: the sizes in it that the kernel has computed; the printer knows their text.
        first: of rows side by side the index of the first one, "" for other parts.
    """

    axes: list[str]
    shape: tuple[Size, ...]
    opened: tuple[Dim, ...]
    first: str

    def text(self, indices: list[str]) -> str:
        """The index of the array's element for the indices of the part's."""
        return at([axis.format(*indices) for axis in self.axes])


def part_of(printer: FunctionPrinter, node: Node, numbers: tuple[Operand, ...]) -> Part:
    """The part that a node's index names; integers are checked first, then arrays, in order."""
    return _Parting(printer, node, numbers).part()


class _Parting:
    """Goes over the items of one index."""

    def __init__(self, printer: FunctionPrinter, node: Node, numbers: tuple[Operand, ...]) -> None:
        self.printer = printer
        self.node = node
        key, types, facts = (
            node.attributes["key"],
            tuple(map(type_of, numbers)),
            printer.known.facts,
        )
        array = type_of(node.operands[0])
        assert isinstance(array, TensorType)
        self.array = array
        self.items = items_of(key, numbers)
        self.types = checked_items(array, key, types)
        self.shape = region(facts, array, key, types) or ()
        self.opened = tuple(opening.dim for opening in facts.take_opened())
        self.axes: list[str] = []
        self.free = iter(range(len(self.shape)))

    def part(self) -> Part:
        chosen = picked(Facts(), self.types)
        shared: list[int] = []
        spots: list[tuple[Item, int]] = []
        for number, (item, type_) in enumerate(zip(self.items, self.types, strict=True)):
            if chosen is not None and number == chosen.at:
                shared = [next(self.free) for _ in chosen.shape]
            if item is None:
                next(self.free)
            elif item is Ellipsis:
                skipped = self.array.rank - taken(self.types)
                self.axes += [f"{{{next(self.free)}}}" for _ in range(skipped)]
            elif isinstance(item, slice):
                self.axes.append(self._slice(item, next(self.free)))
            elif picks(type_):
                spots.append((item, len(self.axes)))
                self.axes += [""] * (len(shape_of(type_)) if is_mask(type_) else 1)
            else:
                self.axes.append(self._position(cast(Operand, item)))
        self._fill(spots, shared)
        return Part(self.axes, self.shape, self.opened, self._first())

    def _first(self) -> str:
        """The index of the first of rows side by side, for an index that is one slice of them."""
        rows, *others = self.items
        whole = all(item is Ellipsis for item in others)
        if not whole or not isinstance(rows, slice) or rows.step is not None:
            return ""
        return self.axes[0].removesuffix(" + {0}").removeprefix("{0} + ").format("0")

    def _fill(self, spots: list[tuple[Item, int]], shared: list[int]) -> None:
        """The indices on the axes of arrays; `shared` are the part's axes that they make."""
        indices = [f"{{{axis}}}" for axis in shared]
        arrays = [(item, axis) for item, axis in spots if not _is_mask(item)]
        for axis, text in print_picks(self.printer, self.node, arrays, indices):
            self.axes[axis] = text
        for item, axis in spots:
            if _is_mask(item):
                places = self._places(item, shared[-1])
                self.axes[axis : axis + len(places)] = [f"{p}[{indices[-1]}]" for p in places]

    def _places(self, mask: Operand, axis: int) -> list[str]:
        """The arrays of indices that a mask stands for, whose size is that of an axis."""
        name = self.printer.variables.new("places")
        text = self.printer.operand(mask, self.node)
        found = self.printer.checked(f"np::nonzero({text})", self.node)
        self.printer.line(f"const auto {name} = {found};")
        self.printer.symbols[str(self.shape[axis])] = f"{name}.count"
        return [f"{name}.at[{number}]" for number in range(len(shape_of(type_of(mask))))]

    def _position(self, item: Operand) -> str:
        """An integer of an index, counted from the front."""
        printer, axis = self.printer, len(self.axes)
        size = self.array.shape[axis]
        inside = place_on(printer.known.facts, item, size)
        if inside is not None and is_safe(inside):
            return printer.size(inside)
        given = printer.element(item, self.node)
        name = printer.variables.new(f"{given}_at" if given.isidentifier() else "at")
        if element_text(type_of(item)) == "u64":
            given = f"np::saturated({given})"
        position = f"np::position({given}, {axis}, {printer.size(size)})"
        printer.line(f"const i64 {name} = {printer.checked(position, self.node)};")
        return name

    # --- slices -----------------------------------------------------------------------------------

    def _slice(self, item: slice, axis: int) -> str:
        """The element's index for an index of the part, which has none outside of the array."""
        size, index = self.array.shape[len(self.axes)], f"{{{axis}}}"
        if self.shape[axis] in self.opened:
            return self._open_slice(size, item, axis)
        step = 1 if item.step is None else _size(item.step)
        assert isinstance(step, int)
        start = _start(
            self.printer.known.facts,
            size,
            None if item.start is None else _size(item.start),
            back=step < 0,
        )
        offset = index if abs(step) == 1 else f"{abs(step)} * {index}"
        if step > 0:
            return offset if start == 0 else f"{offset} + {self.printer.size(start)}"
        return f"{self.printer.size(start)} - {offset}"

    def _open_slice(self, size: Size, item: slice, axis: int) -> str:
        """The same where the kernel clips the bounds."""
        printer = self.printer
        start, stop, step = map(self._bound, (item.start, item.stop, item.step))
        name = printer.variables.new("part")
        step = "1" if step == "{}" else step
        found = f"py::slice({printer.size(size)}, {start}, {stop}, {step})"
        printer.line(f"const py::Slice {name} = {printer.checked(found, self.node)};")
        printer.symbols[str(self.shape[axis])] = f"{name}.length"
        offset = f"{{{axis}}}" if step == "1" else f"{{{axis}}} * {name}.step"
        return f"{name}.start + {offset}"

    def _bound(self, bound: Operand | None) -> str:
        if bound is None:
            return "{}"
        text = self.printer.element(bound, self.node)
        return f"np::saturated({text})" if element_text(type_of(bound)) == "u64" else text


def _is_mask(item: Item) -> bool:
    return isinstance(item, Value) and is_mask(item.type)


def place_on(facts: Facts, item: Operand, size: Size) -> Size | None:
    """An integer that is known to be inside of an axis, counted from the front."""
    index = as_size(item)
    if index is None:
        return None
    if facts.at_least(index, 0):
        return index if facts.less(index, size) else None
    return index + size if facts.less(index, 0) and facts.at_least(index + size, 0) else None


def _start(facts: Facts, size: Size, start: Size | None, *, back: bool) -> Size:
    """Where a slice starts: Python's clipping, as far as the part has elements."""
    if start is None:
        return size - 1 if back else 0
    if not facts.at_least(start, 0):
        return start + size if back else dim_max(start + size, 0)
    return dim_min(start, size - 1) if back else start


def _size(operand: Operand) -> Size:
    """The size that a bound of a slice is."""
    size = as_size(operand)
    assert size is not None
    return size
