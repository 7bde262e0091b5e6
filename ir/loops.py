"""Building `while` and `for`: tracing their bodies until the types of what they carry settle.

A value that comes from before a loop and from a trip has the join of both types. The size of an
axis that changes from trip to trip follows from the index where it grows by the same number in
each; otherwise it gets a new symbol, bound by a hidden integer that is carried beside the value.
What holds of that before the loop, and after a trip where it held before it, is an invariant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .carried import Carried, NotAgain
from .comparison import Comparison
from .construction import Construction
from .diagnostics import DslError
from .graph import Operand, Region, Value, binding, type_of
from .indices import Trips
from .nesting import Body, differ
from .op import RuleError
from .place import Place
from .region_facts import learn
from .regions import check_test, converted
from .types import INT

MOST_ROUNDS = 8
"""Tracings of a loop's body after which its types must have settled; every one only widens them."""


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop to be traced.

    Attributes:
        body: of its trips.
        exits: whether that gives an exit code.
        test: of a `while`.
        trips: of a `for`.
    """

    body: Body
    exits: bool
    test: Body | None = None
    trips: Trips | None = None


def build_while(
    builder: Construction,
    place: Place,
    test: Body,
    body: Body,
    carried: tuple[Operand, ...],
    exits: bool,
) -> tuple[Value, ...]:
    """Trace a `while` loop until the types of its carried values settle, and append its node.

    Raises:
        RuleError: `branch-mismatch` when they do not settle, and for the test.
    """
    state, regions = _traced(builder, place, carried, _Loop(body, exits, test=test))
    return _append_loop(builder, "while", (), regions, state, exits, place)


def build_for(
    builder: Construction,
    place: Place,
    trips: tuple[Operand, ...],
    body: Body,
    carried: tuple[Operand, ...],
    exits: bool,
) -> tuple[Value, ...]:
    """Trace a `for` loop until the types of its carried values settle, and append its node.

    Raises:
        RuleError: `branch-mismatch` when they do not settle, `argument-mismatch` when a bound of
            the range is no int.
    """
    for bound in trips:
        if type_of(bound) != INT:
            message = f"the bounds of a range are ints, not {type_of(bound)}"
            raise RuleError("argument-mismatch", message)
    index = builder.index_dim(body.names()[0] if body.names() else "index", trips)
    loop = _Loop(body, exits, trips=Trips.over(index, trips))
    state, regions = _traced(builder, place, carried, loop)
    return _append_loop(builder, "for", trips, regions, state, exits, place)


def _traced(
    builder: Construction, place: Place, carried: tuple[Operand, ...], loop: _Loop
) -> tuple[Carried, tuple[Region, ...]]:
    """The types that a loop carries, and its regions: that of a test, if it has one, and its body.

    A loop inside a loop is traced again with every round of the outer one. What it turned out to
    carry the last time is tried first, so that rounds do not multiply with the depth.
    """
    way = builder.way_to(place)
    trips = None if loop.exits else loop.trips
    last = builder.settled.get(way)
    if last is not None:
        try:
            state = Carried.before(builder, carried, trips).try_again(last)
            return state, _settle(builder, state, loop)
        except (DslError, RuleError, NotAgain):
            pass  # not what it carries this time
    state = Carried.before(builder, carried, trips)
    regions = _settle(builder, state, loop)
    builder.settled[way] = state.settled()
    return state, regions


def _settle(builder: Construction, state: Carried, loop: _Loop) -> tuple[Region, ...]:
    """The regions of a loop, traced until a round leaves the types as they were."""
    requires, facts, names = len(builder.graph.requires), builder.facts, builder.names()
    # Each round may hand a change on along one of the names that the loop carries.
    for _ in range(MOST_ROUNDS + len(state.types)):
        # What a round before relied on, with types that did not hold, is void.
        del builder.graph.requires[requires:]
        builder.facts = facts.copy()
        builder.take_back_names(names.union(map(str, state.dims())))
        try:
            regions, refused = _provisional(builder, state, loop)
        except DslError:
            # What is refused of a constant may stand behind a test that it fails.
            if state.open():
                continue
            raise
        region = regions[-1]
        expected = len(state.types) + loop.exits
        if len(region.results) != expected:
            message = f"the loop's body returns {len(region.results)} values, not {expected}"
            raise RuleError("argument-mismatch", message)
        forms = loop.body.returned.forms if loop.body.returned else ()
        if any(map(differ, loop.body.carried, forms)):
            message = (
                "a trip of the loop leaves a list of another length, or a dict with other keys"
            )
            raise RuleError("branch-mismatch", message)
        results, code = region.results[: len(state.types)], region.results[len(state.types) :]
        carried = region.parameters[len(region.parameters) - len(state.types) :]
        hints = [value.hint for value in carried]
        state.facts = builder.facts_at_end[region]
        inside = builder.names()
        builder.take_back_names(names.union(map(str, state.dims())))
        changed = state.widen(results, hints) or state.split(results, hints)
        if not changed and state.keep(results):
            if refused:
                if state.open():
                    continue
                raise refused[0]
            builder.take_back_names(inside)
            shown = converted(builder, region, results, state.types)
            region.results = (*state.sizes(results), *shown, *code)
            return regions
    raise RuleError("branch-mismatch", "the types of the values this loop carries do not settle")


def _provisional(
    builder: Construction, state: Carried, loop: _Loop
) -> tuple[tuple[Region, ...], list[DslError]]:
    """The regions of a loop with the types so far, and what its branches were refused for."""
    outer, refused = builder.refused, list[DslError]()
    builder.refused = refused
    try:
        return _round(builder, state, loop), refused
    finally:
        builder.refused = outer


def _round(builder: Construction, state: Carried, loop: _Loop) -> tuple[Region, ...]:
    """The regions of a loop, traced with the types as far as they are known."""
    known = [each for found in state.invariants.values() for each in found]
    told: Sequence[Comparison] = ()
    tests: list[Region] = []
    if loop.test is not None:
        tests.append(_traced_test(builder, loop.test, state, known))
        told = builder.told(tests[0].results[0])[0]
    hidden, carried = state.hidden(), state.shown()
    indices = [] if loop.trips is None else [binding(loop.trips.index)]
    in_range = [] if loop.trips is None else loop.trips.facts()
    parameters = [*hidden, *indices, *carried]
    region = builder.trace_body(loop.body, parameters, len(hidden), (*in_range, *known, *told))
    # In the graph the index stands first, before the hidden dims.
    region.parameters = [*indices, *hidden, *carried]
    return (*tests, region)


def _traced_test(
    builder: Construction, test: Body, state: Carried, known: Sequence[Comparison]
) -> Region:
    """The region of a `while`'s test.

    Raises:
        RuleError: where it has no single truth value.
    """
    check = builder.trace_body(test, state.parameters(), len(state.dims()), known)
    if len(check.results) != 1:
        raise RuleError("argument-mismatch", "the test of a loop returns one value")
    check_test(check.results[0])
    return check


def _append_loop(
    builder: Construction,
    name: str,
    leading: tuple[Operand, ...],
    regions: tuple[Region, ...],
    state: Carried,
    exits: bool,
    place: Place,
) -> tuple[Value, ...]:
    initial = converted(builder, None, state.initial, state.types)
    operands = (*leading, *state.sizes(state.initial), *initial)
    types = [*state.after(), *([INT] if exits else [])]
    found = [each for kept in state.invariants.values() for each in kept]
    results = builder.append_structured(
        name,
        operands,
        regions,
        types,
        place,
        hidden=state.dims(),
        exits=exits,
        invariants=tuple((each.relation, each.left, each.right) for each in found),
    )
    learn(builder.facts, found)  # the symbols are bound anew by the results
    return results
