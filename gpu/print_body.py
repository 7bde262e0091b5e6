"""The body of a kernel: loops that threads share, or that each runs by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from math import prod

import numpy as np

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.lines import Lines, operand_text
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dims import Size
from dslc.ir.nests.fuse import accesses, is_pairwise, writes
from dslc.ir.nests.language import (
    Array,
    Let,
    Local,
    Loop,
    Number,
    Pick,
    Plain,
    Setting,
    Statement,
    Total,
    Update,
    plain_statements,
)
from dslc.ir.nests.starts import extreme
from dslc.ir.types import default_dtype

from .expressions import Expressions, identity, step, type_name
from .kernels import Kind
from .pieces import is_shareable


class BodyPrinter(Lines):
    """Prints statements.

    Args:
        rows: arrays that each team has for itself.
        parts: of totals, one element for each block.
        variables: the names that are taken.

    Attributes:
        names: the variable of each array and local.
        symbols: the variable of each size and index.
        widths: the extents of the loops that a team shares.
    """

    def __init__(
        self, rows: Collection[Array], parts: dict[Total, Array], variables: Names
    ) -> None:
        super().__init__()
        self.rows, self.parts, self.variables = rows, parts, variables
        self.names: dict[Array | Local, str] = {}
        self.symbols: dict[str, str] = {}
        self.widths: list[Size] = []
        self._texts = Expressions(self.names, self.symbols)
        self._depth_of_loops = 0
        self._exchanged: set[Array] = set()

    def print(self, kind: Kind, loops: Sequence[Loop], body: list[Statement]) -> None:
        """Print a body whose loops threads share."""
        self._exchanged = exchanged(body)
        if kind == "single":
            self._in_thread(body)
        elif kind == "points":
            self._points(loops, body)
        else:
            self.line("DYNAMIC_SHARED(shared);")
            self.line("const Team team(shared);")
            printers = {"teams": self._teams, "parts": self._parts, "total": self._total}
            printers[kind](loops, body)

    # --- kinds of kernels -------------------------------------------------------------------------

    def _points(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        with self._rounds(loops, "thread_of_grid()", "threads_of_grid()"):
            self._split(loops)
            self._in_thread(body)

    def _teams(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        self._declare_rows(body)
        if not loops:
            self._in_team(body)
            return
        with self._rounds(loops, "team.first()", "team.count()"):
            self._split(loops)
            self._in_team(body)

    def _parts(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        (loop,) = loops
        self.line(f"const Part part = part_of_block({self._size(loop.extent)});")
        self._share(loop, "part.first", "part.size")
        for total, array in self.parts.items():
            text = f"{self.names[array]}[blockIdx.x] = {self.names[total.local]};"
            self.line(f"if (team.rank == 0) {text}")

    def _total(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        for total, array in self.parts.items():
            self._tell(total)
            parts, type_ = self.names[array], type_name(total.local.type)
            name = self._new(total.local)
            if is_pairwise(total):
                text = self._started(total, f"team.add_parts<{type_}>({parts}, parts)")
                self.line(f"const {type_} {name} = {text};")
                continue
            self.line(f"{type_} {name} = {identity(total.how, type_)};")
            index = self._next_index()
            head = f"for (i64 {index} = team.rank; {index} < parts; {index} += team.size)"
            with self.nest([head]):
                self.line(f"{name} = {step(total.how, name, f'{parts}[{index}]', type_)};")
            self._depth_of_loops -= 1
            self._put_together(total, starts=True)
        self._in_team(body)

    # --- shared loops -----------------------------------------------------------------------------

    def _rounds(self, loops: Sequence[Loop], first: str, by: str) -> AbstractContextManager[None]:
        """The loop over all trips of several loops."""
        extent = self._size(prod((loop.extent for loop in loops), start=1))
        index = self._next_index() if len(loops) == 1 else "at"
        if len(loops) == 1:
            self.symbols[str(loops[0].index)] = index
        return self.block(f"for (i64 {index} = {first}; {index} < {extent}; {index} += {by})")

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
            self.line(f"const i64 {index} = {text};")

    def _declare_rows(self, body: list[Statement]) -> None:
        """Where the rows of a team are."""
        rows = [array for array in dict.fromkeys(a for a, _ in writes(body)) if array in self.rows]
        offset: Size = 0
        if rows:
            self.line("unsigned char* const rows = team.rows(row_memory, row_bytes);")
        for row in sorted(rows, key=lambda row: -row.dtype.itemsize):
            name = self.names[row] = self.variables.new(row.name)
            type_ = dtype_text(row.dtype)
            where = "rows" if offset == 0 else f"(rows + {operand_text(self._size(offset))})"
            self.line(f"{type_}* const {name} = ({type_}*){where};")
            offset = offset + prod(row.shape, start=1) * row.dtype.itemsize

    def _share(self, loop: Loop, first: str, count: str, *, starts: bool = False) -> None:
        """A loop whose trips the threads of a team share."""
        totals = list(loop.totals())
        sums = [total for total in totals if is_pairwise(total)]
        others = [total for total in totals if not is_pairwise(total)]
        self.widths.append(loop.extent)
        for total in others:
            self._tell(total)
            type_ = type_name(total.local.type)
            self.line(f"{type_} {self._new(total.local)} = {identity(total.how, type_)};")
        with (
            self._in_pairs(loop, first, count, sums) if sums else self._strides(loop, first, count)
        ):
            self._in_thread(loop.body)
            for number, total in enumerate(sums):
                self._tell(total)
                value = self._texts.value(total.value, type_name(total.local.type))
                self.line(f"terms[{number}] = {value};")
            for total in others:
                self._take(total)
        self._depth_of_loops -= 1
        for number, total in enumerate(sums):
            text, type_ = f"{self._sums}[{number}]", type_name(total.local.type)
            text = self._started(total, text) if starts else text
            self.line(f"const {type_} {self._new(total.local)} = {text};")
        for total in others:
            self._put_together(total, starts=starts)

    def _strides(self, loop: Loop, first: str, count: str) -> AbstractContextManager[None]:
        self._tell(next(plain_statements([loop])))
        index = self.symbols[str(loop.index)] = self._next_index()
        start = "team.rank" if first == "0" else f"{first} + team.rank"
        end = count if first == "0" else f"{first} + {count}"
        return self.nest([f"for (i64 {index} = {start}; {index} < {end}; {index} += team.size)"])

    def _in_pairs(
        self, loop: Loop, first: str, count: str, sums: Sequence[Total]
    ) -> AbstractContextManager[None]:
        """A loop whose terms are added in pairs."""
        self._tell(next(plain_statements([loop])))
        types = {type_name(total.local.type) for total in sums}
        if len(types) > 1:
            raise Unsupported("kernels have no sums of two types in one loop")
        (type_,) = types
        index = self.symbols[str(loop.index)] = self._next_index()
        many = len(sums)
        self._sums = self.variables.new(f"{sums[0].local.name}_sums")
        self.line(f"{type_} {self._sums}[{many}];")
        head = f"team.add_up<{type_}, {many}>({first}, {count}, {self._sums}, "
        return self.block(f"{head}[&](i64 {index}, {type_} (&terms)[{many}])", "});")

    def _put_together(self, total: Total, *, starts: bool) -> None:
        """A total of all threads from those of each."""
        name, type_ = self.names[total.local], type_name(total.local.type)
        combined = step(total.how, "a", "b", type_)
        text = f"team.reduce({name}, []({type_} a, {type_} b) {{ return {type_}({combined}); }})"
        self.line(f"{name} = {text};")
        if starts and not _is_identity(total):
            start = self._texts.value(total.start, type_)
            self.line(f"{name} = {step(total.how, start, name, type_)};")

    def _started(self, total: Total, text: str) -> str:
        """A sum with what it starts with."""
        return (
            f"{operand_text(self._texts.value(total.start, type_name(total.local.type)))} + {text}"
        )

    # --- statements of a team ---------------------------------------------------------------------

    def _in_team(self, body: Iterable[Statement]) -> None:
        """Statements that all threads of a team run together."""
        for each in body:
            if isinstance(each, Total):
                continue
            if not isinstance(each, Loop):
                self._together(each)
            elif is_shareable(each):
                self._share(each, "0", self._size(each.extent), starts=True)
            else:
                self._in_order(each)
            if any(array in self._exchanged for array, _ in accesses([each])):
                self.line("team.sync();")

    def _together(self, statement: Plain) -> None:
        if isinstance(statement, Setting):
            self._tell(statement)
            self.line(f"if (team.rank == 0) {self._assignment(statement)}")
        else:
            self._plain(statement)

    def _in_order(self, loop: Loop) -> None:
        """A loop whose trips follow each other; the threads share what is in one."""
        totals = list(loop.totals())
        self._start_totals(totals)
        with self._trips(loop):
            self._in_team(loop.body)
            for total in totals:
                self._take(total)
        self._depth_of_loops -= 1

    # --- statements of a thread -------------------------------------------------------------------

    def _in_thread(self, body: Iterable[Statement]) -> None:
        """Statements that a thread runs by itself."""
        for each in body:
            if isinstance(each, Loop):
                totals = list(each.totals())
                self._start_totals(totals)
                with self._trips(each):
                    self._in_thread(each.body)
                    for total in totals:
                        self._take(total)
                self._depth_of_loops -= 1
            elif not isinstance(each, Total):
                self._plain(each)

    def _trips(self, loop: Loop) -> AbstractContextManager[None]:
        index = self.symbols[str(loop.index)] = self._next_index()
        extent = self._size(loop.extent)
        return self.nest([f"for (i64 {index} = 0; {index} < {extent}; ++{index})"])

    def _start_totals(self, totals: Iterable[Total]) -> None:
        for total in totals:
            if is_pairwise(total):
                raise Unsupported("kernels have no sum of floats that one thread adds in pairs")
            self._tell(total)
            type_ = type_name(total.local.type)
            start = self._texts.value(total.start, type_)
            self.line(f"{type_} {self._new(total.local)} = {start};")

    def _take(self, total: Total) -> None:
        """Add the value of one trip to a total."""
        self._tell(total)
        name, type_ = self.names[total.local], type_name(total.local.type)
        value = self._texts.value(total.value, type_)
        self.line(f"{name} = {step(total.how, name, value, type_)};")

    def _plain(self, statement: Plain) -> None:
        self._tell(statement)
        if isinstance(statement, Let):
            type_ = type_name(statement.local.type)
            value = self._texts.value(statement.value, type_)
            self.line(f"const {type_} {self._new(statement.local)} = {value};")
        elif isinstance(statement, Pick):
            self._pick(statement)
        else:
            assert isinstance(statement, Setting)
            self.line(self._assignment(statement))

    def _pick(self, pick: Pick) -> None:
        """An index from an integer of the run."""
        type_, size = type_name(pick.value.type), self._size(pick.size)
        value = self._texts.value(pick.value, type_)
        value = f"np::saturated({value})" if type_ == "u64" else f"i64({value})"
        name = self.symbols[str(pick.index)] = self.variables.new("picked")
        self.line(f"const i64 {name} = {_PICKED[pick.how]}({value}, {size});")

    def _assignment(self, statement: Setting) -> str:
        target = self._texts.element(statement.array, statement.indices)
        type_ = dtype_text(statement.array.dtype)
        value = self._texts.value(statement.value, type_)
        if isinstance(statement, Update):
            value = step(statement.how, target, value, type_)
        return f"{target} = {value};"

    # --- names ------------------------------------------------------------------------------------

    def _tell(self, statement: Plain) -> None:
        """What follows is for a node."""
        self.origin = statement.node

    def _new(self, local: Local) -> str:
        self.names[local] = self.variables.new(local.name)
        return self.names[local]

    def _next_index(self) -> str:
        self._depth_of_loops += 1
        return f"i{self._depth_of_loops - 1}"

    def _size(self, size: Size) -> str:
        return self._texts.size(size)


_PICKED = {"raise": "np::counted", "wrap": "np::cycled", "clip": "np::clipped"}
"""The position on an axis that an integer stands for."""


def exchanged(body: list[Statement]) -> set[Array]:
    """The arrays that statements both write and read."""
    read = {load.array for each in plain_statements(body) for load in each.loads}
    return {array for array, _ in writes(body) if array in read}


def _is_identity(total: Total) -> bool:
    """Whether a total starts with what changes nothing."""
    if not isinstance(total.start, Number):
        return False
    simple = {"sum": 0, "prod": 1, "any": False, "all": True}
    value = total.start.value
    if total.how in simple:
        return bool(value == simple[total.how])
    least = extreme(total.how, default_dtype(total.local.type))
    return bool(value == least) or bool(np.isnan(value) and np.isnan(least))
