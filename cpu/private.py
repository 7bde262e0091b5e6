"""Arrays that a loop stores into and nothing else holds: made its own once, before the loop."""

from __future__ import annotations

from collections.abc import Sequence

from dslc.ir.graph import Node, Region, Value, values_in
from dslc.ir.liveness import Schedules, Step
from dslc.ir.structure import carried_operands, carried_parameters, hidden_parameters, is_test
from dslc.ir.types import TensorType

COPIES = frozenset(("nest", "index", "matmul"))
"""Ops whose results never share elements with an operand."""


def private_stores(
    schedules: Schedules, node: Node, body: Region, parameter: Value
) -> list[Value] | None:
    """What stores make of a carried array from trip to trip, if nothing shares its elements.

    None where something may: then each store must look by itself.
    """
    stores: list[Value] = []
    end = _followed(schedules, body, parameter, stores)
    number = len(hidden_parameters(node, body)) + carried_parameters(node, body).index(parameter)
    return stores if end is not None and body.results[number] is end else None


def _followed(
    schedules: Schedules, region: Region, value: Value, stores: list[Value]
) -> Value | None:
    """The result of a region that an array goes on as; None where it may be shared."""
    for step in schedules[region].steps:
        inside = [inner for inner in step.node.regions if _is_read(inner, value)]
        if any(not _only_reads(inner, value) for inner in inside):
            return None
        if value in values_in(step.node.operands) and not _copies(step.node, value):
            after = _after(schedules, step, value, stores)
            if after is None:
                return None
            value = after
    once = sum(result is value for result in values_in(region.results)) == 1
    return value if once else None


def _after(schedules: Schedules, step: Step, value: Value, stores: list[Value]) -> Value | None:
    """What an array is after a node that takes it over."""
    node = step.node
    once = sum(operand is value for operand in node.operands) == 1
    if not once or value not in step.moved:
        return None
    if node.op.write and node.operands[0] is value:
        stores.append(node.results[0])
        return node.results[0]
    carried = carried_operands(node) if node.op.name in ("if", "for", "while") else ()
    numbers = [number for number, operand in enumerate(carried) if operand is value]
    return _through(schedules, node, numbers[0], stores) if numbers else None


def _through(schedules: Schedules, node: Node, number: int, stores: list[Value]) -> Value | None:
    """The result of a branch or loop that a carried array goes on as."""
    ends = set()
    for region in node.regions:
        parameter = carried_parameters(node, region)[number]
        if is_test(node, region):
            if not _only_reads(region, parameter) or parameter in region.results:
                return None
            continue
        end = _followed(schedules, region, parameter, stores)
        if end is None:
            return None
        ends.add(next(n for n, result in enumerate(region.results) if result is end))
    if len(ends) != 1:
        return None
    (position,) = ends
    if node.op.name != "if" and position != node.hidden + number:
        return None
    return node.results[position]


def _is_read(region: Region, value: Value) -> bool:
    """Whether a region, or one in it, reads a value from around it."""
    return value in values_in(region.results) or any(
        value in values_in(node.operands) or any(_is_read(inner, value) for inner in node.regions)
        for node in region.nodes
    )


def _only_reads(region: Region, value: Value) -> bool:
    """Whether all that a region does with a value is to read elements."""
    return value not in values_in(region.results) and all(
        (value not in values_in(node.operands) or _copies(node, value))
        and all(_only_reads(inner, value) for inner in node.regions)
        for node in region.nodes
    )


def _copies(node: Node, value: Value) -> bool:
    """Whether the results of a node share no elements with an operand."""
    stored = node.op.write and node.operands[0] is not value
    return stored or node.op.name in COPIES or not (_arrays(node.results) or node.regions)


def _arrays(values: Sequence[Value]) -> bool:
    return any(isinstance(value.type, TensorType) for value in values)
