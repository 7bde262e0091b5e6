"""What one thread of a kernel does by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.lines import Lines, negated
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dims import Dim, Size
from dslc.ir.nests.fuse import is_pairwise
from dslc.ir.nests.language import (
    Apply,
    Array,
    Let,
    Local,
    Loop,
    Pick,
    Plain,
    Product,
    Running,
    Setting,
    Statement,
    Total,
    Update,
)
from dslc.ir.nests.segments import Segment, segments_in
from dslc.ir.nests.stepping import Carry, While, carries
from dslc.ir.types import ScalarType

from .expressions import Expressions, half_of, step, type_name
from .totals import held_type, is_place, nothing, of_trip, together, value_type


class ThreadPrinter(Lines):
    """Prints statements that a thread runs by itself.

    Args:
        variables: the names that are taken.

    Attributes:
        names: the variable of each array and local.
        symbols: the variable of each size and index.
    """

    def __init__(self, variables: Names) -> None:
        super().__init__()
        self.variables = variables
        self.names: dict[Array | Local, str] = {}
        self.symbols: dict[str, str] = {}
        self._texts = Expressions(self.names, self.symbols)
        self._depth_of_loops = 0
        self._held: dict[Total, str] = {}
        self._segments: dict[tuple[Array, str], str] = {}

    @property
    def wide(self) -> Iterable[Size]:
        """Sizes that are computed with, which 64 bits may not hold."""
        return self._texts.wide

    @property
    def counted(self) -> Iterable[Size]:
        """Sizes and places that its text computes."""
        return self._texts.counted

    def _in_thread(self, body: Iterable[Statement]) -> None:
        """Statements that a thread runs by itself."""
        for each in body:
            if isinstance(each, Loop):
                with self._one_by_one(each):
                    self._in_thread(each.body)
            elif not isinstance(each, Total | Carry):
                self._plain(each)

    @contextmanager
    def _one_by_one(self, loop: Loop) -> Iterator[None]:
        """The trips of a loop in order, in one thread or in all that do the same."""
        totals = list(loop.totals())
        for total in totals:
            if is_pairwise(total):
                raise Unsupported("kernels have no sum of floats that one thread adds in pairs")
            start = self._texts.value(total.start, value_type(total))
            self._declare(total, nothing(total) if is_place(total) else start)
        for each in loop.body:
            if isinstance(each, Running | Carry):
                self._tell(each)
                type_ = type_name(each.local.type)
                start = self._texts.value(each.start, type_)
                self.line(f"{type_} {self._new(each.local)} = {start};")
        with self._trips(loop):
            self._define_segments(loop)
            yield
            for total in totals:
                self._take(total, loop)
            self._hand_on(carries(loop))
        self._depth_of_loops -= 1
        for total in totals:
            self._name(total)

    def _hand_on(self, found: Sequence[Carry]) -> None:
        """What a trip hands to the next one, all at once."""
        following: list[tuple[str, str]] = []
        for each in found:
            self._tell(each)
            name, type_ = self.names[each.local], type_name(each.local.type)
            value = self._texts.value(each.value, type_)
            if len(found) > 1:
                following.append((name, self.variables.new(f"{each.local.name}_next")))
                self.line(f"const {type_} {following[-1][1]} = {value};")
            else:
                following.append((name, value))
        for name, value in following:
            self.line(f"{name} = {value};")

    def _trips(self, loop: Loop) -> AbstractContextManager[None]:
        index = self.symbols[str(loop.index)] = self._next_index()
        first, count = self._trips_of(loop)
        end = count if first == "0" else f"{first} + {count}"
        return self.nest([f"for (Index {index} = {first}; {index} < {end}; ++{index})"])

    def _trips_of(self, loop: Loop) -> tuple[str, str]:
        """The first trip of a loop, and how many there are."""
        if not isinstance(loop, Segment):
            return "0", self._size(loop.extent)
        name = self._segments[loop.offsets, str(loop.row)]
        return f"{name}.first", f"{name}.size"

    def _define_segments(self, loop: Loop) -> None:
        """Where the segment of a trip lies, for all loops over one."""
        for each in dict.fromkeys((s.offsets, s.extent) for s in segments_in(loop)):
            offsets, total = each
            row = self.symbols[str(loop.index)]
            name = self._segments[offsets, str(loop.index)] = self.variables.new("segment")
            found = f"segment_of({self.names[offsets]}, {row}, {self._size(total)})"
            self.line(f"const Segment {name} = {found};")

    def _declare(self, total: Total, start: str) -> None:
        """A variable for what a thread holds of a total."""
        self._tell(total)
        wish = f"{total.local.name}_best" if is_place(total) else total.local.name
        name = self._held[total] = self.variables.new(wish)
        self.line(f"{held_type(total)} {name} = {start};")

    def _take(self, total: Total, loop: Loop) -> None:
        """Add the value of one trip to a total."""
        self._take_in(total, self._given(total, loop))

    def _given(self, total: Total, loop: Loop) -> str:
        """What a trip gives."""
        value = self._texts.value(total.value, value_type(total))
        return of_trip(total, value, self.symbols[str(loop.index)])

    def _take_in(self, total: Total, given: str) -> None:
        self._tell(total)
        name = self._held[total]
        self.line(f"{name} = {together(total, name, given)};")

    def _name(self, total: Total) -> None:
        """Give the total its name, now that all trips are in it."""
        held = self._held[total]
        if is_place(total):
            type_ = type_name(total.local.type)
            self.line(f"const {type_} {self._new(total.local)} = {held}.place;")
        else:
            self.names[total.local] = held

    def _plain(self, statement: Plain) -> None:
        self._tell(statement)
        if isinstance(statement, Let):
            type_ = type_name(statement.local.type)
            value = self._texts.value(statement.value, type_)
            self.line(f"const {type_} {self._new(statement.local)} = {value};")
        elif isinstance(statement, Pick):
            self._pick(statement)
        elif isinstance(statement, Product):
            self._product(statement)
        elif isinstance(statement, While):
            self.line(f"if ({negated(self._texts.value(statement.value, 'bool'))}) break;")
        elif isinstance(statement, Running):
            name = self.names[statement.local]
            value = self._texts.value(statement.value, running_type(statement))
            self.line(f"{name} = {running_step(statement, name, value)};")
        else:
            assert isinstance(statement, Setting)
            self.line(self._assignment(statement))

    def _product(self, product: Product) -> None:
        """A row times a matrix, by one thread."""
        self._tell(product)
        type_ = dtype_text(product.array.dtype)
        with self.nest([self._counting(product.across, "column", product.width)]):
            sum_ = self.variables.new(f"{product.array.name}_sum")
            self.line(f"{type_} {sum_} = 0;")
            with self.nest([self._counting(product.along, "place", product.depth)]):
                self.line(f"{sum_} = {self._added(product, sum_)};")
            target = self._texts.element(product.array, product.indices)
            self.line(f"{target} = {sum_};")

    def _counting(self, index: Dim, wish: str, extent: Size) -> str:
        name = self.symbols[str(index)] = self.variables.new(wish)
        return f"for (Index {name} = 0; {name} < {self._size(extent)}; ++{name})"

    def _added(self, product: Product, sum_: str) -> str:
        """One more element of a row times one of the matrix, added to a sum."""
        assert isinstance(product.value, Apply)
        type_ = dtype_text(product.array.dtype)
        factors = ", ".join(self._texts.value(each, type_) for each in product.value.operands)
        return f"multiply_add({factors}, {sum_})"

    def _pick(self, pick: Pick) -> None:
        """An index from an integer of the run."""
        type_, size = type_name(pick.value.type), self._size(pick.size)
        value = f"i64({self._texts.value(pick.value, type_)})"
        name = self.symbols[str(pick.index)] = self.variables.new("picked")
        self.line(f"const Index {name} = {_PICKED[pick.how]}({value}, {size});")

    def _assignment(self, statement: Setting) -> str:
        target = self._texts.element(statement.array, statement.indices)
        scalar = ScalarType(statement.array.dtype)
        type_, half = type_name(scalar), half_of(scalar)
        value = self._texts.value(statement.value, type_)
        if isinstance(statement, Update) and statement.how != "set":
            before = f"f32({target})" if half else target
            value = step(statement.how, before, value, type_)
        if half:
            is_rounded = value.startswith(f"np::rounded<{half}>(")
            value = (
                value.removeprefix("np::rounded<").replace(">", "", 1)
                if is_rounded
                else f"{half}({value})"
            )
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


def running_type(running: Running) -> str:
    """The C++ type of a total so far.

    Raises:
        Unsupported: for one of 16 bits, which is rounded behind each step.
    """
    if half := half_of(running.local.type):
        raise Unsupported(f"kernels have no totals so far in {half}")
    return type_name(running.local.type)


def running_step(running: Running, one: str, other: str) -> str:
    """A total so far and one more value."""
    return step(running.how, one, other, running_type(running))
