"""Arrays between nests of which an element costs little: it is computed again where it is read.

    for i0 < n:                              for i0 < n:
        apart[i0] = subtract(x[i0], mean)        apart = subtract(x[i0], mean)
        total sum= ... apart[i0] ...             total sum= ... apart ...

    for i0 < n:                              for i0 < n:
        y[i0] = divide(apart[i0], total)         apart = subtract(x[i0], mean)
                                                 y[i0] = divide(apart, total)

By the one cost model (`cost.py`): the bytes that are not moved take longer than the operations that
are done again. A trip that reads an element is one of as many as there are elements, so work grows
by no more than a factor.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias

from dslc.ir.dims import Dim, Size
from dslc.ir.graph import Node, Operand, Value, values_in
from dslc.ir.place import Place
from dslc.ir.reading import captured_by
from dslc.ir.remarks import remark
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import ScalarType

from .cost import estimated, is_worth
from .inlined import Made, inside, with_it, without
from .language import (
    Apply,
    Array,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Nest,
    Number,
    Plain,
    Product,
    Setting,
    Store,
    Total,
    Update,
    Whole,
    indices_of,
    parts,
    statements,
)
from .node import NEST
from .segments import Segment
from .traffic import arrays_read, bytes_held
from .window import Window

_Place: TypeAlias = "tuple[Plain, list[Loop]]"

_MOST = 8
"""Ops that an element which is computed again takes at most: more would crowd registers."""

_LARGE = 250
"""Statements of nests that stay as they are, so that all of them together take linear time."""


def compute_again(nodes: Sequence[Node], results: Sequence[Operand]) -> list[Node]:
    """The nodes of a region, with what is cheap to compute again in no memory between nests.

    There are as many, of which some nests may give nothing any more.
    """
    region = _Region(nodes, results)
    for number, node in enumerate(nodes):
        if node.op is NEST:
            for value, each in zip(node.results, node.attributes["nest"].results, strict=False):
                if isinstance(each, Array):
                    region.compute_again(number, value, each)
    return region.nodes


class _Region:
    """The nodes of a region while they change, and who reads what they make."""

    def __init__(self, nodes: Sequence[Node], results: Sequence[Operand]) -> None:
        self.nodes = list(nodes)
        self._kept = set(values_in(results))
        self._contents: dict[int, _Contents] = {}
        self._readers: dict[Value, dict[int, None]] = {}
        self._takers: dict[Value, list[int]] = {}
        for number, node in enumerate(nodes):
            self._kept.update(values_in(captured_by(node)))
            for value in dict.fromkeys(values_in(node.operands)):
                self._readers.setdefault(value, {})[number] = None
                if node.op is not NEST:
                    self._kept.add(value)
                if node.op.name in STRUCTURED or node.op.write is not None:
                    self._takers.setdefault(value, []).append(number)

    def compute_again(self, number: int, value: Value, array: Array) -> None:
        """Let nests compute what they read of an array of another one, where that pays."""
        readers = self._readers.get(value, {})
        if value in self._kept or not readers:
            return
        made = _made(self.nodes[number], self._inside(number), array)
        if made is None or self._are_taken(made.values, number, max(readers)):
            return
        uses = [_uses(self._inside(each), made) for each in readers]
        known = [use for use in uses if use is not None]
        if len(known) < len(uses) or not _pays(made, known, self.nodes[number].place):
            return
        for each in readers:
            self._change(each, with_it(self.nodes[each], made))
            for operand in made.values:
                self._readers[operand][each] = None
        self._change(number, without(self.nodes[number], made))

    def _inside(self, number: int) -> _Contents:
        """What is in a nest."""
        if number not in self._contents:
            self._contents[number] = _Contents(self.nodes[number].attributes["nest"])
        return self._contents[number]

    def _change(self, number: int, node: Node) -> None:
        self.nodes[number] = node
        self._contents.pop(number, None)

    def _are_taken(self, values: Sequence[Value], first: int, last: int) -> bool:
        """Whether a node between these may take over what is read again after it."""
        taking = (self._takers.get(value, ()) for value in values)
        return any(bisect_right(each, first) < bisect_left(each, last) for each in taking)


class _Contents:
    """What is in a nest, found in one walk.

    Attributes:
        nest: the nest.
        fits: whether others may be changed for it, and it for others.
        names: of all indices.
        lets: what defines locals.
        settings: of each array, and the loops around each.
        reads: the statements that read each array, and the loops around each.
        offsets: of segments.
        outermost: what each outermost statement reads.
    """

    def __init__(self, nest: Nest) -> None:
        self.nest = nest
        every = list(statements(nest.body))
        product = any(isinstance(each, Product) for each in every)  # its stages hand on rows alone
        self.fits = len(every) <= _LARGE and not product
        self.names = {str(index) for each in every for index in indices_of(each)}
        self.lets: dict[Local, Let] = {}
        self.settings: dict[Array, list[_Place]] = {}
        self.reads: dict[Array, list[_Place]] = {}
        self.offsets = {each.offsets for each in every if isinstance(each, Segment)}
        self.outermost = [arrays_read(each) for each in nest.body]
        for each, loops in inside(nest.body, []):
            if isinstance(each, Let):
                self.lets[each.local] = each
            elif isinstance(each, Setting):
                self.settings.setdefault(each.array, []).append((each, loops))
            for array in dict.fromkeys(load.array for load in each.loads):
                self.reads.setdefault(array, []).append((each, loops))


# --- how an element is made -----------------------------------------------------------------------


def _made(node: Node, contents: _Contents, array: Array) -> Made | None:
    """How an element is made; None where that is by more than its own indices and operands."""
    (store, loops), *more = contents.settings[array]
    if not contents.fits or more or type(store) is not Store:
        return None
    if array.dtype.kind not in "biu" and array.dtype.itemsize < 4:
        return None  # rounded in another place
    own = [str(index) for index in store.indices if isinstance(index, Dim)]
    if own != [str(loop.index) for loop in loops] or any(
        isinstance(each, Segment) for each in loops
    ):
        return None
    if any(around[:1] != loops[:1] for _, around in contents.reads.get(array, ())):
        return None  # the nest itself would still need all of it
    pairs = zip(contents.nest.operands, node.operands, strict=True)
    given = {each: value for each, value in pairs if isinstance(value, Value)}
    value = _Closed(given, contents.lets, contents.names.difference(own))(store.value)
    if value is None or value.type != ScalarType(array.dtype):
        return None
    used = dict.fromkeys(
        given[each.array if isinstance(each, Load) else each]
        for each in parts(value)
        if isinstance(each, Load | Local)
    )
    return Made(array, store, value, given, tuple(used), array in contents.reads)


@dataclass(slots=True)
class _Closed:
    """What an expression is with the values of locals in their place; None where that is not all.

    Attributes:
        given: what comes from outside.
        lets: what defines locals.
        others: indices that must not stand in it.
        left: how many ops it may still have. Locals that are read twice double them.
    """

    given: Mapping[Array | Local, Value]
    lets: Mapping[Local, Let]
    others: set[str]
    left: int = _MOST

    def __call__(self, expression: Expression) -> Expression | None:
        match expression:
            case Number():
                return expression
            case Whole():
                return expression if self._is_own(expression.size) else None
            case Local() if expression in self.given:
                return expression
            case Local():
                let = self.lets.get(expression)
                same = let is not None and let.value.type == expression.type
                return self(let.value) if let is not None and same else None
            case Load():
                own = expression.array in self.given and all(map(self._is_own, expression.indices))
                return expression if own and not isinstance(expression, Window) else None
            case Apply():
                self.left -= 1
                found: list[Expression] = []
                for each in expression.operands:
                    operand = self(each) if self.left >= 0 else None
                    if operand is None:
                        return None
                    found.append(operand)
                return replace(expression, operands=tuple(found)) if self.left >= 0 else None

    def _is_own(self, size: Size) -> bool:
        return not isinstance(size, Dim) or size.names.isdisjoint(self.others)


# --- what it takes --------------------------------------------------------------------------------


@dataclass(slots=True)
class _Use:
    """What reading an array takes in a nest.

    Attributes:
        elements: that would be computed again.
        read: bytes of the array that would not be read.
        more: bytes that would be read instead.
    """

    elements: Size = 0
    read: Size = 0
    more: Size = 0


def _uses(contents: _Contents, made: Made) -> _Use | None:
    """What a nest reads; None where it reads elements otherwise than one in each trip."""
    if not contents.fits or made.array in contents.offsets:
        return None
    found = _Use()
    arrays = dict.fromkeys(each.array for each in parts(made.value) if isinstance(each, Load))
    for read in contents.outermost:
        if made.array in read:
            found.read += bytes_held(made.array)
            found.more += sum((bytes_held(each) for each in arrays if each not in read), start=0)
    seen: set[tuple[int, tuple[Size, ...]]] = set()
    for each, loops in contents.reads.get(made.array, ()):
        if not _reads_elements(each, loops, made):
            return None
        for load in each.loads:
            place = id(loops[-1]) if loops else 0, load.indices
            if load.array is made.array and place not in seen:
                seen.add(place)
                found.elements += prod((loop.extent for loop in loops), start=1)
    return found


def _reads_elements(statement: Plain, loops: list[Loop], made: Made) -> bool:
    """Whether a statement reads one element in each of as many trips as there are elements."""
    loads = [load for load in statement.loads if load.array is made.array]
    if not loads:
        return True
    if type(statement) not in (Let, Store, Update, Total) or statement.value in loads:
        return False  # what only adds up, or copies, has forms of its own
    if isinstance(statement, Total) and any(p in loads for p in parts(statement.start)):
        return False
    trips, elements = (
        prod(sizes, start=1) for sizes in ((loop.extent for loop in loops), made.array.shape)
    )
    return trips == elements and all(
        not isinstance(load, Window) and len(load.indices) == len(made.store.indices)
        for load in loads
    )


def _pays(made: Made, uses: Sequence[_Use], place: Place) -> bool:
    """Whether the bytes that are saved take longer than the operations that are done again."""
    saved = bytes_held(made.array) + sum((use.read - use.more for use in uses), start=0)
    again = sum((use.elements for use in uses), start=0)
    if not made.is_read:
        again = again - prod(made.array.shape, start=1)
    moved, done = estimated(saved), estimated(made.work * again)
    found = is_worth(moved, done)
    cost = f"{made.work * again} operations for {saved} bytes"
    how = "is computed again where it is read" if found else "is kept, not computed again"
    if moved > 0:
        remark(f"`{made.store.node.op.name}` {how}: {cost}", place)
    return found
