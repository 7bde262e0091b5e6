"""One C++ function while it is printed: its lines, names, and where it can fail.

What a node looks like stands in the tables of `print_elements`, `print_arrays` and `print_regions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from math import prod
from typing import TypeAlias

from dslc.ir.comparison import Comparison
from dslc.ir.cxx.lines import Lines, at, comment, is_word, operand_text
from dslc.ir.cxx.names import Names, unused
from dslc.ir.cxx.print_types import (
    checked_size_text,
    element_text,
    literal_text,
    size_text,
    type_text,
)
from dslc.ir.diagnostics import CompilerBug, Note
from dslc.ir.dims import Dim, Size, common_factor, symbol_dims
from dslc.ir.escapes import escaping, written
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value, type_of
from dslc.ir.lifetimes import Spots
from dslc.ir.liveness import schedules
from dslc.ir.path_facts import PathFacts
from dslc.ir.place import Place
from dslc.ir.types import TensorType, UnsetType
from dslc.ir.value_names import wished_name

from .failures import FailurePoint

MOST = 2**48
"""What a size of a shape can be; a run-time integer may be more."""


@dataclass(slots=True)
class Points:
    """What a kernel's text refers to outside it.

    Attributes:
        names: the failure points, each with the name that the text uses: `L12` for line 12.
        handed: the nodes that Python runs, by the numbers that the text uses.
        spots: where each function that is printed allocates, by the numbers that its text uses.
    """

    names: dict[FailurePoint, str] = field(default_factory=dict)
    handed: list[Node] = field(default_factory=list)
    spots: dict[Graph, Spots] = field(default_factory=dict)

    def name(
        self,
        place: Place,
        message: str | None = None,
        error: str | type[Exception] = "",
        comparison: Comparison | None = None,
        notes: tuple[Note, ...] = (),
    ) -> str:
        """The name of a point, made on first use."""
        shown = Place(place.file, place.text, number=place.source_line)
        point = FailurePoint(shown, message, error, comparison, notes)
        if point not in self.names:
            wish = f"L{place.source_line}" if place.source_line else "results"
            self.names[point] = unused(wish, set(self.names.values()))
        return self.names[point]


Table: TypeAlias = "dict[str, Callable[[FunctionPrinter, Node], None]]"
"""How a node of each op is printed."""


class FunctionPrinter(Lines):
    """Prints one graph as one function.

    Attributes:
        graph: what it prints.
        names: the C++ variable of each value.
        symbols: the C++ variable of each dim.
        moved: the operands that end with the node that is printed: it may take their elements.
        known: what is known of sizes where the next node goes.
        shared: region parameters whose variables others still read: never taken or assigned.
        private: what stores make of arrays that the loop around them owns already.
        written: what some write changes.
        kept: that, and what the caller or another region may get.
    """

    def __init__(
        self, graph: Graph, points: Points, functions: dict[int, str], table: Table
    ) -> None:
        super().__init__()
        self.graph = graph
        self.table = table
        self.schedules = schedules(graph)
        self.known = PathFacts(graph)
        self.points = points
        self.spots = points.spots[graph] = Spots()
        self.functions = functions
        self.names: dict[Value, str] = {}
        self.symbols: dict[str, str] = {}
        self.moved: tuple[Value, ...] = ()
        self.shared: set[Value] = set()
        self.private: set[Value] = set()
        self.written = written(graph)
        self.kept = escaping(graph) | self.written
        self.variables = Names(functions.values())
        self._given: set[str] = set()  # variables that the node has moved from
        self._told = Place()

    # --- statements -------------------------------------------------------------------------------

    def region(self, region: Region, node: Node | None = None) -> None:
        """Print the nodes of a region (of a node), under the statements that they implement."""
        owner, given = self.origin, self._given
        schedule = self.schedules[region]
        self._release(schedule.unread)
        with nullcontext() if node is None else self.known.inside(node, region):
            for step in schedule.steps:
                self.origin, self._given = step.node, set()
                self.tell(step.node.place)
                self.moved = step.moved
                self.table[step.node.op.name](self, step.node)
                self.known.after(step.node)
                going_on = {self.names.get(r) for r in step.node.results if r not in step.dropped}
                ended = (*step.moved, *step.dropped)
                self._release([value for value in ended if self.names.get(value) not in going_on])
        self.origin, self._given = owner, given

    def _release(self, values: Iterable[Value]) -> None:
        """Give back the arrays of values that nothing reads from here on."""
        arrays = (v for v in values if isinstance(v.type, TensorType) and v not in self.shared)
        names = dict.fromkeys(self.names[array] for array in arrays)
        if ended := [name for name in names if name not in self._given]:
            self.line(f"release({', '.join(ended)});")

    @contextmanager
    def loops(
        self, counts: Sequence[str], *, first: int = 0, long: bool = False
    ) -> Iterator[list[str]]:
        """A loop nest over i0, i1, ..., from `first` on; gives the indices.

        A signal ends it between two trips of the outermost loop, if these are `long` or have loops.
        """
        indices = [f"i{axis}" for axis in range(first, first + len(counts))]
        pairs = zip(indices, counts, strict=True)
        heads = [f"for (i64 {i} = 0; {i} < {count}; ++{i})" for i, count in pairs]
        if first or len(heads) < 2 - long or _are_few(counts):
            with self.nest(heads):
                yield indices
            return
        with self.block(heads[0]):
            self.line("POLL;")
            with self.nest(heads[1:]):
                yield indices

    def fill(
        self,
        name: str,
        type_: TensorType,
        read: Callable[[Sequence[str]], str],
        *,
        long: bool = False,
    ) -> None:
        """Set every element of an array, in C order; of `long` trips see `loops`."""
        counts = self.extents(type_.shape, name) if type_.rank < 2 else [self.count(type_, name)]
        with self.loops(counts, long=long) as indices:
            self.line(f"{name}{at(indices)} = {read(indices)};")

    def tell(self, place: Place) -> None:
        """Name the statement that the next lines implement, once."""
        if place.text and _statement(place) != _statement(self._told):
            where = f"{place.file}:{place.source_line}  " if place.file else ""
            self.line(f"// {comment(where + place.text)}")
        self._told = place

    # --- variables --------------------------------------------------------------------------------

    def bind(self, value: Value, name: str) -> str:
        """Let a variable stand for a value, and for the dim that the value binds."""
        self.names[value] = name
        if value.dim is not None:
            self.symbols[str(value.dim)] = name
        return name

    def new(self, node: Node, value: Value) -> str:
        """A new variable for a result."""
        return self.bind(value, self.variables.new(wished_name(node, value)))

    def define(self, node: Node, expression: str) -> None:
        """Define the one result of a node by an expression."""
        value = node.results[0]
        if isinstance(value.type, TensorType):
            self.declare(value.type, self.new(node, value), expression)
        else:
            self.define_once(element_text(value.type), self.new(node, value), expression)

    def define_size(self, node: Node, hidden: Value, expression: str) -> None:
        """Define an open size of a node."""
        self.define_once("i64", self.new(node, hidden), expression)

    def started(self, node: Node, start: str) -> str:
        """A new variable for the one result of a node, every element set to `start`."""
        result = node.results[0]
        if isinstance(result.type, TensorType):
            name = self.empty(node, result)
            self.fill(name, result.type, lambda indices: start)
        else:
            name = self.new(node, result)
            self.line(f"{type_text(result.type)} {name} = {start};")
        return name

    def empty(self, node: Node, value: Value, *, novel: bool = False) -> str:
        """A new array for a result, its elements not set.

        With `novel`, no operand has these sizes: they may be more than 64 bits hold.
        """
        assert isinstance(value.type, TensorType)
        shape, element = value.type.shape, element_text(value.type)
        spot = f"plan[{self.spots.block(value)}]"
        like = "" if novel else self._like(node, shape)
        if like:
            made = f"np::empty_like<{element}>({spot}, {like})"
        elif novel:
            made = f"np::empty<{element}>({', '.join([spot, *map(self.checked_size, shape)])})"
        else:
            made = f"np::empty<{element}>({', '.join([spot, *map(self.size, shape)])})"
        name = self.new(node, value)
        self.declare(value.type, name, self.checked(made, node))
        return name

    def _like(self, node: Node, shape: tuple[Size, ...]) -> str:
        """An operand of a shape that is long to write; "" where there is none."""
        if all(map(is_word, map(self.size, shape))):
            return ""
        alike = (o for o in node.operands if isinstance(o, Value) and o.shape == shape)
        return next((self.names[operand] for operand in alike), "")

    def declare(self, type_: TensorType, name: str, expression: str = "") -> None:
        """Declare the variable of an array, its type in a comment."""
        start = f" = {expression}" if expression else ""
        self.line(f"{type_text(type_)} {name}{start};  // {type_}")

    # --- failing ----------------------------------------------------------------------------------

    def point(
        self,
        node: Node,
        message: str | None = None,
        error: str | type[Exception] = "",
        comparison: Comparison | None = None,
        notes: tuple[Note, ...] = (),
    ) -> str:
        """The failure point of a node."""
        return self.points.name(node.place, message, error, comparison, notes)

    def checked(self, expression: str, node: Node) -> str:
        """The value of an expression that can fail."""
        return f"TRY({expression}, {self.point(node)})"

    def fail_if(self, condition: str, failure: str, point: str) -> None:
        """Fail where a condition holds."""
        self.line(f"if ({condition}) return error.set({failure}, {point});")

    # --- operands ---------------------------------------------------------------------------------

    def size(self, size: Size) -> str:
        """A size of a shape that an array has."""
        numbers = (max(map(abs, dim.bounds)) > MOST for dim in symbol_dims(size))
        return self.checked_size(size) if any(numbers) else size_text(size, self.symbols)

    def checked_size(self, size: Size) -> str:
        """A size that may be more than 64 bits hold: it fails where it is."""
        return checked_size_text(size, self.symbols, self._here)

    def _here(self) -> str:
        """The failure point of the node that is printed."""
        assert self.origin is not None
        return self.point(self.origin)

    def extents(self, shape: Sequence[Size], name: str) -> list[str]:
        """The sizes of an array's axes, read from the array where they are expressions.

        Where a vector divides one it is written out: the compiler then leaves no rest of the loop.
        """
        texts = [(axis, size, self.size(size)) for axis, size in enumerate(shape)]
        return [
            text if is_word(text) or _is_whole(size) else f"{name}.shape[{axis}]"
            for axis, size, text in texts
        ]

    def count(self, type_: TensorType, name: str) -> str:
        """How many elements an array has: a number or a product that a vector divides, or read."""
        whole = prod(type_.shape)
        return self.size(whole) if _is_whole(whole) else f"{name}.size()"

    def operand(self, operand: Operand, node: Node) -> str:
        """An operand as it is: a variable, a literal of its own type, a dim as an integer."""
        if isinstance(operand, Value):
            return self.names[operand]
        if isinstance(operand, Dim):
            return checked_size_text(operand, self.symbols, partial(self.point, node))
        if operand.value is None:
            raise CompilerBug("a node reads a value that is not set", str(node.place))
        return literal_text(operand.value, element_text(operand.type))

    def constant(self, operand: Literal | Dim, place: Place) -> str:
        """A result of the graph at `place`, which no node gives."""
        if isinstance(operand, Dim):
            point = partial(self.points.name, place)
            return checked_size_text(operand, self.symbols, point)
        assert operand.value is not None
        return literal_text(operand.value, element_text(operand.type))

    def element(self, operand: Operand, node: Node, indices: Sequence[str] = ()) -> str:
        """The operand's number, of its own type; an array's element at these indices."""
        text = self.operand(operand, node)
        return f"{text}{at(indices)}" if isinstance(type_of(operand), TensorType) else text

    def truth(self, operand: Operand, node: Node) -> str:
        """The truth of an operand with one element."""
        text = self.element(operand, node)
        return text if element_text(type_of(operand)) == "bool" else f"{operand_text(text)} != 0"

    def taken(self, operand: Operand, node: Node, target: str = "") -> str:
        """An operand for another variable of type `target`; an array that ends here is moved."""
        if isinstance(operand, Literal) and operand.value is not None and target:
            return literal_text(operand.value, target)
        if isinstance(operand, Value) and self.ends(operand, node.operands):
            self._given.add(self.names[operand])
            return f"move({self.names[operand]})"
        return self.operand(operand, node)

    def ends(self, operand: Value, among: Sequence[Operand]) -> bool:
        """Whether an array ends with the node, which reads it once: its elements may be taken."""
        once = sum(o is operand for o in among) == 1
        return isinstance(operand.type, TensorType) and self.owns(operand) and once

    def owns(self, operand: Value) -> bool:
        """Whether nobody reads the variable of an operand after the node."""
        return operand in self.moved and operand not in self.shared


_FEW = 1 << 20
"""Trips that are over before anybody waits."""


def _are_few(counts: Sequence[str]) -> bool:
    """Whether the trips of a loop nest are a small number."""
    return all(count.isdigit() for count in counts) and prod(map(int, counts)) <= _FEW


_VECTOR = 8
"""Elements that loops over multiples of it do at a time."""


def _is_whole(size: Size) -> bool:
    """Whether a size is a number or a multiple of a vector at every call."""
    return isinstance(size, int) or common_factor(size) % _VECTOR == 0


def is_unset(operand: Operand) -> bool:
    """Whether an operand has no value yet."""
    return isinstance(type_of(operand), UnsetType)


def _statement(place: Place) -> tuple[str, str, int]:
    return place.file, place.text, place.source_line
