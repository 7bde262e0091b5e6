"""The types of the values that a loop carries, while tracings of its body widen them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from .comparison import Comparison
from .construction import Construction
from .dims import Dim, Size, substitute, terms_of
from .facts import Facts
from .graph import Operand, Value, as_size, binding, operand_of, type_of
from .indices import Trips
from .invariants import proposed
from .op import RuleError
from .polynomial import operations_in
from .types import CannotJoin, NumberType, TensorType, Type, join


@dataclass(slots=True)
class Carried:
    """The types of a loop's carried values while they settle.

    A number starts as the constant (or size) that it is before the loop, so that it can still take
    the type of what a trip makes of it; it becomes any number of its kind as soon as a trip leaves
    another one.

    Attributes:
        builder: knows the sizes before the loop.
        initial: the values before the loop.
        types: those of the values in every trip, as far as known.
        slots: (number of the value, axis) to the symbol of a size that changes from trip to trip.
        names: the symbols by the sizes before the loop and after the trip that made them: axes
            that agree in both share one until a trip tells them apart.
        opened: whether every number varies.
        trips: of a `for` that makes them all.
        growth: by which number a size grows in each trip, so that it follows from the index.
        invariants: what holds of a symbol in every trip, as far as known.
        facts: what is known where the last trip that was traced ends.
        uneven: the axes whose size does not grow by the same number in each trip.
        lost: the axes of which an invariant was tried that does not hold in every trip.
        again: whether the loop was traced before.
    """

    builder: Construction
    initial: tuple[Operand, ...]
    types: list[Type]
    trips: Trips | None = None
    slots: dict[Slot, Dim] = field(default_factory=dict)
    names: dict[tuple[Size, Size], Dim] = field(default_factory=dict)
    opened: bool = False
    growth: dict[Slot, Size] = field(default_factory=dict)
    invariants: dict[Dim, list[Comparison]] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)
    uneven: set[Slot] = field(default_factory=set)
    lost: set[Slot] = field(default_factory=set)
    again: bool = False

    @classmethod
    def before(
        cls, builder: Construction, initial: tuple[Operand, ...], trips: Trips | None
    ) -> Carried:
        """The types as they are before the first trip."""
        return cls(builder, initial, [type_of(operand) for operand in initial], trips)

    def try_again(self, last: Settled) -> Carried:
        """Begin with what the same loop turned out to carry the last time.

        The text decides again how many values it carries, so there may be fewer than that time.
        """
        for number in last.numbers:
            if number < len(self.types):
                self.types[number] = varying(self.types[number])
        self.again = True
        self.uneven.update(last.uneven)
        self.lost.update(last.lost)
        for (number, axis), growth in last.growth.items():
            first = extent(self.initial[number], axis) if number < len(self.types) else None
            if first is not None and self.builder.in_scope(growth):
                self.growth[number, axis] = growth
                grown = self._grown((number, axis), first)
                self.types[number] = _with_size(self.types[number], axis, grown)
        return self

    def settled(self) -> Settled:
        """What the loop turned out to carry."""
        starts = [type_of(operand) for operand in self.initial]
        numbers = tuple(
            number
            for number, (start, type_) in enumerate(zip(starts, self.types, strict=True))
            if isinstance(start, NumberType) and start == type_ and varying(start) is not start
        )
        return Settled(numbers, dict(self.growth), frozenset(self.uneven), frozenset(self.lost))

    def dims(self) -> list[Dim]:
        """The symbols of sizes that change, each once."""
        return list(dict.fromkeys(self.slots.values()))

    def hidden(self) -> list[Value]:
        """New parameters of a region that bind those symbols."""
        return [binding(dim) for dim in self.dims()]

    def shown(self) -> list[Value]:
        """New parameters of a region for the carried values."""
        return [Value(type_) for type_ in self.types]

    def parameters(self) -> list[Value]:
        """New parameters of a region, the hidden ones first."""
        return [*self.hidden(), *self.shown()]

    def widen(self, results: Sequence[Operand], hints: Sequence[str]) -> bool:
        """Join what a trip leaves into the types; True when something changed.

        Args:
            results: one for each carried value.
            hints: the values' names, "" for none.

        Raises:
            RuleError: `branch-mismatch` when a value's type before the loop and after the trip do
                not join.
        """
        before = self._fixed(), dict(self.slots)
        for number, (result, hint) in enumerate(zip(results, hints, strict=True)):
            joined = self._joined(number, result, hint or "size")
            self.types[number] = varying(joined) if self.opened else joined
        return before != (self._fixed(), self.slots)

    def open(self) -> bool:
        """Let every number vary from now on; True when one did not."""
        before = self._fixed()
        self.opened = True
        self.types = [varying(type_) for type_ in self.types]
        return before != self._fixed()

    def split(self, results: Sequence[Operand], hints: Sequence[str]) -> bool:
        """Part the axes that share a symbol but not the size a trip leaves; True when some did."""
        first: dict[Dim, Size] = {}
        changed = False
        for (number, axis), dim in list(self.slots.items()):
            size = extent(results[number], axis)
            leader = first.setdefault(dim, 0 if size is None else size)
            if size is not None and not self.facts.equal(leader, size):
                own = self.builder.fresh_dim(hints[number] or "size")
                self.slots[number, axis] = own
                self.types[number] = _with_size(self.types[number], axis, own)
                changed = True
        return changed

    def sizes(self, operands: Sequence[Operand]) -> tuple[Operand, ...]:
        """What the hidden values are, given the carried ones; 0 for the size of an unset one."""
        found: dict[Dim, Operand] = {}
        for (number, axis), dim in self.slots.items():
            size = extent(operands[number], axis)
            found.setdefault(dim, operand_of(0 if size is None else size))
        return tuple(found.values())

    def keep(self, results: Sequence[Operand]) -> bool:
        """Drop the invariants that a trip does not keep; True when it keeps all."""
        sizes = zip(self.dims(), map(as_size, self.sizes(results)), strict=True)
        after = {str(dim): size for dim, size in sizes if size is not None}
        kept = {
            dim: [each for each in found if self.facts.answer(each.substituted(after))]
            for dim, found in self.invariants.items()
        }
        broken = [dim for dim, found in kept.items() if len(found) < len(self.invariants[dim])]
        self.lost.update(slot for slot, dim in self.slots.items() if dim in broken)
        self.invariants = kept
        return not broken

    def after(self) -> list[Type]:
        """The types of the loop's results; the symbols are those of its regions, bound anew."""
        end = {} if self.trips is None else self.trips.at_end()
        return [varying(_substituted(type_, end)) for type_ in self.types]

    def _joined(self, number: int, result: Operand, hint: str) -> Type:
        start = self.initial[number]
        try:
            joined = join(type_of(start), type_of(result), lambda m, n: 0)
        except CannotJoin as reason:
            raise RuleError(
                "branch-mismatch",
                f"`{hint}` changes its type in the loop: {reason}",
                help="give it its final type before the loop",
            ) from None
        if not isinstance(joined, TensorType):
            return joined
        sizes = (self._size((number, axis), result, hint) for axis in range(joined.rank))
        return replace(joined, shape=tuple(sizes))

    def _size(self, slot: Slot, result: Operand, hint: str) -> Size:
        """The size of an axis in every trip: the one it always has, or a symbol."""
        if slot in self.slots:
            return self.slots[slot]
        number, axis = slot
        first, last = extent(self.initial[number], axis), extent(result, axis)
        known = last if first is None else first
        assert known is not None
        if first is not None and last is not None and self._grows(slot, first, last):
            return self._grown(slot, first)
        same = first is None or last is None or self.facts.equal(first, last)
        if same and self.builder.in_scope(known):
            return known
        pair = (0 if first is None else first, known if last is None else last)
        if pair not in self.names:
            self.names[pair] = self.builder.fresh_dim(hint)
            if slot not in self.lost:
                known_ = self.builder.facts, self.facts
                found = proposed(self.names[pair], *pair, known_, self.builder.in_scope)
                self.invariants[self.names[pair]] = found
        self.slots[slot] = self.names[pair]
        return self.slots[slot]

    def _grows(self, slot: Slot, first: Size, last: Size) -> bool:
        """Whether a size grows by the same number in each trip, as far as this one tells.

        Raises:
            NotAgain: where it did the last time.
        """
        trips = self.trips
        if trips is None or slot in self.uneven:
            return False
        if slot in self.growth:
            if self.facts.equal(last, substitute(self._grown(slot, first), trips.at_next())):
                return True
            if self.again:
                raise NotAgain
            del self.growth[slot]
            self.uneven.add(slot)
            return False
        if self.facts.equal(first, last):  # which is true of all sizes where no trip is ever run
            return False
        growth = self.facts.simplify(last - first)
        varies = not any(operations_in(terms_of(growth)))
        if varies and self.builder.in_scope(growth) and trips.before() is not None:
            self.growth[slot] = growth
            return True
        return False

    def _grown(self, slot: Slot, first: Size) -> Size:
        """The size in the trip of the index."""
        assert self.trips is not None
        before = self.trips.before()
        assert before is not None
        return first + self.growth[slot] * before

    def _fixed(self) -> list[tuple[Type, str]]:
        """The types with the constants and sizes of numbers, which equality of types leaves out."""
        return [
            (t, repr((t.constant, t.dim) if isinstance(t, NumberType) else ())) for t in self.types
        ]


Slot: TypeAlias = tuple[int, int]
"""The number of a carried value, and an axis of it."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What a loop turned out to carry, to be tried first when it is traced again.

    Attributes:
        numbers: those that are not what they were before the loop, but still of their kind.
        growth: by which number sizes grow in each trip.
        uneven: the axes whose size does not.
        lost: the axes of which an invariant was tried that does not hold.
    """

    numbers: tuple[int, ...]
    growth: dict[Slot, Size]
    uneven: frozenset[Slot]
    lost: frozenset[Slot]


class NotAgain(Exception):
    """A loop does not carry what it carried the last time."""


def extent(operand: Operand, axis: int) -> Size | None:
    """The size of an axis of an array, None for any other operand."""
    type_ = type_of(operand)
    return type_.shape[axis] if isinstance(type_, TensorType) else None


def varying(type_: Type) -> Type:
    """A type without the constant and the size of a number: the value varies."""
    return NumberType(type_.kind) if isinstance(type_, NumberType) else type_


def _substituted(type_: Type, sizes: Mapping[str, Size]) -> Type:
    if not isinstance(type_, TensorType):
        return type_
    return replace(type_, shape=tuple(substitute(size, sizes) for size in type_.shape))


def _with_size(type_: Type, axis: int, size: Size) -> TensorType:
    assert isinstance(type_, TensorType)
    return replace(type_, shape=(*type_.shape[:axis], size, *type_.shape[axis + 1 :]))
