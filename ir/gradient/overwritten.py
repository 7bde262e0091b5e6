"""Arrays that a loop changes in parts: of each trip only what it overwrites is kept.

Backwards the array is what it was after the last trip, and each trip puts back what it overwrote.
So filling an array element by element keeps as much as the array holds, not that for each trip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dslc.ir.diagnostics import DslError
from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL
from dslc.ir.graph import Node, Operand, Value, type_of
from dslc.ir.keys import Key, join_key
from dslc.ir.op import REGISTRY, RuleError
from dslc.ir.structure import carried_parameters, shown_results
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import TensorType, Type, default_dtype, shape_of

from .activity import body_results
from .fitting import zero
from .joint import name
from .replay import Replay

WRITES = ("store", "add_at", "subtract_at")


@dataclass(slots=True)
class Write:
    """One write to a part of an array, in each trip.

    Attributes:
        node: the write.
        types: of the part that it overwrites, then of the numbers of its key that are values.
        tapes: what these were in each trip, once the loop has run.
    """

    node: Node
    types: tuple[Type, ...]
    tapes: tuple[Operand, ...] = ()

    @property
    def numbers(self) -> list[Value]:
        """The numbers of its key that are values."""
        return [each for each in self.node.operands[2:] if isinstance(each, Value)]


@dataclass(slots=True)
class Overwritten:
    """An array that a loop carries and changes in parts.

    Attributes:
        number: of what the loop carries.
        name: of the array.
        writes: of one trip, in order.
    """

    number: int
    name: str
    writes: list[Write] = field(default_factory=list)

    @property
    def _tape_name(self) -> str:
        return f"{self.name}_overwritten"

    def empty(self, replay: Replay, trips: Size) -> list[Operand]:
        """The tapes before the first trip."""
        found = []
        for type_ in (type_ for write in self.writes for type_ in write.types):
            tape = TensorType(default_dtype(type_), (trips, *shape_of(type_)))
            found.append(name(traced_operand(zero(replay.joint, tape)), self._tape_name))
        return found

    def keep(self, replay: Replay, tapes: Sequence[Operand], trip: Size) -> list[Operand]:
        """The tapes with what a trip overwrote."""
        kept: list[Operand] = []
        for write in self.writes:
            old = replay.overwritten[write.node]
            assert old is not None
            kept += [old, *map(replay.operand, write.numbers)]
        found = []
        for tape, value in zip(tapes, kept, strict=True):
            place = Traced(name(tape, self._tape_name)), Key((trip,)), value
            stored = traced_operand(replay.joint.apply(REGISTRY["store"], place, {}))
            found.append(name(stored, self._tape_name))
        return found

    def settle(self, tapes: Sequence[Operand]) -> None:
        """The tapes after the loop."""
        rest = list(tapes)
        for write in self.writes:
            count = len(write.types)
            write.tapes, rest = tuple(rest[:count]), rest[count:]

    def last(self, replay: Replay, node: Node) -> Operand:
        """The array after the last trip."""
        return replay.operand(shown_results(node)[self.number])

    def before(self, replay: Replay, trip: Size, after: Operand) -> Operand:
        """The array before a trip, whose index stands already, from what it was after that."""
        array: Any = Traced(name(after, self.name))
        for write in reversed(self.writes):
            values = [Traced(tape)[trip] for tape in write.tapes]
            numbers = dict(zip(write.numbers, values[1:], strict=True))
            key = [
                numbers[each] if isinstance(each, Value) else Traced(replay.operand(each))
                for each in write.node.operands[2:]
            ]
            place = Key(join_key(write.node.attributes["key"], key))
            array = replay.joint.apply(REGISTRY["store"], (array, place, values[0]), {})
            name(traced_operand(array), self.name)
        return traced_operand(array)


def changed_in_parts(replay: Replay, node: Node, number: int) -> Overwritten | None:
    """What a loop changes of an array that it carries; None where that may be all of it."""
    region = node.regions[-1]
    array = carried_parameters(node, region)[number]
    if not isinstance(array.type, TensorType):
        return None
    made = {value: each for each in region.nodes for value in each.results}
    own = replay.names.get(array, array.hint) or "value"
    found, now = Overwritten(number, own), body_results(node, region)[number]
    while now is not array:
        writer = made.get(now) if isinstance(now, Value) else None
        if writer is None or writer.op.name not in WRITES:
            return None
        types = _types(replay, writer, array)
        if types is None:
            return None
        found.writes.insert(0, Write(writer, types))
        now = writer.operands[0]
    return found


def _types(replay: Replay, writer: Node, array: Value) -> tuple[Type, ...] | None:
    """The types of what a write overwrites and of its key, where these are alike in every trip."""
    numbers = [type_of(each) for each in writer.operands[2:]]
    if any(default_dtype(type_) == BOOL for type_ in numbers):
        return None
    attributes = {"key": writer.attributes["key"]}
    facts = replay.joint.facts.copy()
    try:
        _, (part,) = REGISTRY["index"].infer(facts, (array.type, *numbers), attributes)
    except (RuleError, DslError):
        return None
    of_values = [each.type for each in writer.operands[2:] if isinstance(each, Value)]
    types = tuple(map(replay.type, (part, *of_values)))
    sizes = [size for type_ in types for size in shape_of(type_)]
    return types if all(map(replay.joint.in_scope, sizes)) else None
