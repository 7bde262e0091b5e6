"""Loops whose gradient follows: what they carry into each trip is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dslc.ir.dims import Size, symbols
from dslc.ir.graph import Literal, Node, Operand, Value, as_size, operand_of, type_of
from dslc.ir.indices import count_trips
from dslc.ir.keys import Key
from dslc.ir.loops import build_for, build_while
from dslc.ir.op import REGISTRY
from dslc.ir.structure import (
    carried_operands,
    carried_parameters,
    hidden_parameters,
    index_parameter,
    leading_operands,
)
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import CLASSES, NumberType, TensorType, Type, UnsetType, default_dtype, shape_of

from .activity import body_results
from .fitting import row, zero
from .joint import name, no_gradient
from .kept import kept_besides
from .needs import needed
from .overwritten import Overwritten, changed_in_parts
from .replay import Replay, named, trips_of
from .snapshots import Bound, Snapshots, state_numbers, within


@dataclass(slots=True)
class Tape:
    """What is known of the trips of a loop.

    Attributes:
        trips: how many it made.
        start: the index of the first, of a `for`.
        step: from index to index.
        initial: what it was given to carry.
        kept: the arrays of what it carried into each trip, by number.
        reads: the values of its body that the gradient reads and computes again.
        values: the arrays of values of its body in each trip.
        parts: the arrays of which it kept what it overwrote.
        snapshots: where few states are kept, and not one of each trip.
    """

    trips: Size
    start: Size
    step: int
    initial: tuple[Operand, ...]
    kept: dict[int, Operand]
    reads: set[Value]
    values: dict[Value, Operand] = field(default_factory=dict)
    parts: list[Overwritten] = field(default_factory=list)
    snapshots: Snapshots | None = None

    def last(self, replay: Replay, node: Node) -> tuple[Operand, ...]:
        """What the loop backwards carries besides cotangents."""
        if self.snapshots is not None:
            return self.snapshots.start()
        return tuple(part.last(replay, node) for part in self.parts)

    def state(
        self, replay: Replay, node: Node, trip: Size, carried: Sequence[Operand]
    ) -> tuple[dict[int, Operand], tuple[Operand, ...]]:
        """What is known before a trip, by number, and what is carried then."""
        if self.snapshots is not None:
            return self.snapshots.state(trip, carried)
        stand_index(replay, node, self, trip)
        pairs = zip(self.parts, carried, strict=True)
        now = tuple(part.before(replay, trip, after) for part, after in pairs)
        return {part.number: each for part, each in zip(self.parts, now, strict=True)}, now


def taped_loop(replay: Replay, node: Node) -> Sequence[Operand]:
    """The loop's results; its tape is put into `replay.tapes`.

    Raises:
        DslError: `no-gradient` where its trips are not alike.
    """
    region = node.regions[-1]
    besides = kept_besides(replay, node) if replay.memory is None else ()
    reads = needed(region.nodes, replay.active, besides)
    ends = body_results(node, region)
    carried = enumerate(carried_parameters(node, region))
    kept = [n for n, value in carried if value in reads and ends[n] is not value]
    state = kept if replay.memory is None else state_numbers(node, kept)
    _check_sizes(node, [carried_parameters(node, region)[n] for n in state])
    _check_cotangents(node, replay.active)
    initial = initial_values(replay, node)
    tape = replay.tapes[node] = Tape(0, 0, 1, initial, {}, reads.difference(besides))
    if replay.memory is not None and kept:
        kept = []
    else:
        found = (changed_in_parts(replay, node, number) for number in kept)
        tape.parts = [each for each in found if each is not None]
        kept = [n for n in kept if n not in {each.number for each in tape.parts}]
    if node.op.name == "while":
        results = _taped_while(replay, node, tape, _Kept(kept, besides))
    else:
        tape.start, tape.step, tape.trips = _range(replay, node)
        exits = node.attributes["exits"]
        results = _taped_for(replay, node, tape, _Kept(kept, besides), exits=exits)
    if replay.memory is not None and state:
        tape.snapshots = _snapshots(replay, node, tape, replay.memory, tuple(state))
    return results


def _snapshots(
    replay: Replay, node: Node, tape: Tape, limit: int | Bound, numbers: tuple[int, ...]
) -> Snapshots:
    """The few states that a loop keeps, once its trips are counted."""
    if isinstance(limit, Bound):
        return Snapshots(
            replay, node, within(replay, node, limit, numbers, tape.trips), numbers, tape.initial
        )
    return Snapshots(replay, node, limit, numbers, tape.initial)


def _check_sizes(node: Node, kept: Sequence[Value]) -> None:
    """Refuse to keep arrays whose sizes vary from trip to trip."""
    region = node.regions[-1]
    bound = (*hidden_parameters(node, region), *index_parameter(node, region))
    varying = {str(value.dim) for value in bound}
    for value in kept:
        for size in value.shape:
            if not varying.isdisjoint(symbols(size)):
                name = value.hint or "an array"
                raise no_gradient(node, f"the shape of `{name}` varies from trip to trip")


def _check_cotangents(node: Node, active: set[Value]) -> None:
    """Refuse arrays with a gradient of whose size before a trip nothing is known."""
    region = node.regions[-1]
    varying = {str(value.dim) for value in hidden_parameters(node, region)} - _growths(node).keys()
    for value in carried_parameters(node, region):
        if value in active and any(not varying.isdisjoint(symbols(size)) for size in value.shape):
            name = value.hint or "an array"
            raise no_gradient(node, f"the shape of `{name}` varies from trip to trip")


def _growths(node: Node) -> dict[str, tuple[int, int, int]]:
    """The sizes that each trip changes by as much, by name.

    Of each: of what is carried the number and the axis, and how much a trip adds.
    """
    region = node.regions[-1]
    hidden = {str(value.dim) for value in hidden_parameters(node, region)}
    ends = body_results(node, region)
    found: dict[str, tuple[int, int, int]] = {}
    for number, parameter in enumerate(carried_parameters(node, region)):
        for axis, size in enumerate(parameter.shape):
            after = shape_of(type_of(ends[number]))
            more = after[axis] - size if axis < len(after) else None
            if str(size) in hidden and isinstance(more, int):
                found.setdefault(str(size), (number, axis, more))
    return found


def initial_values(replay: Replay, node: Node) -> tuple[Operand, ...]:
    """What the loop starts with; 0 for what is bound only inside."""
    carried = zip(
        replay.operands(carried_operands(node)),
        carried_parameters(node, node.regions[-1]),
        strict=True,
    )
    return tuple(
        _zero(replay, replay.type(parameter.type))
        if isinstance(type_of(operand), UnsetType) and not isinstance(parameter.type, UnsetType)
        else operand
        for operand, parameter in carried
    )


def _zero(replay: Replay, type_: Type) -> Operand:
    """A 0 of exactly this type: one of another type would be joined with what a trip leaves."""
    if isinstance(type_, NumberType):
        return Literal(CLASSES[type_.kind](0))
    return traced_operand(zero(replay.joint, type_))


def _range(replay: Replay, node: Node) -> tuple[Size, int, Size]:
    """The start, the step and the number of trips of a `for`."""
    start, stop, step = replay.operands(leading_operands(node))
    by = as_size(step)
    if not isinstance(by, int) or by == 0:
        raise no_gradient(node, "the step of its range is known only when it runs")
    first, last = replay.joint.dim_of(start, None), replay.joint.dim_of(stop, None)
    return first, by, count_trips(first, last, by)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is kept of each trip as it is.

    Attributes:
        numbers: of what is carried into it.
        values: of its body.
    """

    numbers: Sequence[int]
    values: Sequence[Value]

    def sources(self, node: Node) -> list[Value]:
        """The values themselves."""
        carried = carried_parameters(node, node.regions[-1])
        return [*(carried[number] for number in self.numbers), *self.values]

    def settle(self, tape: Tape, tapes: Sequence[Operand]) -> None:
        """Tell what was kept."""
        tape.kept = dict(zip(self.numbers, tapes, strict=False))
        tape.values = dict(zip(self.values, tapes[len(self.numbers) :], strict=False))


def _taped_for(
    replay: Replay, node: Node, tape: Tape, kept: _Kept, *, exits: bool
) -> Sequence[Operand]:
    """The loop over 0, 1, 2, ... in place of its range; with exits, it counts its trips."""
    count, sources = len(tape.initial), kept.sources(node)
    end = count + len(sources)

    def run(trip: Any, *given: Any) -> tuple[Operand, ...]:
        stand_index(replay, node, tape, trip)
        names = [tape_name(replay, source) for source in sources]
        tapes = list(zip(names, given[count:end], strict=True))
        # What is carried is kept before the trip, which may change it in place.
        before = zip(tapes, [given[number] for number in kept.numbers], strict=False)
        kept_now = [stored(replay, *tape, now, trip) for tape, now in before]
        replay.overwritten.update((w.node, None) for part in tape.parts for w in part.writes)
        ends = replay.trip(node, given[:count], taped=False)
        after = zip(tapes[len(kept_now) :], replay.operands(kept.values), strict=True)
        kept_now += [stored(replay, *tape, now, trip) for tape, now in after]
        rest = list(given[end:])
        for part in tape.parts:
            width = sum(len(write.types) for write in part.writes)
            kept_now += part.keep(replay, rest[:width], trip)
            rest = rest[width:]
        replay.overwritten.clear()
        counted = (operand_of(trip + 1), *ends[count:]) if exits else ()
        return (*ends[:count], *kept_now, *counted)

    empty = [empty_tape(replay, source, tape.trips) for source in sources]
    for part in tape.parts:
        empty += part.empty(replay, tape.trips)
    carried = (*tape.initial, *empty, *([Literal(0)] if exits else []))
    body = named(run, node.regions[-1], len(carried), leading=1, exits=exits)
    trips = trips_of(tape.trips)
    results = build_for(replay.joint, node.place, trips, body, carried, exits)
    made = zip(results[count:], sources, strict=False)
    kept.settle(tape, [name(each, tape_name(replay, source)) for each, source in made])
    rest = results[end:]
    for part in tape.parts:
        width = sum(len(write.types) for write in part.writes)
        part.settle(rest[:width])
        rest = rest[width:]
    if not exits:
        return results[:count]
    tape.trips = replay.joint.dim_of(name(results[-2], "trips"), 0)
    return (*results[:count], results[-1])


def _taped_while(replay: Replay, node: Node, tape: Tape, kept: _Kept) -> Sequence[Operand]:
    """The loop, counting its trips; then as many trips once more, which are kept."""
    exits: bool = node.attributes["exits"]
    count = len(tape.initial)

    def run(*given: Any) -> tuple[Operand, ...]:
        ends = replay.trip(node, given[:count], taped=False)
        counted = replay.joint.emit(REGISTRY["add"], (given[count], Literal(1)), {})
        return (*ends[:count], *counted, *ends[count:])

    body = named(run, node.regions[-1], count + 1, exits=exits)
    test = replay.test_of(node, count, extra=1)
    carried = (*tape.initial, Literal(0))
    results = build_while(replay.joint, node.place, test, body, carried, exits)
    tape.trips = replay.joint.dim_of(name(results[count], "trips"), 0)
    if kept.numbers or kept.values or tape.parts:
        with replay.once_more():
            _taped_for(replay, node, tape, kept, exits=False)
    return (*results[:count], *results[count + 1 :])


def stand_index(replay: Replay, node: Node, tape: Tape, trip: Size) -> None:
    """Let the index of a `for` be that of a trip, counted from 0."""
    index = index_parameter(node, node.regions[-1])
    replay.stand(index, [operand_of(tape.start + tape.step * trip)] * len(index))


def stand_sizes(replay: Replay, node: Node, tape: Tape, trip: Size) -> None:
    """Let the sizes that each trip changes by as much be what they were before a trip."""
    growths = _growths(node)
    for value in hidden_parameters(node, node.regions[-1]):
        if str(value.dim) in growths:
            number, axis, more = growths[str(value.dim)]
            size = shape_of(type_of(tape.initial[number]))[axis] + more * trip
            replay.dims[str(value.dim)] = size
            replay.standing[value] = operand_of(size)


def empty_tape(replay: Replay, source: Value, trips: Size, before: str = "") -> Operand:
    """Where a value of each trip is kept: one more axis, the trips, in front.

    `before` goes before its name.
    """
    shape = (trips, *map(replay.size, shape_of(source.type)))
    empty = traced_operand(zero(replay.joint, TensorType(default_dtype(source.type), shape)))
    return name(empty, before + tape_name(replay, source))


def tape_name(replay: Replay, source: Value) -> str:
    """What the tape of a value is called."""
    return f"{replay.names.get(source, source.hint) or 'value'}_tape"


def stored(replay: Replay, wish: str, tape: Operand, now: Operand, trip: Size) -> Operand:
    """The tape of this name with the value of a trip."""
    place = Traced(name(tape, wish)), Key((trip,)), now
    return name(traced_operand(replay.joint.apply(REGISTRY["store"], place, {})), wish)


def kept_values(
    replay: Replay, node: Node, tape: Tape, trip: Size, states: Mapping[int, Operand]
) -> list[Operand | None]:
    """What was carried into a trip; None for what the gradient does not read.

    Args:
        replay: the run of the loop.
        node: the loop.
        tape: its tape.
        trip: the number of the trip.
        states: what is known of it besides, by number.
    """
    region = node.regions[-1]
    found: list[Operand | None] = []
    pairs = zip(carried_parameters(node, region), tape.initial, strict=True)
    for number, (parameter, initial) in enumerate(pairs):
        if number in states:
            found.append(states[number])
        elif number in tape.kept:
            found.append(row(replay.joint, tape.kept[number], trip, parameter.type))
        elif parameter in tape.reads:
            found.append(initial)
        else:
            found.append(None)
    return found


def values_at(replay: Replay, tape: Tape, trip: Size) -> dict[Value, Operand]:
    """The values of the body that were kept, as they were in a trip."""
    return {
        value: name(row(replay.joint, kept, trip, value.type), replay.names.get(value, value.hint))
        for value, kept in tape.values.items()
    }
