"""What is known at a place of a drawn program: names, the arrays they share, the loops around."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from .samples import ALL, Samples
from .types import Type

if TYPE_CHECKING:
    from .cases import Construct

T = TypeVar("T")

_VIEWS = ("reshape", "ravel", "transpose", "broadcast_to", "squeeze", "expand_dims", "T")


@dataclass(frozen=True, slots=True)
class Variable:
    """A bound name.

    Attributes:
        memory: the array it refers to, by number; None where it is no array.
        fixed: never bound again: a counter or a loop's variable.
        below: the size that an integer is known to be less than, and not negative.
    """

    name: str
    type: Type
    memory: int | None = None
    fixed: bool = False
    below: str | None = None


@dataclass(slots=True)
class State:
    """What is known at a place.

    Attributes:
        names: the bound names.
        frozen: the arrays that may not be written to.
        sizes: how each size can be spelled.
        cases: the sample calls that may come here, by number.
    """

    names: dict[str, Variable] = field(default_factory=dict)
    frozen: set[int] = field(default_factory=set)
    sizes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cases: tuple[int, ...] = ALL

    def copy(self) -> State:
        return State(dict(self.names), set(self.frozen), dict(self.sizes), self.cases)

    def sharing(self, memory: int) -> list[str]:
        """The names of an array."""
        return [v.name for v in self.names.values() if v.memory == memory]


@dataclass(slots=True)
class Loop:
    """A loop around the place.

    Attributes:
        outside: the names when it is entered.
        written: names of arrays that were written to in it so far.
        rebound: names of arrays bound in it, and whether each was bound to new arrays only.
        pinned: names of arrays that may not be bound again in it.
        frozen: arrays that something in it makes uncertain to write to.
    """

    outside: dict[str, Variable]
    pinned: frozenset[str]
    written: set[str] = field(default_factory=set)
    rebound: dict[str, bool] = field(default_factory=dict)
    frozen: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Helper:
    """A function of the module that can be called."""

    name: str
    parameters: tuple[Type, ...]
    result: Type
    compiled: bool
    default: bool = False  # the last parameter has one
    named: bool = True  # its parameters are `x0`, `x1` and so on


@dataclass
class Context:
    """The state of drawing one function; `sized` where it is about sizes most of all."""

    random: random.Random
    counts: Counter[str]
    exact: bool
    state: State = field(default_factory=State)
    loops: list[Loop] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    result: tuple[tuple[str, Type], ...] = ()  # the names that are returned
    settled: bool = False  # what is returned is known to callers or an earlier `return`
    helpers: list[Helper] = field(default_factory=list)
    constants: dict[str, Type] = field(default_factory=dict)
    inexact: bool = False
    sized: bool = False
    dtypes: tuple[str, ...] = ()  # those of most arrays, where it is about sizes
    samples: Samples = field(default_factory=Samples)
    trips: int = 1  # of all loops around, at most
    left: int = 30  # statements still to draw
    construct: Construct | None = None  # the case that is to stand in it
    depth: int = 0
    _numbers: Iterator[int] = field(default_factory=count)

    # --- drawing --------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def one(self, items: Sequence[T]) -> T:
        return self.random.choice(items)

    def recent(self, items: Sequence[T]) -> T:
        """One of these, more often a late one."""
        return self.one(items[-3:]) if self.chance(0.6) else self.one(items)

    def weighted(self, table: Sequence[tuple[float, T]]) -> T:
        weights, items = [w for w, _ in table], [item for _, item in table]
        return self.random.choices(items, weights)[0]

    def count(self, construct: str) -> None:
        self.counts[construct] += 1

    def new(self, prefix: str) -> str:
        return f"{prefix}{next(self._numbers)}"

    @property
    def owes_refusal(self) -> bool:
        """Whether what is to be refused is still to come, so control must get there."""
        return self.construct is not None and bool(self.construct.codes)

    @property
    def sizes(self) -> dict[str, tuple[str, ...]]:
        return self.state.sizes

    def spell(self, size: str, *spellings: str) -> None:
        """A size can be written so."""
        self.sizes[size] = self.sizes.get(size, ()) + spellings

    # --- text -----------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        self.lines.append("    " * (self.depth + 1) + line)

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1

    # --- names ----------------------------------------------------------------------------------

    def variables(self, wanted: Callable[[Variable], bool]) -> list[Variable]:
        return [v for v in self.state.names.values() if wanted(v)]

    def of_type(self, type_: Type) -> list[str]:
        """The names of a type; mostly variables, where there are any."""
        names = [v.name for v in self.state.names.values() if v.type == type_]
        constants = [name for name, each in self.constants.items() if each == type_]
        return names if names and self.chance(0.75) else names + constants

    def writable(self) -> list[Variable]:
        """Arrays that may be written to here."""
        uncertain = {
            name for loop in self.loops for name, fresh in loop.rebound.items() if not fresh
        }
        frozen = self.state.frozen.union(*(loop.frozen for loop in self.loops))
        found = self.variables(lambda v: v.memory is not None and v.memory not in frozen)
        return [v for v in found if uncertain.isdisjoint(self.state.sharing(v.memory or 0))]

    def rebindable(self) -> list[Variable]:
        pinned = frozenset[str]().union(*(loop.pinned for loop in self.loops))
        return self.variables(lambda v: not v.fixed and v.name not in pinned)

    def written(self, *names: str) -> bool:
        """Whether an array of one of these names was written to in a loop around."""
        return any(name in loop.written for loop in self.loops for name in names)

    def write(self, variable: Variable) -> None:
        """Note a write to an array."""
        assert variable.memory is not None
        for loop in self.loops:
            loop.written.update(self.state.sharing(variable.memory))

    def bind(self, name: str, type_: Type, text: str) -> None:
        """Write `name = text` and know the name."""
        text, memory = self.array_of(name, type_, text) if _holds_array(type_) else (text, None)
        self.emit(f"{name} = {text}")
        self.know(name, type_, memory)

    def know(self, name: str, type_: Type, memory: int | None = None) -> None:
        """A name is bound, to an array of `memory` where it is one."""
        if memory is not None:
            fresh = memory not in self.state.frozen and len(self.state.sharing(memory)) == 0
            for loop in self.loops:
                if name in loop.outside:
                    loop.rebound[name] = loop.rebound.get(name, True) and fresh
        self.state.names.pop(name, None)  # the last bound stands last
        self.state.names[name] = Variable(name, type_, memory)

    # --- arrays ---------------------------------------------------------------------------------

    def new_array(self) -> int:
        return next(self._numbers)

    def freeze(self, *memories: int) -> None:
        """Let arrays not be written to from here on, nor anywhere in the loops around."""
        self.state.frozen.update(memories)
        for loop in self.loops:
            loop.frozen.update(memories)

    def frozen_array(self) -> int:
        memory = self.new_array()
        self.state.frozen.add(memory)
        return memory

    def array_of(self, name: str, type_: Type, text: str) -> tuple[str, int | None]:
        """An expression and the array it gives: a copy where aliasing is in the way."""
        if type_.is_array and is_fresh(text):
            return text, self.new_array()
        bases = [self.state.names[n] for n in names_in(text) if n in self.state.names]
        memories = [v.memory for v in bases if v.memory is not None]
        if text in self.state.names and type_.is_array:
            return self._alias(name, text)
        if self.written(name, *(v.name for v in bases)):
            return (f"{text}.copy()", self.new_array()) if type_.is_array else (text, None)
        self.freeze(*memories)
        return text, self.frozen_array() if type_.is_array else None

    def _alias(self, name: str, source: str) -> tuple[str, int | None]:
        memory = self.state.names[source].memory
        assert memory is not None
        if any(name in loop.outside for loop in self.loops):
            if self.written(source, name, *self.state.sharing(memory)):
                return f"{source}.copy()", self.new_array()
            self.freeze(memory)
        return source, memory


def _holds_array(type_: Type) -> bool:
    return type_.is_array or any(map(_holds_array, type_.items))


def names_in(text: str) -> list[str]:
    """The names an expression reads."""
    return list(dict.fromkeys(n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)))


def is_fresh(text: str) -> bool:
    """Whether an expression that gives an array gives a new one."""
    node = ast.parse(text, mode="eval").body
    if isinstance(node, ast.Call):
        function = node.func
        return isinstance(function, ast.Attribute) and function.attr not in _VIEWS
    return isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare)
