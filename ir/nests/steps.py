"""Loops over whole arrays, each element of which goes its own way, as steps of one element.

Every trip computes each element from that element alone, and from numbers that all of them share.
So the loop over elements may be outside, and what one of them goes through stays in registers.
Where a loop ends once no element of a mask is true, an element is done when its own is false, if
what it carries stays as it is from then on (`settling.py`).
After Allen and Kennedy, 2001, "Optimizing compilers for modern architectures", section 5.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL
from dslc.ir.graph import Literal, Node, Operand, Region, Value, as_size, type_of
from dslc.ir.op import Effects
from dslc.ir.position_rules import ELEMENTWISE
from dslc.ir.region_facts import trips_of
from dslc.ir.structure import carried_operands, carried_parameters, index_parameter
from dslc.ir.types import NumberType, ScalarType, TensorType, UnsetType, shape_of
from dslc.ir.value_names import keep_names

from .lower import is_lowered
from .stepping import ENDLESS
from .whole_writes import is_stretched, whole_write_of


@dataclass(frozen=True, slots=True)
class Steps:
    """A loop of the graph whose trips are elementwise.

    Attributes:
        node: the loop.
        trips: how many it makes at most; `ENDLESS` where nothing says so.
        nodes: what a trip computes, in order.
        ends: what each carried value is after a trip.
        read: the results that anything reads.
        mask: an element goes on while its own is true; None where all make every trip.
        tests: truths that must hold for any element to go on.
        same: values that are other names of what stands beside them, and are not carried.
        counts: integers to which each trip adds the same: the first one, and what is added.
        behind: what makes numbers of its results that are read behind it.
    """

    node: Node
    trips: Size
    nodes: tuple[Node, ...]
    ends: tuple[Operand, ...]
    read: frozenset[Value]
    mask: Value | None = None
    tests: tuple[Value, ...] = ()
    same: Mapping[Value, Operand] = field(default_factory=dict)
    counts: Mapping[Value, tuple[int, int]] = field(default_factory=dict)
    behind: tuple[Node, ...] = ()

    @property
    def parameters(self) -> tuple[Value, ...]:
        """What a trip has of what is carried."""
        return carried_parameters(self.node, self.node.regions[-1])

    def named(self, operand: Operand) -> Operand:
        """What an operand is another name of."""
        while isinstance(operand, Value) and operand in self.same:
            operand = self.same[operand]
        return operand

    def carried(self) -> Iterator[tuple[Value, Operand, Operand]]:
        """What a trip has of each value, what the first one has, and what a trip ends with."""
        starts, ends = carried_operands(self.node), map(self.named, self.ends)
        for each in zip(self.parameters, starts, ends, strict=False):
            if each[0] not in self.same:
                yield each

    def makers(self) -> dict[Value, Node]:
        """What makes each value of a trip."""
        return {value: node for node in self.nodes for value in node.results}


def steps_of(node: Node, is_read: Callable[[Value], bool]) -> Steps | None:
    """The trips of a loop, with nothing said of how it ends; None where they are no steps.

    Args:
        node: of a graph of primitive ops.
        is_read: whether anything reads a value.
    """
    if node.op.name not in ("for", "while") or node.hidden or not carried_operands(node):
        return None
    trips: Size = ENDLESS
    if node.op.name == "for":
        found = trips_of(node)
        if found is None or found.start != 0 or found.step != 1 or found.stop is None:
            return None
        trips = found.stop
    body = node.regions[-1]
    read = frozenset(filter(is_read, node.results))
    return Steps(node, trips, tuple(body.nodes), body.results, read)


def count_trips(steps: Steps) -> Steps:
    """The same with what is known of the integers that each trip adds a number to."""
    makers = steps.makers()
    counts: dict[Value, tuple[int, int]] = {}
    gone: list[Node] = []
    for parameter, start, end in steps.carried():
        made = makers.get(end) if isinstance(end, Value) else None
        if made is None or not isinstance(start, Literal) or not _is_count(parameter):
            continue
        first, step = as_size(start), _added(steps, made, parameter)
        if isinstance(first, int) and abs(first) < _MOST and step is not None:
            counts |= {parameter: (first, step), made.results[0]: (first + step, step)}
            gone.append(made)
    if not counts:
        return steps
    steps = replace(steps, counts=counts, nodes=tuple(n for n in steps.nodes if n not in gone))
    for test in steps.tests:
        trips = _trips_while(steps, makers[test]) if test in makers else None
        if trips is not None and steps.trips == ENDLESS:
            tests = tuple(each for each in steps.tests if each is not test)
            nodes = tuple(each for each in steps.nodes if each is not makers[test])
            steps = replace(steps, trips=trips, tests=tests, nodes=nodes)
    return steps


_MOST = 1 << 40
"""Integers below this, to which a trip adds few, stay in 64 bits for longer than anybody waits."""


def _is_count(value: Value) -> bool:
    return isinstance(value.type, NumberType) and value.type.kind == "int" and value.dim is None


def _added(steps: Steps, node: Node, parameter: Value) -> int | None:
    """What a node adds to an integer; None where it does something else."""
    if node.op.name not in ("add", "subtract"):
        return None
    one, other = map(steps.named, node.operands)
    if node.op.name == "add" and other is parameter:
        one, other = other, one
    step = as_size(other) if isinstance(other, Literal) else None
    if one is not parameter or not isinstance(step, int) or abs(step) > 1 << 10:
        return None
    return step if node.op.name == "add" else -step


def _trips_while(steps: Steps, test: Node) -> Size | None:
    """How many trips begin with a count below a size."""
    if test.op.name not in ("less", "greater"):
        return None
    below, limit = map(steps.named, test.operands)
    if test.op.name == "greater":
        below, limit = limit, below
    counted = isinstance(below, Value) and steps.counts.get(below) == (0, 1)
    return as_size(limit) if counted and below in steps.parameters else None


# --- what trips may do ----------------------------------------------------------------------------


def are_elementwise(steps: Steps) -> bool:
    """Whether every trip computes each element of what is carried from that element alone."""
    carried = [each for each, *_ in steps.carried() if each not in steps.counts]
    arrays = [value for value in carried if isinstance(value.type, TensorType)]
    if not arrays or any(getattr(value.type, "joined", False) for value in carried):
        return False
    shape = arrays[0].shape
    if any(value.shape != shape for value in arrays) or not shape:
        return False
    if not all(_is_number(value) for value in carried if value not in arrays):
        return False
    if not _are_made_in_order(steps, shape):
        return False
    if steps.mask is not None and steps.mask.type != TensorType(BOOL, shape):
        return False
    return all(map(_is_truth, steps.tests)) and all(
        type_of(end) == value.type and not isinstance(type_of(start), UnsetType)
        for value, start, end in steps.carried()
        if value in carried
    )


def _are_made_in_order(steps: Steps, shape: tuple[Size, ...]) -> bool:
    """Whether all that is read is there, and all nodes compute one element or number."""
    known: set[Operand] = {*_all_parameters(steps), *steps.counts}
    inside = {*known, *(value for region in steps.node.regions for value in _made_in(region))}
    inside |= steps.same.keys()

    def is_known(operand: Operand) -> bool:
        operand = steps.named(operand)
        if not isinstance(operand, Value):
            return True
        own = shape_of(type_of(operand))
        if operand in inside:
            return operand in known and own in (shape, ())
        return is_stretched(own, shape)

    for node in steps.nodes:
        if not all(map(is_known, node.operands)) or not _is_step(node, shape):
            return False
        known.update(node.results)
    told = (*steps.tests, *(() if steps.mask is None else (steps.mask,)))
    return all(map(is_known, (*told, *(end for *_, end in steps.carried()))))


def _all_parameters(steps: Steps) -> Iterator[Value]:
    return (value for region in steps.node.regions for value in region.parameters)


def _made_in(region: Region) -> Iterator[Value]:
    return (value for node in region.walk() for value in node.results)


def _is_number(value: Value) -> bool:
    """Whether a value is a number that needs no array."""
    if isinstance(value.type, NumberType):
        return value.dim is None and value.type.kind in ("int", "float", "bool")
    return isinstance(value.type, ScalarType)


def _is_truth(value: Value) -> bool:
    type_ = value.type
    if isinstance(type_, ScalarType):
        return type_.dtype == BOOL and not type_.joined
    return isinstance(type_, NumberType) and type_.kind == "bool"


def _is_step(node: Node, shape: tuple[Size, ...]) -> bool:
    """Whether a node computes one element from one element of each operand, and cannot fail."""
    if node.hidden or len(node.results) != 1:
        return False
    (result,) = node.results
    if node.op.write is not None:
        return result.shape == shape and whole_write_of(node) is not None
    if node.op.name not in ELEMENTWISE.split() or node.effects is not Effects.NONE:
        return False
    if isinstance(result.type, TensorType):
        return result.shape == shape and is_lowered(node)
    types = [type_of(each) for each in (*node.operands, result)]
    return all(
        isinstance(type_, ScalarType)
        or (isinstance(type_, NumberType) and type_.kind in ("int", "float", "bool"))
        for type_ in types
    )


# --- numbers alone --------------------------------------------------------------------------------


def numbers_alone(steps: Steps) -> Node | None:
    """A loop that makes the numbers that are read behind one without a mask; None for none.

    No array tells what they are.
    """
    if steps.mask is not None:
        return None
    kept = [not isinstance(value.type, TensorType) for value in steps.parameters]
    results = _chosen(steps.node.results, kept)
    if steps.read.isdisjoint(results):
        return None
    keep_names(steps.node)
    node, start = steps.node, len(steps.node.operands) - len(kept)
    regions: list[Region] = []
    for region in node.regions:
        parameters = _chosen(carried_parameters(node, region), kept)
        nodes = [
            each
            for each in region.nodes
            if not any(isinstance(value.type, TensorType) for value in each.results)
        ]
        ends = _chosen(region.results, kept) if region is node.regions[-1] else region.results
        own = [*index_parameter(node, region), *parameters]
        regions.append(replace(region, parameters=own, nodes=nodes, results=ends))
    operands = (*node.operands[:start], *_chosen(node.operands[start:], kept))
    return replace(node, operands=operands, regions=tuple(regions), results=results)


_Each = TypeVar("_Each", Value, Operand)


def _chosen(values: Sequence[_Each], kept: list[bool]) -> tuple[_Each, ...]:
    return tuple(value for value, keeps in zip(values, kept, strict=True) if keeps)
