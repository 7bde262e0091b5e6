"""Loops whose trips go on from one another: of one element, or of several in lanes of registers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from dslc.ir.cxx.lines import negated, operand_text
from dslc.ir.cxx.print_types import element_text
from dslc.ir.dims import Size, symbols
from dslc.ir.nests.language import (
    Apply,
    Array,
    Expression,
    Let,
    Local,
    Loop,
    Plain,
    Running,
    Statement,
    Store,
    parts,
    plain_statements,
)
from dslc.ir.nests.reach import reach_of
from dslc.ir.nests.stepping import Carry, While, are_steps, carries

from .print_function import FunctionPrinter

LANES = 64
"""Elements that go their way together, at most, for registers of any width."""


@dataclass(frozen=True, slots=True)
class _Lane:
    """A loop over lanes.

    Attributes:
        loop: over all elements.
        head: of the loop over lanes.
        index: of the element of a lane.
    """

    loop: Loop
    head: str
    index: str


def steps_in(loop: Loop) -> Loop | None:
    """The steps that all elements of a loop go, where they can go in lanes.

    Nothing but numbers is before, nothing but elements that are set is behind; the test is the same
    in any trip.
    """
    found = [number for number, each in enumerate(loop.body) if isinstance(each, Loop)]
    if len(found) != 1:
        return None
    steps = loop.body[found[0]]
    assert isinstance(steps, Loop)
    before, behind = loop.body[: found[0]], loop.body[found[0] + 1 :]
    fits = all(isinstance(each, Let) for each in before)
    fits &= all(isinstance(each, Let | Store) for each in behind)
    return steps if fits and are_steps(steps) and not _tests_trip(loop, steps) else None


def _tests_trip(loop: Loop, steps: Loop) -> bool:
    """Whether an element that is done may go on again, as the trip is another one."""
    alike = _alike(loop, steps)
    made = {each.local: each for each in steps.body if isinstance(each, Let)}
    moving = {each.local for each in carries(steps) if each.local in alike}
    left: list[Plain] = [
        each for each in steps.body if isinstance(each, While) and not _is_once(each, alike)
    ]
    seen = set[Local]()
    while left:
        each = left.pop()
        if any(str(steps.index) in symbols(size) for size in each.places()):
            return True
        if not moving.isdisjoint(each.reads):
            return True
        left += [made[local] for local in each.reads if local in made and local not in seen]
        seen.update(each.reads)
    return False


def _alike(loop: Loop, steps: Loop) -> set[Local]:
    """What is the same for all elements in each trip: it follows from no element, and no index."""
    defined = {each.local for each in plain_statements([loop]) if isinstance(each, Let | Carry)}
    alike = {each.local: each for each in steps.body if isinstance(each, Let | Carry)}

    def is_alike(each: Plain) -> bool:
        moves = any(str(loop.index) in symbols(size) for size in each.places())
        return not (moves or each.loads) and not any(
            local in defined and local not in alike for local in each.reads
        )

    while lost := [local for local, each in alike.items() if not is_alike(each)]:
        for local in lost:
            del alike[local]
    return set(alike)


def _is_once(each: Statement, alike: set[Local]) -> bool:
    """Whether a statement of a trip is the same for all elements."""
    if isinstance(each, While):
        return set(each.reads) <= alike and not each.loads
    return isinstance(each, Let | Carry) and each.local in alike


def _kept(steps: Loop) -> set[Carry]:
    """What stays as it is in a lane that is done, by how it is computed."""
    tests = [each.value for each in steps.body if isinstance(each, While)]
    values = {each.local: each.value for each in steps.body if isinstance(each, Let)}
    found = set[Carry]()
    for carry in carries(steps):
        value = values.get(carry.value) if isinstance(carry.value, Local) else carry.value
        if isinstance(value, Apply) and value.op.name == "where":
            test, _, other = value.operands
            if test in tests and other is carry.local:
                found.add(carry)
    return found


class StepsPrinter(ABC):
    """The part of printing a nest that is about steps.

    Attributes:
        printer: of the function.
        names: the C++ variable of each array and local.
    """

    printer: FunctionPrinter
    names: dict[Array | Local, str]

    @abstractmethod
    def body(self, body: list[Statement]) -> None:
        """Print statements."""

    @abstractmethod
    def tell(self, statement: Plain) -> None:
        """What follows is for a node."""

    @abstractmethod
    def value(self, expression: Expression, into: str = "") -> str:
        """An expression as a value of a C++ type."""

    @abstractmethod
    def size(self, size: Size) -> str:
        """A size."""

    @abstractmethod
    def new(self, local: Local) -> str:
        """The new variable of a local."""

    @abstractmethod
    def loop_of_trips(self, loop: Loop, first: str, last: str) -> AbstractContextManager[None]:
        """The head of a loop."""

    # --- one element ------------------------------------------------------------------------------

    def start(self, loop: Loop) -> None:
        """Define what a loop carries, or has so far."""
        for each in loop.body:
            if isinstance(each, Carry | Running):
                self._start(each)

    def _start(self, each: Carry | Running) -> None:
        self.tell(each)
        type_ = element_text(each.local.type)
        start = self.value(each.start, type_)
        self.printer.line(f"{type_} {self.new(each.local)} = {start};")

    def leave(self, statement: While) -> None:
        """The loop may end here."""
        self.printer.line(f"if ({negated(self.value(statement.value, 'bool'))}) break;")

    def hand_on(self, loop: Loop, test: str = "", given: Sequence[Carry] | None = None) -> None:
        """A trip ends; where the test is false, it was none.

        Args:
            loop: of the trips.
            test: of a lane.
            given: what is handed on; None for all that is carried.
        """
        lets = {each.local for each in loop.body if isinstance(each, Let)}
        kept = _kept(loop) if test else set[Carry]()
        following: dict[str, str] = {}
        for each in carries(loop) if given is None else given:
            self.tell(each)
            name, type_ = self.names[each.local], element_text(each.local.type)
            value = self.value(each.value, type_)
            if test and each not in kept:
                value = f"{test} ? {operand_text(value)} : {name}"
            elif each.value in lets:
                following[name] = value
                continue
            following[name] = self.printer.variables.new(f"{each.local.name}_next")
            self.printer.define_once(type_, following[name], value)
        for name, value in following.items():
            self.printer.assign(name, value)

    # --- several elements -------------------------------------------------------------------------

    def lanes(self, loop: Loop, steps: Loop, first: str, last: str) -> None:
        """Some trips of a loop over elements, in lanes."""
        place = loop.body.index(steps)
        before, behind = loop.body[:place], loop.body[place + 1 :]
        alike = _alike(loop, steps)
        own = [each for each in carries(steps) if each.local not in alike]
        at, lanes, lane = (self.printer.variables.new(name) for name in ("at", "lanes", "lane"))
        with self.printer.block(f"for (i64 {at} = {first}; {at} < {last}; {at} += {LANES})", "}"):
            self.printer.define_once("i64", lanes, f"py::min({last} - {at}, {LANES})")
            head = f"for (i64 {lane} = 0; {lane} < {lanes}; ++{lane})"
            each = _Lane(loop, head, f"{at} + {lane}")
            held = self._held(before, own, [*steps.body, *behind], lane)
            for carry in carries(steps):
                if carry.local in alike:
                    self._start(carry)
            with self._lane(each, [*before, *own]):
                for statement in before:
                    assert isinstance(statement, Let)
                    self._set(statement, statement.local, statement.value, held)
                for carry in own:
                    self._set(carry, carry.local, carry.start, held)
            with self.loop_of_trips(steps, "0", self.size(steps.extent)):
                self._together(each, steps, alike)
            with self._lane(each, behind):
                self.body(behind)

    def _held(
        self, before: list[Statement], own: list[Carry], rest: list[Statement], lane: str
    ) -> dict[Array | Local, str]:
        """Declare what each lane holds; gives what each is called in a lane."""
        defined = [each.local for each in before if isinstance(each, Let)]
        values = [each.value for each in plain_statements(rest)]
        read = {part for value in values for part in parts(value)}
        held: dict[Array | Local, str] = {}
        for local in (*defined, *(each.local for each in own)):
            if local in read or local not in defined:
                name = self.printer.variables.new(local.name)
                self.printer.line(f"{element_text(local.type)} {name}[{LANES}];")
                held[local] = f"{name}[{lane}]"
        return held

    def _set(
        self, statement: Plain, local: Local, value: Expression, held: dict[Array | Local, str]
    ) -> None:
        self.tell(statement)
        type_ = element_text(local.type)
        text = self.value(value, type_)
        if local in held:
            self.names[local] = held[local]
            self.printer.line(f"{held[local]} = {text};")
        else:
            self.printer.define_once(type_, self.new(local), text)

    @contextmanager
    def _lane(self, lane: _Lane, body: list[Statement]) -> Iterator[None]:
        """A loop over lanes, in which the index of the elements is known where it is needed."""
        index = str(lane.loop.index)
        with self.printer.block(lane.head, "}"):
            if any(index in reach_of(each).symbols for each in body):
                name = self.printer.variables.new("i")
                self.printer.define_once("i64", name, lane.index)
                self.printer.symbols[index] = name
            yield

    def _together(self, lane: _Lane, steps: Loop, alike: set[Local]) -> None:
        """One trip of all lanes: those that are done stay as they are."""
        once = [each for each in steps.body if _is_once(each, alike)]
        own = [each for each in steps.body if each not in once]
        ends = any(isinstance(each, While) for each in own)
        some = self.printer.variables.new("some")
        self.body([each for each in once if not isinstance(each, Carry)])
        if ends:
            self.printer.line(f"i32 {some} = 0;")
        with self._lane(lane, own):
            test = ""
            for each in own:
                assert isinstance(each, Plain)
                if isinstance(each, While):
                    self.tell(each)
                    test = self._tested(each)
                    self.printer.line(f"{some} |= {test};")
                else:
                    self.body([each])
            self.hand_on(steps, test, [each for each in own if isinstance(each, Carry)])
        if ends:
            self.printer.line(f"if (!{some}) break;")
        self.hand_on(steps, given=[each for each in once if isinstance(each, Carry)])

    def _tested(self, each: While) -> str:
        """The variable that says whether a lane goes on."""
        if isinstance(each.value, Local):
            return self.names[each.value]
        going = self.printer.variables.new("going")
        self.printer.define_once("bool", going, self.value(each.value, "bool"))
        return going
