"""Building `if`: tracing its branches, and finding the types of what they give.

A value that comes by two ways has the join of their types. Where the sizes of an axis differ, and
no size is known to be that of both, the axis gets a new symbol, bound by a hidden integer beside
the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from .carried import extent
from .construction import Construction
from .diagnostics import DslError
from .dims import Dim, Size, dim_max, dim_min
from .facts import Facts
from .graph import Operand, Region, Value, operand_of, type_of
from .nesting import Body, differ
from .op import RuleError
from .ops.rules import check_truth
from .place import Place, listing
from .region_facts import joined_facts, learn
from .types import CannotJoin, TensorType, Type, UnsetType, join


def check_test(test: Operand) -> None:
    """Refuse a test that has no single truth value.

    Raises:
        RuleError: `truth-of-array` for an array with axes, `unbound-name` for unset.
    """
    if isinstance(type_of(test), UnsetType):
        raise RuleError("unbound-name", "this value is not bound on every path")
    check_truth(type_of(test))


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
    check_test(test)
    then, otherwise = _branches(builder, test, bodies, carried)
    if len(then.results) != len(otherwise.results):
        raise RuleError("branch-mismatch", "the branches return different numbers of values")
    if differ(bodies[0].returned, bodies[1].returned):
        message = "the branches return lists of other lengths, or dicts with other keys"
        help_ = "give them the same items in the same order on every path"
        raise RuleError("branch-mismatch", message, help=help_)
    sizes = _BranchSizes(builder, builder.facts_at_end[then], builder.facts_at_end[otherwise])
    targets = listing(place.emitted).names.get(place.line, ())
    pairs = zip_longest(then.results, otherwise.results, bodies[0].result_names(targets))
    types = [_join_branches(one, other, sizes, name or "") for one, other, name in pairs]
    for side, region in enumerate((then, otherwise)):
        hidden = (operand_of(pair[side]) for pair in sizes.dims)
        region.results = (*hidden, *converted(builder, region, region.results, types))
    new = list(sizes.dims.values())
    shown = builder.append_structured(
        "if", (test, *carried), (then, otherwise), types, place, hidden=new
    )
    for pair, dim in sizes.dims.items():
        learn(
            builder.facts, joined_facts(dim, pair, (sizes.then, sizes.otherwise), builder.in_scope)
        )
    return shown


def _branches(
    builder: Construction, test: Operand, bodies: tuple[Body, Body], carried: tuple[Operand, ...]
) -> tuple[Region, Region]:
    """Both branches.

    In a loop whose types may not stand yet, one that is refused gives what the other one gives:
    with the sizes of all trips it may be right.
    """
    found: list[Region | None] = []
    for body, told in zip(bodies, builder.told(test), strict=True):
        parameters = [Value(type_of(operand)) for operand in carried]
        try:
            found.append(builder.trace_body(body, parameters, known=told))
        except DslError as reason:
            if builder.refused is None:
                raise
            builder.refused.append(reason)
            found.append(None)
    then, otherwise = found
    if then is not None and otherwise is not None:
        return then, otherwise
    if then is not None:
        bodies[1].returned = bodies[0].returned
        return then, _like(builder, then)
    if otherwise is not None:
        bodies[0].returned = bodies[1].returned
        return _like(builder, otherwise), otherwise
    assert builder.refused
    raise builder.refused[-1]


def _like(builder: Construction, branch: Region) -> Region:
    """A region that gives what a branch gives."""
    made = Region([], [], tuple(Value(type_of(each)) for each in branch.results))
    builder.facts_at_end[made] = builder.facts_at_end[branch]
    return made


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


def converted(
    builder: Construction,
    region: Region | None,
    operands: Sequence[Operand],
    types: Sequence[Type],
) -> tuple[Operand, ...]:
    """The operands as values of these types, at the end of a region or (None) here."""
    pairs = zip(operands, types, strict=True)
    return tuple(builder.convert(region, operand, type_) for operand, type_ in pairs)
