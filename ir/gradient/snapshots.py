"""Loops that keep few states: the others are computed again from the nearest one before.

Which are kept when is binomial checkpointing, for a number of trips that only the run knows. See
A. Griewank, A. Walther, Revolve, ACM Transactions on Mathematical Software 26 (2000).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.comparison import comparison
from dslc.ir.dims import Size, dim_max, dim_min
from dslc.ir.graph import Literal, Node, Operand, Value, operand_of, type_of, values_in
from dslc.ir.keys import Key
from dslc.ir.loops import build_for, build_while
from dslc.ir.nesting import Body
from dslc.ir.ops.extremes import least
from dslc.ir.ops.index import store
from dslc.ir.structure import carried_parameters
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import TensorType, Type, default_dtype, shape_of

from .activity import body_results, read_from_outside
from .fitting import row, zero
from .joint import name
from .needs import binders_in, bound_for, computing
from .replay import Replay

INT64 = np.dtype(np.int64)


@dataclass(frozen=True, slots=True)
class Bound:
    """The bytes that the states of a loop may take."""

    size: int


Limit: TypeAlias = int | Bound | None
"""How many states a loop may keep, or what they may take; None for one of each trip."""


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The states that a loop keeps while its gradient goes through the trips backwards.

    Backwards is carried, in order: how many are kept, as an int; the numbers of their trips; and
    for each value of a state an array with the states as its first axis. These have room for one
    more, which takes what need not be kept.

    Attributes:
        replay: the run of the loop.
        node: the loop.
        most: how many states are kept at one time.
        numbers: of the carried values that make up a state.
        initial: what the loop starts with, all of it.
    """

    replay: Replay
    node: Node
    most: Size
    numbers: tuple[int, ...]
    initial: tuple[Operand, ...]

    @property
    def _parameters(self) -> tuple[Value, ...]:
        return carried_parameters(self.node, self.node.regions[-1])

    def _types(self) -> list[Type]:
        return [self.replay.type(self._parameters[number].type) for number in self.numbers]

    def start(self) -> tuple[Operand, ...]:
        """What is carried at first: the state before the first trip is kept."""
        joint = self.replay.joint
        trips = zero(joint, TensorType(INT64, (self.most + 1,)))
        states = []
        for number, type_ in zip(self.numbers, self._types(), strict=True):
            shape = (self.most + 1, *shape_of(type_))
            empty = zero(joint, TensorType(default_dtype(type_), shape))
            states.append(store(empty, Key((0,)), _traced(self.initial[number])))
        return (Literal(1), *map(traced_operand, (trips, *states)))

    def names(self) -> list[str]:
        """The names of what is carried."""
        hints = [self.replay.names.get(v, v.hint) for v in self._parameters]
        return ["kept", "kept_trips", *(f"kept_{hints[n] or 'value'}" for n in self.numbers)]

    def state(
        self, trip: Size, carried: Sequence[Operand]
    ) -> tuple[dict[int, Operand], tuple[Operand, ...]]:
        """The state before a trip, by number, and what is carried then."""
        for operand, wish in zip(carried, self.names(), strict=True):
            name(operand, wish)
        joint, place = self.replay.joint, self.node.place
        count: Any = _traced(carried[0])
        trips, slots = _traced(carried[1]), [_traced(each) for each in carried[2:]]
        # The trip behind this one is done with: its state goes.
        last = joint.dim_of(traced_operand(count - 1), 0)
        count = count - _traced(
            joint.convert(None, traced_operand(trips[last] > _number(trip)), type_of(carried[0]))
        )
        top = joint.dim_of(traced_operand(count - 1), 0)
        at = joint.convert(None, traced_operand(trips[top]), type_of(carried[0]))
        types = self._types()
        values = [
            row(joint, traced_operand(slot), top, type_)
            for slot, type_ in zip(slots, types, strict=True)
        ]
        flat = (at, traced_operand(count), *map(traced_operand, (trips, *slots)), *values)

        def test(*given: Any) -> Operand:
            return traced_operand(_traced(_operand(given[0])) < _number(trip))

        body = Body(lambda *given: self._advance(trip, given), [None] * len(flat))
        check = Body(test, [None] * len(flat), is_test=True)
        results = build_while(joint, place, check, body, flat, False)
        kept = results[1 : 3 + len(slots)]
        return dict(zip(self.numbers, results[3 + len(slots) :], strict=True)), kept

    def _advance(self, trip: Size, given: Sequence[Any]) -> tuple[Operand, ...]:
        """Go on from the last state towards a trip, and keep the one that is reached if it may."""
        joint, place, width = self.replay.joint, self.node.place, len(self.numbers)
        now, count, trips, *rest = map(_operand, given)
        slots, values = rest[:width], rest[width:]
        target = self._target(now, count, trip)
        first, stop = joint.dim_of(now, 0), joint.dim_of(target, 0)

        def run(index: Any, *state: Any) -> tuple[Operand, ...]:
            return self._trip(index, state)

        run.__name__ = "again_body"
        body = Body(run, [None] * width, leading=1)
        bounds = (operand_of(first), operand_of(stop), Literal(1))
        values = list(build_for(joint, place, bounds, body, tuple(values), False))

        slot = joint.dim_of(count, 0)
        pairs = zip((trips, *slots), (target, *values), strict=True)
        stored = [store(_traced(a), Key((slot,)), _traced(b), inplace=True) for a, b in pairs]
        more = joint.convert(
            None, traced_operand(least((_traced(count) + 1, _number(self.most)))), type_of(count)
        )
        return (target, more, *map(traced_operand, stored), *values)

    def _trip(self, index: Size, state: Sequence[Any]) -> tuple[Operand, ...]:
        """What a trip makes of a state."""
        from .tapes import stand_index

        replay, region, node = self.replay, self.node.regions[-1], self.node
        before = dict(replay.standing), dict(replay.dims)
        stand_index(replay, node, replay.tapes[node], index)
        for number, (parameter, initial) in enumerate(
            zip(self._parameters, self.initial, strict=True)
        ):
            given = state[self.numbers.index(number)] if number in self.numbers else initial
            replay.stand([parameter], [_operand(given)])
        ends = [body_results(node, region)[number] for number in self.numbers]
        with replay.once_more():
            replay.nodes(computing(region.nodes, behind(node, ends), set()), taped=False)
        found = replay.operands(ends)
        replay.standing, replay.dims = before
        return found

    def _target(self, now: Operand, count: Operand, trip: Size) -> Operand:
        """The trip up to which to go: at once where no more states may be kept.

        With `s` states the trips from `now` to `trip` can be run backwards, none of them run more
        than `r` times, if they are at most binomial(s + r, s). The first part of them is as long as
        `s` states and `r - 1` times allow.
        """
        joint, place = self.replay.joint, self.node.place
        length: Any = _number(trip) - _traced(now)
        states = _number(self.most) - _traced(count) + 1

        def test(times: Any, reach: Any) -> Operand:
            return traced_operand(_traced(_operand(reach)) <= length)

        def body(times: Any, reach: Any) -> tuple[Operand, ...]:
            more = _traced(_operand(times)) + 1
            further = _traced(_operand(reach)) * (states + more) // more
            return traced_operand(more), traced_operand(further)

        check = Body(test, [None] * 2, is_test=True)
        inner, start = Body(body, [None] * 2), (Literal(0), Literal(1))
        times, reach = map(_traced, build_while(joint, place, check, inner, start, False))
        part = least((reach * times // (states + times), length))
        go = joint.convert(None, traced_operand(part), type_of(now))
        return traced_operand(_traced(now) + _traced(go))


def _traced(operand: Operand) -> Any:
    return Traced(operand)


def _number(size: Size) -> Any:
    return _traced(operand_of(size))


def _operand(given: Any) -> Operand:
    return traced_operand(given)


def behind(node: Node, ends: Sequence[Operand]) -> set[Value]:
    """The values in a trip of which its ends are made."""
    found, nodes = set(values_in(ends)), node.regions[-1].nodes
    binders = binders_in(nodes)
    for each in reversed(nodes):
        if not found.isdisjoint(each.results):
            found.update(values_in(each.operands), read_from_outside(each))
            found.update(bound_for(each, binders))
    return found


def within(replay: Replay, node: Node, bound: Bound, numbers: Sequence[int], trips: Size) -> Size:
    """How many states of these carried values a bound has room for, no more than there are trips.

    One more is needed than is kept, and each has a number. That one can be kept is relied on.
    """
    parameters = carried_parameters(node, node.regions[-1])
    state: Size = INT64.itemsize
    for number in numbers:
        type_ = replay.type(parameters[number].type)
        state = state + default_dtype(type_).itemsize * prod(shape_of(type_), start=1)
    replay.joint.assume(comparison(2 * state, "<=", bound.size), node.place)
    return dim_max(1, dim_min(trips, bound.size // state - 1))


def state_numbers(node: Node, kept: Sequence[int]) -> tuple[int, ...]:
    """The numbers of what a loop carries that must be known to compute these of the next trip."""
    region = node.regions[-1]
    parameters, ends = carried_parameters(node, region), body_results(node, region)
    found = set(kept)
    while True:
        values = behind(node, [ends[number] for number in found])
        more = {n for n, each in enumerate(parameters) if each in values and ends[n] is not each}
        if more <= found:
            return tuple(sorted(found))
        found |= more
