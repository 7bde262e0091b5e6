"""How many trips a loop made that ends with its mask, where integers behind it say so.

Elements go through their steps one after the other, and each counts its own. The loop over whole
arrays makes a trip as long as one of them goes on, so it made as many as the element with the most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dslc.ir.facts import Facts
from dslc.ir.graph import Literal, Node, Operand, Value, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.structure import has_exits
from dslc.ir.types import NumberType, TensorType
from dslc.ir.value_names import keep_names

from .steps import Steps

_COUNTER = np.dtype(np.int64)


def with_trips(steps: Steps) -> Steps | None:
    """The steps, with a count of trips where integers are read that follow from it.

    None where a number is read that does not follow from how many trips there were.
    """
    pairs = zip(steps.parameters, steps.node.results, strict=False)
    told = {r: p for p, r in pairs if r in steps.read and not isinstance(r.type, TensorType)}
    if steps.mask is None or not told:
        return steps
    if steps.node.op.name != "while" or has_exits(steps.node):
        return None
    if not all(parameter in steps.counts for parameter in told.values()):
        return None
    keep_names(steps.node)
    node, *others, body = steps.node, *steps.node.regions
    type_ = TensorType(_COUNTER, steps.mask.shape)
    made, more, result = (Value(type_, "trips") for _ in range(3))
    body = replace(body, parameters=[*body.parameters, made], results=(*body.results, more))
    node = replace(
        node,
        operands=(*node.operands, Literal(np.int64(0))),
        regions=(*others, body),
        results=(*node.results, result),
    )
    found = replace(
        steps,
        node=node,
        nodes=(
            *steps.nodes,
            Node(REGISTRY["add"], (made, steps.mask), {}, (), (more,), node.place),
        ),
        ends=(*steps.ends, more),
        read=steps.read | {result},
    )
    counts = {result: steps.counts[parameter] for result, parameter in told.items()}
    return replace(found, behind=tuple(_behind(node, result, counts)))


def _behind(node: Node, trips: Value, counts: dict[Value, tuple[int, int]]) -> Iterator[Node]:
    """What makes integers of the trips of each element: their first one and what a trip adds."""

    def applied(op: str, *operands: Operand, **attributes: object) -> Iterator[Node]:
        record = REGISTRY[op]
        absent = dict.fromkeys(record.optional)
        given = {**absent, **record.attributes, **attributes}
        types = tuple(type_of(each) for each in operands)
        canonical, (type_,) = record.infer(Facts(), types, given)
        yield Node(record, operands, canonical, (), (Value(type_, "trips"),), node.place)

    (most,) = applied("max", trips, initial=0)
    (number,) = applied("cast", most.results[0], dtype=int)
    yield from (most, number)
    for value, (first, step) in counts.items():
        (times,) = applied("multiply", number.results[0], Literal(step))
        (last,) = applied("add", times.results[0], Literal(first))
        assert last.results[0].type == value.type == NumberType("int")
        yield from (times, replace(last, results=(value,)))
