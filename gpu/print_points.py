"""Kernels with a thread for each point: a trip of all their loops, or a group of trips."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from math import prod

from dslc.ir.cxx.lines import operand_text
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dims import Dim, Size
from dslc.ir.nests.language import Load, Loop, Statement, plain_statements, position

from .groups import Groups, groups_of
from .print_thread import ThreadPrinter


class PointsPrinter(ThreadPrinter):
    """Prints loops whose trips threads share one by one, or group by group.

    Attributes:
        grouped: how many trips a thread does at once.
    """

    grouped = 1

    def _points(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        """A thread for each trip of all loops, or for each group of trips."""
        groups = groups_of(loops, body)
        if groups is not None and groups.count > 1:
            self._in_groups(groups, loops, body)
            return
        with self._rounds(loops, "thread_of_grid()", "threads_of_grid()"):
            self._split(loops)
            self._in_thread(body)

    def _in_groups(self, groups: Groups, loops: Sequence[Loop], body: list[Statement]) -> None:
        """What a trip does with its elements, which `in_groups` of rt/device.h reads and writes."""
        self.grouped = groups.count
        index = self._index_of(loops)
        arrays = (*groups.read, *groups.written)
        given: list[str] = []
        for array in arrays:
            name = self.variables.new(f"{array.name}_element")
            self._texts.held[array, groups.place] = name
            mark = "&" if array in groups.written else ""
            given.append(f"{dtype_text(array.dtype)}{mark} {name}")
        extent = self._size(prod((loop.extent for loop in loops), start=1))
        head = f"in_groups<{groups.count}>({extent}, [=](Index {index}, {', '.join(given)})"
        with self.block(head, f"}}, {', '.join(self.names[array] for array in arrays)});"):
            if any(self._is_named(loop, groups, body) for loop in loops):
                self._split(loops)
            self._in_thread(body)

    def _is_named(self, loop: Loop, groups: Groups, body: list[Statement]) -> bool:
        """Whether a body names the index of a loop, besides in elements of its trip's number."""
        for statement in plain_statements(body):
            sizes = [*statement.sizes, *(i for load in statement.loads for i in self._places(load))]
            if any(isinstance(size, Dim) and str(loop.index) in size.names for size in sizes):
                return True
        return False

    def _places(self, load: Load) -> tuple[Size, ...]:
        place = position(load.indices, load.array.shape)
        return () if (load.array, place) in self._texts.held else load.indices

    def _rounds(self, loops: Sequence[Loop], first: str, by: str) -> AbstractContextManager[None]:
        """The loop over all trips of several loops."""
        extent = self._size(prod((loop.extent for loop in loops), start=1))
        index = self._index_of(loops)
        return self.block(f"for (Index {index} = {first}; {index} < {extent}; {index} += {by})")

    def _index_of(self, loops: Sequence[Loop]) -> str:
        """The number of a trip of all loops, which is the index of a single one."""
        if len(loops) != 1:
            return "at"
        index = self.symbols[str(loops[0].index)] = self._next_index()
        return index

    def _split(self, loops: Sequence[Loop]) -> None:
        """The indices of several loops, from the number of a trip of all."""
        if len(loops) == 1:
            return
        for number, loop in enumerate(loops):
            index = self.symbols[str(loop.index)] = self._next_index()
            behind = prod((each.extent for each in loops[number + 1 :]), start=1)
            text = "at" if behind == 1 else f"at / {operand_text(self._size(behind))}"
            if number:
                text += f" % {operand_text(self._size(loop.extent))}"
            self.line(f"const Index {index} = {text};")
