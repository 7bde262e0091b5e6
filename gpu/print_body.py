"""The body of a kernel: loops that threads share, or that each runs by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from math import prod

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.lines import operand_text
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dims import Size
from dslc.ir.nests.fuse import is_pairwise
from dslc.ir.nests.language import (
    Array,
    Loop,
    Plain,
    Product,
    Running,
    Setting,
    Statement,
    Total,
    plain_statements,
)
from dslc.ir.nests.reach import accesses, writes
from dslc.ir.nests.segments import mean_trips
from dslc.ir.nests.stepping import Carry

from .expressions import rounded, type_name
from .kept_rows import places_of_rows
from .kernels import Kind
from .pieces import is_scan, is_shareable
from .print_thread import running_step, running_type
from .print_tiles import TilesPrinter
from .totals import (
    BETTER,
    is_identity,
    is_place,
    loaded,
    nothing,
    stored,
    together,
    value_type,
)


class BodyPrinter(TilesPrinter):
    """Prints statements.

    Args:
        rows: arrays that each team has for itself.
        parts: arrays with an element for each block, of what it holds of a total.
        variables: the names that are taken.

    Attributes:
        widths: the extents of the loops that a team shares.
        row_bytes: of the rows of one team, or of the tiles of a block.
    """

    def __init__(
        self, rows: Collection[Array], parts: dict[Total, tuple[Array, ...]], variables: Names
    ) -> None:
        super().__init__(variables)
        self.rows, self.parts = rows, parts
        self.widths: list[Size] = []
        self.row_bytes: Size = 0
        self._exchanged: set[Array] = set()
        self._befores: dict[Running, str] = {}
        self._steps: dict[Running, str] = {}

    def print(self, kind: Kind, loops: Sequence[Loop], body: list[Statement]) -> None:
        """Print a body whose loops threads share."""
        self._exchanged = exchanged(body)
        if kind == "single":
            self._in_thread(body)
        elif kind == "points":
            self._points(loops, body)
        elif kind == "tiles":
            self._tiles(loops, body)
        else:
            self.line("DYNAMIC_SHARED(shared);")
            self.line("const Team team(shared);")
            printers = {"teams": self._teams, "parts": self._parts, "total": self._total}
            printers[kind](loops, body)

    # --- kinds of kernels -------------------------------------------------------------------------

    def _teams(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        self._declare_rows(body)
        if not loops:
            self._in_team(body)
            return
        with self._rounds(loops, "team.first()", "team.count()"):
            self._split(loops)
            for loop in loops:
                self._define_segments(Loop(loop.index, loop.extent, body))
            self._in_team(body)

    def _parts(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        (loop,) = loops
        self.line(f"const Part part = part_of_block({self._size(loop.extent)});")
        self._share(loop, "part.first", "part.size")
        for total in self.parts:
            held = self._held[total] if total in self._held else self.names[total.local]
            for text in stored(total, held, self._names_of_parts(total)):
                self.line(f"if (team.rank == 0) {text}")

    def _total(self, loops: Sequence[Loop], body: list[Statement]) -> None:
        for total in self.parts:
            parts = self._names_of_parts(total)
            if is_pairwise(total):
                self._tell(total)
                type_ = value_type(total)
                text = self._started(total, f"team.add_parts<{type_}>({parts[0]}, parts)")
                text = rounded(text, total.local.type)
                self.line(f"const {type_} {self._new(total.local)} = {text};")
                continue
            self._declare(total, nothing(total))
            index = self._next_index()
            head = f"for (Index {index} = team.rank; {index} < parts; {index} += team.size)"
            with self.nest([head]):
                self._take_in(total, loaded(total, parts, index))
            self._depth_of_loops -= 1
            self._put_together(total, starts=True)
        self._in_team(body)

    def _names_of_parts(self, total: Total) -> tuple[str, ...]:
        return tuple(self.names[array] for array in self.parts[total])

    # --- shared loops -----------------------------------------------------------------------------

    def _declare_rows(self, body: list[Statement]) -> None:
        """Where the rows of a team are."""
        rows = [array for array in dict.fromkeys(a for a, _ in writes(body)) if array in self.rows]
        places = places_of_rows(body, rows)
        offset: Size = 0
        if rows:
            self.line("unsigned char* const rows = team.rows(row_memory, row_bytes);")
        for row in sorted(rows, key=lambda row: -row.dtype.itemsize):
            if row in places:
                continue
            name = self.names[row] = self.variables.new(row.name)
            type_ = dtype_text(row.dtype)
            where = "rows" if offset == 0 else f"(rows + {operand_text(self._size(offset))})"
            self.line(f"{type_}* const {name} = ({type_}*){where};")
            offset = offset + prod(row.shape, start=1) * row.dtype.itemsize
        self.row_bytes = offset
        for row, place in places.items():
            name = self.names[row] = self.variables.new(row.name)
            self.line(f"{dtype_text(row.dtype)}* const {name} = {self.names[place]};")

    def _share(self, loop: Loop, first: str, count: str, *, starts: bool = False) -> None:
        """A loop whose trips the threads of a team share."""
        totals = list(loop.totals())
        sums = [total for total in totals if is_pairwise(total)]
        others = [total for total in totals if not is_pairwise(total)]
        self.widths.append(mean_trips(loop))
        for total in others:
            self._declare(total, nothing(total))
        with (
            self._in_pairs(loop, first, count, sums) if sums else self._strides(loop, first, count)
        ):
            self._in_thread(loop.body)
            for number, total in enumerate(sums):
                self._tell(total)
                value = self._texts.value(total.value, type_name(total.local.type))
                self.line(f"terms[{number}] = {value};")
            for total in others:
                self._take(total, loop)
        self._depth_of_loops -= 1
        for number, total in enumerate(sums):
            text, type_ = f"{self._sums}[{number}]", type_name(total.local.type)
            text = rounded(self._started(total, text), total.local.type) if starts else text
            self.line(f"const {type_} {self._new(total.local)} = {text};")
        for total in others:
            self._put_together(total, starts=starts)

    def _strides(self, loop: Loop, first: str, count: str) -> AbstractContextManager[None]:
        self._tell(next(plain_statements([loop])))
        index = self.symbols[str(loop.index)] = self._next_index()
        start = "team.rank" if first == "0" else f"{first} + team.rank"
        end = count if first == "0" else f"{first} + {count}"
        return self.nest([f"for (Index {index} = {start}; {index} < {end}; {index} += team.size)"])

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
        return self.block(f"{head}[&](Index {index}, {type_} (&terms)[{many}])", "});")

    def _put_together(self, total: Total, *, starts: bool) -> None:
        """A total of all threads from those of each."""
        name, type_ = self._held[total], value_type(total)
        if is_place(total):
            self.line(f"{name} = team.{BETTER[total.how]}({name});")
        else:
            made = together(total, "a", "b")
            text = f"[]({type_} a, {type_} b) {{ return {type_}({made}); }}"
            self.line(f"{name} = team.reduce({name}, {text});")
        if starts and not is_identity(total):
            start = self._texts.value(total.start, type_)
            self.line(f"{name} = {together(total, start, name)};")
        if starts:
            self._name(total)

    def _started(self, total: Total, text: str) -> str:
        """A sum with what it starts with."""
        return (
            f"{operand_text(self._texts.value(total.start, type_name(total.local.type)))} + {text}"
        )

    # --- statements of a team ---------------------------------------------------------------------

    def _in_team(self, body: Iterable[Statement]) -> None:
        """Statements that all threads of a team run together."""
        for each in body:
            if isinstance(each, Total | Carry):
                continue
            if not isinstance(each, Loop):
                self._together(each)
            elif is_shareable(each):
                self._share(each, *self._trips_of(each), starts=True)
            elif is_scan(each):
                self._scan(each)
            else:
                self._in_order(each)
            if any(array in self._exchanged for array, _ in accesses([each])):
                self.line("team.sync();")

    def _together(self, statement: Plain) -> None:
        if isinstance(statement, Product):
            self._product_of_team(statement)
        elif isinstance(statement, Setting):
            self._tell(statement)
            self.line(f"if (team.rank == 0) {self._assignment(statement)}")
        else:
            self._plain(statement)

    def _product_of_team(self, product: Product) -> None:
        """A row times a matrix: the threads share its columns, or the products of one."""
        self.widths.append(product.width)
        self._tell(product)
        type_ = dtype_text(product.array.dtype)
        depth, width = self._size(product.depth), self._size(product.width)
        place = self.symbols[str(product.along)] = self.variables.new("place")
        column = self.symbols[str(product.across)] = self.variables.new("column")
        added = self._added(product, "sum")
        target = self._texts.element(product.array, product.indices)
        self.line(f"team.product<{type_}>(")
        with self.indented():
            self.line(f"{depth}, {width},")
            head = f"[&](Index {place}, Index {column}, {type_} sum)"
            self.line(f"{head} {{ return {added}; }},")
            self.line(f"[&](Index {column}, {type_} sum) {{ {target} = sum; }});")

    def _in_order(self, loop: Loop) -> None:
        """A loop whose trips follow each other; the threads share what is in one."""
        with self._one_by_one(loop):
            self._in_team(loop.body)

    def _scan(self, loop: Loop) -> None:
        """A loop with totals so far: as many trips at once as the team has threads."""
        self.widths.append(loop.extent)
        totals = list(loop.totals())
        for total in totals:
            self._declare(total, nothing(total))
        for each in loop.body:
            if isinstance(each, Running):
                self._before(each)
        self._tell(next(plain_statements([loop])))
        index = self.symbols[str(loop.index)] = self._next_index()
        first, extent = self.variables.new("first"), self._size(loop.extent)
        head = f"for (Index {first} = 0; {first} < {extent}; {first} += team.size)"
        with self.block(head):
            mine = f"{first} + team.rank"
            self.line(f"const Index {index} = py::least<Index>({mine}, {extent} - 1);")
            within = self.variables.new("within")
            self.line(f"const bool {within} = {index} == {mine};")
            for each in loop.body:
                if isinstance(each, Running):
                    self._so_far(each)
                elif isinstance(each, Setting):
                    self._tell(each)
                    self.line(f"if ({within}) {self._assignment(each)}")
                elif isinstance(each, Plain) and not isinstance(each, Total):
                    self._plain(each)
            for total in totals:
                name = self._held[total]
                given = self._given(total, loop)
                self.line(f"if ({within}) {name} = {together(total, name, given)};")
        self._depth_of_loops -= 1
        for total in totals:
            self._put_together(total, starts=True)

    def _before(self, running: Running) -> None:
        """What all trips before those that the team is at make, and how one more is taken in."""
        self._tell(running)
        name, type_ = running.local.name, running_type(running)
        before = self._befores[running] = self.variables.new(f"{name}_before")
        self.line(f"{type_} {before} = {self._texts.value(running.start, type_)};")
        step = self._steps[running] = self.variables.new("step")
        text = f"{type_}({running_step(running, 'a', 'b')})"
        self.line(f"const auto {step} = []({type_} a, {type_} b) {{ return {text}; }};")

    def _so_far(self, running: Running) -> None:
        self._tell(running)
        type_ = running_type(running)
        value = self._texts.value(running.value, type_)
        given = f"{value}, {self._befores[running]}, {self._steps[running]}"
        name = self._new(running.local)
        self.line(f"const {type_} {name} = team.running<{type_}>({given});")


def exchanged(body: list[Statement]) -> set[Array]:
    """The arrays that statements both write and read."""
    read = {load.array for each in plain_statements(body) for load in each.loads}
    return {array for array, _ in writes(body) if array in read}
