"""Building `if`, `while` and `for`: tracing their bodies, and finding the types of what they carry.

A value that comes by two ways (two branches; before a loop and after a trip) has the join of their
types. Where the sizes of an axis differ, the axis gets a new symbol, bound by a hidden integer that
is carried beside the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from .carried import Carried, extent, operand_of
from .comparison import Comparison
from .construction import Construction
from .diagnostics import DslError
from .dims import Dim, Size, dim_max, dim_min
from .facts import Facts
from .graph import Operand, Region, Value, binding, type_of
from .indices import index_facts
from .nesting import Body
from .op import RuleError
from .ops.rules import check_truth
from .place import Place, listing
from .region_facts import joined_facts, learn
from .types import INT, CannotJoin, TensorType, Type, UnsetType, join

MOST_ROUNDS = 8
"""Tracings of a loop's body after which its types must have settled; every one only widens them."""


def _check_test(test: Operand) -> None:
    """Refuse a test that has no single truth value.

    Raises:
        RuleError: `truth-of-array` for an array with axes, `unbound-name` for unset.
    """
    if isinstance(type_of(test), UnsetType):
        raise RuleError("unbound-name", "this value is not bound on every path")
    check_truth(type_of(test))


# --- if ---------------------------------------------------------------------------------------


def build_if(
    builder: Construction,
    place: Place,
    test: Operand,
    bodies: tuple[Body, Body],
    carried: tuple[Operand, ...],
) -> tuple[Value, ...]:
    """Trace both branches and append the `if` node.

    Raises:
        RuleError: `branch-mismatch` when the branches' results do not join, and for the test.
    """
    _check_test(test)
    then, otherwise = (
        builder.trace_body(body, [Value(type_of(operand)) for operand in carried], known=told)
        for body, told in zip(bodies, builder.told(test), strict=True)
    )
    if len(then.results) != len(otherwise.results):
        raise RuleError("branch-mismatch", "the branches return different numbers of values")
    sizes = _BranchSizes(builder, builder.facts_at_end[then], builder.facts_at_end[otherwise])
    targets = listing(place.emitted).names.get(place.line, ())
    pairs = zip_longest(then.results, otherwise.results, bodies[0].result_names(targets))
    types = [_join_branches(one, other, sizes, name or "") for one, other, name in pairs]
    for side, region in enumerate((then, otherwise)):
        hidden = (operand_of(pair[side]) for pair in sizes.dims)
        region.results = (*hidden, *_converted(builder, region, region.results, types))
    new = [binding(dim) for dim in sizes.dims.values()]
    shown = builder.append_structured(
        "if", (test, *carried), (then, otherwise), types, place, hidden=new
    )
    for pair, dim in sizes.dims.items():
        learn(
            builder.facts, joined_facts(dim, pair, (sizes.then, sizes.otherwise), builder.in_scope)
        )
    return shown


@dataclass(slots=True)
class _BranchSizes:
    """The symbols for sizes that differ between branches.

    Attributes:
        then: what is known where the first branch ends.
        otherwise: what is known where the second ends.
        dims: the symbols, by the sizes in either branch.
    """

    builder: Construction
    then: Facts
    otherwise: Facts
    dims: dict[tuple[Size, Size], Dim] = field(default_factory=dict)

    def join(self, a: Size | None, b: Size | None, hint: str) -> Size:
        """One size for two; None stands for a branch that leaves the value unset."""
        one, other = b if a is None else a, a if b is None else b
        assert one is not None and other is not None
        for size in (one, other, dim_min(one, other), dim_max(one, other)):
            same = (a is None or self.then.equal(size, a)) and (
                b is None or self.otherwise.equal(size, b)
            )
            if same and self.builder.in_scope(size):
                return size
        pair = (0 if a is None else a, 0 if b is None else b)
        if pair not in self.dims:
            self.dims[pair] = self.builder.fresh_dim(hint)
        return self.dims[pair]


def _join_branches(one: Operand, other: Operand, sizes: _BranchSizes, name: str) -> Type:
    """The type of a result that is `one` in the first branch and `other` in the second."""
    hints = (o.hint for o in (one, other) if isinstance(o, Value) and o.hint)
    hint = name or next(hints, "size")
    try:
        joined = join(type_of(one), type_of(other), lambda m, n: 0)
    except CannotJoin as reason:
        message = f"the branches give `{hint}` different types: {reason}"
        raise RuleError("branch-mismatch", message) from None
    if not isinstance(joined, TensorType):
        return joined
    axes = range(joined.rank)
    shape = tuple(sizes.join(extent(one, axis), extent(other, axis), hint) for axis in axes)
    return replace(joined, shape=shape)


# --- loops ------------------------------------------------------------------------------------


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
    state, regions = _traced(builder, place, carried, body, exits, test=test)
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
    known = index_facts(index, trips)
    state, regions = _traced(builder, place, carried, body, exits, [index], known)
    return _append_loop(builder, "for", trips, regions, state, exits, place)


def _traced(
    builder: Construction,
    place: Place,
    carried: tuple[Operand, ...],
    body: Body,
    exits: bool,
    leading: Sequence[Dim] = (),
    known: Sequence[Comparison] = (),
    test: Body | None = None,
) -> tuple[Carried, tuple[Region, ...]]:
    """The types that a loop carries, and its regions: that of a test, if it has one, and its body.

    `leading` are the dims of the shown parameters before the carried ones, `known` is what holds of
    them.

    A loop inside a loop is traced again with every round of the outer one. What its numbers turned
    out to be the last time is tried first, so that rounds do not multiply with the depth.
    """
    line = place.emitted, place.line
    numbers = builder.varying_numbers.get(line, ())
    if numbers:
        try:
            state = Carried.before(builder, carried).vary(numbers)
            return state, _settle(builder, state, body, exits, leading, known, test)
        except (DslError, RuleError):
            pass  # not what they are this time
    state = Carried.before(builder, carried)
    regions = _settle(builder, state, body, exits, leading, known, test)
    builder.varying_numbers[line] = state.varied()
    return state, regions


def _settle(
    builder: Construction,
    state: Carried,
    body: Body,
    exits: bool,
    leading: Sequence[Dim],
    known: Sequence[Comparison],
    test: Body | None,
) -> tuple[Region, ...]:
    """The regions of a loop, traced until a round leaves the types as they were."""
    requires, facts, names = len(builder.graph.requires), builder.facts, builder.names()
    # Each round may hand a change on along one of the names that the loop carries.
    for _ in range(MOST_ROUNDS + len(state.types)):
        # What a round before relied on, with types that did not hold, is void.
        del builder.graph.requires[requires:]
        builder.facts = facts.copy()
        builder.take_back_names(names.union(map(str, state.dims())))
        hidden, first, carried = state.hidden(), list(map(binding, leading)), state.shown()
        try:
            tests = [] if test is None else [_traced_test(builder, test, state)]
            told = [each for check in tests for each in builder.told(check.results[0])[0]]
            parameters = [*hidden, *first, *carried]
            region = builder.trace_body(body, parameters, len(hidden), (*known, *told))
        except DslError:
            # What is refused of a constant may stand behind a test that it fails.
            if state.open():
                continue
            raise
        expected = len(carried) + exits
        if len(region.results) != expected:
            message = f"the loop's body returns {len(region.results)} values, not {expected}"
            raise RuleError("argument-mismatch", message)
        results, exit_code = region.results[: len(carried)], region.results[len(carried) :]
        hints = [value.hint for value in carried]
        if not state.widen(results, hints) and not state.split(results, hints):
            shown = _converted(builder, region, results, state.types)
            region.results = (*state.sizes(results), *shown, *exit_code)
            # In the graph the index stands first, before the hidden dims.
            region.parameters = [*first, *hidden, *carried]
            return (*tests, region)
    raise RuleError("branch-mismatch", "the types of the values this loop carries do not settle")


def _traced_test(builder: Construction, test: Body, state: Carried) -> Region:
    """The region of a `while`'s test.

    Raises:
        RuleError: where it has no single truth value.
    """
    check = builder.trace_body(test, state.parameters(), len(state.dims()))
    if len(check.results) != 1:
        raise RuleError("argument-mismatch", "the test of a loop returns one value")
    _check_test(check.results[0])
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
    initial = _converted(builder, None, state.initial, state.types)
    operands = (*leading, *state.sizes(state.initial), *initial)
    types = [*state.after(), *([INT] if exits else [])]
    new = state.hidden()
    return builder.append_structured(name, operands, regions, types, place, hidden=new, exits=exits)


def _converted(
    builder: Construction,
    region: Region | None,
    operands: Sequence[Operand],
    types: Sequence[Type],
) -> tuple[Operand, ...]:
    """The operands as values of these types, at the end of a region or (None) here."""
    pairs = zip(operands, types, strict=True)
    return tuple(builder.convert(region, operand, type_) for operand, type_ in pairs)
