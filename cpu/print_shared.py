"""Loops of a nest that threads share: which they are, and how they begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod

from dslc.ir.cxx.lines import is_word, operand_text
from dslc.ir.dims import Dim, Size, symbol_dims
from dslc.ir.nests.language import (
    Array,
    Local,
    Loop,
    Nest,
    plain_statements,
    statements,
)
from dslc.ir.nests.reach import accesses
from dslc.ir.nests.rows import height, paneled, row_homes
from dslc.ir.nests.stepping import ENDLESS
from dslc.ir.nests.trips import is_parallel, rows_in, work_of_trip
from dslc.ir.nests.window import Window

from .print_function import MOST, FunctionPrinter

GRAIN = 1 << 17
"""What a thread does at least: `np::GRAIN` of `rt/parallel.h`."""


class SharedLoops:
    """The outermost loops of a nest whose trips need nothing of each other.

    Args:
        printer: of the function.
        names: the C++ variable of each array and local.
        nest: the nest.
    """

    def __init__(
        self, printer: FunctionPrinter, names: dict[Array | Local, str], nest: Nest
    ) -> None:
        self._printer = printer
        self._names = names
        self._homes = row_homes(nest)
        self._panels = paneled(nest)

    def are_shared(self, loops: Sequence[Loop]) -> bool:
        """Whether threads share the trips of a loop, or of several as one."""
        if any(any(loop.totals()) for loop in loops):
            return False
        inside = (each for each in statements(list(loops)) if isinstance(each, Loop))
        if any(each.extent == ENDLESS for each in inside):
            return False  # a signal would not end it in another thread
        work = prod(loop.extent for loop in loops) * work_of_trip(loops[-1])
        if isinstance(work, int) and work < 2 * GRAIN:
            return False
        rows = rows_in(loops[0], self._homes)
        sizes = [*_sizes(loops[0]), work]
        return all(map(_is_small, sizes)) and all(is_parallel(loop, rows) for loop in loops)

    @contextmanager
    def trips(self, loops: Sequence[Loop], *, panels: bool) -> Iterator[tuple[str, str]]:
        """The first trip of a part and the one behind its last, as the loop in it has them."""
        printer = self._printer
        self._define_sizes(loops[0])
        count = prod(loop.extent for loop in loops)
        trips, work = printer.size(count), work_of_trip(loops[-1])
        most = height(loops[-1], self._panels)
        of = printer.size(most)
        if panels:
            trips = f"({operand_text(trips)} + {printer.size(most - 1)}) / {of}"
            work = most * work
        first, last, worker = (printer.variables.new(n) for n in ("from", "to", "worker"))
        own = self._own_rows(loops[0])
        captured = ["=", *(f"{name} = np::view({name})" for name in self._shared(loops[0], own))]
        captured += [f"{each} = {each}.each()" for each in own.values()]
        work_text = printer.size(work)
        if not is_word(work_text):
            printer.define_once("i64", work_name := printer.variables.new("work"), work_text)
            work_text = work_name
        outer = any(
            isinstance(load, Window) for p in plain_statements(list(loops)) for load in p.loads
        )
        function = "parallel_outer" if outer else "parallel"
        head = f"if (!np::{function}({trips}, {work_text}, [{', '.join(captured)}]"
        end = ", ".join(["}", *own.values()]) + ")) return false;"
        with printer.block(f"{head}(i64 {first}, i64 {last}, i64 {worker})", end):
            rows = rows_in(loops[0], self._homes)
            for before, copies in own.items():
                name = printer.variables.new(before)
                printer.line(f"const auto {name} = {copies}.of({worker});")
                for row in (row for row in rows if self._names[row] == before):
                    self._names[row] = name
            if panels:
                whole = operand_text(printer.size(count))
                yield f"{first} * {of}", f"py::min({last} * {of}, {whole})"
            else:
                yield first, last

    def _own_rows(self, loop: Loop) -> dict[str, str]:
        """The variables of rows of which each thread needs one, and what holds these."""
        own: dict[str, str] = {}
        for name in dict.fromkeys(self._names[row] for row in rows_in(loop, self._homes)):
            own[name] = self._printer.variables.new(f"{name}_copies")
            self._printer.line(f"const np::Copies {own[name]}({name});")
        return own

    def _shared(self, loop: Loop, own: Mapping[str, str]) -> list[str]:
        """The variables of arrays that all threads reach."""
        names = dict.fromkeys(self._names[array] for array, _ in accesses(loop.body))
        return [name for name in names if name not in own]

    def _define_sizes(self, loop: Loop) -> None:
        """Give the numbers that sizes are made of names of their own."""
        symbols = self._printer.symbols
        for name in sorted({name for size in _sizes(loop) for name in size.names}):
            text = symbols.get(name, "")
            if text and not text.isidentifier():
                symbols[name] = self._printer.variables.new("size")
                self._printer.define_once("i64", symbols[name], text)


def _sizes(loop: Loop) -> list[Dim]:
    """The sizes in a loop."""
    found: list[Size] = []
    for each in statements([loop]):
        found += [each.extent] if isinstance(each, Loop) else each.places()
    found += [size for array, _ in accesses(loop.body) for size in array.shape]
    return [size for size in found if isinstance(size, Dim)]


def _is_small(size: Size) -> bool:
    """Whether no number that it is made of may leave 64 bits, which would have to be checked."""
    if isinstance(size, Dim) and str(size) in size.names:
        return True
    return all(max(map(abs, dim.bounds)) <= MOST for dim in symbol_dims(size))
