"""Building `if`, `while` and `for`: tracing their bodies, and finding the types of what they carry.

A value that comes by two ways (two branches; before a loop and after a trip) has the join of their
types. Where the sizes of an axis differ, the axis gets a new symbol, bound by a hidden integer that
is carried beside the value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .diagnostics import DslError
from .dims import Dim, Size
from .graph import Literal, Operand, Region, Value, type_of
from .nesting import Body
from .op import RuleError
from .place import Place
from .types import INT, CannotJoin, NumberType, TensorType, Type, UnsetType, join

if TYPE_CHECKING:
    from .builder import Builder

MOST_ROUNDS = 8
"""Tracings of a loop's body after which its types must have settled;

every round only widens them.
"""


def check_truth(test: Operand) -> None:
    """Refuse a test that has no single truth value.

    Raises:
        RuleError: `truth-of-array` for an array with axes, `unbound-name` for unset.
    """
    type_ = type_of(test)
    if isinstance(type_, TensorType) and type_.shape:
        raise RuleError(
            "truth-of-array",
            "an array with axes has no single truth value",
            {0: f"this is {type_}"},
            help="reduce it with `np.any(...)` or `np.all(...)`",
        )
    if isinstance(type_, UnsetType):
        raise RuleError("unbound-name", "this value is not bound on every path")


# --- if ---------------------------------------------------------------------------------------


def build_if(
    builder: Builder,
    place: Place,
    test: Operand,
    bodies: tuple[Body, Body],
    carried: tuple[Operand, ...],
) -> tuple[Value, ...]:
    """Trace both branches and append the `if` node."""
    check_truth(test)
    regions = [builder.trace(body, [Value(type_of(o)) for o in carried]) for body in bodies]
    then, otherwise = regions
    if len(then.results) != len(otherwise.results):
        raise RuleError("branch-mismatch", "the branches return different numbers of values")
    sizes = _BranchSizes(builder)
    types = []
    for a, b in zip(then.results, otherwise.results, strict=True):
        types.append(_join(type_of(a), type_of(b), sizes, a, b))
    for region in regions:
        side = 0 if region is then else 1
        shown = tuple(
            builder.convert(region, r, t) for r, t in zip(region.results, types, strict=True)
        )
        region.results = (*(_literal(pair[side]) for pair in sizes.pairs), *shown)
    return builder.append_structured(
        "if", (test, *carried), (then, otherwise), types, place, dims=sizes.dims
    )


@dataclass(slots=True)
class _BranchSizes:
    """The symbols for sizes that differ between branches, each with its size in either one."""

    builder: Builder
    pairs: list[tuple[Size, Size]] = field(default_factory=list)
    dims: list[Dim] = field(default_factory=list)

    def join(self, a: Size | None, b: Size | None, hint: str) -> Size:
        """One size for two; None stands for a branch that leaves the value unset."""
        known = b if a is None else a
        assert known is not None
        if self.builder.in_scope(known) and (
            a is None or b is None or self.builder.facts.equal(a, b)
        ):
            return known
        pair = (0 if a is None else a, 0 if b is None else b)
        if pair not in self.pairs:
            self.pairs.append(pair)
            self.dims.append(self.builder.fresh_dim(hint))
        return self.dims[self.pairs.index(pair)]


def _join(a: Type, b: Type, sizes: _BranchSizes, *operands: Operand) -> Type:
    hint = next((o.hint for o in operands if isinstance(o, Value) and o.hint), "size")
    try:
        joined = join(a, b, lambda m, n: 0)
    except CannotJoin as reason:
        raise RuleError(
            "branch-mismatch", f"the branches give `{hint}` different types: {reason}"
        ) from None
    if not isinstance(joined, TensorType):
        return joined
    sides = [t.shape if isinstance(t, TensorType) else (None,) * joined.rank for t in (a, b)]
    return replace(joined, shape=tuple(sizes.join(m, n, hint) for m, n in zip(*sides, strict=True)))


# --- loops ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Carried:
    """The types of a loop's carried values while they settle.

    A number starts as the constant (or size) that it is before the loop, so that it can still take
    the type of what a trip makes of it; it becomes any number of its kind as soon as a trip leaves
    another one.

    `slots` maps (carried number, axis) to the symbol of a size that changes from trip to trip.
    """

    builder: Builder
    initial: tuple[Operand, ...]
    types: list[Type]
    slots: dict[tuple[int, int], Dim] = field(default_factory=dict)
    names: dict[tuple[Size, Size], Dim] = field(default_factory=dict)
    opened: bool = False

    def dims(self) -> list[Dim]:
        return list(dict.fromkeys(self.slots.values()))

    def parameters(self) -> list[Value]:
        return [*(Value(INT, str(d), d) for d in self.dims()), *(Value(t) for t in self.types)]

    def widen(self, results: Sequence[Operand], hints: Sequence[str]) -> bool:
        """Join what a trip returned into the types; True when something changed."""
        before = [*map(_fixed, self.types)], dict(self.slots)
        for number, (start, result) in enumerate(zip(self.initial, results, strict=True)):
            hint = hints[number] or "size"
            try:
                joined = join(type_of(start), type_of(result), lambda m, n: 0)
            except CannotJoin as reason:
                raise RuleError(
                    "branch-mismatch",
                    f"`{hint}` changes its type in the loop: {reason}",
                    help="give it its final type before the loop",
                ) from None
            if isinstance(joined, TensorType):
                shape = tuple(
                    self._size(number, axis, start, result, hint) for axis in range(joined.rank)
                )
                joined = replace(joined, shape=shape)
            self.types[number] = _open(joined) if self.opened else joined
        return before != ([*map(_fixed, self.types)], self.slots)

    def open(self) -> bool:
        """Let every number vary from now on; True when one did not."""
        before = [*map(_fixed, self.types)]
        self.opened = True
        self.types = [_open(t) for t in self.types]
        return before != [*map(_fixed, self.types)]

    def _size(self, number: int, axis: int, start: Operand, result: Operand, hint: str) -> Size:
        slot = (number, axis)
        if slot in self.slots:
            return self.slots[slot]
        first, last = _extent(start, axis), _extent(result, axis)
        known = last if first is None else first
        assert known is not None
        inside = self.builder.in_scope(known)
        if inside and (first is None or last is None or self.builder.facts.equal(first, last)):
            return known
        pair = (0 if first is None else first, known if last is None else last)
        if pair not in self.names:
            self.names[pair] = self.builder.fresh_dim(hint)
        self.slots[slot] = self.names[pair]
        return self.slots[slot]

    def split(self, results: Sequence[Operand]) -> bool:
        """Give slots that share a symbol but not the size a trip leaves symbols of their own;

        True when it did.
        """
        first: dict[Dim, Size] = {}
        changed = False
        for (number, axis), dim in list(self.slots.items()):
            size = _extent(results[number], axis)
            leader = first.setdefault(dim, 0 if size is None else size)
            if size is not None and not self.builder.facts.equal(leader, size):
                self.slots[number, axis] = self.builder.fresh_dim(str(dim))
                shape = list(self.types[number].shape)  # type: ignore[union-attr]
                shape[axis] = self.slots[number, axis]
                self.types[number] = replace(self.types[number], shape=tuple(shape))  # type: ignore[type-var]
                changed = True
        return changed

    def sizes(self, operands: Sequence[Operand]) -> tuple[Operand, ...]:
        """What the hidden values are, given the carried ones."""
        found: dict[Dim, Operand] = {}
        for (number, axis), dim in self.slots.items():
            size = _extent(operands[number], axis)
            if dim not in found or size is not None:
                found.setdefault(dim, _literal(0 if size is None else size))
        return tuple(found[dim] for dim in self.dims())


def build_while(
    builder: Builder,
    place: Place,
    test: Body,
    body: Body,
    carried: tuple[Operand, ...],
    exits: bool,
) -> tuple[Value, ...]:
    """Trace a `while` loop until the types of its carried values settle, and append it."""
    state = _Carried(builder, carried, [type_of(o) for o in carried])
    region = _settle(builder, state, body, exits, leading=[])
    parameters = state.parameters()
    hidden = len(state.dims())
    check = builder.trace(test, parameters, hidden)
    if len(check.results) != 1:
        raise RuleError("argument-mismatch", "the test of a loop returns one value")
    check_truth(check.results[0])
    return _append_loop(builder, "while", (), (check, region), state, exits, place)


def build_for(
    builder: Builder,
    place: Place,
    trips: tuple[Operand, ...],
    body: Body,
    carried: tuple[Operand, ...],
    exits: bool,
) -> tuple[Value, ...]:
    """Trace a `for` loop over a range until the types of its carried values settle, and append it."""
    for bound in trips:
        if type_of(bound) != INT:
            raise RuleError(
                "argument-mismatch", f"the bounds of a range are ints, not {type_of(bound)}"
            )
    state = _Carried(builder, carried, [type_of(o) for o in carried])
    region = _settle(builder, state, body, exits, leading=[INT])
    return _append_loop(builder, "for", trips, (region,), state, exits, place)


def _settle(
    builder: Builder, state: _Carried, body: Body, exits: bool, leading: list[Type]
) -> Region:
    requires, facts = len(builder.graph.requires), builder.facts
    for _ in range(MOST_ROUNDS):
        # What a round before relied on, with types that did not hold, is void.
        del builder.graph.requires[requires:]
        builder.facts = facts.copy()
        hidden = len(state.dims())
        inner = state.parameters()
        parameters = [*inner[:hidden], *(Value(t) for t in leading), *inner[hidden:]]
        try:
            region = builder.trace(body, parameters, hidden)
        except DslError:
            # What is refused of a constant may stand behind a test that it fails.
            if state.open():
                continue
            raise
        expected = len(state.types) + exits
        if len(region.results) != expected:
            raise RuleError(
                "argument-mismatch",
                f"the loop's body returns {len(region.results)} values, not {expected}",
            )
        results = region.results[: len(state.types)]
        hints = [value.hint for value in parameters[hidden + len(leading) :]]
        if not state.widen(results, hints) and not state.split(results):
            shown = tuple(
                builder.convert(region, r, t) for r, t in zip(results, state.types, strict=True)
            )
            region.results = (*state.sizes(results), *shown, *region.results[len(results) :])
            # In the graph the index stands first, before the hidden dims.
            region.parameters = [*parameters[hidden : hidden + len(leading)], *inner]
            return region
    raise RuleError("branch-mismatch", "the types of the values this loop carries do not settle")


def _append_loop(
    builder: Builder,
    name: str,
    leading: tuple[Operand, ...],
    regions: tuple[Region, ...],
    state: _Carried,
    exits: bool,
    place: Place,
) -> tuple[Value, ...]:
    initial = tuple(
        builder.convert(None, o, t) for o, t in zip(state.initial, state.types, strict=True)
    )
    after = {dim: builder.fresh_dim(_stem(dim)) for dim in state.dims()}
    types = [_open(_renamed(t, after)) for t in state.types]
    if exits:
        types.append(INT)
    operands = (*leading, *state.sizes(state.initial), *initial)
    return builder.append_structured(
        name, operands, regions, types, place, dims=list(after.values()), exits=exits
    )


def _stem(dim: Dim) -> str:
    return re.sub(r"_n(_\d+)?$", "", str(dim))


def _renamed(type_: Type, after: dict[Dim, Dim]) -> Type:
    if not isinstance(type_, TensorType):
        return type_
    return replace(
        type_, shape=tuple(after.get(s, s) if isinstance(s, Dim) else s for s in type_.shape)
    )


def _extent(operand: Operand, axis: int) -> Size | None:
    type_ = type_of(operand)
    return type_.shape[axis] if isinstance(type_, TensorType) else None


def _open(type_: Type) -> Type:
    """A type without the constant: the value varies."""
    return NumberType(type_.kind) if isinstance(type_, NumberType) else type_


def _fixed(type_: Type) -> tuple[Type, str]:
    """A type with the constant and the size of a number, which equality of types leaves out."""
    known = (type_.constant, type_.dim) if isinstance(type_, NumberType) else ()
    return type_, repr(known)


def _literal(size: Size) -> Operand:
    return size if isinstance(size, Dim) else Literal(size)
