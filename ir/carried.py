"""The types of the values that a loop carries, while tracings of its body widen them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .construction import Construction
from .dims import Dim, Size
from .graph import Literal, Operand, Value, binding, type_of
from .op import RuleError
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
    """

    builder: Construction
    initial: tuple[Operand, ...]
    types: list[Type]
    slots: dict[tuple[int, int], Dim] = field(default_factory=dict)
    names: dict[tuple[Size, Size], Dim] = field(default_factory=dict)
    opened: bool = False

    @classmethod
    def before(cls, builder: Construction, initial: tuple[Operand, ...]) -> Carried:
        """The types as they are before the first trip."""
        return cls(builder, initial, [type_of(operand) for operand in initial])

    def vary(self, numbers: Sequence[int]) -> Carried:
        """Let these numbers vary from the start.

        The text decides again how many values it carries, so there may be fewer than the last time.
        """
        for number in numbers:
            if number < len(self.types):
                self.types[number] = varying(self.types[number])
        return self

    def varied(self) -> tuple[int, ...]:
        """The numbers that are not what they were before the loop, but still of their kind."""
        starts = [type_of(operand) for operand in self.initial]
        return tuple(
            number
            for number, (start, type_) in enumerate(zip(starts, self.types, strict=True))
            if isinstance(start, NumberType) and start == type_ and varying(start) is not start
        )

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
            if size is not None and not self.builder.facts.equal(leader, size):
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

    def after(self) -> list[Type]:
        """The types of the loop's results; the symbols are those of its regions, bound anew."""
        return [varying(type_) for type_ in self.types]

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

    def _size(self, slot: tuple[int, int], result: Operand, hint: str) -> Size:
        """The size of an axis in every trip: the one it always has, or a symbol."""
        if slot in self.slots:
            return self.slots[slot]
        number, axis = slot
        first, last = extent(self.initial[number], axis), extent(result, axis)
        known = last if first is None else first
        assert known is not None
        same = first is None or last is None or self.builder.facts.equal(first, last)
        if same and self.builder.in_scope(known):
            return known
        pair = (0 if first is None else first, known if last is None else last)
        if pair not in self.names:
            self.names[pair] = self.builder.fresh_dim(hint)
        self.slots[slot] = self.names[pair]
        return self.slots[slot]

    def _fixed(self) -> list[tuple[Type, str]]:
        """The types with the constants and sizes of numbers, which equality of types leaves out."""
        return [
            (t, repr((t.constant, t.dim) if isinstance(t, NumberType) else ())) for t in self.types
        ]


def extent(operand: Operand, axis: int) -> Size | None:
    """The size of an axis of an array, None for any other operand."""
    type_ = type_of(operand)
    return type_.shape[axis] if isinstance(type_, TensorType) else None


def operand_of(size: Size) -> Operand:
    """A size as an operand of a node."""
    return size if isinstance(size, Dim) else Literal(size)


def varying(type_: Type) -> Type:
    """A type without the constant and the size of a number: the value varies."""
    return NumberType(type_.kind) if isinstance(type_, NumberType) else type_


def _with_size(type_: Type, axis: int, size: Size) -> TensorType:
    assert isinstance(type_, TensorType)
    return replace(type_, shape=(*type_.shape[:axis], size, *type_.shape[axis + 1 :]))
