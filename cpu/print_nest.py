"""Loop nests: the loops of a nest as they stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from math import prod

from dslc.ir.cxx.forms import form_of
from dslc.ir.cxx.lines import at, operand_text
from dslc.ir.cxx.print_types import element_text, literal_text
from dslc.ir.dims import Size
from dslc.ir.graph import Node
from dslc.ir.nests.fuse import adds_up, is_pairwise, side_by_side
from dslc.ir.nests.language import (
    Access,
    Apply,
    Array,
    ElementType,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Nest,
    Number,
    Pick,
    Plain,
    Product,
    Running,
    Setting,
    Statement,
    Total,
    Update,
    Whole,
    plain_statements,
    position,
)
from dslc.ir.nests.rows import panel_loops, paneled
from dslc.ir.nests.segments import Segment, segments_in
from dslc.ir.nests.shared_rows import shared_rows
from dslc.ir.nests.stepping import ENDLESS, Carry, While
from dslc.ir.nests.trips import are_side_by_side, is_crowded
from dslc.ir.types import NumberType

from .print_elements import BY_WAY_OF_F64, converted
from .print_function import FunctionPrinter
from .print_panels import PanelsPrinter
from .print_reductions import REDUCTIONS
from .print_shared import SharedLoops
from .print_steps import steps_in

BEST = {"max": "greatest", "min": "least"}
"""What finds the best of floats by blocks, by the name of the reduction."""


def print_nest(printer: FunctionPrinter, node: Node) -> None:
    """A nest: arrays for its results, then its loops."""
    nest: Nest = node.attributes["nest"]
    given = zip(nest.operands, node.operands, strict=True)
    names = {each: printer.operand(operand, node) for each, operand in given}
    results = list(zip(nest.made, node.results, strict=True))
    shared = shared_rows(nest)
    for each, value in results:
        if isinstance(each, Array) and each not in shared:
            names[each] = printer.empty(node, value)
    for each, value in results:
        if isinstance(each, Array) and each in shared:
            names[each] = printer.bind(value, names[shared[each]])
    _NestPrinter(printer, names, nest).body(nest.body)
    printer.origin = node
    for each, value in results:
        if isinstance(each, Local):
            printer.bind(value, names[each])


class _NestPrinter(PanelsPrinter):
    """Prints statements.

    Attributes:
        printer: of the function.
        names: the C++ variable of each array and local.
        depth: how many loops are around.
        shared: which loops threads share.
        panels: the rows of which each trip of a panel has one, by their loop.
        trips: of each loop that is printed in panels, the trip of the panel.
    """

    def __init__(
        self, printer: FunctionPrinter, names: dict[Array | Local, str], nest: Nest
    ) -> None:
        self.printer = printer
        self.names = names
        self.depth = 0
        self.shared = SharedLoops(printer, names, nest)
        self.panels = paneled(nest)
        self.trips: dict[Loop, str] = {}
        self._ends: dict[Access, str] = {}

    def body(self, body: list[Statement]) -> None:
        """Print statements, but for totals and what is carried: their loop does."""
        for each in body:
            if isinstance(each, Loop):
                self._loop(each)
            elif not isinstance(each, Total | Carry):
                self.tell(each)
                self._statement(each)

    def tell(self, statement: Plain) -> None:
        """What follows is for a node."""
        self.printer.origin = statement.node
        self.printer.tell(statement.node.place)

    def _statement(self, statement: Plain) -> None:
        if isinstance(statement, Let):
            type_ = statement.local.type
            value = self.value(statement.value, element_text(type_))
            self.printer.define_once(element_text(type_), self.new(statement.local), value)
            return
        if isinstance(statement, Pick):
            self._pick(statement)
            return
        if isinstance(statement, Running):
            name, type_text = self.names[statement.local], element_text(statement.local.type)
            value = self.value(statement.value, type_text)
            self.printer.assign(name, _step(statement.how, name, value, type_text))
            return
        if isinstance(statement, While):
            self.leave(statement)
            return
        if isinstance(statement, Product):
            self.product(statement, "1")
            return
        assert isinstance(statement, Setting)
        target = self.element(statement.array, statement.indices)
        into = element_text(Load(statement.array, ()).type)
        value = self.value(statement.value, into)
        if isinstance(statement, Update):
            value = _step(statement.how, target, value, into)
        self.printer.line(f"{target} = {value};")

    def _pick(self, pick: Pick) -> None:
        value = self.value(pick.value, "i64")
        name = self.printer.variables.new("place")
        place = f"np::{_PLACED[pick.how]}({value}, {self.size(pick.size)})"
        self.printer.define_once("i64", name, place)
        self.printer.symbols[str(pick.index)] = name

    def new(self, local: Local) -> str:
        self.names[local] = self.printer.variables.new(local.name)
        return self.names[local]

    # --- loops ------------------------------------------------------------------------------------

    def _loop(self, loop: Loop) -> None:
        self.tell(next(plain_statements([loop])))
        loops = panel_loops(loop)
        if loops and len(loops[-1].body) == 1:
            self.whole_product(loops)
            return
        if self.depth == 0 and self.shared.are_shared(loops or (loop,)):
            with self.shared.trips(loops or (loop,), panels=bool(loops)) as (first, last):
                self._part(loop, loops, first, last)
            return
        if loops or steps_in(loop):
            count = prod(each.extent for each in loops or (loop,))
            self._part(loop, loops, "0", self.size(count))
            return
        self.start(loop)
        totals = list(loop.totals())
        sums = [total for total in totals if is_pairwise(total)]
        for total in totals:
            self.tell(total)
            into = element_text(total.local.type)
            start = self.value(total.start, into)
            if load := adds_up(loop):
                self._sum(load, loop, total, start)
                return
            if _is_best(loop):
                self._best(loop, total, start)
                return
            name = self.new(total.local)
            self.printer.line(f"{into} {name} = {start};")
            if total.how in _OUTDONE:
                of = element_text(total.value.type)
                self.printer.line(f"{of} {name}_best = {literal_text(0, of)};")
        with self._blocks(loop, sums) if sums else self.loop_of_trips(loop, *self.bounds(loop)):
            if self.depth == 1 and not sums and any(isinstance(each, Loop) for each in loop.body):
                self.printer.line("POLL;")
            self.body(loop.body)
            for total in totals:
                self.tell(total)
                self._take(total, loop)
            self.hand_on(loop)

    @contextmanager
    def loop_of_trips(self, loop: Loop, first: str, last: str) -> Iterator[None]:
        index = f"i{self.depth}"
        self.printer.symbols[str(loop.index)] = index
        self.depth += 1
        if is_crowded(loop, self.names) and are_side_by_side(loop, self.names):
            self.printer.line("SIDE_BY_SIDE")
        endless = loop.extent == ENDLESS
        test = "" if endless else f" {index} < {last}"
        with self.printer.nest([f"for (i64 {index} = {first};{test}; ++{index})"]):
            if endless:
                self.printer.line("POLL;")
            self._define_ends(loop)
            yield
        self.depth -= 1

    def _part(self, loop: Loop, loops: tuple[Loop, ...], start: str, stop: str) -> None:
        """Some trips of a loop, which may be in panels."""
        if loops:
            self.in_panels(loops, start, stop)
            return
        if steps := steps_in(loop):
            self.lanes(loop, steps, start, stop)
            return
        with self.loop_of_trips(loop, start, stop):
            self.body(loop.body)

    @contextmanager
    def _blocks(self, loop: Loop, sums: list[Total]) -> Iterator[None]:
        """A loop over blocks, whose terms are added in pairs."""
        type_ = element_text(sums[0].local.type)
        names = [self.names[total.local] for total in sums]
        terms = ", ".join(f"{type_}* {name}_terms" for name in names)
        head = f"np::add_up<{type_}>({self.trips_of(loop)}, [&](i64 first, i64 last, {terms})"
        end = f"}}, {', '.join(names)});"
        with self.printer.block(head, end), self._block(loop):
            yield

    def _block(self, loop: Loop) -> AbstractContextManager[None]:
        """The trips of a block, counted from the first of the loop."""
        ends = [behind(self.bounds(loop)[0], each) for each in ("first", "last")]
        return self.loop_of_trips(loop, *ends)

    def _term(self, loop: Loop) -> str:
        """The number of a trip in its block."""
        index, first = self.printer.symbols[str(loop.index)], self.bounds(loop)[0]
        return f"{index} - first" if first == "0" else f"{index} - {first} - first"

    def bounds(self, loop: Loop) -> tuple[str, str]:
        """The first trip of a loop, and the one behind its last."""
        if not isinstance(loop, Segment):
            return "0", self.size(loop.extent)
        first, end = (self._ends.get(each) or self.element(*each) for each in loop.ends())
        return first, end

    def _define_ends(self, loop: Loop) -> None:
        """Where the segment of a trip begins and ends, for all loops over it."""
        for segment in segments_in(loop):
            for name, access in zip(("begin", "end"), segment.ends(), strict=True):
                if access not in self._ends:
                    self._ends[access] = self.printer.variables.new(name)
                    self.printer.define_once("i64", self._ends[access], self.element(*access))

    def trips_of(self, loop: Loop) -> str:
        """How many trips a loop has."""
        first, end = self.bounds(loop)
        return end if first == "0" else f"{end} - {first}"

    def _take(self, total: Total, loop: Loop) -> None:
        """Add the value of one trip to a total."""
        name, into = self.names[total.local], element_text(total.local.type)
        if total.how in _OUTDONE:
            self._take_place(total, self.printer.symbols[str(loop.index)])
            return
        value = self.value(total.value, into)
        if is_pairwise(total):
            self.printer.line(f"{name}_terms[{self._term(loop)}] = {value};")
        else:
            self.printer.assign(name, _step(total.how, name, value, into))

    def _take_place(self, total: Total, index: str) -> None:
        """The place of a trip, where its value is the first, or better than the best before."""
        best, of = f"{self.names[total.local]}_best", element_text(total.value.type)
        value = self.printer.variables.new("value")
        self.printer.line(f"const {of} {value} = {self.value(total.value)};")
        better = f"{best} == {best} && !({value} {_OUTDONE[total.how]} {best})"
        with self.printer.block(f"if ({index} == 0 || ({better}))"):
            self.printer.assign(best, value)
            self.printer.assign(self.names[total.local], index)

    def _best(self, loop: Loop, total: Total, start: str) -> None:
        """The greatest or least of what trips give, found in blocks."""
        into = element_text(total.local.type)
        if load := side_by_side(loop):
            best = f"np::{BEST[total.how]}_of<{into}>"
            elements = behind(self._dense(load), self.bounds(loop)[0]), self.trips_of(loop), start
            self.printer.define_once(into, self.new(total.local), f"{best}({', '.join(elements)})")
            return
        name = self.new(total.local)
        given = f"{self.trips_of(loop)}, {start}, [&](i64 first, i64 last, {into}* terms)"
        head = f"{into} {name} = np::{BEST[total.how]}_term<{into}>({given}"
        with self.printer.block(head, "});"), self._block(loop):
            self.body(loop.body)
            self.tell(total)
            self.printer.line(f"terms[{self._term(loop)}] = {self.value(total.value, into)};")

    def _sum(self, load: Load, loop: Loop, total: Total, start: str) -> None:
        """The sum of elements side by side."""
        begin = self.bounds(loop)[0]
        into = element_text(total.local.type)
        zero = start == literal_text(0, into)
        given = [behind(self._dense(load), begin), self.trips_of(loop), *([] if zero else [start])]
        self.printer.define_once(
            into, self.new(total.local), f"np::sum<{into}>({', '.join(given)})"
        )

    def _dense(self, load: Load) -> str:
        """Where elements that lie side by side begin."""
        if len(load.indices) == 1:
            return f"{self.names[load.array]}.data"
        return f"&{self.element(load.array, (*load.indices[:-1], 0))}"

    # --- expressions ------------------------------------------------------------------------------

    def value(self, expression: Expression, into: str = "") -> str:
        """An expression as a value of a C++ type; "" is its own."""
        source = element_text(expression.type)
        if isinstance(expression, Number):
            return literal_text(expression.value, into or source)
        if isinstance(expression, Apply):
            return converted(self._apply(expression), source, into)
        if isinstance(expression, Load):
            return converted(self.element(expression.array, expression.indices), source, into)
        if isinstance(expression, Whole) and isinstance(expression.size, int):
            return literal_text(expression.size, into or source)
        text = (
            self.size(expression.size) if isinstance(expression, Whole) else self.names[expression]
        )
        if _is_whole_number(expression.type) and into in BY_WAY_OF_F64:
            return converted(f"f64({text})", "f64", into)
        return converted(operand_text(text), source, into) if into != source else text

    def _apply(self, expression: Apply) -> str:
        form = form_of(expression.op.name, expression.types, expression.type, expression.attributes)
        operands = [
            operand_text(self.value(operand, into))
            for operand, into in zip(expression.operands, form.into, strict=True)
        ]
        return form.text.format(*operands)

    def element(self, array: Array, indices: tuple[Size, ...]) -> str:
        name, rank = self.names[array], len(array.shape)
        if array in self.panels:
            trip = self.trips[self.panels[array]]
            whole = position(indices, array.shape) if len(indices) < rank else None
            if whole is None:
                return f"{name}{at([trip, *map(self.size, indices)])}"
            count = self.size(prod(array.shape, start=1))
            return f"{name}[({trip}) * {operand_text(count)} + {self.size(whole)}]"
        if len(indices) == rank:
            return f"{name}{at([self.size(index) for index in indices])}"
        return f"{name}[{self.size(position(indices, array.shape))}]"

    def size(self, size: Size) -> str:
        return self.printer.size(size)


_PLACED = {"raise": "wrapped", "wrap": "cycled", "clip": "clipped"}
"""What makes a place on an axis of any integer."""

_OUTDONE = {"argmax": "<=", "argmin": ">="}
"""How a value is compared that does not outdo the best one; no NaN is compared so."""


def behind(first: str, count: str) -> str:
    """The text of a place so many behind another."""
    if "0" in (first, count):
        return count if first == "0" else first
    return f"{first} + {count}"


def _is_best(loop: Loop) -> bool:
    """Whether the one total of an innermost loop is its greatest or least float."""
    totals = list(loop.totals())
    if len(totals) != 1 or any(isinstance(each, Loop | Running) for each in loop.body):
        return False
    (total,) = totals
    return total.how in BEST and element_text(total.local.type) in ("f32", "f64")


def _is_whole_number(type_: ElementType) -> bool:
    return isinstance(type_, NumberType) and type_.kind == "int"


def _step(how: str, total: str, value: str, type_: str) -> str:
    if how == "set":
        return value
    return REDUCTIONS[how].step.format(result=total, element=operand_text(value), type=type_)
