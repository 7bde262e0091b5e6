"""The types in a legal graph: a node's follow from its operands, a region agrees with its node."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from .comparison import Comparison
from .dims import Dim, Size, substitute
from .facts import DimMismatch, Facts, NeverHolds
from .graph import Graph, Node, Operand, Region, Value, as_size, type_of
from .indices import index_interval
from .nests.language import Array, Nest
from .nests.node import NEST
from .nests.print import print_nest
from .nests.verify import IllegalNest, verify_nest
from .op import RuleError
from .open_sizes import bind_open
from .region_facts import invariants_of, learn, trips_of
from .requires import reduced, required
from .same import plain_type
from .structure import (
    carried_operands,
    carried_parameters,
    has_exits,
    hidden_operands,
    hidden_parameters,
    hidden_region_results,
    hidden_results,
    index_parameter,
    is_loop,
    is_test,
    leading_operands,
    shown_region_results,
    shown_results,
)
from .types import INT, NumberType, TensorType, Type, UnsetType, same_bits, shape_of
from .unify import bind_call, open_results


class Illegal(Exception):
    """What is wrong with a graph."""


class Assumptions:
    """What a graph checks of sizes before it runs."""

    def __init__(self, graph: Graph) -> None:
        self._checked = dict.fromkeys(require.comparison for require in graph.requires)
        self._facts = self.added_to(Facts())

    def added_to(self, facts: Facts) -> Facts:
        """New facts: these, and what is checked at the call."""
        found = facts.copy()
        for comparison in self._checked:
            try:
                found.learn(comparison)
            except NeverHolds:
                continue  # two branches may assume what cannot both be: then every call is refused
        return found

    def check(self, facts: Facts, since: int) -> None:
        """Refuse assumptions of `facts` from number `since` on that the graph does not check."""
        for comparison in facts.assumed[since:]:
            if comparison in self._checked or self._holds(comparison):
                continue
            with self._facts.remembering(self._facts.mark()):
                if not self._holds(comparison):
                    raise Illegal(f"it assumes {comparison}, which nothing requires")

    def _holds(self, comparison: Comparison) -> bool:
        facts = self._facts
        return bool(facts.answer(comparison) or facts.answer(reduced(comparison, facts)))


def sizes_in(value: Any) -> list[Size]:
    """The sizes in an attribute."""
    if isinstance(value, tuple):
        return [size for item in value for size in sizes_in(item)]
    if isinstance(value, Nest):
        return list(value.sizes())
    return [value] if isinstance(value, Dim) else []


def agree(facts: Facts, a: Type, b: Type, dims: Mapping[str, Size] | None = None) -> bool:
    """Whether two types are the same but for `joined`, with the symbols `dims` of `a` replaced."""
    a, b = plain_type(a), plain_type(b)
    if not isinstance(a, TensorType) or not isinstance(b, TensorType):
        return a == b
    return (a.dtype, a.rank, a.device, a.layout, a.strides) == (
        b.dtype,
        b.rank,
        b.device,
        b.layout,
        b.strides,
    ) and all(
        facts.equal(substitute(m, dims or {}), n) for m, n in zip(a.shape, b.shape, strict=True)
    )


def _expect(facts: Facts, what: str, given: Type, declared: Type, dims: Mapping[str, Size]) -> None:
    if not agree(facts, declared, given, dims):
        raise Illegal(f"{what} is {given}, not {declared}")


def _count(what: str, given: Sequence[Any], expected: int) -> None:
    if len(given) != expected:
        raise Illegal(f"it has {len(given)} {what}, not {expected}")


# --- plain nodes ------------------------------------------------------------------------------


def check_plain(
    node: Node, facts: Facts, assumptions: Assumptions, keys: Sequence[Hashable] = ()
) -> None:
    """Derive the attributes and types of a node without regions again.

    `keys` are what stands for its operands, by default they themselves.
    """
    if node not in facts.legal or facts.are_ruled_out:
        _derive(node, facts, assumptions, keys or node.operands)


def _derive(node: Node, facts: Facts, assumptions: Assumptions, keys: Sequence[Hashable]) -> None:
    since = len(facts.assumed)
    types = tuple(map(type_of, node.operands))
    results = tuple(result.type for result in node.results)
    key = None if node.hidden or facts.are_ruled_out else _derived_from(node, types)
    if key is not None and facts.legal.get(key) == results:
        facts.legal[node] = results
        return
    if not node.op.takes(node.attributes):
        names = (", ".join(attributes) for attributes in (node.attributes, node.op.attributes))
        raise Illegal("it has the attributes {}, not {}".format(*names))
    try:
        attributes, derived = node.op.infer(facts, types, node.attributes)
    except RuleError as refused:
        raise Illegal(f"its type rule refuses it: {refused.message}") from None
    except DimMismatch as mismatch:
        raise Illegal(f"its type rule refuses it: {mismatch}") from None
    assumptions.check(facts, since)
    for name, value in attributes.items():
        if not _same_attribute(facts, value, node.attributes[name]):
            raise Illegal(f"its attribute {name} is {node.attributes[name]}, not {value}")
    _check_derived(node, facts, derived, keys)
    if node.op is NEST:
        _check_nest(node, facts)
    if node.op.name == "as_dim":
        _learn_size(node, facts)
    elif key is not None and derived == results:
        facts.legal[key] = facts.legal[node] = results


def _derived_from(node: Node, types: tuple[Type, ...]) -> Hashable:
    """What the types of the results are derived from; None where that is not remembered."""
    if node.op is NEST or node.op.name == "as_dim":
        return None
    attributes = tuple((name, type(value), value) for name, value in node.attributes.items())
    # Types of numbers compare without these.
    numbers = tuple((repr(t.constant), t.dim) for t in types if isinstance(t, NumberType))
    key = node.op.name, types, numbers, attributes
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _check_nest(node: Node, facts: Facts) -> None:
    nest: Nest = node.attributes["nest"]
    declared = [
        TensorType(each.dtype, each.shape) if isinstance(each, Array) else each.type
        for each in nest.operands
    ]
    _count("operands", node.operands, len(declared))
    for operand, type_ in zip(node.operands, declared, strict=True):
        _expect(facts, "an operand of the nest", type_of(operand), type_, {})
    try:
        verify_nest(nest, facts)
    except IllegalNest as problem:
        raise Illegal(f"{problem}, in\n{print_nest(nest)}") from None


def _learn_size(node: Node, facts: Facts) -> None:
    """What an `as_dim` makes a dim of may be a size already."""
    (result,) = node.results
    size = as_size(node.operands[0])
    if size is not None and result.dim is not None:
        facts.learn(Comparison("==", result.dim, size))


def _same_attribute(facts: Facts, a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(
            _same_attribute(facts, m, n) for m, n in zip(a, b, strict=True)
        )
    if isinstance(a, Dim) or isinstance(b, Dim):
        return isinstance(a, Dim | int) and isinstance(b, Dim | int) and facts.equal(a, b) is True
    if isinstance(a, float | complex) and isinstance(b, float | complex):
        return same_bits(a, b)
    return type(a) is type(b) and bool(a == b)


def check_require(node: Node, facts: Facts) -> None:
    """Take what a `require` relies on as true from here on; where it never is, nothing runs."""
    _count("operands", node.operands, 2)
    learn(facts, [required(node)])


# --- calls ------------------------------------------------------------------------------------


def check_call(node: Node, facts: Facts, assumptions: Assumptions) -> None:
    """Bind the callee's dims again and derive the results."""
    callee: Graph = node.attributes["callee"]
    since = len(facts.assumed)
    try:
        bound = bind_call(facts, callee, node.operands)
        for require in callee.requires:
            facts.assume(require.comparison.substituted(bound))
    except (RuleError, NeverHolds) as refused:
        raise Illegal(f"`{callee.name}` refuses it: {refused}") from None
    assumptions.check(facts, since)
    types = open_results(facts, callee, bound)
    for name, size in bound.items():
        if not _same_attribute(facts, size, node.attributes["dims"].get(name)):
            raise Illegal(f"its attribute dims is {node.attributes['dims']}: {name} is {size}")
    _check_derived(node, facts, types, node.operands)


def _check_derived(
    node: Node, facts: Facts, types: Sequence[Type], keys: Sequence[Hashable]
) -> None:
    """The results of a node are of these types, its hidden ones the dims of their open sizes."""
    _count("results", shown_results(node), len(types))
    own = dims_of(hidden_results(node)).values()

    def choose(number: int, axis: int, known: Size | None) -> Size:
        given = shown_results(node)[number].shape
        if axis < len(given) and given[axis] in own:
            return given[axis]
        if known is None and facts.are_ruled_out:
            return given[axis]  # never run, so every size is as good
        if known is None:
            raise Illegal("a size of its results is open, and no hidden result binds it")
        return known

    dims, types = bind_open(facts, keys, types, choose)
    dims = tuple(dim for dim in dims if dim in own or not facts.are_ruled_out)
    known = [dim for dim in own if dim not in dims and _learn_known(node, facts, types, dim)]
    _count("hidden results", hidden_results(node), len(dims) + len(known))
    for result, type_ in zip(shown_results(node), types, strict=True):
        _expect(facts, "its result", result.type, type_, {})


def _learn_known(node: Node, facts: Facts, types: Sequence[Type], dim: Dim) -> bool:
    """Learn what a hidden dim is where the size is known: passes and versions tell more of sizes.

    Returns:
        Whether it is the size of an axis of a result.
    """
    for result, type_ in zip(shown_results(node), types, strict=True):
        for given, derived in zip(shape_of(result.type), shape_of(type_), strict=False):
            if given is dim:
                try:
                    facts.learn(Comparison("==", dim, derived))
                except NeverHolds:
                    raise Illegal(f"its result is {result.type}, not {type_}") from None
                return True
    return False


# --- regions ----------------------------------------------------------------------------------


def check_owner(node: Node, facts: Facts) -> None:
    """A node with regions: how many they are, its test or range, its hidden values."""
    _count("regions", node.regions, 1 if node.op.name == "for" else 2)
    if node.op.name == "if":
        check_truth(node.operands[0])
    elif node.op.name == "for":
        for bound in leading_operands(node):
            _expect(facts, "a bound of its range", type_of(bound), INT, {})
    for value in hidden_results(node):
        if value.dim is None:
            raise Illegal("a hidden result binds no dim")


def check_truth(test: Operand) -> None:
    """Refuse a test that has no single truth value."""
    if shape_of(type_of(test)) or isinstance(type_of(test), UnsetType):
        raise Illegal(f"its test is {type_of(test)}")


def check_parameters(node: Node, region: Region, facts: Facts) -> None:
    """The parameters of a region take what the node carries."""
    carried = carried_operands(node)
    indices, hidden = index_parameter(node, region), hidden_parameters(node, region)
    shown = carried_parameters(node, region)
    expected = len(indices) + len(hidden_operands(node)) + len(carried)
    _count(f"parameters in `{region.name}`", region.parameters, expected)
    for index in indices:
        _check_index(node, index)
    dims = _sizes_of(hidden, hidden_operands(node))
    trips = trips_of(node)
    dims.update({} if trips is None else trips.at_first())
    for parameter, operand in zip(shown, carried, strict=True):
        if not isinstance(type_of(operand), UnsetType):
            _expect(facts, "a value it carries", type_of(operand), parameter.type, dims)
    _check_invariants(node, facts, dims, "before the first trip")


def _check_index(node: Node, index: Value) -> None:
    """The index of a `for` binds a dim that may be any number of the range."""
    if index.dim is None:
        raise Illegal("its index binds no dim")
    (least, greatest), (low, high) = index_interval(leading_operands(node)), index.dim.bounds
    if least < low or high < greatest:
        raise Illegal(f"its index {index.dim} is {low} to {high}, not {least} to {greatest}")


def check_results(node: Node, region: Region, facts: Facts) -> None:
    """The results of a region are what the node gives: of an `if`, or from trip to trip."""
    shown = list(shown_region_results(node, region))
    if is_test(node, region):
        _count(f"results in `{region.name}`", shown, 1)
        check_truth(shown[0])
        return
    binders: Sequence[Value] = shown_results(node)
    hidden: Sequence[Value] = hidden_results(node)
    if is_loop(node):
        binders, hidden = carried_parameters(node, region), hidden_parameters(node, region)
    expected = [binder.type for binder in binders] + [INT] * has_exits(node)
    _count(f"results in `{region.name}`", region.results, len(hidden) + len(expected))
    dims = _sizes_of(hidden, hidden_region_results(node, region))
    trips = trips_of(node)
    dims.update({} if trips is None else trips.at_next())
    for result, type_ in zip(shown, expected, strict=True):
        if not isinstance(type_of(result), UnsetType):
            _expect(facts, f"a result of `{region.name}`", type_of(result), type_, dims)
    _check_invariants(node, facts, dims, "after a trip")


def _check_invariants(node: Node, facts: Facts, dims: Mapping[str, Size], when: str) -> None:
    """Refuse what is said to hold in every trip, and is not known to."""
    for invariant in invariants_of(node):
        if not facts.answer(invariant.substituted(dims)):
            raise Illegal(f"nothing shows that {invariant} holds {when}")


def check_loop_results(node: Node, facts: Facts) -> None:
    """The results of a loop are what its regions carry, with dims of their own."""
    shown = shown_results(node)
    for region in node.regions:
        carried = carried_parameters(node, region)
        _count("results", shown, len(carried) + has_exits(node))
        after = dims_of(hidden_results(node)).values()
        names = dims_of(hidden_parameters(node, region))
        dims: dict[str, Size] = dict(zip(names, after, strict=True))
        trips = trips_of(node)
        dims.update({} if trips is None or has_exits(node) else trips.at_end())
        for result, parameter in zip(shown, carried, strict=False):
            _expect(facts, "its result", result.type, parameter.type, dims)
    if has_exits(node):
        _expect(facts, "its exit code", shown[-1].type, INT, {})


def dims_of(values: Sequence[Value]) -> dict[str, Dim]:
    """The symbols that values bind, by name."""
    return {str(value.dim): value.dim for value in values if value.dim is not None}


def _sizes_of(binders: Sequence[Value], sizes: Sequence[Operand]) -> dict[str, Size]:
    """What the symbols that `binders` bind are, given the values of their sizes."""
    _count("hidden values", sizes, len(binders))
    return {name: given_size(size) for name, size in zip(dims_of(binders), sizes, strict=True)}


def given_size(operand: Operand) -> Size:
    """The size that an operand is."""
    size = as_size(operand)
    if size is None:
        raise Illegal(f"{operand} is no size")
    return size
